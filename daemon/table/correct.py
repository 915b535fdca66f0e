"""What changes a value takes two persons: the same order by both. Then the round is run again with the other value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator
from dataclasses import replace
from typing import Any

from daemon.table import devices, jackpot, past, past_corrected, posting
from daemon.table.chips import awarded, moved, mover
from daemon.table.devices.shoe import SHOE, Shoe
from daemon.table.events import (
    Agreed,
    CardCorrected,
    CardNamed,
    DecisionCorrected,
    DiceCorrected,
    Event,
    LineCancelled,
    LineSettled,
    ProposalEnded,
    Proposed,
    RoundFinished,
    RoundReopened,
    SealOpened,
)
from daemon.table.orders import (
    ChangePosting,
    CorrectCard,
    CorrectDecision,
    CorrectDice,
    CorrectJackpot,
    CorrectPastRound,
    EnterDice,
    EnterPastRound,
    FromForm,
    NameCard,
    OpenSealed,
    Order,
    ReassignCards,
    SetJackpot,
)
from daemon.table.play import Applied, areas, deal_on, rerun, result, resume_with, roll, start
from daemon.table.shooter import turned_back
from daemon.table.state import ALIGNABLE, UNKNOWN_CARD, Asked, TableState
from daemon.table.waiting import Half, halves, without
from daemon.text.details import Because
from daemon.text.fault_row import End
from daemon.text.faults import ended_by
from daemon.text.role import Role
from drivers.faults import Fault, FaultError
from rules.capabilities import CarriesOver
from rules.cards import Card, Hidden
from rules.facts import (
    Announce,
    AwaitCard,
    Close,
    Deal,
    Decide,
    Fact,
    Finished,
    Remove,
    Roll,
    Rule,
    Wagers,
    Working,
)
from rules.game import deck_count
from rules.lines import Line

WRONG_CARD = ended_by(End.CORRECTED)
WRONG_DECISION = ended_by(End.REDECIDED)
Place = tuple[str, int]  # a hand, and which of its cards


def two_persons(state: TableState, order: Order) -> Applied:
    """The first person proposes, the second gives the same order; if it is another one, both have to look again."""
    if isinstance(order, OpenSealed):
        return _open_sealed(state, order)
    first = state.proposal
    decided = state._replace(proposal=None)
    devices.check_free(state, order)
    if first is None:
        _effect(decided, order, (order.by,))  # what could not happen need not be proposed
        proposed = devices.forgotten(state) if isinstance(order, EnterDice) else state  # people read them now
        return proposed._replace(proposal=order, dice_out=state.dice_out), (Proposed(order.kind, order.by),)
    if first.kind != order.kind:
        raise FaultError(Fault.ORDER_NOT_NOW, Because.PROPOSED(kind=first.kind))
    _check_second(first, order)
    if _content(state, first) != _content(state, order):
        return decided, (ProposalEnded(order.kind, order.by, "differs"),)
    after, events = _effect(decided, first, (first.by, order.by))
    return after, (Agreed(order.kind, (first.by, order.by)), *events)


def reject(state: TableState, by: str) -> Applied:
    """What one person proposed comes to nothing."""
    half = next(iter(halves(state)), None)
    if half is None:
        raise FaultError(Fault.ORDER_NOT_NOW, Because.NOTHING_PROPOSED())
    return without(state, half), (ProposalEnded(half.kind, by, "rejected"),)


def _open_sealed(state: TableState, order: OpenSealed) -> Applied:
    """A past round's cards may be looked through. It does not concern the table, which goes on meanwhile."""
    people, asked = state.people, state.people.asked
    if not 0 < order.round <= state.round - state.in_round or not order.reason.strip():
        raise FaultError(Fault.ORDER_NOT_NOW, Because.NO_PAST_ROUND())
    if asked is None:
        asking = people._replace(asked=Asked(order.by, order.role, order.round, order.reason, order.person))
        return state._replace(people=asking), (Proposed(order.kind, order.by),)
    _check_second(asked, order)
    if asked.round != order.round or (state.patience is None and asked.reason != order.reason):
        return without(state, asked), (ProposalEnded(order.kind, order.by, "differs"),)
    opened = tuple(sorted({*people.opened, order.round}))
    events = Agreed(order.kind, (asked.by, order.by)), SealOpened(order.round, asked.reason)
    return state._replace(people=people._replace(asked=None, opened=opened)), events


def _check_second(first: Half, order: Order) -> None:
    if first.by == order.by or (order.person and first.person == order.person):
        raise FaultError(Fault.SECOND_PERSON_NEEDED, order.by)
    if Role.SUPERVISOR not in (first.role, order.role):
        raise FaultError(Fault.SUPERVISOR_NEEDED, order.kind)


