"""A simulated display board: shows the newest result, and says what it really shows."""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar

import aiomqtt

from drivers.board.wire import AT_ONCE, Echo, Language, Presence, Result, echo_topic, presence_topic, result_topic
from hil.device import Device


class Board(Device):
    """One board of one table."""

    FAULTS: ClassVar = {
        "freeze": "it stops following, and says so by its silence",
        "lie": "it shows something else than it was sent",
    }

    def __init__(self, table: str, board: str, host: str, port: int) -> None:
        super().__init__()
        self._table, self._board, self._host, self._port = table, board, host, port
        self._seq = 0
        self._text: dict[Language, list[str]] = {}

    async def run(self) -> None:
        """Follows the broker until cancelled."""
        presence = presence_topic(self._table, self._board)
        here, gone = (Presence(board=self._board, online=online).model_dump_json() for online in (True, False))
        will = aiomqtt.Will(presence, gone, qos=1, retain=True)
        while True:
            try:
                name = f"board-{self._table}-{self._board}"
                async with aiomqtt.Client(
                    self._host, self._port, identifier=name, will=will, socket_options=AT_ONCE
                ) as client:
                    await client.subscribe(result_topic(self._table), qos=1)
                    await client.publish(presence, here, qos=1, retain=True)
                    async for message in client.messages:
                        if isinstance(message.payload, bytes):
                            await self._show(client, Result.model_validate_json(message.payload))
            except aiomqtt.MqttError:
                await asyncio.sleep(0.2)

    async def do(self, what: str, **details: Any) -> dict[str, Any]:
        """`read` what the board shows, as a person in front of it would."""
        if what == "read":
            return {"seq": self._seq, "text": self._text}
        return await super().do(what, **details)

    async def _show(self, client: aiomqtt.Client, result: Result) -> None:
        if "freeze" in self.on or result.seq < self._seq:
            return
        self._seq, self._text = result.seq, result.text
        if "lie" in self.on:
            self._text = {language: [*lines[:-1], "777"] for language, lines in result.text.items()}
        echo = Echo(board=self._board, seq=self._seq, text=self._text)
        await client.publish(echo_topic(self._table, self._board), echo.model_dump_json(), qos=1)
