"""`make demo TABLES=4`: tables that share a pool. Every board shows the same amount, whatever happens in between."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from rich.columns import Columns
from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from hil.dealer import Dealer
from hil.floor import Floor, FloorTable
from hil.postgres import STOP_AT_ONCE
from hil.watching import Event

CROUPIERCTL = os.path.relpath(Path(sys.executable).with_name("croupierctl"))
DARK_ROUND, LUCKY_ROUND = 2, 3  # where the database is switched off; where somebody wins the whole meter
PAUSE = 0.1  # seconds; a hand's movement
GLANCE = 0.1  # seconds between two looks at the boards
COLOURS = {"live": "green", "pending": "yellow", "stale": "red", "closed": "red"}


class View:
    """Tells what concerns the pool, one line an event."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def tell(self, table: str, event: Event) -> None:
        """Prints one event of one table, if it concerns the pool."""
        match event:
            case {"kind": "betting_closed"}:
                self.line(table, Text("« Rien ne va plus »", style="bold italic"))
            case {"kind": "jackpot_owed", "booking": {"what": "contribute", "seats": seats}}:
                self.line(table, f"owes the pool {len(seats)} wager{'s' * (len(seats) > 1)} of $1.00")
            case {"kind": "jackpot_owed", "booking": {"what": "hit", "seats": [seat]}}:
                self.line(table, Text(f"seat {seat} wins the whole meter (21.2)", style="bold green"))
            case {"kind": "jackpot_answered", "entry": {"what": "hit", "cents": cents, "version": version}}:
                self.line("ledger", f"locks {_money(cents)} for {table}, version {version}")
            case {"kind": "jackpot_answered", "entry": {"what": "award", "cents": cents, "by": [by]}}:
                self.line(table, Text(f"{by} confirms {_money(cents)}; the pool starts anew", style="bold green"))
            case {"kind": "jackpot_linked", "up": up}:
                said = ("reaches the ledger", "green") if up else ("deals on without the ledger, and owes", "bold red")
                self.line(table, Text(*said))
            case {"kind": "round_finished", "round": number}:
                self.line(table, Text(f"round {number} is over", style="dim"))

    def line(self, who: str, what: str | Text) -> None:
        """Prints who does what."""
        self._console.print(Text.assemble((f"  {who:<8} ", "cyan"), what))

    def boards(self, shown: dict[str, dict[str, Any]]) -> None:
        """What each board says that it shows."""
        panels = []
        for table, glass in shown.items():
            colour = COLOURS.get(glass["state"], "red")
            words = [*glass["text"].get("fr", ()), *glass["text"].get("en", ())]
            text = "\n".join([glass["digits"] or "—", *words])
            panels.append(
                Panel(Text(text, style=f"bold {colour}", justify="center"), title=table, border_style=colour, width=19)
            )
        self._console.print(Columns(panels))


def _money(cents: int) -> str:
    return f"${cents // 100:,}.{cents % 100:02d}"


async def boards(floor: Floor) -> dict[str, dict[str, Any]]:
    """By table: what its board shows now."""
    return {table.name: (await table.do("meter", "read"))["jackpot"] for table in floor.tables}


async def agreed(floor: Floor, state: str) -> dict[str, dict[str, Any]]:
    """The boards, once all show the same, in this state."""
    async with asyncio.timeout(floor.patience):
        while True:
            shown = await boards(floor)
            if all(shown.values()) and {each["state"] for each in shown.values()} == {state}:
                amounts = {(each["digits"], each["version"] if state != "stale" else 0) for each in shown.values()}
                if len(amounts) == 1:
                    return shown
            await asyncio.sleep(GLANCE)


@asynccontextmanager
async def following(floor: Floor, view: View) -> AsyncIterator[None]:
    """Prints every table's events meanwhile."""

    async def follow(table: FloorTable) -> None:
        async for event in table.each():
            view.tell(table.name, event)

    tasks = [asyncio.create_task(follow(table), name=f"view {table.name}") for table in floor.tables]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def demo(tables: int, rounds: int, console: Console) -> None:
    """Rounds at all tables at once, until there were enough of them, or for ever."""
    console.print(f"Starting PostgreSQL, a broker and {tables} tables with their shoes and boards...", style="dim")
    async with Floor(tables) as floor:
        await floor.open()
        if not console.record:
            hint = f"In another terminal:\n{CROUPIERCTL} pit --config {floor.tables[0].folder}/etc"
            console.print(hint, style="dim", soft_wrap=True)
        view = View(console)
        dealers = [Dealer(table, seed=120 + number, pause=PAUSE) for number, table in enumerate(floor.tables)]
        async with following(floor, view):
            number = 0
            while not rounds or number < rounds:
                number += 1
                console.rule(f"[bold]Round {number}[/]  {tables} tables, one pool", style="blue")
                dealers[number % tables].lucky = number % LUCKY_ROUND == 0
                if number == DARK_ROUND:
                    await _in_the_dark(floor, dealers, view)
                else:
                    await asyncio.gather(*(dealer.play_round() for dealer in dealers))
                if number % LUCKY_ROUND == 0:
                    await _won(floor, floor.tables[number % tables], view)
                view.boards(await agreed(floor, "live"))
                await asyncio.sleep(8 * PAUSE)
        ends = [await table.end_daemon() for table in floor.tables]
        console.print(f"{tables} tables, {number} rounds; croupierd stopped with status {ends}.", style="dim")


async def _in_the_dark(floor: Floor, dealers: list[Dealer], view: View) -> None:
    """The database loses its power in the middle of the round. Every table deals on."""
    dealt = asyncio.gather(*(dealer.play_round() for dealer in dealers))
    await asyncio.sleep(10 * PAUSE)
    await floor.end("postgres", STOP_AT_ONCE)
    view.line("postgres", Text("is switched off", style="bold white on red"))
    await dealt
    view.boards(await agreed(floor, "stale"))
    await floor.start_postgres()
    view.line("postgres", Text("is back", style="green"))


async def _won(floor: Floor, table: FloorTable, view: View) -> None:
    """All boards say so; then a supervisor confirms."""
    view.boards(await agreed(floor, "pending"))
    async with asyncio.timeout(floor.patience):
        while not await table.award():
            await asyncio.sleep(GLANCE)
