"""The scenario format: a story that people can read and the rig plays. One step a line; then the expected journal.

    # The cable is pulled in the middle of a hand.
    game three_card_poker           only on top; this game if there is none
    shoe csr                        only on top; this protocol if there is none. After it may stand `tcp` (behind a
                                    serial-to-TCP server), `commands` (it may be locked), `serial=X` (in the file)
    cards 8c 8d 3s  Qs 7d 4c        what the shoe holds, in order
    load 6 decks seed 7 cut 260     the shoe is filled with shuffled decks, and notices; a cut card after so many
    open_round                      an order, as on the control API
    seat_in 1 initial=1000
    close_betting
    draw 2                          the dealer draws cards
    fault shoe unplug on            a named fault of a device
    see held fault=LINK_LOST        an event must come
    refused ORDER_WHILE_HELD decision 1 play
    as S2 void_round "no more light"   by another person than usual: the dealer D1, or S1 for what a supervisor decides
    both correct_card 1 0 Kh        by two persons, D1 and then S1
    health PORT_ABSENT              the technician must be told
    lost LINK_LOST                  why the shoe's line was lost, on disk
    fault shoe unplug off
    ...
    journal                         every event on disk, in order; `3 card_dealt hand=1` stands for three of them
    round_opened round=1
    ...

More steps: `cannot draw 1` (the shoe lets no card out), `locked` and `free` (what the shoe says of itself), `prove` (a
shoe without heartbeats says that it stands by, until it is heard), `do shoe retransmit` (whatever else a device can
do), `kill` (SIGKILL croupierd), `stop` (SIGTERM), `start`, `end broker`, `start broker`, `healthy` (no fault is left),
`board N` (the board shows round N). `refused` takes `as` and `both` too. Who signs in is no part of the story.
"""

from __future__ import annotations

import asyncio
import shlex
import signal
import sys
from collections.abc import Awaitable
from dataclasses import dataclass
from itertools import chain, repeat
from pathlib import Path
from typing import Any

from hil.rig import PATIENCE, Event, RefusedError, Rig, ShoeKind

ALL = sorted((Path(__file__).parent / "scenarios").glob("*.scenario"))
POSITIONAL = {
    "seat_in": ("seat",),
    "take_back": ("seat", "wager"),
    "decision": ("seat", "choice"),
    "correct_decision": ("seat", "choice"),
    "direct_card": ("hand",),
    "turn_hand": ("hand",),
    "declare_no_roll": ("ground",),
    "acknowledge": ("fault",),
    "name_card": ("card",),
    "correct_card": ("hand", "index", "card"),
    "void_round": ("reason",),
    "misdeal": ("reason",),
}
NESTED = {"seat_in": "wagers", "align": "felt"}  # where an order's NAME=VALUE words go
DICE = {"enter_dice", "correct_dice"}
ORDERS = {
    *("open_round", "close_betting", "no_more_cards", "continue", "reject"),
    *("count_shoe", "change_shoe", "change_shift", "close_table"),
    *POSITIONAL,
    *NESTED,
    *DICE,
}
AROUND = {"badge_used"}  # not part of the story
AT_FIRST: dict[str, set[str]] = {  # what the technician may read before the first step
    "csr": set(),
    "angel_eye": {"SHOE_UNPROVEN", "SHOE_WRONG_DEVICE"},
}


