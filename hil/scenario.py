"""The scenario format: a story that people can read and the rig plays. One step a line; then the expected journal.

    # The cable is pulled in the middle of a hand.
    game three_card_poker           only on top; this game if there is none
    shoe csr                        only on top; this protocol if there is none. After it may stand `tcp` (behind a
                                    serial-to-TCP server), `commands` (it may be locked), `serial=X` (in the file),
                                    `name=left` (a table with several has a line for each)
    shaker                          only on top: the table has a shaker; `serial=X` in the file
    camera                          only on top: a camera looks at the dice
    proposals 5                     only on top: seconds that a proposal waits for its second person
    posted minimum=500 seats='"unkeyed"'   only on top: more of [table] in the table's file; a value is JSON
    progressive                     only on top: blackjack, with a pool in service and a board that shows it
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
shows this line, in French), `meter 10000.20` and `meter 10000.20 pending` (the progressive's board shows that),
`meter out_of_service`, `glass "EN ATTENTE"` (it shows these words), `reconciled` (the ledger adds up),
`offered` and `not offered JACKPOT_UNDISPLAYED` (whether its wager is, as the table tells it).
`print A` prints a form for a round by hand: from then on `@A` is its number, and `@A.rules` the rule set that it names.
`refused` takes `as` and `both` too. Who signs in is no part of the story; `sign_out D1` ends a person's session, and
`disable D1` and `enable D1` are what root does to the people file. `waits correct_card by=D1`: the second one sees it.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import shlex
import signal
import sys
from asyncio.subprocess import PIPE
from collections.abc import Awaitable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, repeat
from pathlib import Path
from typing import Any

from hil.processes import PATIENCE
from hil.progressive import ProgressiveRig
from hil.rig import TABLE, Event, RefusedError, Rig, ShakerKind, ShoeKind

ALL = sorted((Path(__file__).parent / "scenarios").glob("*.scenario"))
AROUND = {"badge_used", "rules_in_force"}  # not part of the story
AT_FIRST: dict[str, set[str]] = {  # what the technician may read before the first step
    "csr": set(),
    "angel_eye": {"SHOE_UNPROVEN", "SHOE_WRONG_DEVICE"},
}


class ScenarioError(Exception):
    """The story went another way; the message names file and line."""


HEAD = frozenset({"game", "shoe", "shaker", "camera", "proposals", "posted", "options", "progressive", "display"})


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
    shoes: list[ShoeKind] = []
    posted: dict[str, Any] = {}
    while lines and lines[0].words[0] in HEAD:
        match lines.pop(0).words:
            case "game", name:
                game = name
            case "shoe", protocol, *words:
                shoes.append(_shoe(protocol, words))
            case "shaker", *words:
                shaker = ShakerKind(**_pairs(words))
            case ("camera",):
                camera = True
            case "proposals", seconds:
                proposals = int(seconds)
            case "posted", *words:
                posted |= {name: json.loads(value) for name, value in _pairs(words).items()}
            case ("progressive",):
                progressive = True
            case "display", seconds:
                display = int(seconds)
            case "options", *words:
                options = {name: int(value) if value.isdigit() else value for name, value in _pairs(words).items()}
                posted["options"] = {**posted.get("options", {}), **options}
    at = next((place for place, step in enumerate(lines) if step.words == ("journal",)), len(lines))
    story, journal = tuple(lines[:at]), tuple(lines[at + 1 :])
    table = tuple(shoes) or (ShoeKind(),), shaker, camera, progressive, proposals, posted, display
    return Scenario(path, game, *table, story, journal)


def _shoe(protocol: str, words: list[str]) -> ShoeKind:
    named = _pairs([word for word in words if "=" in word])
    return ShoeKind(protocol, tcp="tcp" in words, commands="commands" in words, **named)


async def play(scenario: Scenario, *, strict: bool = True) -> None:
    """Plays it on a rig of its own; raises ScenarioError where it goes another way."""
    shoe, *others = scenario.shoes
    devices: dict[str, Any] = {"shoe": shoe, "other_shoes": tuple(others), "shaker": scenario.shaker}
    devices |= {"camera": scenario.camera, "proposal_seconds": scenario.proposals, "posted": scenario.posted}
    if scenario.progressive:
        table: Rig = ProgressiveRig(strict=strict, display_seconds=scenario.display)
    else:
        table = Rig(scenario.game, strict=strict, **devices)
    async with table as rig:
        await rig.start_daemon()
        if isinstance(rig, ProgressiveRig):
            await rig.commission()
        at_first = {"SHAKER_WRONG_DEVICE"} if scenario.shaker else AT_FIRST[shoe.protocol]
        await rig.until("/health", lambda health: _codes(health) <= at_first)
        for step in scenario.steps:
            try:
                await _do(rig, *_printed(rig, step).words)
            except (TimeoutError, RefusedError, ValueError, RuntimeError) as error:
                message = f"{scenario.path.name}:{step.number}: {' '.join(step.words)}: {type(error).__name__} {error}"
                raise ScenarioError(f"{message}\n{rig.log}") from error
        if await rig.end_daemon() != 0:
            raise ScenarioError(f"{scenario.path.name}: croupierd did not stop cleanly\n{rig.log}")
        if troubles := [line for line in rig.log.splitlines() if line.startswith(("ERROR", "CRITICAL"))]:
            raise ScenarioError(f"{scenario.path.name}: croupierd complains of itself: {troubles}")
        scenario = replace(scenario, journal=tuple(_printed(rig, step) for step in scenario.journal))
        _compare(scenario, [event for event in rig.journal() if event["kind"] not in AROUND])


async def _do(rig: Rig, verb: str, *words: str) -> None:
    match verb, *words:
        case "cards", "in", shoe, *cards:
            await rig.do(shoe, "load", cards=cards)
        case "cards", *cards:
            await rig.do("shoe", "load", cards=cards)
        case "load", decks, "decks", "seed", seed, *cut:
            position = {"cut": int(cut[1])} if cut else {}
            await rig.do("shoe", "load", decks=int(decks), seed=int(seed), senses=True, **position)
        case "draw", count, "from", shoe:
            await rig.do(shoe, "draw", count=int(count))
        case "draw", count:
            await rig.do("shoe", "draw", count=int(count))
        case "cannot", "draw", count:
            await _cannot(rig.do("shoe", "draw", count=int(count)))
        case "cannot", device, what:
            await _cannot(rig.do(device, what))
        case "until", "still":
            await rig.until("/state", lambda state: not state["shaker"]["turning"])
        case "until", "up":
            await rig.until("/state", lambda state: bool(state["shaker"]["up"]))
        case "until", ("closed" | "open") as dome:
            await rig.until("/state", lambda state: state["shaker"]["closed"] is (dome == "closed"))
        case "until", "unlocked":
            async with asyncio.timeout(PATIENCE):
                while (await rig.do("shaker", "read"))["locked"]:
                    await asyncio.sleep(0.02)
        case "throw", ("cocked" | "stacked") as spoilt, *dice:
            await rig.throw([int(face) for face in dice], spoilt)
        case "throw", *dice:
            await rig.throw([int(face) for face in dice])
        case "dice", *dice:
            rig.rolls.append([int(face) for face in dice])
        case "pictures", count:
            _pictures(rig, int(count))
        case "shakes", count:
            if (await rig.do("shaker", "read"))["shakes"] != int(count):
                raise ValueError("the shaker has shaken another number of times")
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
                if code in (refused.code, f"{refused.code}:{refused.why}"):
                    return
                raise
            raise ValueError("the order was taken")
        case "health", code:
            await rig.until("/health", lambda health: code in _codes(health))
        case "lost", code:
            await _lost(rig, code)
        case "at", "most", count, "observations":
            if (found := len(rig.observations())) > int(count):
                raise ValueError(f"the journal has {found}")
        case ["healthy"]:
            await rig.until("/health", lambda health: not health["faults"])
        case ["locked" | "free"]:
            await rig.until("/health", lambda health: health["shoe"]["locked"] is (verb == "locked"))
        case "board", number:
            await rig.until("/health", lambda health: health["boards"]["board-1"]["shows"] == int(number))
            if (await rig.do("board", "read"))["result"]["seq"] != int(number):
                raise ValueError("the board shows another round than it says")
        case "lit", *areas:
            await _lit(rig, _pairs(areas))
        case "layout", *fields:
            layout = (await rig.get("/state"))["layout"]
            if any(str(layout[name]) != value for name, value in _pairs(fields).items()):
                raise ValueError(f"the layout is {layout}")
        case "minutes", count:
            await _minutes(rig, int(count))
        case "room", *fields:
            room = (await rig.get("/state"))["room"]
            if any(_at(room, name) != value for name, value in _pairs(fields).items()):
                raise ValueError(f"the room is {room}")
        case "shooter", *fields:
            whose = (await rig.get("/state"))["shooter"]
            if any(str(whose[name]) != value for name, value in _pairs(fields).items()):
                raise ValueError(f"of the dice the table tells {whose}")
        case "shows", line:
            async with asyncio.timeout(PATIENCE):
                while line not in (await rig.do("board", "read"))["panel"]:
                    await asyncio.sleep(0.05)
        case "kill" | "stop", *_:
            await rig.end_daemon(signal.SIGKILL if verb == "kill" else signal.SIGTERM)
        case ["start"]:
            await rig.start_daemon()
        case "sign_out", badge:
            await rig.sign_out(badge)
        case (("disable" | "enable"), badge):
            await _croupierctl(rig, "people", verb, badge)
            if verb == "enable":
                rig.forget(badge)  # the session of before is over
        case "waits", kind, *fields:
            await rig.until("/state", lambda state: _waits(state, kind, _pairs(fields)))
        case "rival", code:
            status, last = await rig.rival()
            if status == 0 or f"fault={code} " not in last:
                raise ValueError(f"it ended with {status}: {last}")
        case "end", "broker":
            await rig.end("broker", signal.SIGKILL)
        case "start", "broker":
            await rig.start_broker()
        case (("pause" | "resume"), "broker"):
            rig.signal("broker", signal.SIGSTOP if verb == "pause" else signal.SIGCONT)
        case "meter", "out_of_service":
            await _pool(rig).lit("", "out_of_service")
        case "meter", amount, *state:
            await _pool(rig).lit(amount, state[0] if state else "live")
        case "glass", shown:
            if shown not in "\n".join((await rig.do("meter", "read"))["panel"]):
                raise ValueError("the board shows other words")
        case ["offered"]:
            await rig.until("/state", lambda state: bool(state["jackpots"][0]["offered"]))
        case "not", "offered", code:
            await rig.until(
                "/state",
                lambda state: [(each["offered"], each["reason"]) for each in state["jackpots"]] == [(False, code)],
            )
        case ["reconciled"]:
            await _croupierctl(rig, "jackpot", "reconcile", "--json")
        case "print", name:
            await _print(rig, f"@{name}")
        case _:
            await _give(rig, verb, *words)


async def _minutes(rig: Rig, count: int) -> None:
    """One after the other: the table has heard each before the next passes."""
    heard = (await rig.get("/state"))["room"]["minute"]
    for minute in range(heard + 1, heard + 1 + count):
        rig.signal("croupierd", signal.SIGUSR1)
        await rig.until("/state", partial(_heard, minute))


def _heard(minute: int, state: dict[str, Any]) -> bool:
    return bool(state["room"]["minute"] == minute)


def _at(room: dict[str, Any], name: str) -> str:
    """A value of the room by its path; a list as its members, separated by commas; "": nothing is there."""
    value: Any = room
    for part in name.split("."):
        value = value.get(part) if isinstance(value, dict) else None
    return ",".join(map(str, value)) if isinstance(value, list) else "" if value in (None, {}) else str(value)


def _pool(rig: Rig) -> ProgressiveRig:
    if not isinstance(rig, ProgressiveRig):
        raise ValueError("this table has no progressive")  # noqa: TRY004 - the story's mistake
    return rig


def _printed(rig: Rig, step: Step) -> Step:
    """The step with what was printed in place of the story's words for it."""
    words = list(step.words)
    for name in sorted(rig.printed, reverse=True):  # @A.rules before @A
        words = [word.replace(name, rig.printed[name]) for word in words]
    return replace(step, words=tuple(words))


