"""Who is signed in. A badge and its PIN become a token; every use is on disk before anyone profits from it.

Tokens live in memory alone, as digests: after a restart everyone signs in again. Wrong PINs are counted in the table's
own state, which survives a restart; only the time since the last of them does not, and then starts again.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import math
import re
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from daemon.people import People, Person
from daemon.spine import Spine
from daemon.table.orders import Role, SignedIn, SignedOut, SignInRefused
from drivers.faults import Fault, FaultError

log = logging.getLogger(__name__)

LIFE = 12 * 3600.0  # seconds: a shift
IDLE = 30 * 60.0  # without use, for whoever walks the floor; a dealer stays at the table
TRIES = 5  # wrong PINs in a row before a badge is locked
LOCK = 5 * 60.0
QUEUE = 8  # people who may wait for their PIN to be checked
STRANGERS = 10  # refusals a minute that are recorded though no badge of ours is locked by them
LOOK = 2.0  # between two looks at the people file and at what has lapsed


class Token(NamedTuple):
    """What a person gets for a badge and a PIN."""

    token: str
    person: Person
    expires_in: int  # seconds, unless it is used


@dataclass(slots=True)
class Session:
    """A person who is signed in."""

    person: Person
    since: float
    used: float


class Sessions:
    """Everyone who is signed in, at most once each."""

    def __init__(
        self,
        people: People,
        spine: Spine,
        beat: Callable[[], None] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._people, self._spine, self._beat, self._clock = people, spine, beat, clock
        self._sessions: dict[bytes, Session] = {}
        self._checking = asyncio.Lock()  # one PIN at a time: nobody may load the table's PC
        self._waiting = 0
        self._started = clock()
        self._failed: dict[str, float] = {}  # when a badge's last wrong PIN was seen
        self._told_locked: set[str] = set()
        self._minute = clock()
        self._strangers = 0

    async def run(self) -> None:
        """Until cancelled: sees changes of the people file, and ends what has lapsed."""
        while True:
            await self._people.refresh()
            for digest in [digest for digest, session in self._sessions.items() if self._lapsed(session)]:
                await self._end(digest)
            self._count_strangers()
            self._beat()
            await asyncio.sleep(LOOK)

    def whose(self, token: str) -> Person:
        """The person behind a token; that is a use of it."""
        session = self._sessions.get(_digest(token))
        if session is None or self._lapsed(session):
            raise FaultError(Fault.NOT_SIGNED_IN)
        session.used = self._clock()
        return session.person

    async def sign_in(self, badge: str, pin: str, peer: str = "") -> Token:
        """A new token, once it is on record; it ends the person's older one."""
        if self._waiting >= QUEUE:
            raise FaultError(Fault.SIGN_IN_BUSY)
        self._waiting += 1
        try:
            async with self._checking:  # to the end, so that no wrong PIN is judged before the one ahead is counted
                person = await self._recognise(badge, pin, peer)
                return await self._begin(person, peer)
        finally:
            self._waiting -= 1

    async def sign_out(self, token: str) -> None:
        """Ends the session of this token."""
        self.whose(token)
        await self._end(_digest(token))

    # -- inside -------------------------------------------------------------------------------------------------------

    async def _recognise(self, badge: str, pin: str, peer: str) -> Person:
        await self._people.refresh()
        if (wait := self._locked_for(badge)) > 0:
            if badge not in self._told_locked:  # once a lock: nobody may fill the disk
                self._told_locked.add(badge)
                await self._refuse(badge, "locked", peer)
            raise FaultError(Fault.BADGE_LOCKED, f"{math.ceil(wait / 60)} min")
        person, right = await self._people.recognise(badge, pin)
        if person is None or person.disabled:
            if self._count_strangers(1) <= STRANGERS:
                await self._refuse(*((badge, "disabled") if person else (masked(badge), "unknown")), peer)
        elif not right:
            self._failed[badge] = self._clock()
            self._told_locked.discard(badge)
            await self._refuse(badge, "pin", peer)
        else:
            return person
        raise FaultError(Fault.SIGN_IN_REFUSED)  # and not why

    async def _begin(self, person: Person, peer: str) -> Token:
        for digest in [digest for digest, older in self._sessions.items() if older.person.badge == person.badge]:
            await self._end(digest)
        await self._spine.submit(SignedIn(by=person.badge, role=person.role))
        token, now = secrets.token_urlsafe(32), self._clock()
        self._sessions[_digest(token)] = Session(person, now, now)
        log.info("signed_in", extra={"badge": person.badge, "role": person.role, "peer": peer})
        return Token(token, person, int(LIFE if person.role is Role.DEALER else IDLE))

    async def _end(self, digest: bytes) -> None:
        if (session := self._sessions.pop(digest, None)) is not None:
            await self._spine.submit(SignedOut(by=session.person.badge))
            log.info("signed_out", extra={"badge": session.person.badge})

    async def _refuse(self, badge: str, reason: Literal["pin", "unknown", "disabled", "locked"], peer: str) -> None:
        log.warning("sign_in_refused", extra={"badge": badge, "reason": reason, "peer": peer})
        await self._spine.submit(SignInRefused(by=badge, reason=reason))

    def _lapsed(self, session: Session) -> bool:
        now, person = self._clock(), session.person
        idle = person.role is not Role.DEALER and now - session.used >= IDLE
        return idle or now - session.since >= LIFE or self._people.roster.get(person.badge) != person

    def _locked_for(self, badge: str) -> float:
        if self._spine.state.people.failures.get(badge, 0) < TRIES:
            return 0.0
        return self._failed.get(badge, self._started) + LOCK - self._clock()

    def _count_strangers(self, more: int = 0) -> int:
        """Refusals in this minute of badges that nothing locks."""
        now = self._clock()
        if now - self._minute >= 60:
            if self._strangers > STRANGERS:
                log.warning("refusals_not_recorded", extra={"count": self._strangers - STRANGERS})
            self._minute, self._strangers = now, 0
        self._strangers += more
        return self._strangers


def masked(badge: str) -> str:
    """A badge that nobody has, fit to be recorded; digits alone may be somebody's PIN in the wrong place.

    >>> masked("D-12"), masked("271828"), masked("<b>")
    ('D-12', '######', '?b?')
    """
    plain = re.sub(r"[^A-Za-z0-9-]", "?", badge[:32])
    return "#" * len(plain) if plain.isdigit() else plain


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode(errors="replace")).digest()
