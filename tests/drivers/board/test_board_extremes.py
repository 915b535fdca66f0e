"""Every message that crosses the broker, each of its fields at the extremes of its type: refused, and nothing ends."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

import hil.board
from drivers.board import inbox
from drivers.board.driver import BoardDriver
from drivers.board.signing import Signer, new_key
from drivers.board.wire import (
    HIGHEST,
    Ask,
    Claim,
    Dice,
    DiceShown,
    Echo,
    Head,
    Heartbeat,
    Jackpot,
    Message,
    Posting,
    PostingShown,
    Presence,
    Result,
    ResultShown,
    Signed,
    ask_topic,
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
    shown,
)
from drivers.mqtt.connect import LARGEST
from tests.drivers import running, until
from tests.drivers.board.test_board_hostile import HOSTILE, at_work, codes, link, lit, message, meter
from tests.drivers.broker import BOARD, METER, TABLE, Broker, jackpot, posting, result

__all__ = ["link", "meter"]  # fixtures

EXTREMES: list[str] = [
    *("null", "true", "-1", "0", "1e308", "-1e308", "1e400", "NaN", "Infinity", "0.5"),
    *(str(2**53 - 1), str(2**53), str(2**63), str(-(2**63) - 1), "9" * 4000, "9" * 5000),
    *('""', '"\\u0000"', '"\\ud800"', '"\\u202e"', '"../../x"', '"' + "x" * 60_000 + '"', '"croupier/#"'),
    *("[]", "{}", "[" * 30_000, '{"a":' * 5_000, "[" + "0," * 30_000 + "0]", "[" + '"",' * 20_000 + '""]'),
    *(
        '{"fr":[0]}',
        '{"xx":[]}',
        '{"fr":null}',
        '{"board-1":-1}',
        "{" + ",".join(f'"{n}":0' for n in range(5000)) + "}",
    ),
]
WHOLE = [
    b"",
    b"\x00",
    b"\xff\xfe",
    b"null",
    b"[]",
    b"0",
    b'"',
    b"{",
    b"\xef\xbb\xbf{}",
    b"[" * LARGEST,
    b" " * 2 * LARGEST,
]
VALID: dict[type[Message], Message] = {
    Echo: Echo(
        board=BOARD, n=1, result=ResultShown(seq=1, text={"fr": ["a"], "en": ["b"]}), jackpot=shown(jackpot()),
        dice=DiceShown(seq=1, text={"fr": ["a"], "en": ["b"]}),
        posting=PostingShown(seq=1, text={"fr": ["a"], "en": ["b"]}), trouble=["overflow"],
    ),
    Presence: Presence(board=BOARD, online=True, model="m", firmware="f"),
    Claim: Claim(table=TABLE, instance="i", machine="m", age=1, held=True),
    Ask: Ask(table=TABLE, instance="i", machine="m"),
    Head: Head(table=TABLE, uuid="u", seq=1, hash="aa"),
    Jackpot: jackpot(pending=[{"table": TABLE, "seat": "1", "cents": 1}]),
    Result: result(),
    Dice: Dice(table=TABLE, seq=1, game="craps", point=6, shooter="1", text={"fr": ["a"], "en": ["b"]}),
    Posting: posting(),
    Heartbeat: Heartbeat(table=TABLE, seq=1, heard={METER: 1}),
    Signed: Signer.of(new_key()).lease(TABLE, jackpot(), {METER: 1}),
}  # fmt: skip


def spoilt(model: type[Message]) -> Iterator[bytes]:
    """Every field of a message, also of what is in it, with every extreme; a field too many, and one too few."""
    whole = json.loads(VALID[model].model_dump_json())

    def places(part: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
        pairs = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
        for key, inner in pairs:
            yield (*way, key)
            yield from places(inner, (*way, key))

    for way in [*places(whole), ("surprise",)]:
        for extreme in EXTREMES:
            again = json.loads(json.dumps(whole))
            inner = again
            for key in way[:-1]:
                inner = inner[key]
            inner[way[-1]] = "HERE"
            yield json.dumps(again).replace('"HERE"', extreme).encode()
    for name in whole:
        yield json.dumps({key: value for key, value in whole.items() if key != name}).encode()
    yield from WHOLE


TABLE_HEARS = {
    Echo: echo_topic(TABLE, BOARD),
    Presence: presence_topic(TABLE, BOARD),
    Claim: claim_topic(TABLE),
    Ask: ask_topic(TABLE),
    Head: head_topic(TABLE),
    Jackpot: jackpot_topic(TABLE),
}


@pytest.mark.parametrize("model", TABLE_HEARS, ids=lambda model: model.__name__)
@pytest.mark.parametrize("retain", [False, True])
async def test_the_extremes_of_every_message_leave_the_table_as_it_was(
    broker: Broker, link: BoardDriver, meter: hil.board.Board, model: type[Message], retain: bool
) -> None:
    """They are put where the line puts what it has read: through the broker it would take minutes."""
    witnessed: list[Head] = []

    async def check(head: Head) -> bool:
        witnessed.append(head)
        return True

    link._witness.check = check
    async with at_work(link, meter):
        before = link._wanted.jackpot
        for payload in spoilt(model):
            link._inbox._allowances[BOARD].left = inbox.BURST
            link._inbox.put_nowait(message(TABLE_HEARS[model], payload, retain=retain))
            while link._inbox.qsize():
                await asyncio.sleep(0)
        assert link._wanted.jackpot == before
        link.show_jackpot(jackpot(1234592, 2))
        await lit(meter, "12345.92")
        await until(lambda: not [fault for part, fault in codes(link) if METER in part])
        json.dumps([each.echo and each.echo.model_dump(mode="json") for each in link.boards.values()])
        assert link.connected
        assert all(head.seq <= HIGHEST for head in witnessed)
        if model in (Echo, Presence):
            assert link.boards[BOARD].refused > len(EXTREMES) or (model is Echo and retain)


BOARD_HEARS = {
    Result: result_topic(TABLE),
    Dice: dice_topic(TABLE),
    Posting: posting_topic(TABLE),
    Jackpot: jackpot_topic(TABLE),
    Heartbeat: heartbeat_topic(TABLE),
    Signed: lease_topic(TABLE),
}


@pytest.mark.parametrize("model", BOARD_HEARS, ids=lambda model: model.__name__)
async def test_the_extremes_of_every_message_leave_a_board_alive(broker: Broker, model: type[Message]) -> None:
    """The simulated one is the pattern for the makers of real ones."""
    keys = [Signer.of(new_key()).public] if model is Signed else []
    shows = model in (Jackpot, Heartbeat, Signed)
    board = hil.board.Board(TABLE, BOARD, broker.opens(HOSTILE), jackpot=shows, keys=keys)
    async with running(board.run()), broker.client(TABLE) as table:
        await until(lambda: board._client is not None)
        line = board._client
        for payload in spoilt(model):
            if len(payload) <= LARGEST:
                await board._take(message(BOARD_HEARS[model], payload))
                seen = await board.do("read")
                assert seen["jackpot"] is None or seen["jackpot"]["state"] == "out_of_service"
        assert board._client is line
        board.glass = board._blank()
        await table.publish(result_topic(TABLE), result().model_dump_json(), qos=1, retain=True)
        await table.publish(jackpot_topic(TABLE), jackpot().model_dump_json(), qos=1, retain=True)
        await until(lambda: board.glass.result or board.glass.jackpot or board.glass._candidate)
