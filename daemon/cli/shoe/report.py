"""The screen of `croupierctl shoe`."""

from __future__ import annotations

from typing import ClassVar

from daemon.cli.report import DeviceReport
from daemon.cli.shoe.words import FINDINGS, WORDS


class ShoeReport(DeviceReport):
    """A report on a shoe's line."""

    WORDS: ClassVar = WORDS
    FINDINGS: ClassVar = FINDINGS

    def set_table(self, table: str) -> None:
        """Names another table than the command did: the next action is to be done there."""
        self._table = table
