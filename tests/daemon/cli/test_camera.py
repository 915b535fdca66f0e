"""`croupierctl camera calibrate`, with a camera that shows what the test wants."""

from __future__ import annotations

import importlib
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from daemon.cli import main
from daemon.cli.camera.words import WORDS
from drivers.camera.calibration import load
from drivers.camera.measure import Picture
from drivers.faults import Fault
from tests.drivers.camera_child import GROUND, HEIGHT, REGION, WIDTH, picture


def bare(seed: int) -> Picture:
    """A tray without a mark around it."""
    noise = np.random.default_rng(seed).normal(GROUND, 2, (HEIGHT, WIDTH, 3))
    return np.clip(noise, 0, 255).astype(np.uint8)


def calibrating(monkeypatch: pytest.MonkeyPatch, to: Path, *shown: Picture) -> int:
    """The exit status."""

    async def snap(_: int) -> tuple[bytes, ...]:
        return tuple(cv2.imencode(".png", each)[1].tobytes() for each in shown)

    @asynccontextmanager
    async def watching(*_: object) -> AsyncIterator[SimpleNamespace]:
        yield SimpleNamespace(camera=SimpleNamespace(snap=snap))

    command = importlib.import_module("daemon.cli.camera.calibrate")  # not the function of that name
    monkeypatch.setattr(command, "watching", watching)
    given = "--source", "sim", "--to", str(to), "--die", "30", "--yes", "--region", ",".join(map(str, REGION))
    monkeypatch.setattr(sys, "argv", ["croupierctl", "camera", "calibrate", *given, "--lang", "en"])
    with pytest.raises(SystemExit) as ended:
        main()
    return int(ended.value.code or 0)


def test_a_tray_with_marks_is_calibrated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "t.calibration"
    assert calibrating(monkeypatch, file, *(picture(seed=seed) for seed in range(3))) == 0
    assert len(load(file).calibration.marks) >= 3


def test_a_tray_without_marks_is_not_but_there_is_a_picture_to_look_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "t.calibration"
    assert calibrating(monkeypatch, file, *map(bare, range(3))) == 1  # the table deals without it
    assert not file.exists()
    assert file.with_name("t.calibration.png").exists()
    said = " ".join(capsys.readouterr().out.split())
    assert Fault.CAMERA_UNCALIBRATED in said
    assert WORDS["not_calibrated"].en in said
    assert WORDS["calibrated"].en not in said
