"""`python -m tests.rules.odds_page` writes docs/odds.md: what every wager is worth, as `croupierctl odds` tells it."""

from __future__ import annotations

import sys
from fractions import Fraction
from itertools import groupby

from rules.game import Options
from rules.odds.chance import Chance
from rules.odds.model import TableOdds
from rules.odds.table import odds
from rules.registry import GAMES, term
from tests.campaign.exact.variants import VARIANTS

INTRO = """# Odds: what every wager is worth

The tables are made by `make docs` from the code that settles (`python -m tests.rules.odds_page`); a test holds them
equal.

`croupierctl odds GAME [--decks N] [--option NAME=VALUE] [--table NAME] [--json]` tells the same for any table;
with `--table`, of the wagers that it offers, as what is in force there posts them:

- **edge**: what the house keeps of each unit of that stake, as an exact fraction; negative: **the player has the
  edge**. A commission counts as lost on top of the stake. Craps: per wager decided, and a wager that goes back on
  12 is decided.
- **hit**: how often the wager is paid; for a main game, how often the round brings more than was staked.
- A game with decisions is told under its first mandatory wager (`initial`, `ante`), per unit of it, with all that
  the best decision for each hand adds and all bonuses. War: `initial` always goes to war, `initial_withdraw` always
  withdraws. The 7-card bet of 3-5-7 is never withdrawn. Blackjack: whoever can still earn more takes another card.
- What a table posts otherwise than the by-law (`crazy4.sbFlush`, `crazy4.sbNoOpen`, `p4c.bonusBeaten`, `decks`) is
  counted as posted.

A table on which some wager favours the player gets a warning (`ODDS_FAVOUR_PLAYER`) from `croupierd` when it starts
and from `croupierctl doctor`: Crazy Four with 67.85's flush at 3 to 1 (reading A66), and nearly everything that is
dealt from two decks mixed together (A3).

## How it is counted

Nothing estimates: every figure is a full enumeration, and every outcome in it is asked of the functions that settle
at the table; no pay table exists twice. What makes it fast:

- pay-table wagers: hands are counted by their ranks, and by suit only where a suit can make a flush;
- 3-Cards Poker (`rules/odds/three_card.py`): the dealer's hands without the player's cards by inclusion and
  exclusion over sorted strengths, so that 407 million deals take a fifth of a second (`rules.three_card_exact` in
  `make bench`);
- craps: linear equations over the points and squares that a wager can reach;
- 4-Card, Crazy Four and Boston (`tests/campaign/exact`): sets of cards up to a renaming of the suits, and the same
  inclusion and exclusion with numpy over up to 6 × 10¹⁷ deals: minutes, so the *counts* are kept in
  `rules/odds/kept.py` (how often each kind of hand meets each case under the best choice; not what it is worth:
  that is settled when it is asked for).

The proof of what is kept: `make campaign` counts everything again and compares cell by cell, and counts single
hands one by one without any symmetry; the ordinary tests check that no deal is missing, count the strong hands by a
second way, compare with edges that others have published (Crazy Four at 3:2 3.42 %, 4-Card with the ante lost 2.79
%), and deal seeded rounds through the settle contract with published strategies.
"""


def page() -> str:
    """docs/odds.md, whole."""
    lines = [INTRO.rstrip()]
    for name, game in GAMES.items():
        for decks in game.decks or (None,):
            found = odds(name, Options(decks=decks))
            for posted in VARIANTS.get(name, ({},)) if found.wagers else ():
                lines += _table(odds(name, Options(decks=decks, more=posted)), posted)
            if found.prizes:
                lines += _progressive(found)
    return "\n".join(lines) + "\n"


def _table(found: TableOdds, posted: dict[str, str]) -> list[str]:
    decks = "" if found.decks is None else f", {found.decks} deck{'s' * (found.decks > 1)}"
    how = "".join(f", `{name}={value}`" for name, value in posted.items())
    lines = ["", f"## {term(found.game, found.game).en}{decks}{how}", "", "| wager | edge | exactly | hit |"]
    lines.append("| --- | ---: | --- | ---: |")
    for chance, wagers in _alike(found):
        names = ", ".join(f"`{wager}`" for wager in wagers)
        mark = "**" if chance.favours_player else ""
        lines.append(
            f"| {names} | {mark}{chance.percent:.4f} %{mark} | {chance.edge} | {float(chance.hit) * 100:.4f} % |"
        )
    if found.kept and not posted:
        lines += ["", f"Counted beforehand and kept: `{'`, `'.join(sorted(found.kept))}`."]
    return lines


def _alike(found: TableOdds) -> list[tuple[Chance, list[str]]]:
    """Wagers of one worth that stand beside each other share a row."""
    return [
        (chance, [wager for wager, _ in group])
        for chance, group in groupby(found.wagers.items(), key=lambda item: item[1])
    ]


def _progressive(found: TableOdds) -> list[str]:
    lines = ["", f"Progressive, {found.decks} decks (21.2):", "", "| manner | line | one in | pays |"]
    lines.append("| --- | --- | ---: | ---: |")
    for manner, table in found.prizes.items():
        for row in table.rows:
            pays = f"{float(row.share) * 100:.0f} % of the meter" if row.pays is None else f"${row.pays // 100:,}"
            lines.append(f"| {manner} | {term(found.game, row.name).en} | {_one_in(row.hit)} | {pays} |")
        lines.append(f"| {manner} | *breaks even at* | | ${table.break_even_cents / 100:,.2f} |")
    return lines


def _one_in(hit: Fraction) -> str:
    return f"{float(1 / hit):,.1f}"


if __name__ == "__main__":
    sys.stdout.write(page())
