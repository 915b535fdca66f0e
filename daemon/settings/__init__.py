"""The files that a site edits: `site.toml`, and one `tables/NAME.toml` a table. Unknown keys are errors."""

from __future__ import annotations

import difflib
import os
import tomllib
from dataclasses import replace
from datetime import date, time
from ipaddress import ip_address
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, Literal, Self, TypeVar, get_args, get_origin

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
    ValidationInfo,
    create_model,
    field_validator,
    model_validator,
)
from pydantic_core import ErrorDetails

from daemon.host.toml import line_of
from daemon.jackpot.pool import Pool, flaw
from daemon.settings.devices import SECTIONS
from daemon.settings.devices.camera import Camera
from daemon.settings.devices.shaker import Shaker
from daemon.settings.section import DeviceSection, Name, Section
from daemon.text.details import Because
from drivers.faults import Fault, FaultError
from drivers.mqtt.access import Access
from rules.capabilities import HasShooter, Metered
from rules.game import MOST, Limits, Options, RuleError
from rules.posting import offered, own_limits
from rules.registry import GAMES, check_posted
from rules.ruleset import Document, document_of
from rules.terms import Detail


class Broker(Section):
    """The MQTT broker of the floor. In a file's name, TABLE stands for the table's."""

    host: str
    port: Annotated[int, Field(ge=1, le=65535)] | None = None  # None: 8883 with TLS, 1883 without
    ca: str | None = None  # whom we trust; with it the line is TLS
    certificate: str | None = None  # who we are
    key: str | None = None
    username: str | None = None  # who we are, where there is no certificate
    password_file: str | None = None
    display_key: str | None = None  # signs what boards may light; None: nothing is signed

    @model_validator(mode="after")
    def _complete(self) -> Self:
        if (self.certificate is None) is not (self.key is None):
            raise ValueError(Because.GO_TOGETHER(one="certificate", other="key"))
        if (self.username is None) is not (self.password_file is None):
            raise ValueError(Because.GO_TOGETHER(one="username", other="password_file"))
        if self.ca is None and not _is_here(self.host):
            raise ValueError(Because.BROKER_NEEDS_TLS())
        if self.ca is None and (self.certificate or self.username):
            raise ValueError(Because.SECRET_NEEDS_TLS())
        return self

    def access(self, table: str) -> Access:
        """Says how one table gets in."""

        def file(name: str | None) -> Path | None:
            return None if name is None else Path(name.replace("TABLE", table))

        username = self.username and self.username.replace("TABLE", table)
        port = self.port or (1883 if self.ca is None else 8883)
        files = file(self.ca), file(self.certificate), file(self.key)
        return Access(self.host, port, *files, username, file(self.password_file))


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


class Ledger(Section):
    """The PostgreSQL database in which the shared pools live. In a name, TABLE stands for the table's."""

    host: str
    port: Annotated[int, Field(ge=1, le=65535)] = 5432
    database: str = "croupier"
    user: str
    password_file: str | None = None
    ca: str | None = None  # whom we trust; with it the server must prove its name

    @model_validator(mode="after")
    def _complete(self) -> Self:
        if self.ca is None and not _is_here(self.host):
            raise ValueError(Because.DATABASE_NEEDS_TLS())
        return self


class Site(Section):
    """site.toml: what the tables of a site share."""

    language: Literal["fr", "en"] = "fr"
    state_directory: str = "/var/lib/croupier"
    runtime_directory: str = "/run/croupier"
    day_starts: time = time(6)  # by the clock on the wall: when a gaming day ends and the next one begins
    clock_days: Annotated[int, Field(ge=1, le=366)] = 7  # so far from what is known a clock may be, and is believed
    control_group: str | None = None  # who may reach the control API, beside root and croupier itself
    proposal_seconds: Annotated[int, Field(ge=5, le=3600)] = 300  # that an order waits for its second person
    broker: Broker
    ledger: Ledger | None = None  # where tables share pools


class OwnLimits(Section):
    """The limits of a wager, or of several that are alike; what is left out is as for the table."""

    minimum: Annotated[int, Field(ge=1, le=MOST)] | None = None
    maximum: Annotated[int, Field(ge=1, le=MOST)] | None = None


class RuleSet(Section):
    """How the house calls what this table applies, and the day from which it holds."""

    name: Annotated[str, StringConstraints(max_length=60)] = ""
    effective: date | None = None


UNKEYED = "unkeyed"  # in place of a number of seats: who lays what is not entered


def _places(given: Any) -> Any:
    return None if given == UNKEYED else given


