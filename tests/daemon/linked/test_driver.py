"""A table and the ledger of its shared pool: a real journal, a real PostgreSQL, and all that can come between."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest

from daemon.engine import Engine, restore
from daemon.jackpot.booking import Key, Seen
from daemon.jackpot.pool import CENT, Meters, Pool
from daemon.journal.store import Journal
from daemon.linked.compare import Debt, booked, debts, differences
from daemon.linked.driver import LedgerDriver
from daemon.linked.ledger import Ledger
from daemon.linked.pit import look
from daemon.linked.status import TableStatus
from daemon.parts import board_messages
from daemon.table.devices.shoe import SHOE
from daemon.table.events import Event, JackpotLinked
from daemon.table.linked import known
from daemon.table.orders import (
    Align,
    AwardJackpot,
    CloseBetting,
    CloseTable,
    CorrectJackpot,
    DirectCard,
    Misdeal,
    NoMoreCards,
    OpenJackpot,
    OpenRound,
    SeatIn,
    SetJackpot,
)
from daemon.table.view import shown
from drivers.faults import Fault
from drivers.observation import LinkUp
from hil.board.glass import Glass
from hil.postgres import Server, serving
from tests.daemon.floor import PROGRESSIVE, S1, T1, StoryStep, both, seen, signed, started
from tests.daemon.ledgers import TERMS, audit, database, entries, login, owner
from tests.drivers import PATIENCE

NAME = TERMS.name
WIN = ("As 9d 2s 9c", *(step for card in ("3s", "4s", "5s") for step in (DirectCard(hand="1"), card)), NoMoreCards())


@dataclass
class Table:
    """A running table with its link."""

    engine: Engine
    journal: Journal
    link: LedgerDriver
    events: list[Event]
    pool: str

    async def tell(self, *story: StoryStep) -> None:
        """What devices see and people order, to the disk."""
        for step in story:
            for one in step.split() if isinstance(step, str) else (step,):
                shoe = SHOE.of(self.engine.ahead)
                observation = seen(shoe.seq + 1, one, shoe.boot or "b1") if isinstance(one, str) else signed(one)
                await self.engine.submit(observation)

    async def until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not holds():
                await asyncio.sleep(0.02)

    @property
    def account(self) -> Any:
        return next(account for account in self.engine.state.pools if account.terms.name == self.pool)

    @property
    def displayed(self) -> int | None:
        """Cents, as the ledger has them; None while nobody knows."""
        seen = self.link.seen.get(self.pool)
        return None if seen is None else seen.account.meters.displayed // CENT

    async def ledger(self, holds: Callable[[Seen], bool] = lambda _: True, pool: str = "") -> Seen:
        """Waits until what the ledger says is known, as it is not for a while after a start or a restore, and holds."""
        async with asyncio.timeout(PATIENCE):
            while (seen := self.link.seen.get(pool or self.pool)) is None or not holds(seen):
                await asyncio.sleep(0.02)
        return seen

    async def in_service(self) -> None:
        """Two persons commission the pool, a supervisor opens it."""
        await self.until(lambda: self.account.fault == Fault.JACKPOT_NEW)
        await self.tell(*(person(SetJackpot(pool=self.pool, reason="new")) for person in (T1, S1)))
        await self.until(lambda: bool(self.account.version))
        await self.tell(OpenJackpot(pool=self.pool))
        await self.until(lambda: self.account.live)

    async def awarded(self) -> None:
        """A supervisor confirms the hit that waits, once its amount is known and the ledger there; it has booked it."""
        await self.until(
            lambda: bool(self.account.pending and self.account.pending[0].cents and not self.account.fault)
        )
        hit = self.account.pending[0]
        await self.tell(AwardJackpot(pool=self.pool, seat=hit.seat, cents=hit.cents))
        await self.until(lambda: not self.account.pending and not self.journal.owed(f"pool {self.pool}"))

    async def round(self, seats: int = 1, *cards: StoryStep) -> None:
        laid = (SeatIn(seat=str(seat), wagers={"progressive": 100}) for seat in range(1, seats + 1))
        await self.tell(OpenRound(), *laid, SeatIn(seat="7"), CloseBetting(), *cards)


@asynccontextmanager
async def table(
    folder: Path, url: str, name: str = "bj-1", terms: Pool = TERMS, files: str = ""
) -> AsyncIterator[Table]:
    place = folder / (files or name)
    journal = await asyncio.to_thread(Journal, place, place.with_suffix(".key"), lambda: "2026-11-16")
    engine = Engine(journal, await asyncio.to_thread(restore, journal))
    events: list[Event] = []
    link = LedgerDriver(
        url=lambda: login(url, name), pools=known(engine.state, (terms,)), table=name, journal=journal,
        submit=engine.submit,
        status=lambda: TableStatus(closed=engine.state.closed, round=engine.state.round, game="blackjack"),
        on_change=lambda: None, beat=lambda: None,
    )  # fmt: skip
    engine.listen(lambda seq, state, new: events.extend(new))
    engine.listen(lambda *_: link.wake())
    journal.start()
    running = None
    try:
        await engine.submit(started("blackjack", **{**PROGRESSIVE, "jackpots": (terms,)}))
        await engine.submit(LinkUp("shoe", "b1", SHOE.of(engine.state).seq, complete=True))
        running = asyncio.create_task(link.run(), name="link")
        yield Table(engine, journal, link, events, terms.name)
    finally:
        if running is not None:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
        await asyncio.to_thread(journal.close)
        engine.broken.cancel()


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine with other work the ledger may take its time; what was seen is still looked at."""
    monkeypatch.setattr("daemon.linked.driver.PROVEN_FOR", 60.0)


