"""What the sorter is shown of a place, and what it says lies there."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from drivers.camera.crop import SIDE, Array, Picture, batch, crop

CLOSE_UP, FROM_AFAR = 0.9, 0.35  # the gains of its two crops


class Sort(NamedTuple):
    """What lies at a place, as chances: nothing to be read, a die seen from above, a die seen otherwise."""

    nothing: float
    above: float
    otherwise: float


SEEN = Sort(0.0, 1.0, 0.0)  # where nobody asks


def pair(picture: Picture, x: float, y: float, edge: float) -> Picture:
    """A die alone, and what lies around it (2 × SIDE × SIDE × 3); upright, for which way is down says much."""
    return np.stack([crop(picture, x, y, edge, gain=gain) for gain in (CLOSE_UP, FROM_AFAR)])


def blob(pairs: Picture) -> Array:
    """Pairs of crops (n × 2 × SIDE × SIDE × 3) as the sorter takes them."""
    return batch(list(pairs.reshape(-1, SIDE, SIDE, 3))).reshape(-1, 6, SIDE, SIDE)
