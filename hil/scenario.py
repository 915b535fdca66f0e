"""The scenario format: a story that people can read and the rig plays. One step a line; then the expected journal.

    # The cable is pulled in the middle of a hand.
    game three_card_poker           only on top; this game if there is none
    shoe csr                        only on top; this protocol if there is none. After it may stand `tcp` (behind a
                                    serial-to-TCP server), `commands` (it may be locked), `serial=X` (in the file),
                                    `hides` (values), `name=left` (a table with several has a line for each)
    shaker                          only on top: the table has a shaker; `serial=X` in the file, `protocol=studio`
    camera                          only on top: a camera looks at the dice
    proposals 5                     only on top: seconds that a proposal waits for its second person
    posted minimum=500 seats='"unkeyed"'   only on top: more of [table] in the table's file; a value is JSON
    progressive                     only on top: blackjack, with a pool in service and a board that shows it
    signed                          only on top: the table signs its amounts, and the board lights no others
    display 4                       only on top: seconds that its amount may go unproven
    options room.straddle=utg       only on top: what the table's file says in [table.options]
    cards 8c 8d 3s  Qs 7d 4c        what the shoe holds, in order
    load 6 decks seed 7 cut 260     the shoe is filled with shuffled decks, and notices; a cut card after so many
    open_round                      an order, as on the control API
    seat_in 1 initial=1000
    decision 2 raise stake=400      in the poker room: by how much
    close_betting
    draw 2                          the dealer draws cards; of several shoes `draw 2 from left`, `cards in left 8c`
    fault shoe unplug on            a named fault of a device
    see held fault=LINK_LOST        an event must come
    refused ORDER_WHILE_HELD decision 1 play
    refused ORDER_ILLEGAL:limits seat_in 1 initial=1   and for this reason
    as S2 void_round "no more light"   by another person than usual: the dealer D1, or S1 for what a supervisor decides
    both correct_card 1 0 Kh        by two persons, D1 and then S1
    health PORT_ABSENT              the technician must see this fault
    told shown 71.00; sent 1.00     and be told this, in English, of one
    lost LINK_LOST                  why the shoe's line was lost, on disk
    at most 100 observations         in the journal so far, what is sealed not counted
    fault shoe unplug off
    ...
    journal                         every event on disk, in order; `3 card_dealt hand=1` stands for three of them
    round_opened round=1
    ...

Dice before a camera: `throw 4 3` (a hand throws them; `throw cocked 4 3`, `throw stacked 4 3`), `dice 2 2 5` (what the
shaker's next dice show), `pictures 3` (so many frames decided the last reading, and they lie on disk as they were).

More steps: `cannot draw 1` (the shoe lets no card out), `cannot shaker open_dome`, `shakes N` (so often it has shaken),
`until up`, `until still`, `until closed`, `until unlocked` (the shaker, its dice, its dome),
`locked` and `free` (what the shoe says of itself), `prove` (a shoe without heartbeats says that it stands by, until it
is heard), `do shoe retransmit` (whatever else a device can do), `kill` (SIGKILL croupierd), `stop` (SIGTERM), `start`,
`rival TABLE_TAKEN` (a second croupierd with this table's certificate, on another machine, ends with this fault),
`end broker`, `start broker`, `pause broker`, `resume broker` (SIGSTOP, SIGCONT), `healthy` (no fault is left),
`board N` (the board shows round N), `lit small=1:1` (the topic of results says that these areas win, and no others),
`layout point=6` (what the table tells of it), `minutes 30` (so many pass in the poker room), `room owes.4.live=200`
(what it tells of the room), `shooter seat=2 out=False` (whose dice they are), `shows "Point : 6"` (the board of results
shows this line, in French; `not shows` it any more), `meter 10000.20` and `meter 10000.20 pending` (the progressive's
board shows that),
`thief 99999.99` (somebody with the table's certificate lets it show that, while he can), `never lit 99999.99`,
`meter out_of_service`, `glass "EN ATTENTE"` (it shows these words), `reconciled` (the ledger adds up),
`offered` and `not offered JACKPOT_UNDISPLAYED` (whether its wager is, as the table tells it).
`print A` prints a form for a round by hand: from then on `@A` is its number, and `@A.rules` the rule set that it names.
`refused` takes `as` and `both` too. Who signs in is no part of the story; `sign_out D1` ends a person's session, and
`disable D1` and `enable D1` are what root does to the people file. `waits correct_card by=D1`: the second one sees it.
"""

from __future__ import annotations

import asyncio
import json
import shlex
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import chain, repeat
from pathlib import Path
from typing import Any

from hil.asking import RefusedError
from hil.progressive import ProgressiveRig
from hil.rig import Rig
from hil.site_files import ShakerKind, ShoeKind
from hil.steps import codes, do, pairs
from hil.watching import Event

