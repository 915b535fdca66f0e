"""What a table posts for its wagers: limits of their own, and which of them it offers (67.68, 67.87, 95.5, 21.3, 21.4).

People write names that mean one wager or several that are alike (`hard`); what is posted is kept wager by wager, so
that two tables which post the same are alike, however it was written.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from difflib import get_close_matches

from rules.game import MOST, Game, Limits, Options, RuleError, limits_of
from rules.refusals import Because

MOST_SEATS = 99
Names = Mapping[str, Collection[str]]


def each_with_own(wagers: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Names each of these wagers by itself."""
    return {wager: (wager,) for wager in wagers}


def alike(wagers: Iterable[str], *groups: str) -> dict[str, tuple[str, ...]]:
    """Names wagers by the group that begins their names, and each by itself.

    >>> alike(["small", "duo_1_2", "duo_1_3"], "duo")
    {'duo': ('duo_1_2', 'duo_1_3'), 'small': ('small',), 'duo_1_2': ('duo_1_2',), 'duo_1_3': ('duo_1_3',)}
    """
    every = tuple(wagers)
    grouped = {group: tuple(wager for wager in every if wager.startswith(f"{group}_")) for group in groups}
    return grouped | each_with_own(every)


def own_limits(game: Game, posted: Mapping[str, Limits]) -> dict[str, Limits]:
    """The limits wager by wager; of two names for a wager the one counts that means fewer.

    >>> from rules.registry import GAMES
    >>> own_limits(GAMES["craps"], {"hard_4": Limits(200), "hard": Limits(100)})["hard_4"].minimum
    200
    """
    named = sorted(posted, key=lambda name: -len(_meant(game, game.limited, name)))
    found = {wager: posted[name] for name in named for wager in _meant(game, game.limited, name)}
    return {wager: found[wager] for wager in sorted(found)}


def offered(game: Game, posted: Iterable[str]) -> tuple[str, ...]:
    """The optional wagers that a table offers, one by one."""
    return tuple(sorted({wager for name in posted for wager in _meant(game, game.optional, name)}))


def all_offered(game: Game) -> tuple[str, ...]:
    """Every wager that a table may offer."""
    return offered(game, game.optional)


def by_name(game: Game, limits: Mapping[str, Limits]) -> dict[str, Limits]:
    """The other way round, for people: as few names as tell the same."""
    told = {
        name: own
        for own in dict.fromkeys(limits.values())
        for name in fewest(game.limited, {wager for wager, theirs in limits.items() if theirs == own})
    }
    return {name: told[name] for name in game.limited if name in told}


def fewest(names: Names, wagers: Collection[str]) -> list[str]:
    """As few names as mean these wagers, the widest first.

    >>> fewest({"a": ("a",), "both": ("a", "b"), "b": ("b",), "c": ("c",)}, {"a", "b", "c"})
    ['both', 'c']
    """
    left, told = set(wagers), []
    for name in sorted(names, key=lambda name: -len(names[name])):
        if left.issuperset(names[name]):
            told.append(name)
            left.difference_update(names[name])
    return told


def check_amounts(game: Game, options: Options) -> None:
    """Places, limits and names that can be posted; another choice would change nothing, or let nobody play.

    >>> from rules.registry import GAMES
    >>> check_amounts(GAMES["four_card"], Options(seats=8))
    Traceback (most recent call last):
    rules.game.RuleError: seats: four_card has 7 players at most (67.67)
    """
    amounts = {"unit": options.unit, "minimum": options.minimum, "maximum": options.maximum}
    for wager, own in options.limits.items():
        amounts |= {f"{wager}.minimum": own.minimum, f"{wager}.maximum": own.maximum}
    for name, amount in amounts.items():
        if amount is not None and not 1 <= amount <= MOST:
            raise RuleError("bad_request", Because.NOT_POSSIBLE(name=name, least=1, most=MOST))
    if not 1 <= options.seats <= MOST_SEATS:
        raise RuleError("bad_request", Because.NOT_POSSIBLE(name="seats", least=1, most=MOST_SEATS))
    if (cap := game.most_players(options)) is not None and options.seats > cap[0]:
        raise RuleError("bad_request", Because.TOO_MANY_SEATS(game=game.name, most=cap[0], section=cap[1]))
    for name in ("limits", *options.limits):
        low, high = limits_of(name, options)
        if low > high:
            raise RuleError("bad_request", Because.MINIMUM_ABOVE(name=name))
    own_limits(game, dict.fromkeys(set(options.limits) - _wagers(game.limited), Limits()))  # names the unknown one
    offered(game, set(options.offered or ()) - _wagers(game.optional))


def _wagers(names: Names) -> set[str]:
    return {wager for wagers in names.values() for wager in wagers}


def _meant(game: Game, names: Names, name: str) -> Collection[str]:
    """The wagers of this name."""
    if (wagers := names.get(name)) is not None:
        return wagers
    if near := get_close_matches(name, names, 1, 0.5):
        raise RuleError("bad_request", Because.NO_WAGER_POSTED(name=name[:40], game=game.name, near=near[0]))
    known = ", ".join(names) or "—"
    raise RuleError("bad_request", Because.NO_WAGERS_POSTED(name=name[:40], game=game.name, known=known))
