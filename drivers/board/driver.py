"""The boards' driver: retained messages that every board shows, and what each board says it really shows.

Sending twice changes nothing, so after every reconnection the current messages are simply sent again. A jackpot is
shown only as long as heartbeats name it, and each of them must answer an echo that the board sent a moment ago: so a
board never takes a message that lay about somewhere for a living one, whatever its clock says.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import socket
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import ClassVar

import aiomqtt
from aiomqtt.exceptions import MqttConnectError
from paho.mqtt.subscribeoptions import SubscribeOptions
from pydantic import ValidationError

from drivers.board.claim import Claimant, Standing
from drivers.board.inbox import Inbox
from drivers.board.mistake import Mistake
from drivers.board.receiver import Receiver
from drivers.board.signing import Signer
from drivers.board.watch import Board, Wanted
from drivers.board.wire import (
    HIGHEST,
    Ask,
    Claim,
    Dice,
    Head,
    Heartbeat,
    Jackpot,
    Message,
    Posting,
    Result,
    ask_topic,
    board_of,
    claim_topic,
    dice_topic,
    echo_topic,
    head_topic,
    heartbeat_topic,
    jackpot_topic,
    lease_topic,
    posting_topic,
    presence_topic,
    result_topic,
)
from drivers.board.witness import Witness
from drivers.faults import Fault, FaultError, exception_site
from drivers.mqtt import connect
from drivers.mqtt.access import Access
from drivers.retry import Retry
from drivers.seldom import Seldom

log = logging.getLogger(__name__)

TICK = 0.5  # between two heartbeats: a lease outlives three of them
ANSWER_WITHIN = 5.0  # seconds for the broker to answer anything
NEXT_BEAT = 0.2  # seconds at least between two heartbeats out of turn
REPEAT_AFTER = 1.0  # seconds until a board that has not followed is told again
WARN_BEFORE = timedelta(days=30)  # the end of our certificate
MUTED = 10.0  # seconds that nobody listens to a board that floods
REPORT_RIVAL_FOR = 10.0  # seconds after another came with our certificate


class YieldsError(Exception):
    """Another process has the table."""


async def _stands(_: Head) -> bool:
    return True


@dataclass(slots=True)
class BoardDriver:
    """The table's line to its boards."""

    device: ClassVar = "boards"

    table: str
    access: Access
    boards: dict[str, Board]
    beat: Callable[[], None]
    head: Callable[[], Head | None] = lambda: None  # how far the journal has come
    # how far it had come, as the broker remembers it; false: nobody knows if that stands, ask again
    on_witness: Callable[[Head], Awaitable[bool]] = _stands
    display_key: Path | None = None  # with which this table signs what its boards may light; None: it does not
    connected: bool = False
    tried: asyncio.Event = field(default_factory=asyncio.Event)  # the broker knows who speaks for the table, or is away
    _wanted: Wanted = field(default_factory=Wanted)
    _unsent: set[str] = field(default_factory=set)  # topics whose message has changed
    _wake: asyncio.Event = field(default_factory=asyncio.Event)
    _beat_due: bool = False
    _sent: float = 0.0  # when the jackpot's message last was
    _last: int = 0  # its number
    _kept: Jackpot | None = None  # what the broker kept of it
    _asked: float = float("-inf")  # when boards of results last were, because one was in doubt
    _rival: float = float("-inf")  # when another came with our certificate, and yielded
    _rival_machine: str = ""
    _forget: bool = False  # its name is still on the broker
    _refused: str = ""  # why the broker does not let us in
    _paho: connect.LastMessage = field(default_factory=lambda: connect.LastMessage("mqtt", logging.WARNING))
    _secrets: connect.Secrets | None = None
    _signer: Signer | None = None
    _flooding: set[str] = field(default_factory=set)  # boards to which nobody shall listen for a while
    _logged: dict[str, Fault] = field(default_factory=dict)  # what the log has of each board
    _seldom: Seldom = field(default_factory=lambda: Seldom(log))
    _retry: Retry = field(default_factory=Retry)
    _complained: bool = False  # about this loss of the broker
    _claimant: Claimant = field(init=False)
    _receiver: Receiver = field(init=False)
    _inbox: Inbox = field(init=False)
    _witness: Witness = field(init=False)
    _clock: Callable[[], float] = field(init=False)

    def __post_init__(self) -> None:
        self._clock = asyncio.get_running_loop().time
        instance = f"{time.time_ns():016x}{secrets.token_hex(8)}"
        self._claimant = Claimant(self.table, instance, socket.gethostname(), self._clock())
        self._inbox = Inbox(self.boards, self._floods, self._clock)
        self._receiver = Receiver(self.table, self.boards, self._wanted, self._clock, self._seldom)
        self._witness = Witness(self.head, self.on_witness)

    # -- what shall be shown ------------------------------------------------------------------------------------------

    def show(self, result: Result) -> None:
        """Every board of results shows this from now on."""
        if result != self._wanted.result:
            self._wanted.tell_result(result, self._clock())
            self._send(result_topic(self.table))

    def show_dice(self, dice: Dice) -> None:
        """Every board of results that can, shows this from now on; its `seq` is given here."""
        if self._wanted.dice.tell(dice, self._clock()):
            self._send(dice_topic(self.table))

    def show_posting(self, posting: Posting) -> None:
        """Every board of results that can, shows this from now on; its `seq` is given here."""
        if self._wanted.posting.tell(posting, self._clock()):
            self._send(posting_topic(self.table))

    def show_jackpot(self, jackpot: Jackpot | None) -> None:
        """Every board of the progressive shows this from now on; its `seq` is given here. None: out of service."""
        before = self._wanted.jackpot
        if jackpot is None:
            self._wanted.jackpot = None
        elif before is None or jackpot != before.model_copy(update={"seq": jackpot.seq}):
            self._number(jackpot)

    def _number(self, jackpot: Jackpot) -> None:
        """Higher than before: by the clock, and should that be wrong, by what the broker kept. No board has a say."""
        self._last = max(self._last + 1, time.time_ns() // 1_000_000)
        self._wanted.tell(jackpot.model_copy(update={"seq": self._last}), self._clock())
        self._beat_due |= self.display_key is not None  # a signed one is lit only once it is named
        self._send(jackpot_topic(self.table))

    def _send(self, topic: str) -> None:
        self._unsent.add(topic)
        self._wake.set()

    @property
    def proved(self) -> float:
        """When a board last said that it shows the jackpot as it was sent, by the loop's clock; -inf: none has yet."""
        return max((board.proved for board in self.boards.values()), default=float("-inf"))

    # -- what is wrong ------------------------------------------------------------------------------------------------

    @property
    def holder(self) -> str:
        """The machine of the other process that speaks for this table, if there is one."""
        return self._claimant.holder

    @property
    def dropped(self) -> dict[str, int]:
        """How many messages of each board nobody read."""
        return self._inbox.dropped

    def faults(self) -> Iterator[tuple[str, Fault, str]]:
        """What is wrong now: with which part, what, and where."""
        if self._claimant.standing is Standing.TAKEN:
            yield "broker", Fault.TABLE_TAKEN, self.holder
            return
        rival = self._clock() - self._rival < REPORT_RIVAL_FOR
        if rival:
            yield "broker", Fault.BROKER_RIVAL, self._rival_machine
        if not self.connected and rival:
            return  # we are on our way back
        if not self.connected:
            fault = Fault.BROKER_REFUSES if self._refused else Fault.BROKER_DOWN
            yield "broker", fault, f"{self.access}{self._refused and ': '}{self._refused}"
            return
        if (ends := self._secrets and self._secrets.ends) and ends - datetime.now(UTC) < WARN_BEFORE:
            yield "broker", Fault.BROKER_CERTIFICATE, f"{self.access.certificate}: {ends:%Y-%m-%d}"
        if self.display_key is not None and self._signer is None:
            yield "broker", Fault.DISPLAY_KEY, str(self.display_key)
        for name, (fault, _) in self._wrong().items():
            yield f"board {name}", fault, name

    @property
    def mistakes(self) -> dict[str, Mistake]:
        """What the boards show, or showed a moment ago, that they were not sent."""
        return {name: mistake for name, (_, mistake) in self._wrong().items() if mistake is not None}

    def _wrong(self) -> dict[str, tuple[Fault, Mistake | None]]:
        """What is wrong with each board; only who speaks for the table can tell."""
        now = self._clock()
        found = {name: board.wrong(self._wanted, now) for name, board in self.boards.items()}
        ours = self._claimant.standing is Standing.OURS
        return {name: wrong for name, wrong in found.items() if wrong is not None and ours}

    def _log_faults(self) -> None:
        """When a board's fault begins, and when it ends."""
        wrong = self._wrong()
        before, self._logged = self._logged, {name: fault for name, (fault, _) in wrong.items()}
        for name in self.boards:
            fault, mistake = wrong.get(name, (None, None))
            if fault != before.get(name):
                level = logging.WARNING if fault else logging.INFO
                details = mistake._asdict() if mistake is not None else {}
                self._seldom(level, "board_fault" if fault else "board_well", name, board=name, fault=fault, **details)

    # -- the line -----------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Until cancelled; comes back by itself whenever the broker does, and survives whatever happens meanwhile."""
        client, used = None, None
        while self._claimant.standing is not Standing.TAKEN:
            self.beat()
            try:
                self._secrets = await asyncio.to_thread(connect.secrets, self.access, self._secrets)
                self._signer = await asyncio.to_thread(self._load_key)
                # One client for all attempts: each closes the socket of the one before, also if it was never answered.
                if client is None or used is not self._secrets:
                    used = self._secrets
                    client = connect.client(
                        self.access, self.table, used, ANSWER_WITHIN, logger=self._paho, inbox=self._inbox
                    )
                self._paho.said = ""
                # A task of its own: a TaskGroup of Python 3.11 may leave its task marked as cancelled.
                await asyncio.create_task(self._connection(client), name="broker")
            except* MqttConnectError as refused:
                self._complain(str(refused.exceptions[0]), refused=True)
            except* aiomqtt.MqttError as lost:
                reason = self._paho.said or str(lost.exceptions[0])
                self._complain(reason, refused=any(word in reason.lower() for word in ("certificate", "alert")))
            except* YieldsError:
                log.warning("table_taken", extra={"holder": self.holder})
            except* OSError as unread:  # of our own files
                self._complain(str(unread.exceptions[0]), refused=True)
            except* Exception as bug:  # noqa: BLE001 - this loop is the last thing to die
                self._complain(exception_site(bug.exceptions[0]))
            connect.unless_cancelled()  # while the line was being closed
            self.connected = False
            for board in self.boards.values():
                board.gone()
            await self._retry.wait(self.beat)
        while True:  # to come again would push out who has the table
            self.beat()
            await asyncio.sleep(TICK)

    def _load_key(self) -> Signer | None:
        """Without its key the table deals on, and boards that want to see it signed show no amount."""
        try:
            return None if self.display_key is None else Signer.load(self.display_key)
        except FaultError as wrong:
            self._seldom(logging.WARNING, "display_key", "broker", file=wrong.detail)
            return None

    def _complain(self, reason: str, *, refused: bool = False) -> None:
        """Notes why the broker is lost, and logs it once, when that begins."""
        self._refused = reason if refused else ""
        if not self.connected:  # otherwise somebody may have pushed us out: we are about to know more
            self.tried.set()
        if not self._complained:  # not again until it was up
            self._complained = True
            there = {"host": self.access.host, "port": self.access.port}
            self._seldom(logging.WARNING, "broker_down", "broker", **there, reason=reason)

    async def _connection(self, client: aiomqtt.Client) -> None:
        async with client:
            await self._serve(client)

    async def _serve(self, client: aiomqtt.Client) -> None:
        self._inbox.begin()
        self._witness.begin()
        self._kept = None
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._listen(client), name="board listen")  # first: it notices when the line is lost
                await self._ask(client)
                tasks.create_task(self._write(client), name="board write")
                tasks.create_task(self._send_head(client), name="board witness")
        except asyncio.CancelledError:
            if self._claimant.standing is Standing.OURS:
                await self._release(client)
            raise

    async def _ask(self, client: aiomqtt.Client) -> None:
        """What the broker kept comes first, then our own question: nothing else that we say comes back to us."""
        ask = self._claimant.came()
        kept = (head_topic(self.table), claim_topic(self.table), jackpot_topic(self.table))
        topics = [(topic, SubscribeOptions(qos=1, noLocal=True)) for topic in kept]
        topics += [(topic, SubscribeOptions(qos=1)) for name in self.boards for topic in self._topics(name)]
        await client.subscribe([*topics, (ask_topic(self.table), SubscribeOptions(qos=1))])
        connect.unless_cancelled()
        self.connected, self._refused, self._complained = True, "", False
        self._retry.up()
        self._seldom(logging.INFO, "broker_up", "broker", host=self.access.host, port=self.access.port)
        await connect.publish(client, ask_topic(self.table), ask)

    def _topics(self, board: str) -> list[str]:
        """What a board says: each has its own subscription, so that one can be left to itself."""
        return [echo_topic(self.table, board), presence_topic(self.table, board)]

    async def _release(self, client: aiomqtt.Client) -> None:
        """Who goes on his own feet says so: the next one need not wait."""
        last: dict[str, Message] = {claim_topic(self.table): self._claimant.claim(self._clock(), held=False)}
        if (head := self._witness.due()) is not None:
            last = {head_topic(self.table): head, **last}
        try:
            for topic, message in last.items():
                await client.publish(topic, message.model_dump_json(), qos=1, retain=True, timeout=1.0)
        except aiomqtt.MqttError:
            log.info("claim_not_released")

    async def _write(self, client: aiomqtt.Client) -> None:
        beaten, looked, ours = float("-inf"), float("-inf"), False
        while True:
            self.beat()
            await self._woken(self._wake)
            now = self._clock()
            await self._mute(client, now)
            if (claim := self._claimant.tick(now)) is not None:
                await connect.publish(client, claim_topic(self.table), claim, retain=True)
                self.tried.set()
            if self._claimant.standing is not Standing.OURS:
                ours = False
                continue
            if not ours:
                ours, looked = True, now
                self._begin(now)
                if self._forget:
                    await client.publish(ask_topic(self.table), b"", qos=1, retain=True)
                    self._forget = False
            self._repeat(now)
            self._ask_for_echoes(now)
            while self._unsent:
                await self._send_wanted(client, self._unsent.pop())
            if self._follows and now - beaten >= (NEXT_BEAT if self._beat_due else TICK):
                beat, self._beat_due = self._heartbeat(), False
                beaten = now if beat.heard else beaten  # one that names nobody keeps nobody waiting for the next
                if self._signer is not None and (wanted := self._wanted.jackpot) is not None:
                    lease = self._signer.lease(self.table, wanted, beat.heard)
                    await self._publish(client, lease_topic(self.table), lease)
                await self._publish(client, heartbeat_topic(self.table), beat)
                self._have_asked(jackpot=True)
            for board in self.boards.values():
                board.tick(now)
            if now - looked >= TICK:
                looked = now
                self._log_faults()

    async def _woken(self, news: asyncio.Event) -> None:
        """Something is to be done, or nothing was for a while."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(news.wait(), TICK)
        connect.unless_cancelled()
        news.clear()

    def _begin(self, now: float) -> None:
        """The table is ours: whatever was wanted before is sent only now, above all that was sent in lives before."""
        self._wanted.result_at = self._wanted.dice.at = self._wanted.posting.at = now
        wanted, kept = self._wanted.jackpot, self._kept
        if wanted is not None and kept is not None and kept != wanted and kept.seq >= wanted.seq:
            self._number(wanted)
        self._wanted.begin(now)
        self._unsent |= {topic(self.table) for topic in (result_topic, dice_topic, posting_topic, jackpot_topic)}

    async def _send_head(self, client: aiomqtt.Client) -> None:
        """By the clock: nothing that a board does keeps a witness from hearing how far the journal has come."""
        while True:
            await self._woken(self._witness.news)
            await self._witness.examine()
            if self._claimant.standing is Standing.OURS and (head := self._witness.due()) is not None:
                await connect.publish(client, head_topic(self.table), head, retain=True)
                self._witness.sent(head)

    # -- a board that floods ------------------------------------------------------------------------------------------

    def _floods(self, name: str) -> None:
        if self.boards[name].muted is None:
            self._flooding.add(name)
            self._wake.set()

    async def _mute(self, client: aiomqtt.Client, now: float) -> None:
        """Nobody listens to a board that floods; after a while it is heard again."""
        while self._flooding:
            board = self.boards[name := self._flooding.pop()]
            await client.unsubscribe(self._topics(name))
            board.gone()
            board.muted = now + MUTED
        for name, board in self.boards.items():
            if board.muted is not None and now > board.muted:
                board.muted = None
                self._unsent.add(result_topic(self.table))  # sent again, it makes the board say what it shows
                await client.subscribe([(topic, SubscribeOptions(qos=1)) for topic in self._topics(name)])

    # -- what is sent -------------------------------------------------------------------------------------------------

    @property
    def _follows(self) -> bool:
        """A board of the progressive hangs here: results need no heartbeat, they are past."""
        return any(board.jackpot for board in self.boards.values())

    async def _send_wanted(self, client: aiomqtt.Client, topic: str) -> None:
        wanted = self._wanted
        messages: dict[str, Message | None] = {
            result_topic(self.table): wanted.result,
            dice_topic(self.table): wanted.dice.message,
            posting_topic(self.table): wanted.posting.message,
            jackpot_topic(self.table): wanted.jackpot,
        }
        if topic == jackpot_topic(self.table):
            self._sent = self._clock()
        if (message := messages[topic]) is not None:
            await self._publish(client, topic, message, retain=True)
        if topic == self._question:
            self._have_asked(jackpot=False)

    async def _publish(self, client: aiomqtt.Client, topic: str, message: Message, *, retain: bool = False) -> None:
        """Sends boards a message, which each of them may answer."""
        self._inbox.sent()
        await connect.publish(client, topic, message, retain=retain)

    def _heartbeat(self) -> Heartbeat:
        wanted = self._wanted.jackpot
        heard = {name: board.echo.n for name, board in self.boards.items() if board.echo is not None}
        return Heartbeat(table=self.table, seq=wanted.seq if wanted is not None else None, heard=heard)

    # -- whether boards are there -------------------------------------------------------------------------------------

    def _ask_for_echoes(self, now: float) -> None:
        """Heartbeats ask boards of the progressive; the others, if in doubt, are sent again what they show."""
        doubted = any(board.doubted and not board.jackpot for board in self.boards.values())
        if doubted and now - self._asked >= REPEAT_AFTER:
            self._asked = now
            self._unsent.add(self._question)

    @property
    def _question(self) -> str:
        """What a board of results answers with an echo; one that has nothing to show yet is asked in vain."""
        return (result_topic if self._wanted.result is not None else posting_topic)(self.table)

    def _have_asked(self, *, jackpot: bool) -> None:
        """The broker has the question: what these boards say from now on may be the answer."""
        for board in self.boards.values():
            if board.jackpot is jackpot:
                board.asked(self._clock())

    # -- what is heard ------------------------------------------------------------------------------------------------

    async def _listen(self, client: aiomqtt.Client) -> None:
        async for message in client.messages:
            topic, standing = str(message.topic), self._claimant.standing
            data, answer = message.payload if isinstance(message.payload, bytes) else b"", None
            try:
                if not board_of(topic):
                    answer = self._heard(topic, data)
                elif self._receiver.receive(topic, data, retained=bool(message.retain)):
                    self._beat_due = True
                    self._wake.set()
            except ValidationError as error:
                self._receiver.refuse(topic, "not a message of ours", error)
            if answer is not None:
                await connect.publish(client, claim_topic(self.table), answer, retain=True)
            if self._claimant.standing is Standing.TAKEN:
                await connect.publish(client, ask_topic(self.table), self._claimant.ask, retain=True)
                self.tried.set()
                raise YieldsError
            if self._claimant.standing is not standing:
                self.tried.set()
                self._wake.set()

    def _heard(self, topic: str, data: bytes) -> Claim | None:
        """What the table said in a life before, and the question of this one; answers what to claim."""
        if topic == head_topic(self.table):
            self._witness.keeps(Head.model_validate_json(data))
        elif topic == jackpot_topic(self.table):
            self._kept = kept = Jackpot.model_validate_json(data)
            self._last = max(self._last, kept.seq if kept.seq < HIGHEST else 0)  # nothing follows the highest
        elif topic == claim_topic(self.table):
            self._claimant.heard(Claim.model_validate_json(data))
        elif data:  # what is empty took a rival's name away
            ask = Ask.model_validate_json(data)
            if ask.instance == self._claimant.instance:
                return self._claimant.asked(self._clock())
            self._came_for_nothing(ask)
        return None

    def _came_for_nothing(self, rival: Ask) -> None:
        """Another process with our certificate has been there, and left its name."""
        self._forget = True
        if self._claimant.had:
            self._rival, self._rival_machine = self._clock(), rival.machine
            self._seldom(logging.WARNING, "broker_rival", "broker", machine=rival.machine)

    def _repeat(self, now: float) -> None:
        """A board that holds an old message is told again."""
        wanted = self._wanted.jackpot
        if wanted is None or now - self._sent < REPEAT_AFTER:
            return
        held = [board.echo.jackpot for board in self.boards.values() if board.jackpot and board.echo is not None]
        if any(jackpot is None or jackpot.seq < wanted.seq for jackpot in held):
            self._unsent.add(jackpot_topic(self.table))
