"""croupierctl shaker: real processes and the real libusb, on a bus with the simulated shaker."""

from __future__ import annotations

import asyncio
import json
import shutil
import signal
import string
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from daemon.cli.closed import between_rounds
from daemon.cli.shaker.common import ShakerTarget
from daemon.cli.shaker.words import FINDINGS, WORDS
from daemon.text.faults import ROWS
from daemon.text.shaker import SHAKES
from drivers.faults import Fault
from drivers.shaker.conversation import refusal, trouble
from drivers.shaker.wire import Phase, Refusal, Trouble
from hil.rig import TABLE, UNPRIVILEGED, Rig
from hil.site_files import SHAKER_SERIAL, ShakerKind
from rules.terms import Term

HOUSE = Path(__file__).parents[3]
CROUPIERCTL = str(Path(sys.executable).with_name("croupierctl"))
EVERY = (("identify",), ("status",), ("shake",), ("light", "on"), ("watch", "--seconds", "1"))


@asynccontextmanager
async def table() -> AsyncIterator[Rig]:
    """A Sic Bo table whose croupierd does not run."""
    async with Rig("sic_bo", shaker=ShakerKind()) as rig:
        yield rig


@asynccontextmanager
async def started(rig: Rig, *words: str, config: Path | None = None) -> AsyncIterator[Process]:
    """A command of `croupierctl shaker`, at 80 columns."""
    command = (*UNPRIVILEGED, CROUPIERCTL, "shaker", *words, "--config", str(config or rig.folder / "etc"))
    process = await asyncio.create_subprocess_exec(
        *command, stdout=PIPE, stderr=PIPE, env={"COLUMNS": "80", "PATH": "/usr/bin:/bin", **rig.bus}
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()


async def shaker(rig: Rig, *words: str, config: Path | None = None) -> tuple[int, str]:
    async with started(rig, *words, config=config) as process:
        out, err = await process.communicate()
        assert process.returncode is not None
        return process.returncode, (out + err).decode()


async def verdict(rig: Rig, *words: str, config: Path | None = None) -> tuple[int, dict[str, Any]]:
    status, said = await shaker(rig, *words, "--json", config=config)
    answer: dict[str, Any] = json.loads(said.splitlines()[-1])
    return status, answer


async def until(process: Process, *words: str) -> str:
    """Reads until a line has all these words."""
    assert process.stdout is not None
    while line := (await process.stdout.readline()).decode():
        if all(word in line for word in words):
            return line
    raise AssertionError(words)


def narrow(said: str) -> bool:
    return max(map(len, said.splitlines())) <= 80


# -- one question, one answer -----------------------------------------------------------------------------------------


async def test_identify_tells_who_answers_against_who_should(tmp_path: Path) -> None:
    async with table() as rig:
        status, said = await shaker(rig, "identify", "--lang", "en")
        assert (status, narrow(said)) == (0, True)
        for word in ("SHAKER-SIM", SHAKER_SERIAL, "1.2, protocol 1", "1209:0001", WORDS["known"].en):
            assert word in said
        status, answer = await verdict(rig, "identify")
        assert (status, answer["identity"]["serial"], answer["events"]) == (0, SHAKER_SERIAL, 0)
        bench = await verdict(rig, "identify", "--serial", SHAKER_SERIAL, config=tmp_path)  # without a configuration
        assert (bench[0], bench[1]["table"]) == (0, "")
        assert (await shaker(rig, "identify", "--usb", "1209"))[0] == 2
        status, answer = await verdict(rig, "identify", "--usb", "1209:0002")
        assert (status, answer["rows"][-1]["fault"]) == (2, Fault.SHAKER_ABSENT)


KEPT_FROM = {
    "unplug": Fault.SHAKER_ABSENT,
    "busy": Fault.SHAKER_BUSY,
    "no_access": Fault.SHAKER_NO_ACCESS,
    "wrong_serial": Fault.SHAKER_WRONG_DEVICE,
}


async def test_what_keeps_us_from_it_has_one_next_action() -> None:
    async with table() as rig:
        for fault, named in KEPT_FROM.items():
            await rig.fault("shaker", fault, on=True)
            status, said = await shaker(rig, "status")
            assert (status, narrow(said), said.count("→")) == (2, True, 1)
            assert named in said
            assert "".join(ROWS[named].fr.action.split()) in "".join(said.split())
            assert ("SOMEONE-ELSE" in said) is (fault == "wrong_serial")
            await rig.fault("shaker", fault, on=False)
        await rig.fault("shaker", "busy", on=True)
        status, answer = await verdict(rig, "watch")
        assert (status, answer["rows"][-1]["fault"]) == (2, Fault.SHAKER_BUSY)


async def test_status_self_test_and_light() -> None:
    async with table() as rig:
        status, answer = await verdict(rig, "status", "--self-test")
        assert (status, answer["status"]["phase"]) == (0, "idle")
        assert answer["self_test"] == {"motor": 0, "dome": 0, "lock": 0, "light": 0}
        for switch in ("on", "off"):
            status, said = await shaker(rig, "light", switch, "--lang", "en")
            assert (status, WORDS["lamp_obeys"].en in said) == (0, True)
            assert (await rig.do("shaker", "read"))["lit"] is (switch == "on")
        await rig.do("shaker", "open_dome")
        assert WORDS["dome_open"].fr in (await shaker(rig, "status"))[1]
        await rig.do("shaker", "close_dome")
        await rig.fault("shaker", "motor_blocked", on=True)
        assert (await shaker(rig, "shake"))[0] == 2
        status, said = await shaker(rig, "status", "--self-test")
        assert (status, SHAKES["motor_blocked"].fr in said) == (2, True)
        assert said.rstrip().endswith(ROWS[Fault.SHAKER_ERROR].fr.action)


# -- a shake ----------------------------------------------------------------------------------------------------------


async def test_a_shake_is_weighed_as_the_table_weighs_it() -> None:
    async with table() as rig:
        status, said = await shaker(rig, "shake", "--lang", "en")
        assert (status, narrow(said), WORDS["good_shake"].en in said) == (0, True, True)
        for fault, why, finding in (
            ("dome_opens", "dome_opened", "not_taken"),
            ("few_tumbles", "too_few_tumbles", "not_taken"),
            ("lose_event", "events_missing", "not_taken"),
            ("unplug_mid_shake", "link_lost", "not_taken"),
            ("stall", "stalled", "nothing_moved"),
        ):
            await rig.fault("shaker", fault, on=True)
            status, answer = await verdict(rig, "shake", "--amplitude", "80", "--milliseconds", "300")
            assert (status, answer["why"], answer["finding"]["code"]) == (2, why, finding)
            assert answer["next_action"] == FINDINGS[finding].fr.action
            await rig.fault("shaker", fault, on=False)
        status, answer = await verdict(rig, "shake")
        assert (status, answer["order"], answer["tumbles"]) == (0, 6, 7)  # no number twice; the stalled one was free
        read = await rig.do("shaker", "read")
        assert (read["shakes"], read["locked"]) == (6, False)


async def test_ctrl_c_stops_the_motor() -> None:
    async with table() as rig, started(rig, "shake", "--milliseconds", "20000", "--lang", "en") as process:
        async with asyncio.timeout(rig.patience):
            while not (await rig.do("shaker", "read"))["shakes"]:
                await asyncio.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, _ = await process.communicate()
        assert (process.returncode, WORDS["by_hand"].en in out.decode()) == (2, True)
        assert not (await rig.do("shaker", "read"))["locked"]


# -- watching ---------------------------------------------------------------------------------------------------------


async def test_watch_tells_every_event_as_it_comes() -> None:
    async with table() as rig:
        async with started(rig, "watch", "--seconds", "0", "--json") as process:
            await until(process, '"shaker_up"')
            await rig.do("shaker", "open_dome")
            event = json.loads(await until(process, '"dome_moved"'))
            assert (event["closed"], len(event["hex"])) == (False, 32)
            await rig.do("shaker", "close_dome")
            await rig.do("shaker", "nudge")
            await until(process, '"dice_rested"')
            process.send_signal(signal.SIGINT)
            out, _ = await process.communicate()
        assert (process.returncode, json.loads(out.splitlines()[-1])["tally"]["gaps"]) == (0, 0)
        async with started(rig, "watch", "--seconds", "0", "--lang", "en") as process:
            await until(process, "the link is up")
            await rig.fault("shaker", "lose_event", on=True)
            await rig.do("shaker", "open_dome")
            await until(process, "dome open")  # its status tells
            process.send_signal(signal.SIGTERM)
            out, _ = await process.communicate()
        assert (process.returncode, FINDINGS["events_lost"].en.action in out.decode()) == (2, True)


# -- a round needs it -------------------------------------------------------------------------------------------------


async def test_refused_while_croupierd_has_it_and_while_a_round_needs_it() -> None:
    async with table() as rig:
        await rig.start_daemon()
        await rig.until("/health", lambda health: health["shaker"]["up"])
        status, said = await shaker(rig, "shake", "--lang", "en")
        assert (status, narrow(said)) == (2, True)
        assert said.rstrip().endswith(f"systemctl stop croupierd@{TABLE}")
        await rig.order("open_round")
        for words in EVERY:
            status, answer = await verdict(rig, *words)
            assert (status, answer["rows"][-1]["fault"]) == (2, Fault.SHAKER_NEEDED)
        await rig.end_daemon(signal.SIGKILL)  # the round is open all the same
        status, answer = await verdict(rig, "shake", "--serial", SHAKER_SERIAL)  # the same one by another name
        assert (status, answer["rows"][-1]["fault"]) == (2, Fault.SHAKER_NEEDED)
        assert (await rig.do("shaker", "read"))["shakes"] == 0
        await rig.start_daemon()
        await rig.order("void_round", reason="essai")
        await rig.end_daemon()
        status, answer = await verdict(rig, "light", "on")
        assert status == 0, answer


async def test_croupierd_gets_its_shaker_back_and_goes_on_with_the_next_number() -> None:
    async with table() as rig:
        status, answer = await verdict(rig, "shake")
        assert (status, answer["order"]) == (0, 1)
        async with started(rig, "watch", "--seconds", "0", "--json") as process:
            await until(process, '"shaker_up"')
            await rig.start_daemon()  # which gets its shaker back
            out, _ = await process.communicate()
            assert process.returncode == 2
            assert json.loads(out.splitlines()[-1])["rows"][-1]["fault"] == Fault.TABLE_TAKEN
        await rig.until("/health", lambda health: health["shaker"]["up"])
        await rig.order("open_round")
        await rig.order("close_betting")
        await rig.order("shake")
        assert (await rig.see("dice_lie"))["order"] == 2  # the technician's number is not used again


def test_a_shaker_belongs_to_the_table_whose_file_names_it_whatever_table_is_given(tmp_path: Path) -> None:
    config = shutil.copytree(HOUSE / "config", tmp_path / "config")
    first = config / "tables/sic-bo-1.toml"
    first.with_name("sic-bo-2.toml").write_text(first.read_text().replace("SB-0001", "SB-0002"))
    for given, owner in (("SB-0001", "sic-bo-1"), ("SB-0002", "sic-bo-2"), ("SB-0003", "sic-bo-2"), ("", "sic-bo-2")):
        found = ShakerTarget.of(config, "sic-bo-2", given, "").table
        assert found is not None
        assert found.name == owner
    assert ShakerTarget.of(config, "", "SB-0003", "").table is None  # on a bench


def test_a_journal_that_nobody_can_read_proves_nothing(tmp_path: Path) -> None:
    journal, old = tmp_path / "rig", tmp_path / "rig.journal"
    assert between_rounds(journal, old)  # it has never run
    old.touch()
    assert not between_rounds(journal, old)
    old.unlink()
    journal.mkdir()
    assert between_rounds(journal, old)  # croupierd starts, and has not written anything yet
    (journal / "2026-11-16.journal").write_bytes(b"no database")
    assert not between_rounds(journal, old)


# -- words ------------------------------------------------------------------------------------------------------------


def blanks(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("terms", [WORDS, SHAKES], ids=["words", "shakes"])
def test_both_languages_say_the_same(terms: dict[str, Term]) -> None:
    for key, term in terms.items():
        assert term.fr and term.en, key
        assert blanks(term.fr) == blanks(term.en), key
    for phase in Phase:
        assert f"phase_{phase.name.lower()}" in WORDS


def test_whatever_a_shaker_refuses_or_reports_has_words() -> None:
    assert {refusal(number) for number in Refusal} | {trouble(number) for number in Trouble} <= SHAKES.keys()
    assert {"not_started", "never_rests", "no_answer", "events_missing"} <= SHAKES.keys()  # the driver's own
