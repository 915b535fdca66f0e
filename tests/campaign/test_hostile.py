"""Everyone who could wish a table ill, at once, while honest people go on dealing.

`HOSTILE_SECONDS` (3600) are shared by two tables, one with a pool in PostgreSQL and one with cards that lie face down.
`HOSTILE_SEED` gives the attackers other inputs, `HOSTILE_ONLY=line,login` lets only these of them come: to find out
which of them it was. Bounds, with their reasons, are in tests/campaign/hostile/watch.py.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from hil.environment import environment
from tests.campaign.hostile import oracle
from tests.campaign.hostile.broker import Broker
from tests.campaign.hostile.doors import Doors, wrong
from tests.campaign.hostile.honest import HAND, House
from tests.campaign.hostile.line import Line
from tests.campaign.hostile.login import Login
from tests.campaign.hostile.schema import Schema, failures
from tests.campaign.hostile.table import Besieged, Blackjack, Pit, besieged
from tests.campaign.hostile.trail import Trail
from tests.campaign.hostile.watch import BOUNDS, Watch, report

SECONDS = int(os.environ.get("HOSTILE_SECONDS", "3600"))
SEED = int(os.environ.get("HOSTILE_SEED", "19"))
ATTACKERS = ("doors", "schema", "broker", "login", "line")
ONLY = tuple(os.environ.get("HOSTILE_ONLY", ",".join(ATTACKERS)).split(","))
Attacker = Doors | Schema | Broker | Line | Login
GAMES = ("blackjack", "three_card_poker")
CALM = 100.0  # seconds that people have to deal a whole round before and after


@dataclass
class Came:
    """What a run came to."""

    trail: Trail
    rounds: int = 0  # that were dealt while the table was attacked
    looks: int = 0  # at a table whose cards lay face down
    figures: dict[str, float] = field(default_factory=dict)
    summary: list[str] = field(default_factory=list)


async def siege(game: str, seconds: float, only: Collection[str], folder: Path, *, strict: bool) -> Came:
    """A table that deals, is attacked, and deals again."""
    trail = Trail(SEED, folder)
    async with besieged(game, strict=strict) as (table, floor):
        watch = Watch(table)
        try:
            return await _attacked(table, floor, watch, trail, seconds, only)
        except Exception:  # of the rig's own: what its processes wrote is all that tells of it
            shutil.copy(table.folder / "rig.log", folder)
            raise
        finally:
            watch.close()


async def _attacked(
    table: Besieged, floor: Pit | None, watch: Watch, trail: Trail, seconds: float, only: Collection[str]
) -> Came:
    await table.start_daemon()
    if isinstance(table, Blackjack):
        await table.commission()
    pid, house = table.pid, House(table, trail, 0 if table.strict else HAND)
    overhearing = asyncio.create_task(house.overhear(), name="witness")
    watching = asyncio.create_task(watch.run(), name="watch")
    try:
        assert await _deals(house)
        before = house.rounds
        came = Came(trail)
        deeds = [house.deal(), house.visit()] + [attacker.run() for attacker in _attackers(table, floor, trail, only)]
        tasks = [asyncio.create_task(deed) for deed in deeds]
        table.acted, table.longest = time.monotonic(), 0.0

        def begun() -> bool:
            looked = bool(house.looks) or isinstance(table, Blackjack)  # whose cards all lie face up
            return looked and trail.sent.keys() >= set(only) - {Login.NAME}

        try:
            await _until(time.monotonic() + seconds, begun, table, tasks)
        finally:
            await _stop(*tasks)
        came.rounds = house.rounds - before
        longest = max(table.longest, time.monotonic() - table.acted)
        came.figures = watch.figures(longest, house.turned_away / max(1, house.visits))
        if table.pid != pid:
            trail.fall("croupierd has ended")
        elif not await _deals(house):
            trail.find("honest", "no round can be dealt any more", f"{house.refused} {await table.get('/state')}")
        came.looks = house.looks
        assert house.seen or not house.looks, "nothing was found that is there: the search for cards is blind"
    finally:
        await _stop(overhearing, watching)
    if table.pid and (status := await table.end_daemon()):
        trail.find("oracle", f"croupierd ended with status {status}", table.log[-5000:])
    await asyncio.to_thread(oracle.examine, table, floor, trail, watch.shown)
    came.summary = [
        f"{table.game}: {came.rounds} rounds under attack, {house.looks} looks at cards face down",
        f"  sent {dict(trail.sent)}; resolved {dict(house.resolved)}; honest people heard {dict(house.refused)}",
        *report(came.figures),
        *trail.findings(),
    ]
    return came


def _attackers(table: Besieged, floor: Pit | None, trail: Trail, only: Collection[str]) -> list[Attacker]:
    strangers: list[Attacker] = [kind(table, trail) for kind in (Doors, Schema, Broker, Line) if kind.NAME in only]
    return [*strangers, Login(floor, trail)] if floor is not None and Login.NAME in only else strangers


async def _deals(house: House) -> bool:
    """Whether honest people come to the end of a round, now that nobody hinders them."""
    with suppress(TimeoutError):
        async with asyncio.timeout(CALM):
            while not await house.one_round():
                pass
            return True
    return False


async def _until(end: float, begun: Callable[[], bool], table: Besieged, tasks: list[asyncio.Task[None]]) -> None:
    """Until then, if they have begun, or until the table or one of these has ended: who gives up is a bug of ours, and
    `_stop` tells it."""
    while ((left := end - time.monotonic()) > 0 or not begun()) and table.pid:
        done, _ = await asyncio.wait(tasks, timeout=min(1.0, max(left, 0.1)), return_when=asyncio.FIRST_COMPLETED)
        if done:
            return


async def _stop(*tasks: asyncio.Task[None]) -> None:
    """More than once: a cancellation that comes with the answer of a request may be swallowed with it."""
    while left := [task for task in tasks if not task.done()]:
        for task in left:
            task.cancel()
        await asyncio.wait(left, timeout=1.0)
    for task in tasks:
        with suppress(asyncio.CancelledError):
            task.result()


def answer(status: int, code: str) -> bytes:
    words = {"sentence": "s", "action": "a"}
    body = json.dumps({"error": {"code": code, "detail": "", "fr": words, "en": words}})
    return f"HTTP/1.1 {status} X\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        (b"", None),  # hung up
        (b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", None),
        (answer(422, "ORDER_MALFORMED"), None),
        (answer(503, "SIGN_IN_BUSY"), None),
        (answer(503, "JOURNAL_WRITE"), "503 JOURNAL_WRITE"),
        (answer(500, "TABLE_BUG"), "500 TABLE_BUG"),
        (b"HTTP/1.1 404 X\r\nContent-Length: 9\r\n\r\nNot Found", "a 404 that is no refusal"),
        (b"Traceback (most recent call last)\r\n\r\n", "not HTTP: BadStatusLine"),
    ],
)
def test_an_answer_that_must_not_be_is_known(said: bytes, verdict: str | None) -> None:
    assert wrong(said, "GET") == verdict


SAID = """
=================================== FAILURES ===================================
_______________________________ DELETE /sessions _______________________________
1. Test Case ID: paLrXC

