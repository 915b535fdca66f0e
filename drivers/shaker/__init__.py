"""Dice shakers: a make is one driver file here, one simulator in `hil/`, and one line in `SHAKERS`."""

from __future__ import annotations

from drivers.shaker.make import Make, Proves

SHAKERS: dict[str, Make] = {
    "usb": Make(Proves(True, True, True, True, True), "serial", "drivers.shaker.driver:ShakerDriver"),
    "studio": Make(Proves(False, False, False, False, False), "topic", "drivers.shaker.studio:StudioDriver"),
}
