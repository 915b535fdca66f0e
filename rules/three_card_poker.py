"""3-Cards Poker, sections 67.22 to 67.32 (O.C. 111-2000)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from fractions import Fraction

from rules.cards import RANKS, Card
from rules.lines import Line, Stake, lose, push, win
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
    IllegalFactError,
    Options,
    Turn,
    Wagers,
)

HAND_SIZE = 3
PLAY, DROP = "play", "drop"
QUEEN, ACE = RANKS.index("Q"), RANKS.index("A")


class Combination(IntEnum):
    """67.23, from the lowest to the highest."""

    NONE = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5


BONUS = {Combination.STRAIGHT_FLUSH: 5, Combination.THREE_OF_A_KIND: 4, Combination.STRAIGHT: 1}  # 67.31, to 1
PAIR_PLUS = {  # 67.32, to 1
    Combination.STRAIGHT_FLUSH: 40,
    Combination.THREE_OF_A_KIND: 30,
    Combination.STRAIGHT: 6,
    Combination.FLUSH: 4,
    Combination.PAIR: 1,
}

Strength = tuple[Combination, tuple[int, ...]]


def strength(cards: tuple[Card, ...]) -> Strength:
    """67.23 and 67.24: the combination, then its cards one by one from the top (A6); suits never decide.

    The ace is low in A-2-3 only (A18).

    >>> from rules.cards import parse_cards as p
    >>> strength(p("Kd Ac Qs")) > strength(p("4s 3s 9s")) > strength(p("Ah Ad Kc"))
    True
    >>> strength(p("2c 3d Ah"))[1], strength(p("5c 5d Ah"))[1]
    ((1, 0, -1), (3, 3, 12))
    """
    ranks = sorted((card.rank for card in cards), reverse=True)
    if ranks == [ACE, 1, 0]:
        ranks = [1, 0, -1]
    kinds = len(set(ranks))
    flush = len({card.suit for card in cards}) == 1
    straight = kinds == HAND_SIZE and ranks[0] - ranks[2] == HAND_SIZE - 1
    if kinds == 1:
        return Combination.THREE_OF_A_KIND, tuple(ranks)
    if flush or straight:
        both = flush and straight
        return (Combination.STRAIGHT_FLUSH if both else Combination.STRAIGHT if straight else Combination.FLUSH), tuple(
            ranks
        )
    if kinds == 2:
        pair = ranks[1]
        kicker = ranks[0] if ranks[0] != pair else ranks[2]
        return Combination.PAIR, (pair, pair, kicker)
    return Combination.NONE, tuple(ranks)


def opens(dealer: tuple[Card, ...]) -> bool:
    """67.29: a queen, a king, an ace or a combination (A26: any such card will do).

    >>> from rules.cards import parse_cards as p
    >>> opens(p("Qc 3d 2h")), opens(p("Jc Td 8h")), opens(p("2c 2d 4h"))
    (True, False, True)
    """
    combination, ranks = strength(dealer)
    return combination > Combination.NONE or ranks[0] >= QUEEN


def settle_dropped(seat: str, stakes: Mapping[str, Stake]) -> Iterator[Line]:
    """67.28: without an additional wager the initial wager is lost, and only that (A22)."""
    yield lose(seat, "initial", stakes["initial"], "67.28")


def settle_played(
    seat: str, stakes: Mapping[str, Stake], cards: tuple[Card, ...], dealer: tuple[Card, ...], unit: int
) -> Iterator[Line]:
    """67.29 to 67.31: the initial and additional wagers of a player who stayed in."""
    even = Fraction(1)
    initial, additional = stakes["initial"], stakes["additional"]
    mine, theirs = strength(cards), strength(dealer)
    if not opens(dealer):  # whatever the player holds (A19)
        yield replace(win(seat, "initial", initial, even, "67.29", unit=unit), readings=("A19",))
        yield push(seat, "additional", additional, "67.29")
    elif mine > theirs:
        yield win(seat, "initial", initial, even, "67.30", unit=unit)
        yield win(seat, "additional", additional, even, "67.30", unit=unit)
    elif mine == theirs:
        yield replace(push(seat, "initial", initial, "67.24"), readings=("A21",))
        yield replace(push(seat, "additional", additional, "67.24"), readings=("A21",))
    else:
        yield lose(seat, "initial", initial, "67.30")
        yield lose(seat, "additional", additional, "67.30")
    if bonus := BONUS.get(mine[0]):  # regardless of the dealer's hand (A20)
        line = win(seat, "initial_bonus", initial, Fraction(bonus), "67.31", unit=unit, stays=False)
        yield replace(line, readings=("A20",))


def settle_pair_plus(seat: str, stake: Stake, cards: tuple[Card, ...], unit: int) -> Line:
    """67.32: paid by the player's own cards, regardless of the dealer's and of the decision (A22)."""
    odds = PAIR_PLUS.get(strength(cards)[0])
    if odds is None:
        return lose(seat, "pair_plus", stake, "67.32")
    return win(seat, "pair_plus", stake, Fraction(odds), "67.32", unit=unit)


def settle_shown(
    seat: str, stakes: Mapping[str, Stake], cards: tuple[Card, ...], dealer: tuple[Card, ...], unit: int
) -> tuple[Line, ...]:
    """Everything that a seat's cards decide, once they are seen; each line names the combination."""
    lines: list[Line] = []
    if "additional" in stakes:
        lines += settle_played(seat, stakes, cards, dealer, unit)
    if "pair_plus" in stakes:
        lines.append(settle_pair_plus(seat, stakes["pair_plus"], cards, unit))
    hand = strength(cards)[0].name.lower()
    return tuple(replace(line, hand=hand) for line in lines)


