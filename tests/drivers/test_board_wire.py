"""docs/protocols/board.md tells the truth: its examples are messages that both sides accept."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from pydantic import ValidationError

from drivers.board.wire import Echo, Presence, Result, echo_topic, presence_topic, result_topic

PAGE = (Path(__file__).parents[2] / "docs/protocols/board.md").read_text()
RESULT, ECHO = re.findall(r"```json\n(.+?)```", PAGE, re.DOTALL)


def test_the_examples_are_messages() -> None:
    assert Result.model_validate_json(RESULT).seq == 12
    assert Echo.model_validate_json(ECHO).board == "board-1"
    (presence,) = re.findall(r"`(\{.*online.*\})`", PAGE)
    assert Presence.model_validate_json(presence).online


def test_the_topics_are_those_of_the_page() -> None:
    for topic in (result_topic("TABLE"), echo_topic("TABLE", "BOARD"), presence_topic("TABLE", "BOARD")):
        assert f"`{topic}`" in PAGE


@pytest.mark.parametrize("change", [{"v": 2}, {"surprise": 1}, {"seq": "many"}])
def test_a_message_of_another_version_or_with_another_field_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Result.model_validate(json.loads(RESULT) | change)
