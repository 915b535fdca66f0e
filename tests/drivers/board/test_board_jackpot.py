"""The amount of a progressive, from the table to the glass and back, through a mosquitto that fails in every way."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import hil.board
from drivers.board import authority
from drivers.board import driver as board_driver
from drivers.board.driver import BoardDriver
from drivers.board.watch import STEADY, Board, Wanted
from drivers.board.wire import (
    HIGHEST,
    Echo,
    Heartbeat,
    Jackpot,
    JackpotShown,
    Presence,
    echo_topic,
    heartbeat_topic,
    jackpot_topic,
    presence_topic,
    shown,
)
from drivers.faults import Fault
from drivers.mqtt.access import Access
from tests.drivers import PATIENCE, running, until
from tests.drivers.broker import BOARD, METER, TABLE, Broker, jackpot

CLIENT = f"{TABLE}.{METER}"


def link_to(access: Access) -> BoardDriver:
    return BoardDriver(TABLE, access, {METER: Board(result=False, jackpot=True)}, beat=lambda: None)


@pytest.fixture
async def link(broker: Broker) -> BoardDriver:
    return link_to(broker.access())


@pytest.fixture
def meter(broker: Broker) -> hil.board.Board:
    return hil.board.Board(TABLE, METER, broker.opens(CLIENT), jackpot=True)


def faults(link: BoardDriver) -> list[tuple[Fault, str]]:
    return [(fault, detail) for _, fault, detail in link.faults()]


def names(link: BoardDriver) -> list[Fault]:
    return [fault for fault, _ in faults(link)]


async def glass(meter: hil.board.Board) -> JackpotShown:
    """What a person in front of it reads."""
    return JackpotShown.model_validate((await meter.do("read"))["jackpot"])


async def shows(meter: hil.board.Board, state: str, digits: str = "") -> None:
    async with asyncio.timeout(PATIENCE):
        while ((seen := await glass(meter)).state, seen.digits) != (state, digits):
            await asyncio.sleep(0.01)


@asynccontextmanager
async def at_work(link: BoardDriver, meter: hil.board.Board) -> AsyncIterator[None]:
    """The board is lit, and nothing is wrong."""
    link.show_jackpot(jackpot())
    async with running(link.run(), meter.run()):
        await shows(meter, "live", "12345.67")
        await until(lambda: not faults(link))
        yield


async def test_the_amount_stands_on_the_glass_and_follows(link: BoardDriver, meter: hil.board.Board) -> None:
    async with at_work(link, meter):
        for version in range(2, 30):
            link.show_jackpot(jackpot(1234567 + 25 * version, version))
        await shows(meter, "live", "12352.92")
        await until(lambda: not faults(link))


async def test_what_a_hit_locks_is_shown_as_pending_and_the_new_seed_after_it(
    link: BoardDriver, meter: hil.board.Board
) -> None:
    async with at_work(link, meter):
        hit = {"table": TABLE, "seat": "3", "cents": 1234567}
        words = {"fr": ["EN ATTENTE", "Table tcp-1"], "en": ["PENDING", "Table tcp-1"]}
        link.show_jackpot(jackpot(1000000, 2, state="pending", pending=[hit], text=words))
        await shows(meter, "pending", "12345.67")
        seen = asyncio.get_running_loop().time()
        await until(lambda: link.proved > seen)  # 21.2: it shows what it has to
        assert (await meter.do("read"))["panel"][3:] == ["EN ATTENTE / PENDING", "Table tcp-1 / Table tcp-1"]
        link.show_jackpot(jackpot(1000000, 3))
        await shows(meter, "live", "10000.00")
        await until(lambda: not faults(link))


async def test_a_retained_message_alone_lights_nothing(broker: Broker, meter: hil.board.Board) -> None:
    async with broker.client(TABLE) as dead:
        await dead.publish(jackpot_topic(TABLE), jackpot().model_dump_json(), qos=1, retain=True)
    async with running(meter.run()):
        await until(lambda: meter.glass.jackpot)
        async with broker.client(TABLE) as dead:  # nor does a heartbeat that answers nobody
            beat = Heartbeat(table=TABLE, seq=0, heard={})
            await dead.publish(heartbeat_topic(TABLE), beat.model_dump_json(), qos=1)
        assert (await glass(meter)).state == "out_of_service"


async def test_heartbeats_are_not_kept_by_the_broker(broker: Broker, link: BoardDriver, meter: hil.board.Board) -> None:
    async with at_work(link, meter), broker.client("witness") as late:
        await late.subscribe("croupier/#", qos=1)
        kept = set()
        async with asyncio.timeout(PATIENCE):
            async for message in late.messages:
                if not message.retain:
                    break
                kept.add(str(message.topic).rpartition("/")[2])
        assert kept == {"jackpot", "presence", "claim"}


@pytest.mark.parametrize(
    ("fault", "named"),
    [
        ("freeze", Fault.BOARD_LATE),
        ("lie", Fault.BOARD_WRONG),
        ("lag", Fault.BOARD_LATE),
        ("die", Fault.BOARD_ABSENT),
        ("overflow", Fault.BOARD_OVERFLOW),
        ("wrong_language", Fault.BOARD_WRONG),
        ("wrong_currency", Fault.BOARD_CURRENCY),
        ("other_version", Fault.BOARD_VERSION),
    ],
)
async def test_each_fault_of_a_board_has_a_name_and_names_the_board(
    link: BoardDriver, meter: hil.board.Board, fault: str, named: Fault, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)

    async def switch(*, on: bool) -> None:
        (meter.on.add if on else meter.on.discard)(fault)
        await meter.switched(fault, on=on)

    async with at_work(link, meter):
        await switch(on=True)
        link.show_jackpot(jackpot(1234592, 2))
        await until(lambda: faults(link) == [(named, METER)])
        await until(lambda: named in [vars(record).get("fault") for record in caplog.records])
        await switch(on=False)
        link.show_jackpot(jackpot(1234617, 3))
        await shows(meter, "live", "12346.17")
        await until(lambda: not faults(link))
        await until(lambda: "board_well" in [record.getMessage() for record in caplog.records])


async def rising(link: BoardDriver) -> None:
    """A busy pool: its amount changes several times while a board may still be silent."""
    for version in itertools.count(2):
        link.show_jackpot(jackpot(1234567 + 25 * version, version))
        await asyncio.sleep(0.3)


@pytest.mark.parametrize("fault", ["freeze", "lag"])
async def test_a_board_that_does_not_follow_is_late_however_often_the_amount_changes(
    link: BoardDriver, meter: hil.board.Board, fault: str
) -> None:
    async with at_work(link, meter), running(rising(link)):
        meter.on.add(fault)
        await meter.switched(fault, on=True)
        await until(lambda: faults(link) == [(Fault.BOARD_LATE, METER)])
        meter.on.discard(fault)
        await meter.switched(fault, on=False)
        await until(lambda: not faults(link))


def test_a_board_may_be_two_seconds_behind_a_busy_pool_and_no_more() -> None:
    def late(behind: int, state: str = "live") -> bool:
        """The amount rises every second for a minute; the board says at once what it holds, which is that old."""
        board, wanted, found = Board(result=False, jackpot=True), Wanted(), set()
        for now in range(60):
            wanted.tell(jackpot(seq=100 + now), now)
            held = shown(jackpot(seq=max(100, 100 + now - behind)))
            held = held if state == "live" else held.model_copy(update={"state": state, "digits": ""})
            board.says(Echo(board=METER, n=now, jackpot=held), wanted, now)
            found.add(board.wrong(wanted, now))
        return found > {None}

    assert [late(0), late(1), late(2), late(4), late(20)] == [False, False, False, True, True]
    assert late(0, "out_of_service")


NEWEST = shown(jackpot(seq=101))
UNPROVEN: dict[str, Echo] = {
    "dark": Echo(board=METER, n=1, jackpot=NEWEST.model_copy(update={"state": "out_of_service", "digits": ""})),
    "a lie": Echo(board=METER, n=1, jackpot=NEWEST.model_copy(update={"digits": "712345.67"})),
    "one language": Echo(board=METER, n=1, jackpot=NEWEST.model_copy(update={"text": {"en": NEWEST.text["en"]}})),
    "another pool": Echo(board=METER, n=1, jackpot=NEWEST.model_copy(update={"pool": "other"})),
    "an older amount": Echo(board=METER, n=1, jackpot=shown(jackpot(1234500, seq=100))),
    "one to come": Echo(board=METER, n=1, jackpot=NEWEST.model_copy(update={"seq": 102})),
    "another currency": Echo(board=METER, n=1, jackpot=NEWEST, trouble=["currency"]),
    "another version": Echo(board=METER, n=1, jackpot=NEWEST, trouble=["version"]),
    "results": Echo(board=METER, n=1),
}


@pytest.mark.parametrize("said", [*UNPROVEN, "a board of results"])
def test_21_2_a_board_proves_the_amount_word_for_word_or_not_at_all(said: str) -> None:
    board, wanted = Board(result=False, jackpot=True), Wanted()
    wanted.tell(jackpot(1234500, seq=100), 0.0)
    wanted.tell(jackpot(seq=101), 10.0)
    board.jackpot = said != "a board of results"
    board.says(UNPROVEN.get(said, Echo(board=METER, n=1, jackpot=NEWEST)), wanted, 20.0)
    assert board.proved == float("-inf")
    board.jackpot = True
    later = 20.0 + STEADY
    board.says(Echo(board=METER, n=2, jackpot=NEWEST), wanted, later)
    assert board.proved == later
    wanted.jackpot = None  # nothing is to be shown
    board.says(Echo(board=METER, n=3, jackpot=NEWEST), wanted, later + 1)
    assert board.proved == later


def test_21_2_while_a_busy_pool_rises_a_board_proves_what_was_sent_less_than_two_seconds_ago() -> None:
    board, wanted = Board(result=False, jackpot=True), Wanted()
    for now in range(10):
        wanted.tell(jackpot(1234567 + now, seq=100 + now), now)
        board.says(Echo(board=METER, n=now, jackpot=shown(jackpot(1234567 + now - 1, seq=99 + now))), wanted, now + 0.5)
    assert board.proved == 9.5
    board.says(Echo(board=METER, n=10, jackpot=shown(jackpot(1234567 + 8, seq=108))), wanted, 10.5)
    assert board.proved == 9.5


async def test_a_board_of_another_version_is_named_by_its_first_word(broker: Broker, link: BoardDriver) -> None:
    async with running(link.run()), broker.client(CLIENT) as board:
        await until(link.tried.is_set)
        here = Presence(board=METER, online=True).model_dump_json()
        await board.publish(presence_topic(TABLE, METER), here, qos=1, retain=True)
        await board.publish(echo_topic(TABLE, METER), b'{"v":2,"glass":"something new"}', qos=1)
        await until(lambda: faults(link) == [(Fault.BOARD_VERSION, METER)])


async def test_a_message_of_another_version_is_named_by_the_board(
    broker: Broker, link: BoardDriver, meter: hil.board.Board
) -> None:
    async with broker.client(TABLE) as newer:
        await newer.publish(jackpot_topic(TABLE), b'{"v":2,"cents":1}', qos=1, retain=True)
    async with running(link.run(), meter.run()):
        await until(lambda: faults(link) == [(Fault.BOARD_VERSION, METER)])


# -- the broker -------------------------------------------------------------------------------------------------------


async def test_a_broker_that_is_gone_darkens_the_boards_and_comes_back_empty(
    broker: Broker, link: BoardDriver, meter: hil.board.Board
) -> None:
    async with at_work(link, meter):
        broker.stop()
        await shows(meter, "out_of_service")
        await until(lambda: Fault.BROKER_DOWN in names(link))
        link.show_jackpot(jackpot(1234592, 2))  # the table goes on
        broker.start()
        await shows(meter, "live", "12345.92")
        await until(lambda: not faults(link))


async def test_a_broker_that_stands_still_darkens_the_boards_and_nothing_old_is_lit_after_it(
    broker: Broker, link: BoardDriver, meter: hil.board.Board
) -> None:
    """SIGSTOP: every line stays open, and what was sent lies in the kernel until it goes on."""
    async with at_work(link, meter):
        broker.pause(on=True)
        try:
            link.show_jackpot(jackpot(1234592, 2))
            await shows(meter, "out_of_service")
            await until(lambda: any(fault in (Fault.BOARD_LATE, Fault.BROKER_DOWN) for fault, _ in faults(link)))
            link.show_jackpot(jackpot(1234617, 3))
        finally:
            broker.pause(on=False)
        lit = set()
        async with asyncio.timeout(PATIENCE):
            while (seen := await glass(meter)).digits != "12346.17":
                lit.add(seen.digits)
                await asyncio.sleep(0.005)
        assert "12345.67" not in lit
        await until(lambda: not faults(link))


class Pipe:
    """A line to the broker that can be cut so that neither end notices (half-open TCP), or be slow."""

    def __init__(self, port: int) -> None:
        self._port, self.swallows, self.delay = port, False, 0.0
        self._tasks: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def open(self) -> AsyncIterator[int]:
        server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        try:
            yield server.sockets[0].getsockname()[1]
        finally:
            server.close()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        there, back = await asyncio.open_connection("127.0.0.1", self._port)
        try:
            async with asyncio.TaskGroup() as both:
                both.create_task(self._carry(reader, back))
                both.create_task(self._carry(there, writer))
        except asyncio.CancelledError:
            pass  # the test ends, and asyncio would tell of it
        finally:
            for end in (writer, back):
                end.close()

    async def _carry(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        mute = self.swallows  # a new line is a new cable
        while data := await source.read(65536):
            await asyncio.sleep(self.delay)
            if not (self.swallows and not mute):
                sink.write(data)
        sink.close()


async def test_a_half_open_line_of_the_table_is_noticed_and_opened_again(
    broker: Broker, meter: hil.board.Board, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(board_driver, "ANSWER_WITHIN", 1.0)
    pipe, ours = Pipe(broker.port), broker.access()
    async with pipe.open() as port:
        link = link_to(Access("127.0.0.1", port, ours.ca, ours.certificate, ours.key))
        async with at_work(link, meter):
            pipe.swallows = True
            link.show_jackpot(jackpot(1234592, 2))
            await shows(meter, "live", "12345.92")
            await until(lambda: not faults(link))
        assert "broker_down" in [record.getMessage() for record in caplog.records]


async def test_a_half_open_line_of_a_board_is_dark_and_late(broker: Broker, link: BoardDriver) -> None:
    pipe = Pipe(broker.port)
    async with pipe.open() as port:
        meter = hil.board.Board(TABLE, METER, {**broker.opens(CLIENT), "port": port}, jackpot=True)
        async with at_work(link, meter):
            pipe.swallows = True
            await shows(meter, "out_of_service")
            await until(lambda: Fault.BOARD_LATE in names(link))
            await shows(meter, "live", "12345.67")  # over a new line, before the broker has noticed
            await until(lambda: not faults(link))


async def test_a_slow_broker_lights_no_amount_that_may_be_old(broker: Broker, link: BoardDriver) -> None:
    """Whatever takes longer to and fro than a lease lasts is no proof; and nothing that was on its way is lit later."""
    pipe = Pipe(broker.port)
    async with pipe.open() as port:
        meter = hil.board.Board(TABLE, METER, {**broker.opens(CLIENT), "port": port}, jackpot=True)
        async with at_work(link, meter):
            pipe.delay = 1.5
            await shows(meter, "out_of_service")
            await until(lambda: Fault.BOARD_LATE in names(link))
            link.show_jackpot(jackpot(1234592, 2))
            pipe.delay = 0.0
            lit = set()
            async with asyncio.timeout(PATIENCE):
                while (seen := await glass(meter)).digits != "12345.92":
                    lit.add(seen.digits)
                    await asyncio.sleep(0.005)
            assert lit <= {""}
            await until(lambda: not faults(link))


# -- clocks, and lives before this one --------------------------------------------------------------------------------


@pytest.mark.parametrize("rate", [0.5, 1.5])
async def test_a_board_whose_clock_is_wrong_is_lit_all_the_same(broker: Broker, link: BoardDriver, rate: float) -> None:
    def clock() -> float:
        return 4_000_000_000 + rate * asyncio.get_running_loop().time()

    meter = hil.board.Board(TABLE, METER, broker.opens(CLIENT), jackpot=True, clock=clock)
    async with at_work(link, meter):
        link.show_jackpot(jackpot(1234592, 2))
        await shows(meter, "live", "12345.92")


async def test_a_new_life_of_the_table_goes_on_above_the_numbers_of_the_old_one(
    broker: Broker, link: BoardDriver, meter: hil.board.Board
) -> None:
    async with running(meter.run()):
        link.show_jackpot(jackpot())
        async with running(link.run()):
            await shows(meter, "live", "12345.67")
            for version in range(2, 9):
                link.show_jackpot(jackpot(1234567, version))
            await until(lambda: meter.glass.jackpot and meter.glass.jackpot.version == 8)
        again = link_to(broker.access())
        again.show_jackpot(jackpot(1234592, 9))
        async with running(again.run()):
            await shows(meter, "live", "12345.92")
            await until(lambda: not faults(again))


async def test_a_new_life_goes_on_above_the_old_one_by_the_clock_or_by_what_the_broker_kept(
    broker: Broker, meter: hil.board.Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The broker forgets; then a machine takes its place whose clock is years behind."""

    def clock(seconds: int) -> None:
        monkeypatch.setattr("time.time_ns", lambda: seconds * 1_000_000_000)

    async with running(meter.run()):
        for life, seconds in enumerate((1_700_000_000, 1_700_000_001, 1_000_000_000), 1):
            clock(seconds)
            link = link_to(broker.access())
            link.show_jackpot(jackpot(1234567 + life, life))
            async with running(link.run()):
                await shows(meter, "live", f"12345.{67 + life}")
            if life == 1:
                broker.stop()
                broker.start()


