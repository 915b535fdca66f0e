"""Writes rules/odds/kept.py anew: `python -m tests.campaign.exact.make > kept.py`, some minutes and some gigabytes."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from rules.game import Options
from rules.odds.kept import Key
from rules.odds.play import Cell, play_of
from rules.ranking import five, four
from tests.campaign.exact.games import decided_on_five, decided_on_three, deck
from tests.campaign.exact.variants import DECKS, VARIANTS

HEADER = '''"""The main games that take minutes to count: how often everything happens under best play.

Made by `python -m tests.campaign.exact.make`, which counts every deal; `make campaign` counts them again, and the
ordinary tests check the sums, single hands by a second way, and what the edges were published to be. Only counts are
kept: what they are worth is settled when it is asked for (`rules.odds.play`). docs/odds.md says how it was done.
"""

from __future__ import annotations

from rules.odds.play import Cell

Key = tuple[str, int, tuple[tuple[str, str], ...]]  # game, decks, and what the house posts otherwise than the by-law

'''


def count(game: str, decks: int) -> Iterator[tuple[Key, tuple[Cell, ...]]]:
    """Every way to post a game."""
    hands = deck(6 if game == "four_card" else 5, decks, five if game == "boston" else four)
    plays = [play_of(game, Options(more=posted)) for posted in VARIANTS[game]]
    if game == "boston":
        found = [decided_on_three(play, hands) for play in plays]
    else:
        found = decided_on_five(plays, hands, shows=game == "four_card")
    for posted, cells in zip(VARIANTS[game], found, strict=True):
        yield (game, decks, tuple(sorted(posted.items()))), cells


def module(found: dict[Key, tuple[Cell, ...]]) -> str:
    """rules/odds/kept.py, whole."""
    lines = ["KEPT: dict[Key, tuple[Cell, ...]] = {"]
    for (game, decks, posted), cells in found.items():
        options = ", ".join(f'("{name}", "{value}")' for name, value in posted)
        lines.append(f'    ("{game}", {decks}, ({options}{"," * (len(posted) == 1)})): (')
        lines += [f"        Cell({times}, {mine}, {dealer}, {count})," for times, mine, dealer, count in cells]
        lines.append("    ),")
    return HEADER + "\n".join([*lines, "}"]) + "\n"


if __name__ == "__main__":
    wanted = sys.argv[1:] or list(VARIANTS)
    sys.stdout.write(module({key: cells for game in wanted for decks in DECKS for key, cells in count(game, decks)}))
