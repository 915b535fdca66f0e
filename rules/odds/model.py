"""What is told of a whole table: every wager of its game, and the prizes of its meter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.odds.chance import Chance
from rules.odds.prizes import Prizes


@dataclass(frozen=True, slots=True)
class TableOdds:
    """Every wager of a game; a game with decisions is told under its first mandatory wager, best play assumed."""

    game: str
    decks: int | None  # None: dice
    wagers: Mapping[str, Chance]
    prizes: Mapping[int, Prizes] = field(default_factory=dict)  # of a meter, by manner (21.2)
    kept: frozenset[str] = frozenset()  # the wagers whose counts were made beforehand

    @property
    def for_the_player(self) -> dict[str, Chance]:
        """The wagers by which the house loses in the long run."""
        return {wager: chance for wager, chance in self.wagers.items() if chance.favours_player}
