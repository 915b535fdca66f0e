"""The screen of `croupierctl shoe`."""

from __future__ import annotations

from typing import ClassVar

from daemon.cli import report
from daemon.cli.shoe.words import FINDINGS, WORDS


class Report(report.Report):
    """About the shoe's line."""

    WORDS: ClassVar = WORDS
    FINDINGS: ClassVar = FINDINGS

    def concern(self, table: str) -> None:
        """The next action is this table's, if another one was named."""
        self._table = table
