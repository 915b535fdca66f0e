"""One table's login in wrong hands, against a floor's ledger: it moves nobody else's money, shows nothing that the
books do not prove, and bears no name but its own."""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import Any, NamedTuple

import psycopg
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from psycopg import Connection
from psycopg.sql import SQL, Identifier
from psycopg.types.json import Jsonb

from daemon.jackpot.booking import BOOKING, LAST_PLACE, Again
from daemon.jackpot.pool import CENT, Account
from daemon.linked.read import look
from hil.postgres import Server, serving
from rules.blackjack_wagers import JACKPOT, TENTH
from tests.daemon.ledgers import TERMS, audit, contribution, database, login, owing, owner

NAME = TERMS.name
HONEST, WRONG = str(uuid.UUID(int=1)), str(uuid.UUID(int=2))
PEOPLE: dict[str, Any] = {"by": ("T1", "S1"), "reason": "vérifié"}


class Floor(NamedTuple):
    """Two tables and an office on one pool; bj-1 has a jackpot that waits."""

    url: str
    address: str  # for whoever owns the database

    def asked(self, who: str, query: str, *values: Any) -> Any:
        with psycopg.connect(login(self.url, who), autocommit=True) as db:
            row = db.execute(query, values).fetchone()
        return row[0] if row else None

    def book(self, who: str, *owed: Any, journal: str = WRONG) -> list[Any]:
        bookings = [[*key, BOOKING.dump_python(booking, mode="json")] for key, booking in owed]
        said = self.asked(who, "SELECT croupier.book(%s, %s, 0, 0, %s)", NAME, journal, Jsonb(bookings))
        return [body for *_, body in (said or {}).get("answers", ())]

    def account(self) -> Account:
        with psycopg.connect(self.address) as db:
            found = look(db, NAME)
        assert isinstance(found, Account), found
        return found

    def others(self) -> list[Any]:
        """All that bj-2 must not touch."""
        with psycopg.connect(self.address) as db:
            written = db.execute("SELECT * FROM croupier.entry WHERE login <> 'bj-2' ORDER BY pool, version").fetchall()
            reports = db.execute("SELECT table_name, report FROM croupier.member WHERE table_name <> 'bj-2'").fetchall()
            bound = db.execute("SELECT * FROM croupier.journal WHERE login <> 'bj-2' ORDER BY 1").fetchall()
        waits = [hit for hit in self.account().pending if hit.table != "bj-2"]
        return [written, reports, bound, [(hit.table, hit.journal, hit.round, hit.seat, hit.share) for hit in waits]]


@pytest.fixture(scope="module")
def postgres() -> Iterator[Server]:
    with serving() as running:
        yield running


@pytest.fixture
def floor(postgres: Server) -> Floor:
    return opened(postgres)


def opened(server: Server) -> Floor:
    url = database(server)
    floor = Floor(url, owner(server, url))
    commission = owing(1, "commission", terms=TERMS, **PEOPLE)
    won = owing(4, "hit", round=3, seats=("2",), share=JACKPOT)
    floor.book("bj-1", commission, owing(2, "open", by=("S1",)), contribution(3), won, journal=HONEST)
    floor.asked("bj-1", "SELECT croupier.report(%s, %s, 0, %s)", NAME, HONEST, Jsonb({"closed": False}))
    return floor


# -- what was carried out once ----------------------------------------------------------------------------------------


def test_no_call_hands_in_an_account(floor: Floor) -> None:
    """A hit of another table that was never there, in a row that replaced the pool's: it was shown, and paid."""
    with psycopg.connect(floor.address) as db:
        calls = db.execute(
            "SELECT proname, pg_get_function_arguments(oid) FROM pg_proc WHERE pronamespace = 'croupier'::regnamespace "
            "AND has_function_privilege('croupier_table', oid, 'EXECUTE') ORDER BY 1"
        ).fetchall()
    assert dict(calls) == {
        "book": "a_pool text, a_journal uuid, after_seq bigint, after_idx integer, bookings jsonb",
        "booked": "a_pool text, a_journal uuid",
        "last_booked": "a_pool text, a_journal uuid",
        "look": "a_pool text",
        "report": "a_pool text, a_journal uuid, owes bigint, told jsonb",
        "restored": "a_pool text, a_journal uuid, found_epoch integer, known_epoch integer",
    }
    none: tuple[Any, ...] = ([], {}, None, "x", [[5, 0, {}]] * 101)
    for nothing in none:
        with pytest.raises(psycopg.Error):
            floor.asked("bj-2", "SELECT croupier.book(%s, %s, 0, 0, %s)", NAME, WRONG, Jsonb(nothing))
    before = floor.others()
    for claim in ({"table": "bj-1"}, {"journal": HONEST}, {"table": "bj-1", "journal": HONEST}):
        hit = owing(
            len(claim) + 10 + len(str(claim)), "hit", round=3, seats=("2",), share=JACKPOT, cents=98_765_432, **claim
        )
        (answer,) = floor.book("bj-2", hit)
        assert (answer["what"], answer["reason"], answer["login"]) == ("refused", "no_wager", "bj-2")
    assert floor.others() == before
    audit(floor.address)


