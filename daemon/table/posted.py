"""What a table posts and how everything there is called, in both languages: what a screen needs beside the state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from typing_extensions import TypedDict

from daemon.table.devices import KINDS
from daemon.table.state import TableState
from daemon.text.reasons import OF_ORDERS
from rules.capabilities import Metered, MovesChips
from rules.dice import NO_ROLL
from rules.game import ASIDE, DEALER, MOST, Game, Options, deck_count, limits_of, unoffered
from rules.registry import GAMES
from rules.terms import COMMON, Term


class Words(TypedDict):
    """One name in both languages."""

    fr: str
    en: str


class TiedTo(TypedDict):
    """The wager that another one is laid with, and how many times as much it is."""

    wager: str
    times: int


class PostedWager(TypedDict):
    """A wager of the layout. Amounts are in cents; null: not posted."""

    name: Words
    short: Words  # the same, on a spot of the layout
    section: str
    before: bool  # it is laid before « Rien ne va plus »; a decision adds the others
    taken: bool  # this table takes it
    least: int | None
    most: int | None
    tied: TiedTo | None
    metered: bool  # a progressive's meter pays prizes of it


class ConsoleSetup(TypedDict):
    """How the table's screen is set up."""

    amounts: bool  # a touch on a wager asks how much lies there
    chips: list[int]  # in cents
    hand: Literal["right", "left"]


class Posted(TypedDict):
    """What is posted now: for the round that is open, or else for the next one."""

    game: str
    needs: list[Literal["shoe", "dice"]]
    dice: int  # that are rolled together
    decks: int
    counted: bool  # the players' chips are counted: no amount is unknown
    keyed: bool  # who lays what is entered
    seats: int
    minimum: int | None
    maximum: int | None
    unit: int
    options: dict[str, str | int | bool]
    wagers: dict[str, PostedWager]  # in the order of the layout
    choices: list[str]  # of whoever decides, the usual one first
    names: dict[str, Words]  # of the game, its combinations, choices and outcomes
    hands: dict[str, Words]
    grounds: dict[str, Words]  # on which a throw is void (95.3)
    reasons: dict[str, dict[str, Words]]  # by the kind of order: codes that may stand for its reason
    kinds: dict[str, Words]  # of devices


class PostedHere(Posted):
    """The same, at this table."""

    table: str
    language: Literal["fr", "en"]
    console: ConsoleSetup


def posted(state: TableState) -> Posted:
    """Tells all of it."""
    name, options = (state.game, state.options) if state.in_round else state.posted
    game = GAMES[name]
    return {
        "game": name,
        "needs": [*game.needs],  # type: ignore[list-item]  # a test holds them
        "dice": game.dice,
        "decks": deck_count(game, options),
        "counted": isinstance(game, MovesChips),
        "keyed": options.keyed,
        "seats": options.seats,
        "minimum": options.minimum,
        "maximum": options.maximum,
        "unit": options.unit,
        "options": dict(options.more),
        "wagers": {wager: _wager(game, wager, options) for wager in (*game.laid, *game.added)},
        "choices": [*game.choices],
        "names": _words({**COMMON, **game.terms}),
        "hands": {hand: _said(game.hand_name(hand)) for hand in _hands(game, options)},
        "grounds": _words(NO_ROLL),
        "reasons": {kind: _words(codes) for kind, codes in OF_ORDERS.items()},
        "kinds": _words({name: kind.label for name, kind in KINDS.items()}),
    }


def _wager(game: Game, wager: str, options: Options) -> PostedWager:
    least, most = limits_of(wager, options)
    metered = game.metered if isinstance(game, Metered) else {}
    if wager in metered:
        least = most = metered[wager]
    name, (to, times) = game.terms.get(wager, COMMON.get(wager, Term(wager, wager))), game.tied.get(wager, ("", 0))
    return {
        "name": _said(name),
        "short": _said(game.short.get(wager, name)),
        "section": game.sections.get(wager, ""),
        "before": wager not in game.added,
        "taken": wager not in unoffered(game, options),
        "least": least if least > 1 else None,
        "most": most if most < MOST else None,
        "tied": {"wager": to, "times": times} if to else None,
        "metered": wager in metered,
    }


def _hands(game: Game, options: Options) -> Iterator[str]:
    """Whatever may have cards, and every seat."""
    seats = [str(number) for number in range(1, options.seats + 1)]
    yield from (*seats, DEALER)
    if game.against_each:
        yield from (f"{DEALER} {seat}" for seat in seats)
    yield from (hand for hand in (ASIDE, game.common_hand, "burned") if hand in game.terms or hand in COMMON)


def _words(terms: Mapping[str, Term]) -> dict[str, Words]:
    return {key: _said(term) for key, term in terms.items()}


def _said(term: Term) -> Words:
    return {"fr": term.fr, "en": term.en}
