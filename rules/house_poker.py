"""What the poker games against the house share: wagers, cards face down, a decision, then turns, hand by hand.

A game says how many cards a hand has, which wagers may lie, what staying in adds, and what a turned hand decides.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import ClassVar, NamedTuple

from rules.betting import bet
from rules.cards import Card
from rules.contract import Request, check_ratio, check_stake, clockwise, seats_of, stakes_of
from rules.decisions import added, check_nothing_added
from rules.facts import (
    AwaitCard,
    AwaitDecision,
    AwaitTurn,
    AwaitWagers,
    Deal,
    Decide,
    Expectation,
    Fact,
    Finished,
    Turn,
)
from rules.game import (
    DEALER,
    Amounts,
    Game,
    Hand,
    Options,
    RuleError,
    as_posted,
    check_limits,
    check_offered,
    check_seat,
    not_awaited,
)
from rules.lines import Line, Stake
from rules.refusals import Because

PLAY, DROP = "play", "drop"

Stakes = Mapping[str, Stake]


class Round(NamedTuple):
    """One round, from the first wager to the last line."""

    options: Options
    stakes: Mapping[str, Stakes] = {}  # by seat, clockwise; then by wager
    closed: bool = False
    cards: Mapping[str, tuple[Card, ...]] = {}
    dropped: tuple[str, ...] = ()
    turned: Mapping[str, int] = {}  # how many of a hand's cards were turned, from the first

    @property
    def order(self) -> tuple[str, ...]:
        """Each player in turn from the dealer's left, the dealer last (A10)."""
        return (*self.stakes, DEALER)


