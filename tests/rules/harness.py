"""What the games' tests share: a machine walked through facts, the settle contract asked, tables drawn and changed."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any, Generic, Protocol, TypeVar

import pytest
from hypothesis import strategies as st

from rules.cards import DECK, Card
from rules.contract import answer
from rules.facts import (
    AwaitCard,
    AwaitDecision,
    AwaitDice,
    AwaitDirection,
    AwaitTurn,
    AwaitWagers,
    Bet,
    Close,
    Deal,
    Decide,
    Direct,
    Expectation,
    Fact,
    Finish,
    Finished,
    NoRoll,
    Remove,
    Roll,
    Turn,
    Wagers,
    Working,
)
from rules.game import ASIDE, DEALER, Options, RuleError, Settled
from rules.lines import Line, Outcome, Stake

WIN, LOSE, PUSH, HALF = Outcome.WIN, Outcome.LOSE, Outcome.PUSH, Outcome.HALF
CODES = {"bad_request", "unknown_wager", "invalid_stake", "missing_wager", "impossible_cards", "wrong_card_count"}
CODES |= {"illegal_action"}
Cards = tuple[Card, ...]
Request = dict[str, Any]
State = TypeVar("State")
Seat = TypeVar("Seat")


@dataclass(frozen=True)
class Held:
    """What one player lays and gets; what he does with it, his game says."""

    cards: Cards
    stakes: Mapping[str, Stake]


Player = TypeVar("Player", bound=Held)


class Machine(Settled, Protocol[State]):
    """A game, as far as the harness drives it."""

    def start(self, options: Options) -> State: ...
    def expects(self, state: State) -> Expectation: ...
    def step(self, state: State, fact: Fact) -> tuple[State, tuple[Line, ...]]: ...
    def wagers(self, state: State) -> Mapping[str, Mapping[str, Stake]]: ...


@dataclass(frozen=True)
class Harness(Generic[State]):
    """One game, and what its table posts unless a test says otherwise."""

    game: Machine[State]
    posted: Options = field(default_factory=Options)

    def steps(self, story: Iterable[Fact], options: Options | None = None) -> Iterator[tuple[Fact, State, list[Line]]]:
        """Each fact of a story, with the state and the lines that it led to."""
        state = self.game.start(options or self.posted)
        for fact in story:
            state, lines = self.game.step(state, fact)
            yield fact, state, list(lines)

    def walk(self, story: Iterable[Fact], options: Options | None = None) -> tuple[State, list[Line]]:
        """Where a story leads, and all its lines."""
        state, lines = self.game.start(options or self.posted), list[Line]()
        for _, state, decided in self.steps(story, options):  # noqa: B007 - the last one counts
            lines += decided
        return state, lines

    def finished(self, story: Iterable[Fact], options: Options | None = None) -> list[Line]:
        """The lines of a story that must be a whole round."""
        state, lines = self.walk(story, options)
        assert self.game.expects(state) == Finished()
        return lines

    def refusal(self, state: State, fact: Fact) -> str:
        """The code of the refusal; and nothing happened."""
        before = repr(state)
        with pytest.raises(RuleError) as refused:
            self.game.step(state, fact)
        assert repr(state) == before
        return refused.value.code

    def only_what_is_awaited(
        self,
        story: Iterable[tuple[Fact, object]],
        every: Collection[Fact],
        options: Options | None = None,
        besides: Callable[[State, Expectation], Iterable[Fact]] = lambda _state, _expected: (),
    ) -> State:
        """A round, each fact with what is awaited before it: that may happen, and nothing else of `every`."""
        state = self.game.start(options or self.posted)
        for fact, expected in (*story, (None, Finished())):
            awaited = self.game.expects(state)
            assert awaited == expected
            possible = [*allowed(awaited, every, self.game.wagers(state)), *besides(state, awaited)]
            assert all(other in every for other in possible)
            for other in every:
                if other in possible:
                    self.game.step(state, other)
                else:
                    assert self.refusal(state, other) == "illegal_action"
            if fact is not None:
                state, _ = self.game.step(state, fact)
        return state

    def request(self, seats: object, dealer: Iterable[Card], **options: object) -> Request:
        """A round of cards, for the settle contract."""
        dealt = [str(card) for card in dealer]
        return {"id": "x", "game": self.game.name, "options": options, "seats": seats, "dealer": dealt}

    def response_to(self, asked: Request) -> dict[str, Any]:
        """The contract's answer; it bears the request's id, but for a NaN or an Infinity, which are no JSON."""
        response: dict[str, Any] = json.loads(answer(json.dumps(asked), {self.game.name: self.game}))
        try:
            json.dumps(asked, allow_nan=False)
        except ValueError:
            assert (response["id"], response["error"]["code"]) == (None, "bad_request")
        else:
            assert response["id"] == (asked["id"] if isinstance(asked["id"], str) else None)
        return response

    def code(self, asked: Request) -> str | None:
        """The code of the contract's refusal; None if it was answered."""
        response = self.response_to(asked)
        assert ("lines" in response) is ("error" not in response)
        return str(response["error"]["code"]) if "error" in response else None

    def is_answered(self, asked: Request, codes: Collection[str] = CODES) -> None:
        """Whatever stands in the request, it gets its lines or one of the codes."""
        other_game = {"unknown_game"} if asked["game"] != self.game.name else set()
        assert self.code(asked) in {None, *codes, *other_game}


