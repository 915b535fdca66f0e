"""What one board's certificate can do to a table and to the other boards, through a real mosquitto: nothing."""

from __future__ import annotations

import asyncio
import itertools
import json
import logging
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiomqtt
import pytest

import hil.board
from drivers import seldom
from drivers.board import inbox
from drivers.board.driver import BoardDriver
from drivers.board.watch import Board
from drivers.board.wire import (
    HIGHEST,
    TOPICS,
    Echo,
    Head,
    Presence,
    ResultShown,
    claim_topic,
    echo_topic,
    head_topic,
    jackpot_topic,
    presence_topic,
    shown,
)
from drivers.faults import Fault
from drivers.mqtt import connect
from drivers.mqtt.access import Access
from drivers.mqtt.connect import LARGEST
from tests.drivers import PATIENCE, running, until
from tests.drivers.broker import BOARD, HOST, METER, OTHER, TABLE, Broker, jackpot

HOSTILE = f"{TABLE}.{BOARD}"


@pytest.fixture
async def link(broker: Broker) -> BoardDriver:
    """A board of results in the wrong hands, and an honest one of the progressive."""
    boards = {BOARD: Board(), METER: Board(result=False, jackpot=True)}
    heads = (Head(table=TABLE, uuid="u", seq=seq, hash=f"{seq:x}") for seq in itertools.count(1))
    return BoardDriver(TABLE, broker.access(), boards, beat=lambda: None, head=lambda: next(heads))


@pytest.fixture
def meter(broker: Broker) -> hil.board.Board:
    return hil.board.Board(TABLE, METER, broker.opens(f"{TABLE}.{METER}"), jackpot=True)


def codes(link: BoardDriver) -> list[tuple[str, Fault]]:
    return [(part, fault) for part, fault, _ in link.faults()]


async def lit(meter: hil.board.Board, digits: str) -> None:
    async with asyncio.timeout(PATIENCE):
        while (await meter.do("read"))["jackpot"]["digits"] != digits:
            await asyncio.sleep(0.01)


@asynccontextmanager
async def at_work(link: BoardDriver, meter: hil.board.Board) -> AsyncIterator[None]:
    link.show_jackpot(jackpot())
    async with running(link.run(), meter.run()):
        await lit(meter, "12345.67")
        yield


async def present(hostile: aiomqtt.Client, *, online: bool = True) -> None:
    here = Presence(board=BOARD, online=online).model_dump_json()
    await hostile.publish(presence_topic(TABLE, BOARD), here, qos=1, retain=True)


# -- another's line ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("attacker", [HOSTILE, "war-2", f"war-2.{OTHER}"])
@pytest.mark.parametrize("victim", [TABLE, f"{TABLE}.{METER}", "witness"])
async def test_no_certificate_and_no_password_takes_the_line_of_another(
    broker: Broker, attacker: str, victim: str
) -> None:
    names = [victim, f"{victim} of its own", "", "croupier", f"board-{TABLE}-{METER}"]
    for name in names:
        async with broker.client(victim, name or victim) as there:
            await there.subscribe(jackpot_topic(TABLE), qos=1)
            if attacker == f"war-2.{OTHER}":  # it has a password
                ca, password = broker.access(victim).ca, broker.folder / "broker" / attacker / "password"
                opens = Access(HOST, broker.second, ca, username=attacker, password_file=password)
            else:
                opens = broker.access(attacker)
            async with connect.client(opens, name or victim, connect.secrets(opens), PATIENCE) as thief:
                await thief.publish("elsewhere", b"", qos=1)
                if victim == TABLE:
                    await there.publish(jackpot_topic(TABLE), b"still there", qos=1)
                else:
                    async with broker.client(TABLE) as table:
                        await table.publish(jackpot_topic(TABLE), b"still there", qos=1)
                heard = await asyncio.wait_for(anext(aiter(there.messages)), PATIENCE)
                assert heard.payload == b"still there"


async def test_what_is_far_too_large_ends_the_line_of_its_sender_alone(
    broker: Broker, link: BoardDriver, meter: hil.board.Board
) -> None:
    async with at_work(link, meter):
        with pytest.raises(aiomqtt.MqttError):
            async with broker.client(HOSTILE) as hostile:
                too_much = asyncio.create_task(hostile.publish(echo_topic(TABLE, BOARD), b" " * 10 * LARGEST))
                try:
                    await anext(aiter(hostile.messages))  # it hears nothing but the end of its line
                finally:
                    too_much.cancel()  # who waits until all of it is written may wait for ever
                    await asyncio.gather(too_much, return_exceptions=True)
        link.show_jackpot(jackpot(1234592, 2))
        await lit(meter, "12345.92")
        assert link.boards[BOARD].refused == 0


# -- the witness ------------------------------------------------------------------------------------------------------


