"""Craps, sections 95.6 to 95.17 (the draft of 2000, A1): a layout that lives over many rolls.

What a roll does to a wager stands in `craps_wagers`; here is who may lay what and when, and what then lies there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from rules.betting import reduced
from rules.contract import SEAT, Answer, Request, bad, check_stake, clockwise, options_of, unit_of
from rules.craps_commission import (
    BUY_REFUND,
    NOBODY,
    REFUND,
    Paid,
    check_refund,
    commission,
    goes_back,
    paid_for,
    paid_more,
    part,
    refund,
    still_paid,
)
from rules.craps_wagers import (
    CAN_BE_OFF,
    COMMISSION,
    DICE,
    FLAT,
    GROUPS,
    MOVED,
    PARTS,
    PUSH,
    SECTION_OF,
    SEVEN,
    TERMS,
    WAGERS,
    WIN,
    Fate,
    Light,
    fates,
    layout,
    next_point,
)
from rules.dice import check_ground, dice_of
from rules.editions import DRAFT_2000
from rules.facts import AwaitDice, Bet, Expectation, Fact, NoRoll, Remove, Roll, Wagers, Working
from rules.game import MOST, Game, Limits, Options, RuleError, check_limits, check_offered, not_awaited
from rules.lines import Line, Stake, round_up
from rules.refusals import Because
from rules.terms import Detail

if TYPE_CHECKING:
    from rules.odds.model import TableOdds
    from rules.sheets.model import Sheet
    from rules.shooter import PassedFor

Stakes = Mapping[str, Stake]
Called = Mapping[str, frozenset[str]]
More = Mapping[str, int | str | None]

AWAITED = AwaitDice(DICE, open=True)  # wagers are laid and taken back until the dice are out (A117)
NOTHING: Stakes = {}
LINE = ("pass", "dont_pass")
MAX_ODDS = "craps.maxOdds"  # A132: odds are at most so many times the wager behind which they lie
made = tuple.__new__  # as Line(…) and Round(…), in half the time: it looks for no defaults


class Round(NamedTuple):
    """The layout between two rolls. A tuple: one is made for every fact, and there are many rolls."""

    options: Options
    laid: Mapping[str, Stakes]  # by seat, clockwise; then by wager
    working: Called  # what a seat called on for come-out rolls
    point: int | None = None  # None: the next roll is a come-out roll
    rolls: int = 0  # valid ones
    sevened_out: int = 0
    paid: Paid = NOBODY  # by seat and wager: the commission of what lies, where it goes back


Stepped = tuple[Round, tuple[Line, ...]]


# -- what happens at the table ----------------------------------------------------------------------------------------


def rolled(state: Round, dice: tuple[int, ...]) -> Stepped:
    """95.14 to 95.17: every wager that the roll decides leaves the layout; numbers first, then what moves (A139).

    >>> rolled(Round(Options(), {"1": {"horn": 10}}, {}), (1, 1))[1][0].won  # a quarter of 10, paid 30 to 1
    75
    """
    options, laid, working, point, rolls, sevened_out, paid = state
    as_they_are, called_on = fates(point, dice)
    unit, more = options.unit, {"roll": rolls}
    after: dict[str, Stakes] = {}
    moved: dict[str, Stake] = {}
    lines: list[Line] = []
    for seat, stakes in laid.items():
        meets = as_they_are
        if seat in working:
            meets = {**meets, **{wager: called_on[wager] for wager in working[seat]}}
        left: dict[str, Stake] = {}
        for wager, stake in stakes.items():
            fate = meets[wager]
            if fate is None:
                left[wager] = stake
            elif isinstance(fate, Fate):
                outcome = fate.outcome
                won: Stake = 0
                back: Stake = 0
                if stake is None:
                    won = back = None
                elif outcome is WIN:
                    won, back = stake * fate.to, stake
                    if fate.per > 1:  # stakes are multiples of the unit: only what is divided is rounded
                        won, back = round_up(won, fate.per, unit), round_up(stake, fate.parts, unit)
                elif outcome is PUSH:
                    back = stake
                decided = seat, wager, outcome, fate.odds, stake, won, back, fate.section, None, fate.readings, more
                lines.append(made(Line, decided))
            else:
                moved[fate] = stake
        if moved:
            left |= moved
            moved = {}
        if left:
            after[seat] = left
    total = dice[0] + dice[1]
    if total == SEVEN and point is not None:
        sevened_out += 1  # and the dice are passed, whatever the shooter laid (A118, A119)
    if working:
        working = _still_on(working, after)
    if paid:
        paid = still_paid(paid, after)
    state = made(Round, (options, after, working, next_point(point, total), rolls + 1, sevened_out, paid))
    return state, tuple(lines)


def lay(state: Round, seat: str, stakes: Stakes) -> Stepped:
    """95.11 to 95.17: new wagers of a seat, or more on those that lie there, one after the other; all or none."""
    options, laid, working, point, rolls, sevened_out, paid = state
    after = {**laid}  # a copy and then an item: half the time of {**laid, seat: mine}
    if seat in laid:
        mine = after[seat] = {**laid[seat]}
    else:
        _check_place(seat)
        mine = after[seat] = {}
        after = _clockwise(after)
    if not stakes:
        raise RuleError("missing_wager", Because.NO_WAGERS(seat=seat[:20]))
    alone, behind = FREE[point is None]
    low, high, unit = options.minimum or 1, options.maximum or MOST, options.unit
    alike = not options.limits and options.offered is None  # every wager has the same limits, and is taken
    lines: tuple[Line, ...] = ()
    for wager, stake in stakes.items():
        if (
            alike
            and wager not in mine
            and type(stake) is int
            and 0 < low <= stake <= high
            and (unit == 1 or not stake % unit)
            and (wager in alone or (wager in behind and behind[wager] in mine and not options.more))
        ):
            mine[wager] = stake  # as nearly always; the rest is looked at closely
            continue
        before, mine[wager] = mine.get(wager, 0), _total(state, mine, seat, wager, stake)
        if wager in COMMISSION:
            owed = commission(seat, wager, stake, unit)
            lines += (owed,)
            if goes_back(options):
                paid = paid_more(paid, owed, wager, before, unit)
    return made(Round, (options, after, working, point, rolls, sevened_out, paid)), lines


def remove(state: Round, seat: str, wager: str | None, stake: Stake = None) -> Stepped:
    """95.14 to 95.17: everything may be withdrawn, or reduced, but a pass or come wager whose number is known.

    The commission of a Buy or Lay Bet goes back with it, of a part in proportion (A137, A138).

    >>> table = lay(Round(Options(), {}, {}), "1", {"buy_4": 2000})[0]
    >>> [(line.wager, line.returned) for line in remove(table, "1", "buy_4", 500)[1]]
    [('commission_refund', 25)]
    """
    if wager is None:
        raise RuleError("illegal_action", Because.ONE_BY_ONE(seat=seat[:20]))
    mine = _lying(state, seat, wager)
    if (wager == "pass" and state.point is not None) or (wager in MOVED and wager.startswith("come")):
        section = "95.11, 95.14" if wager == "pass" and stake is not None else "95.14"  # of a part, 95.11 speaks too
        raise RuleError("illegal_action", Because.UNTIL_DECIDED(seat=seat, wager=wager, section=section))
    if stake is not None:
        left = {**state.laid, seat: _less(state.options, mine, seat, wager, stake)}
        return _refunded(state, seat, wager, stake, left)
    gone = [wager] + [odds for odds, flat in FLAT.items() if flat == wager and odds in mine]  # not alone (A134)
    laid = {**state.laid, seat: {lying: stake for lying, stake in mine.items() if lying not in gone}}
    if not laid[seat]:
        del laid[seat]
    return _refunded(state._replace(working=_still_on(state.working, laid)), seat, wager, None, laid)


def _refunded(state: Round, seat: str, wager: str, taken: Stake, laid: Mapping[str, Stakes]) -> Stepped:
    """With this on the layout, and the commission of what was taken back with who paid it; None taken: all of it."""
    if wager not in COMMISSION or not goes_back(state.options):
        return state._replace(laid=laid), ()
    lies, unit = state.laid[seat][wager], state.options.unit
    before = paid_for(state.paid, seat, wager, lies, unit)
    back = part(before, lies, taken, unit)
    rest = None if before is None or back is None else before - back
    paid = still_paid({**state.paid, seat: {**state.paid.get(seat, NOTHING), wager: rest}}, laid)
    return state._replace(laid=laid, paid=paid), (refund(seat, wager, back),) if back != 0 else ()


def call(state: Round, seat: str, wager: str, on: bool) -> Round:
    """95.15 (1°), 95.16 (3°), 95.17 (1°, 2°): what is off on a come-out roll is on if the player says so."""
    _lying(state, seat, wager)
    if wager not in CAN_BE_OFF:
        raise RuleError("illegal_action", Because.NEVER_OFF(seat=seat, wager=wager))
    before = state.working.get(seat, frozenset())
    if on is (wager in before):
        return state
    return state._replace(working={**state.working, seat: before | {wager} if on else before - {wager}})


def _clockwise(laid: dict[str, Stakes]) -> dict[str, Stakes]:
    """95.7: the last to come takes his place among players who are not limited (A144)."""
    seats = ["", *laid]
    if clockwise(seats[-2]) < clockwise(seats[-1]):  # as when all lay in turn
        return laid
    return {seat: laid[seat] for seat in sorted(laid, key=clockwise)}


@lru_cache(maxsize=64)  # the same seats, roll after roll
def _check_place(seat: str) -> None:
    """95.7: any number of players, each with a number."""
    if not SEAT.fullmatch(seat):
        raise bad(Because.SEATS(seat=repr(seat[:20])))


def _still_on(working: Called, laid: Mapping[str, Stakes]) -> Called:
    """What was called on and has left the layout is so no longer."""
    return {seat: still for seat, on in working.items() if (still := on.intersection(laid.get(seat, ())))}


def _lying(state: Round, seat: str, wager: str) -> Stakes:
    """A seat's wagers, of which this is one."""
    mine = state.laid.get(seat, NOTHING)
    if wager not in mine:
        _check_place(seat)
        if wager not in WAGERS and wager not in MOVED:
            raise RuleError("unknown_wager", Because.NO_WAGER(seat=seat, wager=wager[:40]))
        raise RuleError("illegal_action", Because.NOT_LAID(seat=seat, wager=wager))
    return mine


