"""The names that a kind of device has for what can be wrong with its line."""

from __future__ import annotations

from dataclasses import dataclass

from drivers.faults import Fault


@dataclass(frozen=True, slots=True, kw_only=True)
class LineFaults:
    """One fault for every condition."""

    silent: Fault  # nothing comes, though something is due
    garbled: Fault  # what comes is spoiled
    wrong_baud: Fault  # it comes at another speed
    babbles: Fault  # bytes without end, and no frame in them
    flapping: Fault  # good frames that tell too much
    stuck: Fault  # the line takes nothing
    unproven: Fault  # the port is open, and nothing has come that proves the device
    wrong_device: Fault  # another one than the table's file names

    def outlasts(self, fault: Fault | None) -> bool:
        """Why the line was lost is to be read until a good frame comes, not only until the port is open again."""
        return fault in (self.wrong_baud, self.garbled, self.babbles, self.flapping)
