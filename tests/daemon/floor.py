"""The floor, for tests of the table: persons who give orders, a shoe that deals, and stories told to a table."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import pytest

from daemon.jackpot.pool import Pool
from daemon.table.apply import apply
from daemon.table.devices.shoe import SHOE
from daemon.table.events import Event, LineCancelled, LineSettled
from daemon.table.forms import MOST
from daemon.table.orders import (
    CloseBetting,
    DiceOut,
    Observation,
    OfferDice,
    OpenJackpot,
    OpenRound,
    Order,
    SeatIn,
    SetJackpot,
    Started,
    StartGame,
    TableOrder,
)
from daemon.table.play import Applied
from daemon.table.state import TableState
from daemon.text.role import Role
from drivers.faults import Fault, FaultError
from drivers.observation import CardSeen, FromShoe, LinkDown, LinkUp
from rules.capabilities import MovesChips
from rules.cards import Card
from rules.game import Options
from rules.lines import Line
from rules.posting import all_offered
from rules.registry import GAMES
from rules.ruleset import Document

Given = TypeVar("Given", bound=Order)
Kind = TypeVar("Kind")
Says = Callable[[str, str, int], FromShoe | LinkUp]  # of this device, after this start, by this number
StoryStep = Observation | str  # a string: the cards that leave the shoe next

PATIENCE = 300  # seconds that a proposal may wait
DISPLAY = 30  # and that a progressive may go undisplayed
A_CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")  # nothing else at a table is spelled like a card


@dataclass(frozen=True)
class Person:
    """Someone with a badge."""

    badge: str
    role: Role

    def __call__(self, order: Given) -> Given:
        """The order, given by this person."""
        return replace(order, by=self.badge, role=self.role)


D1, D2 = Person("D1", Role.DEALER), Person("D2", Role.DEALER)
S1, S2 = Person("S1", Role.SUPERVISOR), Person("S2", Role.SUPERVISOR)
T1, A1 = Person("T1", Role.TECHNICIAN), Person("A1", Role.AUDITOR)

UP = LinkUp("shoe", "b1", 0, complete=True)
DOWN = LinkDown("shoe", Fault.SHOE_SILENT)
WAGERS: Mapping[str, dict[str, int | None]] = {  # what a seat may lay in each game
    name: dict(game.usual[0]) for name, game in GAMES.items()
}

BY_HAND: Mapping[str, Any] = {  # a round of each game as its form has it
    "three_card_poker": {
        "seats": {"1": {"wagers": {"initial": 1000, "additional": 1000}, "cards": ["8c", "8d", "3s"]}},
        "dealer": ["Qs", "7d", "4c"],
    },
    "war": {"seats": {"1": {"wagers": {"initial": 500}, "cards": ["Kh"]}}, "dealer": ["9s"]},
    "three_five_seven": {
        "seats": {"1": {"wagers": {"three": 500, "five": 500}, "cards": ["Kh", "Kd", "4c"]}},
        "dealer": ["2h", "2d", "Ac", "3c"],
    },
    "boston": {
        "seats": {"1": {"wagers": {"ante": 500, "first": 1000}}},  # dropped, and nobody has seen the hand
        "dealer": ["2h", "2d", "Ac", "3c", "9s"],
    },
    "four_card": {
        "seats": {"1": {"wagers": {"aces_up": 500}, "cards": ["Ah", "Ad", "Kc", "7s", "3d"]}},
        "dealer": ["9h", "9d", "9c", "4s", "2c", "Jh"],
    },
    "crazy_four": {
        "seats": {"1": {"wagers": {"ante": 500, "super_bonus": 500}}},
        "dealer": ["9h", "9d", "9c", "4s", "2c"],
    },
    "blackjack": {"seats": {"1": {"wagers": {"over_13": 500}, "cards": ["Kh", "9d"]}}},
    "sic_bo": {"seats": {"12": {"wagers": {"small": 500}}}, "dice": [1, 2, 4]},
    "craps": {"events": [{"bet": {"seat": "1", "wager": "pass", "stake": 500}}, {"roll": [6, 5]}]},
    "poker_room": {
        "puck": "2",
        "bets": {"1": 500, "2": 500},
        "hands": {"1": ["As", "Ad"], "2": ["Ks", "Kd"]},
        "board": ["4d", "5d", "9h", "Jc", "Qc"],
    },
}


# A dollar brings 20 cents to the meter and 5 to the reserve.
POOL = Pool("progressive-1", "progressive", 100, 10_000_00, 2000, 500, cap=50_000_00, largest=2_00, manner=1)
PROGRESSIVE: Mapping[str, Any] = {"jackpots": (POOL,), "more": {"manner": 1}}  # a blackjack table that offers it
IN_SERVICE: tuple[TableOrder, ...] = (  # what it takes before a wager can be laid
    *(person(SetJackpot(pool=POOL.name, reason="mise en service")) for person in (T1, S1)),
    S1(OpenJackpot(pool=POOL.name)),
)


SENT: tuple[TableOrder, ...] = (OfferDice(), DiceOut())  # the dice go out to the next player, whose line wager lies


def closing(game: str) -> CloseBetting | StartGame:
    """What ends the time for wagers, or for players to sit down."""
    return StartGame() if isinstance(GAMES[game], MovesChips) else CloseBetting()


def taken(state: TableState) -> Collection[str]:
    """The seats with wagers, or with stakes."""
    if not isinstance(state.machine, MovesChips):
        return state.machine.wagers(state.play)
    return [seat for seat, stakes in state.machine.stakes(state.play).items() if stakes]


def signed(observation: Observation) -> Observation:
    """An order that nobody has given yet is given by the dealer, or by the supervisor where it takes one."""
    if not isinstance(observation, Order) or observation.by:
        return observation
    return D1(observation) if Role.DEALER in observation.ROLES else S1(observation)


def both(order: Given) -> tuple[Given, Given]:
    """An order that takes two persons, given by both."""
    return (D1 if Role.DEALER in order.ROLES else S2)(order), S1(order)


def started(
    game: str,
    version: str = "1",
    jackpots: tuple[Pool, ...] = (),
    document: Document | None = None,
    day: str = "",
    **posted: Any,
) -> Started:
    """The daemon starts and posts this game; what must be indicated to be offered (21.3, 21.4) is, unless posted."""
    indicated = {"offered": all_offered(GAMES[game])} if GAMES[game].indicated else {}
    options = Options(**{**indicated, **posted})
    said = Started(version=version, game=game, options=options, jackpots=jackpots, document=document)
    return replace(said, patience=PATIENCE, display=DISPLAY, day=day, forms=MOST)


def seen(seq: int, card: str, boot: str = "b1") -> CardSeen:
    """The shoe tells a card."""
    return CardSeen("shoe", boot, seq, card)


def saying(kind: type[FromShoe], **what: Any) -> Says:
    """What a shoe says, whatever its number will be."""
    return lambda device, boot, seq: kind(device=device, boot=boot, seq=seq, **what)


def tell(state: TableState, *story: StoryStep) -> Applied:
    """The state after all of it, and what happened last; cards come in the shoe's order."""
    events: tuple[Event, ...] = ()
    for step in story:
        if isinstance(step, str):
            for name in step.split():
                state, events = apply(state, seen(SHOE.of(state).seq + 1, name, SHOE.of(state).boot or "b1"))
        else:
            state, events = apply(state, signed(step))
    return state, events


