"""« Rien ne va plus » said too early: wagers are taken again; then a void round with a reason that nobody typed."""

from __future__ import annotations

from daemon.table.orders import CloseBetting, OpenRound, ReopenBetting, VoidRound
from tests.replay.stories import Story, seat

VERDICTS = "finished voided"


def story() -> Story:
    """Two rounds."""
    yield (OpenRound(), seat(1, initial=500), CloseBetting(), ReopenBetting(), seat(2, initial=1000), CloseBetting())
    yield ("Kh 9d 8c",)
    yield (OpenRound(), seat(1, initial=500), CloseBetting(), "2c", VoidRound(reason="disputed_wager"))
