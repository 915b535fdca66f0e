"""A board's certificate in the wrong hands: it says everything everywhere, in any name, as often as it can."""

from __future__ import annotations

import asyncio
import json
import random
from contextlib import suppress
from typing import Any

import aiomqtt

from drivers.board.wire import (
    TOPICS,
    Echo,
    Message,
    dice_topic,
    heartbeat_topic,
    jackpot_topic,
    posting_topic,
    result_topic,
)
from drivers.mqtt import connect
from drivers.mqtt.access import Access
from tests.campaign.hostile.odd import TEXTS, VALUES, mutated
from tests.campaign.hostile.table import STOLEN, Besieged
from tests.campaign.hostile.trail import Trail

CALM = (0.5, 3.0)  # seconds between two visits
MOST = 300  # messages of a visit
FLOOD = 20_000  # messages of a flood,
A_SECOND = 5000  # and of every visit
LARGEST = 200_000  # bytes: more than a broker lets through
WAITS = 5.0  # seconds for an answer of the broker
SUITS = b"cdhs"  # noise is without them: what a stranger makes up must not look like a card that was told


def example(schema: dict[str, Any], chance: random.Random, defs: dict[str, Any]) -> Any:
    """A value as this schema wants it, more or less."""
    if "$ref" in schema:
        return example(defs[schema["$ref"].rpartition("/")[2]], chance, defs)
    if "const" in schema or "enum" in schema:
        return schema["const"] if "const" in schema else chance.choice(schema["enum"])
    if "anyOf" in schema:
        return example(chance.choice(schema["anyOf"]), chance, defs)
    match schema.get("type"):
        case "object" if "properties" in schema:
            return {name: example(each, chance, defs) for name, each in schema["properties"].items()}
        case "object":
            inner = schema.get("additionalProperties")
            return {"fr": example(inner, chance, defs)} if isinstance(inner, dict) else {}
        case "array":
            return [example(schema.get("items", {}), chance, defs) for _ in range(chance.randrange(3))]
        case "integer":
            return chance.choice((0, 1, 7, 1000, schema.get("maximum", 2**53 - 1), schema.get("minimum", 0)))
        case "boolean":
            return chance.random() < 0.5
        case "null":
            return None
    return chance.choice(("CAD", "live", STOLEN, *TEXTS))


class Broker:
    """One stolen certificate."""

    NAME = "broker"

    def __init__(self, table: Besieged, trail: Trail) -> None:
        self._table, self._trail, self._chance = table, trail, trail.chance(self.NAME)
        self._access = Access.of(table.access(STOLEN))
        self._secrets = connect.secrets(self._access)
        readable = (result_topic, dice_topic, posting_topic, jackpot_topic, heartbeat_topic)
        self._readable = {topic(table.name) for topic in readable}

    async def run(self) -> None:
        """Visits, until cancelled."""
        while True:
            with suppress(aiomqtt.MqttError, TimeoutError, OSError, ValueError):  # it is thrown out now and then
                async with asyncio.timeout(WAITS * 4):
                    await self._chance.choices((self._visit, self._storm, self._flood), (8, 2, 1))[0]()
            await asyncio.sleep(self._chance.uniform(*CALM))

    def _identifier(self) -> str:
        """Its own name, another board's, the table's, none, or any."""
        name, own = self._table.name, f"board-{self._table.name}-{STOLEN}"
        others = (f"board-{name}-meter-1", f"{name}.meter-1", name, f"croupier-{name}", "witness", "")
        return self._chance.choice((own, own, own, *others, self._chance.choice(TEXTS)))

    async def _storm(self) -> None:
        """Comes and goes."""
        for _ in range(self._chance.randrange(1, 12)):
            identifier = self._identifier()
            self._trail.send(self.NAME, f"connect {identifier!r}")
            with suppress(aiomqtt.MqttError):
                async with self._client(identifier):
                    pass

    async def _flood(self) -> None:
        """One echo, which is heard, as often as it goes."""
        topic = next(topic for topic, kind in TOPICS.items() if kind is Echo)
        topic = topic.replace("TABLE", self._table.name).replace("BOARD", STOLEN)
        whole = Echo(board=STOLEN, n=self._chance.getrandbits(40)).model_dump(mode="json")
        payload = json.dumps(self._chance.choice((whole, whole | {"odd": "x" * self._chance.randrange(30_000)})))
        times = self._chance.randrange(FLOOD)
        self._trail.send(self.NAME, f"{topic} {times} times {payload}")
        async with self._client(self._identifier()) as client:
            for number in range(times):
                await client.publish(topic, payload, qos=0, timeout=WAITS)
                if number % 100 == 0:
                    await asyncio.sleep(100 / A_SECOND)

    async def _visit(self) -> None:
        identifier = self._identifier()
        self._trail.send(self.NAME, f"connect {identifier!r}")
        async with self._client(identifier) as client:
            await client.subscribe(self._chance.choice(("#", "croupier/#", "$SYS/#", "croupier/+/claim/ask")), qos=1)
            one = (self._topic(), self._payload()) if self._chance.random() < 0.3 else None
            for _ in range(self._chance.randrange(MOST)):
                topic, payload = one or (self._topic(), self._payload())
                retain, qos = self._chance.random() < 0.3, self._chance.randrange(2)
                self._trail.send(self.NAME, f"{topic} retain={retain} qos={qos} {payload!r}")
                await client.publish(topic, payload, qos=qos, retain=retain, timeout=WAITS)
                await asyncio.sleep(1 / A_SECOND)
            for _ in range(len(client.messages)):
                if (topic := str((await anext(client.messages)).topic)) not in self._readable:
                    self._trail.find(self.NAME, f"a board may read {topic}")

    def _client(self, identifier: str) -> aiomqtt.Client:
        return connect.client(self._access, identifier, self._secrets, timeout=WAITS)

    def _topic(self) -> str:
        """Its own echo and presence most of the time, for these are heard."""
        heard = [topic for topic in TOPICS if "BOARD" in topic]
        where = self._chance.choice((*TOPICS, *heard * 4, "$SYS/broker/version"))
        table = self._chance.choice((self._table.name,) * 6 + ("poker-9", "TABLE"))
        board = self._chance.choice((STOLEN,) * 6 + ("meter-1", "board-9"))
        return where.replace("TABLE", table).replace("BOARD", board)

    def _payload(self) -> bytes:
        match self._chance.randrange(8):
            case 0:
                return self._chance.randbytes(self._chance.randrange(200)).translate(None, SUITS)
            case 1:
                return json.dumps(self._chance.choice(VALUES)).encode()
            case 2 if self._chance.random() < 0.2:
                return b"[" * self._chance.randrange(LARGEST)
            case _:
                schema = self._kind().model_json_schema()
                whole = example(schema, self._chance, schema.get("$defs", {})) | {"v": 1}
                return json.dumps(whole if self._chance.random() < 0.4 else mutated(whole, self._chance)).encode()

    def _kind(self) -> type[Message]:
        return self._chance.choice(list(TOPICS.values()))
