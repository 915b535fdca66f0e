"""Boston Poker, sections 67.51 to 67.63 (O.C. 1033-2007).

Three cards, a decision, two more: the Bonus looks at the first three, everything else at all five.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import TYPE_CHECKING, ClassVar

from rules.cards import Card
from rules.contract import (
    Answer,
    Request,
    cards_of,
    check_copies,
    check_ratio,
    check_stake,
    decks_of,
    options_of,
    seats_of,
    stakes_of,
    unit_of,
)
from rules.editions import ORDER_2007
from rules.facts import AwaitWagers, Expectation, Finished
from rules.game import DEALER, Options, RuleError, check_limits
from rules.house_poker import DROP, PLAY, HousePoker, Round, Stakes
from rules.lines import Line, Odds, Readings, Stake, lose, push, win
from rules.posting import each_with_own
from rules.ranking import SHIFT, Five, Three, five, ranks_of, three
from rules.refusals import Because
from rules.terms import Term

if TYPE_CHECKING:
    from rules.odds.model import TableOdds
    from rules.sheets.model import Sheet

FIRST_DEAL, HAND_SIZE = 3, 5  # 67.57; with the two cards of 67.60
WAGERS = frozenset({"ante", "first", "second", "bonus"})
TEN = 10
EVEN: Odds = (1, 1)

BONUS: dict[Three, Odds] = {  # 67.59
    Three.STRAIGHT_FLUSH: (40, 1),
    Three.THREE_OF_A_KIND: (30, 1),
    Three.STRAIGHT: (6, 1),
    Three.FLUSH: (4, 1),
    Three.PAIR: (1, 1),
}
ANTE: dict[Five, Odds] = {  # 67.63
    Five.ROYAL_FLUSH: (1000, 1),
    Five.STRAIGHT_FLUSH: (200, 1),
    Five.FOUR_OF_A_KIND: (100, 1),
    Five.FULL_HOUSE: (25, 1),
    Five.FLUSH: (15, 1),
    Five.STRAIGHT: (8, 1),
    Five.THREE_OF_A_KIND: (5, 1),
    Five.TWO_PAIRS: (2, 1),  # of tens or better
}
THREE_NAMES = {combination: combination.name.lower() for combination in Three}  # 67.53
FIVE_NAMES = {combination: combination.name.lower() for combination in Five}  # 67.54
FIVE_NAMES[Five.STRAIGHT_FLUSH] = "five_card_straight_flush"  # in French another word than that of three cards


TERMS: Mapping[str, Term] = {
    "boston": Term("Poker de Boston", "Boston Poker"),
    "ante": Term("Mise initiale", "Ante"),
    "first": Term("Première mise additionnelle", "First additional bet"),
    "second": Term("Deuxième mise additionnelle", "Second additional bet"),
    "bonus": Term("Mise supplémentaire « Bonus »", "Bonus bet"),
    "five_card_straight_flush": Term("Quinte", "Straight Flush"),
    PLAY: Term("deuxième mise additionnelle", "second additional bet"),
    DROP: Term("abandonne", "drops"),  # (c)
}


# -- settlement -------------------------------------------------------------------------------------------------------


def settle_dropped(seat: str, stakes: Mapping[str, Stake]) -> list[Line]:
    """67.58: without a second additional bet the ante and the first are forfeited; the Bonus is not (A48)."""
    return [lose(seat, wager, stakes[wager], "67.58") for wager in ("ante", "first")]


def settle_bonus(seat: str, stakes: Mapping[str, Stake], mine: int, unit: int) -> Line:
    """67.59: the first three cards, given by their strength; whatever was decided and whatever the dealer holds."""
    combination = Three(mine >> SHIFT)
    hand, readings = THREE_NAMES[combination], () if "second" in stakes else ("A48",)
    if odds := BONUS.get(combination):
        return win(seat, "bonus", stakes["bonus"], odds, "67.59", unit, hand, readings)
    return lose(seat, "bonus", stakes["bonus"], "67.59", hand, readings)


def ante_odds(mine: int) -> Odds | None:
    """67.63: what the table pays on the ante; of two pairs the higher counts (A37), below tens they pay nothing (A46).

    >>> from rules.cards import parse_cards as p
    >>> [ante_odds(five(p(hand))) for hand in ("Tc Td 2h 2s 3c", "9c 9d 8h 8s Ac")]
    [(2, 1), None]
    """
    combination = Five(mine >> SHIFT)
    if combination is Five.TWO_PAIRS and ranks_of(mine)[0] < TEN:
        return None
    return ANTE.get(combination)


def settle_shown(seat: str, stakes: Mapping[str, Stake], mine: int, dealer: int, unit: int) -> list[Line]:
    """67.62 and 67.63: who stayed, against a dealer who need not open (A50). Hands are given by their strength."""
    ante, first, second = stakes["ante"], stakes["first"], stakes["second"]
    combination = Five(mine >> SHIFT)
    hand = FIVE_NAMES[combination]
    if odds := ante_odds(mine):  # whatever the dealer holds, also where 67.62 alone would push it or take it
        reading = "A44" if mine > dealer else "A47" if mine == dealer else "A45"
        lines = [win(seat, "ante", ante, odds, "67.63", unit, hand, (reading,))]
    else:
        low: Readings = ("A46",) if combination is Five.TWO_PAIRS else ()
        if mine > dealer:
            lines = [push(seat, "ante", ante, "67.62", hand, low)]
        elif mine == dealer:
            lines = [push(seat, "ante", ante, "67.55", hand, ("A47", *low))]
        else:
            lines = [lose(seat, "ante", ante, "67.62", hand, low)]
    if mine > dealer:
        lines.append(win(seat, "first", first, EVEN, "67.62", unit, hand))
        lines.append(win(seat, "second", second, EVEN, "67.62", unit, hand))
    elif mine == dealer:
        lines.append(push(seat, "first", first, "67.55", hand, ("A47",)))
        lines.append(push(seat, "second", second, "67.55", hand, ("A47",)))
    else:
        lines.append(lose(seat, "first", first, "67.62", hand))
        lines.append(lose(seat, "second", second, "67.62", hand))
    return lines


def settle(request: Request) -> Answer:
    """The settle contract for a whole table."""
    options = options_of(request)
    unit, decks = unit_of(options), decks_of(options, GAME.decks)
    seats = []
    for seat, player in seats_of(request):
        stakes = stakes_of(seat, player, WAGERS, unit)
        check_laid(seat, stakes)
        check_ratio(seat, stakes, "second", "ante", 2, 2)
        size = HAND_SIZE if "second" in stakes else FIRST_DEAL
        seats.append((seat, stakes, cards_of(player.get("cards"), f"seat {seat}", size)))
    dealer = cards_of(request.get("dealer"), DEALER, HAND_SIZE)
    check_copies(chain(dealer, *(cards for _, _, cards in seats)), decks)
    lines: list[Line] = []
    theirs = five(dealer)
    for seat, stakes, cards in seats:
        if "second" in stakes:
            lines += settle_shown(seat, stakes, five(cards), theirs, unit)
        else:
            lines += settle_dropped(seat, stakes)
        if "bonus" in stakes:
            lines.append(settle_bonus(seat, stakes, three(cards[:FIRST_DEAL]), unit))
    return Answer(lines)


def check_laid(seat: str, stakes: Mapping[str, Stake], section: str = "") -> None:
    """67.56: an ante, and a first additional bet of twice the ante."""
    for wager in ("ante", "first"):
        if wager not in stakes:
            raise RuleError("missing_wager", Because.MUST_BE_LAID(seat=seat, wager=wager))
    check_ratio(seat, stakes, "first", "ante", 2, 2, section)


# -- the machine ------------------------------------------------------------------------------------------------------


class Boston(HousePoker):
    """67.56 wagers, 67.57 cards, 67.58 decisions, 67.59 Bonus, 67.60 cards, 67.61 and 67.62 turns."""

    name = "boston"
    terms = TERMS
    sections: Mapping[str, str] = {"ante": "67.62", "first": "67.62", "second": "67.62", "bonus": "67.59"}
    short: Mapping[str, Term] = {
        "ante": Term("Initiale", "Ante"),
        "first": Term("1re additionnelle", "1st additional"),
        "second": Term("2e additionnelle", "2nd additional"),
        "bonus": Term("Bonus", "Bonus"),
    }
    edition = ORDER_2007
    limited = each_with_own(("ante", "bonus"))  # the first and the second bet follow from the ante (A9)
    optional = each_with_own(("bonus",))
    usual = ({"ante": 500, "first": 1000, "bonus": 100}, {"ante": 500, "first": 1000}, {})
    SIZE = DEALER_SIZE = HAND_SIZE
    MAIN, ADDED, SIDE = "ante", "second", "bonus"
    TIMES = (2, 2)  # 67.58: twice the ante
    TIED: ClassVar[Mapping[str, int]] = {"first": 2}
    CLOSES, DECIDES = "67.56", "67.58"
    PLAYERS, PLAYERS_SECTION = 7, "67.52"

    def expects(self, state: Round) -> Expectation:
        """67.59: the three cards of each Bonus are turned before the second deal, of each, for face down all are alike
        (A48); 67.60: the second deal skips the players who dropped."""
        if not state.closed:
            return AwaitWagers(may_close=bool(state.stakes))
        staying = [seat for seat in state.stakes if seat not in state.dropped]
        bonuses = [seat for seat, stakes in state.stakes.items() if "bonus" in stakes and seat not in state.turned]
        return (
            self.dealing(state, state.order, FIRST_DEAL)
            or self.deciding(state)
            or self.turning(state, bonuses)
            or self.dealing(state, [*staying, DEALER])
            or self.turning(state, [DEALER, *staying])
            or Finished()
        )

    def lay(self, seat: str, stakes: Stakes, options: Options) -> Stakes:
        """67.56: ante and first, and the Bonus who will, within the limits; the first's are the ante's (A9)."""
        for wager, stake in stakes.items():
            if wager != "first":
                check_limits(seat, wager, stake, options)
            elif stake is not None:
                check_stake(stake, seat, wager, options.unit)
        laid = dict(stakes) or {"ante": None, "first": None}
        check_laid(seat, laid, self.CLOSES)
        return laid

    def drop(self, seat: str, stakes: Stakes) -> Iterable[Line]:
        """67.58: settles the wagers of a player who gives up."""
        return settle_dropped(seat, stakes)

    def show(self, state: Round, seat: str) -> list[Line]:
        """67.59: the Bonus on the first three cards; 67.62: five cards against the dealer's."""
        stakes, cards, unit = state.stakes[seat], state.cards[seat], state.options.unit
        if len(cards) == FIRST_DEAL:
            return [settle_bonus(seat, stakes, three(cards), unit)]
        return list(settle_shown(seat, stakes, five(cards), five(state.cards[DEALER]), unit))

    def combination(self, cards: tuple[Card, ...]) -> str | None:
        """The hand's combination by 67.53 or 67.54."""
        if len(cards) == FIRST_DEAL:
            return THREE_NAMES[Three(three(cards) >> SHIFT)]
        return FIVE_NAMES[Five(five(cards) >> SHIFT)] if len(cards) == HAND_SIZE else None

    def settle(self, request: Request) -> Answer:
        """Answers a request of the settle contract."""
        return settle(request)

    def sheet(self, options: Options) -> Sheet:
        """The rules as the table posts them."""
        from rules.sheets.boston import sheet

        return sheet(options)

    def odds(self, options: Options) -> TableOdds:
        """Counts what every wager is worth."""
        from rules.odds.house_poker import boston_odds

        return boston_odds(options)


GAME = Boston()
