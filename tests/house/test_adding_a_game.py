"""docs/adding-a-game.md is done, step by step, on a copy of the tree: a game is one new file and one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.house.page import Page, check, run

PAGE = Page("adding-a-game.md")


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the house, with the page's game in it."""
    tree = tmp_path_factory.mktemp("house")
    PAGE.copy(tree)
    return tree


def test_one_line_of_one_existing_file_is_all_that_a_game_takes(tree: Path) -> None:
    assert [name for name in PAGE.code if not name.startswith("tests/")] == ["rules/high_card.py"]
    assert PAGE.changed(tree) == {"rules/registry.py": ["+     high_card,", "+         high_card.GAME,"]}


@pytest.mark.parametrize(("command", "expected"), PAGE.commands, ids=[command for command, _ in PAGE.commands])
def test_every_command_of_the_page_says_what_the_page_says(tree: Path, command: str, expected: str) -> None:
    check(tree, command, expected)


def test_the_code_of_the_page_is_as_clean_as_the_rest(tree: Path) -> None:
    for tool in ("ruff check --no-cache", "ruff format --no-cache --check", "mypy --no-incremental"):
        ended = run(tree, f"{tool} {' '.join(PAGE.code)}")
        assert ended.returncode == 0, ended.stdout + ended.stderr


def test_a_game_without_a_sheet_or_odds_says_so(tree: Path) -> None:
    game = tree / "rules/high_card.py"
    whole = game.read_text()
    start, end = whole.index("    def sheet("), whole.index("    def _lines(")
    try:
        game.write_text(whole[:start] + whole[end:])
        odds, rules = run(tree, "croupierctl odds high_card --lang en"), run(tree, "croupierctl rules high_card")
    finally:
        game.write_text(whole)
    assert (odds.returncode, odds.stdout) == (0, "High Card, 1 deck\nNothing is counted for this game.\n")
    assert (rules.returncode, "nobody has written a sheet for this game" in " ".join(rules.stderr.split())) == (2, True)
