"""The files that a site edits: `site.toml`, and one `tables/NAME.toml` a table. Unknown keys are errors."""

from __future__ import annotations

import difflib
import os
import tomllib
from datetime import time
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, Literal, Self, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError, field_validator, model_validator

from daemon.toml import line_of
from drivers.faults import Fault, FaultError
from drivers.shoe import SHOES
from rules.machine import Options, RuleError
from rules.registry import GAMES

Name = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]{0,31}$")]


class Section(BaseModel):
    """What all sections share."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Broker(Section):
    """The MQTT broker of the floor."""

    host: str
    port: Annotated[int, Field(ge=1, le=65535)] = 1883


class Site(Section):
    """site.toml: what the tables of a site share."""

    language: Literal["fr", "en"] = "fr"
    state_directory: str = "/var/lib/croupier"
    runtime_directory: str = "/run/croupier"
    day_starts: time = time(6)  # by the clock on the wall: when a gaming day ends and the next one begins
    control_group: str | None = None  # who may reach the control API, beside root and croupier itself
    broker: Broker


class Table(Section):
    """What is posted at the table. Amounts are in cents."""

    game: str
    seats: Annotated[int, Field(ge=1, le=99)] = 7
    minimum: Annotated[int, Field(ge=1)] | None = None
    maximum: Annotated[int, Field(ge=1)] | None = None
    unit: Annotated[int, Field(ge=1)] = 1
    decks: Annotated[int, Field(ge=1)] | None = None
    options: dict[str, str | int | bool] = {}  # the documented options of single games, like "war.multi"

    @field_validator("game")
    @classmethod
    def _known_game(cls, game: str) -> str:
        if game not in GAMES:
            raise ValueError(f"no such game at a table; the games are {', '.join(GAMES)}")
        return game

    @model_validator(mode="after")
    def _playable(self) -> Self:
        if self.minimum is not None and self.maximum is not None and self.minimum > self.maximum:
            raise ValueError("minimum is above maximum")
        try:
            GAMES[self.game].start(self.posted)
        except RuleError as error:
            raise ValueError(error.message) from error
        return self

    @property
    def posted(self) -> Options:
        """The same, as the rules know it."""
        return Options(self.seats, self.minimum, self.maximum, self.unit, self.decks, self.options)


class Shoe(Section):
    """The card shoe and its line."""

    protocol: str = "csr"
    port: str
    baud_rate: Annotated[int, Field(ge=300, le=4_000_000)] | None = None  # None: the protocol's own
    serial: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9._:-]{1,64}$")]
    commands: bool = False  # the shoe may be locked while no card is awaited, and its errors cleared

    @field_validator("protocol")
    @classmethod
    def _known_protocol(cls, protocol: str) -> str:
        if protocol not in SHOES:
            raise ValueError(f"no such protocol; the protocols are {', '.join(SHOES)}")
        return protocol

    @property
    def speed(self) -> int:
        """The line's speed."""
        return self.baud_rate or SHOES[self.protocol].BAUD_RATE


class TableFile(Section):
    """tables/NAME.toml."""

    table: Table
    shoe: Shoe | None = None
    boards: list[Name] = []
    console_port: Annotated[int, Field(ge=1024, le=65535)] | None = None  # on loopback; None: no console

    @model_validator(mode="after")
    def _complete(self) -> Self:
        if bool(GAMES[self.table.game].decks) is not (self.shoe is not None):
            raise ValueError(f"{self.table.game} {'needs a' if self.shoe is None else 'has no'} shoe: see [shoe]")
        return self


class Settings(BaseModel):
    """Everything that one croupierd needs to know."""

    model_config = ConfigDict(frozen=True)

    name: Name
    site: Site
    table: Table
    shoe: Shoe | None
    boards: list[Name]
    console_port: int | None
    people: Path  # the file of those who may sign in

    @property
    def journal(self) -> Path:
        """The folder of the table's journal."""
        return Path(self.site.state_directory) / self.name

    @property
    def old_journal(self) -> Path:
        """The journal as it was before it had a file for every gaming day."""
        return Path(self.site.state_directory) / f"{self.name}.journal"

    @property
    def key_file(self) -> Path:
        """The key that seals cards: from a systemd credential, or beside the journal."""
        credentials = os.environ.get("CREDENTIALS_DIRECTORY")
        if credentials and (given := Path(credentials) / "journal.key").exists():
            return given
        return Path(self.site.state_directory) / f"{self.name}.key"

    @property
    def socket(self) -> Path:
        """Where the control API answers."""
        return Path(self.site.runtime_directory) / f"{self.name}.sock"


Model = TypeVar("Model", bound=BaseModel)


def load(directory: Path, name: str) -> Settings:
    """The settings of one table; CONFIG_INVALID names file, line, key and the nearest known key."""
    site = _read(directory / "site.toml", Site)
    table = _read(directory / "tables" / f"{name}.toml", TableFile)
    try:
        return Settings(name=name, site=site, people=directory / "people.toml", **dict(table))
    except ValidationError as error:
        raise FaultError(Fault.CONFIG_INVALID, f"{name}: a table's name is made of a-z, 0-9 and -") from error


def _read(path: Path, model: type[Model]) -> Model:
    try:
        text = path.read_text(encoding="utf-8")
        return model.model_validate(tomllib.loads(text))
    except OSError as error:
        raise FaultError(Fault.CONFIG_INVALID, f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise FaultError(Fault.CONFIG_INVALID, f"{path}: not UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        raise FaultError(Fault.CONFIG_INVALID, f"{path}: {error}") from error
    except ValidationError as error:
        # a misspelt key is also a missing one: name the misspelling
        first = min(error.errors(), key=lambda found: found["type"] != "extra_forbidden")
        keys = tuple(str(part) for part in first["loc"])
        where = f"{path}:{line_of(text, keys)}: {'.'.join(keys)}"
        if first["type"] != "extra_forbidden":
            raise FaultError(Fault.CONFIG_INVALID, f"{where}: {first['msg']}") from error
        near = difflib.get_close_matches(keys[-1], _known(model, keys[:-1]), 1, 0.5)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise FaultError(Fault.CONFIG_INVALID, f"{where}: unknown key{hint}") from error


def _known(model: type[BaseModel], keys: tuple[str, ...]) -> list[str]:
    """The keys that a section knows."""
    inner: Any = model
    for key in keys:
        kind = inner.model_fields[key].annotation
        inner = next((part for part in get_args(kind) if part is not NoneType), kind)  # a section may be left out
    return list(inner.model_fields)
