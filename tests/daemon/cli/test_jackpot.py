"""`croupierctl jackpot`: pools in a table's journal and in PostgreSQL, told, added up again, reported, migrated."""

from __future__ import annotations

import asyncio
import json
import secrets
import shutil
import sqlite3
import sys
import uuid
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict
from psycopg.types.json import Jsonb

from daemon.cli import main
from daemon.cli.jackpot.words import WORDS
from daemon.jackpot import pool
from daemon.jackpot.booking import Key
from daemon.jackpot.digest import written
from daemon.jackpot.pool import CENT, Hit
from daemon.linked.books import Asking, Books
from daemon.table.orders import CloseTable, CorrectJackpot, DisplayLost, DisplayProven, NoMoreCards
from daemon.text.faults import ROWS
from daemon.text.language import Language
from drivers.faults import Fault
from hil.broker import free_port
from hil.postgres import Server, serving
from tests.daemon.floor import POOL, both
from tests.daemon.ledgers import TERMS, audit, database, login, owner
from tests.daemon.linked.test_driver import WIN, table
from tests.daemon.pools import CLOSED, NAME, TWO_DAYS, played

LANGUAGES: tuple[Language, ...] = ("fr", "en")
COMMANDS = ("show", "ledger", "reconcile", "report")
Run = Callable[..., tuple[int, str]]
Tamper = Callable[[sqlite3.Connection], None]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    def croupierctl(*words: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", ["croupierctl", "jackpot", *words])
        monkeypatch.setenv("COLUMNS", "80")
        with pytest.raises(SystemExit) as ended:
            main()
        said = capsys.readouterr()
        return int(ended.value.code or 0), said.out + said.err

    return croupierctl


def answer(run: Run, *words: str) -> tuple[int, dict[str, Any]]:
    status, said = run(*words, "--json")
    output: dict[str, Any] = json.loads(said)
    return status, output


@pytest.fixture(scope="module")
def two_days(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return asyncio.run(played(tmp_path_factory.mktemp("pools"), *TWO_DAYS))


@pytest.fixture
def journal(two_days: Path, tmp_path: Path) -> Path:
    """A copy to do something to."""
    for file in two_days.parent.glob("*.key"):
        shutil.copy2(file, tmp_path)
    return Path(shutil.copytree(two_days, tmp_path / "bj-1"))


def tampered(journal: Path, day: str, tamper: Tamper) -> str:
    with closing(sqlite3.connect(journal / f"{day}.journal", isolation_level=None)) as db:
        tamper(db)
    return str(journal)


# -- a pool of the table's own ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_readable_at_80_columns_in_both_languages(
    run: Run, two_days: Path, command: str, language: Language
) -> None:
    status, said = run(command, "--journal", str(two_days), "--lang", language)
    assert status == 0
    assert max(map(len, said.splitlines())) <= 80
    assert getattr(WORDS["pool"], language).format(pool=NAME) in said
    verdict = "ledger" if command == "report" else command
    assert getattr(WORDS[f"{verdict}_well"], language).split()[0] in said


def test_show_tells_every_meter_and_what_stands_in_the_way(run: Run, journal: Path) -> None:
    status, output = answer(run, "show", "--journal", str(journal))
    assert (status, output["verdict"]) == (0, "well")
    pool = output["pools"][NAME]
    assert pool["live"] and pool["standing"] == 10_000_60  # three wagers since the jackpot, two of them given back
    assert pool["meters"] == {
        "money_in": 2 * 25 * CENT, "displayed": 10_000_60 * CENT, "reserve": 15 * CENT, "overflow": 0, "hits": 1,
        "paid": 10_000_20 * CENT, "corrections": 2 * 25 * CENT, "seeded": (2 * 10_000_00 - 5) * CENT,
    }  # fmt: skip
    asyncio.run(played(journal.parent, (CLOSED,)))
    status, output = answer(run, "show", "--journal", str(journal))
    assert (status, output["verdict"]) == (1, "warning")
    assert [row["fault"] for row in output["rows"] if row["fault"]] == [Fault.JACKPOT_CLOSED]
    assert output["next_action"] == ROWS[Fault.JACKPOT_CLOSED].fr.action


def test_a_hit_waits_until_it_is_confirmed(run: Run, tmp_path: Path) -> None:
    journal = asyncio.run(played(tmp_path, TWO_DAYS[0][:-1]))
    status, output = answer(run, "show", "--journal", str(journal), "--lang", "en")
    assert status == 1
    assert Fault.JACKPOT_PENDING in [row["fault"] for row in output["rows"]]
    assert "round 1, Seat 1: $10,000.20 PENDING" in [row["told"] for row in output["rows"]]
    status, said = run("report", "--journal", str(journal), "--lang", "fr")
    assert status == 0 and WORDS["hit_waits"].fr in said.replace("\n", " ").replace("    ", "")
    assert answer(run, "reconcile", "--journal", str(journal))[0] == 0


@pytest.mark.holds("21.2")
def test_21_2_when_the_amount_was_not_displayed_is_told_by_day(run: Run, journal: Path) -> None:
    lost, proven = DisplayLost(pool=NAME, seconds=30, since=1_800_000_000), DisplayProven(pool=NAME, seconds=95)
    asyncio.run(played(journal.parent, (), (), (lost, proven), (lost,)))
    status, output = answer(run, "show", "--journal", str(journal), "--lang", "en")
    assert (status, output["verdict"]) == (1, "warning")
    assert [row["fault"] for row in output["rows"] if row["fault"]] == [Fault.JACKPOT_UNDISPLAYED]
    assert [(gap["day"], gap["seconds"], bool(gap["until"])) for gap in output["gaps"][NAME]] == [
        ("2026-11-18", 95, True),
        ("2026-11-19", 30, False),
    ]
    assert any(row["told"].startswith("2 (21.2); the last at ") for row in output["rows"])
    for day, seconds in (("2026-11-16", []), ("2026-11-18", [95]), ("2026-11-19", [30])):
        assert [gap["seconds"] for gap in told(run, journal, "--day", day)["gaps"]] == seconds
    for language, words in (("fr", "Montant non affiché pendant 95 s"), ("en", "for 30 s when its wager was stopped")):
        status, said = run("report", "--journal", str(journal), "--lang", language)
        assert status == 0 and words in " ".join(said.split()) and max(map(len, said.splitlines())) <= 80


def told(run: Run, journal: Path, *words: str) -> dict[str, Any]:
    """What is reported of the pool."""
    pool: dict[str, Any] = answer(run, "report", "--journal", str(journal), *words)[1]["pools"][NAME]
    return pool


def test_the_ledger_is_told_whole_by_day_or_from_its_end(run: Run, two_days: Path) -> None:
    _, output = answer(run, "ledger", "--journal", str(two_days))
    entries = output["entries"][NAME]
    kinds = ["commissioned", "opened", "contribution", "hit", "award", "contribution", "contribution", "refund"]
    assert [entry["what"] for entry in entries] == kinds
    assert [entry["version"] for entry in entries] == list(range(1, 9))
    assert entries[0]["by"] == ["T1", "S1"] and entries[0]["after"]["seed"] == POOL.seed
    assert output["heads"][NAME] == {"version": 8, "digest": entries[-1]["digest"]}
    _, output = answer(run, "ledger", "--journal", str(two_days), "--day", "2026-11-17")
    assert [entry["version"] for entry in output["entries"][NAME]] == [6, 7, 8]
    _, output = answer(run, "ledger", "--journal", str(two_days), "--last", "2", "--pool", NAME)
    assert [entry["version"] for entry in output["entries"][NAME]] == [7, 8]


def test_the_report_leads_from_day_to_day_and_tells_each_hit(run: Run, two_days: Path) -> None:
    _, output = answer(run, "report", "--journal", str(two_days))
    one, other = output["pools"][NAME]["days"]
    assert [one["day"], other["day"]] == ["2026-11-16", "2026-11-17"]
    assert set(one["opening"].values()) == {0} and one["closing"] == other["opening"]
    for day in (one, other):
        assert {name: day["opening"][name] + moved for name, moved in day["moved"].items()} == day["closing"]
    assert (one["wagers"], other["wagers"], one["moved"]["paid"]) == (1, 1, 10_000_20 * CENT)
    assert other["moved"]["corrections"] == 2 * 25 * CENT
    (hit,) = output["pools"][NAME]["hits"]
    assert (hit["round"], hit["seat"], hit["share"], hit["cents"]) == (1, "1", "100%", 10_000_20)
    assert (hit["condition"], hit["by"]) == ("award", ["S1"])
    _, output = answer(run, "report", "--journal", str(two_days), "--day", "2026-11-17")
    assert [day["day"] for day in output["pools"][NAME]["days"]] == ["2026-11-17"] and not output["pools"][NAME]["hits"]


def test_a_hit_that_waited_overnight_is_in_the_report_of_both_days(run: Run, tmp_path: Path) -> None:
    *story, confirmed = TWO_DAYS[0]
    journal = asyncio.run(played(tmp_path, story, (confirmed,), TWO_DAYS[1]))
    reports = [answer(run, "report", "--journal", str(journal), "--day", f"2026-11-{day}")[1] for day in (16, 17, 18)]
    paid = [each["pools"][NAME]["days"][0]["moved"]["paid"] for each in reports]
    assert paid == [0, 10_000_20 * CENT, 0]
    assert [[hit["condition"] for hit in each["pools"][NAME]["hits"]] for each in reports] == [["award"], ["award"], []]


def richer(db: sqlite3.Connection) -> None:
    """Somebody adds a cent to what a contribution says."""
    seq, body = db.execute("SELECT seq, body FROM entry WHERE kind = 'jackpot_moved' ORDER BY seq LIMIT 1").fetchone()
    event = json.loads(body)
    event["entry"]["moved"]["displayed"] += 1
    event["entry"]["meters"]["displayed"] += 1
    db.execute("UPDATE entry SET body = ? WHERE seq = ?", (json.dumps(event).encode(), seq))


def poorer(db: sqlite3.Connection) -> None:
    """Somebody takes a contribution away."""
    db.execute("DELETE FROM entry WHERE seq = (SELECT min(seq) FROM entry WHERE kind = 'jackpot_moved')")


@pytest.mark.parametrize(
    ("tamper", "named"), [(richer, "digest does not follow"), (poorer, "version 7 after version 5")]
)
def test_a_ledger_that_was_touched_is_found_and_its_entry_named(
    run: Run, journal: Path, tamper: Tamper, named: str
) -> None:
    path = tampered(journal, "2026-11-17", tamper)
    for command in ("ledger", "report"):
        status, output = answer(run, command, "--journal", path)
        assert (status, output["verdict"]) == (2, "critical")
        assert named in output["differences"][0]["what"]
        assert output["next_action"] == ROWS[Fault.JACKPOT_LEDGER].fr.action
    status, output = answer(run, "reconcile", "--journal", path)
    assert (status, output["next_action"]) == (2, ROWS[Fault.JACKPOT_DIFFERS].fr.action)
    what = [each["what"] for each in output["pools"][NAME]["differences"]]
    assert any(named in each for each in what)
    if tamper is poorer:
        assert "round 2: nothing came of the wagers of seats 1" in what


def test_wagers_that_the_ledger_does_not_know_are_found(run: Run, journal: Path) -> None:
    """The ledger chains, and is not what was laid."""

    def another_seat(db: sqlite3.Connection) -> None:
        query = "SELECT seq, body FROM entry WHERE kind = 'seat_taken' AND CAST(body AS TEXT) LIKE '%progressive%'"
        seq, body = db.execute(query).fetchone()
        event = json.loads(body) | {"seat": "5"}
        db.execute("UPDATE entry SET body = ? WHERE seq = ?", (json.dumps(event).encode(), seq))

    path = tampered(journal, "2026-11-17", another_seat)
    assert answer(run, "ledger", "--journal", path)[0] == 0
    status, output = answer(run, "reconcile", "--journal", path)
    assert status == 2
    assert [each["what"] for each in output["pools"][NAME]["differences"]] == ["round 2: of seats 1, laid 5"]


@pytest.mark.parametrize("with_key", [True, False])
def test_an_archived_beginning_is_no_difference(run: Run, journal: Path, with_key: bool) -> None:
    (journal / "2026-11-16.journal").unlink()
    key = ("--key", str(journal.parent / "bj-1.key")) if with_key else ()
    for command in COMMANDS:
        assert run(command, "--journal", str(journal), *key)[0] == 0
    _, output = answer(run, "show", "--journal", str(journal), *key)
    assert output["pools"][NAME]["meters"]["displayed"] == 10_000_60 * CENT
    assert bool(output["pools"][NAME]["terms"]["stake"]) is with_key
    _, said = run("ledger", "--journal", str(journal), "--lang", "en")
    assert WORDS["not_here"].en.format(version=6) in " ".join(said.split())


def test_a_journal_without_a_progressive_says_so(run: Run, tmp_path: Path) -> None:
    journal = asyncio.run(played(tmp_path, (CloseTable(),)))
    for command in COMMANDS:
        status, said = run(command, "--journal", str(journal), "--lang", "en")
        assert status == 0 and WORDS["none_well"].en in said


@pytest.mark.parametrize("command", COMMANDS)
def test_a_pool_that_nobody_knows_is_no_verdict(run: Run, two_days: Path, command: str) -> None:
    status, said = run(command, "--journal", str(two_days), "--pool", "progresive-1")
    assert status == 2 and "progresive-1: no such pool here" in said


@pytest.mark.parametrize("command", ["ledger", "report"])
@pytest.mark.parametrize("day", ["yesterday", "20261116", "2026-11-31"])
def test_what_is_no_day_is_no_verdict(run: Run, two_days: Path, command: str, day: str) -> None:
    status, said = run(command, "--journal", str(two_days), "--day", day)
    assert status == 2 and "2026-11-16" in said


def test_a_table_is_held_against_its_file(run: Run, journal: Path) -> None:
    etc = site(journal.parent)
    status, output = answer(run, "show", "--config", str(etc))
    assert status == 0
    assert any(row["label"].strip() == WORDS["break_even"].fr for row in output["rows"])
    file = etc / "tables/bj-1.toml"
    file.write_text(file.read_text().replace("rate = 2000", "rate = 2100"))
    status, output = answer(run, "show", "--config", str(etc))
    faults = {row["fault"]: row["told"] for row in output["rows"] if row["fault"]}
    assert status == 1 and faults == {Fault.JACKPOT_CHANGED: "rate"}


# -- a pool that tables share -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def postgres() -> Iterator[Server]:
    with serving() as running:
        yield running


def site(folder: Path, ledger: str = "", *, shared: bool = False) -> Path:
    """The files of a site with one table, whose journal is in the same folder."""
    terms = TERMS if shared else POOL
    etc = folder / "etc"
    (etc / "tables").mkdir(parents=True)
    (etc / "site.toml").write_text(
        f'state_directory = "{folder}"\nruntime_directory = "{folder}"\n[broker]\nhost = "localhost"\n{ledger}'
    )
    (etc / "tables/bj-1.toml").write_text(
        'progressive_boards = ["meter-1"]\n[table]\ngame = "blackjack"\ndecks = 6\n[table.options]\nmanner = 1\n'
        '[shoe]\nport = "/dev/null"\nserial = "S"\n'
        f'[[jackpots]]\nname = "{terms.name}"\nseed = {terms.seed}\nrate = {terms.rate}\ncap = {terms.cap}\n'
        f"reserve_rate = {terms.reserve_rate}\nlargest = {terms.largest}\nshared = {str(shared).lower()}\n"
    )
    return etc


async def shared_play(folder: Path, url: str, *, hit: bool = True) -> None:
    """Two wagers, and a jackpot that waits."""
    async with table(folder, url) as here:
        await here.in_service()
        await here.round(2, "8h 9h 8c 9c 7h 7d", NoMoreCards())
        if hit:
            await here.round(1, *WIN)
        await here.until(lambda: not here.journal.owed(f"pool {TERMS.name}"))


def test_a_shared_pool_is_told_and_reconciled(run: Run, tmp_path: Path, postgres: Server) -> None:
    url = database(postgres)
    asyncio.run(shared_play(tmp_path, url))
    as_owner = owner(postgres, url)
    given = ("--journal", str(tmp_path / "bj-1"), "--database", as_owner)
    status, output = answer(run, "show", *given)
    assert status == 1 and Fault.JACKPOT_PENDING in [row["fault"] for row in output["rows"]]
    assert output["pools"][TERMS.name]["meters"]["money_in"] == 3 * 70 * CENT
    status, output = answer(run, "ledger", *given)
    kinds = ["commissioned", "opened", "contribution", "contribution", "hit"]
    assert status == 0 and [each["what"] for each in output["entries"][TERMS.name]] == kinds
    assert {each["table"] for each in output["entries"][TERMS.name][2:]} == {"bj-1"}
    status, output = answer(run, "report", *given)
    assert status == 0 and output["pools"][TERMS.name]["hits"][0]["condition"] == "pending"
    for command in COMMANDS:
        for language in LANGUAGES:
            status, said = run(command, *given, "--lang", language)
            assert status == (command == "show") and max(map(len, said.splitlines())) <= 80
    status, output = answer(run, "reconcile", *given)
    assert status == 0 and output["pools"][TERMS.name] == {"version": 5, "differences": []}

    # a table may compare its own bookings, and read no others
    status, said = run("reconcile", "--journal", given[1], "--database", url, "--lang", "en")
    assert status == 0 and "this user may read its own bookings alone" in " ".join(said.split())
    status, said = run("ledger", "--journal", given[1], "--database", url, "--lang", "en")
    assert status == 2 and said.startswith(Fault.JACKPOT_SCHEMA)


def test_what_a_journal_should_owe_follows_from_its_wagers_and_lines(
    run: Run, tmp_path: Path, postgres: Server
) -> None:
    """Journal and ledger agree, and both were told something else than what was laid and won."""
    url = database(postgres)
    asyncio.run(shared_play(tmp_path, url))
    given = ("reconcile", "--database", owner(postgres, url), "--journal")

    def found(where: str, change: Callable[[dict[str, Any]], dict[str, Any] | None]) -> list[str]:
        copy = tmp_path / secrets.token_hex(4)
        shutil.copytree(tmp_path / "bj-1", copy)
        with closing(sqlite3.connect(copy / "2026-11-16.journal", isolation_level=None)) as db:
            for seq, body in db.execute(f"SELECT seq, body FROM entry WHERE {where}").fetchall():  # noqa: S608
                if (changed := change(json.loads(body))) is None:
                    db.execute("DELETE FROM entry WHERE seq = ?", (seq,))
                else:
                    db.execute("UPDATE entry SET body = ? WHERE seq = ?", (json.dumps(changed).encode(), seq))
        status, output = answer(run, *given, str(copy))
        assert (status, output["verdict"]) == (2, "critical")
        return [each["what"] for each in output["pools"][TERMS.name]["differences"]]

    assert found("kind = 'jackpot_owed' AND CAST(body AS TEXT) LIKE '%hit%'", lambda _: None) == [
        "round 2: the None that seat 1 won are not locked"
    ]
    assert found("kind = 'line_settled' AND CAST(body AS TEXT) LIKE '%100!%%' ESCAPE '!'", lambda _: None) == [
        "round 2: no line says that seat 1 wins"
    ]
    assert found("kind = 'jackpot_owed' AND CAST(body AS TEXT) LIKE '%contribute%'", lambda _: None) == [
        "round 1: nothing came of the wagers of seats 1 2", "round 2: nothing came of the wagers of seats 1"
    ]  # fmt: skip
    assert found(
        "kind = 'seat_taken' AND CAST(body AS TEXT) LIKE '%\"2\"%progressive%'", lambda event: event | {"seat": "5"}
    ) == ["round 1: of seats 1 2, laid 1 5"]


def test_what_the_ledger_forgot_or_never_got_has_its_name(run: Run, tmp_path: Path, postgres: Server) -> None:
    url = database(postgres)
    asyncio.run(shared_play(tmp_path, url, hit=False))
    as_owner = owner(postgres, url)
    given = ("reconcile", "--journal", str(tmp_path / "bj-1"), "--database", as_owner)
    file = tmp_path / "bj-1/2026-11-16.journal"
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.execute("UPDATE outbox SET paid = NULL WHERE seq = (SELECT max(seq) FROM outbox)")
    assert answer(run, *given)[0] == 0  # the ledger has it; only the mark is missing
    with psycopg.connect(as_owner) as db:
        last = db.execute("DELETE FROM croupier.entry WHERE what = 'contribution' RETURNING body").fetchall()
    assert len(last) == 1
    status, output = answer(run, *given)
    assert [each["what"] for each in output["pools"][TERMS.name]["differences"]] == ["owed"]
    assert status == 2  # the pool's row is not what its entries lead to
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.execute("UPDATE outbox SET paid = '2026-11-16T00:00:00+00:00'")
    status, output = answer(run, *given)
    assert [each["what"] for each in output["pools"][TERMS.name]["differences"]] == ["lost"]
    assert (status, output["next_action"]) == (2, ROWS[Fault.JACKPOT_DIFFERS].fr.action)


@pytest.mark.parametrize("forged", ["hit", "award"])
def test_what_whoever_owns_the_database_puts_there_is_found(
    run: Run, tmp_path: Path, postgres: Server, forged: str
) -> None:
    """A hit without its round, an award without its hit: every digest is right, and so is the account."""
    url = database(postgres)
    asyncio.run(shared_play(tmp_path, url, hit=False))
    address = owner(postgres, url)
    kept, journal = audit(address), str(uuid.uuid4())
    hit = Hit(77, "3", "100%", kept.standing, table="bj-2", journal=journal)
    account, entry = pool.lock(kept, hit)
    moved = [(account, entry)] if forged == "hit" else [pool.award(replace(kept, hits=(hit,)), "S1", hit)]
    moved = [(pool.new_round(account), entry) for account, entry in moved]
    (entry,) = (books := Books(kept))._sealed(moved, None, Asking("bj-2", journal, Key(9, 0), 7))
    assert books.account is not None
    bodies = [Jsonb(written(each)) for each in (entry, replace(books.account, version=0, digest=""))]
    with psycopg.connect(address) as db:
        db.execute(
            "INSERT INTO croupier.entry (pool, version, what, login, table_name, journal, seq, idx, step, money_in,"
            " displayed, reserve, paid, body, account)"
            " VALUES (%s, %s, %s, 'bj-2', 'bj-2', %s, 9, 0, 0, 0, 0, 0, 0, %s, %s)",
            (TERMS.name, entry.version, forged, journal, *bodies),
        )
        db.execute("UPDATE croupier.pool SET version = version + 1")
    for command, fault in (("reconcile", Fault.JACKPOT_DIFFERS), ("ledger", Fault.JACKPOT_LEDGER)):
        status, output = answer(run, command, "--journal", str(tmp_path / "bj-1"), "--database", address)
        named = [row["told"] for row in output["rows"] if row["fault"] == fault]
        why = "refused no_wager" if forged == "hit" else "refused no_hit"
        assert status == 2 and named == [f"version {entry.version}: {forged} of bj-2; by what was before: {why}"]


def test_what_a_table_proposes_the_office_confirms(run: Run, tmp_path: Path, postgres: Server) -> None:
    url = database(postgres)

    async def propose() -> None:
        async with table(tmp_path, url) as here:
            await here.in_service()
            await here.tell(*both(CorrectJackpot(pool=TERMS.name, displayed=250, reserve=-0, reason="ancien système")))
            await here.ledger(lambda seen: bool(seen.account.proposals))

    asyncio.run(propose())
    given = ("confirm", TERMS.name, "--database", login(url, "office"))
    for language, words in (
        ("fr", ("proposé", "ancien système", "table bj-1")),
        ("en", ("proposed", "$2.50", "--version")),
    ):
        status, said = run(*given, "--lang", language)
        assert status == 0 and all(word in " ".join(said.split()) for word in words), said
        assert max(map(len, said.splitlines())) <= 80
    _, output = answer(run, "show", "--journal", str(tmp_path / "bj-1"), "--database", url)
    assert any("ancien système" in row["told"] for row in output["rows"])
    _, output = answer(run, *given)
    (proposal,) = output["proposals"]
    version = ("--version", str(proposal["version"]))
    status, output = answer(run, *given[:3], url, *version)
    assert (status, output["error"]["code"]) == (2, Fault.JACKPOT_SCHEMA)  # a table is not the office
    status, output = answer(run, *given, *version)
    assert (status, output["entry"]["what"], output["entry"]["by"][-1]) == (0, "correction", "office")
    status, output = answer(run, *given, *version)
    assert (status, output["next_action"]) == (1, ROWS[Fault.JACKPOT_UNCONFIRMED].fr.action)
    assert answer(run, "confirm", "nowhere", *given[2:])[1]["error"]["code"] == Fault.JACKPOT_NEW
    assert audit(owner(postgres, url)).meters.displayed == (TERMS.seed + 250) * CENT
    status, output = answer(run, "reconcile", "--journal", str(tmp_path / "bj-1"), "--database", owner(postgres, url))
    assert status == 0, output


def test_days_that_were_archived_are_no_difference(
    run: Run, tmp_path: Path, postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The ledger has all of them, the table's disk the newest alone; an archive has the others."""
    url = database(postgres)

    async def play() -> None:
        async with table(tmp_path, url) as here:
            await here.in_service()
            for day in ("2026-11-16", "2026-11-17", "2026-11-17"):
                monkeypatch.setattr(here.journal._writer, "_day", lambda day=day: day)
                await here.round(1)
                await here.until(lambda: not here.journal.owed(f"pool {TERMS.name}"))
                await here.tell("8h 9h 8c 9c", NoMoreCards())

    asyncio.run(play())
    archive = tmp_path / "archive"
    archive.mkdir()
    (tmp_path / "bj-1/2026-11-16.journal").rename(archive / "2026-11-16.journal")
    for folder, elsewhere in ((tmp_path / "bj-1", 4), (archive, 1)):
        given = ("reconcile", "--journal", str(folder), "--database", url)
        status, output = answer(run, *given)
        assert (status, output["pools"][TERMS.name]["differences"]) == (0, [])
        for language, word in (("fr", "non comparées :"), ("en", "not compared:")):
            _, said = run(*given, "--lang", language)
            assert f"{word} {elsewhere} " in " ".join(said.split()) and max(map(len, said.splitlines())) <= 80


def test_a_table_finds_its_ledger_by_its_file(run: Run, tmp_path: Path, postgres: Server) -> None:
    url = database(postgres)
    asyncio.run(shared_play(tmp_path, url, hit=False))
    name = conninfo_to_dict(url)["dbname"]
    (tmp_path / "password").write_text("bj-1\n")
    there = f'[ledger]\nhost = "127.0.0.1"\nport = {postgres.cluster.port}\ndatabase = "{name}"\n'
    there += f'ca = "{postgres.cluster.ca}"\n'
    etc = site(tmp_path, f'{there}user = "TABLE"\npassword_file = "{tmp_path}/password"\n', shared=True)
    status, output = answer(run, "show", "--config", str(etc))
    assert output["pools"][TERMS.name]["version"] == 3
    faults = [row["fault"] for row in output["rows"] if row["fault"]]
    assert status == 1 and faults == [Fault.JACKPOT_BREAK_EVEN]  # 70 % of each dollar go to the pool
    assert run("reconcile", "--config", str(etc))[0] == 0
    file = etc / "site.toml"
    file.write_text(file.read_text().replace(f"port = {postgres.cluster.port}", f"port = {free_port()}"))
    status, output = answer(run, "show", "--config", str(etc), "--lang", "en")
    assert (status, output["error"]["code"]) == (2, Fault.JACKPOT_LINK)


def test_a_copy_that_owes_a_ledger_must_be_told_where_it_is(run: Run, tmp_path: Path, postgres: Server) -> None:
    asyncio.run(shared_play(tmp_path, database(postgres), hit=False))
    status, said = run("reconcile", "--journal", str(tmp_path / "bj-1"), "--lang", "en")
    assert status == 2 and said.startswith(f"{Fault.CONFIG_INVALID}  --database")


def test_migrate_makes_the_schema_once_and_refuses_a_newer_one(run: Run, postgres: Server) -> None:
    name = f"floor_{secrets.token_hex(4)}"
    with psycopg.connect(postgres.cluster.url(), autocommit=True) as db:
        db.execute(f"CREATE DATABASE {name}")
    url = postgres.cluster.url(name)
    status, output = answer(run, "migrate", "--database", url)
    assert (status, output["before"], output["after"]) == (0, 0, 2)
    for language in LANGUAGES:
        status, said = run("migrate", "--database", url, "--lang", language)
        assert status == 0 and getattr(WORDS["schema_kept"], language).format(after=2) in said
    with psycopg.connect(url) as db:
        db.execute("INSERT INTO croupier.schema_version (version) VALUES (99)")
    status, said = run("migrate", "--database", url, "--lang", "en")
    assert status == 2 and said.startswith(f"{Fault.JACKPOT_SCHEMA}  99; this croupier knows 2")
    status, said = run("migrate", "--database", "postgresql://127.0.0.1:1/none", "--lang", "en")
    assert status == 2 and said.startswith(Fault.JACKPOT_LINK)
    status, said = run("migrate", "--database", "no address at all", "--lang", "en")
    assert status == 2 and said.startswith(Fault.JACKPOT_LINK)
