"""A journal's rounds settled under other readings: which lines change, and by how much, by gaming day.

Decisions, wagers, cards and dice are as they were. Of a line that changes, its seat, wager, outcome and amounts are
told, and no card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from daemon.history.finished import PastRound
from drivers.faults import Fault, FaultError, exception_site
from rules.alternatives.model import Ended, Lines, Reading, net
from rules.alternatives.table import COUNTED
from rules.capabilities import CarriesOver
from rules.lines import Line, Stake
from rules.registry import GAMES

TOLD = ("outcome", "odds", "stake", "won", "returned")  # of a line: what another reading may move


class Change(NamedTuple):
    """One wager that another reading settles otherwise; None: under that reading the round does not settle it."""

    round: int
    day: str
    seat: str
    wager: str
    before: Line | None
    after: Line | None
    net: Stake  # what the player would have had more; None: the amount is not known


@dataclass(slots=True)
class Moved:
    """What a choice moved, on one gaming day or in all."""

    rounds: int = 0
    lines: int = 0
    unknown: int = 0  # lines whose amounts nobody knows
    net: int = 0  # cents that the players would have had more

    def add(self, changes: list[Change]) -> None:
        """Counts the changes of one round."""
        self.rounds += bool(changes)
        self.lines += len(changes)
        self.unknown += sum(change.net is None for change in changes)
        self.net += sum(change.net or 0 for change in changes)


@dataclass(slots=True)
class Choice:
    """One reading taken otherwise."""

    reading: Reading
    name: str
    total: Moved = field(default_factory=Moved)
    days: dict[str, Moved] = field(default_factory=dict)
    _carried: tuple[Any, Any] | None = None  # the layout as it was recorded, and as it is under this reading

    def changes(self, past: PastRound) -> list[Change]:
        """Counts one more round."""
        if past.ended.game not in self.reading.games:
            return []
        try:
            found = [
                change for ended in (past.ended, *past.later) for change in _changes(past, ended, self._settled(ended))
            ]
        except Exception as bug:  # whose words might tell a card
            raise FaultError(Fault.TABLE_BUG, exception_site(bug)) from bug
        if found:
            self.total.add(found)
            self.days.setdefault(past.day, Moved()).add(found)
        return found

    def _settled(self, ended: Ended) -> Lines:
        if self.reading.carry is None or self.name not in self.reading.carried:
            return self.reading.settle(ended, self.name)
        recorded, other = self._carried or (None, None)
        base = _beside(ended, recorded, other)
        after, lines = self.reading.carry(base, ended.facts, self.name)
        self._carried = ended.play, after
        return lines


def every_choice() -> list[Choice]:
    """Every reading under every choice; the one that stands too, since a house may post another."""
    return [Choice(reading, name) for reading in COUNTED.values() for name in reading.choices]


def _beside(ended: Ended, recorded: Any, other: Any) -> Any:
    """The layout on which this round is played under the reading: it goes on, if the recorded one does."""
    base, game = ended.base, GAMES[ended.game]
    if recorded == base:
        return other
    if recorded is None or recorded.options == base.options or not isinstance(game, CarriesOver):
        return base
    return game.resume(base.options, game.carry(other)) if game.carry(recorded) == game.carry(base) else base


def _changes(past: PastRound, ended: Ended, other: Lines) -> Iterator[Change]:
    """Pairs what the record settled and the other reading does not with what it settles instead."""
    gone = _unmatched(ended.lines, other)
    come = _unmatched(other, ended.lines)
    for before in gone:
        after = next((line for line in come if (line.seat, line.wager) == (before.seat, before.wager)), None)
        if after is not None:
            come.remove(after)
        yield _change(past, before, before, after)
    for after in come:
        yield _change(past, after, None, after)


def _change(past: PastRound, line: Line, before: Line | None, after: Line | None) -> Change:
    bonuses = GAMES[past.ended.game].bonuses
    had, has = net(before, bonuses), net(after, bonuses)
    more = None if had is None or has is None else has - had
    return Change(past.number, past.day, line.seat, line.wager, before, after, more)


def _unmatched(lines: Iterable[Line], others: Iterable[Line]) -> list[Line]:
    """The lines that say what none of the others does."""
    left = Counter(map(_told, others))
    found = []
    for line in lines:
        if left[_told(line)]:
            left[_told(line)] -= 1
        else:
            found.append(line)
    return found


def _told(line: Line) -> tuple[object, ...]:
    return line.seat, line.wager, *(getattr(line, name) for name in TOLD)
