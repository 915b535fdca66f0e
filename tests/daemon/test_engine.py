"""The way of a fact, with a real journal: apply in memory, commit once, and only then tell the world."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path

import pytest

import daemon.engine
from daemon.engine import Engine, apply_or_hold, replay, restore
from daemon.journal.store import Journal
from daemon.table.apply import apply
from daemon.table.devices.shoe import SHOE
from daemon.table.events import Event, Held, RoundOpened, SeatTaken
from daemon.table.orders import (
    Acknowledge,
    Align,
    ChangeShift,
    CloseBetting,
    Decision,
    Observation,
    OpenRound,
    SeatIn,
    Started,
    TurnHand,
    VoidRound,
)
from daemon.table.play import Applied
from daemon.table.state import KEYS, Hold, TableState
from daemon.table.view import view
from drivers.faults import Fault, FaultError
from drivers.observation import CardSeen, LinkDown, LinkUp
from rules.game import Options
from tests.daemon.journals import version_1

STARTED = Started(version="1", game="three_card_poker", options=Options())
UP = LinkUp("shoe", "b1", 0, True)
OPEN = OpenRound(by="D1", role="dealer")
CLOSE = CloseBetting(by="D1", role="dealer")
SEAT = SeatIn(seat="1", wagers={"initial": 500, "pair_plus": None}, by="D1", role="dealer")
TO_THE_CARDS: tuple[Observation, ...] = (OPEN, SEAT, CLOSE)


@asynccontextmanager
async def journal_in(folder: Path) -> AsyncIterator[Journal]:
    """An open journal that does not write yet."""
    journal = await asyncio.to_thread(Journal, folder / "table", folder / "journal.key", lambda: "2026-11-16")
    try:
        yield journal
    finally:
        await asyncio.to_thread(journal.close)


@asynccontextmanager
async def table_in(folder: Path, *so_far: Observation) -> AsyncIterator[tuple[Engine, Journal]]:
    """A table that has started, whose shoe answers, and to which this has happened."""
    async with journal_in(folder) as journal:
        journal.start()
        engine = Engine(journal, TableState())
        await submit(engine, STARTED, UP, *so_far)
        yield engine, journal


async def submit(engine: Engine, *observations: Observation) -> None:
    await asyncio.gather(*map(engine.submit, observations))


def deal(names: str, first: int = 1) -> Sequence[CardSeen]:
    return [CardSeen("shoe", "b1", seq, name) for seq, name in enumerate(names.split(), first)]


def kept(journal: Journal) -> list[str]:
    """What the journal holds, by kind, after the entry that opens its file."""
    opened, *kinds = [entry.kind for entry in journal.entries()]
    assert opened == "day_opened"
    return kinds


def break_apply_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next observation meets a bug, whose words tell a card; the ones after it do not."""

    def apply_with_a_bug(state: TableState, observation: Observation) -> Applied:
        monkeypatch.setattr(daemon.engine, "apply", apply)
        raise RuntimeError("Kh")

    monkeypatch.setattr(daemon.engine, "apply", apply_with_a_bug)


async def test_nobody_sees_a_state_that_is_not_on_disk(tmp_path: Path) -> None:
    async with journal_in(tmp_path) as journal:
        engine = Engine(journal, TableState())
        notified: list[int] = []
        engine.listen(lambda seq, state, events: notified.append(seq))
        stored = [engine.submit(observation) for observation in (STARTED, UP, OPEN)]
        await asyncio.sleep(0)
        assert engine.ahead.round == 1
        assert engine.state == TableState()
        assert (notified, kept(journal), [future.done() for future in stored]) == ([], [], [False] * 3)
        journal.start()  # only now it writes
        await asyncio.gather(*stored)
        assert engine.state == engine.ahead
        assert (notified, kept(journal)) == ([2, 3, 4], ["started", "link_up", "open_round", "round_opened"])


async def test_an_order_meets_what_was_ordered_before_it_also_before_the_commit(tmp_path: Path) -> None:
    async with table_in(tmp_path) as (engine, _):
        opened, again = engine.submit(OPEN), engine.submit(OPEN)
        refusal = again.exception()
        assert isinstance(refusal, FaultError)
        assert refusal.fault is Fault.ORDER_NOT_NOW
        assert not opened.done()
        await opened
        assert engine.state.round == 1


