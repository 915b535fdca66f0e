"""Events of a round that was dealt by hand, and entered afterwards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from daemon.table.events.base import Happened
from daemon.table.orders.past import Paid, Past
from rules.terms import Term


@dataclass(frozen=True, slots=True)
class PastRoundEntered(Happened):
    """Two persons entered a round from its form; what they say of it is here, and stays marked as theirs."""

    SAYS: ClassVar[Term] = Term(
        "{Coup} {round} joué{e} à la main, formulaire {form}{set_said}{when_said} : « {reason} ».{played_said}",
        "Round {round} was dealt by hand, form {form}{set_said}{when_said}: “{reason}”.{played_said}",
    )
    round: int
    form: str
    when: str
    reason: str
    by: tuple[str, str]
    played: Past
    paid: Paid
    contributed: dict[str, tuple[str, ...]]  # by wager on a meter: whose wagers this entry books
    interrupted: bool  # croupier had seen its beginning
    rules: str = ""  # the set that the form names; "": it names none
    kind: Literal["past_round_entered"] = "past_round_entered"


@dataclass(frozen=True, slots=True)
class PastRoundCorrected(Happened):
    """Two persons say that the form says something else than was entered; both stay in the journal."""

    SAYS: ClassVar[Term] = Term(
        "{Coup} {round}, formulaire {form} corrigé{set_said}{when_said} : « {reason} ».{played_said}",
        "Round {round}, form {form} corrected{set_said}{when_said}: “{reason}”.{played_said}",
    )
    AFTER_THE_END: ClassVar[bool] = True
    round: int
    form: str
    rules: str  # the set by which it is settled now
    when: str
    reason: str
    by: tuple[str, str]
    played: Past
    paid: Paid
    contributed: dict[str, tuple[str, ...]]  # by wager on a meter: whose wagers this correction books
    withdrawn: dict[str, tuple[str, ...]]  # and whose were booked, and did not lie there
    kind: Literal["past_round_corrected"] = "past_round_corrected"


@dataclass(frozen=True, slots=True)
class FormDiffers(Happened):
    """The form says something else than the journal, of what everyone could see; the form was taken."""

    SAYS: ClassVar[Term] = Term(
        "Le formulaire diffère du journal. {where}, {part} : {form_says} au lieu de {journal_says}.",
        "The form differs from the journal. {where}, {part}: {form_says} instead of {journal_says}.",
    )
    AFTER_THE_END: ClassVar[bool] = True
    what: Literal["wager", "card", "line"]
    hand: str  # a seat, or whose cards
    wager: str | None = None
    index: int | None = None
    journal: str | int | None = None  # cents, a card, an outcome; None: nothing, or not known
    form: str | int | None = None
    kind: Literal["form_differs"] = "form_differs"


@dataclass(frozen=True, slots=True)
class Payment:
    """What a seat was handed for a wager, and what it should have been; cents, stake included."""

    seat: str
    wager: str
    paid: int
    owed: int


@dataclass(frozen=True, slots=True)
class PaymentsCompared(Happened):
    """What was handed to the players by the form, against what the rules say; of unknown amounts only how many."""

    SAYS: ClassVar[Term] = Term(
        "Remis selon le formulaire : {paid_money}; dû selon les règles : {owed_money}. {payments}",
        "Handed over by the form: {paid_money}; due by the rules: {owed_money}. {payments}",
    )
    AFTER_THE_END: ClassVar[bool] = True
    round: int
    paid: int  # where both are known
    owed: int
    unknown: int  # wagers of which one or the other is not
    differences: tuple[Payment, ...]
    kind: Literal["payments_compared"] = "payments_compared"


OfPast = PastRoundEntered | PastRoundCorrected | FormDiffers | PaymentsCompared
