"""No section of the texts is forgotten."""

from __future__ import annotations

from tests.rules.coverage import HELD, NOTHING_TO_DO, ROOT, TEXTS, bearing, cited, held, page, unproven

SECTIONS = [section for sections in TEXTS.values() for section in sections]


def test_every_section_that_is_only_settled_has_code_and_a_test_of_its_name() -> None:
    code, tests = cited(), bearing()
    settled = [section for section in SECTIONS if section not in HELD | NOTHING_TO_DO]
    assert [section for section in settled if not (code.get(section) and tests.get(section))] == []


def test_every_section_that_a_table_must_hold_is_broken_somewhere() -> None:
    assert sorted(HELD.keys() - held().keys()) == []


def test_a_scenario_names_the_section_at_the_step_in_which_it_is_broken() -> None:
    assert list(unproven()) == []


def test_nothing_is_said_to_be_held_that_no_table_must_hold() -> None:
    assert held().keys() <= HELD.keys() <= set(SECTIONS)
    assert not HELD.keys() & NOTHING_TO_DO.keys()


def test_no_code_or_test_names_a_section_that_the_texts_do_not_have() -> None:
    assert set(cited()) | set(bearing()) <= set(SECTIONS)


def test_the_page_is_up_to_date() -> None:
    assert (ROOT / "docs/bylaw-coverage.md").read_text() == page(), "run: make docs"
