"""docs/scale.md says what the simulation says."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bench.scale import HOUSE, ROUNDS_PER_HOUR, SITES, page, simulate

PAGE = Path(__file__).parents[1] / "docs/scale.md"


def test_the_page_holds_the_figures_of_the_simulation() -> None:
    assert page() in PAGE.read_text()


def test_every_round_is_booked_once_with_an_outage_or_without() -> None:
    for site in SITES[:3]:
        calm, outage = simulate(site), simulate(site, outage=True)
        assert calm.bookings == outage.bookings
        assert abs(calm.bookings / site.tables - ROUNDS_PER_HOUR) < 2


def test_a_line_that_is_asked_for_less_than_it_gives_is_short() -> None:
    """A booking alone takes what it takes; twice the tables lock the row for twice the time."""
    few, many = (simulate(replace(SITES[0], tables=tables)) for tables in (1, 2))
    assert few.median == pytest.approx(HOUSE.trip + HOUSE.locked(1))
    assert few.p99 == pytest.approx(HOUSE.trip + HOUSE.locked(1))
    assert many.busy / few.busy == pytest.approx(many.bookings / few.bookings)
