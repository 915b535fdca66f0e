"""`croupierctl rules --form`: what the dealer writes on when the screen is dark, made of what each game declares."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, tzinfo
from importlib import import_module
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from daemon.cli import main
from daemon.sheets.form import MOST_COLUMNS, WORDS, form, form_html, form_text, number
from daemon.sheets.html import seen
from daemon.sheets.page import Posted
from daemon.table.forms import place
from daemon.table.orders.past import FormNumber, SetName
from daemon.text.language import Language
from rules.game import Options
from rules.registry import GAMES, term

LANGUAGES: tuple[Language, ...] = ("fr", "en")
PRINTED = datetime(2026, 11, 18, 16, 43, 12)  # noqa: DTZ001 - as it is printed
Run = Callable[..., str]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    def croupierctl(*words: str) -> str:
        monkeypatch.setattr(sys, "argv", ["croupierctl", *words])
        with pytest.raises(SystemExit) as ended:
            main()
        assert not ended.value.code
        return capsys.readouterr().out

    return croupierctl


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_form_of_its_own_declarations(game: str, language: Language) -> None:
    made = form(Posted(game, Options(seats=5), "bj-3"), language, number("bj-3", PRINTED, 1))
    plain, page = form_text(made), " ".join(seen(form_html([made])))
    assert max(map(len, plain.splitlines())) <= 80
    for key in ("date", "day", "dealer", "supervisor", "signatures", "entered"):
        assert getattr(WORDS[key], language) in plain and getattr(WORDS[key], language) in page
    for said in (plain, page):
        assert "bj-3-20261118-164312-01" in said and "enter_past_round" in said
    wagers = [wager for wager in (*GAMES[game].sections, *GAMES[game].bonuses) if wager != "commission"]
    if len(wagers) <= MOST_COLUMNS:
        for wager in wagers:
            name = getattr(term(game, wager), language)
            assert plain.count(name) >= 5 and name in page
    assert bool(made.seats) is (len(wagers) <= MOST_COLUMNS)


@pytest.mark.parametrize("game", GAMES)
def test_it_asks_for_what_the_round_is_decided_by(game: str) -> None:
    plain = form_text(form(Posted(game, Options()), "en", "f"))
    assert ("Cards shown" in plain) is ("shoe" in GAMES[game].needs)
    assert ("Dice" in plain or "Roll 1" in plain) is ("dice" in GAMES[game].needs)
    assert ("Wagers on the progressive" in plain) is (game == "blackjack")
    assert ("Puck at seat" in plain) is (game == "poker_room")
    assert ("Dealer against this seat" in plain) is (game == "war")


def test_each_copy_has_a_number_that_can_be_entered(run: Run) -> None:
    printed = run("rules", "war", "--form", "--copies", "3", "--lang", "fr")
    numbers = re.findall(r"^Formulaire (\S+)$", printed, re.MULTILINE)
    assert len(set(numbers)) == len(numbers) == len(printed.split("\f")) == 3
    for each in numbers:
        assert TypeAdapter(FormNumber).validate_python(each) == each
    page = run("rules", "war", "--form", "--copies", "2", "--html", "--lang", "en")
    assert page.count("<section>") == 2
    assert not re.search(r"https?:|src=|url\(|@import|<script|<link", page)


def test_a_tables_form_bears_its_name_and_its_places(run: Run, tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    (tmp_path / "site.toml").write_text(
        'language = "en"\nstate_directory = "/nowhere"\nruntime_directory = "/nowhere"\n[broker]\nhost = "localhost"\n'
    )
    file = '[table]\ngame = "war"\nseats = 4\n[shoe]\nport = "/dev/null"\nserial = "SIM-0001"\n'
    (tmp_path / "tables/war-2.toml").write_text(file)
    printed = run("rules", "--config", str(tmp_path), "--table", "war-2", "--form")
    assert "Table war-2 ___" in printed and re.search(r"^Form war-2-\d{8}-\d{6}-01$", printed, re.MULTILINE)
    assert ("SEAT 4" in printed, "SEAT 5" in printed) == (True, False)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_names_the_rule_set_that_is_in_force_or_leaves_room_for_it(language: Language) -> None:
    posted = Posted("war", Options(), "war-2", rules="war/9f2c-41ab")
    made = form(posted, language, "f")
    named = f"{getattr(WORDS['rules'], language)} war/9f2c-41ab"
    assert f"\n{named}\n" in form_text(made)
    assert named in " ".join(seen(form_html([made])))
    blank = form_text(form(Posted("war", Options()), language, "f"))
    assert re.search(rf"^{getattr(WORDS['rules'], language)} _{{20,}}$", blank, re.MULTILINE)


def test_a_table_prints_the_name_of_what_its_file_posts(run: Run, tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    site = (
        'language = "en"\nstate_directory = "/nowhere"\nruntime_directory = "/nowhere"\n[broker]\nhost = "localhost"\n'
    )
    (tmp_path / "site.toml").write_text(site)
    names = []
    for seats in (4, 5):
        file = f'[table]\ngame = "war"\nseats = {seats}\n[shoe]\nport = "/dev/null"\nserial = "SIM-0001"\n'
        (tmp_path / "tables/war-2.toml").write_text(file)
        said = ("--config", str(tmp_path), "--table", "war-2")
        (name,) = re.findall(r"^Rules (war/\S+)$", run("rules", *said, "--form"), re.MULTILINE)
        assert TypeAdapter(SetName).validate_python(name) == name
        assert f"Rule set {name}" in run("rules", *said)
        names.append(name)
    assert names[0] != names[1]


def test_numbers_are_in_the_order_of_their_printing_on_the_day_when_clocks_go_back(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Clock(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Clock:
            return cls.fromtimestamp(next(seconds), tz)

    first = datetime(2026, 11, 1, 5, 30, tzinfo=UTC).timestamp()  # 1:30 in Montréal, and an hour later again
    seconds = iter([first, first + 3600])
    monkeypatch.setattr(import_module("daemon.cli.rules"), "datetime", Clock)
    monkeypatch.setenv("TZ", "America/Toronto")
    time.tzset()
    try:
        one, other = (
            re.findall(r"^Form (\S+)$", run("rules", "war", "--form", "--lang", "en"), re.MULTILINE) for _ in "12"
        )
    finally:
        monkeypatch.undo()
        time.tzset()
    assert place(one[0]) < place(other[0])
