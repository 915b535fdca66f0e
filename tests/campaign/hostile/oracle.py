"""What must hold when it is over: the books, the journal, a replay of it, and everything that the boards have shown."""

from __future__ import annotations

import re
import subprocess

import psycopg

from drivers.board.wire import digits
from hil.floor import CROUPIERCTL, POOL
from tests.campaign.hostile.table import Besieged, Pit
from tests.campaign.hostile.trail import Trail

TROUBLE = re.compile(r"^(?:ERROR|CRITICAL) (\S+).*$|^Traceback .*$|^.*\bTABLE_BUG\b.*$", re.MULTILINE)
NOISE = {"loop_stuck"}  # that is time, and time is watched


def examine(table: Besieged, floor: Pit | None, trail: Trail, shown: set[str]) -> None:
    """croupierd has ended; whatever is wrong is a finding."""
    journal, key = table.folder / "state" / table.name, table.folder / f"state/{table.name}.key"
    config = ("--config", str(table.folder / "etc"), "--table", table.name)
    commands: list[tuple[str, ...]] = [
        ("journal", "verify", str(journal), "--key", str(key)),
        ("replay", *config),
    ]
    if floor is not None:
        commands += [("jackpot", "reconcile", *config)]
    for command in commands:
        ran = subprocess.run((CROUPIERCTL, *command, "--lang", "en"), capture_output=True, text=True, check=False)
        if ran.returncode:
            trail.find("oracle", f"croupierctl {' '.join(command[:2])}: {ran.returncode}", ran.stdout + ran.stderr)
    for found in TROUBLE.finditer(table.log):
        if found[1] not in NOISE:
            trail.find("log", found[1] or "a traceback", table.log[found.start() : found.start() + 5000])
    if floor is not None and (unproven := shown - provable(floor)):
        trail.find("boards", "a board has shown an amount that the ledger cannot prove", sorted(unproven))


def provable(floor: Pit) -> set[str]:
    """Every amount that the pool has ever been worth, as a board writes it."""
    query = "SELECT sum(displayed) OVER (ORDER BY version)::bigint FROM croupier.entry WHERE pool = %s ORDER BY version"
    with psycopg.connect(floor.owner) as db:
        return {digits(worth // 100) for (worth,) in db.execute(query, (POOL,))}
