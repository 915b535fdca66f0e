"""Orders that are refused leave a line in the log: who, which order, why; never what was in it."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter

from starlette.requests import Request

from daemon.people import Person
from drivers.faults import Fault

log = logging.getLogger(__name__)

MINUTE = 60.0  # seconds
MOST = 10  # lines a badge and a minute; then only how many more there were


class Trace:
    """The log of refused orders; whoever is not signed in is the badge of nobody."""

    def __init__(self) -> None:
        self._seen: Counter[str] = Counter()

    def refused(self, request: Request, fault: Fault, kind: str) -> None:
        """One line, unless this badge has filled its minute."""
        person: Person | None = getattr(request.state, "person", None)
        badge, role = (person.badge, person.role) if person else ("", "")
        if not self._seen[badge]:
            asyncio.get_running_loop().call_later(MINUTE, self._sum_up, badge)
        self._seen[badge] += 1
        if self._seen[badge] <= MOST:
            peer = request.client.host if request.client else ""
            refused = {"badge": badge, "role": role, "order": kind, "fault": fault, "peer": peer}
            log.warning("order_refused", extra=refused)

    def _sum_up(self, badge: str) -> None:
        if (more := self._seen.pop(badge) - MOST) > 0:
            log.warning("orders_refused_besides", extra={"badge": badge, "count": more})
