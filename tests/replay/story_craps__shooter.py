"""Whose dice they are at craps: every way in which they change hands, and a roll before they went out."""

from __future__ import annotations

from daemon.table.orders import (
    Align,
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
    VoidRound,
    WithholdDice,
)
from tests.daemon.floor import S1, both
from tests.replay.stories import POSTED as USUAL
from tests.replay.stories import Restart, Story, seat

POSTED = USUAL["craps"]
VERDICTS = "finished finished corrected finished finished voided"


def story() -> Story:
    """Three players; every way in which the dice change hands."""

    def roll(*dice: int) -> tuple[EnterDice, EnterDice]:
        return both(EnterDice(dice=dice))

    yield (OpenRound(), SeatIn(seat="1", wagers={"pass": 500}), seat(2, dont_pass=500), seat(4, place_6=600))
    yield (OfferDice(), DeclineDice(), DiceOut(), DeclareNoRoll(ground="missed_far_side"), DiceOut(), *roll(4, 4))
    yield (DiceOut(), DeclareNoRoll(ground="missed_far_side"), WithholdDice(ground="missed_far_side"), Restart())
    yield (Align(felt={"1": 1, "2": 1, "4": 1}), DiceOut(), *roll(2, 2))
    yield (DiceOut(), *roll(3, 4), *both(CorrectDice(dice=(5, 3))))  # no seven-out: the dice are still seat 4's
    yield (
        OfferDice(),
        DiceOut(line="pass"),
        *roll(6, 3),
    )  # who has no line wager loses the turn; seat 1's lies unkeyed
    yield (*roll(6, 1), Restart(), LetRollStand(), Align(felt={}))  # before they went out; a supervisor lets it stand
    yield (OfferDice(seat="2"), *roll(1, 1), S1(DeclareNoRoll(ground="off_table")))
    yield (SeatIn(seat="2", wagers={"pass": 500}), DiceOut(), VoidRound(reason="un dé est brisé"), CloseTable())
