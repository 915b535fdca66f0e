"""docs/adding-a-device.md is done, step by step, on a copy of the tree: a kind is its files, and three lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.house.page import Page, check, run

PAGE = Page("adding-a-device.md")


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the house, with the page's device in it."""
    tree = tmp_path_factory.mktemp("house")
    PAGE.copy(tree)
    return tree


def test_three_existing_files_are_all_that_a_kind_of_device_touches(tree: Path) -> None:
    assert all("dropbox" in name for name in PAGE.files)
    changed = PAGE.changed(tree)
    assert changed.keys() == {"daemon/parts/__init__.py", "daemon/table/devices/__init__.py", "drivers/faults.py"}
    assert all(
        "dropbox" in line.lower() for lines in changed.values() for line in lines if line[0] == "+" if "#" not in line
    )


@pytest.mark.parametrize(("command", "expected"), PAGE.commands, ids=[command for command, _ in PAGE.commands])
def test_every_command_of_the_page_says_what_the_page_says(tree: Path, command: str, expected: str) -> None:
    check(tree, command, expected)


def test_the_code_of_the_page_is_as_clean_as_the_rest(tree: Path) -> None:
    for tool in ("ruff check --no-cache", "ruff format --no-cache --check", "mypy --no-incremental"):
        ended = run(tree, f"{tool} {' '.join([*PAGE.code, *PAGE.changes])}")
        assert ended.returncode == 0, ended.stdout + ended.stderr
