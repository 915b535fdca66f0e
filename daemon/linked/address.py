"""Where a table's ledger is, as psycopg wants to hear it."""

from __future__ import annotations

from pathlib import Path

from psycopg.conninfo import make_conninfo

from daemon.settings import Ledger
from drivers.faults import Fault, FaultError


def address(ledger: Ledger, table: str) -> str:
    """With its password, which is read anew each time."""
    password = None
    if ledger.password_file is not None:
        path = Path(ledger.password_file.replace("TABLE", table))
        try:
            password = path.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise FaultError(Fault.CONFIG_INVALID, f"{path}: {error}") from error
    return make_conninfo(
        host=ledger.host,
        port=ledger.port,
        dbname=ledger.database,
        user=ledger.user.replace("TABLE", table),
        password=password,
        sslmode="prefer" if ledger.ca is None else "verify-full",
        sslrootcert=ledger.ca,
    )
