"""Every story in hil/scenarios, played by real processes; and the format itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from hil.scenario import ALL, Scenario, ScenarioError, play, read
from hil.shaker.model import Model


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
async def test_the_story_goes_as_told(path: Path) -> None:
    await play(read(path))


def test_there_are_stories() -> None:
    assert {"whole_round", "cable_pulled", "killed_mid_hand"} <= {path.stem for path in ALL}


def test_every_fault_of_the_shaker_has_a_story() -> None:
    steps = [step.words for path in ALL for step in read(path).steps]
    assert set(Model.FAULTS) == {words[2] for words in steps if words[:2] == ("fault", "shaker") and words[3] == "on"}


def story(tmp_path: Path, text: str) -> Scenario:
    path = tmp_path / "told.scenario"
    path.write_text(text)
    return read(path)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("open_round\nrefused ORDER_NOT_NOW seat_in 1\n", r"told\.scenario:2: .*the order was taken"),
        ("\ndance\n", r"told\.scenario:2: dance: ValueError no such step"),
        ("fault shoe sulk on\n", r"no such fault: sulk; there are unplug"),
        ("draw 1\n", "the shoe is empty"),
        (
            "open_round\njournal\nround_opened round=2\n",
            r"told\.scenario:3: the journal should say: round_opened round=2",
        ),
        ("open_round\njournal\n", r"the journal should say: nothing"),
        ("journal\nround_opened\n", r"told\.scenario:2: the journal should say: round_opened"),
    ],
)
async def test_a_story_that_goes_another_way_names_its_line(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(ScenarioError, match=complaint):
        await play(story(tmp_path, text), strict=False)
