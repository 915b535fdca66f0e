"""Every deal of a main game, the best choice for each hand, and how often everything happens."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

import numpy as np
import numpy.typing as npt

from rules.odds.play import Cell, Play
from tests.campaign.exact.dealer import Dealer, Rank
from tests.campaign.exact.sets import CARDS, Classes, Ints, classes, copies

NOT_OPEN, LOWER, EQUAL, HIGHER = range(4)  # the dealer's hand against the player's
HAND, FIRST_DEAL = 5, 3


@dataclass(frozen=True)
class Deck:
    """What all variants of a game share: the hands of both sides."""

    dealer: Dealer
    hands: Classes  # the player's
    mine: Ints  # by class: the strength

    def codes(self) -> Ints:
        """The player's hands among the dealer's strengths."""
        return np.searchsorted(self.dealer.strengths, self.mine)


def deck(dealer_size: int, decks: int, rank: Rank) -> Deck:
    """Five cards for the player, so many for the dealer."""
    dealer = Dealer(dealer_size, decks, rank)
    hands = dealer.classes[HAND] if dealer_size > HAND else classes(HAND, decks)
    return Deck(dealer, hands, np.array([rank(cards) for cards in hands.cards.tolist()]))


class Analysis:
    """One way in which the house posts a game."""

    def __init__(self, play: Play, deck: Deck) -> None:
        self.play, self.deck = play, deck
        self.dealers = [int(strength) for strength in deck.dealer.strengths]
        self.opening = next(code for code, strength in enumerate(self.dealers) if play.opens(strength))
        self.codes = deck.codes()
        self._group()

    def _group(self) -> None:
        """Hands that are settled alike whatever the dealer has are told apart no further."""
        strengths, self.which = np.unique(self.deck.mine, return_inverse=True)
        groups: dict[tuple[object, ...], list[int]] = {}
        for place, mine in enumerate(strengths.tolist()):
            choices = self.play.choices(mine)
            brought = tuple(self._brings(mine, region, times) for times in choices for region in range(4))
            groups.setdefault((choices, *brought), []).append(place)
        self.choices = [key[0] for key in groups]
        group_of = np.zeros(len(strengths), dtype=np.int64)
        for number, places in enumerate(groups.values()):
            group_of[places] = number
        self.group = group_of[self.which]  # by the player's class
        self.example = [int(strengths[places[len(places) // 2]]) for places in groups.values()]

    def _dealer_for(self, mine: int, region: int) -> int | None:
        """Some strength of the dealer in this case."""
        low, high = bisect_left(self.dealers, mine), bisect_right(self.dealers, mine)
        start = self.opening
        ranges = {
            NOT_OPEN: range(start),
            LOWER: range(start, low),
            EQUAL: range(max(low, start), high),
            HIGHER: range(max(high, start), len(self.dealers)),
        }
        return self.dealers[ranges[region][0]] if ranges[region] else None

    def _brings(self, mine: int, region: int, times: int) -> int | None:
        dealer = self._dealer_for(mine, region)
        return None if dealer is None else self.play.shown(mine, dealer, times)

    def brings(self, times: int) -> Ints:
        """By the player's class and the case: what so much added brings; 0 for cases that cannot be."""
        found = [[self._brings(mine, region, times) or 0 for region in range(4)] for mine in self.example]
        return np.array(found, dtype=np.int64)[self.group]

    def regions(self, rows: npt.NDArray[np.int64], shown: int | None = None) -> Ints:
        """By row of the player's classes, and by case: the dealer's hands."""
        dealer, hands, codes = self.deck.dealer, self.deck.hands.cards[rows], self.codes[rows]
        own = codes if shown is None else dealer.codes[rows, shown].astype(np.int64)

        start = np.full(len(rows), self.opening)
        known = np.isin(self.deck.mine[rows], dealer.strengths)
        limits = [
            start,
            np.maximum(codes, start),
            np.maximum(codes + known, start),
            np.full_like(start, len(self.dealers)),
        ]
        unopened, lower, up_to, every = dealer.avoiding(hands, own, limits, shown)
        return np.column_stack([unopened, lower - unopened, up_to - lower, every - up_to])

    def tally(self, found: Counter[tuple[int, int, int]], weight: Ints, times: Ints, group: Ints, cases: Ints) -> None:
        """Adds deals: by what is added, group of hands and case."""
        for chosen in np.unique(times):
            for number in np.unique(group[times == chosen]):
                rows = (times == chosen) & (group == number)
                for region in range(4):
                    count = sum((weight[rows] * cases[rows, region]).tolist())
                    found[int(chosen), int(number) if chosen else 0, region if chosen else 0] += count

    def cells(self, found: Counter[tuple[int, int, int]]) -> tuple[Cell, ...]:
        """What was found, with a hand of both sides for each."""
        listed = []
        for (times, group, region), count in sorted(found.items()):
            if count and not times:
                listed.append(Cell(0, 0, 0, count))
            elif count:
                dealer = self._dealer_for(self.example[group], region)
                if dealer is None:
                    raise RuntimeError("the example of a group has no dealer's hand for the case")
                listed.append(Cell(times, self.example[group], dealer, count))
        return tuple(listed)

    def best(self, cases: Ints, rows: npt.NDArray[np.int64]) -> Ints:
        """The best choice for each row; of equal ones the one that stakes less."""
        every = cases.sum(axis=1)
        best, chosen = self.play.dropped() * every, np.zeros(len(rows), dtype=np.int64)
        for times in sorted({times for choices in self.choices for times in choices}):  # type: ignore[attr-defined]
            allowed = np.array([times in choices for choices in self.choices])[self.group[rows]]  # type: ignore[operator]
            brought = (self.brings(times)[rows] * cases).sum(axis=1)
            better = allowed & (brought > best)
            best, chosen = np.where(better, brought, best), np.where(better, times, chosen)
        return chosen


