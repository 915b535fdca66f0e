"""One game of the poker room: what lies where, and who may still win it. The stakes cross from game to game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from rules.cards import Card
from rules.game import Options, RuleError
from rules.lines import Stake
from rules.poker_room import Pot, layers, uncalled
from rules.room.house import House
from rules.room.refusals import Because
from rules.terms import Detail

BOARD, BURNED = "board", "burned"
IDLE_REFUSED = 2  # the revision since which nothing is taken that would do nothing, or not what it says


class Announced(NamedTuple):
    """67.97: what a player said before it was his turn."""

    choice: str
    stake: Stake
    level: int | None = None  # the bet that it answers; another one releases him (A154). None: revision 0, it does not


class Blinds(NamedTuple):
    """The places that had the blinds in the last game, played or not, and who owes which of them (67.91)."""

    small: str | None = None
    big: str | None = None
    owed: Mapping[str, tuple[str, ...]] = {}  # by seat: "big", "small", or "new"


class Time(NamedTuple):
    """67.108: the player's own time (A84)."""

    minutes: int = 0  # whole ones, that he sat there and did not sit out
    paid: int = 0  # periods
    whole: bool = False  # the next minute will be a whole one


class Slip(NamedTuple):
    """A76: what somebody took away from the table, and for how long he brings it again."""

    stake: int
    minutes: int
    begun: int = 0  # minutes of a period that is not over (67.108): it goes on when he is back
    owed: tuple[str, ...] = ()  # blinds that came by him before he left: nobody leaves to be rid of them (67.91)

    def carried(self) -> list[int | list[str]]:
        """What crosses to the next game; where nothing was begun or owed, as it always was written."""
        carried: list[int | list[str]] = [self.stake, self.minutes]
        return [*carried, self.begun, list(self.owed)] if self.begun or self.owed else carried


class State(NamedTuple):
    """A table of the room. Seats go clockwise by their numbers."""

    options: Options
    house: House
    stacks: Mapping[str, int]  # 67.88 (2): the table stakes of everyone who sits here
    puck: str | None = None  # 67.88 (20)
    puck_before: str | None = None
    blinds: Blinds = Blinds()
    blinds_before: Blinds = Blinds()
    out: tuple[str, ...] = ()  # who sits out; said within a game, from the next one on (67.93)
    waits: tuple[str, ...] = ()  # who comes in with the big blind rather than post what he owes
    minute: int = 0  # how many have passed, as the table was told
    times: Mapping[str, Time] = {}
    slips: Mapping[str, Slip] = {}  # by number
    slip: int = 0  # the number of the last one
    # -- this game
    seats: tuple[str, ...] = ()  # who plays in it, clockwise from the puck's left; nobody: it has not begun
    cards: Mapping[str, tuple[Card, ...]] = {}  # by seat, the board and the burned cards
    street: int = 0
    shared: bool = False  # the deck was too short for a card each: one on the board serves all
    bets: Mapping[str, int] = {}  # in the whole game, antes and blinds too
    dead: Mapping[str, int] = {}  # of them, what is nobody's bet: blinds that were missed
    straddle: str | None = None  # who put in a blind bet of his own (67.91)
    straddled: int = 0  # and how much of it was not there before
    folded: tuple[str, ...] = ()  # 67.88 (1); also given up at the showdown, ruled so, or killed
    killed: tuple[str, ...] = ()  # 67.104
    owed: tuple[str, ...] = ()  # 67.106: folded, and made the bet all the same that was announced or forced
    expelled: tuple[str, ...] = ()  # 67.109: leave when the game is over
    shown: tuple[str, ...] = ()
    bettors: tuple[str, ...] = ()  # who bet or raised, blinds and forced bets too, the last at the end (67.102, A81)
    out_of_turn: bool = False  # somebody was held to words out of turn, or released from them (A154)
    # -- this betting round
    betting: bool = False
    turn: str | None = None
    put: Mapping[str, int] = {}
    acted: frozenset[str] = frozenset()
    least: int = 0  # of a bet, and of a raise over the bet that is to be met (A85)
    raised: int = 0  # how often
    owes: str | None = None  # whose forced bet opens the round (67.88 (10))
    announced: Mapping[str, Announced] = {}
    lapsed: tuple[tuple[str, Announced], ...] = ()  # whose words a bet or a raise overtook in this round, which (A154)
    # -- the end
    showdown: bool = False
    pots: tuple[tuple[int, int, tuple[str, ...], Mapping[str, int]], ...] | None = None  # when it is over: how much,
    # the commission, who might win it, who did

    @property
    def alive(self) -> tuple[str, ...]:
        """Who has not folded, clockwise from the puck's left."""
        return tuple(seat for seat in self.seats if seat not in self.folded)

    @property
    def live(self) -> Mapping[str, int]:
        """What each has bet, without dead blinds."""
        return {seat: bet - self.dead.get(seat, 0) for seat, bet in self.bets.items()} if self.dead else self.bets

    @property
    def level(self) -> int:
        """The highest bet to be met in the round (A85)."""
        return max(self.put.values(), default=0)

    def to_call(self, seat: str) -> int:
        """67.88 (21): what a seat must put in to stay, all in or not."""
        return min(self.level - self.put.get(seat, 0), self.stacks[seat])

    def after(self, seat: str, seats: Iterable[str]) -> tuple[str, ...]:
        """These seats, clockwise from the left of this one."""
        order = list(seats)
        place = self.seats.index(seat)
        return tuple(sorted(order, key=lambda other: (self.seats.index(other) - place - 1) % len(self.seats)))

    def pay(self, seat: str, amount: int, *, live: bool = True) -> State:
        """67.88 (8): chips go from the stakes into the pot; of an ante none count for the round's bet."""
        return self._replace(
            stacks={**self.stacks, seat: self.stacks[seat] - amount},
            bets={**self.bets, seat: self.bets.get(seat, 0) + amount},
            put={**self.put, seat: self.put.get(seat, 0) + amount} if live else self.put,
        )


def refused(seat: str | None, section: str, why: Detail, code: str = "illegal_action") -> RuleError:
    """Nothing is refused without the section that forbids it."""
    if seat is None:
        return RuleError(code, Because.OF_TABLE(why=why, section=section))
    return RuleError(code, Because.OF_SEAT(seat=seat[:9], why=why, section=section))


def amount_of(seat: str, stake: Stake, unit: int, section: str) -> int:
    """An amount that was counted: without it nobody knows what anyone may win."""
    if type(stake) is not int or stake <= 0 or stake % unit:
        raise refused(seat, section, Because.AMOUNT_NEEDED(unit=unit), "invalid_stake")
    return stake


def returned(state: State) -> dict[str, int]:
    """A83: what nobody called goes back; not to whoever folded a bet that he had to make (67.106)."""
    back = uncalled(state.live) if state.bets else {}
    return {seat: part for seat, part in back.items() if seat not in state.owed}


def pots_of(state: State) -> list[Pot]:
    """67.96, A79: the main pot and the secondary ones as they lie there now; an uncalled part is nobody's yet (A83)."""
    back = returned(state)
    called = {seat: bet - back.get(seat, 0) for seat, bet in state.live.items()}
    pots = layers({seat: called[seat] for seat in state.seats if called.get(seat)}, state.folded)
    if not pots and any(called.values()):  # all of it was owed by who has folded
        pots = [Pot(sum(called.values()), list(state.alive))]
    if state.dead:  # it lies in the main pot, whoever put it in
        pots = pots or [Pot(0, list(state.alive))]
        pots[0].amount += sum(state.dead.values())
    return pots
