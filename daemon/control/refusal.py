"""What a caller is told when something is refused: a code, a sentence and a next action, in both languages."""

from __future__ import annotations

from typing import Any

from fastapi.responses import JSONResponse
from typing_extensions import TypedDict

from daemon.text.answers import FaultAnswer
from daemon.text.faults import ROWS, fault_answer
from drivers.faults import Fault


class Refusal(TypedDict):
    """The body of every answer that is not the one that was asked for."""

    error: FaultAnswer


DESCRIBED: dict[int | str, dict[str, Any]] = {  # for /openapi.json; a bug (500) is not described
    "4XX": {"model": Refusal, "description": "Refused: `code` says why"},
    503: {"model": Refusal, "description": "Not now: too busy, or the table stops"},
}


def refusal(fault: Fault, detail: str, status: int | None = None) -> JSONResponse:
    """The answer; its status follows from the fault unless HTTP has a better one."""
    status = status or ROWS[fault].status
    headers = {"WWW-Authenticate": "Bearer"} if status == 401 else None
    error = fault_answer(fault, detail)
    for words in (error, error["fr"], error["en"]):
        words["detail"] = words["detail"].encode(errors="replace").decode()  # a name may be no text at all
    refused: Refusal = {"error": error}
    return JSONResponse(refused, status, headers)
