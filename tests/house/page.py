"""A page of docs/ that adds something to the house: what it shows is done on a copy of the tree."""

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

ROOT = Path(__file__).parents[2]
TREE = ("rules", "drivers", "daemon", "hil", "bench", "config", "tests", "docs", "pyproject.toml")
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (.+)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
LIKE = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


class Page:
    """Its blocks: files that are new, changes of existing ones, and commands with what they say."""

    def __init__(self, name: str) -> None:
        shown = BLOCK.findall((ROOT / "docs" / name).read_text())
        self.files = {file: text for kind, file, text in shown if kind in ("python", "json") and file}
        self.changes = {file: text for kind, file, text in shown if kind == "diff"}
        self.commands: list[tuple[str, str]] = COMMAND.findall(
            "".join(text for kind, _, text in shown if kind == "console")
        )

    @property
    def code(self) -> list[str]:
        """The files of Python."""
        return [name for name in self.files if name.endswith(".py")]

    def copy(self, tree: Path) -> None:
        """The house, with what the page adds, in an empty folder."""
        for name in TREE:
            source, ignored = ROOT / name, shutil.ignore_patterns("__pycache__", ".*")
            shutil.copytree(source, tree / name, ignore=ignored) if source.is_dir() else shutil.copy(
                source, tree / name
            )
        for name, text in self.files.items():
            assert not (tree / name).exists()
            (tree / name).parent.mkdir(exist_ok=True)
            (tree / name).write_text(text)
        for text in self.changes.values():
            subprocess.run(["git", "apply", "-"], cwd=tree, input=text, text=True, check=True)

    def changed(self, tree: Path) -> dict[str, list[str]]:
        """Every line that differs in a file that was there before; and no file came that the page does not show."""
        before = set(_files(ROOT))
        assert set(_files(tree)) - before == self.files.keys()
        _, changed, errors = filecmp.cmpfiles(ROOT, tree, before, shallow=False)
        assert errors == []
        return {name: _differing((ROOT / name).read_text(), (tree / name).read_text()) for name in changed}


def run(tree: Path, command: str) -> subprocess.CompletedProcess[str]:
    """A command of the page, with the copy's code."""
    environment = os.environ | {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "PYTHONPATH": str(tree),
        "COLUMNS": "80",
    }
    return subprocess.run(
        ["bash", "-c", command], cwd=tree, env=environment, capture_output=True, text=True, check=False
    )


def check(tree: Path, command: str, expected: str) -> None:
    """It ends well, and says what the page says."""
    ended = run(tree, command)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert doctest.OutputChecker().check_output(expected, ended.stdout.replace("\u00a0", " "), LIKE), ended.stdout


def _files(tree: Path) -> Iterator[str]:
    for path in (path for name in TREE for path in [*(tree / name).rglob("*"), tree / name]):
        if path.is_file() and "__pycache__" not in path.parts and not path.name.startswith("."):
            yield str(path.relative_to(tree))


def _differing(before: str, after: str) -> list[str]:
    return [line for line in difflib.ndiff(before.splitlines(), after.splitlines()) if line[0] in "+-"]