def test_what_another_table_won_is_neither_paid_nor_withdrawn_here(floor: Floor) -> None:
    (hit,) = floor.account().pending
    for number, what in enumerate(("award", "withdraw"), 50):
        of_hit: dict[str, Any] = {"round": 3, "seats": ("2",), "cents": hit.cents, "by": ("S1",)}
        for again in ("", "taken"):
            owed = owing(2 * number + bool(again), what, journal=HONEST, table="bj-1", again=again, **of_hit)  # type: ignore[arg-type]
            (answer,) = floor.book("bj-2", owed)
            assert (answer["what"], answer["reason"]) == ("refused", "no_hit")
    assert floor.asked("bj-2", "SELECT seq FROM croupier.booked(%s, %s)", NAME, HONEST) is None
    assert floor.asked("bj-2", "SELECT seq FROM croupier.last_booked(%s, %s)", NAME, HONEST) is None
    (paid,) = floor.book("bj-1", owing(5, "award", **of_hit), journal=HONEST)
    assert (paid["what"], paid["cents"]) == ("award", hit.cents)


def test_a_journal_of_another_table_is_another_journal(floor: Floor) -> None:
    """Whoever named it first kept its table out; and a name of its bookings that was used up was never booked."""
    before = floor.others()
    fresh = str(uuid.UUID(int=41))
    for journal in (HONEST, fresh):
        floor.asked("bj-2", "SELECT croupier.report(%s, %s, 0, '{}')", NAME, journal)
        (mine,) = floor.book("bj-2", contribution(5), journal=journal)
        assert (mine["what"], mine["login"]) == ("contribution", "bj-2")
        of_round: dict[str, Any] = {"round": 5, "seats": ("1",)}
        assert floor.book("bj-2", owing(6, "hit", share=JACKPOT, **of_round), journal=journal)[0]["what"] == "hit"
    assert floor.others() == before
    for journal in (HONEST, fresh):
        (honest,) = floor.book("bj-1", contribution(5), journal=journal)
        assert (honest["what"], honest["login"]) == ("contribution", "bj-1")
    audit(floor.address)


def test_a_pool_that_waits_for_its_commission_is_none_yet(floor: Floor) -> None:
    """The row of one that was too fast took anything for a commission, and nobody could read the ledger any more."""
    with psycopg.connect(floor.address) as db:
        db.execute("UPDATE croupier.posted SET burst = 0, a_minute = 0")
    commission = owing(1, "commission", terms=replace(TERMS, name="new"), **PEOPLE)
    ask = "SELECT croupier.book('new', %s, 0, 0, %s)"
    whole = [[*commission.key, BOOKING.dump_python(replace(commission.booking, pool="new"), mode="json")]]
    assert floor.asked("bj-2", ask, WRONG, Jsonb(whole)) == {"answers": [], "wait": True}
    with psycopg.connect(floor.address) as db:
        db.execute("INSERT INTO croupier.pool (name, version) VALUES ('new', 0)")  # what one of before may have left
        db.execute("UPDATE croupier.posted SET burst = 100")
        db.execute("DELETE FROM croupier.pace")
    odd = [[9, 0, {"what": "zzz", "by": ["\x1b[2J", {"a": 1}], "terms": asdict(replace(TERMS, name="new"))}]]
    assert floor.asked("bj-2", ask, WRONG, Jsonb(odd)) is None
    assert floor.asked("bj-1", ask, HONEST, Jsonb(whole))["answers"][0][2]["what"] == "commissioned"


