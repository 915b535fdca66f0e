"""A pool's ledger as the journal has it: read, added up again, and held against what was laid and won."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from daemon.history.rounds import damage
from daemon.jackpot.pool import Account, Entry, Hit, Pool, PoolError, contribute, follows
from daemon.journal.files import SNAPSHOT, File, files_of
from daemon.journal.group import EVENTS
from daemon.journal.keys import Keys
from daemon.journal.seal import Seal
from daemon.journal.store import Journal
from daemon.table.events import JackpotMoved
from daemon.table.snapshot import thaw
from daemon.table.state import TableState

MOVED = "jackpot_moved"
LAID = (
    "started",
    "round_opened",
    "seat_taken",
    "wager_taken_back",
    "betting_closed",
    "past_round_entered",
    "past_round_corrected",
    "line_settled",
    "jackpot_owed",
)


class Posted(NamedTuple):
    """An entry of a ledger, and where in the journal it stands."""

    seq: int
    at: str
    day: str
    entry: Entry
    journal: str = ""  # that owed it, where several share the pool


class Difference(NamedTuple):
    """Something that does not add up."""

    seq: int
    at: str
    pool: str
    what: str  # for a technician, in plain English, like the detail of a fault
    mended: bool = False  # two persons have answered for it since


def doubts(journal: Journal, state: TableState) -> dict[str, str]:
    """By pool: why today's ledger does not lead from the snapshot of the day's beginning to the state that is restored.

    A ledger whose journal was set aside may have gone on after the snapshot that was good: wagers, hits and awards.
    What two persons have corrected since is theirs, and no doubt any more.
    """
    snapshot, bodies = journal.today(MOVED)
    kept = {each.terms.name: each for each in thaw(snapshot).pools} if snapshot is not None else {}
    found: dict[str, str] = {}
    if (aside := journal.set_aside) is not None:
        own = (each for each in kept.values() if not each.terms.shared)
        found = {each.terms.name: f"what follows version {each.version} is in {aside.folder}" for each in own}
    for entry in map(_entry, bodies):
        wrong, kept[entry.pool] = followed(kept.get(entry.pool), entry)
        if entry.what == "correction":
            found.pop(entry.pool, None)
        elif wrong:
            found.setdefault(entry.pool, wrong)
    for account in state.pools:
        if account.terms.shared:
            continue  # its ledger is elsewhere
        name = account.terms.name
        there = kept.get(name)
        known = (there.version, there.digest, there.meters) if there else None
        if known != (account.version, account.digest, account.meters):
            found.setdefault(name, f"version {there.version if there else 0} in the journal, {account.version} here")
    return found


def followed(account: Account | None, entry: Entry) -> tuple[str | None, Account]:
    """Why an entry cannot follow, if it cannot; and the account after it, whatever it says."""
    terms = entry.after or (account.terms if account else _unknown(entry.pool))
    # Of what came before an archived beginning nothing is known, but that a pool which takes wagers is open.
    before = account or Account(terms, entry.meters - entry.moved, entry.version - 1, open=entry.what == "contribution")
    wrong = None
    if account is not None or entry.version == 1:
        wrong = follows(before, entry)
    after = replace(before, terms=terms, meters=entry.meters, version=entry.version, digest=entry.digest)
    match entry.what:
        case "opened":
            return wrong, replace(after, open=True)
        case "closed":
            return wrong, replace(after, open=False, fault="" if entry.by else entry.reason)
        case "correction":
            return wrong, replace(after, fault="")
        case "hit":
            hit = Hit(entry.round, entry.seats[0], entry.share or "", entry.cents, table=entry.table)
            hits = tuple(hit if is_of(each, entry) else each for each in after.hits)  # one that waits, locked again
            return wrong, replace(after, hits=hits if hit in hits else (*hits, hit))
        case "award" | "withdrawn":
            return wrong, replace(after, hits=tuple(hit for hit in after.hits if not is_of(hit, entry)))
        case _:
            return wrong, after


def is_of(hit: Hit, entry: Entry) -> bool:
    """Whether an entry is about this hit."""
    return (hit.table, hit.round, (hit.seat,)) == (entry.table, entry.round, entry.seats)


def posted(path: Path, kinds: Iterable[str] = (MOVED,)) -> Iterator[tuple[int, int, str, str, str, bytes]]:
    """Number, cause, time, gaming day, kind and body of the entries of these kinds, over all files of a journal."""
    wanted = tuple(kinds)
    query = (
        "SELECT seq, cause, at, kind, body FROM entry "  # noqa: S608
        f"WHERE kind IN ({', '.join('?' * len(wanted))}) ORDER BY seq"
    )
    with damage(path):
        for file in files_of(path):
            with File(file) as opened:
                said = opened.opened()
                for seq, cause, at, kind, body in opened.db.execute(query, wanted):
                    yield seq, cause, at, said.gaming_day if said else "", kind, body


def ledger(path: Path, pool: str = "") -> Iterator[Posted]:
    """Every entry of a journal's pools, or of one."""
    for seq, _, at, day, _, body in posted(path):
        with damage(path):
            entry = _entry(body)
        if not pool or entry.pool == pool:
            yield Posted(seq, at, day, entry)