def _content(state: TableState, order: Order) -> Order:
    """What two persons must both say; why they say it, each puts in words of his own."""
    if isinstance(order, NameCard | CorrectCard):  # a card has more than one spelling
        order = replace(order, card=str(_card(order.card)))
    if isinstance(order, SetJackpot | CorrectJackpot) and state.patience is not None:
        order = replace(order, reason="")
    if isinstance(order, FromForm):
        order = replace(order, form=order.form.lower(), rules=order.rules.lower(), when="", reason="")
    return replace(order, by="", role="", person="", key="")


def _effect(state: TableState, order: Order, by: tuple[str, ...]) -> Applied:
    if isinstance(order, SetJackpot | CorrectJackpot):
        return jackpot.effect(state, order, by)
    if isinstance(order, ChangePosting):
        return posting.effect(state, order, by)
    if isinstance(order, EnterPastRound):
        return past.entered(state, order, by)
    if isinstance(order, CorrectPastRound):
        return past_corrected.corrected(state, order, by)
    if isinstance(order, NameCard):
        return _name(state, _card(order.card))
    if state.play is None:
        raise FaultError(Fault.ORDER_NOT_NOW, Because.NO_ROUND())
    match order:
        case EnterDice(dice=dice):
            if state.hold is not None:
                raise FaultError(Fault.ORDER_WHILE_HELD, state.hold.fault)
            devices.check_readable(state)
            return roll(state, dice)
        case CorrectCard(hand=hand, index=index, card=name):
            return _correct_cards(state, {(hand, index): _card(name)})
        case ReassignCards(swaps=swaps):
            lying, known = _lying(state), _seen(state)
            moved = {place: place for place in lying}  # which card comes where, whatever it is
            for hand, index, other, place in swaps:
                here, there = (hand, index), (other, place)
                if empty := [str(at) for at in (here, there) if at not in moved]:
                    raise FaultError(Fault.ORDER_ILLEGAL, Because.NO_CARD_AT(place=empty[0]))
                if (here in known) is not (there in known):  # what fits would tell the hidden one
                    raise FaultError(Fault.ORDER_ILLEGAL, Because.ONE_FACE_DOWN())
                moved[here], moved[there] = moved[there], moved[here]
            return _correct_cards(state, {here: lying[there] for here, there in moved.items() if here != there})
        case CorrectDecision():
            return _correct_decision(state, order)
        case CorrectDice(dice=dice):
            return _correct_dice(state, dice)
    raise AssertionError(order.kind)


def _card(name: str) -> Card:
    try:
        return Card.parse(name)
    except ValueError as error:
        raise FaultError(Fault.ORDER_MALFORMED, Because.CARD_NAME()) from error


# -- a card that the shoe could not tell ------------------------------------------------------------------------------


def _name(state: TableState, card: Card) -> Applied:
    """It goes where a card is awaited; what left the shoe after it follows, up to the next one that nobody knows."""
    fault = state.hold.fault if state.hold else None
    if fault not in ALIGNABLE | UNKNOWN_CARD or type(state.awaits) is not AwaitCard:
        raise FaultError(Fault.ORDER_NOT_NOW, fault or Because.NOTHING_HELD())
    if fault in UNKNOWN_CARD and not (state.aside and (state.aside[0] is None or state.awaits.face_up)):
        raise FaultError(Fault.ORDER_NOT_NOW, fault)  # the wrong one lies in a hand; of those aside, nobody asks
    if state.awaits.face_up:
        hands = state.machine.hands(state.play).values()
        _check_copies(state, Counter([card, *(other for hand in hands for other in hand.visible if other is not None)]))
    aside = state.aside if fault in UNKNOWN_CARD else ()
    known: list[Card | None] = [card, *aside[1:]]
    state = SHOE.put(state, _counted(SHOE.of(state), aside[0] if aside else None, card))
    if fault in ALIGNABLE:
        return deal_on(state, known)  # a person still counts the felt
    return devices.going_on(*resume_with(state, known))


def _counted(shoe: Shoe, aside: Card | None, card: Card) -> Shoe:
    """The card that was named; of one that came hidden, the shoe tells its own word later, or has told it."""
    if isinstance(aside, Hidden):
        return shoe.named(aside, card)
    if aside not in (None, card):
        raise FaultError(Fault.ORDER_ILLEGAL, Because.TOLD_OTHERWISE())
    return shoe.counted(card) if aside is None else shoe


# -- the same round with another value --------------------------------------------------------------------------------


def _places(state: TableState, facts: Iterable[Fact]) -> Iterator[tuple[Fact, AwaitCard | None]]:
    """These facts of the round, and of each card where it went."""
    play = state.base
    for fact in facts:
        awaited = state.machine.expects(play)
        yield fact, awaited if isinstance(awaited, AwaitCard) and isinstance(fact, Deal) else None
        play, _ = rerun(state.machine, play, (fact,))


