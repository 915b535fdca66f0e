"""A round that was dealt by hand while croupier was dead: two persons enter it from its form, and it is settled here.

Either croupier saw its beginning and stands still in it: then the form ends that round. Or it was dealt whole without
croupier: then it gets the next number. Of cards that the shoe told and nobody turned nothing is compared here: whether
they are those of the form, only whoever opens the seal can tell.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import repeat
from typing import Any, NamedTuple, TypeVar

from daemon.jackpot import pool
from daemon.jackpot.pool import PoolError
from daemon.table import devices, jackpot, posting
from daemon.table.chips import awarded, between_games, carried, expelled, leaving
from daemon.table.events import (
    Event,
    FormDiffers,
    LineSettled,
    PastRoundEntered,
    PaymentsCompared,
    RoundFinished,
    RoundOpened,
)
from daemon.table.forms import Differs
from daemon.table.orders import EnterPastRound, FromForm, Past, PastSeat, hands_of, seats_of
from daemon.table.past_differs import closed, compared, differences, settled_with
from daemon.table.play import Applied, areas, as_posted, start, turned
from daemon.table.state import Entered, Known, Played, Result, TableState
from daemon.text.details import Because
from drivers.faults import Fault, FaultError
from rules.capabilities import CarriesOver, Continues, Metered, MovesChips
from rules.contract import card_of, clockwise
from rules.game import Game, Options, RuleError, check_seat, void
from rules.lines import Line, Stake
from rules.registry import GAMES
from rules.shooter import Shooter

Given = TypeVar("Given", bound=FromForm)


class Begun(NamedTuple):
    """The round that the form is about, as the table knows it."""

    state: TableState
    opened: tuple[Event, ...]  # what opens it; nothing: it is open
    interrupted: bool  # croupier saw its beginning
    fed: bool  # its wagers on a meter are in, as far as they were known


class Settled(NamedTuple):
    """What comes of a form."""

    after: Any  # what crosses to the next round; None: nothing does
    new: tuple[Line, ...]  # what is settled, beside what stands already
    contributed: dict[str, tuple[str, ...]]  # by wager on a meter: whose wagers are not in yet
    laid: dict[str, tuple[str, ...]]  # and whose lay there
    differs: tuple[FormDiffers, ...]  # from what everyone could see
    compared: PaymentsCompared
    meters: Mapping[str, tuple[Stake, int]]  # by wager: what a meter shows, and begins anew with


def entered(state: TableState, order: EnterPastRound, by: tuple[str, ...]) -> Applied:
    """The round is settled by the same rules as any other, once; what differs from form and journal is told."""
    order = spelled(order)
    if order.form in state.by_hand.forms:
        raise FaultError(Fault.FORM_ENTERED, order.form)
    if state.by_hand.is_old(order.form):
        raise FaultError(Fault.FORM_TOO_OLD, order.form)
    return _entered(begun(state, order.rules), order, by)


def spelled(order: Given) -> Given:
    """The order with its names as they are kept, however they were typed; it must say why."""
    if not order.reason.strip():
        raise FaultError(Fault.ORDER_MALFORMED, Because.SAY_WHY())
    return replace(order, form=order.form.lower(), rules=order.rules.lower())


def begun(state: TableState, rules: str) -> Begun:
    """The round that stands still; or the next one, under the set that the form names, or what is posted now."""
    if state.in_round:
        again = between_games(state) or (state.goes_on and not state.facts and not state.dice_out)
        if state.hold is None and not again:
            raise FaultError(Fault.ORDER_NOT_NOW, Because.PLAYED_HERE())
        if rules in ("", state.rules.round):
            return Begun(state, (), interrupted=True, fed=closed(state))
        if not state.goes_on or state.facts or state.dice_out:
            raise FaultError(Fault.FORM_RULES, Because.OWN_SET(rules=rules, own=state.rules.round or "-"))
        return Begun(under(state, rules), (), interrupted=True, fed=False)  # only what the last one left lies there
    if state.hold is not None:
        raise FaultError(Fault.ORDER_WHILE_HELD, state.hold.fault)
    if rules:
        name, game, options = known(state, rules)
    else:
        posting.check_in_force(state)
        (game, options), name = state.posted, state.rules.next
    same = state.game == game
    play = start(GAMES[game], options, carried(state) if same else None)
    number = state.round + 1
    opened = state._replace(
        game=game, options=options, round=number, base=play, play=play, awaits=GAMES[game].expects(play),
        facts=(), lines=(), kept=None, earlier=None, entered=None,
        rules=replace(state.rules, round=name), shooter=state.shooter if same else Shooter(),
    )  # fmt: skip
    gone = () if same else leaving(state)
    ruled = posting.opened(state) if state.closed else ()
    events = (*ruled, *expelled(state), *gone, RoundOpened(number, game, name))
    return Begun(opened, events, interrupted=False, fed=False)


def known(state: TableState, rules: str) -> Known:
    """A rule set by its name, if the table still knows it."""
    sets = (Known(state.rules.next, *state.posted), *state.rules.known)
    found = next((each for each in sets if each.rules == rules), None)
    if found is None:
        raise FaultError(Fault.FORM_RULES, Because.SET_UNKNOWN(rules=rules, now=state.rules.next or "-"))
    return found


def under(state: TableState, rules: str) -> TableState:
    """The round as it begins, under another set of the same game."""
    name, game, options = known(state, rules)
    if game != state.game:
        raise FaultError(Fault.FORM_RULES, Because.SET_OF_OTHER_GAME(rules=rules, game=state.game))
    return begins(state, options, name)


def begins(state: TableState, options: Options, name: str) -> TableState:
    """The round as it begins, by what this set posts."""
    machine = state.machine
    play = start(machine, options, machine.carry(state.base) if isinstance(machine, CarriesOver) else None)
    ruled = replace(state.rules, round=name)
    return state._replace(options=options, rules=ruled, base=play, play=play, awaits=machine.expects(play))


def settled(begun: Begun, order: FromForm) -> Settled:
    """What the form decides, beside what stands; FORM_ILLEGAL where the rules do not allow it."""
    try:
        return _settled(begun, order)
    except RuleError as illegal:
        raise FaultError(Fault.FORM_ILLEGAL, Because.RULES(code=illegal.code, why=illegal.message)) from illegal


def _settled(begun: Begun, order: FromForm) -> Settled:
    state, machine, told = begun.state, begun.state.machine, order.played
    _check(state, told)
    laid = _metered(machine, told, order.contributions)
    contributed = {wager: late for wager, seats in laid.items() if (late := _late(begun, wager, seats))}
    stood = {(line.seat, line.wager) for line in state.lines}
    rest = _without(machine, told, stood)
    meters = {wager: _meter(state, wager, contributed.get(wager, ())) for wager in laid}
    after, decided = machine.by_hand(state.play, rest, meters) if rest is not None else (None, ())
    new = [line for line in decided if (line.seat, settled_with(machine, line)) not in stood]
    if after is None:  # what the journal has and the form does not, goes back
        new += void(machine, state.play, (*state.lines, *decided))
    marked = tuple(_marked(line, order.form) for line in new)
    differs = tuple(differences(state, told, decided)) if begun.interrupted else ()
    paid = compared(machine, state.round, order.paid, (*state.lines, *marked))
    return Settled(after, marked, contributed, laid, differs, paid, meters)


def _entered(begun: Begun, order: EnterPastRound, by: tuple[str, ...]) -> Applied:
    state, came = begun.state, settled(begun, order)
    entry = PastRoundEntered(
        state.round, order.form, order.when, order.reason, (by[0], by[-1]), order.played, order.paid, came.contributed,
        begun.interrupted, order.rules,
    )  # fmt: skip
    turn, passed = turned(state._replace(play=came.after), state.play)  # who threw after a seven-out, no form says
    events = (
        *begun.opened, entry, *came.differs, *map(LineSettled, came.new, repeat(state.rules.round)), *passed,
        *awarded(came.after), *expelled(state._replace(play=came.after)), came.compared, RoundFinished(state.round),
    )  # fmt: skip
    ended = _ended(state._replace(shooter=turn.shooter), came, order)
    ended = ended._replace(by_hand=state.by_hand.entering(order.form).noting(noted(came, order.form)))
    if state.by_hand.most is not None:  # it may be corrected
        before = Played(state.base, state.facts, state.lines, state.rules.round, state.options)
        ended = ended._replace(entered=Entered(said(order), before, begun.interrupted))
    if not ended.goes_on:
        return ended, events
    return ended, (*events, RoundOpened(ended.round, ended.game, ended.rules.round))


def said(order: FromForm) -> EnterPastRound:
    """What the form says, whoever entered it, and why."""
    return EnterPastRound(
        form=order.form, rules=order.rules, played=order.played, paid=order.paid, contributions=order.contributions,
        reason="",
    )  # fmt: skip


def noted(came: Settled, form: str) -> Differs:
    """How much differs, for whoever has to see it."""
    compared = came.compared
    places = len(came.differs) + len(compared.differences)
    return Differs(compared.round, form, places, compared.paid - compared.owed)


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
        for seat in seats_of(told):
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


def _ended(state: TableState, came: Settled, order: FromForm) -> TableState:
    """The round is over; its cards are those of the form, so no machine has dealt them."""
    machine, lines = state.machine, (*state.lines, *came.new)
    over = state._replace(
        hold=None, play=None, base=None, awaits=None, facts=(), lines=lines, kept=None, earlier=None, aside=(),
        proposal=None, result=result(state, lines, order),
    )  # fmt: skip
    over = devices.forgotten(over)
    if isinstance(machine, Continues):  # what lies there now is the next round's
        return going_on(over._replace(round=state.round + 1, closed=False), came.after)
    return over._replace(kept=machine.carry(came.after)) if isinstance(machine, CarriesOver) else over


def going_on(state: TableState, after: Any) -> TableState:
    """The next round of a game that goes on: this lies on its layout, and it is dealt by what is posted now."""
    return as_posted(state._replace(base=after, play=after, awaits=state.machine.expects(after), lines=()))


def result(state: TableState, lines: tuple[Line, ...], order: FromForm) -> Result:
    """What everyone may know of the round: what the form shows, marked with its number."""
    machine, dice = state.machine, tuple(_dice(order.played))
    lit = {} if isinstance(machine, Continues) else areas(machine, state.base, dice)
    return Result(state.game, state.round, _shown(order.played), lines, dice, lit, order.form)


# -- what the form says -----------------------------------------------------------------------------------------------


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
        seats = (seat for seat, player in seats_of(told).items() if wager in player.get("wagers", {}))
        if found := tuple(sorted(seats, key=clockwise)):
            laid[wager] = found
    for wager in sorted({*laid, *counted}):
        said, found = counted.get(wager, 0), laid.get(wager, ())
        if said != len(found):
            raise FaultError(Fault.FORM_ILLEGAL, Because.COUNTED(wager=wager, counted=said, laid=len(found)))
    return laid


def _late(begun: Begun, wager: str, seats: tuple[str, ...]) -> tuple[str, ...]:
    """Whose wagers are not in yet: a wager contributes once, whoever tells of it."""
    account = jackpot.offered(begun.state, wager)
    fed = account.fed if account is not None and begun.fed else ()
    if late := tuple(seat for seat in seats if seat not in fed):
        jackpot.check_offer(begun.state, (wager,))
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
    for seat, player in seats_of(told).items():
        wagers = player.get("wagers", {})
        left = {
            wager: stake
            for wager, stake in wagers.items()
            if wager not in machine.metered or (seat, wager) not in stood
        }
        if left or not wagers:
            seats[seat] = {**player, "wagers": left}
    return {**told, "seats": seats} if seats or not seats_of(told) else None
