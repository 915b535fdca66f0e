"""The progressive at a table: what wagers, cards and people do to a pool; whatever happens, the game goes on."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from daemon.engine import restore
from daemon.history.ledger import doubts, ledger, reconcile
from daemon.jackpot import pool
from daemon.jackpot.booking import book
from daemon.jackpot.pool import CENT, Account, Entry, Hit, Meters, Pool
from daemon.journal.recover import set_aside
from daemon.journal.store import Journal
from daemon.table.apply import apply
from daemon.table.events import Event, JackpotMoved, JackpotOwed, LineSettled
from daemon.table.jackpot import troubles
from daemon.table.linked import known
from daemon.table.orders import (
    Align,
    AwardJackpot,
    CloseBetting,
    CloseTable,
    CorrectCard,
    CorrectJackpot,
    DirectCard,
    EnterPastRound,
    LedgerBooked,
    LedgerReported,
    Misdeal,
    NoMoreCards,
    OpenJackpot,
    OpenRound,
    Past,
    SeatIn,
    SetJackpot,
    TakeBack,
)
from daemon.table.state import TableState
from daemon.table.view import shown, view
from drivers.faults import Fault
from drivers.observation import ShoeTrouble
from tests.daemon.floor import (
    IN_SERVICE,
    POOL,
    PROGRESSIVE,
    S1,
    S2,
    T1,
    UP,
    StoryStep,
    both,
    everything,
    of_kind,
    refused,
    started,
    table,
    tell,
)
from tests.daemon.pools import CLOSED, LOSE, NAME, TWO_DAYS, WAGER, WIN, award, laid, played, playing, suited
from tests.daemon.pools import tell as submit

SHARED = replace(POOL, name="floor", shared=True)
TWO_HITS: tuple[StoryStep, ...] = (
    "As Ah 9d 2s 2h 9c",
    *suited("2", "h"),
    *suited("1", "s"),
    NoMoreCards(),
)  # seat 2 first


def offering(*story: StoryStep) -> TableState:
    """The table with its pool in service."""
    return table("blackjack", *IN_SERVICE, *story, **PROGRESSIVE)


def account(state: TableState) -> Account:
    (only,) = state.pools
    return only


def moved(events: tuple[Event, ...]) -> list[Entry]:
    return [event.entry for event in of_kind(events, JackpotMoved)]


# -- a wager contributes at « Rien ne va plus », once -----------------------------------------------------------------


def test_a_wager_that_is_laid_brings_nothing_before_rien_ne_va_plus() -> None:
    state, events = everything(offering(), OpenRound(), SeatIn(seat="1", wagers=WAGER), SeatIn(seat="2", wagers=WAGER))
    assert not moved(events) and account(state).meters.money_in == 0
    state, events = everything(state, TakeBack(seat="2", wager="progressive"), CloseBetting())
    (entry,) = moved(events)
    assert (entry.what, entry.seats, entry.round) == ("contribution", ("1",), 1)
    assert entry.moved == Meters(money_in=25 * CENT, displayed=20 * CENT, reserve=5 * CENT)
    assert shown(state, "bj-1")[0].cents == 10_000_20


def test_a_round_without_a_wager_on_it_moves_nothing() -> None:
    state, events = everything(offering(), *laid(), "8h 9h", NoMoreCards())
    assert not moved(events) and account(state).version == 2


def test_a_void_leaves_the_meter_and_a_recorded_correction() -> None:
    state = offering(*laid("1", "2"))
    displayed = account(state).meters.displayed
    state, events = everything(state, *both(Misdeal(reason="une carte est tombée"))[1:])
    (entry,) = moved(events)
    assert (entry.what, entry.seats, entry.reason) == ("refund", ("1", "2"), "une carte est tombée")
    meters = account(state).meters
    assert (meters.displayed, meters.money_in, meters.corrections) == (displayed, 0, 50 * CENT)


# -- a hit ------------------------------------------------------------------------------------------------------------


def test_a_hit_is_locked_with_its_last_card_and_waits_for_a_supervisor() -> None:
    state, events = everything(offering(*laid("1")), *WIN)
    (entry,) = moved(events)
    assert (entry.what, entry.seats, entry.share, entry.cents) == ("hit", ("1",), "100%", 10_000_20)
    (line,) = [event.line for event in of_kind(events, LineSettled) if event.line.wager == "progressive"]
    assert (line.won, line.section) == (10_000_20, "21.2")
    (meter,) = shown(state, "bj-1")
    assert (meter.condition, meter.pending) == ("pending", (("bj-1", "1", 10_000_20),))
    (waits,) = view(state)["jackpots"][0]["pending"]
    assert (waits["seat"], waits["cents"]) == ("1", 10_000_20)
    assert Fault.JACKPOT_PENDING in [fault for _, fault, _ in troubles(state)]
    assert refused(state, award("1", 10_000_21)) == (Fault.ORDER_NOT_NOW, "seat 1: 1000020")
    assert refused(state, award("2", 10_000_20))[0] is Fault.ORDER_NOT_NOW
    state, events = everything(state, award("1", 10_000_20))
    (entry,) = moved(events)
    assert (entry.what, entry.by) == ("award", ("S1",))
    (meter,) = shown(state, "bj-1")
    assert (meter.condition, meter.cents, meter.pending) == ("live", POOL.seed, ())


def test_a105_two_hits_in_one_round_in_the_order_in_which_the_hands_were_completed() -> None:
    """Seat 2 is complete before seat 1: it wins what was displayed, seat 1 the seed."""
    state = offering(*laid("1", "2"))
    state, events = everything(state, *TWO_HITS)
    hits = [entry for entry in moved(events) if entry.what == "hit"]
    assert [(entry.seats[0], entry.cents) for entry in hits] == [("2", 10_000_40), ("1", POOL.seed)]
    assert [hit.seat for hit in shown(state, "bj-1")[0].pending] == ["2", "1"]
    assert refused(state, award("1", POOL.seed)) == (Fault.ORDER_NOT_NOW, "seat 2: 1000040")
    state, _ = tell(state, award("2", 10_000_40), award("1", POOL.seed))
    meters = account(state).meters
    assert (meters.displayed, meters.hits, meters.paid) == (POOL.seed * CENT, 2, (10_000_40 + POOL.seed) * CENT)


TENTH = ("5c", "5s", "5c", "5s")


@pytest.mark.parametrize("last", [("Ah", "2h", "3h", "4h", "5h"), TENTH])
async def test_a105_hits_that_a_correction_leaves_wait_in_the_order_of_the_hands(
    tmp_path: Path, last: tuple[str, ...]
) -> None:
    """Seat 1 takes the meter, seat 3 the seed, seat 2 of what is left; then a card of seat 1 was another one."""
    terms = replace(POOL, manner=3)
    first = f"As {last[0]} Ad 9d 2s {last[1]} 2d 9c"
    rest = [step for card in last[2:] for step in (DirectCard(hand="2"), card)]
    wrong = CorrectCard(hand="1", index=4, card="9s")
    async with playing(tmp_path, terms=terms) as engine:
        story = (*IN_SERVICE, *laid("1", "2", "3"), first, *suited("1", "s"), *suited("3", "d"), *rest)
        await submit(engine, story)
        found = [(hit.seat, hit.cents) for hit in account(engine.state).pending]
        least = POOL.seed // 10 if last is TENTH else POOL.seed
        assert found == [("1", 10_000_60), ("3", POOL.seed), ("2", least)]
        await submit(engine, both(wrong))
        waits = account(engine.state)
        assert [(hit.seat, hit.cents) for hit in waits.pending] == [("3", 10_000_60), ("2", least)]
        assert waits.live
        await submit(engine, (award("3", 10_000_60), award("2", least)))
    assert not reconcile(tmp_path / "bj-1").differences


def test_no_correction_comes_between_what_the_boards_show_and_what_a_hit_finds() -> None:
    """The game was told at « Rien ne va plus » what the meter shows; a hit must find what everyone sees."""
    more = CorrectJackpot(pool=NAME, displayed=500_00, reason="compteur repris")
    state = offering(*laid("1"), "As 9d 2s 9c", *suited("1", "s")[:-2])
    assert refused(state, S1(more)) == (Fault.ORDER_NOT_NOW, "the round is not settled")
    state, _ = tell(state, *suited("1", "s")[-2:], NoMoreCards())
    assert [hit.cents for hit in account(state).pending] == [10_000_20] and not account(state).fault
    for now in (state, offering(*laid())):  # the round is over, or nobody plays for it
        after, _ = tell(now, *both(more))
        assert account(after).standing == account(now).standing + 500_00


def test_what_waits_over_rounds_is_not_forgotten() -> None:
    state = offering(*laid("1"), *WIN)
    state, _ = everything(state, *laid("1"), *LOSE)
    assert [hit.cents for hit in account(state).pending] == [10_000_20]
    assert account(state).standing == POOL.seed + 20  # what came in since is the next one's


def test_the_displayed_amount_falls_by_an_award_or_two_persons_alone() -> None:
    state = offering(*laid("1"), *LOSE)
    order = CorrectJackpot(pool=NAME, displayed=-20, reason="compté deux fois")
    alone, events = everything(state, S1(order))
    assert not moved(events) and account(alone).meters == account(state).meters
    assert refused(state, S1(replace(order, reason=" ")))[0] is Fault.ORDER_MALFORMED
    after, events = everything(alone, S2(order))
    (entry,) = moved(events)
    assert (entry.what, entry.by, entry.reason) == ("correction", ("S1", "S2"), "compté deux fois")
    assert account(after).meters.displayed == POOL.seed * CENT


# -- a meter that tables share: its ledger knows the amounts ----------------------------------------------------------


def sharing(*story: StoryStep) -> TableState:
    """The table with a pool that others share, in service."""
    from_ledger = LedgerReported(pool=SHARED.name, version=2, terms=SHARED, open=True)
    return table("blackjack", from_ledger, *story, jackpots=(SHARED,), more={"manner": 1})


def owed(events: tuple[Event, ...]) -> list[tuple[str, str]]:
    """What the table owes to the ledger, and of which seats."""
    bookings = (event.booking for event in of_kind(events, JackpotOwed))
    return [(booking.what, " ".join(booking.seats)) for booking in bookings]


def test_a105_two_hits_in_one_round_of_a_shared_meter_both_wait_for_the_ledger() -> None:
    state, events = everything(sharing(*laid("1", "2")), *TWO_HITS)
    won = [event.line for event in of_kind(events, LineSettled) if event.line.wager == "progressive"]
    assert [(line.seat, line.won) for line in won] == [("2", None), ("1", None)]
    assert owed(events) == [("hit", "2"), ("hit", "1")]
    assert [(hit.seat, hit.cents) for hit in account(state).pending] == [("2", None), ("1", None)]


class Floor:
    """The ledger of the shared pool, which answers when it is asked to."""

    def __init__(self) -> None:
        self.account = pool.open_(pool.commission(SHARED, ("T1", "S1"), "neuf")[0], "S1")[0]

    def answer(self, state: TableState, events: tuple[Event, ...]) -> TableState:
        """Books what these events owe; the table hears what came of it."""
        for number, event in enumerate(of_kind(events, JackpotOwed)):
            booking = replace(event.booking, table="bj-1", journal=event.booking.journal or "here")
            self.account, (entry, *_) = book(self.account, booking)
            state, _ = tell(state, LedgerBooked(seq=number, idx=0, entry=entry))
        return state


def waiting(*hits: StoryStep) -> tuple[Floor, TableState]:
    """Both seats with a wager on the shared meter, these cards, and everything answered."""
    floor, state = Floor(), sharing()
    state, events = everything(state, *laid("1", "2"), *hits)
    return floor, floor.answer(state, events)


WRONG = CorrectCard(hand="2", index=4, card="9h")  # what completed the hand of seat 2 was another card


def confirmed(seat: str, cents: int) -> AwardJackpot:
    return S1(AwardJackpot(pool=SHARED.name, seat=seat, cents=cents))


def test_what_a_supervisor_has_confirmed_stands_before_the_ledger_answers() -> None:
    floor, state = waiting(*TWO_HITS)
    state, events = everything(state, confirmed("2", 10_000_40))
    assert owed(events) == [("award", "2")]
    assert refused(state, confirmed("2", 10_000_40))[0] is Fault.ORDER_NOT_NOW  # once
    assert refused(state, both(WRONG)[0]) == (Fault.JACKPOT_AWARDED, "seat 2")
    state = floor.answer(state, events)
    assert [hit.seat for hit in account(state).pending] == ["1"]
    assert refused(state, both(WRONG)[0]) == (Fault.JACKPOT_AWARDED, "seat 2")


def test_a_hit_whose_award_the_ledger_refuses_waits_again() -> None:
    floor, state = waiting(*TWO_HITS)
    state, events = everything(state, confirmed("2", 10_000_40))
    floor.account = replace(floor.account, hits=(Hit(1, "1", "10%", 5, table="bj-2"), *floor.account.hits))
    state = floor.answer(state, events)
    assert [(hit.seat, hit.confirmed) for hit in account(state).pending] == [("2", False), ("1", False)]
    assert ("withdraw", "2") in owed(everything(state, *both(WRONG))[1])


def test_a_shared_hit_is_confirmed_at_what_the_ledger_has_locked() -> None:
    """An earlier one is withdrawn by a correction: the ledger locks the later one anew, and it alone knows."""
    floor, state = waiting(*TWO_HITS)
    assert [hit.cents for hit in floor.account.pending] == [10_000_40, SHARED.seed]
    state, events = everything(state, *both(WRONG))
    assert owed(events) == [("withdraw", "2")]
    state = floor.answer(state, events)
    assert [(hit.seat, hit.cents) for hit in floor.account.pending] == [("1", 10_000_40)]
    state, events = everything(state, confirmed("1", SHARED.seed))
    state = floor.answer(state, events)
    assert len(floor.account.pending) == len(account(state).pending) == 1  # that was not what waits
    state, events = everything(state, confirmed("1", 10_000_40))
    state = floor.answer(state, events)
    assert not account(state).pending
    assert floor.account.meters.paid == 10_000_40 * CENT


def test_a_correction_takes_back_no_hit_that_an_older_journal_of_the_table_has_left() -> None:
    _, state = waiting(*TWO_HITS)
    left = Hit(1, "2", "10%", 1_000_00, table="bj-1", journal="old")
    state = state._replace(pools=(replace(account(state), hits=(left, *account(state).hits)),))
    state, _ = tell(state, *both(WRONG))
    assert [(hit.journal, hit.seat) for hit in account(state).pending] == [("old", "2"), ("", "1")]


# -- parameters -------------------------------------------------------------------------------------------------------


def test_no_parameter_changes_while_the_pool_is_live() -> None:
    other = replace(POOL, rate=3000, reserve_rate=0)
    state = offering(*laid("1"), *LOSE)
    state, _ = tell(state, started("blackjack", jackpots=(other,), more={"manner": 1}))
    assert account(state).terms == POOL  # the file alone changes nothing
    assert ("progressive-1", Fault.JACKPOT_CHANGED, "rate, reserve_rate") in troubles(state)
    change = SetJackpot(pool=NAME, reason="nouveau taux")
    assert refused(state, T1(change)) == (Fault.ORDER_NOT_NOW, "the table is open")
    state, _ = tell(state, CloseTable())
    assert refused(state, T1(change)) == (Fault.ORDER_NOT_NOW, "the pool is open")
    state, events = everything(state, CLOSED, T1(change), S1(change))
    entry = moved(events)[-1]
    assert (entry.what, entry.by, entry.before, entry.after) == ("changed", ("T1", "S1"), POOL, other)
    assert entry.moved == Meters()
    state, _ = tell(state, S1(OpenJackpot(pool=NAME)), UP, *laid("1"))
    assert account(state).meters.displayed == (POOL.seed + 20 + 30) * CENT


@pytest.mark.parametrize("other", [{"rate": 1500}, {"largest": 3_00}, {"seed": 9_000_00}])
def test_a_table_whose_file_differs_from_the_shared_pool_does_not_offer_it(other: dict[str, int]) -> None:
    from_ledger = LedgerReported(pool=SHARED.name, version=2, terms=SHARED, open=True)
    posts = {"jackpots": (replace(SHARED, **other),), "more": {"manner": 1}}  # type: ignore[arg-type]
    state = table("blackjack", from_ledger, OpenRound(), **posts)
    assert refused(state, SeatIn(seat="1", wagers=WAGER)) == (Fault.JACKPOT_CHANGED, f"floor: {', '.join(other)}")
    state = sharing(OpenRound(), SeatIn(seat="1", wagers=WAGER))  # and if the others change it while chips lie there:
    state, _ = tell(state, replace(from_ledger, version=3, terms=replace(SHARED, **other)))  # type: ignore[arg-type]
    assert refused(state, CloseBetting())[0] is Fault.JACKPOT_CHANGED


def test_a_shared_wager_owes_what_it_brought_when_it_was_laid() -> None:
    """Once a pool was changed, nobody can tell from the booking alone by which terms it was laid."""
    other, third = replace(SHARED, rate=1500, changed=True), replace(SHARED, rate=1000, changed=True)
    from_ledger = LedgerReported(pool=SHARED.name, version=2, terms=SHARED, open=True)

    def rates(events: tuple[Event, ...]) -> list[tuple[int, int] | None]:
        return [event.booking.each for event in of_kind(events, JackpotOwed)]

    state, events = everything(sharing(), *laid("1", "2"))
    assert rates(events) == [None]  # as it was commissioned
    state, events = everything(
        state, replace(from_ledger, version=3, terms=other), Misdeal(reason="une carte est tombée")
    )
    assert rates(events) == [None]
    state = table("blackjack", replace(from_ledger, version=3, terms=other), jackpots=(other,), more={"manner": 1})
    state, events = everything(state, *laid("1", "2"))
    assert rates(events) == [other.each]
    state, events = everything(
        state, replace(from_ledger, version=4, terms=third), Misdeal(reason="une carte est tombée")
    )
    assert (owed(events), rates(events)) == ([("refund", "1 2")], [other.each])


def test_no_parameter_changes_while_a_hit_waits() -> None:
    state = offering(*laid("1"), *WIN, CLOSED)
    state, _ = tell(state, started("blackjack", jackpots=(replace(POOL, rate=3000),), more={"manner": 1}), CloseTable())
    change = SetJackpot(pool=NAME, reason="nouveau taux")
    assert refused(state, T1(change)) == (Fault.ORDER_NOT_NOW, "a hit is pending")


@pytest.mark.parametrize("lives", [POOL, SHARED])
def test_a_pool_stays_where_it_lives_whatever_the_file_says(lives: Pool) -> None:
    """Its meters and the hit that waits are in the journal or in the ledger, and nowhere else."""
    state = sharing(*laid("1"), *WIN) if lives.shared else offering(*laid("1"), *WIN)
    before, waits = account(state), account(state).pending
    other = replace(lives, shared=not lives.shared)
    from_ledger = LedgerReported(pool=lives.name, version=9, terms=replace(lives, shared=True), open=True)
    state, _ = tell(state, started("blackjack", jackpots=(other,), more={"manner": 1}), from_ledger, CloseTable())
    assert (account(state).meters, account(state).pending) == (before.meters, waits) and len(waits) == 1
    assert (lives.name, Fault.JACKPOT_CHANGED, "shared") in troubles(state)
    assert (lives.name in known(state, (other,))) is lives.shared  # the ledger's is not asked for
    assert refused(state, T1(SetJackpot(pool=lives.name, reason="déménagement")))[0] is Fault.ORDER_ILLEGAL
    state, _ = tell(state, started("blackjack", jackpots=(lives,), more={"manner": 1}))
    assert account(state).pending == waits


def test_a_shared_pool_that_nobody_commissioned_leaves_its_name_to_one_of_the_journal() -> None:
    own = replace(SHARED, shared=False)
    state, _ = tell(table("blackjack", jackpots=(SHARED,), more={"manner": 1}), CloseTable())
    state, _ = tell(state, started("blackjack", jackpots=(own,), more={"manner": 1}))
    state, _ = tell(state, *(person(SetJackpot(pool=own.name, reason="neuf")) for person in (T1, S1)))
    assert account(state).terms == own and account(state).meters.displayed == own.seed * CENT


# -- it closes itself, and the table goes on --------------------------------------------------------------------------


def test_a_contribution_above_the_bound_closes_the_progressive_and_the_table_deals_on() -> None:
    """No file can ask for such a pool; a meter that was meddled with may."""
    state = offering()
    state = state._replace(pools=(replace(account(state), terms=replace(POOL, largest=40)),))
    state, events = everything(state, *laid("1", "2"))
    (entry,) = moved(events)
    assert (entry.what, entry.reason, entry.moved) == ("closed", Fault.JACKPOT_BOUND, Meters())
    assert not account(state).live and state.hold is None
    assert shown(state, "bj-1")[0].condition == "closed"
    state, events = everything(state, "8h 9h 8c 9c 7h 7d", NoMoreCards())
    assert state.hold is None and of_kind(events, LineSettled)
    state, _ = tell(state, OpenRound())
    assert refused(state, SeatIn(seat="1", wagers=WAGER))[0] is Fault.JACKPOT_CLOSED
    assert refused(state, S1(OpenJackpot(pool=NAME)))[0] is Fault.ORDER_NOT_NOW  # two persons first


@pytest.mark.parametrize("doubt", ["the digest does not follow from the one before", "a meter is not the sum"])
def test_a_ledger_in_doubt_closes_the_progressive_until_two_persons_answer_for_it(doubt: str) -> None:
    said = replace(started("blackjack", more={"manner": 1}), jackpots=(POOL,), patience=None)
    state, events = apply(offering(), replace(said, doubts={NAME: doubt}))
    (entry,) = moved(events)
    assert (entry.what, entry.reason) == ("closed", Fault.JACKPOT_LEDGER)
    assert ("progressive-1", Fault.JACKPOT_LEDGER, doubt) in troubles(state)
    assert not account(state).live
    state, _ = tell(state, UP, OpenRound(), SeatIn(seat="1", wagers={"over_13": 500}), CloseBetting())
    state, events = everything(state, "8h 9h", NoMoreCards())
    assert state.hold is None and of_kind(events, LineSettled)
    state, _ = tell(state, *both(CorrectJackpot(pool=NAME, reason="vérifié")), S1(OpenJackpot(pool=NAME)))
    assert account(state).live


def test_meters_that_do_not_balance_close_the_progressive_at_start() -> None:
    state = offering()
    broken = replace(account(state), meters=account(state).meters + Meters(displayed=1))
    state, events = tell(state._replace(pools=(broken,)), started("blackjack", **PROGRESSIVE))
    (entry,) = moved(events)
    assert (entry.what, entry.reason) == ("closed", Fault.JACKPOT_LEDGER)


# -- what was laid and won, against the books -------------------------------------------------------------------------


async def test_a_seat_that_took_everything_back_owes_the_books_nothing(tmp_path: Path) -> None:
    seats = (SeatIn(seat="1", wagers=WAGER), SeatIn(seat="2", wagers={**WAGER, "over_13": 500}), SeatIn(seat="7"))
    async with playing(tmp_path) as engine:
        await submit(engine, (*IN_SERVICE, OpenRound(), *seats, TakeBack(seat="2"), CloseBetting(), *LOSE))
    assert not reconcile(tmp_path / "bj-1").differences


@pytest.mark.parametrize("closing", [(CLOSED,), ()])
async def test_a_pool_that_the_table_left_is_not_asked_for_the_hits_of_the_next(
    tmp_path: Path, closing: tuple[StoryStep, ...]
) -> None:
    async with playing(tmp_path) as engine:
        await submit(engine, (*IN_SERVICE, *laid("1"), *LOSE, *closing, CloseTable()))
    other = replace(POOL, name="progressive-2")
    service: tuple[StoryStep, ...] = (
        *(person(SetJackpot(pool=other.name, reason="neuf")) for person in (T1, S1)),
        OpenJackpot(pool=other.name),
    )
    async with playing(tmp_path, terms=other) as engine:
        await submit(engine, (*service, *laid("1"), *WIN))
        assert [hit.cents for hit in engine.state.pools[1].pending] == [10_000_20]
    assert not reconcile(tmp_path / "bj-1").differences


# -- across crashes ---------------------------------------------------------------------------------------------------


async def test_a_restored_table_finds_its_ledger_as_it_left_it(tmp_path: Path) -> None:
    folder = await played(tmp_path, *TWO_DAYS)
    journal = await asyncio.to_thread(Journal, folder, tmp_path / "bj-1.key", lambda: "2026-11-18")
    try:
        state = await asyncio.to_thread(restore, journal)
        assert await asyncio.to_thread(doubts, journal, state) == {}
        meddled = state._replace(pools=(replace(account(state), version=7),))
        assert await asyncio.to_thread(doubts, journal, meddled) == {NAME: "version 8 in the journal, 7 here"}
    finally:
        await asyncio.to_thread(journal.close)


async def test_a_ledger_whose_journal_was_set_aside_is_in_doubt_until_two_persons_answer_for_it(tmp_path: Path) -> None:
    """The snapshot that was good is of the round's end: of what was awarded after it the table knows nothing."""
    folder = await played(tmp_path, TWO_DAYS[0])
    aside = await asyncio.to_thread(set_aside, folder, tmp_path / "bj-1.key")

    async def found(*story: StoryStep) -> dict[str, str]:
        async with playing(tmp_path) as engine:
            await submit(engine, story)
            return await asyncio.to_thread(doubts, engine.journal, engine.state)

    assert await found() == {NAME: f"what follows version 4 is in {aside.folder}"}
    assert await found(*both(CorrectJackpot(pool=NAME, displayed=-20, reason="gain déjà payé"))) == {}


