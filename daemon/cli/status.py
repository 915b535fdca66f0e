"""`croupierctl status`: the round, what is awaited, and what stands in the way."""

from __future__ import annotations

from typing import Any

from daemon.cli.show import Screen
from drivers.faults import Fault
from rules.registry import GAMES


def awaited(screen: Screen, state: dict[str, Any]) -> str:
    """Says in words what the table waits for."""
    awaits = state["awaits"] or {}
    hand = awaits.get("hand") or awaits.get("seat")
    who = getattr(GAMES[state["game"]].hand_name(hand), screen.language) if hand else ""
    return screen.say(state["phase"], who=who, n=awaits.get("index", 0) + 1)


def describe(screen: Screen, state: dict[str, Any], health: dict[str, Any]) -> None:
    """Adds the round, its wagers and the table's faults to the screen."""
    screen.extra |= {"state": state, "health": health}
    screen.row(screen.say(state["game"]), f"{screen.say('round')} {state['round']}, {awaited(screen, state)}")
    for seat, stakes in state.get("wagers", {}).items():
        laid = (f"{screen.say(wager)} {screen.money(stake)}".rstrip() for wager, stake in stakes.items())
        screen.row(f"{screen.say('seat')} {seat}", ", ".join(laid))
    for fault in health["faults"]:
        screen.row(screen.part(fault["part"]), fault[screen.language]["detail"], Fault(fault["code"]))
