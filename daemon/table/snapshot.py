"""The whole state between two rounds, written down: a restart begins here instead of at the first card of the day.

The game's own state is not written: the facts of the round are, and running them again gives it back. What was settled
stands as it was settled, whatever the rules say of it today.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, fields
from typing import Any, get_args

from pydantic import NonNegativeInt, TypeAdapter

from daemon.jackpot.pool import Account, Pool
from daemon.table import devices
from daemon.table.chips import carried
from daemon.table.forms import ByHand
from daemon.table.orders import EnterPastRound
from daemon.table.orders.notices import Recorded
from daemon.table.play import areas, rerun
from daemon.table.state import Asked, Dice, Entered, Gap, People, Played, Result, Rules, TableState, Voided
from daemon.text.details import Because
from drivers.faults import Fault, FaultError
from rules.capabilities import CarriesOver
from rules.cards import Card, recorded
from rules.facts import Deal, Fact, Roll
from rules.game import Game, Options
from rules.lines import Line, Outcome
from rules.shooter import Shooter

VERSION = 1
LATER = frozenset({"voided"})  # fields of a state that was written down before they were
JACKPOTS: TypeAdapter[tuple[Pool, ...]] = TypeAdapter(tuple[Pool, ...])
POOLS: TypeAdapter[tuple[Account, ...]] = TypeAdapter(tuple[Account, ...])
RULES: TypeAdapter[Rules] = TypeAdapter(Rules)
OPTIONS: TypeAdapter[Options] = TypeAdapter(Recorded)
BY_HAND: TypeAdapter[ByHand] = TypeAdapter(ByHand)
COUNT: TypeAdapter[int] = TypeAdapter(NonNegativeInt)
FACTS: dict[str, type[Any]] = {kind.__name__: kind for kind in get_args(Fact)}


def freeze(state: TableState) -> bytes:
    """As JSON; what it tells of cards has the same length whatever they are."""
    people, earlier = state.people, state.earlier
    return json.dumps(
        {
            "snapshot": VERSION,
            "version": state.version,
            "day": state.day,
            "posted": [state.posted[0], asdict(state.posted[1])],
            "game": state.game,
            "options": asdict(state.options),
            "round": state.round,
            "play": state.play is not None and _pack_round(state.machine, state.base, state.facts, state.lines),
            "lines": [] if state.play is not None else list(state.lines),  # of a round that no facts tell
            "kept": carried(state),  # also of a game that is over: its facts may be refused one day, its stakes not
            "earlier": earlier and _pack_earlier(state.machine, earlier),
            **devices.freeze(state),
            "dice_out": state.dice_out,
            "shooter": state.shooter,
            "result": state.result and state.result._asdict(),
            "voided": state.voided and state.voided._asdict(),
            "closed": state.closed,
            "rules": asdict(state.rules),
            "patience": state.patience,
            "people": people._asdict(),
            "jackpots": list(map(asdict, state.jackpots)),
            "pools": list(map(asdict, state.pools)),
            "display": state.display,
            "gaps": state.gaps,
            "by_hand": state.by_hand,
            "entered": state.entered and _pack_entered(state.machine, state.entered),
        }
    ).encode()


def thaw(frozen: bytes) -> TableState:
    """The state again; JOURNAL_VERSION if a newer croupier wrote it, another exception if nobody did."""
    kept: dict[str, Any] = json.loads(frozen)
    if kept["snapshot"] != VERSION:
        raise FaultError(Fault.JOURNAL_VERSION, Because.SNAPSHOT_VERSION(found=kept["snapshot"], known=VERSION))
    (posted, post), people, result = kept["posted"], kept["people"], kept["result"]
    state = TableState(
        version=kept["version"],
        day=kept.get("day", ""),
        posted=(posted, OPTIONS.validate_python(post)),
        game=kept["game"],
        options=OPTIONS.validate_python(kept["options"]),
        round=COUNT.validate_python(kept["round"]),
        dice_out=_dice_out(kept.get("dice_out", False)),
        shooter=_shooter(*kept.get("shooter", ())),
        result=result and _result(**result),
        voided=_voided(kept.get("voided")),
        closed=kept["closed"],
        rules=RULES.validate_python(kept.get("rules", {})),
        kept=kept.get("kept"),
        patience=kept.get("patience"),
        people=_people(**people),
        jackpots=JACKPOTS.validate_python(kept.get("jackpots", ())),
        pools=POOLS.validate_python(kept.get("pools", ())),
        display=kept.get("display"),
        gaps={pool: Gap(*gap) for pool, gap in kept.get("gaps", {}).items()},
        lines=tuple(_line(*line) for line in kept.get("lines", ())),
        by_hand=BY_HAND.validate_python(kept.get("by_hand", ((), ()))),
    )
    state = devices.thaw(state, kept)
    if entered := kept.get("entered"):
        state = state._replace(entered=_unpack_entered(state.machine, state.options, **entered))
    if not kept["play"]:
        return state
    machine = state.machine
    base, facts, lines, *_ = _unpack_round(machine, state.options, **kept["play"])
    try:
        play, _ = rerun(machine, base, facts)
    except FaultError:  # today's rules would not have come here; what was settled stands, the felt is not shown again
        return state._replace(lines=lines)
    earlier = kept["earlier"] and _unpack_earlier(machine, state.options, **kept["earlier"])
    thawed = state._replace(
        base=base, play=play, awaits=machine.expects(play), facts=facts, lines=lines, kept=None, earlier=earlier or None
    )
    if state.kept not in (None, carried(thawed)):  # today's rules would have paid otherwise
        return state._replace(lines=lines)
    if thawed.result is None or "areas" in result:
        return thawed
    lit = areas(machine, earlier.base if earlier else base, thawed.result.dice)  # written before they were kept
    return thawed._replace(result=thawed.result._replace(areas=lit))


def untold(frozen: bytes) -> frozenset[str]:
    """Which fields of a state an older croupier did not write down."""
    return LATER.difference(json.loads(frozen))


def _pack_round(game: Game, base: Any, facts: Iterable[Fact], lines: Iterable[Line]) -> dict[str, Any]:
    carried = game.carry(base) if isinstance(game, CarriesOver) else None
    return {"carried": carried, "facts": [_pack(fact) for fact in facts], "lines": list(lines)}


def _unpack_round(game: Game, options: Options, carried: Any, facts: list[Any], lines: list[Any]) -> Played:
    base = game.resume(options, carried) if isinstance(game, CarriesOver) else game.start(options)
    return Played(base, tuple(_unpack(*fact) for fact in facts), tuple(_line(*line) for line in lines))


def _pack_earlier(game: Game, played: Played) -> dict[str, Any]:
    options = played.options and asdict(played.options)
    packed = _pack_round(game, played.base, played.facts, played.lines)
    return {**packed, "rules": played.rules, "options": options}


def _unpack_earlier(game: Game, now: Options, rules: str = "", options: Any = None, **packed: Any) -> Played:
    posted = options and OPTIONS.validate_python(options)
    return _unpack_round(game, posted or now, **packed)._replace(rules=rules, options=posted)


def _pack_entered(game: Game, entered: Entered) -> dict[str, Any]:
    before = _pack_earlier(game, entered.before)
    return {"order": asdict(entered.order), "before": before, "interrupted": entered.interrupted}


def _unpack_entered(game: Game, now: Options, order: dict[str, Any], before: Any, interrupted: bool) -> Entered:
    return Entered(EnterPastRound(**order), _unpack_earlier(game, now, **before), interrupted)


def _pack(fact: Fact) -> list[Any]:
    values = (getattr(fact, field.name) for field in fields(fact))
    return [type(fact).__name__, *(str(value) if isinstance(value, Card) else value for value in values)]


def _unpack(name: str, *values: Any) -> Fact:
    match FACTS[name]:
        case kind if kind is Deal:
            return Deal(recorded(*values))
        case kind if kind is Roll:
            return Roll(tuple(*values))
        case kind:
            fact: Fact = kind(*values)
            return fact


def _people(
    keys: list[str], opened: list[int], asked: list[Any] | None = None, homes: Iterable[str] = (), **more: Any
) -> People:
    asking = Asked(*asked) if asked else None
    return People(keys=tuple(keys), opened=tuple(opened), asked=asking, homes=tuple(homes), **more)


def _dice_out(kept: str | bool) -> Dice:
    """Of before they went out by an order: whether somebody read them."""
    return Dice(kept) if isinstance(kept, str) else Dice.UNSENT if kept else Dice.IN


def _shooter(
    seat: str = "", last: str = "", declined: Iterable[str] = (), no_rolls: Iterable[str] = (), threw: str = ""
) -> Shooter:
    return Shooter(seat, last, tuple(declined), tuple(no_rolls), threw)


def _line(*columns: Any) -> Line:
    line = Line(*columns)
    return line._replace(outcome=Outcome(line.outcome), readings=tuple(line.readings))


def _voided(kept: dict[str, Any] | None) -> Voided | None:
    if kept is None:
        return None
    return Voided(**{**kept, "lines": tuple(_line(*line) for line in kept["lines"])})


def _result(hands: dict[str, Any], lines: list[Any], dice: list[int], **more: Any) -> Result:
    shown = {hand: tuple(cards) for hand, cards in hands.items()}
    return Result(hands=shown, lines=tuple(_line(*line) for line in lines), dice=tuple(dice), **more)
