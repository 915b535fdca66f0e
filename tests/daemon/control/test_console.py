"""The console's port: only the console itself may order anything there, whatever page the browser shows besides."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from daemon.control import guard, server
from daemon.control.doors import bind_console
from daemon.control.guard import LARGEST, LARGEST_HEAD
from daemon.control.server import MOST, serving
from drivers.faults import Fault, FaultError
from tests.daemon.people import PIN
from tests.daemon.serve import Door, door
from tests.drivers import PATIENCE, until

STATE = b"GET /state HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
ORDER = {"kind": "change_shift"}


@pytest.fixture
async def console(tmp_path: Path) -> AsyncIterator[Door]:
    async with door(tmp_path) as opened:
        yield opened


def browser(console: Door, **headers: str) -> httpx.AsyncClient:
    """As the console's own page would ask; a header of None is left out."""
    origin = f"http://127.0.0.1:{console.port}"
    own = {"Origin": origin, "Sec-Fetch-Site": "same-origin", "Authorization": f"Bearer {console.token}", **headers}
    given = {name: value for name, value in own.items() if value}
    return httpx.AsyncClient(base_url=origin, headers=given, timeout=PATIENCE)


async def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


async def test_the_console_s_own_page_signs_in_looks_and_orders(console: Door) -> None:
    async with browser(console) as client:
        assert (await client.post("/orders", json=ORDER)).json()["dealer"] == "D1"
        assert (await client.get("/state")).status_code == 200
        answer = await client.post("/sessions", json={"badge": "S1", "pin": PIN})
        assert answer.json()["role"] == "supervisor"
    name = f"localhost:{console.port}"
    async with browser(console, Host=name, Origin=f"http://{name}") as client:
        assert (await client.post("/orders", json=ORDER)).status_code == 200


@pytest.mark.parametrize(
    "host", ["croupier.example", "127.0.0.1", "localhost", "127.0.0.1:1", "evil:{port}", "[::1]:{port}"]
)
async def test_a_foreign_name_that_points_here_finds_nobody(console: Door, host: str) -> None:
    async with browser(console, Host=host.format(port=console.port)) as client:
        for answer in (await client.get("/state"), await client.post("/orders", json=ORDER)):
            assert await code(answer) == (421, Fault.CONTROL_FOREIGN)


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "https://127.0.0.1:{port}"},
        {"Origin": "http://127.0.0.1:{port}.evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "none"},
    ],
)
async def test_another_page_orders_nothing_even_with_a_token(console: Door, headers: dict[str, str]) -> None:
    foreign = {name: value.format(port=console.port) for name, value in headers.items()}
    async with browser(console, **foreign) as client:
        for answer in (
            await client.post("/orders", json=ORDER),
            await client.post("/sessions", json={"badge": "S1", "pin": PIN}),
            await client.delete("/sessions"),
            await client.request("OPTIONS", "/orders", headers={"Access-Control-Request-Method": "POST"}),
            await client.put("/orders", json=ORDER),
        ):
            assert await code(answer) == (403, Fault.CONTROL_FOREIGN)
    assert [kept.kind for kept in console.table.kept] == ["signed_in"]


@pytest.mark.parametrize(
    "kind", ["application/x-www-form-urlencoded", "text/plain", "multipart/form-data", "", "application/jsonx"]
)
@pytest.mark.parametrize("unix", [False, True])
async def test_what_a_form_can_send_is_no_order(console: Door, kind: str, unix: bool) -> None:
    body = b'{"kind": "change_shift"}'
    head = f"POST /orders HTTP/1.1\r\nHost: 127.0.0.1:{console.port}\r\nOrigin: http://127.0.0.1:{console.port}\r\n"
    head += f"Authorization: Bearer {console.token}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n"
    head += f"Content-Type: {kind}\r\n\r\n" if kind else "\r\n"
    answer = await console.ask(head.encode() + body, unix=unix)
    assert answer.startswith(b"HTTP/1.1 415 ")
    assert Fault.ORDER_MALFORMED.encode() in answer


