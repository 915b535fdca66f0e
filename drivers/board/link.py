"""The boards' driver: one retained message that every board shows, and what each board says it really shows.

Sending twice changes nothing, so after every reconnection the current message is simply sent again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import aiomqtt
from pydantic import ValidationError

from drivers.board.wire import (
    AT_ONCE,
    Echo,
    Head,
    Presence,
    Result,
    echo_topic,
    head_topic,
    presence_topic,
    result_topic,
)
from drivers.faults import Fault, where

log = logging.getLogger(__name__)

TICK = 0.5
ANSWER_WITHIN = 5.0  # seconds for the broker to answer anything
ECHO_WITHIN = 2.0  # seconds from sending to the board's echo
FIRST_RETRY, LAST_RETRY = 0.2, 3.0


@dataclass(slots=True)
class Board:
    """What we know of one board, from its own words."""

    online: bool = False
    since: float = 0.0  # when it came online
    echo: Echo | None = None  # what it shows, in its own words, since then

    def gone(self) -> None:
        """Offline, or out of hearing: what it showed is no longer known."""
        self.online, self.echo = False, None


@dataclass(slots=True)
class BoardLink:
    """The table's line to its boards."""

    table: str
    host: str
    port: int
    boards: dict[str, Board]
    beat: Callable[[], None]
    on_echo: Callable[[Echo], None] = lambda _: None
    head: Callable[[], Head | None] = lambda: None  # how far the journal has come
    on_witness: Callable[[Head], None] = lambda _: None  # how far it had come, as the broker remembers it
    connected: bool = False
    _wanted: Result | None = None
    _sent_at: float = 0.0
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    def show(self, result: Result) -> None:
        """Every board shows this from now on."""
        if result != self._wanted:
            self._wanted = result
            self._changed.set()

    def faults(self) -> Iterator[tuple[str, Fault, str]]:
        """What is wrong now: with which part, what, and where."""
        if not self.connected:
            yield "broker", Fault.BROKER_DOWN, f"{self.host}:{self.port}"
            return
        now = asyncio.get_running_loop().time()
        for name, board in self.boards.items():
            if not board.online:
                yield f"board {name}", Fault.BOARD_ABSENT, name
            elif self._wanted is None:
                continue
            elif board.echo is None or board.echo.seq < self._wanted.seq:
                if now - max(self._sent_at, board.since) > ECHO_WITHIN:
                    yield f"board {name}", Fault.BOARD_LATE, name
            elif (board.echo.seq, board.echo.text) != (self._wanted.seq, self._wanted.text):
                yield f"board {name}", Fault.BOARD_WRONG, name

    async def run(self) -> None:
        """Until cancelled; comes back by itself whenever the broker does, and survives whatever happens meanwhile."""
        retry = FIRST_RETRY
        # One client for all attempts: each closes the socket of the one before, also if it was never answered.
        client = aiomqtt.Client(
            self.host,
            self.port,
            identifier=f"croupier-{self.table}",
            timeout=ANSWER_WITHIN,
            socket_options=AT_ONCE,
        )
        while True:
            self.beat()
            try:
                async with client:
                    retry = FIRST_RETRY
                    await self._serve(client)
            except* aiomqtt.MqttError as lost:
                self._complain(retry, str(lost.exceptions[0]))
            except* Exception as bug:  # noqa: BLE001 - this loop is the last thing to die
                self._complain(retry, where(bug.exceptions[0]))
            self.connected = False
            for board in self.boards.values():
                board.gone()
            await asyncio.sleep(retry)
            retry = min(2 * retry, LAST_RETRY)

    def _complain(self, retry: float, reason: str) -> None:
        """Once, when it begins."""
        if self.connected or retry == FIRST_RETRY:
            log.warning("broker_down", extra={"host": self.host, "port": self.port, "reason": reason})

    async def _serve(self, client: aiomqtt.Client) -> None:
        topics = echo_topic(self.table, "+"), presence_topic(self.table, "+"), head_topic(self.table)
        await client.subscribe([(topic, 1) for topic in topics])
        self.connected = True
        log.info("broker_up", extra={"host": self.host, "port": self.port})
        self._changed.set()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._publish(client), name="board publish")
            tasks.create_task(self._listen(client), name="board listen")

    async def _publish(self, client: aiomqtt.Client) -> None:
        told = None
        while True:
            self.beat()
            try:
                await asyncio.wait_for(self._changed.wait(), TICK)
            except TimeoutError:
                # only now, when nothing else is to be sent and what the broker remembers has long been heard
                if (head := self.head()) is not None and head != told:
                    await client.publish(head_topic(self.table), head.model_dump_json(), qos=1, retain=True)
                    told = head
                continue
            self._changed.clear()
            if self._wanted is not None:
                self._sent_at = asyncio.get_running_loop().time()
                payload = self._wanted.model_dump_json()
                await client.publish(result_topic(self.table), payload, qos=1, retain=True)

    async def _listen(self, client: aiomqtt.Client) -> None:
        async for message in client.messages:
            topic = str(message.topic)
            try:
                refused = self._heard(topic, message.payload, retained=bool(message.retain))
            except ValidationError:
                refused = "not a message of ours"
            if refused:
                log.warning("board_message_refused", extra={"topic": topic, "reason": refused})

    def _heard(self, topic: str, payload: object, *, retained: bool) -> str | None:
        """Takes a message in; answers why it is none of ours."""
        if not isinstance(payload, bytes):
            return "not a message of ours"
        if topic == head_topic(self.table):
            if retained:  # otherwise it is our own, coming back
                self.on_witness(Head.model_validate_json(payload))
            return None
        *_, name, what = topic.split("/")
        board = self.boards.get(name)
        if board is None:
            return "no board of this table"
        if what == "presence":
            online = Presence.model_validate_json(payload).online
            if online != board.online:
                log.info("board_online" if online else "board_offline", extra={"board": name})
                if online:
                    board.online, board.since = True, asyncio.get_running_loop().time()
                else:
                    board.gone()
        else:
            board.echo = Echo.model_validate_json(payload)
            self.on_echo(board.echo)
        return None
