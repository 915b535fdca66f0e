"""Signing in: what is recorded, what lapses, what locks, and what nobody can do to the table's PC."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from daemon.control.sessions import IDLE, LIFE, LOCK, QUEUE, STRANGERS, TRIES, Sessions, masked
from daemon.people import People, set_disabled, set_pin
from daemon.table.orders import Role, SignedIn, SignedOut, SignInRefused
from drivers.faults import Fault, FaultError
from tests.daemon.people import PIN, QUICK, WRONG, Clock, Memory, enrol


class Desk:
    """Sessions, with everything around them at hand."""

    def __init__(self, folder: Path) -> None:
        self.path = enrol(folder)
        self.people, self.table, self.clock = People(self.path), Memory(), Clock()
        self.turned = asyncio.Event()
        self.restart()

    def restart(self) -> None:
        """As a new process would find it: the table's state is kept, everything else is not."""
        self.sessions = Sessions(self.people, self.table.spine, self.turned.set, self.clock)

    async def refused(self, badge: str, pin: str) -> tuple[Fault, str]:
        with pytest.raises(FaultError) as caught:
            await self.sessions.sign_in(badge, pin)
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
    token, person, expires_in = await desk.sessions.sign_in("D1", PIN)
    assert desk.table.kept == [SignedIn(by="D1", role=Role.DEALER)]
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
    older, *_ = await desk.sessions.sign_in("S1", PIN)
    newer, *_ = await desk.sessions.sign_in("S1", PIN)
    other, *_ = await desk.sessions.sign_in("D1", PIN)
    assert desk.nobody(older)
    assert desk.sessions.whose(newer).badge == "S1"
    assert desk.sessions.whose(other).badge == "D1"
    assert [kept.kind for kept in desk.table.kept] == ["signed_in", "signed_out", "signed_in", "signed_in"]


@pytest.mark.parametrize(("badge", "idles"), [("D1", False), ("S1", True), ("T1", True), ("A1", True)])
async def test_a_session_lapses_without_use_except_the_dealer_s(desk: Desk, badge: str, idles: bool) -> None:
    token, _, expires_in = await desk.sessions.sign_in(badge, PIN)
    assert expires_in == (IDLE if idles else LIFE)
    for _ in range(3):
        desk.clock.now += IDLE - 1
        assert desk.sessions.whose(token).badge == badge  # each use starts the half-hour again
    desk.clock.now += IDLE
    assert desk.nobody(token) is idles
    await desk.sweep()
    assert (SignedOut(by=badge) in desk.table.kept) is idles


async def test_nobody_stays_longer_than_a_shift(desk: Desk) -> None:
    token, *_ = await desk.sessions.sign_in("S1", PIN)
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
    token, *_ = await desk.sessions.sign_in("S1", PIN)
    change(desk.path)
    await desk.sweep()
    assert desk.nobody(token)
    assert desk.table.kept[-1] == SignedOut(by="S1")


async def test_a_broken_people_file_signs_nobody_out(desk: Desk) -> None:
    token, *_ = await desk.sessions.sign_in("S1", PIN)
    await asyncio.to_thread(desk.path.write_text, "person = 1")
    await desk.sweep()
    assert desk.sessions.whose(token).badge == "S1"
    await desk.sessions.sign_in("D1", PIN)


async def test_who_is_refused_is_told_the_same_whatever_the_reason(desk: Desk) -> None:
    set_disabled(desk.path, "T1", disabled=True)
    for badge, pin in (("D1", WRONG), ("D9", PIN), ("T1", PIN), ("T1", WRONG), ("", ""), ("d1", PIN)):
        assert await desk.refused(badge, pin) == (Fault.SIGN_IN_REFUSED, "")
    reasons = [kept.reason for kept in desk.table.kept if isinstance(kept, SignInRefused)]
    assert reasons == ["pin", "unknown", "disabled", "disabled", "unknown", "unknown"]


# -- locks ------------------------------------------------------------------------------------------------------------