async def test_no_answer_sets_a_cookie_opens_a_door_or_stays_in_a_cache(console: Door) -> None:
    async with browser(console) as client:
        answers = [
            await client.get("/state"),
            await client.get("/health"),
            await client.get("/openapi.json"),
            await client.get("/nowhere"),
            await client.get("/state", headers={"Host": "evil"}),
            await client.post("/orders", json=ORDER),
            await client.post("/orders", json={}),
            await client.post("/orders", json=ORDER, headers={"Origin": "http://evil"}),
            await client.post("/sessions", json={"badge": "S1", "pin": PIN}),
            await client.post("/sessions", json={"badge": "S1", "pin": "141421"}),
            await client.delete("/sessions"),
            await client.request("OPTIONS", "/orders"),
        ]
        async with client.stream("GET", "/events") as stream:
            answers.append(stream)
    raw = await console.ask(b"not HTTP at all\r\n\r\n")
    for headers in (*(answer.headers for answer in answers), httpx.Headers(_head(raw))):
        assert "set-cookie" not in headers
        assert not [name for name in headers if name.startswith("access-control-")]
        assert headers["content-security-policy"].startswith("default-src 'none'; script-src 'self'; ")
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert (headers["x-content-type-options"], headers["referrer-policy"]) == ("nosniff", "no-referrer")
        assert headers["cache-control"] == "no-store"
        assert "server" not in headers


def _head(answer: bytes) -> list[tuple[bytes, bytes]]:
    lines = answer.split(b"\r\n\r\n")[0].split(b"\r\n")[1:]
    return [(name, value) for name, _, value in (line.partition(b": ") for line in lines)]


# -- what is too much -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("unix", [False, True])
async def test_a_body_and_a_head_have_their_limits(console: Door, unix: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    head = f"POST /orders HTTP/1.1\r\nHost: 127.0.0.1:{console.port}\r\nOrigin: http://127.0.0.1:{console.port}\r\n"
    json = head + "Content-Type: application/json\r\n"
    large = b" " * (LARGEST + 1)
    for request, status in (
        (f"{json}Content-Length: {len(large)}\r\n\r\n".encode() + large, 413),
        (f"{json}Transfer-Encoding: chunked\r\n\r\n{len(large):x}\r\n".encode() + large, 413),
        (f"{json}Content-Length: 10\r\n\r\n{{".encode(), 408),
        (f"{head}X: {'x' * LARGEST_HEAD}\r\n\r\n".encode(), 431),  # or 400, if it comes in pieces
        (f"{head}X: {'x' * LARGEST_HEAD}".encode(), 400),
        (head.encode() + b"X:\r\n" * 50_000 + b"\r\n", 431),
        (f"{head.replace('/orders', '/' + 'x' * LARGEST_HEAD)}\r\n".encode(), 431),
        (b"GET / HTTP/9\r\n\r\n", 400),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400),
    ):
        monkeypatch.setattr(guard, "PATIENCE", 0.2 if status == 408 else 600)  # 408: the rest never comes
        answer = await console.ask(request, unix=unix)
        assert int(answer[9:12]) in ({400, 431} if status == 431 else {status}), answer
        assert Fault.ORDER_MALFORMED.encode() in answer


async def test_what_is_not_http_after_a_request_ends_the_connection_quietly(
    console: Door, caplog: pytest.LogCaptureFixture
) -> None:
    head = f"GET /state HTTP/1.1\r\nHost: 127.0.0.1:{console.port}\r\n\r\n".encode()
    for rest in (b"\x00\x01\r\n\r\n", head + b"\x00\r\n\r\n", b"GET /events"):
        await console.ask(head + rest + b"\r\n\r\n")
    assert not [record for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")]


async def test_many_connections_leave_descriptors_for_the_table(console: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "PATIENCE", 600)
    idle = [await asyncio.open_unix_connection(console.path) for _ in range(MOST + 20)]

    def over(reader: asyncio.StreamReader) -> bool:
        return reader.at_eof() or reader.exception() is not None

    await until(lambda: over(idle[19][0]))  # they leave in the order in which they came
    ended = [reader for reader, _ in idle if over(reader)]
    for _, writer in idle:
        writer.close()
    await asyncio.gather(*(writer.wait_closed() for _, writer in idle), return_exceptions=True)
    assert len(ended) == 20
    async with asyncio.timeout(PATIENCE):
        while not (answer := await console.ask(STATE, unix=True)):  # the others are still being let go
            await asyncio.sleep(0.01)
    assert answer[9:12] == b"200"


async def test_a_port_that_is_taken_is_named_and_nothing_is_left_open(console: Door, tmp_path: Path) -> None:
    with pytest.raises(FaultError) as refused:
        async with serving(None, tmp_path / "other/x.sock", None, console.port):  # type: ignore[arg-type]
            pass
    assert refused.value.fault is Fault.CONTROL_NO_SOCKET
    assert refused.value.detail == f"127.0.0.1:{console.port}: Address already in use"


def test_the_console_is_for_this_machine_alone() -> None:
    with bind_console(0) as listener:
        assert listener.getsockname()[0] == "127.0.0.1"
