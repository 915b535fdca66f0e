"""The parts of a running table: one file each, all with one protocol; of a kind of device, one line here."""

from __future__ import annotations

from daemon.parts.camera import CameraPart
from daemon.parts.part import DevicePart
from daemon.parts.shaker import ShakerPart
from daemon.parts.shoe import ShoePart

PARTS: tuple[type[DevicePart], ...] = (ShoePart, ShakerPart, CameraPart)
DEVICES = {part.section.KIND: part for part in PARTS}
