"""Whether a board is there: its echoes prove it, whatever stands on its presence topic, through a real mosquitto."""

from __future__ import annotations

import itertools
from functools import partial

import pytest

import hil.board
from drivers.board.driver import BoardDriver
from drivers.board.presence import ANSWERS_WITHIN, Attendance, Event, Phase
from drivers.board.watch import Board
from drivers.faults import Fault
from tests.drivers import running, until
from tests.drivers.board.test_board_jackpot import at_work, faults, glass, link, meter, shows
from tests.drivers.broker import BOARD, METER, TABLE, Broker, jackpot, posting, result

__all__ = ["link", "meter"]  # fixtures

MOVES = {
    (Phase.ABSENT, Event.ECHO): Phase.PRESENT,
    (Phase.PRESENT, Event.WORD): Phase.DOUBTED,
    (Phase.PRESENT, Event.LOST): Phase.ABSENT,
    (Phase.DOUBTED, Event.ASK): Phase.ASKED,
    (Phase.DOUBTED, Event.LOST): Phase.ABSENT,
    (Phase.ASKED, Event.ECHO): Phase.PRESENT,
    (Phase.ASKED, Event.TICK): Phase.ABSENT,  # the answer is overdue
    (Phase.ASKED, Event.LOST): Phase.ABSENT,
}


@pytest.mark.parametrize(("phase", "event"), list(itertools.product(Phase, Event)))
def test_every_phase_knows_every_event(phase: Phase, event: Event) -> None:
    attendance = Attendance(phase)
    attendance.step(event, now=ANSWERS_WITHIN + 1)
    assert attendance.phase is MOVES.get((phase, event), phase)


def test_who_never_stops_to_talk_does_not_keep_a_dead_board_present() -> None:
    board, now = Board(), 0.0
    board.attendance.step(Event.ECHO, now)
    while board.present:
        board.word(now, online=True)
        board.asked(now)
        now += ANSWERS_WITHIN / 10
        board.tick(now)
    assert now == pytest.approx(1.1 * ANSWERS_WITHIN)
    board.word(now, online=True)
    assert not board.present


def test_the_last_echo_of_a_board_that_died_does_not_answer_the_question_that_came_after_it() -> None:
    board = Board()
    for event in (Event.ECHO, Event.WORD, Event.ECHO, Event.ASK):
        board.attendance.step(event, 0.0)
    board.tick(ANSWERS_WITHIN + 1)
    assert not board.present


def proved_since(link: BoardDriver, before: float) -> bool:
    return link.proved > before


async def test_a_board_that_is_said_to_be_gone_over_and_over_stays_lit_and_proves_its_amount(
    link: BoardDriver, meter: hil.board.Board
) -> None:
    async with at_work(link, meter):
        meter.on.add("deny")
        await until(lambda: faults(link) == [(Fault.BOARD_PRESENCE, METER)])
        for version in range(2, 10):
            link.show_jackpot(jackpot(1234567 + 25 * version, version))
            await until(partial(proved_since, link, link.proved))
            assert [fault for fault, _ in faults(link)] == [Fault.BOARD_PRESENCE]
            assert (await glass(meter)).state == "live"
        meter.on.discard("deny")
        await until(lambda: not faults(link))


async def test_what_the_broker_kept_does_not_hide_a_board_that_echoes(
    link: BoardDriver, meter: hil.board.Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    """False, and there before the table came; the board itself never says that it is there."""
    false = meter._presence(online=False)
    monkeypatch.setattr(meter, "_presence", lambda **_: false)
    link.show_jackpot(jackpot())
    async with running(meter.run(), link.run()):
        await until(lambda: faults(link) == [(Fault.BOARD_PRESENCE, METER)])
        await shows(meter, "live", "12345.67")
        await until(lambda: link.proved > 0)


async def test_a_board_that_is_gone_is_absent_though_it_is_said_over_and_over_that_it_is_there(
    link: BoardDriver, meter: hil.board.Board
) -> None:
    async with at_work(link, meter):
        meter.on.add("ghost")
        await meter.switched("ghost", on=True)
        await until(lambda: faults(link) == [(Fault.BOARD_ABSENT, METER)])
        await until(lambda: link.boards[METER].said)  # as the stranger says it
        assert faults(link) == [(Fault.BOARD_ABSENT, METER)]
        meter.on.discard("ghost")
        await until(lambda: not faults(link))


@pytest.mark.parametrize("has", ["a result", "what is posted"])
async def test_a_board_of_results_in_doubt_is_asked_by_what_it_shows(broker: Broker, has: str) -> None:
    link = BoardDriver(TABLE, broker.access(), {BOARD: Board()}, beat=lambda: None)
    board = hil.board.Board(TABLE, BOARD, broker.opens(f"{TABLE}.{BOARD}"))
    if has == "a result":
        link.show(result())
    else:
        link.show_posting(posting())
    async with running(link.run(), board.run()):
        await until(lambda: link.boards[BOARD].present)
        board.on.add("deny")
        await until(lambda: faults(link) == [(Fault.BOARD_PRESENCE, BOARD)])
        denied = link.boards[BOARD].denied
        await until(lambda: link.boards[BOARD].denied > denied)  # it answers again and again
        assert faults(link) == [(Fault.BOARD_PRESENCE, BOARD)]
        board.on.discard("deny")
        board.on.add("die")
        await board.switched("die", on=True)
        await until(lambda: faults(link) == [(Fault.BOARD_ABSENT, BOARD)])
