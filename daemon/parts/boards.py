"""The table's boards: they show what follows from the state, and say what they really show."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Iterable

from pydantic import ValidationError
from typing_extensions import TypedDict

from daemon.parts import board_messages, board_posting
from daemon.parts.board_messages import BoardHealth
from daemon.parts.part import Part, PartFault, Running
from daemon.parts.pools import PoolsPart
from daemon.table.events import Event
from daemon.table.state import TableState
from daemon.table.view import shown
from daemon.text.details import Because
from drivers.board.driver import BoardDriver
from drivers.board.watch import Board
from drivers.board.wire import Head
from drivers.faults import Fault, FaultError, exception_site
from drivers.seldom import Seldom
from rules.registry import GAMES

log = logging.getLogger(__name__)
seldom = Seldom(log)

ALONE_WITHIN = 8.0  # seconds for the broker to say whether this table is taken


class BrokerHealth(TypedDict):
    """The line to the broker."""

    connected: bool


class BoardsHealth(TypedDict):
    """The broker, and every board by its name."""

    broker: BrokerHealth
    boards: dict[str, BoardHealth]


class BoardsPart(Part):
    """The line to the broker and, through it, to every board."""

    name = "boards"

    def __init__(self, running: Running) -> None:
        settings = running.settings
        self._table, self._engine = settings.name, running.engine
        self.pool = ""  # the progressive that the boards are to show; "": none is in service
        self._throw: board_messages.Throw | None = None  # what the boards show of the dice
        self._posting: board_posting.Posting | None = None  # what they show of what is posted
        self._unshown = False  # what the boards should show of the progressive, none could read
        self.pools: PoolsPart | None = None  # who knows what shared pools are worth
        self.driver = BoardDriver(
            table=settings.name,
            access=settings.broker,
            boards={
                name: Board(result=name in settings.boards, jackpot=name in settings.progressive_boards)
                for name in (*settings.boards, *settings.progressive_boards)
            },
            beat=running.watchdog.expect("boards", within=60),  # a name server may take its time
            head=self._head,
            on_witness=self._witness,
            display_key=settings.display_key,
        )

    async def run(self) -> None:
        """Keeps the line."""
        await self.driver.run()

    async def check_alone(self) -> None:
        """Checks that nobody else speaks for this table, on any machine; without a broker, the table starts."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.driver.tried.wait(), ALONE_WITHIN)
        if self.driver.holder:
            raise FaultError(Fault.TABLE_TAKEN, self.driver.holder)

    def committed(self, seq: int, state: TableState, events: tuple[Event, ...]) -> None:
        """Shows what follows from it."""
        self.show(state)

    def show(self, state: TableState) -> None:
        """Shows the last result, the dice, what is posted and the progressive; the same again changes nothing."""
        if state.result is not None:
            self.driver.show(board_messages.result(self._table, state.result))
        if (throw := board_messages.throw(state)) is not None and throw != self._throw:
            self.driver.show_dice(board_messages.dice(self._table, throw))
            self._throw = throw
        if state.posted[0] in GAMES and (posting := board_posting.posting(state)) != self._posting:
            self.driver.show_posting(board_posting.message(self._table, posting))
            self._posting = posting
        seen, places = ({}, {}) if self.pools is None else (self.pools.seen, self.pools.places)
        pool = next(iter(shown(state, self._table, seen, places)), None)  # 21.2: a table has one progressive
        self.pool = "" if pool is None else pool.pool
        try:
            self.driver.show_jackpot(None if pool is None else board_messages.jackpot(self._table, pool))
            self._unshown = False
        except ValidationError as wrong:  # no board could read it: they show nothing of that pool, the table goes on
            if not self._unshown:
                log.critical("jackpot_unshown", extra={"exception": exception_site(wrong)})
            self._unshown = True
            self.driver.show_jackpot(None)

    def faults(self) -> Iterable[PartFault]:
        """Tells what is wrong with the broker, and with each board."""
        mistakes = self.driver.mistakes
        for part, fault, where in self.driver.faults():
            if (mistake := mistakes.get(where)) is None:
                yield part, fault, where
            else:
                yield part, fault, Because.BOARD_SHOWS(board=where, found=mistake.found, sent=mistake.sent)

    def health(self) -> BoardsHealth:
        """Tells whether the broker answers, and what each board shows."""
        return {
            "broker": {"connected": self.driver.connected},
            "boards": {
                name: board_messages.health(board, self.driver.dropped[name])
                for name, board in self.driver.boards.items()
            },
        }

    def _head(self) -> Head:
        journal = self._engine.journal
        seq, digest = journal.head
        return Head(table=self._table, uuid=journal.uuid, seq=seq, hash=digest.hex())

    async def _witness(self, head: Head) -> bool:
        """What the broker remembers of this journal must still stand in it; false: nobody could tell."""
        try:
            await asyncio.to_thread(self._engine.journal.check_witness, head.seq, head.hash, head.uuid)
        except Exception as lost:  # noqa: BLE001 - whatever it is, the broker's head stays where it is
            if isinstance(lost, FaultError) and lost.fault is Fault.JOURNAL_TRUNCATED:
                if not self._engine.broken.done():
                    self._engine.broken.set_exception(lost)
            else:  # not a proof of anything; it is asked again
                seldom(logging.WARNING, "journal_witness_unread", "journal", exception=exception_site(lost))
            return False
        return True
