"""A shoe that hides values: told before the turn, named by two persons, told otherwise, drawn once too often."""

from __future__ import annotations

from daemon.table.orders import (
    Align,
    CloseBetting,
    CloseTable,
    Continue,
    CorrectCard,
    Decision,
    OpenRound,
    TurnHand,
    VoidRound,
)
from drivers.observation import CardHidden, CardOutside, CardTold, OutsideDealt, OutsideTold, ShoeTrouble
from tests.daemon.floor import Says, both, saying
from tests.replay.stories import Restart, Story, seat

VERDICTS = "finished finished voided"
PLACES = (0x81, 0x91, 0x82, 0x92, 0x83, 0x93)
BEGUN = OpenRound(), seat(1, initial=1000), CloseBetting()
ENDED = Decision(seat="1", choice="play"), TurnHand(hand="dealer"), TurnHand(hand="1")


def hidden(count: int) -> tuple[Says, ...]:
    return tuple(saying(CardHidden, place=place) for place in PLACES[:count])


def told(cards: str) -> tuple[Says, ...]:
    return tuple(saying(CardTold, place=place, card=card) for place, card in zip(PLACES, cards.split(), strict=False))


def story() -> Story:
    """A round that is told in time, one whose last card two persons name, wrongly, and one with a card too many."""
    yield (*BEGUN, *hidden(6), *told("Kc Kd 2d 3s 4h 7c"), *ENDED)
    yield (*BEGUN, *hidden(6), *told("8c 8d 3s Qs 7d"), *ENDED[:2])
    yield (Continue(), TurnHand(hand="dealer"), *both(CorrectCard(hand="dealer", index=2, card="4h")), *ENDED[1:])
    yield (Restart(), *BEGUN, *hidden(2), saying(CardTold, place=PLACES[5], card="4c"), Continue())
    yield (*hidden(4)[2:], saying(ShoeTrouble, what="overdraw"), saying(CardOutside, card=None))
    yield (saying(OutsideTold, card="9d"), *told("5c 6c 9h Jd"), Align(felt={"1": 3, "dealer": 1}))
    yield (saying(OutsideDealt, place=PLACES[0], card=None), saying(CardOutside, card="Th"))
    yield (VoidRound(reason="deux cartes de trop"), CloseTable())
