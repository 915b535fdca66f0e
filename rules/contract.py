"""The settle contract: one JSON request in, one JSON response out; a refused request gets an error and stops nothing.

What all games share stands here: reading seats, stakes and cards out of a request, totals, error codes. What a game
makes of them stands in the game's own file, in its `settle`.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from typing import Any, NoReturn

from rules.cards import DECK, Card
from rules.game import RuleError, Settled
from rules.lines import Line, Stake
from rules.refusals import Because
from rules.terms import Detail

Request = Mapping[str, Any]

SEAT = re.compile(r"[1-9][0-9]*")


def _spellings(card: Card) -> Iterable[str]:
    rank, suit = str(card)[0], str(card)[1]
    for name in {rank, rank.lower(), "10" if rank == "T" else rank}:
        yield from (name + suit, name + suit.upper())


CARDS = {spelling: card for card in DECK for spelling in _spellings(card)}


@dataclass(slots=True)
class Answer:
    """What a game answers: its lines, and what only this game tells (`open`, `pots` ...)."""

    lines: list[Line]
    more: dict[str, Any] = field(default_factory=dict)


# -- reading a request ------------------------------------------------------------------------------------------------


def bad(message: Detail) -> RuleError:
    """A field is missing or of the wrong type."""
    return RuleError("bad_request", message)


def options_of(request: Request) -> Mapping[str, Any]:
    """`options`, an object if it is there."""
    options = request.get("options", {})
    if not isinstance(options, dict):
        raise bad(Because.OBJECT(name="options"))
    return options


def whole(value: object, name: str, least: int) -> int:
    """An integer, not a truth value, not below `least`."""
    if type(value) is not int or value < least:
        raise bad(Because.WHOLE(name=name, least=least))
    return value


def unit_of(options: Mapping[str, Any]) -> int:
    """`options.unit`: the smallest amount the table pays."""
    return whole(options.get("unit", 1), "options.unit", 1)


def decks_of(options: Mapping[str, Any], allowed: tuple[int, ...]) -> int:
    """`options.decks`: how many decks are in the shoe."""
    decks = options.get("decks", allowed[0])
    if type(decks) is not int or decks not in allowed:
        raise bad(Because.ONE_OF(name="options.decks", allowed=", ".join(map(str, sorted(allowed)))))
    return decks


def seats_of(request: Request, name: str = "seats") -> list[tuple[str, Any]]:
    """Reads an object by seat, and returns it clockwise."""
    seats = request.get(name)
    if not isinstance(seats, dict) or not seats:
        raise bad(Because.SEATS_OBJECT(name=name))
    for seat in seats:
        if not SEAT.fullmatch(seat) or not seat.isascii():
            raise bad(Because.NO_SEAT(name=name, seat=repr(seat[:20])))
    return [(seat, seats[seat]) for seat in sorted(seats, key=clockwise)]


def clockwise(seat: str) -> tuple[int, str]:
    """The order of seats as numbers, however long they are written."""
    return len(seat), seat


def stakes_of(seat: str, player: Any, known: Collection[str], unit: int) -> dict[str, Stake]:
    """A seat's `wagers`: name and stake, positive, a multiple of `unit`, or null."""
    if not isinstance(player, dict):
        raise bad(Because.OBJECT_OF_SEAT(seat=seat))
    wagers = player.get("wagers")
    if not isinstance(wagers, dict):
        raise bad(Because.WAGERS_OBJECT(seat=seat))
    if not wagers:
        raise RuleError("missing_wager", Because.NO_WAGERS(seat=seat))
    for wager, stake in wagers.items():
        if wager not in known:
            raise RuleError("unknown_wager", Because.NO_WAGER(seat=seat, wager=wager[:40]))
        if stake is not None:
            check_stake(stake, seat, wager, unit)
    if "withdraw" in player:
        check_withdrawn(seat, player["withdraw"], wagers)
    return wagers


def check_stake(stake: object, seat: str, wager: str, unit: int) -> None:
    """Refuses a stake that is no positive multiple of `unit`."""
    if type(stake) is not int:
        raise bad(Because.CENTS(seat=seat, wager=wager))
    if stake <= 0 or stake % unit:
        raise RuleError("invalid_stake", Because.MULTIPLE(seat=seat, wager=wager, unit=unit))


def check_withdrawn(seat: str, withdrawn: object, wagers: Mapping[str, Stake]) -> None:
    """Only a laid `seven` can be withdrawn, in any game (67.47)."""
    if not isinstance(withdrawn, list) or not all(isinstance(wager, str) for wager in withdrawn):
        raise bad(Because.WITHDRAW_LIST(seat=seat))
    for wager in withdrawn:
        if wager != "seven" or wager not in wagers:
            raise RuleError("illegal_action", Because.NOT_WITHDRAWN(seat=seat, wager=wager[:40]))


