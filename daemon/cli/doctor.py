"""`croupierctl doctor`: every part of the table in turn, from the file on disk to the board on the wall."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from daemon.cli.show import Screen
from daemon.cli.status import awaited
from daemon.control.client import get
from daemon.jackpot.pool import CENT
from daemon.settings import Settings
from daemon.table.posting import changed
from daemon.text.amounts import percent
from daemon.text.details import said
from daemon.text.shaker import lack
from drivers.faults import Fault, FaultError
from rules.game import Options, RuleError


def examine(screen: Screen, settings: Settings, config: Path) -> None:
    """Adds one row a part; a part that cannot be asked because the daemon is down gets none."""
    screen.row(screen.say("configuration"), str(config / "tables" / f"{settings.name}.toml"))
    try:
        state, health = get(settings.socket, "/state"), get(settings.socket, "/health")
    except FaultError as error:
        _check_edge(screen, settings, settings.table.posted)
        screen.row(screen.say("daemon"), error.detail, error.fault)
        return
    _check_edge(screen, settings, changed(settings.table.game, Options(), state["rules"]["posted"]))
    screen.extra["health"] = health
    screen.row(screen.say("daemon"), health["version"])
    journal = health["journal"]
    faults: dict[str, list[dict[str, Any]]] = {}
    for fault in health["faults"]:
        faults.setdefault(fault["part"], []).append(fault)

    def part(name: str, well: str) -> None:
        for fault in faults.get(name, ()):
            screen.row(screen.part(name), fault[screen.language]["detail"], Fault(fault["code"]))
        if name not in faults:
            screen.row(screen.part(name), well)

    part("journal", screen.say("entries", n=journal["seq"], head=journal["head"][:12]))
    if "clock" in faults:
        part("clock", "")
    part("people", screen.say("enrolled", **health["people"]))
    for name, device in health["devices"].items():
        kind = device["kind"]
        label = kind if name == kind else f"{kind} {name}"
        part(label, _camera(screen, device["state"]) if kind == "camera" else device["identity"] or "")
        if lacks := device.get("unproven"):
            what = ", ".join(lack(screen.language, each) for each in lacks)
            by = screen.say("proved_by_camera" if health["camera"] is not None else "proved_by_people")
            screen.row(screen.part(label), screen.say("unproven", what=what, by=by))
    if "evidence" in faults:
        part("evidence", "")
    if health["camera"] is not None or any(health["dice"]["counts"]):  # people read dice, too
        part("dice", _counted(screen, **health["dice"]))
    if "house_hold" in faults:
        part("house_hold", "")
    part("round", awaited(screen, state))
    for name, pool in health["jackpots"].items():
        part(f"jackpot {name}", screen.money(pool["displayed"] // CENT))
    part("broker", str(settings.broker))
    for name, board in health["boards"].items():
        part(f"board {name}", _shown(screen, board))
    if (rules := state["rules"])["approved"] or "rules" in faults:
        part("rules", screen.say("rules_approved", rules=rules["next"], by=", ".join(rules["approved"])))
    else:
        screen.row(screen.part("rules"), rules["next"], Fault.RULES_UNAPPROVED)
    if (coming := rules["coming"]) is not None:
        key = "rules_coming" if coming["approved"] else "rules_coming_filed"
        said = screen.say(key, rules=coming["rules"], day=coming["effective"], by=", ".join(coming["approved"]))
        screen.row(screen.part("rules"), said)


def _shown(screen: Screen, board: dict[str, Any]) -> str:
    """Says what a board reports that it shows."""
    parts = []
    if board["shows"]:
        parts.append(screen.say("shows_round", n=board["shows"]))
    if (lit := board["jackpot"]) is not None:
        parts.append(" ".join(filter(None, [screen.say(f"jackpot_{lit['state']}"), lit["digits"]])))
    return ", ".join(parts) or screen.say("shows_nothing")


def _check_edge(screen: Screen, settings: Settings, posted: Options) -> None:
    """Adds whether the house keeps the edge on all that the table offers: in force, or else in its file."""
    from rules.odds.table import odds_offered

    try:
        found = odds_offered(settings.table.game, settings.for_odds(posted))
    except RuleError as unknown:  # posted in a way for which nothing was counted
        screen.row(screen.say("odds"), screen.say("odds_unknown", why=said(unknown.message, screen.language)))
        return
    if not (gifts := found.for_the_player):
        screen.row(screen.say("odds"), screen.say("odds_house"))
        return
    edges = (f"{screen.say(wager)} {percent(-chance.edge, screen.language, 2)}" for wager, chance in gifts.items())
    detail = screen.say("odds_player", wagers=", ".join(edges))
    screen.row(screen.say("odds"), detail, Fault.ODDS_FAVOUR_PLAYER)


def _counted(screen: Screen, counts: list[int], probability: float, **_: object) -> str:
    """Says how often each face came, from one to six, and how likely that is with fair dice."""
    return screen.say("dice_counted", n=sum(counts), faces=" ".join(map(str, counts)), p=probability)


def _camera(screen: Screen, state: dict[str, Any] | None) -> str:
    """Says what the camera sees, and how far that is from its calibration."""
    if state is None:
        return ""
    seen = f"{state['width']}x{state['height']}, {state['rate']}/s"
    condition = state["condition"]
    if condition is None:
        return seen
    unknown = "?"
    return f"{seen}, " + screen.say(
        "camera_condition",
        light=f"{condition['light']:.0%}",
        focus=unknown if condition["focus"] is None else f"{condition['focus']:.0%}",
        shift=unknown if condition["shift"] is None else f"{condition['shift']:.1f} px",
    )