def _total(state: Round, mine: Stakes, seat: str, wager: str, stake: Stake) -> Stake:
    """What lies there when this is laid too, if it may be laid."""
    options = state.options
    if wager not in WAGERS:
        raise RuleError("unknown_wager", Because.NO_WAGER_NOW(seat=seat, wager=wager[:40]))
    if stake is not None:
        check_stake(stake, seat, wager, options.unit)
    if reason := _barred(state.point is None, mine, wager):
        raise RuleError("illegal_action", Because.OF_WAGER(seat=seat, wager=wager, why=reason))
    if options.offered is not None:
        check_offered(GAME, seat, (wager,), options)
    before = mine.get(wager, 0)
    total = None if stake is None or before is None else before + stake
    check_limits(seat, wager, total, _posted(options, mine, wager) if options.more else options)
    return total


def _less(options: Options, mine: Stakes, seat: str, wager: str, stake: int) -> Stakes:
    """What lies there when a part is taken back: within the limits (95.5), with no more odds than it bears (A132)."""
    left = reduced(seat, mine, wager, stake, options.unit)
    for name in (wager, *(odds for odds, flat in FLAT.items() if flat == wager and odds in mine)):
        check_limits(seat, name, left[name], _posted(options, left, name) if options.more else options)
    return left


def _barred(come_out: bool, mine: Stakes, wager: str) -> Detail | None:
    """Why the section forbids to lay this now, or to lay more of it."""
    if flat := FLAT.get(wager):
        if come_out and flat in ("pass", "dont_pass"):
            return Because.NEEDS_POINT(section="95.16")
        return None if flat in mine else Because.NEEDS_FLAT(flat=flat, section="95.16")
    match wager:
        case "pass" if not come_out and wager not in mine:
            return Because.AT_COME_OUT(section="95.14, A120")
        case "dont_pass" if not come_out:
            return Because.AT_COME_OUT(section="95.14")
        case "come" | "dont_come" if come_out:
            return Because.WITH_POINT(section="95.14, A122")
        case "dont_pass" | "dont_come" if wager in mine:
            return Because.NEVER_INCREASED(section="95.11, 95.14")
    return None


