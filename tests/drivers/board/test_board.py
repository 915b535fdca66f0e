"""The line to the boards, through a real mosquitto that the test starts, stops and starts empty again."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import aiomqtt
import pytest

import hil.board
from drivers.board import driver as board_driver
from drivers.board import watch
from drivers.board.driver import BoardDriver
from drivers.board.watch import Board
from drivers.board.wire import Dice, Echo, Presence, Result, ResultShown, echo_topic, presence_topic, result_topic
from drivers.faults import Fault
from drivers.mqtt.access import Access
from tests.drivers import PATIENCE, running, until
from tests.drivers.broker import BOARD, HOST, TABLE, Broker, posting, result


@pytest.fixture
async def link(broker: Broker) -> BoardDriver:
    return BoardDriver(TABLE, broker.access(), {BOARD: Board()}, beat=lambda: None)


def says(link: BoardDriver) -> ResultShown | None:
    said = link.boards[BOARD].echo
    return said.result if said is not None else None


def faults(link: BoardDriver) -> list[tuple[Fault, str]]:
    return [(fault, detail) for _, fault, detail in link.faults()]


async def first_message(client: aiomqtt.Client) -> aiomqtt.Message:
    async with asyncio.timeout(PATIENCE):
        return await anext(aiter(client.messages))


async def retained_result(broker: Broker) -> aiomqtt.Message:
    """What a board that is switched on only now is told."""
    async with broker.client(f"{TABLE}.{BOARD}") as late:
        await late.subscribe(result_topic(TABLE), qos=1)
        return await first_message(late)


async def say(broker: Broker, topic: str, payload: str | bytes, *, retain: bool = False) -> None:
    async with broker.client(f"{TABLE}.{topic.split('/')[-2]}") as client:
        await client.publish(topic, payload, qos=1, retain=retain)


async def say_presence(broker: Broker, *, online: bool) -> None:
    presence = Presence(board=BOARD, online=online).model_dump_json()
    await say(broker, presence_topic(TABLE, BOARD), presence, retain=True)


def echo(shown: Result, n: int = 1) -> Echo:
    return Echo(board=BOARD, n=n, result=ResultShown(seq=shown.seq, text=shown.text))


async def say_echo(broker: Broker, shown: Result) -> None:
    await say(broker, echo_topic(TABLE, BOARD), echo(shown).model_dump_json())


async def test_a_board_that_comes_late_is_told_the_result(link: BoardDriver, broker: Broker) -> None:
    async with running(link.run()):
        await until(lambda: link.connected)
        async with broker.client(f"{TABLE}.{BOARD}") as early:
            await early.subscribe(result_topic(TABLE), qos=1)
            link.show(result())
            live = await first_message(early)
        late = await retained_result(broker)
    assert (live.retain, live.qos, late.retain, late.qos) == (False, 1, True, 1)
    assert live.payload == late.payload == result().model_dump_json().encode()


async def test_a_board_that_shows_what_it_was_told_is_no_fault(link: BoardDriver, broker: Broker) -> None:
    board = hil.board.Board(TABLE, BOARD, broker.opens(f"{TABLE}.{BOARD}"))
    link.show(result())
    async with running(link.run(), board.run()):
        await until(lambda: says(link) == echo(result()).result)
        await until(lambda: not faults(link))
        assert link.boards[BOARD].present


async def test_a_board_that_shows_something_else_is_wrong(link: BoardDriver, broker: Broker) -> None:
    board = hil.board.Board(TABLE, BOARD, broker.opens(f"{TABLE}.{BOARD}"))
    board.on.add("lie")
    link.show(result())
    async with running(link.run(), board.run()):
        await until(lambda: faults(link) == [(Fault.BOARD_WRONG, BOARD)])
        board.on.discard("lie")
        link.show(result(seq=2))
        await until(lambda: says(link) == echo(result(seq=2)).result)
        assert faults(link) == [(Fault.BOARD_WRONG, BOARD)]  # it was, a moment ago
        await until(lambda: not faults(link))


def throw(shooter: str) -> Dice:
    text = {"fr": [f"Lanceur : place {shooter}"], "en": [f"Shooter: seat {shooter}"]}
    return Dice.model_validate({"table": TABLE, "seq": 0, "game": "craps", "shooter": shooter, "text": text})


def shooter(link: BoardDriver) -> list[str] | None:
    said = link.boards[BOARD].echo
    return said.dice.text["en"] if said is not None and said.dice is not None else None


async def test_a_board_shows_whose_dice_they_are_and_one_that_shows_another_is_wrong(
    link: BoardDriver, broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = hil.board.Board(TABLE, BOARD, broker.opens(f"{TABLE}.{BOARD}"))
    link.show(result())
    link.show_dice(throw("1"))
    async with running(link.run(), board.run()):
        await until(lambda: shooter(link) == ["Shooter: seat 1"])
        link.show_dice(throw("2"))
        link.show_dice(throw("2"))  # the same again changes nothing
        await until(lambda: shooter(link) == ["Shooter: seat 2"])
        await until(lambda: not faults(link))
        monkeypatch.setattr(watch, "ECHO_WITHIN", -1.0)
        assert faults(link) == []
        link.show_dice(throw("3"))
        assert faults(link) == [(Fault.BOARD_LATE, BOARD)]
        await until(lambda: not faults(link))
        board.on.add("lie")
        link.show(result(seq=2))
        await until(lambda: shooter(link) == ["777"])
        assert faults(link) == [(Fault.BOARD_WRONG, BOARD)]


def posts(link: BoardDriver) -> list[str] | None:
    said = link.boards[BOARD].echo
    return said.posting.text["en"] if said is not None and said.posting is not None else None


async def test_a_board_shows_what_is_posted_and_one_that_shows_something_else_is_wrong(
    link: BoardDriver, broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = hil.board.Board(TABLE, BOARD, broker.opens(f"{TABLE}.{BOARD}"))
    link.show(result())
    link.show_posting(posting(500))
    async with running(link.run(), board.run()):
        await until(lambda: posts(link) == ["Minimum 500"])
        await until(lambda: not faults(link))
        monkeypatch.setattr(watch, "ECHO_WITHIN", -1.0)
        link.show_posting(posting(500))  # the same again changes nothing
        assert faults(link) == []
        link.show_posting(posting(1000))
        assert faults(link) == [(Fault.BOARD_LATE, BOARD)]
        await until(lambda: not faults(link))
        board.on.add("lie")
        link.show(result(seq=2))
        await until(lambda: posts(link) == ["777"])
        assert faults(link) == [(Fault.BOARD_WRONG, BOARD)]


async def test_a_board_of_before_there_were_notices_misses_nothing(
    link: BoardDriver, broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "ECHO_WITHIN", -1.0)
    async with running(link.run()):
        await until(lambda: link.connected)
        await say_presence(broker, online=True)
        link.show(result(seq=1))
        link.show_dice(throw("1"))
        link.show_posting(posting())
        await say_echo(broker, result(seq=1))
        await until(lambda: not faults(link))


async def test_a_board_that_stopped_following_is_late(
    link: BoardDriver, broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(link.run()):
        await until(lambda: link.connected)
        await say_presence(broker, online=True)
        link.show(result(seq=1))
        await say_echo(broker, result(seq=1))
        await until(lambda: not faults(link))
        monkeypatch.setattr(watch, "ECHO_WITHIN", -1.0)
        link.show(result(seq=2))
        assert faults(link) == [(Fault.BOARD_LATE, BOARD)]
        await say_echo(broker, result(seq=2))
        await until(lambda: not faults(link))


async def test_an_echo_that_the_broker_kept_proves_nothing(link: BoardDriver, broker: Broker) -> None:
    """A sign may be built to retain it, against the protocol: it tells what the board showed in a former life."""
    await say(broker, echo_topic(TABLE, BOARD), echo(result()).model_dump_json(), retain=True)
    await say_presence(broker, online=True)
    link.show(result())
    async with running(link.run()):
        await until(lambda: link.boards[BOARD].said)  # it comes after the echo
        await until(lambda: faults(link) == [(Fault.BOARD_ABSENT, BOARD)])
        await say(broker, echo_topic(TABLE, BOARD), echo(result()).model_dump_json(), retain=True)  # now it speaks
        await until(lambda: not faults(link))


@pytest.mark.parametrize(
    ("topic", "payload", "reason"),
    [
        (echo_topic(TABLE, BOARD), b"{", "not a message of ours"),
        (echo_topic(TABLE, BOARD), b"\xff\xfe\x00", "not a message of ours"),
        (echo_topic(TABLE, BOARD), b"", "not a message of ours"),
        (echo_topic(TABLE, BOARD), b'{"v":2,"board":"board-1","n":1}', "not a message of ours"),
        (echo_topic(TABLE, BOARD), b'{"v":1,"board":"board-1","n":1,"x":1}', "not a message of ours"),
        (presence_topic(TABLE, BOARD), b'{"v":1,"board":"board-1"}', "not a message of ours"),
        (echo_topic(TABLE, BOARD), b'{"v":1,"board":"meter-1","n":1}', "of another board"),
        (presence_topic(TABLE, BOARD), b'{"v":1,"board":"meter-1","online":true}', "of another board"),
    ],
)
async def test_a_malformed_message_is_refused_and_nothing_stops(
    link: BoardDriver, broker: Broker, topic: str, payload: bytes, reason: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    link.show(result())
    async with running(link.run()):
        await until(lambda: link.connected)
        await say(broker, topic, payload)
        await say_presence(broker, online=True)
        await say_echo(broker, result())
        await until(lambda: link.boards[BOARD].echo)
        assert faults(link) == []
    refused = [vars(record) for record in caplog.records if record.getMessage() == "board_message_refused"]
    assert [(record["topic"], record["reason"]) for record in refused] == [(topic, reason)]


async def test_a_broker_that_comes_back_empty_is_told_the_result_again(
    link: BoardDriver, broker: Broker, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    link.show(result())
    async with running(link.run()):
        await until(lambda: link.connected)
        await say_presence(broker, online=True)
        await say_echo(broker, result())
        await until(lambda: link.boards[BOARD].present)
        assert (await retained_result(broker)).payload == result().model_dump_json().encode()
        broker.stop()
        await until(lambda: faults(link) == [(Fault.BROKER_DOWN, f"{HOST}:{broker.port}")])
        broker.start()
        await until(lambda: link.connected)
        assert (await retained_result(broker)).payload == result().model_dump_json().encode()
        assert faults(link) == [(Fault.BOARD_ABSENT, BOARD)]
    logged = [record.getMessage() for record in caplog.records if record.name == board_driver.__name__]
    assert logged[-3:] == ["board_online", "broker_down", "broker_up"]


async def test_a_link_without_a_broker_says_so(link: BoardDriver, broker: Broker) -> None:
    broker.stop()
    async with running(link.run()):
        await until(lambda: faults(link) == [(Fault.BROKER_DOWN, f"{HOST}:{broker.port}")])
        broker.start()
        await until(lambda: link.connected)


async def test_a_board_that_comes_back_blank_is_late(
    link: BoardDriver, broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("drivers.board.watch.ECHO_WITHIN", 0.05)
    monkeypatch.setattr("drivers.board.presence.ANSWERS_WITHIN", 0.05)
    link.show(result())
    async with running(link.run()):
        await until(lambda: link.connected)
        await say_presence(broker, online=True)
        await say_echo(broker, result())
        await until(lambda: not faults(link))
        await say_presence(broker, online=False)
        await until(lambda: faults(link) == [(Fault.BOARD_ABSENT, BOARD)])
        await say(broker, echo_topic(TABLE, BOARD), Echo(board=BOARD, n=2).model_dump_json())
        await until(lambda: faults(link) == [(Fault.BOARD_LATE, BOARD)])


async def test_an_echo_of_a_round_that_was_never_sent_is_wrong(link: BoardDriver, broker: Broker) -> None:
    link.show(result())
    async with running(link.run()):
        await until(lambda: link.connected)
        await say_presence(broker, online=True)
        await say_echo(broker, result(99))
        await until(lambda: faults(link) == [(Fault.BOARD_WRONG, BOARD)])


def open_descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


async def test_a_broker_that_never_answers_costs_no_descriptor(
    monkeypatch: pytest.MonkeyPatch, waited: list[float]
) -> None:
    monkeypatch.setattr("drivers.board.driver.ANSWER_WITHIN", 0.05)
    monkeypatch.setattr("drivers.retry.LAST_RETRY", 0.01)
    monkeypatch.setattr("drivers.retry.FIRST_RETRY", 0.01)
    calls: list[asyncio.StreamWriter] = []
    server = await asyncio.start_server(lambda _, writer: calls.append(writer), HOST, 0)
    there = Access(HOST, server.sockets[0].getsockname()[1])
    silent = BoardDriver(TABLE, there, {BOARD: Board()}, beat=lambda: None)
    async with running(silent.run()):
        await until(lambda: len(calls) >= 3)
        before = open_descriptors() - len(calls)  # each call has an end here, too
        await until(lambda: len(calls) >= 12)
        assert open_descriptors() - len(calls) <= before + 2
        server.close()
        for writer in calls:
            writer.close()
        made = len(waited)
        await until(lambda: len(waited) >= made + 3)  # the last ones have heard that nobody is there


@pytest.mark.parametrize("host", ["a..b", "x" * 70])
async def test_a_host_that_is_no_host_is_a_fault_and_not_the_end(host: str, waited: list[float]) -> None:
    lost = BoardDriver(TABLE, Access(host, 1883), {BOARD: Board()}, beat=lambda: None)
    async with running(lost.run()):
        await until(lambda: len(waited) >= 3)
        assert faults(lost)[0][0] is Fault.BROKER_DOWN
