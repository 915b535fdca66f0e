"""A form that was corrected, told: in its own round alone, though at craps the next one is open already."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from daemon.history.explain import Step, explain_round
from daemon.table.orders import CorrectPastRound, EnterDice, EnterPastRound, SeatIn
from tests.daemon.floor import SENT, both
from tests.replay.make import write
from tests.replay.stories import Story

TYPED: Any = {"events": [{"bet": {"seat": "1", "wager": "pass", "stake": 500}}, {"roll": [4, 4]}]}
PAPER: Any = {"events": [{"bet": {"seat": "1", "wager": "pass", "stake": 500}}, {"roll": [6, 5]}]}
ON_FORM: dict[str, Any] = {"form": "craps-1-20261116-164312-01", "reason": "le PC est éteint"}


def told(story: Story, folder: Path, number: int) -> tuple[list[str], Step]:
    """What is said of a round in English, and the verdict."""
    write("craps", story, folder)
    *steps, verdict = explain_round(folder, number)
    return [event["en"] for step in steps for event in step["events"]], verdict


def corrected() -> Story:
    """Before the next roll, with a wager laid since."""
    yield (*both(EnterPastRound(played=TYPED, **ON_FORM)), SeatIn(seat="2", wagers={"field": 500}))
    yield both(CorrectPastRound(played=PAPER, **ON_FORM))
    yield (
        SeatIn(seat="1", wagers={"pass": 500}),
        SeatIn(seat="2", wagers={"pass": 500}),
        *SENT,
        *both(EnterDice(dice=(6, 5))),
    )


def test_at_craps_the_roll_before_is_told_as_corrected_and_the_next_as_dealt_here(tmp_path: Path) -> None:
    said, verdict = told(corrected(), tmp_path / "one", 1)
    assert verdict["verdict"] == "by_hand_corrected"
    assert "Round 1, form craps-1-20261116-164312-01 corrected: “le PC est éteint”. Dice: 6 5." in said
    assert [each[:28] for each in said if "winning" in each] == ["Seat 1, Pass $5.00: winning "]
    _, verdict = told(corrected(), tmp_path / "two", 2)
    assert verdict["verdict"] == "finished"
