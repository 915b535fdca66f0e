"""Somebody who holds a table's certificate, and shows its boards an amount that the table never sent."""

from __future__ import annotations

import time
from typing import Any

import aiomqtt

from drivers.board.signing import Signer
from drivers.board.wire import Echo, Heartbeat, Jackpot, echo_topic, heartbeat_topic, jackpot_topic, lease_topic
from drivers.mqtt import connect
from drivers.mqtt.access import Access

AHEAD = 10_000  # above the table's numbers, which are milliseconds
ANSWERED = 8  # heartbeats that the board has answered: more than it waits for a signature


async def forge(opens: dict[str, Any], table: str, board: str, cents: int, key: bytes) -> None:
    """Takes the table's line whenever it is pushed off it; ends when the board has answered often enough."""
    access, left, last = Access.of(opens), ANSWERED, None
    secrets, signer = connect.secrets(access), Signer.of(key)
    words = {"fr": ["PROGRESSIF"], "en": ["PROGRESSIVE"]}
    false = Jackpot.model_validate(
        {"table": table, "pool": "main", "seq": time.time_ns() // 1_000_000 + AHEAD, "version": 2**52, "text": words}
        | {"state": "live", "cents": cents, "currency": "CAD"}
    )
    while left:
        try:
            async with connect.client(access, table, secrets) as client:
                await client.subscribe(echo_topic(table, board), qos=1)
                while left:
                    await connect.publish(client, jackpot_topic(table), false, retain=True)
                    heard: dict[str, int] = {} if last is None else {board: last}
                    beat = Heartbeat(table=table, seq=false.seq, heard=heard)
                    await connect.publish(client, heartbeat_topic(table), beat)
                    await connect.publish(client, lease_topic(table), signer.lease(table, false, heard))
                    echo = Echo.model_validate_json(bytes((await anext(aiter(client.messages))).payload))
                    left -= echo.n != last
                    last = echo.n
        except aiomqtt.MqttError:
            continue  # the table took its line back
