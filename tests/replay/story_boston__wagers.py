"""Boston Poker at revision 1: sums in their ratio, and decisions that say what they add, or leave it to the section."""

from __future__ import annotations

from daemon.table.orders import CloseBetting, CorrectDecision, OpenRound, TakeBack
from tests.daemon.floor import both
from tests.replay.stories import Story, says, seat, turn

VERDICTS = "corrected finished"


def story() -> Story:
    """More is laid and a part goes back; one says twice the ante, of one nobody knows it, one had meant to stay in."""
    yield (OpenRound(), seat(1, ante=500, first=1000), seat(1, ante=100, first=200, bonus=500))
    yield (TakeBack(seat="1", wager="bonus", stake=200), seat(2), seat(3, ante=500, first=1000), CloseBetting())
    yield ("Ks Qs Js", "4h 7d 9c", "2c 2d 6s", "2h 3d 5c", says(1, "play", 1200), says(2, "play", 700), says(3, "drop"))
    yield (*both(CorrectDecision(seat="3", choice="play", stake=1000)), *turn("1"))
    yield ("Ts 9s", "8c 8h", "6c 6d", "Ac Kd", *turn("dealer", "1", "2", "3"))
    yield (OpenRound(), seat(1, ante=500, first=1000, bonus=100), TakeBack(seat="1"), seat(1), CloseBetting())
    yield ("Ks Qs Js", "2h 3d 5c", says(1, "drop"), "8c 8h", *turn("dealer"))
