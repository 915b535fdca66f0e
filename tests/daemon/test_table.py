"""The table as a pure function: every phase meets every observation, and then the stories that floors tell."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cache
from typing import get_args

import pytest

from daemon.table.apply import Applied, apply, hold_for_bug
from daemon.table.events import CardDealt, CardSetAside, Event, Held, LinkProven, Resumed, RoundFinished, RoundVoided
from daemon.table.orders import (
    Align,
    AnyOrder,
    CloseBetting,
    Continue,
    Decision,
    Observation,
    OpenRound,
    SeatIn,
    Started,
    TurnHand,
    VoidRound,
)
from daemon.table.state import GRAVITY, Shoe, TableState
from daemon.view import view
from drivers.faults import Fault, FaultError
from drivers.observation import CardSeen, CardUnreadable, LinkDown, LinkUp
from drivers.observation import Observation as DeviceObservation
from rules.cards import DECK
from rules.machine import Options

A_CARD = re.compile("[2-9TJQKA][cdhs]")  # nothing else at this table is spelled like a card
RESOLVING = (Continue, Align, VoidRound)
STARTED = Started(version="1", game="three_card_poker", options=Options())


def felt(state: TableState) -> dict[str, int]:
    """How many cards lie before each hand."""
    return {name: len(hand.cards) for name, hand in state.machine.hands(state.play).items()} if state.play else {}


def cards(state: TableState, *, up: bool) -> set[str]:
    """The cards on the felt that everyone sees, or that nobody may."""
    hands = state.machine.hands(state.play).values() if state.play else ()
    return {str(card) for hand in hands for card, shown in zip(hand.cards, hand.up, strict=True) if shown is up}


# -- every phase meets every observation ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """One observation, what it met, and what came of it."""

    before: TableState
    observation: Observation
    after: TableState
    events: tuple[Event, ...]
    refusal: FaultError | None = None


def device_says(state: TableState) -> Iterator[DeviceObservation]:
    """Everything that the shoe can say in this state."""
    boot, seq = state.shoe.boot or "b1", state.shoe.seq
    lying = sorted(cards(state, up=False) | cards(state, up=True))
    fresh = next(str(card) for card in reversed(DECK) if str(card) not in lying)
    for where, count in ((boot, seq + 1), (boot, seq), (boot, seq + 2), ("b2" if boot == "b1" else "b1", 1)):
        yield from (CardSeen("shoe", where, count, card) for card in (fresh, *lying[:1]))
        yield CardUnreadable("shoe", where, count, "exit")
    yield from (LinkUp("shoe", boot, seq, complete) for complete in (True, False))
    yield LinkDown("shoe", Fault.SHOE_SILENT)


def people_order(state: TableState) -> Iterator[AnyOrder]:
    """Every order, sensible or not."""
    yield OpenRound()
    yield from (SeatIn(seat=seat, wagers={"initial": 500, "pair_plus": 100}) for seat in ("1", "9"))
    yield CloseBetting()
    yield from (Decision(seat=seat, choice=choice) for seat in ("1", "9") for choice in ("play", "drop", "pass"))
    yield from (TurnHand(hand=hand) for hand in ("dealer", "1", "9"))
    yield Continue()
    yield from (Align(felt=counted) for counted in (felt(state), {**felt(state), "dealer": 9}, {"9": 1}))
    yield from (VoidRound(reason=reason) for reason in ("spilled water", " "))


def take(state: TableState, observation: Observation) -> Step:
    try:
        return Step(state, observation, *apply(state, observation))
    except FaultError as refusal:
        return Step(state, observation, state, (), refusal)


@cache
def every_step() -> tuple[Step, ...]:
    """From an empty table on, every observation in every state; two states that await the same are the same."""
    steps: list[Step] = []
    met, unvisited = set(), deque([apply(TableState(), STARTED)[0]])
    while unvisited:
        state = unvisited.popleft()
        awaits = state.machine.expects(state.play) if state.play else None
        place = awaits, state.hold and (state.hold.fault, state.hold.proven), state.shoe.up, state.shoe.boot is None
        if place in met:
            continue
        met.add(place)
        taken = [take(state, observation) for observation in (*device_says(state), *people_order(state), STARTED)]
        unvisited.extend(step.after for step in taken)
        unvisited.append(hold_for_bug(state, STARTED)[0])
        steps += taken
    return tuple(steps)


def test_the_walk_meets_every_phase_and_every_hold_that_a_table_can_come_to() -> None:
    down, up, proven = (False, False), (True, False), (True, True)

    def held_for(*faults: Fault, shoe: tuple[tuple[bool, bool], ...]) -> set[tuple[Fault | None, bool, bool]]:
        return {(fault, *how) for fault in faults for how in shoe}

    free = {(None, *up)}  # no round goes on while the shoe does not answer; it may open, or have ended
    outside = {(None, *down), *free} | held_for(
        Fault.CARD_UNEXPECTED, Fault.CARD_UNREADABLE, Fault.TABLE_BUG, shoe=(down, up)
    )
    anywhere = held_for(Fault.LINK_LOST, Fault.TABLE_RESTARTED, shoe=(down, proven))
    anywhere |= held_for(Fault.CARDS_IN_DOUBT, Fault.CARD_UNREADABLE, Fault.TABLE_BUG, shoe=(down, up, proven))
    no_card_awaited = anywhere | held_for(Fault.CARD_UNEXPECTED, shoe=(down, up, proven))
    expected = {
        "idle": outside,
        "betting": {(None, *down), *free} | no_card_awaited,
        "dealing": free | anywhere | held_for(Fault.CARD_IMPOSSIBLE, shoe=(down, up, proven)),
        "deciding": free | no_card_awaited,
        "turning": free | no_card_awaited,
        "finished": outside,
    }
    met: dict[str, set[tuple[Fault | None, bool, bool]]] = {phase: set() for phase in expected}
    for state in (step.before for step in every_step()):
        fault, is_proven = (state.hold.fault, state.hold.proven) if state.hold else (None, False)
        met[view(state)["phase"]].add((fault, state.shoe.up, is_proven))
    assert met == expected


def test_the_walk_tries_every_kind_of_observation() -> None:
    assert {type(step.observation) for step in every_step()} == set(get_args(Observation))


def test_a_device_is_never_refused() -> None:
    told = [step for step in every_step() if isinstance(step.observation, DeviceObservation | Started)]
    assert [step for step in told if step.refusal] == []


def test_an_order_is_refused_or_does_something_and_says_so() -> None:
    ordered = [step for step in every_step() if isinstance(step.observation, AnyOrder)]
    for step in ordered:
        assert bool(step.events) is (step.refusal is None), step
        if step.refusal is None and not isinstance(step.observation, SeatIn):  # the same wagers may be told again
            assert step.after != step.before, step
    accepted = {type(step.observation) for step in ordered if step.refusal is None}
    assert accepted == {type(step.observation) for step in ordered if step.refusal} == set(get_args(AnyOrder))


def test_a_hold_ends_only_because_a_person_says_so() -> None:
    ended = {type(step.observation) for step in every_step() if step.before.hold and not step.after.hold}
    assert ended == set(RESOLVING)


def test_a_held_table_takes_no_other_order() -> None:
    for step in every_step():
        if step.before.hold and isinstance(step.observation, AnyOrder) and not isinstance(step.observation, RESOLVING):
            assert step.refusal and step.refusal.fault is Fault.ORDER_WHILE_HELD, step


def test_a_hold_never_becomes_milder() -> None:
    holds = [(step.before.hold, step.after.hold) for step in every_step()]
    changes = [(before.fault, after.fault) for before, after in holds if before and after]
    assert all(GRAVITY.index(before) <= GRAVITY.index(after) for before, after in changes)
    assert any(before is not after for before, after in changes)


def test_a_card_that_left_the_shoe_is_dealt_or_set_aside_once() -> None:
    for step in every_step():
        if isinstance(seen := step.observation, CardSeen | CardUnreadable):
            fates = [event for event in step.events if isinstance(event, CardDealt | CardSetAside)]
            told_before = (seen.boot, seen.seq) == (step.before.shoe.boot, step.before.shoe.seq)
            assert len(fates) == (0 if told_before else 1), step
            dealt = sum(felt(step.after).values()) - sum(felt(step.before).values())
            assert dealt == sum(isinstance(fate, CardDealt) for fate in fates), step
            assert not told_before or step.after == step.before


def test_nobody_is_told_a_card_that_lies_face_down() -> None:
    hidden, told = 0, 0
    for step in every_step():
        said = json.dumps([view(step.after), *map(asdict, step.events), str(step.refusal)])
        assert set(A_CARD.findall(said)) <= cards(step.after, up=True), step
        hidden += bool(cards(step.after, up=False))
        told += bool(A_CARD.search(said))
    assert hidden and told  # there were cards to hide, and cards to tell


# -- stories ----------------------------------------------------------------------------------------------------------

UP = LinkUp("shoe", "b1", 0, True)
ONE_SEAT = (STARTED, UP, OpenRound(), SeatIn(seat="1", wagers={"initial": 500}), CloseBetting())


def seen(seq: int, card: str) -> CardSeen:
    return CardSeen("shoe", "b1", seq, card)


def deal(names: str, first: int = 1) -> tuple[CardSeen, ...]:
    return tuple(seen(seq, name) for seq, name in enumerate(names.split(), first))


def tell(state: TableState, *observations: Observation) -> Applied:
    """The state after all of them, and the last one's events."""
    events: tuple[Event, ...] = ()
    for observation in observations:
        state, events = apply(state, observation)
    return state, events


