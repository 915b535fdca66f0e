"""docs/protocols/shaker.md says what the code does, and its example is what the simulated shaker says."""

from __future__ import annotations

import re
from dataclasses import fields
from enum import IntEnum, IntFlag
from pathlib import Path
from struct import Struct

import pytest

from drivers import retry
from drivers.shaker import conversation, driver, usb
from drivers.shaker.wire import (
    COMMANDS,
    IN,
    INTERFACE,
    MOST_MILLISECONDS,
    OUT,
    Event,
    Flag,
    Identity,
    Kind,
    Packed,
    Phase,
    Refusal,
    Request,
    SelfTest,
    Status,
    Trouble,
)
from hil.shaker import model
from hil.shaker.model import Model, StalledError

PAGE = (Path(__file__).parents[3] / "docs/protocols/shaker.md").read_text()
SETUP = Struct("<BBHHH")
READS: tuple[type[Request], ...] = (Identity, Status, SelfTest)
NAMES = {kind.__name__: kind for kind in (*READS, *COMMANDS.values())}


def widths(kind: type[Packed]) -> str:
    """Each field with its bytes, as the page tells them."""
    sizes = [Struct(f"<{part}").size for part in re.findall(r"\d*[a-zA-Z]", kind.LAYOUT.format)]
    return ", ".join(f"`{field.name}` {size}" for field, size in zip(fields(kind), sizes, strict=True))  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", NAMES.values(), ids=NAMES)
def test_the_page_tells_every_request_with_its_fields(kind: type[Request]) -> None:
    way = "read" if kind in READS else "order"
    row = f"| `0x{kind.REQUEST:02x}` | `{kind.__name__}` | {way} | {kind.LAYOUT.size} | {widths(kind)} |"
    assert row.replace("  |", " |") in PAGE


def test_the_page_tells_an_event_s_fields_and_every_number_by_its_name() -> None:
    assert f"{widths(Event)}." in PAGE
    numbers: tuple[type[IntEnum] | type[IntFlag], ...] = (Phase, Flag, Refusal, Trouble, Kind)
    for name in (f"\n| {one.value} | `{one.name}` |" for kind in numbers for one in kind):
        assert PAGE.count(name) == 1, name


def test_the_page_tells_the_descriptors_and_the_limits_of_the_code() -> None:
    shown = re.findall(r"^\| (?:device|configuration|interface|endpoint) \| `(.*)` \|$", PAGE, re.MULTILINE)
    assert bytes.fromhex("".join(shown)) == model.DESCRIPTORS
    for said in (
        f"1 to {MOST_MILLISECONDS}",
        f"| no answer to a request | {usb.ANSWER_WITHIN} ms |",
        f"| no `MOVING` after `Shake` | {conversation.BEGINS_WITHIN:g} s |",
        f"| by the next `Status`, {driver.LOOK_EVERY:g} s |",
        f"| more than {conversation.FLOOD} |",
        f"after {retry.FIRST_RETRY:g} s, then less and less often, at the least every {retry.LAST_RETRY:g} s",
        f"has held for {retry.HELD:g} s",
    ):
        assert said in PAGE, said


def example() -> list[tuple[float, str, bytes, str]]:
    """The lines of the page's conversation: when, who, the bytes, and what it is called."""
    (block,) = re.findall(r"```\n( 0\.00  host.*?)\n```", PAGE, re.DOTALL)
    joined = re.sub(r"\n {15}", " ", block)
    line = re.compile(r" *([\d.]+)  (host|shaker|event|stall) *((?:[0-9a-f]{2} )*(?:[0-9a-f]{2})?) *(\w*)")
    matches = [line.fullmatch(each) for each in joined.splitlines()]
    assert all(matches), joined
    return [(float(one[1]), one[2], bytes.fromhex(one[3]), one[4]) for one in matches if one]


def test_the_example_is_what_the_codec_says_and_the_simulated_shaker_does() -> None:
    shaker, answer, called = Model("SB-0001", seed=0), b"", set()
    for at, who, data, name in example():
        if who == "host":
            kind, request, value, index, length = SETUP.unpack(data[: SETUP.size])
            asked, sent = NAMES[name], data[SETUP.size :]
            assert (request, value, index, length) == (asked.REQUEST, 0, INTERFACE, asked.LAYOUT.size)
            assert kind == (IN if asked in READS else OUT)
            if kind == OUT:
                assert asked.decode(sent).encode() == sent
            called.add(name)
            try:
                answer = shaker.control(kind, request, sent, at)
            except StalledError:
                answer = b"stall"
        elif who == "shaker":
            assert answer == data
        elif who == "stall":
            assert answer == b"stall"
        else:
            assert shaker.poll(at) == data
            assert Kind(Event.decode(data).kind).name == name
    assert shaker.poll(at) is None
    assert called == NAMES.keys() - {"Stop"}
