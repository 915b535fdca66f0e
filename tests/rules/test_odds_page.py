"""The page of odds says what the code computes."""

from __future__ import annotations

from pathlib import Path

from tests.rules.odds_page import page

PAGE = Path(__file__).parents[2] / "docs/odds.md"


def test_the_page_is_the_one_that_the_code_makes() -> None:
    assert PAGE.read_text() == page(), "run: make docs"
