"""The control API: give an order, look at the table, follow what happens, ask how the devices are.

One order is one JSON object with its `kind`; /openapi.json describes them all. Whoever gives one is signed in; whoever
may reach the socket may look.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Annotated, Any, cast

from fastapi import Body, Depends, FastAPI, Header, Path, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response, StreamingResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException

from daemon.control.answers import STREAM, Answer, AnyEvent, Api, KeptPicture, Session, SignedInAs, shaped
from daemon.control.follow import Followers
from daemon.control.orders import AnyGiven
from daemon.control.peers import OWNERS
from daemon.control.readers import Readers
from daemon.control.refusal import DESCRIBED, refusal
from daemon.control.sessions import Sessions
from daemon.control.tagged import Tagged
from daemon.control.trace import Trace
from daemon.control.watch import Now, Watchers
from daemon.engine import Engine
from daemon.history.answers import Explained, SealedCards
from daemon.history.explain import explain_round, sealed_cards
from daemon.history.pictures import picture, pictures_of
from daemon.history.recent import RoundSummary, last_rounds
from daemon.people import Person
from daemon.table.answers import State
from daemon.table.offers import Offer
from daemon.table.orders import SUPERVISOR, OpenSealed, SealedRead
from daemon.table.posted import PostedHere
from daemon.text.role import Role
from drivers.faults import Fault, FaultError, exception_site

LAST_SEQ = 2**63 - 1
MOST_ROUNDS = 200
OVERSEERS = frozenset({Role.SUPERVISOR, Role.AUDITOR})
JPEG: dict[int | str, dict[str, Any]] = {200: {"content": {"image/jpeg": {}}}}
EVERY_STATE = (
    "`event` is `table` with `data` as described and the journal's newest entry as its `id`, or `beat` every two "
    "seconds in which nothing changes: where none comes, what is shown is old"
)
EVERY_EVENT = "Each `data` is one of these, `event` its kind, and `id` its number in the journal"


class Credentials(BaseModel):
    """A badge and its PIN."""

    model_config = ConfigDict(extra="forbid")

    badge: Annotated[str, Field(max_length=64)]
    pin: Annotated[str, Field(max_length=64, repr=False)]


Bearer = Annotated[HTTPAuthorizationCredentials | None, Depends(HTTPBearer(auto_error=False))]


async def _signed_in(request: Request, bearer: Bearer) -> Person:
    sessions: Sessions = request.app.state.sessions
    person = request.state.person = sessions.whose(_token(bearer))
    return person


SignedIn = Annotated[Person, Depends(_signed_in)]
Key = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        pattern=r"^[\x21-\x7e]{1,64}$",
        description="The same key with the same order again does nothing twice, and gets the answer all the same.",
    ),
]


def build(
    engine: Engine,
    sessions: Sessions,
    health: Callable[[], Mapping[str, Any]],
    stopping: asyncio.Event,
    state: Callable[[], Mapping[str, Any]],
    health_shape: Any,
    posted: Callable[[], Mapping[str, Any]],
) -> FastAPI:
    """Builds the application on one table's engine; only the table's parts know the shape of their health."""
    readers, trace = Readers(), Trace()
    followers = Followers(engine, readers, stopping)
    tagged = Tagged(posted)

    def now(offered: list[Offer]) -> Now:
        well = health()
        return {
            "state": cast("Any", state()),
            "offers": offered,
            "faults": well["faults"],
            "posted": tagged.tag(),
            "pictures": last_pictures(well),
        }

    watchers = Watchers(engine, stopping, now)

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        yield
        await readers.close()

    app = Api(
        title="croupier",
        description=__doc__,
        responses=DESCRIBED,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        lifespan=life,
    )
    app.state.sessions = sessions

    @app.exception_handler(FaultError)
    async def refused(request: Request, error: FaultError) -> JSONResponse:
        if request.scope["path"] == "/orders":
            trace.refused(request, error.fault, getattr(request.state, "order", ""))
        return refusal(error.fault, error.detail)

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        place, *names = first["loc"]
        if request.scope["path"] == "/orders":  # of an order that is known, the first name is its kind
            trace.refused(request, Fault.ORDER_MALFORMED, names[0] if place == "body" and len(names) > 1 else "")
        named = ".".join(map(str, names))
        return refusal(Fault.ORDER_MALFORMED, f"{named}: {first['msg']}")

    @app.exception_handler(HTTPException)
    async def not_there(request: Request, error: HTTPException) -> JSONResponse:
        asked = f"{request.method} {request.scope['path']}"
        return refusal(Fault.ORDER_MALFORMED, f"{asked}: {error.detail}", error.status_code)

    @app.exception_handler(Exception)
    async def bug(request: Request, error: Exception) -> JSONResponse:
        return refusal(Fault.TABLE_BUG, exception_site(error))

    @app.post("/sessions", **shaped(Session))
    async def sign_in(request: Request, given: Credentials) -> Answer:
        """A badge and its PIN for a token, after it is on disk. An older token of the same badge ends."""
        token, person, expires_in = await sessions.sign_in(given.badge, given.pin, _peer(request))
        opened: Session = {"token": token, "person": person.name, "role": person.role, "expires_in": expires_in}
        return Answer(opened)

    @app.get("/sessions", **shaped(SignedInAs))
    async def who(bearer: Bearer) -> Answer:
        """Who is behind a token, and for how long yet; to ask does not make it longer."""
        person, left = sessions.look(_token(bearer))
        known: SignedInAs = {"badge": person.badge, "person": person.name, "role": person.role, "expires_in": left}
        return Answer(known)

    @app.delete("/sessions", status_code=204)
    async def sign_out(bearer: Bearer) -> None:
        """Ends one's own session."""
        await sessions.sign_out(_token(bearer))

    @app.delete("/locks/{badge}", status_code=204)
    async def unlock(request: Request, badge: Annotated[str, Path(max_length=64)], bearer: Bearer) -> None:
        """Lets a badge be tried again after too many wrong PINs: by a supervisor, or by root on the Unix socket."""
        by = _peer(request)
        if bearer is not None or by not in OWNERS:
            by = _allowed(await sessions.now(_token(bearer)), SUPERVISOR).badge
        await sessions.unlock(badge, by)

    @app.post("/orders", **shaped(State))
    async def give_order(
        request: Request,
        order: Annotated[AnyGiven, Body(discriminator="kind")],
        person: SignedIn,
        bearer: Bearer,
        key: Key = None,
    ) -> Answer:
        """Gives one order. The answer comes after it is on disk, and tells the state that it led to."""
        once = "" if key is None else f"{person.badge}:{key}:{hashlib.sha256(await request.body()).hexdigest()}"
        giver = await sessions.now(_token(bearer))  # from here to the table nobody comes between
        given = order.by(giver, sessions.first_badge(giver), once)
        request.state.order = given.kind
        await engine.submit(given)
        return Answer(state())

    @app.get("/state", **shaped(State))
    async def look() -> Answer:
        """The table now: the phase, where the next card goes, who must act. A card that lies face down is null."""
        return Answer(state())

    @app.get("/states", **shaped(Now, description=EVERY_STATE))
    async def watch() -> StreamingResponse:
        """The newest of everything that a screen shows, as server-sent events, and a `beat` while nothing changes."""
        return StreamingResponse(watchers.watch(), media_type=STREAM)

    @app.get("/posted", **shaped(PostedHere))
    async def look_at_posted(if_none_match: Annotated[str | None, Header()] = None) -> Response:
        """What is posted, and every name of it in both languages; 304 for whoever has it, by its `ETag`."""
        return tagged.answer(if_none_match)

    @app.get("/health", **shaped(health_shape))
    async def ask_health() -> Answer:
        """The devices, the boards and every fault that is active, with its next action."""
        return Answer(health())

    @app.get("/rounds", **shaped(list[RoundSummary]))
    async def look_back(request: Request, last: Annotated[int, Query(ge=1, le=MOST_ROUNDS)] = 20) -> Answer:
        """The last rounds in short, the newest first; the one that is open is among them."""
        crowd = sessions.crowd(_peer(request))
        return Answer(await readers.read(crowd, last_rounds, engine.journal.folder, last))

    @app.get("/rounds/{number}", **shaped(Explained))
    async def explain(request: Request, number: Annotated[int, Path(ge=1, le=LAST_SEQ)]) -> Answer:
        """A past round, step by step, in both languages; the last item is the verdict. Nothing in it lies face down."""
        crowd = sessions.crowd(_peer(request))
        return Answer(await readers.read(crowd, explain_round, engine.journal.folder, number))

    @app.get("/rounds/{number}/sealed", **shaped(SealedCards))
    async def open_round(request: Request, number: Annotated[int, Path(ge=1, le=LAST_SEQ)], bearer: Bearer) -> Answer:
        """Every card of a round whose seal two persons have opened (`open_sealed`)."""
        person = _allowed(await sessions.now(_token(bearer)), OpenSealed.ROLES)
        if number not in engine.state.people.opened:
            raise FaultError(Fault.SECOND_PERSON_NEEDED, "open_sealed")
        await engine.submit(SealedRead(by=person.badge, round=number))
        return Answer(await readers.read(sessions.crowd(_peer(request)), sealed_cards, engine.journal, number))

    @app.get("/rounds/{number}/pictures", **shaped(list[KeptPicture]))
    async def seen_of(request: Request, number: Annotated[int, Path(ge=1, le=LAST_SEQ)], bearer: Bearer) -> Answer:
        """The pictures that the journal names of a round's dice, in their order."""
        _allowed(await sessions.now(_token(bearer)), OVERSEERS)
        return Answer(await readers.read(sessions.crowd(_peer(request)), pictures_of, engine.journal.folder, number))

    @app.get("/pictures/{sha256}", response_class=Response, responses=JPEG)
    async def show(
        request: Request, sha256: Annotated[str, Path(pattern="^[0-9a-f]{64}$")], bearer: Bearer
    ) -> Response:
        """A picture that the journal names. Whoever works at the table sees those of the last look, an overseer all."""
        person = await sessions.now(_token(bearer))
        if sha256 not in last_pictures(health()):
            _allowed(person, OVERSEERS)
        found = await readers.read(sessions.crowd(_peer(request)), picture, engine.journal.folder, sha256)
        return Response(found, media_type="image/jpeg", headers={"Cache-Control": "private, max-age=86400, immutable"})

    @app.get("/events", **shaped(AnyEvent, description=EVERY_EVENT))
    async def follow(
        request: Request,
        after: Annotated[int | None, Query(ge=0, le=LAST_SEQ)] = None,
        last_event_id: Annotated[int | None, Header(ge=0, le=LAST_SEQ)] = None,
    ) -> StreamingResponse:
        """Server-sent events, each after its commit; from the journal, those after entry `after` (or Last-Event-ID)."""
        known = last_event_id if after is None else after
        stream = await followers.follow(known, sessions.crowd(_peer(request)), request.state.abort)
        return StreamingResponse(stream, media_type=STREAM)

    return app


def last_pictures(health: Mapping[str, Any]) -> list[str]:
    """Those that the camera in use took last."""
    return list((health.get("camera") or {}).get("pictures", ()))


def _peer(request: Request) -> str:
    """Who calls, as the kernel says (daemon/control/peers.py)."""
    return request.client.host if request.client else ""


def _allowed(person: Person, roles: frozenset[Role]) -> Person:
    if person.role not in roles:
        raise FaultError(Fault.ROLE_NOT_ALLOWED, ", ".join(sorted(roles)))
    return person


def _token(bearer: HTTPAuthorizationCredentials | None) -> str:
    if bearer is None:
        raise FaultError(Fault.NOT_SIGNED_IN)
    return bearer.credentials
