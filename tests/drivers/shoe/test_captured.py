"""What a real shoe sent, played whole: baccarat's own rule says of each hand that it was heard right.

Every file in `captured/` is played: one line a read of the port, in hexadecimal. What checks it knows nothing of ours
but the decoder.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from drivers.line.conversation import Setup
from drivers.observation import CardHidden, CardTold, CardUnreadable, Observation, OutsideDealt, ShoeTrouble
from drivers.shoe.angel_eye import Conversation
from drivers.shoe.angel_eye_wire import Decoder, Frame, Unknown

CAPTURES = sorted((Path(__file__).parent / "captured").glob("*.hex"))
PLAYER, BANKER = 0, 1
POINTS = dict(zip("A23456789TJQK", (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0), strict=True))
BANKER_DRAWS = {3: "012345679", 4: "234567", 5: "4567", 6: "67"}  # on the player's third card; on all up to 2


def chunks(capture: Path) -> list[bytes]:
    return [bytes.fromhex(line) for line in capture.read_text().split()]


def told(capture: Path) -> list[Frame]:
    """Every message once, as it was decoded."""
    decoder, frames = Decoder(), list[Frame]()
    for chunk in chunks(capture):
        for frame, _ in decoder.feed(chunk):
            if frame is not None and (not frames or frame != frames[-1]):
                frames.append(frame)
    return frames


class Hand:
    """The cards of one hand, where the shoe said that they came out, and what it said that they are."""

    def __init__(self) -> None:
        self.places: list[tuple[int, int]] = []
        self.values: dict[tuple[int, int], str] = {}

    def side(self, target: int) -> list[int]:
        return [POINTS[self.values[place][0]] for place in sorted(self.values) if place[0] == target]

    def check(self, result: int) -> None:
        """As many cards as the drawing rule wants, in its order, and the result that the shoe told."""
        player, banker = self.side(PLAYER), self.side(BANKER)
        first, second = sum(player[:2]) % 10, sum(banker[:2]) % 10
        places = [(PLAYER, 1), (BANKER, 1), (PLAYER, 2), (BANKER, 2)]
        if max(first, second) < 8:
            if first <= 5:
                places.append((PLAYER, 3))
                draws = second <= 2 or str(player[2]) in BANKER_DRAWS.get(second, "")
            else:
                draws = second <= 5
            places += [(BANKER, 3)] if draws else []
        assert self.places == places
        assert self.values.keys() == set(places)
        ahead = sum(player) % 10 - sum(banker) % 10
        winner = result >> 4 & 7
        assert winner in ((1,) if ahead > 0 else (2,) if ahead == 0 else (4, 5))  # 5: the banker wins with six
        assert winner != 5 or sum(banker) % 10 == 6
        pairs = [self.values[side, 1][0] == self.values[side, 2][0] for side in (PLAYER, BANKER)]
        assert [bool(result & 1), bool(result & 2)] == pairs


def hands(frames: list[Frame]) -> Iterator[tuple[Hand, int]]:
    """Each with its result, from one result to the next; what a start of communication ends has none."""
    hand = Hand()
    for frame in frames:
        code, data = frame.describe()[0], getattr(frame, "data", b"")
        place = (data[0] >> 4 & 7, data[0] & 15) if data else (0, 0)
        if code == "S":
            hand = Hand()
        elif code == "G":
            yield hand, data[0]
            hand = Hand()
        elif code in "DR" and place[0] in (PLAYER, BANKER):
            hand.places.append(place)
        elif code == "I":
            assert place not in hand.values
            hand.values[place] = frame.describe().rpartition("card=")[2]


def heard(capture: Path) -> tuple[Conversation, list[Observation]]:
    conversation, observations = Conversation(Setup("shoe", "FT4XYZ01", hides=True), 0.0), list[Observation]()
    for number, chunk in enumerate(chunks(capture)):
        now = number / 10
        observations += [sighting.observation for sighting in conversation.receive(chunk, now)]
        conversation.check(now)
    return conversation, observations


@pytest.mark.parametrize("capture", CAPTURES, ids=lambda path: path.stem)
def test_every_hand_agrees_with_the_drawing_rule_and_with_the_result(capture: Path) -> None:
    played = list(hands(told(capture)))
    for hand, result in played:
        hand.check(result)
    assert len(played) >= 10


@pytest.mark.parametrize("capture", CAPTURES, ids=lambda path: path.stem)
def test_there_is_no_gap_no_unknown_code_and_no_card_that_nobody_could_read(capture: Path) -> None:
    conversation, observations = heard(capture)
    assert not [frame for frame in told(capture) if isinstance(frame, Unknown)]
    assert (conversation.tally.gaps, conversation.contradicts) == (0, False)
    troubles = {each.what for each in observations if isinstance(each, ShoeTrouble)}
    assert troubles <= {"overdraw", "draw_timeout"}
    assert not [each for each in observations if isinstance(each, CardUnreadable)]


@pytest.mark.parametrize("capture", CAPTURES, ids=lambda path: path.stem)
def test_a_value_is_told_of_every_card_that_came_out_hidden(capture: Path) -> None:
    """But of a hand that the power's loss ended, or the capture's."""
    _, observations = heard(capture)
    untold: list[int] = []
    for each in observations:
        match each:
            case CardHidden(place=place) | OutsideDealt(place=place, card=None):
                assert untold.count(place) == 0
                untold.append(place)
            case CardTold(place=place):
                untold.remove(place)
            case _ if type(each).__name__ == "LinkUp":
                untold.clear()
    assert len(untold) <= 6
