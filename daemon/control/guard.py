"""What every request meets first: its turn; whether it is small and JSON; and if a browser sent it, was it the console?

The token is never ambient: no cookie exists, so a foreign page has nothing to ride on. Host and Origin are checked all
the same, because a foreign name may be pointed at 127.0.0.1.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from daemon.control.refusal import refusal
from daemon.control.turns import Turns
from daemon.text.details import Because
from drivers.faults import Fault, FaultError

LARGEST = 64 * 1024  # bytes of a body; no order comes near
LARGEST_HEAD = 16 * 1024  # bytes of a request's line and headers
PATIENCE = 10.0  # seconds for a body to arrive
WAITING = 250  # requests of a crowd that may wait for their turn; some of those who sent them may have left
READS = ("GET", "HEAD")  # what orders nothing
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)
HARDENED = [
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=(), payment=()"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]


NOT_KEPT = (b"cache-control", b"no-store")  # unless an answer says otherwise

Headers = list[tuple[bytes, bytes]]


def hardened(headers: Headers) -> Headers:
    """The headers of an answer with all that every answer has."""
    kept = any(name == NOT_KEPT[0] for name, _ in headers)
    return [*headers, *HARDENED] if kept else [*headers, *HARDENED, NOT_KEPT]


class RefusedError(Exception):
    """A request that the application never sees."""

    def __init__(self, fault: Fault, detail: str, status: int | None = None) -> None:
        super().__init__(detail)
        self.answer = refusal(fault, detail, status)
        self.answer.headers["Connection"] = "close"  # what is left of it is not read


class Guard:
    """The application, behind its checks; `port` is the console's on loopback, `crowd` says who waits for whom."""

    def __init__(self, app: ASGIApp, port: int | None, crowd: Callable[[str], str]) -> None:
        self._app, self._crowd = app, crowd
        self._turns = Turns(1, WAITING, Fault.CONTROL_BUSY)
        self._hosts = {f"127.0.0.1:{port}", f"localhost:{port}"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or the word that the server starts or ends."""
        if scope["type"] == "lifespan":
            return await self._app(scope, receive, send)

        started = False

        async def harden(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message["headers"] = hardened(message["headers"])
            await send(message)

        try:
            await self._turns.begin(self._crowd(scope["client"][0]))
        except FaultError as busy:
            return await RefusedError(busy.fault, busy.detail).answer(scope, receive, harden)
        # one begins at each turn of the loop: however many are asked, the shoe's next card waits for one of them
        asyncio.get_running_loop().call_soon(self._turns.end)
        request, head = Request(scope, receive), [*scope["headers"], (scope["raw_path"], scope["query_string"])]
        try:
            if sum(len(name) + len(value) for name, value in head) > LARGEST_HEAD:
                raise RefusedError(Fault.ORDER_MALFORMED, Because.HEADERS_LARGE(most=LARGEST_HEAD), 431)
            if scope["server"] and scope["server"][1] is not None:  # a port: not the Unix socket
                self._check_browser(request)
            if request.method not in READS:
                receive = _replayed(await _body(request), receive)
        except RefusedError as refused:
            await refused.answer(scope, receive, harden)
        except ClientDisconnect:
            pass
        else:
            try:
                await self._app(scope, receive, harden)
            except asyncio.CancelledError:  # the daemon ends, and waits for nobody any longer
                if started:
                    raise
                unanswered = Fault.CONTROL_BUSY if request.method in READS else Fault.ORDER_UNCERTAIN
                await refusal(unanswered, "")(scope, receive, harden)

    def _check_browser(self, request: Request) -> None:
        if request.headers.getlist("host") not in [[host] for host in self._hosts]:
            raise RefusedError(Fault.CONTROL_FOREIGN, "Host", 421)
        if request.method in READS:
            return
        if request.headers.getlist("origin") not in [[f"http://{host}"] for host in self._hosts]:
            raise RefusedError(Fault.CONTROL_FOREIGN, "Origin", 403)
        if request.headers.getlist("sec-fetch-site") not in ([], ["same-origin"]):
            raise RefusedError(Fault.CONTROL_FOREIGN, "Sec-Fetch-Site", 403)


async def _body(request: Request) -> bytes:
    """The whole of it, or a refusal."""
    body = b""
    try:
        async with asyncio.timeout(PATIENCE):
            async for chunk in request.stream():
                body += chunk
                if len(body) > LARGEST:
                    raise RefusedError(Fault.ORDER_MALFORMED, Because.BODY_LARGE(most=LARGEST), 413)
    except TimeoutError:
        raise RefusedError(Fault.ORDER_MALFORMED, Because.BODY_LATE(), 408) from None
    if body and request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise RefusedError(Fault.ORDER_MALFORMED, Because.JSON_WANTED(), 415)
    return body


def _replayed(body: bytes, receive: Receive) -> Receive:
    """The body once more; then whatever comes, which is the end of the connection."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return messages.pop() if messages else await receive()

    return replay
