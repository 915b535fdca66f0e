"""A technician's screen: its verdict is about one device, and some of its advice is for a technician alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, NoReturn

from rich.console import Console
from rich.text import Text as Line

from daemon.cli.show import Screen
from daemon.text.fault_row import Text
from daemon.text.language import Language
from rules.terms import Term


class Report(Screen):
    """Rows, then `well` or `broken`, then one next action."""

    WORDS: ClassVar[Mapping[str, Term]]
    FINDINGS: ClassVar[Mapping[str, Text]] = {}

    def __init__(self, language: Language, table: str, well: str, broken: str, *, as_json: bool) -> None:
        super().__init__(language, table, "", as_json=as_json)
        self.as_json = as_json
        self.verdicts = {"well": well, "warning": broken, "critical": broken}

    def say(self, key: str, **values: Any) -> str:
        """A label in the screen's language."""
        said = self.WORDS.get(self.verdicts.get(key, key))
        return str(getattr(said, self.language)).format(**values) if said else super().say(key, **values)

    def conclude(self, finding: str, detail: str = "") -> NoReturn:
        """Ends the command with something that was found and is no fault."""
        advice = getattr(self.FINDINGS[finding], self.language)
        self.extra |= {"finding": {"code": finding, "detail": detail}, "next_action": advice.action}
        if self.as_json:
            self._print_json("critical", None)
        else:
            self._print("critical", None)
            said = "\n".join(filter(None, [detail, advice.sentence, f"→ {advice.action}"]))
            Console(highlight=False).print(Line(said))
        raise SystemExit(2)
