"""Who may sign in: `people.toml`, written by root's tool alone and read by the daemon whenever it changes.

A PIN is kept as an argon2id hash that carries its own parameters, so old hashes go on working when ours grow.
"""

from __future__ import annotations

import asyncio
import fcntl
import grp
import logging
import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any
from unicodedata import combining, normalize

import tomli_w
from argon2 import PasswordHasher, extract_parameters
from argon2.exceptions import InvalidHashError, VerificationError
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StrictBool, StringConstraints, ValidationError
from typing_extensions import TypedDict

from daemon.host import atomic
from daemon.host.toml import line_of
from daemon.text.details import Because
from daemon.text.role import Role
from drivers.faults import Fault, FaultError

log = logging.getLogger(__name__)

FILE = "people.toml"
MODE = 0o640
GROUP = "croupier"  # the daemon's own, which must read the file (systemd/croupier.sysusers)
OTHERS_WRITE = 0o022
FEWEST, MOST = 6, 32  # digits of a PIN
HASHER = PasswordHasher(time_cost=3, memory_cost=64 * 1024, parallelism=1)  # one core: the table needs the others


def _argon2id(text: str) -> str:
    try:
        extract_parameters(text)
    except InvalidHashError as error:
        raise ValueError("not an argon2 hash; croupierctl people pin makes one") from error
    if not text.startswith("$argon2id$"):
        raise ValueError("not argon2id; croupierctl people pin makes one")
    return text


class Person(BaseModel):
    """Somebody who works here: one `[[person]]` of the file."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    badge: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9-]{1,32}$")]
    name: Annotated[str, StringConstraints(pattern=r"^[^\x00-\x1f\x7f]{1,64}$", strip_whitespace=True)]
    role: Role
    pin: Annotated[str, AfterValidator(_argon2id), Field(repr=False)]  # its hash
    disabled: StrictBool = False

    def has(self, pin: str) -> bool:
        """Takes a sixth of a second of one core, on purpose: call it in a thread."""
        try:
            return HASHER.verify(self.pin, pin)  # with the parameters of the hash, not ours
        except VerificationError:
            return False


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid")

    person: list[Person] = []


Roster = Mapping[str, Person]


def missing(roster: Roster) -> Fault | None:
    """What a roster lacks for a table to work."""
    roles = {person.role for person in roster.values() if not person.disabled}
    if not roles:
        return Fault.PEOPLE_NONE
    return None if Role.SUPERVISOR in roles else Fault.PEOPLE_NO_SUPERVISOR


@lru_cache(4096)
def folded(name: str) -> tuple[str, ...]:
    """A name's words without case, accents and order: whoever shares them is the same person.

    >>> folded("Tremblay-Roy, Zoé"), folded("  zoe  TREMBLAY ROY")
    (('roy', 'tremblay', 'zoe'), ('roy', 'tremblay', 'zoe'))
    """
    plain = "".join(letter for letter in normalize("NFKD", name.casefold()) if not combining(letter))
    return tuple(sorted(re.findall(r"[^\W_]+", plain))) or (name,)


def first_badge(roster: Roster, person: Person) -> str:
    """The first badge of the file under this person's name: all that one person has share it."""
    badges = (other.badge for other in roster.values() if folded(other.name) == folded(person.name))
    return next(badges, person.badge)


def check_pin(pin: str) -> str:
    """The PIN, if it is worth its name; PIN_REFUSED with the label of the reason.

    >>> check_pin("271828")
    '271828'
    """
    if not re.fullmatch(r"[0-9]+", pin) or not FEWEST <= len(pin) <= MOST:
        raise FaultError(Fault.PIN_REFUSED, "pin_length")
    if {(int(after) - int(before)) % 10 for before, after in pairwise(pin)} in ({0}, {1}, {9}):
        raise FaultError(Fault.PIN_REFUSED, "pin_easy")
    return pin


# -- the file ---------------------------------------------------------------------------------------------------------


