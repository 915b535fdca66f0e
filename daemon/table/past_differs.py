"""What the form of a round that was dealt by hand says otherwise: than everyone could see, and than the rules pay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from daemon.table.events import FormDiffers, Payment, PaymentsCompared
from daemon.table.orders import Past, PastSeat, hands_of, seats_of
from daemon.table.state import TableState
from daemon.text.details import Because
from drivers.faults import Fault, FaultError
from rules.capabilities import CarriesOver
from rules.contract import clockwise
from rules.facts import Close, Decide
from rules.game import Game
from rules.lines import Line, Stake

TAKEN = "commission"  # a line of what the house takes: nobody is handed anything for it
BONUS = "_bonus"  # a line that comes with the wager of which it is the bonus


def differences(state: TableState, told: Past, decided: Iterable[Line]) -> Iterator[FormDiffers]:
    """Between the form and what everyone could see before croupier died."""
    machine = state.machine
    if not isinstance(machine, CarriesOver) and closed(state):
        yield from _of_wagers(state, told)
    form = dict(hands_of(told))
    for name, hand in machine.hands(state.play).items():
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
    for seat in sorted(journal.keys() | seats_of(told).keys(), key=clockwise):
        ours, theirs = journal.get(seat, {}), seats_of(told).get(seat, PastSeat()).get("wagers", {})
        for wager in (*ours, *(wager for wager in theirs if wager not in ours)):
            if wager not in ours and wager in state.machine.added and seat not in decided:
                continue
            lies, written = ours.get(wager), theirs.get(wager)
            if wager not in theirs or wager not in ours or (None not in (lies, written) and lies != written):
                yield FormDiffers("wager", seat, wager, journal=lies, form=written)


def settled_with(machine: Game, line: Line) -> str:
    """The wager of which a line tells, or of whose bonus."""
    return line.wager.removesuffix(BONUS) if line.wager in machine.bonuses else line.wager


def closed(state: TableState) -> bool:
    """« Rien ne va plus » of this round is in the journal."""
    return any(isinstance(fact, Close) for fact in state.facts)


def compared(
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
