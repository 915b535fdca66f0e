"""docs/protocols/shaker_studio.md says what the code does, and its example is what the codec and the driver say."""

from __future__ import annotations

import re
from pathlib import Path

from drivers.observation import ShakerSaid
from drivers.shaker import conversation, studio
from drivers.shaker.conversation import Manner, ShakerTally
from drivers.shaker.studio import Conversation
from drivers.shaker.studio_wire import LONGEST, State, client_names

PAGE = (Path(__file__).parents[3] / "docs/protocols/shaker_studio.md").read_text()


def example() -> list[tuple[float, str, bytes]]:
    """The lines of the page's conversation: when, who, the text."""
    (block,) = re.findall(r"```\n( 0\.00  host.*?)\n```", PAGE, re.DOTALL)
    matches = [re.fullmatch(r" *([\d.]+)  (host|shaker) +(\S+)", line) for line in block.splitlines()]
    assert all(matches), block
    return [(float(one[1]), one[2], one[3].encode()) for one in matches if one]


def test_the_page_tells_every_state_and_the_limits_of_the_code() -> None:
    for state in State:
        assert len(re.findall(rf"^\| `{state}` \| \w", PAGE, re.MULTILINE)) == 1, state
    ours, its = client_names("TABLE", "shaker")
    for said in (
        f"(`{ours}`",
        f"(`{its}`)",
        f"ASCII, without a newline, {LONGEST} bytes at the most",
        f"| no live answer to `/state` | {studio.SILENT_AFTER:g} s |",
        f"| no `S1` after an order | {conversation.BEGINS_WITHIN:g} s |",
        f"| messages between two questions | more than {studio.FLOOD} |",
    ):
        assert said in PAGE, said
    assert studio.ASK_EVERY == 1.0  # « once a second »


def test_the_example_is_what_the_driver_sends_and_understands() -> None:
    line = Conversation("shaker", Manner(0, 41, 9590, (10, 0)), ShakerTally(), 0.0)
    told: list[str] = []
    for at, who, text in example():
        if who == "shaker":
            seen = [sighting.observation for sighting in line.says(text, at)]
            told += [each.what for each in seen if isinstance(each, ShakerSaid)]
            continue
        if text.startswith(b"/cycle"):
            line.shake(1, at)
        assert list(line.check(at)) == []
        assert text in line.outgoing
        line.outgoing.clear()
    assert told == ["idle", "order_received", "shaking", "idle"]
    assert list(line.check(12.0)) == []  # nothing is owed any more
