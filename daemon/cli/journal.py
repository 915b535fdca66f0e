"""`croupierctl journal`: check, export, archive and mend a table's journal, whether croupierd runs or not."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any
from uuid import UUID

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
from daemon.cli.report import Report
from daemon.text.language import Language
from drivers.faults import Fault, FaultError

if TYPE_CHECKING:
    from daemon.journal.chain import Head
    from daemon.journal.manifest import Manifest
    from daemon.settings import Settings

app = typer.Typer(no_args_is_help=True, help=__doc__)

PathArgument = Annotated[Path, typer.Argument(metavar="FILE|FOLDER", exists=True, show_default=False)]
DayArgument = Annotated[str, typer.Argument(metavar="DAY", help="like 2026-11-16", show_default=False)]
KeyOption = Annotated[Path | None, typer.Option("--key", metavar="FILE", help="the table's key file")]
ToOption = Annotated[Path, typer.Option("--to", metavar="DIR", show_default=False)]


class JournalReport(Report):
    """A screen whose verdict is about the journal, not about the table."""

    def __init__(self, language: Language, table: str, *, as_json: bool, **values: Any) -> None:
        super().__init__(language, table, "", as_json=as_json)
        self.verdicts = {"well": "journal_done", "critical": "journal_broken"}
        self._values = values  # what its verdict speaks of

    def say(self, key: str, **values: Any) -> str:
        """Returns a label in the screen's language; the verdict's values fill its blanks."""
        return super().say(key, **self._values | values)


@app.command()
def verify(
    path: PathArgument,
    key: KeyOption = None,
    witness: Annotated[str, typer.Option(metavar="SEQ:HASH", help="a head that was published")] = "",
    manifest: Annotated[
        Path | None, typer.Option(metavar="FILE", exists=True, help="manifest.json of an export")
    ] = None,
    lang: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """Is a journal, or a copy of one, whole and unchanged, from which entry to which, and who else knows?

    With the key, what is sealed is opened too.
    """
    from daemon.journal.keys import load_keys
    from daemon.journal.verify import verify

    keys, published = load_keys(key) if key else None, _head(witness) if witness else None
    found = verify(path, keys, published, _manifest(manifest) if manifest else None)
    first, (seq, digest), witnessed = found.first, found.head.seq_and_hex, found.witnessed
    folder = path if path.is_dir() else path.resolve().parent
    values = {"first": first, "last": seq, "witnessed": witnessed, "bound": found.bound}
    screen = JournalReport(choose_language(lang), folder.name, as_json=as_json, **values)
    alone = "journal_sound_bound" if found.bound else "journal_sound_alone"
    sound = "journal_sound" if witnessed == seq else "journal_sound_until" if witnessed else alone
    screen.verdicts = {"well": sound, "critical": "journal_broken"}
    if found.uuid:  # a file of version 1 has neither
        screen.row(screen.say("journal"), found.uuid)
        screen.row(screen.say("days"), ", ".join(found.days))
    checked = "checked_bound" if found.bound else "checked_all" if key else "checked_chain"
    screen.row(screen.say("checked"), screen.say(checked, n=found.sealed))
    begins = "begins_late" if found.unknown else "begins_first" if first == 1 else "begins_exported"
    screen.row(screen.say("begins"), screen.say(begins, unknown=found.unknown))
    screen.row(screen.say("head"), f"{seq}:{digest}")
    if found.fault is not None:
        screen.row(screen.say("journal"), found.detail, found.fault)
    screen.extra |= {"uuid": found.uuid, "days": found.days, "files": found.files, "entries": found.entries}
    screen.extra |= {"sealed": found.sealed, "head": {"seq": seq, "hash": digest}, "sound": found.sound}
    screen.extra |= {"first": first, "unknown": found.unknown, "bound": found.bound, "witnessed": witnessed}
    screen.close()


@app.command()
def head(
    config: ConfigOption = DEFAULT_CONFIG,
    table: TableOption = "",
    lang: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """The journal's last entry, and its days: still written, closed, exported."""
    from daemon.journal.days import day_files
    from daemon.journal.export import closed_days
    from daemon.journal.files import File
    from daemon.journal.manifest import record_of

    settings, screen = _opened(config, table, lang, as_json)
    files = day_files(settings.journal)
    if not files:
        raise FaultError(Fault.JOURNAL_DAY, str(settings.journal))
    with File(files[-1]) as file:
        opened, last = file.opened(), file.last()
    seq, digest = last.seq_and_hex
    screen.row(screen.say("journal"), opened.uuid if opened else "")
    screen.row(screen.say("head"), f"{seq}:{digest}")
    days = {day: record_of(settings.journal, day) for day in closed_days(settings.journal)}
    for day, record in days.items():
        screen.row(day, screen.say("day_exported", at=record.exported) if record else screen.say("day_closed"))
    if opened:
        screen.row(opened.gaming_day, screen.say("day_written", day=opened.gaming_day))
    screen.extra |= {
        "uuid": opened.uuid if opened else None,
        "head": {"seq": seq, "hash": digest},
        "days": [{"day": day, "exported": record.exported if record else None} for day, record in days.items()],
        "written": opened.gaming_day if opened else None,
    }
    screen.close()