def _free(come_out: bool) -> tuple[frozenset[str], dict[str, str]]:
    """What may be laid now without commission: alone; and behind what, if that lies there."""
    free = {wager for wager in WAGERS - COMMISSION.keys() if not _barred(come_out, {FLAT.get(wager, ""): 1}, wager)}
    return frozenset(free - FLAT.keys()), {wager: FLAT[wager] for wager in free & FLAT.keys()}


FREE = {come_out: _free(come_out) for come_out in (True, False)}


def _posted(options: Options, mine: Stakes, wager: str) -> Options:
    """95.5: the posted limits; for odds the house may post so many times the flat wager as the maximum (A132)."""
    times = options.more.get(MAX_ODDS)
    if times is None or wager not in FLAT:
        return options
    flat, own = mine[FLAT[wager]], options.limits.get(wager, Limits())
    most = None if flat is None else times * flat
    if own.maximum is not None and (most is None or own.maximum < most):
        most = own.maximum
    return replace(options, maximum=most, limits={wager: replace(own, maximum=most)})


# -- the settle contract ----------------------------------------------------------------------------------------------

KINDS = ("bet", "remove", "working", "roll", "no_roll")
UNLIMITED = 10**5000  # the contract posts no limits, and no number of a request has more digits


def settle(request: Request) -> Answer:
    """The settle contract: every event is a fact to the machine. No commission goes back."""
    options = Options(unit=unit_of(options_of(request)), maximum=UNLIMITED, more={BUY_REFUND: False})
    state, lines = _played(GAME.start(options), request)
    lying = [
        {"seat": seat, "wager": wager, "stake": stake}
        for seat, stakes in state.laid.items()
        for wager, stake in stakes.items()
    ]
    return Answer(lines, {"open": lying, "shooter": {"point": state.point, "sevened_out": state.sevened_out}})


