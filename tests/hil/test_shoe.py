"""The simulated shoe itself: what it holds, when it lets a card out, and what a line makes of its bytes."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from drivers.shoe.angel_eye_wire import CardDrawn, Command, Decoder, Event, Listener, Refused, Started, Taken
from hil.broker import free_port
from hil.dealer import Dealer
from hil.line import misheard
from hil.rig import Rig
from hil.scenario import ALL, read
from hil.shoe import SHOES, simulated
from hil.shoe.model import Shoe
from hil.site_files import ShoeKind
from rules.cards import DECK
from tests.drivers import running


class Box(Shoe):
    """A shoe that tells nobody but us."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[str] = []

    async def _live(self) -> None: ...

    def _start_anew(self) -> None: ...

    def _hear(self, data: bytes) -> None: ...

    def _tell_card(self, card: object) -> None:
        self.sent.append(str(card))

    def _tell_unread(self, *, reversed_: bool) -> None:
        self.sent.append("reversed" if reversed_ else "unread")

    def _tell_cut(self) -> None:
        self.sent.append("cut")

    def _tell_loaded(self) -> None:
        self.sent.append("loaded")

    def _tell_empty(self) -> None:
        self.sent.append("empty")


class Wire:
    """A line that keeps what was sent."""

    def __init__(self) -> None:
        self.sent = b""

    def plug(self, heard: object) -> None: ...

    def unplug(self) -> None: ...

    def write(self, data: bytes) -> None:
        self.sent += data


async def test_decks_are_whole_and_shuffled_by_their_seed() -> None:
    dealt = []
    for seed in (7, 7, 8):
        box = Box()
        await box.do("load", decks=2, seed=seed, senses=True)
        await box.do("draw", count=104)
        assert (box.sent[0], box.sent[-1]) == ("loaded", "empty")
        assert Counter(box.sent[1:-1]) == Counter({str(card): 2 for card in DECK})
        dealt.append(box.sent)
    assert dealt[0] == dealt[1] != dealt[2]


async def test_the_cut_card_comes_where_it_was_put() -> None:
    box = Box()
    await box.do("load", cards=["8c", "8d", "3s"], cut=2)
    await box.do("draw", count=3)
    assert box.sent == ["8c", "8d", "cut", "3s"]


async def test_a_locked_or_empty_shoe_lets_no_card_out() -> None:
    box = Box()
    with pytest.raises(ValueError, match="empty"):
        await box.do("draw")
    await box.do("load", cards=["8c"])
    box.locked = True
    with pytest.raises(ValueError, match="locked"):
        await box.do("draw")
    assert box.sent == []


async def test_cards_that_are_wrong_in_themselves() -> None:
    box = Box()
    await box.do("load", cards=["8c", "8d", "3s", "4h", "5h"])
    await box.do("draw")
    for fault in ("extra_card", "misread", "reversed_card", "missing_card"):
        box.on.add(fault)
        await box.switched(fault, on=True)
        await box.do("draw")
        box.on.discard(fault)
    assert box.sent == ["8c", "8c", "unread", "reversed", "5h"]


async def test_a_stranger_hears_the_line_and_speaks_on_it() -> None:
    box, wire = Box(), Wire()
    box._line = wire
    box._put(b"$BEAT")
    assert bytes.fromhex((await box.do("tap"))["bytes"]) == b"$BEAT"
    await box.do("inject", bytes=b"\0\xff".hex())
    assert wire.sent == b"$BEAT\0\xff"


def test_a_line_at_another_speed_brings_other_bytes() -> None:
    assert misheard(b"U", 1) == b"U"
    assert misheard(b"U", 2) == b"\x66\x66"
    assert not set(misheard(b"$BEAT,7F3A09C1,17*1DA3\r\n")) & set(b"$BEAT")


@pytest.mark.parametrize("protocol", SHOES)
async def test_a_shoe_speaks_over_tcp_to_whoever_connected_last(protocol: str) -> None:
    port = free_port()
    shoe = simulated(protocol, tcp=port, serial="SIM-0001")
    async with running(shoe.run()):
        await asyncio.sleep(0)
        first = await asyncio.open_connection("127.0.0.1", port)
        second = await asyncio.open_connection("127.0.0.1", port)
        await first[0].read()  # to its end
        await shoe.do("load", cards=["8c"])
        await shoe.do("draw")
        assert await second[0].read(1)
        for _, writer in (first, second):
            writer.close()
            await writer.wait_closed()


