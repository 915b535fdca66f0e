"""Two doors: whatever a stranger does at the console's port, people sign in, look and follow at theirs."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import socket
import threading
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, ExitStack, suppress
from pathlib import Path

import httpx
import pytest
from argon2 import PasswordHasher

from daemon.control import guard, server
from daemon.control.peers import caller
from daemon.control.readers import THREADS, WAITING
from daemon.control.server import BACKLOG, MOST, serving
from daemon.control.sessions import QUEUE, TRIES
from daemon.people import Person, set_disabled
from daemon.table.orders import SignedIn, SignInRefused, Unlocked
from drivers.faults import Fault, FaultError
from tests.daemon.control.test_limits import quiet, slow, tell
from tests.daemon.people import CONSOLE, ENROLLED, PIN, WRONG
from tests.daemon.serve import Door, door
from tests.drivers import PATIENCE, until

ME = os.geteuid()


@pytest.fixture
async def doors(tmp_path: Path) -> AsyncIterator[Door]:
    async with door(tmp_path) as opened:
        yield opened


def at_the_socket(doors: Door) -> httpx.AsyncClient:
    transport = httpx.AsyncHTTPTransport(uds=str(doors.path), limits=httpx.Limits(max_connections=None))
    return httpx.AsyncClient(transport=transport, base_url="http://croupier", timeout=PATIENCE)


def at_the_port(doors: Door) -> httpx.AsyncClient:
    origin = f"http://127.0.0.1:{doors.port}"
    limits = httpx.Limits(max_connections=None)
    return httpx.AsyncClient(base_url=origin, headers={"Origin": origin}, timeout=PATIENCE, limits=limits)


async def sign_in(client: httpx.AsyncClient, badge: str, pin: str = PIN) -> tuple[int, str]:
    """The status, and the fault's code if there is one."""
    answer = await client.post("/sessions", json={"badge": badge, "pin": pin})
    return answer.status_code, answer.json().get("error", {}).get("code", "")


@pytest.fixture
def console(monkeypatch: pytest.MonkeyPatch) -> set[int]:
    """Ports of loopback whose caller is the console's user, where D1 is at home; every other one is a stranger."""
    ports: set[int] = set()

    def named(connection: socket.socket) -> tuple[str, int]:
        name, number = caller(connection)
        return (CONSOLE if number in ports else name), number

    monkeypatch.setattr(server, "caller", named)
    return ports


# -- who calls --------------------------------------------------------------------------------------------------------


def test_the_kernel_tells_who_calls_at_both_doors(tmp_path: Path) -> None:
    for family, where, name in (
        (socket.AF_UNIX, str(tmp_path / "x"), f"uid:{ME}"),
        (socket.AF_INET, ("127.0.0.1", 0), f"loopback:{ME}"),
    ):
        with socket.socket(family) as listener, socket.socket(family) as client:
            listener.bind(where)
            listener.listen()
            client.connect(listener.getsockname())
            connection, _ = listener.accept()
            with connection:
                assert caller(connection)[0] == name
                client.close()  # a socket that nobody holds any more would pass for root's
                assert caller(connection)[0] == (name if family == socket.AF_UNIX else "loopback")


FORGED = {
    "X-Forwarded-For": "[uid:0]:5",
    "X-Forwarded-Proto": "https",
    "Forwarded": "for=uid:0",
    "X-Real-IP": "uid:0",
}


