"""A past round, told from its journal: what was seen, ordered and decided, step by step, in both languages.

It reads what everyone may know. Of what is sealed it takes the device or the person, never a card; so it needs no key,
and a card that nobody turned is told as one that lies face down.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import fields
from pathlib import Path
from typing import Any, Literal, cast

from pydantic import ValidationError

from daemon.history.rounds import check, damage, find
from daemon.history.sentences import Voice
from daemon.journal.group import EVENTS
from daemon.journal.keys import Keys
from daemon.journal.read import Entry, entries
from daemon.journal.seal import Sealed
from daemon.journal.store import Journal
from daemon.table.events import (
    Agreed,
    CardCorrected,
    DecisionCorrected,
    DiceCorrected,
    Event,
    HandTurned,
    JackpotAnswered,
    JackpotMoved,
    LineCancelled,
    LineSettled,
    PotsAwarded,
    ProposalEnded,
    Proposed,
    RoundFinished,
    RoundOpened,
    RoundReopened,
    RoundVoided,
    Ruled,
)
from rules.machine import Continues
from rules.registry import GAMES

Step = dict[str, Any]
Verdict = Literal["finished", "voided", "corrected", "in_progress"]
Came = tuple[Entry, Event | None]  # what came of an observation; None: of another version

OF_SEALED = ("device", "by", "role")  # what is told of an observation that tells a card
CORRECTED = CardCorrected | DecisionCorrected | DiceCorrected
AFTER_THE_END = CORRECTED | RoundReopened | LineSettled | LineCancelled | PotsAwarded | Ruled | HandTurned
CORRECTING = frozenset({"correct_card", "reassign_cards", "correct_decision", "correct_dice"})


def explain_round(path: Path, number: int | None, keys: Keys | None = None, day: str | None = None) -> list[Step]:
    """A round of a journal, without a number the newest that is over; the chain of all that is told must hold."""
    wanted, first = find(path, number, day)
    with damage(path), closing(cast("Generator[Entry]", entries(path, keys, first))) as read:
        told = story(read, wanted)
    *_, verdict = told
    verdict["hash"] = check(path, first, verdict["last"]).hash.hex()
    return told


def sealed_cards(journal: Journal, number: int) -> list[Step]:
    """Every card of a round, in the order in which it left the shoe or was named: for whoever may open the seal."""
    *_, verdict = explain_round(journal.folder, number)
    kept = (
        entry
        for entry in journal.entries(verdict["first"], verdict["last"])
        if entry.sealed is Sealed.ALL and entry.is_observation
    )
    return [{"seq": entry.seq, "at": entry.at, "kind": entry.kind, **_body(entry)} for entry in kept]


def story(told: Iterable[Entry], number: int) -> list[Step]:
    """The steps of a round with what came of each, and the verdict last; each says itself in `fr` and in `en`.

    The entries begin with what opened the round; they are read as far as it, or a correction of it, goes.
    """
    telling = _Telling(number)
    return [*telling.steps(told), telling.verdict()]


class _Telling:
    """What is known of the round so far."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._now = 0  # the round that the entries have come to
        self._game = ""
        self._goes_on = False
        self._first = self._last = 0
        self._over = self._void = self._corrected = False

    def steps(self, told: Iterable[Entry]) -> Iterator[Step]:
        """One a group of entries that concerns the round."""
        for observed, came in _groups(told):
            mine = self._mine(came)
            if mine or (not came and self._now == self._number and not self._over):
                yield from self._told(observed, mine)
            if self._now > self._number + self._goes_on:
                return

    def verdict(self) -> Step:
        """What became of the round, and where it stands in the journal."""
        verdict: Verdict = "in_progress"
        if self._void:
            verdict = "voided"
        elif self._over:
            verdict = "corrected" if self._corrected else "finished"
        where = {"first": self._first, "last": self._last}
        said = self._said(lambda voice: voice.word("verdict", verdict=voice.word(verdict), **where))
        return {"kind": "verdict", "round": self._number, "game": self._game, "verdict": verdict, **where, **said}

    def _mine(self, came: list[Came]) -> list[Came]:
        mine = []
        later = any(_corrects(event, "correct_dice") for _, event in came)  # the roll before, in a game that goes on
        for each in came:
            event = each[1]
            if isinstance(event, RoundOpened):
                self._now = event.round
                if event.round == self._number:
                    self._game = event.game
                    self._goes_on = isinstance(GAMES.get(event.game), Continues)
            if self._concerns(event) if self._now == self._number else later and self._now > self._number:
                self._learn(event)
                mine.append(each)
        return mine

    def _concerns(self, event: Event | None) -> bool:
        """What happens after its end is another matter, unless it changes what was settled."""
        if not self._over:
            return True
        if isinstance(event, JackpotMoved | JackpotAnswered):  # a hit is confirmed when the cards have been looked at
            return event.entry.round == self._number
        return isinstance(event, AFTER_THE_END) or _corrects(event, *CORRECTING)

    def _learn(self, event: Event | None) -> None:
        match event:
            case RoundFinished() | RoundVoided():
                self._over, self._void = True, isinstance(event, RoundVoided)
            case DiceCorrected():
                self._corrected |= self._over  # in a game that goes on, one that comes earlier is of the roll before
            case CardCorrected() | DecisionCorrected():
                self._corrected = True
            case RoundReopened():
                self._over = False

    def _told(self, observed: Entry, came: list[Came]) -> Iterator[Step]:
        told = _public(observed, came)
        events = [self._event(*each) for each in came]
        self._last = came[-1][0].seq if came else observed.seq
        if not self._first and observed.kind != "open_round":  # the roll of another round opened this one
            self._first = events[0]["seq"]
            yield from ({**event, **_when(observed), "events": []} for event in events)
            return
        self._first = self._first or observed.seq
        said = self._said(lambda voice: voice.said(observed.kind, told))
        yield {"seq": observed.seq, **_when(observed), "kind": observed.kind, "told": told, "events": events, **said}

    def _event(self, entry: Entry, event: Event | None) -> Step:
        values = {each.name: getattr(event, each.name) for each in fields(event)} if event is not None else {}
        if isinstance(event, DiceCorrected):
            values["round"] = self._number if self._over or not self._goes_on else self._number - 1
        said = self._said(lambda voice: voice.happened(entry.kind, values))
        return {"seq": entry.seq, "kind": entry.kind, "told": _body(entry), **said}

    def _said(self, say: Callable[[Voice], str]) -> dict[str, str]:
        return {"fr": say(Voice("fr", self._game)), "en": say(Voice("en", self._game))}


