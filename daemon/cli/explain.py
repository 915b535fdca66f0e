"""`croupierctl explain`: a past round, line by line, with the section behind every line."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from dataclasses import asdict
from datetime import datetime
from itertools import takewhile
from pathlib import Path
from shlex import quote
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated, Any

import typer

from daemon.cli.options import (
    DEFAULT_CONFIG,
    ConfigOption,
    JsonOption,
    LanguageOption,
    TableOption,
    choose_language,
    table_settings,
)
from daemon.text.language import Language

if TYPE_CHECKING:
    from daemon.history.sentences import Voice

WIDTH = 80
INDENT = " " * 11


def explain(
    number: Annotated[str, typer.Argument(metavar="ROUND", help="its number, or last", show_default=False)],
    day: Annotated[str | None, typer.Option("--day", metavar="DAY", help="its gaming day, like 2026-11-16")] = None,
    journal: Annotated[
        Path | None,
        typer.Option("--journal", metavar="FILE|FOLDER", exists=True, help="a copy; default: the table's"),
    ] = None,
    key: Annotated[
        Path | None, typer.Option("--key", metavar="FILE", help="tells the role of who corrected a card; no card")
    ] = None,
    config: ConfigOption = DEFAULT_CONFIG,
    table: TableOption = "",
    lang: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """Tells a past round: what was seen, who decided what, and every settlement line with its section."""
    from daemon.history.explain import explain_round
    from daemon.history.rounds import damage
    from daemon.journal.evidence import find
    from daemon.journal.keys import load_keys

    if number != "last" and not number.isdecimal():
        raise typer.BadParameter(number, param_hint="ROUND")
    again = f"croupierctl replay {quote(str(journal))} --key FILE"
    if journal is None:
        settings = table_settings(config, table)
        journal, lang = settings.journal, lang or settings.site.language
        at = "" if config == DEFAULT_CONFIG else f" --config {quote(str(config))}"
        again = f"croupierctl replay --table {settings.name}{at}"
        if key is None and os.access(settings.key_file, os.R_OK):
            key = settings.key_file
    keys = None
    if key is not None:
        with damage(key):
            keys = load_keys(key)
    steps = explain_round(journal, None if number == "last" else int(number), keys, day)
    for step in steps:
        if digests := step.get("told", {}).get("evidence"):
            step["pictures"] = [asdict(picture) for picture in find(journal, digests)]
    if as_json:
        sys.stdout.write(json.dumps({"steps": steps, "replay": again}, ensure_ascii=False) + "\n")
        return
    sys.stdout.write("\n".join([*page(steps, choose_language(lang)), f"→ {again}"]) + "\n")


def page(steps: list[dict[str, Any]], language: Language) -> Iterator[str]:
    """The round at 80 columns; times are those of the clock on the wall here."""
    from daemon.history.sentences import Voice

    *steps, verdict = steps
    voice = Voice(language, verdict["game"])
    day = ""
    yield voice.word("title", round=verdict["round"], game=voice.name(verdict["game"]))
    if any(step["clock"] != "synchronised" for step in steps):
        yield from wrap(voice.word("unsynchronised"), WIDTH)
    for step in steps:
        at = datetime.fromisoformat(step["at"]).astimezone()
        if day != (day := f"{at:%Y-%m-%d (UTC%z)}"):
            yield from ("", day, "")
        mark = " " if step["clock"] == "synchronised" else "≈"
        first, *others = _lines(step, voice)
        yield from _wrapped(f"{mark}{at:%H:%M:%S}  ", first)
        for line in others:
            yield from _wrapped(INDENT, line)
    yield from ("", *wrap(verdict[language], WIDTH, break_on_hyphens=False))


def _lines(step: dict[str, Any], voice: Voice) -> Iterator[str]:
    from daemon.table.events import Happened  # also stands for a kind of another version
    from daemon.table.kinds import HAPPENED, OBSERVED

    language, observed = voice.language, OBSERVED.get(step["kind"])
    shown = [event for event in step["events"] if observed not in HAPPENED.get(event["kind"], Happened).ECHOES]
    beside = list(takewhile(lambda event: HAPPENED.get(event["kind"], Happened).BESIDE, shown))
    yield " ".join([step[language], *(event[language] for event in beside)])
    for picture in step.get("pictures", ()):
        yield voice.word(f"picture_{picture['state']}", **picture)
    yield from (event[language] for event in shown[len(beside) :])


def _wrapped(start: str, text: str) -> list[str]:
    return wrap(text, WIDTH, initial_indent=start, subsequent_indent=INDENT, break_on_hyphens=False)