async def test_no_board_keeps_the_witness_from_hearing_how_far_the_journal_has_come(
    broker: Broker, link: BoardDriver, meter: hil.board.Board
) -> None:
    """It says, over and over, that it waits for a heartbeat: the table always has something to send."""
    link.boards[BOARD] = Board(jackpot=True)

    async def wait_for_a_heartbeat(hostile: aiomqtt.Client) -> None:
        for n in itertools.count():
            wanted = link._wanted.jackpot
            assert wanted is not None
            dark = shown(wanted).model_copy(update={"state": "out_of_service"})
            echo = Echo(board=BOARD, n=n, jackpot=dark).model_dump_json()
            await hostile.publish(echo_topic(TABLE, BOARD), echo, qos=1)
            await asyncio.sleep(0.1)  # well below what any board may say

    async with at_work(link, meter), broker.client(HOSTILE) as hostile, broker.client("witness") as witness:
        await present(hostile)
        async with running(wait_for_a_heartbeat(hostile)):
            await until(lambda: link.boards[BOARD].echo)
            await witness.subscribe(head_topic(TABLE), qos=1)
            heads = []
            async with asyncio.timeout(PATIENCE):
                async for message in witness.messages:
                    heads.append(Head.model_validate_json(bytes(message.payload)).seq)
                    if len(heads) == 4:
                        break
        assert heads == sorted(set(heads))


async def test_what_the_broker_remembers_stays_until_it_is_checked(broker: Broker, link: BoardDriver) -> None:
    """A journal that lost its end must not put its own head over the proof."""
    proof = Head(table=TABLE, uuid="u", seq=HIGHEST, hash="aa")
    async with broker.client(TABLE) as before:
        await before.publish(head_topic(TABLE), proof.model_dump_json(), qos=1, retain=True)
    asked: list[Head] = []
    stands = False

    async def check(head: Head) -> bool:
        asked.append(head)
        return stands

    link._witness.check = check
    async with running(link.run()), broker.client("witness") as witness:
        await until(lambda: len(asked) >= 3)
        assert set(asked) == {proof}
        await witness.subscribe(head_topic(TABLE), qos=1)
        messages = aiter(witness.messages)
        kept = await asyncio.wait_for(anext(messages), PATIENCE)
        assert Head.model_validate_json(bytes(kept.payload)) == proof
        stands = True
        published = await asyncio.wait_for(anext(messages), PATIENCE)
        assert Head.model_validate_json(bytes(published.payload)).seq < HIGHEST


async def test_who_ends_by_itself_says_how_far_the_journal_had_come(broker: Broker) -> None:
    last = Head(table=TABLE, uuid="u", seq=1, hash="01")
    link = BoardDriver(TABLE, broker.access(), {}, beat=lambda: None, head=lambda: last)
    async with running(link.run()), broker.client("witness") as witness:
        await witness.subscribe(head_topic(TABLE), qos=1)
        messages = aiter(witness.messages)
        assert json.loads(bytes((await anext(messages)).payload))["seq"] == 1
        last = last.model_copy(update={"seq": 2})
    async with broker.client("witness") as witness:
        await witness.subscribe(head_topic(TABLE), qos=1)
        assert json.loads(bytes((await anext(aiter(witness.messages))).payload))["seq"] == 2


# -- a flood ----------------------------------------------------------------------------------------------------------

FLOOD = """
import ssl, sys, paho.mqtt.client as mqtt
port, ca, certificate, key, topic, payload, qos, count = sys.argv[1:]
client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2)
context = ssl.create_default_context(cafile=ca)
context.load_cert_chain(certificate, key)
client.tls_set_context(context)
client.connect("127.0.0.1", int(port))
client.loop_start()
for number in range(int(count)):
    client.publish(topic, payload, qos=int(qos)).wait_for_publish(10 if number % 100 == 0 else None)
"""
MANY = 500_000  # more than anybody waits for: the test ends it


@asynccontextmanager
async def flood(broker: Broker, topic: str, payload: str, qos: int) -> AsyncIterator[subprocess.Popen[bytes]]:
    opens = broker.opens(HOSTILE)
    files = (opens["ca"], opens["certificate"], opens["key"])
    arguments = (str(broker.port), *files, topic, payload, str(qos), str(MANY))
    process = await asyncio.to_thread(subprocess.Popen, [sys.executable, "-c", FLOOD, *arguments])
    try:
        yield process
    finally:
        process.kill()
        await asyncio.to_thread(process.wait)


@pytest.mark.parametrize("qos", [0, 1])
@pytest.mark.parametrize("what", ["echoes", "presence", "nonsense"])
async def test_a_board_that_floods_is_named_and_the_honest_one_follows_all_the_while(
    broker: Broker, link: BoardDriver, meter: hil.board.Board, what: str, qos: int
) -> None:
    said = {
        "echoes": (echo_topic, Echo(board=BOARD, n=1, result=ResultShown(seq=1, text={})).model_dump_json()),
        "presence": (presence_topic, Presence(board=BOARD, online=True).model_dump_json()),
        "nonsense": (echo_topic, "[" * 2000),
    }
    topic, payload = said[what]
    places: list[int] = []
    async with at_work(link, meter), flood(broker, topic(TABLE, BOARD), payload, qos) as flooding:
        await until(lambda: (f"board {BOARD}", Fault.BOARD_FLOODS) in codes(link))
        for version in range(2, 8):
            link.show_jackpot(jackpot(1234567 + 25 * version, version))
            await lit(meter, f"{(1234567 + 25 * version) / 100:.2f}")
            places.append(link._inbox.qsize())
        await until(lambda: not [fault for part, fault in codes(link) if METER in part])
        assert flooding.poll() is None
        assert link.dropped[BOARD] > 0
        assert max(places) <= 2 * len(TOPICS)
        assert link.connected