async def test_a_refused_order_fails_at_once_and_writes_nothing(tmp_path: Path) -> None:
    async with table_in(tmp_path) as (engine, journal):
        ahead = engine.ahead
        assert isinstance(engine.submit(CLOSE).exception(), FaultError)
        assert engine.ahead is ahead
        await submit(engine, OPEN)
        assert kept(journal) == ["started", "link_up", "open_round", "round_opened"]


async def test_an_observation_is_kept_with_its_bytes_and_what_came_of_it(tmp_path: Path) -> None:
    async with table_in(tmp_path, *TO_THE_CARDS) as (engine, journal):
        await engine.submit(CardSeen("shoe", "b1", 1, "Kh"), b"\x02Kh\x03")
        card, event = list(journal.entries())[-2:]
        assert (card.kind, card.raw, card.cause) == ("card_seen", b"\x02Kh\x03", card.seq)
        assert (event.kind, event.raw, event.cause) == ("card_dealt", b"", card.seq)
        assert b"Kh" not in (event.body or b"Kh")


async def test_listeners_hear_every_commit_in_order(tmp_path: Path) -> None:
    async with table_in(tmp_path) as (engine, journal):
        heard: list[tuple[str, int, tuple[Event, ...]]] = []

        def first(seq: int, state: TableState, events: tuple[Event, ...]) -> None:
            on_disk = state is engine.state and journal.head[0] >= seq + len(events)
            heard.append(("first" if on_disk else "too early", seq, events))

        def second(seq: int, state: TableState, events: tuple[Event, ...]) -> None:
            heard.append(("second", seq, events))

        forget = engine.listen(first)
        engine.listen(second)
        await submit(engine, OPEN, SEAT)
        opened = (RoundOpened(1, "three_card_poker"),)
        seated = (SeatTaken("1", {"initial": 500, "pair_plus": None}),)
        assert heard == [("first", 4, opened), ("second", 4, opened), ("first", 6, seated), ("second", 6, seated)]
        forget()
        await submit(engine, CLOSE)
        assert [who for who, _, _ in heard[4:]] == ["second"]


async def test_a_caller_who_stops_waiting_changes_nothing(tmp_path: Path) -> None:
    async with table_in(tmp_path) as (engine, journal):
        troubles: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: troubles.append(context))
        engine.submit(OPEN).cancel()
        await submit(engine, SEAT)
        assert troubles == []
        assert kept(journal)[2:] == ["open_round", "round_opened", "seat_in", "seat_taken"]
        assert engine.state == engine.ahead


async def test_replay_gives_the_state_that_was_live(tmp_path: Path) -> None:
    dealt = deal("Kh Qd Jc 9s 7d 2c")
    interrupted: tuple[Observation, ...] = (LinkDown("shoe", Fault.SHOE_SILENT), *dealt[3:], STARTED)
    resumed: tuple[Observation, ...] = (
        LinkUp("shoe", "b1", 6, True),
        Align(felt={"1": 3, "dealer": 3}, by="D1", role="dealer"),
    )
    settled = (
        Decision(seat="1", choice="play", by="D1", role="dealer"),
        TurnHand(hand="dealer", by="D1", role="dealer"),
        TurnHand(hand="1", by="D1", role="dealer"),
    )
    lived = (*TO_THE_CARDS, *dealt[:3], *interrupted, *resumed, *settled)
    async with table_in(tmp_path) as (engine, journal):
        for observation in lived:
            await submit(engine, observation)
            assert replay(TableState(), journal.observations()) == engine.state
        assert list(journal.observations()) == [STARTED, UP, *lived]
        assert engine.state.result is not None


async def test_a_table_starts_again_from_its_file(tmp_path: Path) -> None:
    async with table_in(tmp_path, *TO_THE_CARDS, *deal("Kh Qd")) as (engine, _):
        lived = engine.state
    async with journal_in(tmp_path) as journal:
        journal.start()
        engine = Engine(journal, replay(TableState(), journal.observations()))
        assert engine.state == lived
        await submit(engine, STARTED)
        assert engine.state.hold == Hold(Fault.TABLE_RESTARTED)


async def test_a_table_starts_again_from_its_last_snapshot(tmp_path: Path) -> None:
    give_up = Decision(seat="1", choice="drop", by="D1", role="dealer")
    turned = [TurnHand(hand=hand, by="D1", role="dealer") for hand in ("dealer", "1")]
    whole: tuple[Observation, ...] = (*TO_THE_CARDS, *deal("Kh Qd Jc 9s 7d 2c"), give_up, *turned)
    async with table_in(tmp_path, *whole, OPEN, SEAT) as (engine, _):
        lived = engine.state
    async with journal_in(tmp_path) as journal:
        assert list(journal.observations()) == [OPEN, SEAT]  # everything before stands in the snapshot
        assert restore(journal) == lived


