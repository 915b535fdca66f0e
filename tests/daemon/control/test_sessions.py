"""Signing in: what is recorded, what lapses, what locks, and what nobody can do to the table's PC."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from daemon import people
from daemon.control.sessions import IDLE, LIFE, LOCK, LONGEST, QUEUE, STRANGERS, TRIES, Sessions, masked
from daemon.control.turns import Turns
from daemon.people import People, set_disabled, set_pin
from daemon.table.badges import HOMES, STRANGE
from daemon.table.orders import (
    CloseBetting,
    CorrectCard,
    OpenRound,
    OpenSealed,
    Reject,
    SeatIn,
    SignedIn,
    SignedOut,
    SignInRefused,
    TimePassed,
    Unlocked,
    VoidRound,
)
from daemon.text.role import Role
from drivers.faults import Fault, FaultError
from tests.daemon.floor import A1, D1, S1, UP, seen, signed
from tests.daemon.people import CONSOLE, ENROLLED, PIN, QUICK, WRONG, Clock, Memory, enrol
from tests.drivers import PATIENCE


class Desk:
    """Sessions, with everything around them at hand."""

    def __init__(self, folder: Path) -> None:
        self.path = enrol(folder)
        self.people, self.table, self.clock = People(self.path), Memory(), Clock()
        self.turned = asyncio.Event()
        self.restart()

    def restart(self) -> None:
        """As a new process would find it: the table's state is kept, everything else is not."""
        self.sessions = Sessions(self.people, self.table.engine, self.turned.set, self.clock)

    async def refused(self, badge: str, pin: str, peer: str = CONSOLE) -> tuple[Fault, str]:
        with pytest.raises(FaultError) as caught:
            await self.sessions.sign_in(badge, pin, peer)
        return caught.value.fault, caught.value.detail

    async def sweep(self) -> None:
        """One turn of the loop."""
        self.turned.clear()
        task = asyncio.create_task(self.sessions.run())
        await self.turned.wait()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    def nobody(self, token: str) -> bool:
        try:
            self.sessions.whose(token)
        except FaultError as error:
            assert error.fault is Fault.NOT_SIGNED_IN
            return True
        return False


