"""A game of the poker room that was played without this machine, told afterwards: who put in what, who showed what."""

from __future__ import annotations

from itertools import chain

from rules.cards import Card
from rules.contract import SEAT, Request, bad, cards_of, check_copies
from rules.lines import Line
from rules.poker_room import bets_of, folded_of
from rules.poker_room import clockwise as from_puck
from rules.refusals import Because as Told
from rules.room.refusals import Because
from rules.room.showdown import award
from rules.room.state import BOARD, State, refused


def by_hand(state: State, told: Request) -> tuple[State, tuple[Line, ...]]:
    """67.103: every pot as if it had been played here. Chips of which the table does not know are nobody's bet (A159).

    What a game that was begun here has put in counts as lying before its players still: the bets are told whole.
    """
    game, unit = state.house.game, state.options.unit
    begun = state.bets if state.pots is None else {}
    stacks = {seat: stack + begun.get(seat, 0) for seat, stack in state.stacks.items()}
    puck = told.get("puck")
    if told.get("type", game.pays) != game.pays:
        raise bad(Told.ONE_OF(name="type", allowed=game.pays))
    if not isinstance(puck, str) or not SEAT.fullmatch(puck):
        raise bad(Told.PUCK())
    bets = bets_of(told, unit)
    folded = folded_of(told, bets)
    for seat, bet in bets.items():
        if stacks.get(seat, 0) < bet:
            raise refused(seat, "67.95", Because.MORE_THAN_KNOWN(stakes=stacks.get(seat, 0)), "invalid_stake")
    cards = _cards(state, told, [seat for seat in bets if seat not in folded])
    nothing = State(state.options, state.house, {})
    of_game = {name: getattr(nothing, name) for name in State._fields[State._fields.index("seats") :]}
    seats = tuple(from_puck(puck, list(bets)))
    played = state._replace(**of_game)._replace(stacks=stacks, puck=puck, puck_before=puck, seats=seats, cards=cards)
    for seat, bet in bets.items():
        played = played.pay(seat, bet)
    return award(played._replace(folded=tuple(folded), expelled=state.expelled, showdown=True))


def _cards(state: State, told: Request, alive: list[str]) -> dict[str, tuple[Card, ...]]:
    """67.102: of whoever is left alone, and of who has folded, nobody sees the cards."""
    if len(alive) == 1:
        return {}
    game, hands = state.house.game, told.get("hands")
    if not isinstance(hands, dict):
        raise bad(Told.HANDS_OBJECT())
    common = sum(street.board for street in game.streets)
    board = cards_of(
        told.get("board", []), BOARD, *((common,) if common else (0, 1))
    )  # stud: where cards ran out, one serves all
    own = len(game.faces) - (0 if common else len(board))
    cards = {BOARD: board}
    for seat in alive:
        if seat not in hands:
            raise bad(Told.HAND_MISSING(seat=seat))
        cards[seat] = cards_of(hands[seat], f"hands, seat {seat}", own)
    check_copies(chain(*cards.values()), 1)
    return cards
