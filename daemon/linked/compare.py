"""A table's journal against the ledger of a shared pool: every difference, by name. Changes nothing on either side."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NamedTuple

from daemon.history.rounds import damage
from daemon.jackpot.booking import BOOKING, Booking, Key, destination
from daemon.jackpot.pool import CENT, Each, Entry, PoolError
from daemon.journal.files import File, files_of
from daemon.linked.books import TAKEN
from daemon.linked.border import entry_of
from daemon.linked.read import asked, may_read
from drivers.faults import Fault, FaultError


class Debt(NamedTuple):
    """A booking as the journal has it."""

    booking: Booking
    paid: bool  # the journal says that it was booked
    locked: int | None = None  # of a hit: the cents that the ledger answered then
    answered: str = ""  # what else it answered: that it took it, or refused


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing on which they do not agree."""

    key: Key
    what: Literal["owed", "lost", "unknown", "differs", "refused"]
    detail: str = ""


def differences(
    journal: Mapping[Key, Debt], ledger: Mapping[Key, Entry], brings: Each | None = None, here: range | None = None
) -> list[Difference]:
    """In the order of the journal; `brings`: what a wager brought when the pool was commissioned.

    `here`: the entries of the journal that were looked at, if others are kept elsewhere.

    `owed` waits to be booked; `lost` was booked once, and the ledger has forgotten it; `unknown` stands in the ledger
    and not in the journal; `differs` says something else there; `refused` was not taken.
    """
    found: list[Difference] = []
    for key in sorted({*journal, *ledger}):
        debt, entry = journal.get(key), ledger.get(key)
        if debt is None:
            if here is None or key.seq in here:
                found.append(Difference(key, "unknown", entry.what if entry else ""))
        elif entry is None:
            found.append(Difference(key, "lost" if debt.paid else "owed", debt.booking.what))
        elif entry.what == "refused" and debt.answered in ("", "refused"):
            found.append(Difference(key, "refused", entry.reason))
        elif said := _differ(debt, entry, brings):
            found.append(Difference(key, "differs", said))
    return found


def _differ(debt: Debt, entry: Entry, brings: Each | None) -> str:
    booking = debt.booking
    two = booking.what in ("change", "correct")  # logins must say so: whichever was first proposed it
    what = entry.what if two and "proposed" in (entry.what, debt.answered) else TAKEN[booking.what]
    by = entry.by[-len(booking.by) :] if two else entry.by
    wanted: dict[str, Any] = {"what": what, "round": booking.round, "seats": booking.seats, "by": booking.by}
    there: dict[str, Any] = {"what": entry.what, "round": entry.round, "seats": entry.seats, "by": by}
    each = booking.each or brings
    match booking.what:
        case "contribute" | "refund" if each is not None:
            brought = sum(each) * len(booking.seats)
            wanted["money_in"] = brought if booking.what == "contribute" else -brought
            there["money_in"] = entry.moved.money_in
        case "hit":
            wanted["share"], there["share"] = booking.share, entry.share
            if debt.locked is not None:
                wanted["cents"], there["cents"] = debt.locked, entry.cents
        case "award":
            wanted["cents"], there["cents"] = booking.cents, entry.cents
        case "correct":
            moved = entry.moved.displayed // CENT, entry.moved.reserve // CENT
            wanted["moved"] = booking.displayed, booking.reserve
            there["moved"] = entry.moves if entry.what == "proposed" else moved
    return ", ".join(f"{name}: {wanted[name]} / {there[name]}" for name in wanted if wanted[name] != there[name])


def pools_of(folder: Path) -> list[str]:
    """The shared pools that a journal ever owed anything."""
    rows = _rows(folder, "SELECT DISTINCT destination FROM outbox")
    return sorted({name for (there,) in rows for _, _, name in [there.partition(" ")] if destination(name) == there})


def debts(folder: Path, pool: str) -> dict[Key, Debt]:
    """Everything that a journal ever owed to a pool, as far back as its files are kept."""
    answers: dict[tuple[int, int], tuple[int | None, str]] = {}
    for (body,) in _rows(folder, "SELECT body FROM entry WHERE kind = 'ledger_booked' ORDER BY seq"):
        said = json.loads(body)
        entry = said["entry"]
        if entry["pool"] == pool:
            answers[said["seq"], said["idx"]] = entry["cents"] if entry["what"] == "hit" else None, entry["what"]
    rows = _rows(folder, "SELECT seq, idx, body, paid FROM outbox WHERE destination = ?", destination(pool))
    return {
        Key(seq, idx): Debt(BOOKING.validate_json(body), paid is not None, *answers.get((seq, idx), ()))
        for seq, idx, body, paid in rows
    }


def kept(folder: Path) -> range:
    """The entries that lie in this folder: days that were archived are not among them."""
    with damage(folder):
        files = files_of(folder)
        with File(files[0]) as first, File(files[-1]) as last:
            opened = first.opened()
            return range(opened.before.seq + 1 if opened is not None else 0, last.last().seq + 1)


def _rows(folder: Path, query: str, *values: str) -> Iterator[tuple[Any, ...]]:
    """Of every file that has an outbox; what was carried over stands in the last one as it is now."""
    with damage(folder):
        for path in files_of(folder):
            with File(path) as file:
                if file.version > 1:
                    yield from file.db.execute(query, values)


def booked(url: str, pool: str, journal: str, table: str) -> dict[Key, Entry]:
    """What the ledger has of this table's journal; whoever may not read its entries asks for his own."""
    own = "croupier.booked(%(pool)s, %(journal)s)"
    every = (
        "croupier.entry WHERE pool = %(pool)s AND journal = %(journal)s AND %(table)s IN ('', table_name)"
        " AND seq > 0 AND step = 0 ORDER BY version"
    )
    asks = {"pool": pool, "journal": journal, "table": table}
    found: dict[Key, Entry] = {}
    with asked(url) as db:
        there = every if may_read(db) else own
        for seq, idx, body in db.execute(f"SELECT seq, idx, body FROM {there}", asks):  # noqa: S608
            try:
                found[Key(seq, idx)] = entry_of(pool, body)
            except PoolError as wrong:
                raise FaultError(Fault.JACKPOT_LEDGER, f"{pool}: {wrong}") from wrong
    return found