def _lying(state: TableState) -> dict[Place, Card]:
    dealt = _places(state, state.facts)
    return {(at.hand, at.index): fact.card for fact, at in dealt if at and isinstance(fact, Deal)}


def _seen(state: TableState) -> set[Place]:
    """Where everyone sees the card, or saw it: at stud also before a hand that was given up since."""
    dealt = {(at.hand, at.index) for _, at in _places(state, state.facts) if at and at.face_up}
    hands = state.machine.hands(state.play).items()
    return dealt | {(name, place) for name, hand in hands for place, up in enumerate(hand.up) if up}


def _check_places(state: TableState, facts: Iterable[Fact]) -> None:
    """The cards lie where they lie; the first that would not is enough: what it does elsewhere would tell it."""
    for (_, here), (_, there) in zip(_places(state, state.facts), _places(state, facts), strict=True):
        if here != there:
            raise FaultError(Fault.ORDER_ILLEGAL, Because.CARDS_ELSEWHERE())


def _correct_cards(state: TableState, corrected: dict[Place, Card]) -> Applied:
    lying = _lying(state)
    if not corrected or not corrected.keys() <= lying.keys():
        raise FaultError(Fault.ORDER_ILLEGAL, Because.NO_CARD_CHANGED())
    facts = [
        Deal(corrected[at.hand, at.index]) if at and (at.hand, at.index) in corrected else fact
        for fact, at in _places(state, state.facts)
    ]
    shoe = SHOE.of(state)
    moved = Counter(corrected.values()) == Counter(map(lying.__getitem__, corrected))
    counts = state.round > shoe.filled  # they came out of the shoe that is there
    for place, card in () if moved else corrected.items():
        if isinstance(was := lying[place], Hidden):
            shoe = shoe.named(was, card, counts=counts)
            continue
        alone = [*lying.values()].count(was) == 1  # else nobody can say which of them the shoe means
        shoe = shoe._replace(untold=shoe.untold.named_again(was, card if alone else None))
        shoe = shoe.uncounts(was).counted(card) if counts else shoe
    hands = state.machine.hands(state.play)

    def shown(hand: str, index: int, card: Card) -> str | None:
        return str(card) if hands[hand].up[index] else None

    up = Counter(card for place, card in {**lying, **corrected}.items() if hands[place[0]].up[place[1]])
    _check_copies(state, up)
    untold = state.hold is not None and state.hold.fault is Fault.CARD_UNTOLD  # everybody knows that one is
    changes = [
        CardNamed(*at)
        if untold and not moved and isinstance(lying[at], Hidden)
        else CardCorrected(*at, shown(*at, lying[at]), shown(*at, card))
        for at, card in corrected.items()
    ]
    return _mended(_rewrite(SHOE.put(state, shoe), facts, changes), WRONG_CARD)


def _check_copies(state: TableState, up: Counter[Card]) -> None:
    """Of what everyone sees, nothing more often than it is in the decks; of the rest, the turn will tell."""
    if any(count > deck_count(state.machine, state.options) for count in up.values()):
        raise FaultError(Fault.ORDER_ILLEGAL, Because.CARD_TOO_OFTEN())


def _correct_decision(state: TableState, order: CorrectDecision) -> Applied:
    """What the seat did last; in the poker room also what it said (67.97), or what was ruled of it (67.110)."""
    seat, choice, stake, room = order.seat, order.choice, order.stake, mover(state.play)
    for at, before in reversed([*enumerate(state.facts)]):
        fact: Fact
        match before:
            case Decide(who, was, staked) | Announce(who, was, staked):
                nothing = room is not None and choice == room.no_decision
                if nothing and stake is not None and state.options.revision:
                    raise FaultError(Fault.ORDER_ILLEGAL, Because.DECISION_GONE(choice=choice))
                fact = Rule(choice, who) if nothing else replace(before, choice=choice, stake=stake)
            case Rule(was, who, staked) if room and was in room.corrected and who in room.players(state.play):
                fact = replace(before, what=choice, stake=stake)
            case Close():
                break
            case _:
                continue
        if who == seat:
            facts = (*state.facts[:at], fact, *state.facts[at + 1 :])
            _check_places(state, facts)
            change = DecisionCorrected(seat, (was, staked), (choice, stake))
            return _mended(_rewrite(state, facts, [change]), WRONG_DECISION)
    raise FaultError(Fault.ORDER_ILLEGAL, Because.DECIDED_NOTHING(seat=seat[:9]))