@pytest.fixture
async def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every PIN that argon2 was asked about."""
    seen: list[str] = []
    verify = PasswordHasher.verify

    def watched(hasher: PasswordHasher, hashed: str, pin: str) -> bool:
        seen.append(pin)
        return verify(hasher, hashed, pin)

    monkeypatch.setattr(PasswordHasher, "verify", watched)
    return seen


async def test_a_badge_and_its_pin_become_a_token_that_is_recorded_first(desk: Desk) -> None:
    token, person, expires_in = await desk.sessions.sign_in("D1", PIN, CONSOLE)
    assert desk.table.kept == [SignedIn(by="D1", role=Role.DEALER, peer=CONSOLE)]
    assert (person.badge, expires_in) == ("D1", LIFE)
    assert desk.sessions.whose(token) == person
    assert len(token) >= 43
    assert token not in repr(vars(desk.sessions))  # a digest is all that is kept
    await desk.sessions.sign_out(token)
    assert desk.table.kept[1:] == [SignedOut(by="D1")]
    assert desk.nobody(token)


async def test_nobody_gets_a_token_that_could_not_be_recorded(desk: Desk) -> None:
    def broken(_: object) -> asyncio.Future[None]:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        future.set_exception(FaultError(Fault.JOURNAL_WRITE))
        return future

    desk.table.submit = broken  # type: ignore[method-assign, assignment]
    assert await desk.refused("D1", PIN) == (Fault.JOURNAL_WRITE, "")
    assert desk.sessions._sessions == {}


@pytest.mark.parametrize("token", ["", "D1", "\udcff", "x" * 10_000])
async def test_a_made_up_token_is_nobody(desk: Desk, token: str) -> None:
    assert desk.nobody(token)


async def test_a_new_sign_in_ends_the_older_one(desk: Desk) -> None:
    older, *_ = await desk.sessions.sign_in("S1", PIN, CONSOLE)
    newer, *_ = await desk.sessions.sign_in("S1", PIN, CONSOLE)
    other, *_ = await desk.sessions.sign_in("D1", PIN, CONSOLE)
    assert desk.nobody(older)
    assert desk.sessions.whose(newer).badge == "S1"
    assert desk.sessions.whose(other).badge == "D1"
    assert [kept.kind for kept in desk.table.kept] == ["signed_in", "signed_out", "signed_in", "signed_in"]


@pytest.mark.parametrize(("badge", "idles"), [("D1", False), ("S1", True), ("T1", True), ("A1", True)])
async def test_a_session_lapses_without_use_except_the_dealer_s(desk: Desk, badge: str, idles: bool) -> None:
    token, _, expires_in = await desk.sessions.sign_in(badge, PIN, CONSOLE)
    assert expires_in == (IDLE if idles else LIFE)
    for _ in range(3):
        desk.clock.now += IDLE - 1
        assert desk.sessions.whose(token).badge == badge  # each use starts the half-hour again
    desk.clock.now += IDLE
    assert desk.nobody(token) is idles
    await desk.sweep()
    assert (SignedOut(by=badge) in desk.table.kept) is idles


async def test_nobody_stays_longer_than_a_shift(desk: Desk) -> None:
    token, *_ = await desk.sessions.sign_in("S1", PIN, CONSOLE)
    begun = desk.clock.now
    while desk.clock.now < begun + LIFE - IDLE:
        desk.clock.now += IDLE / 2
        desk.sessions.whose(token)
    desk.clock.now = begun + LIFE
    assert desk.nobody(token)


@pytest.mark.parametrize(
    "change",
    [
        lambda path: set_disabled(path, "S1", disabled=True),
        lambda path: set_pin(path, "S1", "314159", QUICK),
        lambda path: path.unlink(),
    ],
)
async def test_whoever_is_barred_or_gets_a_new_pin_is_signed_out(desk: Desk, change: Callable[[Path], None]) -> None:
    token, *_ = await desk.sessions.sign_in("S1", PIN, CONSOLE)
    change(desk.path)
    await desk.sweep()
    assert desk.nobody(token)
    assert desk.table.kept[-1] == SignedOut(by="S1")


async def test_a_broken_people_file_signs_nobody_out(desk: Desk) -> None:
    token, *_ = await desk.sessions.sign_in("S1", PIN, CONSOLE)
    await asyncio.to_thread(desk.path.write_text, "person = 1")
    await desk.sweep()
    assert desk.sessions.whose(token).badge == "S1"
    await desk.sessions.sign_in("D1", PIN, CONSOLE)


async def test_who_is_refused_is_told_the_same_whatever_the_reason(desk: Desk) -> None:
    await desk.sessions.sign_in("A1", PIN, CONSOLE)
    set_disabled(desk.path, "T1", disabled=True)
    for badge, pin in (("D1", WRONG), ("D9", PIN), ("T1", PIN), ("T1", WRONG), ("", ""), ("d1", PIN)):
        assert await desk.refused(badge, pin) == (Fault.SIGN_IN_REFUSED, "")
    reasons = [kept.reason for kept in desk.table.kept if isinstance(kept, SignInRefused)]
    assert reasons == ["pin", "unknown", "disabled", "disabled", "unknown", "unknown"]


# -- locks ------------------------------------------------------------------------------------------------------------

STRANGER = "loopback:33"
DAY = 24 * 3600


async def at_home(desk: Desk) -> None:
    """Everyone has signed in at the console before."""
    for badge in ENROLLED:
        await desk.sessions.sign_in(badge, PIN, CONSOLE)
    desk.table.kept.clear()


async def guess(desk: Desk, peers: list[str], badges: list[str], seconds: float) -> int:
    """How many PINs of these badges are compared, if every caller tries whenever it may."""
    end, tried = desk.clock.now + seconds, 0
    while desk.clock.now <= end:
        for peer in peers:
            for badge in badges:
                while (await desk.refused(badge, WRONG, peer))[0] is Fault.SIGN_IN_REFUSED:
                    tried += 1
        desk.clock.now += 60 if seconds else 1
    return tried


async def test_a_badge_is_locked_where_five_wrong_pins_in_a_row_were_typed(desk: Desk, compared: list[str]) -> None:
    await at_home(desk)
    for _ in range(TRIES - 1):
        await desk.refused("D1", WRONG)
    await desk.sessions.sign_in("D1", PIN, CONSOLE)  # in a row: the count starts again
    for _ in range(TRIES):
        assert (await desk.refused("D1", WRONG))[0] is Fault.SIGN_IN_REFUSED
    compared.clear()
    desk.clock.now += 61
    assert await desk.refused("D1", PIN) == (Fault.BADGE_LOCKED, "4 min")
    for _ in range(20):
        assert (await desk.refused("D1", PIN))[0] is Fault.BADGE_LOCKED
    assert compared == []  # a lock costs nothing,
    assert desk.table.sign_ins().count(("sign_in_refused", "locked")) == 1  # neither time nor disk
    await desk.sessions.sign_in("S1", PIN, CONSOLE)  # and is one person's alone,
    await desk.sessions.sign_in("D1", PIN, "uid:1000")  # and one place's
    desk.clock.now += LOCK
    await desk.sessions.sign_in("D1", PIN, CONSOLE)
    assert desk.table.state.people.failures == {}


async def test_each_further_wrong_pin_locks_twice_as_long_up_to_an_hour(desk: Desk) -> None:
    await at_home(desk)
    for _ in range(TRIES):
        await desk.refused("D1", WRONG)
    for minutes in (5, 10, 20, 40, 60, 60, 60):
        assert await desk.refused("D1", PIN) == (Fault.BADGE_LOCKED, f"{minutes} min")
        desk.clock.now += minutes * 60
        assert (await desk.refused("D1", WRONG))[0] is Fault.SIGN_IN_REFUSED
    assert desk.table.sign_ins().count(("sign_in_refused", "locked")) == 7


async def test_a_lock_outlives_a_restart_and_then_lasts_its_full_time(desk: Desk) -> None:
    await at_home(desk)
    for _ in range(TRIES):
        await desk.refused("D1", WRONG)
    desk.clock.now += LOCK - 1
    desk.restart()
    assert await desk.refused("D1", PIN) == (Fault.BADGE_LOCKED, "5 min")
    desk.clock.now += LOCK
    await desk.sessions.sign_in("D1", PIN, CONSOLE)


async def test_a_stranger_s_guesses_lock_the_stranger_and_nobody_at_the_table(desk: Desk) -> None:
    await at_home(desk)
    for badge in ENROLLED:
        for _ in range(TRIES):
            await desk.refused(badge, WRONG, STRANGER)
    for badge in ENROLLED:
        assert (await desk.refused(badge, PIN, STRANGER))[0] is Fault.BADGE_LOCKED
        await desk.sessions.sign_in(badge, PIN, CONSOLE)
        await desk.sessions.sign_in(badge, PIN, "uid:1000")  # where nobody has ever been
    desk.restart()  # homes are on record
    await desk.sessions.sign_in("S1", PIN, CONSOLE)
    assert (await desk.refused("S1", PIN, STRANGER))[0] is Fault.BADGE_LOCKED


async def test_however_many_callers_guess_whoever_is_at_home_signs_in(desk: Desk) -> None:
    await at_home(desk)
    await guess(desk, [f"loopback:{uid}" for uid in range(2000, 2020)], list(ENROLLED), 3600)
    for badge in ENROLLED:
        await desk.sessions.sign_in(badge, PIN, CONSOLE)
        await desk.sessions.sign_in(badge, PIN, "uid:1000")  # the other door has strangers of its own


async def test_a_stranger_has_so_many_guesses_a_day_over_all_badges(desk: Desk, compared: list[str]) -> None:
    await at_home(desk)
    compared.clear()
    badges = [*ENROLLED, "X1", "X2"]  # known or not: nothing tells them apart
    assert await guess(desk, [STRANGER], badges, DAY) == len(compared) == 31  # as docs/decisions/0023 says
    assert await guess(desk, [STRANGER], badges, DAY) == DAY / LONGEST
    many = [f"loopback:{uid}" for uid in range(2000, 2030)]
    assert await guess(desk, many, badges, DAY) == STRANGE * 31  # the stranger's place is one of theirs


async def test_a_thief_of_many_names_has_so_many_guesses_a_day_of_each_badge(desk: Desk) -> None:
    await at_home(desk)
    places = [f"{door}:{uid}" for door in ("loopback", "uid") for uid in range(2000, 2020)]
    tried = 0
    for peer in places:  # a dealer with a PIN of his own, as many users of the machine
        await desk.sessions.sign_in("D1", PIN, peer)
        tried += await guess(desk, [peer], ["S1"], 0)
    assert tried <= 2 * (STRANGE + 1) * TRIES
    assert [home for home in desk.table.state.people.homes if home.startswith("D1@")] == [
        f"D1@{peer}" for peer in places[-HOMES:]
    ]
    await desk.sessions.sign_in("S1", PIN, CONSOLE)


async def test_an_unknown_badge_is_answered_like_a_known_one(desk: Desk, compared: list[str]) -> None:
    await at_home(desk)
    refusals: dict[str, list[tuple[Fault, str]]] = {}
    for badge, peer in (("S1", "loopback:33"), ("X9", "loopback:34")):
        refusals[badge] = [await desk.refused(badge, WRONG, peer) for _ in range(TRIES + 3)]
    assert refusals["S1"] == refusals["X9"]
    assert refusals["X9"][-1] == (Fault.BADGE_LOCKED, "5 min")


async def test_a_supervisor_unlocks_a_badge_on_the_spot(desk: Desk) -> None:
    await at_home(desk)
    for _ in range(TRIES):
        await desk.refused("D1", WRONG)
        await desk.refused("S1", WRONG)
        await desk.refused("D1", WRONG, STRANGER)
    await desk.sessions.unlock("D1", "S1")
    assert desk.table.kept[-1] == Unlocked(by="S1", badge="D1")
    assert (await desk.refused("S1", PIN))[0] is Fault.BADGE_LOCKED  # that one was not meant
    await desk.sessions.sign_in("D1", PIN, CONSOLE)
    await desk.sessions.sign_in("D1", PIN, STRANGER)  # a person at a new place would have been meant, too
    with pytest.raises(FaultError) as refused:
        await desk.sessions.unlock("X9", "S1")
    assert refused.value.fault is Fault.BADGE_UNKNOWN


# -- who waits --------------------------------------------------------------------------------------------------------


async def test_many_guesses_at_once_are_counted_one_after_the_other(desk: Desk, compared: list[str]) -> None:
    await at_home(desk)
    compared.clear()
    guesses = [desk.sessions.sign_in("D1", f"{number:06}", CONSOLE) for number in range(QUEUE)]
    answers = await asyncio.gather(*guesses, return_exceptions=True)
    faults = [answer.fault for answer in answers if isinstance(answer, FaultError)]
    assert faults == [Fault.SIGN_IN_REFUSED] * TRIES + [Fault.BADGE_LOCKED] * (QUEUE - TRIES)
    assert len(compared) == TRIES


async def test_only_so_many_of_a_crowd_wait_and_nobody_else_waits_for_them(desk: Desk, compared: list[str]) -> None:
    await at_home(desk)
    await desk.sessions.sign_in("A1", PIN, "uid:1000")
    compared.clear()
    tries = [asyncio.create_task(desk.sessions.sign_in("D9", WRONG, CONSOLE)) for _ in range(3 * QUEUE)]
    await asyncio.sleep(0)
    await desk.sessions.sign_in("S1", PIN, "uid:1000")
    assert compared[:3].count(PIN) == 1  # behind the one that is being checked, and one more at most
    answers = await asyncio.gather(*tries, return_exceptions=True)
    faults = [answer.fault for answer in answers if isinstance(answer, FaultError)]
    assert faults.count(Fault.SIGN_IN_BUSY) == 2 * QUEUE - 1
    assert len(compared) == QUEUE + 2
    await desk.sessions.sign_in("D1", PIN, CONSOLE)


async def test_whoever_waits_no_more_holds_no_turn() -> None:
    turns = Turns(1, 2, Fault.SIGN_IN_BUSY)
    await turns.begin("a")
    waiting = [asyncio.create_task(turns.begin(crowd)) for crowd in ("a", "a", "b")]
    await asyncio.sleep(0)
    with pytest.raises(FaultError):
        await turns.begin("a")
    waiting[0].cancel()
    await asyncio.gather(waiting[0], return_exceptions=True)
    turns.end()
    waiting[1].cancel()  # in the moment in which it gets its turn
    await asyncio.gather(waiting[1], return_exceptions=True)
    async with asyncio.timeout(PATIENCE):
        await waiting[2]
    turns.end()
    async with asyncio.timeout(PATIENCE):
        await turns.begin("c")


# -- what is recorded -------------------------------------------------------------------------------------------------


async def test_refusals_cannot_fill_the_disk(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    await at_home(desk)
    for number in range(3 * STRANGERS):
        await desk.refused(f"X{number}", PIN)  # where people are at home, nothing is locked by a badge that nobody has
    assert len(desk.table.kept) == STRANGERS
    desk.clock.now += 60
    await desk.refused("X", PIN)
    assert len(desk.table.kept) == STRANGERS + 1
    (notice,) = [record for record in caplog.records if record.message == "refusals_not_recorded"]
    assert vars(notice)["count"] == 2 * STRANGERS
    desk.table.kept.clear()
    for number in range(1000):
        await desk.refused(f"X{number}", PIN, STRANGER)
    assert desk.table.sign_ins() == [("sign_in_refused", "unknown")] * TRIES + [("sign_in_refused", "locked")]
    assert len(desk.sessions._failed) + len(desk.sessions._locks_recorded) <= 2


async def test_what_is_recorded_of_a_stranger_is_short_plain_and_no_pin(desk: Desk) -> None:
    await desk.refused("<script>\n" * 50, PIN)
    await desk.refused(PIN, PIN)
    assert [kept.by for kept in desk.table.kept if isinstance(kept, SignInRefused)] == [
        "?script??" * 3 + "?scri",
        "######",
    ]
    assert masked("D-12") == "D-12"


# -- what somebody has proposed ---------------------------------------------------------------------------------------

SEAL = A1(OpenSealed(round=1, reason="a dispute"))


async def asked(desk: Desk) -> str:
    """A past round, whose seal A1 wants opened; that person's token."""
    await desk.table.submit(D1(OpenRound()))
    await desk.table.submit(S1(VoidRound(reason="water")))
    token, *_ = await desk.sessions.sign_in("A1", PIN, CONSOLE)
    await desk.table.submit(SEAL)
    assert waits(desk)
    return token


