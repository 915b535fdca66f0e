"""The rules core: ranking against PokerKit and phevaluator, craps against crapssim, settling against bare JSON;
and 3-Cards Poker counted whole.
"""

from __future__ import annotations

import json
import random
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from bench.measure import Bench, Figure
from bench.peers import peer, race, time_text
from rules import craps as craps_game
from rules.cards import DECK, Card
from rules.contract import answer
from rules.facts import Fact, Roll, Wagers
from rules.game import Options
from rules.lines import Stake
from rules.odds.play import ThreeCard, worth
from rules.odds.three_card import cells
from rules.ranking import five, three
from rules.registry import GAMES

HANDS, ROLLS, EXACT_TURNS = 5000, 200, 9
Hands = list[tuple[Card, ...]]


# -- ranking ----------------------------------------------------------------------------------------------------------

POKERKIT = """
from pokerkit import Card, RhodeIslandHoldemHand as Hand
hands = [tuple(Card.parse("".join(names))) for names in work]
def once():
    for hand in hands:
        Hand(hand)
def answers():
    return [Hand(hand).entry.index for hand in hands]
"""
PHEVALUATOR = """
from phevaluator import evaluate_cards
hands = [tuple(hand) for hand in work]
def once():
    for hand in hands:
        evaluate_cards(*hand)
def answers():
    return [-evaluate_cards(*hand) for hand in hands]
"""


async def three_card_rank() -> Figure:
    """PokerKit's hand is only made, not yet compared with another; ours is then a number."""
    hands = _hands(3)

    def ours() -> None:
        for hand in hands:
            three(hand)

    async with peer(POKERKIT, [[str(card) for card in hand] for hand in hands]) as pokerkit:
        _check_order(pokerkit.answers, map(three, hands))
        return await race(ours, pokerkit, HANDS, "hand")


async def best5of7() -> Figure:
    """Both number the cards alike: four suits within each rank."""
    hands = _hands(7)

    def ours() -> None:
        for hand in hands:
            five(hand)

    async with peer(PHEVALUATOR, [[int(card) for card in hand] for hand in hands]) as phevaluator:
        _check_order(phevaluator.answers, map(five, hands))
        return await race(ours, phevaluator, HANDS, "hand")


def _hands(size: int) -> Hands:
    dealer = random.Random(size)  # noqa: S311 (the same hands every time)
    return [tuple(dealer.sample(DECK, size)) for _ in range(HANDS)]


def _check_order(theirs: Iterable[int], ours: Iterable[int]) -> None:
    """The same hands beat, equal and lose to the same hands."""
    both = sorted(set(zip(theirs, ours, strict=True)))
    if not all(low[0] < high[0] and low[1] < high[1] for low, high in pairwise(both)):
        raise RuntimeError("the peer ranks some hands otherwise")


async def three_card_exact() -> Figure:
    """3-Cards Poker's main game, from nothing: every hand of the player against every hand of the dealer."""
    play, took = ThreeCard(), []
    for _ in range(EXACT_TURNS):
        started = time.process_time()
        chance = worth(play, cells(play, 1))
        took.append(time.process_time() - started)
        if chance.percent != 3.373:  # as published
            raise RuntimeError(f"the house keeps {chance.percent} %")
    median = statistics.median(took)
    note = f"CPU time, {EXACT_TURNS} turns; slowest {max(took):.2f} s; the house keeps {chance.edge}"
    return Figure(median, f"{median:.2f} s", "1 s", note)


# -- craps ------------------------------------------------------------------------------------------------------------

CRAPSSIM = """
from crapssim.bet import Come, Field, Odds, PassLine
from crapssim.strategy.tools import NullStrategy
from crapssim.table import Table
KINDS = {"pass": PassLine, "come": Come, "field": Field}
rounds = [
    (
        [
            (int(seat) - 1, KINDS[wager](stake) if wager in KINDS else Odds(PassLine, point, stake))
            for seat, wager, stake in bets
        ],
        (tuple(dice),),
    )
    for point, bets, dice in work
]
BANK = 10**9
def once():
    table = Table()
    players = [table.add_player(BANK, NullStrategy()) for _ in range(8)]
    for bets, dice in rounds:
        for player, bet in bets:
            players[player].add_bet(bet)
        table.fixed_run(dice)
    return players
def answers():
    return [round(player.bankroll - BANK) for player in once()]
"""
PLAYERS = tuple(map(str, range(1, 9)))
Laid = tuple[str, str, int]  # seat, wager, stake
Thrown = tuple[int | None, list[Laid], tuple[int, int]]  # the point before, what is laid, the dice


async def craps() -> Figure:
    """Eight players at the layout; the wagers are those that both games decide alike."""
    thrown = _thrown(random.Random(95), ROLLS, PLAYERS)  # noqa: S311
    facts = [fact for _, laid, dice in thrown for fact in _facts(laid, dice)]
    game, options = craps_game.GAME, Options()

    def ours() -> None:
        state = game.start(options)
        for fact in facts:
            state, _ = game.step(state, fact)

    async with peer(CRAPSSIM, thrown) as crapssim:
        if crapssim.answers != _net(facts):
            raise RuntimeError("the peer settles some wagers otherwise")
        new = sum(len(laid) for _, laid, _ in thrown) / ROLLS
        return await race(ours, crapssim, ROLLS, f"roll with its wagers, {new:.0f} new ones")


