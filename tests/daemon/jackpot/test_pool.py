"""A pool's books: whatever happens to them, every hundredth of a cent is somewhere, and the ledger proves it."""

from __future__ import annotations

from dataclasses import fields, replace
from functools import partial
from itertools import count
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from daemon.history.jackpot_sentences import REFUSED, entry_text
from daemon.history.ledger import Posted, Proof, followed
from daemon.history.pool_summary import summaries
from daemon.history.sentences import Voice
from daemon.jackpot import pool
from daemon.jackpot.booking import Booking, Key, Refusal, What, book
from daemon.jackpot.digest import digest
from daemon.jackpot.edge import favours_player
from daemon.jackpot.pool import CENT, Account, Entry, Hit, Meters, Moved, Pool, PoolError
from daemon.linked.books import Asking, Books
from drivers.faults import Fault
from rules.blackjack_wagers import JACKPOT, TENTH, worth
from rules.odds.blackjack import progressive

TERMS = Pool("p", "progressive", 100, 500_00, 2000, 500, cap=1000_00, largest=100_00, manner=3)
BY = ("S1", "S2")


def live(terms: Pool = TERMS) -> Account:
    return pool.open_(pool.commission(terms, BY, "mise en service")[0], "S1")[0]


def fed(account: Account, rounds: int, *seats: str) -> Account:
    for number in range(1, rounds + 1):
        account, _ = pool.contribute(pool.new_round(account), number, seats or ("1",))
    return account


def won(account: Account, share: str, unit: int = 1, seat: str = "1", number: int = 1) -> Account:
    return pool.lock(account, Hit(number, seat, share, worth(share, account.standing, unit)))[0]


# -- what a wager brings ----------------------------------------------------------------------------------------------


def test_a_wager_brings_its_parts_to_the_hundredth_of_a_cent() -> None:
    account, entry = pool.contribute(live(replace(TERMS, rate=333, reserve_rate=1)), 7, ("1", "4"))
    assert entry.moved == Meters(money_in=668, displayed=666, reserve=2)
    assert (entry.round, entry.seats, account.fed) == (7, ("1", "4"), ("1", "4"))
    assert account.standing == 500_06  # 666 hundredths are six cents that show, and two thirds of one


def test_what_the_cap_keeps_out_goes_to_the_reserve() -> None:
    account = live(replace(TERMS, cap=500_25))
    account, _ = pool.contribute(account, 1, ("1",))
    account, entry = pool.contribute(account, 2, ("1", "2"))
    assert entry.moved == Meters(money_in=50_00, displayed=5_00, reserve=45_00, overflow=35_00)
    account, entry = pool.contribute(account, 3, ("1",))
    assert entry.moved == Meters(money_in=25_00, reserve=25_00, overflow=20_00)
    assert account.standing == 500_25


def test_more_than_is_reasonable_is_not_taken() -> None:
    with pytest.raises(PoolError) as caught:
        pool.contribute(live(replace(TERMS, largest=50)), 1, ("1", "2", "3"))
    assert caught.value.fault is Fault.JACKPOT_BOUND


def test_wagers_that_go_back_leave_the_meter_and_a_correction() -> None:
    account = fed(live(), 1, "1", "2", "3")
    before = account.meters
    account, entry = pool.refund(account, 1, ("1", "3"), "panne")
    assert entry.moved == Meters(money_in=-50_00, corrections=50_00)
    assert account.meters.displayed == before.displayed and account.fed == ("2",)


@pytest.mark.parametrize(
    ("terms", "flaw"),
    [
        (replace(TERMS, stake=50, rate=333), "rate: 333 basis points of 50 cents"),
        (replace(TERMS, stake=50, reserve_rate=1), "reserve_rate: 1 basis"),
        (replace(TERMS, rate=9_501), "more than the wager"),
        (replace(TERMS, cap=499_99), "cap: below seed"),
        (replace(TERMS, largest=174), "largest: 7 wagers bring more"),
    ],
)
def test_a_pool_that_cannot_be_is_refused(terms: Pool, flaw: str) -> None:
    assert flaw in (pool.flaw(terms, 7) or "")
    assert pool.flaw(TERMS, 7) is None


