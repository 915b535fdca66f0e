"""Craps read otherwise: A123, A125, A127 to A130, A133, A137, A138.

Some choices decide a wager on another roll than the one that decided it: then the layout is played on beside the
recorded one, with the same dice and the same orders. What is ordered of a wager that no longer lies there is passed
over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules import craps
from rules.alternatives.model import Ended, Lines, Reading, pays, taken
from rules.craps import GAME, Round
from rules.craps_commission import REFUND, commission
from rules.craps_wagers import COMMISSION, HARD, NUMBERS, ONE_ROLL, SECTION_OF, SEVEN, Fate, fates
from rules.facts import Bet, Fact, Roll, Wagers
from rules.game import RuleError
from rules.lines import Line, Odds, Outcome, Stake, lose
from rules.terms import Term

GAMES = (GAME.name,)
HOP_DOUBLE: Odds = (30, 1)  # 95.15 (9°)
HOP: Odds = (15, 1)
STANDS, SAME = "stands", "same"
Differs = Callable[[int | None, tuple[int, ...], str, bool], str]  # point, dice, wager, called on: lost, stands or same


# -- one roll ---------------------------------------------------------------------------------------------------------


def _dice(ended: Ended) -> tuple[int, ...]:
    return next(fact.dice for fact in reversed(ended.facts) if isinstance(fact, Roll))


def whole_stake(wager: str) -> Callable[[Ended, str], Lines]:
    """95.15 (8°, 10°, 11°): the whole stake at the odds of the total, instead of a part (A127 to A129)."""

    def settle(ended: Ended, choice: str) -> Lines:
        def paid(line: Line) -> Line:
            if line.wager != wager or line.outcome is not Outcome.WIN or choice == "split":
                return line
            wins = ONE_ROLL["any_craps" if choice == "any_craps" else wager]
            return pays(line, wins[sum(_dice(ended))], ended.options.unit)

        return [paid(line) for line in ended.lines]

    return settle


def hop(ended: Ended, choice: str) -> Lines:
    """95.15 (9°): the two faces that were called, or any that make their total (A130)."""
    if choice == "faces":
        return ended.lines

    def paid(line: Line) -> Line:
        dice, (low, high) = _dice(ended), map(int, line.wager.split("_")[1:])
        if sum(dice) != low + high:
            return line
        return pays(line, HOP_DOUBLE if dice[0] == dice[1] else HOP, ended.options.unit)

    return ended.citing("A130", paid)


def odds_that_are_off(ended: Ended, choice: str) -> Lines:
    """95.16 (3°): odds that are off while their Come wager is decided (A133)."""
    if choice == "returned":
        return ended.lines

    def follows(line: Line) -> Line:
        match fates(None, _dice(ended))[1][line.wager]:
            case Fate(outcome=Outcome.WIN, to=to, per=per):
                return pays(line, (to, per), ended.options.unit)
        return taken(line)

    return ended.citing("A133", follows)


def on_wins(kind: str, ended: Ended) -> Lines:
    """95.17: the commission of a Buy or Lay Bet taken when it wins, instead of before (A137, A138)."""
    number = {"buy": "A137", "lay": "A138"}[kind]
    lines = [line for line in ended.lines if line.wager not in ("commission", REFUND) or number not in line.readings]
    won = [line for line in lines if line.wager.startswith(f"{kind}_") and line.outcome is Outcome.WIN]
    return [*lines, *(commission(line.seat, line.wager, line.stake, ended.options.unit) for line in won)]


def kept(number: str, ended: Ended) -> Lines:
    """95.17: a commission that was paid stays paid, also for what is taken back undecided (A137, A138)."""
    return [line for line in ended.lines if line.wager != REFUND or number not in line.readings]


def buy(ended: Ended, choice: str) -> Lines:
    """95.17 (2°): when the commission of a Buy Bet is due, and whether it goes back (A137)."""
    match choice:
        case "on_wins":
            return on_wins("buy", ended)
        case "kept":
            return kept("A137", ended)
    return ended.lines


def lay(ended: Ended, choice: str) -> Lines:
    """95.17 (3°): when the commission of a Lay Bet is due, and whether it goes back (A138)."""
    match choice:
        case "on_wins":
            return on_wins("lay", ended)
        case "kept":
            return kept("A138", ended)
    return ended.lines


# -- many rolls -------------------------------------------------------------------------------------------------------


def off_on_come_out(*kinds: str) -> Differs:
    """On a come-out roll these wagers on numbers stand."""
    squares = {f"{kind}_{number}" for kind in kinds for number in NUMBERS}
    return lambda point, dice, wager, on: STANDS if point is None and wager in squares and not on else SAME


def any_but_doubles(point: int | None, dice: tuple[int, ...], wager: str, on: bool) -> str:
    """95.15 (1°) to the letter: any two faces that differ lose a Hard Way (A125)."""
    hard = wager in HARDS and (on or point is not None)
    return Outcome.LOSE if hard and dice[0] != dice[1] and sum(dice) not in (HARDS[wager], SEVEN) else SAME


HARDS = {f"hard_{number}": number for number in HARD}
LASTING: Mapping[str, Differs] = {
    "off": off_on_come_out("come", "dont_come", "come_odds", "dont_come_odds"),
    "any_roll_but_doubles": any_but_doubles,
    "off_on_come_out": off_on_come_out("lay"),
}


def carry(base: Round, facts: tuple[Fact, ...], choice: str) -> tuple[Round, Lines]:
    """These facts from this layout on; the choices that stand are played by the machine itself."""
    differs = LASTING.get(choice, lambda *_: SAME)
    lines: list[Line] = []
    state = base
    for fact in facts:
        try:
            state, decided = rolled(state, fact.dice, differs) if isinstance(fact, Roll) else GAME.step(state, fact)
        except RuleError:  # of a wager that is no longer there, or still is
            continue
        lines += decided
    return state, lines


def rolled(state: Round, dice: tuple[int, ...], differs: Differs) -> tuple[Round, Lines]:
    """One roll: what the choice decides otherwise is taken off first, and what then stands is put back."""
    point, standing, lines = state.point, [], []
    others: dict[str, dict[str, Stake]] = {}
    for seat, stakes in state.laid.items():
        for wager, stake in stakes.items():
            what = differs(point, dice, wager, wager in state.working.get(seat, ()))
            if what == SAME:
                others.setdefault(seat, {})[wager] = stake
            elif what == STANDS:
                standing.append((seat, wager, stake))
            else:
                lost = lose(seat, wager, stake, SECTION_OF[wager])
                lines.append(lost._replace(more={"roll": state.rolls}))
    after, decided = craps.rolled(state._replace(laid=others), dice)
    laid: dict[str, Mapping[str, Stake]] = dict(after.laid)
    for seat, wager, stake in standing:
        laid[seat] = {**laid.get(seat, {}), wager: stake}
    return after._replace(laid=laid), [*decided, *lines]


def as_recorded(ended: Ended, choice: str) -> Lines:
    """One round by itself, from the layout that the record had."""
    return carry(ended.base, ended.facts, choice)[1]


def lay_or_carry(ended: Ended, choice: str) -> Lines:
    """95.17 (3°): the commission, and whether a Lay Bet plays on a come-out roll (A138)."""
    return lay(ended, choice) if choice != "off_on_come_out" else as_recorded(ended, choice)


# -- rounding ---------------------------------------------------------------------------------------------------------


def commissions(facts: tuple[Fact, ...]) -> list[tuple[str, Stake]]:
    """The Buy and Lay Bets of a round in the order in which they were laid: for each there is a commission line."""
    laid: list[tuple[str, Stake]] = []
    for fact in facts:
        stakes = fact.stakes if isinstance(fact, Wagers) else {fact.wager: fact.stake} if isinstance(fact, Bet) else {}
        laid += [(wager, stake) for wager, stake in stakes.items() if wager in COMMISSION]
    return laid


SPLIT = Term("divisée en mises égales", "split into equal wagers")
WHOLE = Term("toute la mise au rapport du total", "the whole stake at the total's odds")
READINGS = (
    Reading(
        "A123",
        GAMES,
        {
            "on": Term("Vient joue aussi au coup de départ", "Come plays on come-out rolls too"),
            "off": Term("Vient ne joue pas au coup de départ", "Come is off on come-out rolls"),
        },
        as_recorded,
        carry,
        ("off",),
    ),
    Reading(
        "A125",
        GAMES,
        {
            "own_total": Term("un double perd sur 7 ou son total autrement", "a Hard Way loses to 7 or its easy total"),
            "any_roll_but_doubles": Term("un double perd sur deux faces inégales", "a Hard Way loses to unequal faces"),
        },
        as_recorded,
        carry,
        ("any_roll_but_doubles",),
    ),
    Reading("A127", GAMES, {"split": SPLIT, "whole": WHOLE}, whole_stake("horn")),
    Reading("A128", GAMES, {"split": SPLIT, "whole": WHOLE}, whole_stake("world")),
    Reading(
        "A129",
        GAMES,
        {"split": SPLIT, "whole": WHOLE, "any_craps": Term("comme « Tout craps », 7 à 1", "as Any Craps, 7 to 1")},
        whole_stake("three_way"),
    ),
    Reading(
        "A130",
        GAMES,
        {
            "faces": Term("Hop : les deux faces annoncées", "Hop: the two faces called"),
            "total": Term("Hop : leur total, fait de toute façon", "Hop: their total, made any way"),
        },
        hop,
    ),
    Reading(
        "A133",
        GAMES,
        {
            "returned": Term("chance associée hors jeu : rendue", "odds that are off: returned"),
            "follow": Term("chance associée hors jeu : suit sa mise", "odds that are off: follow their wager"),
        },
        odds_that_are_off,
    ),
    Reading(
        "A137",
        GAMES,
        {
            "in_advance": Term("commission payée d'avance", "commission in advance"),
            "kept": Term("commission d'avance, jamais rendue", "commission in advance, never refunded"),
            "on_wins": Term("commission sur les gains seuls", "commission on wins alone"),
        },
        buy,
    ),
    Reading(
        "A138",
        GAMES,
        {
            "in_advance": Term("commission d'avance; toujours en jeu", "commission in advance; always on"),
            "kept": Term("commission d'avance, jamais rendue", "commission in advance, never refunded"),
            "on_wins": Term("commission sur les gains seuls", "commission on wins alone"),
            "off_on_come_out": Term("hors jeu au coup de départ", "off on come-out rolls"),
        },
        lay_or_carry,
        carry,
        ("off_on_come_out",),
    ),
)
