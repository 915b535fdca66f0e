"""Whose dice they are where players throw them: sections 95.4, 95.8 to 95.11 (Craps) and 95.21 (Sic Bo)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from rules.contract import SEAT, bad, clockwise
from rules.game import RuleError
from rules.refusals import Because

PassedFor = Literal["seven_out", "no_line", "turn_over"]  # why a turn ends that nobody declined or withheld


class Shooter(NamedTuple):
    """Who has the dice, and from where the turn goes on.

    Places are numbered clockwise from the left of the boxperson (A156), so the first offer goes to the lowest (A143).
    """

    seat: str = ""  # who throws (95.10); "": the dice were offered to nobody yet
    last: str = ""  # whose turn was the last one; "": the game begins
    declined: tuple[str, ...] = ()  # who let the turn pass since somebody threw; "": who threw, whom nobody had entered
    no_rolls: tuple[str, ...] = ()  # the grounds of this shooter's void throws: what 95.4 asks for is on record
    threw: str = ""  # whose turn the last roll ended

    def next(self, players: Iterable[str]) -> str:
        """95.8: of those who are known to play, the next clockwise who has not declined; "": nobody is.

        >>> Shooter(last="3").next(["1", "3", "12"]), Shooter(seat="12").next(["1", "3", "12"])
        ('12', '1')
        >>> Shooter(last="3", declined=("3",)).next(["3"])
        ''
        """
        return min((seat for seat in players if seat not in self.declined), key=self._away, default="")

    def offered(self, players: Iterable[str], seat: str | None = None) -> Shooter:
        """95.8: the dice are the next player's, or those of the place that is named, if nobody is passed over (A156).

        >>> Shooter(last="3").offered(["1", "3", "6"]).seat, Shooter(last="3").offered(["1", "3", "6"], "5").seat
        ('6', '5')
        >>> Shooter(last="3").offered(["1", "3", "6"], "1")
        Traceback (most recent call last):
        rules.game.RuleError: seat 1: it is the turn of seat 6 (95.8)
        """
        following = self.next(players)
        if seat is None and not following:
            raise bad(Because.NAME_SHOOTER())
        named = following if seat is None else seat
        if not SEAT.fullmatch(named):
            raise bad(Because.SEATS(seat=repr(named[:20])))
        if following and self._away(named) > self._away(following):
            raise RuleError("illegal_action", Because.NOT_HIS_TURN(seat=named[:20], next=following))
        return self._replace(seat=named, no_rolls=())

    def let_pass(self) -> Shooter:
        """95.4, 95.8, A143: who declines, is withheld or lays no line wager loses the turn, until somebody throws."""
        return Shooter("", self.seat, (*self.declined, self.seat), threw=self.threw)

    def passed(self) -> Shooter:
        """A118, A119, A155: the turn is over; the dice go on from here, and everybody may be offered them again."""
        return Shooter("", self.seat, threw=self.seat)

    def unknown(self) -> Shooter:
        """Somebody threw to whom no dice were offered: whoever is offered them next has not thrown yet."""
        return self._replace(declined=("",), threw="")

    def back(self) -> Shooter:
        """The roll that ended the last turn was another one: whoever threw it throws on.

        >>> Shooter("3").passed().offered(["4"]).let_pass().back().seat
        '3'
        """
        return Shooter(self.threw)

    def missed(self, ground: str) -> Shooter:
        """95.3: one more void throw of whoever has the dice."""
        return self._replace(no_rolls=(*self.no_rolls, ground)) if self.seat else self

    def _away(self, seat: str) -> tuple[bool, tuple[int, str]]:
        """How far clockwise a place is from the one whose turn it is, or was: that one itself is the farthest."""
        place = clockwise(seat)
        return place <= clockwise(self.seat or self.last), place