@pytest.mark.parametrize("ahead", [1, 2**31, 2**52, HIGHEST])
async def test_no_number_of_a_board_moves_those_of_the_table(broker: Broker, ahead: int) -> None:
    boards = {METER: Board(result=False, jackpot=True), BOARD: Board(jackpot=True)}
    link = BoardDriver(TABLE, broker.access(), boards, beat=lambda: None)
    link.show_jackpot(jackpot())
    meter = hil.board.Board(TABLE, METER, broker.opens(CLIENT), jackpot=True)
    async with running(link.run(), meter.run()), broker.client(f"{TABLE}.{BOARD}") as hostile:
        await shows(meter, "live", "12345.67")
        wanted = link._wanted.jackpot
        assert wanted is not None
        seq = min(wanted.seq + ahead, HIGHEST)
        here = Presence(board=BOARD, online=True).model_dump_json()
        await hostile.publish(presence_topic(TABLE, BOARD), here, qos=1, retain=True)
        said = Echo(board=BOARD, n=1, jackpot=shown(wanted.model_copy(update={"seq": seq}))).model_dump_json()
        await hostile.publish(echo_topic(TABLE, BOARD), said, qos=1)
        await hostile.publish(echo_topic(TABLE, BOARD), said, qos=1, retain=True)
        await until(lambda: (Fault.BOARD_WRONG, BOARD) in faults(link))  # it holds what was never sent
        assert link._wanted.jackpot == wanted
    again = link_to(broker.access())
    again.show_jackpot(jackpot(1234592, 2))
    async with running(again.run(), meter.run()):
        await shows(meter, "live", "12345.92")


