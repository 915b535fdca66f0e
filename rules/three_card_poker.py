"""3-Cards Poker, sections 67.22 to 67.32 (O.C. 111-2000)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
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
from rules.editions import ORDER_2000
from rules.game import DEALER, Options, RuleError
from rules.house_poker import DROP, PLAY, HousePoker, Round, Stakes, within_limits
from rules.lines import Line, Odds, Stake, lose, push, win
from rules.posting import each_with_own
from rules.ranking import SHIFT, Three, ranks_of, three
from rules.refusals import Because
from rules.terms import Term

if TYPE_CHECKING:
    from rules.odds.model import TableOdds
    from rules.sheets.model import Sheet

HAND_SIZE = 3
WAGERS = frozenset({"initial", "additional", "pair_plus"})
QUEEN = 12
EVEN: Odds = (1, 1)

BONUS: dict[Three, Odds] = {
    Three.STRAIGHT_FLUSH: (5, 1),
    Three.THREE_OF_A_KIND: (4, 1),
    Three.STRAIGHT: (1, 1),
}  # 67.31
PAIR_PLUS: dict[Three, Odds] = {  # 67.32
    Three.STRAIGHT_FLUSH: (40, 1),
    Three.THREE_OF_A_KIND: (30, 1),
    Three.STRAIGHT: (6, 1),
    Three.FLUSH: (4, 1),
    Three.PAIR: (1, 1),
}
HAND_NAMES = {combination: combination.name.lower() for combination in Three}


TERMS: Mapping[str, Term] = {
    "three_card_poker": Term("Poker 3 cartes", "3-Cards Poker"),  # (c)
    "initial": Term("Mise initiale", "Initial wager"),
    "additional": Term("Mise additionnelle", "Additional wager"),
    "initial_bonus": Term("Prime sur la mise initiale", "Bonus on the initial wager"),  # (c)
    "pair_plus": Term("Paire ou plus", "Pair or plus"),  # (c)
    PLAY: Term("mise additionnelle", "additional wager"),
    DROP: Term("abandonne", "drops"),
}


# -- settlement -------------------------------------------------------------------------------------------------------


def opens(dealer: int) -> bool:
    """67.29: a queen, a king, an ace or a combination (A26: any such card will do); takes the hand's strength.

    >>> from rules.cards import parse_cards as p
    >>> [opens(three(p(hand))) for hand in ("Qc 3d 2h", "Jc Td 8h", "2c 2d 4h")]
    [True, False, True]
    """
    return dealer >> SHIFT > Three.NONE or ranks_of(dealer)[0] >= QUEEN


def settle_dropped(seat: str, stakes: Mapping[str, Stake], hand: str | None = None) -> Line:
    """67.28: without an additional wager the initial wager is lost, and only that (A22)."""
    return lose(seat, "initial", stakes["initial"], "67.28", hand)


def settle_shown(seat: str, stakes: Mapping[str, Stake], mine: int, dealer: int, unit: int) -> list[Line]:
    """Everything that a seat's cards decide once they are seen: 67.29 to 67.32. Hands are given by their strength."""
    lines: list[Line] = []
    combination = Three(mine >> SHIFT)
    hand = HAND_NAMES[combination]
    if "additional" in stakes:
        initial, additional = stakes["initial"], stakes["additional"]
        if not opens(dealer):  # whatever the player holds (A19)
            lines.append(win(seat, "initial", initial, EVEN, "67.29", unit, hand, ("A19",)))
            lines.append(push(seat, "additional", additional, "67.29", hand))
        elif mine > dealer:
            lines.append(win(seat, "initial", initial, EVEN, "67.30", unit, hand))
            lines.append(win(seat, "additional", additional, EVEN, "67.30", unit, hand))
        elif mine == dealer:
            lines.append(push(seat, "initial", initial, "67.24", hand, ("A21",)))
            lines.append(push(seat, "additional", additional, "67.24", hand, ("A21",)))
        else:
            lines.append(lose(seat, "initial", initial, "67.30", hand))
            lines.append(lose(seat, "additional", additional, "67.30", hand))
        if bonus := BONUS.get(combination):  # regardless of the dealer's hand (A20)
            lines.append(
                win(seat, "initial_bonus", initial, bonus, "67.31", unit, hand, ("A20",), stake_returned=False)
            )
    if "pair_plus" in stakes:  # regardless of the dealer's hand and of the decision (A22)
        if odds := PAIR_PLUS.get(combination):
            lines.append(win(seat, "pair_plus", stakes["pair_plus"], odds, "67.32", unit, hand))
        else:
            lines.append(lose(seat, "pair_plus", stakes["pair_plus"], "67.32", hand))
    return lines


