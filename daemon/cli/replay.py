"""`croupierctl replay`: would today's code have said the same? The journal is only read."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from itertools import chain, zip_longest
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated

import typer

from daemon.cli.options import (
    DEFAULT_CONFIG,
    ConfigOption,
    DayOption,
    JsonOption,
    LanguageOption,
    TableOption,
    choose_language,
    table_settings,
)
from daemon.text.details import Because
from drivers.faults import Fault, FaultError

if TYPE_CHECKING:
    from daemon.history.replay import Difference, JsonEvent
    from daemon.history.sentences import Voice

SHOWN = 5  # differences that are told
WIDTH = 80
PLACES = ("seat", "hand", "wager", "round")  # told of an event even where they do not differ


def replay(
    path: Annotated[Path | None, typer.Argument(metavar="FILE|FOLDER", exists=True, show_default="the table's")] = None,
    key: Annotated[Path | None, typer.Option("--key", metavar="FILE", help="default: the table's key file")] = None,
    reading: Annotated[
        str, typer.Option("--reading", metavar="NUMBER=CHOICE", help="settle otherwise: A64=push", show_default=False)
    ] = "",
    every: Annotated[bool, typer.Option("--all", help="what each disputed reading moved")] = False,
    day: DayOption = "",
    config: ConfigOption = DEFAULT_CONFIG,
    table: TableOption = "",
    lang: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """Runs a journal's observations through this version, and tells every difference to what was recorded.

    With --reading or --all: the same rounds settled under another reading of the by-law, and what that moves.
    """
    from daemon.history.replay import Replay
    from daemon.history.rounds import damage
    from daemon.history.sentences import Voice
    from daemon.journal.keys import load_keys
    from daemon.journal.verify import verify

    if path is None or table or config != DEFAULT_CONFIG:
        settings = table_settings(config, table)
        path, key, lang = path or settings.journal, key or settings.key_file, lang or settings.site.language
    asked = None
    if reading:
        from daemon.cli.readings import chosen

        asked = chosen(reading, choose_language(lang))
    if key is None:
        raise FaultError(Fault.JOURNAL_KEY, Because.KEY_NEEDED())
    with damage(key):
        keys = load_keys(key)
    entries = 0
    for part in (parts := of_day(path, day)):
        checked = verify(part, keys)
        if checked.fault is not None:
            raise FaultError(checked.fault, checked.detail)
        entries += checked.entries
    if reading or every:
        from daemon.cli.readings import count

        count(path, parts, keys, asked, choose_language(lang), as_json=as_json)
        raise SystemExit(0)
    runs, differs, shown = [Replay(part, keys) for part in parts], 0, []
    for differs, difference in enumerate(chain.from_iterable(run.differences() for run in runs), 1):
        if differs <= SHOWN:
            shown.append(difference)
    verdict = "different" if differs else "same"
    observations, rounds = sum(run.observations for run in runs), sum(run.rounds for run in runs)
    totals = {"entries": entries, "observations": observations, "rounds": rounds}
    if as_json:
        first = [asdict(difference) for difference in shown]
        said = {"journal": str(path), "verdict": verdict, **totals, "differences": differs, "first": first}
        sys.stdout.write(json.dumps(said, ensure_ascii=False) + "\n")
    else:
        voice = Voice(choose_language(lang), "")
        for difference in shown:
            sys.stdout.write("\n".join(lines_of(voice, difference)) + "\n\n")
        sys.stdout.write(f"{voice.word('replayed', **totals)}\n{voice.word(verdict, count=differs)}\n")
    raise SystemExit(2 if differs else 0)


def of_day(path: Path, day: str) -> list[Path]:
    """The files of one gaming day; without a day, the whole journal."""
    from daemon.history.rounds import damage, day_of
    from daemon.journal.files import files_of

    if not day:
        return [path]
    with damage(path):
        found = [file for file in files_of(path) if day_of(file) == day]
    if not found:
        raise FaultError(Fault.ROUND_UNKNOWN, day)
    return found


def lines_of(voice: Voice, difference: Difference) -> Iterator[str]:
    """Describes one difference in lines of at most 80 columns."""
    yield voice.word("entry", seq=difference.seq, kind=difference.kind, at=difference.at[:19].replace("T", " "))
    what = {"refused": "refused_now"}.get(difference.what, difference.what)
    yield from _wrapped("  ", f"{voice.word(what)} {difference.detail}".rstrip())
    width = max(len(voice.word(side)) for side in ("recorded", "now"))
    for was, now in zip_longest(difference.recorded, difference.now):
        if was != now:
            for side, event, other in (("recorded", was, now), ("now", now, was)):
                yield from _wrapped(f"  {voice.word(side):{width}}  ", _event(voice, event, other))


def _event(voice: Voice, event: JsonEvent | None, other: JsonEvent | None) -> str:
    """Says where an event is, and what the other one does not say."""
    if event is None:
        return voice.word("nothing")
    differs = {name: value for name, value in event.items() if not other or name in PLACES or other.get(name) != value}
    rest = ", ".join(f"{name} {_value(voice, value)}" for name, value in differs.items() if name != "kind")
    return f"{event['kind']}: {rest}" if rest else str(event["kind"])


def _value(voice: Voice, value: object) -> str:
    from daemon.history.replay import SEALED

    return voice.word("sealed") if value == SEALED else json.dumps(value, ensure_ascii=False)


def _wrapped(start: str, text: str) -> list[str]:
    return wrap(text, WIDTH, initial_indent=start, subsequent_indent=" " * len(start), break_on_hyphens=False)