@pytest.fixture(scope="module")
def postgres() -> Iterator[Server]:
    with serving() as running:
        yield running


@pytest.fixture
def own() -> Iterator[Server]:
    with serving() as running:
        yield running


def compare(folder: Path, url: str, journal: str) -> list[str]:
    own = login(url, folder.name if folder.name.startswith("bj-") else "bj-1")
    return [each.what for each in differences(debts(folder, NAME), booked(own, NAME, journal, ""))]


async def test_a_wager_reaches_the_ledger_once_and_a_hit_comes_back(tmp_path: Path, postgres: Server) -> None:
    url = database(postgres)
    async with table(tmp_path, url) as here:
        await here.in_service()
        await here.round(2)
        await here.until(lambda: here.displayed == 10_000_00 + 2 * 50)
        await here.tell("As 9d 8c", "2s 9c 8d", *WIN[1:])
        await here.until(lambda: bool(here.account.pending and here.account.pending[0].cents))
        (hit,) = here.account.pending
        assert hit.cents == 10_001_00
        (meter,) = shown(here.engine.state, "bj-1", here.link.seen)
        assert (meter.condition, meter.pending[0]) == ("pending", ("bj-1", "1", 10_001_00))
        await here.tell(AwardJackpot(pool=NAME, seat="1", cents=10_001_00))
        await here.until(lambda: not here.account.pending)
        await here.until(lambda: here.displayed == 10_000_00)
        await here.until(lambda: not here.journal.owed(f"pool {NAME}"))
        assert compare(tmp_path / "bj-1", url, here.journal.uuid) == []


async def test_without_the_ledger_the_table_deals_on_and_owes(tmp_path: Path, own: Server) -> None:
    url = database(own)
    async with table(tmp_path, url) as here:
        await here.in_service()
        await here.round(1)
        await here.until(lambda: here.displayed == 10_000_50)
        place = (await here.ledger()).place
        await asyncio.to_thread(own.stop)
        await here.until(lambda: here.account.fault == Fault.JACKPOT_LINK)
        assert not here.account.live
        (meter,) = shown(here.engine.state, "bj-1", here.link.seen, here.link.places)
        assert (meter.condition, meter.cents) == ("stale", None)
        assert meter.version == place  # a board that holds more ignores it
        await here.tell(*WIN)  # a hit in a round already closed
        (hit,) = here.account.pending
        assert hit.cents is None
        await here.until(lambda: here.link.owes[NAME] == 1)  # who asks for its health hears it
        (meter,) = shown(here.engine.state, "bj-1", here.link.seen, here.link.places)
        sign = board_messages.jackpot("bj-1", meter)
        assert (sign.state, sign.cents, sign.amount, sign.version) == ("pending", None, None, place)
        assert sign.text == {"fr": ["EN ATTENTE", "Table bj-1"], "en": ["PENDING", "Table bj-1"]}
        refused = pytest.raises(Exception, match="JACKPOT_CLOSED")
        await here.tell(OpenRound())
        with refused:
            await here.tell(SeatIn(seat="1", wagers={"progressive": 100}))
        await here.tell(SeatIn(seat="1", wagers={"over_13": 500}), CloseBetting(), "8h 9h", NoMoreCards())
        await asyncio.to_thread(own.start)
        await here.until(lambda: bool(here.account.pending and here.account.pending[0].cents == 10_000_50))
        await here.until(lambda: here.account.live)