def waits(desk: Desk) -> bool:
    return desk.table.state.people.asked is not None


@pytest.mark.parametrize(
    "change",
    [
        lambda path: set_disabled(path, "A1", disabled=True),
        lambda path: set_pin(path, "A1", "314159", QUICK),
        lambda path: path.write_text(path.read_text().replace('role = "auditor"', 'role = "technician"')),
        lambda path: path.unlink(),
    ],
    ids=["disabled", "new PIN", "other role", "removed"],
)
async def test_before_the_second_one_s_order_the_first_one_s_rights_are_looked_at_again(
    desk: Desk, change: Callable[[Path], None]
) -> None:
    second, *_ = await desk.sessions.sign_in("S1", PIN, CONSOLE)
    await asked(desk)
    change(desk.path)
    with suppress(FaultError):  # whoever is not in the file any more has no say either
        await desk.sessions.now(second)
    assert not waits(desk)  # and no sweep has run
    assert SignedOut(by="A1") in desk.table.kept


async def test_whoever_was_barred_this_moment_orders_nothing(desk: Desk) -> None:
    token, *_ = await desk.sessions.sign_in("S1", PIN, CONSOLE)
    set_disabled(desk.path, "S1", disabled=True)
    with pytest.raises(FaultError) as caught:
        await desk.sessions.now(token)
    assert caught.value.fault is Fault.NOT_SIGNED_IN


