"""Every game, breadth first: every state that a table can come to, every observation, and the rules that always hold.

Two states that await the same at the same place, are held alike, hear their shoe alike and have the same proposal
waiting are the same state; one of each is visited.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import chain, islice
from typing import Any

from daemon.jackpot.pool import NOTHING, Entry
from daemon.table.apply import apply, hold_for_bug
from daemon.table.devices.camera import CAMERA
from daemon.table.devices.shaker import SHAKER
from daemon.table.devices.shoe import SHOE
from daemon.table.events import Agreed, CardDealt
from daemon.table.orders import (
    AwardJackpot,
    CloseBetting,
    CloseJackpot,
    DirectCard,
    DisplayLost,
    LeaveTable,
    LedgerBooked,
    LedgerReported,
    MinutePassed,
    Observation,
    OpenRound,
    OpenSealed,
    ReturnToTable,
    SeatIn,
    StartGame,
)
from daemon.table.state import TableState
from daemon.table.view import view
from drivers.faults import Fault
from drivers.observation import CardSeen
from drivers.shaker import SHAKERS
from rules.registry import GAMES
from tests.daemon.floor import DISPLAY, IN_SERVICE, POOL, PROGRESSIVE, UP, cards, of_kind, started, tell
from tests.daemon.table.walk.orders import people_order
from tests.daemon.table.walk.places import WHOLE, in_the_middle, place
from tests.daemon.table.walk.rules_of_devices import (
    a_camera_rolls_the_dice_only_when_it_was_asked,
    a_card_that_left_the_shoe_is_dealt_or_set_aside_once,
    a_shake_that_is_not_as_it_must_be_holds_the_round,
    dice_of_a_shaker_are_read_after_a_good_shake_alone,
    dice_that_a_player_throws_decide_nothing_before_they_went_out,
    dice_that_were_thrown_too_soon_are_kept_until_somebody_decides,
    no_dice_are_awaited_without_their_shaker,
    no_dice_go_out_before_the_shooters_line_wager_lies,
    no_number_is_given_to_two_looks,
    no_number_is_given_to_two_shakes,
    no_round_goes_on_without_its_shoe,
    nothing_is_laid_or_taken_back_while_dice_are_out,
    only_a_person_declares_a_no_roll,
    the_inventory_counts_every_card_once,
    what_is_repeated_changes_nothing,
)
from tests.daemon.table.walk.rules_of_offers import whatever_is_taken_was_offered
from tests.daemon.table.walk.rules_of_orders import (
    a_device_is_never_refused,
    a_held_table_takes_only_what_may_resolve_it,
    a_hold_ends_only_because_a_person_says_so,
    a_hold_never_becomes_milder_by_itself,
    a_state_at_rest_survives_its_snapshot,
    an_order_is_refused_with_a_code_or_says_what_it_did,
    apply_raises_nothing_but_a_refusal,
    no_step_shows_a_card_that_lies_face_down,
    the_view_has_the_shape_that_is_described,
    the_view_says_what_is_awaited_and_who_acts,
    the_view_shows_no_card_that_lies_face_down,
    what_was_proposed_ends_with_its_time_its_person_and_its_process,
    while_a_correction_waits_its_round_stands_still,
)
from tests.daemon.table.walk.rules_of_wagers import (
    every_line_has_its_event,
    every_wager_has_one_line_that_stands,
    no_wager_is_laid_on_a_progressive_that_nobody_displays,
    nothing_is_laid_or_leaves_untold,
)
from tests.daemon.table.walk.said import camera_says, daemon_says, device_says, shaker_says, stands, studio_shaker_says
from tests.daemon.table.walk.steps import Step, take

POSTED: dict[str, dict[str, Any]] = {
    "poker_room": {"more": {"room.limit": "fixed_limit", "room.timeCharge": 100, "room.timePeriod": 1}},  # all that
    # a player may do
    "blackjack": {"decks": 1, **PROGRESSIVE},  # one deck, so that a card can be one too many at once
    "sic_bo+players": {"more": {"sicbo.rolledBy": "players"}},
    "craps+unkeyed": {"keyed": False},
}


def everything_said(state: TableState) -> Iterator[Observation]:
    untouched = state.round == 0 and state.hold is None  # a device that the table has not got is heard here alone
    if untouched or SHAKER.of(state).unproven:
        yield from studio_shaker_says(state)
    if untouched or not (SHAKER.of(state).there or CAMERA.of(state).there):
        yield from device_says(state)
    if untouched or (SHAKER.of(state).there and not SHAKER.of(state).unproven):
        yield from shaker_says(state)
    if untouched or CAMERA.of(state).there:
        yield from camera_says(state)
    yield from daemon_says(state)
    yield from people_order(state)


RULES_OF_REFUSALS: tuple[Callable[[Step], bool], ...] = (
    apply_raises_nothing_but_a_refusal,
    a_device_is_never_refused,
    an_order_is_refused_with_a_code_or_says_what_it_did,
    a_held_table_takes_only_what_may_resolve_it,
    no_step_shows_a_card_that_lies_face_down,
)
RULES_OF_STEPS: tuple[Callable[[Step], bool], ...] = (
    *RULES_OF_REFUSALS,
    a_hold_ends_only_because_a_person_says_so,
    a_hold_never_becomes_milder_by_itself,
    what_is_repeated_changes_nothing,
    a_card_that_left_the_shoe_is_dealt_or_set_aside_once,
    the_inventory_counts_every_card_once,
    every_line_has_its_event,
    nothing_is_laid_or_leaves_untold,
    every_wager_has_one_line_that_stands,
    nothing_is_laid_or_taken_back_while_dice_are_out,
    dice_that_a_player_throws_decide_nothing_before_they_went_out,
    dice_that_were_thrown_too_soon_are_kept_until_somebody_decides,
    no_dice_go_out_before_the_shooters_line_wager_lies,
    while_a_correction_waits_its_round_stands_still,
    what_was_proposed_ends_with_its_time_its_person_and_its_process,
    dice_of_a_shaker_are_read_after_a_good_shake_alone,
    no_number_is_given_to_two_shakes,
    a_camera_rolls_the_dice_only_when_it_was_asked,
    no_number_is_given_to_two_looks,
    no_wager_is_laid_on_a_progressive_that_nobody_displays,
    only_a_person_declares_a_no_roll,
    a_shake_that_is_not_as_it_must_be_holds_the_round,
    whatever_is_taken_was_offered,
)
RULES_OF_STATES: tuple[Callable[[TableState], bool], ...] = (
    the_view_shows_no_card_that_lies_face_down,
    the_view_says_what_is_awaited_and_who_acts,
    the_view_has_the_shape_that_is_described,
    no_round_goes_on_without_its_shoe,
    no_dice_are_awaited_without_their_shaker,
    a_state_at_rest_survives_its_snapshot,
)
TABLES = [
    *GAMES,
    "sic_bo+shaker",
    "sic_bo+shaker+camera",
    "sic_bo+studio",
    "sic_bo+studio+camera",
    "sic_bo+players",
    "craps+camera",
    "craps+unkeyed",
]


@dataclass
class Walk:
    """What was met on the way through one game, and what broke a rule."""

    broken: dict[str, str] = field(default_factory=dict)  # by rule: where it first happened
    met: set[tuple[str, Fault | None]] = field(default_factory=set)  # phases and what held them
    kinds: set[type] = field(default_factory=set)
    accepted: set[type] = field(default_factory=set)
    refused: set[type] = field(default_factory=set)
    codes: set[Fault] = field(default_factory=set)  # of refusals
    waited: set[type] = field(default_factory=set)  # proposals
    agreed: set[type] = field(default_factory=set)
    states: list[TableState] = field(default_factory=list)
    hidden: int = 0  # states with cards that nobody may see
    shown: int = 0  # steps that show a card
    frozen: int = 0

    def check(self, rules: Iterable[Callable[[Any], bool]], of: Any, where: Step) -> None:
        for rule in rules:
            if not rule(of):
                self.broken.setdefault(rule.__name__, repr(where))


def with_a_jackpot(state: TableState) -> Iterator[TableState]:
    """What no walk is long enough to come to: a pool that was closed, or went dark, a jackpot that is won, and paid."""
    laid = (OpenRound(), SeatIn(seat="1", wagers={"progressive": 100}), SeatIn(seat="3"), CloseBetting())
    dealt = ("Ah 9d 2h 9c", *chain(*((DirectCard(hand="1"), card) for card in ("3h", "4h", "5h"))))
    offered, _ = tell(state, UP, *IN_SERVICE)
    won, _ = tell(offered, *laid, *dealt)
    yield tell(offered, CloseJackpot(pool=POOL.name, reason="dark"), OpenRound())[0]
    yield tell(offered, DisplayLost(pool=POOL.name, seconds=DISPLAY, since=1_800_000_000), OpenRound())[0]
    yield won
    yield tell(won, AwardJackpot(pool=POOL.name, seat="1", cents=10_000_20))[0]


def with_a_room() -> Iterator[TableState]:
    """A table without limit: somebody has left and may come back, time is due; then three play, and 2 may straddle."""
    more = {"room.straddle": "utg", "room.timeCharge": 100, "room.timePeriod": 1}
    players = (SeatIn(seat=seat, wagers={"stakes": 5000}) for seat in ("1", "4", "5", "2"))
    sat, _ = tell(TableState(), started("poker_room", more=more), UP, OpenRound(), *players, LeaveTable(seat="2"))
    yield (due := tell(sat, MinutePassed(minute=1), MinutePassed(minute=2))[0])
    yield tell(due, ReturnToTable(seat="2", stake=5000, slip=1), LeaveTable(seat="1"), StartGame())[0]


def with_a_shared_pool() -> Iterator[TableState]:
    """One that lives in a ledger: out of reach, new, in service, laid, won and not yet locked, locked, paid, closed."""
    terms = replace(POOL, shared=True)
    lost, _ = tell(TableState(), started("blackjack", **{**PROGRESSIVE, "jackpots": (terms,)}), UP)
    yield lost
    yield tell(lost, LedgerReported(pool=POOL.name, version=0, terms=None, fault=Fault.JACKPOT_NEW))[0]
    offered, _ = tell(lost, LedgerReported(pool=POOL.name, version=2, terms=terms, open=True))
    yield offered
    laid, _ = tell(offered, OpenRound(), SeatIn(seat="1", wagers={"progressive": 100}), SeatIn(seat="3"))
    yield laid
    won, _ = tell(laid, CloseBetting(), "Ah 9d 2h 9c", *chain(*((DirectCard(hand="1"), c) for c in ("3h", "4h", "5h"))))
    yield won
    at = partial(Entry, POOL.name, moved=NOTHING, meters=NOTHING, round=1, seats=("1",), share="100%", cents=10_000_00)
    locked, _ = tell(won, LedgerBooked(seq=9, idx=0, entry=at(version=8, what="hit")))
    yield locked
    yield tell(locked, LedgerBooked(seq=12, idx=0, entry=at(version=9, what="award")))[0]
    yield tell(offered, LedgerReported(pool=POOL.name, version=3, terms=terms, fault=Fault.JACKPOT_BOUND))[0]


@cache
def walk(table: str, whole: frozenset[str] = WHOLE) -> Walk:
    """Breadth first from a table that has just started; `sic_bo+shaker+camera` is one with a shaker and a camera."""
    walked, met, arrived = Walk(), set[Hashable](), set[Hashable]()
    game, *devices = table.split("+")
    studio = SHAKERS["studio"].proves.lacks if "studio" in devices else None
    reshakes = 0 if {"shaker", "studio"} & set(devices) else None
    start = replace(
        started(game, **POSTED.get(table, POSTED.get(game, {}))),
        **stands(reshakes, studio, camera="camera" in devices),
    )
    starts = [apply(TableState(), start)[0]]
    if game == "blackjack":
        starts += with_a_jackpot(starts[0])
    if game == "poker_room":
        starts += with_a_room()
    unvisited = deque(starts)
    while unvisited:
        state = unvisited.popleft()
        if place(state, whole) in met and state not in starts:
            continue
        met.add(place(state, whole))
        walked.states.append(state)
        walked.met.add((view(state)["phase"], state.hold and state.hold.fault))
        walked.waited |= {type(state.proposal), OpenSealed if state.people.asked else type(None)} - {type(None)}
        bug = CardSeen("shoe", "b1", SHOE.of(state).seq + 1, "2c")
        taken = [Step(state, bug, *hold_for_bug(state, bug))]
        said = islice(device_says(state), 1) if in_the_middle(state) else everything_said(state)
        for step in (take(state, observation) for observation in said):
            walked.check(RULES_OF_STEPS if step.refusal is None else RULES_OF_REFUSALS, step, step)
            taken.append(step)
        for step in taken:
            kind = type(step.observation)
            walked.kinds.add(kind)
            (walked.accepted if step.refusal is None else walked.refused).add(kind)
            if step.refusal is not None:
                walked.codes.add(step.refusal.fault)
            if of_kind(step.events, Agreed):
                walked.agreed.add(kind)
            if step.after is state:
                continue
            there = place(step.after, whole)
            if there not in met:
                unvisited.append(step.after)
            if (there, kind) not in arrived:
                arrived.add((there, kind))
                walked.check(RULES_OF_STATES, step.after, step)
                walked.frozen += step.after.at_rest
                walked.hidden += bool(cards(step.after, up=False))
            walked.shown += any(isinstance(event, CardDealt) and event.card is not None for event in step.events)
    return walked
