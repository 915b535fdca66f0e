"""Sections 21.2 to 21.4 as chances: against counting by hand, and against a shoe that is really dealt."""

from __future__ import annotations

import random
from fractions import Fraction
from math import comb, factorial, perm

import pytest

from rules.blackjack_wagers import PROGRESSIVE, SEVENS, Prize, decided, prize
from rules.cards import DECK, Card
from rules.odds.blackjack import progressive, wagers

DECKS = [6, 8]


def rows(manner: int, decks: int) -> dict[str, Fraction]:
    return {row.name: row.hit for row in progressive(manner, decks).rows}


@pytest.mark.parametrize("decks", DECKS)
def test_21_2_the_jackpots_as_one_counts_them_by_hand(decks: int) -> None:
    shoe = 52 * decks
    assert rows(1, decks)["ace_to_five_suited"] == Fraction(factorial(5) * 4 * decks**5, perm(shoe, 5))  # A98
    assert rows(3, decks)["ace_to_five_suited"] == rows(1, decks)["ace_to_five_suited"]
    one_colour = 2 * comb(2 * decks, 4)  # A102
    assert rows(2, decks)["four_aces_colour"] == Fraction(one_colour, comb(shoe, 4))
    assert rows(3, decks)["four_colour"] == 4 * rows(2, decks)["four_aces_colour"]


@pytest.mark.parametrize("decks", DECKS)
def test_21_2_the_prizes_of_two_cards_as_one_counts_them_by_hand(decks: int) -> None:
    pairs = comb(52 * decks, 2)
    assert rows(1, decks)["ace_jack_suited"] == Fraction(4 * decks**2, pairs)
    assert rows(1, decks)["blackjack_suited"] == Fraction(3 * 4 * decks**2, pairs)
    assert rows(1, decks)["blackjack"] == Fraction(4 * 12 * decks**2, pairs)
    assert rows(1, decks)["high_pair"] == Fraction(5 * comb(4 * decks, 2), pairs)
    assert rows(3, decks)["two_tens_suited"] == Fraction(4 * 4 * comb(decks, 2), pairs)


@pytest.mark.parametrize("decks", DECKS)
@pytest.mark.parametrize("manner", PROGRESSIVE)
def test_21_2_at_break_even_neither_side_has_the_edge(manner: int, decks: int) -> None:
    table = progressive(manner, decks)
    meter = table.break_even_cents
    assert table.chance(meter).edge <= 0 < table.chance(meter - 1).edge
    assert table.fixed + table.share * table.break_even == 100


def test_21_2_the_meter_counts_with_the_share_that_is_awarded() -> None:
    tenth = {row.name: row.share for row in progressive(3).rows}
    shares = [tenth[name] for name in ("ace_to_five_suited", "four_colour", "three")]
    assert shares == [Fraction(1), Fraction(1, 10), Fraction(0)]


@pytest.mark.parametrize(("decks", "percent"), [(6, 11.40), (8, 9.01)])
def test_21_3_sevens(decks: int, percent: float) -> None:
    assert round(wagers(decks)["sevens"].percent, 2) == percent  # the known edge of the published wager
    shoe, ours = 52 * decks, 4 * decks
    assert wagers(decks)["sevens"].hit == Fraction(ours, shoe)  # a seven first, whatever follows (A108)


def test_21_4_over_and_under_13_with_six_decks() -> None:
    chances = wagers(6)
    assert [round(chances[wager].percent, 2) for wager in ("over_13", "under_13")] == [6.55, 10.07]
    thirteen = 1 - chances["over_13"].hit - chances["under_13"].hit
    with_ten, others = 2 * 24 * 96, 2 * (24 * 24) * 3  # 3 and a ten; 4-9, 5-8 and 6-7, in either order
    assert thirteen == Fraction(with_ten + others, 312 * 311)  # loses both (A110)
    for chance in (chances["over_13"], chances["under_13"]):
        assert chance.edge == 1 - 2 * chance.hit  # even money


@pytest.mark.parametrize("table", [*PROGRESSIVE.values(), SEVENS])
def test_21_2_no_table_knows_one_suit_from_another(table: tuple[Prize, ...]) -> None:
    """Where the first card is a club, all that follows is as with any other suit: the colours change places with it."""
    pick = random.Random(212)
    for _ in range(400):
        first = pick.choice([card for card in DECK if not decided(table, (card,))])
        cards = [first, *(pick.choice([card for card in DECK if abs(card.rank - first.rank) < 3]) for _ in range(4))]
        for suits in ((1, 0, 3, 2), (3, 2, 1, 0), (0, 2, 1, 3)):
            renamed = [Card(card & ~3 | suits[card.suit]) for card in cards]
            for dealt in range(1, 6):
                assert decided(table, renamed[:dealt]) == decided(table, cards[:dealt])
                assert prize(table, renamed[:dealt]) == prize(table, cards[:dealt])


@pytest.mark.parametrize("manner", PROGRESSIVE)
def test_21_2_a_shoe_that_is_really_dealt_gives_the_prizes_as_often(manner: int) -> None:
    dealer, shoe, rounds = random.Random(212), list(DECK) * 6, 60_000
    seen = dict.fromkeys(rows(manner, 6), 0)
    for _ in range(rounds):
        cards: tuple[Card, ...] = ()
        for card in dealer.sample(shoe, 5):
            cards += (card,)
            if decided(PROGRESSIVE[manner], cards):
                break
        if won := prize(PROGRESSIVE[manner], cards):
            seen[won.name] += 1
    for name, hit in rows(manner, 6).items():
        expected = float(hit) * rounds
        assert abs(seen[name] - expected) <= 5 * max(1, expected) ** 0.5, name


def test_21_3_a_shoe_that_is_really_dealt_gives_sevens_as_often() -> None:
    dealer, shoe, rounds = random.Random(213), list(DECK) * 6, 60_000
    paid = sum(prize(SEVENS, tuple(dealer.sample(shoe, 3))) is not None for _ in range(rounds))
    expected = float(wagers(6)["sevens"].hit) * rounds
    assert abs(paid - expected) <= 5 * expected**0.5
