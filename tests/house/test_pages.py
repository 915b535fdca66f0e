"""What the pages name is there: every file, every linked name, the four ways, the layers, the domain's words."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from daemon.table.devices import KINDS
from daemon.text.labels import LABELS
from rules.dice import ANNOUNCED
from rules.registry import GAMES
from rules.terms import COMMON

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    str(page.relative_to(ROOT))
    for page in (*map(ROOT.joinpath, ("README.md", "CONTRIBUTING.md", "SECURITY.md")), *(ROOT / "docs").rglob("*.md"))
)
ARCHITECTURE = (ROOT / "docs/architecture.md").read_text()
GLOSSARY = (ROOT / "docs/glossary.md").read_text()

FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
MADE = re.compile(r"^```\w+ (\S+)$", re.MULTILINE)  # what a page that teaches adds to a copy of the tree
LINK = re.compile(r"\[(?:`([^`\]]+)`|[^\]]*)\]\(([^)#\s]*)[^)]*\)")
CODE = re.compile(r"`([^`\n]+)`")
FOLDERS = "|".join(sorted(path.name for path in ROOT.iterdir() if path.is_dir() and path.name[0] != "."))
IN_A_FOLDER = re.compile(rf"(?<![\w./:~-])(?:{FOLDERS})/[\w@./-]*[\w/]")
FILE = re.compile(r"[\w@.-]+\.(?:py|md|sql|scenario|svg)")
MODULE = re.compile(r"(?:daemon|drivers|hil)(?:\.\w+)+")  # `rules.…` is also what a bench is called
FILES = {path.name for folder in FOLDERS.split("|") for path in (ROOT / folder).rglob("*.*")}
FILES |= {path.name for path in ROOT.iterdir()}


def text_of(page: str) -> str:
    """A page without the blocks that show other files."""
    return FENCED.sub("", (ROOT / page).read_text())


def defines(path: Path, name: str) -> bool:
    """Whether a file is called so, or has something of that name at the beginning of a line."""
    if "/" in name or "." in name:
        return str(path).endswith(name)
    said = rf"^\s*(?:(?:async )?def |class )?{re.escape(name)}\b(?: *[:=(\[]|$)"
    return path.stem == name or re.search(said, path.read_text(), re.MULTILINE) is not None


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_somewhere_and_to_what_it_names(page: str) -> None:
    for name, target in LINK.findall(text_of(page)):
        if "://" in target or not target:
            continue
        path = (ROOT / page).parent / target
        assert path.exists(), target
        assert not name or defines(path.resolve(), name), f"{name} in {target}"


@pytest.mark.parametrize("page", PAGES)
def test_every_file_and_module_that_a_page_names_is_there(page: str) -> None:
    text = text_of(page)
    named = {*IN_A_FOLDER.findall(LINK.sub(r"`\1`", text))}
    made = [ROOT / path for path in MADE.findall((ROOT / page).read_text())]
    there = {*made, *(folder for path in made for folder in path.parents)}
    assert [path for path in sorted(named) if not (ROOT / path).exists() and ROOT / path not in there] == []
    spans = set(CODE.findall(text))
    assert sorted(span for span in spans if FILE.fullmatch(span) and span not in FILES) == []
    modules = (span.replace(".", "/") for span in spans if MODULE.fullmatch(span))
    assert [path for path in modules if not ((ROOT / path).is_dir() or (ROOT / f"{path}.py").is_file())] == []


# -- docs/architecture.md ---------------------------------------------------------------------------------------------


def test_four_ways_are_told_in_at_most_eight_files_each() -> None:
    _, section = ARCHITECTURE.split("## Four ways", 1)
    ways = section.split("\n## ", 1)[0].split("\n### ")[1:]
    assert [way.split(",")[0] for way in ways] == ["A card", "A die", "A wager", "An order"]
    for way in ways:
        steps = re.findall(r"^(\d)\. \[`([^`]+)`\]\(\.\./([^)]+)\): ", way, re.MULTILINE)
        assert [int(number) for number, _, _ in steps] == list(range(1, len(steps) + 1))
        assert all(name == path for _, name, path in steps)
        files = [path for _, path, _ in steps]
        assert 4 <= len(files) == len(set(files)) <= 8
        assert {target for _, target in LINK.findall(way)} == {f"../{path}" for path in files}


@pytest.mark.parametrize("package", ["daemon", "drivers"])
def test_the_layers_are_those_that_the_linter_holds(package: str) -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    held = next(contract["layers"] for contract in contracts if contract.get("containers") == [package])
    _, table = ARCHITECTURE.split(f"| in `{package}` | |\n| --- | --- |\n", 1)
    rows = [set(CODE.findall(row.split("|")[1])) for row in table.split("\n\n", 1)[0].splitlines()]
    layers = [set(layer.split(" | ")) for layer in held]
    kinds = [layer for layer in layers if "shoe" in layer]  # of devices, which the page does not list
    assert rows == [layer for layer in layers if layer not in kinds]


# -- docs/glossary.md -------------------------------------------------------------------------------------------------


def test_a_word_that_stands_in_a_table_of_ours_is_the_same_there() -> None:
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", GLOSSARY, re.MULTILINE)
    words = [(en, fr) for en, fr, _ in rows if en not in ("English", "---")]
    assert len(words) == GLOSSARY.count("\n| ") - 2 * GLOSSARY.count("| English |")
    ours: dict[str, set[str]] = {}
    games = (term for game in GAMES.values() for term in game.terms.values())
    kinds = (kind.label for kind in KINDS.values() if hasattr(kind, "label"))
    for fr, en in (*COMMON.values(), *LABELS.values(), ANNOUNCED, *games, *kinds):
        ours.setdefault(en.lower(), set()).add(fr.replace("{Coup}", "coup").lower())
    found = {en for en, _ in words if en.lower() in ours}
    assert [(en, fr) for en, fr in words if en in found and fr.lower() not in ours[en.lower()]] == []
    assert {"dealer", "seat", "shoe", "shaker", "board", "round", "jackpot", "pot", "no roll", "push"} <= found
