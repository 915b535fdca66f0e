"""A round that was dealt by hand while croupier was dead: two persons enter it from its form, and it is settled here.

Either croupier saw its beginning and stands still in it: then the form ends that round. Or it was dealt whole without
croupier: then it gets the next number. Of cards that the shoe told and nobody turned nothing is compared here: whether
they are those of the form, only whoever opens the seal can tell.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import repeat
from typing import Any, NamedTuple

from daemon.jackpot import pool
from daemon.jackpot.pool import PoolError
from daemon.table import devices, jackpot, posting
from daemon.table.chips import awarded, between_games, carried, expelled, leaving
from daemon.table.events import (
    Event,
    FormDiffers,
    LineSettled,
    PastRoundEntered,
    Payment,
    PaymentsCompared,
    RoundFinished,
    RoundOpened,
)
from daemon.table.orders import EnterPastRound, Past, PastSeat, hands_of
from daemon.table.play import Applied, areas, as_posted, start, turned
from daemon.table.state import FORMS, ByHand, Differs, Result, TableState
from daemon.text.details import Because
from drivers.faults import Fault, FaultError
from rules.capabilities import CarriesOver, Continues, Metered, MovesChips
from rules.contract import card_of, clockwise
from rules.facts import Close, Decide
from rules.game import Game, RuleError, check_seat, void
from rules.lines import Line, Stake
from rules.registry import GAMES
from rules.shooter import Shooter

TAKEN = "commission"  # a line of what the house takes: nobody is handed anything for it
BONUS = "_bonus"  # a line that comes with the wager of which it is the bonus


class Begun(NamedTuple):
    """The round that the form is about, as the table knows it."""

    state: TableState
    play: Any  # in which it began
    opened: tuple[Event, ...]  # nothing: croupier had opened it


def entered(state: TableState, order: EnterPastRound, by: tuple[str, ...]) -> Applied:
    """The round is settled by the same rules as any other, once; what differs from form and journal is told."""
    if not order.reason.strip():
        raise FaultError(Fault.ORDER_MALFORMED, Because.SAY_WHY())
    if (form := order.form.lower()) in state.by_hand.forms:
        raise FaultError(Fault.FORM_ENTERED, order.form)
    begun = _begun(state)
    try:
        return _settled(begun, replace(order, form=form), by)
    except RuleError as illegal:
        raise FaultError(Fault.FORM_ILLEGAL, Because.RULES(code=illegal.code, why=illegal.message)) from illegal


def _begun(state: TableState) -> Begun:
    """The round that stands still; or the next one, under what is posted now."""
    if state.in_round:
        again = between_games(state) or (state.goes_on and not state.facts and not state.dice_out)
        if state.hold is None and not again:
            raise FaultError(Fault.ORDER_NOT_NOW, Because.PLAYED_HERE())
        return Begun(state, state.play, ())
    if state.hold is not None:
        raise FaultError(Fault.ORDER_WHILE_HELD, state.hold.fault)
    posting.check_in_force(state)
    game, options = state.posted
    same = state.game == game
    play = start(GAMES[game], options, carried(state) if same else None)
    number = state.round + 1
    opened = state._replace(
        game=game, options=options, round=number, base=play, play=play, awaits=GAMES[game].expects(play),
        facts=(), lines=(), kept=None, earlier=None,
        rules=replace(state.rules, round=state.rules.next), shooter=state.shooter if same else Shooter(),
    )  # fmt: skip
    gone = () if same else leaving(state)
    ruled = posting.opened(state) if state.closed else ()
    return Begun(opened, play, (*ruled, *expelled(state), *gone, RoundOpened(number, game, opened.rules.round)))


def _settled(begun: Begun, order: EnterPastRound, by: tuple[str, ...]) -> Applied:
    state, machine, told = begun.state, begun.state.machine, order.played
    _check(state, told)
    laid = _metered(machine, told, order.contributions)
    contributed = {wager: late for wager, seats in laid.items() if (late := _late(state, wager, seats))}
    stood = {(line.seat, line.wager) for line in state.lines}
    meters = {wager: _meter(state, wager, contributed.get(wager, ())) for wager in laid}
    rest = _without(machine, told, stood)
    after, decided = machine.by_hand(begun.play, rest, meters) if rest is not None else (None, ())
    new = [line for line in decided if (line.seat, _settled_with(machine, line)) not in stood]
    if after is None:  # what the journal has and the form does not, goes back
        new += void(machine, begun.play, (*state.lines, *decided))
    new = [_marked(line, order.form) for line in new]
    lines = (*state.lines, *new)
    differs = tuple(_differences(begun, told, decided)) if not begun.opened else ()
    compared = _compared(machine, state.round, order.paid, lines)
    entry = PastRoundEntered(
        state.round, order.form, order.when, order.reason, (by[0], by[-1]), told, order.paid, contributed,
        interrupted=not begun.opened,
    )  # fmt: skip
    turn, passed = turned(state._replace(play=after), begun.play)  # who threw after a seven-out, no form says
    events = (
        *begun.opened, entry, *differs, *map(LineSettled, new, repeat(state.rules.round)), *passed, *awarded(after),
        *expelled(state._replace(play=after)), compared, RoundFinished(state.round),
    )  # fmt: skip
    ended = _ended(state._replace(shooter=turn.shooter), after, told, lines, order.form)
    differ = state.by_hand.differ
    if places := len(differs) + len(compared.differences):
        differ += (Differs(state.round, order.form, places, compared.paid - compared.owed),)
    remembered = ByHand((*state.by_hand.forms, order.form)[-FORMS:], differ)
    ended = ended._replace(by_hand=remembered)
    if not ended.goes_on:
        return ended, events
    return ended, (*events, RoundOpened(ended.round, ended.game, ended.rules.round))


def _check(state: TableState, told: Past) -> None:
    """Nothing is on the form that the game does not know, and nothing that is no card: everyone will read it."""
    machine = state.machine
    for name in told:
        if name not in _fields(machine):
            raise FaultError(Fault.FORM_ILLEGAL, Because.NOT_ON_FORM(name=name, game=machine.name))
    for hand, cards in hands_of(told):
        for card in cards:
            card_of(card, hand)
    if "shoe" in machine.needs:
        for seat in _seats(told):
            check_seat(seat, state.options)


def _fields(machine: Game) -> Collection[str]:
    """What of the settle contract's requests is this game's."""
    if isinstance(machine, MovesChips):
        return ("type", "puck", "bets", "folded", "hands", "board")
    if isinstance(machine, Continues):
        return ("events",)
    return ("seats", "dealer" if "shoe" in machine.needs else "dice")


def _marked(line: Line, form: str) -> Line:
    """For ever; a share of the meter is of what it shows when it is entered, not of what it showed then (A159)."""
    readings = (*line.readings, "A159") if jackpot.share_of(line) else line.readings
    return line._replace(readings=readings, more={**(line.more or {}), "by_hand": form})


def _ended(state: TableState, after: Any, told: Past, lines: tuple[Line, ...], form: str) -> TableState:
    """The round is over; its cards are those of the form, so no machine has dealt them."""
    machine, dice = state.machine, tuple(_dice(told))
    lit = {} if isinstance(machine, Continues) else areas(machine, state.base, dice)
    result = Result(state.game, state.round, _shown(told), lines, dice, lit, form)
    over = state._replace(
        hold=None, play=None, base=None, awaits=None, facts=(), lines=lines, kept=None, earlier=None, aside=(),
        proposal=None, result=result,
    )  # fmt: skip
    state = devices.forgotten(over)
    if isinstance(machine, Continues):  # what lies there now is the next round's
        lying = state._replace(
            round=state.round + 1, base=after, play=after, awaits=machine.expects(after), lines=(), closed=False
        )
        return as_posted(lying)
    return state._replace(kept=machine.carry(after)) if isinstance(machine, CarriesOver) else state


# -- what the form says -----------------------------------------------------------------------------------------------


def _seats(told: Past) -> Mapping[str, PastSeat]:
    return told.get("seats", {})


def _dice(told: Past) -> Iterable[int]:
    """Of several rolls, the last."""
    rolls = [event["roll"] for event in told.get("events", ()) if "roll" in event]
    return rolls[-1] if rolls else told.get("dice", ())


def _shown(told: Past) -> dict[str, tuple[str, ...]]:
    return {hand: cards for hand, cards in hands_of(told) if cards}


# -- the progressive --------------------------------------------------------------------------------------------------


def _metered(machine: Game, told: Past, counted: Mapping[str, int]) -> dict[str, tuple[str, ...]]:
    """By wager on a meter: who laid it. The form counts them by themselves, and both must be the same."""
    laid: dict[str, tuple[str, ...]] = {}
    for wager in machine.metered if isinstance(machine, Metered) else ():
        seats = (seat for seat, player in _seats(told).items() if wager in player.get("wagers", {}))
        if found := tuple(sorted(seats, key=clockwise)):
            laid[wager] = found
    for wager in sorted({*laid, *counted}):
        said, found = counted.get(wager, 0), laid.get(wager, ())
        if said != len(found):
            raise FaultError(Fault.FORM_ILLEGAL, Because.COUNTED(wager=wager, counted=said, laid=len(found)))
    return laid


def _late(state: TableState, wager: str, seats: tuple[str, ...]) -> tuple[str, ...]:
    """Whose wagers are not in yet: a wager contributes once, whoever tells of it."""
    account = jackpot.offered(state, wager)
    fed = account.fed if account is not None and _closed(state) else ()
    if late := tuple(seat for seat in seats if seat not in fed):
        jackpot.check_offer(state, (wager,))
    return late if account is not None else ()


def _meter(state: TableState, wager: str, seats: tuple[str, ...]) -> tuple[Stake, int]:
    """What the meter shows once these are in too, and begins anew with (A159); a shared one only the ledger knows."""
    account = jackpot.offered(state, wager)
    if account is None:
        more = state.options.more
        return more.get("jackpot"), more.get("seed", 0)
    if account.terms.shared:
        return None, account.terms.seed
    with suppress(PoolError):  # it closes itself when it is told of them
        account = pool.contribute(account, state.round, seats)[0] if seats else account
    return account.standing, account.terms.seed


def _without(machine: Game, told: Past, stood: set[tuple[str, str]]) -> Past | None:
    """The form without the wagers on a meter that are settled: they would be paid twice, and lower the next share."""
    if not isinstance(machine, Metered):
        return told
    seats: dict[str, PastSeat] = {}
    for seat, player in _seats(told).items():
        wagers = player.get("wagers", {})
        left = {
            wager: stake
            for wager, stake in wagers.items()
            if wager not in machine.metered or (seat, wager) not in stood
        }
        if left or not wagers:
            seats[seat] = {**player, "wagers": left}
    return {**told, "seats": seats} if seats or not _seats(told) else None


# -- what differs -----------------------------------------------------------------------------------------------------


def _differences(begun: Begun, told: Past, decided: Iterable[Line]) -> Iterator[FormDiffers]:
    """Between the form and what everyone could see before croupier died."""
    state, machine = begun.state, begun.state.machine
    if not isinstance(machine, CarriesOver) and _closed(state):
        yield from _of_wagers(state, told)
    form = dict(hands_of(told))
    for name, hand in machine.hands(begun.play).items():
        cards = form.get(name, ())
        for index, card in enumerate(hand.visible):
            written = cards[index] if index < len(cards) else None
            if card is not None and written != str(card):
                yield FormDiffers("card", name, index=index, journal=str(card), form=written)
    lines = {(line.seat, line.wager): line for line in decided}
    for line in state.lines:
        other = lines.get((line.seat, line.wager))
        if other is not None and (line.outcome, line.won, line.returned) != (other.outcome, other.won, other.returned):
            yield FormDiffers("line", line.seat, line.wager, journal=line.outcome.value, form=other.outcome.value)


def _of_wagers(state: TableState, told: Past) -> Iterator[FormDiffers]:
    """After « Rien ne va plus » only a decision that was still to come adds anything."""
    decided = {fact.seat for fact in state.facts if isinstance(fact, Decide)}
    journal = state.machine.wagers(state.play)
    for seat in sorted(journal.keys() | _seats(told).keys(), key=clockwise):
        ours, theirs = journal.get(seat, {}), _seats(told).get(seat, PastSeat()).get("wagers", {})
        for wager in (*ours, *(wager for wager in theirs if wager not in ours)):
            if wager not in ours and wager in state.machine.added and seat not in decided:
                continue
            lies, written = ours.get(wager), theirs.get(wager)
            if wager not in theirs or wager not in ours or (None not in (lies, written) and lies != written):
                yield FormDiffers("wager", seat, wager, journal=lies, form=written)


def _settled_with(machine: Game, line: Line) -> str:
    return line.wager.removesuffix(BONUS) if line.wager in machine.bonuses else line.wager


def _closed(state: TableState) -> bool:
    """« Rien ne va plus » of this round is in the journal."""
    return any(isinstance(fact, Close) for fact in state.facts)


def _compared(
    machine: Game, number: int, paid: Mapping[str, Mapping[str, Stake]], lines: Iterable[Line]
) -> PaymentsCompared:
    """What was handed over for each wager against its lines."""
    owed: dict[tuple[str, str], Stake] = {}
    for line in lines:
        if line.wager != TAKEN:
            before = owed.get((line.seat, line.wager), 0)
            known = None not in (before, line.won, line.returned)
            whole = (before or 0) + (line.won or 0) + (line.returned or 0)
            owed[line.seat, line.wager] = whole if known else None
    for seat, wagers in paid.items():
        for wager in wagers:
            if wager not in machine.sections and wager not in machine.bonuses and (seat, wager) not in owed:
                raise FaultError(Fault.FORM_ILLEGAL, Because.PAID_FOR_NOTHING(seat=seat, wager=wager))
            owed.setdefault((seat, wager), 0)
    handed = total = unknown = 0
    differ = []
    for (seat, wager), due in owed.items():
        got = paid.get(seat, {}).get(wager)
        if got is None or due is None:
            unknown += 1
            continue
        handed, total = handed + got, total + due
        if got != due:
            differ.append(Payment(seat, wager, got, due))
    return PaymentsCompared(number, handed, total, unknown, tuple(differ))
