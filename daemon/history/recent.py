"""The last rounds of a journal in short, from what everyone may read of it: the list from which one is explained."""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

from typing_extensions import TypedDict

from daemon.history.explain import RoundStatus
from daemon.history.rounds import damage
from daemon.journal.files import files_of, read_only
from daemon.table.events import (
    CardCorrected,
    DecisionCorrected,
    DiceCorrected,
    DiceRolled,
    PastRoundCorrected,
    PastRoundEntered,
    RoundFinished,
    RoundOpened,
    RoundReopened,
    RoundVoided,
)
from drivers.observation import kind_of

TELLING = (
    *(RoundOpened, RoundFinished, RoundReopened, RoundVoided, DiceRolled),
    *(DiceCorrected, CardCorrected, DecisionCorrected, PastRoundEntered, PastRoundCorrected),
)
KINDS = tuple(map(kind_of, TELLING))
OPENED = kind_of(RoundOpened)
ENTRIES = (
    "SELECT at, kind, CAST(body AS TEXT) FROM entry WHERE seq != cause AND kind IN "  # noqa: S608 - our own names
    f"({', '.join('?' * len(KINDS))}) ORDER BY seq DESC"
)


class RoundSummary(TypedDict):
    """One round: when it was opened, what became of it, and what its dice showed."""

    round: int
    game: str
    at: str
    verdict: RoundStatus
    dice: list[int]


def last_rounds(path: Path, count: int) -> list[RoundSummary]:
    """So many, the newest first; the one that is open is among them."""
    found: list[tuple[str, str, dict[str, Any]]] = []  # the newest first
    opened = 0
    with damage(path):
        for file in reversed(files_of(path)):
            with closing(read_only(file)) as db:
                for at, kind, body in db.execute(ENTRIES, KINDS):
                    found.append((at, kind, json.loads(body)))
                    opened += kind == OPENED
                    if opened > count:  # a correction may still be of the round before
                        break
            if opened > count:
                break
        return _told(reversed(found))[: -count - 1 : -1]


def _told(entries: Iterable[tuple[str, str, dict[str, Any]]]) -> list[RoundSummary]:
    """The rounds of these entries, the oldest first."""
    rounds: dict[int, RoundSummary] = {}
    now: RoundSummary | None = None
    corrected: set[int] = set()
    for at, kind, body in entries:
        if kind == OPENED:
            now = {"round": body["round"], "game": body["game"], "at": at, "verdict": "in_progress", "dice": []}
            rounds[body["round"]] = now
            continue
        meant = rounds.get(body["round"]) if "round" in body else now
        if meant is None:
            continue
        match kind:
            case "round_finished":
                if meant["verdict"] == "in_progress":
                    meant["verdict"] = "finished"
            case "round_voided":
                meant["verdict"] = "voided"
            case "round_reopened":
                meant["verdict"] = "in_progress"
            case "past_round_entered":
                meant["verdict"] = "by_hand"
            case "past_round_corrected":
                meant["verdict"] = "by_hand_corrected"
            case "dice_rolled":
                meant["dice"] = body["dice"]
            case "dice_corrected":
                rolled = meant if meant["dice"] else rounds.get(meant["round"] - 1, meant)  # in a game that goes on
                rolled["dice"] = body["after"]
                if rolled["verdict"] != "in_progress":
                    rolled["verdict"] = "corrected"
            case _:
                corrected.add(meant["round"])
    for number in corrected & rounds.keys():
        if rounds[number]["verdict"] == "finished":
            rounds[number]["verdict"] = "corrected"
    return [*rounds.values()]