def table(*observations: Observation) -> TableState:
    return tell(TableState(), *observations)[0]


def refused(state: TableState, order: AnyOrder) -> tuple[Fault, str]:
    with pytest.raises(FaultError) as refusal:
        apply(state, order)
    return refusal.value.fault, refusal.value.detail


def held(state: TableState) -> Fault | None:
    return state.hold.fault if state.hold else None


def test_a_round_is_played_to_its_end() -> None:
    state = table(STARTED, UP, OpenRound(), SeatIn(seat="1", wagers={"initial": 500}), SeatIn(seat="2"), CloseBetting())
    state, _ = tell(state, *deal("Kh Kd 4c  2s 5d 9c  Qc 7d 3h"))
    state, _ = tell(
        state, Decision(seat="1", choice="play"), Decision(seat="2", choice="drop"), TurnHand(hand="dealer")
    )
    state, events = tell(state, TurnHand(hand="1"))
    assert events[-1] == RoundFinished(1)
    assert view(state)["phase"] == "finished"
    assert state.result is not None
    assert state.result.hands == {"1": ("Kh", "Kd", "4c"), "dealer": ("Qc", "7d", "3h")}  # seat 2 was never turned
    won = [(line.seat, line.wager, line.outcome, line.won) for line in state.result.lines]
    assert won == [("2", "initial", "lose", None), ("1", "initial", "win", 500), ("1", "additional", "win", 500)]


