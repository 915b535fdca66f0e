"""Which forms of rounds that were dealt by hand were entered: a number serves once, for ever.

So that this takes no more room from year to year, only so many numbers are kept. They are in the order in which they
were printed; where there are too many, the oldest is forgotten, and none that is as old, or older, is entered any more.
"""

from __future__ import annotations

import re
from typing import NamedTuple

MOST = 256  # numbers that are kept
PRINTED = re.compile(r"-([0-9]{8}-[0-9]{6})-[0-9]{2,}$")  # when, and which copy, behind the name of the table


def place(form: str) -> tuple[str, str]:
    """Where a number stands among all: by the time of its printing; those that tell none come before.

    >>> sorted(["war-2-20261118-164312-01", "bj-3-20261119-080000-02", "b-17"], key=place)
    ['b-17', 'war-2-20261118-164312-01', 'bj-3-20261119-080000-02']
    """
    printed = PRINTED.search(form)
    return (printed[1] if printed else "", form)


class Differs(NamedTuple):
    """A round that was dealt by hand, and whose form differs from the rules or from the journal."""

    round: int
    form: str
    places: int  # at which they differ
    cents: int  # more than was due, or less


class ByHand(NamedTuple):
    """What the table knows of the rounds that were dealt without croupier."""

    forms: tuple[str, ...] = ()  # that were entered, and are not forgotten
    differ: tuple[Differs, ...] = ()  # until a supervisor has seen it
    forgotten: str = ""  # the highest number that was entered and is not kept; "": none is
    most: int | None = None  # numbers that are kept; None: the entries are of a croupier that forgot the first entered

    def started(self, most: int | None) -> ByHand:
        """The daemon says how many are kept; one of before may have forgotten what lies under the lowest."""
        if most is None:
            return self._replace(most=None)
        forms = tuple(sorted(self.forms, key=place))
        before = forms[0] if self.most is None and len(forms) >= MOST and not self.forgotten else self.forgotten
        return self._replace(forms=forms, forgotten=before, most=most)

    def is_old(self, form: str) -> bool:
        """Nobody knows any more whether it was entered."""
        return bool(self.forgotten) and place(form) <= place(self.forgotten)

    def entering(self, form: str) -> ByHand:
        """This one too."""
        if self.most is None:
            return self._replace(forms=(*self.forms, form)[-MOST:])
        forms = tuple(sorted((*self.forms, form), key=place))
        over = len(forms) - self.most
        if over <= 0:
            return self._replace(forms=forms)
        return self._replace(forms=forms[over:], forgotten=forms[over - 1])

    def noting(self, differs: Differs) -> ByHand:
        """What differs now of a round, in place of what did before."""
        others = tuple(each for each in self.differ if (each.round, each.form) != (differs.round, differs.form))
        return self._replace(differ=(*others, differs) if differs.places else others)