async def test_a_number_at_the_end_of_all_numbers_is_not_counted_on(
    broker: Broker, link: BoardDriver, meter: hil.board.Board
) -> None:
    async with broker.client(TABLE) as before:
        last = jackpot().model_copy(update={"seq": HIGHEST}).model_dump_json()
        await before.publish(jackpot_topic(TABLE), last, qos=1, retain=True)
    link.show_jackpot(jackpot())
    async with running(link.run()):
        await until(lambda: link._sent)
        async with running(meter.run()):  # one that is switched on now
            await shows(meter, "live", "12345.67")


async def test_a_board_that_missed_a_message_is_told_again(broker: Broker, link: BoardDriver) -> None:
    link.show_jackpot(jackpot())
    async with running(link.run()), broker.client(CLIENT) as board:
        await until(link.tried.is_set)
        await board.subscribe(jackpot_topic(TABLE), qos=1)
        here = Presence(board=METER, online=True).model_dump_json()
        await board.publish(presence_topic(TABLE, METER), here, qos=1, retain=True)
        old = JackpotShown(pool="main", seq=0, version=0, state="out_of_service", digits="", text={})
        echo = Echo(board=METER, n=1, jackpot=old).model_dump_json()
        await board.publish(echo_topic(TABLE, METER), echo, qos=1)
        received = 0
        async with asyncio.timeout(PATIENCE):
            async for message in board.messages:
                assert isinstance(message.payload, bytes)
                assert Jackpot.model_validate_json(message.payload).cents == 1234567
                received += 1
                if received == 3:
                    break
        await until(lambda: faults(link) == [(Fault.BOARD_LATE, METER)])  # though it is told again and again


