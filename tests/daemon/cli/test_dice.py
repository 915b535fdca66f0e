"""croupierctl dice: one line an image, bad files with their fault, and a score that cannot hide a wrong answer."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import cv2
import numpy as np
import pytest

from daemon.cli.dice.score import Label, Scored, _curve
from daemon.cli.dice.words import WORDS
from daemon.history.words import WORDS as SENTENCES
from daemon.text.faults import ROWS
from daemon.text.language import Language
from drivers.camera.reading import Die, Reading, Reason
from drivers.faults import Fault
from hil.camera.lens import Lens
from hil.camera.scene import render

CROUPIERCTL = str(Path(sys.executable).with_name("croupierctl"))


def dice(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        (CROUPIERCTL, "dice", *map(str, arguments)), capture_output=True, text=True, check=False, timeout=120
    )


@pytest.fixture(scope="module")
def photographs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two that can be read, one that shows no dice, and what they show."""
    home = tmp_path_factory.mktemp("photographs")
    labels = []
    for name, faces in (("one_a.jpg", (3, 5)), ("one_b.png", (1, 6)), ("two_empty.jpg", ())):
        rng = np.random.default_rng(len(faces) * 7)
        clean = Lens(grain=0.004, quality=100)
        picture, truth = render(
            rng, faces, width=400, height=300, edge=60, tilt=0.1, material="white", lens=clean, clutter=0
        )
        cv2.imwrite(str(home / name), picture)
        assert truth.faces == faces
        labels.append({"file": name, "faces": faces, "n": len(faces) or 2, "difficulty": "easy", "notes": "rendered"})
    (home / "labels.json").write_text(json.dumps(labels))
    return home


def test_one_json_line_an_image_in_the_form_that_is_promised(photographs: Path) -> None:
    files = photographs / "one_a.jpg", photographs / "one_b.png", photographs / "two_empty.jpg"
    ran = dice("read", "--count", 2, "--json", *files)
    lines: list[dict[str, Any]] = [json.loads(line) for line in ran.stdout.splitlines()]
    assert ran.returncode == 1
    assert ran.stderr == ""
    assert [line["file"] for line in lines] == [str(file) for file in files]
    assert [line["faces"] for line in lines] == [[3, 5], [1, 6], None]
    for line in lines:
        assert list(line) == ["file", "faces", "dice", "reason", "ms"]
        assert line["ms"] > 0
        assert (line["reason"] is None) == (line["faces"] is not None)
        for die in line["dice"]:
            assert list(die) == ["value", "box", "confidence"]
            assert len(die["box"]) == 4
            assert 0 <= die["confidence"] <= 1
    assert sorted(die["value"] for die in lines[0]["dice"]) == [3, 5]
    assert lines[2]["reason"] in set(Reason)


@pytest.mark.parametrize(("language", "abstains"), [("en", "not read"), ("fr", "pas de lecture")])
def test_people_are_told_in_their_language(photographs: Path, language: str, abstains: str) -> None:
    read = dice("read", "--count", 2, "--lang", language, photographs / "one_a.jpg")
    assert (read.returncode, read.stdout) == (0, f"{photographs / 'one_a.jpg'}: 3 5\n")
    refused = dice("read", "--count", 2, "--lang", language, photographs / "two_empty.jpg")
    assert refused.returncode == 1
    assert abstains in refused.stdout