def check_ratio(
    seat: str, stakes: Mapping[str, Stake], wager: str, base: str, least: int, most: int, section: str = ""
) -> None:
    """`wager` lies between `least` and `most` times `base`, where both are known; a table cites the section."""
    stake, of = stakes.get(wager), stakes.get(base)
    if stake is not None and of is not None and not least * of <= stake <= most * of:
        times = Because.TIMES if least == most else Because.TIMES_BETWEEN
        detail = times(seat=seat, wager=wager, least=least, most=most, base=base)
        raise RuleError("invalid_stake", Because.CITED(why=detail, section=section) if section else detail)


def card_of(name: object, where: str) -> Card:
    """Reads the name of one card."""
    card = CARDS.get(name) if isinstance(name, str) else None
    if card is None:
        raise bad(Because.NO_CARD(where=where, name=repr(str(name)[:20])))
    return card


def cards_of(names: object, where: str, *counts: int) -> tuple[Card, ...]:
    """A list of cards, as many as one of `counts`; without any, as many as there are."""
    if not isinstance(names, list):
        raise bad(Because.CARD_LIST(where=where))
    cards = tuple([card_of(name, where) for name in names])
    if counts and len(cards) not in counts:
        raise RuleError("wrong_card_count", Because.CARD_COUNT(where=where, counts=counts))
    return cards


def check_copies(cards: Iterable[Card], decks: int) -> None:
    """No more copies of a card than there are decks."""
    card, copies = Counter(cards).most_common(1)[0]
    if copies > decks:
        because = Because.COPIES if decks > 1 else Because.COPIES_OF_ONE
        raise RuleError("impossible_cards", because(card=Card(card), copies=copies, decks=decks))


# -- one line in, one line out ----------------------------------------------------------------------------------------


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)  # NaN and Infinity, which Python reads and JSON does not know


def _exact(number: str) -> Decimal | float:
    try:
        return Decimal(number)
    except InvalidOperation:  # an exponent beyond all bounds
        return float(number)


def _whole(number: str) -> int | float:
    try:
        return int(number)
    except ValueError:  # Python does not read integers of thousands of digits
        return float(number)


_decoder = json.JSONDecoder(parse_constant=_no_number, parse_float=_exact)
_lenient = json.JSONDecoder(parse_constant=_no_number, parse_float=_exact, parse_int=_whole)
_encode: Callable[[object], str] = json.JSONEncoder(separators=(",", ":")).encode


def answer(line: str | bytes, games: Mapping[str, Settled]) -> str:
    """The response to one request line. Never raises for what a request says."""
    identity: str | None = None
    try:
        request = _decode(line)
        identity = request.get("id")
        if not isinstance(identity, str):
            identity = None
            raise bad(Because.STRING_NEEDED(name="id"))
        game = request.get("game")
        if not isinstance(game, str):
            raise bad(Because.STRING_NEEDED(name="game"))
        if game not in games:
            raise RuleError("unknown_game", Because.NO_GAME(game=game[:40]))
        try:
            return _encode(response(identity, games[game].settle(request), games[game].bonuses))
        except ValueError as error:  # Python does not write integers of thousands of digits
            raise RuleError("invalid_stake", Because.TOO_LARGE()) from error
    except RuleError as refused:
        return _encode({"id": identity, "error": {"code": refused.code, "message": refused.message}})


def _decode(line: str | bytes) -> dict[str, Any]:
    try:
        text = line if isinstance(line, str) else line.decode("utf-8-sig")
        try:
            request = _decoder.decode(text)
        except ValueError:  # perhaps only an integer of thousands of digits, and then the id can still be told
            request = _lenient.decode(text)
    except (ValueError, RecursionError) as error:
        raise bad(Because.NOT_JSON()) from error
    if not isinstance(request, dict):
        raise bad(Because.NOT_JSON())
    return request


def response(identity: str, settled: Answer, bonuses: Collection[str]) -> dict[str, Any]:
    """The contract's response: the lines, their total, and what else the game tells."""
    staked = won = returned = 0
    known = True
    lines = []
    for line in settled.lines:
        entry: dict[str, Any] = {
            "seat": line.seat,
            "wager": line.wager,
            "outcome": line.outcome.value,
            "odds": line.odds,
            "stake": line.stake,
            "won": line.won,
            "returned": line.returned,
            "section": line.section,
        }
        if line.hand is not None:
            entry["hand"] = line.hand
        if line.more:
            entry |= line.more
        lines.append(entry)
        if line.stake is None or line.won is None or line.returned is None:
            known = False
        else:
            staked += 0 if line.wager in bonuses else line.stake
            won += line.won
            returned += line.returned
    total = (
        {"staked": staked, "won": won, "returned": returned} if known else dict.fromkeys(("staked", "won", "returned"))
    )
    return {"id": identity, "lines": lines, "total": total, **settled.more}
