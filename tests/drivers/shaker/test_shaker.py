"""The shaker's driver over pyusb, with the simulated shaker behind a backend in Python."""

from __future__ import annotations

import asyncio
import errno
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from typing import Any

import pytest

from drivers.faults import Fault, FaultError
from drivers.observation import (
    DiceRested,
    LinkDown,
    MotorFelt,
    Observation,
    ShakeBegan,
    ShakerArmed,
    ShakerTrouble,
    ShakerUp,
    ShakeUndone,
)
from drivers.shaker.conversation import Manner
from drivers.shaker.driver import ShakerDriver
from drivers.shaker.usb import Port
from drivers.shaker.wire import (
    EVENTS,
    OUT,
    PRODUCT,
    VENDOR,
    Arm,
    Flag,
    LockDome,
    Phase,
    Refusal,
    SelfTest,
    Shake,
    Status,
)
from hil.shaker.backend import Backend, failed
from hil.shaker.model import Model
from tests.drivers import PATIENCE, running, until

SERIAL = "SIM-0001"
QUICK = Manner(milliseconds=200)
IMPATIENT = Manner(milliseconds=200, rest_within=0.5)  # for dice that never rest


class Table:
    """Takes what the driver delivers."""

    def __init__(self) -> None:
        self.observations: list[Observation] = []
        self.raw: list[bytes] = []

    def take(self, observation: Observation, raw: bytes) -> asyncio.Future[None]:
        self.observations.append(observation)
        self.raw.append(raw)
        stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        stored.set_result(None)
        return stored

    def of(self, kind: type) -> list[Observation]:
        return [observation for observation in self.observations if isinstance(observation, kind)]


class Bench:
    """A shaker, its driver and a table that listens."""

    def __init__(self, manner: Manner) -> None:
        self.model, self.table, self.beats = Model(SERIAL), Table(), 0
        self.bus = Backend(self.model)
        self.driver = ShakerDriver(
            device="shaker",
            serial=SERIAL,
            sink=self.table.take,
            beat=self.beat,
            manner=manner,
            backend=lambda: self.bus,
        )

    def beat(self) -> None:
        self.beats += 1

    def switch(self, fault: str, *, on: bool) -> None:
        (self.model.on.add if on else self.model.on.discard)(fault)
        self.model.switched(fault, time.monotonic(), on=on)


@asynccontextmanager
async def bench(*faults: str, manner: Manner = QUICK) -> AsyncIterator[Bench]:
    made = Bench(manner)
    for fault in faults:
        made.switch(fault, on=True)
    async with running(made.driver.run()):
        yield made


@asynccontextmanager
async def connected(manner: Manner = QUICK) -> AsyncIterator[Bench]:
    async with bench(manner=manner) as made:
        await until(lambda: made.driver.fault is None)
        yield made


async def test_a_shake_from_the_order_to_the_rest() -> None:
    async with connected() as made:
        assert made.driver.identity == ("SHAKER-SIM", SERIAL, "1.2")
        made.driver.lock(on=True)
        made.driver.light(on=True)
        made.driver.shake(1)
        await until(lambda: made.table.of(DiceRested))
        kinds = [type(observation) for observation in made.table.observations]
        assert [kind for kind in kinds if kind is not MotorFelt] == [ShakerUp, ShakerArmed, ShakeBegan, DiceRested]
        assert all(len(raw) == 16 for raw in made.table.raw[1:])
        await until(lambda: made.driver.status and made.driver.status.phase == Phase.AT_REST)
        assert made.driver.status is not None
        assert made.driver.status.order == 1
        assert made.driver.status.flags == Flag.DOME_CLOSED | Flag.DOME_LOCKED | Flag.LIGHT_ON
        made.driver.shake(1)  # the same again is no other shake
        made.driver.shake(2)
        await until(lambda: len(made.table.of(DiceRested)) == 2)
        assert len(made.table.of(ShakeBegan)) == 2
        assert made.driver.faults() == []
        assert made.beats


