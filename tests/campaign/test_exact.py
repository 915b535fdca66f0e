"""The kept counts, counted again: every deal by the fast way, and single hands one by one."""

from __future__ import annotations

import random
from itertools import combinations

import numpy as np
import pytest

from rules.cards import DECK
from rules.game import Options
from rules.odds.kept import KEPT
from rules.odds.play import play_of
from rules.ranking import four
from tests.campaign.exact.games import Analysis, deck
from tests.campaign.exact.make import count
from tests.campaign.exact.variants import DECKS, VARIANTS

pytestmark = pytest.mark.campaign


@pytest.mark.parametrize("decks", DECKS)
@pytest.mark.parametrize("game", VARIANTS)
def test_what_is_kept_is_counted_again(game: str, decks: int) -> None:
    for key, cells in count(game, decks):
        assert KEPT[key] == cells


def test_single_hands_are_counted_one_by_one() -> None:
    """Without any renaming of suits, inclusion or exclusion: the cards that are left, all of them."""
    play = play_of("crazy_four", Options())
    analysis = Analysis(play, deck(5, 1, four))
    pick = random.Random(67)
    for row in pick.sample(range(len(analysis.deck.mine)), 4):
        cards = analysis.deck.hands.cards[row].tolist()
        mine = four(cards)
        cases = [0, 0, 0, 0]
        for theirs in combinations([card for card in DECK if card not in cards], 5):
            strength = four(theirs)
            case = 0 if not play.opens(strength) else 2 + (strength > mine) - (strength < mine)
            cases[case] += 1
        assert analysis.regions(np.array([row])).tolist() == [cases]
