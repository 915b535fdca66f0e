"""Every section by its number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches

from rules.registry import GAMES
from rules.sections import dice, general, poker_2000, poker_2007, room
from rules.sections.model import Section

SECTIONS: Mapping[str, Section] = {
    section.number: section for module in (general, poker_2000, poker_2007, room, dice) for section in module.SECTIONS
}


def nearest(number: str) -> list[str]:
    """The sections whose numbers look like this one.

    >>> nearest("67.820")[0], nearest("nonsense")
    ('67.82', [])
    """
    return get_close_matches(number, SECTIONS, 3, 0.5)


def decided(number: str) -> Iterator[tuple[str, str]]:
    """The games and wagers that a section decides.

    >>> sorted(decided("67.32"))
    [('three_card_poker', 'pair_plus')]
    """
    for name, game in GAMES.items():
        for wager, section in game.sections.items():
            if section == number:
                yield name, wager