ALL = sorted((Path(__file__).parent / "scenarios").glob("*.scenario"))
AROUND = {"badge_used", "rules_in_force"}  # not part of the story
AT_FIRST: dict[str, set[str]] = {  # what the technician may read before the first step
    "csr": set(),
    "angel_eye": {"SHOE_UNPROVEN", "SHOE_WRONG_DEVICE", "SHOE_HIDES"},
}


class ScenarioError(Exception):
    """The story went another way; the message names file and line."""


HEAD = frozenset(
    {"game", "shoe", "shaker", "camera", "proposals", "posted", "options", "progressive", "signed", "display"}
)


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
    shoes: tuple[ShoeKind, ...]
    shaker: ShakerKind | None
    camera: bool
    progressive: bool
    proposals: int
    posted: Mapping[str, Any]
    display: int
    signs: bool
    steps: tuple[Step, ...]
    journal: tuple[Step, ...]


def read(path: Path) -> Scenario:
    """Parses a file; what the steps mean is checked when they are played."""
    lines = [
        Step(number, tuple(words))
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if (words := shlex.split(line, comments=True))
    ]
    game, shaker, camera, progressive, proposals, display = "three_card_poker", None, False, False, 300, 30
    signs = False
    shoes: list[ShoeKind] = []
    posted: dict[str, Any] = {}
    while lines and lines[0].words[0] in HEAD:
        match lines.pop(0).words:
            case "game", name:
                game = name
            case "shoe", protocol, *words:
                shoes.append(_shoe(protocol, words))
            case "shaker", *words:
                shaker = ShakerKind(**pairs(words))
            case ("camera",):
                camera = True
            case "proposals", seconds:
                proposals = int(seconds)
            case "posted", *words:
                posted |= {name: json.loads(value) for name, value in pairs(words).items()}
            case ("progressive",):
                progressive = True
            case ("signed",):
                signs = True
            case "display", seconds:
                display = int(seconds)
            case "options", *words:
                options = {name: int(value) if value.isdigit() else value for name, value in pairs(words).items()}
                posted["options"] = {**posted.get("options", {}), **options}
    at = next((place for place, step in enumerate(lines) if step.words == ("journal",)), len(lines))
    story, journal = tuple(lines[:at]), tuple(lines[at + 1 :])
    table = tuple(shoes) or (ShoeKind(),), shaker, camera, progressive, proposals, posted, display, signs
    return Scenario(path, game, *table, story, journal)


def _shoe(protocol: str, words: list[str]) -> ShoeKind:
    named = pairs([word for word in words if "=" in word])
    return ShoeKind(protocol, tcp="tcp" in words, commands="commands" in words, hides="hides" in words, **named)


async def play(scenario: Scenario, *, strict: bool = True) -> None:
    """Plays it on a rig of its own; raises ScenarioError where it goes another way."""
    shoe, *others = scenario.shoes
    devices: dict[str, Any] = {"shoe": shoe, "other_shoes": tuple(others), "shaker": scenario.shaker}
    devices |= {"camera": scenario.camera, "proposal_seconds": scenario.proposals, "posted": scenario.posted}
    if scenario.progressive:
        table: Rig = ProgressiveRig(strict=strict, display_seconds=scenario.display, signs=scenario.signs)
    else:
        table = Rig(scenario.game, strict=strict, **devices)
    async with table as rig:
        await rig.start_daemon()
        if isinstance(rig, ProgressiveRig):
            await rig.commission()
        at_first = {"SHAKER_WRONG_DEVICE"} if scenario.shaker else AT_FIRST[shoe.protocol]
        await rig.until("/health", lambda health: codes(health) <= at_first)
        for step in scenario.steps:
            try:
                await do(rig, *_printed(rig, step).words)
            except (TimeoutError, RefusedError, ValueError, RuntimeError) as error:
                message = f"{scenario.path.name}:{step.number}: {' '.join(step.words)}: {type(error).__name__} {error}"
                raise ScenarioError(f"{message}\n{rig.log}") from error
        if await rig.end_daemon() != 0:
            raise ScenarioError(f"{scenario.path.name}: croupierd did not stop cleanly\n{rig.log}")
        if troubles := [line for line in rig.log.splitlines() if line.startswith(("ERROR", "CRITICAL"))]:
            raise ScenarioError(f"{scenario.path.name}: croupierd complains of itself: {troubles}")
        scenario = replace(scenario, journal=tuple(_printed(rig, step) for step in scenario.journal))
        _compare(scenario, [event for event in rig.journal() if event["kind"] not in AROUND])


def _printed(rig: Rig, step: Step) -> Step:
    """The step with what was printed in place of the story's words for it."""
    words = list(step.words)
    for name in sorted(rig.printed, reverse=True):  # @A.rules before @A
        words = [word.replace(name, rig.printed[name]) for word in words]
    return replace(step, words=tuple(words))


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
    return list(repeat((step.number, words[0], pairs(list(words[1:]))), count))


if __name__ == "__main__":
    for name in sys.argv[1:] or ALL:
        asyncio.run(play(read(Path(name))))
        sys.stdout.write(f"{Path(name).stem}: as told\n")
