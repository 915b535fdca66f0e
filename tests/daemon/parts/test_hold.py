"""The house's hold at a running table: a wager that wins beyond belief is named, in the report and in doctor."""

from __future__ import annotations

import json

from drivers.faults import Fault
from hil.rig import Rig
from tests.daemon.cli.test_cli import croupierctl, verdict

ROUNDS = 45


async def test_doctor_names_a_wager_beyond_one_in_a_million() -> None:
    """Small wins on every roll: fair dice do that once in 10¹⁴ times."""
    async with Rig("sic_bo") as rig:
        await rig.start_daemon()
        status, answer = await verdict(rig, "doctor")
        assert Fault.HOLD_IMPROBABLE not in {row["fault"] for row in answer["rows"]}
        for _ in range(ROUNDS):
            await rig.order("open_round")
            await rig.order("seat_in", seat="1", wagers={"small": 1000})
            await rig.order("close_betting")
            await rig.agree("enter_dice", dice=[1, 2, 3])
        await rig.until("/health", lambda health: any(f["code"] == Fault.HOLD_IMPROBABLE for f in health["faults"]))
        status, answer = await verdict(rig, "doctor")
        (row,) = (row for row in answer["rows"] if row["fault"] == Fault.HOLD_IMPROBABLE)
        assert row["told"].startswith("small: -")
        assert status == 1
        status, said = await croupierctl(rig, "report", "hold", "--lang", "en")
        assert status == 1
        assert "HOLD_IMPROBABLE  Small." in said
        assert max(map(len, said.splitlines())) <= 80
        report = json.loads((await croupierctl(rig, "report", "hold", "--json"))[1])
        assert (report["verdict"], report["suspects"], report["rounds"]) == ("warning", ["small"], ROUNDS)