async def test_nobody_says_of_himself_who_calls(doors: Door, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    for client, name in ((at_the_socket(doors), f"uid:{ME}"), (at_the_port(doors), f"loopback:{ME}")):
        async with client:
            client.headers.update(FORGED)
            await sign_in(client, "S1", WRONG)
            assert await sign_in(client, "S1") == (200, "")
            await client.post("/orders", json={"kind": "change_shift"})
        peers = [vars(record)["peer"] for record in caplog.records if "peer" in vars(record)]
        assert peers == [name] * 3  # refused, signed in, and an order of nobody
        kept = [kept.peer for kept in doors.table.kept if isinstance(kept, SignedIn | SignInRefused)]
        assert kept[-2:] == [name, name]
        caplog.clear()


# -- signing in -------------------------------------------------------------------------------------------------------


async def test_a_stranger_at_the_port_locks_nobody_s_badge(doors: Door) -> None:
    async with at_the_port(doors) as stranger, at_the_socket(doors) as person:
        for badge in ENROLLED:
            for _ in range(TRIES):
                await sign_in(stranger, badge, WRONG)
        assert await sign_in(stranger, "S1") == (429, Fault.BADGE_LOCKED)
        for badge in ENROLLED:
            assert await sign_in(person, badge) == (200, "")


async def test_unknown_badges_at_the_port_keep_nobody_at_the_socket_waiting(
    doors: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    release, compared, verify = threading.Event(), list[str](), PasswordHasher.verify

    def held(hasher: PasswordHasher, hashed: str, pin: str) -> bool:
        compared.append(pin)
        if pin == WRONG:
            release.wait(PATIENCE)
        return verify(hasher, hashed, pin)

    monkeypatch.setattr(PasswordHasher, "verify", held)
    async with at_the_port(doors) as stranger, at_the_socket(doors) as person:
        tries = [asyncio.create_task(sign_in(stranger, f"X{number}", WRONG)) for number in range(2 * QUEUE)]
        await until(lambda: sum(each.done() for each in tries) == QUEUE - 1)  # one is checked, and so many wait
        supervisor = asyncio.create_task(sign_in(person, "S1"))
        await until(lambda: doors.sessions._checking._queues.get("uid") or supervisor.done())
        release.set()
        assert await supervisor == (200, "")
        assert PIN in compared[:3]
        answers = await asyncio.gather(*tries)
    assert {code for _, code in answers} == {Fault.SIGN_IN_REFUSED, Fault.SIGN_IN_BUSY, Fault.BADGE_LOCKED}
    assert compared.count(WRONG) == TRIES


async def test_a_badge_is_unlocked_by_a_supervisor_or_by_root_and_by_nobody_else(doors: Door) -> None:
    async with at_the_port(doors) as page, at_the_socket(doors) as local:
        assert await sign_in(page, "A1") == (200, "")
        for _ in range(TRIES):
            await sign_in(page, "D1", WRONG)
        assert await sign_in(page, "D1") == (429, Fault.BADGE_LOCKED)

        async def unlock(client: httpx.AsyncClient, token: str = "", badge: str = "D1") -> tuple[int, str]:
            headers = {"Authorization": f"Bearer {token}"} if token else {}
            answer = await client.delete(f"/locks/{badge}", headers=headers)
            return answer.status_code, answer.json()["error"]["code"] if answer.content else ""

        assert await unlock(page) == (401, Fault.NOT_SIGNED_IN)
        assert await unlock(page, doors.token) == (403, Fault.ROLE_NOT_ALLOWED)
        assert await unlock(local, doors.token) == (403, Fault.ROLE_NOT_ALLOWED)  # who shows a badge is that person
        assert await sign_in(page, "D1") == (429, Fault.BADGE_LOCKED)
        token = (await page.post("/sessions", json={"badge": "S1", "pin": PIN})).json()["token"]
        assert await unlock(page, token, "X9") == (404, Fault.BADGE_UNKNOWN)
        assert await unlock(page, token) == (204, "")
        assert await sign_in(page, "D1") == (200, "")
        set_disabled(doors.people, "S1", disabled=True)
        assert await unlock(page, token) == (401, Fault.NOT_SIGNED_IN)  # from this moment on
        assert await unlock(local) == (204, "")
    unlocked = [kept for kept in doors.table.kept if isinstance(kept, Unlocked)]
    assert unlocked == [Unlocked(by="S1", badge="D1"), Unlocked(by=f"uid:{ME}", badge="D1")]


# -- connections ------------------------------------------------------------------------------------------------------


async def follow(doors: Door) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", doors.port)
    writer.write(f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{doors.port}\r\n\r\n".encode())
    return reader, writer


async def leave(*streams: tuple[asyncio.StreamReader, asyncio.StreamWriter]) -> None:
    for _, writer in streams:
        writer.close()
    await asyncio.gather(*(writer.wait_closed() for _, writer in streams), return_exceptions=True)


async def test_a_port_full_of_followers_has_room_for_another(doors: Door) -> None:
    slow_ones = [await follow(doors) for _ in range(MOST + 5)]
    async with at_the_port(doors) as page, asyncio.timeout(PATIENCE):
        assert (await page.get("/state")).status_code == 200
        assert await sign_in(page, "S1") == (200, "")
    await leave(*slow_ones)
    await quiet()


async def test_strangers_do_not_push_the_console_out(doors: Door, console: set[int]) -> None:
    with socket.socket() as own:
        own.bind(("127.0.0.1", 0))
        console.add(own.getsockname()[1])
        own.setblocking(False)
        await asyncio.get_running_loop().sock_connect(own, ("127.0.0.1", doors.port))
        reader, writer = await asyncio.open_connection(sock=own)
        writer.write(f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{doors.port}\r\n\r\n".encode())
        await reader.readuntil(b": following")
        strangers = [await follow(doors) for _ in range(2 * MOST)]
        async with at_the_port(doors) as page:
            assert (await page.get("/state")).status_code == 200  # they are taken in the order in which they came
        tell(doors, 1)
        async with asyncio.timeout(PATIENCE):
            await reader.readuntil(b"event: betting_closed")
        await leave(*strangers, (reader, writer))
    await quiet()


async def test_a_follower_who_reads_nothing_is_cut_off_though_nothing_happens(
    doors: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "PATIENCE", 0.2)
    page = [(number, "betting_closed", json.dumps({"kind": "betting_closed"})) for number in range(1, 1001)]
    monkeypatch.setattr(doors.table, "events_after", lambda *_: page, raising=False)  # without end
    loop = asyncio.get_running_loop()
    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.setblocking(False)
        await loop.sock_connect(deaf, ("127.0.0.1", doors.port))
        request = f"GET /events?after=0 HTTP/1.1\r\nHost: 127.0.0.1:{doors.port}\r\n\r\n"
        await loop.sock_sendall(deaf, request.encode())
        await until(lambda: "follow until stop" in [task.get_name() for task in asyncio.all_tasks()])
        await quiet()


async def test_a_flood_of_connections_leaves_descriptors_for_the_table(doors: Door) -> None:
    def descriptors() -> int:
        return sum(1 for _ in Path("/proc/self/fd").iterdir())

    before, most = descriptors(), 0
    with ExitStack() as stack:
        for _ in range(6 * MOST):
            flooding = stack.enter_context(socket.socket())
            flooding.setblocking(False)
            with suppress(BlockingIOError):
                flooding.connect(("127.0.0.1", doors.port))
        for _ in range(50):
            await asyncio.sleep(0)
            most = max(most, descriptors() - before - 6 * MOST)
    assert MOST <= most <= MOST + BACKLOG + 10


async def test_however_many_requests_come_one_begins_at_each_turn_of_the_loop(
    doors: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop, begun, seen, most = asyncio.get_running_loop(), 0, 0, 0

    def look(*_: object, **__: object) -> dict[str, object]:
        nonlocal begun
        begun += 1
        return {}

    def turn() -> None:
        nonlocal seen, most
        most, seen = max(most, begun - seen), begun
        if begun < MOST:
            loop.call_soon(turn)

    monkeypatch.setattr("tests.daemon.serve.view", look)
    streams = [await asyncio.open_connection("127.0.0.1", doors.port) for _ in range(MOST)]
    for _, writer in streams:
        writer.write(f"GET /state HTTP/1.1\r\nHost: 127.0.0.1:{doors.port}\r\n\r\n".encode())
    turn()
    async with asyncio.timeout(PATIENCE):
        for reader, _ in streams:
            assert b"200" in await reader.readline()
    assert most == 1
    await leave(*streams)


async def test_too_many_requests_at_once_are_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "WAITING", 3)
    async with door(tmp_path) as doors:
        streams = [await asyncio.open_unix_connection(doors.path) for _ in range(20)]
        for _, writer in streams:
            writer.write(b"GET /state HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        async with asyncio.timeout(PATIENCE):
            answers = [await reader.read() for reader, _ in streams]
        assert {answer[9:12] for answer in answers} == {b"200", b"503"}
        assert all(Fault.CONTROL_BUSY.encode() in answer for answer in answers if answer[9:12] == b"503")
        await leave(*streams)


# -- reading the journal ----------------------------------------------------------------------------------------------


def under_way() -> int:
    """Requests that wait for their answer."""
    return sum("run_asgi" in getattr(task.get_coro(), "__qualname__", "") for task in asyncio.all_tasks())


async def test_whoever_reads_much_at_the_port_keeps_nobody_at_the_socket_from_reading(
    doors: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    with slow() as (release, read):
        monkeypatch.setattr("daemon.control.api.explain_round", read)
        async with at_the_port(doors) as stranger, at_the_socket(doors) as person:
            asked = [asyncio.create_task(stranger.get("/rounds/1")) for _ in range(THREADS + WAITING + 3)]
            await until(lambda: sum(each.done() for each in asked) == 3)
            mine = asyncio.create_task(person.get("/rounds/1"))
            await until(lambda: mine.done() or under_way() > THREADS + WAITING)
            release.set()
            assert (await mine).status_code == 200
            await asyncio.gather(*asked)


# -- the socket's name ------------------------------------------------------------------------------------------------


async def test_a_socket_that_somebody_serves_is_not_replaced(doors: Door) -> None:
    with pytest.raises(FaultError) as refused:
        async with serving(None, doors.path):  # type: ignore[arg-type]
            pass
    assert (refused.value.fault, refused.value.detail) == (Fault.TABLE_TAKEN, str(doors.path))
    async with at_the_socket(doors) as person:
        assert (await person.get("/state")).status_code == 200


async def test_whoever_leaves_takes_down_his_own_socket_only(tmp_path: Path) -> None:
    async with AsyncExitStack() as second:
        async with door(tmp_path) as first:
            await asyncio.to_thread(
                first.path.with_name(f"{first.path.name}.lock").unlink
            )  # somebody cleared the folder
            await asyncio.to_thread((tmp_path / "people.toml").unlink)
            doors = await second.enter_async_context(door(tmp_path))
        async with at_the_socket(doors) as person:
            assert (await person.get("/state")).status_code == 200
    assert not doors.path.exists()


async def test_a_dead_socket_is_replaced(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(folder / "table.sock"))
    async with door(tmp_path) as doors, at_the_socket(doors) as person:
        assert (await person.get("/state")).status_code == 200


# -- odd requests -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("unix", [True, False])
@pytest.mark.parametrize("body", [b"zz\r\n", b"5\r\nhello!!\r\n", b"-1\r\n"])
async def test_a_body_that_goes_wrong_is_told_so(doors: Door, unix: bool, body: bytes) -> None:
    host = f"127.0.0.1:{doors.port}"
    head = f"POST /orders HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Type: application/json\r\n"
    answer = await doors.ask(f"{head}Transfer-Encoding: chunked\r\n\r\n".encode() + body, unix=unix)
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert Fault.ORDER_MALFORMED.encode() in answer


@pytest.mark.parametrize("host", ["[", "[::1", "x/orders", "a@b:c", "%", ""])
async def test_a_host_that_is_no_name_is_no_bug(doors: Door, host: str) -> None:
    for path, status in (("/orders", b"401"), ("/nowhere", b"404")):
        head = f"POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nConnection: close\r\n"
        answer = await doors.ask(head.encode() + b'Content-Length: 23\r\n\r\n{"kind":"change_shift"}', unix=True)
        assert answer[9:12] == status


async def test_who_still_waits_when_the_daemon_ends_is_told_that_nobody_knows(tmp_path: Path) -> None:
    async with door(tmp_path) as doors:
        writing = asyncio.Event()

        def never(observation: object) -> asyncio.Future[None]:
            writing.set()
            return asyncio.get_running_loop().create_future()  # a disk that does not answer

        doors.table.submit = never  # type: ignore[method-assign]
        head = f"POST /orders HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {doors.token}\r\n"
        asked = f'{head}Content-Type: application/json\r\nContent-Length: 21\r\n\r\n{{"kind":"open_round"}}'
        answer = asyncio.create_task(doors.ask(asked.encode(), unix=True))
        await writing.wait()
    response = await answer
    assert response.startswith(b"HTTP/1.1 503 ")
    assert Fault.ORDER_UNCERTAIN.encode() in response


async def test_who_only_looks_when_the_daemon_ends_is_told_to_ask_again(tmp_path: Path) -> None:
    async with door(tmp_path) as doors:
        looking = asyncio.Event()

        async def never(token: str) -> Person:
            looking.set()
            return await asyncio.get_running_loop().create_future()  # type: ignore[no-any-return]

        doors.sessions.now = never  # type: ignore[method-assign]
        head = f"GET /rounds/1/sealed HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {doors.token}\r\n\r\n"
        answer = asyncio.create_task(doors.ask(head.encode(), unix=True))
        await looking.wait()
    response = await answer
    assert response.startswith(b"HTTP/1.1 503 ")
    assert Fault.CONTROL_BUSY.encode() in response
