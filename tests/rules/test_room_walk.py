"""Every action in every state of the poker room: legal, or refused with its section; and no chip is lost."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple, get_args

import pytest

from rules.cards import DECK
from rules.facts import (
    Announce,
    AwaitCard,
    AwaitDecision,
    Away,
    Back,
    Bet,
    Charge,
    Close,
    Deal,
    Decide,
    Direct,
    Elapsed,
    Fact,
    Finish,
    Finished,
    Jackpot,
    NoRoll,
    Remove,
    Returns,
    Roll,
    Rule,
    Straddles,
    TakeOff,
    Turn,
    Wagers,
    Working,
)
from rules.game import Options, RuleError
from rules.lines import Line
from rules.room import betting
from rules.room.betting import FORCED_BET, SAID
from rules.room.machine import GAME
from rules.room.minutes import owed
from rules.room.rulings import SECTIONS
from rules.room.state import State
from rules.room.variants import VARIANTS
from tests.rules.rooms import A_SECTION

POSTED: list[dict[str, Any]] = [
    {
        "room.variant": variant, "room.limit": limit, "room.ante": ante,
        "room.commissionPercent": 5, "room.timeCharge": 100, "room.timePeriod": 1, "room.straddle": "utg",
    }
    for variant, limit, ante in [
        *((variant, "fixed_limit", 50) for variant in VARIANTS),
        ("texas_holdem", "no_limit", 0),
        ("omaha", "pot_limit", 0),
    ]
]  # fmt: skip
SEATS = ("1", "3", "4", "9")  # nobody sits at 9
GAMES_EACH = 3


class Step(NamedTuple):
    """One fact, and what came of it."""

    before: State
    fact: Fact
    after: State | None
    lines: tuple[Line, ...] = ()
    refusal: str = ""


def everything(state: State) -> Iterator[Fact]:
    """Every action, sensible or not."""
    held = {card for cards in state.cards.values() for card in cards}
    yield Deal(next(card for card in DECK if card not in held))
    yield from (Close(), Finish(), Roll((1, 2)), NoRoll("off_table"), Direct("1"), Working("1", "pot", True))
    yield Jackpot("progressive", 100_000, 0)
    yield Rule("fate")
    yield from (Elapsed(state.minute), Elapsed(state.minute + 1))
    yield from (Charge(seat, due) for seat, due in owed(state).items())
    for seat in SEATS:
        yield from (Bet(seat, "pot", 200), Remove(seat, None), Remove(seat, "pot"), Turn(seat))
        yield from (Wagers(seat, {"stakes": stake}) for stake in (400, None))
        yield from (kind(seat, stake) for kind in (TakeOff, Charge) for stake in (100, 10**6, None))
        yield from (Away(seat), Back(seat), Back(seat, wait=True), Straddles(seat))
        yield from (Returns(seat, stake, slip) for stake in (400, 6000, None) for slip in (state.slip, 99))
        for choice in (*SAID, FORCED_BET, "dance"):
            yield from (Decide(seat, choice, stake) for stake in (None, 200, 400, 10**6))
            yield from (Announce(seat, choice, stake) for stake in (None, 200))
        yield from (Rule(what, seat, stake) for what in SECTIONS for stake in (None, 200))


def chips(state: State) -> int:
    return sum(state.stacks.values()) + (sum(state.bets.values()) if state.pots is None else 0)


def brought(step: Step) -> int:
    """What a fact brings to the table, or takes from it."""
    before, fact, after, _, _ = step
    match fact:
        case Wagers(_, stakes):
            return stakes["stakes"] or 0
        case Returns(_, stake):
            return stake or 0
        case TakeOff(_, stake) | Charge(_, stake):
            return -(stake or 0)
        case Remove(seat):
            return -before.stacks[seat]
        case Rule("expel", str(seat)) if seat not in before.seats:
            return -before.stacks[seat]
    assert after is not None
    over = after.pots is not None and before.pots is None
    return -sum(taken for _, taken, _, _ in after.pots or ()) if over else 0


@cache
def walk(posted: int) -> tuple[Step, ...]:
    """Games at random; in every state on the way everything is tried."""
    steps: list[Step] = []
    for seed in range(GAMES_EACH):
        chance = random.Random(seed)
        state: State = GAME.start(Options(seats=9, minimum=100, unit=1, more=POSTED[posted]))
        for seat in ("1", "3", "4"):
            state, _ = GAME.step(state, Wagers(seat, {"stakes": chance.choice([300, 1100, 5000])}))
        for fact in (Wagers("9", {"stakes": 5000}), Remove("9", None), Close()):  # somebody has left, and may come back
            state, _ = GAME.step(state, fact)
        for _ in range(150):
            tried = [_take(state, fact) for fact in everything(state)]
            steps += tried
            if isinstance(awaited := GAME.expects(state), Finished):
                state = GAME.resume(state.options, GAME.carry(state))
                state, _ = GAME.step(state, Elapsed(state.minute + 1))  # a period is over: something is due
                if len(state.stacks) < 2 or chance.random() < 0.5:
                    break
                continue
            legal = [step.after for step in tried if step.after is not None and _likely(step, chance)]
            fresh = [card for card in DECK if all(card not in cards for cards in state.cards.values())]
            if isinstance(awaited, AwaitCard) or not legal:
                legal = [GAME.step(state, Deal(chance.choice(fresh)))[0]] if isinstance(awaited, AwaitCard) else legal
            if not legal:
                break
            state = chance.choice(legal)
    return tuple(steps)


def _likely(step: Step, chance: random.Random) -> bool:
    """Rulings and folds would end every game at once."""
    match step.fact:
        case Rule() | Remove() | TakeOff() | Charge() | Away():
            return chance.random() < 0.02
        case Elapsed() | Back() | Returns():
            return chance.random() < 0.1
        case Decide(choice="fold") | Announce(choice="fold"):
            return chance.random() < 0.1
    return True


def _take(state: State, fact: Fact) -> Step:
    try:
        after, lines = GAME.step(state, fact)
    except RuleError as error:
        return Step(state, fact, None, refusal=error.message)
    return Step(state, fact, after, lines)


EVERY = pytest.mark.parametrize(
    "posted", range(len(POSTED)), ids=[f"{more['room.variant']} {more['room.limit']}" for more in POSTED]
)


@EVERY
def test_whatever_is_refused_is_refused_with_its_section(posted: int) -> None:
    refusals = {step.refusal for step in walk(posted) if step.after is None}
    assert refusals and [refusal for refusal in refusals if not A_SECTION.search(refusal)] == []


@EVERY
def test_no_chip_appears_or_is_lost(posted: int) -> None:
    for step in walk(posted):
        if step.after is not None:
            assert chips(step.after) - chips(step.before) == brought(step), step
            assert all(stack >= 0 for stack in step.after.stacks.values()), step


@EVERY
def test_the_lines_tell_the_same_as_the_stakes(posted: int) -> None:
    for step in walk(posted):
        if step.after is not None and step.after.pots is not None and step.before.pots is None:
            taken = sum(taken for _, taken, _, _ in step.after.pots)
            pot = [line for line in step.lines if line.wager == "pot"]
            staked = sum(line.stake or 0 for line in pot)
            assert staked == sum((line.won or 0) + (line.returned or 0) for line in pot) + taken
            won = {seat for _, _, _, shares in step.after.pots for seat in shares}  # also of a bet that he never met
            assert {line.seat for line in pot} == {seat for seat, bet in step.after.bets.items() if bet} | won


@EVERY
def test_what_is_offered_is_legal(posted: int) -> None:
    """Whose turn it is may do what `expects` offers; the least bet or raise that is told is taken."""
    offered = 0
    for state in {id(step.before): step.before for step in walk(posted)}.values():
        if isinstance(awaited := GAME.expects(state), AwaitDecision):
            offered += len(awaited.choices)
            said, public_state = betting.binding(state, awaited.seat), GAME.public_state(state)
            for choice in awaited.choices:
                stake = public_state["least"] if choice in (betting.BET, betting.RAISE) else None
                GAME.step(state, Decide(awaited.seat, choice, said.stake if said and choice == said.choice else stake))
    assert offered


@EVERY
def test_what_is_legal_was_offered(posted: int) -> None:
    for step in walk(posted):
        match step.fact, GAME.expects(step.before):
            case Decide(seat, choice), expected if step.after is not None and step.before.turn is not None:
                assert (seat, choice in expected.choices) == (step.before.turn, True), step  # type: ignore[union-attr]
            case _:
                pass


@EVERY
def test_a_game_that_is_told_tells_no_card(posted: int) -> None:
    for step in walk(posted)[::97]:
        assert not any(str(card) in str(GAME.public_state(step.before)) for card in step.before.cards.get("burned", ()))


def test_the_walk_tries_every_fact_and_most_are_met() -> None:
    tried = {type(step.fact) for posted in range(len(POSTED)) for step in walk(posted)}
    taken = {type(step.fact) for posted in range(len(POSTED)) for step in walk(posted) if step.after is not None}
    assert tried == set(get_args(Fact))
    between = {Wagers, Remove, TakeOff, Charge, Returns}
    assert taken == between | {Close, Deal, Decide, Announce, Rule, Turn, Away, Back, Straddles, Elapsed}
    rulings = {
        step.fact.what
        for posted in range(len(POSTED))
        for step in walk(posted)
        if step.after is not None and isinstance(step.fact, Rule)
    }
    assert rulings == set(SECTIONS)
