"""What a caller is told when something is refused: a code, a sentence and a next action, in both languages."""

from __future__ import annotations

from typing import Any

from fastapi.responses import JSONResponse
from pydantic import BaseModel

from daemon.text.faults import told
from drivers.faults import Fault

# The status of each refusal; whatever is not here conflicts with the table as it is: 409.
STATUS = {
    Fault.ORDER_MALFORMED: 422,
    Fault.NOT_SIGNED_IN: 401,
    Fault.SIGN_IN_REFUSED: 401,
    Fault.ROLE_NOT_ALLOWED: 403,
    Fault.SECOND_PERSON_NEEDED: 403,
    Fault.SUPERVISOR_NEEDED: 403,
    Fault.CONTROL_FOREIGN: 403,
    Fault.ROUND_UNKNOWN: 404,
    Fault.BADGE_UNKNOWN: 404,
    Fault.BADGE_LOCKED: 429,
    Fault.SIGN_IN_BUSY: 503,
    Fault.CONTROL_BUSY: 503,
    Fault.READERS_BUSY: 503,
    Fault.JOURNAL_WRITE: 503,
    Fault.ORDER_UNCERTAIN: 503,
    Fault.TABLE_BUG: 500,
}


class Advice(BaseModel):
    """What is wrong, and what to do next."""

    sentence: str
    action: str


class Refused(BaseModel):
    """Why."""

    code: Fault
    detail: str
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
    status = status or STATUS.get(fault, 409)
    headers = {"WWW-Authenticate": "Bearer"} if status == 401 else None
    return JSONResponse({"error": told(fault, detail.encode(errors="replace").decode())}, status, headers)
