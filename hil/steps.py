"""What each step of a scenario does at the rig; `hil.scenario` explains the words."""

from __future__ import annotations

import asyncio
import hashlib
import json
import signal
import sys
from asyncio.subprocess import PIPE
from collections.abc import Awaitable
from functools import partial
from pathlib import Path
from typing import Any

from hil.asking import RefusedError
from hil.processes import PATIENCE
from hil.progressive import ProgressiveRig
from hil.rig import TABLE, Rig


async def do(rig: Rig, verb: str, *words: str) -> None:
    """One step, as `hil.scenario` explains its words; an error where it goes another way."""
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
        case "do", device, what, *details:
            await rig.do(device, what, **pairs(details))
        case "fault", device, name, ("on" | "off") as switch:
            await rig.fault(device, name, on=switch == "on")
        case "see", kind, *fields:
            await rig.see(kind, **pairs(fields))
        case "refused", code, *order:
            try:
                await _give(rig, *order)
            except RefusedError as refused:
                if code in (refused.code, f"{refused.code}:{refused.why}"):
                    return
                raise
            raise ValueError("the order was taken")
        case "health", code:
            await rig.until("/health", lambda health: code in codes(health))
        case "told", *detail:
            said = " ".join(detail)
            await rig.until("/health", lambda health: any(said in each["en"]["detail"] for each in health["faults"]))
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
            await _lit(rig, pairs(areas))
        case "layout", *fields:
            layout = (await rig.get("/state"))["layout"]
            if any(str(layout[name]) != value for name, value in pairs(fields).items()):
                raise ValueError(f"the layout is {layout}")
        case "minutes", count:
            await _minutes(rig, int(count))
        case "room", *fields:
            room = (await rig.get("/state"))["room"]
            if any(_at(room, name) != value for name, value in pairs(fields).items()):
                raise ValueError(f"the room is {room}")
        case "shooter", *fields:
            whose = (await rig.get("/state"))["shooter"]
            if any(str(whose[name]) != value for name, value in pairs(fields).items()):
                raise ValueError(f"of the dice the table tells {whose}")
        case "shows", line:
            await _shows(rig, line)
        case "not", "shows", line:
            await _shows(rig, line, shown=False)
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
            await rig.until("/state", lambda state: _waits(state, kind, pairs(fields)))
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
        case "thief", amount:
            await _pool(rig).forge(amount)
        case "never", "lit", amount:
            if amount in (lit := (await rig.do("meter", "read"))["lit"]) or not lit:
                raise ValueError(f"it showed {lit}")
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


async def _shows(rig: Rig, line: str, *, shown: bool = True) -> None:
    """The board of results shows this line, whatever its spaces are; or not any more."""
    panel: list[str] = []
    try:
        async with asyncio.timeout(PATIENCE):
            while (line in panel) is not shown or not panel:
                panel = [one.replace("\u00a0", " ") for one in (await rig.do("board", "read"))["panel"]]
                await asyncio.sleep(0.05)
    except TimeoutError:
        raise ValueError(f"the board shows {panel}") from None


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


def codes(health: dict[str, Any]) -> set[str]:
    """Every fault that the technician sees."""
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


def pairs(words: list[str]) -> dict[str, str]:
    """Words like `seat=1`, as names and values."""
    return dict(word.split("=", 1) for word in words)
