"""Random games of the poker room, action by action against PokerKit: the same turns, limits, pots, winners and stakes.

Where the two differ, and why, stands in docs/decisions/0016.
"""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

import pokerkit
import pytest
from pokerkit import Automation, Mode

from rules.cards import DECK, Card
from rules.facts import (
    AwaitCard,
    AwaitDecision,
    AwaitTurn,
    Away,
    Back,
    Close,
    Deal,
    Decide,
    Finished,
    Straddles,
    Turn,
    Wagers,
)
from rules.game import Options
from rules.poker_room import EIGHT_OR_BETTER, HIGH_LOW, low
from rules.room.betting import all_in_as, bounds, closed_to
from rules.room.machine import GAME
from rules.room.showdown import lowest
from rules.room.state import BOARD, BURNED, State

PART = 5040  # every amount is so many times this: a pot can be halved and shared by up to ten without an odd unit
SMALL, BIG, ANTE = PART, 2 * PART, PART
AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.RUNOUT_COUNT_SELECTION,
)


class FixedOmahaHighLow(
    pokerkit.games.FixedLimitPokerMixin, pokerkit.games.FixedLimitOmahaHoldemHighLowSplitEightOrBetter
):
    """PokerKit's own has the pot limit, whatever its name says."""


class PotLimitHoldem(pokerkit.games.PotLimitPokerMixin, pokerkit.NoLimitTexasHoldem):
    """The same game as PokerKit's, with another limit of its own."""


class NoLimitOmaha(pokerkit.games.NoLimitPokerMixin, pokerkit.PotLimitOmahaHoldem):
    """Likewise."""


class Kind(NamedTuple):
    """One game in both worlds."""

    name: str
    variant: str
    limit: str
    most: int  # players
    create: Callable[..., Any]


def blinds(game: Any, *, fixed: bool = False) -> Callable[..., Any]:
    def create(
        ante: int, stacks: list[int], bets: tuple[int, ...] = (SMALL, BIG), dead: tuple[int, ...] | None = None
    ) -> Any:
        sizes = (BIG, 2 * BIG) if fixed else (BIG,)
        return game.create_state(
            AUTOMATIONS, dead is None, dead or ante, bets, *sizes, tuple(stacks), len(stacks), mode=Mode.CASH_GAME
        )  # fmt: skip

    return create


def forced(game: Any) -> Callable[..., Any]:
    def create(ante: int, stacks: list[int]) -> Any:
        return game.create_state(
            AUTOMATIONS, True, ante, SMALL, BIG, 2 * BIG, tuple(stacks), len(stacks), mode=Mode.CASH_GAME
        )  # fmt: skip

    return create


KINDS = [
    Kind("no limit hold'em", "texas_holdem", "no_limit", 10, blinds(pokerkit.NoLimitTexasHoldem)),
    Kind("pot limit hold'em", "texas_holdem", "pot_limit", 10, blinds(PotLimitHoldem)),
    Kind("no limit Omaha", "omaha", "no_limit", 10, blinds(NoLimitOmaha)),
    Kind("fixed limit hold'em", "texas_holdem", "fixed_limit", 10, blinds(pokerkit.FixedLimitTexasHoldem, fixed=True)),
    Kind("pot limit Omaha", "omaha", "pot_limit", 10, blinds(pokerkit.PotLimitOmahaHoldem)),
    Kind(
        "fixed limit Omaha high-low", "omaha_high_low", "fixed_limit", 10,
        blinds(FixedOmahaHighLow, fixed=True),
    ),
    Kind("stud", "seven_card_stud", "fixed_limit", 6, forced(pokerkit.FixedLimitSevenCardStud)),
    Kind(
        "stud high-low", "seven_card_stud_high_low", "fixed_limit", 6,
        forced(pokerkit.FixedLimitSevenCardStudHighLowSplitEightOrBetter),
    ),
    Kind("razz", "razz", "fixed_limit", 6, forced(pokerkit.FixedLimitRazz)),
]  # fmt: skip


