"""A board that shows what it was not sent, be it for one echo: that is named, told with both, and proves nothing."""

from __future__ import annotations

from typing import Any

import pytest

from drivers.board.mistake import LONGEST, Mistake, mistake
from drivers.board.watch import ECHO_WITHIN, STEADY, Board, Wanted
from drivers.board.wire import DiceShown, Echo, JackpotShown, Posting, PostingShown, ResultShown, shown
from drivers.faults import Fault
from tests.drivers.broker import METER, jackpot, posting, result

OLD, RIGHT = shown(jackpot(1234500, 6, seq=100)), shown(jackpot(1234567, 7, seq=101))
DARK: dict[str, Any] = {"state": "out_of_service", "digits": "", "text": {}}
SLIPS: dict[str, tuple[JackpotShown, Mistake]] = {
    "another amount": (RIGHT.model_copy(update={"digits": "712345.67"}), Mistake("712345.67", "12345.67")),
    "another state": (RIGHT.model_copy(update={"state": "pending"}), Mistake("pending", "live")),
    "other words": (RIGHT.model_copy(update={"text": RIGHT.text | {"fr": ["777"]}}), Mistake("777", "PROGRESSIF")),
    "an amount of before": (OLD, Mistake("seq 100, version 6, 12345.00", "seq 101, version 7, 12345.67")),
    "never sent": (RIGHT.model_copy(update={"seq": 102}), Mistake("seq 102", "seq 101")),
    "of a life before": (RIGHT.model_copy(update={"seq": 7}), Mistake("seq 7", "seq 101")),
    "lit out of service": (RIGHT.model_copy(update={"state": "out_of_service"}), Mistake("12345.67", "-")),
}  # fmt: skip


class Table:
    """One board, and what it is to show, with a clock that a test sets."""

    def __init__(self, board: Board) -> None:
        self.board, self.wanted, self.now = board, Wanted(), 0.0

    def echo(self, **parts: Any) -> None:
        self.now += 0.5
        self.board.says(Echo(board=METER, n=1, **parts), self.wanted, self.now)

    @property
    def wrong(self) -> tuple[Fault, Mistake | None] | None:
        return self.board.wrong(self.wanted, self.now)


@pytest.fixture
def table() -> Table:
    """The amount rose long ago, and the board has shown both."""
    table = Table(Board(result=False, jackpot=True))
    for at, message in ((0.0, jackpot(1234500, 6, seq=100)), (10.0, jackpot(1234567, 7, seq=101))):
        table.now = at
        table.wanted.tell(message, at)
        table.echo(jackpot=shown(message))
    table.now = 20.0
    table.echo(jackpot=RIGHT)
    assert table.wrong is None
    return table


@pytest.mark.parametrize("slip", SLIPS)
def test_one_wrong_echo_between_right_ones_is_named_told_and_unproven_until_it_was_steady(
    table: Table, slip: str
) -> None:
    held, told = SLIPS[slip]
    table.echo(jackpot=held)
    slipped = table.now
    assert table.board.proved < slipped
    while table.now < slipped + STEADY:
        assert table.wrong == (Fault.BOARD_WRONG, told)
        assert table.board.proved < slipped
        table.echo(jackpot=RIGHT)
    assert table.wrong is None
    assert table.board.proved == table.now


def test_a_board_that_slips_again_and_again_never_proves_its_amount(table: Table) -> None:
    proved = table.board.proved
    for number in range(100):
        table.echo(jackpot=SLIPS["another amount"][0] if number % 9 == 0 else RIGHT)
        assert table.wrong is not None
    assert table.board.proved == proved


def test_a_board_that_is_blank_for_a_moment_shows_nothing_wrong_and_is_late_only_if_it_stays_so(table: Table) -> None:
    for blank in (None, RIGHT.model_copy(update=DARK), RIGHT.model_copy(update=DARK | {"seq": 0})):
        table.echo(jackpot=blank)
        assert table.wrong is None
        table.echo(jackpot=RIGHT)
    began = table.now
    while table.now <= began + ECHO_WITHIN:
        assert table.wrong is None
        table.echo(jackpot=None)
    assert table.wrong == (Fault.BOARD_LATE, None)


def test_a_wrong_echo_while_the_pool_is_busy_is_held_against_what_was_sent_under_its_number(table: Table) -> None:
    for number in range(102, 120):
        table.wanted.tell(jackpot(1234567 + number, number, seq=number), table.now)
        table.echo(jackpot=shown(jackpot(1234567 + number, number, seq=number)))
    assert table.wrong is None
    table.echo(jackpot=shown(jackpot(1, 118, seq=118)))
    assert table.wrong == (Fault.BOARD_WRONG, Mistake("0.01", "12346.85"))


def test_a_board_of_results_that_goes_back_to_the_last_round_is_wrong_and_not_late() -> None:
    table = Table(Board())
    for seq in (1, 2):
        table.wanted.tell_result(result(seq, f"Coup {seq}"), table.now)
        table.echo(result=said(seq))
    table.now = 100.0
    table.echo(result=said(1))
    assert table.wrong == (Fault.BOARD_WRONG, Mistake("seq 1, Coup 1", "seq 2, Coup 2"))
    table.echo(result=said(2))
    assert table.wrong is not None
    table.now += STEADY
    assert table.wrong is None


def test_a_board_that_still_shows_what_was_corrected_a_moment_ago_is_late_and_not_wrong() -> None:
    table = Table(Board())
    table.wanted.tell_result(result(1, "Coup 1"), table.now)
    table.echo(result=said(1))
    table.wanted.tell_result(result(1, "Coup 1, corrigé"), table.now)
    table.echo(result=said(1))
    assert table.wrong is None
    table.now += ECHO_WITHIN
    assert table.wrong == (Fault.BOARD_LATE, None)


def said(seq: int) -> ResultShown:
    return ResultShown(seq=seq, text=result(seq, f"Coup {seq}").text)


def test_a_board_that_goes_back_to_what_was_posted_before_is_wrong() -> None:
    table, sent = Table(Board()), []
    for minimum in (500, 1000):
        table.wanted.posting.tell(posting(minimum), table.now)
        newest: Posting | None = table.wanted.posting.message
        assert newest is not None
        sent.append(PostingShown(seq=newest.seq, text=newest.text))
        table.echo(posting=sent[-1])
    assert table.wrong is None
    table.echo(posting=sent[0])
    assert table.wrong == (Fault.BOARD_WRONG, Mistake(*("seq 1, " + ", ".join(["Minimum 500"] * 2),
                                                        "seq 2, " + ", ".join(["Minimum 1000"] * 2))))  # fmt: skip


def test_whatever_a_board_says_is_told_in_one_short_line() -> None:
    hostile = DiceShown(seq=1, text={"fr": ["\x1b[2J\n", "x" * 60_000], "en": []})
    told = mistake(hostile, DiceShown(seq=1, text={"fr": ["Point : 6"], "en": []}))
    assert told.sent == "Point : 6"
    assert len(told.found) == LONGEST
    assert told.found.isprintable()
