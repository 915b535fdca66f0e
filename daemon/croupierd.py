"""croupierd: one table, one process. Start, supervise, stop."""

from __future__ import annotations

import argparse
import asyncio
import logging
import signal
import sys
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

from daemon import log as logs
from daemon.control.api import build
from daemon.control.server import serving
from daemon.control.sessions import Sessions
from daemon.harden import no_core_dumps
from daemon.journal.days import gaming_day
from daemon.journal.store import Journal
from daemon.people import People
from daemon.settings import Settings, Shoe, load
from daemon.spine import Spine, restore
from daemon.table.events import Event, Resumed
from daemon.table.orders import Started
from daemon.table.state import TableState
from daemon.texts import TEXTS, told
from daemon.view import board_message
from daemon.watchdog import Watchdog, notify
from drivers.board.link import Board, BoardLink
from drivers.board.wire import Head
from drivers.faults import Fault, FaultError, where
from drivers.shoe.reader import ShoeReader
from drivers.shoe.session import Position
from rules.machine import AwaitCard

log = logging.getLogger(__name__)

VERSION = version("croupier")
OBEYS_WITHIN = 5.0  # seconds for a shoe to be locked, or free


class Daemon:
    """The parts of a running table, and how they hang together."""

    def __init__(self, settings: Settings, journal: Journal, state: TableState, watchdog: Watchdog) -> None:
        self.settings = settings
        self.watchdog = watchdog
        self.journal = journal
        self.spine = Spine(journal, state)
        self.people = People(settings.people)
        self.sessions = Sessions(self.people, self.spine, beat=watchdog.expect("people", within=60))
        self.shoe = self._reader(settings.shoe) if settings.shoe is not None else None
        self.boards = BoardLink(
            table=settings.name,
            host=settings.site.broker.host,
            port=settings.site.broker.port,
            boards={name: Board() for name in settings.boards},
            beat=watchdog.expect("boards", within=60),  # a name server may take its time
            head=self._head,
            on_witness=self._witness,
        )
        self._wished = 0.0  # when the shoe was last told to be locked, or free
        self.spine.listen(self._tell)
        self._show(state)

    def _reader(self, shoe: Shoe) -> ShoeReader:
        return ShoeReader(
            device="shoe",
            protocol=shoe.protocol,
            port=shoe.port,
            baud_rate=shoe.speed,
            serial=shoe.serial,
            sink=self.spine.submit,
            known=self._position,
            beat=self.watchdog.expect("shoe"),
            commands=shoe.commands,
        )

    def _position(self) -> Position | None:
        shoe = self.spine.state.shoe  # what is on disk: the shoe may forget no more than that
        return Position(shoe.boot, shoe.seq) if shoe.boot is not None else None

    def _head(self) -> Head:
        seq, digest = self.journal.head
        return Head(table=self.settings.name, uuid=self.journal.uuid, seq=seq, hash=digest.hex())

    def _witness(self, head: Head) -> None:
        """What the broker remembers of this journal must still stand in it."""
        check = partial(self.journal.check_witness, head.seq, head.hash, head.uuid)
        asyncio.get_running_loop().run_in_executor(None, check).add_done_callback(self._witnessed)

    def _witnessed(self, checked: asyncio.Future[None]) -> None:
        lost = None if checked.cancelled() else checked.exception()
        if isinstance(lost, FaultError) and lost.fault is Fault.JOURNAL_TRUNCATED:
            if not self.spine.broken.done():
                self.spine.broken.set_exception(lost)
        elif lost is not None:  # not a proof of anything; the next connection asks again
            log.warning("journal_witness_unread", extra={"exception": where(lost)})

    def _tell(self, seq: int, state: TableState, events: tuple[Event, ...]) -> None:
        for event in events:
            log.info(event.kind, extra={"round": state.round, "seq": seq})
        self._show(state)
        if self.shoe is not None and self.shoe.commands:
            self._command(self.shoe, state, events)

    def _command(self, shoe: ShoeReader, state: TableState, events: tuple[Event, ...]) -> None:
        """The shoe is locked while no card is awaited; its error is cleared when a person has dealt with it."""
        locked = not (isinstance(state.awaits, AwaitCard) and state.hold is None) and not state.shoe.counting
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

    def _refuses(self, shoe: ShoeReader) -> bool:
        """For some seconds it has not done what it was told."""
        late = asyncio.get_running_loop().time() - self._wished > OBEYS_WITHIN
        return late and shoe.wish is not None and shoe.locked is not shoe.wish

    def _show(self, state: TableState) -> None:
        if state.result is not None:
            self.boards.show(board_message(self.settings.name, state.result))

    def health(self) -> dict[str, Any]:
        """The devices, and every active fault with its next action; first the one to act on first."""
        state, shoe = self.spine.state, self.shoe
        faults: list[tuple[str, Fault, str]] = []
        if shoe is not None and shoe.fault is not None:
            faults.append(("shoe", shoe.fault, shoe.detail))
        elif shoe is not None and self._refuses(shoe):
            faults.append(("shoe", Fault.SHOE_REFUSES, shoe.port))
        if state.hold is not None:
            faults.append(("round", state.hold.fault, state.hold.detail))
        if self.journal.slow:
            faults.append(("journal", Fault.DISK_SLOW, str(self.settings.journal)))
        if self.people.fault is not None:
            faults.append(("people", *self.people.fault))
        faults += self.boards.faults()
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
            "people": self.people.counts,
            "broker": {"connected": self.boards.connected},
            "boards": {
                name: {"online": board.online, "shows": board.echo.seq if board.echo else None}
                for name, board in self.boards.boards.items()
            },
            "faults": [{"part": part, **told(fault, detail)} for part, fault, detail in faults],
        }

    async def run(self, stopping: asyncio.Event) -> None:
        """Until `stopping`, or until the journal cannot be written."""
        table = self.settings.table
        await self.spine.submit(Started(version=VERSION, game=table.game, options=table.posted))
        parts = {"shoe": self.shoe, "boards": self.boards, "people": self.sessions, "watchdog": self.watchdog}
        loops = [asyncio.create_task(part.run(), name=name) for name, part in parts.items() if part is not None]
        stop = asyncio.create_task(stopping.wait(), name="stop")
        try:
            app = build(self.spine, self.sessions, self.health, stopping)
            group, port = self.settings.site.control_group, self.settings.console_port
            async with serving(app, self.settings.socket, group, port) as server:
                notify("READY=1")
                log.info("ready", extra={"table": self.settings.name, "round": self.spine.state.round})
                ends: list[asyncio.Future[Any]] = [stop, self.spine.broken, server, *loops]
                await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
                notify("STOPPING=1")
                stopping.set()
                if self.spine.broken.done():
                    self.spine.broken.result()
                for loop in (server, *loops):
                    if loop.done():
                        loop.result()  # none of them ends by itself: let its exception speak
        finally:
            for task in (stop, *loops):
                task.cancel()
            await asyncio.gather(stop, *loops, return_exceptions=True)
            self.spine.broken.cancel()


async def serve(settings: Settings) -> None:
    """The whole life of one table."""
    stopping = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stopping.set)
    asyncio.get_running_loop().set_exception_handler(logs.loop_handler)
    watchdog = Watchdog()

    def still_starting() -> None:
        notify("EXTEND_TIMEOUT_USEC=30000000")

    def recover() -> tuple[Journal, TableState]:
        journal = Journal(
            settings.journal,
            settings.key_file,
            lambda: gaming_day(datetime.now().astimezone(), settings.site.day_starts),
            legacy=settings.old_journal,
            beat=watchdog.expect("journal"),
            progress=still_starting,
        )
        try:
            return journal, restore(journal)
        except BaseException:
            journal.close()
            raise

    journal, state = await asyncio.to_thread(recover)
    try:
        journal.start()
        await Daemon(settings, journal, state, watchdog).run(stopping)
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
        fault, detail = Fault.TABLE_BUG, where(bug)
    else:
        return 0
    fr, en = TEXTS[fault]
    log.critical("fault", extra={"fault": fault, "detail": detail, "fr": " ".join(fr), "en": " ".join(en)})
    return 1


if __name__ == "__main__":
    sys.exit(main())
