"""What the table's boards show of what is posted: now, from the next round on, and from a later day on."""

from __future__ import annotations

from typing import Any, NamedTuple

from daemon.table.state import TableState
from daemon.text.language import Language
from daemon.text.posting import for_players, offered
from daemon.text.rounds import round_words
from drivers.board import wire
from rules.game import Options
from rules.posting import by_name
from rules.registry import GAMES, term
from rules.terms import Term

OF_METERS = ("jackpot", "seed")  # the progressive's own board shows these
WORDS = {
    "nothing": Term("Rien n'est en vigueur", "Nothing is in force"),
    "next": Term("Dès {le_coup} suivant{e} :", "From the next round on:"),
    "later": Term("Dès le {day} :", "From {day} on:"),
}


class Posted(NamedTuple):
    """What one rule set posts; `day` is the gaming day for which it waits."""

    rules: str
    game: str
    options: Options
    day: str = ""


class Posting(NamedTuple):
    """All that is posted."""

    now: Posted | None  # of the running round; between two, of the next. None: nothing is in force yet
    next: Posted | None
    later: Posted | None


def posting(state: TableState) -> Posting:
    """What is posted: what was agreed in a round holds from the next one on."""
    rules, coming = state.rules, state.rules.coming
    later = None if coming is None else Posted(coming.rules, state.posted[0], coming.options, coming.day)
    following = None if rules.none_yet else Posted(rules.next, *state.posted)
    if not state.in_round:
        return Posting(following, None, later)
    now = Posted(rules.round, state.game, state.options)
    return Posting(now, None if following == now else following, later)


def message(table: str, posting: Posting) -> wire.Posting:
    """The same as a message; the line numbers it."""
    now, following, later = posting
    return wire.Posting(
        table=table,
        seq=0,
        now=now and wire.Posted(**_fields(now)),
        next=following and wire.Posted(**_fields(following)),
        later=later and wire.PostedLater(**_fields(later), effective=later.day),
        text={"fr": _text("fr", posting), "en": _text("en", posting)},
    )


def _fields(posted: Posted) -> dict[str, Any]:
    """The structured form; a poker room's amounts are of the stakes, and among its choices."""
    options = posted.options
    own = by_name(GAMES[posted.game], options.limits)
    return {
        "rules": posted.rules,
        "game": posted.game,
        "minimum": options.minimum,
        "maximum": options.maximum,
        "unit": options.unit,
        "limits": [wire.OwnLimits(wager=name, minimum=one.minimum, maximum=one.maximum) for name, one in own.items()],
        "offered": offered(posted.game, options),
        "options": {name: value for name, value in options.more.items() if name not in OF_METERS},
    }


def _text(language: Language, posting: Posting) -> list[str]:
    def say(key: str, game: str, **values: object) -> str:
        return str(getattr(WORDS[key], language)).format(**round_words(game), **values)

    now, following, later = posting
    lines = [] if now else [str(getattr(WORDS["nothing"], language))]
    if now is not None:
        lines += [f"{getattr(term(now.game, now.game), language)}  {now.rules}".rstrip(), *_lines(language, now)]
    if following is not None:
        lines += [say("next", following.game), *_lines(language, following)]
    if later is not None:
        lines += [say("later", later.game, day=later.day), *_lines(language, later)]
    return lines


def _lines(language: Language, posted: Posted) -> list[str]:
    return for_players(posted.game, posted.options, language)
