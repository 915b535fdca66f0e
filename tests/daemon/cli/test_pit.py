"""`croupierctl pit`: the floor on one screen, in both languages, 80 columns wide, for someone who may only read."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import sys
import uuid
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest

from daemon.linked.ledger import Ledger
from daemon.linked.status import TableStatus
from hil.postgres import Server, serving
from rules.blackjack_wagers import JACKPOT
from tests.daemon.ledgers import TERMS, contribution, database, login, owing, owner

CROUPIERCTL = str(Path(sys.executable).with_name("croupierctl"))
WELL: dict[str, Any] = {
    "closed": False, "game": "blackjack", "round": 12, "held": None, "faults": [],
    "devices": {"shoe": True}, "boards": {"meter-1": True},
}  # fmt: skip


@pytest.fixture(scope="module")
def postgres() -> Iterator[Server]:
    with serving() as running:
        yield running


def site(folder: Path, server: Server, url: str) -> Path:
    """What a technician's machine has: site.toml, and the password of someone who may read."""
    reader, password = f"reader_{secrets.token_hex(4)}", secrets.token_hex(8)
    with psycopg.connect(owner(server, url)) as db:
        db.execute(f"CREATE ROLE {reader} LOGIN PASSWORD '{password}' IN ROLE croupier_pit")
    (folder / "password").write_text(password)
    parts = urlsplit(url)
    (folder / "site.toml").write_text(f"""
[broker]
host = "127.0.0.1"
[ledger]
host = "127.0.0.1"
port = {parts.port}
database = "{parts.path.removeprefix("/")}"
user = "{reader}"
password_file = "{folder}/password"
ca = "{server.cluster.ca}"
""")
    return folder


async def pit(config: Path, *words: str) -> tuple[int, str]:
    command = (CROUPIERCTL, "pit", "--config", str(config), *words)
    process = await asyncio.create_subprocess_exec(*command, stdout=PIPE, stderr=PIPE, env={"COLUMNS": "80"})
    out, err = await process.communicate()
    assert process.returncode is not None
    return process.returncode, (out + err).decode()


@contextlib.asynccontextmanager
async def telling(*tables: tuple[Ledger, int, dict[str, Any]]) -> AsyncIterator[None]:
    """Each tells of itself again and again, as tables do."""

    async def tell() -> None:
        while not over.is_set():
            for ledger, owed, status in tables:
                await ledger.report("floor", owed, TableStatus(**status))
            first.set()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(over.wait(), 0.5)

    first, over = asyncio.Event(), asyncio.Event()
    async with asyncio.TaskGroup() as group:
        group.create_task(tell())
        await first.wait()
        yield
        over.set()  # not cancelled: a ledger that is interrupted cuts its line


async def test_the_floor_on_one_screen(tmp_path: Path, postgres: Server) -> None:
    url = database(postgres)
    config = site(tmp_path, postgres, url)
    connect = Ledger.connect
    async with (
        await connect(url, "bj-1", str(uuid.uuid4())) as one,
        await connect(login(url, "bj-2"), "bj-2", str(uuid.uuid4())) as two,
        await connect(login(url, "bj-3"), "bj-3", str(uuid.uuid4())) as three,
    ):
        assert "no table has told of itself yet" in (await pit(config, "--lang", "en"))[1]
        async with telling((one, 0, WELL)):
            status, output = await pit(config, "--lang", "en")
            assert (status, "JACKPOT_NEW not in service yet" in output, "bj-1" in output) == (1, True, True), output
        people = ("S1", "S2")
        await one.book("floor", [owing(1, "commission", terms=TERMS, by=people), owing(2, "open", by=people)])
        async with telling((one, 0, WELL)):
            status, output = await pit(config, "--lang", "en")
            assert (status, "table open" in output, "shared pools are well" in output) == (0, True, True), output
        dark = WELL | {"boards": {"meter-2": False}, "faults": ["BOARD_ABSENT"]}
        held = {"held": "LINK_LOST", "devices": {"shoe": False}, "faults": ["SHOE_ABSENT"]}
        await three.book("floor", [contribution(7), owing(8, "hit", share=JACKPOT, round=7, seats=("2",))])
        async with telling((one, 0, WELL), (two, 3, dark), (three, 0, WELL | held)):
            await _both_languages(config)
            status, output = await pit(config, "--json")
        async with telling(
            (one, 0, WELL | {"faults": ["ODDS_FAVOUR_PLAYER"]}), (two, 0, WELL | {"faults": ["TABLE_TAKEN"]})
        ):
            for language in ("fr", "en"):
                _, said = await pit(config, "--lang", language)
                assert "croupierd@bj-2" in said, said
    tables = [(table["table"], table["owed"]) for table in json.loads(output)["tables"]]
    assert tables == [("bj-1", 0), ("bj-2", 3), ("bj-3", 0)]


async def _both_languages(config: Path) -> None:
    for language, words in (
        ("en", ("PENDING: bj-3 2 $10,001.50", "round 12", "held", "down:", "dark: meter-2", "owes 3", "bj-1")),
        ("fr", ("EN ATTENTE", "coup 12", "suspendu", "hors ligne", "éteints", "doit 3", "10\u00a0001,50\u00a0$")),
    ):
        status, output = await pit(config, "--lang", language)
        assert status, output
        for word in words:
            assert " ".join(word.split()) in " ".join(output.split()), (word, output)
        assert max(map(len, output.splitlines())) <= 80
        assert output.count("→") == 1  # one next action


async def test_without_a_ledger_it_says_what_to_do(tmp_path: Path, postgres: Server) -> None:
    (tmp_path / "site.toml").write_text('[broker]\nhost = "127.0.0.1"\n')
    status, output = await pit(tmp_path, "--lang", "en")
    assert status
    assert "[ledger]" in output
    url = database(postgres)
    config = site(tmp_path, postgres, url)
    text = (config / "site.toml").read_text()
    (config / "site.toml").write_text(text.replace(f"port = {urlsplit(url).port}", "port = 1"))
    status, output = await pit(config, "--lang", "en")
    assert status
    assert "JACKPOT_LINK" in output