def test_a_card_told_twice_is_taken_once() -> None:
    state = table(*ONE_SEAT, *deal("Kh Qd"))
    assert tell(state, seen(2, "Qd")) == (state, ())
    assert tell(state, seen(1, "Kh")) == (state, ())


@pytest.mark.parametrize("after_a_gap", [seen(4, "Jc"), CardSeen("shoe", "b2", 1, "Jc")])
def test_a_gap_holds_the_round_until_the_felt_is_counted(after_a_gap: CardSeen) -> None:
    state, events = tell(table(*ONE_SEAT, *deal("Kh Qd")), after_a_gap)
    assert events == (CardDealt("1", 2, None), Held(Fault.CARDS_IN_DOUBT, "shoe"))
    assert refused(state, Continue())[0] is Fault.ORDER_NOT_NOW
    assert refused(state, Align(felt={"1": 3, "dealer": 1})) == (Fault.FELT_DIFFERS, "dealer")
    assert tell(state, Align(felt={"1": 3}))[1] == (Resumed(Fault.CARDS_IN_DOUBT),)


def test_a_lost_link_holds_until_the_shoe_proves_itself_and_the_dealer_continues() -> None:
    state, events = tell(table(*ONE_SEAT, *deal("Kh Qd")), LinkDown("shoe", Fault.SHOE_SILENT))
    assert events == (Held(Fault.LINK_LOST, "shoe"),)
    assert refused(state, Continue()) == (Fault.ORDER_NOT_NOW, Fault.LINK_LOST)
    state, events = tell(state, seen(3, "Jc"))  # drawn meanwhile, and told on reconnection
    assert events == (CardDealt("1", 2, None),)
    state, events = tell(state, LinkUp("shoe", "b1", 3, True))
    assert events == (LinkProven(),)
    assert held(state) is Fault.LINK_LOST
    assert refused(state, OpenRound()) == (Fault.ORDER_WHILE_HELD, Fault.LINK_LOST)
    state, events = tell(state, Continue())
    assert events == (Resumed(Fault.LINK_LOST),)
    assert tell(state, seen(4, "9s"))[1] == (CardDealt("dealer", 0, None),)


