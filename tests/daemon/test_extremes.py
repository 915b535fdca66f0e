"""What devices say and what our journal holds is input: the extremes of every type end in a state, or in a fault."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, get_type_hints

import pytest

from daemon.engine import Engine, apply_or_hold, replay, restore
from daemon.journal.group import EVENTS, Group, legible
from daemon.journal.seal import Sealed
from daemon.journal.store import Journal
from daemon.table.kinds import OBSERVED
from daemon.table.orders import CloseBetting, OpenRound, ReadDice, SeatIn, Shake
from daemon.table.snapshot import freeze, thaw
from daemon.table.state import TableState
from daemon.table.view import view
from drivers.faults import Fault, FaultError
from drivers.observation import DiceSeen, Observation, ShakerUp, ShakeUndone
from drivers.shaker.conversation import LAST_ORDER, Conversation, Manner, ShakerTally
from drivers.shaker.wire import MAGIC, PROTOCOL, Identity, Phase, Status
from tests.daemon.floor import SENT, UP, WAGERS, signed, started

TEXTS = ("", "x" * 10_000, "\u202e\x00é😀", "\ud800", "']); --", "NaN")
NUMBERS = (0, -1, 2**31, 2**63, -(2**63), 2**200)
EXTREMES: dict[Any, tuple[Any, ...]] = {
    str: TEXTS,
    int: NUMBERS,
    bool: (False, True),
    float: (0.0, -1.0, 2.0, 5e-324, 1.7e308),
    tuple[int, ...]: ((), (0,), (7, 7, 7), NUMBERS, tuple(range(1000))),
    tuple[str, ...]: ((), TEXTS),
    str | None: (None, *TEXTS),
}
USUAL: dict[Any, Any] = {
    str: "b1",
    int: 1,
    bool: True,
    float: 0.9,
    tuple[int, ...]: (1, 2, 3),
    tuple[str, ...]: (),
    str | None: None,
}
THERE = ShakerUp("shaker", "b1", 0, closed=True, turning=False, order=0)


def extremes() -> Iterator[Observation]:
    """Every observation that a driver can make, with every extreme of each of its fields."""
    for kind in (kind for kind in OBSERVED.values() if issubclass(kind, Observation)):
        types = {each.name: get_type_hints(kind)[each.name] for each in fields(kind) if each.name != "kind"}
        usual = {name: USUAL[each] for name, each in types.items()} | ({"card": "Kh"} if "card" in types else {})
        for name, each in types.items():
            yield from (kind(**{**usual, name: value}) for value in EXTREMES[each])


def a_round(game: str) -> list[Any]:
    """Cards are awaited, or dice: out of the shaker, before the camera."""
    seat = SeatIn(seat="1", wagers=dict(WAGERS[game]))
    match game:
        case "sic_bo":
            return [replace(started(game), reshakes=1, camera=True), THERE, OpenRound(), seat, CloseBetting(), Shake()]
        case "craps":
            return [replace(started(game), camera=True), OpenRound(), seat, *SENT, ReadDice()]
    return [started(game), UP, OpenRound(), seat, CloseBetting()]


class House:
    """A journal in a folder, and the table over it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.key = folder / "t", folder / "key"

    def open(self) -> Journal:
        return Journal(self.folder, self.key, lambda: "2026-11-16")

    async def submit(self, observations: list[Any]) -> TableState:
        """The state after all of them, on disk."""
        journal = await asyncio.to_thread(self.open)
        journal.start()
        try:
            engine = Engine(journal, TableState())
            for observation in observations:
                await engine.submit(signed(observation))
                view(engine.state)
            engine.broken.cancel()
            return engine.state
        finally:
            await asyncio.to_thread(journal.close)

    def again(self) -> TableState:
        journal = self.open()
        try:
            return restore(journal)
        finally:
            journal.close()


@pytest.mark.parametrize("game", ["three_card_poker", "blackjack", "sic_bo", "craps"])
async def test_whatever_a_device_says_is_written_once_and_read_back_the_same(game: str, tmp_path: Path) -> None:
    house, story = House(tmp_path), [*a_round(game), *extremes()]
    state = await house.submit(story)
    assert await asyncio.to_thread(house.again) == state
    assert state.hold is not None


