"""What a caller is told when something is refused: a code, a sentence and a next action, in both languages."""

from __future__ import annotations

from fastapi.responses import JSONResponse

from daemon.texts import told
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
    Fault.BADGE_LOCKED: 429,
    Fault.SIGN_IN_BUSY: 503,
    Fault.READERS_BUSY: 503,
    Fault.JOURNAL_WRITE: 503,
    Fault.TABLE_BUG: 500,
}


def refusal(fault: Fault, detail: str, status: int | None = None) -> JSONResponse:
    """The answer; its status follows from the fault unless HTTP has a better one."""
    status = status or STATUS.get(fault, 409)
    headers = {"WWW-Authenticate": "Bearer"} if status == 401 else None
    return JSONResponse({"error": told(fault, detail.encode(errors="replace").decode())}, status, headers)
