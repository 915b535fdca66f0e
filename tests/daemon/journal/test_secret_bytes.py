"""Two runs of a bad line that differ only in the cards on it: all that is not ciphertext is the same, bytes included.

A real driver, a real pty and a real journal; the simulated shoe repeats, spoils, loses and contradicts its frames, and
its cable is pulled. Clock, nonces and the names of power-ups are the same in both.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import asdict
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from daemon.cli.shoe.raw import masked
from daemon.journal.export import export
from daemon.journal.files import File
from daemon.journal.read import entries
from daemon.journal.seal import Sealed
from daemon.table.devices.shoe import SHOE
from daemon.table.orders import CloseBetting, OpenRound, SeatIn, VoidRound
from drivers.faults import Fault
from drivers.line.conversation import Position
from drivers.observation import CardHidden, CardSeen, LinkUp, Observation, OutsideDealt, ShoeTrouble
from drivers.observation import CardTold as ValueTold
from drivers.shoe import SHOES, angel_eye, csr_wire
from drivers.shoe.angel_eye_wire import (
    CardDrawn,
    CardOutside,
    CardTold,
    GameResult,
    OutsideTold,
    Retransmitted,
    StandBy,
    Unknown,
)
from drivers.shoe.driver import ShoeDriver
from hil.shoe import simulated
from hil.shoe.angel_eye import AngelEyeShoe
from rules.cards import DECK
from tests.daemon.floor import WAGERS
from tests.daemon.test_secrets import Run, Scene, decks
from tests.drivers import running, until

GAME = "three_card_poker"  # 24 cards with seven seats, and all of them face down
SERIAL = "SIM-0001"


class Line:
    """A table with its shoe on a line that can be anything but good."""

    def __init__(self, run: Run, protocol: str, *, hides: bool) -> None:
        port = str(run.folder / "shoe")
        self.run, self.heard, self.bytes = run, list[Observation](), list[bytes]()
        self.shoe = simulated(protocol, link=port, serial=SERIAL, **({"hides": True} if hides else {}))
        self.driver = ShoeDriver(
            device="shoe",
            protocol=protocol,
            port=port,
            baud_rate=SHOES[protocol].BAUD_RATE,
            serial=SERIAL,
            sink=self._sink,
            known=self._known,
            beat=lambda: None,
            hides=hides,
        )

    def _sink(self, observation: Observation, raw: bytes) -> asyncio.Future[None]:
        self.heard.append(observation)
        self.bytes.append(raw)
        return self.run.engine.submit(observation, raw)

    def _known(self) -> Position | None:
        shoe = SHOE.of(self.run.engine.state)
        return Position(shoe.boot, shoe.seq) if shoe.boot is not None else None

    def has_trouble(self, what: str) -> bool:
        return any(isinstance(seen, ShoeTrouble) and seen.what == what for seen in self.heard)

    @asynccontextmanager
    async def faults(self, *names: str) -> AsyncIterator[None]:
        for name in names:
            self.shoe.on.add(name)
            await self.shoe.switched(name, on=True)
        yield
        for name in names:
            self.shoe.on.discard(name)
            await self.shoe.switched(name, on=False)

    @asynccontextmanager
    async def there(self) -> AsyncIterator[None]:
        """The shoe is switched on before anybody listens."""
        async with running(self.shoe.run()):
            await until(lambda: Path(self.driver.port).exists())
            async with running(self.driver.run()):
                if isinstance(self.shoe, AngelEyeShoe):
                    await until(lambda: self.driver.fault is Fault.SHOE_UNPROVEN)
                    await self.shoe.do("stand_by")
                await until(lambda: self.driver.fault is None)
                yield

    async def draw(self, *, heard: int = 1) -> None:
        """A card; so many more are heard of then."""
        cards = self.cards() + heard
        self.run.drawn += 1
        await self.shoe.do("draw")
        await until(lambda: self.cards() == cards)

    def cards(self) -> int:
        return sum(isinstance(seen, CardSeen | CardHidden) for seen in self.heard)

    async def misfortunes(self) -> None:
        replays = self.driver.protocol == "csr"
        await self.draw()
        async with self.faults("repeat"):
            await self.draw()
        async with self.faults("repeat", "flip_bit"):
            await self.draw()
        async with self.faults("drop_frame"):
            await self.draw(heard=0)
        await self.draw(heard=1 + replays)
        async with self.faults("unplug"):
            await self.draw(heard=0)
            await until(lambda: self.driver.fault is Fault.PORT_ABSENT)
        if replays:
            await until(lambda: self.driver.fault is None)
        else:
            await until(lambda: self.driver.fault is Fault.SHOE_UNPROVEN)
        await self.draw()
        async with self.faults("flip_bit", *([] if replays else ["once"])):
            await self.draw(heard=0)
            if not replays:
                await until(lambda: self.driver.fault is Fault.SHOE_GARBLED and self.driver._connection is not None)
        await self.draw(heard=1 + replays)
        if isinstance(self.shoe, AngelEyeShoe):
            await self.of_an_angel_eye(self.shoe)

    async def of_an_angel_eye(self, shoe: AngelEyeShoe) -> None:
        """What only a shoe without a memory and with a weak check can do."""

        def card() -> CardDrawn:
            self.run.drawn += 1
            return CardDrawn.of(shoe._seq, str(shoe._cards.popleft()))

        await shoe.do("retransmit")
        await until(lambda: any(isinstance(seen, OutsideDealt) for seen in self.heard))
        shoe._event(card().encode())  # under the number of the frame before
        await until(lambda: self.has_trouble("contradiction"))
        shoe._next()
        shoe._event(Unknown(card().seq, card().data, "X").encode())
        await until(lambda: self.has_trouble("unknown_code"))
        shoe._next()
        shoe._event(Unknown(card().seq, card().data[1:], "D").encode())  # a card with a byte too few
        shoe._next()
        gaps = self.driver.counters.gaps
        shoe._next()
        shoe._event(GameResult(card().seq, card().data).encode())  # what baccarat would make of the cards
        await until(lambda: self.driver.counters.gaps > gaps)
        links = sum(isinstance(seen, LinkUp) for seen in self.heard)
        shoe._start_anew()  # somebody switched it off and on
        await until(lambda: sum(isinstance(seen, LinkUp) for seen in self.heard) > links)


def rows(run: Run) -> Iterator[tuple[Any, ...]]:
    """Every entry as it lies on disk; of what is ciphertext, the length, unless a clock decides about it too."""
    query = "SELECT seq, cause, at, clock, clock_offset, kind, sealed, body, raw FROM entry ORDER BY seq"
    with File(run.journal._writer.current.file.path) as file:  # the writer's own connection is the writer's alone
        entries_ = file.db.execute(query).fetchall()
    for *columns, kind, number, body, raw in entries_:
        parts = Sealed(number).parts
        by_time = kind == "line_recorded"
        yield (
            *columns,
            kind,
            number,
            len(body) if "body" in parts else body,
            (None if by_time else len(raw)) if "raw" in parts else raw,
        )


async def bad_line(
    folder: Path,
    protocol: str,
    deck: list[str],
    log: pytest.LogCaptureFixture,
    patch: pytest.MonkeyPatch,
    *,
    hides: bool,
) -> dict[str, Any]:
    """Everything that one run leaves behind and lets out."""
    numbers = count(1)
    patch.setattr(secrets, "token_hex", lambda _: f"{next(numbers):08X}")  # an Angel Eye's links by number
    patch.setattr(angel_eye, "REPAIR_WITHIN", 0.2)
    log.clear()
    async with Run(folder, Scene(GAME), deck) as run:
        line = Line(run, protocol, hides=hides)
        async with line.there():
            seats = [SeatIn(seat=str(seat), wagers=dict(WAGERS[GAME])) for seat in range(1, 8)]
            await run.tell(OpenRound(), *seats, CloseBetting())
            await line.shoe.do("load", cards=deck)
            await line.misfortunes()
        await run.tell(VoidRound(reason="enough"))
        lies = list(rows(run))
        run.day = "2026-11-17"
        await run.tell(OpenRound(), VoidRound(reason="a new day"))
    exported = export(folder / "table", "2026-11-16", folder / "away", "croupier")
    return {
        "rows": lies,
        "let out": run.out,
        "exported": (exported / "events.jsonl").read_text(),
        "logged": [(record.levelname, record.getMessage(), _extra(record)) for record in log.records],
        "told": [(type(each), raw) for each, raw in zip(line.heard, line.bytes, strict=True)],
        "counters": _counted(line) if protocol == "angel_eye" else None,  # the other one beats
        "hidden": run.hidden,
        "clear": [entry.raw for entry in entries(folder / "table") if entry.raw],
    }


def _counted(line: Line) -> dict[str, int]:
    """But for what is spoiled: that may be any frame, also one that follows from the cards."""
    return {name: number for name, number in asdict(line.driver.counters).items() if name not in ("bad", "bytes")}


def _extra(record: logging.LogRecord) -> dict[str, str]:
    known = vars(logging.makeLogRecord({}))
    extra = {name: str(value) for name, value in vars(record).items() if name not in known and name != "message"}
    return {name: re.sub(r"/\d/", "/", value) for name, value in extra.items()}  # each run has a folder of its own


def other_suits(deck: list[str]) -> list[str]:
    """Other cards, of which a shoe's own hands are as long: when it tells values follows from that."""
    return [name[0] + {"c": "d", "d": "h", "h": "s", "s": "c"}[name[1]] for name in deck]