async def test_a105_the_order_of_hits_is_the_ledgers_and_not_the_felts(tmp_path: Path, own: Server) -> None:
    """One table cannot reach the ledger when its hand is completed; the other one's, later, is there first."""
    url = database(own)

    def may_sign_in(*, one: bool) -> None:
        with psycopg.connect(owner(own, url), autocommit=True) as db:
            db.execute(f'ALTER ROLE "bj-1" {"LOGIN" if one else "NOLOGIN"}')
            db.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'bj-1'")

    async with table(tmp_path, url) as one, table(tmp_path, url, "bj-2") as other:
        await one.in_service()
        await other.until(lambda: other.account.live)
        await asyncio.gather(one.round(1), other.round(1))
        await one.until(lambda: other.displayed == one.displayed == 10_001_00)
        may_sign_in(one=False)
        await one.until(lambda: one.account.fault == Fault.JACKPOT_LINK)
        await one.tell(*WIN)
        assert [hit.cents for hit in one.account.pending] == [None]
        await other.tell(*WIN)
        await other.until(lambda: [hit.cents for hit in other.account.pending] == [10_001_00])
        may_sign_in(one=True)
        await one.until(lambda: [hit.cents for hit in one.account.pending] == [10_000_00])
        await other.awarded()
        await one.awarded()
    audit(owner(own, url))


async def test_a_restart_books_what_was_owed_and_nothing_twice(tmp_path: Path, own: Server) -> None:
    url = database(own)
    async with table(tmp_path, url) as here:
        await here.in_service()
        await here.round(1, "8h 9h 8c 9c", NoMoreCards())
        await asyncio.to_thread(own.stop)
        await here.until(lambda: here.account.fault == Fault.JACKPOT_LINK)
    await asyncio.to_thread(own.start)
    for _ in range(3):
        async with table(tmp_path, url) as here:
            await here.until(lambda: here.account.live)
            assert here.displayed == 10_000_50
            assert compare(tmp_path / "bj-1", url, here.journal.uuid) == []


@pytest.mark.parametrize("first", ["the ledger", "the table"])
async def test_a_restart_without_the_ledger_tells_boards_nothing_that_they_ignore(
    tmp_path: Path, own: Server, first: str
) -> None:
    """Whichever went first: wagers moved the pool on since its last change that was in the journal."""
    url = database(own)
    async with table(tmp_path, url) as here:
        await here.in_service()
        await here.round(1)
        await here.until(lambda: here.displayed == 10_000_50)
        glass = Glass(board="p1", shows_result=False, shows_jackpot=True)

        def take() -> bool:
            (meter,) = shown(here.engine.state, "bj-1", here.link.seen, here.link.places)
            return glass.take_jackpot(board_messages.jackpot("bj-1", meter))

        assert take()
        assert here.account.version < here.link.places[NAME]
        if first == "the ledger":
            await asyncio.to_thread(own.stop)
            await here.until(lambda: here.account.fault == Fault.JACKPOT_LINK)
    if first == "the table":
        await asyncio.to_thread(own.stop)
    async with table(tmp_path, url) as here:
        assert take()
        assert glass.jackpot is not None
        assert glass.jackpot.text == {"fr": ["MONTANT INCONNU"], "en": ["AMOUNT UNKNOWN"]}
        await here.tell(Align(felt={}), *WIN)
        assert take()
        assert (glass.jackpot.state, glass.jackpot.amount) == ("pending", None)
        assert glass.jackpot.text == {"fr": ["EN ATTENTE", "Table bj-1"], "en": ["PENDING", "Table bj-1"]}
        await asyncio.to_thread(own.start)
        await here.until(lambda: bool(here.account.pending and here.account.pending[0].cents))
        await here.until(lambda: here.account.live)  # nobody takes the ledger for one that is behind


