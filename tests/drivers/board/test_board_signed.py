"""A table that signs: a board that has its key lights nothing else, whoever holds the certificate or the broker."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import hil.board
from drivers.board.driver import BoardDriver
from drivers.board.signing import Signer, new_key
from drivers.board.watch import Board
from drivers.board.wire import Heartbeat, Jackpot, Signed
from drivers.faults import Fault, FaultError
from hil.board.glass import UNSIGNED, Glass
from hil.thief import forge
from tests.drivers import running, until
from tests.drivers.board.test_board_jackpot import CLIENT, faults, shows
from tests.drivers.broker import METER, TABLE, Broker, jackpot

FALSE = 9_999_999


@pytest.fixture
def key(tmp_path: Path) -> Path:
    file = tmp_path / "display.key"
    file.touch(mode=0o600)
    file.write_bytes(new_key())
    return file


def link_with(broker: Broker, key: Path | None) -> BoardDriver:
    boards = {METER: Board(result=False, jackpot=True)}
    link = BoardDriver(TABLE, broker.access(), boards, beat=lambda: None, display_key=key)
    link.show_jackpot(jackpot())
    return link


def meter_with(broker: Broker, *keys: str) -> hil.board.Board:
    return hil.board.Board(TABLE, METER, broker.opens(CLIENT), jackpot=True, keys=keys)


async def test_whoever_holds_the_table_s_certificate_lights_nothing_on_a_board_that_has_its_key(
    broker: Broker, key: Path
) -> None:
    link, meter = link_with(broker, key), meter_with(broker, Signer.load(key).public)
    async with running(link.run(), meter.run()):
        await shows(meter, "live", "12345.67")
        await forge(broker.opens(), TABLE, METER, FALSE, new_key())
        await shows(meter, "live", "12345.67")
        link.show_jackpot(jackpot(1234592, 2))
        await shows(meter, "live", "12345.92")
        await until(lambda: not faults(link))
        assert (await meter.do("read"))["lit"] == ["12345.67", "12345.92"]


async def test_a_board_without_the_key_believes_him(broker: Broker, key: Path) -> None:
    """So that the test above can fail; README and SECURITY.md say it."""
    link, meter = link_with(broker, key), meter_with(broker)
    async with running(link.run(), meter.run()):
        await shows(meter, "live", "12345.67")
        await forge(broker.opens(), TABLE, METER, FALSE, new_key())
        assert (await meter.do("read"))["lit"] == ["12345.67", "99999.99"]


async def test_the_key_is_changed_with_boards_that_know_both(broker: Broker, key: Path) -> None:
    meter = meter_with(broker, Signer.of(new_key()).public, Signer.load(key).public)
    async with running(link_with(broker, key).run(), meter.run()):
        await shows(meter, "live", "12345.67")


async def test_a_board_that_has_another_key_says_so(broker: Broker, key: Path) -> None:
    link, meter = link_with(broker, key), meter_with(broker, Signer.of(new_key()).public)
    async with running(link.run(), meter.run()):
        await until(lambda: faults(link) == [(Fault.BOARD_KEY, METER)])
        assert (await meter.do("read"))["lit"] == []


@pytest.mark.parametrize(
    "spoil",
    [
        lambda key: key.unlink(),
        lambda key: key.chmod(0o644),
        lambda key: key.write_text("-----BEGIN PRIVATE KEY-----"),
        lambda key: shutil.copy(key.parent / "broker" / TABLE / "client.key", key),  # that of the certificate
    ],
)
async def test_a_key_that_cannot_be_used_is_named_and_boards_without_one_follow_all_the_same(
    broker: Broker, key: Path, spoil: Callable[[Path], object]
) -> None:
    spoil(key)
    with pytest.raises(FaultError, match="DISPLAY_KEY"):
        Signer.load(key)
    link, meter = link_with(broker, key), meter_with(broker)
    async with running(link.run(), meter.run()):
        await shows(meter, "live", "12345.67")
        await until(lambda: faults(link) == [(Fault.DISPLAY_KEY, str(key))])


# -- the glass alone --------------------------------------------------------------------------------------------------


SIGNER = Signer.of(new_key())


def glass() -> Glass:
    return Glass(METER, shows_result=False, shows_jackpot=True, table=TABLE, keys=(SIGNER.public,))


def sent(cents: int, seq: int) -> Jackpot:
    return jackpot(cents, seq, seq=seq)


def take(glass: Glass, message: Jackpot) -> None:
    glass.take_jackpot(message, message.model_dump_json().encode())


def signed(glass: Glass, message: Jackpot, now: float, table: str = TABLE) -> Signed:
    """The table hears an echo of this moment, and answers."""
    return SIGNER.lease(table, message, {METER: glass.echo(now).n})


def digits(glass: Glass, now: float) -> str:
    shown = glass.jackpot_shown(now)
    assert shown is not None
    return shown.digits


def test_a_message_is_lit_once_its_digest_is_signed_and_what_was_lit_stays_until_then() -> None:
    board = glass()
    first, second = sent(100, 1), sent(200, 2)
    take(board, first)
    assert digits(board, 0.0) == ""
    board.take_lease(signed(board, first, 0.0))
    assert digits(board, 0.1) == "1.00"
    take(board, second)
    assert digits(board, 1.9) == "1.00"
    board.take_lease(signed(board, first, 1.9))  # the table had not heard of it yet
    assert digits(board, 2.1) == "1.00"
    board.take_lease(signed(board, second, 2.1))
    assert digits(board, 2.1) == "2.00"
    assert digits(board, 4.2) == ""


def test_another_amount_under_the_same_number_is_not_what_was_signed() -> None:
    board = glass()
    true, false = sent(100, 1), sent(FALSE, 1)
    take(board, true)
    board.take_lease(signed(board, true, 0.0))
    take(board, false)
    board.take_lease(signed(board, true, 0.5))
    assert digits(board, 0.5) == "1.00"


def test_what_was_signed_once_lights_nothing_in_another_life_of_the_board() -> None:
    before, board, old = glass(), glass(), sent(100, 1)
    kept = signed(before, old, 0.0)
    take(board, old)
    board.echo(0.0)
    board.take_lease(kept)
    assert digits(board, 0.0) == ""
    assert board.jackpot is None


def test_what_another_table_signed_with_the_same_key_lights_nothing() -> None:
    board, message = glass(), sent(100, 1)
    take(board, message)
    board.take_lease(signed(board, message, 0.0, table="war-2"))
    assert digits(board, 0.0) == ""


def test_a_false_message_with_a_high_number_does_not_keep_the_true_one_out() -> None:
    board, true = glass(), sent(100, 1)
    take(board, sent(FALSE, 2**50))
    take(board, true)
    board.take_lease(signed(board, true, 0.0))
    assert digits(board, 0.0) == "1.00"


def test_heartbeats_without_a_signature_light_nothing_and_are_told() -> None:
    board, message = glass(), sent(100, 1)
    take(board, message)
    for number in range(UNSIGNED):
        assert board.trouble() == []
        board.take_heartbeat(Heartbeat(table=TABLE, seq=1, heard={METER: board.echo(number).n}))
    assert board.trouble() == ["signature"]
    assert digits(board, 0.0) == ""
    board.take_lease(signed(board, message, 3.0))
    assert board.trouble() == []
    assert digits(board, 3.0) == "1.00"