@pytest.mark.parametrize(
    ("fault", "named"),
    [
        ("unplug", Fault.SHAKER_ABSENT),
        ("busy", Fault.SHAKER_BUSY),
        ("no_access", Fault.SHAKER_NO_ACCESS),
        ("wrong_serial", Fault.SHAKER_WRONG_DEVICE),
    ],
)
async def test_what_keeps_us_from_it_has_a_name_and_passes(fault: str, named: Fault) -> None:
    async with bench(fault) as made:
        await until(lambda: made.driver.fault is named)
        assert made.driver.faults()[0][0] is named
        assert made.table.observations == []  # the table had no link to lose
        made.switch(fault, on=False)
        await until(lambda: made.driver.fault is None)


class TwoOfAKind(Backend):
    """Another shaker of the same make on the same bus, before ours or behind it."""

    def __init__(self, model: Model, other: int) -> None:
        super().__init__(model)
        self._other = other

    def enumerate_devices(self) -> Any:
        yield from sorted((self._model.address, self._other))

    def ctrl_transfer(
        self, dev_handle: int, kind: int, request: int, value: int, index: int, data: Any, timeout: int
    ) -> int:
        self._named = "THE-OTHER" if dev_handle == self._other else self._model.serial
        return super().ctrl_transfer(dev_handle, kind, request, value, index, data, timeout)

    def _there(self, address: int) -> None:
        if address != self._other:
            super()._there(address)

    def _string(self, index: int) -> bytes:
        said = self._named.encode("utf-16-le")
        return bytes([len(said) + 2, 3]) + said if index == 3 else super()._string(index)


@pytest.mark.parametrize("other", [0, 99])
def test_what_keeps_us_from_ours_is_told_whatever_else_is_there(other: int) -> None:
    model = Model(SERIAL)
    with closing(Port.open(VENDOR, PRODUCT, SERIAL, lambda: TwoOfAKind(model, other))) as port:
        assert port.serial == SERIAL
    model.on.add("busy")
    with pytest.raises(FaultError) as found:
        Port.open(VENDOR, PRODUCT, SERIAL, lambda: TwoOfAKind(model, other))
    assert (found.value.fault, found.value.detail) == (Fault.SHAKER_BUSY, f"1209:0001 {SERIAL}")


class Deaf(Backend):
    """One request is never answered, though it may be obeyed."""

    def __init__(self, model: Model, request: int, *, obeys: bool = False, number: int = errno.ETIMEDOUT) -> None:
        super().__init__(model)
        self._request, self._obeys, self._number = request, obeys, number

    def ctrl_transfer(
        self, dev_handle: int, kind: int, request: int, value: int, index: int, data: Any, timeout: int
    ) -> int:
        if request == self._request and kind == OUT:
            if self._obeys:
                super().ctrl_transfer(dev_handle, kind, request, value, index, data, timeout)
            raise failed(self._number)
        return super().ctrl_transfer(dev_handle, kind, request, value, index, data, timeout)


class Halted(Backend):
    """Its endpoint is halted until somebody clears it."""

    halted = True

    def intr_read(self, dev_handle: int, ep: int, intf: int, buff: Any, timeout: int) -> int:
        if self.halted:
            raise failed(errno.EPIPE)
        return super().intr_read(dev_handle, ep, intf, buff, timeout)

    def clear_halt(self, dev_handle: int, ep: int) -> None:
        assert ep == EVENTS
        self.halted = False


class Slow(Backend):
    """It takes its time to be claimed; who gives it back, and where, is written down."""

    def __init__(self, model: Model) -> None:
        super().__init__(model)
        self.asked, self.given, self.back = threading.Event(), threading.Event(), list[str]()

    def claim_interface(self, dev_handle: int, intf: int) -> None:
        self.asked.set()
        assert self.given.wait(PATIENCE)

    def release_interface(self, dev_handle: int, intf: int) -> None:
        self.back.append(threading.current_thread().name)


async def test_a_shaker_that_nobody_waits_for_any_more_is_given_back_and_not_on_the_event_loop() -> None:
    bus = Slow(Model(SERIAL))
    driver = ShakerDriver(device="shaker", serial=SERIAL, sink=Table().take, beat=lambda: None, backend=lambda: bus)
    task = asyncio.create_task(driver.run())
    await until(bus.asked.is_set)
    task.cancel()
    await asyncio.sleep(0)
    bus.given.set()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert [name.startswith("shaker") for name in bus.back] == [True]


