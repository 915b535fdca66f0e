"""The card shoe of a table."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints, field_validator, model_validator

from daemon.settings.section import DeviceSection
from daemon.text.details import Because
from drivers.shoe import SHOES


class Shoe(DeviceSection):
    """The card shoe and its line."""

    KIND = "shoe"
    protocol: str = "csr"
    port: str
    baud_rate: Annotated[int, Field(ge=300, le=4_000_000)] | None = None  # None: the protocol's own
    serial: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9._:-]{1,64}$")]
    commands: bool = False  # the shoe may be locked while no card is awaited, and its errors cleared
    hides: bool = False  # the shoe tells what a card is only later

    @field_validator("protocol")
    @classmethod
    def _known_protocol(cls, protocol: str) -> str:
        if protocol not in SHOES:
            raise ValueError(Because.NO_PROTOCOL(protocols=", ".join(SHOES)))
        return protocol

    @model_validator(mode="after")
    def _hiding_protocol(self) -> Shoe:
        if self.hides and not SHOES[self.protocol].HIDES:
            raise ValueError(Because.HIDES_NOTHING(protocol=self.protocol))
        return self

    @property
    def speed(self) -> int:
        """Gives the line's speed: what is posted, or what its protocol usually has."""
        return self.baud_rate or SHOES[self.protocol].BAUD_RATE


SECTION = Shoe
