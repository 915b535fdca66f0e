"""What a command shows: rows that are well or not, then one verdict and one next action; or the same as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from rich.console import Console
from rich.table import Table
from rich.text import Text

from daemon.table.devices import KINDS
from daemon.text.amounts import dollars
from daemon.text.details import said
from daemon.text.fault_row import Severity
from daemon.text.faults import ROWS, of_severity
from daemon.text.labels import LABELS
from daemon.text.language import Language
from daemon.text.rounds import round_words
from drivers.faults import Fault
from rules.registry import term
from rules.terms import Term

WARNINGS = of_severity(Severity.WARNING)


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that was looked at, and what was found."""

    label: str
    text: str
    fault: Fault | None = None
    bad: bool = False  # not as it should be, though it is no fault of the table's


class Screen:
    """Collects rows; `close` prints them with the verdict, and ends the command with it."""

    WORDS: ClassVar[Mapping[str, Term]] = {}  # the words of one command; they come before the labels of all
    warnings = WARNINGS  # whatever else is found is critical

    def __init__(self, language: Language, table: str, game: str, *, as_json: bool) -> None:
        self.language: Language = language
        self._table = table
        self._game = game
        self._as_json = as_json
        self._rows: list[Row] = []
        self.extra: dict[str, Any] = {}  # what only programs want to know

    def say(self, key: str, **values: Any) -> str:
        """A label or a term in the screen's language."""
        word = self.WORDS.get(key) or LABELS.get(key) or (KINDS[key].label if key in KINDS else term(self._game, key))
        return str(getattr(word, self.language)).format_map({**round_words(self._game), **values})

    def part(self, name: str) -> str:
        """A part of the table as the daemon names it (`shoe`, `board NAME`), in the screen's language."""
        kind, _, which = name.partition(" ")
        return f"{self.say(kind)} {which}".rstrip()

    def money(self, cents: int | None) -> str:
        """An amount as the language writes it; nothing where it is not known."""
        return "" if cents is None else dollars(Fraction(cents, 100), self.language)

    def row(self, label: str, text: str, fault: Fault | None = None, *, bad: bool = False) -> None:
        """Adds a row; one with a fault, or a `bad` one, is marked with a cross."""
        self._rows.append(Row(label, said(text, self.language), fault, bad))

    def close(self) -> None:
        """Prints everything, and exits with the verdict as status."""
        faults = [row.fault for row in self._rows if row.fault is not None]
        critical = [fault for fault in faults if fault not in self.warnings]
        verdict = "critical" if critical else "warning" if faults else "well"
        first = next(iter(critical or faults), None)
        if self._as_json:
            self._print_json(verdict, first)
        else:
            self._print(verdict, first)
        raise SystemExit({"well": 0, "warning": 1, "critical": 2}[verdict])

    def _print(self, verdict: str, first: Fault | None) -> None:
        console = Console(highlight=False)
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
        for row in self._rows:
            mark = Text("✗", style="bold red") if row.fault or row.bad else Text("✓", style="green")
            text = " ".join(filter(None, [row.fault, row.text]))
            table.add_row(mark, Text(row.label), Text(text, overflow="fold"))  # a path or a hash is told whole
        console.print(table)
        style = {"well": "bold green", "warning": "bold yellow", "critical": "bold red"}[verdict]
        console.print(Text(f"\n{self.say(verdict)}", style=style))
        if first is not None:
            advice = getattr(ROWS[first], self.language)
            console.print(Text(f"{advice.sentence}\n→ {advice.action.replace('TABLE', self._table)}"))

    def _print_json(self, verdict: str, first: Fault | None) -> None:
        answer = {
            "table": self._table,
            "verdict": verdict,
            "rows": [{"label": row.label, "told": row.text, "fault": row.fault} for row in self._rows],
            "next_action": getattr(ROWS[first], self.language).action.replace("TABLE", self._table) if first else None,
            **self.extra,
        }
        sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")