async def test_unplugged_in_the_middle_of_a_shake() -> None:
    async with connected() as made:
        made.switch("unplug_mid_shake", on=True)
        made.driver.shake(1)
        await until(lambda: made.table.of(LinkDown))
        assert made.table.of(LinkDown) == [LinkDown("shaker", Fault.SHAKER_UNPLUGGED)]
        assert not made.table.of(DiceRested)
        made.driver.shake(2)  # nobody hears it, now or later
        made.switch("unplug_mid_shake", on=False)
        await until(lambda: made.driver.fault is None)
        up = made.table.of(ShakerUp)[-1]
        assert isinstance(up, ShakerUp)
        assert up.order == 1
        made.driver.light(on=True)
        await until(lambda: made.driver.status and made.driver.status.flags & Flag.LIGHT_ON)  # what came before is told
        assert (len(made.table.of(ShakeBegan)), made.model.shakes) == (1, 1)


async def test_a_shaker_that_comes_up_and_dies_at_once_is_tried_less_and_less_often(waited: list[float]) -> None:
    made = Bench(QUICK)

    def take(observation: Observation, raw: bytes) -> asyncio.Future[None]:
        made.switch("unplug", on=isinstance(observation, ShakerUp))
        return made.table.take(observation, raw)

    made.driver.sink = take
    async with running(made.driver.run()):
        await until(lambda: len(waited) >= 4)
    assert waited[:4] == [0.1, 0.2, 0.4, 0.8]
    assert len(made.table.of(ShakerUp)) >= 4


async def test_a_device_that_re_enumerates_is_found_again_and_told_of() -> None:
    async with connected() as made:
        made.switch("reenumerate", on=True)
        await until(lambda: made.table.of(LinkDown))
        await until(lambda: made.driver.fault is None)
        assert made.driver.faults() == [(Fault.SHAKER_REENUMERATED, "6")]
        one, other = made.table.of(ShakerUp)
        assert one == other  # it remembers everything: nothing is missing


async def test_switched_off_and_on_it_is_another_boot() -> None:
    async with connected() as made:
        made.switch("power_cycle", on=True)
        await until(lambda: len(made.table.of(ShakerUp)) == 2)
        one, other = made.table.of(ShakerUp)
        assert isinstance(one, ShakerUp)
        assert isinstance(other, ShakerUp)
        assert one.boot != other.boot


async def test_a_stall_says_that_nothing_has_begun() -> None:
    async with connected() as made:
        made.switch("stall", on=True)
        made.driver.shake(1)
        await until(lambda: made.table.of(ShakeUndone))
        assert made.table.of(ShakeUndone) == [ShakeUndone("shaker", 1, "stalled", begun=False)]
        assert made.driver.faults() == [(Fault.SHAKER_STALLED, "Arm")]
        made.switch("stall", on=False)
        made.driver.shake(2)
        await until(lambda: made.table.of(DiceRested))
        assert made.driver.faults() == []


async def test_an_open_dome_is_a_reason() -> None:
    async with connected() as made:
        made.model.move_dome(time.monotonic(), closed=False)
        made.driver.shake(1)
        await until(lambda: made.table.of(ShakeUndone))
        assert made.table.of(ShakeUndone) == [ShakeUndone("shaker", 1, "dome_open", begun=False)]


async def test_an_order_without_an_answer_is_void_if_nothing_has_moved() -> None:
    async with connected() as made:
        made.model.move_dome(time.monotonic(), closed=False)
        made.driver.shake(1)  # which is refused, and stays its last refusal
        await until(lambda: made.table.of(ShakeUndone))
        made.model.move_dome(time.monotonic(), closed=True)
        made.bus = Deaf(made.model, Arm.REQUEST)
        made.switch("reenumerate", on=True)
        await until(lambda: len(made.table.of(ShakerUp)) == 2)
        made.driver.shake(2)
        await until(lambda: len(made.table.of(ShakeUndone)) == 2)
        assert made.table.of(ShakeUndone)[-1] == ShakeUndone("shaker", 2, "no_answer", begun=False)


