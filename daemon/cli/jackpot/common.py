"""What the commands of `croupierctl jackpot` have in common: where pools are kept, and how they are told."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from datetime import datetime, time
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated, Any

import typer

from daemon.cli.jackpot.words import WORDS
from daemon.cli.options import DEFAULT_CONFIG, choose_language, table_settings
from daemon.cli.report import Report
from daemon.cli.show import WARNINGS
from daemon.text.details import Because
from daemon.text.language import Language
from drivers.faults import Fault, FaultError
from rules.registry import METERED

if TYPE_CHECKING:
    from daemon.history.ledger import Proof
    from daemon.history.sentences import Voice
    from daemon.jackpot.pool import Account, Entry, Hit, Proposal
    from daemon.settings import Settings

PoolOption = Annotated[str, typer.Option("--pool", metavar="NAME", help="this one alone", show_default=False)]
JournalOption = Annotated[
    Path | None, typer.Option("--journal", metavar="FILE|FOLDER", exists=True, help="a copy; default: the table's")
]
KeyOption = Annotated[
    Path | None, typer.Option("--key", metavar="FILE", help="opens the state that an archived beginning left")
]
DatabaseOption = Annotated[
    str, typer.Option("--database", metavar="URL", help="the shared pools; default: ledger in site.toml")
]


WIDTH = 80
READER = "pit"  # who may read all of the ledger (docs/linked.md)
MIDNIGHT = time(0)


@dataclass(frozen=True, slots=True)
class PoolSources:
    """A journal, the table that it belongs to if that is known, and the ledger of its shared pools."""

    journal: Path
    table: Settings | None
    key: Path | None
    database: str

    @classmethod
    def of(cls, config: Path, table: str, journal: Path | None, key: Path | None, database: str) -> PoolSources:
        """Finds them by the options of the command; a copy that is named needs no configuration."""
        if journal is not None and not table and config == DEFAULT_CONFIG:
            return cls(journal, None, key, database)
        settings = table_settings(config, table)
        if key is None and os.access(settings.key_file, os.R_OK):
            key = settings.key_file
        return cls(journal or settings.journal, settings, key, database)

    @property
    def name(self) -> str:
        """Returns the table's name; without a table, that of the journal's file or folder."""
        return self.table.name if self.table is not None else self.journal.resolve().name

    @property
    def is_own(self) -> bool:
        """Whether this is the table's own journal, not a copy of it or what was archived."""
        return self.table is not None and self.journal == self.table.journal

    @property
    def game(self) -> str:
        """Returns the game whose words are used."""
        return self.table.table.game if self.table is not None else next(iter(METERED.values())).name

    @property
    def day_starts(self) -> time:
        """Returns the hour at which a gaming day begins here."""
        return self.table.site.day_starts if self.table is not None else MIDNIGHT

    def ledger(self, user: str) -> str:
        """How to reach the ledger of the shared pools, as the table itself or as one who may read all of it."""
        from daemon.linked.address import address

        if self.database:
            return self.database
        if self.table is None or self.table.site.ledger is None:
            raise FaultError(Fault.CONFIG_INVALID, Because.DATABASE_NEEDED())
        return address(self.table.site.ledger, user)

    def shares(self) -> list[str]:
        """The shared pools that the journal owes, or that the table posts."""
        from daemon.linked.compare import pools_of

        posted = (each.name for each in self.table.jackpots if each.shared) if self.table is not None else ()
        return sorted({*pools_of(self.journal), *posted})

    def begun(self) -> dict[str, Account]:
        """The pools as an archived beginning left them, where a key opens that."""
        from daemon.history.ledger import begun
        from daemon.history.rounds import damage
        from daemon.journal.keys import load_keys

        if self.key is None:
            return {}
        with damage(self.key):
            keys = load_keys(self.key)
        return begun(self.journal, keys)


class JackpotReport(Report):
    """A report on pools: lines, rows, then what the command has come to."""

    def __init__(self, sources: PoolSources, lang: Language | None, verdict: str, *, as_json: bool) -> None:
        language = lang or (sources.table.site.language if sources.table is not None else None)
        super().__init__(choose_language(language), sources.name, sources.game, as_json=as_json)
        if verdict == "ledger":  # here a ledger that does not follow is what it is all about
            self.warnings = WARNINGS - {Fault.JACKPOT_LEDGER}
        self.verdict = verdict
        self._lines: list[str] = []

    @property
    def voice(self) -> Voice:
        """Returns who writes the sentences of ledger entries."""
        from daemon.history.sentences import Voice

        return Voice(self.language, self._game)

    def say(self, key: str, **values: Any) -> str:
        """Returns a label in the screen's language; a word of the command's own comes first."""
        said = WORDS.get(f"{self.verdict}_{key}") or WORDS.get(key)
        return self.voice.filled(said, values) if said else super().say(key, **values)

    def line(self, text: str = "", start: str = "", rest: str = "") -> None:
        """Adds a paragraph above the rows, at 80 columns."""
        folded = wrap(text, WIDTH, initial_indent=start, subsequent_indent=rest, break_on_hyphens=False)
        self._lines += folded or [start.rstrip()]

    def row_of(self, columns: str, *cells: str) -> None:
        """Adds a line of a table above the rows."""
        self._lines.append(columns.format(*cells).rstrip())

    def amount(self, hundredths: int) -> str:
        """Writes an amount to the hundredth of a cent."""
        from daemon.history.jackpot_sentences import exactly

        return exactly(self.voice, hundredths)

    def where(self, hit: Hit | Entry, seat: str) -> str:
        """Says whose hand it was, in which round, at which table."""
        values = {"table": hit.table, "round": hit.round, "hand": self.voice.hand(seat)}
        return self.say("where_shared" if hit.table else "where", **values)

    def add_differences(self, proof: Proof, pool: str, fault: Fault) -> None:
        """Adds what does not follow in a ledger; what two persons have answered for is no fault any more."""
        for each in proof.differences:
            if each.pool == pool:
                text = self.say("mended", what=each.what) if each.mended else each.what
                self.row(self.say("entry", seq=each.seq), text, None if each.mended else fault)

    def say_no_pool(self, pool: str) -> None:
        """Says that there is no pool here; refuses the name of one, since it may be misspelled."""
        if pool:
            raise typer.BadParameter(f"{pool[:40]}: no such pool here", param_hint="--pool")
        self.verdict = "none"
        self.row(self.say("jackpot"), self.say("none"))

    def _print(self, verdict: str, first: Fault | None) -> None:
        sys.stdout.write("".join(f"{line}\n" for line in self._lines))
        sys.stdout.flush()
        super()._print(verdict, first)


def proposal_text(screen: JackpotReport, account: Account, proposal: Proposal) -> str:
    """Says in words what waits for another login to confirm it."""
    from daemon.history.jackpot_sentences import asked
    from daemon.jackpot.pool import differences

    moves, wanted, now = (proposal.displayed, proposal.reserve), proposal.terms, account.terms
    names = differences(now, wanted) if wanted is not None else []
    changes = ", ".join(f"{name} {getattr(now, name)} → {getattr(wanted, name)}" for name in names)
    until = datetime.fromtimestamp(proposal.until / 1e6).astimezone()
    return screen.say(
        "proposal", what=" ".join(filter(None, [asked(screen.voice, proposal.asked, moves), changes])),
        table=proposal.table, by=", ".join(proposal.by), until=f"{until:%H:%M:%S}", reason=proposal.reason,
        version=proposal.version,
    )  # fmt: skip


def clock(at: str) -> datetime:
    """Converts a recorded time to the local time zone."""
    return datetime.fromisoformat(at).astimezone()
