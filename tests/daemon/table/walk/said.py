"""What devices and the daemon can say at a table, in order and out of it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product
from typing import Any

from daemon.jackpot.pool import NOTHING, Account, Entry, Hit
from daemon.table.devices.camera import CAMERA
from daemon.table.devices.shaker import SHAKER
from daemon.table.devices.shoe import SHOE
from daemon.table.orders import (
    DayBegan,
    DisplayLost,
    DisplayProven,
    LedgerBooked,
    LedgerLost,
    LedgerReported,
    MinutePassed,
    Observation,
    Posted,
    SealedRead,
    SignedIn,
    SignedOut,
    SignInRefused,
    Started,
    TimePassed,
    Unlocked,
)
from daemon.table.state import TableState
from daemon.table.waiting import halves
from daemon.text.role import Role
from drivers.faults import Fault
from drivers.observation import (
    CardHidden,
    CardOutside,
    CardSeen,
    CardTold,
    CardUnreadable,
    CutCardSeen,
    DiceRested,
    DiceSeen,
    DiceUnread,
    DomeMoved,
    LineRecorded,
    LinkDown,
    LinkUp,
    MotorFelt,
    OutsideDealt,
    OutsideTold,
    ShakeBegan,
    ShakerArmed,
    ShakerSaid,
    ShakerTrouble,
    ShakerUp,
    ShakeUndone,
    ShoeEmpty,
    ShoeLoaded,
    ShoeTrouble,
)
from rules.cards import DECK
from tests.daemon.floor import DISPLAY, DOWN, PATIENCE, POOL, cards

# A poor hand for whoever is dealt it: no pair, no run, no suit; so that a raise is illegal.
POOR = ["2c", "9d", "5h", "Js", "7c", "Kd", "4s", "Th", "6d", "Qc", "3h"]
FRESH = [*POOR, *(str(card) for card in DECK if str(card) not in POOR)]


PLACES = 0x81, 0x91  # where a shoe that tells what a card is later deals it in its own game
STUDIO_WORDS = ("idle", "order_received", "shaking", "program_error", "order_of_another")


def stands(reshakes: int | None, unproven: tuple[str, ...] | None, *, camera: bool) -> dict[str, Any]:
    """What a croupier posts of its shaker and its camera; one of before there were makes, in words of its own."""
    if unproven is None:
        return {"reshakes": reshakes, "camera": camera}
    shaker = Posted("shaker", "shaker", {"reshakes": reshakes, "unproven": list(unproven)})
    return {"devices": (shaker, Posted("camera", "camera")) if camera else (shaker,)}


def shaker_says(state: TableState) -> Iterator[Observation]:
    """Everything that a shaker can say: in order, again, after a gap, after a power-up; of this shake and of others."""
    shaker = SHAKER.of(state)
    boot, seq, order = shaker.boot or "k1", shaker.seq, shaker.order
    for where, count in ((boot, seq + 1), (boot, seq), (boot, seq + 2), ("k2" if boot == "k1" else "k1", 1)):
        yield from (DomeMoved("shaker", where, count, closed) for closed in (True, False))
        yield ShakeBegan("shaker", where, count, True, order)
        yield DiceRested("shaker", where, count, True, order, 7)
    origin = ("shaker", boot, seq + 1)
    for number in (order, order + 1):
        yield ShakerArmed(*origin, True, number)
        yield MotorFelt(*origin, True, number, 640)
        yield ShakeUndone("shaker", number, "dome_open", begun=False)
        yield ShakeUndone("shaker", number, "never_rests", begun=True)
    yield DiceRested(*origin, True, order, 2)
    yield DiceRested(*origin, False, order, 7)
    yield ShakerTrouble(*origin, True, order, "motor_blocked")
    for where, count in ((boot, seq), ("k2", 9)):
        yield ShakerUp("shaker", where, count, True, False, order)
    yield ShakerUp("shaker", boot, seq, False, True, order + 3)
    yield LinkDown("shaker", Fault.SHAKER_UNPLUGGED)


def studio_shaker_says(state: TableState) -> Iterator[Observation]:
    """Everything that one can say that numbers nothing, first on a new line or later; and what its driver says."""
    for what, first in product(STUDIO_WORDS, (False, True)):
        yield ShakerSaid("shaker", what, first=first)
    for number in (SHAKER.of(state).order, SHAKER.of(state).order + 1):
        yield ShakeUndone("shaker", number, "not_started", begun=True)
        yield ShakeUndone("shaker", number, "never_rests", begun=True)
    yield LinkDown("shaker", Fault.SHAKER_BROKER)


def camera_says(state: TableState) -> Iterator[Observation]:
    """Everything that a camera can say: to the look that was asked for, and to another one."""
    for look in (CAMERA.of(state).look, CAMERA.of(state).look + 1):
        for dice in ((3, 4), (2, 2, 5), (7, 7), ()):
            yield DiceSeen("camera", look, dice, 0.98, ("ab",))
        yield DiceUnread("camera", look, "glare", ("ab",))
        yield DiceUnread("camera", look, "unmoved", ("ab",))


def device_says(state: TableState) -> Iterator[Observation]:
    """Everything that a shoe can say: in order, again, after a gap, after a power-up."""
    boot, seq = SHOE.of(state).boot or "b1", SHOE.of(state).seq
    lying = sorted(card for up in (False, True) for card in cards(state, up=up) if not card.isdecimal())
    names = [*fresh(state, 1), *lying[:1]]
    for where, count in ((boot, seq + 1), (boot, seq), (boot, seq + 2), ("b2" if boot == "b1" else "b1", 1)):
        yield from (CardSeen("shoe", where, count, card) for card in names)
        yield CardUnreadable("shoe", where, count, "exit")
        yield CutCardSeen("shoe", where, count)
        yield ShoeEmpty("shoe", where, count)
        yield ShoeTrouble("shoe", where, count, "overdraw")
    for where, count in ((boot, seq + 1), (boot, seq)):
        yield from (CardHidden("shoe", where, count, at) for at in PLACES)
        yield from (CardTold("shoe", where, count, at, card) for at in PLACES for card in names)
        yield from (CardOutside("shoe", where, count, card) for card in (names[0], None))
        yield OutsideTold("shoe", where, count, names[0])
        yield from (OutsideDealt("shoe", where, count, PLACES[0], card) for card in (names[0], None))
    yield ShoeLoaded("shoe", boot, seq + 1)
    yield LineRecorded("shoe", Fault.SHOE_SILENT)
    yield from (LinkUp("shoe", boot, seq, complete) for complete in (True, False))
    yield DOWN


def daemon_says(state: TableState) -> Iterator[Observation]:
    """What the daemon tells of itself and of badges."""
    game, options = state.posted
    shaker = SHAKER.of(state)
    devices = stands(shaker.reshakes, shaker.unproven, camera=CAMERA.of(state).there)
    said = partial(
        Started, game=game, options=options, jackpots=state.jackpots, patience=PATIENCE, display=DISPLAY, **devices
    )
    yield said(version=state.version)
    yield said(version=state.version + "+")
    yield from ledger_says(next((account for account in state.pools if account.terms.shared), None))
    if state.pools:
        yield said(version=state.version, doubts={POOL.name: "version 3 in the journal, 4 here"})
    yield SignedIn(by="D1", role=Role.DEALER)
    yield SignedIn(by="D1", role=Role.DEALER, peer="uid:1000")
    yield SignedOut(by="D1")
    yield TimePassed(what="open_sealed", by="D1", seconds=PATIENCE)
    passed = state.play.minute if state.game == "poker_room" and state.play is not None else 0
    yield from (MinutePassed(minute=passed), MinutePassed(minute=passed + 1))
    yield DayBegan(day="2026-11-17")
    for half in halves(state):
        yield SignedOut(by=half.by)
        yield from (TimePassed(what=half.kind, by=half.by, seconds=seconds) for seconds in (PATIENCE - 1, PATIENCE))
    for seconds in (DISPLAY - 1, DISPLAY):
        yield DisplayLost(pool=POOL.name, seconds=seconds, since=1_800_000_000)
    yield DisplayProven(pool=POOL.name, seconds=95)
    yield SealedRead(by="S1", round=1)
    yield Unlocked(by="S1", badge="D1")
    for peer in ("", "uid:1000", "loopback:33"):
        yield from (SignInRefused(by="D1", reason=reason, peer=peer) for reason in ("pin", "unknown"))


def ledger_says(account: Account | None) -> Iterator[Observation]:
    """What the ledger of a shared pool tells, of this one and of one that nobody posts."""
    yield LedgerReported(pool="none", version=1, terms=None)
    yield LedgerLost(fault=Fault.JACKPOT_LINK, detail="OperationalError")
    yield LedgerLost(pool="none", fault=Fault.JACKPOT_LEDGER)
    yield LedgerBooked(seq=3, idx=0, entry=Entry("none", 1, "opened", NOTHING, NOTHING))
    if account is None:
        return
    from_ledger = partial(LedgerReported, version=7, terms=account.terms)
    yield from (from_ledger(pool=account.terms.name, open=is_open) for is_open in (True, False))
    yield from_ledger(pool=account.terms.name, fault=Fault.JACKPOT_BOUND)
    yield LedgerLost(pool=account.terms.name, fault=Fault.JACKPOT_LEDGER, detail="version 3 cannot be read")
    yield LedgerReported(pool=account.terms.name, version=0, terms=None, fault=Fault.JACKPOT_NEW)
    at: dict[str, Any] = {"pool": account.terms.name, "version": 8, "moved": NOTHING, "meters": NOTHING}
    hit = next(iter(account.hits), Hit(1, "1", "100%", None))
    for what in ("hit", "award", "refused", "opened"):
        entry = Entry(**at, what=what, round=hit.round, seats=(hit.seat,), share=hit.share, cents=10_000_00)
        yield LedgerBooked(seq=3, idx=0, entry=entry)


def fresh(state: TableState, count: int) -> list[str]:
    """Cards that do not lie on the felt."""
    lying = cards(state, up=False) | cards(state, up=True)
    return [name for name in FRESH if name not in lying][:count]
