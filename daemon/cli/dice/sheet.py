"""A contact sheet: every photograph small, with what was read in it, the wrong ones first."""

from __future__ import annotations

import math
from pathlib import Path

import cv2
import numpy as np

from daemon.cli.dice.read import load
from daemon.history.sentences import Voice
from daemon.text.language import Language
from drivers.camera.crop import Picture
from drivers.camera.reading import Reading
from drivers.faults import Fault, FaultError

SIDE, STRIP, LETTER = 300, 24, 12
COLUMNS = 6  # at least: a JPEG has at most 65,500 pixels a side
COLOURS = {"exact": (80, 200, 80), "wrong": (60, 60, 255), "abstained": (0, 190, 255)}
ORDER = ("wrong", "abstained", "exact")

Shot = tuple[Path, Reading, str, tuple[int, ...]]


def draw(file: Path, shots: list[Shot], language: Language) -> None:
    """Writes the sheet. FaultError if the file cannot be written."""
    voice = Voice(language, "")
    ranked = sorted(shots, key=_rank)
    tiles = [tile(load(path), voice, reading, verdict, faces) for path, reading, verdict, faces in ranked]
    blank = np.zeros((SIDE + STRIP, SIDE, 3), np.uint8)
    columns = max(COLUMNS, math.isqrt(len(tiles)))
    tiles += [blank] * (-len(tiles) % columns or (columns if not tiles else 0))
    rows = [np.hstack(tiles[start : start + columns]) for start in range(0, len(tiles), columns)]
    good, coded = cv2.imencode(file.suffix if file.suffix in (".jpg", ".png") else ".jpg", np.vstack(rows))
    if not good:
        raise FaultError(Fault.IMAGE_NOT_WRITTEN, f"{file}: {len(shots)}")
    try:
        file.write_bytes(coded.tobytes())
    except OSError as error:
        raise FaultError(Fault.IMAGE_NOT_WRITTEN, f"{file}: {error.strerror}") from None


def tile(picture: Picture, voice: Voice, reading: Reading, verdict: str, faces: tuple[int, ...]) -> Picture:
    """One photograph with its dice marked, and a strip that says what is right and what was read."""
    scale = SIDE / max(picture.shape[:2])
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    image = np.zeros((SIDE + STRIP, SIDE, 3), np.uint8)
    image[: small.shape[0], : small.shape[1]] = small[:SIDE, :SIDE]
    colour = COLOURS[verdict]
    for die in reading.dice:
        x, y, wide, high = (int(part * scale) for part in die.box)
        cv2.rectangle(image, (x, y), (x + wide, y + high), colour, 1)
        cv2.putText(image, str(die.value), (x + wide, y + 12), cv2.FONT_HERSHEY_SIMPLEX, 0.5, colour, 1, cv2.LINE_AA)
    read = "".join(map(str, reading.faces or ())) if reading.reason is None else voice.unread(reading.reason)
    text = f"{''.join(map(str, sorted(faces)))} : {read}"
    cv2.putText(image, text, (4, SIDE + STRIP - 7), colour, cv2.FontFace("sans"), LETTER)
    return image


def _rank(shot: Shot) -> tuple[int, str]:
    return ORDER.index(shot[2]), shot[0].name
