"""The poker room's showdown, sections 67.88 to 67.110 (O.C. 1033-2007): who gets what of the pot.

The settle contract asks for one showdown of Texas hold'em; the whole game is `rules.room`, which pays by the same pots.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import chain, combinations
from typing import Any

from rules.cards import DECK, Card
from rules.contract import (
    SEAT,
    Answer,
    Request,
    bad,
    cards_of,
    check_copies,
    decks_of,
    options_of,
    seats_of,
    unit_of,
    whole,
)
from rules.game import REVISION, RuleError
from rules.lines import Line, Outcome, Readings, round_down
from rules.ranking import SHIFT, Five, five
from rules.refusals import Because
from rules.terms import Term

HOLE_CARDS, BOARD = 2, 5
HIGH, LOW, HIGH_LOW = "high", "low", "high_low"  # 67.88 (14), (13), (15)
MOST_PERCENT = 10  # 67.108
EIGHT_OR_BETTER = 1 << 8  # lows of five different ranks, from the ace (1 << 0) to the eight (1 << 7), are below it
SHAPES = [(1, 1, 1, 1, 1), (2, 1, 1, 1), (2, 2, 1), (3, 1, 1), (3, 2), (4, 1)]  # of low hands, from the best
SMALLEST = -10_000  # a percentage below 10 to this power is nothing, of any amount that can be written
LOW_RANK = [1 << (card.rank + 1) % 13 for card in DECK]  # one bit a rank; the ace is the lowest
HAND_NAMES = {combination: combination.name.lower() for combination in Five}

TERMS: Mapping[str, Term] = {
    "poker_room": Term("Salon de poker", "Poker room"),
    HIGH: Term("Poker haut", "High poker"),
    LOW: Term("Poker bas", "Low poker"),
    HIGH_LOW: Term("Poker haut-bas partagé", "High-low split poker"),
    "pot": Term("Cagnotte", "Pot"),
    "straight_flush": Term("Quinte", "Straight Flush"),  # of five cards, as in 67.44 and 67.54
    # the whole game: 67.88, 67.97
    "stakes": Term("Avoir", "Table stakes"),
    "commission": Term("Commission", "Commission"),
    "ante": Term("Mise initiale", "Ante"),
    "small_blind": Term("Petite mise à l'aveuglette", "Small blind"),
    "big_blind": Term("Grosse mise à l'aveuglette", "Big blind"),
    "straddle": Term("Mise à l'aveuglette doublée", "Straddle"),
    "forced": Term("Mise imposée", "Forced bet"),
    "pass": Term("Passer", "Pass"),
    "fold": Term("Abandonner", "Fold"),
    "bet": Term("Miser", "Bet"),
    "call": Term("Suivre", "Call"),
    "raise": Term("Relancer", "Raise"),
    "all_in": Term("Tout en jeu", "All in"),
    "kill": Term("Main exclue", "Killed"),
    "expel": Term("Exclu du salon", "Expelled"),
    "restore": Term("Main remise en jeu", "Restored"),
    "play": Term("Sans décision", "No decision"),  # where one was, and should not have been
    "board": Term("Cartes communes", "Board"),
    "burned": Term("Cartes brûlées", "Burned cards"),
}


# -- hands ------------------------------------------------------------------------------------------------------------


def low(cards: Sequence[Card], revision: int = REVISION) -> int:
    """67.88 (13): the best low of five cards or more, ace to five (A87); the smaller, the better.

    >>> from rules.cards import parse_cards as p
    >>> low(p("As 2s 3s 4s 5s Kd Kc")) < low(p("As 2s 3s 4s 6d Kd Kc")) < low(p("As Ad 7c 6s 5d"))
    True
    >>> low(p("As Ad 7c 6s 5d")) < low(p("2s 2d 5c 4s 3d"))  # a pair of aces is the lowest
    True
    """
    held = 0
    for card in cards:
        held |= LOW_RANK[card]
    if held.bit_count() < 5:
        return min(_paired(some, revision) for some in combinations(cards, 5))
    while held.bit_count() > 5:
        held ^= 1 << held.bit_length() - 1
    return held  # as a number it compares rank by rank from the top; straights and flushes do not count


def _paired(cards: Iterable[Card], revision: int) -> int:
    """A low with a pair or more comes after every low without: fewer alike first, then their rank, then the others."""
    ranks = [LOW_RANK[card].bit_length() for card in cards]
    count = Counter(ranks)
    strength = SHAPES.index(tuple(sorted(count.values(), reverse=True)))
    often = count if revision else dict.fromkeys(ranks, 1)  # once the highest card decided, alike or not
    for rank in sorted(ranks, key=lambda rank: (often[rank], rank), reverse=True):
        strength = strength << 4 | rank
    return strength


# -- the pot ----------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Pot:
    """The main pot or a secondary one: what lies in it, and who may win it, clockwise from the dealer's left."""

    amount: int  # before the commission
    eligible: list[str]
    commission: int = 0