def test_no_hit_that_is_told_again_lifts_the_meter(floor: Floor) -> None:
    """A whole meter won for nothing, again and again, put in a seed each time: any amount was on every board."""
    floor.book("bj-1", owing(5, "award", round=3, seats=("2",), cents=floor.account().pending[0].cents, by=("S1",)),
               journal=HONEST)  # fmt: skip
    before = floor.account().standing
    assert floor.asked("bj-2", "SELECT croupier.restored(%s, %s, 1, 1)", NAME, WRONG) == 2
    brought = 0
    for number in range(10, 20):
        (laid,) = floor.book("bj-2", contribution(number))
        brought += laid["moved"]["displayed"]
        of_hit: dict[str, Any] = {"round": number, "seats": ("1",), "share": JACKPOT, "cents": 0, "again": "taken"}
        floor.book("bj-2", owing(1000 + number, "hit", **of_hit))
        if number % 2:
            floor.book("bj-2", owing(2000 + number, "award", by=("S1",), **of_hit))
    floor.book("bj-2", owing(3000, "correct", **PEOPLE), owing(3001, "open", by=("S1",)))
    assert floor.account().standing <= before + brought // CENT
    audit(floor.address)


def test_a_correction_is_not_begun_anew_by_who_comes_third(floor: Floor) -> None:
    asked: dict[str, Any] = {"displayed": 5_000_00, **PEOPLE}
    assert floor.book("bj-1", owing(6, "correct", **asked), journal=HONEST)[0]["what"] == "proposed"
    assert floor.book("bj-2", owing(1, "correct", **asked))[0]["what"] == "correction"
    (third,) = floor.book("bj-1", owing(7, "correct", **asked), journal=HONEST)
    assert (third["what"], third["reason"]) == ("refused", "twice")
    audit(floor.address)


def test_one_booking_that_leads_to_many_entries_counts_as_many(floor: Floor) -> None:
    floor.book("bj-2", contribution(7, seats=40))
    won = [owing(100 + seat, "hit", round=7, seats=(str(seat),), share=JACKPOT) for seat in range(1, 41)]
    floor.book("bj-2", *won)
    with psycopg.connect(floor.address) as db:
        db.execute("UPDATE croupier.posted SET burst = 60, a_minute = 0")
    gone = [owing(200 + seat, "withdraw", round=7, seats=(str(seat),)) for seat in range(1, 41)]
    assert len(floor.book("bj-2", *gone)) == 2  # 40 and 39 entries
    audit(floor.address)


def test_a_hit_comes_with_a_wager_of_its_round_and_an_award_with_its_hit(floor: Floor) -> None:
    of_round: dict[str, Any] = {"round": 7, "seats": ("1",)}
    assert floor.book("bj-2", owing(1, "hit", share=JACKPOT, **of_round))[0]["reason"] == "no_wager"
    assert floor.book("bj-2", owing(2, "award", cents=1, by=("S1",), **of_round))[0]["reason"] == "no_hit"
    assert floor.book("bj-2", contribution(7))[0]["what"] == "contribution"
    assert floor.book("bj-2", owing(8, "hit", share=TENTH, **of_round))[0]["reason"] == "share"  # manner 1 posts none
    worth = floor.account().standing
    (hit,) = floor.book("bj-2", owing(9, "hit", share=JACKPOT, cents=98_765_432, **of_round))
    assert hit["cents"] == worth == TERMS.seed + 1_50  # the rest is bj-1's, which won first
    assert floor.book("bj-2", owing(10, "hit", share=JACKPOT, **of_round))[0]["reason"] == "twice"
    assert floor.book("bj-2", contribution(7)._replace(key=contribution(11).key))[0]["reason"] == "twice"
    back = owing(12, "refund", round=7, seats=("3",))
    assert [floor.book("bj-2", back._replace(key=contribution(seq).key))[0]["what"] for seq in (12, 13)] == [
        "refund",
        "refused",
    ]
    audit(floor.address)


