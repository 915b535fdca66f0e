"""The ledger's database and the pure code say the same of every booking: entries, accounts, digests and refusals."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from typing import Any
from uuid import UUID

import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from psycopg.types.json import Jsonb

from daemon.history.ledger import Posted, Proof
from daemon.jackpot.booking import BOOKING, Booking, Key
from daemon.jackpot.pool import Entry
from daemon.linked.audit import audit
from daemon.linked.books import OFFICE, Asking, Books
from daemon.linked.border import account_of, entry_of
from hil.postgres import Server, serving
from rules.blackjack_wagers import JACKPOT, TENTH
from tests.daemon.ledgers import TERMS, database, login, owner

TABLES = ("bj-1", "bj-2", "bj-3")
JOURNALS = {
    (table, disk): str(UUID(int=100 * number + disk)) for number, table in enumerate(TABLES, 1) for disk in (1, 2)
}
LOW = replace(TERMS, seed=500_00, cap=500_50, largest=3_00, manner=3)
OTHER = replace(LOW, rate=1000, seed=100_00, cap=None)


def mostly(*likely: Any, but: tuple[Any, ...] = ()) -> st.SearchStrategy[Any]:
    """One of these; now and then what an honest table would not say."""
    return st.sampled_from((*likely * (1 + 12 * len(but) // len(likely)), *but))


SEATS = mostly(("1",), ("2",), ("1", "2"), ("3", "1"), but=((), ("1", "1"), ("", "2"), tuple("123456789")))
ONE = mostly(("1",), ("2",), but=((), ("1", "2"), ("9",)))


def bookings() -> st.SearchStrategy[Booking]:
    """Whatever a table may owe, and some things that it never would."""
    of, again = st.just(TERMS.name), mostly("", "", "taken", but=("refused",))
    by = mostly(("S1",), ("T1", "S1"), but=((), ("",)))
    common: dict[str, Any] = {"by": by, "reason": mostly("", 'é « \\x » "\U0001f0a1', but=("\x1b[2J",)), "again": again}
    hand: dict[str, Any] = {"round": mostly(1, 2, 3, 4, but=(0,)), **common}
    each = mostly(None, LOW.each, OTHER.each, but=((1, 2),))
    units, cents = mostly(1, 25, 100, but=(0, 100_01)), st.sampled_from((0, 1, 500_00, 500_50, 2**53))
    journal = st.sampled_from(("", *JOURNALS.values()))
    terms = mostly(LOW, OTHER, but=(replace(LOW, name="other"),))
    moves = mostly(0, 0, 1, -1, 250, but=(-(10**11), 10**12 + 1))
    shares = mostly(JACKPOT, TENTH, but=("5%",))
    money = st.builds(Booking, of, st.just("contribute"), each=each, seats=SEATS, **hand)
    won = st.builds(Booking, of, st.just("hit"), share=shares, unit=units, cents=cents, seats=ONE, **hand)
    answer = mostly("award", "withdraw", "withdraw", "withdraw")
    return st.one_of(
        money, money, won, won, won,
        st.builds(Booking, of, answer, cents=cents, journal=journal, seats=ONE, **hand),
        st.builds(Booking, of, st.just("refund"), seats=SEATS, **hand),
        st.builds(Booking, of, mostly("open", "close", but=("commission",)), terms=terms, **common),
        st.builds(Booking, of, st.just("change"), terms=terms, **common),
        st.builds(Booking, of, st.just("correct"), displayed=moves, reserve=moves, **common),
    )  # fmt: skip


ASKED = st.tuples(st.sampled_from(sorted(JOURNALS)), bookings())
WINS = st.tuples(st.sampled_from(TABLES), st.sampled_from((JACKPOT, TENTH)), st.sampled_from((1, 25, 100)))
CALLS = st.one_of(ASKED, ASKED, ASKED, WINS, mostly("pay", "confirm", "withdraw", but=("restored",)))


@pytest.fixture(scope="module")
def postgres() -> Iterator[Server]:
    with serving() as running:
        yield running


def value(db: psycopg.Connection[Any], query: str, *values: Any) -> Any:
    row = db.execute(query, values).fetchone()
    assert row is not None
    return row[0]


class Both:
    """One pool, kept by the database and by the pure code."""

    def __init__(self, url: str, address: str) -> None:
        self._stack = ExitStack()
        names = (*TABLES, "office")
        self.logins = {name: self._connect(login(url, name)) for name in names}
        self.owner = self._connect(address)
        self.owner.execute("UPDATE croupier.posted SET burst = 1000000000, behind = 1000")

    def _connect(self, url: str) -> psycopg.Connection[Any]:
        return self._stack.enter_context(psycopg.connect(url, autocommit=True))

    def begin(self) -> None:
        self.owner.execute("DELETE FROM croupier.entry")
        self.owner.execute("DELETE FROM croupier.pool")
        self.books, self.seq = Books(), 0
        self.book("bj-1", 1, Booking(TERMS.name, "commission", terms=LOW, by=("T1", "S1"), reason="new"))

    def close(self) -> None:
        self._stack.close()

    def book(self, table: str, disk: int, booking: Booking) -> None:
        self.seq += 1
        journal = JOURNALS[table, disk]
        query = "SELECT croupier.book(%s, %s, 0, 0, %s)"
        sent = Jsonb([[self.seq, 7, BOOKING.dump_python(booking, mode="json")]])
        said = value(self.logins[table], query, TERMS.name, journal, sent)
        entries = self._hold(table, journal, Key(self.seq, 7), booking)
        assert entry_of(TERMS.name, said["answers"][0][2]) == entries[0]

    def _hold(self, table: str, journal: str, key: Key, booking: Booking | None) -> list[Entry]:
        since = self.books.account.version if self.books.account else 0
        query = "SELECT body, account, login, journal::text FROM croupier.entry WHERE version > %s ORDER BY version"
        rows = self.owner.execute(query, (since,)).fetchall()
        entries = [entry_of(TERMS.name, body) for body, *_ in rows]
        asking = Asking(table, journal, key, entries[0].at)
        made = self.books.restored(asking) if booking is None else self.books.book(booking, asking)
        assert entries == [*made]
        assert {(who, of) for *_, who, of in rows} == {(table, journal)}
        account = account_of(TERMS.name, rows[-1][1])
        assert self.books.account == replace(account, version=entries[-1].version, digest=entries[-1].digest)
        return entries

    def win(self, table: str, share: str, unit: int) -> None:
        """A round with two wagers, one of which wins a share."""
        of_round: dict[str, Any] = {"round": 100 + self.seq}
        self.book(table, 1, Booking(TERMS.name, "contribute", seats=("1", "2"), **of_round))
        self.book(table, 1, Booking(TERMS.name, "hit", seats=("2",), share=share, unit=unit, **of_round))

    def pay(self) -> None:
        """Whatever waits first is confirmed, by its own login."""
        assert self.books.account is not None
        for hit in self.books.account.pending[:1]:
            of_hit = {"round": hit.round, "seats": (hit.seat,), "journal": hit.journal, "cents": hit.cents}
            self.book(hit.table, 2, Booking(TERMS.name, "award", by=("S1",), **of_hit))  # type: ignore[arg-type]

    def withdraw(self) -> None:
        """Whatever waits first did not win after all: those behind it are locked again."""
        assert self.books.account is not None
        for hit in self.books.account.pending[:1]:
            of_hit = {"round": hit.round, "seats": (hit.seat,), "journal": hit.journal}
            self.book(hit.table, 1, Booking(TERMS.name, "withdraw", **of_hit))  # type: ignore[arg-type]

    def confirm(self) -> None:
        """The office says so to the newest proposal."""
        assert self.books.account is not None
        for proposal in self.books.account.proposals[-1:]:
            version = self.books.account.version
            said = value(self.logins["office"], "SELECT croupier.confirm(%s, %s)", TERMS.name, proposal.version)
            assert said is not None
            moves = {"displayed": proposal.displayed, "reserve": proposal.reserve, "terms": proposal.terms}
            booking = Booking(TERMS.name, proposal.asked, by=("office",), reason=proposal.reason, **moves)  # type: ignore[arg-type]
            self._hold("office", OFFICE, Key(-version, 0), booking)

    def restored(self) -> None:
        epoch = value(self.owner, "SELECT epoch FROM croupier.pool")
        journal = JOURNALS["bj-2", 1]
        query = "SELECT croupier.restored(%s, %s, %s, 0)"
        now = value(self.logins["bj-2"], query, TERMS.name, journal, epoch)
        self._hold("bj-2", journal, Key(0, now), None)

    def audit(self) -> list[str]:
        rows = self.owner.execute("SELECT version, body, journal::text FROM croupier.entry ORDER BY version").fetchall()
        proof = Proof()
        posted = [Posted(version, "", "", entry_of(TERMS.name, body), journal) for version, body, journal in rows]
        for each in posted:
            proof.add(each)
        audit(proof, posted, self.books.account)
        return [each.what for each in proof.differences]


@pytest.fixture(scope="module")
def both(postgres: Server) -> Iterator[Both]:
    url = database(postgres)
    pools = Both(url, owner(postgres, url))
    yield pools
    pools.close()


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(calls=st.lists(CALLS, min_size=10, max_size=40))
def test_the_database_makes_of_a_booking_what_the_pure_code_makes_of_it(both: Both, calls: list[Any]) -> None:
    both.begin()
    for call in calls:
        if isinstance(call, str):
            getattr(both, call)()
        elif isinstance(call[1], Booking):
            both.book(call[0][0], call[0][1], call[1])
        else:
            both.win(*call)
    assert both.audit() == []
