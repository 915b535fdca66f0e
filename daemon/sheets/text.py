"""A sheet as plain text, 80 columns wide."""

from __future__ import annotations

import textwrap
from itertools import zip_longest

from daemon.sheets.page import Listed, Page, mark
from daemon.text.amounts import NBSP

WIDTH, COLUMN, GAP = 80, 38, 4


def text(page: Page) -> str:
    """Writes the whole sheet as plain text."""
    lines = [
        "═" * WIDTH,
        page.title.upper(),
        *(line for fact in page.facts for line in _wrapped(fact, "")),
        "═" * WIDTH,
    ]
    lines += _headed(page.say("object"), _wrapped(page.object, "  "))
    lines += _headed(page.say("course"), _numbered(page.course))
    lines += _headed(page.say("valid"), _bullets(page.valid))
    lines += _headed(page.say("bets"), _bets(page.bets))
    lines += _headed(page.say("tables"), _beside(page.tables, dots=True))
    if page.orders:
        lines += _headed(page.say("orders"), _beside(page.orders, dots=False))
    lines += _headed(page.say("special"), _bullets(page.special))
    readings = [*_wrapped(page.say("readings_why"), "  "), *_readings(page)]
    lines += _headed(page.say("readings"), readings)
    body = "\n".join(lines).replace(NBSP, " ") + "\n"  # where lines end is settled, and people search for "40 to 1"
    return f"{body}\n{'─' * WIDTH}\n{mark(page, body)}\n"


def _wrapped(said: str, first: str, then: str | None = None) -> list[str]:
    indent = first if then is None else then
    return textwrap.wrap(said, WIDTH, initial_indent=first, subsequent_indent=indent, break_on_hyphens=False)


def _headed(heading: str, lines: list[str]) -> list[str]:
    return ["", heading.upper(), *lines]


def _bullets(said: tuple[str, ...]) -> list[str]:
    return [line for sentence in said for line in _wrapped(sentence, "  • ", "    ")]


def _numbered(said: tuple[str, ...]) -> list[str]:
    return [line for n, sentence in enumerate(said, 1) for line in _wrapped(sentence, f"  {n}. ", "     ")]


def _readings(page: Page) -> list[str]:
    return [line for name, said in page.readings for line in _wrapped(said, f"  {name:<6}", " " * 8)]


def _bets(bets: tuple[Listed, ...]) -> list[str]:
    lines = []
    for bet in bets:
        lines.append(f"  {bet.title} ({bet.section})")
        for label, said in bet.rows:
            lines += _wrapped(said, f"    {label:<9}", " " * 13)
    return lines


def _beside(tables: tuple[Listed, ...], *, dots: bool) -> list[str]:
    """Puts tables side by side, two in a row."""
    lines: list[str] = []
    drawn = [_drawn(table, dots=dots) for table in tables]
    nothing: list[str] = []
    for left, right in zip_longest(drawn[::2], drawn[1::2], fillvalue=nothing):
        if lines:
            lines.append("")
        for one, other in zip_longest(left, right, fillvalue=""):
            lines.append(f"  {one:<{COLUMN - 2}}{' ' * GAP}{other}".rstrip())
    return lines


def _drawn(table: Listed, *, dots: bool) -> list[str]:
    width = COLUMN - 2
    lines = textwrap.wrap(f"{table.title} ({table.section})", width, break_on_hyphens=False)
    for name, what in table.rows:
        if not dots:
            lines.append(f"{name:>3}. {what}")
            continue
        if len(what) > width // 2:  # more a sentence than odds
            lines += [
                *textwrap.wrap(name, width),
                *textwrap.wrap(what, width, initial_indent=" ", subsequent_indent=" "),
            ]
            continue
        *above, last = textwrap.wrap(name, width - len(what) - 4, break_on_hyphens=False)
        lines += [*above, f"{last} {'.' * (width - len(last) - len(what) - 2)} {what}"]
    return lines