def facts_of(request: Request) -> Iterator[Fact]:
    """The events of a request, in their order."""
    events = request.get("events")
    if not isinstance(events, list):
        raise bad(Because.EVENT_LIST())
    return map(_fact, events)


def unlimited(state: Round) -> Round:
    """The layout at which whatever was laid, was laid: no posted limit is asked."""
    posted = state.options
    more = {BUY_REFUND: goes_back(posted)}
    return state._replace(options=Options(unit=posted.unit, maximum=UNLIMITED, more=more))


def _played(state: Round, request: Request) -> tuple[Round, list[Line]]:
    lines: list[Line] = []
    for fact in facts_of(request):
        state, decided = GAME.step(state, fact)
        lines += decided
    return state, lines


def _fact(event: Any) -> Fact:
    """One event as a fact, as far as types go; the machine judges the rest."""
    kinds = [kind for kind in event if kind in KINDS] if isinstance(event, dict) else []
    if len(kinds) != 1:
        raise bad(Because.EVENT_KIND(kinds=", ".join(KINDS)))
    kind = kinds[0]
    content = event[kind]
    if kind == "roll":
        return Roll(dice_of(content, DICE))
    if kind == "no_roll":
        return NoRoll(content)
    if not isinstance(content, dict):
        raise bad(Because.OBJECT(name=kind))
    seat, wager = content.get("seat"), content.get("wager")
    if not isinstance(seat, str) or not isinstance(wager, str):
        raise bad(Because.SEAT_AND_WAGER(kind=kind))
    if kind == "remove":
        return Remove(seat, wager)
    if kind == "bet":
        if "stake" not in content:
            raise bad(Because.BET_STAKE(seat=seat[:20], wager=wager[:40]))
        return Bet(seat, wager, content["stake"])
    on = content.get("on")
    if not isinstance(on, bool):
        raise bad(Because.WORKING_ON(seat=seat[:20], wager=wager[:40]))
    return Working(seat, wager, on)


# -- the machine ------------------------------------------------------------------------------------------------------