# -- the machine ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Round:
    """One round, from the first wager to the last line."""

    options: Options
    stakes: Mapping[str, Mapping[str, Stake]] = field(default_factory=dict)  # by seat, clockwise; then by wager
    closed: bool = False
    cards: Mapping[str, tuple[Card, ...]] = field(default_factory=dict)
    dropped: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()

    @property
    def order(self) -> tuple[str, ...]:
        """67.27: each player in turn from the dealer's left, the dealer last (A10)."""
        return (*self.stakes, DEALER)

    @property
    def deciding(self) -> str | None:
        """67.28: the seat that must decide; pair-or-plus alone has nothing to decide (A23)."""
        for seat, stakes in self.stakes.items():
            if "initial" in stakes and "additional" not in stakes and seat not in self.dropped:
                return seat
        return None

    @property
    def to_show(self) -> str | None:
        """67.29, 67.30: the dealer's hand, then each player's who still has something at stake (A14)."""
        if DEALER not in self.shown:
            return DEALER
        for seat in self.order[:-1]:
            alive = seat not in self.dropped or "pair_plus" in self.stakes[seat]
            if alive and seat not in self.shown:
                return seat
        return None


class ThreeCardPoker:
    """The machine of 67.26 to 67.32."""

    name = "three_card_poker"
    decks = 1  # one deck a round, a second may alternate (A3)

    def start(self, options: Options) -> Round:
        """Betting is open."""
        return Round(options)

    def expects(self, state: Round) -> Expectation:
        """67.26 wagers, 67.27 cards, 67.28 decisions, 67.29 and 67.30 turns."""
        if not state.closed:
            return AwaitWagers(may_close=bool(state.stakes))
        for hand in state.order:
            if (dealt := len(state.cards.get(hand, ()))) < HAND_SIZE:
                return AwaitCard(hand, dealt, face_up=False)
        if (seat := state.deciding) is not None:
            return AwaitDecision(seat, (PLAY, DROP))
        if (face_down := state.to_show) is not None:
            return AwaitTurn(face_down)
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
                stakes = state.stakes[seat]
                played = {**stakes, "additional": stakes["initial"]}  # 67.28: identical to the initial wager
                return replace(state, stakes={**state.stakes, seat: played}), ()
            case AwaitDecision(seat), Decide(who, choice) if who == seat and choice == DROP:
                after = replace(state, dropped=(*state.dropped, seat))
                return after, tuple(settle_dropped(seat, state.stakes[seat]))
            case AwaitTurn(hand), Turn(shown) if shown == hand:
                return replace(state, shown=(*state.shown, hand)), self._lines(state, hand)
            case expected, _:
                raise IllegalFactError(
                    "illegal_action", f"{type(fact).__name__} is not what the game awaits: {expected}"
                )

    def wagers(self, state: Round) -> Mapping[str, Mapping[str, Stake]]:
        """What lies on the layout."""
        return state.stakes

    def hands(self, state: Round) -> Mapping[str, Hand]:
        """Every hand lies face down until the dealer turns it."""
        return {hand: Hand(state.cards.get(hand, ()), hand in state.shown) for hand in state.order}

    def combination(self, cards: tuple[Card, ...]) -> str:
        """The hand's combination by 67.23."""
        return strength(cards)[0].name.lower()

    def _lines(self, state: Round, hand: str) -> tuple[Line, ...]:
        if hand == DEALER:
            return ()
        return settle_shown(hand, state.stakes[hand], state.cards[hand], state.cards[DEALER], state.options.unit)

    def _legal(self, state: Round, seat: str, stakes: Mapping[str, Stake]) -> Mapping[str, Stake]:
        """67.25 and 67.26: a place on the layout; the initial wager, pair or plus, or both, within the limits (A9)."""
        options = state.options
        if seat not in map(str, range(1, options.seats + 1)):
            raise IllegalFactError("bad_request", f"seat {seat[:9]}: the layout has places 1 to {options.seats}")
        for wager, stake in stakes.items():
            if wager not in ("initial", "pair_plus"):
                raise IllegalFactError("unknown_wager", f"seat {seat}, {wager}: lay initial, pair_plus or both")
            if stake is None:
                continue
            low, high = options.minimum or 1, options.maximum
            if stake < low or (high is not None and stake > high) or stake % options.unit:
                raise IllegalFactError("invalid_stake", f"seat {seat}, {wager}: {stake} is outside the posted limits")
        return dict(stakes) or {"initial": None}


GAME = ThreeCardPoker()
