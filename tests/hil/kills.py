"""croupierd is killed at random moments of real rounds, again and again; then the journal tells what became of them."""

from __future__ import annotations

import asyncio
import random
import signal
from collections import Counter
from collections.abc import Iterator

from hil.dealer import Dealer
from hil.rig import Rig
from hil.watching import Event

WITHIN = 0.8  # seconds from a start to the kill


async def restart(rig: Rig) -> None:
    """As people would: start it, wait for the shoe, count the felt, confirm."""
    await rig.start_daemon()
    if rig.deals_cards:
        await rig.until("/state", lambda state: bool(state["shoe"]["up"]))  # what it told again is on the felt
    state = await rig.get("/state")
    if state["hold"] is not None:
        assert state["hold"]["fault"] == "TABLE_RESTARTED"
        await rig.order("align", felt=state["felt"])


async def survive(game: str, kills: int, seed: int) -> None:
    """So many kills; every card is dealt once, every line settled once, and the board shows the last result."""
    chance = random.Random(seed)
    async with Rig(game) as rig:
        await restart(rig)
        dealer = Dealer(rig, seed=seed)
        for _ in range(kills):
            play = asyncio.create_task(_rounds(dealer))
            await asyncio.wait([play], timeout=chance.uniform(0, WITHIN))
            await rig.end_daemon(signal.SIGKILL)
            play.cancel()
            await asyncio.gather(play, return_exceptions=True)
            await restart(rig)
        await dealer.play_round()
        finished = [event["round"] for event in rig.journal() if event["kind"] == "round_finished"]
        await rig.until("/health", lambda health: health["boards"]["board-1"]["shows"] == finished[-1])
        assert await rig.end_daemon() == 0
        events = rig.journal()
    assert finished == list(range(1, len(finished) + 1))
    for of_round in _by_round(events):
        dealt = Counter((event["hand"], event["index"]) for event in of_round if event["kind"] == "card_dealt")
        assert set(dealt.values()) <= {1}
        lines = Counter((event["seat"], event["wager"]) for event in of_round if event["kind"] == "line_settled")
        assert set(lines.values()) <= {1}


async def _rounds(dealer: Dealer) -> None:
    while True:
        await dealer.play_round()


def _by_round(events: list[Event]) -> Iterator[list[Event]]:
    of_round: list[Event] = []
    for event in events:
        if event["kind"] == "round_opened":
            yield of_round
            of_round = []
        of_round.append(event)
    yield of_round
