"""What croupier does with every section of the by-law: docs/bylaw-coverage.md.

A section that a table must hold leads to the scenarios and table tests in which it is broken, and refused, held or
shown: they say so (`# holds 67.28` in a scenario, of which a step that is refused, held or shown names the section too;
`@pytest.mark.holds("67.28")`). One that is only settled leads to the settlement and its tests; one that no controller
can hold says why. `make docs` writes the page, and a test fails where any of that is missing.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
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

NOTHING_TO_DO: dict[str, str] = {  # that a controller could hold or compute
    "1": "names the lottery scheme",
    "9": "a list of cross-references; the body is not among the texts (A13)",
    "44": "a word is replaced (“bank”, A13)",
    "45": "a word is replaced (“bank”, A13)",
    "46": "a word is replaced (“bank”, A13)",
    "86": "Keno tickets: no Keno at a table",
    "95.9": "a stick hands the dice over: no device sees it",
    "95.13": "names the four kinds of wager of 95.14 to 95.17",
    "95.19": "any number of players: nobody is turned away",
    "67.89": "where the house may have a poker room",
    "67.92": "who sits in a place, and whether that person deals, no device sees",
    "67.107": "how a player must behave: a person sees it, and rules (67.109)",
}

HELD: dict[str, str] = {  # what a table must hold; broken, it is refused, held or shown
    "6": "no card more often than the decks have it",
    "21.2": "a dollar, before « Rien ne va plus », while a board shows what can be won",
    "21.3": "only where the table posts it; a dollar",
    "21.4": "only where the table posts it; over or under, not both",
    "67.22": "one deck, or two",
    "67.25": "no more seats than the layout has places",
    "67.26": "an initial wager, pair or plus, or both; nothing after « Rien ne va plus »",
    "67.27": "three cards to each player in turn, then to the dealer",
    "67.28": "the additional wager equals the initial one; each player decides",
    "67.29": "the dealer's hand is turned first",
    "67.30": "the players' hands are turned one after the other",
    "67.32": "pair or plus alone decides nothing, and is within its limits",
    "67.33": "six decks, or eight",
    "67.35": "no more seats than the layout has places",
    "67.36": "an initial wager; nothing once betting is closed",
    "67.37": "one card to each player from the dealer's left, then to the dealer",
    "67.38": "only who ties chooses, between war and half",
    "67.39": "the additional wager equals the initial one; three cards aside before each of the two",
    "67.40": "the supplemental wager lies beside an initial one",
    "67.41": "one deck, or two",
    "67.42": "no more than seven players",
    "67.45": "the first two wagers are laid; nothing after « Rien ne va plus »",
    "67.46": "three cards to each player in turn, then four to the dealer",
    "67.47": "only the third wager is withdrawn, and only before the dealer turns two cards",
    "67.48": "the players' hands are turned one after the other, before the dealer's",
    "67.49": "the dealer turns two cards first",
    "67.50": "the dealer turns the other two when the second wagers are settled",
    "67.51": "one deck, or two",
    "67.52": "no more than seven players",
    "67.56": "the first additional bet is twice the ante; nothing after « Rien ne va plus »",
    "67.57": "three cards to each player and the dealer in turn",
    "67.58": "the second additional bet is twice the ante; each player decides",
    "67.59": "the Bonus is settled before the second deal",
    "67.60": "two more cards to those who stay, then to the dealer",
    "67.61": "the dealer's hand is turned first",
    "67.62": "the players' hands are turned one after the other",
    "67.64": "one deck, or two",
    "67.67": "no more than seven players",
    "67.68": "each within the limits posted for it; nothing after « Rien ne va plus »",
    "67.69": "five cards to each player in turn, then six to the dealer, the last face up",
    "67.70": "the additional bet is one to three times the ante; each player decides",
    "67.71": "the dealer's hand is turned first",
    "67.72": "the players' hands are turned one after the other",
    "67.74": "within the limits posted for it",
    "67.75": "one deck, or two",
    "67.78": "no more than seven players",
    "67.79": "the super bonus equals the ante; nothing after « Rien ne va plus »",
    "67.80": "five cards to each player and the dealer in turn",
    "67.81": "the additional bet equals the ante; more only with a pair of aces or better",
    "67.82": "the dealer's hand is turned first",
    "67.83": "the players' hands are turned one after the other",
    "67.87": "within the limits posted for it, beside an ante",
    "67.88": "a bet is a bet, a raise a raise: no more, no less than the turn allows",
    "67.90": "what no section of the poker room knows is refused",
    "67.91": "only what the house's document knows",
    "67.93": "only who sits there plays",
    "67.94": "no game without the least table stakes",
    "67.95": "nothing is added during a game; what was won stays",
    "67.96": "who is all in wins no more than what he matched",
    "67.97": "words bind who said them",
    "67.98": "whether chips that were pushed are a bet is ruled",
    "67.99": "a bet that was made is not changed",
    "67.100": "who passed may fold, call or raise when the turn comes back",
    "67.101": "a dispute is decided, and the decision recorded",
    "67.102": "who bet last shows first, then clockwise; a hand may be ordered shown",
    "67.103": "the pot goes to the hands that were shown, or to whoever is left",
    "67.104": "a hand that was fouled is ruled dead, and wins nothing",
    "67.105": "cards that were dropped may be ruled a fold",
    "67.106": "a fold takes no announced or forced bet back",
    "67.108": "at most a tenth of the pot; time charged once",
    "67.109": "who is told to leave plays no more",
    "67.110": "a dispute is decided, and the decision recorded",
    "95.1": "no die shows anything but 1 to 6",
    "95.2": "dice that look loaded are named",
    "95.3": "a void throw decides nothing, and has one of the section's grounds",
    "95.4": "a supervisor withholds the dice; dice are changed at any time",
    "95.5": "each wager within the limits posted for it",
    "95.6": "two dice",
    "95.7": "any number of players, keyed or not",
    "95.8": "the dice are offered clockwise; who declines them passes them on",
    "95.10": "who throws is known",
    "95.11": "no dice go out before the shooter's Pass or Don't Pass lies there; Pass is not reduced",
    "95.12": "others lay what they like, until the dice are out",
    "95.14": "Pass at a come-out roll, Come with a point; neither is taken back once its number is known",
    "95.15": "hard ways are off at a come-out roll unless called on",
    "95.16": "odds lie behind a wager whose number is known",
    "95.17": "the commission is paid first",
    "95.18": "three dice",
    "95.20": "the dealer shakes the dice, or has them shaken",
    "95.21": "players roll in turn where that is posted",
    "95.22": "only wagers of the layout",
    "95.23": "nothing once the dice are to be shaken",
}


TELL = ("odds", "sheets", "alternatives", "sections")  # what only tells of the sections, and asks those that apply them


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


def held() -> dict[str, list[str]]:
    """For each section, the scenarios and tests that see the table hold it, as links from docs/."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted((ROOT / "hil/scenarios").glob("*.scenario")):
        for marked in re.findall(r"^# holds (.+)$", path.read_text(), re.MULTILINE):
            for section in marked.split():
                found[section].append(f"[{path.stem}](../{path.relative_to(ROOT)})")
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        if "rules" in path.relative_to(ROOT).parts:  # the machine alone: no table holds anything there
            continue
        tree = ast.parse(path.read_text())
        tables = {name: node.value for node in tree.body for name in _assigned(node) if isinstance(node, ast.Assign)}
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                for section in _marks(node, tables):
                    found[section].append(f"[`{node.name}`](../{path.relative_to(ROOT)})")
    return found


