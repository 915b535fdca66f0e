"""Explains a past round from its journal: what was seen, ordered and decided, step by step, in both languages.

It reads what everyone may know. Of what is sealed it takes the device or the person, never a card; so it needs no key,
and of a card that nobody turned it says that it lies face down.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterable, Iterator, Set
from contextlib import closing
from dataclasses import fields
from pathlib import Path
from typing import Any, Literal, cast

from pydantic import ValidationError

from daemon.history.rounds import check, damage, find
from daemon.history.rules import dealt_by, sentence
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
    JackpotAnswered,
    JackpotMoved,
    PastRoundCorrected,
    PastRoundEntered,
    ProposalEnded,
    Proposed,
    RoundFinished,
    RoundOpened,
    RoundReopened,
    RoundVoided,
)
from daemon.table.kinds import ORDERS
from daemon.table.orders import CorrectDice, CorrectPastRound, EnterPastRound
from drivers.faults import Fault, FaultError, exception_site
from drivers.observation import kind_of
from rules.capabilities import Continues
from rules.registry import GAMES

Step = dict[str, Any]
RoundStatus = Literal["finished", "voided", "corrected", "by_hand", "by_hand_corrected", "in_progress"]
Came = tuple[Entry, Event | None]  # what came of an observation; None: of another version

OF_SEALED = ("device", "by", "role")  # what everyone may read of an observation that tells a card
OPENS = ("open_round", kind_of(EnterPastRound))
BEFORE = frozenset(map(kind_of, (CorrectDice, CorrectPastRound)))
AFTER_THE_END = frozenset(kind for kind, order in ORDERS.items() if order.AFTER_THE_END)


def explain_round(path: Path, number: int | None, keys: Keys | None = None, day: str | None = None) -> list[Step]:
    """A round of a journal, without a number the newest that is over; the chain of all that is read must hold."""
    wanted, first = find(path, number, day)
    reached = first

    def reading(read: Generator[Entry]) -> Iterator[Entry]:
        nonlocal reached
        while True:
            with damage(path):
                entry = next(read, None)
            if entry is None:
                return
            reached = entry.seq
            yield entry

    with closing(cast("Generator[Entry]", entries(path, keys, first))) as read:
        try:
            steps = explain_entries(reading(read), wanted)
        except (ValueError, LookupError, TypeError) as error:
            check(path, first, reached)  # JOURNAL_DAMAGED if an entry is not what was written
            raise FaultError(Fault.TABLE_BUG, exception_site(error)) from error  # if all are: the mistake is ours
    *_, verdict = steps
    verdict["hash"] = check(path, first, verdict["last"]).hash.hex()
    verdict["rules"] = dealt = dealt_by(path, *verdict["rules"])
    if dealt is not None:
        verdict["fr"] += f" {sentence(Voice('fr', verdict['game']), dealt)}"
        verdict["en"] += f" {sentence(Voice('en', verdict['game']), dealt)}"
    return steps


def sealed_cards(journal: Journal, number: int) -> list[Step]:
    """Reads every card of a round, in the order in which it left the shoe or was named: for who may open the seal."""
    *_, verdict = explain_round(journal.folder, number)
    kept = (
        entry
        for entry in journal.entries(verdict["first"], verdict["last"])
        if entry.sealed is Sealed.ALL and entry.is_observation
    )
    return [{"seq": entry.seq, "at": entry.at, "kind": entry.kind, **_body(entry)} for entry in kept]


def explain_entries(read: Iterable[Entry], number: int) -> list[Step]:
    """The steps of a round with what came of each, and the verdict last; each says itself in `fr` and in `en`.

    The entries begin with what opened the round; they are read as far as it, or a correction of it, goes.
    """
    explained = _Explained(number)
    return [*explained.steps(read), explained.verdict()]


class _Explained:
    """The round as far as its entries were read."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._now = 0  # the round that the entries have come to
        self._game, self._rules = "", ("", 0)  # the set by which it was dealt, and the entry that opened it
        self._goes_on = False
        self._first = self._last = 0
        self._over = self._void = self._corrected = self._by_hand = self._form_corrected = False

    def steps(self, read: Iterable[Entry]) -> Iterator[Step]:
        """Makes one step of each observation that concerns the round."""
        for observed, came in _groups(read):
            mine = self._mine(came)
            if mine or (not came and self._now == self._number and not self._over):
                yield from self._step(observed, mine)
            if self._now > self._number + self._goes_on:
                return

    def verdict(self) -> Step:
        """Says what became of the round, and where it stands in the journal."""
        verdict: RoundStatus = "in_progress"
        if self._void:
            verdict = "voided"
        elif self._over:
            if self._by_hand:
                verdict = "by_hand_corrected" if self._form_corrected else "by_hand"
            else:
                verdict = "corrected" if self._corrected else "finished"
        where = {"first": self._first, "last": self._last}
        said = self._said(lambda voice: voice.word("verdict", verdict=voice.word(verdict), **where))
        about = {"round": self._number, "game": self._game, "rules": self._rules, "verdict": verdict}
        return {"kind": "verdict", **about, **where, **said}

    def _mine(self, came: list[Came]) -> list[Came]:
        mine = []
        later = any(_is_half_of(event, BEFORE) for _, event in came)  # the roll before, in a game that goes on
        for each in came:
            event = each[1]
            if isinstance(event, RoundOpened):
                self._now = event.round
                if event.round == self._number:
                    self._game, self._rules = event.game, (event.rules, each[0].seq)
                    self._goes_on = isinstance(GAMES.get(event.game), Continues)
            if self._concerns(event) if self._now == self._number else later and self._now > self._number:
                self._learn(event, each[0].seq)
                mine.append(each)
        return mine

    def _concerns(self, event: Event | None) -> bool:
        """What happens after its end is another matter, unless it changes what was settled."""
        if not self._over:
            return True
        if isinstance(event, JackpotMoved | JackpotAnswered):  # a hit is confirmed when the cards have been looked at
            return event.entry.round == self._number
        return (event is not None and event.AFTER_THE_END) or _is_half_of(event, AFTER_THE_END)

    def _learn(self, event: Event | None, seq: int) -> None:
        match event:
            case RoundFinished() | RoundVoided():
                self._over, self._void = True, isinstance(event, RoundVoided)
            case DiceCorrected():
                self._corrected |= self._over  # in a game that goes on, one that comes earlier is of the roll before
            case CardCorrected() | DecisionCorrected():
                self._corrected = True
            case RoundReopened():
                self._over = False
            case PastRoundEntered() | PastRoundCorrected() if event.round == self._number:
                self._by_hand = True
                self._form_corrected |= isinstance(event, PastRoundCorrected)
                if event.rules:
                    self._rules = event.rules, seq

    def _step(self, observed: Entry, came: list[Came]) -> Iterator[Step]:
        body = _public(observed, came)
        events = [self._event(*each) for each in came]
        self._last = came[-1][0].seq if came else observed.seq
        if not self._first and observed.kind not in OPENS:  # the roll of another round opened this one
            self._first = events[0]["seq"]
            yield from ({**event, **_when(observed), "events": []} for event in events)
            return
        self._first = self._first or observed.seq
        said = self._said(lambda voice: voice.said(observed.kind, body))
        yield {"seq": observed.seq, **_when(observed), "kind": observed.kind, "told": body, "events": events, **said}

    def _event(self, entry: Entry, event: Event | None) -> Step:
        values = {each.name: getattr(event, each.name) for each in fields(event)} if event is not None else {}
        if entry.kind == kind_of(DiceCorrected):
            values["round"] = self._number if self._over or not self._goes_on else self._number - 1
        said = self._said(lambda voice: voice.happened(entry.kind, values))
        return {"seq": entry.seq, "kind": entry.kind, "told": _body(entry), **said}

    def _said(self, say: Callable[[Voice], str]) -> dict[str, str]:
        return {"fr": say(Voice("fr", self._game)), "en": say(Voice("en", self._game))}


