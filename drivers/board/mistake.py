"""What stands on a board's glass that it was not sent, as a person is told of it."""

from __future__ import annotations

from typing import NamedTuple

from drivers.board.wire import DiceShown, JackpotShown, PostingShown, ResultShown

LONGEST = 80  # letters
Shown = ResultShown | DiceShown | PostingShown | JackpotShown


class Mistake(NamedTuple):
    """What stands there, and what should: where the two differ."""

    found: str
    sent: str


def mistake(held: Shown, sent: Shown) -> Mistake:
    """Where they differ. A board may say anything: what cannot be printed is not, and what is long is cut.

    >>> mistake(ResultShown(seq=2, text={"fr": ["Coup 2", "777"]}), ResultShown(seq=2, text={"fr": ["Coup 2", "7"]}))
    Mistake(found='777', sent='7')
    """
    return Mistake(_plain(held, sent), _plain(sent, held))


def _plain(mine: Shown, other: Shown) -> str:
    told: list[str] = []
    for name in type(mine).model_fields:
        value, against = getattr(mine, name), getattr(other, name)
        if name == "text":
            told += [line for language in value for line in _apart(value[language], against.get(language, []))]
        elif value != against:
            told.append(str(value) if name in ("digits", "state") else f"{name} {value}")
    plain = ", ".join(filter(None, told)) or "-"
    return "".join(letter if letter.isprintable() else "?" for letter in plain[:LONGEST])


def _apart(lines: list[str], others: list[str]) -> list[str]:
    return [line for place, line in enumerate(lines) if others[place : place + 1] != [line]]
