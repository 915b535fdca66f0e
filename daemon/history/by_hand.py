"""The rounds of a journal that were dealt by hand, settled again from their forms as the readings need them."""

from __future__ import annotations

from collections.abc import Iterable

from daemon.table import past, past_corrected
from daemon.table.events import FormDiffers
from daemon.table.orders import CorrectPastRound, FromForm, Past, seats_of
from daemon.table.state import TableState
from rules.alternatives.by_hand import ended
from rules.alternatives.model import Ended
from rules.lines import Line


def told_by_hand(before: TableState, state: TableState) -> list[Ended]:
    """What a form tells that the second person has just entered or corrected; nothing: nobody did."""
    order, result = before.proposal, state.result
    if not isinstance(order, FromForm) or result is None or result is before.result:
        return []
    if state.proposal is not None or result.by_hand != order.form.lower():
        return []
    order, waiting = past.spelled(order), before._replace(proposal=None)
    corrects = isinstance(order, CorrectPastRound)
    begun = past_corrected.again(waiting, order) if corrects else past.begun(waiting, order.rules)
    came, table = past.settled(begun, order), begun.state
    told, lines = _agreed(order.played, came.differs, table.lines, result.lines)
    if seats_of(order.played) and not seats_of(told):
        return []
    return ended(result.game, table.base, table.facts, told, lines, came.meters)


def _agreed(
    told: Past, differs: Iterable[FormDiffers], stood: tuple[Line, ...], lines: tuple[Line, ...]
) -> tuple[Past, tuple[Line, ...]]:
    """Without seats of which the journal has settled something that the form contradicts, or a share of a meter."""
    prized = {line.seat for line in stood if (line.more or {}).get("award")}
    gone = {line.seat for line in stood} if tuple(differs) else prized
    if not gone or not seats_of(told):
        return told, lines
    seats = {seat: player for seat, player in seats_of(told).items() if seat not in gone}
    return {**told, "seats": seats}, tuple(line for line in lines if line.seat in seats)