def test_a_meter_at_break_even_and_rates_that_give_too_much_favour_the_player() -> None:
    """By the posted manner: A107 has the figure for manner 1."""
    for manner in (1, 2, 3):
        terms, least = replace(TERMS, manner=manner), progressive(manner, 6).break_even_cents
        assert favours_player(terms, least - 1, 6) is None
        assert favours_player(terms, least, 6) == f"{least} is displayed, {least} breaks even"
    assert 340_000_00 < progressive(1, 6).break_even_cents < 350_000_00
    generous = replace(TERMS, manner=1, rate=5000)
    assert (favours_player(generous, 500_00, 6) or "").endswith("of each 100 go back in the long run")
    assert favours_player(replace(generous, manner=None), 10**9, 6) is None  # nobody knows what it is worth


# -- hits -------------------------------------------------------------------------------------------------------------


def test_a105_two_jackpots_in_one_round_are_paid_in_the_order_of_the_hands() -> None:
    account = fed(live(), 3, "1", "2")
    shown = account.standing
    account = won(won(won(account, TENTH, seat="2"), JACKPOT, seat="1"), JACKPOT, seat="3")
    tenth, whole, seed = (hit.cents for hit in account.pending)
    assert (tenth, whole, seed) == (-(-shown // 10), shown - -(-shown // 10), 500_00)
    for _ in range(3):
        account, entry = pool.award(account, "S1")
        assert entry.by == ("S1",)
    assert account.meters.displayed // CENT == 500_00 == account.standing
    assert account.meters.paid == (shown + 500_00) * CENT and account.meters.hits == 3
    assert not account.pending and all(hit.awarded for hit in account.hits)
    assert pool.new_round(account).hits == ()


def test_a_part_of_a_cent_stays_in_the_pool_and_what_rounding_up_costs_is_the_house_s() -> None:
    small = replace(TERMS, rate=1, reserve_rate=0)
    account = pool.award(won(fed(live(small), 1), JACKPOT), "S1")[0]
    assert account.meters.displayed == 500_00 * CENT + 1
    account = pool.award(won(fed(live(replace(small, seed=500_01)), 1), JACKPOT, unit=100), "S1")[0]
    assert account.meters.paid == 501_00 * CENT
    assert account.meters.displayed == 500_01 * CENT
    assert account.meters.seeded == (2 * 500_01 + 99) * CENT - 1  # what lay there paid a hundredth of a cent of it


def test_the_reserve_pays_the_next_seed_as_far_as_it_goes() -> None:
    account, _ = pool.correct(live(), 0, 300_00, BY, "réserve de l'ancien système")
    account, entry = pool.award(won(account, JACKPOT), "S1")
    assert (entry.moved.reserve, entry.moved.seeded) == (-300_00 * CENT, 200_00 * CENT)
    account, _ = pool.correct(account, 0, 700_00, BY, "réserve")
    account, entry = pool.award(won(account, JACKPOT), "S1")
    assert (entry.moved.reserve, entry.moved.seeded, account.meters.reserve) == (-500_00 * CENT, 0, 200_00 * CENT)


def test_what_comes_in_while_a_hit_waits_is_the_next_one_s() -> None:
    account = won(live(), JACKPOT)
    account, _ = pool.contribute(account, 2, ("1",))
    assert (account.pending[0].cents, account.standing) == (500_00, 500_20)
    account, entry = pool.award(account, "S1")
    assert entry.cents == 500_00 and account.meters.displayed == 500_20 * CENT


def test_a_hit_that_nobody_has_confirmed_can_be_withdrawn_and_leaves_the_meter() -> None:
    account = won(live(), JACKPOT)
    after, entry = pool.withdraw(account, account.pending[0], "")
    assert (after.pending, after.meters, entry.what, entry.cents) == ((), live().meters, "withdrawn", 500_00)


# -- hits of several tables -------------------------------------------------------------------------------------------


def hit_at(table: str, share: str, unit: int = 1) -> Booking:
    return Booking(TERMS.name, "hit", table, 1, ("1",), share, unit, journal=table)


def gone(table: str) -> Booking:
    return replace(hit_at(table, JACKPOT), what="withdraw")


def confirmed(account: Account) -> Account:
    """The first hit that waits, confirmed."""
    hit = account.pending[0]
    return booked(account, replace(hit_at(hit.table, hit.share), what="award", cents=hit.cents, by=("S1",)))[0]


def booked(account: Account, *bookings: Booking) -> tuple[Account, list[Entry]]:
    every: list[Entry] = []
    for booking in bookings:
        before, (account, entries) = account, book(account, booking)
        every += entries
        for entry in entries:
            assert pool.follows(before, entry) is None
            before = replace(before, meters=entry.meters, version=entry.version, digest=entry.digest)
    return account, every


def test_a_hit_that_is_withdrawn_leaves_the_whole_meter_to_the_next() -> None:
    """Another table had locked the seed; what came in since then is not its own."""
    account = pool.correct(live(), 300_00, 0, BY, "ancien système")[0]
    brings = Booking(TERMS.name, "contribute", "bj-3", 1, ("1",))
    account, before = booked(account, hit_at("bj-1", JACKPOT), hit_at("bj-2", JACKPOT), brings)
    assert [entry.cents for entry in before] == [800_00, 500_00, None]
    account, entries = booked(account, gone("bj-1"))
    assert [(entry.what, entry.table, entry.cents) for entry in entries] == [
        ("withdrawn", "bj-1", 800_00), ("hit", "bj-2", 800_00)
    ]  # fmt: skip
    assert account.standing == 500_20
    paid = replace(hit_at("bj-2", JACKPOT), what="award", cents=800_00, by=("S1",))
    account, _ = booked(account, paid)
    assert account.meters.displayed == 500_20 * CENT
    reported = summaries(Posted(entry.version, "", "", entry) for entry in (*before, *entries))[TERMS.name]
    assert [won.locked.entry.cents for won in reported.hits] == [800_00, 800_00]
    proof = Proof()
    for entry in (*before, *entries):
        proof.add(Posted(entry.version, "", "", entry))
    assert [(hit.table, hit.cents) for hit in proof.accounts[TERMS.name].pending] == [("bj-2", 800_00)]


def test_every_refusal_has_its_words_in_both_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of these is refused for what it says."""
    assert set(REFUSED) == set(get_args(Refusal))
    account, _ = booked(live(), hit_at("bj-2", JACKPOT), hit_at("bj-1", JACKPOT))
    of = partial(Booking, TERMS.name, by=BY)
    award, closed = replace(hit_at("bj-1", JACKPOT), what="award", by=BY, cents=5), pool.close(live(), BY, "soir")[0]
    mine = pool.withdraw(account, account.pending[0], "")[0]
    asked: dict[Refusal, tuple[Account, Booking]] = {
        "before": (account, of("open", again="refused")), "exists": (account, of("commission")),
        "pending": (account, of("change", terms=TERMS)), "open": (live(), of("open")),
        "fault": (pool.fail(closed, Fault.JACKPOT_BOUND, "x")[0], of("open")), "earlier": (account, award),
        "amount": (mine, award), "no_hit": (live(), award), "incomplete": (account, of("hit")),
        "books": (account, of("correct", displayed=-501_00)),
    }  # fmt: skip
    refused = {why: book(stands, booking)[1][0] for why, (stands, booking) in asked.items()} | _by_its_books(
        monkeypatch
    )
    assert set(refused) == set(REFUSED)
    for why, entry in refused.items():
        assert (entry.what, entry.reason.split()[0]) == ("refused", why)
        for language in ("fr", "en"):
            said = entry_text(Voice(language, "blackjack"), entry)
            assert getattr(REFUSED[why], language).split("{")[0] in said and "{" not in said
    text = entry_text(Voice("fr", "blackjack"), book(account, award)[1][0])
    assert text.endswith("un gain antérieur attend, table bj-2")
    text = entry_text(Voice("fr", "blackjack"), book(mine, award)[1][0])
    assert text.endswith("le montant fixé est 500,00\u00a0$")


def _by_its_books(monkeypatch: pytest.MonkeyPatch) -> dict[Refusal, Entry]:
    """What is refused for what was booked before, or was not."""
    books, numbers = Books(), count(1)

    def ask(what: What, **more: Any) -> Entry:
        booking = Booking(TERMS.name, what, by=BY, **more)
        return books.book(booking, Asking("bj-1", "here", Key(next(numbers), 0), 0))[0]

    ask("commission", terms=replace(TERMS, manner=1))
    ask("contribute", round=1, seats=("1",))
    hit = partial(ask, "hit", round=1, unit=1)
    found: dict[Refusal, Entry] = {
        "no_wager": hit(seats=("2",), share=JACKPOT), "share": hit(seats=("1",), share=TENTH),
        "twice": ask("contribute", round=1, seats=("2",)),
        "terms": ask("contribute", round=2, seats=("2",), each=(1, 2)),
    }  # fmt: skip
    monkeypatch.setattr("daemon.linked.books.MANY_HITS", 0)
    return found | {"many": hit(seats=("1",), share=JACKPOT)}


def test_what_was_laid_before_a_change_is_booked_by_the_terms_of_then() -> None:
    brings = Booking(TERMS.name, "contribute", "bj-2", 1, ("1", "2"))
    back = replace(brings, what="refund")
    once, twice = replace(TERMS, rate=1000), replace(TERMS, rate=300)
    by: dict[str, Any] = {"by": BY, "reason": "nouveau taux"}
    account, _ = pool.close(live(), ("S1",), "nouveau taux")
    account, entries = booked(account, Booking(TERMS.name, "change", terms=once, **by), brings)
    assert entries[0].after == once and account.terms.changed
    assert entries[1].moved == Meters(money_in=2 * 25_00, displayed=2 * 20_00, reserve=2 * 5_00)
    account, _ = booked(account, Booking(TERMS.name, "change", terms=twice, **by))
    account, entries = booked(account, back, replace(brings, each=once.each), replace(back, each=once.each))
    assert [entry.moved.money_in for entry in entries] == [-2 * 25_00, 2 * 15_00, -2 * 15_00]


def test_what_is_told_again_after_a_restore_is_worth_no_more_than_the_pool_can_prove() -> None:
    """The ledger has not heard yet of the withdrawal by which the hit was worth more: people must look."""
    won = replace(hit_at("bj-2", JACKPOT), cents=800_00, again="taken")
    paid = replace(won, what="award", by=("S1",))
    account, entries = booked(live(), won, paid)
    assert [(entry.what, entry.cents) for entry in entries] == [("hit", 500_00), ("award", 500_00)]
    assert not account.pending and account.meters.paid == 500_00 * CENT
    tenth = replace(won, share=TENTH, cents=30_00), replace(paid, share=TENTH, cents=30_00)
    assert [entry.cents for entry in booked(live(), *tenth)[1]] == [30_00, 30_00]  # what was locked then
    nothing = replace(won, cents=0), replace(paid, cents=0)
    assert [entry.cents for entry in booked(live(), *nothing)[1]] == [
        500_00,
        500_00,
    ]  # no less than it begins anew with


@settings(deadline=None)
@given(
    happened=st.lists(
        st.tuples(st.sampled_from((JACKPOT, TENTH)), st.sampled_from((1, 25, 100)), st.integers(0, 7)),
        min_size=1,
        max_size=6,
    ),
    paid=st.integers(0, 3),
    which=st.integers(0),
)
def test_later_hits_are_worth_what_they_would_have_been_without_it(
    happened: list[tuple[str, int, int]], paid: int, which: int
) -> None:
    """Hits with contributions before each, the first ones paid: one of the others is withdrawn, or was never there."""
    paid = min(paid, len(happened) - 1)
    withdrawn = str(paid + which % (len(happened) - paid))
    bookings: list[Booking] = []
    for number, (share, unit, seats) in enumerate(happened):
        brings = Booking(TERMS.name, "contribute", "t", 1, tuple(map(str, range(seats))))
        bookings += [*([brings] if seats else ()), hit_at(str(number), share, unit)]
    account, _ = booked(live(), *bookings)
    never, _ = booked(live(), *(each for each in bookings if each.table != withdrawn))
    for _ in range(paid):
        account, never = confirmed(account), confirmed(never)
    account, _ = booked(account, gone(withdrawn))
    assert account.pending == never.pending
    assert (account.meters, account.standing) == (never.meters, never.standing)


# -- the ledger proves it ---------------------------------------------------------------------------------------------


def test_the_displayed_amount_falls_by_an_award_or_a_correction_alone() -> None:
    account = live()
    for what in ("contribution", "refund", "opened", "changed", "hit"):
        moved = Meters(displayed=-1, reserve=1)
        entry = Entry("p", account.version + 1, what, moved, account.meters + moved)
        entry = replace(entry, digest=digest(entry, account.digest))
        assert "falls" in (pool.follows(account, entry) or "")


def test_an_entry_that_was_touched_does_not_follow() -> None:
    before = live()
    _, entry = pool.contribute(before, 1, ("1", "2"))
    assert pool.follows(before, entry) is None
    richer = replace(entry, moved=entry.moved + Meters(displayed=CENT))
    for touched in (
        replace(entry, version=9),
        replace(entry, seats=("1",)),
        replace(entry, by=("S9",)),
        richer,
        replace(richer, meters=richer.meters + Meters(displayed=CENT)),
        replace(entry, digest="0" * 64),
    ):
        assert pool.follows(before, touched) is not None


def test_a_digest_is_pinned_so_that_old_ledgers_stay_provable() -> None:
    _, entry = pool.contribute(live(), 3, ("1", "5"))
    assert entry.digest == "9e2693550b0d6260fc7aa68f6ae5575ec28950b47ccafe569274fc21f982f666"


def test_books_that_are_wrong_close_and_only_two_persons_mend_them() -> None:
    broken = replace(live(), meters=Meters(displayed=10, seeded=7))
    assert pool.flaws(broken) is not None
    with pytest.raises(PoolError):
        pool.contribute(broken, 1, ("1",))
    failed, entry = pool.fail(broken, Fault.JACKPOT_LEDGER, "x")
    assert (failed.live, failed.fault, entry.what, entry.reason) == (
        False,
        "JACKPOT_LEDGER",
        "closed",
        "JACKPOT_LEDGER",
    )
    locked, _ = pool.lock(failed, Hit(1, "1", JACKPOT, 5))  # a player is owed what the cards say all the same
    assert locked.pending
    mended, _ = pool.correct(failed, 1, 0, BY, "compté deux fois")
    assert (mended.fault, pool.flaws(mended), mended.meters.displayed) == ("", None, 110)


def test_a_correction_cannot_take_more_than_there_is() -> None:
    with pytest.raises(PoolError):
        pool.correct(live(), -500_01, 0, BY, "trop")


@given(st.integers(1, 10_000), st.integers(0, 10_000), st.integers(1, 99))
def test_rates_come_out_even_or_are_refused(stake: int, rate: int, wagers: int) -> None:
    terms = Pool("p", "progressive", stake, 0, rate, 0, None, 10**12)
    even = stake * CENT * rate % pool.BASIS == 0
    assert (pool.flaw(terms, wagers) is None) is even
    if even:
        _, entry = pool.contribute(live(terms), 1, tuple(map(str, range(wagers))))
        assert entry.moved.displayed * pool.BASIS == stake * CENT * rate * wagers


class Life(RuleBasedStateMachine):
    """Whatever happens to a pool, in any order."""

    @initialize(
        seed=st.integers(0, 10**6),
        rate=st.integers(0, 6000),
        reserve=st.integers(0, 4000),
        room=st.none() | st.integers(0, 500),
    )
    def born(self, seed: int, rate: int, reserve: int, room: int | None) -> None:
        terms = Pool("p", "progressive", 100, seed, rate, reserve, None if room is None else seed + room, 10**6)
        self.entries: list[Entry] = []
        self.proven: Account | None = None
        self.brought = self.paid = self.number = 0
        self.account = Account(terms)
        self.moved(pool.commission(terms, BY, "neuf"))

    def moved(self, moved: Moved) -> None:
        shown = self.account.meters.displayed
        self.account, entry = moved
        self.entries.append(entry)
        wrong, self.proven = followed(self.proven, entry)
        assert wrong is None
        assert self.account.meters.displayed >= shown or entry.what in ("award", "correction")

    @rule(seats=st.integers(1, 7))
    def rien_ne_va_plus(self, seats: int) -> None:
        self.account, self.number = pool.new_round(self.account), self.number + 1
        self.brought += sum(self.account.terms.each) * seats
        self.moved(pool.contribute(self.account, self.number, tuple(map(str, range(seats)))))

    @precondition(lambda self: self.account.fed)
    @rule()
    def void(self) -> None:
        self.brought -= sum(self.account.terms.each) * len(self.account.fed)
        self.moved(pool.refund(self.account, self.number, self.account.fed, "annulé"))

    @rule(share=st.sampled_from((JACKPOT, TENTH)), unit=st.sampled_from((1, 25, 100)))
    def hit(self, share: str, unit: int) -> None:
        cents = worth(share, self.account.standing, unit)
        self.moved(pool.lock(self.account, Hit(self.number, str(len(self.entries)), share, cents)))

    @precondition(lambda self: self.account.pending)
    @rule()
    def confirm(self) -> None:
        stood, cents = self.account.standing, self.account.pending[0].cents
        self.paid += cents or 0
        self.moved(pool.award(self.account, "S1"))
        assert self.account.standing == stood  # what the next hit finds does not depend on when this one is confirmed

    @precondition(lambda self: self.account.pending)
    @rule()
    def withdraw(self) -> None:
        self.moved(pool.withdraw(self.account, self.account.pending[-1], ""))

    @rule(displayed=st.integers(-1000, 1000), reserve=st.integers(-1000, 1000))
    def correct(self, displayed: int, reserve: int) -> None:
        before = self.account
        try:
            self.moved(pool.correct(before, displayed, reserve, BY, "compté"))
        except PoolError:
            assert before.meters.displayed + displayed * CENT < 0 or before.meters.reserve + reserve * CENT < 0

    @rule(cap=st.none() | st.integers(0, 10**6), rate=st.integers(0, 6000))
    def change(self, cap: int | None, rate: int) -> None:
        terms = replace(self.account.terms, cap=None if cap is None else self.account.terms.seed + cap, rate=rate)
        self.moved(pool.change(self.account, terms, BY, "nouvel affichage"))

    @invariant()
    def every_hundredth_is_somewhere(self) -> None:
        meters = self.account.meters
        assert meters.balance == 0
        assert all(getattr(meters, each.name) >= 0 for each in fields(meters) if each.name != "corrections")
        assert (meters.money_in, meters.paid) == (self.brought, self.paid * CENT)

    @invariant()
    def the_meters_are_the_sum_of_the_ledger(self) -> None:
        assert self.proven is not None
        assert sum((entry.moved for entry in self.entries), Meters()) == self.proven.meters == self.account.meters
        assert (self.proven.version, self.proven.digest) == (self.account.version, self.account.digest)


TestLife = Life.TestCase
TestLife.settings = settings(
    max_examples=30, stateful_step_count=25, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
