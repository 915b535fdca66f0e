"""A studio's shaker: its text, what it means, and its driver over a real broker with the simulated shaker behind it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from drivers.driver import Sighting
from drivers.faults import Fault, FaultError
from drivers.mqtt.access import Access
from drivers.observation import Clear, LinkDown, Observation, ShakerSaid, ShakeUndone
from drivers.shaker import SHAKERS, studio
from drivers.shaker.conversation import Manner, ShakerTally
from drivers.shaker.studio import FLOOD, SILENT_AFTER, Conversation, StudioDriver
from drivers.shaker.studio_wire import ASK, LONGEST, Cycle, State, WireError, client_names, listens, rights, says
from hil.shaker.studio import StudioShaker
from tests.drivers import running, until
from tests.drivers.broker import BOARD, Broker
from tests.drivers.broker import TABLE as BOARD_TABLE
from tests.drivers.shaker.test_shaker import Table

TOPIC, TABLE = "studio/sicbo/shaker-1", "sic-bo-1"
OURS, ITS = client_names(TABLE, "shaker")
STRANGER = "stranger"
QUICK = Manner(0, 41, 200, (10, 0), rest_within=1.0)
GOOD = ("order_received", "shaking", "idle")
NO_STATES = (b"S3", b"s0", b"S0 ", b"S00", b"", b"\xff\xfe", b"\0", b"S" * (LONGEST + 1), "Ｓ0".encode(), b"S0\nS1")


# -- the text on the wire ---------------------------------------------------------------------------------------------


def test_an_order_on_the_wire() -> None:
    cycle = Cycle(pattern=0, parameter1=10, parameter2=0, hundredths=41, milliseconds=9590)
    text = b"/cycle/?pattern=0&parameter1=10&parameter2=0&amplitude=0.41&duration=9.59"
    assert (cycle.encode(), Cycle.decode(text), ASK) == (text, cycle, b"/state")
    longest = Cycle(255, 9999, 9999, 100, 20_000)
    assert longest.encode() == b"/cycle/?pattern=255&parameter1=9999&parameter2=9999&amplitude=1.00&duration=20.00"
    assert Cycle.decode(longest.encode()) == longest
    assert len(longest.encode()) <= LONGEST


@pytest.mark.parametrize("text", [b"", b"/cycle/", b"/cycle/?pattern=0", b"\xff", b"/cycle/?pattern=0" + b"0" * 999])
def test_what_is_no_order_is_none(text: bytes) -> None:
    with pytest.raises(WireError):
        Cycle.decode(text)


def test_its_states_on_the_wire() -> None:
    words = {b"S0": State.IDLE, b"S1": State.SHAKING, b"S2": State.ORDER_RECEIVED, b"S90": State.PROGRAM_ERROR}
    assert {word: State.decode(word) for word in words} == words
    assert set(words.values()) == set(State)


@pytest.mark.parametrize("data", NO_STATES)
def test_what_is_no_state_is_none(data: bytes) -> None:
    with pytest.raises(WireError):
        State.decode(data)


# -- what it means ----------------------------------------------------------------------------------------------------


def talk(manner: Manner = QUICK) -> Conversation:
    return Conversation("shaker", manner, ShakerTally(), 0.0)


def hear(line: Conversation, *words: bytes, at: float = 0.5) -> list[Observation]:
    return [told.observation for word in words for told in line.says(word, at)]


def owed(line: Conversation, now: float) -> list[Observation]:
    return [told.observation for told in line.check(now)]


def test_only_another_state_is_news_and_the_first_is_told_as_such() -> None:
    line = talk()
    assert hear(line, b"S0", b"S0", b"S1", b"S1", b"S0") == [
        ShakerSaid("shaker", "idle", first=True),
        ShakerSaid("shaker", "shaking"),
        ShakerSaid("shaker", "idle"),
    ]
    assert list(line.says(b"S1", 1.0)) == [Sighting(ShakerSaid("shaker", "shaking"), Clear(b"S1"))]


def test_what_the_broker_kept_is_never_believed() -> None:
    line = talk()
    assert list(line.says(b"S0", 1.0, kept=True)) == []
    assert (line.state, line.kept) == (None, True)
    with pytest.raises(FaultError, match=Fault.SHAKER_SILENT):
        owed(line, SILENT_AFTER + 0.1)


@pytest.mark.parametrize("data", NO_STATES)
def test_what_nobody_can_read_has_a_name(data: bytes) -> None:
    with pytest.raises(FaultError, match=Fault.SHAKER_BABBLES):
        hear(talk(), data)


def test_too_much_has_a_name_whatever_it_says() -> None:
    line = talk()
    hear(line, *[b"S0"] * FLOOD)
    assert owed(line, 1.0) == []  # asked again: it may say as much once more
    hear(line, *[b"S0"] * FLOOD)
    with pytest.raises(FaultError, match=Fault.SHAKER_BABBLES):
        list(line.says(b"S0", 1.0, kept=True))


def test_a_shake_of_which_nothing_is_heard_is_told_once() -> None:
    line = talk()
    hear(line, b"S0")
    line.shake(1, 1.0)
    assert hear(line, b"S0", b"S2", b"S0", at=3.9) == [
        ShakerSaid("shaker", "idle"),  # news again, after an order
        ShakerSaid("shaker", "order_received"),
        ShakerSaid("shaker", "idle"),
    ]
    assert owed(line, 4.0) == []
    assert owed(line, 4.1) == [ShakeUndone("shaker", 1, "not_started", begun=True)]
    assert owed(line, 4.2) == []


def test_a_shake_that_never_ends_is_told_once() -> None:
    line = talk()
    line.shake(1, 0.0)
    hear(line, b"S2", b"S1", at=1.0)
    assert owed(line, 2.2) == []
    assert owed(line, 2.3) == [ShakeUndone("shaker", 1, "never_rests", begun=True)]
    assert owed(line, 2.4) == []


@pytest.mark.parametrize("end", [b"S0", b"S90"])
def test_after_its_end_nothing_is_owed(end: bytes) -> None:
    line = talk()
    line.shake(1, 0.0)
    hear(line, b"S2", b"S1", end, at=2.0)
    assert owed(line, 6.0) == []


def test_whoever_else_gives_it_orders_is_noticed() -> None:
    line = talk()
    assert list(line.told_by_another(ASK, 1.0)) == []
    (told,) = line.told_by_another(b"/cycle/?pattern=1" + b"x" * 1000, 2.0)
    assert (told.observation, len(told.raw)) == (ShakerSaid("shaker", "order_of_another"), 256)
    assert line.rival == 2.0


def test_a_make_says_what_it_cannot_prove() -> None:
    assert {name: make.proves.lacks for name, make in SHAKERS.items()} == {
        "usb": (),
        "studio": ("tumbles", "dome", "sequence", "identity", "stop"),
    }
    for name, make in SHAKERS.items():
        assert make.load().KIND == "shaker", name


# -- over a real broker -----------------------------------------------------------------------------------------------


class Bench:
    """A broker, the simulated shaker, its driver and a table that listens."""

    def __init__(self, broker: Broker) -> None:
        self.broker, self.table = broker, Table()
        self.shaker = StudioShaker(TOPIC, broker.opens(ITS), ITS)
        self.driver = driver(broker.access(OURS), self.table)

    def said(self) -> list[str]:
        return [seen.what for seen in self.table.observations if isinstance(seen, ShakerSaid)]

    async def switch(self, fault: str, *, on: bool) -> None:
        (self.shaker.on.add if on else self.shaker.on.discard)(fault)
        await self.shaker.switched(fault, on=on)

    def has(self, fault: Fault) -> bool:
        return fault in [each for each, _ in self.driver.faults()]


def driver(access: Access, table: Table) -> StudioDriver:
    common = {"device": "shaker", "sink": table.take, "beat": lambda: None, "manner": QUICK}
    return StudioDriver(topic=TOPIC, access=access, client=OURS, **common)  # type: ignore[arg-type]


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Broker]:
    """A broker where, beside the two ends of the line, a stranger may write whatever he likes."""
    others = {**rights(TABLE, "shaker", TOPIC), STRANGER: [f"topic readwrite {TOPIC}/#"]}
    started = Broker(tmp_path, others)
    started.start()
    yield started
    started.stop()


@asynccontextmanager
async def connected(floor: Broker) -> AsyncIterator[Bench]:
    bench = Bench(floor)
    async with running(bench.shaker.run()), running(bench.driver.run()):
        await until(lambda: bench.driver.fault is None)
        yield bench


async def test_a_shake_from_the_order_to_the_rest(floor: Broker) -> None:
    async with connected(floor) as bench:
        bench.driver.shake(1)
        bench.driver.shake(1)
        await until(lambda: "shaking" in bench.said() and bench.said()[-1] == "idle")
        assert [what for what in bench.said()[1:] if what != "idle"] + bench.said()[-1:] == list(GOOD)
        assert (bench.shaker.shakes, bench.driver.faults()) == (1, [])


async def test_silence_garbage_and_floods_are_the_link_s_end_and_it_comes_back(floor: Broker) -> None:
    async with connected(floor) as bench:
        for fault in ("garbage", "flood"):
            await bench.switch(fault, on=True)
            await until(lambda: bench.driver.fault is Fault.SHAKER_BABBLES)
            await bench.switch(fault, on=False)
            await until(lambda: bench.driver.fault is None)
        lost = [seen.fault for seen in bench.table.observations if isinstance(seen, LinkDown)]
        assert set(lost) == {Fault.SHAKER_BABBLES}
        assert set(bench.said()) == {"idle"}


async def test_a_shaker_without_power_is_silent_whatever_the_broker_kept(
    floor: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(studio, "SILENT_AFTER", 1.5)
    async with connected(floor) as bench:
        await bench.switch("keep", on=True)
        await bench.switch("unplug", on=True)
        await until(lambda: bench.driver.fault is Fault.SHAKER_SILENT)
        before = len(bench.said())
        await until(lambda: bench.driver.counters.events > before + 1)  # what was kept has come, and nobody believes it
        assert bench.driver.fault is Fault.SHAKER_SILENT
        assert len(bench.said()) == before
        await bench.switch("unplug", on=False)
        await until(lambda: bench.has(Fault.SHAKER_KEPT))
        assert bench.driver.fault is None


async def test_an_order_of_somebody_else_is_told_and_named(floor: Broker) -> None:
    async with connected(floor) as bench, floor.client(STRANGER) as stranger:
        await stranger.publish(listens(TOPIC), Cycle(0, 0, 0, 50, 200).encode(), qos=1)
        await until(lambda: "order_of_another" in bench.said())
        assert bench.has(Fault.SHAKER_RIVAL)
        await until(lambda: "shaking" in bench.said() and bench.said()[-1] == "idle")


async def test_an_order_that_the_broker_keeps_is_named(floor: Broker) -> None:
    async with floor.client(STRANGER) as stranger:
        await stranger.publish(listens(TOPIC), Cycle(0, 0, 0, 50, 200).encode(), qos=1, retain=True)
    async with connected(floor) as bench:
        await until(lambda: bench.has(Fault.SHAKER_RIVAL))
        assert (
            "order_of_another" not in bench.said()
        )  # it is of another time; that the shaker obeyed it, it says itself
        await until(lambda: "shaking" in bench.said())


async def test_the_broker_goes_and_comes_back(floor: Broker) -> None:
    async with connected(floor) as bench:
        floor.stop()
        await until(lambda: bench.driver.fault is Fault.SHAKER_BROKER)
        bench.driver.shake(1)  # nobody is there: it is neither sent now nor later
        assert bench.table.of(LinkDown)
        floor.start()
        await until(lambda: bench.driver.fault is None)
        assert bench.table.observations[-1] == ShakerSaid("shaker", "idle", first=True)
        assert bench.shaker.shakes == 0


async def test_a_program_error_is_a_fault_for_as_long_as_it_says_so(floor: Broker) -> None:
    async with connected(floor) as bench:
        await bench.switch("program_error", on=True)
        bench.driver.shake(1)
        await until(lambda: bench.has(Fault.SHAKER_ERROR))
        await bench.switch("program_error", on=False)
        await until(lambda: bench.driver.faults() == [])


async def test_an_order_is_sent_once_on_whatever_line(floor: Broker) -> None:
    async with connected(floor) as bench:
        await bench.switch("never_rests", on=True)
        bench.driver.shake(1)
        await until(lambda: bench.shaker.shakes == 1)
        floor.stop()
        await until(lambda: bench.driver.fault is Fault.SHAKER_BROKER)
        floor.start()
        await until(lambda: bench.driver.fault is None)
        await bench.switch("never_rests", on=False)
        await until(lambda: bench.said()[-1] == "idle")
        bench.driver.shake(1)
        bench.driver.shake(2)
        await until(lambda: bench.shaker.shakes == 2 and bench.said()[-1] == "idle")
    assert bench.shaker.shakes == 2


async def test_a_broker_that_stands_still_is_a_link_that_is_lost(floor: Broker) -> None:
    async with connected(floor) as bench:
        floor.pause(on=True)
        await until(lambda: bench.driver.fault in (Fault.SHAKER_SILENT, Fault.SHAKER_BROKER))
        assert len(bench.table.of(LinkDown)) == 1
        floor.pause(on=False)
        await until(lambda: bench.driver.fault is None)


async def test_files_that_are_missing_are_named(floor: Broker, tmp_path: Path) -> None:
    table = Table()
    opens = floor.opens(OURS) | {"certificate": str(tmp_path / "none.crt")}
    link = driver(Access.of(opens), table)
    async with running(link.run()):
        await until(lambda: link.fault is Fault.SHAKER_BROKER)
        assert "none.crt" in link.detail
    assert table.observations == []


async def test_on_the_broker_neither_end_may_do_more_than_its_own(floor: Broker) -> None:
    heard: asyncio.Queue[bytes] = asyncio.Queue()
    async with connected(floor) as bench, floor.client(STRANGER) as stranger:
        await stranger.subscribe(f"{TOPIC}/#", qos=1)
        async with floor.client(f"{BOARD_TABLE}.{BOARD}") as other:
            await other.publish(listens(TOPIC), b"/cycle/?pattern=9", qos=1)
            await other.publish(says(TOPIC), b"S90", qos=1)
        await stranger.publish(says(TOPIC), b"S1", qos=1)
        async for message in stranger.messages:
            assert isinstance(message.payload, bytes)
            heard.put_nowait(message.payload)
            if message.payload == b"S1":
                break
        assert {heard.get_nowait() for _ in range(heard.qsize())} <= {ASK, b"S0", b"S1"}
        await until(
            lambda: "shaking" in bench.said()
        )  # who may write there is believed: the access list is all there is
