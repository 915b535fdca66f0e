"""A blackjack table with the progressive of section 21.2: a pool in its own journal, and a board that shows it."""

from __future__ import annotations

import asyncio
from typing import Any

from drivers.board.signing import new_key
from hil.rig import TABLE, Rig
from hil.thief import forge

POOL = "progressive-1"
SEED = 10_000_00  # cents
TERMS = f"""
[table.options]
manner = 1

[[jackpots]]
name = "{POOL}"
seed = {SEED}
rate = 2000
reserve_rate = 500
cap = 5000000
largest = 200
"""


class ProgressiveRig(Rig):
    """The pool is configured; two persons take it over, and a supervisor opens it."""

    pool = POOL

    def __init__(self, **kinds: Any) -> None:
        super().__init__("blackjack", **kinds)

    def _configure(self) -> None:
        super()._configure()
        with (self.folder / f"etc/tables/{TABLE}.toml").open("a") as file:
            file.write(TERMS)

    async def commission(self) -> None:
        """Puts the pool in service: after it wagers may be laid."""
        for badge in ("T1", "S1"):
            await self.order("set_jackpot", by=badge, pool=POOL, reason="mise en service")
        await self.order("open_jackpot", by="S1", pool=POOL)

    async def lit(self, digits: str, state: str = "live") -> dict[str, Any]:
        """What the board shows, once it says and shows this; on a busy machine its lease may lapse in between."""

        def shows(health: dict[str, Any]) -> bool:
            shown = health["boards"]["meter-1"]["jackpot"]
            return bool(shown and (shown["digits"], shown["state"]) == (digits, state))

        async with asyncio.timeout(self.patience):
            while True:
                await self.until("/health", shows)
                seen = await self.do("meter", "read")
                if (seen["jackpot"]["digits"], seen["jackpot"]["state"]) == (digits, state):
                    return seen
                await asyncio.sleep(0.05)

    async def forge(self, digits: str) -> None:
        """Somebody with the table's certificate lets the board show this amount, as long as he can."""
        opens = self.access_of(TABLE)
        await forge(opens, TABLE, "meter-1", int(digits.replace(".", "")), new_key())

    async def award(self) -> None:
        """A supervisor confirms the hit that has waited longest."""
        (pool,) = (await self.get("/state"))["jackpots"]
        hit = pool["pending"][0]
        await self.order("award_jackpot", by="S1", pool=POOL, seat=hit["seat"], cents=hit["cents"])