def test_a_link_that_comes_back_without_proof_needs_the_felt_counted() -> None:
    state = table(*ONE_SEAT, *deal("Kh Qd"), LinkDown("shoe", Fault.SHOE_SILENT), LinkUp("shoe", "b2", 0, False))
    assert held(state) is Fault.CARDS_IN_DOUBT
    assert refused(state, Continue())[0] is Fault.ORDER_NOT_NOW
    assert held(table(*ONE_SEAT, *deal("Kh Qd"), LinkUp("shoe", "b2", 0, False))) is Fault.CARDS_IN_DOUBT


def test_a_restart_resumes_once_a_person_has_counted_the_felt() -> None:
    state, events = tell(table(*ONE_SEAT, *deal("Kh Qd Jc 9s")), STARTED)
    assert events == (Held(Fault.TABLE_RESTARTED, ""),)
    right = Align(felt={"1": 3, "dealer": 1})
    assert refused(state, right) == (Fault.ORDER_NOT_NOW, "the shoe does not answer")
    state, _ = tell(state, LinkUp("shoe", "b1", 4, True))
    assert refused(state, Continue()) == (Fault.ORDER_NOT_NOW, Fault.TABLE_RESTARTED)
    assert refused(state, Align(felt={"1": 2, "dealer": 2, "5": 1})) == (Fault.FELT_DIFFERS, "1, 5, dealer")
    assert refused(state, Align(felt={"1": 3})) == (Fault.FELT_DIFFERS, "dealer")
    state, events = tell(state, right)
    assert events == (Resumed(Fault.TABLE_RESTARTED),)
    assert tell(state, seen(5, "Td"))[1] == (CardDealt("dealer", 1, None),)


def test_a_restart_between_rounds_holds_nothing() -> None:
    state = table(STARTED, UP, STARTED)
    assert held(state) is None
    assert state.shoe == Shoe("b1", 0, up=False)


def test_an_unreadable_card_voids_the_round() -> None:
    state, events = tell(table(*ONE_SEAT, *deal("Kh Qd")), CardUnreadable("shoe", "b1", 3, "exit"))
    assert events == (CardSetAside(), Held(Fault.CARD_UNREADABLE, "exit"))
    assert refused(state, VoidRound(reason="  "))[0] is Fault.ORDER_MALFORMED
    for order in (Continue(), Align(felt={"1": 2})):
        assert refused(state, order)[0] is Fault.ORDER_NOT_NOW
    assert tell(state, seen(4, "Jc"))[1] == (CardSetAside(),)  # nobody knows where it lies
    state, events = tell(state, VoidRound(reason="not readable"))
    assert events == (RoundVoided(1, "not readable"),)
    assert (view(state)["phase"], held(state), state.lines, state.result) == ("idle", None, (), None)
    assert view(tell(state, OpenRound())[0])["round"] == 2


def test_a_round_that_is_not_held_cannot_be_voided() -> None:
    assert refused(table(*ONE_SEAT), VoidRound(reason="no reason")) == (Fault.ORDER_NOT_NOW, "nothing is held")


def test_an_unexpected_card_between_rounds_is_set_aside_and_play_continues() -> None:
    state, events = tell(table(STARTED, UP), seen(1, "Kh"))
    assert events == (CardSetAside(), Held(Fault.CARD_UNEXPECTED, "shoe"))
    assert refused(state, OpenRound()) == (Fault.ORDER_WHILE_HELD, Fault.CARD_UNEXPECTED)
    assert refused(state, VoidRound(reason="no round"))[0] is Fault.ORDER_NOT_NOW
    state, events = tell(state, Continue())
    assert events == (Resumed(Fault.CARD_UNEXPECTED),)
    assert view(tell(state, OpenRound())[0])["phase"] == "betting"


