"""The finished rounds of a journal as they ended, corrections included, while it is replayed; void ones are none."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from daemon.history.by_hand import told_by_hand
from daemon.history.rounds import damage, day_of
from daemon.journal.files import File, files_of
from daemon.table.devices.shoe import SHOE
from daemon.table.state import TableState
from rules.alternatives.model import Ended
from rules.facts import Finished


class PastRound(NamedTuple):
    """One round, when it was, and who dealt it."""

    number: int
    day: str
    dealer: str | None
    shoe: int  # the round before which the shoe was filled
    ended: Ended
    later: tuple[Ended, ...] = ()  # at craps a form may have several rolls


class Days:
    """The gaming day of every entry of a journal."""

    def __init__(self, path: Path) -> None:
        self._firsts: list[int] = []
        self._days: list[str] = []
        with damage(path):
            for file in files_of(path):
                with File(file) as opened:
                    said = opened.opened()
                self._firsts.append(said.before.seq + 1 if said else 0)
                self._days.append(day_of(file) or "")

    def __call__(self, seq: int) -> str:
        """Returns the gaming day on which an entry was written."""
        return self._days[max(bisect_right(self._firsts, seq) - 1, 0)]


class FinishedRounds:
    """Watches a table, or its replay, and hands a round on once nothing can change it; `close` hands on the last.

    Rounds that were dealt by hand are handed on if they are asked for: who dealt them, and when, is not known.
    """

    def __init__(
        self, day_of: Callable[[int], str], take: Callable[[PastRound], None], *, by_hand: bool = False
    ) -> None:
        self._day_of = day_of  # by an entry's number
        self._take = take
        self._by_hand = by_hand
        self._over: dict[int, PastRound] = {}
        self._playing = 0  # the newest round that was seen in progress

    def __call__(self, before: TableState, state: TableState, seq: int) -> None:
        """Looks at one observation; a round that was over before the first one is another file's."""
        if self._by_hand and (told := told_by_hand(before, state)):
            number = state.result.round if state.result is not None else 0
            shoe = SHOE.of(state).filled
            self._over[number] = PastRound(number, self._day_of(seq), None, shoe, told[0], tuple(told[1:]))
        if before.in_round:
            self._playing = before.round
        if state.goes_on and state.earlier is not None:
            if state.earlier is before.earlier:  # as after nearly every wager
                return
            base, facts, lines, *_ = state.earlier
            self._keep(state.round - 1, state, seq, Ended(state.game, base.options, base, facts, state.base, lines))
        elif type(state.awaits) is Finished:
            base = state.base
            ended = Ended(state.game, base.options, base, state.facts, state.play, state.lines)
            self._keep(state.round, state, seq, ended)
        elif state.in_round and not state.goes_on:
            self._over.pop(state.round, None)  # a correction has opened it again
        for number in [number for number in self._over if number < state.round - 1]:
            self._take(self._over.pop(number))

    def close(self) -> None:
        """Hands on what is left."""
        for number in sorted(self._over):
            self._take(self._over.pop(number))

    def _keep(self, number: int, state: TableState, seq: int, ended: Ended) -> None:
        if (known := self._over.get(number)) is not None:
            self._over[number] = known._replace(ended=ended)
        elif number == self._playing:
            day, dealer, shoe = self._day_of(seq), state.people.dealer, SHOE.of(state).filled
            self._over[number] = PastRound(number, day, dealer, shoe, ended)