async def test_an_order_whose_answer_was_lost_is_not_given_again() -> None:
    async with connected() as made:
        made.bus = Deaf(made.model, Shake.REQUEST, obeys=True)
        made.switch("reenumerate", on=True)
        await until(lambda: len(made.table.of(ShakerUp)) == 2)
        made.driver.shake(1)
        await until(lambda: made.table.of(DiceRested))
        assert (made.table.of(ShakeUndone), made.model.shakes) == ([], 1)


async def test_a_halted_endpoint_is_cleared_and_the_shaker_met_again() -> None:
    async with bench() as made:
        made.bus = Halted(made.model)
        await until(lambda: made.driver.fault is None)
        made.driver.shake(1)
        await until(lambda: made.table.of(DiceRested))


async def test_a_lock_that_was_refused_stays_to_be_read_until_it_obeys() -> None:
    async with connected() as made:
        made.bus = Deaf(made.model, LockDome.REQUEST, number=errno.EPIPE)
        made.switch("reenumerate", on=True)
        await until(lambda: len(made.table.of(ShakerUp)) == 2)
        made.driver.lock(on=True)
        made.driver.shake(1)
        await until(lambda: made.table.of(DiceRested))
        assert (Fault.SHAKER_STALLED, "LockDome") in made.driver.faults()


async def test_dice_that_never_rest_and_a_stop() -> None:
    async with connected(IMPATIENT) as made:
        made.switch("never_rests", on=True)
        made.driver.shake(1)
        await until(lambda: made.table.of(ShakeUndone))
        assert made.table.of(ShakeUndone) == [ShakeUndone("shaker", 1, "never_rests", begun=True)]
        made.driver.stop()
        made.switch("never_rests", on=False)
        await until(lambda: made.table.of(DiceRested))


async def test_babble_ends_the_link_until_it_passes() -> None:
    async with connected() as made:
        made.switch("babble", on=True)
        await until(lambda: made.driver.fault is Fault.SHAKER_BABBLES)
        made.switch("babble", on=False)
        await until(lambda: made.driver.fault is None)


async def test_events_told_thrice_and_events_lost() -> None:
    async with connected() as made:
        made.switch("repeat_event", on=True)
        made.driver.shake(1)
        await until(lambda: made.table.of(DiceRested))
        assert len(made.table.of(DiceRested)) == len(made.table.of(ShakeBegan)) == 1
        assert made.driver.counters.repeated
        made.switch("repeat_event", on=False)
        made.switch("lose_event", on=True)
        made.model.move_dome(time.monotonic(), closed=False)
        await until(lambda: len(made.table.of(ShakerUp)) == 2)  # its status tells what its events did not
        up = made.table.of(ShakerUp)[-1]
        assert isinstance(up, ShakerUp)
        assert not up.closed


async def test_a_breakdown_is_told_and_stays_to_be_read() -> None:
    async with connected() as made:
        made.switch("motor_blocked", on=True)
        made.driver.shake(1)
        await until(lambda: made.table.of(ShakerTrouble))
        await until(lambda: made.driver.faults() == [(Fault.SHAKER_ERROR, "motor_blocked")])


# -- the port itself --------------------------------------------------------------------------------------------------


def test_the_device_refuses_an_order_that_it_has_had() -> None:
    model = Model(SERIAL)
    port = Port.open(VENDOR, PRODUCT, SERIAL, lambda: Backend(model))
    try:
        port.order(Arm(3))
        port.order(Shake(3, 0, 50, 100))
        for again in (Arm(3), Arm(2), Shake(3, 0, 50, 100)):
            with pytest.raises(FaultError, match="SHAKER_STALLED"):
                port.order(again)
        assert port.ask(Status).order == 3
    finally:
        port.close()
        port.close()


def test_the_self_test_passes_and_is_refused_while_it_moves() -> None:
    model = Model(SERIAL)
    port = Port.open(VENDOR, PRODUCT, "", lambda: Backend(model))
    try:
        assert (port.ask(SelfTest).passed, port.serial) == (True, SERIAL)
        port.order(Arm(1))
        with pytest.raises(FaultError, match="SHAKER_STALLED"):
            port.ask(SelfTest)
        assert port.ask(Status).refusal == Refusal.BUSY
    finally:
        port.close()
