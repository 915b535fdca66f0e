"""The roles of the people at a table."""

from __future__ import annotations

from enum import StrEnum


class Role(StrEnum):
    """What a person is at the table."""

    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    TECHNICIAN = "technician"
    AUDITOR = "auditor"
