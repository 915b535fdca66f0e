"""`croupierctl section`: two columns, where the versions diverge, what a reading costs, the rounds that it decided."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from daemon.history.decided import rounds_decided
from rules.sections.table import SECTIONS
from tests.replay import copied, croupierctl


def test_both_languages_stand_beside_each_other_with_what_the_reading_costs() -> None:
    status, said = croupierctl("section", "67.82", "--lang", "en")
    assert status == 0
    assert "Le croupier ouvre avec un roi, un as      The dealer opens with a king, an ace" in said
    assert "A64=push: the dealer does not open: Super Bonus pushes" in said
    assert "Ante: −3.20\u00a0% → 0.42\u00a0%" in said
    assert "two versions say the same" in said


def test_where_the_versions_diverge_is_told_in_the_language_asked_for() -> None:
    assert "Le français s'applique." in croupierctl("section", "67.41", "--lang", "fr")[1]
    assert "The French is applied." in " ".join(croupierctl("section", "67.41", "--lang", "en")[1].split())
    assert "English version alone is authentic" in croupierctl("section", "95.14", "--lang", "en")[1]


def test_the_rounds_that_it_decided(tmp_path: Path) -> None:
    folder, _ = copied("war", tmp_path)
    status, said = croupierctl("section", "67.39", "--journal", folder, "--json")
    answer = json.loads(said)
    assert (status, answer["rounds"], answer["last"]) == (0, 3, [1, 2, 4])
    assert answer["readings"][0]["choices"]["paid"]["edges"]["war"]["initial"].startswith("-")
    assert croupierctl("section", "67.39", "--journal", folder, "--lang", "en")[1].endswith("The last: 1, 2, 4.\n")
    assert rounds_decided(folder, "67.87") == []


def test_a_round_that_is_void_was_decided_by_no_section(tmp_path: Path) -> None:
    folder, _ = copied("sic_bo", tmp_path)
    assert 4 not in {*rounds_decided(folder, "95.22"), *rounds_decided(folder, "95.24")}


def test_a_dice_correction_takes_the_line_from_the_roll_before(tmp_path: Path) -> None:
    folder, _ = copied("craps", tmp_path)
    assert all(
        number > 0 for section in ("95.14", "95.15", "95.16", "95.17") for number in rounds_decided(folder, section)
    )


@pytest.mark.parametrize(("asked", "near"), [("67.821", "67.82"), ("95.71", "95.7")])
def test_an_unknown_section_is_refused_with_the_nearest(asked: str, near: str) -> None:
    status, said = croupierctl("section", asked, "--lang", "en")
    assert status == 2
    assert near in said.replace(asked, "")


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_section_fits_80_columns(language: str) -> None:
    for number in SECTIONS:
        status, said = croupierctl("section", number, "--lang", language)
        assert status == 0
        assert max(map(len, said.splitlines())) <= 80, number
        assert not any(line != line.rstrip() for line in said.splitlines())
