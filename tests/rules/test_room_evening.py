"""Whole evenings at a table of the room: players come, go, sit out, wait, straddle and speak out of turn."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules.cards import DECK
from rules.facts import (
    Announce,
    AwaitCard,
    AwaitDecision,
    AwaitTurn,
    AwaitWagers,
    Away,
    Back,
    Close,
    Deal,
    Decide,
    Fact,
    Finished,
    Remove,
    Straddles,
    Turn,
    Wagers,
)
from rules.game import Options, RuleError
from rules.room import blinds
from rules.room.machine import GAME
from rules.room.seats import ready
from rules.room.state import State

PLACES = [str(place) for place in range(1, 10)]


class Evening:
    """Game after game; `brought` is what players came with, less what they left with."""

    def __init__(self, seed: int, **more: Any) -> None:
        self.chance = random.Random(seed)
        posted = {f"room.{name}": value for name, value in more.items()}
        self.state: State = GAME.start(Options(seats=9, minimum=500, more=posted))
        self.brought = 0
        self.met: set[str] = set()

    def take(self, fact: Fact) -> bool:
        try:
            self.state, _ = GAME.step(self.state, fact)
        except RuleError:
            return False
        self.met.add(type(fact).__name__)
        return True

    def sits(self, seat: str, stakes: int) -> None:
        if self.take(Wagers(seat, {"stakes": stakes})):
            self.brought += stakes

    def between(self) -> None:
        """Some come, some go, some sit out; at the end two are ready."""
        for seat in PLACES:
            held = self.state.stacks.get(seat, 0)
            match self.chance.randrange(8):
                case 0:
                    self.sits(seat, self.chance.choice([500, 700, 3000]))
                case 1 if self.take(Remove(seat, None)):
                    self.brought -= held
                case 2:
                    self.take(Away(seat))
                case 3 | 4:
                    self.take(Back(seat, wait=self.chance.random() < 0.3))
        while GAME.expects(self.state) != AwaitWagers(may_close=True):
            seat = self.chance.choice(PLACES)
            self.take(Back(seat))
            self.sits(seat, 2000)

    def game(self) -> None:
        """One game, from the blinds to the pots: at every step every chip is somewhere."""
        before = self.state
        assert self.take(Close())
        self.check_places(before)
        if self.chance.random() < 0.5 and (seat := GAME.public_state(self.state)["straddles"]):
            self.take(Straddles(seat))
        deck = self.chance.sample(DECK, len(DECK))
        while not isinstance(awaited := GAME.expects(self.state), Finished):
            lies = sum(self.state.bets.values())
            assert sum(self.state.stacks.values()) + lies == self.brought
            pots = GAME.public_state(self.state)["pots"]
            assert sum(pot["amount"] for pot in pots) + sum(GAME.returned(self.state).values()) == lies
            self.step(awaited, deck)
        assert sum(self.state.stacks.values()) == self.brought

    def step(self, awaited: Any, deck: list[Any]) -> None:
        """What is awaited; now and then words out of turn, and players who will not play the next game."""
        if self.chance.random() < 0.05:
            self.take(Away(self.chance.choice([*self.state.stacks])))
        match awaited:
            case AwaitCard():
                assert self.take(Deal(deck.pop()))
            case AwaitTurn(hand):
                assert self.take(Turn(hand))
            case AwaitDecision(seat):
                others = [other for other in self.state.alive if other != seat]
                if self.chance.random() < 0.3:
                    self.take(Announce(self.chance.choice(others), self.chance.choice(["call", "fold", "all_in"])))
                [*choices] = GAME.expects(self.state).choices  # type: ignore[union-attr]  # it is still his turn
                choice = self.chance.choice(choices)
                least = GAME.public_state(self.state)["least"] if choice in ("bet", "raise") else None
                assert self.take(Decide(seat, choice, least))

    def check_places(self, before: State) -> None:
        """Nobody pays who does not play; whoever owed has the big blind, or has put in what he owed."""
        after, house = self.state, self.state.house
        assert not set(after.out) & set(after.seats) and set(after.bets) <= set(after.seats)
        if not blinds.has_blinds(after):
            return
        self.met |= {mark for marks in after.blinds.owed.values() for mark in marks}
        assert after.blinds.big in after.seats and max(after.put.values()) <= house.big_blind
        if (planned := blinds.places(before, ready(before))).anew:
            return
        assert after.blinds.big != before.blinds.big or house.puck == "moves"
        assert not set(after.blinds.owed) & set(after.seats)
        self.met |= {"dead puck"} if after.puck not in after.seats else set()
        self.met |= {"no small blind"} if after.blinds.small not in after.seats else set()
        for seat in planned.players:
            live, dead = (0, 0) if seat == after.blinds.big else blinds.due(before, seat)
            blind = {after.blinds.big: house.big_blind, after.blinds.small: house.small_blind}.get(seat, 0)
            whole = house.ante + live + dead + blind
            assert after.bets.get(seat, 0) == min(whole, before.stacks[seat]), seat


BLIND = {"big", "small", "new", "Straddles"}
CUSTOM = BLIND | {"dead puck", "no small blind"}


@pytest.mark.parametrize(
    ("more", "met"),
    [
        ({"straddle": "utg"}, CUSTOM),
        ({"straddle": "utg", "puck": "moves", "ante": 50}, BLIND),
        ({"limit": "pot_limit", "missedBlinds": "wait", "newPlayers": "wait"}, CUSTOM - {"Straddles"}),
        ({"limit": "fixed_limit", "straddle": "utg", "variant": "omaha_high_low"}, CUSTOM),
        ({"variant": "razz", "limit": "fixed_limit", "ante": 50}, set()),
    ],
    ids=lambda value: "" if isinstance(value, set) else " ".join(map(str, value.values())),
)
def test_67_91_no_chip_is_lost_whoever_sits_out_straddles_or_posts(more: dict[str, Any], met: set[str]) -> None:
    seen: set[str] = set()
    for seed in range(12):
        evening = Evening(seed, **more)
        for _ in range(15):
            evening.between()
            evening.game()
            carried = GAME.carry(evening.state)
            evening.state = GAME.resume(evening.state.options, carried)
            assert GAME.carry(evening.state) == carried
        seen |= evening.met
    assert seen & CUSTOM == met
    assert seen >= {"Away", "Back", "Remove", "Announce"}
