"""What becomes of a device's link."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from drivers.observation.base import FromDevice, Numbered
from rules.terms import Term


@dataclass(frozen=True, slots=True)
class LinkUp(Numbered):
    """The device is there, proved who it is and sent everything it had; `complete` if nothing can be missing."""

    SAYS: ClassVar[Term] = Term("{device} : la liaison est là; {complete}.", "{device}: the link is up; {complete}.")
    complete: bool
    kind: Literal["link_up"] = "link_up"


@dataclass(frozen=True, slots=True)
class LinkDown(FromDevice):
    """The device is gone, or what is there is not the device."""

    SAYS: ClassVar[Term] = Term("{device} : la liaison est coupée. {fault}", "{device}: the link is lost. {fault}")
    fault: str
    kind: Literal["link_down"] = "link_down"


@dataclass(frozen=True, slots=True)
class LineRecorded(FromDevice):
    """The last bytes on a line before a fault, both ways; they tell cards, so they are sealed."""

    SAYS: ClassVar[Term] = Term(
        "{device} : derniers octets de la ligne gardés.", "{device}: the line's last bytes were kept."
    )
    SECRET: ClassVar[bool] = True
    fault: str
    kind: Literal["line_recorded"] = "line_recorded"


FromLine = LinkUp | LinkDown | LineRecorded