def test_no_login_fills_the_boards(floor: Floor) -> None:
    """With hits that wait, or with a name that is none."""
    floor.book("bj-2", contribution(7, seats=60))
    won = [owing(100 + seat, "hit", round=7, seats=(str(seat),), share=JACKPOT) for seat in range(1, 61)]
    assert [answer.get("reason") for answer in floor.book("bj-2", *won)] == [None] * 50 + ["many"] * 10
    audit(floor.address)
    name = "Table 9 \N{RIGHT-TO-LEFT OVERRIDE}"
    with psycopg.connect(floor.address) as db:
        db.execute(SQL("CREATE ROLE {} LOGIN PASSWORD 'x' IN ROLE croupier_table").format(Identifier(name)))
    refused = pytest.raises(psycopg.errors.InsufficientPrivilege, match="no name of a table")
    with psycopg.connect(floor.address, user=name, password="x") as db, refused:  # noqa: S106
        db.execute("SELECT croupier.book(%s, gen_random_uuid(), 0, 0, '[[1, 0, {}]]')", (NAME,))


@pytest.mark.parametrize("by", ["another table", "the office"])
def test_one_login_moves_neither_the_meter_nor_the_seed(floor: Floor, by: str) -> None:
    """Close, a seed of a million, open, win it, award it, and back: each step was one table's order."""
    richer = owing(9, "change", terms=replace(TERMS, seed=1_000_000_00, cap=None), **PEOPLE)
    floor.book("bj-1", owing(5, "withdraw", round=3, seats=("2",)), journal=HONEST)
    floor.book("bj-2", owing(8, "close", by=("S1",), reason="soir"))
    both: tuple[Again, ...] = ("", "taken")
    for again in both:
        for number, owed in enumerate((richer, owing(10, "correct", displayed=5_000_00, **PEOPLE)), 20):
            renumbered = owed._replace(key=contribution(number + 10 * bool(again)).key)
            (answer,) = floor.book("bj-2", renumbered._replace(booking=replace(renumbered.booking, again=again)))
            assert answer["what"] == "proposed", answer
    assert (floor.account().terms, floor.account().meters.displayed) == (TERMS, 10_001_50 * CENT)
    (proposal,) = floor.account().proposals  # its own last one alone
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        floor.asked("bj-2", "SELECT croupier.confirm(%s, %s)", NAME, proposal.version)
    if by == "the office":
        assert floor.asked("office", "SELECT croupier.confirm(%s, %s)", NAME, proposal.version + 1) is None
        said = floor.asked("office", "SELECT croupier.confirm(%s, %s)", NAME, proposal.version)
        assert floor.asked("office", "SELECT croupier.confirm(%s, %s)", NAME, proposal.version) is None
    else:
        assert (
            floor.book("bj-1", owing(6, "correct", displayed=5_001_00, **PEOPLE), journal=HONEST)[0]["what"]
            == "proposed"
        )
        (said,) = floor.book("bj-1", owing(7, "correct", displayed=5_000_00, **PEOPLE), journal=HONEST)
    assert (said["what"], said["by"][:2]) == ("correction", ["T1", "S1"])
    assert floor.account().meters.displayed == 15_001_50 * CENT
    audit(floor.address)


def test_a_proposal_lapses_by_the_clock_of_the_database(floor: Floor) -> None:
    with psycopg.connect(floor.address) as db:
        db.execute("UPDATE croupier.posted SET confirm = 0")
    floor.book("bj-2", owing(8, "correct", displayed=1, **PEOPLE))
    (proposal,) = floor.account().proposals
    assert floor.asked("office", "SELECT croupier.confirm(%s, %s)", NAME, proposal.version) is None
    assert floor.book("bj-1", owing(8, "correct", displayed=1, **PEOPLE), journal=HONEST)[0]["what"] == "proposed"
    audit(floor.address)


def test_an_epoch_climbs_in_steps_and_seldom(floor: Floor) -> None:
    """One call put the place of a pool where no board can read it, and no table started any more."""
    epochs = [1]
    with pytest.raises(psycopg.errors.RaiseException, match="bj-2 has found it behind too often"):
        while True:
            known = 2**31 - 1
            epochs.append(
                floor.asked("bj-2", "SELECT croupier.restored(%s, %s, %s, %s)", NAME, WRONG, epochs[-1], known)
            )
    assert epochs == [1 + 16 * number for number in range(6)]
    assert floor.asked("bj-2", "SELECT croupier.restored(%s, %s, 1, 9000)", NAME, WRONG) is None
    assert floor.account().fault == "JACKPOT_BEHIND"
    with psycopg.connect(floor.address) as db, pytest.raises(psycopg.errors.CheckViolation):
        db.execute("UPDATE croupier.pool SET epoch = 8192")
    (mended,) = floor.book("bj-1", owing(6, "correct", **PEOPLE), journal=HONEST)
    assert mended["what"] == "correction"
    audit(floor.address)


