"""A studio's shaker over MQTT (docs/protocols/shaker_studio.md): what it cannot say is not asked of it.

Nothing on the wire tells one shaker from another, one order from another, or a word of now from a word of before. So
only what comes live on this line counts, an order is sent once, and the table has the dice proved by others.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

import aiomqtt
from paho.mqtt.subscribeoptions import SubscribeOptions

from drivers.driver import Sighting
from drivers.faults import Fault, FaultError
from drivers.mqtt import connect
from drivers.mqtt.access import Access
from drivers.observation import Clear, ShakerSaid, ShakeUndone
from drivers.shaker.conversation import BEGINS_WITHIN, Manner, ShakerTally
from drivers.shaker.link import ShakerLink
from drivers.shaker.make import Place
from drivers.shaker.studio_wire import ASK, Cycle, State, WireError, listens, says

TICK = 0.25  # seconds; so long nothing may happen on the line before we look at the time
ASK_EVERY = 1.0  # seconds between two questions
SILENT_AFTER = 5.0  # seconds without an answer
ANSWER_WITHIN = 5.0  # seconds for the broker to answer anything
FLOOD = 50  # messages between two questions; no shaker has so much to tell
WAITING = 2 * FLOOD  # messages that may wait to be read; more are let go
REMEMBERED = 60.0  # seconds that somebody else's order stays to be read

WHAT: dict[State, str] = {
    State.IDLE: "idle",
    State.ORDER_RECEIVED: "order_received",
    State.SHAKING: "shaking",
    State.PROGRAM_ERROR: "program_error",
}


class Conversation:
    """From the subscription to the loss of the line. No I/O of its own, and no clock."""

    def __init__(self, device: str, manner: Manner, tally: ShakerTally, now: float) -> None:
        self._device, self._manner, self._tally = device, manner, tally
        self._owed: tuple[int, str, float] | None = None  # the order, what is due, and when
        self._heard = self._asked = now
        self._burst = 0
        self._first = True
        self._told: State | None = None  # what was handed on last
        self.state: State | None = None  # what it said last
        self.kept = False  # the broker keeps an old word of it
        self.rival: float | None = None  # when somebody else gave it an order
        self.outgoing: list[bytes] = [ASK]

    def says(self, data: bytes, now: float, *, kept: bool = False) -> Iterator[Sighting]:
        """What it says, if it is another state than before. What the broker kept is of another time: not believed."""
        self._count()
        if kept:
            self.kept = True
            return
        try:
            state = State.decode(data)
        except WireError as error:
            raise FaultError(Fault.SHAKER_BABBLES, self._device) from error
        self._heard, self.state = now, state
        if state is self._told:
            self._tally.repeated += 1
            return
        first, self._first, self._told = self._first, False, state
        self._account(state, now)
        yield Sighting(ShakerSaid(self._device, WHAT[state], first=first), Clear(data))

    def told_by_another(self, data: bytes, now: float) -> Iterator[Sighting]:
        """Somebody else writes where only we should: a question is no harm, anything else may be an order."""
        self._count()
        if data.strip() != ASK:
            self.rival = now
            yield Sighting(ShakerSaid(self._device, "order_of_another"), Clear(data[:256]))

    def _count(self) -> None:
        self._tally.events += 1
        self._burst += 1
        if self._burst > FLOOD:
            raise FaultError(Fault.SHAKER_BABBLES, self._device)

    def _account(self, state: State, now: float) -> None:
        if self._owed is None:
            return
        order, what, _ = self._owed
        if state is State.SHAKING and what == "not_started":
            due = now + self._manner.milliseconds / 1000 + self._manner.rest_within
            self._owed = order, "never_rests", due
        elif state is State.PROGRAM_ERROR or (state is State.IDLE and what == "never_rests"):
            self._owed = None

    def check(self, now: float) -> Iterator[Sighting]:
        """It is asked now and then; what is owed for too long is told, and not waited for any more."""
        if now - self._heard > SILENT_AFTER:
            raise FaultError(Fault.SHAKER_SILENT, self._device)
        if now - self._asked >= ASK_EVERY:
            self._asked, self._burst = now, 0
            self.outgoing.append(ASK)
        if self._owed is not None and now > self._owed[2]:
            order, what, _ = self._owed
            self._owed = None
            yield Sighting(ShakeUndone(self._device, order, what, begun=True))

    def shake(self, order: int, now: float) -> None:
        """Whatever state it says next is news."""
        manner, self._told = self._manner, None
        cycle = Cycle(manner.pattern, *manner.parameters, manner.amplitude, manner.milliseconds)
        self.outgoing.append(cycle.encode())
        self._owed = order, "not_started", now + BEGINS_WITHIN


@dataclass(kw_only=True)
class StudioDriver(ShakerLink):
    """One shaker, known by its topic: the broker's access list stands in for an identity."""

    FAILED: ClassVar = Fault.SHAKER_BROKER
    BEATS_WITHIN: ClassVar = 60.0  # a name server may take its time

    topic: str
    access: Access
    client: str  # as whom we come
    _conversation: Conversation | None = field(default=None, init=False)
    _secrets: connect.Secrets | None = field(default=None, init=False)
    _paho: connect.LastMessage = field(default_factory=lambda: connect.LastMessage("mqtt", logging.WARNING), init=False)
    _wake: asyncio.Event = field(default_factory=asyncio.Event, init=False)
    _rival_until: float = field(default=0.0, init=False)
    _ordered: int = field(default=0, init=False)  # the last that was given to it, on whatever line

    @classmethod
    def at(cls, place: Place, **common: Any) -> Self:
        """By its topic, on this broker."""
        if place.access is None:
            raise FaultError(Fault.CONFIG_INVALID, "[broker]")
        return cls(topic=place.topic, access=place.access, client=place.client, **common)

    @property
    def place(self) -> str:
        """The broker, and the topic there."""
        return f"{self.access} {self.topic}"

    def faults(self) -> list[tuple[Fault, str]]:
        """What keeps us from it; if nothing does, what it says of itself, and what others do to it."""
        if found := super().faults():
            return found
        if (line := self._conversation) is not None:
            if line.state is State.PROGRAM_ERROR:
                found.append((Fault.SHAKER_ERROR, WHAT[line.state]))
            if line.kept:
                found.append((Fault.SHAKER_KEPT, says(self.topic)))
        if asyncio.get_running_loop().time() < self._rival_until:
            found.append((Fault.SHAKER_RIVAL, listens(self.topic)))
        return found

    def shake(self, order: int) -> None:
        """It is sent once; whatever becomes of it, nobody sends it again."""
        if self._conversation is not None and order > self._ordered:
            self._ordered = order
            self._conversation.shake(order, asyncio.get_running_loop().time())
            self._wake.set()

    # -- the line -----------------------------------------------------------------------------------------------------

    async def _attempt(self) -> None:
        self._paho.said = ""
        try:
            self._secrets = await asyncio.to_thread(connect.secrets, self.access, self._secrets)
            waiting: asyncio.Queue[aiomqtt.Message] = asyncio.Queue(WAITING)
            client = connect.client(
                self.access, self.client, self._secrets, ANSWER_WITHIN, logger=self._paho, inbox=waiting
            )  # fmt: skip
            async with client:
                await self._follow(client)
        except aiomqtt.MqttError as lost:
            connect.unless_cancelled()
            raise FaultError(Fault.SHAKER_BROKER, f"{self.access}: {self._paho.said or lost}") from lost
        except OSError as unread:  # of our own files
            raise FaultError(Fault.SHAKER_BROKER, str(unread)) from unread
        finally:
            self._conversation = None

    async def _follow(self, client: aiomqtt.Client) -> None:
        loop = asyncio.get_running_loop()
        conversation = Conversation(self.device, self.manner, self.counters, loop.time())
        coming = asyncio.ensure_future(anext(client.messages))
        try:
            await client.subscribe(says(self.topic), options=SubscribeOptions(qos=1))
            await client.subscribe(listens(self.topic), options=SubscribeOptions(qos=1, noLocal=True))
            connect.unless_cancelled()
            self._conversation = conversation
            while True:
                self.beat()
                while conversation.outgoing:
                    await client.publish(listens(self.topic), conversation.outgoing.pop(0), qos=1)
                    connect.unless_cancelled()
                await self._something(coming)
                if coming.done():
                    self._hear(conversation, coming.result(), loop.time())
                    coming = asyncio.ensure_future(anext(client.messages))
                self._deliver(conversation.check(loop.time()))
        finally:
            coming.cancel()
            await asyncio.gather(coming, return_exceptions=True)

    async def _something(self, coming: asyncio.Future[aiomqtt.Message]) -> None:
        """A message has come, something is to be sent, or nothing was for a while."""
        woken = asyncio.ensure_future(self._wake.wait())
        try:
            await asyncio.wait((coming, woken), timeout=TICK, return_when=asyncio.FIRST_COMPLETED)
        finally:
            woken.cancel()
        self._wake.clear()

    def _hear(self, conversation: Conversation, message: aiomqtt.Message, now: float) -> None:
        data = message.payload if isinstance(message.payload, bytes) else b""
        if str(message.topic) == says(self.topic):
            sightings = list(conversation.says(data, now, kept=bool(message.retain)))
            if self.fault is not None and conversation.state is not None:
                self._up(topic=self.topic)
            self._deliver(sightings)
            return
        if not message.retain:
            self._deliver(conversation.told_by_another(data, now))
        if conversation.rival == now or (message.retain and data):  # the shaker obeys what is kept there at every start
            self._rival_until = now + REMEMBERED
