"""Craps: what is paid in advance for a Buy or a Lay Bet, and what of it goes back with it: 95.17 (2°, 3°)."""

from __future__ import annotations

from collections.abc import Mapping

from rules.contract import bad
from rules.craps_wagers import COMMISSION, LOSE, PUSH
from rules.game import Options
from rules.lines import Line, Stake, round_down, round_up
from rules.refusals import Because

BUY_REFUND = "craps.buyRefund"  # A137, A138: whether it goes back with what is taken back undecided
REFUNDED_SINCE = 2  # the revision; in rounds of before, whatever was paid stayed paid
REFUND = "commission_refund"  # a line: its stake is that of the commission's own
BETWEEN_ROLLS: Mapping[str, int | str | None] = {"roll": None}

Paid = Mapping[str, Mapping[str, Stake]]  # by seat and wager: the commission of what lies there
NOBODY: Paid = {}
NOTHING: Mapping[str, Stake] = {}


def commission(seat: str, wager: str, stake: Stake, unit: int) -> Line:
    """95.17 (2°, 3°): paid before the wager is accepted, on what is laid now.

    >>> commission("1", "buy_4", 2000, 1).stake, commission("1", "lay_4", 4000, 1).stake
    (100, 100)
    """
    times, parts, readings = COMMISSION[wager]
    paid = None if stake is None else round_down(stake * times, parts, unit)
    nothing = None if stake is None else 0
    return Line(seat, "commission", LOSE, None, paid, nothing, nothing, "95.17", None, readings, BETWEEN_ROLLS)


def refund(seat: str, wager: str, amount: Stake) -> Line:
    """A137, A138: what was paid for a wager goes back with it before anything has decided it."""
    nothing = None if amount is None else 0
    _, _, readings = COMMISSION[wager]
    return Line(seat, REFUND, PUSH, None, amount, nothing, amount, "95.17", None, readings, BETWEEN_ROLLS)


def check_refund(options: Options) -> None:
    """The house says yes or no; another word would change nothing."""
    if not isinstance(found := options.more.get(BUY_REFUND, True), bool):
        raise bad(Because.EITHER_NOT(name=BUY_REFUND, allowed=("true", "false"), found=repr(str(found)[:20])))


def goes_back(options: Options) -> bool:
    """Whether a commission is given back at a table that posts this."""
    return options.revision >= REFUNDED_SINCE and bool(options.more.get(BUY_REFUND, True))


def paid_more(paid: Paid, line: Line, wager: str, lies: Stake, unit: int) -> Paid:
    """With this commission too, for more of a wager of which so much lay there already (0: none)."""
    already = 0 if lies == 0 else paid_for(paid, line.seat, wager, lies, unit)
    together = None if already is None or line.stake is None else already + line.stake
    return {**paid, line.seat: {**paid.get(line.seat, NOTHING), wager: together}}


def paid_for(paid: Paid, seat: str, wager: str, lies: Stake, unit: int) -> Stake:
    """What was paid for a wager; of one that was laid before anybody kept it in mind, what is due for it."""
    mine = paid.get(seat, NOTHING)
    return mine[wager] if wager in mine else commission(seat, wager, lies, unit).stake


def part(paid: Stake, lies: Stake, taken: Stake, unit: int) -> Stake:
    """What goes back of it with this part of what lies there; a fraction is the player's (A11). None taken: all of it.

    >>> part(101, 2000, 1000, 1), part(101, 2000, None, 1), part(None, None, None, 1)
    (51, 101, None)
    """
    if paid is None or lies is None or taken is None:
        return paid
    return round_up(paid * taken, lies, unit)


def still_paid(paid: Paid, laid: Mapping[str, Mapping[str, Stake]]) -> Paid:
    """Without what was decided or taken back."""
    still = {
        seat: {wager: cents for wager, cents in mine.items() if wager in laid.get(seat, NOTHING)}
        for seat, mine in paid.items()
    }
    return {seat: mine for seat, mine in still.items() if mine}
