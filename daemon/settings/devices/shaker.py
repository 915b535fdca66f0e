"""The dice shaker of a table."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, StringConstraints

from daemon.settings.section import DeviceSection
from drivers.shaker.conversation import Manner
from drivers.shaker.wire import MOST_MILLISECONDS, PRODUCT, VENDOR


class Shaker(DeviceSection):
    """The Sic Bo shaker, and how it shakes."""

    KIND = "shaker"
    serial: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9._:-]{1,16}$")]
    vendor: Annotated[int, Field(ge=1, le=0xFFFF)] = VENDOR
    product: Annotated[int, Field(ge=0, le=0xFFFF)] = PRODUCT
    pattern: Annotated[int, Field(ge=0, le=255)] = 0
    amplitude: Annotated[int, Field(ge=1, le=100)] = 60  # percent
    milliseconds: Annotated[int, Field(ge=100, le=MOST_MILLISECONDS)] = 3000
    rest_within: Annotated[float, Field(gt=0, le=60)] = 10.0  # seconds
    reshakes: Annotated[int, Field(ge=0, le=99)] = 2  # so often a dealer may order the shake of a round again

    @property
    def manner(self) -> Manner:
        """The same, as the driver knows it."""
        return Manner(self.pattern, self.amplitude, self.milliseconds, self.rest_within)

    @property
    def posted(self) -> dict[str, Any]:
        """How often a dealer may order a shake again."""
        return {"reshakes": self.reshakes}


SECTION = Shaker
