"""The by-law's sections, the code that cites each, the tests that are named after it: docs/bylaw-coverage.md.

`make docs` writes the page; a test holds it equal, and fails where a section has neither code and test nor a reason.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from rules.game import Options
from rules.registry import GAMES, term

ROOT = Path(__file__).parents[2]

GAZETTE: dict[str, tuple[str, ...]] = {  # what the five gazette texts enact or amend
    "General": ("1", "6", "9", "44", "45", "46", "86"),
    "Blackjack's side wagers": tuple(f"21.{n}" for n in range(2, 5)),
    "3-Cards Poker": tuple(f"67.{n}" for n in range(22, 33)),
    "War": tuple(f"67.{n}" for n in range(33, 41)),
    "3-5-7 Poker": tuple(f"67.{n}" for n in range(41, 51)),
    "Boston Poker": tuple(f"67.{n}" for n in range(51, 64)),
    "4-Card Poker": tuple(f"67.{n}" for n in range(64, 75)),
    "Crazy Four Poker": tuple(f"67.{n}" for n in range(75, 88)),
    "Poker rooms": tuple(f"67.{n}" for n in range(88, 111)),
    "Dice and Craps": tuple(f"95.{n}" for n in range(1, 18)),
    "Sic Bo": tuple(f"95.{n}" for n in range(18, 25)),
}


def _others() -> Iterator[tuple[str, tuple[str, ...]]]:
    """The games that another text enacts, with the sections that their sheets name."""
    known = {section for sections in GAZETTE.values() for section in sections}
    for name, game in GAMES.items():
        first, last = sheet.sections if (sheet := game.sheet(Options())) else ("", "")
        if first and first not in known:
            chapter, _, number = first.partition(".")
            yield term(name, name).en, tuple(f"{chapter}.{n}" for n in range(int(number), int(last.split(".")[1]) + 1))


TEXTS = GAZETTE | dict(_others())
NUMBERED = (section for sections in TEXTS.values() for section in sections if "." in section)
SECTION = re.compile(rf"(?<![\d.])({'|'.join(map(re.escape, NUMBERED))})(?![\d])")

REASONS: dict[str, str] = {
    "1": "names the lottery scheme; nothing to compute",
    "6": "52 cards a deck: `rules.cards.DECK`",
    "9": "a list of cross-references; the body is not among the texts (A13)",
    "44": "a word is replaced (“bank”); nothing to compute (A13)",
    "45": "a word is replaced (“bank”); nothing to compute (A13)",
    "46": "a word is replaced (“bank”); nothing to compute (A13)",
    "86": "Keno tickets: no Keno at a table",
    "95.2": "croupier never draws a random number; the dice do",
    "95.4": "a person changes the dice or withholds a turn",
    "95.8": "who is offered the dice is the people's business; the shooter's state is told",
    "95.9": "how the dice are handed over",
    "95.10": "a name: the shooter",
    "95.12": "anyone may lay the wagers of 95.13 to 95.17 at any seat",
    "95.13": "names the four kinds of wager, told in 95.14 to 95.17",
    "67.89": "where the house may have a poker room; nothing to compute",
    "67.90": "the games there follow these sections: what no other section forbids, this one does",
    "67.92": "the person who deals does not play: no seat is the dealer's",
    "67.107": "how a player must behave: a person sees it, and rules (67.109)",
}


TELL = ("odds", "sheets")  # what only tells of the sections, and asks those that apply them


def cited() -> dict[str, list[str]]:
    """For each section, the places in rules/ that apply it: file and function."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted((ROOT / "rules").rglob("*.py")):
        if path.parent.name in TELL:
            continue
        source = path.read_text()
        names = _names(ast.parse(source))
        module = ".".join(path.relative_to(ROOT / "rules").with_suffix("").parts)
        for number, line in enumerate(source.splitlines(), 1):
            for section in SECTION.findall(line):
                place = f"`{module}.{names[number]}`" if number in names else f"`{module}`"
                if place not in found[section]:
                    found[section].append(place)
    return found


def _names(tree: ast.Module) -> dict[int, str]:
    """Which function, class or constant each line belongs to."""
    names: dict[int, str] = {}
    for node, name in _named(tree, ""):
        names |= dict.fromkeys(range(node.lineno, (node.end_lineno or node.lineno) + 1), name)
    return names


def _named(tree: ast.AST, within: str) -> Iterator[tuple[ast.stmt, str]]:
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield node, within + name
                yield from _named(node, f"{within}{name}.")
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)) if not within:
                yield node, name


def bearing() -> dict[str, list[str]]:
    """For each section, the tests that bear its number."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted((ROOT / "tests/rules").glob("test_*.py")):
        for name in re.findall(r"^(?:async )?def (test_\w+)", path.read_text(), re.MULTILINE):
            if number := re.match(r"test_(\d+)_(\d+)(?:_|$)", name):
                found[f"{number[1]}.{number[2]}"].append(f"{path.stem}")
    return found


def page() -> str:
    """docs/bylaw-coverage.md, whole."""
    code, tests = cited(), bearing()
    lines = [
        "# The by-law, section by section",
        "",
        "Made by `make docs` from the sections that the code cites and the tests that bear their numbers.",
        "Games are in `rules/`, tests in `tests/rules/`. A-numbers are readings where the text is unclear.",
    ]
    for title, sections in TEXTS.items():
        lines += ["", f"## {title}", "", "| section | code | tests |", "| --- | --- | --- |"]
        for section in sections:
            settles_first = sorted(code.get(section, []), key=lambda place: ".settle" not in place)
            places = ", ".join(settles_first[:4])
            count = len(tests.get(section, []))
            named = f"{count} in {', '.join(sorted({f'`{file}`' for file in tests[section]}))}" if count else "—"
            reason = f"*{REASONS[section]}*" if section in REASONS else ""
            lines.append(f"| {section} | {'; '.join(filter(None, [places, reason])) or '—'} | {named} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write(page())
