"""Who is signed in. A badge and its PIN become a token; every use is on disk before anyone profits from it.

Tokens live in memory alone, as digests: after a restart everyone signs in again. Wrong PINs are counted in the table's
own state (daemon/table/badges.py), by place, which survives a restart; only the time since the last of them does not,
and then starts again. Before every order everyone is looked at again: whoever may not stay is signed out, and what that
person proposed is over.
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

from daemon.control.proposals import Proposals
from daemon.control.turns import Turns
from daemon.engine import Engine
from daemon.people import People, Person, first_badge
from daemon.table.badges import counted, door, known
from daemon.table.orders import SignedIn, SignedOut, SignInRefused, TimePassed, Unlocked
from daemon.text.details import Because
from daemon.text.role import Role
from drivers.faults import Fault, FaultError

log = logging.getLogger(__name__)

LIFE = 12 * 3600.0  # seconds: a shift
IDLE = 30 * 60.0  # without use, for whoever walks the floor; a dealer stays at the table
TRIES = 5  # wrong PINs in a row before a badge is locked where they were typed
LOCK = 5 * 60.0  # seconds; twice as long after each further one,
LONGEST = 3600.0  # up to this
QUEUE = 8  # of a crowd, who may wait for their PIN to be checked
STRANGERS = 10  # refusals a minute that are recorded though nothing is locked by them
LOOK = 2.0  # between two looks at the people file and at what has lapsed


Reason = Literal["pin", "unknown", "disabled", "locked"]


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
        engine: Engine,
        beat: Callable[[], None] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._people, self._engine, self._beat, self._clock = people, engine, beat, clock
        self.proposals = Proposals(engine, clock)
        self._sessions: dict[bytes, Session] = {}
        self._checking = Turns(1, QUEUE, Fault.SIGN_IN_BUSY)  # one PIN at a time: nobody may load the table's PC
        self._homes: tuple[str, ...] = ()
        self._known: frozenset[str] = frozenset()  # who calls from where somebody is at home
        self._started = clock()
        self._failed: dict[str, float] = {}  # when a place's last wrong PIN was seen
        self._locks_recorded: set[str] = set()
        self._minute = clock()
        self._strangers = 0

    async def run(self) -> None:
        """Until cancelled: sees changes of the people file, and ends what has lapsed."""
        while True:
            await self._look()
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

    def look(self, token: str) -> tuple[Person, int]:
        """The person behind a token, and after how many seconds the session ends; that is no use of it."""
        session = self._sessions.get(_digest(token))
        if session is None or self._lapsed(session):
            raise FaultError(Fault.NOT_SIGNED_IN)
        left = session.since + LIFE - self._clock()
        if session.person.role is not Role.DEALER:
            left = min(left, session.used + IDLE - self._clock())
        return session.person, max(0, int(left))

    async def now(self, token: str) -> Person:
        """The person behind a token as the people file is at this moment; and nobody else who was barred has a say."""
        await self._look()
        return self.whose(token)

    def first_badge(self, person: Person) -> str:
        """What all badges of one person share."""
        return first_badge(self._people.roster, person)

    def crowd(self, peer: str) -> str:
        """With whom a caller shares what is scarce: nobody, if a PIN was once right there; or the door's strangers."""
        if self._homes is not (homes := self._engine.state.people.homes):
            self._homes, self._known = homes, known(self._engine.state.people)
        return peer if peer in self._known else door(peer)

    async def sign_in(self, badge: str, pin: str, peer: str) -> Token:
        """A new token, once it is on record; it ends the person's older one."""
        await self._check_lock(badge, peer)  # costs nothing, not even a turn
        await self._checking.begin(self.crowd(peer))
        try:  # to the end, so that no wrong PIN is judged before the one ahead is counted
            await self._check_lock(badge, peer)
            person = await self._recognise(badge, pin, peer)
            return await self._begin(person, peer)
        finally:
            self._checking.end()

    async def sign_out(self, token: str) -> None:
        """Ends the session of this token."""
        self.whose(token)
        await self._record(self._ended(_digest(token)))

    async def unlock(self, badge: str, by: str) -> None:
        """Lets a badge be tried again wherever it was locked, and by strangers too."""
        await self._people.refresh()
        if badge not in self._people.roster:
            raise FaultError(Fault.BADGE_UNKNOWN, badge)
        await self._engine.submit(Unlocked(by=by, badge=badge))
        log.info("badge_unlocked", extra={"badge": badge, "by": by})

    # -- inside -------------------------------------------------------------------------------------------------------

    async def _look(self) -> None:
        await self._people.refresh()
        lapsed = [digest for digest, session in self._sessions.items() if self._lapsed(session)]
        await self._record(*self.proposals.overdue(), *map(self._ended, lapsed))

    async def _record(self, *said: TimePassed | SignedOut) -> None:
        """All of it before anyone else orders anything; then on disk."""
        await asyncio.gather(*map(self._engine.submit, said))

    async def _recognise(self, badge: str, pin: str, peer: str) -> Person:
        await self._people.refresh()
        person, right = await self._people.recognise(badge, pin)
        if person is not None and right and not person.disabled:
            return person
        reason: Reason = "unknown" if person is None else "disabled" if person.disabled else "pin"
        own, *places = counted(self._engine.state.people, badge, peer)
        if reason == "pin":
            places.append(own)
        self._failed |= dict.fromkeys(places, self._clock())
        self._locks_recorded.difference_update(places)
        if places or self._count_strangers(1) <= STRANGERS:  # what locks nothing could be told for ever
            await self._refuse(badge, reason, peer)
        raise FaultError(Fault.SIGN_IN_REFUSED)  # and not why

    async def _begin(self, person: Person, peer: str) -> Token:
        older = [digest for digest, session in self._sessions.items() if session.person.badge == person.badge]
        await self._record(*map(self._ended, older))
        await self._engine.submit(SignedIn(by=person.badge, role=person.role, peer=peer))
        token, now = secrets.token_urlsafe(32), self._clock()
        self._sessions[_digest(token)] = Session(person, now, now)
        log.info("signed_in", extra={"badge": person.badge, "role": person.role, "peer": peer})
        return Token(token, person, int(LIFE if person.role is Role.DEALER else IDLE))

    def _ended(self, digest: bytes) -> SignedOut:
        badge = self._sessions.pop(digest).person.badge
        log.info("signed_out", extra={"badge": badge})
        return SignedOut(by=badge)

    async def _refuse(self, badge: str, reason: Reason, peer: str) -> None:
        if badge not in self._people.roster:
            badge = masked(badge)
        log.warning("sign_in_refused", extra={"badge": badge, "reason": reason, "peer": peer})
        await self._engine.submit(SignInRefused(by=badge, reason=reason, peer=peer))

    def _lapsed(self, session: Session) -> bool:
        now, person = self._clock(), session.person
        idle = person.role is not Role.DEALER and now - session.used >= IDLE
        return idle or now - session.since >= LIFE or self._people.roster.get(person.badge) != person

    async def _check_lock(self, badge: str, peer: str) -> None:
        """BADGE_LOCKED, with the minutes, for as long as too many wrong PINs were typed there."""
        places = counted(self._engine.state.people, badge, peer)
        wait, place = max((self._locked_for(place), place) for place in places)
        if wait <= 0:
            return
        if place not in self._locks_recorded:  # once a lock: nobody may fill the disk
            self._locks_recorded.add(place)
            await self._refuse(badge, "locked", peer)
        raise FaultError(Fault.BADGE_LOCKED, Because.MINUTES(minutes=math.ceil(wait / 60)))

    def _locked_for(self, place: str) -> float:
        beyond = self._engine.state.people.failures.get(place, 0) - TRIES
        if beyond < 0:
            return 0.0
        lock = min(LOCK * 2.0 ** min(beyond, 10), LONGEST)
        return self._failed.get(place, self._started) + lock - self._clock()

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
