"""`croupierctl people`: who may sign in at the tables of this site. Only root may change it."""

from __future__ import annotations

import getpass
import json
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated
from urllib.parse import quote

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from daemon.cli.options import DEFAULT_CONFIG, ConfigOption, JsonOption, LanguageOption, TableOption, table_settings
from daemon.control.client import delete
from daemon.text.fault_row import Severity
from daemon.text.faults import ROWS, fault_answer
from daemon.text.labels import LABELS
from daemon.text.language import Language
from daemon.text.role import Role
from drivers.faults import Fault, FaultError

app = typer.Typer(no_args_is_help=True, help=__doc__)

BadgeArgument = Annotated[str, typer.Argument(metavar="BADGE", show_default=False)]
NameOption = Annotated[str, typer.Option("--name", show_default=False)]
AlsoOption = Annotated[bool, typer.Option("--also", help="one more badge of somebody whose name is known")]
PinOption = Annotated[bool, typer.Option("--pin-stdin", help="reads the PIN from standard input instead of asking")]


@dataclass(frozen=True, slots=True)
class Words:
    """Writes labels in one language."""

    language: Language

    def say(self, key: str, **values: str) -> str:
        """Returns a label with its blanks filled in."""
        return str(getattr(LABELS[key], self.language)).format(**values)

    def tell(self, key: str, **values: str) -> None:
        """Prints a label on a line of its own."""
        sys.stdout.write(self.say(key, **values) + "\n")


@app.command()
def add(
    badge: BadgeArgument,
    name: NameOption,
    role: Annotated[Role, typer.Option("--role", show_default=False)],
    also: AlsoOption = False,
    pin_stdin: PinOption = False,
    config: ConfigOption = DEFAULT_CONFIG,
    lang: LanguageOption = None,
) -> None:
    """Enrols a person."""
    from daemon import people

    people.add(config / people.FILE, badge, name, role, _pin(pin_stdin, _words(config, lang)), also=also)
    _words(config, lang).tell("person_added", badge=badge)


@app.command()
def rename(
    badge: BadgeArgument,
    name: NameOption,
    also: AlsoOption = False,
    config: ConfigOption = DEFAULT_CONFIG,
    lang: LanguageOption = None,
) -> None:
    """Gives a badge another name, and ends its session: badges of one name are one person's."""
    from daemon import people

    people.rename(config / people.FILE, badge, name, also=also)
    _words(config, lang).tell("person_renamed", badge=badge)


@app.command(name="list")
def show(config: ConfigOption = DEFAULT_CONFIG, lang: LanguageOption = None, as_json: JsonOption = False) -> None:
    """Everyone who is enrolled; never a PIN, not even its hash."""
    from daemon import people

    roster, words = people.read(config / people.FILE), _words(config, lang)
    lacks = people.missing(roster)
    first = {person.badge: people.first_badge(roster, person) for person in roster.values()}
    same = {badge: other for badge, other in first.items() if other != badge}
    if as_json:
        rows = [
            person.model_dump(mode="json", exclude={"pin"}) | {"same_as": same.get(person.badge)}
            for person in roster.values()
        ]
        said = {"people": rows, "error": fault_answer(lacks, str(config / people.FILE)) if lacks else None}
        sys.stdout.write(json.dumps(said, ensure_ascii=False) + "\n")
    else:
        console = Console(highlight=False)
        table = Table(*map(words.say, ("badge", "name", "role", "may_sign_in", "same_as")), box=None)
        for person in roster.values():
            able = words.say("no" if person.disabled else "yes")
            role, other = words.say(f"{person.role}_role"), same.get(person.badge, "")
            table.add_row(*map(Text, (person.badge, person.name, role, able, other)))
        console.print(table)
        if same:
            console.print(Text(f"\n{words.say('people_alike')}"))
        if lacks:
            advice = getattr(ROWS[lacks], words.language)
            console.print(Text(f"\n{lacks}\n{advice.sentence}\n→ {advice.action}"))
    raise SystemExit(0 if lacks is None else 1 if ROWS[lacks].severity is Severity.WARNING else 2)


@app.command()
def disable(badge: BadgeArgument, config: ConfigOption = DEFAULT_CONFIG, lang: LanguageOption = None) -> None:
    """Bars a person from signing in, and ends the person's session."""
    from daemon import people

    people.set_disabled(config / people.FILE, badge, disabled=True)
    _words(config, lang).tell("person_disabled", badge=badge)


@app.command()
def enable(badge: BadgeArgument, config: ConfigOption = DEFAULT_CONFIG, lang: LanguageOption = None) -> None:
    """Lets a person sign in again."""
    from daemon import people

    people.set_disabled(config / people.FILE, badge, disabled=False)
    _words(config, lang).tell("person_enabled", badge=badge)


@app.command()
def pin(
    badge: BadgeArgument,
    pin_stdin: PinOption = False,
    config: ConfigOption = DEFAULT_CONFIG,
    lang: LanguageOption = None,
) -> None:
    """Gives a person a new PIN."""
    from daemon import people

    people.set_pin(config / people.FILE, badge, _pin(pin_stdin, _words(config, lang)))
    _words(config, lang).tell("pin_changed", badge=badge)


@app.command()
def unlock(
    badge: BadgeArgument, config: ConfigOption = DEFAULT_CONFIG, table: TableOption = "", lang: LanguageOption = None
) -> None:
    """Lets a person try again after too many wrong PINs at a table; as root, or as the user that runs it."""
    delete(table_settings(config, table).socket, f"/locks/{quote(badge, safe='')}")
    _words(config, lang).tell("badge_unlocked", badge=badge)


def _pin(from_stdin: bool, words: Words) -> str:
    """Asked twice without an echo, or the first line of standard input."""
    if from_stdin:
        return sys.stdin.readline().rstrip("\n")
    first = getpass.getpass(words.say("pin"))
    if getpass.getpass(words.say("pin_again")) != first:
        raise FaultError(Fault.PIN_REFUSED, "pins_differ")
    return first


def _words(config: Path, lang: Language | None) -> Words:
    """In the language asked for, else the site's; a site that is not set up yet speaks French."""
    try:
        site = tomllib.loads((config / "site.toml").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        site = {}
    return Words(lang or ("en" if site.get("language") == "en" else "fr"))
