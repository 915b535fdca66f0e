"""What the commands of `croupierctl shaker` have in common: whose shaker it is, and whether it is free."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, ClassVar

import typer

from daemon.cli.options import table_settings
from daemon.cli.report import DeviceReport
from daemon.cli.shaker.words import FINDINGS, WORDS
from daemon.control.client import get
from daemon.settings import Settings
from daemon.settings.devices.shaker import Shaker
from daemon.text.language import Language
from daemon.text.shaker import lack
from drivers.faults import Fault, FaultError
from drivers.shaker import SHAKERS
from drivers.shaker.conversation import Manner
from drivers.shaker.make import Make, Place
from drivers.shaker.wire import PRODUCT, VENDOR

if TYPE_CHECKING:
    from drivers.shaker.usb import Port

DEVICE = "shaker"
SerialOption = Annotated[str, typer.Option("--serial", help="another shaker than the table's", show_default=False)]
UsbOption = Annotated[str, typer.Option("--usb", metavar="VENDOR:PRODUCT", help="other numbers", show_default=False)]


@dataclass(frozen=True, slots=True)
class ShakerTarget:
    """Which shaker, and the table that it belongs to, if one."""

    make: Make
    place: Place
    manner: Manner
    table: Settings | None  # None: a bench without a configuration

    @classmethod
    def of(cls, config: Path, table: str, serial: str, usb: str) -> ShakerTarget:
        """Finds the table's shaker, or one on a bench; a serial number that a table's file names is that table's."""
        settings = _owner(config, serial) if serial else None
        if settings is None and (table or not serial):
            settings = table_settings(config, table)
        shaker = _with_serial(settings, serial) or settings.device(Shaker) if settings else None
        if settings and not shaker:
            raise FaultError(Fault.CONFIG_INVALID, f"tables/{settings.name}.toml: [shaker]")
        if not settings or not shaker:
            return cls(SHAKERS["usb"], Place(serial, *_numbers(usb)), Manner(), settings)
        place = shaker.place(settings.name, settings.site.broker.access)
        if not place.topic:
            numbers = _numbers(usb) if usb else (place.vendor, place.product)
            place = Place(serial or place.serial, *numbers)
        return cls(shaker.make, place, shaker.manner, settings)

    @property
    def name(self) -> str:
        """Returns the USB numbers as lsusb writes them, and the serial number; or where it is on the broker."""
        if self.place.topic:
            return f"{self.place.access} {self.place.topic}"
        return f"{self.place.vendor:04x}:{self.place.product:04x} {self.place.serial}"

    def check_free(self) -> None:
        """SHAKER_NEEDED in the middle of a round, with or without croupierd; TABLE_TAKEN if it only has the device."""
        if self.table is None:
            return
        fault = Fault.TABLE_TAKEN
        try:
            if get(self.table.socket, "/state")["awaits"] is not None:
                fault = Fault.SHAKER_NEEDED
        except FaultError as error:
            if error.fault is Fault.CONTROL_NO_ACCESS:
                raise
            from daemon.cli.closed import between_rounds

            if error.fault is Fault.DAEMON_DOWN:  # any other is a croupierd that runs, and is slow to say so
                if between_rounds(self.table.journal, self.table.old_journal):
                    return
                fault = Fault.SHAKER_NEEDED
        raise FaultError(fault, self.table.name)

    @contextmanager
    def held(self) -> Iterator[Port]:
        """Opens the shaker for as long as the block runs; SHAKER_CANNOT if it is none that answers questions."""
        from drivers.shaker.usb import Port

        if self.place.topic:
            raise FaultError(Fault.SHAKER_CANNOT, self.name)
        self.check_free()
        port = Port.open(self.place.vendor, self.place.product, self.place.serial)
        try:
            yield port
        finally:
            port.close()


def _owner(config: Path, serial: str) -> Settings | None:
    tables = (table_settings(config, path.stem) for path in sorted((config / "tables").glob("*.toml")))
    return next((one for one in tables if _with_serial(one, serial)), None)


def _with_serial(table: Settings, serial: str) -> Shaker | None:
    shakers = (device for device in table.devices if isinstance(device, Shaker))
    return next((shaker for shaker in shakers if shaker.serial == serial), None)


def _numbers(usb: str) -> tuple[int, int]:
    if not usb:
        return VENDOR, PRODUCT
    if not re.fullmatch(r"[0-9a-fA-F]{4}:[0-9a-fA-F]{4}", usb):
        raise typer.BadParameter(f"{usb}: four hexadecimal digits each, like 1209:0001", param_hint="--usb")
    vendor, _, product = usb.partition(":")
    return int(vendor, 16), int(product, 16)


class ShakerReport(DeviceReport):
    """A report on a shaker: rows, then what the command has come to."""

    WORDS: ClassVar = WORDS
    FINDINGS: ClassVar = FINDINGS

    def __init__(self, target: ShakerTarget, lang: Language | None, well: str, broken: str, *, as_json: bool) -> None:
        super().__init__(target.table, lang, well, broken, as_json=as_json)
        self._target = target

    def lacking(self) -> str:
        """What this make cannot prove, in words."""
        return ", ".join(lack(self.language, what) for what in self._target.make.proves.lacks)

    @contextmanager
    def concluding(self) -> Iterator[None]:
        """Makes a fault the verdict; if whoever reads the output goes away, the command ends quietly."""
        try:
            yield
        except FaultError as error:
            detail = self._target.name if error.detail in ("", DEVICE) else error.detail
            if error.fault is Fault.SHAKER_WRONG_DEVICE:
                detail = self.say("serial_expected", found=error.detail, expected=self._target.place.serial)
            self.row(self.say("shaker"), detail, error.fault)
            self.close()
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