async def test_whoever_signs_out_or_in_again_takes_the_proposal_along(desk: Desk) -> None:
    token = await asked(desk)
    await desk.sessions.sign_out(token)
    assert not waits(desk)
    token = await asked(desk)
    await desk.sessions.sign_in("A1", PIN, CONSOLE)
    assert not waits(desk)


async def test_a_proposal_waits_as_long_as_is_posted_by_the_process_s_clock(desk: Desk) -> None:
    second, *_ = await desk.sessions.sign_in("S1", PIN, CONSOLE)
    await asked(desk)
    assert desk.sessions.proposals.expires_in == {"open_sealed": 300}
    desk.clock.now += 299.5
    await desk.sweep()
    assert desk.sessions.proposals.expires_in == {"open_sealed": 1}
    assert waits(desk)
    desk.clock.now += 0.5
    await desk.sessions.now(second)  # it is over before this order is taken, whenever the sweep comes
    assert desk.table.kept[-1] == TimePassed(what="open_sealed", by="A1", seconds=300)
    assert not waits(desk)
    assert desk.sessions.proposals.expires_in == {}
    desk.clock.now += 1000
    await desk.sweep()
    assert desk.table.kept[-1] == TimePassed(what="open_sealed", by="A1", seconds=300)  # told once


async def test_what_is_proposed_again_has_its_time_again(desk: Desk) -> None:
    await asked(desk)
    desk.clock.now += 200
    await desk.table.submit(D1(Reject()))
    await desk.table.submit(A1(OpenSealed(round=1, reason="a dispute")))
    desk.clock.now += 200
    await desk.sweep()
    assert waits(desk)
    desk.clock.now += 100
    await desk.sweep()
    assert not waits(desk)


