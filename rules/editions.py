"""The instruments that enacted the games: where a section's text comes from."""

from __future__ import annotations

from dataclasses import dataclass

from rules.terms import Term


@dataclass(frozen=True, slots=True)
class Edition:
    """Where the text of a game's sections comes from."""

    instrument: Term
    in_force: bool  # False: only a draft of it is among the texts (A1)


ORDER_2000 = Edition(Term("décret 111-2000 du 9 février 2000", "O.C. 111-2000, 9 February 2000"), in_force=True)
ORDER_2007 = Edition(Term("décret 1033-2007 du 28 novembre 2007", "O.C. 1033-2007, 28 November 2007"), in_force=True)
DRAFT_2000 = Edition(Term("projet de règlement de 2000", "draft by-law of 2000"), in_force=False)
