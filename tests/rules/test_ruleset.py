"""Rule sets have an identity: a name that follows from all that they say."""

from __future__ import annotations

import json
from dataclasses import asdict, fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.game import Limits, Options
from rules.readings import READINGS
from rules.registry import GAMES
from rules.ruleset import Document, content, digest, document_of, short

DOCUMENT = Document("Salle B", "2026-12-01", "O.C. 111-2000, 9 February 2000", ("A3", "A19"))
POSTED = Options(
    seats=5, minimum=500, maximum=50_000, unit=100, decks=2, more={"x": 1}, revision=1,
    limits={"pair_plus": Limits(100, 1000)}, offered=("pair_plus",),
)  # fmt: skip
OTHER: dict[str, Any] = {  # another value for whatever is posted
    "seats": 6, "minimum": 600, "maximum": None, "unit": 50, "decks": None, "more": {"x": 2}, "revision": 2,
    "limits": {}, "offered": None,
}  # fmt: skip


def name(options: Options = POSTED, document: Document = DOCUMENT, game: str = "three_card_poker") -> str:
    return short(game, digest(content(game, options, document)))


def test_a_set_that_says_the_same_has_the_same_name_for_ever() -> None:
    said = content("three_card_poker", POSTED, DOCUMENT)
    known = {field.name for field in fields(Options)} & said["posting"].keys() | {"revision"}
    pinned = {**said, "posting": {key: value for key, value in said["posting"].items() if key in OTHER}}
    assert known == {field.name for field in fields(Options)}  # whatever is posted is part of it
    assert digest(pinned) == "af905d36a310a86b168b1beab66ce31cb862e88bad454bed128e24e4834c1962"
    assert digest(json.loads(json.dumps(said))) == digest(said)  # as it lies in a journal


@pytest.mark.parametrize("field", [field.name for field in fields(Options)])
def test_whatever_is_posted_changes_it(field: str) -> None:
    other = OTHER.get(field, "something else")
    assert name(replace(POSTED, **{field: other})) != name()


@pytest.mark.parametrize("field", [field.name for field in fields(Document)])
def test_whatever_its_document_says_changes_it(field: str) -> None:
    other: dict[str, Any] = {field: ("A3",) if field == "readings" else "other"}
    assert name(document=replace(DOCUMENT, **other)) != name()


@given(st.integers(1, 10**6), st.integers(1, 10**6))
def test_two_sets_are_alike_only_if_they_say_the_same(one: int, other: int) -> None:
    alike = name(replace(POSTED, minimum=one)) == name(replace(POSTED, minimum=other))
    assert alike is (one == other)


def test_the_name_can_be_said_aloud_and_tells_the_game() -> None:
    sha256 = digest(content("three_card_poker", POSTED, DOCUMENT))
    assert name() == f"three_card_poker/{sha256[:4]}-{sha256[4:8]}"
    assert name(game="war") != name()


@pytest.mark.parametrize("game", GAMES)
def test_a_document_tells_every_reading_that_the_game_s_sheet_tells(game: str) -> None:
    document = document_of(GAMES[game], "Maison", "2026-12-01")
    sheet = GAMES[game].sheet(Options())
    assert sheet is not None and set(sheet.readings) <= set(document.readings) <= set(READINGS)
    assert document.edition == GAMES[game].edition.instrument.en
    assert (document.name, document.effective) == ("Maison", "2026-12-01")
    assert asdict(document)["readings"] == document.readings
