"""A board without its network: what stands on the glass, whatever comes; and how it is drawn."""

from __future__ import annotations

import re
from pathlib import Path

import cv2
import pytest

from drivers.board.wire import Heartbeat, Jackpot, JackpotShown
from hil.board import segments
from hil.board.glass import Glass
from tests.drivers.broker import METER, TABLE, jackpot, result

EPOCH = 1_000_000_000.0  # a monotonic clock begins anywhere


@pytest.fixture
def glass() -> Glass:
    return Glass(METER, shows_result=False, shows_jackpot=True)


def held(seq: int = 5, **more: object) -> Jackpot:
    return jackpot(**more).model_copy(update={"seq": seq})  # type: ignore[arg-type]


def beat(glass: Glass, now: float, seq: int = 5, n: int | None = None) -> None:
    """The table hears an echo, and answers at `now`."""
    heard = glass.echo(now).n if n is None else n
    glass.take_heartbeat(Heartbeat(table=TABLE, seq=seq, heard={METER: heard}))


def lit(glass: Glass, now: float) -> JackpotShown:
    shown = glass.jackpot_shown(now)
    assert shown is not None
    return shown


def test_a_board_that_was_told_nothing_is_out_of_service(glass: Glass) -> None:
    assert (lit(glass, EPOCH).state, lit(glass, EPOCH).digits) == ("out_of_service", "")


def test_a_message_alone_lights_nothing(glass: Glass) -> None:
    glass.take_jackpot(held())
    assert (lit(glass, EPOCH).state, lit(glass, EPOCH).digits, lit(glass, EPOCH).seq) == ("out_of_service", "", 5)


def test_a_heartbeat_lights_it_until_the_lease_ends(glass: Glass) -> None:
    glass.take_jackpot(held())
    beat(glass, EPOCH)
    assert (lit(glass, EPOCH + 1.9).state, lit(glass, EPOCH + 1.9).digits) == ("live", "12345.67")
    assert lit(glass, EPOCH + 2.0).text == {"fr": ["HORS SERVICE"], "en": ["OUT OF SERVICE"]}


def test_the_lease_counts_from_the_echo_not_from_the_heartbeat(glass: Glass) -> None:
    """So what lay in a queue for a minute is worth nothing."""
    glass.take_jackpot(held())
    n = glass.echo(EPOCH).n
    beat(glass, EPOCH + 60, n=n)
    assert lit(glass, EPOCH + 60).state == "out_of_service"


def test_a_heartbeat_for_another_life_of_the_board_is_worth_nothing(glass: Glass) -> None:
    glass.take_jackpot(held())
    n = glass.echo(EPOCH).n
    for other in (n - 1, n + 1, 0):
        beat(glass, EPOCH, n=other)
        assert lit(glass, EPOCH).state == "out_of_service"
    glass.take_heartbeat(Heartbeat(table=TABLE, seq=5, heard={}))
    assert lit(glass, EPOCH).state == "out_of_service"


def test_a_heartbeat_for_another_message_is_worth_nothing(glass: Glass) -> None:
    glass.take_jackpot(held(seq=5))
    beat(glass, EPOCH, seq=6)  # the message with number 6 was lost
    assert lit(glass, EPOCH).state == "out_of_service"


def test_two_seconds_after_a_change_the_old_amount_is_shown_nowhere(glass: Glass) -> None:
    """Whatever is lost: the last heartbeat that named the old message answered an echo from before the change."""
    glass.take_jackpot(held(seq=5))
    changed = EPOCH
    beat(glass, changed - 0.001, seq=5)
    for late in (0.5, 1.0, 1.5):
        beat(glass, changed + late, seq=6)
    assert lit(glass, changed + 2.0).state == "out_of_service"


@pytest.mark.parametrize(
    ("later", "counts"),
    [
        (held(seq=6, version=2), True),
        (held(seq=5, version=1), True),
        (held(seq=4, version=2), False),
        (held(seq=6, version=0), False),
        (held(seq=6, version=0, pool="other"), True),
    ],
)
def test_a_lower_one_is_ignored(glass: Glass, later: Jackpot, counts: bool) -> None:
    glass.take_jackpot(held(seq=5, version=1))
    assert glass.take_jackpot(later) is counts
    assert (glass.jackpot is later) is counts


