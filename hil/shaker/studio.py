"""A simulated studio shaker: text over a real broker, without numbers or an identity, and with named faults."""

from __future__ import annotations

import asyncio
import socket
from typing import Any, ClassVar

import aiomqtt

from drivers.mqtt import connect
from drivers.mqtt.access import Access
from drivers.shaker.studio_wire import ASK, Cycle, State, WireError, listens, says
from hil.device import Device

TAKES = 0.05  # seconds from an order to dice that move
FLOOD = 500  # messages where one would do
GARBAGE = (b"S3", b"s0", b"", b"\xff\xfe\x00", b"S" * 60_000)


class StudioShaker(Device):
    """One shaker at its topic; it does what it is told by whoever may write there."""

    FAULTS: ClassVar = {
        "unplug": "no power: the line is cut without a word; off: it has power again, and is idle",
        "go_silent": "it says nothing more, and does what it is told",
        "never_shakes": "it takes the order, and does no more",
        "shakes_nothing": "it says that it shook, and no die has moved",
        "never_rests": "it does not stop shaking",
        "program_error": "in the middle of a shake its motion program fails",
        "repeat": "it says everything three times",
        "garbage": "it says what is no state",
        "flood": f"it says everything {FLOOD} times",
        "keep": "the broker is to keep all that it says",
    }

    def __init__(self, topic: str, access: dict[str, Any], client: str) -> None:
        super().__init__()
        self._topic, self._access, self._name = topic, Access.of(access), client
        self._client: aiomqtt.Client | None = None
        self._state, self._shaking = State.IDLE, asyncio.Lock()
        self._cycles: set[asyncio.Task[None]] = set()
        self.shakes = 0  # so often it moved, or said so
        self.moved = False  # whether the dice moved in the last of them

    async def run(self) -> None:
        """Until cancelled; the broker may come and go."""
        try:
            await self._hang_on()
        finally:
            for task in self._cycles:
                task.cancel()
            await asyncio.gather(*self._cycles, return_exceptions=True)

    async def _hang_on(self) -> None:
        while True:
            try:
                if "unplug" not in self.on:
                    await asyncio.create_task(self._live(), name="shaker line")
            except* (aiomqtt.MqttError, OSError):
                pass  # the broker is away
            finally:
                self._client = None
            connect.unless_cancelled()  # while the broker went away
            await asyncio.sleep(0.2)

    async def _live(self) -> None:
        secrets = await asyncio.to_thread(connect.secrets, self._access)
        async with connect.client(self._access, self._name, secrets) as client:
            await client.subscribe(listens(self._topic), qos=1)
            self._client = client
            async for message in client.messages:
                await self._take(message.payload if isinstance(message.payload, bytes) else b"")

    async def _take(self, data: bytes) -> None:
        if data == ASK:
            await self._say()
            return
        try:
            cycle = Cycle.decode(data)
        except WireError:
            return
        self._begin(cycle.milliseconds)

    def _begin(self, milliseconds: int) -> None:
        task = asyncio.create_task(self._cycle(milliseconds / 1000), name="shake")
        self._cycles.add(task)
        task.add_done_callback(self._cycles.discard)

    async def _cycle(self, seconds: float) -> None:
        async with self._shaking:
            await self._turn(State.ORDER_RECEIVED)
            if "never_shakes" in self.on:
                await self._turn(State.IDLE)
                return
            await asyncio.sleep(TAKES)
            self.shakes, self.moved = self.shakes + 1, "shakes_nothing" not in self.on
            await self._turn(State.SHAKING)
            await asyncio.sleep(seconds)
            if "program_error" in self.on:
                await self._turn(State.PROGRAM_ERROR)
                return
            while "never_rests" in self.on:
                await asyncio.sleep(TAKES)
            await self._turn(State.IDLE)

    async def _turn(self, state: State) -> None:
        self._state = state
        await self._say()

    async def _say(self) -> None:
        if self._client is None or self.on & {"go_silent", "unplug"}:
            return
        words = GARBAGE if "garbage" in self.on else (self._state.encode("ascii"),)
        times = FLOOD if "flood" in self.on else 3 if "repeat" in self.on else 1
        try:
            for word in words * times:
                await self._client.publish(says(self._topic), word, qos=1, retain="keep" in self.on)
        except aiomqtt.MqttError:
            pass  # the broker is away: nobody hears it

    # -- what people and the world do to it ---------------------------------------------------------------------------

    async def switched(self, fault: str, *, on: bool) -> None:
        """Power acts at once; without it the shaker forgets what it was doing."""
        if fault == "unplug":
            for task in self._cycles:
                task.cancel()
            self._state = State.IDLE
            if on and self._client is not None and isinstance(line := self._client._client.socket(), socket.socket):  # noqa: SLF001
                line.shutdown(socket.SHUT_RDWR)  # without a goodbye: the broker has to notice
        elif fault == "program_error" and not on:
            self._state = State.IDLE
        else:
            await self._say()

    async def do(self, what: str, **details: Any) -> dict[str, Any]:
        """`nudge` (somebody presses the button on it), `read` how often it shook, and whether the dice moved."""
        if what == "nudge":
            self._begin(300)
            return {}
        if what == "read":
            return {"shakes": self.shakes, "moved": self.moved, "state": self._state.name.lower()}
        return await super().do(what, **details)