async def test_a_commit_whose_answer_is_lost_has_happened_once(
    tmp_path: Path, postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything that a table books is in the ledger, and the line goes down before the table hears so."""
    url = database(postgres)
    commits, committed = count(), Ledger._one

    async def unheard(ledger: Ledger, query: str, *values: Any) -> Any:
        done = await committed(ledger, query, *values)
        if "croupier.book(" in query and done != (None,) and next(commits) % 2 == 0:
            if ledger._db.info.transaction_status:  # of those that stand alone
                await ledger._db.execute("COMMIT")
            await ledger._db.close()
            raise psycopg.OperationalError("the line went down")
        return done

    monkeypatch.setattr(Ledger, "_one", unheard)
    async with table(tmp_path, url) as here:

        async def settled() -> None:
            await here.until(lambda: here.account.live and not here.journal.owed(f"pool {NAME}"))

        await here.in_service()
        await settled()
        await here.round(1)
        await settled()
        await here.tell(*WIN)
        await here.awarded()
        await settled()
        await here.round(2)
        await settled()
        await here.tell(Misdeal(reason="a card fell"))
        await settled()
        assert compare(tmp_path / "bj-1", url, here.journal.uuid) == []
    kinds = [entry.what for entry in entries(owner(postgres, url))]
    assert kinds == ["commissioned", "opened", "contribution", "hit", "award", "contribution", "refund"]
    assert next(commits) == 2 * len(kinds)
    audit(owner(postgres, url))


async def test_two_tables_on_one_pool(tmp_path: Path, postgres: Server) -> None:
    url = database(postgres)
    async with table(tmp_path, url) as one, table(tmp_path, url, "bj-2") as other:
        await one.in_service()
        await other.until(lambda: other.account.live)
        await asyncio.gather(one.round(2), other.round(3))
        await one.until(lambda: one.displayed == other.displayed == 10_000_00 + 5 * 50)
        await other.tell(*both(CorrectJackpot(pool=NAME, displayed=-1, reason="counted twice")))
        await other.ledger(lambda seen: bool(seen.account.proposals))
        assert other.displayed == 10_000_00 + 5 * 50  # until another login says the same
        await one.tell(*both(CorrectJackpot(pool=NAME, displayed=-1, reason="counted twice")))
        await one.until(lambda: one.displayed == 10_000_00 + 5 * 50 - 1)
        await one.tell(Misdeal(reason="a card fell"))
        await one.ledger(lambda seen: seen.account.meters.money_in == 3 * 70 * CENT)
        floor = look(owner(postgres, url))
        await one.until(lambda: len(look(owner(postgres, url)).members) == 2)
        assert set(floor.pools) == {NAME}


async def test_a_database_restored_from_a_backup_gets_everything_again(tmp_path: Path, postgres: Server) -> None:
    url = database(postgres)
    async with table(tmp_path, url) as here:
        await here.in_service()
        await here.round(1, "8h 9h 8c 9c", NoMoreCards())
        await here.until(lambda: here.displayed == 10_000_50)
        backup = dump(owner(postgres, url))
        await here.round(2, "8h 9h 8c 9c 8s 9s", NoMoreCards())
        await here.until(lambda: here.displayed == 10_001_50 and not here.journal.owed(f"pool {NAME}"))
        place = (await here.ledger()).place
    put_back(owner(postgres, url), backup)
    async with table(tmp_path, url) as here:
        await here.until(lambda: here.account.fault == Fault.JACKPOT_BEHIND)
        await here.until(lambda: here.displayed == 10_001_50)
        assert (await here.ledger()).place > place
        assert compare(tmp_path / "bj-1", url, here.journal.uuid) == []
        await here.tell(*both(CorrectJackpot(pool=NAME, reason="the ledger was restored; all tables reconcile")))
        await here.until(lambda: not here.account.fault)
        await here.tell(OpenJackpot(pool=NAME))
        await here.until(lambda: here.account.live)


async def test_what_is_told_again_comes_as_fast_as_the_house_allows_in_one_epoch(
    tmp_path: Path, postgres: Server
) -> None:
    """Each pause was taken for one more restore: a new epoch every time, until the table was kept out."""
    url = database(postgres)
    async with table(tmp_path, url) as here:
        await here.in_service()
        backup = dump(owner(postgres, url))
        for _ in range(3):
            await here.round(1, "8h 9h 8c 9c", NoMoreCards())
        await here.until(lambda: here.displayed == 10_001_50 and not here.journal.owed(f"pool {NAME}"))
    put_back(owner(postgres, url), backup)
    with psycopg.connect(owner(postgres, url), autocommit=True) as db:
        db.execute("UPDATE croupier.posted SET burst = 1, a_minute = 0")
        async with table(tmp_path, url) as here:
            await here.until(lambda: NAME in here.link.waits)
            assert db.execute("SELECT count(*) FROM croupier.entry WHERE what = 'contribution'").fetchone() == (1,)
            assert here.link.owes[NAME] == 2
            db.execute("UPDATE croupier.posted SET burst = 100, a_minute = 60000")
            await here.until(lambda: here.displayed == 10_001_50)
            assert not here.link.waits
            assert (await here.ledger()).epoch == 2
            assert compare(tmp_path / "bj-1", url, here.journal.uuid) == []


@pytest.mark.parametrize("empty", [True, False], ids=["empty", "older"])
async def test_two_tables_at_rest_tell_a_database_that_was_put_back_under_them(
    tmp_path: Path, postgres: Server, empty: bool
) -> None:
    """Whoever notices first, the other one's bookings are told again too."""
    url = database(postgres)
    backup = dump(owner(postgres, url))
    async with table(tmp_path, url) as one, table(tmp_path, url, "bj-2") as other:
        await one.in_service()
        await other.until(lambda: other.account.live)
        backup = backup if empty else dump(owner(postgres, url))
        for here in (one, other):
            await here.round(1, "8h 9h 8c 9c", NoMoreCards())
            await here.until(lambda here=here: not here.journal.owed(f"pool {NAME}"))  # type: ignore[misc]
        put_back(owner(postgres, url), backup)
        for here in (one, other):
            await here.until(lambda here=here: here.account.fault == Fault.JACKPOT_BEHIND)  # type: ignore[misc]
        await one.until(lambda: one.displayed == 10_001_00)
        for here in (one, other):
            assert compare(tmp_path / here.link._table, url, here.journal.uuid) == []
    audit(owner(postgres, url))


@pytest.mark.parametrize("laid", [True, False], ids=["with wagers on the felt", "at rest"])
async def test_a_backup_put_back_under_a_living_connection_is_noticed(
    tmp_path: Path, postgres: Server, laid: bool
) -> None:
    url = database(postgres)
    async with table(tmp_path, url) as here:
        await here.in_service()
        backup = dump(owner(postgres, url))
        await here.round(1, "8h 9h 8c 9c", NoMoreCards())
        await here.until(lambda: here.displayed == 10_000_50 and not here.journal.owed(f"pool {NAME}"))
        place = (await here.ledger()).place
        if laid:
            await here.tell(OpenRound(), SeatIn(seat="1", wagers={"progressive": 100}))
        put_back(owner(postgres, url), backup)
        if laid:
            await here.tell(CloseBetting())
        await here.until(lambda: here.account.fault == Fault.JACKPOT_BEHIND)
        wanted = 10_001_00 if laid else 10_000_50
        await here.until(lambda: here.displayed == wanted and not here.journal.owed(f"pool {NAME}"))
        assert (await here.ledger()).place > place
        assert compare(tmp_path / "bj-1", url, here.journal.uuid) == []
    audit(owner(postgres, url))


async def test_what_the_disk_does_not_know_to_be_booked_is_told_to_a_restored_ledger(
    tmp_path: Path, own: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = database(own)
    async with table(tmp_path, url) as here:
        await here.in_service()
        await here.until(lambda: not here.journal.owed(f"pool {NAME}"))
        backup = dump(owner(own, url))
        monkeypatch.setattr(here.journal, "paid", lambda *_: None)  # a disk that takes its time
        await here.round(1)
        await here.until(lambda: here.displayed == 10_000_50)
        await asyncio.to_thread(own.stop)
        await here.until(lambda: here.account.fault == Fault.JACKPOT_LINK)
        own.start()  # on the loop, so that the link does not come before the backup
        put_back(owner(own, url), backup)
        await here.until(lambda: bool(here.link.seen) and here.account.fault == Fault.JACKPOT_BEHIND)
        await here.until(lambda: here.displayed == 10_000_50)


async def test_what_was_paid_before_a_restore_is_paid_in_the_books_again(tmp_path: Path, postgres: Server) -> None:
    """Two tables, a hit each, both awarded; then a database that knows of none of it, and once more."""
    url = database(postgres)
    async with table(tmp_path, url) as one, table(tmp_path, url, "bj-2") as other:
        await one.in_service()
        await other.until(lambda: other.account.live)
        backup = dump(owner(postgres, url))
        for here in (one, other):
            await here.round(1, *WIN)
            await here.awarded()
        await one.tell(OpenRound(), SeatIn(seat="1", wagers={"progressive": 100}), CloseBetting())
        seen = await one.ledger(lambda seen: seen.account.meters.money_in == 3 * 70 * CENT)
        paid, place = seen.account.meters.paid, seen.place
        assert paid == (10_000_50 + 10_000_50) * CENT
    for _ in range(2):
        put_back(owner(postgres, url), backup)
        async with table(tmp_path, url, "bj-2") as other, table(tmp_path, url) as one:  # the later one comes first
            await one.ledger(lambda seen: seen.account.meters.paid == paid)
            await other.ledger(lambda seen: seen.account.meters.money_in == 3 * 70 * CENT)
            await other.until(lambda: other.account.fault == Fault.JACKPOT_BEHIND)  # the ledger said it a moment before
            assert not one.account.live  # people have not looked yet
            before, place = place, (await one.ledger()).place
            assert place > before
            for here in (one, other):
                assert compare(tmp_path / here.link._table, url, here.journal.uuid) == []
        audit(owner(postgres, url))


async def test_a_database_that_is_empty_is_told_everything(tmp_path: Path, postgres: Server) -> None:
    url = database(postgres)
    empty = dump(owner(postgres, url))
    async with table(tmp_path, url) as here:
        await here.in_service()
        await here.round(2)
        await here.until(lambda: here.displayed == 10_001_00 and not here.journal.owed(f"pool {NAME}"))
    put_back(owner(postgres, url), empty)
    async with table(tmp_path, url) as here:
        await here.until(lambda: here.account.fault == Fault.JACKPOT_BEHIND)
        await here.until(lambda: here.displayed == 10_001_00)


async def test_a_server_that_hangs_is_lost_and_holds_up_nobody(
    tmp_path: Path, own: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes every byte and says nothing: no time limit of its own helps."""
    monkeypatch.setattr("daemon.linked.ledger.CUT_AFTER", 1.0)
    url = database(own)
    async with table(tmp_path, url) as here:
        await here.in_service()
        own.pause(on=True)
        try:
            await here.until(lambda: here.account.fault == Fault.JACKPOT_LINK)
            laid = SeatIn(seat="1", wagers={"over_13": 500})
            await here.tell(OpenRound(), laid, CloseBetting(), "8h 9h", NoMoreCards())
        finally:
            own.pause(on=False)
        await here.until(lambda: here.account.live)
        own.pause(on=True)
    own.pause(on=False)  # the table has stopped before


async def test_an_amount_that_nobody_can_prove_any_more_is_shown_no_longer(
    tmp_path: Path, own: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Long before a server that hangs is given up: another table may have won what it last said."""
    monkeypatch.setattr("daemon.linked.driver.PROVEN_FOR", 1.5)
    url = database(own)
    async with table(tmp_path, url) as here:
        boards: list[tuple[str, int | None]] = []

        def look() -> None:
            (meter,) = shown(here.engine.state, "bj-1", here.link.seen, here.link.places)
            boards.append((meter.condition, meter.cents))

        await here.in_service()
        monkeypatch.setattr(here.link, "_on_change", look)
        await here.until(lambda: boards[-1:] == [("live", 10_000_00)])
        own.pause(on=True)
        try:
            await here.until(lambda: boards[-1] == ("stale", None))
            assert here.account.live  # the line has not been given up: what is laid will be booked
        finally:
            own.pause(on=False)
        await here.until(lambda: boards[-1] == ("live", 10_000_00))


async def test_a_table_whose_pc_was_replaced_confirms_what_the_old_one_has_seen(
    tmp_path: Path, postgres: Server
) -> None:
    url = database(postgres)
    async with table(tmp_path, url) as old:
        await old.in_service()
        await old.round(1, *WIN)
        await old.until(lambda: bool(old.account.pending and old.account.pending[0].cents))
    async with table(tmp_path, url, files="new-disk") as new:
        await new.until(lambda: bool(new.account.pending))
        (meter,) = shown(new.engine.state, "bj-1", new.link.seen)
        assert meter.pending == (("bj-1", "1", 10_000_50),)
        await new.round(1)
        await new.awarded()
        await new.until(lambda: new.displayed == 10_000_50)
        floor = await asyncio.to_thread(look, owner(postgres, url))
        assert [(member.table, member.replaced) for member in floor.members] == [("bj-1", True), ("bj-1", False)]
        for journal, files in ((old.journal.uuid, "bj-1"), (new.journal.uuid, "new-disk")):
            assert compare(tmp_path / files, url, journal) == []
    audit(owner(postgres, url))


async def test_a_clock_that_jumps_hides_nobody(tmp_path: Path, postgres: Server) -> None:
    """The database's clock was set back by an hour: what was said before lies ahead. Order is in the versions."""
    url = database(postgres)
    async with table(tmp_path, url, files="old") as here:
        await here.in_service()
    with psycopg.connect(owner(postgres, url)) as db:
        db.execute("UPDATE croupier.member SET at = at + interval '1 hour'")
        db.execute("UPDATE croupier.entry SET at = at + interval '1 hour'")
    (member,) = look(owner(postgres, url)).members
    assert member.fault is Fault.PIT_SILENT
    async with table(tmp_path, url) as here:
        await here.until(lambda: here.account.live)
        await here.round(1)
        await here.until(lambda: here.displayed == 10_000_50)
        floor = await asyncio.to_thread(look, owner(postgres, url))
        assert [member.replaced for member in floor.members] == [True, False]
    audit(owner(postgres, url))


async def test_two_pools_at_one_table_and_what_is_owed_to_the_one_it_left(tmp_path: Path, own: Server) -> None:
    url = database(own)
    other = replace(TERMS, name="second", seed=500_00)
    async with table(tmp_path, url) as here:
        await here.in_service()
        await here.tell(OpenRound(), *(SeatIn(seat=seat, wagers={"progressive": 100}) for seat in "12"))
        own.pause(on=True)
        await here.tell(CloseBetting(), "8h 9h 8c 8d", NoMoreCards())
        assert len(here.journal.owed(f"pool {NAME}")) == 1
    own.pause(on=False)
    async with table(tmp_path, url, terms=other) as here:
        await here.tell(CloseTable())
        await here.in_service()
        await here.round(3)
        await here.until(lambda: here.displayed == 501_50)
        left = (await here.ledger(pool=NAME)).account.meters
        assert (left.displayed, left.money_in) == (10_001_00 * CENT, 2 * 70 * CENT)
        assert (await here.ledger()).account.meters.money_in == 3 * 70 * CENT
        await here.until(lambda: not here.journal.owed("pool second"))
        assert not here.journal.owed(f"pool {NAME}")


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM croupier.entry WHERE pool = %s AND version = 3",
        "UPDATE croupier.entry SET account = '{}' WHERE pool = %s",
    ],
    ids=["an entry is gone", "its account cannot be read"],
)
async def test_a_pool_that_is_damaged_keeps_nobody_from_another(tmp_path: Path, postgres: Server, damage: str) -> None:
    url, other = database(postgres), replace(TERMS, name="second", seed=500_00)

    def first(here: Table) -> Any:
        return next(account for account in here.engine.state.pools if account.terms.name == NAME)

    async with table(tmp_path, url) as here:
        await here.in_service()
        await here.round(1, "8h 9h 8c 9c", NoMoreCards())
        await here.until(lambda: here.displayed == 10_000_50 and not here.journal.owed(f"pool {NAME}"))
    async with table(tmp_path, url, terms=other) as here:
        await here.tell(CloseTable())
        await here.in_service()
        await here.until(lambda: NAME in here.link.seen)
        whole = dump(owner(postgres, url))
        with psycopg.connect(owner(postgres, url)) as db:
            db.execute(damage, (NAME,))
        await here.until(lambda: bool(here.link.damaged))
        assert here.link.damaged[NAME][0] is Fault.JACKPOT_LEDGER
        assert [(pool, fault) for pool, fault, _ in here.link.faults()] == [(NAME, Fault.JACKPOT_LEDGER)]
        await here.until(lambda: first(here).fault == Fault.JACKPOT_LINK)
        assert JackpotLinked(NAME, up=False, reason=Fault.JACKPOT_LEDGER) in here.events
        await here.round(3)
        await here.until(lambda: here.displayed == 501_50)
        assert (here.account.live, here.link.fault, NAME in here.link.seen) == (True, None, False)
        await here.tell("8h 9h 8c 9c 8s 9s 8d 9d", NoMoreCards())
    async with table(tmp_path, url, terms=other) as here:  # it was so before the connection, too
        await here.until(lambda: here.account.live and set(here.link.damaged) == {NAME})
        now = dump(owner(postgres, url))
        mended = [(each, [row for row in rows if NAME not in row]) for each, rows in now]
        mended = [(each, rows + [row for row in dict(whole)[each] if NAME in row]) for each, rows in mended]
        put_back(owner(postgres, url), mended)
        await here.until(lambda: NAME in here.link.seen and not here.link.damaged)
        assert (await here.ledger(pool=NAME)).account.meters.displayed == 10_000_50 * CENT
        await here.until(lambda: first(here).live)
        assert here.account.live


async def test_a_pool_that_the_database_does_not_know_keeps_nobody_from_another(
    tmp_path: Path, postgres: Server
) -> None:
    """A table played on a pool of another database, and somebody else had commissioned it."""
    url, other = database(postgres), replace(TERMS, name="second", seed=500_00)
    async with table(tmp_path, url) as one, table(tmp_path, url, "bj-2") as here:
        await one.in_service()
        await here.until(lambda: here.account.live)
        await here.round(2, "8h 9h 8c 9c 8s 9s", NoMoreCards())
        await here.until(lambda: here.displayed == 10_001_00 and not here.journal.owed(f"pool {NAME}"))
        await one.until(lambda: not one.journal.owed(f"pool {NAME}"))
    url = database(postgres)
    async with table(tmp_path, url, "bj-2", other) as here:
        await here.tell(CloseTable())
        await here.in_service()
        await here.round(1)
        await here.until(lambda: here.displayed == 500_50)
        async with table(tmp_path, url) as one:  # whoever commissioned the old one tells of it after all
            await here.until(lambda: bool(here.link.seen) and NAME in here.link.seen)
            await one.until(lambda: one.displayed == 10_001_00)
            assert one.account.fault == Fault.JACKPOT_BEHIND
        for name, journal in (("bj-1", one.journal.uuid), ("bj-2", here.journal.uuid)):
            assert compare(tmp_path / name, url, journal) == []


async def test_a_schema_that_changes_under_a_closed_table_is_noticed(tmp_path: Path, postgres: Server) -> None:
    url = database(postgres)
    async with table(tmp_path, url) as here:
        await here.in_service()
        with psycopg.connect(owner(postgres, url)) as db:
            db.execute("INSERT INTO croupier.schema_version (version) VALUES (99)")
        await here.until(lambda: here.link.fault is not None and here.link.fault[0] is Fault.JACKPOT_SCHEMA)
        assert not here.account.live


def dump(address: str) -> list[tuple[str, list[tuple[Any, ...]]]]:
    """Every row of the ledger, as a backup has it."""
    with psycopg.connect(address) as db:
        return [(each, db.execute(f"SELECT * FROM croupier.{each}").fetchall()) for each in ("pool", "entry")]  # noqa: S608


def put_back(address: str, backup: list[tuple[str, list[tuple[Any, ...]]]]) -> None:
    with psycopg.connect(address) as db:
        db.execute("DELETE FROM croupier.entry")
        db.execute("DELETE FROM croupier.pool")
        for each, rows in backup:
            for row in rows:
                values = [psycopg.types.json.Jsonb(value) if isinstance(value, dict) else value for value in row]
                places = ", ".join(["%s"] * len(row))
                db.execute(f"INSERT INTO croupier.{each} VALUES ({places})", values)  # noqa: S608


async def test_what_the_house_does_not_allow_at_once_waits(tmp_path: Path, postgres: Server) -> None:
    url = database(postgres)
    async with table(tmp_path, url) as here:
        await here.in_service()
        with psycopg.connect(owner(postgres, url)) as db:
            db.execute("UPDATE croupier.posted SET burst = 1, a_minute = 0")
        for _ in range(3):
            await here.round(1, "8h 9h 8c 9c", NoMoreCards())
        await here.until(lambda: here.link.waits == {NAME} and here.link.owes[NAME] == 2)
        assert (NAME, Fault.JACKPOT_PACE, "2") in here.link.faults()
        assert here.account.live and here.displayed == 10_000_50
        with psycopg.connect(owner(postgres, url)) as db:
            db.execute("UPDATE croupier.posted SET burst = 100, a_minute = 60000")
        await here.until(lambda: not here.link.waits and here.displayed == 10_001_50)
        assert not list(here.link.faults())


async def test_other_parameters_than_the_ledgers_are_not_offered(tmp_path: Path, postgres: Server) -> None:
    url = database(postgres)
    async with table(tmp_path, url) as one, table(tmp_path, url, "bj-2", replace(TERMS, rate=4000)) as other:
        await one.in_service()
        await other.until(lambda: other.account.live)
        await other.tell(OpenRound())
        with pytest.raises(Exception, match="JACKPOT_CHANGED: floor: rate"):
            await other.tell(SeatIn(seat="1", wagers={"progressive": 100}))


async def test_every_difference_has_its_name(tmp_path: Path, postgres: Server) -> None:
    url = database(postgres)
    async with table(tmp_path, url) as here:
        await here.in_service()
        await here.round(1, "8h 9h 8c 9c", NoMoreCards())
        await here.until(lambda: here.displayed == 10_000_50 and not here.journal.owed(f"pool {NAME}"))
        uuid_ = here.journal.uuid
    journal, ledger = debts(tmp_path / "bj-1", NAME), booked(url, NAME, uuid_, "bj-1")
    last = max(ledger)
    wrong = {key: entry for key, entry in ledger.items() if key != last}
    assert [each.what for each in differences(journal, wrong)] == ["lost"]
    assert [each.what for each in differences({**journal, last: journal[last]._replace(paid=False)}, wrong)] == ["owed"]
    assert [each.what for each in differences(journal, {**ledger, Key(999, 0): ledger[last]})] == ["unknown"]
    other = replace(ledger[last], seats=("5",))
    assert [each.what for each in differences(journal, {**ledger, last: other})] == ["differs"]
    richer = replace(ledger[last], moved=ledger[last].moved + Meters(money_in=1, displayed=1))
    assert [each.detail for each in differences(journal, {**ledger, last: richer}, TERMS.each)] == [
        "money_in: 7000 / 7001"
    ]
    assert not differences(journal, ledger, TERMS.each)
    hit = journal[last].booking
    won = {last: Debt(replace(hit, what="hit", share="100%"), paid=True, locked=10_000_50)}
    wrong = {last: replace(ledger[last], what="hit", share="100%", cents=10_000_00)}
    assert [each.detail for each in differences(won, wrong)] == ["cents: 1000050 / 1000000"]
    refused = replace(ledger[last], what="refused", reason="no", by=("S1",))
    assert [each.what for each in differences(journal, {**ledger, last: refused})] == ["refused"]
    award = replace(hit, what="award", by=("S1",), cents=10_000_50)
    once = {last: Debt(award, paid=True, answered="award")}  # it was paid; a restored ledger does not find the hit
    assert [each.what for each in differences(once, {last: refused})] == ["differs"]
    paid = {last: Debt(award, paid=True, answered="refused")}
    assert [each.what for each in differences(paid, {last: refused})] == ["refused"]
    assert booked(url, NAME, str(uuid.uuid4()), "bj-1") == {}
