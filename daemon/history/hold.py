"""The hold: what the house took of every wager against what it keeps in the long run, and how unlikely that is.

A main game with decisions is one wager, under its first one, as in the odds. Craps is looked at roll by roll: what lies
there, and what each of the 36 rolls would bring; so it does not matter who added to what, or when.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

from daemon.history.finished import PastRound
from rules import boston, craps, crazy_four, four_card, sic_bo, three_card_poker, three_five_seven, war
from rules.alternatives.model import net
from rules.capabilities import Metered
from rules.craps_wagers import COMMISSION, DICE, MOVED, Fate, fates
from rules.facts import Roll
from rules.game import Options, RuleError, deck_count
from rules.lines import Line, Outcome, round_up
from rules.odds.chance import UNIT, Chance
from rules.odds.deviation import AtMost, Chances, Deviation, Exactly
from rules.odds.table import odds
from rules.registry import GAMES

COMMISSIONS = ("commission", *craps.GAME.bonuses)
SUSPECT = 1e-6  # one in a million
ROLLS = tuple(product(sic_bo.NUMBERS, repeat=DICE))
RANGES: Mapping[tuple[str, str], tuple[int, int]] = {  # where players decide: the most that a unit loses, and wins
    (three_card_poker.GAME.name, "initial"): (-2, 2 + 5),
    (war.GAME.name, "initial"): (-2, 2),
    (three_five_seven.GAME.name, "seven"): (-1, 100),
    (boston.GAME.name, "ante"): (-5, 1000 + 4),
    (four_card.GAME.name, "ante"): (-4, 4 + 25),
    (crazy_four.GAME.name, "ante"): (-5, 4 + 200),
}


class Result(NamedTuple):
    """One wager of one seat, or at dice of all seats on one roll."""

    wager: str
    staked: int
    brought: int  # what it brought the players
    chances: Chances | None  # None: what it should bring was never counted
    block: Hashable  # of results that hang together


@dataclass(slots=True)
class Row:
    """One wager, of all dealers or of one."""

    game: str
    wager: str
    dealer: str | None
    edge: Fraction | None
    staked: int = 0
    took: int = 0
    bounded: bool = True  # a deviation can be told
    deviation: Deviation = field(default_factory=Deviation)

    def add(self, result: Result) -> None:
        """Counts one result."""
        self.staked += result.staked
        self.took -= result.brought
        if result.chances is None:
            self.bounded = False
        else:
            self.deviation.add(result.block, result.chances, result.brought)

    @property
    def players(self) -> float | None:
        """How likely it is, at most, that players win so much."""
        return self.deviation.players() if self.bounded else None

    @property
    def house(self) -> float | None:
        """How likely it is, at most, that the house wins so much; None also where players decide."""
        return self.deviation.house() if self.bounded else None

    @property
    def likely(self) -> float | None:
        """The smaller of the two, as one who looks both ways must take it: twice."""
        found = [each for each in (self.players, self.house) if each is not None]
        return min(1.0, min(found) * len(found)) if found else None

    @property
    def suspect(self) -> bool:
        """Says whether somebody should look at the camera and the records."""
        return (likely := self.likely) is not None and likely < SUSPECT


@dataclass(slots=True)
class Hold:
    """Every wager of some rounds."""

    rounds: int = 0
    unknown: int = 0  # wagers whose amounts nobody counted
    rows: dict[tuple[str, str, str | None], Row] = field(default_factory=dict)

    def add(self, past: PastRound) -> None:
        """Counts one more round, for all dealers and for the one who dealt it."""
        self.rounds += 1
        self.unknown += sum(line.stake is None for line in past.ended.lines)
        for result in results(past):
            edge = edge_of(past.ended.game, result.wager, _posted(past.ended.options))
            for dealer in dict.fromkeys((None, past.dealer)):
                key = past.ended.game, result.wager, dealer
                self.rows.setdefault(key, Row(*key, edge)).add(result)

    def suspects(self) -> list[Row]:
        """Lists the wagers beyond one in a million, the least likely first."""
        found = [row for row in self.rows.values() if row.dealer is None and row.suspect]
        return sorted(found, key=lambda row: row.likely or 0.0)


# -- what a wager should bring ----------------------------------------------------------------------------------------


def _posted(options: Options) -> tuple[int | None, tuple[tuple[str, str], ...]]:
    """What the odds depend on; a meter is another matter."""
    more = {name: value for name, value in options.more.items() if name not in ("manner", "jackpot", "seed")}
    return options.decks, tuple(sorted((name, str(value)) for name, value in more.items()))


@cache
def _chances(game: str, posted: tuple[int | None, tuple[tuple[str, str], ...]]) -> Mapping[str, Chance]:
    decks, more = posted
    known = {name: value for name, value in more if game != craps.GAME.name and not name.startswith("room.")}
    try:
        return odds(game, Options(decks=decks, more=known)).wagers
    except RuleError:  # posted in a way for which nothing was counted
        return {}


def edge_of(game: str, wager: str, posted: tuple[int | None, tuple[tuple[str, str], ...]]) -> Fraction | None:
    """What the house keeps of a unit; of a Buy or Lay Bet without its commission, which is told apart."""
    chance = _chances(game, posted).get(wager)
    if chance is None:
        return None
    times, parts, _ = COMMISSION[wager] if game == craps.GAME.name and wager in COMMISSION else (0, 1, ())
    return chance.edge - Fraction(times, parts)


# -- what it brought --------------------------------------------------------------------------------------------------


def results(past: PastRound) -> Iterator[Result]:
    """Every wager of a round whose amounts are known."""
    return _of_craps(past) if past.ended.game == craps.GAME.name else _of_lines(past)


def _of_lines(past: PastRound) -> Iterator[Result]:
    """Lines by seat and wager; a main game's together."""
    ended = past.ended
    game, chances = GAMES[ended.game], _chances(ended.game, _posted(ended.options))
    main = next((wager for name, wager in RANGES if name == ended.game and wager != "seven"), None)
    seats: dict[tuple[str, str], list[Line]] = {}
    for line in ended.lines:
        own = main is None or line.wager in chances or line.wager in _metered(ended.game)
        seats.setdefault((line.seat, line.wager if own else str(main)), []).append(line)
    dice = bool(game.dice)
    together: dict[str, list[tuple[int, int]]] = {}
    for (_, wager), lines in seats.items():
        brought = [net(line, game.bonuses) for line in lines]
        staked = next((line.stake for line in lines if line.wager == wager), None)
        if staked is not None and all(each is not None for each in brought):
            together.setdefault(wager, []).append((staked, sum(each or 0 for each in brought)))
    fresh = deck_count(game, ended.options) == 1 or dice
    block = past.number if fresh else ("shoe", past.shoe)
    for wager, laid in together.items():
        for staked, brought_in in [tuple(map(sum, zip(*laid, strict=True)))] if dice else laid:
            found = _expected(ended.game, wager, chances.get(wager), staked)
            yield Result(wager, staked, brought_in, found, block)