def _entry(body: bytes) -> Entry:
    event = EVENTS.validate_json(body)
    if not isinstance(event, JackpotMoved):
        raise TypeError(event.kind)
    return event.entry


def _unknown(name: str) -> Pool:
    """Stands for the terms of a pool whose beginning was archived."""
    return Pool(name, "", 0, 0, 0)


# -- adding up again --------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Proof:
    """Ledgers, entry by entry: where each pool stands after them, and what does not follow."""

    accounts: dict[str, Account] = field(default_factory=dict)
    differences: list[Difference] = field(default_factory=list)
    place: tuple[int, str] = (0, "")

    def add(self, posted: Posted) -> None:
        """Takes the next entry; a correction answers for what did not follow until then."""
        entry = posted.entry
        self.place = posted.seq, posted.at
        wrong, self.accounts[entry.pool] = followed(self.accounts.get(entry.pool), entry)
        if wrong:
            self.note(entry.pool, wrong)
        if entry.what == "correction":
            mended = (each._replace(mended=True) if each.pool == entry.pool else each for each in self.differences)
            self.differences = list(mended)

    def note(self, pool: str, what: str) -> None:
        """Notes a difference, at the entry that was read last."""
        self.differences.append(Difference(*self.place, pool, what))


@dataclass(slots=True)
class Books(Proof):
    """What the events of a journal say that its ledgers should say, and that it should owe to those of shared pools."""

    offers: dict[str, tuple[str, bool]] | None = None  # by pool: wager and whether it is shared; None: it is archived
    laid: dict[str, set[str]] = field(default_factory=dict)  # by seat: the wagers of this round
    number: int = 0
    fed: dict[str, tuple[str, ...]] = field(default_factory=dict)  # by pool: whose wagers of this round went to it
    due: dict[str, tuple[str, ...]] = field(default_factory=dict)  # by pool: whose contributions must come next
    won: list[tuple[str, str, int | None]] = field(default_factory=list)  # pool, seat, cents: hits that must come next
    cause: int = 0

    def read(self, path: Path) -> None:
        """Reads a whole journal, and notes what differs."""
        for seq, cause, at, day, kind, body in posted(path, (*LAID, MOVED)):
            if cause != self.cause:
                self._settle()
            self.place, self.cause = (seq, at), cause
            with damage(path):
                if kind == MOVED:
                    self._move(Posted(seq, at, day, _entry(body)))
                else:
                    self._event(kind, json.loads(body))
        self._settle()

    def _event(self, kind: str, body: dict[str, Any]) -> None:
        match kind:
            case "started":
                self.offers = {each["name"]: (each["wager"], each["shared"]) for each in body.get("jackpots", ())}
            case "round_opened":
                self.laid, self.fed, self.number = {}, {}, body["round"]
            case "seat_taken":
                self.laid[body["seat"]] = set(body["wagers"])
            case "wager_taken_back":
                before = self.laid.pop(body["seat"], set())
                if left := before - {body["wager"]} if body["wager"] else None:
                    self.laid[body["seat"]] = left
            case "betting_closed":
                for name, wager in self._offered():
                    if seats := tuple(seat for seat, wagers in self.laid.items() if wager in wagers):
                        self.due[name] = seats
            case (
                "past_round_entered" | "past_round_corrected"
            ):  # two persons say who laid what, and whose wagers were not in yet
                for name, wager in self._offered():
                    if seats := tuple(body["contributed"].get(wager, ())):
                        self.due[name] = seats
            case "line_settled":
                line = body["line"]
                if (line.get("more") or {}).get("award"):
                    fed = (name for name, seats in self.fed.items() if line["seat"] in seats)
                    self.won += ((name, line["seat"], line["won"]) for name in fed)
            case "jackpot_owed":
                self._owed(body["booking"])

    def _offered(self) -> Iterator[tuple[str, str]]:
        """The pools that take wagers here, and which. A shared one does, or the wager could not have been laid."""
        known = {name: (account.terms.wager, False) for name, account in self.accounts.items()}
        for name, (wager, shared) in (known if self.offers is None else self.offers).items():
            if shared or (name in self.accounts and self.accounts[name].open):
                yield name, wager

    def _owed(self, booking: dict[str, Any]) -> None:
        """Checks a booking that is owed to the ledger of a shared pool."""
        name, seats = booking["pool"], tuple(booking["seats"])
        match booking["what"]:
            case "contribute":
                due = self.due.pop(name, ())
                self.fed[name] = (*self.fed.get(name, ()), *seats)
                if self.offers is not None and set(due) != set(seats):
                    self.note(name, f"round {self.number}: of seats {' '.join(seats)}, laid {' '.join(due)}")
            case "hit":
                won = next((won for won in self.won if won[:2] == (name, seats[0])), None)
                if won is not None:
                    self.won.remove(won)
                elif self.offers is not None:
                    self.note(name, f"round {self.number}: no line says that seat {seats[0]} wins")

    def _move(self, moved: Posted) -> None:
        entry = moved.entry
        before = self.accounts.get(entry.pool)
        self.add(moved)
        match entry.what:
            case "opened" | "closed":
                if seats := self.due.pop(entry.pool, None):  # it closed instead; what they win of it is theirs
                    self.fed[entry.pool] = seats
            case "contribution":
                self._contributed(before, entry)
            case "hit":
                self._hit(before, entry)
            case "award" | "withdrawn" if before is not None:
                won = {hit.cents for hit in before.hits if is_of(hit, entry)}
                if won and entry.cents not in won:
                    self.note(entry.pool, f"version {entry.version}: {entry.cents} is {entry.what}, not what was won")

    def _contributed(self, before: Account | None, entry: Entry) -> None:
        seats = self.due.pop(entry.pool, None)
        self.fed[entry.pool] = (*self.fed.get(entry.pool, ()), *entry.seats)
        if before is None or not before.terms.stake:  # what was decided of it lies before an archived beginning
            return
        if set(seats or ()) != set(entry.seats):
            self.note(
                entry.pool, f"round {entry.round}: of seats {' '.join(entry.seats)}, laid {' '.join(seats or ())}"
            )
            return
        try:
            expected = contribute(before, entry.round, entry.seats)[1].moved
        except PoolError as wrong:
            self.note(entry.pool, str(wrong))
            return
        if expected != entry.moved:
            self.note(entry.pool, f"version {entry.version}: {len(entry.seats)} wagers bring something else")

    def _hit(self, before: Account | None, entry: Entry) -> None:
        for won in self.won:
            if won[:2] == (entry.pool, entry.seats[0]) and won[2] in (None, entry.cents):
                self.won.remove(won)
                return
        if before is not None and before.terms.stake:
            self.note(entry.pool, f"round {entry.round}: no line says that seat {entry.seats[0]} wins {entry.cents}")

    def _settle(self) -> None:
        """Notes what should have come with the last observation, and did not."""
        for name, seats in self.due.items():
            self.note(name, f"round {self.number}: nothing came of the wagers of seats {' '.join(seats)}")
            self.fed[name] = seats
        for name, seat, cents in self.won:
            self.note(name, f"round {self.number}: the {cents} that seat {seat} won are not locked")
        self.due, self.won = {}, []


def reconcile(path: Path, begun: dict[str, Account] | None = None) -> Books:
    """Every ledger of a journal, added up again from what was laid and won; what differs is named."""
    books = Books(begun or {})
    books.read(path)
    return books


def begun(path: Path, keys: Keys) -> dict[str, Account]:
    """The pools as the snapshot has them that the oldest file opens with, if it does."""
    with damage(path):
        files = files_of(path)
        if not files:
            return {}
        with File(files[0]) as file:
            opened = file.opened()
            first = None if opened is None else opened.before.seq + 2
            found = file.db.execute("SELECT kind FROM entry WHERE seq = ?", (first,)).fetchone()
            if first is None or found != (SNAPSHOT,):
                return {}
            pools = thaw(file.snapshot(first, Seal(keys))).pools
    return {each.terms.name: each for each in pools if not each.terms.shared}
