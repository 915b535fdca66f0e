"""The line to the boards, through a real mosquitto that the test starts, stops and starts empty again."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import aiomqtt
import pytest

import hil.board
from drivers.board import link as board_link
from drivers.board.link import Board, BoardLink
from drivers.board.wire import Echo, Presence, Result, echo_topic, presence_topic, result_topic
from drivers.faults import Fault
from tests.drivers import PATIENCE, running, until

HOST, TABLE, BOARD = "127.0.0.1", "tcp-1", "board-1"


class Broker:
    """A mosquitto that remembers nothing of its former life."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind((HOST, 0))
            self.port: int = probe.getsockname()[1]
        self._configuration = folder / "mosquitto.conf"
        self._configuration.write_text(f"listener {self.port} {HOST}\nallow_anonymous true\npersistence false\n")
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        mosquitto = shutil.which("mosquitto", path=f"{os.environ['PATH']}:/usr/sbin")
        assert mosquitto, "mosquitto is not installed; run: make setup"
        self._process = subprocess.Popen([mosquitto, "-c", str(self._configuration)], stderr=subprocess.DEVNULL)

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    started = Broker(tmp_path)
    started.start()
    yield started
    started.stop()


@pytest.fixture
def link(broker: Broker) -> BoardLink:
    return BoardLink(TABLE, HOST, broker.port, {BOARD: Board()}, beat=lambda: None)


def result(seq: int = 1, text: str = "Paire de rois") -> Result:
    return Result(
        table=TABLE,
        seq=seq,
        game="three_card_poker",
        hands={},
        lines=[],
        text={"fr": [text], "en": ["A pair of kings"]},
    )


def faults(link: BoardLink) -> list[tuple[Fault, str]]:
    return [(fault, detail) for _, fault, detail in link.faults()]


def client_of(link: BoardLink) -> aiomqtt.Client:
    return aiomqtt.Client(link.host, link.port, timeout=PATIENCE)


async def first_message(client: aiomqtt.Client) -> aiomqtt.Message:
    async with asyncio.timeout(PATIENCE):
        return await anext(aiter(client.messages))


async def retained_result(link: BoardLink) -> aiomqtt.Message:
    """What a board that is switched on only now is told."""
    async with client_of(link) as late:
        await late.subscribe(result_topic(TABLE), qos=1)
        return await first_message(late)


async def say(link: BoardLink, topic: str, payload: str | bytes, *, retain: bool = False) -> None:
    async with client_of(link) as client:
        await client.publish(topic, payload, qos=1, retain=retain)


async def say_presence(link: BoardLink, *, online: bool) -> None:
    presence = Presence(board=BOARD, online=online).model_dump_json()
    await say(link, presence_topic(TABLE, BOARD), presence, retain=True)


async def say_echo(link: BoardLink, shown: Result) -> None:
    echo = Echo(board=BOARD, seq=shown.seq, text=shown.text).model_dump_json()
    await say(link, echo_topic(TABLE, BOARD), echo)


async def test_a_board_that_comes_late_is_told_the_result(link: BoardLink) -> None:
    async with running(link.run()):
        await until(lambda: link.connected)
        async with client_of(link) as early:
            await early.subscribe(result_topic(TABLE), qos=1)
            link.show(result())
            live = await first_message(early)
        late = await retained_result(link)
    assert (live.retain, live.qos, late.retain, late.qos) == (False, 1, True, 1)
    assert live.payload == late.payload == result().model_dump_json().encode()


async def test_a_board_that_shows_what_it_was_told_is_no_fault(link: BoardLink, broker: Broker) -> None:
    board = hil.board.Board(TABLE, BOARD, HOST, broker.port)
    link.show(result())
    async with running(link.run(), board.run()):
        await until(lambda: link.boards[BOARD].echo)
        await until(lambda: not faults(link))
        assert link.boards[BOARD].online
        assert link.boards[BOARD].echo == Echo(board=BOARD, seq=1, text=result().text)


async def test_a_board_that_shows_something_else_is_wrong(link: BoardLink, broker: Broker) -> None:
    board = hil.board.Board(TABLE, BOARD, HOST, broker.port)
    board.on.add("lie")
    link.show(result())
    async with running(link.run(), board.run()):
        await until(lambda: faults(link) == [(Fault.BOARD_WRONG, BOARD)])
        board.on.discard("lie")
        link.show(result(seq=2))
        await until(lambda: link.boards[BOARD].echo == Echo(board=BOARD, seq=2, text=result().text))
        assert faults(link) == []


