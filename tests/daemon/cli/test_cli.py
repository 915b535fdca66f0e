"""croupierctl: one command, one verdict, one next action, in French or English."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sys
from asyncio.subprocess import PIPE
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from daemon.text.faults import ROWS
from daemon.text.labels import LABELS
from drivers.faults import Fault
from hil.asking import RefusedError
from hil.rig import TABLE, Rig

CROUPIERCTL = str(Path(sys.executable).with_name("croupierctl"))
ENVIRONMENT = {"COLUMNS": "80", "PYTHONPATH": os.environ.get("PYTHONPATH", "")}


async def croupierctl(rig: Rig, *words: str) -> tuple[int, str]:
    """Its exit status and what it says, at 80 columns."""
    process = await asyncio.create_subprocess_exec(
        CROUPIERCTL, *words, "--config", str(rig.folder / "etc"), stdout=PIPE, stderr=PIPE, env=ENVIRONMENT
    )
    out, err = await process.communicate()
    assert process.returncode is not None
    return process.returncode, (out + err).decode()


async def verdict(rig: Rig, *words: str) -> tuple[int, dict[str, Any]]:
    status, out = await croupierctl(rig, *words, "--json")
    answer: dict[str, Any] = json.loads(out)
    return status, answer


async def test_doctor_goes_from_well_to_critical_and_names_one_next_action() -> None:
    async with Rig() as rig:
        await rig.start_daemon()
        await rig.until("/health", lambda health: not health["faults"])
        status, said = await croupierctl(rig, "doctor")
        unapproved = ROWS[Fault.RULES_UNAPPROVED].fr
        assert (status, unapproved.sentence in " ".join(said.split())) == (1, True)
        await rig.approve()
        status, said = await croupierctl(rig, "doctor")
        assert status == 0
        assert LABELS["well"].fr in said
        assert max(map(len, said.splitlines())) <= 80

        await rig.fault("shoe", "unplug", on=True)
        await rig.until("/health", lambda health: any(f["code"] == Fault.PORT_ABSENT for f in health["faults"]))
        for language in ("fr", "en"):
            status, said = await croupierctl(rig, "doctor", "--lang", language)
            advice = getattr(ROWS[Fault.PORT_ABSENT], language)
            assert status == 2
            assert getattr(LABELS["critical"], language) in said
            assert said.count("→") == 1
            assert said.rstrip().endswith(f"→ {advice.action}")


async def test_doctor_says_that_the_file_does_not_post_what_is_in_force() -> None:
    async with Rig(posted={"minimum": 500}) as rig:
        await rig.start_daemon()
        await rig.agree("change_posting", posting={"minimum": 1000, "limits": {"pair_plus": {"minimum": 100}}})
        for language in ("fr", "en"):
            status, said = await croupierctl(rig, "doctor", "--lang", language)
            assert (status, f"{Fault.POSTING_DIFFERS} minimum, limits" in said) == (1, True), said
            assert " ".join(said.split()).endswith(f"→ {getattr(ROWS[Fault.POSTING_DIFFERS], language).action}"), said
        await rig.agree("change_posting")  # as the file says
        status, said = await croupierctl(rig, "doctor", "--lang", "en")
        name = (await rig.get("/state"))["rules"]["next"]
        assert (status, f"{name}, approved by D1, S1" in said) == (0, True), said


async def test_doctor_says_what_comes_and_when() -> None:
    async with Rig(posted={"minimum": 500}) as rig:
        await rig.start_daemon()
        await rig.approve()
        await rig.agree("change_posting", posting={"minimum": 1000, "rules": {"effective": "2999-01-01"}})
        coming = (await rig.get("/state"))["rules"]["coming"]["rules"]
        status, said = await croupierctl(rig, "doctor", "--lang", "en")
        assert (status, f"{coming} from 2999-01-01 on, approved by D1, S1" in " ".join(said.split())) == (0, True), said
        _, sheet = await croupierctl(rig, "rules", "--lang", "en")
        assert f"From 2999-01-01 on, instead: minimum $10 · Rule set {coming}" in " ".join(sheet.split())
        await rig.agree("change_posting", withdraw=True)
        _, sheet = await croupierctl(rig, "rules", "--lang", "en")
        assert "From 2999-01-01 on" not in sheet


async def test_a_file_of_a_later_day_is_not_dealt_by() -> None:
    async with Rig(posted={"rules": {"effective": date(2999, 1, 1)}}) as rig:
        await rig.start_daemon()
        with pytest.raises(RefusedError, match=Fault.RULES_NOT_YET):
            await rig.order("open_round")
        for language in ("fr", "en"):
            status, said = await croupierctl(rig, "doctor", "--lang", language)
            action = getattr(ROWS[Fault.RULES_NOT_YET], language).action
            assert (status, " ".join(said.split()).endswith(f"→ {action}")) == (1, True), said
        await rig.agree("change_posting", posting={"rules": {"effective": None}})
        await rig.order("open_round")


async def test_a_missing_board_is_a_warning() -> None:
    async with Rig() as rig:
        await rig.start_daemon()
        await rig.until("/health", lambda health: not health["faults"])
        await rig.end("board", signal.SIGKILL)
        await rig.until("/health", lambda health: bool(health["faults"]))
        status, answer = await verdict(rig, "doctor", "--lang", "en")
        assert (status, answer["verdict"]) == (1, "warning")
        assert answer["next_action"] == ROWS[Fault.BOARD_ABSENT].en.action


async def test_a_daemon_that_is_down_or_stuck_is_said_so_with_the_command_to_type() -> None:
    async with Rig() as rig:
        status, said = await croupierctl(rig, "doctor")
        assert status == 2
        assert said.rstrip().endswith(f"systemctl start croupierd@{TABLE}")
        await rig.start_daemon()
        daemon = rig._processes["croupierd"]
        daemon.send_signal(signal.SIGSTOP)
        status, said = await croupierctl(rig, "doctor", "--lang", "en")
        daemon.send_signal(signal.SIGCONT)
        assert status == 2
        assert said.rstrip().endswith(f"systemctl restart croupierd@{TABLE}")


async def test_status_tells_what_is_awaited_and_what_holds_the_round() -> None:
    async with Rig() as rig:
        await rig.start_daemon()
        await rig.until("/health", lambda health: not health["faults"])
        await rig.do("shoe", "load", cards=["2c", "3c", "4c"])
        await rig.order("open_round")
        await rig.order("seat_in", seat="3", wagers={"initial": 1500})
        await rig.order("close_betting")
        await rig.do("shoe", "draw")
        await rig.see("card_dealt")
        status, said = await croupierctl(rig, "status")
        assert status == 0
        assert "prochaine carte : Place 3, carte 2" in said
        assert re.search(r"Mise initiale 15,00\xa0\$", said)
        status, said = await croupierctl(rig, "status", "--lang", "en")
        assert "next card: Seat 3, card 2" in said
        assert "Initial wager $15.00" in said
        await rig.end_daemon(signal.SIGKILL)
        await rig.start_daemon()
        await rig.until("/health", lambda health: health["shoe"]["up"])
        status, answer = await verdict(rig, "status")
        assert status == 2
        assert answer["state"]["hold"]["fault"] == Fault.TABLE_RESTARTED
        assert answer["next_action"] == ROWS[Fault.TABLE_RESTARTED].fr.action


async def test_a_broken_configuration_is_named_with_file_line_and_nearest_key() -> None:
    async with Rig() as rig:
        file = rig.folder / f"etc/tables/{TABLE}.toml"
        file.write_text(file.read_text().replace("serial =", "seriel ="))
        line = file.read_text().splitlines().index('seriel = "SIM-0001"') + 1
        status, said = await croupierctl(rig, "doctor", "--lang", "en")
        assert status == 2
        assert f"{file}:{line}: shoe.seriel: unknown key; did you mean serial?" in said.replace("\n", "")
        assert ROWS[Fault.CONFIG_INVALID].en.action in said


async def test_the_cli_starts_without_the_daemons_heavy_libraries() -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", "import daemon.cli, sys; print(*sys.modules)", stdout=PIPE
    )
    out, _ = await process.communicate()
    loaded = set(out.decode().split())
    assert "typer" in loaded
    assert not loaded & {"fastapi", "uvicorn", "aiomqtt", "cv2", "cryptography"}
