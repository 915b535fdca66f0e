"""`croupierctl rules --form`: what the dealer writes on when the screen is dark, made of what each game declares."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from daemon.cli import main
from daemon.sheets.form import MOST_COLUMNS, WORDS, form, form_html, form_text, number
from daemon.sheets.html import seen
from daemon.sheets.page import Posted
from daemon.table.orders.past import FormNumber
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
