"""A shared pool's whole ledger, made again from what it says was asked: does every entry follow from those before?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby, takewhile

from daemon.history.ledger import Posted, Proof, followed
from daemon.jackpot.digest import stands
from daemon.jackpot.pool import Account, differences
from daemon.linked.books import Books


def begun(entries: Iterable[Posted]) -> Books:
    """What the entries of the first schema lead to: their digests chain, and covered the meters alone."""
    books = Books()
    for posted in entries:
        _, books.account = followed(books.account, posted.entry)
        books.keep(posted.entry, posted.journal)
        if posted.entry.what == "changed":
            books.account = replace(books.account, first=books.account.first or books.terms[0].each)
    return books


def audit(proof: Proof, entries: Sequence[Posted], shown: Account | None) -> None:
    """Notes the first entry that is not what comes of what was asked; and if what is shown is not what they lead to."""
    old = [*takewhile(lambda posted: not posted.entry.stands, entries)]
    books = begun(old)
    name = entries[0].entry.pool if entries else ""
    for _, group in groupby(entries[len(old) :], lambda posted: (posted.entry.key or ("", 0, 0, 0))[:3]):
        of_booking = [*group]
        proof.place = of_booking[0].seq, of_booking[0].at
        if wrong := books.differ(tuple(posted.entry for posted in of_booking)):
            proof.note(name, wrong)
            return
    if shown is not None and books.account is not None and stands(shown) != stands(books.account):
        proof.note(name, f"its entries lead to another {', '.join(differences(shown, books.account))}")
