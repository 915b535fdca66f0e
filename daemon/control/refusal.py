"""What a caller is told when something is refused: a code, a sentence and a next action, in both languages."""

from __future__ import annotations

from typing import Any

from fastapi.responses import JSONResponse
from pydantic import BaseModel

from daemon.text.faults import ROWS, told
from drivers.faults import Fault


class Advice(BaseModel):
    """What is wrong, what to do next, and why."""

    sentence: str
    action: str
    detail: str


class Refused(BaseModel):
    """Why."""

    code: Fault
    detail: str
    why: str | None  # the key of the detail, where it is a sentence
    fr: Advice
    en: Advice


class Refusal(BaseModel):
    """The body of every answer that is not the one that was asked for."""

    error: Refused


DESCRIBED: dict[int | str, dict[str, Any]] = {  # for /openapi.json; a bug (500) is not described
    "4XX": {"model": Refusal, "description": "Refused: `code` says why"},
    503: {"model": Refusal, "description": "Not now: too busy, or the table stops"},
}


def refusal(fault: Fault, detail: str, status: int | None = None) -> JSONResponse:
    """The answer; its status follows from the fault unless HTTP has a better one."""
    status = status or ROWS[fault].status
    headers = {"WWW-Authenticate": "Bearer"} if status == 401 else None
    error = told(fault, detail)
    for words in (error, error["fr"], error["en"]):
        words["detail"] = words["detail"].encode(errors="replace").decode()  # a name may be no text at all
    return JSONResponse({"error": error}, status, headers)
