"""Strangers at both doors: what is not HTTP, what never ends, guessed PINs, and many connections at once."""

from __future__ import annotations

import asyncio
import http.client
import io
import json
from contextlib import suppress
from dataclasses import dataclass

from hil.site_files import PEOPLE
from tests.campaign.hostile.odd import VALUES
from tests.campaign.hostile.table import INTRUDER, Besieged
from tests.campaign.hostile.trail import Trail

CALM = (0.01, 0.2)  # seconds between two requests
WAITS = 15.0  # seconds for the rest of an answer: the doors end what is slower than ten
MOST = 40  # connections at once, of each door's 125
LARGEST = 1_000_000  # bytes of one request
ENDPOINTS = (
    *("/orders", "/sessions", "/state", "/states", "/posted", "/health", "/events", "/openapi.json"),
    *("/rounds", "/rounds/1", "/rounds/1/sealed", "/rounds/1/pictures"),
)
BUSY = {"SIGN_IN_BUSY", "READERS_BUSY"}  # what a door may say with a 503


def wrong(answer: bytes, method: str) -> str | None:
    """What is wrong with an answer; None: nothing. A door that hangs up without a word is a door that is full."""
    if not answer:
        return None
    file = io.BytesIO(answer)
    response = http.client.HTTPResponse(type("Socket", (), {"makefile": lambda *_: file})(), method=method)
    try:
        response.begin()
        body = b"" if method == "HEAD" or response.getheader("Content-Type") == "text/event-stream" else response.read()
    except http.client.IncompleteRead:
        return None  # we hung up first
    except (http.client.HTTPException, ValueError) as error:
        return f"not HTTP: {type(error).__name__}"
    if response.status < 400 or method == "HEAD":
        return None
    try:
        refusal = json.loads(body)["error"]
        code = refusal["code"]
        assert refusal["fr"]["action"]
        assert refusal["en"]["action"]
    except (ValueError, KeyError, TypeError, AssertionError):
        return f"a {response.status} that is no refusal"
    return None if response.status < 500 or code in BUSY else f"{response.status} {code}"


@dataclass(frozen=True)
class Request:
    """Bytes, in pieces with a pause between them."""

    method: str
    pieces: tuple[bytes, ...]
    pause: float = 0.0
    reads: bool = True  # the answer


class Doors:
    """Both doors of one table."""

    NAME = "doors"

    def __init__(self, table: Besieged, trail: Trail) -> None:
        self._table, self._trail, self._chance = table, trail, trail.chance(self.NAME)
        self._room = asyncio.Semaphore(MOST)

    async def run(self) -> None:
        """Until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            while True:
                await self._room.acquire()
                unix = self._chance.random() < 0.5
                tasks.create_task(self._ask(self._request(unix=unix), unix=unix), name="stranger")
                await asyncio.sleep(self._chance.uniform(*CALM))

    async def _ask(self, request: Request, *, unix: bool) -> None:
        try:
            self._trail.send(self.NAME, f"{'unix' if unix else 'loopback'} {request!r}")
            answer = await self._answer(request, unix=unix)
            if (what := wrong(answer, request.method)) is not None:
                self._trail.find(self.NAME, what, f"{'unix' if unix else 'loopback'} {request!r}\n{answer!r}")
        finally:
            self._room.release()

    async def _answer(self, request: Request, *, unix: bool) -> bytes:
        answer = b""
        with suppress(OSError, TimeoutError):
            if unix:
                reader, writer = await asyncio.open_unix_connection(self._table.socket)
            else:
                reader, writer = await asyncio.open_connection("127.0.0.1", self._table.console_port)
            try:
                async with asyncio.timeout(WAITS):
                    for piece in request.pieces:
                        writer.write(piece)
                        await writer.drain()
                        await asyncio.sleep(request.pause)
                    while request.reads and len(answer) < LARGEST and (more := await reader.read(65536)):
                        answer += more
            finally:
                writer.close()
        return answer

    def _request(self, *, unix: bool) -> Request:
        path, chance = self._chance.choice(ENDPOINTS), self._chance
        match chance.randrange(11):
            case 0:  # a head that never ends
                return Request("GET", (f"GET {path} HTTP/1.1\r\n".encode(), *[b"X: y\r\n"] * 60), 0.5)
            case 1:  # a giant head
                return Request(
                    "GET", (f"GET {path} HTTP/1.1\r\nX: ".encode(), b"x" * chance.randrange(LARGEST), b"\r\n\r\n")
                )
            case 2:  # chunks without end
                head = self._head("POST", path, "Transfer-Encoding: chunked", "Connection: close")
                return Request("POST", (head, *[b"4000\r\n" + b"x" * 0x4000 + b"\r\n"] * 60))
            case 3:  # chunks that are none
                sizes = (b"-1", b"FFFFFFFFFFFFFFFFF", b"", b"0x10", b"4;x=" + b"y" * 9000)
                return Request(
                    "POST",
                    (
                        self._head("POST", path, "Transfer-Encoding: chunked", "Connection: close"),
                        chance.choice(sizes) + b"\r\nabcd\r\n0\r\n\r\n",
                    ),
                )
            case 4:  # one request behind the other, then noise
                one = f"GET {path} HTTP/1.1\r\nHost: {self._host}\r\n\r\n".encode()
                return Request("GET", (one * chance.randrange(1, 50) + chance.randbytes(100),))
            case 5:
                return Request("GET", (chance.randbytes(chance.randrange(1, 5000)) + b"\r\n\r\n",))
            case 6:
                return Request("GET", (f"GET {path}\0 HTTP/1.1\r\nHost: \0\r\nX\0: y\r\n\r\n".encode(),))
            case 7:  # a body that never comes
                return Request("POST", (self._head("POST", path, "Content-Length: 1000"), *[b"{"] * 30), 0.5)
            case 8:  # follows, and does not read
                return Request("GET", (self._head("GET", "/events?after=0"),), chance.uniform(0, 10), reads=False)
            case 9 if not unix:  # guesses the PIN of somebody who belongs here
                badge, pin = chance.choice((*PEOPLE, INTRUDER, "X1")), f"{chance.randrange(10**6):06}"
                guess = json.dumps({"badge": badge, "pin": pin}).encode()
                posted = self._posted("/sessions", guess, "Connection: keep-alive")
                return Request("POST", posted.pieces * chance.randrange(1, 8))
            case _:
                odd = (b"[" * 60_000, b'"\\ud800"', b"\xff\xfe", b"NaN", b"9" * 6000, b"")
                return self._posted(path, chance.choice((*odd, *(json.dumps(each).encode() for each in VALUES))))

    def _posted(self, path: str, body: bytes, connection: str = "Connection: close") -> Request:
        return Request("POST", (self._head("POST", path, f"Content-Length: {len(body)}", connection) + body,))

    def _head(self, method: str, path: str, *more: str) -> bytes:
        own = (f"Host: {self._host}", f"Origin: http://{self._host}", "Content-Type: application/json")
        return "\r\n".join((f"{method} {path} HTTP/1.1", *own, *more, "", "")).encode()

    @property
    def _host(self) -> str:
        return f"127.0.0.1:{self._table.console_port}"