@app.command()
def export(
    day: DayArgument,
    to: ToOption,
    config: ConfigOption = DEFAULT_CONFIG,
    table: TableOption = "",
    lang: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """A verified copy of a closed day, with a manifest and its public entries; not of the day that is still written."""
    from daemon.journal.export import export

    settings, screen = _opened(config, table, lang, as_json)
    target = export(settings.journal, day, to, f"croupier {version('croupier')}")
    screen.row(screen.say("exported_to"), str(target))
    screen.extra["exported"] = str(target)
    screen.close()


@app.command()
def archive(
    to: ToOption,
    keep: Annotated[int, typer.Option(min=0, metavar="DAYS", help="so many days before the newest one stay")] = 30,
    config: ConfigOption = DEFAULT_CONFIG,
    table: TableOption = "",
    lang: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """Moves old days that were exported, the oldest first; never one that was not."""
    from daemon.journal.export import archive

    settings, screen = _opened(config, table, lang, as_json)
    done = archive(settings.journal, to, keep)
    screen.row(screen.say("archived"), ", ".join(done.files) or screen.say("archived_nothing"))
    if done.stopped_at:
        screen.row(screen.say("days"), screen.say("archive_stops", day=done.stopped_at))
    screen.extra |= {"archived": list(done.files), "stopped_at": done.stopped_at}
    screen.close()


@app.command()
def set_aside(
    key: KeyOption = None,
    without_key: Annotated[bool, typer.Option("--without-key", help="the key is lost: start from nothing")] = False,
    replaces: Annotated[
        UUID | None, typer.Option(metavar="UUID", help="the table's journal that was lost with its disk")
    ] = None,
    config: ConfigOption = DEFAULT_CONFIG,
    table: TableOption = "",
    lang: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """Moves a damaged journal aside, unchanged; the next start opens a new one that names it. Stop croupierd first.

    On a new PC: whatever lies there is moved aside, and the new one names the journal that it replaces.
    """
    from daemon.journal.errors import ERRORS, named
    from daemon.journal.recover import set_aside

    settings, screen = _opened(config, table, lang, as_json)
    try:
        key, lost = key or settings.key_file, str(replaces or "")
        aside = set_aside(settings.journal, key, settings.old_journal, without_key=without_key, replaces=lost)
    except ERRORS as error:
        raise named(error, settings.journal) from error
    screen.row(screen.say("set_aside"), str(settings.journal.with_name(aside.folder)))
    screen.row(screen.say("last_good"), f"{aside.seq}:{aside.hash}")
    kept = aside.snapshot_file and screen.say("snapshot_of", seq=aside.snapshot_seq, file=aside.snapshot_file)
    screen.row(screen.say("carried_over"), kept or screen.say("snapshot_none"))
    if aside.replaces:
        screen.row(screen.say("replaces"), aside.replaces)
    screen.extra |= {"uuid": aside.uuid, "folder": aside.folder, "head": {"seq": aside.seq, "hash": aside.hash}}
    screen.extra["replaces"] = aside.replaces or None
    screen.close()


@app.command()
def rotate_key(
    key: KeyOption = None,
    config: ConfigOption = DEFAULT_CONFIG,
    table: TableOption = "",
    lang: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """A new key at the top of the key file: it seals from the next start on, and the old ones still open."""
    from daemon.journal.errors import ERRORS, named
    from daemon.journal.keys import rotate

    settings, screen = _opened(config, table, lang, as_json)
    path = key or settings.key_file
    try:
        rotate(path)
    except ERRORS as error:
        raise named(error, path) from error
    screen.row(screen.say("key"), screen.say("key_added", file=path))
    screen.close()


def _opened(config: Path, table: str, lang: Language | None, as_json: bool) -> tuple[Settings, JournalReport]:
    settings = table_settings(config, table)
    return settings, JournalReport(lang or settings.site.language, settings.name, as_json=as_json)


def _head(text: str) -> Head:
    from daemon.journal.chain import Head

    seq, _, digest = text.partition(":")
    try:
        return Head(int(seq), bytes.fromhex(digest))
    except ValueError as error:
        raise typer.BadParameter(text, param_hint="--witness") from error


def _manifest(path: Path) -> Manifest:
    from daemon.journal.manifest import MANIFEST

    try:
        return MANIFEST.validate_json(path.read_bytes())
    except (OSError, ValueError) as error:
        raise typer.BadParameter(str(path), param_hint="--manifest") from error