class Table(Section):
    """What is posted at the table. Amounts are in cents."""

    game: str
    seats: Annotated[Annotated[int, Field(ge=1, le=99)] | None, BeforeValidator(_places)] = 7  # None: unkeyed
    minimum: Annotated[int, Field(ge=1)] | None = None
    maximum: Annotated[int, Field(ge=1)] | None = None
    unit: Annotated[int, Field(ge=1)] = 1
    decks: Annotated[int, Field(ge=1)] | None = None
    limits: dict[str, OwnLimits] = Field(default_factory=dict)  # by wager, or by the name of several that are alike
    offered: list[str] | None = None  # of the optional wagers; None: all that need not be indicated (21.3, 21.4)
    options: dict[str, str | int | bool] = Field(default_factory=dict)  # of single games, like "war.multi"
    rules: RuleSet = RuleSet()

    @field_validator("game")
    @classmethod
    def _known_game(cls, game: str) -> str:
        if game not in GAMES:
            raise ValueError(Because.NO_GAME_HERE(games=", ".join(GAMES)))
        return game

    @field_validator("limits", "offered")
    @classmethod
    def _known_wagers(cls, named: Any, info: ValidationInfo) -> Any:
        game, meant = GAMES.get(info.data.get("game", "")), own_limits if info.field_name == "limits" else offered
        try:
            if game is not None and named is not None:
                meant(game, named)
        except RuleError as error:
            raise ValueError(error.message) from error
        return named

    @model_validator(mode="after")
    def _playable(self) -> Self:
        if self.seats is None and "dice" not in GAMES[self.game].needs:  # 95.7, 95.19: of the others each has its place
            raise ValueError(Because.SEATS_KEYED(game=self.game))
        try:
            check_posted(self.game, self.posted)
        except RuleError as error:
            raise ValueError(error.message) from error
        return self

    @property
    def posted(self) -> Options:
        """The same, as the rules know it."""
        game = GAMES[self.game]
        limits = {name: Limits(own.minimum, own.maximum) for name, own in self.limits.items()}
        seats, keyed = (Options().seats, False) if self.seats is None else (self.seats, True)
        return Options(
            seats,
            self.minimum,
            self.maximum,
            self.unit,
            self.decks,
            self.options,
            limits=own_limits(game, limits),
            offered=None if self.offered is None else offered(game, self.offered),
            keyed=keyed,
        )

    @property
    def document(self) -> Document:
        """What the rule set says beside what is posted."""
        effective = self.rules.effective
        return document_of(GAMES[self.game], self.rules.name, effective.isoformat() if effective else "")


class Jackpot(Section):
    """A pool of the progressive. Amounts are in cents, rates in hundredths of a percent of the wager."""

    name: Name
    wager: str = "progressive"
    seed: Annotated[int, Field(ge=0, le=MOST)]
    rate: Annotated[int, Field(ge=0, le=10_000)]
    reserve_rate: Annotated[int, Field(ge=0, le=10_000)] = 0
    cap: Annotated[int, Field(ge=1, le=MOST)] | None = None
    largest: Annotated[int, Field(ge=1, le=MOST)]
    currency: Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")] = "CAD"
    shared: bool = False  # with other tables: it lives in the site's ledger

    def terms(self, table: Table) -> Pool:
        """The same, as the table's books know it."""
        game = GAMES[table.game]
        stake = game.metered.get(self.wager) if isinstance(game, Metered) else None
        if stake is None:
            raise ValueError(Because.NO_METER(pool=self.name, game=table.game, wager=self.wager))
        manner = table.options.get("manner")
        if type(manner) is not int:
            raise ValueError(Because.NO_MANNER(pool=self.name))
        return Pool(stake=stake, manner=manner, **dict(self))


class Console(Section):
    """How the table's screen is set up."""

    amounts: bool = False  # a touch on a wager asks how much lies there
    chips: list[Annotated[int, Field(ge=1, le=MOST)]] = Field(  # that lie on it to be touched, in cents
        default_factory=lambda: [500, 1000, 2500, 10_000, 50_000], min_length=1, max_length=8
    )
    hand: Literal["right", "left"] = "right"  # under which the main button lies