def read(path: Path) -> Roster:
    """Everyone in the file, by badge; an absent file is nobody. PEOPLE_INVALID names file and line."""
    try:
        with path.open("rb") as file:
            folder = path.parent.stat()
            for named, status in ((path, os.fstat(file.fileno())), (path.parent, folder)):
                if status.st_mode & OTHERS_WRITE or status.st_uid not in (0, folder.st_uid):
                    raise FaultError(Fault.PEOPLE_INVALID, Because.OTHERS_WRITE(path=named))
            return _parse(path, file.read().decode())
    except FileNotFoundError:
        return {}
    except PermissionError as error:
        raise FaultError(Fault.PEOPLE_NO_ACCESS, str(path)) from error
    except OSError as error:
        raise FaultError(Fault.PEOPLE_INVALID, f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise FaultError(Fault.PEOPLE_INVALID, Because.NOT_UTF8(path=path)) from error


def _parse(path: Path, text: str) -> Roster:
    try:
        people = _File.model_validate(tomllib.loads(text)).person
    except tomllib.TOMLDecodeError as error:
        raise FaultError(Fault.PEOPLE_INVALID, f"{path}: {error}") from error
    except ValidationError as error:
        keys, why = _first(error)
        where = f"{path}:{line_of(text, keys)}: {'.'.join(map(str, keys))}"
        raise FaultError(Fault.PEOPLE_INVALID, f"{where}: {why}") from error
    roster: dict[str, Person] = {}
    for index, person in enumerate(people):
        if person.badge in roster:
            line = line_of(text, ("person", index, "badge"))
            raise FaultError(Fault.PEOPLE_INVALID, Because.THERE_TWICE(path=path, line=line, badge=person.badge))
        roster[person.badge] = person
    return roster


def _first(error: ValidationError) -> tuple[tuple[int | str, ...], str]:
    """Where, and what; never the value: it may be a PIN's hash."""
    first = error.errors(include_input=False)[0]
    return first["loc"], first["msg"]


@contextmanager
def editing(path: Path) -> Iterator[dict[str, Person]]:
    """The roster, to be changed; written whole or not at all when the block ends well, one editor at a time."""
    try:
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            fcntl.flock(folder, fcntl.LOCK_EX)
            roster = dict(read(path))
            yield roster
            _write(path, roster)
        finally:
            os.close(folder)
    except OSError as error:
        raise FaultError(Fault.PEOPLE_NO_ACCESS, f"{path}: {error.strerror}") from error


def _write(path: Path, roster: Roster) -> None:
    text = tomli_w.dumps({"person": [person.model_dump(mode="json") for person in roster.values()]})
    group = -1
    if os.geteuid() == 0:  # whoever is not root keeps a group of their own
        with suppress(KeyError):
            group = path.stat().st_gid if path.exists() else grp.getgrnam(GROUP).gr_gid
    atomic.write(path, [text.encode()], MODE, (-1, group))


def add(
    path: Path, badge: str, name: str, role: Role, pin: str, hasher: PasswordHasher = HASHER, *, also: bool = False
) -> None:
    """Enrols a person, or gives one who is known by this name a badge `also`."""
    with editing(path) as roster:
        if badge in roster:
            raise FaultError(Fault.PERSON_REFUSED, Because.ENROLLED(badge=badge))
        _check_name(roster, name, also=also)
        if role is not Role.SUPERVISOR and missing(roster):  # the first one is a supervisor
            raise FaultError(Fault.PEOPLE_NO_SUPERVISOR, str(path))
        roster[badge] = _person(badge=badge, name=name, role=role, pin=hasher.hash(check_pin(pin)))


def rename(path: Path, badge: str, name: str, *, also: bool = False) -> None:
    """Gives a badge another name: a new one, or `also` that of somebody whose name is known."""
    with editing(path) as roster:
        person = _known(roster, badge)
        _check_name({other: roster[other] for other in roster if other != badge}, name, also=also)
        roster[badge] = _person(**person.model_dump() | {"name": name})


def _check_name(others: Roster, name: str, *, also: bool) -> None:
    known = [person.badge for person in others.values() if folded(person.name) == folded(name)]
    if known and not also:
        raise FaultError(Fault.PERSON_KNOWN, f"{name}: {', '.join(known)}")
    if also and not known:
        raise FaultError(Fault.PERSON_REFUSED, Because.NOBODY_NAMED(name=name))


def _person(**given: Any) -> Person:
    try:
        return Person(**given)
    except ValidationError as error:
        keys, why = _first(error)
        raise FaultError(Fault.PERSON_REFUSED, f"{keys[0]}: {why}") from error


def set_disabled(path: Path, badge: str, *, disabled: bool) -> None:
    """Bars a person from signing in, or no longer."""
    with editing(path) as roster:
        roster[badge] = _known(roster, badge).model_copy(update={"disabled": disabled})


def set_pin(path: Path, badge: str, pin: str, hasher: PasswordHasher = HASHER) -> None:
    """Gives a person a new PIN."""
    with editing(path) as roster:
        roster[badge] = _known(roster, badge).model_copy(update={"pin": hasher.hash(check_pin(pin))})


def _known(roster: Roster, badge: str) -> Person:
    if badge not in roster:
        raise FaultError(Fault.BADGE_UNKNOWN, badge)
    return roster[badge]


# -- in the daemon ----------------------------------------------------------------------------------------------------


class PeopleCounts(TypedDict):
    """How many may sign in."""

    enrolled: int
    supervisors: int  # of them


class People:
    """The people file as the daemon knows it: its last good reading, and what is wrong with it now."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._stamp: tuple[int, ...] | None = None
        self._reading = asyncio.Lock()
        self._broken: FaultError | None = None  # what is wrong with the file
        self.roster: Roster = {}

    @property
    def fault(self) -> tuple[Fault, str] | None:
        """Tells what a technician should know."""
        if self._stamp is None:
            return None  # not looked at yet
        if self._broken is not None:
            return self._broken.fault, self._broken.detail
        lacks = missing(self.roster)
        return None if lacks is None else (lacks, str(self._path))

    @property
    def counts(self) -> PeopleCounts:
        """Counts how many may sign in, and how many of them are supervisors."""
        roles = [person.role for person in self.roster.values() if not person.disabled]
        return {"enrolled": len(roles), "supervisors": roles.count(Role.SUPERVISOR)}

    async def refresh(self) -> None:
        """Reads the file again, in a thread, if it has changed; a broken one leaves the last good one in force."""
        async with self._reading:
            stamp = await asyncio.to_thread(self._look)
            if stamp == self._stamp:
                return
            try:
                self.roster, self._broken = await asyncio.to_thread(read, self._path), None
            except FaultError as broken:
                self._broken = broken
            self._stamp = stamp
            fault, detail = self.fault or ("", "")
            known = {"people": len(self.roster), "fault": fault, "detail": detail}
            log.log(logging.WARNING if fault else logging.INFO, "people_read", extra=known)

    def _look(self) -> tuple[int, ...]:
        """Changes whenever the file does, or who may write it."""
        try:
            file, folder = self._path.stat(), self._path.parent.stat()
        except OSError as error:
            return (error.errno or 0,)
        return (file.st_ino, file.st_size, file.st_mtime_ns, file.st_ctime_ns, folder.st_mode, folder.st_uid)

    async def recognise(self, badge: str, pin: str) -> tuple[Person | None, bool]:
        """The person with this badge, if there is one, and whether the PIN is right."""
        person = self.roster.get(badge)
        # an unknown badge is compared with another person's PIN, in vain, so that the time it takes tells nothing
        compared = person or next(iter(self.roster.values()), None)
        right = compared is not None and await asyncio.to_thread(compared.has, pin)
        if person is None or not right:
            return person, False
        if HASHER.check_needs_rehash(person.pin):
            log.info("pin_hash_is_not_ours", extra={"badge": badge})  # weaker or stronger: a new PIN makes it ours
        return person, True
