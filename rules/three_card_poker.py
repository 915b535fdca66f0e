"""3-Cards Poker, sections 67.22 to 67.32 (O.C. 111-2000)."""

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
    decks_of,
    options_of,
    seats_of,
    stakes_of,
    unit_of,
)
from rules.lines import Line, Odds, Stake, lose, push, win
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
from rules.ranking import SHIFT, Three, ranks_of, three
from rules.terms import Term

HAND_SIZE = 3
PLAY, DROP = "play", "drop"
LAID = frozenset({"initial", "pair_plus"})
WAGERS = LAID | {"additional"}
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
    DROP: Term("se retire", "drops"),
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
    unit, decks = unit_of(options), decks_of(options, (1, 2), 1)
    seats = []
    for seat, player in seats_of(request):
        stakes = stakes_of(seat, player, WAGERS, unit)
        if "initial" not in stakes and ("additional" in stakes or "pair_plus" not in stakes):
            raise RuleError(
                "missing_wager", f"seat {seat}: initial or pair_plus must be laid, and initial for additional"
            )
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
    terms: Mapping[str, Term] = TERMS

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
            return AwaitTurn(face_down, tuple(range(HAND_SIZE)))
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
                return after, (settle_dropped(seat, state.stakes[seat]),)
            case AwaitTurn(hand), Turn(shown) if shown == hand:
                return replace(state, shown=(*state.shown, hand)), self._lines(state, hand)
            case expected, _:
                raise not_awaited(expected, fact)

    def wagers(self, state: Round) -> Mapping[str, Mapping[str, Stake]]:
        """What lies on the layout."""
        return state.stakes

    def hands(self, state: Round) -> Mapping[str, Hand]:
        """Every hand lies face down until the dealer turns it."""
        dealt = {hand: state.cards.get(hand, ()) for hand in state.order}
        return {hand: Hand(cards, (hand in state.shown,) * len(cards)) for hand, cards in dealt.items()}

    def combination(self, cards: tuple[Card, ...]) -> str | None:
        """The hand's combination by 67.23."""
        return HAND_NAMES[Three(three(cards) >> SHIFT)] if len(cards) == HAND_SIZE else None

    def settle(self, request: Request) -> Answer:
        """The settle contract's answer."""
        return settle(request)

    def _lines(self, state: Round, hand: str) -> tuple[Line, ...]:
        if hand == DEALER:
            return ()
        mine, dealer = three(state.cards[hand]), three(state.cards[DEALER])
        return tuple(settle_shown(hand, state.stakes[hand], mine, dealer, state.options.unit))

    def _legal(self, state: Round, seat: str, stakes: Mapping[str, Stake]) -> Mapping[str, Stake]:
        """67.25 and 67.26: a place on the layout; the initial wager, pair or plus, or both, within the limits."""
        check_seat(seat, state.options)
        for wager, stake in stakes.items():
            if wager not in LAID:
                raise RuleError("unknown_wager", f"seat {seat}, {wager[:40]}: lay initial, pair_plus or both")
            check_limits(seat, wager, stake, state.options)
        return dict(stakes) or {"initial": None}


GAME = ThreeCardPoker()
