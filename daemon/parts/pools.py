"""The table's pools of the progressive: their ledger where tables share one, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

from typing_extensions import TypedDict

from daemon.jackpot.booking import Seen
from daemon.jackpot.edge import favours_player
from daemon.jackpot.pool import Account
from daemon.linked.address import address
from daemon.linked.driver import LedgerDriver
from daemon.linked.status import TableStatus
from daemon.parts.part import Part, PartFault, Running
from daemon.table.events import Event, JackpotOwed
from daemon.table.jackpot import troubles
from daemon.table.linked import known
from daemon.table.state import TableState
from drivers.faults import Fault
from rules.game import deck_count
from rules.registry import GAMES


class PoolHealth(TypedDict):
    """A pool of the progressive, and its meters: hundredths of a cent, but for the hits, which are counted."""

    version: int
    open: bool
    money_in: int
    displayed: int
    reserve: int
    overflow: int
    hits: int
    paid: int
    corrections: int
    seeded: int


class PoolsHealth(TypedDict):
    """The pools by their names, and how many bookings the ledger of each is owed."""

    jackpots: dict[str, PoolHealth]
    owed: dict[str, int]


class PoolsPart(Part):
    """The pools, and the line to the ledger of those that are shared."""

    name = "ledger"

    def __init__(self, running: Running, status: Callable[[], TableStatus], on_change: Callable[[], None]) -> None:
        self._engine = running.engine
        self._ledger: LedgerDriver | None = None
        settings = running.settings
        pools = known(running.engine.state, settings.pools)
        if pools and settings.site.ledger is not None:
            self._ledger = LedgerDriver(
                url=partial(address, settings.site.ledger, settings.name),
                pools=pools,
                table=settings.name,
                journal=running.engine.journal,
                submit=running.engine.submit,
                status=status,
                on_change=on_change,
                beat=running.watchdog.expect("ledger", within=60),  # a name server may take its time
            )

    async def run(self) -> None:
        """Keeps the line, if there is one."""
        if self._ledger is None:
            await super().run()
        else:
            await self._ledger.run()

    def committed(self, seq: int, state: TableState, events: tuple[Event, ...]) -> None:
        """Wakes the ledger's driver if something is owed."""
        if self._ledger is not None and any(isinstance(event, JackpotOwed) for event in events):
            self._ledger.wake()

    @property
    def seen(self) -> Mapping[str, Seen]:
        """Tells the shared pools as their ledger has them; nothing while it does not answer."""
        return self._ledger.seen if self._ledger is not None else {}

    @property
    def places(self) -> Mapping[str, int]:
        """Tells the highest place of each shared pool that is known."""
        return self._ledger.places if self._ledger is not None else {}

    def health(self) -> PoolsHealth:
        """Tells what the meters show, and what is owed to the ledger."""
        return {
            "jackpots": {account.terms.name: _pool(account) for account in self._accounts()},
            "owed": dict(self._ledger.owes) if self._ledger is not None else {},
        }

    def faults(self) -> Iterable[PartFault]:
        """Tells what is wrong with each pool; and where a wager favours the player, that too."""
        return ((f"jackpot {name}", fault, detail) for name, fault, detail in self._wrong(self._engine.state))

    def _accounts(self) -> list[Account]:
        """Lists the pools; a shared one as the ledger has it."""
        pools = {account.terms.name: account for account in self._engine.state.pools}
        return [self.seen[name].account if name in self.seen else account for name, account in pools.items()]

    def _wrong(self, state: TableState) -> Iterator[tuple[str, Fault, str]]:
        for name, fault, detail in troubles(state):
            lost = self._out_of_reach(name)
            yield (name, *lost) if fault is Fault.JACKPOT_LINK and lost is not None else (name, fault, detail)
        if self._ledger is not None:
            yield from ((name, Fault.JACKPOT_PACE, str(self._ledger.owes[name])) for name in self._ledger.waits)
        game, options = state.posted
        for account in self._accounts():
            why = favours_player(account.terms, account.standing, deck_count(GAMES[game], options))
            if why is not None:
                yield account.terms.name, Fault.JACKPOT_BREAK_EVEN, why

    def _out_of_reach(self, pool: str) -> tuple[Fault, str] | None:
        """Why the ledger does not tell it. The table deals on: it is the progressive's fault, no more."""
        wrong = (self._ledger.damaged.get(pool) or self._ledger.fault) if self._ledger is not None else None
        if wrong is None:
            return None
        fault, detail = wrong
        return (fault, detail) if fault.startswith("JACKPOT_") else (Fault.JACKPOT_LINK, f"{fault} {detail}")


def _pool(account: Account) -> PoolHealth:
    meters = account.meters
    return {
        "version": account.version,
        "open": account.open,
        "money_in": meters.money_in,
        "displayed": meters.displayed,
        "reserve": meters.reserve,
        "overflow": meters.overflow,
        "hits": meters.hits,
        "paid": meters.paid,
        "corrections": meters.corrections,
        "seeded": meters.seeded,
    }
