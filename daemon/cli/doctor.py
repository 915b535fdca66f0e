"""`croupierctl doctor`: every part of the table in turn, from the file on disk to the board on the wall."""

from __future__ import annotations

from pathlib import Path

from daemon.cli.show import Screen
from daemon.cli.status import awaited
from daemon.control.client import get
from daemon.settings import Settings
from drivers.faults import Fault, FaultError


def examine(screen: Screen, settings: Settings, config: Path) -> None:
    """One row a part; a part that cannot be asked because the daemon is down gets none."""
    screen.row(screen.say("configuration"), str(config / "tables" / f"{settings.name}.toml"))
    try:
        state, health = get(settings.socket, "/state"), get(settings.socket, "/health")
    except FaultError as error:
        screen.row(screen.say("daemon"), error.detail, error.fault)
        return
    screen.extra["health"] = health
    screen.row(screen.say("daemon"), health["version"])
    journal = health["journal"]
    faults = {fault["part"]: fault for fault in health["faults"]}

    def part(name: str, well: str) -> None:
        fault = faults.get(name)
        screen.row(screen.part(name), fault["detail"] if fault else well, Fault(fault["code"]) if fault else None)

    part("journal", screen.say("entries", n=journal["seq"], head=journal["head"][:12]))
    part("people", screen.say("enrolled", **health["people"]))
    if health["shoe"] is not None:  # dice have none
        part("shoe", health["shoe"]["identity"] or "")
    part("round", awaited(screen, state))
    part("broker", f"{settings.site.broker.host}:{settings.site.broker.port}")
    for name, board in health["boards"].items():
        shown = screen.say("shows_round", n=board["shows"]) if board["shows"] else screen.say("shows_nothing")
        part(f"board {name}", shown)