def everything(state: TableState, *story: StoryStep) -> Applied:
    """The state after all of it, and everything that happened."""
    happened: list[Event] = []
    for step in story:
        for one in step.split() if isinstance(step, str) else (step,):
            state, events = tell(state, one)
            happened += events
    return state, tuple(happened)


def table(game: str, *story: StoryStep, **posted: Any) -> TableState:
    """A table of this game, its shoe there, after the story."""
    return tell(TableState(), started(game, **posted), UP, *story)[0]


def seated(game: str, *story: StoryStep, wagers: Mapping[str, int | None] | None = None, **posted: Any) -> TableState:
    """A table of this game with one seat's wagers laid, after the story."""
    laid = SeatIn(seat="1", wagers=dict(WAGERS[game] if wagers is None else wagers))
    return table(game, OpenRound(), laid, *story, **posted)


def refused(state: TableState, order: TableOrder) -> tuple[Fault, str]:
    """Why an order is refused."""
    with pytest.raises(FaultError) as refusal:
        tell(state, order)
    return refusal.value.fault, refusal.value.detail


def held(state: TableState) -> Fault | None:
    """What holds the table."""
    return state.hold.fault if state.hold else None


def of_kind(events: Iterable[Event], kind: type[Kind]) -> list[Kind]:
    """Those of one kind."""
    return [event for event in events if isinstance(event, kind)]


def stands(events: Iterable[Event]) -> list[Line]:
    """The lines that were settled and not cancelled since."""
    lines: list[Line] = []
    for event in events:
        if isinstance(event, LineSettled):
            lines.append(event.line)
        elif isinstance(event, LineCancelled):
            lines.remove(event.line)
    return lines


def cards(state: TableState, *, up: bool) -> set[str]:
    """The cards on the felt that everyone sees, or that nobody may."""
    hands = state.machine.hands(state.play).values() if state.play is not None else ()
    return {str(card) for hand in hands for card, shown in zip(hand.cards, hand.up, strict=True) if shown is up}


def of_the_last_round(state: TableState) -> set[str]:
    """The cards of it that everyone saw."""
    return set().union(*state.result.hands.values()) if state.result is not None else set()


def copies(state: TableState, name: str) -> int:
    """How often a card has left the shoe."""
    return SHOE.of(state).seen[Card.parse(name)]