class TableFile(Section):
    """tables/NAME.toml."""

    table: Table
    boards: list[Name] = Field(default_factory=list)  # that show the results
    progressive_boards: list[Name] = Field(default_factory=list)  # that show the progressive's amount
    display_seconds: Annotated[int, Field(ge=3, le=600)] = 30  # that none of them may prove it before its wager stops
    jackpots: list[Jackpot] = Field(default_factory=list)
    console_port: Annotated[int, Field(ge=1024, le=65535)] | None = None  # on loopback; None: no console
    console: Console = Console()

    @model_validator(mode="after")
    def _complete(self) -> Self:
        self._check_devices()
        pools = [jackpot.terms(self.table) for jackpot in self.jackpots]
        for pool in pools:
            if wrong := flaw(pool, self.table.posted.seats):
                raise ValueError(Because.POOL_FLAW(pool=pool.name, why=wrong))
        if len({pool.name for pool in pools}) < len(pools) or len({pool.wager for pool in pools}) < len(pools):
            raise ValueError(Because.POOLS_ALIKE())
        if "manner" in self.table.options and not pools:
            raise ValueError(Because.MANNER_ALONE())
        if pools and {"jackpot", "seed"} & self.table.options.keys():
            raise ValueError(Because.POOLS_OPTIONS())
        if pools and not self.progressive_boards:
            raise ValueError(Because.NO_DISPLAY(pool=pools[0].name))
        return self

    @property
    def devices(self) -> tuple[DeviceSection, ...]:
        """Every device, in the order of the kinds."""
        return tuple(device for kind in SECTIONS for device in getattr(self, kind))

    def _check_devices(self) -> None:
        game, kinds = GAMES[self.table.game], {device.KIND for device in self.devices}
        for kind, section in SECTIONS.items():
            if (kind in game.needs) > (kind in kinds):
                raise ValueError(Because.DEVICE_NEEDED(game=game.name, kind=kind))
            if kind in kinds and kind not in game.needs | game.takes and not section.ANYWHERE:
                raise ValueError(Because.DEVICE_UNUSED(game=game.name, kind=kind))
        if "shaker" in kinds and isinstance(game, HasShooter) and game.players_throw(self.table.posted):
            raise ValueError(Because.SHAKER_OR_PLAYERS())  # 95.20, 95.21
        several = [device for device in self.devices if len(getattr(self, device.KIND)) > 1]
        if wrong := next((device for device in several if device.name == device.KIND), None):
            raise ValueError(Because.NAMES_OF_SEVERAL(kind=wrong.KIND, name=wrong.name))
        names = [device.name for device in self.devices]
        if wrong := next((device for device in self.devices if names.count(device.name) > 1), None):
            raise ValueError(Because.NAMED_ALIKE(name=wrong.name, kind=wrong.KIND))
        if wrong := next((device for device in self.devices if device.name in SECTIONS.keys() - {device.KIND}), None):
            raise ValueError(Because.NAMED_AS_KIND(kind=wrong.KIND, name=wrong.name))


def _listed(given: Any) -> Any:
    """One section, or several of the kind."""
    return [given] if isinstance(given, dict) else given


def _several(section: type[DeviceSection]) -> Any:
    return Annotated[list[section], BeforeValidator(_listed)]  # type: ignore[valid-type]


# tables/NAME.toml with a section for every kind of device
_DEVICES: dict[str, Any] = {kind: (_several(section), []) for kind, section in SECTIONS.items()}
TABLE_FILE = create_model("TableFile", __base__=TableFile, **_DEVICES)


Device = TypeVar("Device", bound=DeviceSection)


def _credential(name: str) -> Path | None:
    """What systemd hands to this service under a name, if it does."""
    folder = os.environ.get("CREDENTIALS_DIRECTORY")
    return path if folder and (path := Path(folder) / name).exists() else None


class Settings(BaseModel):
    """Everything that one croupierd needs to know."""

    model_config = ConfigDict(frozen=True)

    name: Name
    site: Site
    table: Table
    devices: tuple[DeviceSection, ...]
    boards: list[Name]
    progressive_boards: list[Name]
    display_seconds: int
    jackpots: list[Jackpot]
    console_port: int | None
    console: Console
    people: Path  # the file of those who may sign in

    @model_validator(mode="after")
    def _reachable(self) -> Self:
        if self.site.ledger is None and self.shares:
            raise ValueError(Because.LEDGER_NEEDED())
        for shaker in self.devices:
            if isinstance(shaker, Shaker) and (access := shaker.place(self.name, self.site.broker.access).access):
                ours = self.broker  # one line a certificate: with the table's own, each would put the other out
                if (access.certificate, access.username) == (ours.certificate, ours.username) != (None, None):
                    raise ValueError(Because.LINE_OF_ITS_OWN(shaker=shaker.name))
        return self

    @property
    def pools(self) -> tuple[Pool, ...]:
        """The progressive's pools, as the table's books know them."""
        return tuple(jackpot.terms(self.table) for jackpot in self.jackpots)

    @property
    def shares(self) -> bool:
        """A pool of the progressive, with other tables."""
        return any(jackpot.shared for jackpot in self.jackpots)

    def for_odds(self, posted: Options) -> Options:
        """What is posted, for its odds: a progressive's meter shows its seed at least."""
        if not self.jackpots:
            return posted
        return replace(posted, more={**posted.more, "jackpot": max(jackpot.seed for jackpot in self.jackpots)})

    @property
    def broker(self) -> Access:
        """How this table reaches the broker."""
        return self.site.broker.access(self.name)

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
        return _credential("journal.key") or Path(self.site.state_directory) / f"{self.name}.key"

    @property
    def display_key(self) -> Path | None:
        """The key that signs what boards may light: a systemd credential, or the site's; None: nothing is signed."""
        named = self.site.broker.display_key
        return _credential("display.key") or (None if named is None else Path(named.replace("TABLE", self.name)))

    def device(self, section: type[Device], name: str | None = None) -> Device | None:
        """The table's first device of a kind, or the one of this name."""
        devices = (device for device in self.devices if isinstance(device, section))
        return next((device for device in devices if name in (None, device.name)), None)

    def calibration(self, camera: Camera | None) -> Path:
        """What a camera is held against."""
        if camera is not None and camera.calibration:
            return Path(camera.calibration)
        which = self.name if camera is None or camera.name == camera.KIND else f"{self.name}.{camera.name}"
        return Path(self.site.state_directory) / f"{which}.calibration"

    @property
    def doubt(self) -> Path:
        """Where it is told too that the journal's end is in doubt: not on the disk that refused it."""
        return Path(self.site.runtime_directory) / f"{self.name}.doubt.json"

    @property
    def socket(self) -> Path:
        """Says where the control API answers."""
        return Path(self.site.runtime_directory) / f"{self.name}.sock"


