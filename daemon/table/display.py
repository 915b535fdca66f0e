"""21.2: whether a progressive's amount is displayed. The table has no clock: it is told how long nothing was proven.

"A display continuously showing the progressive prize": a gap that is longer than is posted ends the offer at the next
round. What was laid before stays laid, contributes and can win (A157); when a board proves the amount, the wager is
offered again by itself. Nothing of this touches a pool's ledger, nor what a person or a fault has closed.
"""

from __future__ import annotations

from daemon.table.events import JackpotDisplayed, JackpotUndisplayed
from daemon.table.orders import DisplayLost, DisplayProven
from daemon.table.play import Applied
from daemon.table.state import Gap, TableState
from daemon.text.details import Because
from rules.terms import Detail


def lost(state: TableState, said: DisplayLost) -> Applied:
    """As long as is posted, and not a second less."""
    if state.display is None or said.seconds < state.display or said.pool in state.gaps:
        return state, ()
    if not any(terms.name == said.pool for terms in state.jackpots):
        return state, ()
    gap = Gap(state.round, said.seconds, said.since)
    return state._replace(gaps={**state.gaps, said.pool: gap}), (JackpotUndisplayed(said.pool, said.seconds),)


def proven(state: TableState, said: DisplayProven) -> Applied:
    """The gap is over, whatever the round."""
    if said.pool not in state.gaps:
        return state, ()
    others = {pool: gap for pool, gap in state.gaps.items() if pool != said.pool}
    return state._replace(gaps=others), (JackpotDisplayed(said.pool, said.seconds),)


def undisplayed(state: TableState, pool: str) -> Detail | None:
    """Why this pool's wager is not taken now; between two rounds: why it will not be in the next one."""
    gap = state.gaps.get(pool)
    if gap is None or (state.in_round and state.round == gap.round):
        return None
    return why(pool, gap)


def why(pool: str, gap: Gap) -> Detail:
    """Says what is known of a gap."""
    return Because.UNDISPLAYED(pool=pool, seconds=gap.seconds)
