"""Crazy Four Poker, sections 67.75 to 67.87 (O.C. 1033-2007).

Four cards of five count on both sides. The Super Bonus pays a flush 3 to 1, more than the three of a kind above it: so
says every version of the text (A66), and it gives the players the edge. The house may post otherwise.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, ClassVar

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
from rules.lines import Line, Odds, Readings, Stake, lose, push, win
from rules.posting import each_with_own
from rules.ranking import SHIFT, Four, four, ranks_of
from rules.refusals import Because
from rules.terms import Term

if TYPE_CHECKING:
    from rules.odds.model import TableOdds
    from rules.sheets.model import Sheet

HAND_SIZE = 5  # 67.80
WAGERS = frozenset({"ante", "additional", "super_bonus", "queens_up"})
QUEEN, KING, ACE = 12, 13, 14
EVEN: Odds = (1, 1)

FOUR_ACES: Odds = (200, 1)  # 67.85: instead of the four-of-a-kind's, not on top of it (A69)
SUPER_BONUS: dict[Four, Odds] = {  # 67.85
    Four.FOUR_OF_A_KIND: (30, 1),
    Four.STRAIGHT_FLUSH: (15, 1),
    Four.THREE_OF_A_KIND: (2, 1),
    Four.FLUSH: (3, 1),
    Four.STRAIGHT: (1, 1),
}
QUEENS_UP: dict[Four, Odds] = {  # 67.87
    Four.FOUR_OF_A_KIND: (50, 1),
    Four.STRAIGHT_FLUSH: (30, 1),
    Four.THREE_OF_A_KIND: (7, 1),
    Four.FLUSH: (4, 1),
    Four.STRAIGHT: (3, 1),
    Four.TWO_PAIRS: (2, 1),
    Four.PAIR: (1, 1),  # of queens, kings or aces
}
HAND_NAMES = {combination: combination.name.lower() for combination in Four}  # 67.76: those of 67.65


@dataclass(frozen=True, slots=True)
class House:
    """What the house may post of the Super Bonus; as it stands here, what the by-law says."""

    flush: Odds = SUPER_BONUS[Four.FLUSH]  # A66
    pays_unopened: bool = True  # 67.85 prevails over 67.82 where the dealer does not open (A64)


BYLAW = House()
SB_FLUSH: dict[str, Odds] = {"3:1": (3, 1), "3:2": (3, 2)}
SB_NO_OPEN: dict[str, bool] = {"pay": True, "push": False}


TERMS: Mapping[str, Term] = {
    "crazy_four": Term("Fou du poker", "Crazy Four Poker"),
    "ante": Term("Mise initiale", "Ante"),
    "super_bonus": Term("Super bonus", "Super Bonus"),
    "additional": Term("Mise additionnelle", "Additional bet"),
    "queens_up": Term("Paire de dames ou plus", "Queens Up"),
    PLAY: Term("mise additionnelle", "additional bet"),
    DROP: Term("abandonne", "drops"),  # (c)
}


# -- settlement -------------------------------------------------------------------------------------------------------


def opens(dealer: int) -> bool:
    """67.82: a king, an ace or a combination; takes the strength of the four cards (A72).

    >>> from rules.cards import parse_cards as p
    >>> [opens(four(p(hand))) for hand in ("Kc 9d 7h 5s 2c", "Qc Jd 9h 7s 2c", "2c 2d 9h 7s 4c")]
    [True, False, True]
    """
    return dealer >> SHIFT > Four.NONE or ranks_of(dealer)[0] >= KING


def may_raise(mine: int) -> bool:
    """67.81: a pair of aces, or a combination above it, lets the additional bet exceed the ante."""
    return mine >> SHIFT > Four.PAIR or (mine >> SHIFT == Four.PAIR and ranks_of(mine)[0] == ACE)


def check_raise(seat: str, stakes: Mapping[str, Stake], mine: int) -> None:
    """67.81: without such a hand the additional bet equals the ante (A63: with it, any amount up to three times)."""
    ante, additional = stakes["ante"], stakes["additional"]
    if ante is not None and additional is not None and additional > ante and not may_raise(mine):
        raise RuleError("invalid_stake", Because.ACES_NEEDED(seat=seat))


def settle_dropped(seat: str, stakes: Mapping[str, Stake], hand: str | None = None) -> list[Line]:
    """67.81: without an additional bet the ante and the Super Bonus are forfeited; Queens Up is not (A70)."""
    return [lose(seat, wager, stakes[wager], "67.81", hand) for wager in ("ante", "super_bonus")]


def super_bonus_odds(mine: int, house: House = BYLAW) -> Odds | None:
    """67.85: what the table pays on the Super Bonus."""
    combination = Four(mine >> SHIFT)
    if combination is Four.FLUSH:
        return house.flush
    if combination is Four.FOUR_OF_A_KIND and ranks_of(mine)[0] == ACE:
        return FOUR_ACES
    return SUPER_BONUS.get(combination)


def settle_super_bonus(seat: str, stake: Stake, mine: int, dealer: int, unit: int, house: House = BYLAW) -> Line:
    """67.82, 67.83, 67.85 and 67.86: a hand of the table is paid whatever the dealer holds."""
    combination = Four(mine >> SHIFT)
    hand, opened = HAND_NAMES[combination], opens(dealer)
    if (odds := super_bonus_odds(mine, house)) and (opened or house.pays_unopened):
        readings: Readings = ("A66",) if combination is Four.FLUSH else ()
        if not opened:
            readings = ("A64", *readings)
        elif mine <= dealer:
            readings = ("A65" if mine == dealer else "A68", *readings)
        return win(seat, "super_bonus", stake, odds, "67.85", unit, hand, readings)
    if not opened:
        return push(seat, "super_bonus", stake, "67.82", hand, ("A64",) if odds else ("A67",) if mine < dealer else ())
    if mine == dealer:
        return push(seat, "super_bonus", stake, "67.83", hand)
    if mine > dealer:
        return push(seat, "super_bonus", stake, "67.86", hand)
    return lose(seat, "super_bonus", stake, "67.86", hand)


def queens_up_odds(mine: int) -> Odds | None:
    """67.87: what Queens Up pays; a pair counts from queens on.

    >>> from rules.cards import parse_cards as p
    >>> [queens_up_odds(four(p(hand))) for hand in ("Qc Qd 4h 2s 9c", "Jc Jd 4h 2s 9c")]
    [(1, 1), None]
    """
    combination = Four(mine >> SHIFT)
    if combination is Four.PAIR and ranks_of(mine)[0] < QUEEN:
        return None
    return QUEENS_UP.get(combination)


def settle_shown(
    seat: str, stakes: Mapping[str, Stake], mine: int, dealer: int, unit: int, house: House = BYLAW
) -> list[Line]:
    """Everything that a seat's cards decide once they are seen: 67.82 to 67.87. Hands are given by their strength."""
    lines: list[Line] = []
    hand = HAND_NAMES[Four(mine >> SHIFT)]
    if "additional" in stakes:
        ante, additional = stakes["ante"], stakes["additional"]
        if not opens(dealer):  # whatever the player holds
            lines.append(push(seat, "ante", ante, "67.82", hand))
            lines.append(win(seat, "additional", additional, EVEN, "67.82", unit, hand))
        elif mine > dealer:
            lines.append(win(seat, "ante", ante, EVEN, "67.84", unit, hand))
            lines.append(win(seat, "additional", additional, EVEN, "67.84", unit, hand))
        elif mine == dealer:  # by 67.77
            lines.append(push(seat, "ante", ante, "67.83", hand))
            lines.append(push(seat, "additional", additional, "67.83", hand))
        else:
            lines.append(lose(seat, "ante", ante, "67.84", hand))
            lines.append(lose(seat, "additional", additional, "67.84", hand))
        lines.append(settle_super_bonus(seat, stakes["super_bonus"], mine, dealer, unit, house))
    if "queens_up" in stakes:  # whatever the dealer holds and whatever was decided (A70)
        if odds := queens_up_odds(mine):
            lines.append(win(seat, "queens_up", stakes["queens_up"], odds, "67.87", unit, hand))
        else:
            lines.append(lose(seat, "queens_up", stakes["queens_up"], "67.87", hand))
    return lines