@pytest.mark.parametrize(("protocol", "hides"), [*((protocol, False) for protocol in SHOES), ("angel_eye", True)])
async def test_bytes_that_may_hold_a_card_are_told_by_nothing(
    protocol: str, hides: bool, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.INFO)
    runs = []
    first_deck, second_deck = decks()
    for number, deck in enumerate((first_deck, other_suits(first_deck) if hides else second_deck)):
        (tmp_path / str(number)).mkdir()
        runs.append(await bad_line(tmp_path / str(number), protocol, deck, caplog, monkeypatch, hides=hides))
    first, second = runs
    assert not [card for card, other in zip(first["hidden"], second["hidden"], strict=True) if card == other]
    for what in ("rows", "let out", "exported", "logged", "counters", "clear"):
        assert first[what] == second[what], what
    assert [kind for kind, _ in first["told"]] == [kind for kind, _ in second["told"]]
    held: set[type] = {CardSeen, LinkUp, ShoeTrouble} if protocol == "angel_eye" else {CardSeen}
    if hides:
        held = {ValueTold}
    assert {kind for (kind, raw), other in zip(first["told"], second["told"], strict=True) if raw != other[1]} >= held
    assert first["clear"]


CARD_FRAMES: dict[str, list[Callable[[str], Any]]] = {
    "csr": [lambda card: csr_wire.CardDrawn("7F3A09C1", 17, card)],
    "angel_eye": [
        *(partial(kind.of, "1") for kind in (CardDrawn, CardTold, CardOutside, OutsideTold, Retransmitted)),
        lambda card: Unknown("1", CardDrawn.of("1", card).data, "X"),
        lambda card: Unknown("1", CardDrawn.of("1", card).data[1:], "D"),
        lambda card: GameResult("1", CardDrawn.of("1", card).data),
        lambda card: StandBy("1", CardDrawn.of("1", card).data),
    ],
}


@pytest.mark.parametrize(("protocol", "frame"), [(name, each) for name in CARD_FRAMES for each in CARD_FRAMES[name]])
def test_a_capture_that_hides_cards_is_the_same_for_all_of_them(protocol: str, frame: Callable[[str], Any]) -> None:
    raw = [frame(str(card)).encode() for card in DECK]
    captures = {tuple(masked(text) for text, _ in SHOES[protocol].listener().feed(each)) for each in raw}
    assert (len(set(raw)), len(captures)) == (len(DECK), 1)
    spoiled = [each[:-4] + bytes([each[-4] ^ 1]) + each[-3:] for each in raw]
    pieces = {
        tuple((masked(text), len(piece)) for text, piece in SHOES[protocol].listener().feed(each)) for each in spoiled
    }
    assert len(pieces) == 1
