"""The screen of `croupierctl shoe`: its verdict is about the shoe's line, and some of its advice is a technician's."""

from __future__ import annotations

from typing import Any, NoReturn

from rich.console import Console
from rich.text import Text

from daemon.cli.shoe.words import FINDINGS, WORDS
from daemon.cli.show import Screen
from daemon.texts import Language


class Report(Screen):
    """Rows, then `well` or `broken`, then one next action."""

    def __init__(self, language: Language, table: str, well: str, broken: str, *, as_json: bool) -> None:
        super().__init__(language, table, "", as_json=as_json)
        self.as_json = as_json
        self.verdicts = {"well": well, "warning": broken, "critical": broken}

    def say(self, key: str, **values: Any) -> str:
        """A label in the screen's language."""
        key = self.verdicts.get(key, key)
        said = WORDS.get(key)
        return str(getattr(said, self.language)).format(**values) if said else super().say(key, **values)

    def conclude(self, finding: str, detail: str = "") -> NoReturn:
        """Ends the command with something that was found and is no fault."""
        advice = getattr(FINDINGS[finding], self.language)
        self.extra |= {"finding": {"code": finding, "detail": detail}, "next_action": advice.action}
        if self.as_json:
            self._print_json("critical", None)
        else:
            self._print("critical", None)
            Console(highlight=False).print(
                Text("\n".join(filter(None, [detail, advice.sentence, f"→ {advice.action}"])))
            )
        raise SystemExit(2)
