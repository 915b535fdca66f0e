"""Boston Poker, sections 67.51 to 67.63 (O.C. 1033-2007).

Three cards, a decision, two more: the Bonus looks at the first three, everything else at all five.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import chain

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
from rules.lines import Line, Odds, Readings, Stake, lose, push, win
from rules.machine import (
    DEALER,
    AwaitCard,
    AwaitDecision,
    AwaitTurn,
    AwaitWagers,
    Close,
    Deal,
    Decide,
    Expectation,
    Fact,
    Finished,
    Hand,
    Options,
    RuleError,
    Turn,
    Wagers,
    check_limits,
    check_seat,
    not_awaited,
)
from rules.ranking import SHIFT, Five, Three, five, ranks_of, three
from rules.terms import Term

FIRST_DEAL, HAND_SIZE = 3, 5  # 67.57; with the two cards of 67.60
PLAYERS = 7  # 67.52
PLAY, DROP = "play", "drop"
LAID = frozenset({"ante", "first", "bonus"})
WAGERS = LAID | {"second"}
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
    DROP: Term("se retire", "drops"),  # (c)
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
    unit, decks = unit_of(options), decks_of(options, (1, 2), 1)
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


def check_laid(seat: str, stakes: Mapping[str, Stake]) -> None:
    """67.56: an ante, and a first additional bet of twice the ante."""
    for wager in ("ante", "first"):
        if wager not in stakes:
            raise RuleError("missing_wager", f"seat {seat}, {wager}: must be laid")
    check_ratio(seat, stakes, "first", "ante", 2, 2)


# -- the machine ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Round:
    """One round, from the first wager to the last line."""

    options: Options
    stakes: Mapping[str, Mapping[str, Stake]] = field(default_factory=dict)  # by seat, clockwise; then by wager
    closed: bool = False
    cards: Mapping[str, tuple[Card, ...]] = field(default_factory=dict)
    dropped: tuple[str, ...] = ()
    turned: Mapping[str, int] = field(default_factory=dict)  # how many of a hand's cards were turned up, from the first

    @property
    def order(self) -> tuple[str, ...]:
        """67.57: each player in turn from the dealer's left, the dealer last (A10)."""
        return (*self.stakes, DEALER)

    @property
    def staying(self) -> tuple[str, ...]:
        """67.60: the players who made a second additional bet."""
        return tuple(seat for seat, stakes in self.stakes.items() if "second" in stakes)

    @property
    def deciding(self) -> str | None:
        """67.58: the seat that must decide."""
        for seat, stakes in self.stakes.items():
            if "second" not in stakes and seat not in self.dropped:
                return seat
        return None

    @property
    def bonus_to_show(self) -> str | None:
        """67.59: the three cards of each Bonus, before the second deal (A48); of each, for face down all are alike."""
        for seat, stakes in self.stakes.items():
            if "bonus" in stakes and seat not in self.turned:
                return seat
        return None

    @property
    def to_show(self) -> str | None:
        """67.61, 67.62: the dealer's hand, then the hand of each player who stayed."""
        for hand in (DEALER, *self.staying):
            if self.turned.get(hand, 0) < HAND_SIZE:
                return hand
        return None


