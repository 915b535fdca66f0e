"""What is posted, in words: for the sheet that lies at the table, and for the boards above it."""

from __future__ import annotations

from collections.abc import Iterable

from daemon.text.amounts import money
from daemon.text.language import Language
from rules.capabilities import Metered, MovesChips
from rules.game import Limits, Options, unoffered
from rules.posting import by_name, fewest
from rules.registry import GAMES, term
from rules.terms import Term

WORDS = {
    "minimum": Term("minimum {amount}", "minimum {amount}"),
    "maximum": Term("maximum {amount}", "maximum {amount}"),
    "own_limits": Term("{wager} : {limits}", "{wager}: {limits}"),
    "offered": Term("Mises offertes : {wagers}", "Wagers offered: {wagers}"),
    "offered_none": Term("Aucune mise facultative n'est offerte", "No optional wager is offered"),
}


def _say(language: Language, key: str, **values: object) -> str:
    return str(getattr(WORDS[key], language)).format(**values)


def names(game: str, wagers: Iterable[str], language: Language) -> str:
    """The wagers' names, one after the other."""
    return ", ".join(str(getattr(term(game, wager), language)) for wager in wagers)


def limits(posted: Limits | Options, language: Language) -> list[str]:
    """A minimum and a maximum, where they are posted."""
    ends = (("minimum", posted.minimum), ("maximum", posted.maximum))
    return [_say(language, name, amount=money(amount, language)) for name, amount in ends if amount is not None]


def own_limits(game: str, options: Options, language: Language) -> list[str]:
    """The limits of each wager that has its own, under as few names as tell the same."""
    return [
        _say(
            language,
            "own_limits",
            wager=names(game, [name], language),
            limits=", ".join(limits(Limits(own.minimum or options.minimum, own.maximum or options.maximum), language)),
        )
        for name, own in by_name(GAMES[game], options.limits).items()
    ]


def offered(game: str, options: Options) -> list[str]:
    """The optional wagers that a table offers, under as few names as tell the same."""
    machine = GAMES[game]
    missing = unoffered(machine, options)
    every = {wager for wagers in machine.optional.values() for wager in wagers}
    metered = machine.metered if isinstance(machine, Metered) and "manner" in options.more else ()  # 21.2
    return [*metered, *(name for name in machine.optional if name in fewest(machine.optional, every - missing))]


def for_players(game: str, options: Options, language: Language) -> list[str]:
    """All that a player must know before laying a wager, line by line (67.68, 67.87, 95.5, 21.3, 21.4)."""
    machine = GAMES[game]
    ends = [] if isinstance(machine, MovesChips) else limits(options, language)  # there they are of the stakes
    table = [" · ".join(ends).capitalize()] if ends else []
    wagers = []
    if machine.optional:
        there = offered(game, options)
        wagers = [
            _say(language, "offered", wagers=names(game, there, language)) if there else _say(language, "offered_none")
        ]
    sheet = machine.sheet(options)
    chosen = [str(getattr(choice, language)) for choice in sheet.choices] if sheet is not None else []
    return [*table, *own_limits(game, options, language), *wagers, *chosen]
