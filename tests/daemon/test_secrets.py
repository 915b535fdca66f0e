"""Two runs that differ only in cards that nobody has turned: to everyone outside, they are one and the same.

Everything is compared: what the API and the event stream say, what is refused and how, what is logged, and what lies on
the disk, down to the length of what is sealed. Clock and nonces are the same in both.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from daemon.engine import Engine
from daemon.host.clock import Moment, Quality
from daemon.journal.files import File
from daemon.journal.read import entries
from daemon.journal.store import Journal
from daemon.table.orders import (
    CloseBetting,
    CorrectCard,
    CorrectDecision,
    Decision,
    DirectCard,
    EnterPastRound,
    NameCard,
    NoMoreCards,
    OpenRound,
    ReassignCards,
    Reject,
    SeatIn,
    TableOrder,
    TurnHand,
    VoidRound,
)
from daemon.table.state import TableState
from daemon.table.view import view
from drivers.faults import FaultError
from drivers.observation import CardUnreadable, Observation
from rules.cards import DECK
from rules.facts import AwaitCard, AwaitDecision, AwaitTurn
from rules.registry import GAMES
from tests.daemon.floor import BY_HAND, D1, S1, UP, WAGERS, both, closing, seen, signed, started
from tests.rules.dealing import dealt

SEATS = ("1", "2", "3")
ALIKE = ("6c", "7d", "Jh", "4s", "9c", "Td", "3h", "Qs", "8c", "Kd", "5h", "2s")


class Scene(NamedTuple):
    """A game, which of the cards that leave the shoe everyone sees there, and what a seat does if it may."""

    game: str
    up: tuple[int, ...] = ()
    variant: str | None = None
    does: Mapping[str, str] = {}

    @property
    def posted(self) -> dict[str, Any]:
        return {"more": {"room.variant": self.variant}} if self.variant else {}


SCENES = {name: Scene(name) for name, game in GAMES.items() if 1 in game.decks and False in dealt(name).faces} | {
    "four_card": Scene("four_card", (len(SEATS) * 5 + 5,)),  # the dealer's sixth
    # In the room: after each player's own cards, and one burned before each part of the board, or each open card
    "poker_room": Scene("poker_room", (7, 8, 9, 11, 13)),
    "omaha": Scene("poker_room", (13, 14, 15, 17, 19), "omaha"),
    "stud": Scene("poker_room", (6, 7, 8, 10, 11, 13, 14, 16, 17), "seven_card_stud", {"3": "fold"}),
    "stud, all in": Scene(
        "poker_room",
        (6, 7, 8, 10, 11, 12, 14, 15, 16, 18, 19, 20),
        "seven_card_stud",
        dict.fromkeys(SEATS, "all_in"),
    ),
}


class Run:
    """One table, its journal, and all that it lets out."""

    def __init__(self, folder: Path, scene: Scene, deck: list[str]) -> None:
        self.folder, self.scene, self.deck = folder, scene, deck
        self.out: list[Any] = []
        self.said: dict[str, str] = {}
        self.drawn = 0
        self.day = "2026-11-16"

    async def __aenter__(self) -> Run:
        (self.folder / "key").write_text("ab" * 32)
        (self.folder / "key").chmod(0o600)
        clock = Moment(datetime(2026, 11, 16, 20, tzinfo=UTC), Quality(synchronised=True))
        self.journal = await asyncio.to_thread(
            lambda: Journal(
                self.folder / "table", self.folder / "key", lambda: self.day, now=lambda: clock, nonce=bytes
            )
        )
        self.journal.start()
        self.engine = Engine(self.journal, TableState())
        self.engine.listen(lambda seq, state, events: self.out.append((seq, events)))
        await self.tell(started(self.scene.game, **self.scene.posted), UP)
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.to_thread(self.journal.close)
        self.engine.broken.cancel()

    async def tell(self, *observations: Any) -> None:
        for observation in observations:
            try:
                await self.engine.submit(signed(observation))
            except FaultError as refused:
                self.out.append((refused.fault, refused.detail, str(refused)))
            self.out.append(view(self.engine.state))
            self.out.append((repr(self.engine.state), repr(self.engine.state.proposal)))

    async def draw(self) -> None:
        self.drawn += 1
        await self.tell(seen(self.drawn, self.deck[self.drawn - 1]))

    async def decide(self, seat: str, choices: tuple[str, ...]) -> None:
        wish = self.scene.does.get(seat)
        self.said[seat] = wish if wish in choices else choices[0]
        await self.tell(Decision(seat=seat, choice=self.said[seat]))

    async def probe(self) -> None:
        """Whatever somebody might try to find out by being refused, and what cannot be refused."""
        await self.tell(*self.attempts())

    def attempts(self) -> Iterator[TableOrder]:
        for seat in SEATS:
            yield Decision(seat=seat, choice="bluff")
            yield Decision(seat=seat, choice="play", stake=1500)  # 67.81: three times, with a pair of aces
            yield TurnHand(hand="9")
        yield from (D1(CorrectCard(hand="1", index=0, card=card)) for card in ("Kh", "zz"))
        yield S1(CorrectCard(hand="1", index=0, card="Qh"))  # another one: both look again
        yield ReassignCards(swaps=(("1", 0, "9", 0),))
        yield D1(NameCard(card="As"))
        for seat in SEATS:
            for other in ((seat, 2), ("burned", 0)):  # at stud the third card lies open
                yield from (D1(ReassignCards(swaps=((seat, 0, *other),))), Reject())
        for seat, said in self.said.items():  # by both: what it changes is seen, and then taken back
            yield from both(CorrectDecision(seat=seat, choice="fold"))
            yield from both(CorrectDecision(seat=seat, choice=said))

    @property
    def hidden(self) -> list[str]:
        """What was dealt, and lies face down."""
        return [card for place, card in enumerate(self.deck[: self.drawn]) if place not in self.scene.up]

    @property
    def disk(self) -> list[Any]:
        """All that lies on the disk, but for what is sealed: of that, the length."""
        kept = entries(self.folder / "table")
        return [(row.seq, row.cause, row.kind, row.sealed, row.body, row.raw) for row in kept] + self.lengths

    @property
    def lengths(self) -> list[Any]:
        query = "SELECT length(body), length(raw) FROM entry ORDER BY seq"
        with File(self.journal._writer.current.file.path) as file:  # the writer's own connection is the writer's alone
            return file.db.execute(query).fetchall()


def decks() -> tuple[list[str], list[str]]:
    """Two orders of the same cards: what is dealt face down is not the same anywhere."""
    first = [str(card) for card in DECK]
    first = first[::7] + first[1::7] + first[2::7] + first[3::7] + first[4::7] + first[5::7] + first[6::7]
    return first, first[26:] + first[:26]


def first_difference(runs: list[Run], since: int = 0) -> tuple[Any, Any] | None:
    """Of what both let out: the whole of it would take minutes to tell."""
    return next((pair for pair in zip_longest(*(run.out[since:] for run in runs)) if pair[0] != pair[1]), None)


async def in_step(runs: list[Run]) -> None:
    """Both runs, fact by fact, until a hand is about to be turned that differs."""
    for run in runs:
        await run.tell(OpenRound(), *(SeatIn(seat=seat, wagers=dict(WAGERS[run.scene.game])) for seat in SEATS))
        await run.tell(closing(run.scene.game))
    while not isinstance(runs[0].engine.state.awaits, AwaitTurn | None):
        before = len(runs[0].out)
        for run in runs:
            assert run.engine.state.hold is None
            match run.engine.state.awaits:
                case AwaitCard():
                    await run.draw()
                    if run.said:
                        await run.probe()
                case AwaitDecision(seat, choices):
                    await run.probe()
                    await run.decide(seat, choices)
                case awaited:
                    pytest.fail(f"the round goes no further: {awaited}")
        assert first_difference(runs, before) is None


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
async def test_until_the_turn_nobody_can_tell_two_deals_apart(
    scene: Scene, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    runs: list[Run] = []
    for number, deck in enumerate(decks()):
        (tmp_path / str(number)).mkdir()
        runs.append(Run(tmp_path / str(number), scene, _face_up_alike(scene, deck)))
    async with runs[0], runs[1]:
        await in_step(runs)
        assert not set(zip(runs[0].deck, runs[1].deck, strict=True)) & {(card, card) for card in runs[0].hidden}
        for run in runs:
            await run.probe()
            await run.tell(_unreadable(run), VoidRound(reason="enough"))
        assert first_difference(runs) is None
        assert runs[0].disk == runs[1].disk
        for run in runs:
            assert run.hidden and not [card for card in run.hidden if card in str(run.out) or card in caplog.text]


def _unreadable(run: Run) -> Observation:
    run.drawn += 1
    return CardUnreadable("shoe", "b1", run.drawn, "exit")


def _face_up_alike(scene: Scene, deck: list[str]) -> list[str]:
    """What lies face up is the same card in both."""
    rest = [other for other in deck if other not in ALIKE[: len(scene.up)]]
    for place, card in zip(scene.up, ALIKE, strict=False):
        rest.insert(place, card)
    return rest


async def test_what_war_sets_aside_stays_aside(tmp_path: Path) -> None:
    """67.39: three cards aside before each of the war's; all that is seen is the same, all that is aside is not."""
    outs = []
    for number, aside in enumerate((("2c", "3c", "4c", "5c", "6c", "7c"), ("Td", "Jd", "Qd", "Kd", "Ad", "9d"))):
        (tmp_path / str(number)).mkdir()
        deck = ["8h", "8s", *aside[:3], "Ks", *aside[3:], "Qs"]
        async with Run(tmp_path / str(number), Scene("war"), deck) as run:
            await run.tell(OpenRound(), SeatIn(seat="1"), CloseBetting())
            while run.engine.state.result is None:
                match run.engine.state.awaits:
                    case AwaitDecision():
                        await run.tell(Decision(seat="1", choice="war"))
                    case _:
                        await run.draw()
            outs.append((run.out, run.disk))
    assert outs[0] == outs[1]
    assert "line_settled" in str(outs[0][1])


