"""4-Card Poker, sections 67.64 to 67.74 (O.C. 1033-2007).

Four cards count: the player's best of five against the dealer's best of six, of which everyone sees the last.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import chain
from typing import TYPE_CHECKING

from rules.cards import Card
from rules.contract import (
    Answer,
    Request,
    cards_of,
    check_copies,
    check_ratio,
    decks_of,
    options_of,
    seats_of,
    stakes_of,
    unit_of,
)
from rules.editions import ORDER_2007
from rules.game import DEALER, Options, RuleError, as_posted
from rules.house_poker import DROP, PLAY, HousePoker, Round, Stakes, within_limits
from rules.lines import Line, Odds, Stake, lose, push, win
from rules.posting import each_with_own
from rules.ranking import SHIFT, Four, four, ranks_of
from rules.refusals import Because
from rules.terms import Term

if TYPE_CHECKING:
    from rules.odds.model import TableOdds
    from rules.sheets.model import Sheet

HAND_SIZE, DEALER_SIZE = 5, 6  # 67.69
WAGERS = frozenset({"ante", "additional", "aces_up"})
ACE = 14
EVEN: Odds = (1, 1)

BONUS: dict[Four, Odds] = {  # 67.73
    Four.FOUR_OF_A_KIND: (25, 1),
    Four.STRAIGHT_FLUSH: (20, 1),
    Four.THREE_OF_A_KIND: (2, 1),
}
ACES_UP: dict[Four, Odds] = {  # 67.74
    Four.FOUR_OF_A_KIND: (50, 1),
    Four.STRAIGHT_FLUSH: (30, 1),
    Four.THREE_OF_A_KIND: (7, 1),
    Four.FLUSH: (5, 1),
    Four.STRAIGHT: (4, 1),
    Four.TWO_PAIRS: (2, 1),
    Four.PAIR: (1, 1),  # of aces
}
HAND_NAMES = {combination: combination.name.lower() for combination in Four}  # 67.65

BONUS_BEATEN = "p4c.bonusBeaten"  # what becomes of an ante that has its bonus and is beaten (A56)
STAKE_RETURNED, STAKE_LOST = "stakeReturned", "stakeLost"


TERMS: Mapping[str, Term] = {
    "four_card": Term("Poker 4 Cartes", "4-Card Poker"),
    "ante": Term("Mise initiale", "Ante"),
    "additional": Term("Mise additionnelle", "Additional bet"),
    "ante_bonus": Term("Prime sur la mise initiale", "Bonus on the ante"),  # (c)
    "aces_up": Term("Paire d'as ou plus", "Aces Up"),
    PLAY: Term("mise additionnelle", "additional bet"),
    DROP: Term("abandonne", "drops"),  # (c)
}


# -- settlement -------------------------------------------------------------------------------------------------------


def settle_dropped(seat: str, stakes: Mapping[str, Stake], hand: str | None = None) -> Line:
    """67.70: without an additional bet the ante is forfeited, and only that (A58)."""
    return lose(seat, "ante", stakes["ante"], "67.70", hand)


def aces_up_odds(mine: int) -> Odds | None:
    """67.74: what Aces Up pays; a pair counts if it is of aces.

    >>> from rules.cards import parse_cards as p
    >>> [aces_up_odds(four(p(hand))) for hand in ("Ac Ad 4h 2s 9c", "Kc Kd 4h 2s 9c", "3c 3d 2h 2s 9c")]
    [(1, 1), None, (2, 1)]
    """
    combination = Four(mine >> SHIFT)
    if combination is Four.PAIR and ranks_of(mine)[0] != ACE:
        return None
    return ACES_UP.get(combination)


def settle_shown(
    seat: str, stakes: Mapping[str, Stake], mine: int, dealer: int, unit: int, *, beaten_ante_lost: bool = False
) -> list[Line]:
    """Everything that a seat's cards decide once they are seen: 67.72 to 67.74. Hands are given by their strength."""
    lines: list[Line] = []
    combination = Four(mine >> SHIFT)
    hand = HAND_NAMES[combination]
    if "additional" in stakes:
        ante, additional = stakes["ante"], stakes["additional"]
        bonus = BONUS.get(combination)
        if mine >= dealer:  # equal hands win too: 67.66 only calls them equal (A55)
            readings = ("A55",) if mine == dealer else ()
            lines.append(win(seat, "ante", ante, EVEN, "67.72", unit, hand, readings))
            lines.append(win(seat, "additional", additional, EVEN, "67.72", unit, hand, readings))
        else:
            if bonus and not beaten_ante_lost:
                lines.append(push(seat, "ante", ante, "67.73", hand, ("A56",)))
            else:
                lines.append(lose(seat, "ante", ante, "67.72", hand, ("A56",) if bonus else ()))
            lines.append(lose(seat, "additional", additional, "67.72", hand))
        if bonus:  # whatever the dealer holds
            lines.append(win(seat, "ante_bonus", ante, bonus, "67.73", unit, hand, stake_returned=False))
    if "aces_up" in stakes:  # whatever the dealer holds and whatever was decided (A58)
        if odds := aces_up_odds(mine):
            lines.append(win(seat, "aces_up", stakes["aces_up"], odds, "67.74", unit, hand))
        else:
            lines.append(lose(seat, "aces_up", stakes["aces_up"], "67.74", hand))
    return lines


