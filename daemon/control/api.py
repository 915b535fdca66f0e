"""The control API: give an order, look at the table, follow what happens, ask how the devices are.

One order is one JSON object with its `kind`; /openapi.json describes them all.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from typing import Annotated, Any

from fastapi import Body, FastAPI, Header, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, StreamingResponse
from starlette.exceptions import HTTPException

from daemon.journal.store import EVENTS
from daemon.spine import Spine
from daemon.table.events import Event
from daemon.table.orders import AnyOrder
from daemon.table.state import TableState
from daemon.texts import told
from daemon.view import view
from drivers.faults import Fault, FaultError

LAST_SEQ = 2**63 - 1
PAGE = 1000  # events read from the journal at a time
MOST_UNREAD = 1000  # events that a slow follower may lag behind before it is cut off


def refusal(fault: Fault, detail: str, status: int) -> JSONResponse:
    """A code, a sentence and a next action, in both languages."""
    return JSONResponse({"error": told(fault, detail.encode(errors="replace").decode())}, status)


def build(spine: Spine, health: Callable[[], dict[str, Any]], stopping: asyncio.Event) -> FastAPI:
    """The application, on one table's spine."""
    app = FastAPI(title="croupier", description=__doc__, docs_url=None, redoc_url=None)

    @app.exception_handler(FaultError)
    async def refused(request: Request, error: FaultError) -> JSONResponse:
        return refusal(error.fault, error.detail, 503 if error.fault is Fault.JOURNAL_WRITE else 409)

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"][1:])
        return refusal(Fault.ORDER_MALFORMED, f"{where}: {first['msg']}", 422)

    @app.exception_handler(HTTPException)
    async def not_there(request: Request, error: HTTPException) -> JSONResponse:
        return refusal(Fault.ORDER_MALFORMED, f"{request.method} {request.url.path}: {error.detail}", error.status_code)

    @app.post("/orders")
    async def give_order(request: Request, order: Annotated[AnyOrder, Body(discriminator="kind")]) -> dict[str, Any]:
        """Gives one order. The answer comes after it is on disk, and tells the state that it led to."""
        who = request.client.host if request.client else ""
        await spine.submit(replace(order, by=who))
        return view(spine.state)

    @app.get("/state")
    async def look() -> dict[str, Any]:
        """The table now: the phase, where the next card goes, who must act. A card that lies face down is null."""
        return view(spine.state)

    @app.get("/health")
    async def ask_health() -> dict[str, Any]:
        """The devices, the boards and every fault that is active, with its next action."""
        return health()

    @app.get("/events")
    async def follow(
        after: Annotated[int | None, Query(ge=0, le=LAST_SEQ)] = None,
        last_event_id: Annotated[int | None, Header(ge=0, le=LAST_SEQ)] = None,
    ) -> StreamingResponse:
        """Server-sent events, each after its commit; from the journal, those after entry `after` (or Last-Event-ID)."""
        known = last_event_id if after is None else after
        return StreamingResponse(_follow(spine, known, stopping), media_type="text/event-stream")

    return app


async def _follow(spine: Spine, known: int | None, stopping: asyncio.Event) -> AsyncIterator[str]:
    unread: asyncio.Queue[tuple[int, str, str] | None] = asyncio.Queue()

    def on_commit(seq: int, state: TableState, events: tuple[Event, ...]) -> None:
        for number, event in enumerate(events, seq + 1):
            unread.put_nowait((number, event.kind, EVENTS.dump_json(event).decode()))
        if unread.qsize() > MOST_UNREAD:
            unread.put_nowait(None)

    async def end() -> None:
        await stopping.wait()
        unread.put_nowait(None)

    forget = spine.listen(on_commit)
    ending = asyncio.create_task(end(), name="follow until stop")
    last = known or 0
    try:
        yield ": following\n\n"
        while known is not None and (missed := await asyncio.to_thread(spine.journal.events_after, last, PAGE)):
            for last, kind, body in missed:
                yield f"id: {last}\nevent: {kind}\ndata: {body}\n\n"
        while (found := await unread.get()) is not None:
            if found[0] > last:
                yield "id: {}\nevent: {}\ndata: {}\n\n".format(*found)
    finally:
        forget()
        ending.cancel()