async def test_a_table_goes_on_from_a_journal_of_version_1(tmp_path: Path) -> None:
    with version_1(tmp_path).opened() as journal:
        state = restore(journal)
    assert state.result is not None
    assert (state.round, state.result.round, len(state.result.lines)) == (2, 1, 4)
    assert view(state)["wagers"] == {"2": {"initial": 500}}


async def test_an_order_told_twice_is_done_once(tmp_path: Path) -> None:
    opened = replace(OPEN, key="D1:k1:aa")
    async with table_in(tmp_path) as (engine, journal):
        first, again = engine.submit(opened), engine.submit(opened)
        assert not again.done()  # it is as far as the first one
        await asyncio.gather(first, again)
        await engine.submit(opened)
        assert kept(journal)[2:] == ["open_round", "round_opened"]
        with pytest.raises(FaultError) as reused:
            await engine.submit(replace(CLOSE, key="D1:k1:bb"))
        assert reused.value.fault is Fault.ORDER_KEY_REUSED
    async with journal_in(tmp_path) as journal:
        journal.start()
        engine = Engine(journal, restore(journal))
        await engine.submit(opened)  # also after a restart
        assert engine.state.round == 1
        assert kept(journal)[2:] == ["open_round", "round_opened"]


async def test_an_order_told_twice_is_known_however_many_others_gave_in_between(tmp_path: Path) -> None:
    opened = replace(OPEN, key="D1:k1:aa")
    async with table_in(tmp_path) as (engine, journal):
        await engine.submit(replace(STARTED, patience=300))
        await engine.submit(opened)
        shift = ChangeShift(by="D2", role="dealer")
        await asyncio.gather(*(engine.submit(replace(shift, key=f"D2:{number}:bb")) for number in range(3 * KEYS)))
        await engine.submit(opened)
        assert kept(journal).count("open_round") == 1
    async with journal_in(tmp_path) as journal:
        journal.start()
        await Engine(journal, restore(journal)).submit(opened)
        assert kept(journal).count("open_round") == 1


async def test_a_repeated_order_fails_with_the_one_that_it_repeats(tmp_path: Path) -> None:
    async with table_in(tmp_path) as (engine, _):
        with closing(sqlite3.connect(tmp_path / "table" / "2026-11-16.journal", isolation_level=None)) as intruder:
            intruder.execute("DROP TABLE entry")
        opened = replace(OPEN, key="D1:k1:aa")
        both = await asyncio.gather(engine.submit(opened), engine.submit(opened), return_exceptions=True)
        assert [error.fault for error in both if isinstance(error, FaultError)] == [Fault.JOURNAL_WRITE] * 2
        engine.broken.exception()


async def test_a_bug_holds_the_round_and_keeps_the_observation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with table_in(tmp_path, *TO_THE_CARDS) as (engine, journal):
        before, (card,) = engine.state, deal("Kh")
        notified: list[tuple[Event, ...]] = []
        engine.listen(lambda seq, state, events: notified.append(events))
        break_apply_once(monkeypatch)
        await submit(engine, card)
        assert notified == [(Held(Fault.TABLE_BUG, ""),)]
        assert engine.state.hold == Hold(Fault.TABLE_BUG)
        assert engine.state.play == before.play
        assert (SHOE.of(engine.state).boot, SHOE.of(engine.state).seq) == (
            card.boot,
            card.seq,
        )  # heard: not to be told again
        assert list(journal.observations())[-1] == card
    assert [record.message for record in caplog.records] == ["journal_new", "table_bug"]
    assert "Kh" not in str([vars(record) for record in caplog.records])


async def test_an_observation_that_met_a_bug_can_be_replayed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with table_in(tmp_path, *TO_THE_CARDS) as (engine, journal):
        break_apply_once(monkeypatch)
        await submit(engine, *deal("Kh Qd"))
        *earlier, card, last = journal.observations()
    mended = replay(TableState(), [*earlier, card, last])  # the bug is gone: the cards lie where they belong
    assert mended.hold is None
    assert [len(hand.cards) for hand in mended.machine.hands(mended.play).values()] == [2, 0]
    up_to_the_bug = replay(TableState(), earlier)
    break_apply_once(monkeypatch)  # the bug is still there: the table stands as it stood
    again, events = apply_or_hold(up_to_the_bug, card)
    assert events == (Held(Fault.TABLE_BUG, ""),)
    assert replay(again, [last]) == engine.state