Model = TypeVar("Model", bound=BaseModel)


def load(directory: Path, name: str) -> Settings:
    """Reads the settings of one table; CONFIG_INVALID names file, line, key and the nearest known key."""
    site = load_site(directory)
    table = _read(directory / "tables" / f"{name}.toml", TABLE_FILE)
    given = {key: value for key, value in table if key not in SECTIONS}
    try:
        return Settings(name=name, site=site, people=directory / "people.toml", devices=table.devices, **given)
    except ValidationError as error:
        first = error.errors()[0]
        wrong = Because.TABLE_NAME(table=name) if first["loc"] == ("name",) else _wrong(name, first)
        raise FaultError(Fault.CONFIG_INVALID, wrong) from error


def load_site(directory: Path) -> Site:
    """Reads what all tables share."""
    return _read(directory / "site.toml", Site)


def _read(path: Path, model: type[Model]) -> Model:
    try:
        text = path.read_text(encoding="utf-8")
        return model.model_validate(tomllib.loads(text))
    except OSError as error:
        raise FaultError(Fault.CONFIG_INVALID, f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise FaultError(Fault.CONFIG_INVALID, Because.NOT_UTF8(path=path)) from error
    except tomllib.TOMLDecodeError as error:
        raise FaultError(Fault.CONFIG_INVALID, f"{path}: {error}") from error
    except ValidationError as error:
        # a misspelt key is also a missing one: name the misspelling
        first = min(error.errors(), key=lambda found: found["type"] != "extra_forbidden")
        keys = first["loc"]
        if len(keys) > 1 and keys[1] == 0 and isinstance(tomllib.loads(text)[str(keys[0])], dict):
            keys = (keys[0], *keys[2:])  # the only one of its kind
        where = f"{path}:{line_of(text, keys)}: {'.'.join(map(str, keys))}"
        if first["type"] != "extra_forbidden":
            raise FaultError(Fault.CONFIG_INVALID, _wrong(where, first)) from error
        near = difflib.get_close_matches(str(keys[-1]), _known(model, keys[:-1]), 1, 0.5)
        unknown = Because.UNKNOWN_KEY_NEAR(where=where, near=near[0]) if near else Because.UNKNOWN_KEY(where=where)
        raise FaultError(Fault.CONFIG_INVALID, unknown) from error


def _wrong(where: str, first: ErrorDetails) -> str:
    """What is wrong there: a sentence of the rules, or pydantic's own."""
    why = first.get("ctx", {}).get("error")
    if isinstance(why, ValueError) and why.args and isinstance(why.args[0], Detail):
        return Because.AT_KEY(where=where, why=why.args[0])
    return f"{where}: {first['msg']}"


def _known(model: type[BaseModel], keys: tuple[int | str, ...]) -> list[str]:
    """The keys that a section knows."""
    inner: Any = model
    named = (key for key in keys if isinstance(key, str))  # the sections of a list are all alike
    for key in named:
        kind = inner.model_fields[key].annotation
        inner = next((part for part in get_args(kind) if part not in (NoneType, str)), kind)  # one may be left out
        if get_origin(kind) is dict:
            next(named, None)  # the name of a wager
    return list(inner.model_fields)
