"""croupierd is killed at random moments of real rounds, again and again, and nothing is lost or told twice."""

from __future__ import annotations

import asyncio
import random
import signal
from collections.abc import Callable
from itertools import groupby

import pytest

from hil.dealer import Dealer
from hil.rig import Event, RefusedError, Rig

pytestmark = [pytest.mark.campaign, pytest.mark.timeout(1800)]
KILLS = 60


async def restart(rig: Rig) -> None:
    """As people would: start it, wait for the shoe, count the felt, confirm."""
    await rig.start_daemon()
    await rig.until("/health", lambda health: health["shoe"]["up"])
    state = await rig.get("/state")
    if state["hold"] is not None:
        assert state["hold"]["fault"] == "TABLE_RESTARTED"
        await rig.order("align", felt={hand: len(cards) for hand, cards in state["hands"].items()})


async def test_no_kill_loses_a_card_or_a_line() -> None:
    chance = random.Random(20261116)
    async with Rig() as rig:
        await restart(rig)
        dealer, killed = Dealer(rig, seed=1), 0
        while killed < KILLS:
            play = asyncio.create_task(dealer.play_round())
            await asyncio.wait([play], timeout=chance.uniform(0, 0.8))
            if play.done():
                play.result()
                continue
            await rig.end_daemon(signal.SIGKILL)
            killed += 1
            play.cancel()
            await asyncio.gather(play, return_exceptions=True)
            await restart(rig)
            if (await rig.get("/state"))["phase"] == "betting":
                try:
                    await rig.order("close_betting")
                except RefusedError:  # killed before the first seat was in
                    await rig.order("seat_in", seat="1")
                    await rig.order("close_betting")
            if (await rig.get("/state"))["phase"] not in ("idle", "finished"):
                await dealer.finish_round()
        assert await rig.end_daemon() == 0
        events = rig.journal()
    rounds = [list(group) for _, group in groupby(events, key=_round_of())]
    assert len(rounds) > KILLS / 4
    for told in rounds:
        dealt = [(event["hand"], event["index"]) for event in told if event["kind"] == "card_dealt"]
        assert len(dealt) == len(set(dealt))
        assert all(count == 3 for count in _sizes(dealt).values())
        lines = [(event["seat"], event["wager"]) for event in told if event["kind"] == "line_settled"]
        assert len(lines) == len(set(lines))
        assert [event["kind"] for event in told].count("round_finished") == 1


def _sizes(dealt: list[tuple[str, int]]) -> dict[str, int]:
    return {hand: sum(1 for where, _ in dealt if where == hand) for hand, _ in dealt}


def _round_of() -> Callable[[Event], int]:
    """Numbers the events by the round that they belong to."""
    number = 0

    def of(event: Event) -> int:
        nonlocal number
        number += 1 if event["kind"] == "round_opened" else 0
        return number

    return of
