"""What a make of shaker is: what it can prove of a shake by itself, and the driver that speaks to it."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pkgutil import resolve_name
from typing import TYPE_CHECKING

from drivers.mqtt.access import Access
from drivers.shaker.wire import PRODUCT, VENDOR

if TYPE_CHECKING:
    from drivers.shaker.link import ShakerLink


@dataclass(frozen=True, slots=True)
class Proves:
    """What a make can tell. Nobody asks it for the rest: that, a camera or people must prove, and `doctor` says so."""

    tumbles: bool  # how often the dice turned over; without it nothing that it says proves a shake
    dome: bool  # whether the dome was closed
    sequence: bool  # its events are numbered: who has heard the last has heard all
    identity: bool  # which shaker it is
    stop: bool  # a shake can be ended

    @property
    def lacks(self) -> tuple[str, ...]:
        """What it cannot tell.

        >>> Proves(tumbles=False, dome=True, sequence=True, identity=True, stop=False).lacks
        ('tumbles', 'stop')
        """
        return tuple(field.name for field in fields(self) if not getattr(self, field.name))


@dataclass(frozen=True, slots=True)
class Place:
    """Where a shaker is, as a table's file says it; each make takes of it what it needs."""

    serial: str = ""
    vendor: int = VENDOR
    product: int = PRODUCT
    topic: str = ""  # on the floor's broker
    access: Access | None = None  # to that broker
    client: str = ""  # as whom


@dataclass(frozen=True, slots=True)
class Make:
    """One make, as the registry knows it. Its driver is loaded where there is one to drive: not with the settings."""

    proves: Proves
    needs: str  # the key of the table's file by which it is found
    driver: str

    def load(self) -> type[ShakerLink]:
        """Returns the class of its driver."""
        found: type[ShakerLink] = resolve_name(self.driver)
        return found