def test_a_bad_file_has_its_fault_and_the_others_are_still_read(photographs: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.jpg"
    bad.write_bytes(b"no image")
    missing = tmp_path / "missing.jpg"
    ran = dice("read", "--count", 2, "--lang", "en", bad, missing, photographs / "one_a.jpg")
    assert ran.returncode == 2
    assert ran.stdout.endswith("3 5\n")
    assert ran.stderr.count(Fault.IMAGE_UNREADABLE) == 2
    assert ROWS[Fault.IMAGE_UNREADABLE].en.action in ran.stderr
    lines = [json.loads(line) for line in dice("read", "--json", bad, missing).stdout.splitlines()]
    assert [(line["faces"], line["dice"], line["reason"]) for line in lines] == [(None, [], "IMAGE_UNREADABLE")] * 2
    assert "missing.jpg" in json.dumps(lines[1]["error"])


def test_an_image_that_would_take_all_memory_is_refused_and_the_others_are_still_read(
    photographs: Path, tmp_path: Path
) -> None:
    (tmp_path / "one_a.jpg").write_bytes((photographs / "one_a.jpg").read_bytes())
    cv2.imwrite(str(tmp_path / "one_huge.jpg"), np.full((16_000, 16_000), 120, np.uint8))
    cv2.imwrite(str(tmp_path / "one_tiny.png"), np.zeros((1, 1), np.uint8))
    names = "one_huge.jpg", "one_tiny.png", "one_a.jpg"
    ran = dice("read", "--count", 2, "--lang", "en", *(tmp_path / name for name in names))
    assert ran.returncode == 2
    assert ran.stdout.endswith("3 5\n")
    assert ran.stderr.count(Fault.IMAGE_SIZE) == 2
    assert "16000 x 16000" in ran.stderr
    (tmp_path / "labels.json").write_text(json.dumps([{"file": name, "faces": [3, 5], "n": 2} for name in names]))
    score = json.loads(dice("score", tmp_path, "--sheet", tmp_path / "sheet.jpg", "--json").stdout)
    assert score["groups"][-1] == {"by": "all", "name": "", "exact": 1, "wrong": 0, "abstained": 0}
    assert [error["code"] for error in score["errors"]] == [Fault.IMAGE_SIZE] * 2


def test_the_score_counts_by_source_and_draws_its_sheet(photographs: Path, tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.png"
    ran = dice("score", photographs, "--sheet", sheet, "--json")
    score = json.loads(ran.stdout)
    assert ran.returncode == 0
    assert {"by": "source", "name": "one", "exact": 2, "wrong": 0, "abstained": 0} in score["groups"]
    assert {"by": "all", "name": "", "exact": 2, "wrong": 0, "abstained": 1} in score["groups"]
    assert [one["verdict"] for one in score["photographs"]] == ["exact", "exact", "abstained"]
    drawn = cv2.imread(str(sheet))
    assert drawn is not None
    assert drawn.shape[1] == 1800
    text = dice("score", photographs, "--sheet", sheet, "--lang", "fr", "--only", "one")
    assert text.returncode == 0
    assert "Aucune réponse acceptée n'est fausse." in text.stdout
    assert "Photos" in text.stdout


def test_a_wrong_answer_is_told_loudly(photographs: Path, tmp_path: Path) -> None:
    (tmp_path / "one_a.jpg").write_bytes((photographs / "one_a.jpg").read_bytes())
    (tmp_path / "labels.json").write_text(json.dumps([{"file": "one_a.jpg", "faces": [3, 4], "n": 2}]))
    ran = dice("score", tmp_path, "--sheet", tmp_path / "sheet.jpg", "--lang", "en")
    assert ran.returncode == 2
    assert "Accepted answers are wrong." in ran.stdout
    assert "✗" in ran.stdout


def test_a_photograph_that_is_none_and_a_sheet_that_cannot_be_written_cost_nothing_else(
    photographs: Path, tmp_path: Path
) -> None:
    (tmp_path / "one_a.jpg").write_bytes((photographs / "one_a.jpg").read_bytes())
    (tmp_path / "one_b.jpg").write_bytes(b"no image")
    labels = [{"file": f"one_{name}.jpg", "faces": [3, 5], "n": 2} for name in "ab"]
    (tmp_path / "labels.json").write_text(json.dumps(labels))
    ran = dice("score", tmp_path, "--sheet", tmp_path / "no" / "sheet.jpg", "--json")
    score = json.loads(ran.stdout)
    assert ran.returncode == 1
    assert score["groups"][-1] == {"by": "all", "name": "", "exact": 1, "wrong": 0, "abstained": 0}
    assert [error["code"] for error in score["errors"]] == [Fault.IMAGE_UNREADABLE, Fault.IMAGE_NOT_WRITTEN]
    ran = dice("score", tmp_path, "--sheet", tmp_path / "sheet.jpg", "--lang", "en")
    assert ran.returncode == 1
    assert ROWS[Fault.IMAGE_UNREADABLE].en.action in ran.stderr


@pytest.mark.parametrize("labels", [None, "{", '[{"file": "a.jpg"}]'])
def test_labels_that_say_nothing_are_refused(labels: str | None, tmp_path: Path) -> None:
    if labels is not None:
        (tmp_path / "labels.json").write_text(labels)
    ran = dice("score", tmp_path, "--sheet", tmp_path / "sheet.jpg")
    assert ran.returncode != 0
    assert Fault.LABELS_INVALID in ran.stdout + ran.stderr
    assert not (tmp_path / "sheet.jpg").exists()


def test_the_curve_has_every_guess_and_then_fewer_and_fewer() -> None:
    def scored(value: int, confidence: float, reason: Reason | None) -> Scored:
        return Scored(
            Label(file="x_1", faces=(3,), n=1), Path(), Reading((Die(value, (0, 0, 1, 1), confidence),), reason), 1
        )

    curve = _curve([scored(3, 0.99, None), scored(3, 0.75, None), scored(4, 0.72, None), scored(2, 0.2, Reason.COCKED)])
    assert curve[0] == (None, 4, 2)
    assert curve[1] == (0.0, 3, 1)
    assert (0.8, 1, 0) in curve
    assert [answered for _, answered, _ in curve[1:]] == sorted((one[1] for one in curve[1:]), reverse=True)


def test_every_reason_has_its_words_in_both_languages() -> None:
    assert {f"dice_{reason}" for reason in Reason} <= set(SENTENCES)
    for term in WORDS.values():
        assert all(getattr(term, language) for language in get_args(Language))
