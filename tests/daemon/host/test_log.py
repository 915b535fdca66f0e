"""The log: one line an event, and never the words of an exception."""

from __future__ import annotations

import logging
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daemon.host.log import Lines
from drivers.faults import exception_site


@pytest.fixture(autouse=True)
def no_journald(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JOURNAL_STREAM", raising=False)


def line(event: str, level: str = "INFO", **fields: Any) -> str:
    number = logging.getLevelNamesMapping()[level]
    return Lines().format(logging.makeLogRecord({"msg": event, "levelno": number, "levelname": level, **fields}))


def hidden_card() -> None:
    raise ValueError("Kh lies face down")


def caught() -> Exception:
    try:
        hidden_card()
    except ValueError as error:
        return error
    raise AssertionError


def test_a_line_is_the_level_the_event_and_its_fields() -> None:
    assert line("shoe_down", "WARNING", device="shoe", tries=3) == "WARNING shoe_down device=shoe tries=3"


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("/dev/ttyS0", "/dev/ttyS0"),
        ("été", "été"),
        ("two words", '"two words"'),
        ("", '""'),
        ("a=b", '"a=b"'),
        ('say "no"', r'"say \"no\""'),
        ("one\ntwo", r'"one\ntwo"'),
        ("bell\x07", r'"bell\u0007"'),
        (None, "None"),
    ],
)
def test_a_value_is_quoted_where_it_could_be_misread(value: object, written: str) -> None:
    assert line("event", detail=value) == f"INFO event detail={written}"


@settings(deadline=None)
@given(st.text(), st.dictionaries(st.sampled_from(["device", "detail", "reason"]), st.text() | st.integers()))
def test_a_record_is_one_line_whatever_it_holds(event: str, fields: dict[str, Any]) -> None:
    assert "\n" not in line(event, **fields)
    assert "\n" not in line(f"{event}\n{event}", **fields)


@pytest.mark.parametrize(
    ("level", "priority"), [("DEBUG", 7), ("INFO", 6), ("WARNING", 4), ("ERROR", 3), ("CRITICAL", 2)]
)
def test_journald_is_told_the_level(level: str, priority: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JOURNAL_STREAM", "8:1234")
    assert line("event", level) == f"<{priority}>{level} event"


def test_an_exception_is_told_by_its_kind_and_place_only() -> None:
    error = caught()
    place = hidden_card.__code__.co_firstlineno + 1
    assert exception_site(error) == f"ValueError at hidden_card:{place}"
    assert line("bug", exc_info=(ValueError, error, error.__traceback__)) == (
        f'INFO bug exception="ValueError at hidden_card:{place}"'
    )


def test_an_exception_that_was_never_raised_has_only_a_kind() -> None:
    assert exception_site(ValueError("Kh")) == "ValueError"
    assert line("bug", exc_info=(ValueError, None, None)) == "INFO bug exception=ValueError"


def test_the_whole_log_of_a_process_is_one_line_an_event_without_the_words() -> None:
    script = """
import logging
from daemon.host.log import set_up
set_up()
log = logging.getLogger("croupier")
log.debug("too much")
try:
    try:
        raise KeyError("Kh")
    except KeyError as error:
        raise ValueError("Kh") from error
except ValueError:
    log.exception("bug", extra={"detail": "two\\nlines"}, stack_info=True)
"""
    process = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert process.stderr == 'ERROR bug detail="two\\nlines" exception="ValueError at <module>:11"\n'
    assert process.stdout == ""


def test_no_exception_tells_its_words_by_any_route() -> None:
    """A forgotten task, a failing callback and a dying thread: asyncio and threading would print what they hold."""
    program = """
import asyncio, gc, threading
from daemon.host import log

class Secret(Exception):
    pass

async def fails(card):
    raise Secret(card)

def breaks(card):
    raise Secret(card)

async def main():
    asyncio.get_running_loop().set_exception_handler(log.loop_handler)
    task = asyncio.create_task(fails("Kh"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    del task
    gc.collect()
    asyncio.get_running_loop().call_soon(breaks, "Kh")
    await asyncio.sleep(0.01)
    thread = threading.Thread(target=breaks, args=("Kh",))
    thread.start()
    thread.join()

log.set_up()
asyncio.run(main())
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert len(done.stderr.splitlines()) == 3
    assert done.stderr.count("Secret at ") == 3
    assert "Kh" not in done.stderr
