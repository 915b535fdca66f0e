"""One fact for the game, and what the table makes of it; and how a round comes to stand still."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import repeat
from typing import Any

from daemon.table.chips import awarded, moved
from daemon.table.events import (
    CardDealt,
    DicePassed,
    DiceRolled,
    Event,
    Held,
    LineSettled,
    Resumed,
    RoundFinished,
    RoundOpened,
)
from daemon.table.state import ALIGNABLE, GRAVITY, Dice, Hold, Played, Result, TableState
from daemon.text.details import Because
from drivers.faults import Fault, FaultError
from rules.capabilities import CarriesOver, HasLayout
from rules.cards import Card, Hidden
from rules.facts import AwaitCard, Deal, Fact, Finished, Roll
from rules.game import Game, Options, RuleError, deck_count
from rules.lines import Line, Outcome

Applied = tuple[TableState, tuple[Event, ...]]


def step(state: TableState, fact: Fact, *first: Event) -> Applied:
    """One fact for the game: the events that it is told by, the lines it decides, and the result if it was the last."""
    machine, before = state.machine, state.play
    try:
        play, lines = machine.step(before, fact)
    except RuleError as illegal:
        raise FaultError(Fault.ORDER_ILLEGAL, Because.RULES(code=illegal.code, why=illegal.message)) from illegal
    awaits, facts, was_over = machine.expects(play), (*state.facts, fact), type(state.awaits) is Finished
    first += moved(before, play)
    if not lines:
        state = state._replace(play=play, awaits=awaits, facts=facts)
    else:
        state = state._replace(play=play, awaits=awaits, facts=facts, lines=state.lines + lines)
        first += tuple(map(LineSettled, lines, repeat(state.rules.round)))
    if was_over:  # a ruling after the end: a hand that was given up is shown
        return state._replace(result=result(state)), first
    if type(fact) is Roll:
        state, passed = turned(state._replace(dice_out=Dice.IN), before)
        first += passed
    if type(awaits) is Finished or (type(fact) is Roll and state.goes_on):
        return finish(state, first)
    return state, first


def roll(state: TableState, dice: tuple[int, ...]) -> Applied:
    """The dice came to rest. Where players throw them they went out first; else a supervisor decides (95.11, A117)."""
    rolled = step(state, Roll(dice), DiceRolled(dice))  # or the game cannot take them
    if state.players_throw is None or state.dice_out in (Dice.OUT, Dice.THROWN):
        return rolled
    return hold(state._replace(thrown=dice), Fault.DICE_NOT_OUT, " ".join(map(str, dice)))


def turned(state: TableState, before: Any) -> Applied:
    """After a roll the shooter throws on, or his turn is over, which the game knows (A118, A119, A155)."""
    game, shooter = state.players_throw, state.shooter
    if game is None:
        return state._replace(shooter=shooter._replace(threw="")), ()
    if not shooter.seat:
        return state._replace(shooter=shooter.unknown()), ()
    if not (why := game.dice_pass(before, state.play)):
        return state._replace(shooter=shooter._replace(declined=())), ()
    return state._replace(shooter=shooter.passed()), (DicePassed(shooter.seat, why),)


def start(game: Game, options: Options, carried: Mapping[str, Any] | None = None) -> Any:
    """A round with betting open, with what the last one left; what is posted may be refused, like an order."""
    try:
        return (
            game.resume(options, carried)
            if carried is not None and isinstance(game, CarriesOver)
            else game.start(options)
        )
    except RuleError as illegal:
        raise FaultError(Fault.ORDER_ILLEGAL, Because.RULES(code=illegal.code, why=illegal.message)) from illegal


def finish(state: TableState, events: tuple[Event, ...]) -> Applied:
    """The result is there. A game that goes on is in its next round at once, with what lies on the layout."""
    finished = state._replace(result=result(state))
    events = (*events, *awarded(state.play), RoundFinished(state.round))
    if not state.goes_on:
        return finished, events
    played = Played(state.base, state.facts, state.lines, state.rules.round)
    after = finished._replace(round=state.round + 1, base=state.play, facts=(), lines=(), earlier=played, entered=None)
    after = as_posted(after)
    return after, (*events, RoundOpened(after.round, after.game, after.rules.round))


def as_posted(state: TableState) -> TableState:
    """What was posted meanwhile holds from this roll on; what lies on the layout stays there, and is settled."""
    if state.posted[1] is state.options and state.rules.next == state.rules.round:
        return state
    machine, (game, options) = state.machine, state.posted
    if game != state.game or not options.revision or state.rules.none_yet:
        return state
    before, state = state.options, state._replace(rules=replace(state.rules, round=state.rules.next), options=options)
    if options == before or not isinstance(machine, CarriesOver):
        return state
    play = start(machine, options, machine.carry(state.play))
    earlier = state.earlier and state.earlier._replace(options=before)
    return state._replace(base=play, play=play, awaits=machine.expects(play), earlier=earlier)


def result(state: TableState) -> Result:
    """What everyone may know of a finished round."""
    seen = {name: hand.visible for name, hand in state.machine.hands(state.play).items()}
    shown = {name: tuple(str(card) for card in cards if card is not None) for name, cards in seen.items()}
    dice = next((fact.dice for fact in reversed(state.facts) if isinstance(fact, Roll)), ())
    hands = {name: cards for name, cards in shown.items() if cards}
    return Result(state.game, state.round, hands, state.lines, dice, areas(state.machine, state.base, dice))


def areas(game: Game, base: Any, dice: tuple[int, ...]) -> dict[str, str | None]:
    """The squares of the layout on which a roll wins, with what the whole wager gains: the answer without seats."""
    if not dice or not isinstance(game, HasLayout):
        return {}
    lit = game.layout(base, dice)
    return {wager: odds for wager, (outcome, odds) in lit.items() if outcome == Outcome.WIN}


def rerun(game: Game, base: Any, facts: Iterable[Fact]) -> tuple[Any, tuple[Line, ...]]:
    """Where these facts lead, and every line on the way."""
    play: Any = base
    lines: tuple[Line, ...] = ()
    for fact in facts:
        try:
            play, decided = game.step(play, fact)
        except RuleError as illegal:
            raise FaultError(Fault.ORDER_ILLEGAL, Because.RULES(code=illegal.code, why=illegal.message)) from illegal
        lines += decided
    return play, lines


def unturnable(state: TableState, hand: str, places: Iterable[int]) -> Fault | None:
    """Why these cards cannot be turned up: the shoe has not told one, or one was named wrongly.

    That one would lie there more often than the round's decks hold it.
    """
    hands = state.machine.hands(state.play)
    turning = [hands[hand].cards[place] for place in places]
    if any(isinstance(card, Hidden) for card in turning):
        return Fault.CARD_UNTOLD
    up = [card for other in hands.values() for card in other.visible if card is not None] + turning
    most = deck_count(state.machine, state.options)
    return Fault.CARD_IMPOSSIBLE if any(up.count(card) > most for card in turning) else None


def hold(state: TableState, fault: Fault, detail: str = "", *first: Event) -> Applied:
    """The round stands still, unless it already does for something graver."""
    before = state.hold
    if before is None:
        return state._replace(hold=Hold(fault, detail)), (*first, Held(fault, detail))
    doubt = max(ALIGNABLE.intersection((fault, before.fault, before.doubt)), key=GRAVITY.index, default=None)
    if GRAVITY.index(before.fault) > GRAVITY.index(fault):
        return state._replace(hold=before._replace(proven=False, doubt=_beneath(before.fault, doubt))), first
    return state._replace(hold=Hold(fault, detail, doubt=_beneath(fault, doubt))), (*first, Held(fault, detail))


def resume(state: TableState) -> Applied:
    """The round goes on, because a person said so."""
    if state.hold is None:
        return state, ()
    resumed, doubt = state._replace(hold=None, aside=()), state.hold.doubt
    if doubt is None or not state.in_round:
        return resumed, (Resumed(state.hold.fault),)
    return hold(resumed, doubt, "", Resumed(state.hold.fault))  # which nobody has dispelled yet


def deal_on(state: TableState, cards: Iterable[Card | None], *first: Event) -> Applied:
    """These left the shoe one after the other: they are dealt up to the first of which nobody knows what it must be."""
    aside, events = list(cards), first
    while aside and type(awaited := state.awaits) is AwaitCard:
        if (dealt := aside[0]) is None or (awaited.face_up and isinstance(dealt, Hidden)):
            break
        del aside[0]
        event = CardDealt(awaited.hand, awaited.index, str(dealt) if awaited.face_up else None)
        state, events = step(state, Deal(dealt), *events, event)
    return state._replace(aside=tuple(aside)), events


def resume_with(state: TableState, cards: Iterable[Card | None], *first: Event) -> Applied:
    """The round goes on with what left the shoe while it was held; what cannot be dealt holds it again."""
    state, events = deal_on(state, cards, *first)
    after, resumed = resume(state)
    events += resumed
    if not (aside := state.aside):
        return after, events
    awaited_yet = isinstance(aside[0], Hidden) and type(after.awaits) is AwaitCard
    again = Fault.CARD_UNREADABLE if aside[0] is None or awaited_yet else Fault.CARD_UNEXPECTED
    return hold(after._replace(aside=aside), again, "", *events)


def _beneath(fault: Fault, doubt: Fault | None) -> Fault | None:
    return None if fault in ALIGNABLE else doubt  # whoever aligns, dispels it
