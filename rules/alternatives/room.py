"""The poker room read otherwise: A79, A82, A83, A84. Hands that were given up stay out, and unseen."""

from __future__ import annotations

from collections import Counter, defaultdict

from rules.alternatives.model import Ended, Lines, Reading
from rules.lines import Outcome
from rules.poker_room import EIGHT_OR_BETTER, HIGH, HIGH_LOW, LOW, Pot, Showdown, layers, take_commission
from rules.room.machine import GAME
from rules.room.showdown import highest, lowest
from rules.room.state import BOARD, State, pots_of, returned
from rules.terms import Term

GAMES = (GAME.name,)


def pots(ended: Ended, choice: str) -> Lines:
    """67.96: which bets a player who is all in may win (A79)."""
    state: State = ended.play
    told = choice == "layers" or not ended.facts  # of a game dealt by hand nobody knows the betting rounds
    return _awarded(ended, pots_of(state) if told else _after_all_in(ended), returned(state))


def odd_unit(ended: Ended, choice: str) -> Lines:
    """67.103: who gets the odd unit of a pot that is shared (A82)."""
    return _awarded(ended, pots_of(ended.play), returned(ended.play), from_left=choice == "left_of_puck")


def uncalled(ended: Ended, choice: str) -> Lines:
    """67.103 (2°): whether what nobody called is part of the pot, for the commission too (A83)."""
    state: State = ended.play
    if choice == "returned":
        return _awarded(ended, pots_of(state), returned(state))
    return _awarded(ended, layers({seat: state.bets[seat] for seat in state.seats if seat in state.bets}, state.folded))


def commission(ended: Ended, choice: str) -> Lines:
    """67.88 (3°), 67.108: of what the percentage is taken (A84)."""
    return _awarded(ended, pots_of(ended.play), returned(ended.play), of_net=choice == "of_net")


def _awarded(
    ended: Ended,
    lying: list[Pot],
    back: dict[str, int] | None = None,
    *,
    from_left: bool = True,
    of_net: bool = False,
) -> Lines:
    """67.103: what each player's line comes to with these pots."""
    state: State = ended.play
    if not ended.lines or state.pots is None or not lying:
        return ended.lines
    over, under = state.house.commission
    percent = (100 * over, 100 * under + over) if of_net else (over, under)
    unit, back = ended.options.unit, back or {}
    take_commission(lying, percent, state.house.cap, unit)
    shown = _shown(ended, from_left=from_left)
    shares: Counter[str] = Counter()
    for pot in lying:
        shares.update(shown.award(pot, unit))
    return [
        line._replace(
            won=shares[line.seat],
            returned=back.get(line.seat, 0),
            outcome=Outcome.WIN if shares[line.seat] else Outcome.LOSE,
        )
        if line.wager == "pot"
        else line
        for line in ended.lines
    ]


def _shown(ended: Ended, *, from_left: bool) -> Showdown:
    """The hands of the showdown; of one player alone nobody asks what he holds."""
    state: State = ended.play
    game, board, seats = state.house.game, state.cards.get(BOARD, ()), list(state.alive)
    if not from_left:
        seats.reverse()
    if len(seats) == 1:
        return Showdown(dict.fromkeys(seats, 0), {})
    high, low = {}, {}
    for seat in seats:
        own = ended.shown(seat)
        if game.pays != LOW:
            high[seat] = highest(own, board, game.from_hand)
        if game.pays != HIGH:
            low[seat] = lowest(own, board, game.from_hand)
    if game.pays == HIGH_LOW:
        low = {seat: hand for seat, hand in low.items() if hand < EIGHT_OR_BETTER}
    return Showdown(high, low)


def _after_all_in(ended: Ended) -> list[Pot]:
    """67.96 to the letter: only what is bet in rounds after an all-in lies in a secondary pot."""
    final: State = ended.play
    by_street, had = _bets(ended)
    for seat, over in returned(final).items():
        by_street[max(street for street in by_street if by_street[street][seat])][seat] -= over
    called = {seat: sum(bets[seat] for bets in by_street.values()) for seat in final.seats}
    ends = {
        seat: max(street for street in by_street if by_street[street][seat])
        for seat in final.alive
        if called[seat] and called[seat] == had[seat]
    }
    found: list[Pot] = []
    after = -1
    for street in [*sorted(set(ends.values())), max(by_street)]:
        amount = sum(sum(bets.values()) for at, bets in by_street.items() if after < at <= street)
        if amount:
            found.append(Pot(amount, [seat for seat in final.alive if ends.get(seat, street) > after]))
        after = street
    return found


def _bets(ended: Ended) -> tuple[dict[int, Counter[str]], dict[str, int]]:
    """What each player bet in each betting round, and what he had when the game began."""
    by_street: defaultdict[int, Counter[str]] = defaultdict(Counter)
    had: dict[str, int] = {}
    state: State = ended.base
    for fact in ended.facts:
        before, street = state.bets if state.seats else {}, state.street
        stacks = dict(state.stacks)
        state, _ = GAME.step(state, fact)
        if state.seats and not had:
            had = stacks
        for seat, bet in state.bets.items():
            if more := bet - before.get(seat, 0):
                by_street[street][seat] += more
    return by_street, had


READINGS = (
    Reading(
        "A79",
        GAMES,
        {
            "layers": Term("cagnottes par couches de contribution", "pots layered by contribution"),
            "after_all_in": Term("seules les mises suivantes à part", "only later bets lie apart"),
        },
        pots,
    ),
    Reading(
        "A82",
        GAMES,
        {
            "left_of_puck": Term("unité impaire : à gauche de la rondelle", "odd unit: first left of the puck"),
            "last": Term("unité impaire : à la dernière place", "odd unit: the last seat"),
        },
        odd_unit,
    ),
    Reading(
        "A83",
        GAMES,
        {
            "returned": Term("mise non suivie : rendue avant la commission", "uncalled: returned before commission"),
            "in_the_pot": Term("mise non suivie : dans la cagnotte", "uncalled: part of the pot"),
        },
        uncalled,
    ),
    Reading(
        "A84",
        GAMES,
        {
            "of_gross": Term("commission sur la cagnotte brute", "commission of the gross pot"),
            "of_net": Term("commission sur la cagnotte nette", "commission of the net pot"),
        },
        commission,
    ),
)