# -- facts ------------------------------------------------------------------------------------------------------------


def every_fact(seats: Iterable[str], stakes: Mapping[str, Stake], *choices: str) -> tuple[Fact, ...]:
    """Facts of every kind, those that no game awaits among them."""
    hands, wager = (*seats, "6", ASIDE, DEALER), next(iter(stakes))
    return (
        *(Wagers(seat, stakes) for seat in seats), Close(), Deal(Card.parse("As")), Finish(),
        *(Decide(hand, choice) for hand, choice in product(hands, (*choices, "bluff"))),
        *map(Turn, hands), *map(Direct, hands), Roll((1, 2, 4)), NoRoll("cheating"),
        Bet("1", wager, 500), *(Remove(seat, None) for seat in hands), Working("1", wager, on=True),
    )  # fmt: skip


def allowed(expected: Expectation, every: Iterable[Fact], laid: Collection[str]) -> list[Fact]:
    """What an expectation lets happen; of wagers, cards and dice, those of `every`."""
    match expected:
        case AwaitWagers(may_close):
            betting = (fact for fact in every if isinstance(fact, Wagers) or (may_close and fact == Close()))
            return [*betting, *(Remove(seat, None) for seat in laid)]
        case AwaitCard():
            return [fact for fact in every if isinstance(fact, Deal)]
        case AwaitDice():
            return [fact for fact in every if isinstance(fact, Roll | NoRoll)]
        case AwaitDecision(seat, choices):
            return [Decide(seat, choice) for choice in choices]
        case AwaitTurn(hand):
            return [Turn(hand)]
        case AwaitDirection(hands):
            return [*map(Direct, hands), Finish()]
    return []


def in_turn(seats: Mapping[str, Seat]) -> list[tuple[str, Seat]]:
    """Clockwise."""
    return sorted(seats.items(), key=lambda item: int(item[0]))


def opening(seats: Mapping[str, Held], dealer: Cards, cards: int | None = None) -> Iterator[Fact]:
    """Wagers, « Rien ne va plus », and the first cards, or all, to each player and to the dealer."""
    yield from (Wagers(name, seat.stakes) for name, seat in seats.items())
    yield Close()
    yield from (Deal(card) for _, seat in in_turn(seats) for card in seat.cards[:cards])
    yield from map(Deal, dealer[:cards])


# -- lines ------------------------------------------------------------------------------------------------------------


def money(line: Line) -> tuple[Outcome, str | None, Stake, Stake, str]:
    """What became of a wager, by which section."""
    return line.outcome, line.odds, line.won, line.returned, line.section


def same_lines(some: Iterable[Line], others: Iterable[Line]) -> None:
    """In whatever order."""
    assert Counter(map(repr, some)) == Counter(map(repr, others))


