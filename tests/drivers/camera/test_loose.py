"""Where nothing is known of the place: what is no die, dice seen from the side, and a count that is one off.

Without the sorter every one of these pictures was read. How many of a thousand still are is the campaign's to tell.
"""

from __future__ import annotations

from collections import Counter

import pytest

from drivers.camera.networks import SORTER, networks
from drivers.camera.reading import Reason
from drivers.camera.recognise import read
from tests.drivers import loose

READ_BEFORE = {
    "aslant": (5, 8, 10, 15, 17, 20, 22, 24, 27, 28, 36, 38),
    "clutter": (12, 20, 24, 52, 60, 62, 68, 78, 80),
    "one off": (12, 13, 23, 40, 68, 69, 81, 83, 97, 101),
}
OBLIQUE = 0.7  # of the pictures from the side: so many are refused for that reason


@pytest.mark.parametrize(("kind", "seed"), [(kind, seed) for kind, seeds in READ_BEFORE.items() for seed in seeds])
def test_nothing_is_read_where_nobody_may_read_anything(kind: str, seed: int) -> None:
    assert loose.accepted(kind, seed) == []


def test_dice_seen_from_the_side_are_refused_for_that_reason() -> None:
    reasons: Counter[Reason | None] = Counter()
    for seed in READ_BEFORE["aslant"]:
        picture, count = loose.aslant(seed)
        reasons[read(picture, count).reason] += 1
    assert reasons[None] == 0
    assert reasons[Reason.OBLIQUE] >= OBLIQUE * reasons.total(), reasons


def test_only_where_no_tray_is_known_the_sorter_is_asked() -> None:
    nets = networks()
    assert nets.anywhere.sorter is not None
    assert nets.tray.sorter is None, SORTER