def _groups(told: Iterable[Entry]) -> Iterator[tuple[Entry, list[Came]]]:
    """Each observation with what came of it."""
    observed: Entry | None = None
    came: list[Came] = []
    for entry in told:
        if entry.is_observation:
            if observed is not None:
                yield observed, came
            observed, came = entry, []
        elif entry.is_event:
            came.append((entry, _read(entry)))
    if observed is not None:
        yield observed, came


def _read(entry: Entry) -> Event | None:
    try:
        return EVENTS.validate_json(entry.body or b"")
    except ValidationError:
        return None


def _corrects(event: Event | None, *orders: str) -> bool:
    return isinstance(event, Proposed | Agreed | ProposalEnded) and event.what in orders


def _body(entry: Entry) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(entry.body) if entry.body else {}
    return {name: value for name, value in told.items() if name not in ("kind", "key")}


def _public(observed: Entry, came: list[Came]) -> dict[str, Any]:
    """An observation, or of a sealed one who or what made it; without the key, the events know the person."""
    told = _body(observed)
    if observed.sealed is not Sealed.ALL:
        if observed.kind == "open_sealed":  # why is told when both have said so, by what then happens
            told.pop("reason", None)
        return told
    for _, event in came:
        match event:
            case Proposed() | ProposalEnded(why="differs"):
                told.setdefault("by", event.by)
            case Agreed():
                told.setdefault("by", event.by[1])
    return {name: told[name] for name in OF_SEALED if name in told}


def _when(entry: Entry) -> dict[str, Any]:
    return {"at": entry.at, "clock": entry.clock, "clock_offset": entry.clock_offset}