async def test_an_angel_eye_answers_commands() -> None:
    shoe = simulated("angel_eye")
    shoe._line = wire = Wire()
    for data, answer in (
        (Command("LK", "02").encode(), Taken()),
        (Command("LK", "02").encode().replace(b"1B", b"19"), Refused(0x02)),
        (Command("GP", "00").encode(), Refused(0x13)),
    ):
        wire.sent = b""
        shoe._hear(data[:4])
        shoe._hear(data[4:])
        assert [frame for frame, _ in Decoder().feed(wire.sent) if not isinstance(frame, Event)] == [answer]
    assert shoe.locked


async def test_a_dealer_plays_whole_rounds_from_a_shoe_that_remembers_nothing() -> None:
    async with Rig(shoe=ShoeKind("angel_eye")) as rig:
        await rig.start_daemon()
        await rig.until("/health", lambda health: [fault["code"] for fault in health["faults"]] == ["SHOE_UNPROVEN"])
        await rig.do("shoe", "stand_by")
        await rig.until("/health", lambda health: not health["faults"])
        dealer = Dealer(rig, seed=5)
        for _ in range(3):
            await dealer.play_round()
        assert await rig.end_daemon() == 0
        assert [event["round"] for event in rig.journal() if event["kind"] == "round_finished"] == [1, 2, 3]
        assert not [event for event in rig.journal() if event["kind"] == "held"]


def switched(protocol: str) -> set[str]:
    """The faults that some story switches on."""
    steps = [step.words for path in ALL for step in read(path).steps if read(path).shoes[0].protocol == protocol]
    return {words[2] for words in steps if words[:2] == ("fault", "shoe") and words[3] == "on"}


def test_every_fault_has_a_story() -> None:
    assert set(SHOES["csr"].FAULTS) == switched("csr")
    covered_by_csr = {"wrong_identity", "go_silent", "extra_card", "missing_card"}  # the same for both, or impossible
    assert set(SHOES["angel_eye"].FAULTS) - covered_by_csr == switched("angel_eye")


def test_a_card_of_the_simulated_shoe_is_the_real_one() -> None:
    shoe = simulated("angel_eye")
    shoe._line = wire = Wire()
    shoe._start_anew()
    shoe._tell_card(DECK[0])
    assert wire.sent == 3 * Started("0").encode() + 3 * CardDrawn.of("1", "2c").encode()


async def told_by(shoe: Shoe, steps: list[str], cards: str) -> list[str]:
    """What a shoe says on its line, each once, when these cards are drawn and these things done to it."""
    shoe._line = wire = Wire()
    shoe._start_anew()
    await shoe.do("load", cards=cards.split())
    for step in steps:
        await shoe.do(step)
    said = [text for text, _ in Listener().feed(wire.sent)]
    assert [said[at : at + 3] for at in range(0, len(said), 3)] == [3 * [text] for text in said[::3]]
    return [" ".join(word for word in text.split() if not word.startswith("seq=")) for text in said[::3]]


async def test_a_hand_of_a_shoe_that_hides_values_is_told_as_a_captured_one_tells_it() -> None:
    said = await told_by(simulated("angel_eye", hides=True), 5 * ["draw"], "2s 7c 9s 7h Qd")
    places = ["target=0 index=1", "target=1 index=1", "target=0 index=2", "target=1 index=2", "target=0 index=3"]
    values = ["2s", "7c", "9s", "7h", "Qd"]
    assert said == [
        *("S", *(f"D {place} card=hidden" for place in places)),
        *(f"I {place} card={card}" for place, card in zip(places, values, strict=True)),
        *("G data=c2", "P"),
    ]


@pytest.mark.parametrize("hides", [True, False])
async def test_a_card_drawn_once_too_often_is_the_first_of_the_next_hand(hides: bool) -> None:
    shoe = simulated("angel_eye", hides=hides)
    shoe.on.add("overdraw")
    said = await told_by(shoe, [*5 * ["draw"], "deal_outside"], "2s 9s 7c Qd 7s")
    card = "hidden" if hides else "7s"
    outside = ["i target=0 index=1 card=7s"] if hides else []
    drawn = [f"d target=2 index=0 card={card}", *outside, "e data=82"]
    assert said[5 : 7 + len(drawn)] == ["E error=overdraw", "E error=draw_timeout", *drawn]
    assert said[-3:] == ["G data=a0", "P", f"R target=0 index=1 card={card}"]
    with pytest.raises(ValueError, match="no card lies outside"):
        await shoe.do("deal_outside")


async def test_a_new_shoe_burns_as_many_cards_as_the_first_one_says() -> None:
    said = await told_by(simulated("angel_eye", hides=True), ["burn"], "2c Jd 2c")
    assert said == [
        *("S", "D target=4 index=0 card=2c", "D target=5 index=1 card=Jd"),
        "D target=5 index=0 card=2c",
    ]
