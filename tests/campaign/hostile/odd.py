"""Values that a program may not have thought of."""

from __future__ import annotations

import copy
import random
from typing import Any

NUMBERS = (0, 1, -1, 9000, 2**31 - 1, 2**31, -(2**31), 2**53, 2**63 - 1, 2**63, -(2**63), 10**40)
TEXTS = (
    "",
    " ",
    "\x01",
    "cad",
    "CAD",
    "floor",
    "é",
    "\ud7ff",
    "𝄞",
    "'; DROP SCHEMA croupier; --",
    "x" * 5000,
    "NaN",
    "../..",
)
VALUES: tuple[Any, ...] = (None, True, False, 0.5, 1e308, [], {}, [[]], *NUMBERS, *TEXTS)


def mutated(value: Any, chance: random.Random, most: int = 3) -> Any:
    """The same with up to so many places changed: a field lost, doubled, of another type, or out of all bounds.

    >>> mutated({"a": [1, 2]}, random.Random(3)) != {"a": [1, 2]}
    True
    >>> ODD = repr(VALUES)
    >>> {repr(VALUES) == ODD for chance in map(random.Random, range(3000)) if mutated({"a": [1, 2]}, chance, 30)}
    {True}
    """
    whole = [copy.deepcopy(value)]
    for _ in range(chance.randint(1, most)):
        places = list(_places(whole))
        holder, key = chance.choice(places)
        match chance.randrange(5):
            case 0 if holder is not whole:
                del holder[key]
            case 1 if isinstance(holder, dict):
                holder[chance.choice(("v", "x", *map(str, TEXTS)))] = copy.deepcopy(holder[key])
            case 2 if isinstance(holder[key], int):
                holder[key] += chance.choice((-1, 1, 10**6))
            case _:
                holder[key] = copy.deepcopy(chance.choice(VALUES))
    return whole[0]


def _places(holder: Any) -> Any:
    """Everywhere in it that something stands."""
    for key, value in list(holder.items()) if isinstance(holder, dict) else enumerate(holder):
        yield holder, key
        if isinstance(value, dict | list):
            yield from _places(value)
