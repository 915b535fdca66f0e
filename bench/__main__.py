"""`make bench`: measures, prints a table, writes bench/results.json. `python -m bench table.` runs those alone."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench import board, dice, pool, rules, shoe, table
from bench.measure import Bench, Figure

BENCHES: tuple[Bench, ...] = (
    *rules.BENCHES,
    *table.BENCHES,
    *shoe.BENCHES,
    *dice.BENCHES,
    *board.BENCHES,
    *pool.BENCHES,
)
RESULTS = Path(__file__).with_name("results.json")


async def run(bench: Bench) -> dict[str, object]:
    """One entry, also of a bench that could not run: no name disappears."""
    entry: dict[str, object] = {
        "name": bench.name,
        "ratio": None,
        "goal": f"{bench.sign} {bench.goal:g}",
        "holds": False,
    }
    try:
        figure: Figure = await bench.measure()
    except (OSError, RuntimeError, TimeoutError, ValueError) as error:
        return entry | {"ours": None, "against": bench.against, "note": f"{type(error).__name__}: {error}"}
    holds = figure.ratio <= bench.goal if bench.sign == "<=" else figure.ratio >= bench.goal
    figures = {"ours": figure.ours, "against": f"{bench.against}: {figure.against}", "note": figure.note}
    return entry | {"ratio": round(figure.ratio, 3), "holds": holds} | figures


def main(only: str) -> None:
    """Runs them one after the other."""
    chosen = [bench for bench in BENCHES if bench.name.startswith(only)]
    results = [asyncio.run(run(bench)) for bench in chosen]
    RESULTS.write_text(json.dumps(results, indent=1) + "\n")
    shown = Table("name", "ratio", "goal", "ours", "against", "note", title="croupier, measured now")
    for entry in results:
        mark = "[green]✓[/] " if entry["holds"] else "[red]✗[/] "
        shown.add_row(
            mark + str(entry["name"]), *(str(entry[key]) for key in ("ratio", "goal", "ours", "against", "note"))
        )
    Console().print(shown)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")
