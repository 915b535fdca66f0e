"""Whatever the ledger's database holds: it is a pool's books, or that pool's fault; never the table's end."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from psycopg.types.json import Jsonb

from daemon.cli import main
from daemon.jackpot.booking import LAST_PLACE, Booking, Key
from daemon.jackpot.digest import jsonb, sha, written
from daemon.jackpot.pool import Account, Hit, Meters, PoolError
from daemon.linked import border
from daemon.linked.books import Asking, Books
from daemon.linked.border import entry_of, seen_of
from daemon.parts import board_messages
from daemon.table.jackpot import troubles
from daemon.table.linked import known
from daemon.table.orders import CloseBetting, NoMoreCards, OpenRound, SeatIn
from daemon.table.state import TableState
from daemon.table.view import shown
from drivers.faults import Fault
from hil.postgres import Server, serving
from rules.blackjack_wagers import JACKPOT
from tests.daemon.ledgers import TERMS, database, entries, owner
from tests.daemon.linked.test_driver import Table, table

NAME = TERMS.name


@pytest.fixture(scope="module")
def postgres() -> Iterator[Server]:
    with serving() as running:
        yield running


def whole() -> tuple[Account, dict[str, Any], dict[str, Any]]:
    """A pool with its account and its last entry, as the database has them."""
    books = Books()
    (entry,) = books.book(Booking(NAME, "commission", terms=TERMS, by=("T1", "S1")), Asking("bj-1", "j", Key(1, 0), 7))
    assert books.account is not None
    return books.account, written(replace(books.account, version=0, digest="")), written(entry)


_, ACCOUNT, ENTRY = whole()
EXTREMES: tuple[Any, ...] = (
    0,
    -1,
    1,
    2**31 - 1,
    2**53,
    2**63 - 1,
    -(2**63),
    10**400,
    0.5,
    True,
    None,
    "",
    "x",
    "cad",
    "9" * 5000,
    [],
    {},
    "\x1b",
    "é",
)
ANY = st.recursive(
    st.sampled_from(EXTREMES) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from([*ACCOUNT, *ENTRY, "hits", "x"]), inner, max_size=4)
    ),
    max_leaves=6,
)


def paths(tree: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield here
    if isinstance(tree, dict | list):
        for key in tree if isinstance(tree, dict) else range(len(tree)):
            yield from paths(tree[key], (*here, key))


def put(tree: Any, path: tuple[Any, ...], value: Any) -> Any:
    if not path:
        return value
    copy = tree.copy()
    copy[path[0]] = put(copy[path[0]], path[1:], value)
    return copy


@settings(deadline=None, max_examples=300)
@given(
    epoch=st.just(1) | st.integers(-(2**31), 2**31 - 1),
    version=st.just(1) | st.integers(-(2**63), 2**63 - 1),
    account=st.builds(put, st.just(ACCOUNT), st.sampled_from([*paths(ACCOUNT)]), ANY) | st.just(ACCOUNT),
    more=st.dictionaries(
        st.sampled_from(("open", "fault", "detail", "hits", "first", "proposals", "fed", "x")), ANY, max_size=2
    ),
    last=st.builds(put, st.just(ENTRY), st.sampled_from([*paths(ENTRY)]), ANY) | st.just(ENTRY),
    before=st.none() | st.just("x") | st.just(""),
    honest=st.booleans(),
)
@example(epoch=9001, version=1, account=ACCOUNT, more={}, last=ENTRY, before=None, honest=True)
def test_a_row_is_a_pool_or_its_fault(
    epoch: int, version: int, account: Any, more: dict[str, Any], last: Any, before: str | None, honest: bool
) -> None:
    """Even one whose digests somebody has reckoned again: what is let in can be shown."""
    if isinstance(account, dict):
        account = account | more
    if honest and isinstance(last, dict):
        last = reckoned(last, account, before)
    try:
        seen = seen_of(NAME, (epoch, version, account, last, before))
    except PoolError as wrong:
        assert wrong.fault is Fault.JACKPOT_LEDGER and str(wrong)
        return
    mirror = replace(seen.account, version=seen.place, meters=Meters(), hits=())
    state = TableState(jackpots=(TERMS,), pools=(mirror,))
    assert troubles(state) is not None
    (meter,) = shown(state, "bj-1", {NAME: seen})
    assert board_messages.jackpot("bj-1", meter).version == seen.place <= LAST_PLACE


def reckoned(last: dict[str, Any], account: Any, before: str | None) -> dict[str, Any]:
    """The entry, with the digests that this account would have."""
    try:
        stands = sha(jsonb(account))
        entry = {**last, "stands": stands}
        entry.pop("digest", None)
        return {**entry, "digest": sha(f"{before or ''}\n{jsonb(entry)}")}
    except (TypeError, ValueError, UnicodeEncodeError):
        return last


@settings(deadline=None, max_examples=300)
@given(body=ANY | st.builds(put, st.just(ENTRY), st.sampled_from([*paths(ENTRY)]), ANY))
def test_an_entry_is_one_or_its_pools_fault(body: Any) -> None:
    try:
        entry = entry_of(NAME, body)
    except PoolError as wrong:
        assert str(wrong)
    else:
        assert entry.pool == NAME and entry.version >= 1


def test_a_place_that_no_ledger_can_have_is_not_believed() -> None:
    """A journal of a table that was told it once: it starts, and hears anew."""
    poisoned = Account(TERMS, version=9001 << 40)
    assert known(TableState(jackpots=(TERMS,), pools=(poisoned,)), (TERMS,)) == {NAME: 0}


# -- a table, and those who look --------------------------------------------------------------------------------------


def doctored(address: str, change: Callable[[Account], Account]) -> None:
    """The last entry stands for another account, and its digests are reckoned again: whoever owns the database can."""
    with psycopg.connect(address) as db:
        *_, before, last = entries(address)
        row = db.execute("SELECT account FROM croupier.entry WHERE version = %s", (last.version,)).fetchone()
        assert row is not None
        account = written(change(border.ACCOUNT.validate_python(row[0])))
        body = reckoned(written(replace(last, digest="")), account, before.digest)
        db.execute(
            "UPDATE croupier.entry SET account = %s, body = %s WHERE version = %s",
            (Jsonb(account), Jsonb(body), last.version),
        )


DAMAGE: dict[str, str | Callable[[Account], Account]] = {
    "an epoch that no board can read": "UPDATE croupier.pool SET epoch = 9001",
    "a version that no board can read": "UPDATE croupier.pool SET version = 9223372036854775807",
    "no account": "UPDATE croupier.entry SET account = NULL",
    "an account that is none": "UPDATE croupier.entry SET account = '[1]'",
    "an entry that is none": "UPDATE croupier.entry SET body = '{\"what\": 5}'",
    "a currency in lower case": lambda was: replace(was, terms=replace(was.terms, currency="cad")),
    "a fault that nobody knows": lambda was: replace(was, fault="NO_SUCH_FAULT"),
    "a hit of nobody": lambda was: replace(was, hits=(Hit(3, "x" * 2000, JACKPOT, 10**30),)),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=[*DAMAGE])
async def test_no_row_of_the_ledger_stops_a_table(
    tmp_path: Path, postgres: Server, damage: str | Callable[[Account], Account],
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    url = database(postgres)
    address = owner(postgres, url)

    async def deals(here: Table) -> None:
        await here.until(lambda: bool(here.link.damaged) and here.account.fault == Fault.JACKPOT_LINK)
        assert here.link.damaged[NAME][0] is Fault.JACKPOT_LEDGER
        (meter,) = shown(here.engine.state, "bj-1", here.link.seen, here.link.places)
        assert board_messages.jackpot("bj-1", meter).cents is None
        number, laid = here.engine.state.round, SeatIn(seat="1", wagers={"over_13": 500})
        await here.tell(OpenRound(), laid, CloseBetting(), "8h 9h", NoMoreCards())
        assert here.engine.state.round == number + 1

    async with table(tmp_path, url) as here:
        await here.in_service()
        await here.round(1, "8h 9h 8c 9c", NoMoreCards())
        await here.until(lambda: here.displayed == 10_000_50 and not here.journal.owed(f"pool {NAME}"))
        if isinstance(damage, str):
            with psycopg.connect(address) as db:
                db.execute("ALTER TABLE croupier.pool DROP CONSTRAINT pool_place")
                db.execute(damage)
        else:
            doctored(address, damage)
        await deals(here)
    async with table(tmp_path, url) as here:  # and so it starts again
        await deals(here)
    for command in ("show", "reconcile", "ledger"):
        words = [
            "croupierctl",
            "jackpot",
            command,
            "--journal",
            str(tmp_path / "bj-1"),
            "--database",
            address,
            "--json",
        ]
        monkeypatch.setattr(sys, "argv", words)
        with pytest.raises(SystemExit) as ended:
            main()
        said = json.loads(capsys.readouterr().out)
        named = {row["fault"] for row in said.get("rows", ())} | {said.get("error", {}).get("code")}
        if command != "ledger" or ended.value.code:  # of the row it knows nothing
            assert ended.value.code and named & {Fault.JACKPOT_LEDGER, Fault.JACKPOT_DIFFERS}, said