def _thrown(dealer: random.Random, rolls: int, players: Sequence[str]) -> list[Thrown]:
    """Everybody has a wager on Pass with its odds, up to three Come wagers, and one on the field at every roll."""
    state, thrown = craps_game.GAME.start(Options()), []
    for _ in range(rolls):
        laid: list[Laid] = []
        for seat in players:
            mine = state.laid.get(seat, {})
            if state.point is None and "pass" not in mine:
                laid.append((seat, "pass", 1000))
            if state.point is not None and "pass_odds" not in mine:
                laid.append((seat, "pass_odds", 1000))
            if state.point is not None and sum(wager.startswith("come") for wager in mine) < 3:
                laid.append((seat, "come", 1000))
            laid.append((seat, "field", 500))
        dice = dealer.randint(1, 6), dealer.randint(1, 6)
        thrown.append((state.point, laid, dice))
        for fact in _facts(laid, dice):
            state, _ = craps_game.GAME.step(state, fact)
    return thrown


def _facts(laid: list[Laid], dice: tuple[int, int]) -> list[Fact]:
    """Each player lays at once what he lays."""
    stakes: dict[str, dict[str, Stake]] = {}
    for seat, wager, stake in laid:
        stakes.setdefault(seat, {})[wager] = stake
    return [*(Wagers(*player) for player in stakes.items()), Roll(dice)]


def _net(facts: Iterable[Fact]) -> list[int]:
    """What each player has won or lost in the end, with what still lies there counted as lost."""
    net = dict.fromkeys(PLAYERS, 0)
    state = craps_game.GAME.start(Options())
    for fact in facts:
        if isinstance(fact, Wagers):
            net[fact.seat] -= sum(stake or 0 for stake in fact.stakes.values())
        state, lines = craps_game.GAME.step(state, fact)
        for line in lines:
            net[line.seat] += (line.won or 0) + (line.returned or 0)
    return list(net.values())


# -- settling ---------------------------------------------------------------------------------------------------------

EXAMPLES = Path(__file__).parents[1] / "tests/rules/settle-examples"
REQUESTS, TURNS, WARM_UP = 20, 60, 5  # requests of each game; turns
SEATS = tuple(map(str, range(1, 8)))
Body = dict[str, Any]
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode  # as bare as it gets


class Dealer(random.Random):
    """Deals requests that are legal in every respect."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.shoe: list[Card] = []

    def shuffle_decks(self, decks: int) -> None:
        """Fills the shoe with so many decks, shuffled."""
        self.shoe = self.sample(DECK * decks, len(DECK) * decks)

    def cards(self, count: int) -> list[str]:
        """The next cards of the shoe."""
        return [str(self.shoe.pop()) for _ in range(count)]

    def table(self, size: int, dealer: int, wagers: Callable[[Dealer, int], Body]) -> Body:
        """Seven seats with so many cards each, and the dealer's."""
        self.shuffle_decks(1)
        seats = {seat: {"wagers": wagers(self, 100 * self.randint(5, 50)), "cards": self.cards(size)} for seat in SEATS}
        return {"seats": seats, "dealer": self.cards(dealer)}

    def maybe(self, **wagers: int) -> Body:
        """These wagers, two times in three."""
        return wagers if self.randrange(3) else {}


def _three_card_poker(d: Dealer) -> Body:
    return d.table(3, 3, lambda d, bet: {"initial": bet, **d.maybe(additional=bet), **d.maybe(pair_plus=500)})


def _three_five_seven(d: Dealer) -> Body:
    return d.table(3, 4, lambda d, bet: {"three": bet, "five": bet, **d.maybe(seven=bet)})


def _boston(d: Dealer) -> Body:
    return d.table(5, 5, lambda d, bet: {"ante": bet, "first": 2 * bet, "second": 2 * bet, **d.maybe(bonus=500)})


def _four_card(d: Dealer) -> Body:
    return d.table(5, 6, lambda d, bet: {"ante": bet, **d.maybe(additional=2 * bet), **d.maybe(aces_up=500)})


def _crazy_four(d: Dealer) -> Body:
    def wagers(d: Dealer, bet: int) -> Body:
        return {"ante": bet, "super_bonus": bet, **d.maybe(additional=bet), **d.maybe(queens_up=500)}

    return d.table(5, 5, wagers)


def _war(d: Dealer) -> Body:
    d.shuffle_decks(6)
    dealer = d.cards(1)
    seats: dict[str, Body] = {}
    for seat in SEATS:
        wagers, cards = {"initial": 1000, **d.maybe(supplemental=500)}, d.cards(1)
        seats[seat] = player = {"wagers": wagers, "cards": cards}
        if cards[0][0] == dealer[0][0]:
            wagers["additional"] = 1000
            cards += d.cards(1)
            player["dealer_war_card"] = d.cards(1)[0]
    return {"seats": seats, "dealer": dealer}


