"""A round is explained by the set under which it was dealt; sheets and exports carry its name."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from daemon.engine import Engine, restore
from daemon.history.explain import explain_round
from daemon.history.rules import told
from daemon.journal.export import export
from daemon.journal.store import Journal
from daemon.table.devices.shoe import SHOE
from daemon.table.orders import ChangePosting, CloseBetting, Decision, OpenRound, SeatIn, TurnHand
from drivers.faults import Fault
from drivers.observation import LinkUp
from rules.game import Limits
from rules.ruleset import Document, digest, short
from tests.daemon.floor import StoryStep, both, seen, signed, started
from tests.replay import croupierctl

SITE = 'language = "en"\nstate_directory = "{0}"\nruntime_directory = "{0}"\n[broker]\nhost = "localhost"\n'
TABLE = """
[table]
game = "three_card_poker"
minimum = 500

[table.rules]
name = "Salle B"
effective = 2026-12-01

[shoe]
port = "/dev/null"
serial = "SIM-0001"
"""
DOCUMENT = Document("Salle B", "2026-12-01", "O.C. 111-2000, 9 February 2000", ("A19",))
OTHER = ChangePosting(posting={"limits": {"pair_plus": {"minimum": 100, "maximum": 1000}}})
ROUND: tuple[StoryStep, ...] = (
    *(OpenRound(), SeatIn(seat="1", wagers={"initial": 500}), CloseBetting(), "8c 8d 3s Qs 7d 4c"),
    *(Decision(seat="1", choice="play"), TurnHand(hand="dealer"), TurnHand(hand="1")),
)
DAYS = ("2026-11-16", "2026-11-17", "2026-11-18")


async def day(folder: Path, which: str, *story: StoryStep) -> None:
    """One gaming day of the table, from wherever its journal stands."""
    journal = await asyncio.to_thread(Journal, folder / "t", folder / "t.key", lambda: which)
    engine = Engine(journal, await asyncio.to_thread(restore, journal))
    journal.start()
    try:
        await engine.submit(started("three_card_poker", document=DOCUMENT, minimum=500))
        await engine.submit(LinkUp("shoe", "b1", SHOE.of(engine.state).seq, complete=True))
        for step in story:
            for one in step.split() if isinstance(step, str) else (step,):
                number = SHOE.of(engine.ahead).seq + 1
                await engine.submit(seen(number, one) if isinstance(one, str) else signed(one))
    finally:
        await asyncio.to_thread(journal.close)
        engine.broken.cancel()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three days: the file's set, approved in the first round; another in the middle of the second; a round by it."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "tables").mkdir()
    (folder / "site.toml").write_text(SITE.format(folder))
    (folder / "tables/t.toml").write_text(TABLE)
    opening, *rest = ROUND
    asyncio.run(day(folder, DAYS[0], opening, *both(ChangePosting(posting={})), *rest))
    asyncio.run(day(folder, DAYS[1], opening, *both(OTHER), *rest))
    asyncio.run(day(folder, DAYS[2], *ROUND))
    return folder


def verdict(site: Path, number: int) -> dict[str, Any]:
    *_, last = explain_round(site / "t", number)
    return last


def lines(site: Path, number: int) -> set[str]:
    *steps, _ = explain_round(site / "t", number)
    events = [event for step in steps for event in step["events"] if event["kind"] == "line_settled"]
    assert events
    return {event["told"]["rules"] for event in events}


def test_a_round_is_explained_by_the_set_under_which_it_was_dealt(site: Path) -> None:
    first, second, third = (verdict(site, number)["rules"] for number in (1, 2, 3))
    assert first["id"] == second["id"] != third["id"]  # the change came in the middle of the second
    assert first["approved"] == []  # nobody had when it was opened
    assert second["approved"] == third["approved"] == ["D1", "S1"]
    assert first["content"]["posting"]["limits"] == {}
    assert third["content"]["posting"]["limits"] == {"pair_plus": {"minimum": 100, "maximum": 1000}}
    for number, dealt in enumerate((first, second, third), 1):
        assert lines(site, number) == {dealt["id"]}  # every line carries it
        assert digest(dealt["content"]) == dealt["sha256"]
        assert short("three_card_poker", dealt["sha256"]) == dealt["id"]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("fr", "« Salle B » en vigueur le 2026-12-01, approuvées par D1 et S1."),
        ("en", "“Salle B” in force from 2026-12-01, approved by D1 and S1."),
    ],
)
def test_people_are_told_its_name(site: Path, language: str, words: str) -> None:
    status, said = croupierctl("explain", "3", "--config", site, "--lang", language)
    name = verdict(site, 3)["rules"]["id"]
    assert status == 0
    assert f"{name} {words}" in " ".join(said.replace("\u00a0", " ").split())


def test_a_file_alone_names_a_set_that_it_does_not_tell(site: Path) -> None:
    """The second day's file by itself: the set of its round came into force the day before."""
    *_, last = explain_round(site / "t" / f"{DAYS[1]}.journal", 2)
    assert last["rules"] == {"id": verdict(site, 2)["rules"]["id"], "sha256": None, "approved": [], "content": None}
    assert "what they say is not in this journal" in last["en"]


def test_the_sheet_is_what_is_in_force_not_what_the_file_says(site: Path, tmp_path: Path) -> None:
    status, said = croupierctl("rules", "--config", site, "--lang", "en")
    name = next(told(site / "t")).rules
    assert status == 0
    assert "Pair or plus: minimum $1, maximum $10" in said
    assert f"Rule set {name}, “Salle B”, in force from 2026-12-01" in said
    _, page = croupierctl("rules", "--config", site, "--lang", "fr", "--html")
    assert f"Ensemble de règles {name}" in page
    for made in (said, page):
        sheet = tmp_path / "sheet"
        sheet.write_text(made)
        assert croupierctl("rules", "--check", sheet, "--config", site)[0] == 0


def test_a_sheet_of_before_the_change_is_outdated(site: Path, tmp_path: Path) -> None:
    before = tmp_path / "before"
    (before / "tables").mkdir(parents=True)
    (before / "site.toml").write_text(SITE.format(before))
    (before / "tables/t.toml").write_text(TABLE)
    sheet = tmp_path / "sheet"
    sheet.write_text(croupierctl("rules", "--config", before, "--lang", "en")[1])  # of a table that has never dealt
    assert croupierctl("rules", "--check", sheet, "--config", before)[0] == 0
    status, said = croupierctl("rules", "--check", sheet, "--config", site, "--json")
    checked = json.loads(said)
    assert (status, checked["fault"]) == (1, Fault.SHEET_OUTDATED)
    assert any("Pair or plus: minimum $1" in line for line in checked["differences"])


def test_an_export_carries_every_set_by_which_its_rounds_were_dealt(site: Path, tmp_path: Path) -> None:
    target = export(site / "t", DAYS[1], tmp_path, "croupier test")
    name = verdict(site, 2)["rules"]["id"]
    kept = json.loads((target / "rules.json").read_text())
    assert list(kept) == [name]  # told by the file of the day before
    assert digest(kept[name]["content"]) == kept[name]["sha256"]
    exported = [json.loads(line) for line in (target / "events.jsonl").read_text().splitlines()]
    settled = [line["body"]["rules"] for line in exported if line["kind"] == "line_settled"]
    assert settled and set(settled) == {name}


def test_what_is_written_down_says_what_was_posted(site: Path) -> None:
    newest, *_, oldest = told(site / "t")
    assert Limits(**newest.content["posting"]["limits"]["pair_plus"]) == Limits(100, 1000)
    assert oldest.content["posting"]["limits"] == {} and oldest.by == ()
