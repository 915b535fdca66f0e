"""The files of a simulated site, as somebody writes them at a casino: the site's, the table's, the people's."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tomli_w
from argon2 import PasswordHasher

from drivers.shoe import SHOES

SHOE_SERIAL, SHAKER_SERIAL = "SIM-0001", "SIM-0002"
SHAKER_TOPIC = "studio/sicbo/shaker-1"
PIN = "271828"
PEOPLE = {"D1": "dealer", "S1": "supervisor", "S2": "supervisor", "T1": "technician"}
QUICK = PasswordHasher(
    time_cost=1, memory_cost=8, parallelism=1
)  # a hash carries its parameters: croupierd does not mind

SITE = """
language = "fr"
state_directory = "{folder}/state"
runtime_directory = "{folder}/run"
proposal_seconds = {proposal_seconds}

[broker]
host = "127.0.0.1"
port = {port}
ca = "{site}/broker/TABLE/ca.crt"
certificate = "{site}/broker/TABLE/client.crt"
key = "{site}/broker/TABLE/client.key"
{display_key}
"""
TABLE_FILE = """
boards = {boards}
progressive_boards = {meters}
display_seconds = {display_seconds}

[table]
game = "{game}"
seats = {seats}
{posted}
"""
SHOE = """
{header}
name = "{name}"
protocol = "{protocol}"
port = "{line}"
baud_rate = {baud_rate}
serial = "{serial}"
commands = {commands}
hides = {hides}
"""
SHAKER = """
[shaker]
serial = "{shaker_serial}"
milliseconds = 300
rest_within = 3.0
reshakes = 1
"""
STUDIO_SHAKER = """
[shaker]
protocol = "studio"
topic = "{shaker_topic}"
milliseconds = 300
parameters = [10, 0]
amplitude = 41
rest_within = 3.0
reshakes = 1
"""
CAMERA = """
[camera]
source = "http://127.0.0.1:{camera_port}/"
calibration = "{folder}/camera.calibration"
"""


SHAKERS = {"usb": SHAKER, "studio": STUDIO_SHAKER}  # by protocol


@dataclass(frozen=True, slots=True)
class ShoeKind:
    """Which shoe stands at the table, and what the table's file says of it."""

    protocol: str = "csr"
    tcp: bool = False  # behind a serial-to-TCP server
    commands: bool = False  # it may be locked
    serial: str = ""  # in the table's file; "": the right one
    name: str = "shoe"
    hides: bool = False  # what a card is, it tells later


@dataclass(frozen=True, slots=True)
class ShakerKind:
    """A shaker stands at the table, and what the table's file says of it."""

    serial: str = SHAKER_SERIAL
    protocol: str = "usb"


def serial_of(shoe: ShoeKind) -> str:
    """The number that a simulated shoe bears."""
    return SHOE_SERIAL if shoe.name == "shoe" else f"{SHOE_SERIAL}-{shoe.name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteFiles:
    """A site with one table and four people."""

    folder: Path
    name: str  # of the table
    site: Path  # where the broker's certificates are
    broker_port: int
    proposal_seconds: int
    display_seconds: int
    boards: tuple[str, ...]
    meters: tuple[str, ...]  # boards that show a progressive
    game: str
    seats: int
    posted: Mapping[str, Any]  # what else the table's file says in its section
    shoes: tuple[ShoeKind, ...]
    ports: Mapping[str, int]  # of shoes behind a serial-to-TCP server
    shaker: ShakerKind | None
    camera_port: int  # 0: there is none
    signs: bool  # what boards may light

    def write(self) -> None:
        """Writes them where a croupierd of this folder reads them."""
        values = {
            "folder": self.folder,
            "site": self.site,
            "port": self.broker_port,
            "display_key": f'display_key = "{self.folder}/state/TABLE.display.key"' if self.signs else "",
            "proposal_seconds": self.proposal_seconds,
            "boards": list(self.boards),
            "display_seconds": self.display_seconds,
            "meters": list(self.meters),
            "game": self.game,
            "seats": json.dumps(self.posted.get("seats", self.seats)),
            "posted": self._posted(),
            "shaker_serial": self.shaker.serial if self.shaker is not None else "",
            "shaker_topic": SHAKER_TOPIC,
            "camera_port": self.camera_port,
        }
        shaker = "" if self.shaker is None else SHAKERS[self.shaker.protocol]
        (self.folder / "etc/site.toml").write_text(SITE.format(**values))
        table = TABLE_FILE + shaker + (CAMERA if self.camera_port else "")
        shoes = "".join(map(self._shoe, self.shoes))
        (self.folder / f"etc/tables/{self.name}.toml").write_text(table.format(**values) + shoes)
        people = [
            {"badge": badge, "name": f"{role} {badge}", "role": role, "pin": QUICK.hash(PIN)}
            for badge, role in PEOPLE.items()
        ]
        (self.folder / "etc/people.toml").write_text(tomli_w.dumps({"person": people}))
        for path in (self.folder / "etc", self.folder / "etc/people.toml", self.folder / "run"):
            path.chmod(path.stat().st_mode & ~0o022)  # croupierd trusts no file that others may write

    def _shoe(self, shoe: ShoeKind) -> str:
        """A shoe's section; its serial number is its own or, where it has none, that of the server it stands behind."""
        server = f"127.0.0.1:{self.ports[shoe.name]}" if shoe.tcp else ""
        true = server if shoe.protocol == "angel_eye" and server else serial_of(shoe)
        return SHOE.format(
            header="[shoe]" if len(self.shoes) == 1 else "[[shoe]]",
            name=shoe.name,
            protocol=shoe.protocol,
            line=f"socket://{server}" if server else f"{self.folder}/dev/{shoe.name}",
            baud_rate=SHOES[shoe.protocol].BAUD_RATE,
            serial=shoe.serial or true,
            commands=str(shoe.commands).lower(),
            hides=str(shoe.hides).lower(),
        )

    def _posted(self) -> str:
        """What else the table's file posts, in its section."""
        plain = {key: value for key, value in self.posted.items() if not isinstance(value, dict) and key != "seats"}
        nested = {key: value for key, value in self.posted.items() if isinstance(value, dict)}
        return tomli_w.dumps(plain) + (tomli_w.dumps({"table": nested}) if nested else "")