def test_an_order_that_the_code_would_refuse_today_does_not_keep_the_table_from_starting(
    caplog: pytest.LogCaptureFixture,
) -> None:
    lived: list[Observation] = [STARTED, UP, OPEN, SEAT, VoidRound(reason=" ", by="S1", role="supervisor"), CLOSE]
    state = replay(TableState(), lived)
    assert state.in_round
    assert [(record.message, vars(record)["observation"]) for record in caplog.records] == [
        ("replay_differs", "void_round")
    ]


async def test_a_journal_that_cannot_be_written_stops_the_table(tmp_path: Path) -> None:
    async with table_in(tmp_path) as (engine, _):
        before = engine.state
        with closing(sqlite3.connect(tmp_path / "table" / "2026-11-16.journal", isolation_level=None)) as intruder:
            intruder.execute("DROP TABLE entry")
        with pytest.raises(FaultError) as failure:
            await submit(engine, OPEN)
        assert failure.value.fault is Fault.JOURNAL_WRITE
        assert engine.broken.exception() is failure.value
        assert engine.state is before
        refusal = engine.submit(OPEN).exception()
        assert isinstance(refusal, FaultError)
        assert refusal.fault is Fault.JOURNAL_WRITE


async def test_an_order_that_may_be_on_disk_is_uncertain_also_when_it_is_told_again(tmp_path: Path) -> None:
    """What came behind it is not: nobody tried to write it."""
    async with journal_in(tmp_path) as journal:
        engine = Engine(journal, TableState())
        opened, disk = replace(OPEN, key="D1:k1:aa"), FaultError(Fault.JOURNAL_WRITE, "SQLITE_IOERR_FSYNC")
        doubt = FaultError(Fault.ORDER_UNCERTAIN)
        doubt.__cause__ = disk
        futures = [engine.submit(each) for each in (STARTED, UP, opened, SEAT, opened)]
        for failure in (doubt, doubt, doubt, disk):  # as the journal's thread would: three in one commit, then no more
            journal._writer._queue.get().done(0, failure)  # type: ignore[union-attr]
        faults = [error.fault for each in futures if isinstance(error := each.exception(), FaultError)]
        assert faults == [*[Fault.ORDER_UNCERTAIN] * 3, Fault.JOURNAL_WRITE, Fault.ORDER_UNCERTAIN]
        assert engine.broken.exception() is disk
        assert engine.submit(opened).exception() is doubt
        never = engine.submit(replace(OPEN, key="D1:k2:aa")).exception()
        assert isinstance(never, FaultError)
        assert never.fault is Fault.JOURNAL_WRITE


async def test_what_is_in_doubt_waits_for_a_supervisor_and_is_replayed_so(tmp_path: Path) -> None:
    doubtful = replace(STARTED, doubtful="7-8: void_round, round_voided")
    seen = Acknowledge(by="D1", role="dealer", fault=Fault.JOURNAL_DOUBTFUL)
    async with table_in(tmp_path, OPEN, SEAT, CLOSE, doubtful, UP) as (engine, journal):
        assert engine.state.doubtful
        assert view(engine.state)["acts"]["role"] == "supervisor"
        for order, fault in (
            (Align(by="S1", role="supervisor", felt={}), Fault.ORDER_WHILE_HELD),
            (VoidRound(by="S1", role="supervisor", reason="essai"), Fault.ORDER_WHILE_HELD),
            (seen, Fault.SUPERVISOR_NEEDED),
        ):
            refused = engine.submit(order).exception()
            assert isinstance(refused, FaultError)
            assert refused.fault is fault
        assert restore_from(journal).doubtful == engine.state.doubtful
        await submit(engine, replace(seen, by="S1", role="supervisor"))
        assert not engine.state.doubtful
        assert engine.state.hold is not None  # the felt is still to be counted
        await submit(engine, Align(by="D1", role="dealer", felt={}))
        assert view(engine.state)["hold"] is None
        assert restore_from(journal) == engine.state
        assert kept(journal).count("held") == 2


def restore_from(journal: Journal) -> TableState:
    return replay(TableState(), journal.observations())
