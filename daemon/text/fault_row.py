"""One row for each fault: everything that is known of it beyond its code.

No column has a default: whoever adds a fault decides each of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum, unique
from typing import NamedTuple

from daemon.text.role import Role
from rules.terms import Term


class Advice(NamedTuple):
    """What is wrong, and the one thing to do next."""

    sentence: str
    action: str


class Text(NamedTuple):
    """One advice in both languages."""

    fr: Advice
    en: Advice


class Severity(StrEnum):
    """How much the table suffers from a fault."""

    CRITICAL = "critical"  # it cannot deal
    WARNING = "warning"  # it deals, but wants attention
    REFUSAL = "refusal"  # nothing is broken: a request or a command is refused


NOBODY: frozenset[Role] = frozenset()
FLOOR = frozenset({Role.DEALER, Role.SUPERVISOR})
SUPERVISOR = frozenset({Role.SUPERVISOR})
SETTERS = frozenset({Role.SUPERVISOR, Role.TECHNICIAN})
ALWAYS = Term("", "")
PROOF = Term("si l'appareil prouve que rien ne manque", "if the device proves that nothing is missing")


@unique
class End(Enum):
    """A way in which a fault ends: the order that ends it, who may give that order, and when it is taken."""

    MENDED = ("", NOBODY, False, Term("une fois la cause réglée", "once its cause is gone"))
    PROVEN = ("continue", FLOOR, False, PROOF)
    CONTINUED = ("continue", FLOOR, False, ALWAYS)
    ALIGNED = ("align", FLOOR, False, ALWAYS)
    NO_ROLL = ("declare_no_roll", FLOOR, False, ALWAYS)
    NAMED = ("name_card", FLOOR, True, ALWAYS)
    CORRECTED = ("correct_card", FLOOR, True, ALWAYS)
    REDECIDED = ("correct_decision", FLOOR, True, ALWAYS)
    ASIDE = ("acknowledge", SUPERVISOR, False, Term("si aucune carte n'était attendue", "if no card was awaited"))
    SEEN = ("acknowledge", FLOOR | SETTERS, False, Term("si rien n'est en cours", "outside a round"))
    SUPERVISED = ("acknowledge", SUPERVISOR, False, ALWAYS)
    VOIDED = ("void_round", SUPERVISOR, False, ALWAYS)
    POOL_OPENED = ("open_jackpot", SUPERVISOR, False, ALWAYS)
    POOL_SET = ("set_jackpot", SETTERS, True, ALWAYS)
    POOL_CORRECTED = ("correct_jackpot", FLOOR, True, ALWAYS)
    AWARDED = ("award_jackpot", SUPERVISOR, False, ALWAYS)

    def __init__(self, order: str, roles: frozenset[Role], two_persons: bool, when: Term) -> None:
        self.order = order  # "": it ends by itself
        self.roles = roles
        self.two_persons = two_persons
        self.when = when


class Holds(NamedTuple):
    """How a fault holds a round."""

    gravity: int  # a graver one replaces a milder one; no two faults have the same
    takes_cards: bool  # the table still knows where the next card goes


@dataclass(frozen=True, slots=True)
class Row:
    """Everything that is known of a fault."""

    severity: Severity
    status: int  # of the control API's answer
    holds: Holds | None  # None: no round stands still for it
    ends: tuple[End, ...]  # (): there is nothing to end
    fr: Advice
    en: Advice


CONFLICT = 409  # with the table as it is


def broken(fr: str, fr_action: str, en: str, en_action: str) -> Row:
    """The table cannot deal until somebody mends it."""
    return Row(Severity.CRITICAL, CONFLICT, None, (End.MENDED,), Advice(fr, fr_action), Advice(en, en_action))


def impaired(fr: str, fr_action: str, en: str, en_action: str) -> Row:
    """The table deals without it until somebody mends it."""
    return Row(Severity.WARNING, CONFLICT, None, (End.MENDED,), Advice(fr, fr_action), Advice(en, en_action))


def refused(status: int, fr: str, fr_action: str, en: str, en_action: str) -> Row:
    """What somebody asked for is refused, and nothing is broken."""
    return Row(Severity.REFUSAL, status, None, (), Advice(fr, fr_action), Advice(en, en_action))


def awaiting(ends: tuple[End, ...], fr: str, fr_action: str, en: str, en_action: str) -> Row:
    """The table deals, and awaits what only people decide."""
    return Row(Severity.WARNING, CONFLICT, None, ends, Advice(fr, fr_action), Advice(en, en_action))


def held(holds: Holds, ends: tuple[End, ...], fr: str, fr_action: str, en: str, en_action: str) -> Row:
    """The round stands still until somebody ends it."""
    return Row(Severity.CRITICAL, CONFLICT, holds, ends, Advice(fr, fr_action), Advice(en, en_action))
