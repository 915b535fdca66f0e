"""One section: what it says in our own words, the readings that it needs, and what its two versions say apart."""

from __future__ import annotations

from dataclasses import dataclass

from rules.editions import Edition
from rules.lines import Readings
from rules.terms import Term


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the by-law; `french`: its French version is among the texts, else only the English one is."""

    number: str
    says: Term
    edition: Edition
    french: bool
    readings: Readings = ()
    diverges: Term | None = None
