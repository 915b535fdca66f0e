"""Screens whose verdict is about one thing: a device, the journal, the pools, the floor."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, NoReturn

from rich.console import Console
from rich.text import Text as Line

from daemon.cli.options import choose_language
from daemon.cli.show import Screen
from daemon.settings import Settings
from daemon.text.fault_row import Text
from daemon.text.language import Language


class Report(Screen):
    """A screen whose verdict is not the table's: `verdicts` has the keys of the words for it."""

    verdicts: Mapping[str, str] = {}  # for `well`, `warning` and `critical`

    def say(self, key: str, **values: Any) -> str:
        """Returns a label in the screen's language; for a verdict, the report's own."""
        return super().say(self.verdicts.get(key, key), **values)


class DeviceReport(Report):
    """A report for a technician: rows, then `well` or `broken`, then one next action."""

    FINDINGS: ClassVar[Mapping[str, Text]] = {}

    def __init__(self, table: Settings | None, lang: Language | None, well: str, broken: str, *, as_json: bool) -> None:
        """Without a table, the device is on a bench."""
        site = table.site.language if table is not None else None
        super().__init__(choose_language(lang or site), table.name if table is not None else "", "", as_json=as_json)
        self.verdicts = {"well": well, "warning": broken, "critical": broken}

    def conclude(self, finding: str, detail: str = "") -> NoReturn:
        """Ends the command with something that was found and is no fault."""
        advice = getattr(self.FINDINGS[finding], self.language)
        self.extra |= {"finding": {"code": finding, "detail": detail}, "next_action": advice.action}
        if self._as_json:
            self._print_json("critical", None)
        else:
            self._print("critical", None)
            said = "\n".join(filter(None, [detail, advice.sentence, f"→ {advice.action}"]))
            Console(highlight=False).print(Line(said))
        raise SystemExit(2)
