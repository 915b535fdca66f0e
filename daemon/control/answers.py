"""What the control API answers, besides the state: in JSON, and as /openapi.json describes it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import FastAPI
from fastapi.responses import JSONResponse
from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, core_schema, to_json
from typing_extensions import TypedDict

from daemon.journal.group import EVENTS
from daemon.text.role import Role

STREAM, JSON = "text/event-stream", "application/json"
STREAMS = ("/events", "/states")


class _AnEvent:
    """One of the events, by its kind: put together for whoever asks for the description, not at every start."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.any_schema()

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return handler(EVENTS.core_schema)


AnyEvent: Any = Annotated[Any, _AnEvent]


class Session(TypedDict):
    """A token, whose it is, and after how many seconds without an order it ends."""

    token: str
    person: str
    role: Role
    expires_in: int


class SignedInAs(TypedDict):
    """Who is behind a token, and after how many seconds without an order the session ends."""

    badge: str
    person: str
    role: Role
    expires_in: int


class KeptPicture(TypedDict):
    """A picture that decided a roll: whether it is what the journal says that it was."""

    sha256: str
    state: Literal["intact", "altered", "missing"]


class Answer(JSONResponse):
    """An answer as it is: a test holds its shape, and nothing is taken from it on the way."""

    def render(self, content: Any) -> bytes:
        """Writes it out."""
        return to_json(content, inf_nan_mode="null")


def shaped(shape: Any, **described: str) -> dict[str, Any]:
    """Says to a route which shape its answer has; the answer is not read again."""
    return {"response_model": None, "responses": {200: {"model": shape, **described}}}


class Api(FastAPI):
    """The application, whose events are a stream."""

    def openapi(self) -> dict[str, Any]:
        """Describes it; FastAPI knows no other media type for the models of a route."""
        if self.openapi_schema is None:
            paths = super().openapi()["paths"]
            for stream in STREAMS:
                content = paths[stream]["get"]["responses"]["200"]["content"]
                content[STREAM] = content.pop(JSON)
        return super().openapi()
