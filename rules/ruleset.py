"""What a table applies, under one name: the by-law's edition, the house's document, what is posted, the readings.

The by-law's texts were replaced in 2011 by the operator's own documents (A1): which of them a round was dealt by is
told by the hash of all that it says. People say its first eight digits: `three_card_poker/9f2c-41ab`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from rules.game import Game, Options
from rules.posting import all_offered

Content = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Document:
    """What a rule set says beside what is posted."""

    name: str = ""  # by which the house calls it; "": by none
    effective: str = ""  # the day from which it holds, as 2026-12-01; "": when it comes into force
    edition: str = ""  # the instrument that enacted the sections
    readings: tuple[str, ...] = ()  # of the by-law, where it is unclear or silent


def document_of(game: Game, name: str = "", effective: str = "") -> Document:
    """The document of a game as this croupier applies it, whatever a table posts.

    >>> from rules.registry import GAMES
    >>> found = document_of(GAMES["war"], "Guerre, salle B", "2026-12-01")
    >>> found.edition, found.readings[:2]
    ('O.C. 111-2000, 9 February 2000', ('A8', 'A11'))
    """
    every = Options(more=dict(game.unposted), offered=all_offered(game))
    sheets = [game.sheet(replace(every, decks=decks)) for decks in game.decks or (None,)]
    read = {reading for sheet in sheets if sheet is not None for reading in sheet.readings}
    ordered = sorted(read, key=lambda reading: int(reading[1:]))
    return Document(name, effective, game.edition.instrument.en, tuple(ordered))


def content(game: str, options: Options, document: Document) -> dict[str, Any]:
    """All that a rule set says, as plain data; whatever else is posted one day is in it, too."""
    posting = asdict(options)
    revision = posting.pop("revision")
    said = {"game": game, **asdict(document), "posting": posting, "revision": revision}
    plain: dict[str, Any] = json.loads(_canonical(said))
    return plain


def digest(said: Content) -> str:
    """The SHA-256 of a content, whoever wrote it down.

    >>> digest({"a": 1, "b": [2]}) == digest({"b": [2], "a": 1})
    True
    """
    return hashlib.sha256(_canonical(said)).hexdigest()


def short(game: str, sha256: str) -> str:
    """The name that people say.

    >>> short("war", "9f2c41ab77")
    'war/9f2c-41ab'
    """
    return f"{game}/{sha256[:4]}-{sha256[4:8]}"


def _canonical(said: Content) -> bytes:
    """One spelling: keys in order, no blanks, UTF-8."""
    return json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
