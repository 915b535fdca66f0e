"""Two croupierd for one table, the second on another machine: it does not start; and a dead one locks nobody out."""

from __future__ import annotations

import signal
from typing import Any

from hil.broker import free_port
from hil.rig import TABLE, Rig


def written(rig: Rig) -> bytes:
    """What the second one has put on disk."""
    return b"".join(path.read_bytes() for path in (rig.folder / "there/state").rglob("*.journal*"))


def keeps_the_table(health: dict[str, Any]) -> bool:
    """It has its line, and says that somebody came for it."""
    return health["broker"]["connected"] and [each["code"] for each in health["faults"]] == ["BROKER_RIVAL"]


async def test_the_second_one_refuses_to_start_and_the_first_one_keeps_the_table_and_says_so() -> None:
    async with Rig() as rig:
        await rig.start_daemon()
        await rig.until("/health", lambda health: not health["faults"])
        for _ in range(2):
            status, last = await rig.rival()
            assert status == 1
            assert "fault=TABLE_TAKEN" in last
            assert b'"started"' not in written(rig)
            await rig.until("/health", keeps_the_table)
        await rig.order("open_round")
        await rig.until("/health", lambda health: not health["faults"])


async def test_one_that_shares_the_socket_alone_does_not_take_it_from_the_first() -> None:
    async with Rig() as rig:
        await rig.start_daemon()
        status, last = await rig.rival(
            apart=("state",), broker=free_port()
        )  # no broker tells it that the table is taken
        assert status == 1
        assert f"TABLE_TAKEN detail={rig.folder}/run/{TABLE}.sock" in last
        await rig.order("open_round")
        assert await rig.end_daemon() == 0
        assert not (rig.folder / f"run/{TABLE}.sock").exists()


async def test_a_killed_one_locks_nobody_out_and_a_broker_that_is_down_neither() -> None:
    async with Rig() as rig:
        await rig.start_daemon()
        await rig.end_daemon(signal.SIGKILL)
        await rig.start_daemon()
        await rig.until("/health", lambda health: not health["faults"])
        await rig.end_daemon()
        await rig.end("broker", signal.SIGKILL)
        await rig.start_daemon()
        await rig.until("/health", lambda health: [fault["code"] for fault in health["faults"]] == ["BROKER_DOWN"])
        await rig.start_broker()
        await rig.until("/health", lambda health: not health["faults"])
        await rig.order("open_round")
