"""A disputed reading: its choices by name, and how a round that is over is settled under each of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from rules.cards import Card
from rules.facts import Fact
from rules.game import Options
from rules.lines import Line, Odds, Outcome, Stake, lose, push, round_up
from rules.registry import GAMES
from rules.terms import Term

Lines = Sequence[Line]


class Ended(NamedTuple):
    """A round that is over, as it was dealt."""

    game: str
    options: Options
    base: Any  # the game's state when it began
    facts: tuple[Fact, ...]
    play: Any  # and when it was over
    lines: tuple[Line, ...]

    def shown(self, hand: str) -> tuple[Card, ...]:
        """A hand that everyone has seen: no settlement, under any reading, looks at a card that lies face down."""
        held = GAMES[self.game].hands(self.play)[hand]
        if not all(held.up):
            raise LookupError(f"{hand}: face down")
        return held.cards

    def in_order(self, lines: Iterable[Line]) -> Lines:
        """The same wagers where they stood, then what the reading adds; a wager that is left out is not settled."""
        new = {(line.seat, line.wager): line for line in lines}
        kept = [new.pop(key) for line in self.lines if (key := (line.seat, line.wager)) in new]
        return [*kept, *new.values()]

    def citing(self, number: str, change: Callable[[Line], Line]) -> Lines:
        """Only lines that the reading decided become others."""
        return [change(line) if number in line.readings else line for line in self.lines]


Settle = Callable[[Ended, str], Lines]
Carry = Callable[
    [Any, tuple[Fact, ...], str], tuple[Any, Lines]
]  # from a layout and facts: the layout after, the lines


@dataclass(frozen=True, slots=True)
class Reading:
    """One numbered reading with its choices; the first is what stands unless the house posts otherwise."""

    number: str
    games: Collection[str]
    choices: Mapping[str, Term]
    settle: Settle
    carry: Carry | None = None  # where a wager that is not decided lives on into the next round
    carried: Collection[str] = ()  # for which choices that is so

    @property
    def default(self) -> str:
        """Returns the choice that stands."""
        return next(iter(self.choices))

    @property
    def others(self) -> list[str]:
        """Returns the choices that do not stand."""
        return [name for name in self.choices if name != self.default]


def pays(line: Line, odds: Odds, unit: int, *, stake_returned: bool = True) -> Line:
    """The wager of this line, paid at these odds instead."""
    to, per = odds
    won: Stake = None
    back: Stake = None
    if line.stake is not None:
        won, back = round_up(line.stake * to, per, unit), line.stake if stake_returned else 0
    return line._replace(outcome=Outcome.WIN, odds=f"{to}:{per}", won=won, returned=back)


def taken(line: Line, section: str = "") -> Line:
    """The wager of this line, lost instead."""
    lost = lose(line.seat, line.wager, line.stake, section or line.section, line.hand, line.readings)
    return lost._replace(more=line.more)


def given_back(line: Line, section: str = "") -> Line:
    """The wager of this line, a push instead."""
    pushed = push(line.seat, line.wager, line.stake, section or line.section, line.hand, line.readings)
    return pushed._replace(more=line.more)


def net(line: Line | None, bonuses: Collection[str]) -> Stake:
    """What a wager brought its player; nothing where it is not settled, None where the amount is not known.

    >>> net(lose("1", "ante", 500, "67.62"), ()), net(None, ())
    (-500, 0)
    """
    if line is None:
        return 0
    if line.stake is None or line.won is None or line.returned is None:
        return None
    return line.won + line.returned - (0 if line.wager in bonuses else line.stake)
