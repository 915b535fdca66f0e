"""One share of the dice campaign, in a process of its own: `python -m tests.campaign.dice KIND START STOP STEP`.

KIND is `clear` or `refused` (rolls before a calibrated camera), or one of tests.drivers.loose.KINDS. It prints a JSON
object: how many were read exactly, wrongly and not at all, and which rolls were not as they should be.
"""

from __future__ import annotations

import json
import sys
from collections import Counter

import cv2

from tests.drivers import loose
from tests.drivers.dice import COUNTS, HOPELESS, verdict

SPOILT = 1_000_000  # where the rolls that must be refused begin


def share(kind: str, rolls: range) -> dict[str, object]:
    """What became of these rolls."""
    if kind in loose.KINDS:
        return _loose(kind, rolls)
    troubles: tuple[str | None, ...] = (None,) if kind == "clear" else HOPELESS + COUNTS
    wanted = "exact" if kind == "clear" else "refused"
    verdicts: Counter[str] = Counter()
    odd = []
    for roll in rolls:
        seed, trouble = (roll, None) if kind == "clear" else (SPOILT + roll, troubles[roll % len(troubles)])
        found = verdict(seed, trouble)
        verdicts[found] += 1
        if found != wanted:
            odd.append((seed, trouble, found))
    return {"told": verdicts, "odd": odd}


def _loose(kind: str, seeds: range) -> dict[str, object]:
    """What became of these pictures, none of which anybody may read with the counts that are given."""
    told = {seed: loose.accepted(kind, seed) for seed in seeds}
    odd = [(seed, kind, found) for seed, found in told.items() if found]
    return {"told": Counter(wrong=len(odd), refused=len(told) - len(odd)), "odd": odd}


if __name__ == "__main__":
    cv2.setNumThreads(1)
    kind, *numbers = sys.argv[1:]
    sys.stdout.write(json.dumps(share(kind, range(*(int(number) for number in numbers)))))
