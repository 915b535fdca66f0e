"""A shaker that proves nothing by itself: a camera looks before and after; twice nobody sees it; a link is lost."""

from __future__ import annotations

from dataclasses import replace

from daemon.table.orders import CloseBetting, CloseTable, Continue, DeclareNoRoll, EnterDice, OpenRound, Posted, Shake
from drivers.faults import Fault
from drivers.observation import DiceSeen, DiceUnread, LinkDown, ShakerSaid, ShakeUndone
from tests.daemon.floor import S1, both, started
from tests.replay.stories import Story, seat

VERDICTS = "finished finished finished"
UNPROVEN = ["tumbles", "dome", "sequence", "identity", "stop"]
STANDS = (
    Posted("shaker", "shaker", {"reshakes": 1, "unproven": UNPROVEN}),
    Posted("camera", "camera"),
)
UP = ShakerSaid("shaker", "idle", first=True)
RECEIVED, SHAKING, IDLE = (ShakerSaid("shaker", what) for what in ("order_received", "shaking", "idle"))
GOOD = (RECEIVED, SHAKING, IDLE)


def seen(look: int, *dice: int) -> DiceSeen:
    return DiceSeen("camera", look, dice, 0.98, ("5f" * 32,))


def story() -> Story:
    """A good shake; one that moved nothing, one of which nothing was heard; one without a picture of before."""
    yield (replace(started("sic_bo", "1.0"), devices=STANDS), UP)
    yield (OpenRound(), seat(1, small=500), CloseBetting(), Shake(), seen(1, 6, 5, 3), *GOOD, seen(2, 1, 2, 4))
    yield (OpenRound(), seat(1, big=500), CloseBetting(), Shake(), seen(3, 1, 2, 4), *GOOD)
    yield (DiceUnread("camera", 4, "unmoved"), DeclareNoRoll(ground="obstructed"), Shake(), seen(5, 1, 2, 4))
    yield (ShakeUndone("shaker", 3, "not_started", begun=True), DeclareNoRoll(ground="broken_or_stacked"))
    yield (LinkDown("shaker", Fault.SHAKER_BROKER), UP, Continue(), S1(Shake()), DiceUnread("camera", 6, "glare"))
    yield (*GOOD, seen(7, 5, 5, 2), *both(EnterDice(dice=(5, 5, 2))))
    yield (OpenRound(), seat(1, small=500), CloseBetting(), SHAKING, DeclareNoRoll(ground="obstructed"), IDLE, Shake())
    yield (seen(8, 5, 5, 2), SHAKING, ShakerSaid("shaker", "program_error"), DeclareNoRoll(ground="broken_or_stacked"))
    yield (IDLE, S1(Shake()), seen(9, 5, 5, 2), RECEIVED, SHAKING, ShakerSaid("shaker", "order_of_another"))
    yield (
        DeclareNoRoll(ground="cheating"),
        IDLE,
        S1(Shake()),
        seen(10, 5, 5, 2),
        *GOOD,
        seen(11, 3, 3, 2),
        CloseTable(),
    )
