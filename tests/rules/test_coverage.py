"""No section of the texts is forgotten."""

from __future__ import annotations

from tests.rules.coverage import REASONS, ROOT, TEXTS, bearing, cited, page

SECTIONS = [section for sections in TEXTS.values() for section in sections]


def test_every_section_has_code_and_a_test_of_its_name_or_a_reason() -> None:
    code, tests = cited(), bearing()
    forgotten = [
        section for section in SECTIONS if section not in REASONS and not (code.get(section) and tests.get(section))
    ]
    assert forgotten == []


def test_no_code_or_test_names_a_section_that_the_texts_do_not_have() -> None:
    assert set(cited()) | set(bearing()) <= set(SECTIONS)


def test_the_page_is_up_to_date() -> None:
    assert (ROOT / "docs/bylaw-coverage.md").read_text() == page(), "run: make docs"