- ST103 Undocumented status code

    Received: 401
    Documented: 204

Reproduce with:

    curl -X DELETE http://127.0.0.1:18523/sessions

=================================== SUMMARY ====================================
"""


def test_what_schemathesis_found_is_read() -> None:
    ((what, case),) = failures(SAID)
    assert what == "DELETE /sessions: ST103 Undocumented status code 401"
    assert "curl -X DELETE" in case
    assert "SUMMARY" not in case


def test_what_must_not_stand_in_the_log_is_known() -> None:
    log = "INFO ready\nCRITICAL shoe_bug device=shoe\nTraceback (most recent call last):\nERROR loop_stuck loops=x\n"
    assert [found[1] for found in oracle.TROUBLE.finditer(log)] == ["shoe_bug", None, "loop_stuck"]


def test_too_much_of_anything_is_named() -> None:
    lines = list(report({"memory": 1.0, "threads": BOUNDS["threads"].most + 1}))
    assert ["TOO MUCH" in line for line in lines] == [False, True]


@pytest.mark.parametrize("game", GAMES)
async def test_a_table_under_attack_for_some_seconds(game: str, tmp_path: Path) -> None:
    came = await siege(game, 4, set(ATTACKERS) - {"schema"}, tmp_path, strict=True)
    assert list(came.trail.findings()) == []
    assert set(came.trail.sent) >= {"doors", "broker", "line"}
    assert bool(came.looks) is (game != "blackjack")


@pytest.mark.campaign
@pytest.mark.timeout(SECONDS + 1800)
@pytest.mark.parametrize("game", GAMES)
async def test_a_table_under_attack(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    if Schema.NAME in ONLY:
        environment("campaign")  # made now, if it must be: not while a table waits
    folder = Path(tempfile.mkdtemp(prefix="croupier-hostile-"))
    came = await siege(game, SECONDS / len(GAMES), ONLY, folder, strict=False)
    with capsys.disabled():
        sys.stdout.write("\n".join(("", *came.summary, "")))
    assert list(came.trail.findings()) == []
    shutil.rmtree(folder)  # only then: the inputs of a finding stay
    assert came.rounds
    assert came.trail.sent.keys() >= set(ONLY) - {"login"}
    assert {name for name, figure in came.figures.items() if figure > BOUNDS[name].most} == set()
