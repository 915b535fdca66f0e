"""Where threads run: the event loop and the journal's thread keep to one processor, everything else runs anywhere.

Those two always wait for each other, and they hand every card over twice. The other processor sleeps meanwhile, and to
wake it takes as long as the work that it is woken for (docs/decisions/0017).
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress

GIVEN = frozenset(os.sched_getaffinity(0))  # by whoever started the process


def keep_to_one() -> None:
    """This thread from now on, and every thread and process that it starts: the last processor, as most interrupts go
    to the first."""
    _run_on({max(GIVEN)})


def roam() -> None:
    """Lets this thread run on any processor again."""
    _run_on(GIVEN)


@contextmanager
def roaming() -> Iterator[None]:
    """What this thread starts meanwhile runs anywhere."""
    before = os.sched_getaffinity(0)
    roam()
    try:
        yield
    finally:
        _run_on(before)


def _run_on(processors: Iterable[int]) -> None:
    with suppress(OSError):  # a system that does not let us is only slower
        os.sched_setaffinity(0, processors)
