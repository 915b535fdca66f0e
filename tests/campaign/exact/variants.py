"""Every way in which the house may post the games whose counts are kept."""

from __future__ import annotations

DECKS = (1, 2)
VARIANTS: dict[str, tuple[dict[str, str], ...]] = {
    "four_card": ({}, {"p4c.bonusBeaten": "stakeLost"}),
    "crazy_four": (
        {},
        {"crazy4.sbFlush": "3:2"},
        {"crazy4.sbNoOpen": "push"},
        {"crazy4.sbFlush": "3:2", "crazy4.sbNoOpen": "push"},
    ),
    "boston": ({},),
}
