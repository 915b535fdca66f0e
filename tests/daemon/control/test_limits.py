"""What nobody can do to the others: fill the memory, hold every connection, read without end, or go unseen."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import MethodType
from typing import Any, cast

import httpx
import pytest

from daemon.control import api, follow, server, trace
from daemon.control.follow import MOST_UNREAD, Followers
from daemon.control.readers import THREADS, WAITING, Readers
from daemon.table.events import BettingClosed
from drivers.faults import Fault, FaultError
from tests.daemon.people import PIN
from tests.daemon.serve import Door, door
from tests.drivers import PATIENCE, until

STATE = b"GET /state HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"


@pytest.fixture
async def console(tmp_path: Path) -> AsyncIterator[Door]:
    async with door(tmp_path) as opened:
        yield opened


def client(console: Door, **headers: str) -> httpx.AsyncClient:
    transport = httpx.AsyncHTTPTransport(uds=str(console.path))
    signed_in = {"Authorization": f"Bearer {console.token}", **headers}
    return httpx.AsyncClient(transport=transport, base_url="http://croupier", headers=signed_in, timeout=PATIENCE)


# -- /events ----------------------------------------------------------------------------------------------------------


def followers(console: Door) -> Followers:
    owners = (cast("MethodType", listener).__self__ for listener in console.table.listeners)
    return next(owner for owner in owners if isinstance(owner, Followers))


def tell(console: Door, number: int) -> None:
    for listener in console.table.listeners:
        listener(2 * number, console.table.state, (BettingClosed(),))


async def quiet() -> None:
    """Until nobody follows any more."""
    await until(lambda: "follow until stop" not in [task.get_name() for task in asyncio.all_tasks()])


async def test_a_follower_who_does_not_read_is_cut_off_and_forgotten(console: Door) -> None:
    loop, everyone, most = asyncio.get_running_loop(), followers(console), 0
    with socket.socket(socket.AF_UNIX) as deaf:
        deaf.setblocking(False)
        await loop.sock_connect(deaf, str(console.path))
        await loop.sock_sendall(deaf, b"GET /events HTTP/1.1\r\nHost: x\r\n\r\n")
        await until(lambda: everyone._unread)
        (unread,) = everyone._unread
        for number in range(100_000):
            tell(console, number)
            most = max(most, unread.qsize())
            if not everyone._unread:
                break
            await asyncio.sleep(0)
        assert not everyone._unread
        assert most == MOST_UNREAD
        async with asyncio.timeout(PATIENCE):
            with suppress(ConnectionResetError):
                while await loop.sock_recv(deaf, 65536):  # what it had not read, and then the end
                    pass
        assert unread.qsize() <= 1
    await quiet()


async def test_an_event_is_written_out_once_however_many_follow(console: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []

    def write(event: BettingClosed) -> bytes:
        written.append(event.kind)
        return b"{}"

    monkeypatch.setattr(follow, "written", write)
    tell(console, 1)
    assert written == []  # nobody follows

    async with client(console) as one, one.stream("GET", "/events") as first, one.stream("GET", "/events") as second:
        await until(lambda: len(followers(console)._unread) == 2)
        for number in range(2, 5):
            tell(console, number)
        for stream in (first, second):
            seen: list[str] = []
            async with asyncio.timeout(PATIENCE):
                async for line in stream.aiter_lines():
                    seen += [line] if line.startswith("id: ") else []
                    if len(seen) == 3:
                        break
            assert seen == ["id: 5", "id: 7", "id: 9"]
    assert written == ["betting_closed"] * 3
    await quiet()


# -- connections ------------------------------------------------------------------------------------------------------


@pytest.fixture
async def clock() -> Callable[[float], Awaitable[None]]:
    """Lets so many seconds pass at once: what is due by then is done, however busy the machine."""
    loop, ahead = asyncio.get_running_loop(), [0.0]
    measured = loop.time
    vars(loop)["time"] = lambda: (
        measured() + sum(ahead)
    )  # for good: the loop is this test's own, and time never returns

    async def let_pass(seconds: float) -> None:
        ahead.append(seconds)
        for _ in range(3):  # what is due is found, runs, and what it has begun runs too
            await asyncio.sleep(0)

    return let_pass


async def test_a_door_full_of_idle_connections_is_open_and_so_is_the_other(
    console: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "PATIENCE", 600)
    idle = [await asyncio.open_connection("127.0.0.1", console.port) for _ in range(server.MOST + 5)]
    assert (await console.ask(STATE, unix=True))[9:12] == b"200"
    assert (await console.ask(STATE))[9:12] == b"421"  # and this one, too: one who only stood there has left
    for _, writer in idle:
        writer.close()
    await asyncio.gather(*(writer.wait_closed() for _, writer in idle), return_exceptions=True)


@pytest.mark.parametrize("before", [b"", b"GET /state HTTP/1.1\r\nHost: x\r\n\r\n"])
@pytest.mark.parametrize("trickle", [b"", b"x"])
async def test_a_request_that_never_comes_ends_the_connection(
    console: Door, monkeypatch: pytest.MonkeyPatch, before: bytes, trickle: bytes
) -> None:
    monkeypatch.setattr(server, "PATIENCE", 0.3)
    monkeypatch.setattr(server.PeerProtocol, "timeout_keep_alive_handler", lambda _: None)  # uvicorn's own, 5 seconds
    reader, writer = await asyncio.open_unix_connection(console.path)
    writer.write(before)

    async def dribble() -> None:
        with suppress(ConnectionError):
            while True:
                writer.write(trickle)
                await writer.drain()
                await asyncio.sleep(0.05)

    dribbling = asyncio.create_task(dribble())
    async with asyncio.timeout(PATIENCE):  # uvicorn alone would wait for ever
        with suppress(ConnectionError):
            while await reader.read(65536):
                pass
    dribbling.cancel()
    writer.close()


async def test_whoever_follows_or_asks_again_in_time_is_not_cut_off(
    console: Door, monkeypatch: pytest.MonkeyPatch, clock: Callable[[float], Awaitable[None]]
) -> None:
    monkeypatch.setattr(server, "PATIENCE", 600)
    monkeypatch.setattr(server.PeerProtocol, "timeout_keep_alive_handler", lambda _: None)
    async with client(console) as one, one.stream("GET", "/events") as stream:
        lines = stream.aiter_lines()
        reader, writer = await asyncio.open_unix_connection(console.path)
        for _ in range(4):
            await clock(400)
            writer.write(b"GET /state HTTP/1.1\r\nHost: x\r\n\r\n")
            assert b"200" in await reader.readline()
            await reader.readuntil(b"\r\n\r\n")
            await reader.read(65536)
        tell(console, 1)
        async with asyncio.timeout(PATIENCE):
            while not (await anext(lines)).startswith("event: betting_closed"):
                pass
        writer.close()
    await quiet()


# -- refused orders ---------------------------------------------------------------------------------------------------


def lines(caplog: pytest.LogCaptureFixture, event: str) -> list[dict[str, Any]]:
    return [vars(record) for record in caplog.records if record.message == event]


async def test_a_refused_order_leaves_a_line_without_its_values(
    console: Door, caplog: pytest.LogCaptureFixture
) -> None:
    async with client(console) as one:
        for order in (
            {"kind": "void_round", "reason": "SECRET"},
            {"kind": "seat_in", "seat": "SECRET"},
            {"kind": "seat_in", "SECRET": 1},
            {"kind": "SECRET"},
            {"kind": "change_shift"},
        ):
            await one.post("/orders", json=order)
        await one.post("/orders", json={"kind": "change_shift"}, headers={"Authorization": "Bearer SECRET"})
        await one.get("/rounds/1/sealed")
    seen = [(line["badge"], line["role"], line["order"], line["fault"]) for line in lines(caplog, "order_refused")]
    assert seen == [
        ("D1", "dealer", "void_round", Fault.ROLE_NOT_ALLOWED),
        ("D1", "dealer", "seat_in", Fault.ORDER_NOT_NOW),
        ("D1", "dealer", "seat_in", Fault.ORDER_MALFORMED),
        ("D1", "dealer", "", Fault.ORDER_MALFORMED),
        ("", "", "", Fault.NOT_SIGNED_IN),
    ]
    assert lines(caplog, "order_refused")[0]["peer"].startswith("uid:")
    assert "SECRET" not in json.dumps([vars(record) for record in caplog.records], default=str)


async def test_nobody_fills_the_log_with_refused_orders(
    console: Door, caplog: pytest.LogCaptureFixture, clock: Callable[[float], Awaitable[None]]
) -> None:
    async with client(console) as one:
        for _ in range(trace.MOST + 7):
            await one.post("/orders", json={"kind": "open_round", "now": 1})
        assert len(lines(caplog, "order_refused")) == trace.MOST
        await one.post("/orders", json={}, headers={"Authorization": ""})  # another's line is his own
        assert len(lines(caplog, "order_refused")) == trace.MOST + 1
    await clock(trace.MINUTE)
    (more,) = lines(caplog, "orders_refused_besides")
    assert (more["badge"], more["count"]) == ("D1", 7)
    async with client(console) as one:
        await one.post("/orders", json={"kind": "open_round", "now": 1})
    assert len(lines(caplog, "order_refused")) == trace.MOST + 2


# -- reading the journal ----------------------------------------------------------------------------------------------


@contextmanager
def slow() -> Iterator[tuple[threading.Event, Any]]:
    release = threading.Event()

    def read(*_: object) -> list[object]:
        release.wait(20)
        return []

    try:
        yield release, read
    finally:
        release.set()


def threads() -> list[str]:
    return [thread.name for thread in threading.enumerate() if thread.name.startswith("reader")]


async def test_whoever_reads_rounds_without_end_keeps_nobody_from_signing_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with slow() as (release, read):
        monkeypatch.setattr(api, "explain_round", read)
        async with door(tmp_path) as console, client(console) as one:
            asked = [asyncio.create_task(one.get("/rounds/1")) for _ in range(THREADS + WAITING + 3)]
            await until(lambda: sum(task.done() for task in asked) == 3)  # all have come: the others have a place
            busy = [task.result() for task in asked if task.done()]
            codes = [(answer.status_code, answer.json()["error"]["code"]) for answer in busy]
            assert codes == [(503, Fault.READERS_BUSY)] * 3
            assert (await one.get("/events?after=0")).json()["error"]["code"] == Fault.READERS_BUSY
            assert len(threads()) == THREADS
            async with asyncio.timeout(PATIENCE):
                assert (await one.post("/sessions", json={"badge": "S1", "pin": PIN})).status_code == 200
            release.set()
            assert sorted({answer.status_code for answer in await asyncio.gather(*asked)}) == [200, 503]
            assert (await one.get("/rounds/1")).status_code == 200
        assert threads() == []


async def test_whoever_hangs_up_gives_his_place_back_when_his_reading_ends() -> None:
    readers, begun = Readers(), []
    with slow() as (release, read):

        def begin() -> list[object]:
            begun.append(threading.current_thread().name)
            found: list[object] = read()
            return found

        asked = [asyncio.create_task(readers.read("uid", begin)) for _ in range(THREADS + WAITING)]
        await until(lambda: len(begun) == THREADS)
        for task in asked:
            task.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        again = [asyncio.create_task(readers.read("uid", read)) for _ in range(WAITING + 1)]
        await until(lambda: any(task.done() for task in again))
        (refused,) = [task for task in again if task.done()]  # those that had begun still hold their threads
        with pytest.raises(FaultError) as busy:
            await refused
        assert busy.value.fault is Fault.READERS_BUSY
        release.set()
        assert await asyncio.gather(*(task for task in again if task is not refused)) == [[]] * WAITING
    await readers.close()