def _blackjack(d: Dealer) -> Body:
    d.shuffle_decks(6)
    seats = {
        seat: {"wagers": {"progressive": 100, "over_13": 500, **d.maybe(sevens=100)}, "cards": d.cards(d.randint(2, 5))}
        for seat in SEATS
    }
    return {"seats": seats, "options": {"manner": d.randint(1, 3), "jackpot": 5_000_000, "seed": 1_000_000}}


def _sic_bo(d: Dealer) -> Body:
    totals = [f"total_{total}" for total in range(4, 18)]
    others = [f"{wager}_{face}" for wager in ("single", "two_of_a_kind", "three_of_a_kind") for face in range(1, 7)]
    layout = ["small", "big", "any_three_of_a_kind", "duo_1_2", "duo_3_5", *totals, *others]
    seats = {seat: {"wagers": dict.fromkeys(d.sample(layout, 4), 500)} for seat in SEATS}
    return {"dice": [d.randint(1, 6) for _ in range(3)], "seats": seats}


def _craps(d: Dealer) -> Body:
    events: list[Body] = []
    for _, laid, dice in _thrown(d, 6, SEATS[:3]):
        events += [{"bet": {"seat": seat, "wager": wager, "stake": stake}} for seat, wager, stake in laid]
        events.append({"roll": dice})
    return {"events": events}


def _poker_room(d: Dealer) -> Body:
    d.shuffle_decks(1)
    bets = {seat: 100 * d.randint(5, 30) for seat in SEATS}
    folded = d.sample(SEATS, 3)
    return {
        "type": d.choice(("high", "low", "high_low")),
        "puck": d.choice(SEATS),
        "bets": bets,
        "folded": folded,
        "hands": {seat: d.cards(2) for seat in SEATS if seat not in folded},
        "board": d.cards(5),
        "options": {"commission_percent": 5, "commission_cap": 400},
    }


DEALT: dict[str, Callable[[Dealer], Body]] = {
    "three_card_poker": _three_card_poker,
    "war": _war,
    "three_five_seven": _three_five_seven,
    "boston": _boston,
    "four_card": _four_card,
    "crazy_four": _crazy_four,
    "blackjack": _blackjack,
    "sic_bo": _sic_bo,
    "craps": _craps,
    "poker_room": _poker_room,
}


async def settle() -> Figure:
    """The same lines decoded and their responses encoded by the same json module, with nothing in between."""
    mix = {game: _lines(game) for game in GAMES}
    responses = {game: [json.loads(answer(line, GAMES)) for line in lines] for game, lines in mix.items()}
    for game, given in responses.items():
        if refused := next((response["error"] for response in given if "error" in response), None):
            raise RuntimeError(f"{game} refused a request: {refused}")
    ours: dict[str, list[float]] = {game: [] for game in mix}
    bare: dict[str, list[float]] = {game: [] for game in mix}
    for turn in range(WARM_UP + TURNS):
        for game, lines in mix.items():
            started = time.process_time()
            for line, response in zip(lines, responses[game], strict=True):
                json.loads(line)
                _encode(response)
            between = time.process_time()
            for line in lines:
                answer(line, GAMES)
            if turn >= WARM_UP:
                bare[game].append((between - started) / len(lines))
                ours[game].append((time.process_time() - between) / len(lines))
    mine = {game: statistics.median(times) for game, times in ours.items()}
    floor = {game: statistics.median(times) for game, times in bare.items()}
    slowest = sorted(mix, key=lambda game: mine[game] / floor[game], reverse=True)
    by_game = ", ".join(f"{game} {mine[game] / floor[game]:.1f}" for game in slowest)
    our_mean, floor_mean = statistics.fmean(mine.values()), statistics.fmean(floor.values())
    note = f"each request, {TURNS} turns; {by_game}"
    return Figure(our_mean / floor_mean, time_text(our_mean), time_text(floor_mean), note)


def _lines(game: str) -> list[str]:
    if game not in DEALT:  # what the contract's examples ask of it
        examples = (EXAMPLES / f"{game}.jsonl").read_text().splitlines()
        return [_encode(json.loads(example)["request"]) for example in examples]
    dealer = Dealer(67)
    return [_encode({"id": str(number), "game": game, **DEALT[game](dealer)}) for number in range(REQUESTS)]


BENCHES = (
    Bench("rules.three_card_rank", ">=", 20, "PokerKit, RhodeIslandHoldemHand", three_card_rank),
    Bench("rules.best5of7", ">=", 1, "phevaluator, evaluate_cards with integers", best5of7),
    Bench("rules.craps", ">=", 10, "crapssim, the same wagers and rolls", craps),
    Bench("rules.three_card_exact", "<=", 1, "the clock", three_card_exact),
    Bench("rules.settle", "<=", 6, "bare JSON decode and encode of the same lines", settle),
)