class Match:
    """One game, dealt and bet alike in both."""

    state: State

    def __init__(self, kind: Kind, seed: int) -> None:
        self.random = random.Random(seed)
        count = self.random.randint(2, kind.most)
        self.ante = self.random.choice([0, ANTE])
        deep = self.random.choice([5, 20, 300])
        stacks = [PART * self.random.randint(1, deep) for _ in range(count)]
        more = {
            "room.variant": kind.variant, "room.limit": kind.limit, "room.ante": self.ante, "room.bigBlind": BIG,
        }  # fmt: skip
        self.state = GAME.start(Options(seats=10, more=more))
        places = sorted(self.random.sample(range(1, 11), count))
        for place, stack in zip(places, stacks, strict=True):
            self.take(Wagers(str(place), {"stakes": stack}))
        self.state = self.state._replace(puck=str(self.random.choice(places)))
        bought = dict(self.state.stacks)
        self.chips = sum(bought.values())
        self.deck = self.random.sample(DECK, len(DECK))
        self.take(Close())
        self.seats = self.state.seats
        self.theirs = kind.create(self.ante, [bought[seat] for seat in self.seats])

    def take(self, fact: Any) -> None:
        self.state, self.lines = GAME.step(self.state, fact)

    def play(self) -> None:
        while not isinstance(awaits := GAME.expects(self.state), Finished):
            assert sum(self.state.stacks.values()) + sum(self.state.bets.values()) == self.chips
            if not isinstance(awaits, AwaitDecision):
                self._end_round()
            match awaits:
                case AwaitCard(hand):
                    self._deal(hand)
                case AwaitDecision(seat, choices):
                    self._decide(seat, choices)
                case AwaitTurn(hand):
                    self.take(Turn(hand))
        self._end_round()
        self._show()
        self.their_pots = [(pot.amount, [self.seats[n] for n in pot.player_indices]) for pot in self.theirs.pots]
        while self.theirs.can_kill_hand():
            self.theirs.kill_hand()
        while self.theirs.can_push_chips():
            self.theirs.push_chips()
        while self.theirs.can_pull_chips():
            self.theirs.pull_chips()

    def lows_differ(self) -> bool:
        """A pot whose players have no low while another has one: PokerKit halves it, and shares the low half."""
        game, board = self.state.house.game, self.state.cards.get(BOARD, ())
        if game.pays != HIGH_LOW or len(self.state.alive) == 1:
            return False
        hands = {seat: lowest(self.state.cards[seat], board, game.from_hand) for seat in self.state.alive}
        lows = {seat for seat, hand in hands.items() if hand < EIGHT_OR_BETTER}
        return bool(lows) and any(lows.isdisjoint(eligible) for _, _, eligible, _ in self.state.pots or ())

    def _end_round(self) -> None:
        """Whoever is left alone with chips has nothing to decide; PokerKit asks, if a fold left him so."""
        if self.theirs.actor_index is not None:
            assert not self.theirs.checking_or_calling_amount and not self.theirs.can_complete_bet_or_raise_to()
            self.theirs.check_or_call()

    def _show(self) -> None:
        """All in, PokerKit shows before the rest is dealt; the by-law, at the showdown."""
        while self.theirs.can_show_or_muck_hole_cards():
            self.theirs.show_or_muck_hole_cards(True)

    def _deal(self, hand: str) -> None:
        self._show()
        card = self.deck.pop()
        if hand == BURNED:
            assert self.theirs.can_burn_card()
            self.theirs.burn_card(str(card))
        elif hand == BOARD:
            assert self.theirs.can_deal_board()
            self.theirs.deal_board(str(card))
        else:
            assert self.seats[self.theirs.hole_dealee_index] == hand
            self.theirs.deal_hole(str(card))
        self.take(Deal(card))

    def _decide(self, seat: str, choices: tuple[str, ...]) -> None:
        them, mine = self.theirs, self.state
        assert them.actor_index is not None and self.seats[them.actor_index] == seat
        assert list(them.bets) == [mine.put.get(place, 0) for place in self.seats]
        low, high = bounds(mine, seat)
        may = closed_to(mine, seat) is None
        # A85: less than the least raise, all in, does not open the betting again; in the first round PokerKit's does,
        # over a blind and over the bet that completes a forced one.
        short = them.completion_betting_or_raising_amount < mine.least
        if mine.street or seat not in mine.acted or not short:
            assert them.can_complete_bet_or_raise_to() is may
        if may and not (mine.straddle and not mine.raised):  # what PokerKit raises is the big blind, ours the straddle
            assert them.min_completion_betting_or_raising_to_amount == low
        if may:
            assert them.max_completion_betting_or_raising_to_amount == high
        if "forced" in choices:  # who owes it and folds, pays it (67.106); PokerKit lets nobody
            choices = tuple(choice for choice in choices if choice in ("forced", "bet"))
        weights = {"fold": 1, "pass": 5, "call": 6, "bet": 3, "raise": 3, "all_in": 1, "forced": 3}
        choice = self.random.choices(choices, [weights[name] for name in choices])[0]
        stake = None
        if choice in ("bet", "raise"):
            to = self.random.choice([low, high, PART * self.random.randint(low // PART, high // PART)])
            stake = to - mine.level
        elif choice == "all_in":
            to = mine.put.get(seat, 0) + mine.stacks[seat]
        match choice:
            case "fold":
                with warnings.catch_warnings(action="ignore"):  # it finds that nobody should who may pass
                    them.fold()
            case "forced":
                them.post_bring_in()
            case "pass" | "call":
                them.check_or_call()
            case _ if all_in_as(mine, seat) == "call" and choice == "all_in":
                them.check_or_call()
            case _:
                them.complete_bet_or_raise_to(to)
        self.take(Decide(seat, choice, stake))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
@pytest.mark.parametrize("block", range(2))
def test_the_same_game_as_pokerkit(kind: Kind, block: int) -> None:
    for seed in range(block * 25, block * 25 + 25):
        match = Match(kind, seed)
        match.play()
        assert not match.theirs.status, seed
        assert sum(match.state.stacks.values()) == match.chips, seed
        if not match.lows_differ():
            assert list(match.theirs.stacks) == [match.state.stacks[seat] for seat in match.seats], seed
        if len(match.state.alive) > 1:
            ours = [(amount, list(eligible)) for amount, _, eligible, _ in match.state.pots or ()]
            assert match.their_pots == ours, seed


class AfterSomeSatOut(Match):
    """A later game of an evening: a dead puck, no small blind, blinds that were missed, new players, a straddle."""

    def __init__(self, kind: Kind, seed: int) -> None:
        self.random = chance = random.Random(seed)
        self.ante = 0
        more = {"room.variant": kind.variant, "room.limit": kind.limit, "room.bigBlind": BIG, "room.straddle": "utg"}
        self.state = GAME.start(Options(seats=10, more=more))
        for place in chance.sample(range(1, 11), chance.randint(5, 9)):
            self.take(Wagers(str(place), {"stakes": PART * chance.randint(20, 200)}))
        for _ in range(chance.randint(2, 5)):
            self._pass_by()
        puts = {seat: self.state.stacks[seat] for seat in self.state.stacks}
        self.take(Close())
        self.seats = self.state.seats
        if self.state.blinds.big and chance.random() < 0.5 and len(self.seats) > 2:
            seat = GAME.public_state(self.state)["straddles"]
            if self.state.stacks[seat] + self.state.put.get(seat, 0) >= 2 * BIG:
                self.take(Straddles(seat))
        self.chips = sum(self.state.stacks.values()) + sum(self.state.bets.values())
        self.deck = chance.sample(DECK, len(DECK))
        own = (self.state.blinds.small, self.state.blinds.big, self.state.straddle)
        bets = [self.state.put.get(seat, 0) * (1 if seat in own else -1) for seat in self.seats]  # below 0: posted
        dead = tuple(self.state.dead.get(seat, 0) for seat in self.seats)
        if len(bets) == 2:
            bets.reverse()  # PokerKit gives them the other way round
        self.theirs = kind.create(0, [puts[seat] for seat in self.seats], tuple(bets), dead)

    def _pass_by(self) -> None:
        """A game that everyone folds; some come back, some come, some sit out."""
        self.take(Close())
        while not isinstance(GAME.expects(self.state), Finished):
            if self.state.turn is None:
                self.take(
                    Deal(next(card for card in DECK if all(card not in held for held in self.state.cards.values())))
                )
            else:
                self.take(Decide(self.state.turn, "fold"))
        self.state = GAME.resume(self.state.options, GAME.carry(self.state))
        for seat in map(str, range(1, 11)):
            if seat in self.state.out:
                if self.random.random() < 0.6:
                    self.take(Back(seat))
            elif seat not in self.state.stacks:
                if self.random.random() < 0.1:
                    self.take(Wagers(seat, {"stakes": PART * 100}))
            elif len(self.state.stacks) - len(self.state.out) > 3 and self.random.random() < 0.25:
                self.take(Away(seat))


@pytest.mark.parametrize("kind", [kind for kind in KINDS if "stud" not in kind.variant and kind.variant != "razz"],
                         ids=lambda kind: kind.name)  # fmt: skip
def test_67_91_the_same_game_as_pokerkit_after_some_sat_out(kind: Kind) -> None:
    met: set[str] = set()
    for seed in range(60):
        match = AfterSomeSatOut(kind, seed)
        state = match.state
        met |= {
            name
            for name, there in {
                "dead puck": state.puck not in state.seats,
                "no small blind": state.blinds.small not in state.seats,
                "dead blind": bool(state.dead),
                "posted": any(bet < 0 for bet in match.theirs.blinds_or_straddles),
                "straddle": state.straddle is not None,
            }.items()
            if there
        }
        match.play()
        assert not match.theirs.status, seed
        assert sum(match.state.stacks.values()) == match.chips, seed
        if not match.lows_differ():
            assert list(match.theirs.stacks) == [match.state.stacks[seat] for seat in match.seats], seed
    assert met == {"dead puck", "no small blind", "dead blind", "posted", "straddle"}


def test_67_88_every_low_of_five_cards_is_where_pokerkit_has_it() -> None:
    """A87: paired or not, all the 6,175 hands that differ by their ranks."""
    patterns = [ranks for ranks in combinations_with_replacement(range(13), 5) if ranks[0] != ranks[4]]
    hands = [tuple(Card(4 * rank + at % 4) for at, rank in enumerate(ranks)) for ranks in patterns]
    assert len({low(hand) for hand in hands}) == len(hands) == 6175
    theirs = {hand: pokerkit.RegularLowHand("".join(map(str, hand))) for hand in hands}
    assert sorted(hands, key=low) == sorted(hands, key=theirs.__getitem__, reverse=True)
