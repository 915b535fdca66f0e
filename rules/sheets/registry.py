"""Every game's sheet: one line each."""

from __future__ import annotations

from collections.abc import Mapping

from rules.sheets import (
    blackjack,
    boston,
    craps,
    crazy_four,
    four_card,
    poker_room,
    sic_bo,
    three_card_poker,
    three_five_seven,
    war,
)
from rules.sheets.model import Make

SHEETS: dict[str, Make] = {
    "three_card_poker": three_card_poker.sheet,
    "war": war.sheet,
    "three_five_seven": three_five_seven.sheet,
    "boston": boston.sheet,
    "four_card": four_card.sheet,
    "crazy_four": crazy_four.sheet,
    "blackjack": blackjack.sheet,
    "craps": craps.sheet,
    "sic_bo": sic_bo.sheet,
    "poker_room": poker_room.sheet,
}
OF_NO_TABLE: Mapping[str, Mapping[str, str]] = {  # what a table must choose, all of which a sheet of none tells
    "blackjack": {"manner": blackjack.EVERY_MANNER},
}