async def _print(rig: Rig, name: str) -> None:
    """With the command that anyone has; what is printed within one second has one number, so it may take another."""
    number = rules = ""
    while not number or number in rig.printed.values():
        form = await _croupierctl(rig, "rules", "--form", "--lang", "en")
        number, rules = (line.split()[-1] for line in form.splitlines() if line.startswith(("Form ", "Rules ")))
    rig.printed |= {name: number, f"{name}.rules": rules}


async def _croupierctl(rig: Rig, *words: str) -> str:
    command = (str(Path(sys.executable).with_name("croupierctl")), *words, "--config", str(rig.folder / "etc"))
    process = await asyncio.create_subprocess_exec(*command, stdout=PIPE)
    answer, _ = await process.communicate()
    if process.returncode:
        raise ValueError(answer.decode())
    return answer.decode()


def _waits(state: dict[str, Any], kind: str, fields: dict[str, str]) -> bool:
    """It waits, with as much time as it can have; and nobody can read why."""
    waits = state["asked" if kind == "open_sealed" else "proposal"] or {}
    shown = {name: str(waits.get(name)) for name in ("kind", *fields)}
    return shown == {"kind": kind, **fields} and waits["expires_in"] > 0 and "reason" not in waits


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


async def _lit(rig: Rig, areas: dict[str, str]) -> None:
    """As every subscriber reads it; the topic is retained, and another result may be on its way."""
    lit: dict[str, str] = {}
    try:
        async with rig.witness() as client, asyncio.timeout(PATIENCE):
            await client.subscribe(f"croupier/{TABLE}/result", qos=1)
            async for message in client.messages:
                lit = {area["area"]: area["odds"] for area in json.loads(message.payload)["areas"]}
                if lit == areas:
                    return
    except TimeoutError:
        raise ValueError(f"the topic says {lit}") from None


