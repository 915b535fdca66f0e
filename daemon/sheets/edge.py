"""When a table starts: does the house keep the edge on all that it offers?"""

from __future__ import annotations

import asyncio
import logging

from daemon.text.faults import ROWS
from drivers.faults import Fault
from rules.game import Options
from rules.odds.model import TableOdds
from rules.odds.table import odds_offered

log = logging.getLogger(__name__)


def check_edge(game: str, posted: Options) -> None:
    """Counts the odds once, in a thread; a warning stands in the log as soon as they are known."""
    counted = asyncio.get_running_loop().run_in_executor(None, odds_offered, game, posted)
    counted.add_done_callback(_tell)


def _tell(counted: asyncio.Future[TableOdds]) -> None:
    if counted.cancelled() or (failed := counted.exception()) is not None:
        log.warning("odds_unknown", extra={"detail": "" if counted.cancelled() else str(failed)})
    elif gifts := counted.result().for_the_player:
        row = ROWS[Fault.ODDS_FAVOUR_PLAYER]
        detail = ", ".join(f"{wager} {chance.edge}" for wager, chance in gifts.items())
        fields = {"fault": Fault.ODDS_FAVOUR_PLAYER, "detail": detail, "fr": " ".join(row.fr), "en": " ".join(row.en)}
        log.warning("fault", extra=fields)