async def test_a_board_that_stopped_following_is_late(link: BoardLink, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(link.run()):
        await until(lambda: link.connected)
        await say_presence(link, online=True)
        link.show(result(seq=1))
        await say_echo(link, result(seq=1))
        await until(lambda: not faults(link))
        monkeypatch.setattr(board_link, "ECHO_WITHIN", -1.0)
        link.show(result(seq=2))
        assert faults(link) == [(Fault.BOARD_LATE, BOARD)]
        await say_echo(link, result(seq=2))
        await until(lambda: not faults(link))


async def test_a_board_without_presence_is_absent(link: BoardLink) -> None:
    async with running(link.run()):
        await until(lambda: link.connected)
        assert faults(link) == [(Fault.BOARD_ABSENT, BOARD)]
        await say_presence(link, online=True)
        await until(lambda: not faults(link))
        await say_presence(link, online=False)  # what the broker says for a board that died
        await until(lambda: faults(link) == [(Fault.BOARD_ABSENT, BOARD)])


@pytest.mark.parametrize(
    ("topic", "payload", "reason"),
    [
        (echo_topic(TABLE, BOARD), b"{", "not a message of ours"),
        (echo_topic(TABLE, BOARD), b"\xff\xfe\x00", "not a message of ours"),
        (echo_topic(TABLE, BOARD), b"", "not a message of ours"),
        (echo_topic(TABLE, BOARD), b'{"v":2,"board":"board-1","seq":1,"text":{}}', "not a message of ours"),
        (echo_topic(TABLE, BOARD), b'{"v":1,"board":"board-1","seq":1,"text":{},"x":1}', "not a message of ours"),
        (presence_topic(TABLE, BOARD), b'{"v":1,"board":"board-1"}', "not a message of ours"),
        (echo_topic(TABLE, "stranger"), b"{}", "no board of this table"),
    ],
)
async def test_a_malformed_message_is_refused_and_nothing_stops(
    link: BoardLink, topic: str, payload: bytes, reason: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    link.show(result())
    async with running(link.run()):
        await until(lambda: link.connected)
        await say(link, topic, payload)
        await say_presence(link, online=True)
        await say_echo(link, result())
        await until(lambda: link.boards[BOARD].echo)
        assert faults(link) == []
    refused = [vars(record) for record in caplog.records if record.getMessage() == "board_message_refused"]
    assert [(record["topic"], record["reason"]) for record in refused] == [(topic, reason)]


async def test_a_broker_that_comes_back_empty_is_told_the_result_again(
    link: BoardLink, broker: Broker, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    link.show(result())
    async with running(link.run()):
        await until(lambda: link.connected)
        await say_presence(link, online=True)
        await until(lambda: link.boards[BOARD].online)
        assert (await retained_result(link)).payload == result().model_dump_json().encode()
        broker.stop()
        await until(lambda: faults(link) == [(Fault.BROKER_DOWN, f"{HOST}:{broker.port}")])
        broker.start()
        await until(lambda: link.connected)
        assert (await retained_result(link)).payload == result().model_dump_json().encode()
        assert faults(link) == [(Fault.BOARD_ABSENT, BOARD)]
    logged = [record.getMessage() for record in caplog.records if record.name == board_link.__name__]
    assert logged[-3:] == ["board_online", "broker_down", "broker_up"]


async def test_a_link_without_a_broker_says_so(link: BoardLink, broker: Broker) -> None:
    broker.stop()
    async with running(link.run()):
        await until(lambda: faults(link) == [(Fault.BROKER_DOWN, f"{HOST}:{broker.port}")])
        broker.start()
        await until(lambda: link.connected)


async def test_a_board_that_comes_back_blank_is_late(link: BoardLink, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("drivers.board.link.ECHO_WITHIN", 0.05)
    link.show(result())
    async with running(link.run()):
        await until(lambda: link.connected)
        await say_presence(link, online=True)
        await say_echo(link, result())
        await until(lambda: not faults(link))
        await say_presence(link, online=False)
        await until(lambda: faults(link) == [(Fault.BOARD_ABSENT, BOARD)])
        await say_presence(link, online=True)  # and not a word about what it shows
        await until(lambda: faults(link) == [(Fault.BOARD_LATE, BOARD)])


async def test_an_echo_of_a_round_that_was_never_sent_is_wrong(link: BoardLink) -> None:
    link.show(result())
    async with running(link.run()):
        await until(lambda: link.connected)
        await say_presence(link, online=True)
        await say_echo(link, result(99))
        await until(lambda: faults(link) == [(Fault.BOARD_WRONG, BOARD)])


def open_descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


async def test_a_broker_that_never_answers_costs_no_descriptor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("drivers.board.link.ANSWER_WITHIN", 0.05)
    monkeypatch.setattr("drivers.board.link.LAST_RETRY", 0.01)
    monkeypatch.setattr("drivers.board.link.FIRST_RETRY", 0.01)
    calls: list[asyncio.StreamWriter] = []
    server = await asyncio.start_server(lambda _, writer: calls.append(writer), HOST, 0)
    silent = BoardLink(TABLE, HOST, server.sockets[0].getsockname()[1], {BOARD: Board()}, beat=lambda: None)
    async with running(silent.run()):
        await until(lambda: len(calls) >= 3)
        before = open_descriptors() - len(calls)  # each call has an end here, too
        await until(lambda: len(calls) >= 12)
        assert open_descriptors() - len(calls) <= before + 2
        server.close()
        for writer in calls:
            writer.close()
        await asyncio.sleep(0.3)  # the last attempt hears that nobody is there


@pytest.mark.parametrize("host", ["a..b", "x" * 70])
async def test_a_host_that_is_no_host_is_a_fault_and_not_the_end(host: str) -> None:
    lost = BoardLink(TABLE, host, 1883, {BOARD: Board()}, beat=lambda: None)
    async with running(lost.run()):
        await asyncio.sleep(0.3)
        assert faults(lost)[0][0] is Fault.BROKER_DOWN