def _metered(game: str) -> Mapping[str, int]:
    machine = GAMES[game]
    return machine.metered if isinstance(machine, Metered) else {}


def _expected(game: str, wager: str, chance: Chance | None, staked: int) -> Chances | None:
    if chance is None or wager in _metered(game):
        return None
    if (ends := RANGES.get((game, wager))) is not None:
        low, high = ends
        return AtMost(float(-chance.edge * staked), low * staked, high * staked)
    at_best = wager == "sevens"  # who takes no third card has less, never more (A109)
    return Exactly({brings * staked / UNIT: weight for brings, weight in chance.results}, at_best)


def _of_craps(past: PastRound) -> Iterator[Result]:
    """95.14 to 95.17: what the layout brought on this roll, against all 36."""
    ended = past.ended
    state, dice = ended.base, None
    for fact in ended.facts:
        if isinstance(fact, Roll):
            dice = fact.dice
            break
        state, _ = craps.GAME.step(state, fact)
    if dice is None:
        return
    expected: dict[str, Counter[tuple[int, ...]]] = {}
    for seat, stakes in state.laid.items():
        for wager, stake in stakes.items():
            if stake is not None:
                on = wager in state.working.get(seat, ())
                group = expected.setdefault(_group(wager), Counter())
                for roll in ROLLS:
                    group[roll] += _brings(fates(state.point, roll)[on][wager], stake, ended.options.unit)
    settled: Counter[str] = Counter()
    for line in ended.lines:
        if line.stake is not None and line.wager not in COMMISSIONS:
            settled[_group(line.wager)] += line.stake
    for wager, by_roll in expected.items():
        counts: dict[float, float] = dict(Counter(by_roll.values()).items())
        yield Result(wager, settled[wager], by_roll[dice], Exactly(counts), past.number)
    if commissions := [line for line in ended.lines if line.wager in COMMISSIONS]:
        taken = sum(line.stake or 0 for line in commissions if line.wager == "commission")
        brought = sum(net(line, craps.GAME.bonuses) or 0 for line in commissions)
        yield Result("commission", taken, brought, None, past.number)


def _group(wager: str) -> str:
    """A Come wager keeps its name on its number."""
    return wager.rpartition("_")[0] if wager in MOVED else wager


def _brings(fate: Fate | str | None, stake: int, unit: int) -> int:
    """By the table from which craps is paid; what is rounded is the player's (A11)."""
    if not isinstance(fate, Fate) or fate.outcome is Outcome.PUSH:
        return 0
    if fate.outcome is Outcome.LOSE:
        return -stake
    return round_up(stake * fate.to, fate.per, unit) + round_up(stake, fate.parts, unit) - stake
