"""What is posted for the hard ways changes in the middle of a layout, and the journal prevails over the file."""

from __future__ import annotations

from typing import Any

from daemon.table.orders import Align, ChangePosting, CloseTable, CorrectDice, DiceOut, EnterDice, OpenRound, TakeBack
from rules.game import Limits
from rules.ruleset import Document
from tests.daemon.floor import SENT, both
from tests.replay.stories import Restart, Story, seat

POSTED: dict[str, Any] = {
    "minimum": 500,
    "maximum": 50_000,
    "limits": {f"hard_{number}": Limits(100, 2000) for number in (4, 6, 8, 10)},
    "document": Document("Salle A", "2026-11-01", "draft by-law of 2000", ("A11", "A12", "A115", "A125", "A132")),
}
VERDICTS = "finished finished corrected finished in_progress in_progress"


def story() -> Story:
    """A hard way below the table's minimum; other limits from the next roll on; what lies there is settled."""
    yield (OpenRound(), seat(1, hard_4=100, **{"pass": 1000}), *SENT, *both(EnterDice(dice=(4, 2))))
    yield both(
        ChangePosting(posting={"limits": {"hard": {"minimum": 500, "maximum": 1000}}, "offered": ["hard", "odds"]})
    )
    yield (seat(1, hard_8=100, field=500), DiceOut(), *both(EnterDice(dice=(2, 1))), seat(1, hard_10=500), Restart())
    yield (Align(felt={"1": 4}), DiceOut(), *both(EnterDice(dice=(3, 2))), *both(CorrectDice(dice=(2, 2))))
    yield (
        *both(ChangePosting()),
        DiceOut(),
        *both(EnterDice(dice=(3, 3))),
        *both(ChangePosting(posting={"seats": 12})),
    )
    yield (*(TakeBack(seat="1", wager=wager) for wager in ("hard_8", "hard_10")), CloseTable(), OpenRound())
