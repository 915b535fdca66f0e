"""What every event declares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from pydantic import PlainSerializer

from drivers.observation.base import Observed, Recorded
from rules.lines import Line

JsonLine = Annotated[Line, PlainSerializer(Line._asdict)]  # an object in JSON, though it is a tuple
Observations = tuple[type[Observed], ...]


@dataclass(frozen=True, slots=True)
class Happened(Recorded):
    """What came of an observation."""

    ECHOES: ClassVar[Observations] = ()  # whose sentence says the same: a page leaves the event out after these
    BESIDE: ClassVar[bool] = False  # its sentence is short enough to stand beside that of its observation
    AFTER_THE_END: ClassVar[bool] = False  # it may change what a finished round settled
