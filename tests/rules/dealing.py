"""What a game does when it is simply dealt: what it awaits on the way, how its cards lie, and what ends a round."""

from __future__ import annotations

import random
from functools import cache
from typing import Any, NamedTuple

from rules.cards import DECK
from rules.facts import (
    AwaitCard,
    AwaitDecision,
    AwaitDice,
    AwaitDirection,
    AwaitTurn,
    AwaitWagers,
    Close,
    Deal,
    Decide,
    Expectation,
    Fact,
    Finish,
    Finished,
    Roll,
    Turn,
    Wagers,
)
from rules.game import Game, Options, RuleError, deck_count
from rules.posting import all_offered
from rules.registry import GAMES

ROUNDS, SEATS = 100, ("1", "3")


def offering(game: Game, **posted: Any) -> Options:
    """What a table posts that offers every wager of its game."""
    return Options(offered=all_offered(game), **posted)


class Dealt(NamedTuple):
    """What was met in some rounds."""

    awaited: frozenset[type[Expectation]]
    faces: frozenset[bool]  # whether cards came face up
    ended_by_card: bool


@cache
def dealt(game: str) -> Dealt:
    """Rounds of two seats, each with other cards; players choose what comes."""
    machine, chance = GAMES[game], random.Random(game)
    awaited: set[type[Expectation]] = set()
    faces: set[bool] = set()
    ended_by_card = False
    for _ in range(ROUNDS):
        decks = deck_count(machine, Options())
        shoe = chance.sample(DECK * decks, len(DECK) * decks)
        state = machine.start(offering(machine))
        for seat in SEATS:
            state, _ = machine.step(state, Wagers(seat, machine.usual[0]))
        while not isinstance(expected := machine.expects(state), Finished):
            awaited.add(type(expected))
            fact: Fact
            match expected:
                case AwaitWagers():
                    fact = Close()
                case AwaitCard(face_up=face_up):
                    faces.add(face_up)
                    fact = Deal(shoe.pop())
                case AwaitDecision(seat, choices):
                    fact = Decide(seat, chance.choice(choices))
                case AwaitDirection():
                    fact = Finish()
                case AwaitTurn(hand):
                    fact = Turn(hand)
                case AwaitDice(count):
                    fact = Roll(tuple(chance.randint(1, 6) for _ in range(count)))
            try:
                state, _ = machine.step(state, fact)
            except RuleError:  # a choice that asks for an amount; another one comes
                if not isinstance(fact, Decide):
                    raise
            if isinstance(fact, Roll):
                break  # a game that goes on would await the next one
            ended_by_card |= isinstance(fact, Deal) and isinstance(machine.expects(state), Finished)
    return Dealt(frozenset(awaited), frozenset(faces), ended_by_card)
