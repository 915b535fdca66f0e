"""Forms that name their rule set, one of before; a form with a typing mistake is corrected, on the next day again."""

from __future__ import annotations

from typing import Any

from daemon.table.orders import (
    Acknowledge,
    AwardJackpot,
    ChangePosting,
    CloseBetting,
    CorrectPastRound,
    EnterPastRound,
    NoMoreCards,
    OpenRound,
    Past,
)
from drivers.faults import Fault
from rules.ruleset import Document, content, digest, short
from tests.daemon.floor import D1, IN_SERVICE, POOL, PROGRESSIVE, S1, both, started
from tests.replay.stories import NextDay, Restart, Story, seat

POSTED: dict[str, Any] = {
    "decks": 6,
    "unit": 100,
    **PROGRESSIVE,
    "document": Document("21, salle B", "2026-11-01", "draft by-law of 2000", ("A97", "A105", "A106", "A159")),
}
VERDICTS = "by_hand_corrected by_hand_corrected by_hand finished"
_OPTIONS = started("blackjack", **{**POSTED, "jackpots": ()}).options
DEALT_BY = short("blackjack", digest(content("blackjack", _OPTIONS, POSTED["document"])))
DOLLAR: dict[str, int | None] = {"progressive": 100}


def number(copy: int) -> str:
    """The number of a form, as it is printed."""
    return f"bj-3-20261116-164312-{copy:02}"


def entry(copy: int, played: Past, **more: Any) -> EnterPastRound:
    """A form as two persons enter it."""
    return EnterPastRound(form=number(copy), played=played, reason="le PC est éteint", **more)


def correction(copy: int, played: Past, **more: Any) -> CorrectPastRound:
    """The same form, as it is written."""
    return CorrectPastRound(form=number(copy), played=played, reason="une faute de frappe", **more)


def story() -> Story:
    """A jackpot was typed that was none, then a wager at the wrong seat; the posting changed since the printing."""
    yield (*IN_SERVICE, OpenRound(), seat(1, **DOLLAR), seat(2, over_13=500, **DOLLAR), CloseBetting(), "As", Restart())
    five, other = ["As", "2s", "3s", "4s", "5s"], ["9h", "9d"]
    second: Any = {"wagers": {"over_13": 500, **DOLLAR}, "cards": other}
    typed: Past = {"seats": {"1": {"wagers": DOLLAR, "cards": five}, "2": second}}
    paper: Past = {"seats": {"1": {"wagers": DOLLAR, "cards": [*five[:4], "5h"]}, "2": second}}
    paid: dict[str, dict[str, int | None]] = {"1": {"progressive": 0}, "2": {"progressive": 0, "over_13": 1000}}
    counted = {"contributions": {"progressive": 2}, "paid": paid}
    yield (*both(entry(1, typed, rules=DEALT_BY, **counted)), Restart())
    yield (D1(correction(1, paper, **counted)), S1(correction(1, typed, **counted)))  # they differ, and look again
    yield (*both(correction(1, paper, rules=DEALT_BY, when="vers midi", **counted)),)
    yield both(ChangePosting(posting={"minimum": 200}))
    wrong: Past = {"seats": {"3": {"wagers": DOLLAR, "cards": five}}}
    right: Past = {"seats": {"4": {"wagers": {"over_13": 100, **DOLLAR}, "cards": five}}}
    yield (*both(entry(2, wrong, contributions={"progressive": 1})), NextDay())
    yield both(correction(2, right, rules=DEALT_BY, contributions={"progressive": 1}, paid={"4": {"over_13": 0}}))
    yield (S1(AwardJackpot(pool=POOL.name, seat="4", cents=10_001_00)), S1(Acknowledge(fault=Fault.PAST_ROUND_DIFFERS)))
    yield both(entry(3, paper, contributions={"progressive": 2}))
    yield (OpenRound(), seat(1, over_13=500), CloseBetting(), "9h 9d", NoMoreCards())
