"""`croupierctl broker`: the floor's MQTT broker. Who may speak there, and the certificates that prove it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from daemon.cli.options import (
    DEFAULT_CONFIG,
    ConfigOption,
    JsonOption,
    LanguageOption,
    TableOption,
    table_settings,
)
from daemon.host import atomic
from daemon.settings import Settings, load
from daemon.settings.devices.shaker import Shaker
from daemon.text.details import Because
from daemon.text.labels import LABELS
from drivers.faults import Fault, FaultError
from drivers.shaker.studio_wire import rights

app = typer.Typer(no_args_is_help=True, help=__doc__)


@app.callback()
def broker() -> None:
    """The floor's MQTT broker: who may speak there, and the certificates that prove it."""


@app.command()
def certificates(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="where the site's authority is, or shall be")],
    hosts: Annotated[
        list[str] | None, typer.Option("--host", metavar="NAME", help="another name or address of the broker")
    ] = None,
    passwords: Annotated[
        list[str] | None,
        typer.Option("--password", metavar="TABLE.BOARD", help="this board gets a password instead of a certificate"),
    ] = None,
    config: ConfigOption = DEFAULT_CONFIG,
    lang: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """Makes an authority, and what the broker, every table and every board need; again: what is missing or ends."""
    from drivers.board.authority import AuthorityError, make

    tables = _tables(config)
    site = tables[0].site
    boards = {table.name: list(dict.fromkeys([*table.boards, *table.progressive_boards])) for table in tables}
    try:
        made = make(folder, [site.broker.host, *(hosts or [])], boards, passwords or [], others=shakers(tables))
    except AuthorityError as error:
        raise FaultError(Fault.BROKER_AUTHORITY, str(error)) from error
    except OSError as error:
        raise FaultError(Fault.BROKER_AUTHORITY, f"{error.filename or folder}: {error.strerror}") from error
    if as_json:
        sys.stdout.write(json.dumps({"made": [str(path) for path in made.files]}) + "\n")
        return
    language = lang or site.language

    def say(key: str) -> str:
        return str(getattr(LABELS[key], language)).format(folder=folder)

    sys.stdout.write("".join(f"{path}\n" for path in made.files))
    sys.stdout.write(f"\n{say('broker_made' if made.files else 'broker_complete')}\n")


@app.command("display-key")
def display_key(config: ConfigOption = DEFAULT_CONFIG, table: TableOption = "", as_json: JsonOption = False) -> None:
    """Prints the public key of the amounts that a table signs, for its boards; makes the key if there is none."""
    from drivers.board.signing import Signer, new_key

    settings = table_settings(config, table)
    if (path := settings.display_key) is None:
        raise FaultError(Fault.DISPLAY_KEY, "site.toml: broker.display_key")
    try:
        if not path.exists():
            home = path.parent.stat()  # whoever may look there: croupierd is not root
            atomic.write(path, [new_key()], 0o600, (home.st_uid, home.st_gid))
    except OSError as error:
        raise FaultError(Fault.DISPLAY_KEY, str(path)) from error
    public = Signer.load(path).public
    sys.stdout.write(f"{json.dumps({'table': settings.name, 'public': public}) if as_json else public}\n")


def shakers(tables: list[Settings]) -> dict[str, list[str]]:
    """Both ends of the line to every shaker that is reached over the broker, with what each may read and write."""
    found: dict[str, list[str]] = {}
    for table in tables:
        for device in table.devices:
            if isinstance(device, Shaker) and device.topic:
                found |= rights(table.name, device.name, device.topic)
    return found


def _tables(config: Path) -> list[Settings]:
    names = sorted(path.stem for path in (config / "tables").glob("*.toml"))
    if not names:
        raise FaultError(Fault.CONFIG_INVALID, Because.NO_TABLES(folder=config / "tables"))
    return [load(config, name) for name in names]
