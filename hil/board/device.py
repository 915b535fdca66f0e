"""A simulated display board: a glass that follows the broker, says what it really shows, and fails in named ways."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, ClassVar

import aiomqtt
from pydantic import ValidationError

from drivers.board.wire import (
    Dice,
    Echo,
    Heartbeat,
    Jackpot,
    Posting,
    Presence,
    Result,
    Signed,
    Text,
    dice_topic,
    echo_topic,
    heartbeat_topic,
    jackpot_topic,
    lease_topic,
    posting_topic,
    presence_topic,
    result_topic,
)
from drivers.mqtt import connect
from drivers.mqtt.access import Access
from hil.board import segments
from hil.board.glass import Glass
from hil.device import Device

LAG = 3.0  # seconds, more than the table waits
FEW = 3  # digits of a panel that is too small
GLANCE = 0.05  # seconds; how often the panel looks at its own clock
FLOOD = 100  # echoes at each glance
SLIP = 3  # echoes, of which one is wrong
AGAIN = 0.2  # seconds between two words of who says something false over and over


class Board(Device):
    """One board of one table."""

    FAULTS: ClassVar = {
        "freeze": "it stops following, and says so by its silence; the glass stays as it is",
        "lie": "it shows another number, or another last line, than it was sent",
        "slip": f"one echo in {SLIP} says another number, or another last line, than it was sent",
        "lag": f"it follows {LAG:.0f} seconds late",
        "die": "no power: the glass is black and the line is cut without a word",
        "overflow": f"its panel has only {FEW} digits",
        "wrong_language": "it shows the English words where French belongs",
        "wrong_currency": "it is set to US dollars",
        "other_version": "its software speaks another version of the protocol",
        "deny": "its presence topic says over and over that it is gone, and it is not",
        "ghost": "it is gone, and a stranger with its certificate says over and over that it is there",
        "flood": f"it says what it shows {FLOOD} times where once would do",
    }

    def __init__(
        self,
        table: str,
        board: str,
        access: dict[str, Any],
        *,
        jackpot: bool = False,
        keys: Iterable[str] = (),
        places: int = 9,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self._access = Access.of(access)
        self._table, self._clock, self._places, self._jackpot = table, clock, places, jackpot
        self._board, self._keys = board, tuple(keys)
        self.glass = self._blank()
        self._lit: set[str] = set()  # every amount that somebody in front of it has seen
        self._frozen: Echo | None = None  # what stays on the glass
        self._echoed: Echo | None = None
        self._client: aiomqtt.Client | None = None

    def _blank(self) -> Glass:
        few, dollars = "overflow" in self.on, "wrong_currency" in self.on
        return Glass(
            self._board,
            FEW if few else self._places,
            "USD" if dollars else "CAD",
            shows_result=not self._jackpot,
            shows_jackpot=self._jackpot,
            table=self._table,
            keys=self._keys,
        )

    # -- its life -----------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Until cancelled; `die` cuts the power until it is switched off again."""
        while True:
            try:
                if "die" not in self.on:
                    await asyncio.create_task(self._live(), name="board line")
            except* (aiomqtt.MqttError, OSError):
                pass  # the broker is away
            finally:
                self._client = None
            connect.unless_cancelled()  # while the broker went away
            await asyncio.sleep(0.2)

    async def _live(self) -> None:
        identifier = f"{self._table}.{self._board}"
        gone = self._presence(online=False)
        will = aiomqtt.Will(presence_topic(self._table, self._board), gone.model_dump_json(), qos=1, retain=True)
        secrets = await asyncio.to_thread(connect.secrets, self._access)
        async with connect.client(self._access, identifier, secrets, will=will) as client:
            while "ghost" in self.on:
                await self._say(client, online=True)
                await asyncio.sleep(AGAIN)
            results = (result_topic, dice_topic, posting_topic)
            wanted = (jackpot_topic, heartbeat_topic, lease_topic) if self._jackpot else results
            await client.subscribe([(topic(self._table), 1) for topic in wanted])
            await self._say(client, online=True)
            self._client = client
            await self._tell()
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._look(), name="board clock")
                tasks.create_task(self._deny(client), name="board presence")
                async for message in client.messages:
                    if "lag" in self.on:
                        tasks.create_task(self._later(message), name="board lag")
                    else:
                        await self._take(message)

    def _presence(self, *, online: bool) -> Presence:
        return Presence(board=self._board, online=online, model="simulated", firmware="1")

    async def _say(self, client: aiomqtt.Client, *, online: bool) -> None:
        topic = presence_topic(self._table, self._board)
        await connect.publish(client, topic, self._presence(online=online), retain=True)

    async def _deny(self, client: aiomqtt.Client) -> None:
        """Says that it is gone, over and over; and that it is there once it stops to."""
        denied = False
        while True:
            await asyncio.sleep(AGAIN)
            if denied or "deny" in self.on:
                denied = "deny" in self.on
                await self._say(client, online=not denied)

    async def _later(self, message: aiomqtt.Message) -> None:
        await asyncio.sleep(LAG)
        await self._take(message)

    async def _take(self, message: aiomqtt.Message) -> None:
        if "freeze" in self.on:
            return
        topic, data = str(message.topic), message.payload if isinstance(message.payload, bytes) else b""
        try:
            if "other_version" in self.on:
                self.glass.foreign = True
            elif topic == result_topic(self._table):
                if not self.glass.take_result(Result.model_validate_json(data)):
                    return
            elif topic == dice_topic(self._table):
                self.glass.take_dice(Dice.model_validate_json(data))
            elif topic == posting_topic(self._table):
                self.glass.take_posting(Posting.model_validate_json(data))
            elif topic == jackpot_topic(self._table):
                if not self.glass.take_jackpot(Jackpot.model_validate_json(data), data):
                    return
            elif topic == lease_topic(self._table):
                self.glass.take_lease(Signed.model_validate_json(data))
                self._look_at_glass()
                return  # what it changes on the glass is told by the clock of the panel
            else:
                self.glass.take_heartbeat(Heartbeat.model_validate_json(data))
        except ValidationError as error:
            if not any(found["loc"] == ("v",) for found in error.errors()):
                return  # none of ours: nothing changes
            self.glass.foreign = True
        await self._tell()

    async def _look(self) -> None:
        """The panel looks at its clock: a lease that has run out darkens it, whatever the network does."""
        while True:
            await asyncio.sleep(GLANCE)
            echoed = self._echoed.jackpot if self._echoed is not None else None
            for _ in range(FLOOD if "flood" in self.on else 0):
                await self._tell()
            seen = self._look_at_glass()
            if "freeze" not in self.on and echoed != seen.jackpot:
                await self._tell()

    def _look_at_glass(self) -> Echo:
        """What a person in front of it sees now; the board remembers every amount."""
        seen = self._seen(self.glass.echo_now(self._clock()))
        if seen.jackpot is not None and seen.jackpot.digits:
            self._lit.add(seen.jackpot.digits)
        return seen

    async def _tell(self) -> None:
        """The echo: what stands on the glass, lies included."""
        self._look_at_glass()
        if self._client is None or "freeze" in self.on:
            return
        honest = self.glass.echo(self._clock())
        self._echoed = self._seen(honest, lies="slip" in self.on and honest.n % SLIP == 0)
        await connect.publish(self._client, echo_topic(self._table, self._board), self._echoed)

    def _seen(self, honest: Echo, *, lies: bool = False) -> Echo:
        """What a person in front of it sees."""
        lies |= "lie" in self.on
        if self._frozen is not None:
            return self._frozen
        result, dice, posting, jackpot = honest.result, honest.dice, honest.posting, honest.jackpot
        wrong = _lying if lies else None
        wrong = _english if "wrong_language" in self.on else wrong
        if wrong is not None:
            result = result and result.model_copy(update={"text": wrong(result.text)})
            dice = dice and dice.model_copy(update={"text": wrong(dice.text)})
            posting = posting and posting.model_copy(update={"text": wrong(posting.text)})
        if "wrong_language" in self.on:
            jackpot = jackpot and jackpot.model_copy(update={"text": _english(jackpot.text)})
        if lies and jackpot is not None and jackpot.digits:
            jackpot = jackpot.model_copy(update={"digits": f"7{jackpot.digits}"})
        return honest.model_copy(update={"result": result, "dice": dice, "posting": posting, "jackpot": jackpot})

    # -- what people and the world do to it ---------------------------------------------------------------------------

    async def switched(self, fault: str, *, on: bool) -> None:
        """Most faults show on the glass at once."""
        if fault == "freeze":
            self._frozen = self._echoed if on else None
        elif fault in ("die", "ghost"):
            if on and self._client is not None and isinstance(line := self._client._client.socket(), socket.socket):  # noqa: SLF001
                line.shutdown(socket.SHUT_RDWR)  # without a goodbye: the broker has to notice
            self.glass, self._echoed, self._client = self._blank(), None, None
        elif fault in ("overflow", "wrong_currency"):
            blank = self._blank()
            self.glass.places, self.glass.currency = blank.places, blank.currency
        elif fault == "other_version" and not on:
            self.glass.foreign = False
        await self._tell()

    async def do(self, what: str, **details: Any) -> dict[str, Any]:
        """`read` what the board shows, as a person in front of it would; `picture` takes a picture of it."""
        now = self._clock()
        seen = self._seen(self.glass.echo_now(now))
        if what == "read":
            return seen.model_dump(mode="json") | {"panel": self._panel(seen), "lit": sorted(self._lit)}
        if what == "picture":
            digits = seen.jackpot.digits if seen.jackpot is not None else ""
            for path in map(Path, details["to"]):
                if path.suffix == ".svg":
                    path.write_text(segments.svg(digits, self.glass.places, _words(seen)), encoding="utf-8")
                else:
                    segments.png(path, digits, self.glass.places, _words(seen))
            return {}
        return await super().do(what, **details)

    def _panel(self, seen: Echo) -> list[str]:
        """Returns what stands on the glass, line by line."""
        if {"die", "ghost"} & self.on:
            return []
        if seen.jackpot is None:
            return _words(seen)
        return [*segments.terminal(seen.jackpot.digits, self.glass.places), *_words(seen)]


def _lying(text: Text) -> Text:
    return {language: [*lines[:-1], "777"] for language, lines in text.items()}


def _english(text: Text) -> Text:
    return dict.fromkeys(text, text.get("en", []))


def _words(seen: Echo) -> list[str]:
    """Both languages of what is shown."""
    text: Text = {}
    if seen.jackpot is not None:
        text = seen.jackpot.text
    else:
        parts = (seen.dice, seen.result, seen.posting)
        return [line for part in parts if part is not None for line in part.text.get("fr", [])]
    return [" / ".join(pair) for pair in zip(text.get("fr", []), text.get("en", []), strict=False)]