def no_amounts(lines: Iterable[Line]) -> list[Line]:
    """The same outcomes, of stakes that nobody knows."""
    return [line._replace(stake=None, won=None, returned=None) for line in lines]


def each_wager_once(lines: Sequence[Line], laid: Mapping[str, Iterable[str]], bonus: str = "") -> None:
    """Money is never negative, no more goes back than was staked, and every laid wager has its one line."""
    for line in lines:
        assert line.won is None or line.won >= 0
        assert line.returned is None or 0 <= line.returned <= (line.stake or 0)
    settled = Counter((line.seat, line.wager) for line in lines if line.wager != bonus)
    assert settled == Counter((seat, wager) for seat, wagers in laid.items() for wager in wagers)


# -- tables -----------------------------------------------------------------------------------------------------------

SUITS = st.permutations(range(4))


def moves(seats: int = 7) -> st.SearchStrategy[dict[str, str]]:
    """Who sits where instead."""
    names = [str(seat) for seat in range(1, seats + 1)]
    return st.permutations(names).map(lambda others: dict(zip(names, others, strict=True)))


def shuffled(shoe: Sequence[Card], count: int) -> st.SearchStrategy[list[Card]]:
    """So many cards from a shoe."""
    return st.randoms(use_true_random=False).map(lambda random: random.sample(shoe, count))


@st.composite
def tables(
    draw: st.DrawFn,
    player: Callable[[Cards], st.SearchStrategy[Player]],
    size: int,
    dealer: int,
    shoes: Sequence[Sequence[Card]] = (DECK,),
) -> tuple[dict[str, Player], Cards]:
    """Up to seven players with `size` cards each, and the dealer's cards."""
    places = draw(st.lists(st.sampled_from("1234567"), min_size=1, unique=True))
    cards = draw(shuffled(draw(st.sampled_from(shoes)), dealer + 7 * size))
    hands = (tuple(cards[n : n + size]) for n in range(dealer, len(cards), size))
    return {place: draw(player(hand)) for place, hand in zip(places, hands, strict=False)}, tuple(cards[:dealer])


def moved(seats: Mapping[str, Seat], places: Mapping[str, str]) -> dict[str, Seat]:
    """The same players in other places."""
    return {places[name]: seat for name, seat in seats.items()}


def followed(lines: Iterable[Line], places: Mapping[str, str]) -> list[Line]:
    """The lines of players who sit in other places."""
    return [line._replace(seat=places[line.seat]) for line in lines]


def relabelled(seats: Mapping[str, Player], dealer: Cards, suits: Sequence[int]) -> tuple[dict[str, Player], Cards]:
    """The same ranks in other suits."""

    def other(cards: Cards) -> Cards:
        return tuple(Card(card.rank * 4 + suits[card.suit]) for card in cards)

    return {name: replace(seat, cards=other(seat.cards)) for name, seat in seats.items()}, other(dealer)


def unknown(seats: Mapping[str, Player]) -> dict[str, Player]:
    """The same wagers; nobody knows their amounts."""
    return {name: replace(seat, stakes=dict.fromkeys(seat.stakes)) for name, seat in seats.items()}


# -- junk -------------------------------------------------------------------------------------------------------------


def ways(value: Any, so_far: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value inside a request."""
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield (*so_far, key)
        yield from ways(value[key], (*so_far, key))


def junk_in(good: Request) -> st.SearchStrategy[Request]:
    """A good request with junk in one place, be it one that may stay empty."""
    whole: Request = {"options": {}} | good
    every = [*ways(whole), ("options", "unit"), ("options", "decks")]
    every += [("seats", seat, *way) for seat in whole["seats"] for way in (("withdraw",), ("wagers", "x"))]
    words = st.text(max_size=5) | st.sampled_from(sorted({str(key) for *_, key in every} | {"Kc", "9c"}))
    junk = st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | words,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=4),
        max_leaves=8,
    )

    def put(way: tuple[Any, ...], value: object) -> Request:
        asked: Request = json.loads(json.dumps(whole))
        holder: Any = asked
        for key in way[:-1]:
            holder = holder[key]
        holder[way[-1]] = value
        return asked

    return st.builds(put, st.sampled_from(every), junk)
