"""Every fault, one row each: a file a subject, found by being here. `make docs` writes docs/faults.md from them."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Mapping

from daemon.text.answers import FaultAnswer
from daemon.text.details import recognised, said
from daemon.text.fault_row import End, Row, Severity
from daemon.text.shaker import SHAKES
from drivers.faults import Fault
from rules.terms import Detail, Term

SHAKEN = (
    Fault.SHAKE_FAILED,
    Fault.SHAKE_UNSEEN,
    Fault.SHAKE_REFUSED,
    Fault.SHAKER_ERROR,
)  # whose detail is a code of the shaker's


def merged(subjects: Iterable[tuple[str, Mapping[Fault, Row]]]) -> dict[Fault, Row]:
    """The rows of every subject, in the order of the codes: each code has one, and no two hold a round alike."""
    found: dict[Fault, tuple[str, Row]] = {}
    gravities: dict[int, Fault] = {}
    for subject, rows in subjects:
        for fault, row in rows.items():
            if fault in found:
                msg = f"{fault} has two rows: in {found[fault][0]} and in {subject}"
                raise ValueError(msg)
            if row.holds is not None and (other := gravities.setdefault(row.holds.gravity, fault)) is not fault:
                msg = f"{fault} and {other} have the same gravity: {row.holds.gravity}"
                raise ValueError(msg)
            found[fault] = subject, row
    if missing := [fault for fault in Fault if fault not in found]:
        msg = f"no row in daemon/text/faults tells of {', '.join(missing)}"
        raise ValueError(msg)
    return {fault: found[fault][1] for fault in Fault}


def _subjects() -> Iterable[tuple[str, Mapping[Fault, Row]]]:
    for file in pkgutil.iter_modules(__path__):
        yield file.name, importlib.import_module(f"{__name__}.{file.name}").ROWS


ROWS = merged(_subjects())


def by_gravity() -> tuple[Fault, ...]:
    """What may hold a round, from the mildest to the gravest."""
    holds = [(row.holds.gravity, fault) for fault, row in ROWS.items() if row.holds is not None]
    return tuple(fault for _, fault in sorted(holds))


def taking_cards() -> frozenset[Fault]:
    """Held for one of these, the table still knows where the next card goes."""
    return frozenset(fault for fault, row in ROWS.items() if row.holds is not None and row.holds.takes_cards)


def ended_by(*ways: End) -> frozenset[Fault]:
    """What ends in one of these ways."""
    return frozenset(fault for fault, row in ROWS.items() if not set(ways).isdisjoint(row.ends))


def of_severity(severity: Severity) -> frozenset[Fault]:
    """What is as grave as this."""
    return frozenset(fault for fault, row in ROWS.items() if row.severity is severity)


def fault_answer(fault: Fault, detail: str) -> FaultAnswer:
    """Makes of a fault what programs get: its code, the detail and its key, the advice in both languages."""
    fr, en = ROWS[fault].fr, ROWS[fault].en
    why, words = _words(fault, detail)
    return {
        "code": fault,
        "detail": detail,
        "why": why,
        "fr": {"sentence": fr.sentence, "action": fr.action, "detail": words.fr},
        "en": {"sentence": en.sentence, "action": en.action, "detail": words.en},
    }


def _words(fault: Fault, detail: str) -> tuple[str | None, Term]:
    """Finds the key of a detail, if it is a sentence, and its words."""
    if fault in SHAKEN and detail in SHAKES:  # recorded as a code
        return detail, SHAKES[detail]
    known = recognised(detail)
    return known.key if isinstance(known, Detail) else None, Term(said(known, "fr"), detail)