def settle(request: Request, house: House = BYLAW) -> Answer:
    """The settle contract for a whole table."""
    options = options_of(request)
    unit, decks = unit_of(options), decks_of(options, GAME.decks)
    seats = []
    for seat, player in seats_of(request):
        stakes = stakes_of(seat, player, WAGERS, unit)
        check_laid(seat, stakes)
        check_ratio(seat, stakes, "additional", "ante", 1, 3)
        seats.append((seat, stakes, cards_of(player.get("cards"), f"seat {seat}", HAND_SIZE)))
    dealer = cards_of(request.get("dealer"), DEALER, HAND_SIZE)
    check_copies(chain(dealer, *(cards for _, _, cards in seats)), decks)
    lines: list[Line] = []
    theirs = four(dealer)
    for seat, stakes, cards in seats:
        mine = four(cards)
        if "additional" in stakes:
            check_raise(seat, stakes, mine)
        else:
            lines += settle_dropped(seat, stakes, HAND_NAMES[Four(mine >> SHIFT)])
        lines += settle_shown(seat, stakes, mine, theirs, unit, house)
    return Answer(lines)


def check_laid(seat: str, stakes: Mapping[str, Stake], section: str = "") -> None:
    """67.79, 67.87: an ante and a Super Bonus that equals it; Queens Up only on top of them (A74)."""
    for wager in ("ante", "super_bonus"):
        if wager not in stakes:
            raise RuleError("missing_wager", Because.MUST_BE_LAID(seat=seat, wager=wager))
    check_ratio(seat, stakes, "super_bonus", "ante", 1, 1, section)


