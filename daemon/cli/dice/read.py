"""`croupierctl dice read`: one line an image."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from daemon.cli.dice.words import WORDS
from daemon.cli.options import JsonOption, LanguageOption, choose_language
from daemon.history.sentences import Voice
from daemon.text.details import Because, said
from daemon.text.faults import ROWS, fault_answer
from daemon.text.language import Language
from drivers.camera.reading import Reading
from drivers.faults import Fault, FaultError

if TYPE_CHECKING:
    from drivers.camera.crop import Picture

CountOption = Annotated[int | None, typer.Option("--count", min=1, max=12, metavar="N", help="how many dice there are")]


def read(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="images", show_default=False)],
    count: CountOption = None,
    lang: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """What the dice in images show, or why nobody can tell. Exit status: 0 all read, 1 some not, 2 a bad file."""
    worst = 0
    for file in files:
        try:
            picture = load(file)
        except FaultError as error:
            worst = 2
            if as_json:
                sys.stdout.write(json.dumps(_failed(file, error), ensure_ascii=False) + "\n")
            else:
                complain(error, choose_language(lang))
            continue
        reading, ms = timed(picture, count)
        worst = max(worst, int(reading.reason is not None))
        line = json.dumps(entry(file, reading, ms)) if as_json else sentence(file, reading, choose_language(lang))
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
    raise SystemExit(worst)


def load(file: Path) -> Picture:
    """Decodes the image in a file. FaultError if there is none, or one of a size that nobody could have meant."""
    from drivers.camera.limits import FILE, PHOTOGRAPH_PIXELS
    from drivers.camera.picture import SizeRefused, decode

    try:
        with file.open("rb") as opened:
            return decode(opened.read(FILE), PHOTOGRAPH_PIXELS)
    except OSError as error:
        raise FaultError(Fault.IMAGE_UNREADABLE, f"{file}: {error.strerror}") from None
    except SizeRefused as size:
        raise FaultError(Fault.IMAGE_SIZE, f"{file}: {size}") from None
    except ValueError:
        raise FaultError(Fault.IMAGE_UNREADABLE, Because.NO_IMAGE(file=file)) from None


def timed(picture: Picture, count: int | None) -> tuple[Reading, float]:
    """A reading and the milliseconds that it took, without the loading of the networks."""
    from drivers.camera import recognise
    from drivers.camera.networks import networks

    networks()
    started = time.perf_counter()
    reading = recognise.read(picture, count)
    return reading, round((time.perf_counter() - started) * 1000, 1)


def entry(file: Path, reading: Reading, ms: float) -> dict[str, Any]:
    """Returns what was read in an image, as a JSON object."""
    dice = [{"value": die.value, "box": die.box, "confidence": die.confidence} for die in reading.dice]
    faces = None if reading.faces is None else list(reading.faces)
    return {"file": str(file), "faces": faces, "dice": dice, "reason": reading.reason, "ms": ms}


def _failed(file: Path, error: FaultError) -> dict[str, Any]:
    nothing: dict[str, Any] = {"file": str(file), "faces": None, "dice": [], "reason": error.fault, "ms": None}
    return nothing | {"error": fault_answer(error.fault, error.detail)}


def sentence(file: Path, reading: Reading, language: Language) -> str:
    """Says in one line what was read in an image, or why nothing was."""
    if reading.reason is None:
        return f"{file}: {' '.join(str(face) for face in reading.faces or ())}"
    return f"{file}: {getattr(WORDS['abstains'], language)} ({Voice(language, '').unread(reading.reason)})"


def complain(error: FaultError, language: Language) -> None:
    """Prints what is wrong, and what to do."""
    advice = getattr(ROWS[error.fault], language)
    sys.stderr.write(f"{error.fault}  {said(error.detail, language)}\n{advice.sentence}\n→ {advice.action}\n")