class ScenarioError(Exception):
    """The story went another way; the message names file and line."""


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a scenario."""

    number: int
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scenario:
    """A story and how it must end in the journal."""

    path: Path
    game: str
    shoe: ShoeKind
    steps: tuple[Step, ...]
    journal: tuple[Step, ...]


def read(path: Path) -> Scenario:
    """Parses a file; what the steps mean is checked when they are played."""
    lines = [
        Step(number, tuple(words))
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if (words := shlex.split(line, comments=True))
    ]
    game, shoe = "three_card_poker", ShoeKind()
    while lines and lines[0].words[0] in ("game", "shoe"):
        match lines.pop(0).words:
            case "game", name:
                game = name
            case "shoe", protocol, *words:
                shoe = _shoe(protocol, words)
    at = next((place for place, step in enumerate(lines) if step.words == ("journal",)), len(lines))
    return Scenario(path, game, shoe, tuple(lines[:at]), tuple(lines[at + 1 :]))


def _shoe(protocol: str, words: list[str]) -> ShoeKind:
    serials = [word.removeprefix("serial=") for word in words if word.startswith("serial=")]
    return ShoeKind(protocol, tcp="tcp" in words, commands="commands" in words, serial="".join(serials))


async def play(scenario: Scenario, *, strict: bool = True) -> None:
    """Plays it on a rig of its own; raises ScenarioError where it goes another way."""
    async with Rig(scenario.game, strict=strict, shoe=scenario.shoe) as rig:
        await rig.start_daemon()
        await rig.until("/health", lambda health: _codes(health) <= AT_FIRST[scenario.shoe.protocol])
        for step in scenario.steps:
            try:
                await _do(rig, *step.words)
            except (TimeoutError, RefusedError, ValueError, RuntimeError) as error:
                message = f"{scenario.path.name}:{step.number}: {' '.join(step.words)}: {type(error).__name__} {error}"
                raise ScenarioError(f"{message}\n{rig.log}") from error
        if await rig.end_daemon() != 0:
            raise ScenarioError(f"{scenario.path.name}: croupierd did not stop cleanly\n{rig.log}")
        if troubles := [line for line in rig.log.splitlines() if line.startswith(("ERROR", "CRITICAL"))]:
            raise ScenarioError(f"{scenario.path.name}: croupierd complains of itself: {troubles}")
        _compare(scenario, [event for event in rig.journal() if event["kind"] not in AROUND])


async def _do(rig: Rig, verb: str, *words: str) -> None:
    match verb, *words:
        case "cards", *cards:
            await rig.do("shoe", "load", cards=cards)
        case "load", decks, "decks", "seed", seed, *cut:
            position = {"cut": int(cut[1])} if cut else {}
            await rig.do("shoe", "load", decks=int(decks), seed=int(seed), told=True, **position)
        case "draw", count:
            await rig.do("shoe", "draw", count=int(count))
        case "cannot", "draw", count:
            await _cannot(rig.do("shoe", "draw", count=int(count)))
        case ["prove"]:
            await _prove(rig)
        case "do", device, what:
            await rig.do(device, what)
        case "fault", device, name, ("on" | "off") as switch:
            await rig.fault(device, name, on=switch == "on")
        case "see", kind, *fields:
            await rig.see(kind, **_pairs(fields))
        case "refused", code, *order:
            try:
                await _give(rig, *order)
            except RefusedError as refused:
                if refused.code == code:
                    return
                raise
            raise ValueError("the order was taken")
        case "health", code:
            await rig.until("/health", lambda health: code in _codes(health))
        case "lost", code:
            await _lost(rig, code)
        case ["healthy"]:
            await rig.until("/health", lambda health: not health["faults"])
        case ["locked" | "free"]:
            await rig.until("/health", lambda health: health["shoe"]["locked"] is (verb == "locked"))
        case "board", number:
            await rig.until("/health", lambda health: health["boards"]["board-1"]["shows"] == int(number))
            if (await rig.do("board", "read"))["seq"] != int(number):
                raise ValueError("the board shows another round than it says")
        case "kill" | "stop", *_:
            await rig.end_daemon(signal.SIGKILL if verb == "kill" else signal.SIGTERM)
        case ["start"]:
            await rig.start_daemon()
        case "end", "broker":
            await rig.end("broker", signal.SIGKILL)
        case "start", "broker":
            await rig.start_broker()
        case _:
            await _give(rig, verb, *words)


async def _cannot(done: Awaitable[object]) -> None:
    try:
        await done
    except ValueError:
        return
    raise ValueError("it could")


async def _prove(rig: Rig) -> None:
    async with asyncio.timeout(PATIENCE):
        while not (await rig.get("/health"))["shoe"]["up"]:
            await rig.do("shoe", "stand_by")
            await asyncio.sleep(0.2)


async def _lost(rig: Rig, code: str) -> None:
    async with asyncio.timeout(PATIENCE):
        while not any(seen["kind"] == "link_down" and seen["fault"] == code for seen in rig.observations()):
            await asyncio.sleep(0.05)


def _codes(health: dict[str, Any]) -> set[str]:
    return {fault["code"] for fault in health["faults"]}


async def _give(rig: Rig, verb: str, *words: str) -> None:
    """An order, by whom it is usual, by a person who is named, or by two."""
    match verb, *words:
        case "as", badge, kind, *fields if kind in ORDERS:
            await rig.order(kind, by=badge, **_order(kind, fields))
        case "both", kind, *fields if kind in ORDERS:
            await rig.agree(kind, **_order(kind, fields))
        case kind, *fields if kind in ORDERS:
            await rig.order(kind, **_order(kind, fields))
        case _:
            raise ValueError("no such step")


def _order(kind: str, words: list[str]) -> dict[str, Any]:
    if kind in DICE:
        return {"dice": [int(word) for word in words]}
    names = POSITIONAL.get(kind, ())
    fields: dict[str, Any] = {
        name: int(word) if name == "index" else word for name, word in zip(names, words, strict=False)
    }
    if inner := _pairs(words[len(names) :]):
        fields[NESTED[kind]] = {name: None if value == "?" else int(value) for name, value in inner.items()}
    return fields


def _pairs(words: list[str]) -> dict[str, str]:
    return dict(word.split("=", 1) for word in words)


def _compare(scenario: Scenario, happened: list[Event]) -> None:
    """Every event on disk against the expected ones, in order, none missing and none more."""
    expected = list(chain.from_iterable(map(_expand, scenario.journal)))
    for place in range(max(len(expected), len(happened))):
        event = happened[place] if place < len(happened) else {}
        number, kind, fields = expected[place] if place < len(expected) else (0, "nothing", {})
        got = {name: str(event.get(name)) for name in ("kind", *fields)}
        if got != {"kind": kind, **fields}:
            said = " ".join([kind, *(f"{name}={value}" for name, value in fields.items())])
            raise ScenarioError(f"{scenario.path.name}:{number}: the journal should say: {said}\nbut says: {event}")


def _expand(step: Step) -> list[tuple[int, str, dict[str, str]]]:
    """`3 card_dealt hand=1` stands for three of them."""
    count, words = (int(step.words[0]), step.words[1:]) if step.words[0].isdigit() else (1, step.words)
    return list(repeat((step.number, words[0], _pairs(list(words[1:]))), count))


if __name__ == "__main__":
    for name in sys.argv[1:] or ALL:
        asyncio.run(play(read(Path(name))))
        sys.stdout.write(f"{Path(name).stem}: as told\n")
