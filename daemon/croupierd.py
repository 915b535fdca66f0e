"""croupierd: one table, one process. Start, supervise, stop."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import signal
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from daemon.control.api import build
from daemon.control.server import serving
from daemon.control.sessions import Sessions
from daemon.engine import Engine, restore
from daemon.history.ledger import doubts
from daemon.host import log as logs
from daemon.host.harden import no_core_dumps
from daemon.host.watchdog import Watchdog, notify
from daemon.jackpot.edge import favours_player
from daemon.jackpot.pool import Account
from daemon.journal.calendar import Calendar
from daemon.journal.store import Journal
from daemon.linked.address import address
from daemon.linked.driver import LedgerDriver
from daemon.parts import board_messages
from daemon.parts import shaker as shaker_part
from daemon.parts.camera import Eye
from daemon.people import People
from daemon.settings import Settings, Shoe, load
from daemon.sheets.edge import check_edge
from daemon.table.events import Event, FaultAcknowledged, JackpotOwed, Resumed
from daemon.table.jackpot import troubles
from daemon.table.linked import known
from daemon.table.orders import Started
from daemon.table.state import TableState
from daemon.table.view import shown, view
from daemon.text.faults import TEXTS, told
from drivers.board.driver import BoardDriver
from drivers.board.watch import Board
from drivers.board.wire import Head
from drivers.faults import Fault, FaultError, exception_site
from drivers.line.conversation import Position
from drivers.processor import keep_to_one, roam
from drivers.seldom import Seldom
from drivers.shaker.driver import ShakerDriver
from drivers.shoe.driver import ShoeDriver
from rules.machine import AwaitCard, deck_count
from rules.registry import GAMES

log = logging.getLogger(__name__)
seldom = Seldom(log)

VERSION = version("croupier")
ALONE_WITHIN = 8.0  # seconds for the broker to say whether this table is taken
OBEYS_WITHIN = 5.0  # seconds for a shoe to be locked, or free


class Daemon:
    """The parts of a running table, and how they hang together."""

    def __init__(
        self,
        settings: Settings,
        journal: Journal,
        state: TableState,
        watchdog: Watchdog,
        doubts: dict[str, str],
        calendar: Calendar,
    ) -> None:
        self.settings = settings
        self._calendar = calendar
        self._doubts = doubts  # of the pools' ledgers, as the journal has them
        self.watchdog = watchdog
        self.journal = journal
        self.engine = Engine(journal, state)
        self.people = People(settings.people)
        self.sessions = Sessions(self.people, self.engine, beat=watchdog.expect("people", within=60))
        self.shoe = self._reader(settings.shoe) if settings.shoe is not None else None
        self.shaker: ShakerDriver | None = None
        if settings.shaker is not None:
            self.shaker = shaker_part.driver(settings.shaker, self.engine.submit, watchdog.expect("shaker"))
        self.eye = Eye(settings, self.engine, calendar, watchdog.expect)
        self.boards = BoardDriver(
            table=settings.name,
            access=settings.broker,
            boards={
                name: Board(result=name in settings.boards, jackpot=name in settings.progressive_boards)
                for name in (*settings.boards, *settings.progressive_boards)
            },
            beat=watchdog.expect("boards", within=60),  # a name server may take its time
            head=self._head,
            on_witness=self._witness,
        )
        self.ledger = self._link()
        self._unshown = False  # what the boards should show of the progressive, none could read
        self._wished = 0.0  # when the shoe was last told to be locked, or free
        self.engine.listen(self._tell)
        self._show(state)

    def _reader(self, shoe: Shoe) -> ShoeDriver:
        return ShoeDriver(
            device="shoe",
            protocol=shoe.protocol,
            port=shoe.port,
            baud_rate=shoe.speed,
            serial=shoe.serial,
            sink=self.engine.submit,
            known=self._position,
            beat=self.watchdog.expect("shoe"),
            commands=shoe.commands,
        )

    def _link(self) -> LedgerDriver | None:
        pools = known(self.engine.state, self.settings.pools)
        site, name = self.settings.site, self.settings.name
        if not pools or site.ledger is None:
            return None
        return LedgerDriver(
            url=partial(address, site.ledger, name),
            pools=pools,
            table=name,
            journal=self.journal,
            submit=self.engine.submit,
            report=self._report,
            on_change=lambda: self._show(self.engine.state),
            beat=self.watchdog.expect("ledger", within=60),  # a name server may take its time
        )

    def _report(self) -> dict[str, Any]:
        """What the pit sees of this table."""
        state, health = self.engine.state, self.health()
        return {
            "closed": state.closed,
            "game": state.game or state.posted[0],
            "round": state.round,
            "held": state.hold.fault if state.hold else None,
            "faults": [fault["code"] for fault in health["faults"]],
            "devices": {name: health[name]["up"] for name in ("shoe", "shaker", "camera") if health[name]},
            "boards": {name: told["online"] for name, told in health["boards"].items()},
            "version": VERSION,
        }

    def _accounts(self, state: TableState) -> list[Account]:
        """The table's pools; a shared one as the ledger has it."""
        there = self.ledger.seen if self.ledger is not None else {}
        return [
            there[account.terms.name].account if account.terms.name in there else account for account in state.pools
        ]

    def _view(self) -> dict[str, Any]:
        there = self.ledger.seen if self.ledger is not None else {}
        return view(self.engine.state, there, self.settings.name, self.sessions.proposals.expires_in)

    def _position(self) -> Position | None:
        shoe = self.engine.state.shoe  # what is on disk: the shoe may forget no more than that
        return Position(shoe.boot, shoe.seq) if shoe.boot is not None else None

    def _head(self) -> Head:
        seq, digest = self.journal.head
        return Head(table=self.settings.name, uuid=self.journal.uuid, seq=seq, hash=digest.hex())

    async def _witness(self, head: Head) -> bool:
        """What the broker remembers of this journal must still stand in it; false: nobody could tell."""
        try:
            await asyncio.to_thread(self.journal.check_witness, head.seq, head.hash, head.uuid)
        except Exception as lost:  # noqa: BLE001 - whatever it is, the broker's head stays where it is
            if isinstance(lost, FaultError) and lost.fault is Fault.JOURNAL_TRUNCATED:
                if not self.engine.broken.done():
                    self.engine.broken.set_exception(lost)
            else:  # not a proof of anything; it is asked again
                seldom(logging.WARNING, "journal_witness_unread", "journal", exception=exception_site(lost))
            return False
        return True

    def _tell(self, seq: int, state: TableState, events: tuple[Event, ...]) -> None:
        for event in events:
            log.info(event.kind, extra={"round": state.round, "seq": seq})
            if isinstance(event, FaultAcknowledged) and event.fault == Fault.CLOCK_IMPLAUSIBLE:
                self._calendar.believe()
        self._show(state)
        self.eye.heard(state, events)
        if self.ledger is not None and any(isinstance(event, JackpotOwed) for event in events):
            self.ledger.wake()
        if self.shoe is not None and self.shoe.commands:
            self._command(self.shoe, state, events)
        if self.shaker is not None:
            shaker_part.direct(self.shaker, state)

    def _command(self, shoe: ShoeDriver, state: TableState, events: tuple[Event, ...]) -> None:
        """The shoe is locked while no card is awaited; its error is cleared when a person has dealt with it."""
        awaited = isinstance(state.awaits, AwaitCard) and state.hold is None and not state.still
        locked = not (awaited or state.shoe.counting)
        try:
            if locked is not shoe.wish:
                self._wished = asyncio.get_running_loop().time()
                shoe.lock(on=locked)
            elif shoe.locked is not locked:  # it was too busy to hear, or did not answer: once more
                shoe.lock(on=locked)
            if any(isinstance(event, Resumed) and event.after == Fault.SHOE_ERROR for event in events):
                shoe.clear_error()
        except FaultError as refused:
            log.warning("shoe_refuses", extra={"device": shoe.device, "detail": refused.detail})

    def _refuses(self, shoe: ShoeDriver) -> bool:
        """For some seconds it has not done what it was told."""
        late = asyncio.get_running_loop().time() - self._wished > OBEYS_WITHIN
        return late and shoe.wish is not None and shoe.locked is not shoe.wish

    def _show(self, state: TableState) -> None:
        if state.result is not None:
            self.boards.show(board_messages.result(self.settings.name, state.result))
        there, places = (self.ledger.seen, self.ledger.places) if self.ledger is not None else ({}, {})
        pool = next(iter(shown(state, self.settings.name, there, places)), None)  # 21.2: a table has one progressive
        try:
            self.boards.show_jackpot(None if pool is None else board_messages.jackpot(self.settings.name, pool))
            self._unshown = False
        except ValidationError as wrong:  # no board could read it: they show nothing of that pool, the table goes on
            if not self._unshown:
                log.critical("jackpot_unshown", extra={"exception": exception_site(wrong)})
            self._unshown = True
            self.boards.show_jackpot(None)

    def health(self) -> dict[str, Any]:
        """The devices, and every active fault with its next action; first the one to act on first."""
        state, shoe = self.engine.state, self.shoe
        faults: list[tuple[str, Fault, str]] = []
        if shoe is not None and shoe.fault is not None:
            faults.append(("shoe", shoe.fault, shoe.detail))
        elif shoe is not None and self._refuses(shoe):
            faults.append(("shoe", Fault.SHOE_REFUSES, shoe.port))
        if self.shaker is not None:
            faults += [("shaker", *fault) for fault in self.shaker.faults()]
        faults += self.eye.faults()
        if state.hold is not None:
            faults.append(("round", state.hold.fault, state.hold.detail))
        if state.doubtful:
            faults.append(("journal", Fault.JOURNAL_DOUBTFUL, state.doubtful))
        if self._calendar.fault is not None:
            faults.append(("clock", *self._calendar.fault))
        if self.journal.slow:
            faults.append(("journal", Fault.DISK_SLOW, str(self.settings.journal)))
        if self.people.fault is not None:
            faults.append(("people", *self.people.fault))
        faults += self.boards.faults()
        faults += ((f"jackpot {name}", fault, detail) for name, fault, detail in self._jackpots(state))
        seq, head = self.journal.head
        return {
            "table": self.settings.name,
            "version": VERSION,
            "journal": {"uuid": self.journal.uuid, "seq": seq, "head": head.hex()},
            "shoe": shoe
            and {
                "up": shoe.fault is None,
                "identity": f"{shoe.identity.model} {shoe.identity.serial}" if shoe.identity else None,
                "locked": shoe.locked,
                "counters": asdict(shoe.counters),
            },
            "shaker": self.shaker and shaker_part.health(self.shaker),
            **self.eye.health(),
            "people": self.people.counts,
            "jackpots": {
                account.terms.name: {"version": account.version, "open": account.open, **asdict(account.meters)}
                for account in self._accounts(state)
            },
            "owed": dict(self.ledger.owes) if self.ledger is not None else {},
            "broker": {"connected": self.boards.connected},
            "boards": {
                name: board_messages.health(known, self.boards.dropped[name])
                for name, known in self.boards.boards.items()
            },
            "faults": [{"part": part, **told(fault, detail)} for part, fault, detail in faults],
        }

    def _jackpots(self, state: TableState) -> Iterator[tuple[str, Fault, str]]:
        """What is wrong with the table's pools; and where a wager favours the player, that too."""
        for name, fault, detail in troubles(state):
            lost = self._ledger_fault(name)
            yield (name, *lost) if fault is Fault.JACKPOT_LINK and lost is not None else (name, fault, detail)
        if self.ledger is not None:
            yield from ((name, Fault.JACKPOT_PACE, str(self.ledger.owes[name])) for name in self.ledger.waits)
        game, options = state.posted
        for account in self._accounts(state):
            why = favours_player(account.terms, account.standing, deck_count(GAMES[game], options))
            if why is not None:
                yield account.terms.name, Fault.JACKPOT_BREAK_EVEN, why

    def _ledger_fault(self, pool: str) -> tuple[Fault, str] | None:
        """Why a pool of the ledger is out of reach. The table deals on: it is the progressive's fault, no more."""
        wrong = (self.ledger.damaged.get(pool) or self.ledger.fault) if self.ledger is not None else None
        if wrong is None:
            return None
        fault, detail = wrong
        return (fault, detail) if fault.startswith("JACKPOT_") else (Fault.JACKPOT_LINK, f"{fault} {detail}")

    async def _alone(self) -> None:
        """Nobody else speaks for this table, on any machine. A broker that is away keeps no table from starting."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.boards.tried.wait(), ALONE_WITHIN)
        if self.boards.holder:
            raise FaultError(Fault.TABLE_TAKEN, self.boards.holder)

    async def run(self, stopping: asyncio.Event) -> None:
        """Until `stopping`, or until the journal cannot be written."""
        table, shaker = self.settings.table, self.settings.shaker
        said = Started(
            version=VERSION,
            game=table.game,
            options=table.posted,
            jackpots=self.settings.pools,
            doubts=self._doubts,
            reshakes=shaker.reshakes if shaker is not None else None,
            camera=self.eye.camera is not None,
            patience=self.settings.site.proposal_seconds,
            doubtful=self.journal.doubtful,
        )
        parts = {
            "shoe": self.shoe,
            "shaker": self.shaker,
            "camera": self.eye,
            "ledger": self.ledger,
            "people": self.sessions,
            "watchdog": self.watchdog,
        }
        loops = [asyncio.create_task(self.boards.run(), name="boards")]
        stop = asyncio.create_task(stopping.wait(), name="stop")
        try:
            await self._alone()
            if self.engine.broken.done():  # the broker has already told that it knows more of the journal
                self.engine.broken.result()
            await self.engine.submit(said)
            loops += [asyncio.create_task(part.run(), name=name) for name, part in parts.items() if part is not None]
            app = build(self.engine, self.sessions, self.health, stopping, self._view)
            group, port = self.settings.site.control_group, self.settings.console_port
            async with serving(app, self.settings.socket, group, port) as server:
                notify("READY=1")
                log.info("ready", extra={"table": self.settings.name, "round": self.engine.state.round})
                check_edge(self.settings)
                ends: list[asyncio.Future[Any]] = [stop, self.engine.broken, server, *loops]
                await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
                notify("STOPPING=1")
                stopping.set()
                if self.engine.broken.done():
                    self.engine.broken.result()
                for loop in (server, *loops):
                    if loop.done():
                        loop.result()  # none of them ends by itself: let its exception speak
        finally:
            for task in (stop, *loops):
                task.cancel()
            await asyncio.gather(stop, *loops, return_exceptions=True)
            self.engine.broken.cancel()


async def serve(settings: Settings) -> None:
    """The whole life of one table."""
    stopping = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stopping.set)
    asyncio.get_running_loop().set_exception_handler(logs.loop_handler)
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(thread_name_prefix="worker", initializer=roam))
    watchdog = Watchdog()
    calendar = Calendar(settings.site.day_starts, settings.site.clock_days)

    def still_starting() -> None:
        notify("EXTEND_TIMEOUT_USEC=30000000")

    def recover() -> tuple[Journal, TableState, dict[str, str]]:
        journal = Journal(
            settings.journal,
            settings.key_file,
            calendar,
            legacy=settings.old_journal,
            elsewhere=settings.doubt,
            beat=watchdog.expect("journal"),
            progress=still_starting,
            go_on_from=calendar.go_on_from,
        )
        try:
            state = restore(journal)
            decks = deck_count(GAMES[settings.table.game], settings.table.posted)
            for terms in (*settings.pools, *(account.terms for account in state.pools)):
                favours_player(terms, 0, decks)  # counted once, here
            return journal, state, doubts(journal, state) if state.pools else {}
        except BaseException:
            journal.close()
            raise

    journal, state, doubted = await asyncio.to_thread(recover)
    try:
        keep_to_one()
        journal.start()
        await Daemon(settings, journal, state, watchdog, doubted, calendar).run(stopping)
    finally:
        await asyncio.to_thread(journal.close)
    log.info("stopped", extra={"table": settings.name})


def main(arguments: Sequence[str] | None = None) -> int:
    """The `croupierd` command. Exit status 0: stopped because it was told to; 1: a fault, named on the last line."""
    parser = argparse.ArgumentParser(prog="croupierd", description="The controller of one casino table.")
    parser.add_argument("--config", type=Path, required=True, metavar="DIR", help="where site.toml and tables/ are")
    parser.add_argument("--table", required=True, metavar="NAME", help="which table: tables/NAME.toml")
    given = parser.parse_args(arguments)
    logs.set_up()
    no_core_dumps()
    try:
        asyncio.run(serve(load(given.config, given.table)))
    except FaultError as error:
        fault, detail = error.fault, error.detail
    except Exception as bug:  # noqa: BLE001 - nobody reads a traceback at 3 a.m., and it may tell a card
        fault, detail = Fault.TABLE_BUG, exception_site(bug)
    else:
        return 0
    fr, en = TEXTS[fault]
    log.critical("fault", extra={"fault": fault, "detail": detail, "fr": " ".join(fr), "en": " ".join(en)})
    return 1


if __name__ == "__main__":
    sys.exit(main())