async def test_what_blackjacks_dealer_draws_for_himself_is_nobody_s_business(tmp_path: Path) -> None:
    outs = []
    for number, his in enumerate((("2c", "3c"), ("Ad", "Kd"))):
        (tmp_path / str(number)).mkdir()
        async with Run(tmp_path / str(number), Scene("blackjack"), ["7h", his[0], "7s", his[1]]) as run:
            await run.tell(OpenRound(), SeatIn(seat="1", wagers={"sevens": 100}), CloseBetting())
            for own in (False, True, False, True):
                if own:
                    await run.tell(DirectCard(hand="dealer"))
                await run.draw()
            await run.probe()
            await run.tell(NoMoreCards())
            outs.append((run.out, run.disk))
    assert outs[0] == outs[1]
    assert "line_settled" in str(outs[0][1])


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
async def test_a_form_is_taken_the_same_whatever_the_shoe_knows(scene: Scene, tmp_path: Path) -> None:
    """Two persons say which cards were turned by hand: whether they are those that lie sealed, nobody is told."""
    runs: list[Run] = []
    form = EnterPastRound(form="F-1", played=BY_HAND[scene.game], reason="the power went")
    wrong = replace(form, played={"seats": {"99": {"wagers": {}}}})
    for number, deck in enumerate(decks()):
        (tmp_path / str(number)).mkdir()
        runs.append(Run(tmp_path / str(number), scene, _face_up_alike(scene, deck)))
    async with runs[0], runs[1]:
        for run in runs:
            wagers = dict(WAGERS[scene.game])
            await run.tell(OpenRound(), *(SeatIn(seat=seat, wagers=wagers) for seat in SEATS), closing(scene.game))
            for _ in range(4):
                await run.draw()
            await run.tell(started(scene.game, **scene.posted), replace(UP, seq=run.drawn))
            await run.tell(D1(wrong), *both(form), OpenRound())
        assert runs[0].hidden != runs[1].hidden
        assert first_difference(runs) is None
        assert runs[0].disk == runs[1].disk
        assert ("past_round_entered" in str(runs[0].disk)) is (scene.variant is None)