def _pictures(rig: Rig, count: int) -> None:
    """Each lies under the hash that the journal names, and is what it says."""
    *_, seen = (entry for entry in rig.observations() if entry["kind"] in ("dice_seen", "dice_unread"))
    kept = {path.stem: path.read_bytes() for path in (rig.folder / "state" / TABLE).glob("evidence/*/*.jpg")}
    if len(seen["evidence"]) != count:
        raise ValueError(f"{len(seen['evidence'])} pictures")
    for digest in seen["evidence"]:
        if hashlib.sha256(kept.get(digest, b"")).hexdigest() != digest:
            raise ValueError(f"{digest} is not on disk, or not what it was")


def _codes(health: dict[str, Any]) -> set[str]:
    return {fault["code"] for fault in health["faults"]}


async def _give(rig: Rig, verb: str, *words: str) -> None:
    """An order, by whom it is usual, by a person who is named, or by two."""
    kinds = await rig.kinds()
    match verb, *words:
        case "as", badge, kind, *fields if kind in kinds:
            await rig.order(kind, by=badge, **kinds[kind].fields(fields, pool=rig.pool))
        case "both", kind, *fields if kind in kinds:
            await rig.agree(kind, **kinds[kind].fields(fields, pool=rig.pool))
        case kind, *fields if kind in kinds:
            await rig.order(kind, **kinds[kind].fields(fields, pool=rig.pool))
        case _:
            raise ValueError("no such step")


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
