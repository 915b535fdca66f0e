"""One scripted hand of any game: what the people at the table do next, from what everyone can see and what was told.

Two players and a round to its end; one card that the shoe cannot read and two persons name; a stop in the middle, after
which the felt is counted; a value that two persons correct when all is settled; and another round, which is voided.
Whoever comes back after a crash looks at the table and goes on: nothing is remembered but what lies there.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from hil.watching import Event
from rules.cards import DECK, Card
from rules.game import Options, deck_count
from rules.registry import GAMES
from tests.daemon.floor import WAGERS

SEATS = ("1", "3")
UNREAD = 1  # the card that the shoe cannot read: the second
STOP_AFTER = 3  # cards
DICE, CORRECTED = (4, 3, 1), (2, 2, 6)
HAPPENED = {
    "round_finished",
    "round_voided",
    "agreed",
    "card_corrected",
    "dice_corrected",
    "card_set_aside",
    "hand_turned",
}
OVER = ("idle", "closed", "finished")


@dataclass(frozen=True)
class Act:
    """An order and who gives it; or `draw`, `stop`."""

    what: str
    by: str = ""
    fields: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return " ".join([self.what, *(f"{name}={value}" for name, value in self.fields.items()), self.by]).strip()


class Hand:
    """The script for one game; the shoe's cards are in `cards`."""

    def __init__(self, game: str) -> None:
        self.game, self.deals = game, "shoe" in GAMES[game].needs
        many = max(deck_count(GAMES[game], Options()), 1)
        self.cards = [str(card) for card in random.Random(game).sample(DECK * many, 52 * many)]

    def next(self, state: dict[str, Any], past: Iterable[Event]) -> Act | None:
        """What somebody does now; None: it is over. `state` is what the API tells, `past` every event so far."""
        past = list(past)
        if any(event["kind"] == "round_voided" for event in past):
            return None
        held = state["hold"] and state["hold"]["fault"]
        if held == "TABLE_RESTARTED":
            return self._order("align", "D1", state)
        if state["proposal"]:
            return self._order(state["proposal"]["kind"], "S1", state)
        if held:
            return self._order("name_card", "D1", state)
        if state["round"] == 0:
            return Act("open_round", "D1")
        finished = any(event["kind"] == "round_finished" for event in past)
        corrected = any(event["kind"] in ("card_corrected", "dice_corrected") for event in past)
        if finished and not corrected:
            return self._order("correct_card" if self.deals else "correct_dice", "D1", state)
        if state["phase"] in OVER:
            return Act("open_round", "D1")
        stopped = any(event["kind"] == "held" and event["fault"] == "TABLE_RESTARTED" for event in past)
        if not stopped and self._in_the_middle(state):
            return Act("stop")
        if finished and (sum(state["felt"].values()) if self.deals else state["phase"] == "rolling"):
            return Act("void_round", "S1", {"reason": "the light went out"})
        return self._play(state)

    def _in_the_middle(self, state: dict[str, Any]) -> bool:
        if self.deals:
            return bool(sum(state["felt"].values()) >= STOP_AFTER)
        return bool(state["phase"] == "rolling" and len(state["wagers"]) == len(SEATS))

    def _play(self, state: dict[str, Any]) -> Act:
        """What the game awaits; whoever decides would decide the same again."""
        awaits = state["awaits"]
        free = [seat for seat in SEATS if seat not in (state["room"]["stakes"] if "room" in state else state["wagers"])]
        match state["phase"]:
            case "betting" | "rolling" if free and (state["phase"] == "betting" or awaits["open"]):
                return Act("seat_in", "D1", {"seat": free[0], "wagers": dict(WAGERS[self.game])})
            case "betting":
                return Act("start_game" if "room" in state else "close_betting", "D1")
            case "dealing":
                return Act("draw")
            case "deciding":
                return Act("decision", "D1", {"seat": awaits["seat"], "choice": awaits["choices"][0]})
            case "directing" if state["shoe"]["seen"] < 2 * len(SEATS) + 1:
                return Act("direct_card", "D1", {"hand": awaits["hands"][0]})
            case "directing":
                return Act("no_more_cards", "D1")
            case "turning":
                return Act("turn_hand", "D1", {"hand": awaits["hand"]})
            case "rolling" if "shooter" in state and not state["shooter"]["out"]:
                return Act("dice_out" if state["shooter"]["seat"] else "offer_dice", "D1")
            case "rolling":
                return self._order("enter_dice", "D1", state)
            case phase:
                raise AssertionError(phase)

    def _order(self, kind: str, by: str, state: dict[str, Any]) -> Act:
        """What is said of what lies there: the same by everyone, and again."""
        match kind:
            case "align":
                return Act(kind, by, {"felt": dict(state["felt"])})
            case "name_card":
                return Act(kind, by, {"card": self.cards[state["shoe"]["seen"]]})
            case "correct_card":
                hand = "dealer" if "dealer" in state["felt"] else SEATS[0]
                return Act(kind, by, {"hand": hand, "index": 0, "card": self._other_card(state)})
            case "enter_dice" | "correct_dice":
                count = GAMES[self.game].dice
                return Act(kind, by, {"dice": list((DICE if kind == "enter_dice" else CORRECTED)[:count])})
            case _:
                raise AssertionError(kind)

    def _other_card(self, state: dict[str, Any]) -> str:
        """One that lies nowhere, and makes no tie."""
        dealt = self.cards[: state["shoe"]["seen"]]
        ranks = Counter(Card.parse(name).rank for name in dealt)
        return min(set(self.cards) - set(dealt), key=lambda name: (ranks[Card.parse(name).rank], name))


def outcome(events: Iterable[Event]) -> dict[str, Counter[str]]:
    """Where cards went, what was settled and still stands, and how often the rest happened.

    By which rule set a line was settled is no part of it: only a table with a file has one (`mortality.outlive`).
    """
    found = {name: Counter[str]() for name in ("dealt", "settled", "happened")}
    number = 0
    for event in events:
        match event["kind"]:
            case "round_opened":
                number = event["round"]
            case "card_dealt":
                found["dealt"][f"{number} {event['hand']} {event['index']}"] += 1
            case "line_settled" | "line_cancelled" as kind:
                told = sorted((name, value) for name, value in event.items() if name not in ("kind", "rules"))
                line = " ".join(f"{name}={value}" for name, value in told)
                which = "" if "roll" in (event["more"] or {}) else number  # at craps a line names its roll itself
                found["settled"][f"{which} {line}"] += 1 if kind == "line_settled" else -1
        if event["kind"] in HAPPENED:
            found["happened"][f"{number} {event['kind']} {event.get('what') or event.get('hand', '')}"] += 1
    return found
