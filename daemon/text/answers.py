"""The shape of a fault as programs get it: in a refusal, in `/health`, and in what `croupierctl --json` prints."""

from __future__ import annotations

from typing_extensions import TypedDict

from drivers.faults import Fault


class FaultWords(TypedDict):
    """What is wrong, what to do next, and why, in one language."""

    sentence: str
    action: str
    detail: str


class FaultAnswer(TypedDict):
    """A fault, in both languages."""

    code: Fault
    detail: str
    why: str | None  # the key of the detail, where it is a sentence
    fr: FaultWords
    en: FaultWords


class ActiveFault(FaultAnswer):
    """A fault of a part of the table, until somebody mends or ends it."""

    part: str