def _groups(read: Iterable[Entry]) -> Iterator[tuple[Entry, list[Came]]]:
    """Puts each observation beside what came of it."""
    observed: Entry | None = None
    came: list[Came] = []
    for entry in read:
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


def _is_half_of(event: Event | None, orders: Set[str]) -> bool:
    """One of two persons gave such an order, or it came to nothing."""
    return isinstance(event, Proposed | Agreed | ProposalEnded) and event.what in orders


def _body(entry: Entry) -> dict[str, Any]:
    body: dict[str, Any] = json.loads(entry.body) if entry.body else {}
    return {name: value for name, value in body.items() if name not in ("kind", "key")}


def _public(observed: Entry, came: list[Came]) -> dict[str, Any]:
    """Reads an observation, of a sealed one who or what made it; without the key, the events know the person."""
    body = _body(observed)
    if observed.sealed is not Sealed.ALL:
        if observed.kind == "open_sealed":  # the event says why, when both persons have said so
            body.pop("reason", None)
        return body
    for _, event in came:
        match event:
            case Proposed() | ProposalEnded(why="differs"):
                body.setdefault("by", event.by)
            case Agreed() | PastRoundEntered() | PastRoundCorrected():
                body.setdefault("by", event.by[1])
    return {name: body[name] for name in OF_SEALED if name in body}


def _when(entry: Entry) -> dict[str, Any]:
    return {"at": entry.at, "clock": entry.clock, "clock_offset": entry.clock_offset}