def settle(request: Request) -> Answer:
    """The settle contract for a whole table."""
    options = options_of(request)
    unit, decks = unit_of(options), decks_of(options, GAME.decks)
    seats = []
    for seat, player in seats_of(request):
        stakes = stakes_of(seat, player, WAGERS, unit)
        if "initial" not in stakes and ("additional" in stakes or "pair_plus" not in stakes):
            raise RuleError("missing_wager", Because.INITIAL_OR_PAIR_PLUS(seat=seat))
        check_ratio(seat, stakes, "additional", "initial", 1, 1)
        seats.append((seat, stakes, cards_of(player.get("cards"), f"seat {seat}", HAND_SIZE)))
    dealer = cards_of(request.get("dealer"), DEALER, HAND_SIZE)
    check_copies(chain(dealer, *(cards for _, _, cards in seats)), decks)
    lines: list[Line] = []
    theirs = three(dealer)
    for seat, stakes, cards in seats:
        mine = three(cards)
        if "initial" in stakes and "additional" not in stakes:
            lines.append(settle_dropped(seat, stakes, HAND_NAMES[Three(mine >> SHIFT)]))
        lines += settle_shown(seat, stakes, mine, theirs, unit)
    return Answer(lines)


# -- the machine ------------------------------------------------------------------------------------------------------


class ThreeCardPoker(HousePoker):
    """67.26 wagers, 67.27 cards, 67.28 decisions, 67.29 and 67.30 turns."""

    name = "three_card_poker"
    terms = TERMS
    sections: Mapping[str, str] = {"initial": "67.30", "additional": "67.30", "pair_plus": "67.32"}
    short: Mapping[str, Term] = {
        "initial": Term("Initiale", "Initial"),
        "additional": Term("Additionnelle", "Additional"),
        "initial_bonus": Term("Prime", "Bonus"),
    }
    edition = ORDER_2000
    bonuses: Collection[str] = ("initial_bonus",)
    limited = each_with_own(("initial", "pair_plus"))
    optional = each_with_own(("pair_plus",))
    usual = ({"initial": 500, "pair_plus": 100}, {"initial": 1000}, {"initial": None, "pair_plus": None})
    SIZE = DEALER_SIZE = HAND_SIZE  # 67.27
    MAIN, ADDED, SIDE = "initial", "additional", "pair_plus"
    CLOSES, DECIDES = "67.26", "67.28"
    PLAYERS = None  # 67.25: as many as the layout has places

    def lay(self, seat: str, stakes: Stakes, options: Options) -> Stakes:
        """67.26: the initial wager, pair or plus, or both."""
        return within_limits(seat, stakes, options) or {"initial": None}

    def drop(self, seat: str, stakes: Stakes) -> tuple[Line]:
        """67.28: settles the wagers of a player who gives up."""
        return (settle_dropped(seat, stakes),)

    def show(self, state: Round, seat: str) -> list[Line]:
        """67.30: each player's three cards, one player at a time."""
        mine, dealer = three(state.cards[seat]), three(state.cards[DEALER])
        return settle_shown(seat, state.stakes[seat], mine, dealer, state.options.unit)

    def combination(self, cards: tuple[Card, ...]) -> str | None:
        """67.23: names the hand's combination."""
        return HAND_NAMES[Three(three(cards) >> SHIFT)] if len(cards) == HAND_SIZE else None

    def settle(self, request: Request) -> Answer:
        """Answers a request of the settle contract."""
        return settle(request)

    def sheet(self, options: Options) -> Sheet:
        """The rules as the table posts them."""
        from rules.sheets.three_card_poker import sheet

        return sheet(options)

    def odds(self, options: Options) -> TableOdds:
        """Counts what every wager is worth."""
        from rules.odds.house_poker import three_card_odds

        return three_card_odds(options)


GAME = ThreeCardPoker()
