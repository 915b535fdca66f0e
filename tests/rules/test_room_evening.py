"""Whole evenings at a table of the room: players come, go, sit out, wait, straddle, speak out of turn, are ruled on."""

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
    Charge,
    Close,
    Deal,
    Decide,
    Elapsed,
    Fact,
    Finished,
    Remove,
    Returns,
    Rule,
    Straddles,
    TakeOff,
    Turn,
    Wagers,
)
from rules.game import Options, RuleError
from rules.room import blinds
from rules.room.machine import GAME
from rules.room.rulings import SECTIONS
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
        self.told = self.paid = 0  # minutes, and what was charged for them

    def take(self, fact: Fact) -> bool:
        try:
            self.state, _ = GAME.step(self.state, fact)
        except RuleError:
            return False
        self.met.add(type(fact).__name__ if not isinstance(fact, Rule) else fact.what)
        return True

    def minute(self) -> None:
        self.told += self.take(Elapsed(self.state.minute + 1))

    def sits(self, seat: str, stakes: int) -> None:
        if self.take(Wagers(seat, {"stakes": stakes})):
            self.brought += stakes

    def between(self) -> None:
        """Some come, some go, some sit out; at the end two are ready."""
        for seat in PLACES:
            held = self.state.stacks.get(seat, 0)
            match self.chance.randrange(12):
                case 0:
                    self.sits(seat, self.chance.choice([500, 700, 3000]))
                case 1 if self.take(Remove(seat, None)):
                    self.brought -= held
                case 2:
                    self.take(Away(seat))
                case 3 | 4 | 5:
                    self.take(Back(seat, wait=self.chance.random() < 0.3))
                case 6 if self.take(TakeOff(seat, 100)):
                    self.brought -= 100
                case 7:
                    self.minute()
                case 8 if (owed := GAME.owed(self.state).get(seat)) and self.take(Charge(seat, owed)):
                    self.brought -= owed
                    self.paid += owed
                case 9 if self.state.slips:
                    number, slip = self.chance.choice([*self.state.slips.items()])
                    if self.take(Returns(seat, slip.stake, int(number))):
                        self.brought += slip.stake
        while GAME.expects(self.state) != AwaitWagers(may_close=True):
            seat = self.chance.choice(PLACES)
            self.take(Back(seat))
            self.sits(seat, 2000)

    def game(self) -> None:
        """One game, from the blinds to the pots: at every step every chip is somewhere. Now and then it is void."""
        before, void = self.state, self.chance.random() < 0.05
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
            if void and self.chance.random() < 0.05:
                self.met.add("void")
                break
            self.step(awaited, deck)
        self.ruling("show", self.chance.choice(PLACES))
        self.brought -= sum(commission for _, commission, *_ in self.state.pots or ())
        self.brought -= sum(GAME.expelled(self.state).values())
        self.check_time()

    def check_time(self) -> None:
        """67.108: no minute is paid twice, none that was not told."""
        seats, each = len(PLACES), self.state.house.time_charge or 0
        assert (
            self.paid + sum(GAME.owed(self.state).values()) <= self.told * seats * each // self.state.house.time_period
        )
        for time in self.state.times.values():
            assert 0 <= time.paid * self.state.house.time_period <= time.minutes <= self.told

    def step(self, awaited: Any, deck: list[Any]) -> None:
        """What is awaited; now and then words out of turn, and players who will not play the next game."""
        if self.chance.random() < 0.05:
            self.take(Away(self.chance.choice([*self.state.stacks])))
        if self.chance.random() < 0.03:
            self.minute()
        if self.chance.random() < 0.08:
            what = self.chance.choice([*SECTIONS])
            whose = self.state.folded if what == "restore" else [self.state.turn] if self.state.turn else ()
            self.ruling(what, self.chance.choice([*whose] or [*self.state.stacks]))
            awaited = GAME.expects(self.state)
        match awaited:
            case AwaitCard():
                assert self.take(Deal(deck.pop()))
            case AwaitTurn(hand):
                assert (self.chance.random() < 0.3 and self.take(Decide(hand, "fold"))) or self.take(Turn(hand))
            case AwaitDecision(seat):
                others = [other for other in self.state.alive if other != seat]
                if self.chance.random() < 0.3:
                    self.take(Announce(self.chance.choice(others), self.chance.choice(["call", "fold", "all_in"])))
                [*choices] = GAME.expects(self.state).choices  # type: ignore[union-attr]  # it is still his turn
                choice = self.chance.choice(choices)
                assert self.take(Decide(seat, choice, self.amount() if choice in ("bet", "raise") else None))

    def amount(self) -> int:
        """Of a bet or a raise: mostly the least, else anything up to the most."""
        told = GAME.public_state(self.state)
        least: int = told["least"]
        return least if self.chance.random() < 0.7 else self.chance.randint(least, max(least, told["most"]))

    def ruling(self, what: str, seat: str) -> None:
        """Whoever must leave and does not play in this game leaves at once, with the stakes."""
        held = self.state.stacks.get(seat, 0)
        if (
            self.take(Rule(what, seat, self.chance.choice([200, 400]) if what == "bet" else None))
            and seat not in self.state.stacks
        ):
            self.brought -= held

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
        ({"straddle": "utg", "timeCharge": 100, "timePeriod": 3, "commissionPercent": 5}, CUSTOM),
        ({"straddle": "utg", "puck": "moves", "ante": 50}, BLIND),
        ({"limit": "pot_limit", "missedBlinds": "wait", "newPlayers": "wait"}, CUSTOM - {"Straddles"}),
        ({"limit": "fixed_limit", "straddle": "utg", "variant": "omaha_high_low", "commissionPercent": 10}, CUSTOM),
        ({"variant": "razz", "limit": "fixed_limit", "ante": 50, "timeCharge": 100, "timePeriod": 1}, set()),
        ({"variant": "seven_card_stud_high_low", "ante": 25, "newPlayers": "none", "returnMinutes": 5}, set()),
        ({"missedBlinds": "none", "newPlayers": "none", "smallBlind": 75, "ante": 25}, {"dead puck", "no small blind"}),
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
    assert seen >= {"Away", "Back", "Remove", "Announce", "void", *SECTIONS.keys() - {"restore"}}  # the walk restores
    assert ("Charge" in seen) is ("timeCharge" in more) and ("TakeOff" in seen) is (more.get("limit") == "fixed_limit")
    assert ("Returns" in seen) is (more.get("limit") != "fixed_limit")
