"""What waits for a second person, and what ends it: its time, its proposer's session, a restart, or a card that comes.

In the entries of a croupier that posted no patience nothing ended by itself; they mean what they meant then.
"""

from __future__ import annotations

from collections.abc import Callable

from daemon.table.events import ProposalEnded, Why
from daemon.table.orders import Order, TimePassed
from daemon.table.play import Applied
from daemon.table.state import Asked, TableState
from daemon.text.details import Because
from drivers.faults import Fault, FaultError
from rules.facts import Elapsed, Fact

Half = Order | Asked  # what one person said, until a second one says the same


def halves(state: TableState) -> tuple[Half, ...]:
    """What waits: an order that concerns the round or a pool, a seal that somebody wants opened, or both."""
    return tuple(half for half in (state.proposal, state.people.asked) if half is not None)


def without(state: TableState, half: Half) -> TableState:
    """The state in which it does not wait any more."""
    if half is state.proposal:
        return state._replace(proposal=None)
    return state._replace(people=state.people._replace(asked=None))


def check_still(state: TableState) -> None:
    """While a correction waits nobody turns a hand, decides or lets the round go on: it may still be rejected."""
    if state.still and state.proposal is not None:
        raise FaultError(Fault.ORDER_NOT_NOW, Because.PROPOSED(kind=state.proposal.kind))


def expire(state: TableState, said: TimePassed) -> Applied:
    """As long as is posted, and not a second less."""
    if state.patience is None or said.seconds < state.patience:
        return state, ()
    return _end(state, "expired", lambda half: (half.kind, half.by) == (said.what, said.by))


def leave(state: TableState, by: str) -> Applied:
    """Whoever is not signed in any more, by choice or because he may not be, has proposed nothing."""
    return _end(state, "proposer_left", lambda half: half.by == by)


def restart(state: TableState) -> Applied:
    """A new process knows neither how long it has waited nor whether its proposer is still there."""
    return _end(state, "restarted", lambda _: True)


def overtaken(before: TableState, applied: Applied) -> Applied:
    """No device is refused: a card that comes while a correction waits is taken, and both persons look again."""
    after, events = applied
    half = after.proposal
    if half is None or half is not before.proposal or not before.still:
        return applied
    if (_happened(after), after.aside) == (_happened(before), before.aside):
        return applied
    return without(after, half), (*events, ProposalEnded(half.kind, half.by, "card_came"))


def _happened(state: TableState) -> list[Fact]:
    """The facts of the round that a correction may concern: time passes by itself."""
    return [fact for fact in state.facts if not isinstance(fact, Elapsed)]


def _end(state: TableState, why: Why, ends: Callable[[Half], bool]) -> Applied:
    ended = [half for half in halves(state) if ends(half)] if state.patience is not None else []
    for half in ended:
        state = without(state, half)
    return state, tuple(ProposalEnded(half.kind, half.by, why) for half in ended)
