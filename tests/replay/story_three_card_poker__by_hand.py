"""croupier dies in mid-hand: the form ends the round. Then whole rounds from their forms, and what differs is seen."""

from __future__ import annotations

from typing import Any

from daemon.table.orders import Acknowledge, CloseBetting, EnterPastRound, OpenRound, Past
from drivers.faults import Fault
from tests.daemon.floor import D1, S1, both
from tests.replay.stories import Restart, Story, says, seat, turn

VERDICTS = "by_hand by_hand by_hand finished"


def form(number: int, played: Past, **more: Any) -> EnterPastRound:
    """A form as two persons enter it."""
    return EnterPastRound(form=f"tcp-1-20261116-1200-{number:02}", played=played, reason="le PC est éteint", **more)


def story() -> Story:
    """A seat has dropped, a hand lies face down; the form says another stake, and a bonus was paid that was not due."""
    yield (OpenRound(), seat(1, initial=1000, pair_plus=500), seat(2, initial=500), CloseBetting())
    yield ("8c 8d 3s", "2h 5d 9c", "Qs 7d 4c", says(1, "play"), says(2, "drop"), Restart())
    ended: Past = {
        "seats": {
            "1": {"wagers": {"initial": 1000, "additional": 1000, "pair_plus": 300}, "cards": ["8c", "8d", "3s"]},
            "2": {"wagers": {"initial": 500}},
        },
        "dealer": ["Qs", "7d", "4c"],
    }
    handed: dict[str, dict[str, int | None]] = {"1": {"initial": 2000, "additional": 2000, "pair_plus": 1000}}
    first = form(1, ended, paid=handed, when="vers midi")
    yield (D1(first), S1(form(1, {**ended, "dealer": ["Qs", "7d", "4d"]})))  # they differ, and look again
    yield (*both(first), S1(Acknowledge(fault=Fault.PAST_ROUND_DIFFERS)))
    alone: Past = {
        "seats": {"3": {"wagers": {"initial": None, "additional": None}, "cards": ["Ah", "Kh", "Qh"]}},
        "dealer": ["Jc", "7s", "2c"],
    }
    yield (*both(form(2, alone)), *both(form(3, {**alone, "dealer": ["Jc", "Jd", "2c"]}, when="12:40")))
    yield (OpenRound(), seat(1, initial=500), CloseBetting(), "Th 9h 2s", "Ac 6d 3d", says(1, "drop"), *turn("dealer"))