def uncalled(bets: Mapping[str, int]) -> dict[str, int]:
    """67.103 (2): what only one seat has put in on top is no part of the pot (A83).

    >>> uncalled({"1": 500, "2": 800, "3": 500}), uncalled({"1": 500, "2": 500})
    ({'2': 300}, {})
    """
    called, top = sorted((0, *bets.values()))[-2:]
    return {seat: top - called for seat, bet in bets.items() if bet == top} if top > called else {}


def layers(bets: Mapping[str, int], folded: Collection[str]) -> list[Pot]:
    """67.96: a pot ends where a player who has not folded is all in; folded money stays in (A79).

    >>> [(pot.amount, pot.eligible) for pot in layers({"1": 20, "2": 100, "3": 100}, ())]
    [(60, ['1', '2', '3']), (160, ['2', '3'])]
    """
    pots: list[Pot] = []
    below = 0
    playing = {seat: bet for seat, bet in bets.items() if seat not in folded}
    for level in sorted(set(playing.values())):
        if level > below:
            amount = sum([min(bet, level) - below for bet in bets.values() if bet > below])
            pots.append(Pot(amount, [seat for seat, bet in playing.items() if bet >= level]))
            below = level
    if pots:  # what a folded seat put in above everyone who is left joins the last pot
        pots[-1].amount += sum([bet - below for bet in bets.values() if bet > below])
    return pots


def take_commission(pots: Iterable[Pot], percent: tuple[int, int], cap: int | None, unit: int) -> None:
    """67.108: a part of each pot, the main pot first, as long as the game's cap lasts (A84)."""
    over, under = percent
    left = None if cap is None else round_down(cap, 1, unit)
    for pot in pots:
        pot.commission = round_down(pot.amount * over, 100 * under, unit)
        if left is not None:
            pot.commission = min(pot.commission, left)
            left -= pot.commission


def split(amount: int, winners: Sequence[str], unit: int) -> dict[str, int]:
    """A82: equal shares; odd units one each, in the order of `winners`; less than a unit goes to the first.

    >>> split(1000, ["3", "1", "2"], 100), split(150, ["3", "1"], 100)  # stakes may be older than the posted unit
    ({'3': 400, '1': 300, '2': 300}, {'3': 150, '1': 0})
    """
    units, rest = divmod(amount, unit)
    each, odd = divmod(units, len(winners))
    return {seat: (each + (place < odd)) * unit + (rest if not place else 0) for place, seat in enumerate(winners)}


@dataclass(frozen=True, slots=True)
class Showdown:
    """What the seats that have not folded hold, by seat, clockwise from the puck's left."""

    high: Mapping[str, int]  # the strongest wins; empty in low poker
    low: Mapping[str, int]  # the smallest wins; empty in high poker; in high-low only those that qualify

    def award(self, pot: Pot, unit: int) -> dict[str, int]:
        """67.88 (13) to (15), 67.103 (1): each seat's share of the pot."""
        net = pot.amount - pot.commission
        highest = _best(self.high, pot.eligible, max)
        lowest = _best(self.low, pot.eligible, min)
        if not lowest:
            return split(net, highest, unit)
        if not highest:
            return split(net, lowest, unit)
        half = round_down(net, 2, unit)
        shares = split(net - half, highest, unit)  # the odd unit goes to the high half (A82)
        for seat, part in split(half, lowest, unit).items():
            shares[seat] = shares.get(seat, 0) + part
        return shares


def _best(
    hands: Mapping[str, int], eligible: Collection[str], pick: Callable[[Iterable[tuple[int, str]]], tuple[int, str]]
) -> list[str]:
    held = [(hand, seat) for seat, hand in hands.items() if seat in eligible] if hands else []
    best = pick(held)[0] if held else None
    return [seat for hand, seat in held if hand == best]


# -- the contract -----------------------------------------------------------------------------------------------------


def settle(request: Request) -> Answer:
    """The settle contract for one showdown."""
    options = options_of(request)
    unit, decks = unit_of(options), decks_of(options, (1,))
    percent = percent_of(options.get("commission_percent", 0))
    cap = whole(options["commission_cap"], "options.commission_cap", 0) if "commission_cap" in options else None
    kind, puck = request.get("type"), request.get("puck")
    if kind not in (HIGH, LOW, HIGH_LOW):
        raise bad(Because.SHOWDOWN_TYPE())
    if not isinstance(puck, str) or not SEAT.fullmatch(puck):
        raise bad(Because.PUCK())
    bets = bets_of(request, unit)
    folded = folded_of(request, bets)
    hands = hands_of(request, bets, folded)
    board = cards_of(request.get("board"), "board", BOARD)
    cards = [*board, *chain(*hands.values())]
    if len(set(cards)) < len(cards):
        check_copies(cards, decks)

    returned = uncalled(bets)
    called = {seat: bet - returned.get(seat, 0) for seat, bet in bets.items()} if returned else bets
    pots = layers(called, folded)
    take_commission(pots, percent, cap, unit)
    playing = clockwise(puck, [seat for seat in bets if seat not in folded])
    held = {seat: hands[seat] + board for seat in playing}
    showdown = Showdown(
        {} if kind == LOW else {seat: five(cards) for seat, cards in held.items()},
        {} if kind == HIGH else _lows(held, qualify=kind == HIGH_LOW),
    )
    shares = [showdown.award(pot, unit) for pot in pots]
    readings = _readings(kind, pots, shares, returned)
    lines = []
    for seat, bet in bets.items():
        if won := sum([share.get(seat, 0) for share in shares]):
            name = HAND_NAMES[Five(showdown.high[seat] >> SHIFT)] if kind == HIGH and len(playing) > 1 else None
            back = returned.get(seat, 0)
            lines.append(Line(seat, "pot", Outcome.WIN, None, bet, won, back, "67.103", name, readings))
    return Answer(lines, _more(bets, pots, shares, returned))