@pytest.mark.parametrize("game", ["three_card_poker", "sic_bo", "craps"])
def test_each_of_them_alone_leaves_a_table_that_can_be_shown(game: str) -> None:
    """A round in the middle, and one of them: a journal each would take minutes."""
    begun = replay(TableState(), [signed(each) for each in a_round(game)])
    assert begun.in_round
    for seen in extremes():
        state, events = apply_or_hold(begun, legible(seen))
        assert json.dumps(view(state))
        assert all(EVENTS.validate_json(EVENTS.dump_json(event)) == event for event in events)


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
def test_what_json_cannot_say_is_never_a_reading(number: float) -> None:
    with pytest.raises(ValueError, match="confidence"):
        DiceSeen("camera", 1, (1, 2, 3), number, ())


def snapshots() -> Iterator[tuple[str, dict[str, Any]]]:
    whole = json.loads(freeze(TableState()))
    for name in whole:
        yield f"without {name}", {other: value for other, value in whole.items() if other != name}
        odd: tuple[Any, ...] = (None, -1, "x", [], {}, {"x": 1})
        for value in odd:
            yield f"{name} is {value}", {**whole, name: value}
    for name, value in (("seen", "00"), ("seen", "zz"), ("seq", "x"), ("boot", 7), ("x", 1)):
        yield f"shoe.{name} is {value}", {**whole, "shoe": {**whole["shoe"], name: value}}


@pytest.mark.parametrize(("what", "kept"), [pytest.param(*each, id=each[0]) for each in snapshots()])
def test_a_snapshot_of_another_kind_is_a_fault_that_names_it(what: str, kept: dict[str, Any]) -> None:
    class Kept:
        snapshot = json.dumps(kept).encode()
        folder = Path("t")

        def observations(self) -> list[Observation]:
            return []

    try:
        state = restore(Kept())  # type: ignore[arg-type]
    except FaultError as error:
        version = what.startswith("snapshot is")
        assert error.fault is (Fault.JOURNAL_VERSION if version else Fault.JOURNAL_DAMAGED)
        assert "snapshot" in error.detail
    else:
        assert thaw(freeze(state)) == state  # what it says can be said


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ({"kind": "card_seen", "device": "shoe", "boot": "b1", "seq": "x", "card": "Kh"}, Fault.JOURNAL_DAMAGED),
        ({"kind": "card_seen", "device": "shoe"}, Fault.JOURNAL_DAMAGED),
        ({"kind": "of_tomorrow", "device": "shoe"}, Fault.JOURNAL_VERSION),
        ([], Fault.JOURNAL_DAMAGED),
    ],
)
async def test_an_observation_of_another_version_is_named_at_the_start(
    body: object, fault: Fault, tmp_path: Path
) -> None:
    """Sealed and chained as ours are: a newer croupier wrote it, or a broken one."""
    house = House(tmp_path)
    await house.submit([started("war"), UP])
    journal = await asyncio.to_thread(house.open)
    journal.start()
    written: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    group = Group("of_tomorrow", Sealed.ALL, json.dumps(body).encode(), b"", (), lambda *_: written.set_result(None))
    journal.append(group)
    await written
    await asyncio.to_thread(journal.close)
    with pytest.raises(FaultError) as caught:
        await asyncio.to_thread(house.again)
    assert (caught.value.fault, caught.value.detail.endswith("entry 4, of_tomorrow")) == (fault, True)
    assert "Kh" not in str(caught.value)


def test_a_shaker_that_claims_the_last_number_is_refused_no_shake_and_breaks_nothing() -> None:
    conversation = Conversation("shaker", Manner(), ShakerTally())
    status = Status(1, 0, LAST_ORDER, Phase.IDLE, 1, 0, 0, 0, 0)
    conversation.meet(Identity(MAGIC, PROTOCOL, 0, 1, b"", b""), status)
    conversation.shake(LAST_ORDER + 1)
    assert not conversation.outgoing
    (undone,) = conversation.check(0.0)
    assert undone.observation == ShakeUndone("shaker", LAST_ORDER + 1, "numbers_used_up", begun=False)
    assert not list(conversation.check(1.0))
