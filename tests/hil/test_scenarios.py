"""Every story in hil/scenarios, played by real processes; and the format itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from daemon.control.orders import AnyGiven
from hil.orders import described
from hil.scenario import ALL, Scenario, ScenarioError, play, read
from hil.shaker.model import Model
from hil.shaker.studio import StudioShaker
from rules.registry import GAMES


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
async def test_the_story_goes_as_told(path: Path) -> None:
    await play(read(path))


def test_there_are_stories() -> None:
    assert {"whole_round", "cable_pulled", "killed_mid_hand"} <= {path.stem for path in ALL}


@pytest.mark.parametrize(("protocol", "faults"), [("usb", Model.FAULTS), ("studio", StudioShaker.FAULTS)])
def test_every_fault_of_a_shaker_has_a_story(protocol: str, faults: dict[str, str]) -> None:
    stories = [story for path in ALL if (story := read(path)).shaker is not None and story.shaker.protocol == protocol]
    steps = [step.words for story in stories for step in story.steps]
    assert set(faults) == {words[2] for words in steps if words[:2] == ("fault", "shaker") and words[3] == "on"}


BEGUN = ("close_betting", "start_game", "dice_out")  # nothing is laid any more
SEEN = ("held", "dice_not_read")  # what a pulled cable brings about in a hand


def mishap(scenario: Scenario) -> bool:
    """A cable is pulled in the middle of a hand and put back, and the hand is settled to its end."""
    told = [step.words[2:] if step.words[0] == "fault" else step.words[0] for step in scenario.steps]
    story = [word for word in told if word in (*BEGUN, ("unplug", "on"), ("unplug", "off"))]
    in_hand = story[:1] != [("unplug", "on")] and ("unplug", "on") in story and ("unplug", "off") in story
    events = [step.words[-1 if len(step.words) == 1 else int(step.words[0].isdigit())] for step in scenario.journal]
    told_of = [event for event in events if event in (*SEEN, "line_settled", "round_finished")]
    settled = "line_settled" in told_of[:-1] and told_of[-1:] == ["round_finished"]
    return in_hand and settled and bool({*SEEN} & {*told_of[: told_of.index("round_finished")]})


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_story_in_which_a_cable_is_pulled(game: str) -> None:
    stories = [scenario for scenario in map(read, ALL) if scenario.game == game]
    assert any(map(mishap, stories)), f"no scenario of {game} pulls a cable in a round and settles it"


def test_a_story_without_a_pulled_cable_is_none(tmp_path: Path) -> None:
    on, off = "fault shoe unplug on\n", "fault shoe unplug off\n"
    end = "journal\nheld\nline_settled\nround_finished\n"
    assert mishap(story(tmp_path, f"open_round\nclose_betting\n{on}{off}{end}"))
    assert not mishap(story(tmp_path, f"open_round\n{on}close_betting\n{off}{end}"))  # before the hand
    assert not mishap(story(tmp_path, f"close_betting\nfault shoe misread on\n{off}{end}"))
    assert not mishap(story(tmp_path, f"close_betting\n{on}{end}"))  # never put back
    assert not mishap(story(tmp_path, f"close_betting\n{on}{off}journal\nheld\nround_voided\n"))
    assert not mishap(story(tmp_path, f"close_betting\n{on}{off}journal\nline_settled\nround_finished\n"))


def story(tmp_path: Path, text: str) -> Scenario:
    path = tmp_path / "told.scenario"
    path.write_text(text)
    return read(path)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("open_round\nrefused ORDER_NOT_NOW seat_in 1\n", r"told\.scenario:2: .*the order was taken"),
        ("refused ORDER_NOT_NOW:dice_out seat_in 1\n", r"told\.scenario:1: .*RefusedError ORDER_NOT_NOW:no_round"),
        (
            "posted minimum=500\nopen_round\nrefused ORDER_ILLEGAL:limits seat_in 1 initial=500\n",
            r"told\.scenario:3: .*the order was taken",
        ),
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


KINDS = described({"components": {"schemas": TypeAdapter(AnyGiven).json_schema()["$defs"]}})


@pytest.mark.parametrize(
    ("kind", "words", "fields"),
    [
        ("seat_in", ["1"], {"seat": "1", "wagers": {}}),
        ("seat_in", ["1", "initial=500", "pair_plus=?"], {"seat": "1", "wagers": {"initial": 500, "pair_plus": None}}),
        ("take_back", ["1", "pass"], {"seat": "1", "wager": "pass"}),
        ("call_wager", ["1", "place_6", "true"], {"seat": "1", "wager": "place_6", "on": True}),
        ("ruling", ["bet", "a=b", "stake=200"], {"what": "bet", "reason": "a=b", "stake": 200}),
        ("enter_dice", ["4", "3"], {"dice": [4, 3]}),
        ("align", ["1=3", "dealer=2"], {"felt": {"1": 3, "dealer": 2}}),
        ("correct_card", ["1", "0", "Kh"], {"hand": "1", "index": 0, "card": "Kh"}),
        ("reassign_cards", ['["1", 0, "2", 1]'], {"swaps": [["1", 0, "2", 1]]}),
        ("award_jackpot", ["1", "1000"], {"pool": "p", "seat": "1", "cents": 1000}),
        ("open_round", [], {}),
    ],
)
def test_the_words_of_an_order_fill_in_the_fields_that_the_api_describes(
    kind: str, words: list[str], fields: dict[str, Any]
) -> None:
    assert KINDS[kind].fields(words, pool="p") == fields


def test_a_word_too_many_is_no_field() -> None:
    with pytest.raises(ValueError, match="no field takes now"):
        KINDS["open_round"].fields(["now"])