class Boston:
    """The machine of 67.56 to 67.63."""

    name = "boston"
    decks = 1  # 67.51: one deck a round, a second may alternate (A3)
    terms: Mapping[str, Term] = TERMS

    def start(self, options: Options) -> Round:
        """Betting is open."""
        return Round(options)

    def expects(self, state: Round) -> Expectation:
        """67.56 wagers, 67.57 cards, 67.58 decisions, 67.59 Bonus, 67.60 cards, 67.61 and 67.62 turns."""
        if not state.closed:
            return AwaitWagers(may_close=bool(state.stakes))
        for hand in state.order:
            if (dealt := len(state.cards.get(hand, ()))) < FIRST_DEAL:
                return AwaitCard(hand, dealt, face_up=False)
        if (seat := state.deciding) is not None:
            return AwaitDecision(seat, (PLAY, DROP))
        if (seat := state.bonus_to_show) is not None:
            return AwaitTurn(seat, tuple(range(FIRST_DEAL)))
        for hand in (*state.staying, DEALER):
            if (dealt := len(state.cards[hand])) < HAND_SIZE:
                return AwaitCard(hand, dealt, face_up=False)
        if (face_down := state.to_show) is not None:
            return AwaitTurn(face_down, tuple(range(state.turned.get(face_down, 0), HAND_SIZE)))
        return Finished()

    def step(self, state: Round, fact: Fact) -> tuple[Round, tuple[Line, ...]]:
        """One fact, if it is the one that is awaited."""
        match self.expects(state), fact:
            case AwaitWagers(), Wagers(seat, stakes):
                laid = {**state.stakes, seat: self._legal(state, seat, stakes)}
                return replace(state, stakes={place: laid[place] for place in sorted(laid, key=int)}), ()
            case AwaitWagers(may_close=True), Close():
                return replace(state, closed=True), ()
            case AwaitCard(hand), Deal(card):
                return replace(state, cards={**state.cards, hand: (*state.cards.get(hand, ()), card)}), ()
            case AwaitDecision(seat), Decide(who, choice) if who == seat and choice == PLAY:
                ante = state.stakes[seat]["ante"]
                played = {**state.stakes[seat], "second": None if ante is None else 2 * ante}  # 67.58: double the ante
                return replace(state, stakes={**state.stakes, seat: played}), ()
            case AwaitDecision(seat), Decide(who, choice) if who == seat and choice == DROP:
                after = replace(state, dropped=(*state.dropped, seat))
                return after, tuple(settle_dropped(seat, state.stakes[seat]))
            case AwaitTurn(hand), Turn(shown) if shown == hand:
                after = replace(state, turned={**state.turned, hand: len(state.cards[hand])})
                return after, self._lines(state, hand)
            case expected, _:
                raise not_awaited(expected, fact)

    def wagers(self, state: Round) -> Mapping[str, Mapping[str, Stake]]:
        """What lies on the layout."""
        return state.stakes

    def hands(self, state: Round) -> Mapping[str, Hand]:
        """Every card lies face down until the dealer turns it: a Bonus's three before the last two."""
        dealt = {hand: state.cards.get(hand, ()) for hand in state.order}
        return {
            hand: Hand(cards, tuple(place < state.turned.get(hand, 0) for place in range(len(cards))))
            for hand, cards in dealt.items()
        }

    def combination(self, cards: tuple[Card, ...]) -> str | None:
        """The hand's combination by 67.53 or 67.54."""
        if len(cards) == FIRST_DEAL:
            return THREE_NAMES[Three(three(cards) >> SHIFT)]
        return FIVE_NAMES[Five(five(cards) >> SHIFT)] if len(cards) == HAND_SIZE else None

    def settle(self, request: Request) -> Answer:
        """The settle contract's answer."""
        return settle(request)

    def _lines(self, state: Round, hand: str) -> tuple[Line, ...]:
        if hand == DEALER:
            return ()
        stakes, cards, unit = state.stakes[hand], state.cards[hand], state.options.unit
        if len(cards) == FIRST_DEAL:
            return (settle_bonus(hand, stakes, three(cards), unit),)
        return tuple(settle_shown(hand, stakes, five(cards), five(state.cards[DEALER]), unit))

    def _legal(self, state: Round, seat: str, stakes: Mapping[str, Stake]) -> Mapping[str, Stake]:
        """67.52 and 67.56: seven players; ante and first, and the Bonus who will, within the limits."""
        check_seat(seat, state.options)
        if seat not in state.stakes and len(state.stakes) == PLAYERS:
            raise RuleError("illegal_action", f"seat {seat}: seven players at most")
        for wager, stake in stakes.items():
            if wager not in LAID:
                raise RuleError("unknown_wager", f"seat {seat}, {wager[:40]}: lay ante and first, and bonus if wanted")
            if wager != "first":
                check_limits(seat, wager, stake, state.options)
            elif stake is not None:  # a multiple of the ante: the limits are the ante's (A9)
                check_stake(stake, seat, wager, state.options.unit)
        laid = dict(stakes) or {"ante": None, "first": None}
        check_laid(seat, laid)
        return laid


GAME = Boston()