def decided_on_five(plays: Sequence[Play], hands: Deck, *, shows: bool) -> list[tuple[Cell, ...]]:
    """4-Card and Crazy Four: the choice follows all five cards, and the dealer's card if he shows one."""
    analyses = [Analysis(play, hands) for play in plays]
    found = [Counter[tuple[int, int, int]]() for _ in plays]
    for card in range(CARDS) if shows else (None,):
        left = np.ones(len(hands.mine), dtype=np.int64)
        if card is not None:
            left = hands.dealer.decks - copies(hands.hands.cards, card)
        rows = np.flatnonzero(left)
        cases = analyses[0].regions(rows, card)  # how often, not what it brings: the same in all variants
        weight = hands.hands.weight[rows] * left[rows]
        for analysis, counts in zip(analyses, found, strict=True):
            analysis.tally(counts, weight, analysis.best(cases, rows), analysis.group[rows], cases)
    return [analysis.cells(counts) for analysis, counts in zip(analyses, found, strict=True)]


def decided_on_three(play: Play, hands: Deck) -> tuple[Cell, ...]:
    """Boston: the choice follows the first three cards."""
    analysis, found, decks = Analysis(play, hands), Counter[tuple[int, int, int]](), hands.dealer.decks
    everyone = np.arange(len(hands.mine))
    cases = analysis.regions(everyone)
    brought = (analysis.brings(2) * cases).sum(axis=1)
    more = np.array(list(combinations_with_replacement(range(CARDS), HAND - FIRST_DEAL)))
    firsts = classes(FIRST_DEAL, decks)
    for cards, weight in zip(firsts.cards, firsts.weight, strict=True):
        held = np.bincount(cards, minlength=CARDS)
        left = decks - held
        ways = np.where(
            more[:, 0] == more[:, 1],
            left[more[:, 0]] * (left[more[:, 0]] - 1) // 2,
            left[more[:, 0]] * left[more[:, 1]],
        )
        grown, ways = more[ways > 0], ways[ways > 0]
        rows = hands.hands.find(np.column_stack([np.tile(cards, (len(grown), 1)), grown]))
        stays = int((ways * brought[rows]).sum()) > play.dropped() * int((ways * cases[rows].sum(axis=1)).sum())
        times = np.full(len(rows), 2 if stays else 0)
        analysis.tally(found, ways * weight, times, analysis.group[rows], cases[rows])
    return analysis.cells(found)
