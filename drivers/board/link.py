"""The boards' driver: retained messages that every board shows, and what each board says it really shows.

Sending twice changes nothing, so after every reconnection the current messages are simply sent again. A jackpot is
shown only as long as heartbeats name it, and each of them must answer an echo that the board sent a moment ago: so a
board never takes a message that lay about somewhere for a living one, whatever its clock says.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import aiomqtt
from aiomqtt.exceptions import MqttConnectError
from pydantic import ValidationError

from drivers.board import connect
from drivers.board.access import Access
from drivers.board.claim import Claimant, Standing
from drivers.board.watch import Board, Wanted
from drivers.board.wire import (
    Ask,
    Claim,
    Echo,
    Head,
    Heartbeat,
    Jackpot,
    Presence,
    Result,
    ask_topic,
    claim_topic,
    echo_topic,
    head_topic,
    heartbeat_topic,
    jackpot_topic,
    presence_topic,
    result_topic,
)
from drivers.faults import Fault, where

log = logging.getLogger(__name__)

TICK = 0.5  # between two heartbeats: a lease outlives three of them
ANSWER_WITHIN = 5.0  # seconds for the broker to answer anything
FIRST_RETRY, LAST_RETRY = 0.2, 3.0
NEXT_BEAT = 0.2  # seconds at least between two heartbeats out of turn
REPEAT_AFTER = 1.0  # seconds until a board that has not followed is told again
WARN_BEFORE = timedelta(days=30)  # the end of our certificate
FAR = 2**32  # a board that is so far ahead is not ahead but wrong


@dataclass(slots=True)
class BoardLink:
    """The table's line to its boards."""

    table: str
    access: Access
    boards: dict[str, Board]
    beat: Callable[[], None]
    on_echo: Callable[[Echo], None] = lambda _: None
    head: Callable[[], Head | None] = lambda: None  # how far the journal has come
    on_witness: Callable[[Head], None] = lambda _: None  # how far it had come, as the broker remembers it
    connected: bool = False
    tried: asyncio.Event = field(default_factory=asyncio.Event)  # the broker knows who speaks for the table, or is away
    _wanted: Wanted = field(default_factory=Wanted)
    _unsent: set[str] = field(default_factory=set)  # topics whose message has changed
    _wake: asyncio.Event = field(default_factory=asyncio.Event)
    _beat_due: bool = False
    _sent: float = 0.0  # when the jackpot's message last was
    _refused: str = ""  # why the broker does not let us in
    _paho: connect.LastWord = field(default_factory=lambda: connect.LastWord("mqtt", logging.WARNING))
    _secrets: connect.Secrets | None = None
    _told: dict[str, Fault] = field(default_factory=dict)  # what the log has of each board
    _claimant: Claimant = field(init=False)
    _clock: Callable[[], float] = field(init=False)

    def __post_init__(self) -> None:
        self._clock = asyncio.get_running_loop().time
        self._claimant = Claimant(self.table, uuid.uuid4().hex, socket.gethostname(), self._clock())

    # -- what shall be shown ------------------------------------------------------------------------------------------

    def show(self, result: Result) -> None:
        """Every board of results shows this from now on."""
        if result != self._wanted.result:
            self._wanted.result, self._wanted.result_at = result, self._clock()
            self._send(result_topic(self.table))

    def show_jackpot(self, jackpot: Jackpot | None) -> None:
        """Every board of the progressive shows this from now on; its `seq` is given here. None: out of service."""
        before = self._wanted.jackpot
        if jackpot is None:
            self._wanted.jackpot = None
        elif before is None or jackpot != before.model_copy(update={"seq": jackpot.seq}):
            self._number(jackpot, before.seq if before is not None else 0)

    def _number(self, jackpot: Jackpot, above: int) -> None:
        """The journal's number is higher than in any life before; without it, a board that is ahead will tell."""
        head = self.head()
        seq = max(above + 1, head.seq if head is not None else 0)
        self._wanted.tell(jackpot.model_copy(update={"seq": seq}), self._clock())
        self._send(jackpot_topic(self.table))

    def _send(self, topic: str) -> None:
        self._unsent.add(topic)
        self._wake.set()

    # -- what is wrong ------------------------------------------------------------------------------------------------

    @property
    def holder(self) -> str:
        """The machine of the other process that speaks for this table, if there is one."""
        return self._claimant.holder

    def faults(self) -> Iterator[tuple[str, Fault, str]]:
        """What is wrong now: with which part, what, and where."""
        if not self.connected:
            fault = Fault.BROKER_REFUSES if self._refused else Fault.BROKER_DOWN
            yield "broker", fault, f"{self.access}{self._refused and ': '}{self._refused}"
            return
        if self._claimant.standing is Standing.TAKEN:
            yield "broker", Fault.TABLE_TAKEN, self.holder
        if (ends := self._secrets and self._secrets.ends) and ends - datetime.now(UTC) < WARN_BEFORE:
            yield "broker", Fault.BROKER_CERTIFICATE, f"{self.access.certificate}: {ends:%Y-%m-%d}"
        for name, fault in self._wrong().items():
            yield f"board {name}", fault, name

    def _wrong(self) -> dict[str, Fault]:
        """What is wrong with each board; only who speaks for the table can tell."""
        now = self._clock()
        found = {name: board.wrong(self._wanted, now) for name, board in self.boards.items()}
        ours = self._claimant.standing is Standing.OURS
        return {name: fault for name, fault in found.items() if fault is not None and ours}

    def _log_faults(self) -> None:
        """When a board's fault begins, and when it ends."""
        before, self._told = self._told, self._wrong()
        for name in self.boards:
            fault = self._told.get(name)
            if fault != before.get(name):
                level = logging.WARNING if fault else logging.INFO
                log.log(level, "board_fault" if fault else "board_well", extra={"board": name, "fault": fault})

    # -- the line -----------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Until cancelled; comes back by itself whenever the broker does, and survives whatever happens meanwhile."""
        retry, client, used = FIRST_RETRY, None, None
        identifier = (
            f"croupier-{self.table}-{self._claimant.instance[:8]}"  # two processes must not push each other out
        )
        will = self._claimant.claim(self._clock(), held=False).model_dump_json()
        while True:
            self.beat()
            try:
                self._secrets = await asyncio.to_thread(connect.secrets, self.access, self._secrets)
                # One client for all attempts: each closes the socket of the one before, also if it was never answered.
                if client is None or used is not self._secrets:
                    last = aiomqtt.Will(claim_topic(self.table), will, qos=1, retain=True)
                    used = self._secrets
                    client = connect.client(self.access, identifier, used, ANSWER_WITHIN, last, self._paho)
                self._paho.said = ""
                # A task of its own: a TaskGroup of Python 3.11 may leave its task marked as cancelled.
                await asyncio.create_task(self._connection(client), name="broker")
            except* MqttConnectError as refused:
                self._complain(retry, str(refused.exceptions[0]), refused=True)
            except* aiomqtt.MqttError as lost:
                reason = self._paho.said or str(lost.exceptions[0])
                self._complain(retry, reason, refused=any(word in reason.lower() for word in ("certificate", "alert")))
            except* OSError as unread:  # of our own files
                self._complain(retry, str(unread.exceptions[0]), refused=True)
            except* Exception as bug:  # noqa: BLE001 - this loop is the last thing to die
                self._complain(retry, where(bug.exceptions[0]))
            if self.connected:
                self.connected, retry = False, FIRST_RETRY
            self.tried.set()
            for board in self.boards.values():
                board.gone()
            await asyncio.sleep(retry)
            retry = min(2 * retry, LAST_RETRY)

    def _complain(self, retry: float, reason: str, *, refused: bool = False) -> None:
        """Once, when it begins."""
        self._refused = reason if refused else ""
        if self.connected or retry == FIRST_RETRY:  # not again until it was up
            log.warning("broker_down", extra={"host": self.access.host, "port": self.access.port, "reason": reason})

    async def _connection(self, client: aiomqtt.Client) -> None:
        async with client:
            await self._serve(client)

    async def _serve(self, client: aiomqtt.Client) -> None:
        topics = [echo_topic(self.table, "+"), presence_topic(self.table, "+")]
        topics += [head_topic(self.table), claim_topic(self.table), ask_topic(self.table)]
        await client.subscribe([(topic, 1) for topic in topics])
        self.connected, self._refused = True, ""
        log.info("broker_up", extra={"host": self.access.host, "port": self.access.port})
        await connect.publish(client, ask_topic(self.table), self._claimant.came(self._clock()))
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._write(client), name="board write")
                tasks.create_task(self._listen(client), name="board listen")
        except asyncio.CancelledError:
            if self._claimant.standing is Standing.OURS:
                await self._release(client)
            raise

    async def _release(self, client: aiomqtt.Client) -> None:
        """A last will is for those who die: who goes on his own feet says it himself."""
        gone = self._claimant.claim(self._clock(), held=False).model_dump_json()
        try:
            await client.publish(claim_topic(self.table), gone, qos=1, retain=True, timeout=1.0)
        except aiomqtt.MqttError:
            log.info("claim_not_released")

    async def _write(self, client: aiomqtt.Client) -> None:
        told, beaten, ours = None, float("-inf"), False
        while True:
            self.beat()
            idle = not await self._woken()
            now = self._clock()
            if (claim := self._claimant.tick(now)) is not None:
                await connect.publish(client, claim_topic(self.table), claim, retain=True)
                self.tried.set()
            if self._claimant.standing is not Standing.OURS:
                ours = False
                continue
            if not ours:  # whatever was wanted before is sent only now
                ours, self._wanted.result_at = True, now
                self._wanted.begin(now)
                self._unsent |= {result_topic(self.table), jackpot_topic(self.table)}
            self._repeat(now)
            while self._unsent:
                await self._send_wanted(client, self._unsent.pop())
            if self._follows and now - beaten >= (NEXT_BEAT if self._beat_due else TICK):
                beaten, self._beat_due = now, False
                await connect.publish(client, heartbeat_topic(self.table), self._heartbeat())
            if idle:
                self._log_faults()
                # only now, when nothing else is to be sent and what the broker remembers has long been heard
                if (head := self.head()) is not None and head != told:
                    await connect.publish(client, head_topic(self.table), head, retain=True)
                    told = head

    async def _woken(self) -> bool:
        """Something is to be sent; false if nothing was for a while."""
        try:
            await asyncio.wait_for(self._wake.wait(), TICK)
        except TimeoutError:
            return False
        connect.unless_cancelled()
        self._wake.clear()
        return True

    @property
    def _follows(self) -> bool:
        """A board of the progressive hangs here: results need no heartbeat, they are past."""
        return any(board.jackpot for board in self.boards.values())

    async def _send_wanted(self, client: aiomqtt.Client, topic: str) -> None:
        result, jackpot = self._wanted.result, self._wanted.jackpot
        if topic == result_topic(self.table) and result is not None:
            await connect.publish(client, topic, result, retain=True)
        elif topic == jackpot_topic(self.table) and jackpot is not None:
            self._sent = self._clock()
            await connect.publish(client, topic, jackpot, retain=True)

    def _heartbeat(self) -> Heartbeat:
        wanted = self._wanted.jackpot
        heard = {name: board.echo.n for name, board in self.boards.items() if board.echo is not None}
        return Heartbeat(table=self.table, seq=wanted.seq if wanted is not None else None, heard=heard)

    async def _listen(self, client: aiomqtt.Client) -> None:
        async for message in client.messages:
            topic, standing = str(message.topic), self._claimant.standing
            try:
                answer = self._heard(topic, message.payload, retained=bool(message.retain))
            except ValidationError as error:
                answer = None
                self._refuse(topic, error)
            if answer is not None:
                await connect.publish(client, claim_topic(self.table), answer, retain=True)
            if self._claimant.standing is not standing:
                self.tried.set()
                self._wake.set()

    def _refuse(self, topic: str, error: ValidationError) -> None:
        log.warning("board_message_refused", extra={"topic": topic, "reason": "not a message of ours"})
        board = self.boards.get(topic.split("/")[-2])
        if board is not None and any(found["loc"] == ("v",) for found in error.errors()):
            board.foreign = True

    def _heard(self, topic: str, payload: object, *, retained: bool) -> Claim | None:
        """Takes a message in; answers what to say about who speaks for this table."""
        data, now = payload if isinstance(payload, bytes) else b"", self._clock()
        if topic == head_topic(self.table):
            if retained:  # otherwise it is our own, coming back
                self.on_witness(Head.model_validate_json(data))
            return None
        if topic == claim_topic(self.table):
            return self._claimant.heard(Claim.model_validate_json(data), now, retained=retained)
        if topic == ask_topic(self.table):
            return self._claimant.asked(Ask.model_validate_json(data), now)
        *_, name, what = topic.split("/")
        board = self.boards.get(name)
        if board is None:
            log.warning("board_message_refused", extra={"topic": topic, "reason": "no board of this table"})
        elif what == "presence":
            self._present(name, board, Presence.model_validate_json(data), now)
        elif not retained:  # what the broker kept tells what a board showed once
            self._echoed(board, Echo.model_validate_json(data), now)
        return None

    def _present(self, name: str, board: Board, presence: Presence, now: float) -> None:
        if presence.online == board.online:
            return
        extra = {"board": name, "model": presence.model, "firmware": presence.firmware}
        log.info("board_online" if presence.online else "board_offline", extra=extra)
        if presence.online:
            board.came(now)
        else:
            board.gone()

    def _echoed(self, board: Board, echo: Echo, now: float) -> None:
        board.says(echo, now)
        self.on_echo(echo)
        if board.dark(self._wanted):  # it waits for nothing but a heartbeat
            self._beat_due = True
            self._wake.set()
        wanted = self._wanted.jackpot
        if wanted is not None and echo.jackpot is not None and 0 < echo.jackpot.seq - wanted.seq < FAR:
            self._number(wanted, echo.jackpot.seq)

    def _repeat(self, now: float) -> None:
        """A board that holds an old message is told again."""
        wanted = self._wanted.jackpot
        if wanted is None or now - self._sent < REPEAT_AFTER:
            return
        held = [board.echo.jackpot for board in self.boards.values() if board.jackpot and board.echo is not None]
        if any(jackpot is None or jackpot.seq < wanted.seq for jackpot in held):
            self._unsent.add(jackpot_topic(self.table))
