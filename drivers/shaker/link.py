"""What the table's part and the technician's commands ask of any shaker's driver, whatever its make."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

from drivers.driver import LinkDriver
from drivers.faults import Fault
from drivers.shaker.conversation import Manner, ShakerTally
from drivers.shaker.make import Place


@dataclass(kw_only=True)
class ShakerLink(LinkDriver):
    """One shaker. What a make has not, it leaves as it is here: no lock, no lamp, no way to stop, nothing to tell."""

    KIND: ClassVar = "shaker"
    OPENING: ClassVar = Fault.SHAKER_OPENING

    BEATS_WITHIN: ClassVar[float | None] = None  # seconds that its loop may stand still; None: what is usual

    manner: Manner = Manner()  # noqa: RUF009 - frozen
    counters: ShakerTally = field(default_factory=ShakerTally, init=False)
    identity: tuple[str, str, str] | None = field(default=None, init=False)  # model, serial number, firmware

    @classmethod
    @abstractmethod
    def at(cls, place: Place, **common: Any) -> Self:
        """Makes a driver for the shaker at this place."""

    @abstractmethod
    def shake(self, order: int) -> None:
        """The dice are shaken, once for every number. Without a shaker nothing happens, now or later."""

    def stop(self) -> None:
        """Stops whatever moves."""

    def lock(self, *, on: bool) -> None:
        """Locks or unlocks the dome."""

    def light(self, *, on: bool) -> None:
        """Switches the lamp on or off."""

    @property
    def flapping(self) -> Fault:
        """By the shaker's name for it."""
        return Fault.SHAKER_FLAPPING

    @property
    def closed(self) -> bool | None:
        """Whether the dome is closed; None: it does not say so, or was never heard."""
        return None

    @property
    def locked(self) -> bool | None:
        """Whether nobody can open the dome."""
        return None

    @property
    def lit(self) -> bool | None:
        """Whether the lamp is on."""
        return None
