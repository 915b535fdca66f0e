"""Hand ranking: the order of 67.23, 67.43, 67.44, 67.53, 67.54, 67.65 and 67.76, and a slow second opinion."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from enum import IntEnum
from itertools import combinations, pairwise, permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cards import DECK, Card, parse_cards
from rules.ranking import SHIFT, Five, Four, Three, five, four, ranks_of, three

Strength = Callable[[Sequence[Card]], int]
Opinion = tuple[str, list[int]]  # a combination's name, and the ranks that break ties

LADDER = "A23456789TJQKA"  # the ace at both ends, and nothing goes round it
ORDER = {  # from the highest, as the sections list them
    3: ("straight_flush", "three_of_a_kind", "straight", "flush", "pair", "none"),  # 67.23, 67.43, 67.53
    4: (  # 67.65, 67.76
        "four_of_a_kind",
        "straight_flush",
        "three_of_a_kind",
        "flush",
        "straight",
        "two_pairs",
        "pair",
        "none",
    ),
    5: (  # 67.44, 67.54
        "royal_flush",
        "straight_flush",
        "four_of_a_kind",
        "full_house",
        "flush",
        "straight",
        "three_of_a_kind",
        "two_pairs",
        "pair",
        "none",
    ),
}
GAMES: dict[int, tuple[Strength, type[IntEnum], tuple[int, ...]]] = {  # by how many cards count
    3: (three, Three, (3,)),
    4: (four, Four, (4, 5, 6)),
    5: (five, Five, (5, 6, 7)),
}
TWO_DECKS = DECK * 2
FEW = parse_cards("As Ah Ks Kh Qs Js Ts 5s 5h 4s 3s 2s") * 2  # much happens among these


# -- the second opinion: every choice of cards, looked at by name -----------------------------------------------------


def opinions(hand: Sequence[Card]) -> list[Opinion]:
    """Everything that these cards are at once, as names go; whether a list has the name is not asked here."""
    faces = "".join(sorted((str(card)[0] for card in hand), key=LADDER[1:].index))
    values = [LADDER.rindex(face) + 1 for face in reversed(faces)]
    groups = sorted(((faces.count(face), LADDER.rindex(face) + 1) for face in set(faces)), reverse=True)
    by_group = [value for count, value in groups for _ in range(count)]
    names = {
        "5": "four_of_a_kind",  # A4
        "4": "four_of_a_kind",
        "32": "full_house",
        "3": "three_of_a_kind",
        "22": "two_pairs",
        "2": "pair",
        "": "none",
    }
    shape = "".join(str(count) for count, _ in groups)
    said = [(names[shape.rstrip("1")], by_group)]
    suited = len({str(card)[1] for card in hand}) == 1
    if suited:
        said.append(("flush", values))
    for bottom in range(len(LADDER) - len(hand) + 1):
        rungs = LADDER[bottom : bottom + len(hand)]
        if sorted(rungs) == sorted(faces):
            run = [bottom + len(hand) - step for step in range(len(hand))]
            said.append(("straight", run))
            if suited:
                said.append(("straight_flush", run))
                said += [("royal_flush", run)] if rungs == "TJQKA" else []
    return said


def reference(cards: Sequence[Card], counting: int) -> tuple[str, tuple[int, ...]]:
    """The best that any choice of `counting` cards is."""
    order = ORDER[counting]
    said = [opinion for hand in combinations(cards, counting) for opinion in opinions(hand) if opinion[0] in order]
    name, ranks = min(said, key=lambda opinion: (order.index(opinion[0]), [-rank for rank in opinion[1]]))
    return name, (*ranks, 0, 0)[:5]


def classified(cards: Sequence[Card], counting: int) -> tuple[str, tuple[int, ...]]:
    """What the product says, in the same words."""
    rank, names, _ = GAMES[counting]
    strength = rank(cards)
    return names(strength >> SHIFT).name.lower(), ranks_of(strength)


def rising(counting: int, hands: Sequence[str]) -> bool:
    """Each of these hands beats the one before."""
    strengths = [GAMES[counting][0](parse_cards(hand)) for hand in hands]
    return all(low < high for low, high in pairwise(strengths))


@st.composite
def dealt(draw: st.DrawFn) -> tuple[int, tuple[Card, ...]]:
    """A hand of any kind and size from two decks, or from the few."""
    counting = draw(st.sampled_from(sorted(GAMES)))
    size = draw(st.sampled_from(GAMES[counting][2]))
    shoe = draw(st.sampled_from((TWO_DECKS, FEW)))
    places = draw(st.lists(st.integers(0, len(shoe) - 1), min_size=size, max_size=size, unique=True))
    return counting, tuple(shoe[place] for place in places)


# -- against the second opinion ---------------------------------------------------------------------------------------


def test_67_23_all_22100_hands_of_three_cards_are_what_the_second_opinion_says() -> None:
    found = Counter[str]()
    for hand in combinations(DECK, 3):
        said = reference(hand, 3)
        assert classified(hand, 3) == said, hand
        found[said[0]] += 1
    assert found == {
        "straight_flush": 48,
        "three_of_a_kind": 52,
        "straight": 720,
        "flush": 1096,
        "pair": 3744,
        "none": 16440,
    }


@settings(deadline=None, max_examples=1000)
@given(dealt())
def test_67_44_67_65_hands_from_two_decks_are_what_the_second_opinion_says(hand: tuple[int, tuple[Card, ...]]) -> None:
    counting, cards = hand
    assert classified(cards, counting) == reference(cards, counting)


def test_67_65_all_270725_hands_of_four_cards_fall_into_the_listed_combinations() -> None:
    found = Counter(strength >> SHIFT for strength in map(four, combinations(DECK, 4)))
    assert found == {
        Four.FOUR_OF_A_KIND: 13,
        Four.STRAIGHT_FLUSH: 44,
        Four.THREE_OF_A_KIND: 2496,
        Four.FLUSH: 2816,
        Four.STRAIGHT: 2772,
        Four.TWO_PAIRS: 2808,
        Four.PAIR: 82368,
        Four.NONE: 177408,
    }


def test_67_54_all_2598960_hands_of_five_cards_fall_into_the_listed_combinations() -> None:
    strengths = Counter(map(five, combinations(DECK, 5)))
    assert len(strengths) == 7462  # so many hands differ in more than suits
    found = Counter[int]()
    for strength, times in strengths.items():
        found[strength >> SHIFT] += times
    assert found == {
        Five.ROYAL_FLUSH: 4,
        Five.STRAIGHT_FLUSH: 36,
        Five.FOUR_OF_A_KIND: 624,
        Five.FULL_HOUSE: 3744,
        Five.FLUSH: 5108,
        Five.STRAIGHT: 10200,
        Five.THREE_OF_A_KIND: 54912,
        Five.TWO_PAIRS: 123552,
        Five.PAIR: 1098240,
        Five.NONE: 1302540,
    }


# -- the sections -----------------------------------------------------------------------------------------------------


def test_67_23_67_43_67_53_order_of_three_cards() -> None:
    """With the highest and the lowest that 67.23 prints for each combination."""
    assert [kind.name.lower() for kind in reversed(Three)] == list(ORDER[3])
    lowest_to_highest = ["5c 3d 2h", "Ac Kd Jh", "2c 2d 3h", "Ac Ad Kh", "5c 3c 2c", "Ac Kc Jc"]
    lowest_to_highest += ["Ac 2d 3h", "Ac Kd Qh", "2c 2d 2h", "Ac Ad Ah", "Ac 2c 3c", "Ac Kc Qc"]
    assert rising(3, lowest_to_highest)


def test_67_44_67_54_order_of_five_cards() -> None:
    """With the highest and the lowest that 67.54 prints for each combination."""
    assert [kind.name.lower() for kind in reversed(Five)] == list(ORDER[5])
    lowest_to_highest = ["7c 5d 4h 3s 2c", "Ac Kd Qh Js 9c", "2c 2d 5h 4s 3c", "Ac Ad Kh Qs Jc"]
    lowest_to_highest += ["3c 3d 2h 2s 4c", "Ac Ad Kh Ks Qc", "2c 2d 2h 4s 3c", "Ac Ad Ah Ks Qc"]
    lowest_to_highest += ["Ac 2d 3h 4s 5c", "Ac Kd Qh Js Tc", "7c 5c 4c 3c 2c", "Ac Kc Qc Jc 9c"]
    lowest_to_highest += ["2c 2d 2h 3s 3c", "Ac Ad Ah Ks Kc", "2c 2d 2h 2s 3c", "Ac Ad Ah As Kc"]
    lowest_to_highest += ["Ac 2c 3c 4c 5c", "Kc Qc Jc Tc 9c", "Ac Kc Qc Jc Tc"]
    assert rising(5, lowest_to_highest)


def test_67_65_67_76_order_of_four_cards() -> None:
    """Four of a kind above the straight flush, the flush above the straight; with the printed extremes."""
    assert [kind.name.lower() for kind in reversed(Four)] == list(ORDER[4])
    lowest_to_highest = ["6c 4d 3h 2s", "Ac Kd Qh Ts", "2c 2d 4h 3s", "Ac Ad Kh Qs", "3c 3d 2h 2s", "Ac Ad Kh Ks"]
    lowest_to_highest += ["Ac 2d 3h 4s", "Ac Kd Qh Js", "6c 4c 3c 2c", "Ac Kc Qc Tc", "2c 2d 2h 3s", "Ac Ad Ah Ks"]
    lowest_to_highest += ["Ac 2c 3c 4c", "Ac Kc Qc Jc", "2c 2d 2h 2s", "Ac Ad Ah As"]
    assert rising(4, lowest_to_highest)


@pytest.mark.parametrize(
    ("counting", "hand", "category", "ranks"),
    [
        (3, "Ac 2d 3h", Three.STRAIGHT, (3, 2, 1, 0, 0)),  # A18
        (3, "2h Ah 3h", Three.STRAIGHT_FLUSH, (3, 2, 1, 0, 0)),
        (3, "Kc Ad 2h", Three.NONE, (14, 13, 2, 0, 0)),  # no way round
        (3, "Ah 2h Kh", Three.FLUSH, (14, 13, 2, 0, 0)),
        (4, "4c 3d Ah 2s", Four.STRAIGHT, (4, 3, 2, 1, 0)),
        (4, "4c 3c Ac 2c", Four.STRAIGHT_FLUSH, (4, 3, 2, 1, 0)),
        (4, "Qc Kd Ah 2s", Four.NONE, (14, 13, 12, 2, 0)),
        (5, "5c 4d 3h 2s Ac", Five.STRAIGHT, (5, 4, 3, 2, 1)),  # A36
        (5, "5c 4c 3c 2c Ac", Five.STRAIGHT_FLUSH, (5, 4, 3, 2, 1)),
        (5, "Qc Kd Ah 2s 3c", Five.NONE, (14, 13, 12, 3, 2)),
        (5, "5c 4d 3h 2s Ac 6d 9h", Five.STRAIGHT, (6, 5, 4, 3, 2)),  # the better end
        (5, "5c 4c 3c 2c Ac 6d 7h", Five.STRAIGHT_FLUSH, (5, 4, 3, 2, 1)),
    ],
)
def test_67_22_67_41_67_51_the_ace_is_low_only_before_two_and_three(
    counting: int, hand: str, category: IntEnum, ranks: tuple[int, ...]
) -> None:
    strength = GAMES[counting][0](parse_cards(hand))
    assert (strength >> SHIFT, ranks_of(strength)) == (category, ranks)


@pytest.mark.parametrize(
    ("counting", "hand", "category", "ranks"),
    [
        (5, "2c 2d 2h 2s 2c", Five.FOUR_OF_A_KIND, (2, 2, 2, 2, 2)),
        (5, "2c 2d 2h 2s 2c 3d Ah", Five.FOUR_OF_A_KIND, (2, 2, 2, 2, 14)),
        (5, "Ac Ad Ah As Ac Kd Kh", Five.FOUR_OF_A_KIND, (14, 14, 14, 14, 14)),
        (4, "9c 9d 9h 9s 9c 9d", Four.FOUR_OF_A_KIND, (9, 9, 9, 9, 0)),
        (3, "9c 9c 5c", Three.FLUSH, (9, 9, 5, 0, 0)),
        (4, "9c 9c 5c 5c", Four.FLUSH, (9, 9, 5, 5, 0)),
        (4, "9c 9c 9d 5c 4c", Four.THREE_OF_A_KIND, (9, 9, 9, 5, 0)),  # a flush is there too
        (5, "9c 9c 5c 5c Kc", Five.FLUSH, (13, 9, 9, 5, 5)),
        (5, "9c 9c 9d 5c 5c Kc 2h", Five.FULL_HOUSE, (9, 9, 9, 5, 5)),
        (5, "9c 9c 8c 7c 6c 5c 5c", Five.STRAIGHT_FLUSH, (9, 8, 7, 6, 5)),
        (5, "Ac Ac Kc Qc Jc Tc Tc", Five.ROYAL_FLUSH, (14, 13, 12, 11, 10)),
    ],
)
def test_67_44_67_65_with_two_decks_the_best_listed_combination_counts(  # A4
    counting: int, hand: str, category: IntEnum, ranks: tuple[int, ...]
) -> None:
    strength = GAMES[counting][0](parse_cards(hand))
    assert (strength >> SHIFT, ranks_of(strength)) == (category, ranks)


@pytest.mark.parametrize(
    ("counting", "better", "worse"),
    [
        (3, "3c 3d 2h", "2c 2d Ah"),  # 67.24: the combination first,
        (3, "3c 3d Ah", "3h 3s Kc"),  # then what is left,
        (3, "Ac Kd 4h", "Ah Ks 3c"),  # to the last card
        (4, "Ac Ad Kh 3s", "Ah As Kc 2d"),  # 67.66
        (4, "Ac Ad 2h 2s", "Kc Kd Qh Qs"),
        (5, "3c 3d 3h 2s 2c", "2d 2h 2s Ac Ad"),  # 67.55
        (5, "Ac Ad 2h 2s 4c", "Ah As 2c 2d 3h"),
        (5, "Kc Qc Jc Tc 2c", "Kd Qd Jd 9d 8d"),
    ],
)
def test_67_24_67_55_67_66_ties_are_broken_by_the_combination_then_card_by_card(
    counting: int, better: str, worse: str
) -> None:
    assert rising(counting, [worse, better])


def test_67_66_only_the_four_playing_cards_count() -> None:
    assert (
        four(parse_cards("8c 8d 8h Ks 2c")) == four(parse_cards("8c 8d 8s Kh Qd")) == four(parse_cards("8c 8d 8h Kc"))
    )
    assert four(parse_cards("8c 8d 7h 7s Ac 6d")) == four(parse_cards("8h 8s 7c 7d"))


# -- the layout of a strength, and what never counts ------------------------------------------------------------------


@settings(deadline=None)
@given(dealt())
def test_a_strength_is_its_category_and_five_ranks_of_four_bits(hand: tuple[int, tuple[Card, ...]]) -> None:
    counting, cards = hand
    strength = GAMES[counting][0](cards)
    packed = strength >> SHIFT
    for rank in ranks_of(strength):
        packed = packed << 4 | rank
    assert packed == strength
    assert type(strength) is int
    ranks = ranks_of(strength)
    assert all(1 <= rank <= 14 for rank in ranks[:counting])
    assert not any(ranks[counting:])


@settings(deadline=None)
@given(dealt(), st.randoms(use_true_random=False), st.sampled_from(list(permutations(range(4)))))
def test_67_22_neither_the_order_of_the_cards_nor_the_names_of_suits_count(
    hand: tuple[int, tuple[Card, ...]], shuffler: Random, suits: tuple[int, ...]
) -> None:
    counting, cards = hand
    rank = GAMES[counting][0]
    other = [DECK[card.rank * 4 + suits[card.suit]] for card in cards]
    shuffler.shuffle(other)
    assert rank(other) == rank(cards)


@pytest.mark.parametrize(("rank", "sizes"), [(rank, sizes) for rank, _, sizes in GAMES.values()])
def test_another_number_of_cards_is_refused(rank: Strength, sizes: tuple[int, ...]) -> None:
    for size in set(range(9)) - set(sizes):
        with pytest.raises(ValueError, match="to unpack"):
            rank(DECK[:size])
