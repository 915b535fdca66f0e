"""The game that a simulated Angel Eye plays by itself, against the drawing rule as it is printed on the layouts."""

from __future__ import annotations

import itertools

import pytest

from hil.shoe.baccarat import BANKER, PLAYER, place, result
from rules.cards import Card

WORTH = dict(zip("A23456789T", (1, 2, 3, 4, 5, 6, 7, 8, 9, 0), strict=True))
OF = {worth: Card.parse(f"{rank}s") for rank, worth in WORTH.items()}
BANKER_DRAWS = {  # by his two cards' points, when the player's third card is worth
    **dict.fromkeys((0, 1, 2), "0123456789"),
    3: "012345679",
    4: "234567",
    5: "4567",
    6: "67",
    7: "",
}


def dealt(*worth: int) -> list[Card]:
    return [OF[each] for each in worth]


@pytest.mark.parametrize("first", [*itertools.product(range(10), repeat=2)])
def test_the_third_cards_are_those_of_the_layout(first: tuple[int, int]) -> None:
    player, banker = first
    cards = dealt(player, banker, 0, 0)
    if max(first) >= 8:
        assert place(cards) is None
    elif player >= 6:
        assert place(cards) == ((BANKER, 3) if banker <= 5 else None)
        assert place([*cards, OF[1]]) is None
    else:
        assert place(cards) == (PLAYER, 3)
        for third in range(10):
            expected = (BANKER, 3) if str(third) in BANKER_DRAWS[banker] else None
            assert place([*cards, OF[third]]) == expected
            assert place([*cards, OF[third], OF[0]]) is None


def test_the_first_four_go_by_turns() -> None:
    cards = dealt(1, 2, 3, 4)
    assert [place(cards[:count]) for count in range(4)] == [(0, 1), (1, 1), (0, 2), (1, 2)]


@pytest.mark.parametrize(
    ("names", "told"),
    [
        ("2s 7c 9s 7h Qd", (4, False, True)),  # as a real shoe told it: 1 against 4, and the banker's pair
        ("8c Ad 6h Tc 3d Kd", (1, False, False)),
        ("6c 8s Qh 2h Ts", (1, False, False)),
        ("2s 9s 7c Qd", (2, False, False)),
    ],
)
def test_who_wins(names: str, told: tuple[int, bool, bool]) -> None:
    assert result([Card.parse(name) for name in names.split()]) == told