def _lows(held: Mapping[str, Sequence[Card]], *, qualify: bool) -> dict[str, int]:
    lows = {seat: low(cards) for seat, cards in held.items()}
    return {seat: hand for seat, hand in lows.items() if hand < EIGHT_OR_BETTER} if qualify else lows


def clockwise(puck: str, seats: Sequence[str]) -> list[str]:
    """67.88 (20): from the puck's left; the puck's own seat comes last."""
    place = len(puck), puck  # as numbers, however long
    return [seat for seat in seats if (len(seat), seat) > place] + [
        seat for seat in seats if (len(seat), seat) <= place
    ]


def _readings(
    kind: str, pots: Sequence[Pot], shares: Sequence[Mapping[str, int]], returned: Collection[str]
) -> Readings:
    """Names the readings that the showdown needed."""
    needed = {
        "A79": len(pots) > 1,
        "A82": any(len(share) > 1 for share in shares),
        "A83": returned,
        "A84": any(pot.commission for pot in pots),
        "A87": kind != HIGH,
    }
    return tuple([reading for reading, need in needed.items() if need])


def _more(
    bets: Mapping[str, int], pots: Sequence[Pot], shares: Sequence[Mapping[str, int]], returned: Mapping[str, int]
) -> dict[str, Any]:
    """What only the poker room tells; its total counts every bet, also of the seats that collect nothing."""
    return {
        "pots": [
            {
                "amount": pot.amount,
                "commission": pot.commission,
                "eligible": pot.eligible,
                "shares": {seat: part for seat, part in share.items() if part},
            }
            for pot, share in zip(pots, shares, strict=True)
        ],
        "returned": returned,
        "total": {
            "staked": sum(bets.values()),
            "won": sum(pot.amount - pot.commission for pot in pots),
            "returned": sum(returned.values()),
        },
    }


def percent_of(value: object) -> tuple[int, int]:
    """67.108: `commission_percent`, exactly as it is written, and at most 10.

    >>> percent_of(Decimal("2.3")), percent_of(10)
    ((23, 10), (10, 1))
    """
    if type(value) is not int and not isinstance(value, Decimal):
        raise bad(Because.PERCENT_NUMBER())
    if value < 0:
        raise bad(Because.PERCENT_LEAST())
    if value > MOST_PERCENT:
        raise RuleError("invalid_stake", Because.PERCENT_MOST(most=MOST_PERCENT))
    if isinstance(value, Decimal) and value.adjusted() < SMALLEST:
        return 0, 1  # of no pot does it make a cent
    return value.as_integer_ratio()


def bets_of(request: Request, unit: int) -> dict[str, int]:
    """What every seat has put in over the whole game."""
    bets = dict(seats_of(request, "bets"))
    for seat, bet in bets.items():
        if type(bet) is not int:
            raise bad(Because.BETS_CENTS(seat=seat))
        if bet <= 0 or bet % unit:
            raise RuleError("invalid_stake", Because.MULTIPLE(seat=seat, wager="bets", unit=unit))
    return bets


def folded_of(request: Request, bets: Mapping[str, int]) -> frozenset[str]:
    """67.88 (1): who has given up the pot; somebody has not."""
    folded = request.get("folded", [])
    if not isinstance(folded, list) or not all(isinstance(seat, str) and seat in bets for seat in folded):
        raise bad(Because.FOLDED_LIST())
    if len(given_up := frozenset(folded)) == len(bets):
        raise bad(Because.FOLDED_ALL())
    return given_up


def hands_of(request: Request, bets: Mapping[str, int], folded: Collection[str]) -> dict[str, tuple[Card, ...]]:
    """67.102: two cards for every seat that shows; a folded hand must be cards, and is otherwise ignored."""
    hands = request.get("hands")
    if not isinstance(hands, dict):
        raise bad(Because.HANDS_OBJECT())
    for seat in hands:
        if seat not in bets:
            raise bad(Because.HAND_WITHOUT_BET(seat=seat[:20]))
    for seat in bets:
        if seat not in folded and seat not in hands:
            raise bad(Because.HAND_MISSING(seat=seat))
    counts = {seat: () if seat in folded else (HOLE_CARDS,) for seat in bets}
    return {seat: cards_of(cards, f"hands, seat {seat}", *counts[seat]) for seat, cards in hands.items()}