class HousePoker(Game):
    """The machine; what is abstract, each game says in the words of its sections."""

    needs = frozenset({"shoe"})
    choices = (PLAY, DROP)
    decks = (1, 2)  # one deck a round, a second may alternate (A3); or two mixed (A4)

    SIZE: ClassVar[int]  # a player's cards
    DEALER_SIZE: ClassVar[int]
    MAIN: ClassVar[str]  # the wager that is played against the dealer
    ADDED: ClassVar[str]  # what a player lays who stays in,
    TIMES: ClassVar[tuple[int, int]] = (1, 1)  # and of how many times the main wager, at least and at most
    TIED: ClassVar[Mapping[str, int]] = {}  # what lies with it from the beginning, and how many times as much
    SIDE: ClassVar[str]  # the wager that the player's own cards decide, whatever the dealer holds
    CLOSES: ClassVar[str]  # the section of « Rien ne va plus »
    DECIDES: ClassVar[str]  # that of the decision
    PLAYERS: ClassVar[int | None] = 7
    PLAYERS_SECTION: ClassVar[str] = ""  # which says so

    @property
    def added(self) -> Collection[str]:  # type: ignore[override]  # what each game declares as ADDED
        """What a player lays who stays in."""
        return (self.ADDED,)

    @property
    def tied(self) -> Mapping[str, tuple[str, int]]:  # type: ignore[override]  # what each game declares as TIED
        """What is laid together with the main wager."""
        return {wager: (self.MAIN, times) for wager, times in self.TIED.items()}

    # -- what each game says ------------------------------------------------------------------------------------------

    @abstractmethod
    def lay(self, seat: str, stakes: Stakes, options: Options) -> Stakes:
        """The wagers of a seat, if they may lie so; of none given, the mandatory ones, amounts unknown."""

    @abstractmethod
    def drop(self, seat: str, stakes: Stakes) -> Iterable[Line]:
        """Settles the wagers of a player who gives up."""

    @abstractmethod
    def show(self, state: Round, seat: str) -> Iterable[Line]:
        """What a player's turned hand decides."""

    def face_up(self, hand: str, place: int) -> bool:
        """Whether a card is dealt face up."""
        return False

    # -- the machine --------------------------------------------------------------------------------------------------

    def start(self, options: Options) -> Round:
        """Begins a round with betting open."""
        return Round(options)

    def expects(self, state: Round) -> Expectation:
        """Wagers, cards, decisions, then the dealer's hand and each player's who has something at stake (A14)."""
        if not state.closed:
            return AwaitWagers(may_close=bool(state.stakes))
        if awaited := self.dealing(state, state.order) or self.deciding(state):
            return awaited
        alive = [seat for seat in state.stakes if seat not in state.dropped or self.SIDE in state.stakes[seat]]
        return self.turning(state, [DEALER, *alive]) or Finished()

    def most_players(self, options: Options) -> tuple[int, str] | None:
        """As the game's section says."""
        return None if self.PLAYERS is None else (self.PLAYERS, self.PLAYERS_SECTION)

    def dealing(self, state: Round, hands: Iterable[str], size: int | None = None) -> AwaitCard | None:
        """The next card, whole hands in turn (A10)."""
        for hand in hands:
            full = size or (self.DEALER_SIZE if hand == DEALER else self.SIZE)
            if (dealt := len(state.cards.get(hand, ()))) < full:
                return AwaitCard(hand, dealt, self.face_up(hand, dealt))
        return None

    def deciding(self, state: Round) -> AwaitDecision | None:
        """The seat that must decide; one without the main wager has nothing to decide."""
        for seat, stakes in state.stakes.items():
            if self.MAIN in stakes and self.ADDED not in stakes and seat not in state.dropped:
                return AwaitDecision(seat, self.choices)
        return None

    def turning(self, state: Round, hands: Iterable[str]) -> AwaitTurn | None:
        """The next hand that still has cards to be turned."""
        for hand in hands:
            size, turned = len(state.cards[hand]), state.turned.get(hand, 0)
            if turned < size:
                return AwaitTurn(hand, tuple(n for n in range(turned, size) if not self.face_up(hand, n)))
        return None

    def step(self, state: Round, fact: Fact) -> tuple[Round, tuple[Line, ...]]:
        """One fact, if it is the one that is awaited."""
        match self.expects(state), fact:
            case AwaitWagers() as betting, _:
                return bet(state, betting, fact, self._legal, tied={self.MAIN: self.TIED}), ()
            case AwaitCard(hand), Deal(card):
                return state._replace(cards={**state.cards, hand: (*state.cards.get(hand, ()), card)}), ()
            case AwaitDecision(seat), Decide(who, choice, stake) if who == seat and choice == PLAY:
                stakes = state.stakes[seat]
                laid = {**stakes, self.ADDED: self.add(seat, stakes, stake, state.options)}
                return state._replace(stakes={**state.stakes, seat: laid}), ()
            case AwaitDecision(seat), Decide(who, choice, stake) if who == seat and choice == DROP:
                check_nothing_added(seat, choice, stake, self.DECIDES, state.options)
                return state._replace(dropped=(*state.dropped, seat)), tuple(self.drop(seat, state.stakes[seat]))
            case AwaitTurn(hand), Turn(shown) if shown == hand:
                after = state._replace(turned={**state.turned, hand: len(state.cards[hand])})
                return after, () if hand == DEALER else tuple(self.show(state, hand))
            case expected, _:
                raise not_awaited(expected, fact, self.CLOSES)

    def add(self, seat: str, stakes: Stakes, stake: Stake, options: Options) -> Stake:
        """What a player who stays in adds: what the section asks for, or an amount within what it allows."""
        (least, most), main = self.TIMES, stakes[self.MAIN]
        if least == most:
            return added(seat, self.ADDED, stake, None if main is None else least * main, self.DECIDES, options)
        if stake is not None:
            check_stake(stake, seat, self.ADDED, options.unit)
        check_ratio(seat, {**stakes, self.ADDED: stake}, self.ADDED, self.MAIN, least, most, self.DECIDES)
        return stake

    def amounts(self, state: Round, seat: str, choice: str) -> Amounts | None:
        """So many times the main wager, if that is known."""
        (least, most), main = self.TIMES, state.stakes[seat].get(self.MAIN)
        if choice != PLAY or main is None:
            return None
        return Amounts(least * main, most * main, tuple(times * main for times in range(least, most + 1)))

    def by_hand(
        self, state: Round, told: Request, meters: Mapping[str, tuple[Stake, int]] = {}
    ) -> tuple[None, tuple[Line, ...]]:
        """A hand that was given up with nothing else at stake need not be told: nobody has seen it (A159)."""
        unseen: dict[str, Stakes] = {}
        for seat, player in seats_of(told):
            stakes = stakes_of(seat, player, self.sections, state.options.unit)
            if "cards" not in player and not {self.ADDED, self.SIDE} & stakes.keys():
                unseen[seat] = self.lay(seat, stakes, replace(state.options, minimum=None, maximum=None, limits={}))
        shown = {seat: player for seat, player in seats_of(told) if seat not in unseen}
        lines = [line for seat, stakes in unseen.items() for line in self.drop(seat, stakes)]
        if shown:
            lines += self.shown_by_hand(state.options, {**told, "seats": shown})
        return None, tuple(sorted(lines, key=lambda line: clockwise(line.seat)))

    def shown_by_hand(self, options: Options, told: Request) -> Iterable[Line]:
        """Settles the hands that were seen."""
        return self.settle(as_posted(self, options, told)).lines

    def wagers(self, state: Round) -> Mapping[str, Stakes]:
        """Returns what lies on the layout."""
        return state.stakes

    def hands(self, state: Round) -> Mapping[str, Hand]:
        """Every card lies face down until the dealer turns it, unless it was dealt face up."""
        seen: dict[str, Hand] = {}
        for hand in state.order:
            cards, turned = state.cards.get(hand, ()), state.turned.get(hand, 0)
            seen[hand] = Hand(cards, tuple(n < turned or self.face_up(hand, n) for n in range(len(cards))))
        return seen

    def _legal(self, state: Round, seat: str, stakes: Stakes) -> Stakes:
        check_seat(seat, state.options)
        if seat not in state.stakes and len(state.stakes) == self.PLAYERS:
            raise RuleError("illegal_action", Because.MOST_PLAYERS(seat=seat, most=self.PLAYERS))
        for wager in stakes:
            if wager not in self.laid:
                raise RuleError("unknown_wager", Because.NOT_BEFORE(seat=seat, wager=wager[:40]))
        check_offered(self, seat, stakes, state.options)
        return self.lay(seat, stakes, state.options)


def within_limits(seat: str, stakes: Stakes, options: Options) -> Stakes:
    """Every wager by itself within the posted limits (A9)."""
    for wager, stake in stakes.items():
        check_limits(seat, wager, stake, options)
    return dict(stakes)