def counted(state: TableState) -> Align:
    """A person has counted the felt, and it is as recorded."""
    hands = state.machine.hands(state.play) if state.play is not None else {}
    return Align(felt={hand: len(cards.cards) for hand, cards in hands.items() if cards.cards})


async def test_a_table_that_ends_after_every_step_contributes_once_and_pays_once(tmp_path: Path) -> None:
    """Whoever comes back gives the order again if it does not know that it was taken; a second one is refused."""
    *two_persons, opens = IN_SERVICE
    story = (opens, *laid("1"), "As", "9d", "2s", "9c", *suited("1", "s"), NoMoreCards(), award("1", 10_000_20))
    async with playing(tmp_path) as engine:
        await submit(engine, two_persons)  # both in one life: what one person proposed does not outlive the process
    for number, step in enumerate(story):
        async with playing(tmp_path) as engine:
            if engine.state.hold is not None:
                await submit(engine, (counted(engine.state),))
            await submit(engine, (step,))
            if isinstance(step, CloseBetting | DirectCard) or number == len(story) - 1:
                with pytest.raises(Exception, match="ORDER_"):
                    await submit(engine, (step,))
    what = [posted.entry.what for posted in ledger(tmp_path / "bj-1")]
    assert what == ["commissioned", "opened", "contribution", "hit", "award"]
    assert not reconcile(tmp_path / "bj-1").differences


