"""croupierd: one table, one process. Builds its parts from the configuration, supervises and stops them."""

from __future__ import annotations

import argparse
import asyncio
import gc
import logging
import signal
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path
from typing import Any, cast

from daemon.control.api import build
from daemon.control.server import serving
from daemon.engine import Engine, restore
from daemon.history.ledger import doubts
from daemon.host import log as logs
from daemon.host.harden import no_core_dumps
from daemon.host.watchdog import Watchdog, notify
from daemon.jackpot.edge import favours_player
from daemon.journal.calendar import Calendar
from daemon.journal.store import Journal
from daemon.linked.status import TableStatus
from daemon.parts import DEVICES
from daemon.parts.boards import BoardsPart
from daemon.parts.day import DayPart
from daemon.parts.dice import DicePart
from daemon.parts.display import DisplayPart
from daemon.parts.health import Health, TableHealth
from daemon.parts.hold import HoldPart
from daemon.parts.part import Part, Running
from daemon.parts.people import PeoplePart
from daemon.parts.pools import PoolsPart
from daemon.parts.record import RecordPart
from daemon.parts.room import RoomPart
from daemon.settings import Settings, load
from daemon.sheets.edge import check_edge
from daemon.table import forms
from daemon.table.devices import KINDS
from daemon.table.events import Event
from daemon.table.orders import Posted, Started
from daemon.table.posted import PostedHere, posted
from daemon.table.state import TableState
from daemon.table.view import view
from daemon.text.answers import ActiveFault
from daemon.text.faults import ROWS, fault_answer
from drivers.faults import Fault, FaultError, exception_site
from drivers.processor import keep_to_one, roam
from rules.game import Options, deck_count
from rules.registry import GAMES

log = logging.getLogger(__name__)

VERSION = version("croupier")


