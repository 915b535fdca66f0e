"""What each entry of a pool's ledger says, in French and English."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, cast

from daemon.jackpot.booking import Booking, Refusal
from daemon.jackpot.booking import What as BookingWhat
from daemon.jackpot.pool import CENT, Each, Entry, What, differences
from daemon.text.amounts import dollars
from rules.terms import Term

if TYPE_CHECKING:
    from daemon.history.sentences import Voice

MOVED: dict[What, Term] = {
    "commissioned": Term(
        "{pool} en service : {shown} affichés. « {reason} »", "{pool} in service: {shown} displayed. “{reason}”"
    ),
    "changed": Term(
        "{pool} : nouveaux paramètres ({changes}). « {reason} »", "{pool}: other parameters ({changes}). “{reason}”"
    ),
    "opened": Term("{pool} ouvert : {shown} affichés.", "{pool} open: {shown} displayed."),
    "closed": Term("{pool} fermé : {reason}", "{pool} closed: {reason}"),
    "contribution": Term(
        "{pool} : {count} mise(s), {brought} de plus; {shown} affichés.",
        "{pool}: {count} wager(s), {brought} more; {shown} displayed.",
    ),
    "refund": Term(
        "{pool} : {count} mise(s) rendue(s); le compteur reste à {shown}, la correction est notée.",
        "{pool}: {count} wager(s) given back; the meter stays at {shown}, the correction is recorded.",
    ),
    "hit": Term(
        "{pool} : {hand} gagne {share}, {amount}. EN ATTENTE d'un superviseur.",
        "{pool}: {hand} wins {share}, {amount}. PENDING until a supervisor confirms.",
    ),
    "award": Term(
        "{pool} : {amount} à {hand}, confirmé; {shown} affichés.",
        "{pool}: {amount} to {hand}, confirmed; {shown} displayed.",
    ),
    "withdrawn": Term(
        "{pool} : le gain de {hand}, {amount}, n'a pas lieu.", "{pool}: the hit of {hand}, {amount}, does not stand."
    ),
    "refused": Term("{pool} : le registre refuse : {reason}", "{pool}: the ledger refuses: {reason}"),
    "proposed": Term(
        "{pool} : proposé, {asked}; un autre utilisateur doit dire de même. « {reason} »",
        "{pool}: proposed, {asked}; another login must say the same. “{reason}”",
    ),
    "migrated": Term(
        "{pool} : additionné de nouveau pour le nouveau schéma; {shown} affichés.",
        "{pool}: added up again for the new schema; {shown} displayed.",
    ),
    "correction": Term(
        "{pool} : corrigé de {moved}; {shown} affichés. « {reason} »",
        "{pool}: corrected by {moved}; {shown} displayed. “{reason}”",
    ),
}


# Why the ledger of a shared pool did not take something.
REFUSED: dict[Refusal, Term] = {
    "before": Term("il l'a déjà refusé", "it has refused that before"),
    "exists": Term("ce progressif existe déjà", "there is such a pool"),
    "pending": Term("un gain attend un superviseur", "a hit waits for a supervisor"),
    "open": Term("le progressif est ouvert", "the pool is open"),
    "fault": Term("le progressif est en défaut. {detail}", "the pool has a fault. {detail}"),
    "earlier": Term("un gain antérieur attend, table {detail}", "an earlier hit waits, table {detail}"),
    "amount": Term("le montant fixé est {amount}", "the amount that is locked is {amount}"),
    "no_hit": Term("aucun gain n'attend à cette place", "no hit waits at that seat"),
    "incomplete": Term("il n'est pas complet", "it is not complete"),
    "books": Term("ses comptes ne le permettent pas ({detail})", "its books do not allow it ({detail})"),
    "twice": Term("c'est inscrit déjà", "it is booked already"),
    "terms": Term("aucun barème du progressif ne le veut", "no terms of the pool ever said so"),
    "no_wager": Term("aucune mise de ce coup n'est à cette place", "no wager of that round is at that seat"),
    "share": Term("cette part n'est pas affichée", "that share is not posted"),
    "many": Term("trop de gains attendent à cette table", "too many hits wait at that table"),
}


# What a table owes to the ledger of a shared pool.
OWED: dict[BookingWhat, Term] = {
    "commission": Term("mise en service", "put into service"),
    "change": Term("nouveaux paramètres", "other parameters"),
    "open": Term("ouverture", "opening"),
    "close": Term("fermeture", "closing"),
    "contribute": Term("contribution de {count} mise(s)", "contribution of {count} wager(s)"),
    "refund": Term("{count} mise(s) rendue(s)", "{count} wager(s) given back"),
    "hit": Term("gain à fixer, {hand} ({share})", "a hit to be locked, {hand} ({share})"),
    "withdraw": Term("gain retiré, {hand}", "a hit withdrawn, {hand}"),
    "award": Term("gain confirmé, {hand} : {amount}", "a hit confirmed, {hand}: {amount}"),
    "correct": Term("correction de {moved}", "a correction by {moved}"),
}


def booking_text(voice: Voice, booking: Booking) -> str:
    """Says in words what a booking is about."""
    values = {
        "count": len(booking.seats),
        "hand": voice.hand(booking.seats[0]) if booking.seats else "",
        "share": share(voice, booking.share),
        "amount": voice.money(booking.cents),
        "moved": _moves(voice, booking.displayed, booking.reserve),
    }
    return f"{booking.pool}, {voice.filled(OWED[booking.what], values)}"


def refusal(voice: Voice, reason: str) -> str:
    """Says in words why the ledger refused."""
    why, _, detail = reason.partition(" ")
    said = REFUSED.get(cast("Refusal", why))
    if said is None:
        return reason
    amount = voice.money(int(detail)) if detail.isdecimal() else "?"
    return voice.filled(said, {"detail": voice.fault(detail), "amount": amount})


def exactly(voice: Voice, hundredths: int) -> str:
    """An amount to the hundredth of a cent, with its sign."""
    return dollars(Fraction(hundredths, 100 * CENT), voice.language, 4)


def share(voice: Voice, of: str | None) -> str:
    """A share of the meter, as the language writes it."""
    return (of or "").replace("%", "\u00a0%" if voice.language == "fr" else "%")


def entry_text(voice: Voice, entry: Entry) -> str:
    """Says an entry of a ledger in words."""
    values = {
        "pool": entry.pool,
        "shown": voice.money(entry.meters.displayed // CENT),
        "reason": refusal(voice, entry.reason) if entry.what == "refused" else voice.reason(voice.fault(entry.reason)),
        "changes": _changes(entry),
        "count": len(entry.seats),
        "brought": exactly(voice, entry.moved.money_in),
        "hand": voice.hand(entry.seats[0]) if entry.seats else "",
        "share": share(voice, entry.share),
        "amount": voice.money(entry.cents) or "?",
        "moved": exactly(voice, entry.moved.displayed),
        "asked": asked(voice, entry.asked, entry.moves or (0, 0)),
    }
    return voice.filled(MOVED[entry.what], values)


def asked(voice: Voice, what: str, moves: Each) -> str:
    """Says what is proposed: other terms, or a correction."""
    said = OWED[cast("BookingWhat", what)] if what in ("change", "correct") else None
    return voice.filled(said, {"moved": _moves(voice, *moves)}) if said is not None else ""


def _moves(voice: Voice, displayed: int, reserve: int) -> str:
    """Says by how much the displayed meter moves; and the reserve, if that moves too."""
    return " / ".join(exactly(voice, cents * CENT) for cents in ((displayed, reserve) if reserve else (displayed,)))


def _changes(entry: Entry) -> str:
    before, after = entry.before, entry.after
    if before is None or after is None:
        return ""
    names = differences(before, after)
    return ", ".join(f"{name} {getattr(before, name)} → {getattr(after, name)}" for name in names)