def test_a_clock_that_was_set_matters_to_nobody(glass: Glass, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.time", lambda: 0.0)  # 1970
    glass.take_jackpot(held())
    beat(glass, 0.25)  # switched on a moment ago
    assert lit(glass, 0.5).state == "live"
    assert lit(glass, 2.25).state == "out_of_service"


@pytest.mark.parametrize(
    ("message", "places", "trouble"),
    [
        (held(cents=1234567), 7, []),
        (held(cents=1234567), 6, ["overflow"]),
        (held(cents=5), 3, []),
        (held(cents=5), 2, ["overflow"]),
        (held(cents=1234567, state="closed"), 6, []),  # nothing is to be lit
        (held(currency="USD"), 9, ["currency"]),
    ],
)
def test_what_it_cannot_show_it_says(message: Jackpot, places: int, trouble: list[str]) -> None:
    glass = Glass(METER, places, shows_result=False, shows_jackpot=True)
    glass.take_jackpot(message)
    beat(glass, EPOCH)
    echo = glass.echo(EPOCH)
    assert echo.trouble == trouble
    assert echo.jackpot is not None
    assert echo.jackpot.state == ("out_of_service" if trouble else message.state)


def test_a_hit_shows_the_locked_amount_of_the_first_one(glass: Glass) -> None:
    hits = [{"table": "bj-1", "seat": "3", "cents": 9803124}, {"table": "bj-2", "seat": "1", "cents": 500000}]
    glass.take_jackpot(held(state="pending", cents=500000, pending=hits))
    beat(glass, EPOCH)
    assert (lit(glass, EPOCH).state, lit(glass, EPOCH).digits) == ("pending", "98031.24")
    glass.take_jackpot(
        held(seq=6, state="pending", cents=None, pending=[{"table": "bj-1", "seat": "3", "cents": None}])
    )
    assert (lit(glass, EPOCH).state, lit(glass, EPOCH).digits) == ("pending", "")


def test_an_older_result_changes_nothing() -> None:
    glass = Glass("board-1")
    assert glass.take_result(result(2))
    assert not glass.take_result(result(1))
    assert glass.take_result(result(2, "corrected"))
    shown = glass.result_shown()
    assert shown is not None
    assert shown.text["fr"] == ["corrected"]


# -- how it looks -----------------------------------------------------------------------------------------------------


def test_every_digit_looks_like_no_other() -> None:
    drawn = {digit: "\n".join(segments.terminal(digit, 1)) for digit in "0123456789-"}
    assert len(set(drawn.values())) == len(drawn)


def test_the_picture_lights_the_segments_of_the_amount(tmp_path: Path) -> None:
    svg = segments.svg("12345.67", 9, ["EN ATTENTE <&> PENDING"])
    shapes = re.findall(r'fill="(#\w+)"/>', svg)
    wanted = sum(len(segments.LIT[digit]) for digit in "1234567") + 1
    assert shapes.count(segments.BRIGHT) == wanted
    assert "EN ATTENTE &lt;&amp;&gt; PENDING" in svg
    segments.png(tmp_path / "board.png", "12345.67", 9, ["FERMÉ"])
    picture = cv2.imread(str(tmp_path / "board.png"))
    assert picture is not None
    high, wide, _ = picture.shape
    assert f'width="{wide}" height="{high}"' in svg
    middle = picture[segments.MARGIN + segments.HIGH // 2, segments.MARGIN + segments.WIDE // 2]
    assert tuple(middle) == segments._colour(segments.DARK)  # the first place is blank


def test_the_words_of_a_picture_have_their_accents_and_suits(tmp_path: Path) -> None:
    def drawn(word: str) -> bytes:
        segments.png(tmp_path / "board.png", "", 9, [word])
        return (tmp_path / "board.png").read_bytes()

    assert len({drawn(word) for word in ("FERME", "FERMÉ", "4", "4♣", "4♠", "4?")}) == 6