class Craps(Game):
    """The machine of 95.6 to 95.17. Whose dice they are (95.8, 95.11) the table knows, and asks here what follows."""

    name = "craps"
    needs = frozenset({"dice"})
    takes = frozenset({"camera"})
    dice = DICE
    posts = (MAX_ODDS, BUY_REFUND)
    bonuses: Collection[str] = (REFUND,)
    terms = TERMS
    sections = SECTION_OF
    parts = PARTS
    edition = DRAFT_2000
    limited = GROUPS
    laid = tuple(wager for wager in SECTION_OF if wager in WAGERS)
    optional: Mapping[str, Collection[str]] = {  # all but what a shooter must lay (95.11)
        name: wagers for name, wagers in GROUPS.items() if name not in ("pass", "dont_pass")
    }
    usual = (
        {"pass": 500, "hard_4": 100, "buy_6": 2000},
        {"dont_pass": 1000},
        {"place_6": 600, "hard_8": 100},
        {"field": 500},
        {"come": 500},
        {"pass_odds": 1000},
    )

    def start(self, options: Options) -> Round:
        """An empty layout before a come-out roll."""
        check_refund(options)
        if type(times := options.more.get(MAX_ODDS, 1)) is not int or times < 1:
            raise bad(Because.WHOLE(name=MAX_ODDS, least=1))
        return Round(options, {}, {})

    def expects(self, state: Round) -> Expectation:
        """Always the dice; the game goes on."""
        return AWAITED

    def step(self, state: Round, fact: Fact) -> Stepped:
        """One fact; whatever the layout, the dice are awaited, so the fact alone decides what happens."""
        if isinstance(fact, Wagers):
            return lay(state, fact.seat, fact.stakes)
        if isinstance(fact, Roll):
            return rolled(state, fact.dice)
        if isinstance(fact, Bet):
            return lay(state, fact.seat, {fact.wager: fact.stake})
        if isinstance(fact, Remove):
            return remove(state, fact.seat, fact.wager, fact.stake)
        if isinstance(fact, Working):
            return call(state, fact.seat, fact.wager, fact.on), ()
        if isinstance(fact, NoRoll):  # nothing is decided, one-roll wagers wait for the next roll (A115)
            check_ground(fact.ground)
            return state, ()
        raise not_awaited(AWAITED, fact)

    def wagers(self, state: Round) -> Mapping[str, Mapping[str, Stake]]:
        """Returns what lies on the layout."""
        return state.laid

    def refunds(self, state: Round) -> tuple[Line, ...]:
        """A137, A138: nothing will decide what lies there, so its commissions go back with it."""
        if not goes_back(state.options):
            return ()
        unit = state.options.unit
        found = [
            (seat, wager, paid_for(state.paid, seat, wager, stake, unit))
            for seat, stakes in state.laid.items()
            for wager, stake in stakes.items()
            if wager in COMMISSION
        ]
        return tuple(refund(*paid) for paid in found if paid[2] != 0)

    def carry(self, state: Round) -> Mapping[str, Any]:
        """The layout after a roll, as plain data."""
        _, laid, working, point, rolls, sevened_out, paid = state
        called = {seat: sorted(on) for seat, on in working.items()}
        return {
            "laid": laid, "working": called, "point": point, "rolls": rolls, "sevened_out": sevened_out, "paid": paid
        }  # fmt: skip

    def resume(self, options: Options, carried: Mapping[str, Any]) -> Round:
        """The layout from which this was carried."""
        working = {seat: frozenset(on) for seat, on in carried["working"].items()}
        return Round(options, **{**carried, "working": working})

    def layout(self, state: Round, dice: tuple[int, ...]) -> Mapping[str, Light]:
        """What this roll would do to every wager of the layout, whoever laid it."""
        return layout(state.point, dice, whole=state.options.revision > 0)

    def players_throw(self, options: Options) -> bool:
        """95.10: always."""
        return True

    def point(self, state: Round) -> int | None:
        """Tells the point."""
        return state.point

    def line_wagers(self, state: Round) -> tuple[str, ...]:
        """95.11: before a come-out roll; with a point on neither can be laid, and who withdrew throws on (A121)."""
        return LINE if state.point is None else ()

    def dice_pass(self, before: Round, after: Round) -> PassedFor | None:
        """On a seven-out alone, whatever the shooter laid (A118, A119)."""
        return "seven_out" if after.sevened_out > before.sevened_out else None

    def settle(self, request: Request) -> Answer:
        """Answers a request of the settle contract."""
        return settle(request)

    def by_hand(
        self, state: Round, told: Request, meters: Mapping[str, tuple[Stake, int]] = {}
    ) -> tuple[Round, tuple[Line, ...]]:
        """The same events from the layout that lies there; what was laid, was laid, whatever limits are posted."""
        after, lines = _played(unlimited(state), told)
        if after.rolls == state.rolls:
            raise bad(Because.NO_ROLL_TOLD())
        return after._replace(options=state.options), tuple(lines)

    def sheet(self, options: Options) -> Sheet:
        """The rules as the table posts them."""
        from rules.sheets.craps import sheet

        return sheet(options)

    def odds(self, options: Options) -> TableOdds:
        """Counts what every wager is worth."""
        from rules.odds.dice import craps_odds

        return craps_odds()


GAME = Craps()