def test_invented_rounds_come_no_faster_than_the_house_allows(floor: Floor) -> None:
    with psycopg.connect(floor.address) as db:
        db.execute("UPDATE croupier.posted SET burst = 5, a_minute = 0")
    owed = [contribution(number) for number in range(10, 20)]
    assert len(floor.book("bj-2", *owed)) == 5
    assert floor.book("bj-2", *owed[5:]) == []
    assert len(floor.book("bj-2", *owed[:5])) == 5  # what is booked is answered all the same
    assert len(floor.book("bj-1", contribution(9), journal=HONEST)) == 1
    with psycopg.connect(floor.address) as db:
        db.execute("UPDATE croupier.posted SET burst = 100")
        db.execute("UPDATE croupier.pace SET at = at - interval '1 hour', rest = 0")
        db.execute("UPDATE croupier.posted SET a_minute = 1")
    assert len(floor.book("bj-2", *owed[5:])) == 5
    audit(floor.address)


# -- whatever else comes to somebody's mind ---------------------------------------------------------------------------

NUMBERS = st.sampled_from((0, 1, 2, 3, -1, 7, 100, 2**31 - 1, -(2**31), 2**53, 2**63 - 1, -(2**63)))
TEXTS = st.sampled_from(
    (NAME, "bj-1", "", "x" * 5000, "\x1b[2J", "CAD", "cad", JACKPOT, HONEST, WRONG, "é\u202e", "S1")
)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)
WHATS = (
    "commission", "change", "open", "close", "contribute", "refund", "hit", "withdraw", "award", "correct",
)  # fmt: skip
OTHER_TERMS: tuple[tuple[str, Any], ...] = (("shared", True), ("seed", 1_000_000_00), ("currency", "cad"))
LIKELY: dict[str, st.SearchStrategy[Any]] = {
    "what": st.sampled_from((*WHATS, "correct", "correct")), "round": st.integers(3, 9),
    "seats": st.sampled_from((["1"], ["2"], ["1", "2"])),
    "by": st.just(["S1", "S2"]), "share": st.sampled_from((JACKPOT, TENTH)), "unit": st.sampled_from((1, 100)),
    "cents": st.sampled_from((0, 1, TERMS.seed, 98_765_432)), "journal": st.sampled_from(("", HONEST, WRONG)),
    "table": st.sampled_from(("", "bj-1")), "again": st.sampled_from(("", "", "taken", "refused")),
    "displayed": st.sampled_from((0, 1, 500_00)), "reserve": st.sampled_from((0, 1)),
    "terms": st.sampled_from([asdict(TERMS) | {name: value} for name, value in OTHER_TERMS]),
    "each": st.sampled_from((None, [5000, 2000], [10**9, 0])), "reason": st.sampled_from(("", "vérifié")),
}  # fmt: skip
SANE = st.fixed_dictionaries(LIKELY)
ODD = {name: likely | likely | likely | VALUES for name, likely in LIKELY.items() if name != "what"}
ASKED = SANE | SANE | st.fixed_dictionaries({"what": LIKELY["what"]}, optional=ODD)
OWED = st.lists(
    st.tuples(st.integers(1, 2**40) | VALUES, st.integers(0, 3) | VALUES, ASKED | VALUES).map(list), max_size=4
)
KEYS = st.integers(1, 2**40)
ROUND: dict[str, Any] = {"seats": ["1"], "by": ["S1"], "share": JACKPOT, "unit": 100, "cents": 98_765_432}
PLAYED = st.tuples(
    KEYS,
    st.lists(st.sampled_from(("correct", "open", "contribute", "hit", "award", "withdraw")), min_size=6, max_size=12),
).map(
    lambda drawn: [[drawn[0] + at, 0, ROUND | {"what": what, "round": drawn[0]}] for at, what in enumerate(drawn[1], 1)]
)  # a round that was never dealt
BOOKED = st.tuples(
    st.just(NAME), st.just(WRONG), st.just(0), st.just(0),
    (PLAYED | st.lists(st.tuples(KEYS, st.just(0), ASKED).map(list), min_size=1, max_size=6)).map(json.dumps),
)  # fmt: skip
BY_TYPE: dict[str, st.SearchStrategy[Any]] = {
    "text": st.just(NAME) | TEXTS, "uuid": st.sampled_from((WRONG, HONEST, str(uuid.UUID(int=77)))),
    "bigint": NUMBERS, "integer": NUMBERS.filter(lambda value: abs(value) < 2**31),
    "jsonb": (OWED | OWED | OWED | VALUES).map(json.dumps), "boolean": st.booleans(),
}  # fmt: skip
STATEMENTS = (
    "DELETE FROM croupier.{0}", "TRUNCATE croupier.{0}", "INSERT INTO croupier.{0} DEFAULT VALUES",
    "SELECT * FROM croupier.{0} FOR UPDATE", "ALTER TABLE croupier.{0} OWNER TO \"bj-2\"",
    "DROP TABLE croupier.{0} CASCADE",
    "CREATE TRIGGER t BEFORE INSERT ON croupier.{0} EXECUTE FUNCTION now()",
)  # fmt: skip


