"""docs/adding-a-game.md is done, step by step, on a copy of the tree: a game is one new file and one line."""

from __future__ import annotations

import difflib
import doctest
import filecmp
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/adding-a-game.md").read_text()
TREE = ("rules", "drivers", "daemon", "hil", "bench", "config", "tests", "docs", "pyproject.toml")
REGISTRY = "rules/registry.py"
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (.+)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
SHOWN = "".join(text for kind, _, text in BLOCK.findall(PAGE) if kind == "console")
COMMANDS: list[tuple[str, str]] = COMMAND.findall(SHOWN)  # each with what it says
LIKE = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def blocks(kind: str) -> dict[str, str]:
    """What the page shows of this kind, by the name of its file."""
    return {name: text for language, name, text in BLOCK.findall(PAGE) if language == kind and name}


def files(tree: Path) -> Iterator[str]:
    for name in TREE:
        yield from (str(path.relative_to(tree)) for path in [*(tree / name).rglob("*"), tree / name] if path.is_file())


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the house, with the page's game in it."""
    tree = tmp_path_factory.mktemp("house")
    for name in TREE:
        source, ignored = ROOT / name, shutil.ignore_patterns("__pycache__", ".*")
        shutil.copytree(source, tree / name, ignore=ignored) if source.is_dir() else shutil.copy(source, tree / name)
    for name, text in {**blocks("python"), **blocks("json")}.items():
        assert not (tree / name).exists()
        (tree / name).parent.mkdir(exist_ok=True)
        (tree / name).write_text(text)
    for text in blocks("diff").values():
        subprocess.run(["git", "apply", "-"], cwd=tree, input=text, text=True, check=True)
    return tree


def run(tree: Path, command: str) -> subprocess.CompletedProcess[str]:
    """A command of the page, with the copy's code."""
    environment = os.environ | {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "PYTHONPATH": str(tree),
        "PYTHONDONTWRITEBYTECODE": "1",
        "COLUMNS": "80",
    }
    return subprocess.run(
        ["bash", "-c", command], cwd=tree, env=environment, capture_output=True, text=True, check=False
    )


def test_one_line_of_one_existing_file_is_all_that_a_game_takes(tree: Path) -> None:
    before, after = set(files(ROOT)), set(files(tree))
    before = {name for name in before if "__pycache__" not in name and not Path(name).name.startswith(".")}
    assert after - before >= {*blocks("python"), *blocks("json")}
    assert all("high_card" in name for name in after - before)
    assert [name for name in blocks("python") if name.startswith(("rules/", "daemon/", "hil/"))] == [
        "rules/high_card.py"
    ]
    _, changed, errors = filecmp.cmpfiles(ROOT, tree, before, shallow=False)
    assert (changed, errors) == ([REGISTRY], [])
    lines = difflib.ndiff((ROOT / REGISTRY).read_text().splitlines(), (tree / REGISTRY).read_text().splitlines())
    assert [line for line in lines if line[0] in "+-"] == ["+     high_card,", "+         high_card.GAME,"]


@pytest.mark.parametrize(("command", "expected"), COMMANDS, ids=[command for command, _ in COMMANDS])
def test_every_command_of_the_page_says_what_the_page_says(tree: Path, command: str, expected: str) -> None:
    ended = run(tree, command)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert doctest.OutputChecker().check_output(expected, ended.stdout.replace("\u00a0", " "), LIKE), ended.stdout


def test_the_code_of_the_page_is_as_clean_as_the_rest(tree: Path) -> None:
    code = " ".join(blocks("python"))
    for tool in ("ruff check --no-cache", "ruff format --no-cache --check", "mypy --no-incremental"):
        ended = run(tree, f"{tool} {code}")
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