def settle(request: Request, *, beaten_ante_lost: bool = False) -> Answer:
    """The settle contract for a whole table."""
    options = options_of(request)
    unit, decks = unit_of(options), decks_of(options, GAME.decks)
    seats = []
    for seat, player in seats_of(request):
        stakes = stakes_of(seat, player, WAGERS, unit)
        if "additional" in stakes and "ante" not in stakes:
            raise RuleError("missing_wager", Because.ANTE_FIRST(seat=seat))
        check_ratio(seat, stakes, "additional", "ante", 1, 3)  # any amount between (A57)
        seats.append((seat, stakes, cards_of(player.get("cards"), f"seat {seat}", HAND_SIZE)))
    dealer = cards_of(request.get("dealer"), DEALER, DEALER_SIZE)
    check_copies(chain(dealer, *(cards for _, _, cards in seats)), decks)
    lines: list[Line] = []
    theirs = four(dealer)
    for seat, stakes, cards in seats:
        mine = four(cards)
        if "ante" in stakes and "additional" not in stakes:
            lines.append(settle_dropped(seat, stakes, HAND_NAMES[Four(mine >> SHIFT)]))
        lines += settle_shown(seat, stakes, mine, theirs, unit, beaten_ante_lost=beaten_ante_lost)
    return Answer(lines)


# -- the machine ------------------------------------------------------------------------------------------------------


def _lost(options: Options) -> bool:
    """A56: whether the table posts that an ante with its bonus is lost when beaten."""
    return bool(options.more.get(BONUS_BEATEN) == STAKE_LOST)


class FourCard(HousePoker):
    """67.68 wagers, 67.69 cards, 67.70 decisions, 67.71 and 67.72 turns."""

    name = "four_card"
    terms = TERMS
    posts = (BONUS_BEATEN,)
    sections: Mapping[str, str] = {"ante": "67.72", "additional": "67.72", "aces_up": "67.74"}
    short: Mapping[str, Term] = {
        "ante": Term("Initiale", "Ante"),
        "additional": Term("Additionnelle", "Additional"),
        "ante_bonus": Term("Prime", "Bonus"),
        "aces_up": Term("As ou plus", "Aces Up"),
    }
    edition = ORDER_2007
    bonuses: Collection[str] = ("ante_bonus",)
    limited = each_with_own(("ante", "aces_up"))
    optional = each_with_own(("aces_up",))
    usual = ({"ante": 500, "aces_up": 100}, {"aces_up": 500}, {})
    SIZE, DEALER_SIZE = HAND_SIZE, DEALER_SIZE
    deals_face_up = True  # the dealer's sixth (67.69)
    MAIN, ADDED, SIDE = "ante", "additional", "aces_up"
    TIMES = (1, 3)  # 67.70: one to three times the ante, any amount between (A57)
    CLOSES, DECIDES = "67.68", "67.70"
    PLAYERS, PLAYERS_SECTION = 7, "67.67"

    def start(self, options: Options) -> Round:
        """Betting is open, if the house's choices are ones that we know."""
        if options.more.get(BONUS_BEATEN, STAKE_RETURNED) not in (STAKE_RETURNED, STAKE_LOST):
            raise RuleError("bad_request", Because.EITHER(name=BONUS_BEATEN, allowed=(STAKE_RETURNED, STAKE_LOST)))
        return super().start(options)

    def face_up(self, hand: str, place: int) -> bool:
        """67.69: the dealer's sixth card (A59)."""
        return place == HAND_SIZE

    def lay(self, seat: str, stakes: Stakes, options: Options) -> Stakes:
        """67.68: the ante, Aces Up, or both."""
        return within_limits(seat, stakes, options) or {"ante": None}

    def drop(self, seat: str, stakes: Stakes) -> tuple[Line]:
        """67.70: settles the wagers of a player who gives up."""
        return (settle_dropped(seat, stakes),)

    def show(self, state: Round, seat: str) -> list[Line]:
        """67.72: each player's five cards in turn."""
        options, mine, dealer = state.options, four(state.cards[seat]), four(state.cards[DEALER])
        return settle_shown(seat, state.stakes[seat], mine, dealer, options.unit, beaten_ante_lost=_lost(options))

    def shown_by_hand(self, options: Options, told: Request) -> Iterable[Line]:
        """67.72: the same, told afterwards."""
        return settle(as_posted(self, options, told), beaten_ante_lost=_lost(options)).lines

    def combination(self, cards: tuple[Card, ...]) -> str | None:
        """The best four cards' combination by 67.65."""
        return HAND_NAMES[Four(four(cards) >> SHIFT)] if len(cards) in (HAND_SIZE, DEALER_SIZE) else None

    def settle(self, request: Request) -> Answer:
        """Answers a request of the settle contract."""
        return settle(request)

    def sheet(self, options: Options) -> Sheet:
        """The rules as the table posts them."""
        from rules.sheets.four_card import sheet

        return sheet(options)

    def odds(self, options: Options) -> TableOdds:
        """Counts what every wager is worth."""
        from rules.odds.house_poker import four_card_odds

        return four_card_odds(options)


GAME = FourCard()
