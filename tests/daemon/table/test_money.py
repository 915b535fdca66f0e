"""Every wager that was ever taken is settled, returned or taken back by an event, and none says another amount."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daemon.table.events import Decided, DecisionCorrected, Event, LineSettled, WagerTakenBack
from daemon.table.orders import (
    CallWager,
    ChargeTime,
    CloseBetting,
    CorrectDecision,
    Decision,
    DeclareNoRoll,
    LeaveTable,
    Misdeal,
    Observation,
    OpenRound,
    SeatIn,
    TableOrder,
    TakeBack,
    TakeStakes,
    TurnHand,
    VoidRound,
)
from daemon.table.state import TableState
from drivers.faults import Fault, FaultError
from rules.capabilities import MovesChips
from rules.cards import DECK
from rules.craps_commission import REFUND
from rules.facts import AwaitCard, AwaitDecision, AwaitDice, AwaitTurn, AwaitWagers, Finished
from rules.lines import Stake
from rules.registry import GAMES
from tests.daemon.floor import both, everything, of_kind, seated, table, tell
from tests.daemon.table.test_games import Dealer
from tests.daemon.told import Chips, Told
from tests.rules.dealing import dealt

STEPS, SEEDS = 120, range(8)
STAKES = (None, 100, 200, 500, 500, 700, 1000, 1500)
NO_WAGERS = ("initial_bonus", "ante_bonus", "commission", REFUND)
GROUNDS = ("off_table", "cheating")
DECIDING = [name for name in GAMES if AwaitDecision in dealt(name).awaited and not isinstance(GAMES[name], MovesChips)]


class Restless(Dealer):
    """Deals, and meanwhile people lay more, take back, decide otherwise and void: whatever the table lets them."""

    def __init__(self, game: str, seed: int) -> None:
        self.told: Told | Chips = Chips() if isinstance(GAMES[game], MovesChips) else Told(NO_WAGERS)
        self.met = Counter[str]()
        super().__init__(game, seed)

    def tell(self, *observations: Observation) -> list[Event]:
        happened: list[Event] = []
        for observation in observations:
            events = super().tell(observation)
            self.met.update(self.said_of(observation, events))
            self.told.follow(self.state, events)
            happened += events
        return happened

    def said_of(self, observation: Observation, events: list[Event]) -> Iterator[str]:
        """What was done, and whether more was laid on a wager or a part of one taken back."""
        yield from (observation.kind, *(event.kind for event in events))
        yield from (event.line.wager for event in of_kind(events, LineSettled) if event.line.wager == REFUND)
        for back in of_kind(events, WagerTakenBack):
            yield from ("a part",) * bool((back.taken or {}).keys() & (back.lying or {}).keys())
        if isinstance(self.told, Told) and isinstance(observation, SeatIn):
            before = self.told.lying.keys()
            yield from ("more",) * any((observation.seat, wager) in before for wager in observation.wagers)

    def try_to(self, *orders: TableOrder) -> None:
        """What is refused did not happen."""
        for order in orders:
            before = self.state
            try:
                self.tell(order)
            except FaultError:
                self.observations.pop()
                assert self.state is before

    def play(self, steps: int) -> None:
        for _ in range(steps):
            if not self.state.in_round:
                self.try_to(*both(self.corrected()))  # which may open it again
            if not self.state.in_round:
                decks = sum(GAMES[self.state.posted[0]].decks[:1])
                self.deck = [str(card) for card in self.chance.sample(DECK * decks, 52 * decks)]
                self.tell(OpenRound())
            self.try_to(*self.meddling())
            if self.state.in_round:
                self.tell(*self.next())

    def meddling(self) -> Iterator[TableOrder]:
        """Mostly wagers while they are open; now and then something else."""
        chance, seat = self.chance, self.chance.choice(self.seats)
        if isinstance(self.state.awaits, AwaitWagers | AwaitDice):
            for _ in range(chance.randrange(6)):
                yield from self.change(seat, *self.choose())
        if isinstance(self.state.awaits, AwaitDecision):
            yield Decision(seat=seat, choice=chance.choice(self.state.awaits.choices), stake=self.said())
        match chance.randrange(40):
            case 0:
                yield VoidRound(reason="spilled water")
            case 1:
                yield Misdeal(reason="dealt from the wrong seat")
            case 2 | 3 | 4:
                yield DeclareNoRoll(ground=chance.choice(GROUNDS))
            case 5 | 6 | 7:
                yield from both(self.corrected())

    def choose(self) -> tuple[str, int | None]:
        """A wager of the game, and an amount."""
        names = [*GAMES[self.state.game].sections, *(wager for laid in GAMES[self.state.game].usual for wager in laid)]
        return self.chance.choice(names), self.chance.choice(STAKES)

    def change(self, seat: str, wager: str, stake: int | None) -> Iterator[TableOrder]:
        usual = dict(self.chance.choice(GAMES[self.state.game].usual))
        match self.chance.randrange(9):
            case 0 | 1:
                yield SeatIn(seat=seat, wagers={wager: stake})
            case 2 | 3:
                yield SeatIn(seat=seat, wagers=usual)
            case 4:
                yield TakeBack(seat=seat, wager=wager)
            case 5 | 6:
                lying = [*self.state.machine.wagers(self.state.play).get(seat, ())] or [wager]
                yield TakeBack(seat=seat, wager=self.chance.choice(lying), stake=self.chance.choice((40, 100, stake)))
            case 7:
                yield from (TakeBack(seat=seat), LeaveTable(seat=seat), SeatIn(seat=seat))
            case _:
                yield from (CallWager(seat=seat, wager=wager, on=True), ChargeTime(seat=seat, stake=100))
                yield TakeStakes(seat=seat, stake=500)

    def corrected(self) -> CorrectDecision:
        known = () if isinstance(self.told, Chips) else GAMES[self.state.posted[0]].terms  # a pot won twice: test_room
        choices = [choice for choice in ("play", "drop", "war", "withdraw", "keep") if choice in known] or ["dance"]
        stake = self.chance.choice((None, self.said()))
        return CorrectDecision(seat=self.chance.choice(self.seats), choice=self.chance.choice(choices), stake=stake)

    def said(self) -> int | None:
        """With a decision; at Crazy Four nothing that the cards might forbid when they are turned (67.81)."""
        return self.chance.choice((None, 500) if self.state.game == "crazy_four" else STAKES)

    def raised(self, choice: str) -> int | None:
        return super().raised(choice) if isinstance(self.state.machine, MovesChips) else None


@cache
def played(game: str, seed: int) -> Restless:
    dealer = Restless(game, seed)
    dealer.play(STEPS)
    return dealer


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_is_laid_is_settled_returned_or_taken_back_by_an_event(game: str, seed: int) -> None:
    assert played(game, seed).met["seat_taken"]  # and what was told was looked at after every step


def test_every_way_of_a_wager_is_met() -> None:
    met = {game: sum((played(game, seed).met for seed in SEEDS), Counter[str]()) for game in GAMES}
    room, dice = "poker_room", ("sic_bo", "craps")
    for game in GAMES:
        assert met[game].keys() >= {"void_round", "line_settled", "round_voided"}
        assert game in dice or met[game]["misdeal"]
        assert game not in dice or met[game]["declare_no_roll"]
        assert game == room or (met[game]["more"] and met[game]["a part"])
        assert game not in DECIDING or game == "war" or met[game]["decision_corrected"]  # at war ties are seldom
    assert met["craps"][REFUND]
    assert met[room].keys() >= {"leave_table", "pots_awarded", "chips_bet"}


def test_what_was_recorded_before_revisions_is_what_this_test_would_find() -> None:
    """At Sic Bo a wager vanished; at 3-Cards Poker another stake was settled than the decision said."""
    told = Told()
    state, events = everything(
        table("sic_bo", OpenRound(), revision=0),
        SeatIn(seat="1", wagers={"small": 500}),
        SeatIn(seat="1", wagers={"big": 500}),
    )
    with pytest.raises(AssertionError, match="a wager vanished"):
        told.follow(state, events)
    state = seated("three_card_poker", CloseBetting(), "8c 8d 3s Qs 7d 4c", wagers={"initial": 500}, revision=0)
    told.lying = {("1", "initial"): 500}
    told.cents["laid"] = 500
    with pytest.raises(AssertionError, match="another stake lies there than was told"):
        told.follow(*tell(state, Decision(seat="1", choice="play", stake=700)))


# -- what a decision says ---------------------------------------------------------------------------------------------

ACES = ("As", "Ah")  # a tie at war, and a hand with which one may raise
SECTION = re.compile(r"\((?:67|21|95)\.\d+\)")
AMOUNTS = st.none() | st.sampled_from([0, -500, 499, 500, 700, 1000, 1500, 2000]) | st.integers(-10, 4000)
ADDED, ADDING = ("additional", "second"), ("play", "war")


@cache
def asked(game: str, known: bool) -> TableState:
    """A table at which the only seat must decide, its amounts known or not."""
    wagers = {wager: stake if known else None for wager, stake in GAMES[game].usual[0].items()}
    return dealt_on(seated(game, CloseBetting(), wagers=wagers), AwaitDecision)


def dealt_on(state: TableState, to: type) -> TableState:
    """Cards and turns, until this is awaited."""
    left = [*ACES, *(name for name in map(str, DECK) if name not in ACES)]
    while not isinstance(state.awaits, to):
        match state.awaits:
            case AwaitCard():
                count = sum(len(hand.cards) for hand in state.machine.hands(state.play).values())
                state, _ = tell(state, left[count])
            case AwaitTurn(hand):
                state, _ = tell(state, TurnHand(hand=hand))
            case awaited:
                raise AssertionError(awaited)
    return state


def settled(state: TableState) -> Stake | str:
    """The stake of what the decision added, as its line has it."""
    return next((line.stake for line in state.lines if line.wager in ADDED), "nothing")


def judged(refusal: FaultError, stake: Stake) -> None:
    """Only what names an amount is refused, with a section, or as no amount at all."""
    assert refusal.fault is Fault.ORDER_ILLEGAL
    assert stake is not None
    assert SECTION.search(refusal.detail) or "positive multiple" in refusal.detail


@pytest.mark.parametrize("game", DECIDING)
@settings(deadline=None)
@given(data=st.data(), known=st.booleans(), stake=AMOUNTS, other=AMOUNTS)
def test_a_decision_is_refused_or_what_it_says_is_settled(
    game: str, data: st.DataObject, known: bool, stake: Stake, other: Stake
) -> None:
    state = asked(game, known)
    assert isinstance(state.awaits, AwaitDecision)
    choices = st.sampled_from(state.awaits.choices)
    choice = data.draw(choices)
    try:
        state, events = tell(state, Decision(seat="1", choice=choice, stake=stake))
    except FaultError as refusal:
        judged(refusal, stake)
        return
    (decided,) = of_kind(events, Decided)
    assert stake in (decided.stake, None)
    state = dealt_on(state, Finished)
    assert settled(state) == (decided.stake if choice in ADDING else "nothing")
    assert choice in ADDING or decided.stake is None
    again = data.draw(choices)
    try:
        corrected, events = tell(state, *both(CorrectDecision(seat="1", choice=again, stake=other)))
    except FaultError as refusal:
        assert other is not None or refusal.fault is Fault.ORDER_ILLEGAL
        return
    (said,) = of_kind(events, DecisionCorrected)
    assert said.after == (again, other)
    if isinstance(corrected.awaits, AwaitCard | AwaitTurn):
        corrected = dealt_on(corrected, Finished)
    lies = settled(corrected)
    assert lies == "nothing" if again not in ADDING else other in (lies, None)