class Daemon:
    """The parts of a running table."""

    def __init__(self, running: Running, doubts: dict[str, str]) -> None:
        self.settings, self.engine, self.watchdog = running.settings, running.engine, running.watchdog
        self._posted_of: tuple[str, Options] | None = None
        self._calendar, self._doubts = running.calendar, doubts  # of the pools' ledgers, as the journal has them
        self.dice, self.hold, self.record = DicePart(running), HoldPart(running), RecordPart(running)
        self.people, self.boards = PeoplePart(running), BoardsPart(running)
        self.pools = PoolsPart(running, self._status, lambda: self.boards.show(self.engine.state))
        self.boards.pools = self.pools
        self.display = DisplayPart(running, self.boards)
        self.devices = [
            part(section, running)
            for kind, part in DEVICES.items()
            for section in self.settings.devices
            if kind == section.KIND
        ]
        self.parts: list[Part] = [  # in the order in which their faults are told
            *(*self.devices, self.dice, self.hold, self.record),
            *(self.people, self.boards, self.pools, self.display, RoomPart(running), DayPart(running)),
        ]
        self.engine.listen(self._log)
        for part in self.parts:
            self.engine.listen(part.committed)
        self.boards.show(self.engine.state)

    def _log(self, seq: int, state: TableState, events: tuple[Event, ...]) -> None:
        for event in events:
            log.info(event.kind, extra={"round": state.round, "seq": seq})

    def _view(self) -> dict[str, Any]:
        engine, people = self.engine, self.people
        expires_in = people.sessions.proposals.expires_in
        return view(engine.state, self.pools.seen, self.settings.name, expires_in, engine.seq, people.names)

    def _posted(self) -> PostedHere:
        """Says what is posted: the same object for as long as it is the same."""
        state = self.engine.state
        of = (state.game, state.options) if state.in_round else state.posted
        if self._posted_of != of:
            site = self.settings.site
            here = {"table": self.settings.name, "language": site.language, "console": dict(self.settings.console)}
            self._posted_of, self._posted_now = of, cast("PostedHere", {**posted(state), **here})
        return self._posted_now

    def health(self) -> TableHealth:
        """Tells how every part is, and every active fault with its next action; first the one to act on first."""
        devices = {part.name: {"kind": part.kind, **part.health()} for part in self.devices}
        used = {name: kind.in_use(self.engine.state) for name, kind in KINDS.items()}
        others = (self.dice, self.record, self.people, self.boards, self.pools)
        health = {
            "table": self.settings.name,
            "version": VERSION,
            **{kind: devices.get(name) for kind, name in used.items()},
            "devices": devices,
            **{key: value for part in others for key, value in part.health().items()},
            "faults": self._faults(),
        }
        return cast("TableHealth", health)  # the kinds of device are known to the registry alone

    def _faults(self) -> list[ActiveFault]:
        faults = [fault for part in self.parts for fault in part.faults()]
        return [{"part": part, **fault_answer(fault, detail)} for part, fault, detail in faults]

    def _status(self) -> TableStatus:
        """Says what the pit sees of this table."""
        state, health = self.engine.state, self.health()
        return TableStatus.model_construct(  # of our own words none is refused
            closed=state.closed,
            game=state.game or state.posted[0],
            round=state.round,
            held=state.hold.fault if state.hold else None,
            faults=[fault["code"] for fault in health["faults"]],
            devices={name: device["up"] for name, device in health["devices"].items()},
            boards={name: board["online"] for name, board in health["boards"].items()},
            version=VERSION,
        )

    async def run(self, stopping: asyncio.Event) -> None:
        """Until `stopping`, or until the journal cannot be written."""
        table = self.settings.table
        said = Started(
            version=VERSION,
            game=table.game,
            options=table.posted,
            document=table.document,
            devices=tuple(Posted(each.name, each.KIND, each.posted) for each in self.settings.devices),
            jackpots=self.settings.pools,
            doubts=self._doubts,
            patience=self.settings.site.proposal_seconds,
            doubtful=self.engine.journal.doubtful,
            display=self.settings.display_seconds,
            day=self._calendar(),
            forms=forms.MOST,
        )
        loops = [asyncio.create_task(self.boards.run(), name=self.boards.name)]
        stop = asyncio.create_task(stopping.wait(), name="stop")
        try:
            await self.boards.check_alone()
            if self.engine.broken.done():  # the broker has already told that it knows more of the journal
                self.engine.broken.result()
            await self.engine.submit(said)
            others = (part for part in self.parts if part is not self.boards)
            loops += [asyncio.create_task(part.run(), name=part.name) for part in others]
            loops.append(asyncio.create_task(self.watchdog.run(), name="watchdog"))
            sessions = self.people.sessions
            app = build(self.engine, sessions, self.health, stopping, self._view, Health, self._posted)
            group, port = self.settings.site.control_group, self.settings.console_port
            async with serving(app, self.settings.socket, group, port) as server:
                notify("READY=1")
                log.info("ready", extra={"table": self.settings.name, "round": self.engine.state.round})
                game, posted = self.engine.state.posted
                check_edge(game, self.settings.for_odds(posted))
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
        running = Running(settings, Engine(journal, state), calendar, watchdog)
        await Daemon(running, doubted).run(stopping)
    finally:
        await asyncio.to_thread(journal.close)
    log.info("stopped", extra={"table": settings.name})


def main(arguments: Sequence[str] | None = None) -> int:
    """The `croupierd` command. Exit status 0: stopped because it was told to; 1: a fault, named on the last line."""
    parser = argparse.ArgumentParser(prog="croupierd", description="The controller of one casino table.")
    parser.add_argument("--config", type=Path, required=True, metavar="DIR", help="where site.toml and tables/ are")
    parser.add_argument("--table", required=True, metavar="NAME", help="which table: tables/NAME.toml")
    given = parser.parse_args(arguments)
    gc.freeze()  # what is loaded stays: the collector walks through it neither at work nor at the end
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
    fr, en = ROWS[fault].fr, ROWS[fault].en
    log.critical("fault", extra={"fault": fault, "detail": detail, "fr": " ".join(fr), "en": " ".join(en)})
    return 1


if __name__ == "__main__":
    sys.exit(main())