@pytest.fixture(scope="module")
def attacked(postgres: Server) -> Iterator[tuple[Floor, Connection[Any], dict[str, list[str]]]]:
    """A floor, the connection of bj-2, and every function that there is with the types of what it takes."""
    floor = opened(postgres)
    with psycopg.connect(floor.address) as db:
        db.execute("UPDATE croupier.posted SET burst = 1000000000, behind = 1000")
        query = (
            "SELECT proname, ARRAY(SELECT format_type(t, NULL) FROM unnest(proargtypes) AS t) FROM pg_proc "
            "WHERE pronamespace = 'croupier'::regnamespace"
        )
        functions = {f"{name}{len(types)}": [name, *types] for name, types in db.execute(query).fetchall()}
    with psycopg.connect(login(floor.url, "bj-2"), autocommit=True) as db:
        yield floor, db, functions


@settings(
    derandomize=True, max_examples=80, deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)  # fmt: skip
@given(data=st.data())
def test_whatever_it_calls_it_harms_nobody_else(
    attacked: tuple[Floor, Connection[Any], dict[str, list[str]]], data: st.DataObject
) -> None:
    floor, db, functions = attacked
    before, stood = floor.others(), floor.account()
    amounts = {(hit.table, hit.seat): hit.cents for hit in stood.pending}
    for _ in range(6):
        likely = data.draw(st.booleans())
        name, *types = functions["book5" if likely else data.draw(st.sampled_from(sorted(functions)))]
        values = data.draw(BOOKED if likely else st.tuples(*(BY_TYPE.get(each, st.none()) for each in types)))
        places = ", ".join(f"%s::{each}" for each in types)
        try:
            db.execute(f"SELECT croupier.{name}({places})", values)
        except psycopg.Error as refused:
            assert not isinstance(refused, psycopg.InterfaceError), refused
    table = data.draw(st.sampled_from(("pool", "entry", "member", "journal", "posted", "pace", "schema_version")))
    with pytest.raises(psycopg.Error):
        db.execute(data.draw(st.sampled_from(STATEMENTS)).format(table))
    kept = audit(floor.address)  # every entry is made again from those before: what is shown is what they prove
    assert floor.others() == before
    assert all(hit.cents == amounts[hit.table, hit.seat] for hit in kept.pending if hit.table != "bj-2")
    proven = max(stood.meters.displayed, TERMS.seed * CENT) + kept.meters.money_in - stood.meters.money_in
    assert max(kept.meters.displayed, kept.standing * CENT) <= proven  # nothing but wagers lifts the meter
    assert all(hit.table in ("bj-1", "bj-2") for hit in kept.pending)
    assert all((hit.cents or 0) <= LAST_PLACE for hit in kept.pending)
    seq = time.time_ns() // 1000
    (answer,) = floor.book("bj-1", contribution(seq), journal=HONEST)  # and the honest table can still book
    assert answer["what"] == "contribution"


def test_it_was_no_idle_attack(attacked: tuple[Floor, Connection[Any], dict[str, list[str]]]) -> None:
    """What came before has written entries of many kinds, taken and refused."""
    floor, *_ = attacked
    with psycopg.connect(floor.address) as db:
        rows = db.execute("SELECT what, split_part(body ->> 'reason', ' ', 1) FROM croupier.entry WHERE login = 'bj-2'")
        kinds = set(rows.fetchall())
    assert {what for what, _ in kinds} >= {"contribution", "hit", "opened", "closed", "proposed", "refused"}
    assert {why for what, why in kinds if what == "refused"} >= {"no_wager", "no_hit", "twice", "exists", "incomplete"}
