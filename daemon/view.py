"""What everyone may see of the table: the control API's answer, and what its boards show.

A card that lies face down is `null` here, for every role.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from daemon.table.state import Result, TableState
from daemon.texts import Language
from drivers.board import wire
from rules.lines import Line
from rules.machine import (
    AwaitCard,
    AwaitDecision,
    AwaitDice,
    AwaitDirection,
    AwaitTurn,
    AwaitWagers,
    Expectation,
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
        "phase": "idle",
        "awaits": None,
    }
    if state.play is not None:
        expected: Expectation = state.machine.expects(state.play)
        seen["phase"] = PHASES[type(expected)]
        seen["awaits"] = asdict(expected)
        seen["wagers"] = {seat: dict(stakes) for seat, stakes in state.machine.wagers(state.play).items()}
        seen["hands"] = {
            name: [None if card is None else str(card) for card in hand.visible]
            for name, hand in state.machine.hands(state.play).items()
        }
    seen["lines"] = [asdict(line) for line in state.lines]
    seen["hold"] = asdict(state.hold) if state.hold is not None else None
    seen["shoe_up"] = state.shoe.up
    return seen


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

    cards = " ".join(result.hands.get("dealer", ())).replace("T", "10").translate(SUIT_SIGNS)
    title = f"{'Coup' if language == 'fr' else 'Round'} {result.round}  {say(result.game)}"
    return [title, f"{say('dealer')}  {cards}", *map(told, result.lines)]
