"""Every disputed reading by its number: those that can be counted, and why the others cannot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.alternatives import (
    blackjack,
    boston,
    craps,
    crazy_four,
    four_card,
    house_poker,
    room,
    rounding,
    sic_bo,
    three_card,
    three_five_seven,
    war,
)
from rules.alternatives.model import Reading
from rules.alternatives.uncounted import NOT_COUNTED


def order_of(number: str) -> int:
    """A3 before A10.

    >>> sorted(["A10", "A3"], key=order_of)
    ['A3', 'A10']
    """
    return int(number.removeprefix("A"))


def _all() -> Iterator[Reading]:
    for module in (
        house_poker,
        rounding,
        three_card,
        war,
        three_five_seven,
        boston,
        four_card,
        crazy_four,
        room,
        blackjack,
        craps,
        sic_bo,
    ):
        yield from module.READINGS


COUNTED: Mapping[str, Reading] = {
    reading.number: reading for reading in sorted(_all(), key=lambda reading: order_of(reading.number))
}
__all__ = ["COUNTED", "NOT_COUNTED", "order_of"]
