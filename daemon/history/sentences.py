"""A round in words: fills in the blanks of the sentence that each kind of observation and of event declares.

No card that lies face down is known here: the sentence says that it lies so.
"""

from __future__ import annotations

import json
from collections import ChainMap
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cache, partial
from typing import Any, get_type_hints

from pydantic import TypeAdapter, ValidationError

from daemon.history.jackpot_sentences import booking_text, entry_text
from daemon.history.words import WORDS
from daemon.table.devices import KINDS
from daemon.table.events import Payment, Pot
from daemon.table.kinds import HAPPENED, OBSERVED
from daemon.table.orders.past import Past, hands_of
from daemon.text.amounts import NBSP, dollars, odds_text
from daemon.text.cards import card_text
from daemon.text.faults import ROWS
from daemon.text.labels import LABELS
from daemon.text.language import Language
from daemon.text.reasons import REASONS
from daemon.text.rounds import round_words
from daemon.text.shaker import shaken
from drivers.faults import Fault
from drivers.observation import Recorded
from rules.dice import NO_ROLL
from rules.explain import BESIDE, explain
from rules.lines import Line
from rules.registry import GAMES, term
from rules.terms import Term


class OtherVersionError(Exception):
    """Another version wrote this entry, and this one cannot read it."""


@dataclass(frozen=True, slots=True)
class Voice:
    """Writes sentences in one language, for a table of one game."""

    language: Language
    game: str

    def word(self, key: str, **values: Any) -> str:
        """One of the words, with its blanks filled in."""
        return self.filled(WORDS[key], values)

    def said(self, kind: str, body: Mapping[str, Any]) -> str:
        """Writes the sentence of an observation, as far as its body may be read."""
        return self._sentence(OBSERVED.get(kind), kind, body)

    def happened(self, kind: str, values: Mapping[str, Any]) -> str:
        """Writes the sentence of an event."""
        return self._sentence(HAPPENED.get(kind), kind, values)

    def _sentence(self, recorded: type[Recorded] | None, kind: str, values: Mapping[str, Any]) -> str:
        try:
            if recorded is None:
                raise OtherVersionError
            return self.filled(recorded.SAYS, _Blanks(self, _Fields(recorded, values)))
        except OtherVersionError:
            return self.word("not_read", kind=kind)

    def filled(self, sentence: Term, values: dict[str, Any]) -> str:
        """A sentence with its blanks filled in, as it may stand on a screen."""
        text: str = getattr(sentence, self.language).format_map(ChainMap[str, Any]({**round_words(self.game)}, values))
        text = "".join(
            letter if letter.isprintable() or letter == NBSP else "?" for letter in text
        )  # people type reasons
        return text.replace(" :", f"{NBSP}:").replace("« ", f"«{NBSP}").replace(" »", f"{NBSP}»")

    # -- the values ---------------------------------------------------------------------------------------------------

    def name(self, key: str) -> str:
        """The name that the game, or every game, has for something."""
        try:
            return str(getattr(term(self.game, key), self.language))
        except KeyError:
            return key

    def hand(self, hand: str) -> str:
        """Names a seat, the dealer or other cards on the felt, as the game calls them."""
        game = GAMES.get(self.game)
        return str(getattr(game.hand_name(hand), self.language)) if game is not None else hand

    def person(self, by: str, role: str) -> str:
        """Names a person by the badge, with the role where it is known."""
        label = LABELS.get(f"{role}_role")
        who = by or self.word("somebody")
        return f"{who} ({getattr(label, self.language)})" if label else who

    def device(self, device: str) -> str:
        """The name that people have for a device."""
        return str(getattr(KINDS[device].label, self.language)) if device in KINDS else device

    def cards(self, cards: Iterable[str | None]) -> str:
        """Names cards, but those that lie face down."""
        return " ".join(card_text(card) if card else self.word("face_down") for card in cards)

    def money(self, cents: int | None) -> str:
        """An amount as the language writes it; nothing where it is not known."""
        return "" if cents is None else dollars(Fraction(cents, 100), self.language)

    def pot(self, pot: Pot) -> str:
        """A pot, its commission and who won it."""
        winners = ", ".join(f"{self.hand(seat)} ({self.money(part)})" for seat, part in pot.shares.items())
        taken = self.word("pot_commission", commission=self.money(pot.commission)) if pot.commission else ""
        return self.word("pot_won", amount=f"{self.money(pot.amount)}{taken}", winners=winners)

    def stakes(self, stakes: Mapping[str, int | None]) -> str:
        """Lists wagers with their amounts."""
        laid = (f"{self.name(wager)} {self.money(stake)}".rstrip() for wager, stake in stakes.items())
        return ", ".join(laid) or self.word("no_wagers")

    def withdrawn(
        self, wager: str | None, taken: Mapping[str, int | None] | None, lying: Mapping[str, int | None] | None
    ) -> str:
        """Lists what was taken back and what still lies there; of an entry of before that was told, the wager."""
        if not taken:
            return self.name(wager) if wager else self.word("all_wagers")
        return self.stakes(taken) + (self.word("still_lies", wagers=self.stakes(lying)) if lying else "")

    def played(self, played: Past) -> str:
        """The cards and dice of a form, hand by hand and roll by roll."""
        hands = {self.hand(hand): self.cards(cards) for hand, cards in hands_of(played) if cards}
        rolls = [event["roll"] for event in played.get("events", ()) if "roll" in event]
        rolls += [played["dice"]] if "dice" in played else []
        said = "; ".join(f"{hand} {cards}" for hand, cards in hands.items())
        dice = ", ".join(" ".join(map(str, roll)) for roll in rolls)
        return (f" {said}." if said else "") + (f" {self.word('form_dice', dice=dice)}" if dice else "")

    def payments(self, differences: Iterable[Payment], unknown: int) -> str:
        """What was handed over otherwise than the rules say, wager by wager."""
        each = [
            self.word(
                "payment",
                seat=self.hand(one.seat),
                wager=self.name(one.wager),
                paid=self.money(one.paid),
                owed=self.money(one.owed),
            )
            for one in differences
        ]
        off = sum(one.paid - one.owed for one in differences)
        said = self.word("payments", difference=self.money(off), each="; ".join(each)) if each else ""
        said = said or self.word("payments_same")
        return said + (self.word("payments_unknown", count=unknown) if unknown else "")

    def form_value(self, what: str, value: str | int | None) -> str:
        """Something that a form or the journal says: cents, a card, an outcome."""
        if value is None:
            return self.word("nothing")
        if isinstance(value, int):
            return self.money(value)
        return self.cards([value]) if what == "card" else self.name(value)

    def fault(self, code: str) -> str:
        """Writes a fault's code and its sentence."""
        known = ROWS.get(Fault(code)) if code in Fault.__members__ else None
        return self.word("fault", code=code, sentence=getattr(known, self.language).sentence) if known else code

    def reason(self, said: str) -> str:
        """Why a person did it: in that person's words, or one of the reasons that nobody has to type."""
        known = REASONS.get(said)
        return str(getattr(known, self.language)) if known else said

    def ground(self, ground: str) -> str:
        """Names a ground of 95.3."""
        known = NO_ROLL.get(ground)
        return str(getattr(known, self.language)) if known else ground

    def unread(self, reason: str) -> str:
        """Why dice are not read: a word of the recogniser's, or a fault."""
        return self.word(f"dice_{reason}") if f"dice_{reason}" in WORDS else self.fault(reason).rstrip(".")

    def line(self, line: Line) -> str:
        """What became of a wager, how much it moved, and which section and instrument say so."""
        try:
            said = explain(self.game, line)
        except KeyError as unknown:  # a game, a wager, a hand or a section
            raise OtherVersionError from unknown
        hand = f" ({getattr(said.hand, self.language)})" if said.hand else ""
        odds = ""
        if line.odds:
            parts = GAMES[self.game].parts.get(line.wager)
            odds = self.word("odds_of_part" if parts else "odds", odds=odds_text(line.odds, self.language), parts=parts)
        paid = ""
        if line.wager not in BESIDE and line.won is not None and line.returned is not None:
            paid = self.word("paid", won=self.money(line.won), returned=self.money(line.returned))
        if award := (line.more or {}).get("award"):
            paid += self.word("award", award=award)
        if form := (line.more or {}).get("by_hand"):
            paid += self.word("by_hand_line", form=form)
        plural = "readings" if len(said.readings) > 1 else "reading"
        readings = self.word(plural, readings=", ".join(said.readings)) if said.readings else ""
        instrument = getattr(said.edition.instrument, self.language)
        return self.word(
            "line",
            seat=self.hand(line.seat),
            wager=getattr(said.wager, self.language),
            stake=f" {self.money(line.stake)}".rstrip(" "),
            outcome=f"{getattr(said.outcome, self.language)}{odds}{hand}",
            paid=paid,
            source=self.word("source", section=said.section, readings=readings, instrument=instrument),
        )


