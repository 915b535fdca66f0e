"""Whose dice they are, as the events alone tell it, whatever people do: nobody loses a turn that was another's."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from functools import cache

import pytest

from daemon.table.events import (
    DiceDeclined,
    DiceOffered,
    DicePassed,
    DiceRolled,
    DiceWentOut,
    DiceWithheld,
    Event,
    TableClosed,
)
from daemon.table.orders import (
    ChangeDice,
    CloseTable,
    CorrectDice,
    DeclareNoRoll,
    DeclineDice,
    DiceOut,
    EnterDice,
    LetRollStand,
    OfferDice,
    OpenRound,
    SeatIn,
    TableOrder,
    TakeBack,
    VoidRound,
    WithholdDice,
)
from daemon.table.shooter import lies
from daemon.table.snapshot import freeze, thaw
from daemon.table.state import Dice
from drivers.faults import FaultError
from tests.daemon.floor import S1, both, table, tell

STEPS, SEEDS = 120, range(100)
SEATS = ("1", "2", "5")


class Turns:
    """A table of craps where people do whatever it lets them, and what its events tell of the dice."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.state = table("craps", OpenRound())
        self.has: str | None = None  # who was offered the dice last, and has them still
        self.threw: str | None = None  # who had them when they last rolled
        self.met = Counter[str]()
        for _ in range(STEPS):
            self.give(self.orders())

    def give(self, orders: Iterable[TableOrder]) -> None:
        """What is refused did not happen."""
        for order in orders:
            try:
                self.state, events = tell(self.state, order)
            except FaultError:
                continue
            self.met.update(event.kind for event in events)
            for event in events:
                self.follow(event)
            self.agree()

    def orders(self) -> tuple[TableOrder, ...]:
        """One thing that people do, the usual ones more often."""
        chance = self.chance
        seat, dice = chance.choice(SEATS), (chance.randint(1, 6), chance.randint(1, 6))
        lay = SeatIn(seat=seat, wagers={chance.choice(("pass", "pass", "dont_pass", "field")): 500})
        usual: list[tuple[TableOrder, ...]] = [(lay,), (OfferDice(),), (DiceOut(),)]
        usual += [both(EnterDice(dice=dice)), both(EnterDice(dice=(3, 4)))]
        wrong: list[tuple[TableOrder, ...]] = [both(CorrectDice(dice=dice)), both(CorrectDice(dice=(3, 4)))]
        seldom: list[tuple[TableOrder, ...]] = [
            (OfferDice(seat=chance.choice((*SEATS, "7"))),),
            (DiceOut(line="pass"),),
            (DeclineDice(),),
            (ChangeDice(),),
            (TakeBack(seat=seat, wager="dont_pass"),),
            (TakeBack(seat=seat, wager="pass"),),
            (S1(LetRollStand()),),
            (WithholdDice(ground="off_table"),),
            (S1(DeclareNoRoll(ground="off_table")),),
            (VoidRound(reason="spilled water"), OpenRound()),
            (CloseTable(), OpenRound()),
        ]
        return chance.choice([*usual * 3, *wrong * 3, *seldom])

    def follow(self, event: Event) -> None:
        match event:
            case DiceOffered(seat=seat):
                self.has = seat
            case DiceDeclined(seat=seat) | DiceWithheld(seat=seat):
                assert seat == self.has
                self.has = None
            case DicePassed(seat=seat, why=why):
                assert seat == self.has
                assert seat == self.threw or why != "seven_out"
                self.has = None
            case DiceWentOut(seat=seat):
                assert seat == self.has
            case DiceRolled():
                self.threw = self.has
            case TableClosed():
                self.has = self.threw = None

    def agree(self) -> None:
        """The table knows what its events have told; and dice that are out are so within 95.11."""
        assert (self.state.shooter.seat or None) == self.has
        assert not (self.state.dice_out is Dice.OUT and lies(self.state) is False)
        assert not self.state.thrown or self.state.hold is not None
        assert not self.state.at_rest or thaw(freeze(self.state)) == self.state


@cache
def turns(seed: int) -> Turns:
    return Turns(seed)


@pytest.mark.holds("95.8", "95.10", "95.11")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_turn_ends_for_who_has_the_dice_and_a_seven_out_for_who_threw_it(seed: int) -> None:
    assert turns(seed).met.keys() & {"dice_rolled", "held"}  # and what was told was looked at after every step


def test_every_way_of_the_dice_is_met() -> None:
    met = sum((turns(seed).met for seed in SEEDS), Counter[str]())
    told = {"dice_offered", "dice_declined", "dice_withheld", "dice_passed", "dice_went_out", "dice_changed"}
    assert met.keys() >= told | {"dice_corrected", "roll_stands", "no_roll_declared", "round_voided", "table_closed"}
