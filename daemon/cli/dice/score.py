"""`croupierctl dice score`: a directory of photographs with what each shows, read and counted."""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError
from rich.console import Console
from rich.table import Column, Table

from daemon.cli.dice.read import complain, entry, load, timed
from daemon.cli.dice.words import WORDS
from daemon.cli.options import JsonOption, LanguageOption, choose_language
from daemon.text.faults import fault_answer
from daemon.text.language import Language
from drivers.camera.reading import Reading
from drivers.faults import Fault, FaultError

STEPS = (0.0, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995)


class Label(BaseModel):
    """One photograph's entry in labels.json; what else it says is not used here."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    file: str
    faces: tuple[int, ...]
    n: int
    difficulty: str = ""

    @property
    def source(self) -> str:
        """Where it comes from: what stands before the first underscore."""
        return self.file.split("_")[0]


@dataclass(frozen=True, slots=True)
class Scored:
    """A photograph, and what was made of it."""

    label: Label
    path: Path
    reading: Reading
    ms: float

    @property
    def verdict(self) -> str:
        """Compares the reading with the label; a key of WORDS."""
        if self.reading.faces is None:
            return "abstained"
        return "exact" if self.reading.faces == tuple(sorted(self.label.faces)) else "wrong"

    @property
    def confidence(self) -> float:
        """Returns the confidence of the least certain die."""
        return min((die.confidence for die in self.reading.dice), default=0.0)

    @property
    def likely(self) -> bool:
        """Whether it would be right if nothing were ever refused."""
        return tuple(sorted(die.value for die in self.reading.dice)) == tuple(sorted(self.label.faces))


def score(
    directory: Annotated[
        Path, typer.Argument(metavar="DIR", help="labels.json and its photographs", show_default=False)
    ],
    sheet: Annotated[Path, typer.Option("--sheet", metavar="FILE", help="the contact sheet")] = Path("dice-score.jpg"),
    only: Annotated[str, typer.Option("--only", metavar="PREFIX", help="files whose name starts so")] = "",
    lang: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """Reads every photograph with its count given. Exit status: 0 nothing wrong was accepted, 2 something was, 1 a
    photograph cannot be opened or the sheet not be written."""
    from daemon.cli.dice.sheet import draw

    scored: list[Scored] = []
    failed: list[FaultError] = []
    for label in _labels(directory):
        if label.file.startswith(only):
            try:
                scored.append(_scored(directory, label))
            except FaultError as error:
                failed.append(error)
    try:
        draw(sheet, [(one.path, one.reading, one.verdict, one.label.faces) for one in scored], choose_language(lang))
    except FaultError as error:
        failed.append(error)
    if as_json:
        errors = [fault_answer(one.fault, one.detail) for one in failed]
        sys.stdout.write(json.dumps(_json(scored, sheet) | {"errors": errors}, ensure_ascii=False) + "\n")
    else:
        _print(scored, sheet, choose_language(lang))
        for one in failed:
            complain(one, choose_language(lang))
    raise SystemExit(2 if any(one.verdict == "wrong" for one in scored) else int(bool(failed)))


def _labels(directory: Path) -> list[Label]:
    file = directory / "labels.json"
    try:
        return TypeAdapter(list[Label]).validate_json(file.read_bytes())
    except OSError as error:
        raise FaultError(Fault.LABELS_INVALID, f"{file}: {error.strerror}") from None
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise FaultError(Fault.LABELS_INVALID, f"{file}: {where}: {first['msg']}") from None


def _scored(directory: Path, label: Label) -> Scored:
    path = directory / "photos" / label.file
    path = path if path.exists() else directory / label.file
    reading, ms = timed(load(path), label.n or None)
    return Scored(label, path, reading, ms)


def _groups(scored: list[Scored]) -> dict[tuple[str, str], list[Scored]]:
    groups: dict[tuple[str, str], list[Scored]] = defaultdict(list)
    for one in scored:
        groups["source", one.label.source].append(one)
    for one in sorted(scored, key=lambda each: each.label.difficulty):
        groups["difficulty", one.label.difficulty].append(one)
    groups["all", ""] = scored
    return groups


def _counts(scored: Iterable[Scored]) -> dict[str, int]:
    found = Counter(one.verdict for one in scored)
    return {verdict: found[verdict] for verdict in ("exact", "wrong", "abstained")}


def _curve(scored: list[Scored]) -> list[tuple[float | None, int, int]]:
    """(confidence asked for, answers, wrong ones); None: every answer that could be guessed."""
    points: list[tuple[float | None, int, int]] = []
    for asked in STEPS:
        answered = [one for one in scored if one.verdict != "abstained" and one.confidence >= asked]
        points.append((asked, len(answered), sum(one.verdict == "wrong" for one in answered)))
    guessed = [one for one in scored if one.reading.dice]
    return [(None, len(guessed), sum(not one.likely for one in guessed)), *points]


def _json(scored: list[Scored], sheet: Path) -> dict[str, Any]:
    return {
        "groups": [{"by": by, "name": name, **_counts(some)} for (by, name), some in _groups(scored).items()],
        "curve": [{"confidence": asked, "answered": n, "wrong": wrong} for asked, n, wrong in _curve(scored)],
        "photographs": [
            {**entry(one.path, one.reading, one.ms), "expected": sorted(one.label.faces), "verdict": one.verdict}
            for one in scored
        ],
        "sheet": str(sheet),
    }


def _print(scored: list[Scored], sheet: Path, language: Language) -> None:
    def say(key: str) -> str:
        return str(getattr(WORDS[key], language))

    console = Console(highlight=False)
    heads = map(say, ("photographs", "exact", "wrong", "abstained", "coverage"))
    table = Table(Column(say("by"), no_wrap=True), *heads)
    for (by, name), some in _groups(scored).items():
        counts = _counts(some)
        share = f"{100 * counts['exact'] / max(len(some), 1):.1f} %"
        table.add_row(f"{say(by)} {name}", str(len(some)), *(str(number) for number in counts.values()), share)
    console.print(table)
    curve = Table(say("confidence"), say("answered"), say("coverage"), say("wrong"), say("risk"), title=say("curve"))
    for asked, answered, wrong in _curve(scored):
        least = say("never_refusing") if asked is None else f"{asked:g}"
        covered, risk = 100 * answered / max(len(scored), 1), 100 * wrong / max(answered, 1)
        curve.add_row(least, str(answered), f"{covered:.1f} %", str(wrong), f"{risk:.1f} %")
    console.print(curve)
    for one in scored:
        if one.verdict == "wrong":
            console.print(f"✗ {one.path}: {one.reading.faces} ≠ {one.label.faces}", style="bold red")
    times = sorted(one.ms for one in scored)
    if times:
        console.print(f"{times[len(times) // 2]:.0f} ms (p50), {times[-1]:.0f} ms (max)")
    console.print(f"{say('sheet')}: {sheet}")
    console.print(say("read_wrong" if any(one.verdict == "wrong" for one in scored) else "read_right"))