# -- who we are -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "spoil",
    [
        lambda ours: Access(ours.host, ours.port, ours.ca),  # nobody
        lambda ours: Access(ours.host, ours.port, ours.ca, ours.certificate, Path("/nowhere/client.key")),
        lambda ours: Access("localhost", ours.port, ours.ca, ours.certificate, ours.key),  # not the broker's name
    ],
)
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # paho drops a socket that is refused
async def test_a_broker_that_refuses_us_is_another_fault_than_one_that_is_down(
    broker: Broker, spoil: Callable[[Access], Access]
) -> None:
    link = link_to(spoil(broker.access()))
    async with running(link.run()):
        await until(lambda: Fault.BROKER_REFUSES in names(link))


async def test_a_renewed_certificate_is_taken_without_a_restart_and_an_old_one_warns(
    broker: Broker, link: BoardDriver, meter: hil.board.Board
) -> None:
    async with at_work(link, meter):
        assert link._secrets is not None
        before = link._secrets.ends
        soon = datetime.now(UTC) - timedelta(days=2 * 365 - 20)
        for name in ("client.crt", "client.key"):
            (broker.folder / "broker" / TABLE / name).unlink()
        authority.make(broker.folder / "broker", ["127.0.0.1"], {TABLE: [METER]}, now=soon)
        broker.stop()
        await until(lambda: Fault.BROKER_DOWN in names(link))
        broker.start()
        await until(lambda: names(link) == [Fault.BROKER_CERTIFICATE])
        assert link._secrets.ends != before


# -- two processes for one table --------------------------------------------------------------------------------------


async def test_the_second_process_yields_and_says_nothing(
    broker: Broker, link: BoardDriver, meter: hil.board.Board
) -> None:
    async with at_work(link, meter):
        second, turns = link_to(broker.access()), list[None]()
        second.beat = lambda: turns.append(None)
        second.show_jackpot(jackpot(1, 99))
        link._claimant.started -= 60  # the second one comes a minute later
        async with running(second.run()):
            await until(lambda: second.holder)
            assert names(second) == [Fault.TABLE_TAKEN]
            turned = len(turns)
            await until(lambda: len(turns) >= turned + 3)  # it has had its chances to speak
            assert (await glass(meter)).digits == "12345.67"
            link.show_jackpot(jackpot(1234592, 2))  # and to be believed
            await shows(meter, "live", "12345.92")
            await until(lambda: not faults(link))
        assert (await glass(meter)).digits == "12345.92"
