"""Every section of the texts in our own words: none is missing, both languages are there, and readings are known."""

from __future__ import annotations

import re
from itertools import chain

import pytest

from rules.readings import READINGS
from rules.sections.model import Section
from rules.sections.table import SECTIONS, decided, nearest
from tests.rules.coverage import GAZETTE

ALL = pytest.mark.parametrize("section", SECTIONS.values(), ids=list(SECTIONS))


def test_the_sections_are_those_of_the_texts() -> None:
    assert sorted(SECTIONS) == sorted(chain.from_iterable(GAZETTE.values()))


@ALL
def test_a_section_is_told_in_both_languages_and_its_readings_are_known(section: Section) -> None:
    for told in (section.says, section.diverges):
        if told is not None:
            assert told.fr.endswith(".")
            assert told.en.endswith(".")
            assert told.fr != told.en
            assert "\u2019" not in told.fr + told.en
    assert set(section.readings) <= READINGS.keys()
    assert list(section.readings) == sorted(section.readings, key=lambda number: int(number[1:]))


def test_every_reading_belongs_to_a_section() -> None:
    assert {number for section in SECTIONS.values() for number in section.readings} == READINGS.keys()


@ALL
def test_only_the_sections_of_2007_are_known_in_french(section: Section) -> None:
    chapter, _, number = section.number.partition(".")
    assert section.french == (section.number in ("1", "6") or (chapter == "67" and int(number) > 40))
    assert section.french or section.diverges is None


@ALL
def test_french_uses_the_words_of_the_house(section: Section) -> None:
    text = f"{section.says.fr} {section.diverges.fr if section.diverges else ''}"
    if not section.number.startswith("67") or int(section.number.partition(".")[2]) < 88:
        assert not re.search(r"\bcagnotte", text)
    assert not re.search(r"argent égal|1 pour 1|coup sûr", text)


def test_what_a_section_decides_and_what_looks_like_it() -> None:
    assert set(decided("67.62")) == {("boston", "ante"), ("boston", "first"), ("boston", "second")}
    assert list(decided("67.92")) == []
    assert nearest("67.111")[:1] == ["67.11"] or "67.110" in nearest("67.111")