def _correct_dice(state: TableState, dice: tuple[int, ...]) -> Applied:
    """The roll of this round; in a game that goes on, the one before it: what was laid since then stays, if it may."""
    if not state.goes_on:
        roll = next((fact for fact in state.facts if isinstance(fact, Roll)), None)
        if roll is None:
            raise FaultError(Fault.ORDER_NOT_NOW, Because.NOT_ROLLED())
        facts = [Roll(dice) if fact is roll else fact for fact in state.facts]
        return _rewrite(state, facts, [DiceCorrected(roll.dice, dice)])
    if state.earlier is None or state.result is None:
        raise FaultError(Fault.ORDER_NOT_NOW, Because.NOT_ROLLED())
    base, facts_before, lines_before, rules, options = state.earlier
    *others, wrong = facts_before
    played = (*others, Roll(dice))
    rolled, lines = rerun(state.machine, base, played)
    if options is not None and isinstance(state.machine, CarriesOver):  # something else is posted since
        rolled = start(state.machine, state.options, state.machine.carry(rolled))
    play, since, done = _again(state, rolled)
    corrected = state._replace(
        base=rolled, play=play, awaits=state.machine.expects(play), facts=done, lines=since,
        earlier=state.earlier._replace(facts=played, lines=lines),
        result=state.result._replace(lines=lines, dice=dice, areas=areas(state.machine, base, dice)),
    )  # fmt: skip
    before = wrong.dice if isinstance(wrong, Roll) else ()
    told = _differences(lines_before + state.lines, lines + since, state.rules.round)
    if rules != state.rules.round:  # each by the set under which it was dealt
        told = [replace(event, rules=rules) if event.line in (*lines_before, *lines) else event for event in told]
    corrected, turn = turned_back(corrected, base, state.base, rolled)
    return corrected, (DiceCorrected(before, dice), *told, *turn)


def _again(state: TableState, rolled: Any) -> tuple[Any, tuple[Line, ...], tuple[Fact, ...]]:
    """What was laid and taken back since the roll, had it been this one; what was undone since then was not done."""
    try:
        return (*rerun(state.machine, rolled, state.facts), state.facts)
    except FaultError as illegal:
        facts = tuple(_not_undone(state))
        try:
            if rerun(state.machine, state.base, facts) == (state.play, state.lines):  # nothing else came of it
                return (*rerun(state.machine, rolled, facts), facts)
        except FaultError:
            pass
        raise FaultError(Fault.ORDER_ILLEGAL, Because.DONE_SINCE(why=illegal.detail)) from illegal


def _not_undone(state: TableState) -> Iterator[Fact]:
    """The facts of this round, but for what was done to wagers that lie again, or not, as they did before it."""
    before, now = state.machine.wagers(state.base), state.machine.wagers(state.play)

    def undone(seat: str, wager: str | None) -> bool:
        lay, lies = (laid.get(seat, {}).get(wager or "", 0) for laid in (before, now))
        return lay is not None and lay == lies

    for fact in state.facts:
        match fact:
            case Wagers(seat, stakes):
                if left := {wager: stake for wager, stake in stakes.items() if not undone(seat, wager)}:
                    yield Wagers(seat, left)
            case Remove(seat, wager) | Working(seat, wager) if undone(seat, wager):
                pass
            case _:
                yield fact


def _rewrite(state: TableState, facts: Iterable[Fact], changes: Iterable[Event]) -> Applied:
    """The round as if these had been its facts; whoever was paid otherwise, is told."""
    facts = tuple(facts)
    if not state.in_round and state.round in state.people.opened:
        raise FaultError(Fault.ORDER_NOT_NOW, Because.LOOKED_THROUGH())
    play, lines = rerun(state.machine, state.base, facts)
    was_over, awaits = not state.in_round, state.machine.expects(play)
    after = state._replace(play=play, awaits=awaits, facts=facts, lines=lines)
    events = (*changes, *moved(state.play, play), *_differences(state.lines, lines, state.rules.round))
    jackpot.protect(state, events)
    if isinstance(awaits, Finished):
        after = after._replace(result=result(after))
        events += awarded(play) if awarded(play) != awarded(state.play) else ()
        return after, events if was_over else (*events, RoundFinished(state.round))
    if was_over:  # what boards show of it goes with it
        return after._replace(result=result(after)), (*events, RoundReopened(state.round))
    return after, events


def _mended(applied: Applied, faults: Container[Fault]) -> Applied:
    """A correction ends the hold of a hand that could not be turned as it was; then the dealer turns it again."""
    state, events = applied
    if state.hold is not None and state.hold.fault in faults:
        if state.hold.fault in UNKNOWN_CARD and state.aside[:1] == (None,):
            return state, events  # that one is still to be named
        state, events = resume_with(state, state.aside, *events)
    return devices.going_on(state, events)


def _differences(before: tuple[Line, ...], after: tuple[Line, ...], rules: str) -> list[LineCancelled | LineSettled]:
    return [
        *(LineCancelled(line, rules) for line in before if line not in after),
        *(LineSettled(line, rules) for line in after if line not in before),
    ]