@cache
def _readers(recorded: type[Recorded]) -> dict[str, TypeAdapter[Any]]:
    hints = get_type_hints(recorded, include_extras=True)
    return {field.name: TypeAdapter(hints[field.name]) for field in fields(recorded)}


@dataclass(frozen=True, slots=True)
class _Fields:
    """The fields of one entry as they were written, each read as its class declares it."""

    recorded: type[Recorded]
    written: Mapping[str, Any]

    def __getitem__(self, name: str) -> Any:
        """OtherVersionError if the class has such a field and the entry has not, or not of that type."""
        reader = _readers(self.recorded).get(name)  # type: ignore[arg-type]  # classes are hashable
        if reader is None:
            return self.written[name]
        if name not in self.written:
            raise OtherVersionError
        try:
            return reader.validate_python(self.written[name])
        except ValidationError as unlike:
            raise OtherVersionError from unlike

    def get(self, name: str, default: str | None = None) -> Any:
        """The field, where it may be missing: a sealed entry keeps it to itself, an older one did not have it."""
        return self[name] if name in self.written else default


class _Blanks(dict[str, Any]):
    """The words for a sentence's blanks, made of the entry's fields only when the sentence asks for them."""

    def __init__(self, voice: Voice, written: _Fields) -> None:
        super().__init__()
        self._voice, self._written = voice, written

    def __missing__(self, blank: str) -> str:
        voice, written = self._voice, self._written
        match blank:
            case "who":
                return voice.person(written.get("by", ""), written.get("role") or "")
            case "both":
                one, other = written["by"]
                return voice.word("and", one=one, other=other)
            case "device":
                return voice.device(written.get("device", "shoe"))
            case "dome":
                return voice.word("dome_closed" if written["closed"] else "dome_open")
            case "complete":
                return voice.word("complete" if written["complete"] else "incomplete")
            case "seat" | "hand":
                return voice.hand(written[blank])
            case "place":
                return str(written["index"] + 1)
            case "card" | "cards":
                shown = written[blank]
                return voice.cards([shown] if blank == "card" else shown)
            case "after_card":
                if written["after"] is None:
                    return voice.word("another_face_down")
                return voice.word(
                    "instead", after=voice.cards([written["after"]]), before=voice.cards([written["before"]])
                )
            case "combination":
                return f" ({voice.name(written[blank])})" if written[blank] else ""
            case "wager":
                return voice.name(written[blank]) if written[blank] else voice.word("all_wagers")
            case "wagers":
                return voice.stakes(written[blank])
            case "withdrawn":
                return voice.withdrawn(written["wager"], written.get("taken"), written.get("lying"))
            case "game":
                return voice.name(written[blank])
            case "choice":
                return voice.name(written[blank])
            case "before_choice" | "after_choice":
                choice, stake = written[blank.removesuffix("_choice")]
                return f"{voice.name(choice)} {voice.money(stake)}".rstrip(" ")
            case "stake":
                return f" {voice.money(written.get(blank))}".rstrip(" ")
            case "set_said":
                return voice.word(blank, rules=written["rules"]) if written.get("rules") else ""
            case "when_said":
                return voice.word(blank, when=written["when"]) if written["when"] else ""
            case "played_said":
                return voice.played(written["played"])
            case "where":
                return voice.hand(written["hand"])
            case "part":
                match written["what"]:
                    case "card":
                        return voice.word("form_card", place=written["index"] + 1)
                    case "line":
                        return voice.word("form_line", wager=voice.name(written["wager"]))
                return voice.name(written["wager"])
            case "journal_says" | "form_says":
                return voice.form_value(written["what"], written[blank.removesuffix("_says")])
            case "payments":
                return voice.payments(written["differences"], written["unknown"])
            case "puck_seat":
                return voice.hand(written["puck"])
            case "places":
                return ", ".join(written["seats"])
            case "moves":  # what a correction gives back is less than nothing
                return voice.word("takes_back" if written["chips"] < 0 else "puts_in")
            case "chips_money" | "left_money" | "stake_money" | "paid_money" | "owed_money":
                return voice.money(abs(written[blank.removesuffix("_money")]))
            case "leaves":
                return _leaving(voice, written) if written["left"] else ""
            case "from_next":
                return voice.word("from_next_game") if written["playing"] else ""
            case "waits":
                return voice.word("waits_for_blind") if written["wait"] else ""
            case "missed_blind":
                return voice.word(f"missed_{written['blind']}")
            case "about":
                return f", {voice.hand(written['seat'])}" if written["seat"] else ""
            case "ruling":
                ruled = f"ruled_{written['what']}"
                if ruled not in WORDS:
                    raise OtherVersionError
                return voice.word(ruled)
            case "pots":
                return "; ".join(map(voice.pot, written[blank]))
            case "dice" | "before_dice" | "after_dice":
                return " ".join(map(str, written[blank.removesuffix("_dice")]))
            case "on":
                return voice.word("on" if written[blank] else "off")
            case "ground":
                return voice.ground(written[blank])
            case "voids":
                return ", ".join(map(voice.ground, written["no_rolls"])) or voice.word("nothing")
            case "to":
                return f", {voice.hand(written['seat'])}" if written["seat"] else ""
            case "reason":
                return voice.reason(written[blank])
            case "fault":
                return voice.fault(written[blank])
            case "code":
                return str(written["fault"])
            case "after_fault":
                return str(written["after"])
            case "felt":
                return ", ".join(f"{voice.hand(hand)} ({n})" for hand, n in written[blank].items()) or voice.word(
                    "nothing"
                )
            case "swaps":
                at = partial(voice.word, "card_at")
                swapped = ((voice.hand(one), n + 1, voice.hand(two), m + 1) for one, n, two, m in written[blank])
                return ", ".join(f"{at(hand=a, place=n)} ↔ {at(hand=b, place=m)}" for a, n, b, m in swapped)
            case "count":
                return str(written["cards"])
            case "why" | "how":
                return voice.word(written[blank])
            case "unread":
                return voice.unread(written["reason"])
            case "shaken":
                return shaken(voice.language, written["what"])
            case "tumbles":
                return voice.word("uncounted") if written["tumbles"] is None else str(written["tumbles"])
            case "because":
                failed = written["fault"] in (Fault.SHAKE_FAILED, Fault.SHAKE_REFUSED, Fault.SHAKE_UNSEEN)
                return f" ({shaken(voice.language, written['detail'])})" if failed else ""
            case "refusal":
                return voice.word(written["reason"])
            case "line":
                return voice.line(written[blank])
            case "moved":
                return entry_text(voice, written["entry"])
            case "owed":
                return booking_text(voice, written["booking"])
            case "posting":
                given = written[blank]
                if written.get("withdraw"):
                    return voice.word("withdrawn")
                return voice.word("as_filed") if given is None else json.dumps(given, ensure_ascii=False)
            case "approval":
                by = written["by"]
                return voice.word("approved_by", one=by[0], other=by[-1]) if by else voice.word("approved_by_nobody")
            case "link":
                return voice.word("ledger_up" if written["up"] else "ledger_down")
            case "cents":
                return voice.money(written[blank])
            case _:
                return str(written[blank])


def _leaving(voice: Voice, written: _Fields) -> str:
    """Says that a player leaves, what he owes for his time, and the number by which he comes back."""
    owed, slip = written.get("owed") or 0, written.get("slip") or 0
    said = voice.word("and_leaves")
    said += voice.word("and_owes", owed=voice.money(owed)) if owed else ""
    return said + (voice.word("with_slip", slip=str(slip)) if slip else "")