# -- by hand ----------------------------------------------------------------------------------------------------------


async def test_the_books_know_rounds_that_were_dealt_by_hand(tmp_path: Path) -> None:
    """Each wager contributes once: by the form, or before croupier died; and a hit is locked once."""
    poor: Past = {"seats": {seat: {"wagers": {"progressive": 100}, "cards": ["9h", "9d"]} for seat in ("1", "2")}}
    lucky: Past = {"seats": {"1": {"wagers": {"progressive": 100}, "cards": ["As", "2s", "3s", "4s", "5s"]}}}
    trouble = ShoeTrouble("shoe", "b1", 1, "overdraw")  # which holds the round
    forms = [
        EnterPastRound(
            form=f"f-{number}", played=played, reason="dark", contributions={"progressive": len(played["seats"])}
        )
        for number, played in enumerate((poor, poor, lucky))
    ]
    async with playing(tmp_path) as engine:
        await submit(engine, (*IN_SERVICE, *both(forms[0]), *laid("1", "3"), trouble, *both(forms[1]), *both(forms[2])))
        assert [(hit.seat, hit.cents) for hit in account(engine.state).pending] == [("1", 10_001_20)]
        await submit(engine, (award("1", 10_001_20),))
    assert not reconcile(tmp_path / "bj-1").differences