async def test_a_badge_is_locked_after_five_wrong_pins_in_a_row(desk: Desk, compared: list[str]) -> None:
    for _ in range(TRIES - 1):
        await desk.refused("D1", WRONG)
    await desk.sessions.sign_in("D1", PIN)  # in a row: the count starts again
    for _ in range(TRIES):
        assert (await desk.refused("D1", WRONG))[0] is Fault.SIGN_IN_REFUSED
    compared.clear()
    desk.clock.now += 61
    assert await desk.refused("D1", PIN) == (Fault.BADGE_LOCKED, "4 min")
    for _ in range(20):
        assert (await desk.refused("D1", PIN))[0] is Fault.BADGE_LOCKED
    assert compared == []  # a lock costs nothing,
    assert desk.table.told().count(("sign_in_refused", "locked")) == 1  # neither time nor disk
    await desk.sessions.sign_in("S1", PIN)  # and is one person's alone
    desk.clock.now += LOCK
    await desk.sessions.sign_in("D1", PIN)
    assert desk.table.state.people.failures == {}


async def test_after_a_lock_each_wrong_pin_locks_again(desk: Desk) -> None:
    for _ in range(TRIES):
        await desk.refused("D1", WRONG)
    for _ in range(3):
        desk.clock.now += LOCK
        assert (await desk.refused("D1", WRONG))[0] is Fault.SIGN_IN_REFUSED
        assert await desk.refused("D1", PIN) == (Fault.BADGE_LOCKED, "5 min")
    assert desk.table.told().count(("sign_in_refused", "locked")) == 3


async def test_a_lock_outlives_a_restart_and_then_lasts_its_full_time(desk: Desk) -> None:
    for _ in range(TRIES):
        await desk.refused("D1", WRONG)
    desk.clock.now += LOCK - 1
    desk.restart()
    assert await desk.refused("D1", PIN) == (Fault.BADGE_LOCKED, "5 min")
    desk.clock.now += LOCK
    await desk.sessions.sign_in("D1", PIN)


async def test_many_guesses_at_once_are_counted_one_after_the_other(desk: Desk, compared: list[str]) -> None:
    guesses = [desk.sessions.sign_in("D1", f"{number:06}") for number in range(QUEUE)]
    answers = await asyncio.gather(*guesses, return_exceptions=True)
    faults = [answer.fault for answer in answers if isinstance(answer, FaultError)]
    assert faults == [Fault.SIGN_IN_REFUSED] * TRIES + [Fault.BADGE_LOCKED] * (QUEUE - TRIES)
    assert len(compared) == TRIES


async def test_only_so_many_wait_for_their_pin_to_be_checked(desk: Desk, compared: list[str]) -> None:
    tries = [desk.sessions.sign_in("D9", PIN) for _ in range(3 * QUEUE)]
    answers = await asyncio.gather(*tries, return_exceptions=True)
    faults = [answer.fault for answer in answers if isinstance(answer, FaultError)]
    assert faults.count(Fault.SIGN_IN_BUSY) == 2 * QUEUE
    assert len(compared) == QUEUE
    await desk.sessions.sign_in("D1", PIN)


async def test_strangers_cannot_fill_the_disk(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    for number in range(3 * STRANGERS):
        await desk.refused(f"X{number}", PIN)
    assert len(desk.table.kept) == STRANGERS
    desk.clock.now += 60
    await desk.refused("X", PIN)
    assert len(desk.table.kept) == STRANGERS + 1
    (told,) = [record for record in caplog.records if record.message == "refusals_not_recorded"]
    assert vars(told)["count"] == 2 * STRANGERS


async def test_what_is_recorded_of_a_stranger_is_short_plain_and_no_pin(desk: Desk) -> None:
    await desk.refused("<script>\n" * 50, PIN)
    await desk.refused(PIN, PIN)
    assert [kept.by for kept in desk.table.kept if isinstance(kept, SignInRefused)] == [
        "?script??" * 3 + "?scri",
        "######",
    ]
    assert masked("D-12") == "D-12"
