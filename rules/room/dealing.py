"""What is dealt next, and who opens the betting then: the dealing rounds of the house's game (67.88 (17), 67.91)."""

from __future__ import annotations

from collections import Counter

from rules.cards import DECK, RANKS, Card
from rules.facts import AwaitCard
from rules.poker_room import LOW
from rules.room.betting import opened
from rules.room.state import BOARD, BURNED, State
from rules.room.variants import BLINDS, Street


def next_card(state: State) -> AwaitCard | None:
    """One card each, clockwise from the puck's left, until all have theirs; what is burned comes first (A75)."""
    streets = state.house.game.streets[: state.street + 1]
    burned = _due(state, BURNED, sum(street.burn for street in streets) - (state.shared and not _spare(state)))
    if burned is not None:
        return AwaitCard(BURNED, burned, face_up=False)
    each = sum(_each(street) for street in streets) - (_each(streets[-1]) if state.shared else 0)
    dealt = {seat: len(state.cards.get(seat, ())) for seat in state.alive}
    seat = min(dealt, key=lambda place: dealt[place])  # the first of those who have the fewest
    if dealt[seat] < each:
        return AwaitCard(seat, dealt[seat], state.house.game.faces[dealt[seat]])
    board = _due(state, BOARD, sum(street.board for street in streets) + state.shared)
    return None if board is None else AwaitCard(BOARD, board, face_up=True)


def _due(state: State, hand: str, full: int) -> int | None:
    dealt = len(state.cards.get(hand, ()))
    return dealt if dealt < full else None


def _each(street: Street) -> int:
    return street.down + street.up


def _spare(state: State) -> bool:
    """With the deck too short for a card each: there is still one to burn."""
    return state.house.game.streets[state.street].burn and len(DECK) - _before(state) > 1


def _before(state: State) -> int:
    """How many cards were out when the last card was to be shared."""
    return sum(map(len, state.cards.values())) - (len(state.cards.get(BOARD, ())) if state.shared else 0)


def deck_lasts(state: State) -> bool:
    """For every card that is still due in this dealing round."""
    while (due := next_card(state)) is not None:
        state = state._replace(cards={**state.cards, due.hand: (*state.cards.get(due.hand, ()), DECK[0])})
    return sum(map(len, state.cards.values())) <= len(DECK)


def next_street(state: State) -> State:
    """The next dealing round; where the deck is too short for a card each, one on the board serves all."""
    state = state._replace(street=state.street + 1, betting=False, turn=None, put={}, acted=frozenset())
    street = state.house.game.streets[state.street]
    out = sum(map(len, state.cards.values()))
    short = out + street.burn + len(state.alive) * _each(street) + street.board > len(DECK)
    return state._replace(shared=short)


def open_betting(state: State) -> State:
    """67.88 (10), (20): who opens: the puck's left, whoever sits behind the blinds, or what the open cards say."""
    game = state.house.game
    if game.opening == BLINDS:
        blinds = [seat for seat in state.seats if state.put.get(seat)] if not state.street else []
        if not blinds:
            return opened(state, state.seats[0])
        last = state.straddle or state.blinds.big  # who has the last blind bet
        if last not in state.seats:  # a round of revision 0: the big blind has one place
            last = state.seats[0] if len(state.seats) == 2 else state.seats[1]
        return opened(state, state.after(last, state.seats)[0])
    if state.street:
        return opened(state, best_open(state))
    lowest = state.alive if game.pays == LOW else ()
    doors = {seat: _door(state, seat, ace_low=bool(lowest)) for seat in state.alive}
    first = max(doors, key=lambda seat: doors[seat]) if lowest else min(doors, key=lambda seat: doors[seat])
    playing = [seat for seat in state.alive if state.stacks[seat]]
    if len(playing) < 2:  # nobody could answer: it would only come back (A83)
        return opened(state, first)
    owes = first if first in playing else state.after(first, playing)[0]
    return opened(state._replace(owes=owes), owes)


def open_cards(state: State, seat: str) -> list[Card]:
    """What everyone sees before a seat."""
    return [card for card, up in zip(state.cards.get(seat, ()), state.house.game.faces, strict=False) if up]


def _door(state: State, seat: str, *, ace_low: bool) -> tuple[int, int]:
    """The open card: by rank, then by suit, clubs below diamonds below hearts below spades."""
    card = open_cards(state, seat)[0]
    return (card.rank + 1) % len(RANKS) if ace_low else card.rank, card.suit


def best_open(state: State) -> str:
    """The highest open cards, in low poker the lowest, open the later rounds; of equals the first from the puck."""
    low = state.house.game.pays == LOW

    def strength(seat: str) -> tuple[list[int], list[int]]:
        """By the pairs first (two pairs are above one, however high), then rank by rank."""
        count = Counter((card.rank + 1) % len(RANKS) if low else card.rank for card in open_cards(state, seat))
        ranks = sorted(count, key=lambda rank: (count[rank], rank), reverse=True)
        return [count[rank] for rank in ranks], ranks

    return min(state.alive, key=strength) if low else max(state.alive, key=strength)
