"""Sic Bo, sections 95.18 to 95.24 (the draft of 2000, A1), with 95.3's void throws and 95.5's limits."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING, NamedTuple

from rules.betting import bet
from rules.contract import SEAT, Answer, Request, bad, options_of, seats_of, stakes_of, unit_of
from rules.dice import FACES, check_ground, dice_of
from rules.editions import DRAFT_2000
from rules.facts import AwaitDice, AwaitWagers, Expectation, Fact, Finished, NoRoll, Roll
from rules.game import Game, Options, RuleError, check_limits, check_offered, not_awaited
from rules.lines import Line, Odds, Outcome, Readings, Stake, lose, win
from rules.posting import alike
from rules.refusals import Because
from rules.terms import Term

if TYPE_CHECKING:
    from rules.odds.model import TableOdds
    from rules.sheets.model import Sheet
    from rules.shooter import PassedFor

Dice = tuple[int, ...]

DICE = 3  # 95.18
ROLLED_BY = "sicbo.rolledBy"  # 95.20: the dealer, or the shaker; 95.21: if it is posted, the players
ROLLERS = ("dealer", "players")
NUMBERS = sorted(FACES)
DUOS = tuple(combinations(NUMBERS, 2))

# 95.24
THREE_OF_A_KIND: Odds = (150, 1)
TWO_OF_A_KIND: Odds = (8, 1)
ANY_THREE_OF_A_KIND: Odds = (24, 1)
TOTAL: dict[int, Odds] = {  # nothing is paid on 3 and 18, so they are no wagers (A146)
    **dict.fromkeys((4, 17), (50, 1)),
    **dict.fromkeys((5, 16), (30, 1)),
    **dict.fromkeys((6, 15), (18, 1)),
    **dict.fromkeys((7, 14), (12, 1)),
    **dict.fromkeys((8, 13), (8, 1)),
    **dict.fromkeys((9, 10, 11, 12), (6, 1)),
}
DUO: Odds = (5, 1)
SMALL: Odds = (1, 1)
BIG: Odds = (1, 1)
SINGLE: dict[int, Odds] = {1: (1, 1), 2: (2, 1), 3: (3, 1)}  # by how many of the dice show the number

LAYOUT: Mapping[str, Term] = {  # every wager of 95.22; the French is customary (c)
    **{f"three_of_a_kind_{n}": Term(f"Triple de {n}", f"Three of a kind, {n}") for n in NUMBERS},
    **{f"two_of_a_kind_{n}": Term(f"Double de {n}", f"Two of a kind, {n}") for n in NUMBERS},
    "any_three_of_a_kind": Term("Triple quelconque", "Any three of a kind"),
    **{f"total_{n}": Term(f"Total de {n}", f"Total of {n}") for n in sorted(TOTAL)},
    **{f"duo_{a}_{b}": Term(f"Duo {a} et {b}", f"Duo, {a} and {b}") for a, b in DUOS},
    "small": Term("Petit", "Small"),
    "big": Term("Gros", "Big"),
    **{f"single_{n}": Term(f"Simple sur {n}", f"Single, {n}") for n in NUMBERS},
}
GROUPS: Mapping[str, Term] = {  # wagers that are alike, as a table posts limits for them
    "triple": Term("Triple précis", "Three of a kind"),
    "double": Term("Double", "Two of a kind"),
    "total": Term("Total", "Total"),
    "duo": Term("Duo", "Duo"),
    "single": Term("Simple", "Single"),
}
NAMES: Mapping[str, tuple[str, ...]] = {
    "triple": tuple(f"three_of_a_kind_{n}" for n in NUMBERS),
    "double": tuple(f"two_of_a_kind_{n}" for n in NUMBERS),
    **alike(LAYOUT, "total", "duo", "single"),
}
TERMS: Mapping[str, Term] = {"sic_bo": Term("Sic Bo", "Sic Bo"), **LAYOUT, **GROUPS}


# -- settlement -------------------------------------------------------------------------------------------------------


def winners(dice: Dice) -> dict[str, tuple[Odds, Readings]]:
    """95.22: the wagers that a roll wins, with the odds of 95.24 and the readings that decided; the rest lose (A12).

    >>> {wager: odds for wager, (odds, _) in winners((2, 2, 2)).items()} == {
    ...     "three_of_a_kind_2": (150, 1), "two_of_a_kind_2": (8, 1), "any_three_of_a_kind": (24, 1),
    ...     "total_6": (18, 1), "single_2": (3, 1)}
    True
    """
    total, shown = sum(dice), {n: dice.count(n) for n in NUMBERS if n in dice}
    alike = len(shown) == 1
    won: dict[str, tuple[Odds, Readings]] = {}
    if alike:
        won[f"three_of_a_kind_{dice[0]}"] = THREE_OF_A_KIND, ()
        won["any_three_of_a_kind"] = ANY_THREE_OF_A_KIND, ()
    elif total in range(4, 11):
        won["small"] = SMALL, ()
    else:
        won["big"] = BIG, ()
    if total in TOTAL:  # three alike too: only small and big exclude them (A146, A149)
        won[f"total_{total}"] = TOTAL[total], ("A146",) if alike else ()
    for n, times in shown.items():
        if times >= 2:  # two of three alike are two (A145)
            won[f"two_of_a_kind_{n}"] = TWO_OF_A_KIND, ("A145",) if alike else ()
        won[f"single_{n}"] = SINGLE[times], ("A147",) if times > 1 else ()  # the one line, not their sum (A147)
    for a, b in combinations(shown, 2):  # a third die that repeats one of them changes nothing (A148)
        won[f"duo_{a}_{b}"] = DUO, ("A148",) if len(shown) == 2 else ()
    return won


ROLLS: Mapping[Dice, Mapping[str, tuple[Odds, Readings]]] = {
    dice: winners(dice) for dice in combinations_with_replacement(NUMBERS, DICE)
}


def settle_seat(seat: str, stakes: Mapping[str, Stake], dice: Dice, unit: int) -> list[Line]:
    """95.22, 95.24: each wager by itself, whatever else the seat has laid (A152)."""
    won = ROLLS[tuple(sorted(dice))]
    lines = []
    for wager, stake in stakes.items():
        if (paid := won.get(wager)) is not None:
            odds, readings = paid
            lines.append(win(seat, wager, stake, odds, "95.24", unit, None, readings))
        else:
            lines.append(lose(seat, wager, stake, "95.22"))
    return lines


def layout(dice: Dice) -> dict[str, tuple[Outcome, str | None]]:
    """For a roll, every wager of the layout with its outcome and odds: what lights up, whoever has wagered.

    >>> lit = layout((1, 2, 4))
    >>> lit["single_2"], lit["big"]
    ((<Outcome.WIN: 'win'>, '1:1'), (<Outcome.LOSE: 'lose'>, None))
    """
    lines = settle_seat("", dict.fromkeys(LAYOUT), dice_of(dice, DICE), unit=1)
    return {line.wager: (line.outcome, line.odds) for line in lines}


def settle(request: Request) -> Answer:
    """The settle contract for a whole table."""
    unit = unit_of(options_of(request))
    dice = dice_of(request.get("dice"), DICE)
    seats = [(seat, stakes_of(seat, player, LAYOUT, unit)) for seat, player in seats_of(request)]
    return Answer([line for seat, stakes in seats for line in settle_seat(seat, stakes, dice, unit)])


# -- the machine ------------------------------------------------------------------------------------------------------


class Round(NamedTuple):
    """One round, from the first wager to the dice."""

    options: Options
    stakes: Mapping[str, Mapping[str, Stake]] = {}  # by seat, clockwise; then by wager
    closed: bool = False
    dice: Dice | None = None


class SicBo(Game):
    """The machine of 95.18 to 95.24."""

    name = "sic_bo"
    needs = frozenset({"dice"})
    takes = frozenset({"shaker", "camera"})
    dice = DICE
    posts = (ROLLED_BY,)
    terms = TERMS
    sections: Mapping[str, str] = dict.fromkeys(LAYOUT, "95.22")
    edition = DRAFT_2000
    limited = optional = NAMES
    usual = (
        {"small": 500, "single_2": 100},
        {"small": 500, "total_9": 100},
        {"big": 1000},
        {"single_3": 200, "duo_1_2": 100},
    )

    def start(self, options: Options) -> Round:
        """Begins a round with betting open."""
        if options.more and (found := options.more.get(ROLLED_BY, "dealer")) not in ROLLERS:
            raise bad(Because.EITHER_NOT(name=ROLLED_BY, allowed=ROLLERS, found=repr(str(found)[:20])))
        return Round(options)

    def expects(self, state: Round) -> Expectation:
        """95.23: wagers first, then the dice (A150), whether the dealer or a player rolls them (95.20, 95.21)."""
        if not state.closed:
            return AwaitWagers(may_close=True)  # nobody keys forty players: the layout is lit for any roll
        if state.dice is None:
            return AwaitDice(DICE, open=False)
        return Finished()

    def step(self, state: Round, fact: Fact) -> tuple[Round, tuple[Line, ...]]:
        """One fact, if it is the one that is awaited."""
        match self.expects(state), fact:
            case AwaitWagers() as betting, _:
                return bet(state, betting, fact, self._legal), ()
            case AwaitDice(), Roll(dice):
                rolled, unit = dice_of(dice, DICE), state.options.unit
                settled = [settle_seat(seat, stakes, rolled, unit) for seat, stakes in state.stakes.items()]
                return state._replace(dice=rolled), tuple(line for lines in settled for line in lines)
            case AwaitDice(), NoRoll(ground):
                check_ground(ground)  # which of them can arise depends on who shakes or rolls (A113)
                return state, ()  # 95.3: it decides nothing, every wager stands (A115)
            case expected, _:
                raise not_awaited(expected, fact, "95.23")

    def wagers(self, state: Round) -> Mapping[str, Mapping[str, Stake]]:
        """Returns what lies on the layout."""
        return state.stakes

    def layout(self, state: Round, dice: Dice) -> Mapping[str, tuple[str, str | None]]:
        """What this roll does to every wager of the layout, whoever laid it."""
        return layout(dice)

    def players_throw(self, options: Options) -> bool:
        """95.21: provided that the table so indicates."""
        return options.more.get(ROLLED_BY) == "players"

    def point(self, state: Round) -> int | None:
        """Sic Bo knows none."""
        return None

    def line_wagers(self, state: Round) -> tuple[str, ...]:
        """A153: no duty to bet is stated for who rolls."""
        return ()

    def dice_pass(self, before: Round, after: Round) -> PassedFor | None:
        """95.21: in turn, so that everyone rolls once (A155)."""
        return "turn_over"

    def settle(self, request: Request) -> Answer:
        """Answers a request of the settle contract."""
        return settle(request)

    def sheet(self, options: Options) -> Sheet:
        """The rules as the table posts them."""
        from rules.sheets.sic_bo import sheet

        return sheet(options)

    def odds(self, options: Options) -> TableOdds:
        """Counts what every wager is worth."""
        from rules.odds.dice import sic_bo_odds

        return sic_bo_odds()

    def _legal(self, state: Round, seat: str, stakes: Mapping[str, Stake]) -> Mapping[str, Stake]:
        """95.19: any number of players; 95.22: wagers of the layout; 95.5: each within the posted limits."""
        if not SEAT.fullmatch(seat):
            raise bad(Because.SEATS_QUOTED(seat=seat[:9]))
        if not stakes:
            raise RuleError("missing_wager", Because.NO_WAGERS(seat=seat[:9]))
        for wager, stake in stakes.items():
            if wager not in LAYOUT:
                raise RuleError("unknown_wager", Because.NO_WAGER_THERE(seat=seat[:9], wager=wager[:40]))
            check_limits(seat, wager, stake, state.options)
        check_offered(self, seat, stakes, state.options)
        return dict(stakes)


GAME = SicBo()
