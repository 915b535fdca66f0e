"""Every fault in both languages, and the page that is made from them."""

from __future__ import annotations

from pathlib import Path

import pytest

from daemon.text.faults import TEXTS, page
from drivers.faults import Fault

FAULTS = Path(__file__).parents[3] / "docs/faults.md"


def test_there_is_a_text_for_every_fault_and_no_other() -> None:
    assert set(TEXTS) == set(Fault)


@pytest.mark.parametrize("fault", Fault)
def test_a_fault_has_a_sentence_and_an_action_in_both_languages(fault: Fault) -> None:
    fr, en = TEXTS[fault].fr, TEXTS[fault].en
    for text in (*fr, *en):
        assert text.strip() == text != ""
        assert "\n" not in text
    assert fr.sentence != en.sentence
    assert fr.action != en.action


def test_the_page_of_faults_is_the_one_that_the_code_makes() -> None:
    assert FAULTS.read_text() == page(), "run: make docs"


def test_the_page_names_every_fault_once() -> None:
    assert [line for line in page().splitlines() if line.startswith("## ")] == [f"## {fault}" for fault in Fault]