# -- the machine ------------------------------------------------------------------------------------------------------


def house_of(options: Options) -> House:
    """What the table posts: `crazy4.sbFlush` (A66) and `crazy4.sbNoOpen` (A64)."""
    flush, no_open = options.more.get("crazy4.sbFlush", "3:1"), options.more.get("crazy4.sbNoOpen", "pay")
    if not isinstance(flush, str) or flush not in SB_FLUSH:
        raise RuleError("bad_request", Because.ONE_OF(name="crazy4.sbFlush", allowed=", ".join(SB_FLUSH)))
    if not isinstance(no_open, str) or no_open not in SB_NO_OPEN:
        raise RuleError("bad_request", Because.ONE_OF(name="crazy4.sbNoOpen", allowed=", ".join(SB_NO_OPEN)))
    return House(SB_FLUSH[flush], SB_NO_OPEN[no_open])


class CrazyFour(HousePoker):
    """67.79 wagers, 67.80 cards, 67.81 decisions, 67.82 and 67.83 turns, whether the dealer opens or not (A70)."""

    name = "crazy_four"
    terms = TERMS
    posts = ("crazy4.sbFlush", "crazy4.sbNoOpen")
    sections: Mapping[str, str] = {"ante": "67.84", "additional": "67.84", "super_bonus": "67.86", "queens_up": "67.87"}
    short: Mapping[str, Term] = {
        "ante": Term("Initiale", "Ante"),
        "additional": Term("Additionnelle", "Additional"),
        "queens_up": Term("Dames ou plus", "Queens Up"),
    }
    edition = ORDER_2007
    limited: Mapping[str, Collection[str]] = {"ante": ("ante", "super_bonus"), "queens_up": ("queens_up",)}  # 67.79
    optional = each_with_own(("queens_up",))
    usual = ({"ante": 500, "super_bonus": 500, "queens_up": 100}, {"ante": 500, "super_bonus": 500}, {})
    SIZE = DEALER_SIZE = HAND_SIZE
    MAIN, ADDED, SIDE = "ante", "additional", "queens_up"
    TIMES = (1, 3)  # 67.81: up to three times the ante; whether it may be above the ante, the turn will tell
    TIED: ClassVar[Mapping[str, int]] = {"super_bonus": 1}
    CLOSES, DECIDES = "67.79", "67.81"
    PLAYERS, PLAYERS_SECTION = 7, "67.78"

    def start(self, options: Options) -> Round:
        """Betting is open, if the house's choices are ones that we know."""
        house_of(options)
        return super().start(options)

    def lay(self, seat: str, stakes: Stakes, options: Options) -> Stakes:
        """67.79, 67.87: ante and Super Bonus, and Queens Up who will, within the limits (A71)."""
        laid = within_limits(seat, stakes, options) or {"ante": None, "super_bonus": None}
        check_laid(seat, laid, self.CLOSES)
        return laid

    def drop(self, seat: str, stakes: Stakes) -> Iterable[Line]:
        """67.81: settles the wagers of a player who gives up."""
        return settle_dropped(seat, stakes)

    def show(self, state: Round, seat: str) -> list[Line]:
        """67.83: players' hands one at a time; only now is it known whether the additional bet was allowed."""
        stakes, mine, dealer = state.stakes[seat], four(state.cards[seat]), four(state.cards[DEALER])
        if "additional" in stakes:
            check_raise(seat, stakes, mine)
        return settle_shown(seat, stakes, mine, dealer, state.options.unit, house_of(state.options))

    def shown_by_hand(self, options: Options, told: Request) -> Iterable[Line]:
        """67.83: the same, told afterwards."""
        return settle(as_posted(self, options, told), house_of(options)).lines

    def combination(self, cards: tuple[Card, ...]) -> str | None:
        """The best four cards' combination by 67.76."""
        return HAND_NAMES[Four(four(cards) >> SHIFT)] if len(cards) == HAND_SIZE else None

    def settle(self, request: Request) -> Answer:
        """Answers a request of the settle contract."""
        return settle(request)

    def sheet(self, options: Options) -> Sheet:
        """The rules as the table posts them."""
        from rules.sheets.crazy_four import sheet

        return sheet(options)

    def odds(self, options: Options) -> TableOdds:
        """Counts what every wager is worth."""
        from rules.odds.house_poker import crazy_four_odds

        return crazy_four_odds(options)


GAME = CrazyFour()
