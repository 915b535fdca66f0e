"""The dice shaker of a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Self

from pydantic import Field, StringConstraints, field_validator, model_validator

from daemon.settings.section import DeviceSection
from daemon.text.details import Because
from drivers.mqtt.access import Access
from drivers.shaker import SHAKERS
from drivers.shaker.conversation import Manner
from drivers.shaker.make import Make, Place
from drivers.shaker.studio_wire import MOST_PARAMETER, client_names
from drivers.shaker.wire import MOST_MILLISECONDS, PRODUCT, VENDOR

Parameter = Annotated[int, Field(ge=0, le=MOST_PARAMETER)]


class Shaker(DeviceSection):
    """The Sic Bo shaker, and how it shakes."""

    KIND = "shaker"
    protocol: str = "usb"
    serial: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9._:-]{1,16}$")] = ""  # of the device on USB
    topic: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9._-]{1,64}(/[A-Za-z0-9._-]{1,64}){0,7}$")] = ""  # MQTT
    vendor: Annotated[int, Field(ge=1, le=0xFFFF)] = VENDOR
    product: Annotated[int, Field(ge=0, le=0xFFFF)] = PRODUCT
    pattern: Annotated[int, Field(ge=0, le=255)] = 0
    amplitude: Annotated[int, Field(ge=1, le=100)] = 60  # percent
    parameters: list[Parameter] = Field(default_factory=lambda: [0, 0], min_length=2, max_length=2)  # the maker's own
    milliseconds: Annotated[int, Field(ge=100, le=MOST_MILLISECONDS)] = 3000
    rest_within: Annotated[float, Field(gt=0, le=60)] = 10.0  # seconds
    reshakes: Annotated[int, Field(ge=0, le=99)] = 2  # so often a dealer may order the shake of a round again

    @field_validator("protocol")
    @classmethod
    def _known_protocol(cls, protocol: str) -> str:
        if protocol not in SHAKERS:
            raise ValueError(Because.NO_PROTOCOL(protocols=", ".join(SHAKERS)))
        return protocol

    @model_validator(mode="after")
    def _found(self) -> Self:
        for key in sorted({make.needs for make in SHAKERS.values()}):
            if (key == self.make.needs) is not bool(getattr(self, key)):
                wrong = Because.PROTOCOL_NEEDS if key == self.make.needs else Because.PROTOCOL_WITHOUT
                raise ValueError(wrong(key=key, protocol=self.protocol))
        return self

    @property
    def make(self) -> Make:
        """What it can tell, and the driver that speaks to it."""
        return SHAKERS[self.protocol]

    @property
    def manner(self) -> Manner:
        """The same, as the driver knows it."""
        first, second = self.parameters
        return Manner(self.pattern, self.amplitude, self.milliseconds, (first, second), self.rest_within)

    def place(self, table: str, broker: Callable[[str], Access]) -> Place:
        """Where it is. A line to the broker has a name of its own, as every line there has."""
        if not self.topic:
            return Place(self.serial, self.vendor, self.product)
        client, _ = client_names(table, self.name)
        return Place(topic=self.topic, access=broker(client), client=client)

    @property
    def posted(self) -> dict[str, Any]:
        """How often a dealer may order a shake again, and what this make cannot tell."""
        return {"reshakes": self.reshakes, "unproven": list(self.make.proves.lacks)}


SECTION = Shaker
