"""croupierctl shoe: the line in a technician's hands, and never a card that may still lie face down."""

from __future__ import annotations

import asyncio
import doctest
import json
import os
import signal
import stat
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from daemon.cli.closed import closed
from daemon.cli.shoe import deck, raw
from daemon.cli.shoe.capture import Capture, Recorder
from daemon.cli.shoe.deck import DeckCheck
from daemon.cli.shoe.line import Conversations, Line, Passed
from daemon.cli.shoe.owners import same
from daemon.cli.shoe.words import FINDINGS, WORDS
from daemon.text.faults import ROWS
from drivers.faults import Fault
from drivers.observation import CardOutside, OutsideDealt, OutsideTold
from drivers.shoe import SHOES, angel_eye_wire, csr_wire
from drivers.shoe.angel_eye_wire import OfCard
from hil.rig import TABLE, Rig
from hil.site_files import SHOE_SERIAL, ShoeKind
from rules.cards import DECK, Card

CROUPIERCTL = str(Path(sys.executable).with_name("croupierctl"))
NAMES = [str(card) for card in DECK]
CAPTURES = sorted((Path(__file__).parents[2] / "drivers/captures").glob("*.jsonl"))


class Command:
    """croupierctl at work."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.lines: list[str] = []

    async def until(self, *words: str) -> None:
        """Reads until a line has all these words."""
        assert self.process.stdout is not None
        while line := (await self.process.stdout.readline()).decode():
            self.lines.append(line)
            if all(word in line for word in words):
                return
        raise AssertionError("".join(self.lines))

    async def end(self) -> tuple[int, str]:
        """Its exit status and everything that it said."""
        out, err = await self.process.communicate()
        assert self.process.returncode is not None
        return self.process.returncode, "".join(self.lines) + (out + err).decode()


@asynccontextmanager
async def started(rig: Rig, *words: str, config: Path | None = None) -> AsyncIterator[Command]:
    """A command of `croupierctl shoe`, at 80 columns."""
    where = ("--config", str(config or rig.folder / "etc")) if words[0] != "replay" else ()
    process = await asyncio.create_subprocess_exec(
        *(CROUPIERCTL, "shoe", *words, *where), stdout=PIPE, stderr=PIPE, env={"COLUMNS": "80"}
    )
    try:
        yield Command(process)
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()


async def shoe(rig: Rig, *words: str) -> tuple[int, str]:
    async with started(rig, *words) as command:
        return await command.end()


async def verdict(rig: Rig, *words: str) -> tuple[int, dict[str, Any]]:
    status, said = await shoe(rig, *words, "--json")
    answer: dict[str, Any] = json.loads(said.splitlines()[-1])
    return status, answer


def narrow(said: str) -> bool:
    return max(map(len, said.splitlines())) <= 80


# -- identify ---------------------------------------------------------------------------------------------------------


async def test_identify_tells_who_answers_against_who_should() -> None:
    async with Rig() as rig:
        status, said = await shoe(rig, "identify", "--lang", "en")
        assert (status, narrow(said)) == (0, True)
        for word in ("CSR-SIM", SHOE_SERIAL, "1.0", WORDS["shoe_known"].en):
            assert word in said
        await rig.fault("shoe", "wrong_identity", on=True)
        status, answer = await verdict(rig, "identify")
        assert (status, answer["identity"]["serial"]) == (2, "SOMEONE-ELSE")
        assert answer["next_action"] == ROWS[Fault.SHOE_WRONG_DEVICE].fr.action
        await rig.fault("shoe", "go_silent", on=True)
        status, said = await shoe(rig, "identify")
        assert (status, said.count("→")) == (2, 1)
        assert said.rstrip().endswith(ROWS[Fault.SHOE_SILENT].fr.action)
        await rig.fault("shoe", "unplug", on=True)
        status, answer = await verdict(rig, "identify")
        assert (status, answer["rows"][-1]["fault"]) == (2, Fault.PORT_ABSENT)


async def test_a_bench_needs_no_configuration(tmp_path: Path) -> None:
    async with Rig() as rig:
        port = str(rig.folder / "dev/shoe")
        async with started(rig, "identify", "--port", port, "--lang", "en", config=tmp_path) as command:
            status, said = await command.end()
        assert status == 0
        assert WORDS["shoe_answers"].en in said
        async with started(rig, "listen", "--port", port, "--json", "--seconds", "0", config=tmp_path) as command:
            await command.until('"DONE ')
            await rig.do("shoe", "load", cards=["Kh"])
            await rig.do("shoe", "draw")
            await command.until('"in"', "card=Kh")


async def test_a_shoe_that_says_nothing_by_itself_is_unproven_until_its_first_card() -> None:
    async with Rig(shoe=ShoeKind("angel_eye", tcp=True)) as rig:
        status, answer = await verdict(rig, "identify")
        assert (status != 0, answer["proven"], answer["identity"]) == (True, False, None)
        assert answer["next_action"] == ROWS[Fault.SHOE_UNPROVEN].fr.action
        status, answer = await dealt(rig, NAMES)
        assert (status, answer["missing"], answer["doubled"]) == (0, [], [])


# -- croupierd has the line -------------------------------------------------------------------------------------------


async def test_while_croupierd_runs_nobody_else_gets_the_line(tmp_path: Path) -> None:
    async with Rig() as rig:
        await rig.start_daemon()
        await rig.until("/health", lambda health: health["shoe"]["up"])
        connects = (await rig.get("/health"))["shoe"]["counters"]["connects"]
        for words in (("identify",), ("listen",), ("test",), ("capture", str(tmp_path / "file"))):
            status, said = await shoe(rig, *words, "--lang", "en")
            assert (status, narrow(said)) == (2, True)
            assert said.rstrip().endswith(f"systemctl stop croupierd@{TABLE}")
        port = ("--port", str((rig.folder / "dev/shoe").readlink()))
        status, answer = await verdict(rig, "identify", *port)  # the same line by another name
        assert (status, answer["rows"][-1]["fault"]) == (2, Fault.TABLE_TAKEN)
        assert (await rig.get("/health"))["shoe"]["counters"]["connects"] == connects
        assert not (tmp_path / "file").exists()


async def test_croupierd_gets_its_line_back() -> None:
    async with Rig() as rig, started(rig, "listen", "--seconds", "0", "--json") as command:
        await command.until('"DONE ')
        await rig.start_daemon()
        status, said = await command.end()
        assert (status, Fault.TABLE_TAKEN in said) == (2, True)
        await rig.until("/health", lambda health: health["shoe"]["up"])


async def test_what_the_shoe_keeps_is_croupierds() -> None:
    """Cards that were drawn while a technician listened reach the table, even those that came twice."""
    async with Rig() as rig:
        await rig.start_daemon()
        await rig.do("shoe", "load", cards=["2c", "3c", "4c", "5c"])
        await rig.until("/health", lambda health: not health["faults"])
        await rig.order("open_round")
        await rig.order("seat_in", seat="1", wagers={"initial": 500})
        await rig.order("close_betting")
        await rig.do("shoe", "draw")
        await rig.see("card_dealt")
        await rig.end_daemon(signal.SIGKILL)
        await rig.do("shoe", "draw")
        async with started(rig, "listen", "--seconds", "0") as command:
            await command.until("DONE")
            await rig.fault("shoe", "repeat", on=True)
            await rig.do("shoe", "draw")
            await command.until("CARD")
            await command.until("CARD")
            command.process.send_signal(signal.SIGINT)
            status, said = await command.end()
        assert (status, "→  24 41 43 4b" in said) == (0, False)  # $ACK
        apart = said.replace(str(rig.folder), "")  # whose name is by chance
        assert not any(card in apart for card in ("3c", "4c", "33 63", "34 63"))
        assert raw.MASK in said
        await rig.start_daemon()
        state = await rig.until("/state", lambda state: bool(state["shoe"]["up"]))
        assert state["hold"]["fault"] == Fault.TABLE_RESTARTED
        assert sum(entry["kind"] == "card_dealt" for entry in rig.journal()) == 3


# -- cards only with the table closed ---------------------------------------------------------------------------------


async def test_cards_are_named_only_with_the_table_closed(tmp_path: Path) -> None:
    async with Rig("war", 1) as rig:
        journal, old = rig.folder / "state" / TABLE, rig.folder / f"state/{TABLE}.journal"
        assert closed(journal, old)  # it never ran
        await rig.start_daemon()
        await rig.until("/health", lambda health: not health["faults"])
        assert closed(journal, old)
        await rig.order("open_round")
        assert not closed(journal, old)
        await rig.end_daemon(signal.SIGKILL)
        assert not closed(journal, old)
        status, said = await shoe(rig, "test", "--lang", "en")
        assert (status, FINDINGS["not_closed"].en.action in said) == (2, True)

        await rig.do("shoe", "load", cards=["Kh", "Kd"])
        file = tmp_path / "capture.jsonl"
        async with started(rig, "capture", str(file), "--seconds", "0", "--json") as command:
            while not file.exists() or "DONE" not in file.read_text():
                await asyncio.sleep(0.05)
            await rig.do("shoe", "draw")
            while "CARD" not in file.read_text():
                await asyncio.sleep(0.05)
            command.process.send_signal(signal.SIGINT)
            status, said = await command.end()
        assert status == 0
        written = file.read_text()
        assert not any(name in written for name in ("Kh", b"Kh".hex()))
        status, said = await shoe(rig, "replay", str(file), "--lang", "en")
        assert (status, FINDINGS["capture_masked"].en.action in said) == (2, True)

        await rig.start_daemon()
        await rig.until("/health", lambda health: health["shoe"]["up"])
        await rig.order("void_round", reason="a test")
        await rig.order("close_table")
        await rig.end_daemon()
        assert closed(journal, old)
        async with started(rig, "listen", "--seconds", "0") as command:
            await command.until("DONE")
            await rig.do("shoe", "draw")
            await command.until("CARD", "card=Kd")


async def test_a_line_is_the_table_whose_file_names_it_whatever_table_is_given() -> None:
    """Another table of this PC is closed; that tells nothing about the cards of this one."""
    async with Rig("war", 1) as rig:
        link = rig.folder / "dev/shoe"
        other = rig.folder / "etc/tables/other.toml"
        other.write_text((rig.folder / f"etc/tables/{TABLE}.toml").read_text().replace(str(link), "/dev/absent"))
        await rig.start_daemon()
        await rig.until("/health", lambda health: not health["faults"])
        await rig.order("open_round")
        names = [str(link), str(link.readlink())]  # what udev made, and the device itself
        for name in names:
            status, said = await shoe(rig, "test", "--table", "other", "--port", name, "--lang", "en")
            assert (status, said.rstrip().endswith(f"systemctl stop croupierd@{TABLE}")) == (2, True)
        await rig.end_daemon(signal.SIGKILL)
        await rig.do("shoe", "load", cards=["Kh", "Kd", "Ks"])
        for name in (*names, ""):
            port = ("--port", name) if name else ()
            if not port:  # its own file names the same device, too: both must allow it
                other.write_text(other.read_text().replace("/dev/absent", str(link.readlink())))
            status, said = await shoe(rig, "test", "--table", "other", *port, "--lang", "en")
            assert (status, FINDINGS["not_closed"].en.action in said) == (2, True)
            async with started(rig, "listen", "--table", "other", *port, "--seconds", "0") as command:
                await command.until("DONE")
                await rig.do("shoe", "draw")
                await command.until("CARD")
            assert raw.MASK in command.lines[-1]
            assert not any(card in "".join(command.lines) for card in ("Kh", "Kd", "Ks"))


def test_a_line_has_many_names(tmp_path: Path) -> None:
    device, link = tmp_path / "ttyUSB0", tmp_path / "by-id"
    device.touch()
    link.symlink_to(device.name)
    server = "socket://127.0.0.1:4001"
    for one, other in ((device, link), (link, tmp_path / "." / "x" / ".." / "ttyUSB0")):
        assert same(str(one), str(other))
    assert not same(str(link), str(tmp_path / "ttyUSB1"))
    assert all(same(server, f"socket://{name}:4001") for name in ("127.0.0.1", "localhost", "LOCALHOST", "no.invalid"))
    assert not any(same(server, other) for other in ("socket://127.0.0.1:4002", "socket://192.0.2.1:4001", str(link)))
    assert not same(server, "socket://127.0.0.1:none")


def test_in_doubt_the_table_is_not_closed(tmp_path: Path) -> None:
    folder, old = tmp_path / TABLE, tmp_path / f"{TABLE}.journal"
    folder.mkdir()
    assert not closed(folder, old)
    (folder / "2026-11-16.journal").write_bytes(b"no journal")
    assert not closed(folder, old)
    folder.rename(tmp_path / "moved")
    assert closed(folder, old)
    old.write_bytes(b"")
    assert not closed(folder, old)


@pytest.mark.parametrize("name", NAMES)
def test_a_masked_frame_tells_no_card(name: str) -> None:
    frames = {
        "csr": [csr_wire.CardDrawn("7F3A09C1", 17, name).encode()],
        "angel_eye": [
            kind.of("1", name).encode() for kind in angel_eye_wire.KINDS.values() if issubclass(kind, OfCard)
        ],
    }
    assert set(frames) == set(SHOES)
    for protocol, lines in frames.items():
        for line in lines:
            ((text, _),) = SHOES[protocol].listener().feed(line)
            assert name in text
            assert name not in raw.masked(text)
    third = angel_eye_wire.CardDrawn.of("1", None, 1, 3).describe()  # who draws it follows from the cards before
    assert raw.masked(third) == f"D seq=1 target={raw.MASK} index={raw.MASK} card={raw.MASK}"


# -- a deck check -----------------------------------------------------------------------------------------------------


async def dealt(rig: Rig, cards: list[str], fault: str = "") -> tuple[int, dict[str, Any]]:
    """All these cards through the reader, the last one with a fault."""
    await rig.do("shoe", "load", cards=cards)
    async with started(rig, "test", "--json") as command:
        assert command.process.stderr is not None
        await command.process.stderr.readline()  # it asks for the cards
        await rig.do("shoe", "draw", count=len(cards) - 1)
        if fault:
            await rig.fault("shoe", fault, on=True)
        await rig.do("shoe", "draw")
        status, said = await command.end()
    if fault:
        await rig.fault("shoe", fault, on=False)
    answer: dict[str, Any] = json.loads(said)
    return status, answer


async def test_a_deck_check_names_what_is_missing_doubled_or_not_read() -> None:
    async with Rig() as rig:
        status, answer = await dealt(rig, NAMES)
        assert (status, answer["missing"], answer["doubled"], answer["misread"]) == (0, [], [], 0)
        assert set(answer["seen"].values()) == {1}
        status, answer = await dealt(rig, [*NAMES[1:], "Ah"])
        assert (status, answer["missing"], answer["doubled"]) == (2, [NAMES[0]], ["Ah"])
        assert answer["next_action"] == FINDINGS["deck_short"].fr.action
        status, answer = await dealt(rig, NAMES, "misread")
        assert (status, answer["missing"], answer["misread"]) == (2, [NAMES[-1]], 1)
        assert answer["next_action"] == FINDINGS["reader_dirty"].fr.action
        await rig.start_daemon()  # and croupierd hears nothing of all these cards
        await rig.until("/health", lambda health: not health["faults"])


async def test_a_deck_check_of_a_shoe_that_hides_waits_for_what_it_has_not_told() -> None:
    async with Rig(shoe=ShoeKind("angel_eye", hides=True)) as rig:
        status, answer = await dealt(rig, NAMES)
        assert (status, answer["doubled"], answer["misread"]) == (2, [], 0)
        assert 0 < answer["untold"] == len(answer["missing"]) < 6  # of its own hand that was not over
        assert answer["next_action"] == FINDINGS["deck_untold"].fr.action


def test_a_deck_check_takes_a_card_that_came_outside_the_game_once() -> None:
    check = DeckCheck(1)
    says = partial(CardOutside, "shoe", "b1", 1), partial(OutsideTold, "shoe", "b1", 2)
    for observation in (says[0](None), says[1]("Kh"), OutsideDealt("shoe", "b1", 3, 0x81, None)):
        check.take(observation)
    assert (check.dealt, check.untold, check.seen) == (1, 0, {Card.parse("Kh"): 1})
    for observation in (says[0]("Kd"), OutsideDealt("shoe", "b1", 5, 0x81, "Kd")):
        check.take(observation)
    assert (check.dealt, check.untold, check.whole) == (2, 0, False)


async def test_a_deck_check_without_a_card_says_what_to_look_at() -> None:
    async with Rig() as rig:
        status, said = await shoe(rig, "test", "--seconds", "1", "--lang", "en")
        assert (status, narrow(said)) == (2, True)
        assert said.count("→") == 1
        assert FINDINGS["nothing_dealt"].en.action in said


# -- captures ---------------------------------------------------------------------------------------------------------


async def test_a_capture_yields_the_same_again_or_says_where_it_differs(tmp_path: Path) -> None:
    async with Rig() as rig:
        file = tmp_path / "capture.jsonl"
        async with started(rig, "capture", str(file), "--seconds", "0", "--lang", "en") as command:
            while not file.exists() or "link_up" not in file.read_text():
                await asyncio.sleep(0.05)
            await rig.do("shoe", "load", cards=["Kh", "2c"])
            await rig.do("shoe", "draw", count=2)
            while '"card": "2c"' not in file.read_text():  # bytes may have these digits, too
                await asyncio.sleep(0.05)
            command.process.send_signal(signal.SIGINT)
            status, said = await command.end()
        assert (status, WORDS["captured"].en in said) == (0, True)
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        status, said = await shoe(rig, "replay", str(file), "--expect", "--lang", "en")
        assert (status, narrow(said.replace(str(file), ""))) == (0, True)
        assert "card_seen boot=1 seq=1 card=Kh" in said

        file.write_text(file.read_text().replace('"card": "2c"', '"card": "3c"'))
        status, answer = await verdict(rig, "replay", str(file), "--expect")
        assert (status, answer["difference"]["number"]) == (2, 3)
        status, _ = await verdict(rig, "replay", str(file))
        assert status == 0
        status, said = await shoe(rig, "capture", str(file), "--lang", "en")
        assert (status, FINDINGS["cannot_write"].en.action in said) == (2, True)
        file.write_text(file.read_text() + "{}\n")
        line = len(file.read_text().splitlines())
        status, said = await shoe(rig, "replay", str(file), "--lang", "en")
        assert (status, f"capture.jsonl:{line}:t:" in "".join(said.split())) == (2, True)


@pytest.mark.parametrize("file", CAPTURES, ids=lambda file: file.stem)
def test_the_captures_that_we_keep_yield_what_they_did(file: Path) -> None:
    kept = Capture(file)
    replayed, _ = kept.decoded()
    assert replayed == kept.recorded() != []


def test_a_fault_and_the_clock_are_run_again_too(tmp_path: Path) -> None:
    """Silence, and a conversation that starts anew: at the same times, the same."""
    conversations = Conversations("csr", "SH-0421")
    file = tmp_path / "capture.jsonl"
    with Recorder(file, Line("", "csr", 9600, "SH-0421", None), values=True) as recorder:
        for tick in range(1, 20):
            at = tick / 4
            error = conversations.check(at)
            recorder.add(Passed(at, "clock" if error or conversations.current.outgoing else "tick"))
            if error is not None:
                recorder.add(Passed(at, "fault", error=error))
            if data := conversations.take():
                recorder.add(Passed(at, "out", data))
    kept = Capture(file)
    replayed, _ = kept.decoded()
    assert replayed == kept.recorded() == [{"fault": Fault.SHOE_SILENT}]


# -- the rest ---------------------------------------------------------------------------------------------------------


async def test_listen_shows_noise_as_noise_and_ends_in_a_verdict() -> None:
    async with Rig() as rig, started(rig, "listen", "--seconds", "0", "--lang", "en") as command:
        await command.until("DONE")
        await rig.fault("shoe", "flip_bit", on=True)
        await rig.do("shoe", "load", cards=["Kh"])
        await rig.do("shoe", "draw")
        await command.until(WORDS["no_frame"].en)
        command.process.send_signal(signal.SIGINT)
        status, said = await command.end()
        assert (status, narrow(said)) == (0, True)
        assert "1 bad" in said


async def test_a_reader_who_goes_away_ends_it_quietly() -> None:
    async with Rig() as rig:
        read, write = os.pipe()
        process = await asyncio.create_subprocess_exec(
            *(CROUPIERCTL, "shoe", "listen", "--config", str(rig.folder / "etc")), stdout=write, stderr=PIPE
        )
        os.close(write)
        os.close(read)
        _, said = await process.communicate()
        assert said == b""


@pytest.mark.parametrize("table", [WORDS, FINDINGS], ids=["words", "findings"])
def test_everything_is_said_in_both_languages(table: dict[str, Any]) -> None:
    for fr, en in table.values():
        assert fr
        assert en


@pytest.mark.parametrize("module", [deck, raw], ids=lambda module: module.__name__)
def test_the_examples_in_the_code_hold(module: ModuleType) -> None:
    assert doctest.testmod(module).failed == 0
