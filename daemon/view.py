"""What everyone may see of the table: the control API's answer, and what its boards show.

A card that lies face down is `null` here, for every role.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from daemon.table.orders import AnyOrder, Role
from daemon.table.state import ALIGNABLE, Result, TableState
from daemon.texts import Language
from drivers.board import wire
from drivers.faults import Fault
from rules.lines import Line
from rules.machine import (
    AwaitCard,
    AwaitDecision,
    AwaitDice,
    AwaitDirection,
    AwaitTurn,
    AwaitWagers,
    Continues,
    Finished,
)
from rules.registry import term

PHASES: dict[type, str] = {
    AwaitWagers: "betting",
    AwaitCard: "dealing",
    AwaitDecision: "deciding",
    AwaitTurn: "turning",
    AwaitDirection: "directing",
    AwaitDice: "rolling",
    Finished: "finished",
}
SUIT_SIGNS = str.maketrans("cdhs", "♣♦♥♠")


def view(state: TableState) -> dict[str, Any]:
    """The state, as JSON, with nothing in it that lies face down."""
    seen: dict[str, Any] = {
        "game": state.game or state.posted[0],
        "round": state.round,
        "phase": "closed" if state.closed else "idle",
        "awaits": None,
        "acts": _acts(state),
    }
    if state.play is not None and state.awaits is not None:
        seen["phase"] = PHASES[type(state.awaits)]
        seen["awaits"] = asdict(state.awaits)
        seen["wagers"] = {seat: dict(stakes) for seat, stakes in state.machine.wagers(state.play).items()}
        seen["hands"] = {
            name: [None if card is None else str(card) for card in hand.visible]
            for name, hand in state.machine.hands(state.play).items()
        }
        if isinstance(state.machine, Continues):  # craps: the point, and what is called on
            seen["layout"] = {k: v for k, v in state.machine.carry(state.play).items() if k != "laid"}
    seen["lines"] = [line._asdict() for line in state.lines]
    seen["result"] = {"round": state.result.round, "dice": list(state.result.dice)} if state.result else None
    seen["hold"] = state.hold._asdict() if state.hold is not None else None
    seen["felt"] = dict(state.felt)
    seen["proposal"] = _proposal(state.proposal) if state.proposal is not None else None
    seen["shoe"] = {"up": state.shoe.up, "seen": sum(state.shoe.seen), "change_due": state.shoe.cut}
    seen["dealer"] = state.people.dealer
    return seen


def _acts(state: TableState) -> dict[str, str | None]:
    """Who must do something now: a role, and the seat if it is a player's turn."""
    if state.proposal is not None:
        return {"role": "second_person", "seat": None}
    if state.hold is not None:
        dealer = state.hold.fault in ALIGNABLE or (state.hold.fault is Fault.LINK_LOST and state.hold.proven)
        return {"role": Role.DEALER if dealer else Role.SUPERVISOR, "seat": None}
    if isinstance(state.awaits, AwaitDecision):
        return {"role": "player", "seat": state.awaits.seat}
    return {"role": Role.DEALER, "seat": None}


def _proposal(order: AnyOrder) -> dict[str, Any]:
    """What waits for a second person, who must know it by himself if it tells a card."""
    said = {"kind": order.kind, "by": order.by}
    told = {} if order.SECRET else asdict(order)
    return {**{name: value for name, value in told.items() if name not in ("role", "key")}, **said}


def board_message(table: str, result: Result) -> wire.Result:
    """What the table's boards show of a result. It follows from the state: sending it twice changes nothing."""
    return wire.Result(
        table=table,
        seq=result.round,
        game=result.game,
        hands={hand: list(cards) for hand, cards in result.hands.items()},
        lines=[
            wire.ResultLine.model_validate(
                {name: getattr(line, name) for name in wire.ResultLine.model_fields if name != "v"}
            )
            for line in result.lines
        ],
        text={"fr": _board_text("fr", result), "en": _board_text("en", result)},
    )


def _board_text(language: Language, result: Result) -> list[str]:
    def say(key: str) -> str:
        return str(getattr(term(result.game, key), language))

    def told(line: Line) -> str:
        odds = f" {line.odds}" if line.odds else ""
        return f"{line.seat}  {say(line.wager)}{' :' if language == 'fr' else ':'} {say(line.outcome)}{odds}"

    title = f"{'Coup' if language == 'fr' else 'Round'} {result.round}  {say(result.game)}"
    if result.dice:
        return [title, " ".join(map(str, result.dice)), *map(told, result.lines)]
    cards = " ".join(result.hands.get("dealer", ())).replace("T", "10").translate(SUIT_SIGNS)
    return [title, *([f"{say('dealer')}  {cards}"] if cards else []), *map(told, result.lines)]