async def test_while_nothing_waits_nothing_is_recorded(desk: Desk) -> None:
    for _ in range(3):
        desk.clock.now += 1000
        await desk.sweep()
    assert desk.table.kept == []


async def test_all_badges_of_a_person_share_the_first(desk: Desk) -> None:
    people.add(desk.path, "X9", "SUPERVISOR  s1", Role.DEALER, PIN, QUICK, also=True)
    _, person, _ = await desk.sessions.sign_in("X9", PIN, CONSOLE)
    assert desk.sessions.first_badge(person) == "S1"
    _, other, _ = await desk.sessions.sign_in("D1", PIN, CONSOLE)
    assert desk.sessions.first_badge(other) == "D1"


async def test_each_of_two_halves_has_its_own_time(desk: Desk) -> None:
    await asked(desk)
    desk.clock.now += 200
    await desk.sessions.sign_in("D1", PIN, CONSOLE)
    wrong = D1(CorrectCard(hand="1", index=0, card="2c"))
    for said in (UP, OpenRound(), SeatIn(seat="1"), CloseBetting(), seen(1, "Kh"), wrong):
        await desk.table.submit(signed(said))
    assert desk.sessions.proposals.expires_in == {"correct_card": 300, "open_sealed": 100}
    desk.clock.now += 100
    await desk.sweep()
    assert not waits(desk)
    assert desk.table.state.proposal is wrong