async def test_a_board_that_has_flooded_is_heard_again_after_a_while(
    broker: Broker, link: BoardDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("drivers.board.driver.MUTED", 0.5)
    monkeypatch.setattr(inbox, "BURST", 5)
    link._inbox._allowances = {BOARD: inbox.Allowance(5), METER: inbox.Allowance(5)}
    async with running(link.run()), broker.client(HOSTILE) as hostile:
        await until(lambda: link.connected)
        here = Presence(board=BOARD, online=True).model_dump_json()
        for _ in range(500):
            await hostile.publish(presence_topic(TABLE, BOARD), here, retain=True)
        await until(lambda: (f"board {BOARD}", Fault.BOARD_FLOODS) in codes(link))
        await until(lambda: link.boards[BOARD].said)  # what the broker kept of it
        assert (f"board {BOARD}", Fault.BOARD_FLOODS) not in codes(link)


def test_a_board_may_answer_whatever_it_is_told_however_often() -> None:
    now = 0.0
    heard = inbox.Inbox([METER], lambda name: pytest.fail(f"{name} floods"), lambda: now)
    for _ in range(10 * inbox.BURST):
        heard.sent()
        for _ in range(inbox.ANSWERS):
            heard.put_nowait(message(echo_topic(TABLE, METER), b"{}"))
        heard.get_nowait()


def test_a_large_message_counts_as_many() -> None:
    small, large = inbox.Allowance(), inbox.Allowance()
    allowed = [sum(each.takes(size, 0.0) for _ in range(1000)) for each, size in ((small, 100), (large, LARGEST))]
    assert allowed[0] == inbox.BURST
    assert 0 < allowed[1] <= inbox.BURST / 10


def message(topic: str, payload: bytes, *, retain: bool = False) -> aiomqtt.Message:
    return aiomqtt.Message(topic, payload, 1, retain, 1, None)


def test_the_inbox_has_one_place_a_topic_and_every_board_comes_to_its_turn() -> None:
    heard = inbox.Inbox([BOARD, METER], lambda _: None, lambda: 0.0)
    for number in range(100):
        heard.put_nowait(message(echo_topic(TABLE, BOARD), str(number).encode()))
        if number == 50:
            heard.put_nowait(message(echo_topic(TABLE, METER), b"once"))
    heard.put_nowait(message(claim_topic(TABLE), b"kept", retain=True))
    heard.put_nowait(message(claim_topic(TABLE), b"said"))
    read = [(str(each.topic), each.payload) for each in (heard.get_nowait() for _ in range(heard.qsize()))]
    assert read == [
        (echo_topic(TABLE, BOARD), b"99"),
        (echo_topic(TABLE, METER), b"once"),
        (claim_topic(TABLE), b"kept"),
        (claim_topic(TABLE), b"said"),
    ]
    assert heard.dropped == {BOARD: 99, METER: 0}


# -- log lines --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["nonsense", "flapping"])
async def test_a_board_fills_no_log(
    broker: Broker, link: BoardDriver, what: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.INFO)
    monkeypatch.setattr("drivers.board.driver.TICK", 0.02)  # so often it looks what is wrong
    many = 150  # below a flood
    async with running(link.run()), broker.client(HOSTILE) as hostile:
        await until(lambda: link.connected)
        for number in range(many):
            if what == "nonsense":
                await hostile.publish(echo_topic(TABLE, BOARD), b"{" * number, qos=1)
            else:
                await present(hostile, online=number % 2 == 0)
        board = link.boards[BOARD]
        if what == "nonsense":
            await until(lambda: board.refused + link.dropped[BOARD] == many)
        await present(hostile)
        await until(lambda: board.said)
    lines = [record.getMessage() for record in caplog.records if getattr(record, "board", BOARD) == BOARD]
    assert 0 < lines.count("board_message_refused" if what == "nonsense" else "board_online") <= seldom.LINES
    assert all(lines.count(line) <= seldom.LINES for line in lines)


def test_what_was_left_out_is_told_by_the_next_line(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    say = seldom.Seldom(logging.getLogger("tests"))
    for source in ("a", "b"):
        for _ in range(100):
            say(logging.WARNING, "refused", source, board=source)
    now = 61.0
    say(logging.WARNING, "refused", "a", board="a")
    logged = [(vars(record)["board"], vars(record).get("left_out")) for record in caplog.records]
    assert logged == [("a", None)] * 5 + [("b", None)] * 5 + [("a", 95)]