def _assigned(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.Assign):
        yield from (target.id for target in node.targets if isinstance(target, ast.Name))


def _marks(test: ast.FunctionDef | ast.AsyncFunctionDef, tables: Mapping[str, ast.expr]) -> Iterator[str]:
    """The sections that a test says it holds: written there, or the keys of the table that it is run over."""
    for mark in test.decorator_list:
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.holds":
            for section in mark.args:
                if isinstance(section, ast.Starred):
                    yield from map(str, ast.literal_eval(tables[ast.unparse(section.value)]))
                else:
                    yield str(ast.literal_eval(section))


SHOWS = ("refused ", "see held ", "not offered ", "shows ", "shooter ", "room ", "lit ", "health ")


def unproven() -> Iterator[str]:
    """Sections that a scenario says it holds, and no step of it that is broken, refused, held or shown names."""
    for path in sorted((ROOT / "hil/scenarios").glob("*.scenario")):
        story, _, _ = path.read_text().partition("\njournal\n")
        said = [line for line in story.splitlines() if line.startswith("# holds ")]
        named = " ".join(line.partition("#")[2] for line in story.splitlines() if line.startswith(SHOWS))
        for section in " ".join(said).replace("# holds", "").split():
            if not re.search(rf"(?<![\d.]){re.escape(section)}(?!\d)", named):
                yield f"{path.stem}: {section}"


def page() -> str:
    """docs/bylaw-coverage.md, whole."""
    code, tests, broken = cited(), bearing(), held()
    lines = [
        "# The by-law, section by section",
        "",
        "What a table **holds** leads to scenarios and table tests in which it is broken, and refused, held or shown.",
        "What it only **settles** leads to the code in `rules/` and the number of tests in `tests/rules/` that bear",
        "its number; where there is *nothing to do* for a controller, the page says why. Made by `make docs`; a test",
        "fails where a section has none of it. A-numbers are readings where the text is unclear.",
    ]
    for title, sections in TEXTS.items():
        lines += ["", f"## {title}", "", "| section | a table | where |", "| --- | --- | --- |"]
        for section in sections:
            settles = [place for place in code.get(section, []) if ".settle" in place] or code.get(section, [])
            settled = f"{', '.join(settles[:3])}, tests: {len(tests[section])}" if settles and section in tests else ""
            if section in NOTHING_TO_DO:
                lines.append(f"| {section} | *nothing to do* | *{NOTHING_TO_DO[section]}* |")
            elif section in HELD:
                where = ", ".join(broken[section][:4]) + (f"; {settled}" if settled else "")
                lines.append(f"| {section} | **holds**: {HELD[section]} | {where} |")
            else:
                lines.append(f"| {section} | settles | {settled} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write(page())
