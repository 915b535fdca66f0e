"""The table that is attacked: real processes, both doors open, a certificate and a login in the wrong hands."""

from __future__ import annotations

import json
import secrets
import time
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import psycopg
import tomli_w
from psycopg.sql import SQL, Identifier, Literal

from hil.broker import free_port
from hil.floor import DATABASE, Floor, FloorTable
from hil.processes import Running
from hil.rig import Rig
from hil.site_files import PIN, QUICK

INTRUDER = "D9"  # a dealer who is signed in and means no good
STOLEN = "board-1"  # the board whose certificate was copied
NEIGHBOUR = "bj-2"  # the table whose login was
BEATS = 0.1  # seconds between two beats of croupierd's watchdog


class Besieged(Rig):
    """A table whose answers are kept for a while, and whose watchdog beats to us."""

    boards: tuple[str, ...] = (STOLEN,)

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        self.console_port = free_port()
        self.readable: deque[str] = deque(maxlen=5000)  # what anyone may have read of the table
        self.acted = time.monotonic()  # when an honest order was taken last,
        self.longest = 0.0  # and the longest wait between two

    @property
    def socket(self) -> Path:
        """The other door."""
        return self.folder / f"run/{self.name}.sock"

    @property
    def beats(self) -> Path:
        """Where croupierd tells that its loops turn, as it would tell systemd."""
        return self.folder / "beats.sock"

    async def spawn(self, name: str, *command: str, **variables: str) -> Running:
        """croupierd is told of a service manager, as if it had one."""
        if name == "croupierd":
            variables |= {"NOTIFY_SOCKET": str(self.beats), "WATCHDOG_USEC": str(int(BEATS * 4e6))}
        return await super().spawn(name, *command, **variables)

    def _configure(self) -> None:
        super()._configure()
        file = self.folder / f"etc/tables/{self.name}.toml"
        file.write_text(f"console_port = {self.console_port}\n{file.read_text()}")
        intruder = {"badge": INTRUDER, "name": f"dealer {INTRUDER}", "role": "dealer", "pin": QUICK.hash(PIN)}
        with (self.folder / "etc/people.toml").open("a") as people:
            people.write("\n" + tomli_w.dumps({"person": [intruder]}))

    @property
    def pid(self) -> int:
        """croupierd's; 0 if it has ended."""
        daemon = self._processes["croupierd"]
        return daemon.pid if daemon.returncode is None else 0

    async def order(self, kind: str, by: str = "", **fields: Any) -> dict[str, Any]:
        """As ever; and when it was taken is noted."""
        answer = await super().order(kind, by, **fields)
        now = time.monotonic()
        self.longest, self.acted = max(self.longest, now - self.acted), now
        self.readable.append(json.dumps(answer))
        return answer

    async def get(self, path: str) -> dict[str, Any]:
        """As ever; and what was told is kept."""
        answer = await super().get(path)
        self.readable.append(json.dumps(answer))
        return answer

    @property
    def logged(self) -> int:
        """How many bytes the table's processes have written to their log."""
        return (self.folder / "rig.log").stat().st_size

    def log_since(self, place: int) -> str:
        """What they have written behind that place."""
        with (self.folder / "rig.log").open("rb") as file:
            file.seek(place)
            return file.read().decode(errors="replace")


class Blackjack(Besieged, FloorTable):
    """With a shared pool, and a board that shows it."""


class Pit(Floor):
    """One table, its broker and its database."""

    KIND = Blackjack

    @property
    def table(self) -> Blackjack:
        """The only one."""
        (table,) = self.tables
        assert isinstance(table, Blackjack)
        return table

    def login(self) -> str:
        """A user for another table, as docs/linked.md makes one."""
        password = secrets.token_hex(16)
        with psycopg.connect(self.owner) as db:
            new = SQL("CREATE ROLE {} LOGIN PASSWORD {} IN ROLE croupier_table")
            db.execute(new.format(Identifier(NEIGHBOUR), Literal(password)))
        return self.cluster.url(DATABASE, NEIGHBOUR, password)


@asynccontextmanager
async def besieged(game: str, *, strict: bool) -> AsyncIterator[tuple[Besieged, Pit | None]]:
    """The table, running; where it has a pool, with the floor that it stands on."""
    if game == "blackjack":
        async with Pit(1) as floor:
            floor.table.strict = strict
            yield floor.table, floor
    else:
        async with Besieged(game, strict=strict) as table:
            yield table, None