def test_an_unexpected_card_in_a_round_can_only_void_it() -> None:
    state = table(STARTED, UP, OpenRound(), seen(1, "Kh"))
    assert held(state) is Fault.CARD_UNEXPECTED
    assert refused(state, Continue())[0] is Fault.ORDER_NOT_NOW
    assert view(tell(state, VoidRound(reason="drawn too soon"))[0])["phase"] == "idle"


def test_the_same_card_twice_in_one_deck_is_impossible() -> None:
    state, events = tell(table(*ONE_SEAT, *deal("Kh Qd Jc")), seen(4, "Kh"))
    assert events == (CardSetAside(), Held(Fault.CARD_IMPOSSIBLE, "shoe"))
    assert felt(state) == {"1": 3, "dealer": 0}
    assert refused(state, Align(felt=felt(state)))[0] is Fault.ORDER_NOT_NOW


def test_a_card_of_the_last_round_may_come_again() -> None:
    state = table(
        *ONE_SEAT, *deal("Kh Qd Jc"), CardUnreadable("shoe", "b1", 4, "exit"), VoidRound(reason="not readable")
    )
    state, events = tell(state, OpenRound(), SeatIn(seat="1"), CloseBetting(), seen(5, "Kh"))
    assert events == (CardDealt("1", 0, None),)


def test_betting_cannot_be_closed_while_the_shoe_is_down() -> None:
    state = table(STARTED, OpenRound(), SeatIn(seat="1"))
    assert refused(state, CloseBetting()) == (Fault.ORDER_NOT_NOW, "the shoe does not answer")
    assert view(tell(state, UP, CloseBetting())[0])["phase"] == "dealing"


def test_what_the_house_posts_applies_from_the_next_round_on() -> None:
    posted = Started(version="2", game="three_card_poker", options=Options(seats=2, minimum=1000))
    state = table(STARTED, UP, OpenRound(), posted, UP, Align(felt={}))
    state, _ = tell(state, SeatIn(seat="7", wagers={"initial": 500}))  # as posted when the round opened
    state, _ = tell(state, seen(1, "Kh"), VoidRound(reason="drawn too soon"), OpenRound())
    assert refused(state, SeatIn(seat="7", wagers={"initial": 1000}))[0] is Fault.ORDER_ILLEGAL
    assert refused(state, SeatIn(seat="2", wagers={"initial": 500}))[0] is Fault.ORDER_ILLEGAL
    assert view(tell(state, SeatIn(seat="2", wagers={"initial": 1000}))[0])["wagers"] == {"2": {"initial": 1000}}


def everything_told(names: str, choice: str) -> list[object]:
    """All that anyone outside learns of a round, one item an observation; refusals too."""
    orders = (Decision(seat="1", choice=choice), TurnHand(hand="1"), TurnHand(hand="dealer"), TurnHand(hand="1"))
    told: list[object] = []
    state = TableState()
    story: tuple[Observation, ...] = (*ONE_SEAT, *deal(names), Align(felt={"1": 3}), *orders)
    for observation in story:
        step = take(state, observation)
        state = step.after
        told.append((step.events, view(state), str(step.refusal)))
    return told


def test_unturned_cards_make_no_difference_to_anyone() -> None:
    straight, nothing = (everything_told(f"{hand} 8c 7d 3h", "play") for hand in ("As Kd Qc", "2s 5d 9c"))
    assert straight[:-1] == nothing[:-1]  # until the player's hand is turned
    assert straight[-1] != nothing[-1]
    opening, not_opening = (everything_told(f"2s 5d 9c {hand}", "play") for hand in ("As Kd Qc", "8c 7d 3h"))
    assert opening[:-2] == not_opening[:-2]  # until the dealer's hand is turned
    assert opening[-2] != not_opening[-2]
    assert everything_told("As Kd Qc 8c 7d 3h", "drop") == everything_told("2s 5d 9c 8c 7d 3h", "drop")
