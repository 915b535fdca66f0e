"""A prepaid commission goes back with what is taken back undecided (A137, A138), over rolls and restarts."""

from __future__ import annotations

from daemon.table.orders import Align, CloseTable, CorrectDice, DiceOut, EnterDice, OpenRound, TakeBack, VoidRound
from tests.daemon.floor import SENT, both
from tests.replay.stories import POSTED as USUAL
from tests.replay.stories import Restart, Story, seat

POSTED = USUAL["craps"]
VERDICTS = "finished corrected finished voided"


def story() -> Story:
    """A part, after a restart the rest; another roll leaves something else to take back; a void round gives it all."""
    yield (OpenRound(), seat(1, buy_4=2010, **{"pass": 500}), seat(2, lay_6=2500), seat(2, lay_6=None, buy_10=1000))
    yield (TakeBack(seat="1", wager="buy_4", stake=1000), *SENT, *both(EnterDice(dice=(5, 4))), Restart())
    yield (Align(felt={"1": 2, "2": 2}), TakeBack(seat="1", wager="buy_4"), TakeBack(seat="2", wager="lay_6"))
    yield (seat(1, buy_8=500), seat(1, buy_8=510), DiceOut(), *both(EnterDice(dice=(6, 2))))
    yield (*both(CorrectDice(dice=(3, 1))), TakeBack(seat="1", wager="buy_8", stake=300))
    yield (DiceOut(), *both(EnterDice(dice=(1, 2))), VoidRound(reason="une alarme d'incendie"), CloseTable())
