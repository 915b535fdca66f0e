"""The calibration's file: what is known of a camera over its tray, and what its marks look like."""

from __future__ import annotations

import base64
import json
import math
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import TypeAdapter, ValidationError

from drivers.camera.limits import PIXELS
from drivers.camera.measure import PATCH, Picture
from drivers.camera.reading import Calibration
from drivers.faults import Fault, FaultError

VERSION = 1
CALIBRATION = TypeAdapter(Calibration)
BIGGEST = 1_000_000  # bytes
FEWEST_MARKS = 3  # with fewer, a camera that is moved, blurred or covered is not noticed


@dataclass(frozen=True, slots=True)
class Calibrated:
    """A calibration, what surrounds each of its marks, how sharp that was, and how much there was to see at all."""

    calibration: Calibration
    patches: tuple[Picture, ...]
    sharpness: float
    detail: float


def dump(made: Calibrated) -> bytes:
    """Writes a calibration as JSON."""
    patches = [base64.b64encode(known.tobytes()).decode() for known in made.patches]
    more = {"sharpness": made.sharpness, "detail": made.detail, "patches": patches}
    document = {"version": VERSION, **asdict(made.calibration), **more}
    return json.dumps(document, indent=1).encode() + b"\n"


def load(path: Path) -> Calibrated:
    """CAMERA_UNCALIBRATED if it is missing, not a calibration, or has too few marks."""
    try:
        with path.open("rb") as file:
            document: dict[str, Any] = json.loads(file.read(BIGGEST))
        if document.pop("version") != VERSION:
            raise ValueError("another version")
        patches = tuple(map(_patch, document.pop("patches")))
        sharpness, detail = float(document.pop("sharpness")), float(document.pop("detail"))
        calibration = CALIBRATION.validate_python(document)
        measured = 0.001 < sharpness < math.inf and 0 <= detail < math.inf
        if not measured or not _plausible(calibration) or len(patches) != len(calibration.marks):
            raise ValueError("it contradicts itself")
        if len(calibration.marks) < FEWEST_MARKS:
            raise FaultError(Fault.CAMERA_UNCALIBRATED, f"{path}: {len(calibration.marks)}/{FEWEST_MARKS} marks")
    except OSError as error:
        raise FaultError(Fault.CAMERA_UNCALIBRATED, f"{path}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError, ValidationError) as error:
        raise FaultError(Fault.CAMERA_UNCALIBRATED, f"{path}: not a calibration") from error
    return Calibrated(calibration, patches, sharpness, detail)


def _plausible(made: Calibration) -> bool:
    """The region and the marks lie in the picture, the picture is one that is taken, and a die fits into it."""
    x, y, width, height = made.region
    inside = 0 <= x < x + width <= made.width and 0 <= y < y + height <= made.height
    marked = all(0 <= x < made.width and 0 <= y < made.height for x, y in made.marks)
    return inside and marked and made.width * made.height <= PIXELS and 1 <= made.die <= made.width and made.light >= 0


def _patch(text: str) -> Picture:
    return np.frombuffer(base64.b64decode(text, validate=True), np.uint8).reshape(PATCH, PATCH)
