"""Every game, every state that a table can come to, every observation: nothing is undefined, and the rules always hold.

Two states that await the same at the same place, are held alike, hear their shoe alike and have the same proposal
waiting are the same state; one of each is visited.
"""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Callable, Container, Hashable, Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace
from functools import cache, partial
from itertools import chain, islice, product
from typing import Any, NamedTuple, get_args, get_type_hints

import pytest
from pydantic import TypeAdapter

from daemon.jackpot.pool import NOTHING, Account, Entry, Hit
from daemon.table.answers import State
from daemon.table.apply import apply, hold_for_bug
from daemon.table.devices.camera import CAMERA
from daemon.table.devices.shaker import SHAKER, Shaker
from daemon.table.devices.shoe import SHOE
from daemon.table.events import (
    Agreed,
    CardDealt,
    CardSetAside,
    Decided,
    DiceNotRead,
    DiceRolled,
    DiceWentOut,
    Event,
    Held,
    JackpotOwed,
    LineCancelled,
    LineSettled,
    LookOrdered,
    NoRollDeclared,
    PastRoundEntered,
    ProposalEnded,
    Resumed,
    RoundVoided,
    SeatTaken,
    ShakeOrdered,
    ShoeChanged,
    WagerTakenBack,
)
from daemon.table.kinds import OBSERVED
from daemon.table.orders import (
    Acknowledge,
    Align,
    Announcement,
    AwardJackpot,
    CallWager,
    ChangeDice,
    ChangePosting,
    ChangeShift,
    ChangeShoe,
    ChargeTime,
    CloseBetting,
    CloseJackpot,
    CloseTable,
    ComeBack,
    Continue,
    CorrectCard,
    CorrectDecision,
    CorrectDice,
    CorrectJackpot,
    CountShoe,
    Decision,
    DeclareNoRoll,
    DeclineDice,
    DiceOut,
    DirectCard,
    DisplayLost,
    DisplayProven,
    EnterDice,
    EnterPastRound,
    LeaveTable,
    LedgerBooked,
    LedgerLost,
    LedgerReported,
    LetRollStand,
    MinutePassed,
    Misdeal,
    NameCard,
    NoMoreCards,
    Observation,
    OfferDice,
    OpenJackpot,
    OpenRound,
    OpenSealed,
    Order,
    ReadDice,
    ReassignCards,
    Reject,
    ReturnToTable,
    Ruling,
    SealedRead,
    SeatIn,
    SetJackpot,
    Shake,
    SignedIn,
    SignedOut,
    SignInRefused,
    SitOut,
    Started,
    StartGame,
    Straddle,
    TableOrder,
    TakeBack,
    TakeStakes,
    TimePassed,
    TurnHand,
    Unlocked,
    VoidRound,
    WithholdDice,
)
from daemon.table.shooter import lies
from daemon.table.snapshot import freeze, thaw
from daemon.table.state import GRAVITY, UNKNOWN_CARD, Dice, TableState
from daemon.table.view import view
from daemon.table.waiting import halves
from daemon.text.role import Role
from drivers.faults import Fault, FaultError
from drivers.observation import (
    CardSeen,
    CardUnreadable,
    CutCardSeen,
    DiceRested,
    DiceSeen,
    DiceUnread,
    DomeMoved,
    FromShaker,
    FromShoe,
    LineRecorded,
    LinkDown,
    LinkUp,
    MotorFelt,
    ShakeBegan,
    ShakerArmed,
    ShakerTrouble,
    ShakerUp,
    ShakeUndone,
    ShoeEmpty,
    ShoeLoaded,
    ShoeTrouble,
)
from rules.capabilities import CarriesOver, Metered, MovesChips
from rules.cards import DECK
from rules.facts import (
    AwaitCard,
    AwaitDecision,
    AwaitDice,
    AwaitDirection,
    AwaitTurn,
    AwaitWagers,
    Deal,
    Elapsed,
    Finished,
)
from rules.game import MOST
from rules.lines import Line
from rules.registry import GAMES
from tests.daemon.floor import (
    A1,
    A_CARD,
    BY_HAND,
    D1,
    D2,
    DISPLAY,
    DOWN,
    IN_SERVICE,
    PATIENCE,
    POOL,
    PROGRESSIVE,
    S1,
    S2,
    T1,
    UP,
    WAGERS,
    cards,
    of_kind,
    signed,
    started,
    tell,
)
from tests.rules.dealing import dealt

pytestmark = pytest.mark.timeout(3600)  # a walk takes a minute of a processor, which others may want as well

RULINGS = get_type_hints(Ruling)["what"]
REFUSALS = {
    Fault.ORDER_MALFORMED,
    Fault.ORDER_NOT_NOW,
    Fault.ORDER_ILLEGAL,
    Fault.ORDER_WHILE_HELD,
    Fault.FELT_DIFFERS,
    Fault.SECOND_PERSON_NEEDED,
    Fault.SUPERVISOR_NEEDED,
    Fault.SHOE_CHANGE_DUE,
    Fault.ROLE_NOT_ALLOWED,
    Fault.JACKPOT_NEW,
    Fault.JACKPOT_LINK,
    Fault.JACKPOT_CLOSED,
    Fault.JACKPOT_AWARDED,
    Fault.JACKPOT_UNDISPLAYED,
    Fault.FORM_ENTERED,
    Fault.FORM_ILLEGAL,
    Fault.SHOOTER_NO_LINE,
    Fault.WAGER_LATE,
}
CORRECTING = (NameCard, CorrectCard, ReassignCards, CorrectDecision, CorrectDice)
ENDING = (VoidRound, Misdeal, DeclareNoRoll, LetRollStand, EnterPastRound)
RESOLVING = (Continue, Align, Acknowledge, *ENDING, *CORRECTING)
# These resolve nothing, and hurt nothing.
ASIDE_FROM_IT = (OpenSealed, Reject, ChangeShift, OpenJackpot, CloseJackpot, CorrectJackpot, SetJackpot)
WHILE_HELD = (*RESOLVING, *ASIDE_FROM_IT)
# These may say what is so already.
SAID_ENOUGH = (Acknowledge, ChangeShift, SeatIn, CountShoe, ChangeShoe, ChangeDice, CloseTable, CallWager)
BONUS = ("initial_bonus", "ante_bonus", "commission")  # lines of no wager of their own
# A poor hand for whoever is dealt it: no pair, no run, no suit; so that a raise is illegal.
POOR = ["2c", "9d", "5h", "Js", "7c", "Kd", "4s", "Th", "6d", "Qc", "3h"]
FRESH = [*POOR, *(str(card) for card in DECK if str(card) not in POOR)]


POSTED: dict[str, dict[str, Any]] = {
    "poker_room": {"more": {"room.limit": "fixed_limit", "room.timeCharge": 100, "room.timePeriod": 1}},  # all that
    # a player may do
    "blackjack": {"decks": 1, **PROGRESSIVE},  # one deck, so that a card can be one too many at once
    "sic_bo+players": {"more": {"sicbo.rolledBy": "players"}},
    "craps+unkeyed": {"keyed": False},
}
ONLY_VOID = (Fault.SOFTWARE_CHANGED, Fault.TABLE_BUG)  # in a round nothing mends them
# Of these the whole product is walked here, of the others in the campaign.
WHOLE = frozenset({"three_card_poker", "war", "blackjack", "craps", "sic_bo"})


class Step(NamedTuple):
    """One observation, what it met, and what came of it."""

    before: TableState
    observation: Observation
    after: TableState
    events: tuple[Event, ...]
    refusal: FaultError | None = None
    crash: str = ""

    def __repr__(self) -> str:
        awaited, held, waits = self.before.awaits, self.before.hold, self.before.proposal
        came = self.crash or self.refusal or [event.kind for event in self.events]
        return f"{awaited}, {held}, {SHOE.of(self.before)}, {waits} -- {self.observation} -> {came}, {self.after.hold}"


# -- what can be said -------------------------------------------------------------------------------------------------


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


def camera_says(state: TableState) -> Iterator[Observation]:
    """Everything that a camera can say: to the look that was asked for, and to another one."""
    for look in (CAMERA.of(state).look, CAMERA.of(state).look + 1):
        for dice in ((3, 4), (2, 2, 5), (7, 7), ()):
            yield DiceSeen("camera", look, dice, 0.98, ("ab",))
        yield DiceUnread("camera", look, "glare", ("ab",))


def device_says(state: TableState) -> Iterator[Observation]:
    """Everything that a shoe can say: in order, again, after a gap, after a power-up."""
    boot, seq = SHOE.of(state).boot or "b1", SHOE.of(state).seq
    lying = sorted(cards(state, up=False) | cards(state, up=True))
    names = [*fresh(state, 1), *lying[:1]]
    for where, count in ((boot, seq + 1), (boot, seq), (boot, seq + 2), ("b2" if boot == "b1" else "b1", 1)):
        yield from (CardSeen("shoe", where, count, card) for card in names)
        yield CardUnreadable("shoe", where, count, "exit")
        yield CutCardSeen("shoe", where, count)
        yield ShoeEmpty("shoe", where, count)
        yield ShoeTrouble("shoe", where, count, "overdraw")
    yield ShoeLoaded("shoe", boot, seq + 1)
    yield LineRecorded("shoe", Fault.SHOE_SILENT)
    yield from (LinkUp("shoe", boot, seq, complete) for complete in (True, False))
    yield DOWN


def daemon_says(state: TableState) -> Iterator[Observation]:
    """What the daemon tells of itself and of badges."""
    game, options = state.posted
    devices: dict[str, Any] = {"reshakes": SHAKER.of(state).reshakes, "camera": CAMERA.of(state).there}
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


def people_order(state: TableState) -> Iterator[TableOrder]:
    """Every order, sensible or not."""
    game = state.posted[0]
    wagers = WAGERS[game]
    yield from map(signed, plain_orders(state, game, wagers))
    yield from (T1(OpenRound()), A1(CloseBetting()), D1(VoidRound(reason="not his to say")), S1(ChangeShift()))
    yield from (S1(acknowledged) for acknowledged in acknowledgements(state))
    yield S1(Shake())
    yield from (S1(DeclareNoRoll(ground=ground)) for ground in ("off_table", "bad luck"))
    yield T1(Acknowledge(fault=Fault.BOARD_ABSENT))
    for order, other in two_person_orders(state, game):
        first = S2 if Role.DEALER not in order.ROLES else D1
        yield from (first(order), S1(order), D2(order))
        if other is not None:
            yield S1(other)


def acknowledgements(state: TableState) -> Iterator[Acknowledge]:
    yield Acknowledge(fault=state.hold.fault if state.hold else Fault.LINK_LOST)
    yield Acknowledge(fault="NO_SUCH")


def plain_orders(state: TableState, game: str, wagers: dict[str, int | None]) -> Iterator[TableOrder]:
    yield OpenRound()
    yield SeatIn(seat="1", wagers=dict(wagers))
    if game == "craps":
        yield from (SeatIn(seat="1", wagers={wager: 500}) for wager in ("come", "hard_4"))
    yield SeatIn(seat="0")
    first, *_ = wagers
    yield from (TakeBack(seat=seat, wager=wager) for seat, wager in (("1", None), ("1", [*wagers][-1]), ("9", first)))
    yield from (TakeBack(seat="1", wager=first, stake=stake) for stake in (100, MOST))
    yield from (CallWager(seat="1", wager=[*wagers][-1], on=on) for on in (True, False))
    yield CloseBetting()
    choices = state.awaits.choices if isinstance(state.awaits, AwaitDecision) else ("play", "withdraw")
    yield Decision(seat="1", choice=choices[0], stake=1500)  # three times the ante, where it may be
    yield from (Decision(seat="1", choice=choice) for choice in (*choices, "pass"))
    yield Decision(seat="9", choice=choices[0])
    yield from room_orders(state, choices if game == "poker_room" else ())
    yield from (DirectCard(hand=hand) for hand in ("1", "9"))
    yield NoMoreCards()
    yield from (TurnHand(hand=hand) for hand in ("dealer", "1", "9"))
    yield Shake()
    yield ReadDice()
    yield from (DeclareNoRoll(ground=ground) for ground in ("off_table", "bad luck"))
    yield from (OfferDice(), OfferDice(seat="2"), OfferDice(seat="0"), DeclineDice(), DiceOut(), DiceOut(line="pass"))
    yield from (WithholdDice(ground=ground) for ground in ("off_table", "bad luck"))
    yield LetRollStand()
    yield Continue()
    yield from (Align(felt=counted) for counted in ({**state.felt}, {**state.felt, "dealer": 9}))
    yield from acknowledgements(state)
    yield Reject()
    yield from (VoidRound(reason=reason) for reason in ("spilled water", " "))
    yield from (Misdeal(reason=reason) for reason in ("too few cards", " "))
    yield from (CountShoe(), ChangeShoe(), ChangeDice(), ChangeShift(), CloseTable())
    if game != "blackjack" and not state.closed:
        return
    yield from (OpenJackpot(pool=POOL.name), OpenJackpot(pool="none"))
    yield from (CloseJackpot(pool=POOL.name, reason=reason) for reason in ("the board is dark", " "))
    waits = next((hit for account in state.pools for hit in account.pending), None)
    seat, cents = (waits.seat, waits.cents or 0) if waits else ("1", 1)
    yield from (AwardJackpot(pool=POOL.name, seat=seat, cents=cents + more) for more in (0, 1))
    yield SeatIn(seat="2", wagers={"progressive": 100})


def room_orders(state: TableState, choices: Iterable[str]) -> Iterator[TableOrder]:
    """What only the poker room knows; of most, little everywhere."""
    yield from (StartGame(), LeaveTable(seat="2"), TakeStakes(seat="1", stake=100), ChargeTime(seat="1", stake=100))
    yield Announcement(seat="2", choice="call")
    yield from (SitOut(seat="2"), ComeBack(seat="2"), Straddle(seat="2"), ReturnToTable(seat="2", stake=5000, slip=1))
    yield from (Ruling(what="play", reason=reason) for reason in ("two hands at once", " "))
    if state.posted[0] != "poker_room":
        yield Ruling(what="kill", seat="1", reason="fouled")
        return
    yield from (SeatIn(seat="2", wagers={"stakes": 5000}), SeatIn(seat="3", wagers={"stakes": None}))
    for seat in ("1", "2"):
        yield from (Decision(seat=seat, choice=choice, stake=200) for choice in choices)
        yield from (Ruling(what=what, seat=seat, stake=400, reason="as seen") for what in get_args(RULINGS))
        yield from (TurnHand(hand=seat), Decision(seat=seat, choice="fold"))
        yield Announcement(seat=seat, choice="raise", stake=200)


def two_person_orders(state: TableState, game: str) -> Iterator[tuple[TableOrder, TableOrder | None]]:
    """Each that two persons give, and what the second may say instead."""
    one, other = fresh(state, 2)
    yield NameCard(card=one), NameCard(card=other)
    yield NameCard(card="joker"), None
    places = [(hand, at) for hand, counted in state.felt.items() for at in range(counted) if game not in DICE] or [
        ("1", 0)
    ]
    (hand, at), (last, there) = places[0], places[-1]
    twin = next(iter(sorted(cards(state, up=False) | cards(state, up=True))), one)  # a tie, or one card too many
    right = one if state.hold is not None and state.hold.fault is Fault.CARD_IMPOSSIBLE else twin
    yield CorrectCard(hand=last, index=there, card=right), CorrectCard(hand=last, index=there, card=other)
    yield CorrectCard(hand=hand, index=at, card=one), CorrectCard(hand="9", index=-1, card=one)
    yield ReassignCards(swaps=((hand, at, last, there),)), ReassignCards(swaps=((hand, at, "9", 0),))
    yield ReassignCards(swaps=()), None
    decided = DECIDED.get(game, ("drop", "play"))
    yield CorrectDecision(seat="1", choice=decided[0]), CorrectDecision(seat="1", choice=decided[1])
    yield CorrectDecision(seat="9", choice="dance"), None
    rolls = DICE.get(game, [(1, 1), (1, 2)])
    for kind in (EnterDice, CorrectDice):
        yield kind(dice=rolls[0]), kind(dice=rolls[1])
        yield kind(dice=(7, 0)), kind(dice=rolls[1])
    forms = [*state.by_hand.forms[-1:], f"f-{state.round}"]
    for form in forms:
        past = EnterPastRound(form=form, played=BY_HAND[game], reason="the power went")
        yield past, replace(past, played={})
    yield replace(past, form="f-none", played={"dice": [7]}), None
    yield OpenSealed(round=1, reason="a dispute"), OpenSealed(round=1, reason="another")
    yield OpenSealed(round=99, reason="a dispute"), OpenSealed(round=1, reason=" ")
    yield ChangePosting(posting={"maximum": 90_000}), ChangePosting(posting={"maximum": 80_000})
    yield ChangePosting(posting={"seats": 0}), None
    if game != "blackjack" and not state.closed:
        return
    for amount in (100, -MOST * 2):
        yield CorrectJackpot(pool=POOL.name, displayed=amount, reason="counted"), None
    yield CorrectJackpot(pool=POOL.name, reason="looked at"), CorrectJackpot(pool=POOL.name, reserve=1, reason="x")
    yield SetJackpot(pool=POOL.name, reason="new"), SetJackpot(pool="none", reason="new")


OF_NO_ROUND = CorrectJackpot | SetJackpot | ChangePosting | EnterPastRound  # of no round that goes on, or of little
DECIDED = {"war": ("withdraw", "war"), "three_five_seven": ("withdraw", "keep"), "poker_room": ("call", "fold")}
DICE: dict[str, list[tuple[int, ...]]] = {"craps": [(2, 2), (3, 4)], "sic_bo": [(1, 2, 4), (2, 2, 2)]}


# -- the walk ---------------------------------------------------------------------------------------------------------


def place(state: TableState, whole: Container[str] = WHOLE) -> Hashable:
    """What makes two states the same; in games that are not `whole`, fewer things while a proposal waits."""
    shoe, hold, waits, awaits = SHOE.of(state), state.hold, state.proposal, state.awaits
    around = (
        awaits,
        shaken(state),
        CAMERA.of(state).there and (CAMERA.of(state).looking, bool(CAMERA.of(state).unread)),
        shooting(state),
        layout(state) if goes_on(state) else type(awaits) is AwaitWagers and bool(state.machine.wagers(state.play)),
        in_room(state),
        hold and hold.fault,
        not state.in_round and (shoe.counting, shoe.cut, shoe.empty, state.closed),  # in a round they wait for its end
        waits and waits.kind,
        state.people.asked is not None and not (state.in_round or hold or waits),  # it concerns no round that goes on
        state.closed and shoe.up and not (hold or waits or shoe.cut) and tuple(map(progressive, state.pools)),
    )
    if waits is not None and (state.posted[0] not in whole or isinstance(waits, OF_NO_ROUND)):
        return around
    mendable = waits is None and hold is not None and hold.fault not in ONLY_VOID
    held = hold is not None and (
        hold.proven and hold.fault is Fault.LINK_LOST,
        mendable and (hold.doubt, bool(state.aside)),
    )
    return *around, bool(state.lines), shoe.up, shoe.boot is None, held, twins(state)


def shooting(state: TableState) -> Hashable:
    """Where the dice are; while people play, also whether somebody has them and may throw."""
    if state.play is None or state.hold is not None or state.proposal is not None:
        return state.dice_out
    return state.dice_out, bool(state.shooter.seat), lies(state)


def in_room(state: TableState) -> Hashable:
    """Who sits there before a game; in one, how many have folded, and how far it has come."""
    play = state.play if state.game == "poker_room" else None
    if play is None:
        return state.kept is None
    if state.hold is not None or state.proposal is not None:
        return len(play.stacks) > 1
    return len(play.stacks), len(play.folded), play.street, len(play.out), bool(play.slips), bool(play.times)


def shaken(state: TableState) -> Hashable:
    """How far the shake has come, while it matters."""
    shaker = SHAKER.of(state)
    if not shaker.there:
        return None
    rolling = isinstance(state.awaits, AwaitDice)
    return shaker.up, rolling and (shaker.phase, shaker.closed, shaker.turning, shaker.escalated, shaker.boot is None)


def progressive(account: Account) -> Hashable:
    """What a pool takes, and what it waits for."""
    return account.live, bool(account.fault), bool(account.pending)


def twins(state: TableState) -> bool:
    """A card too many lies face down, and nobody has noticed: the turn will tell."""
    if type(state.awaits) is not AwaitTurn or (
        state.hold is not None and state.hold.fault is not Fault.CARD_IMPOSSIBLE
    ):
        return False
    lying = [card for hand in state.machine.hands(state.play).values() for card in hand.cards]
    return len(set(lying)) < len(lying)


def goes_on(state: TableState) -> bool:
    return state.play is not None and state.game == "craps"  # what `state.goes_on` says, only sooner


def layout(state: TableState) -> Hashable:
    """At craps: a point, whether anything lies there, and whether a wager has moved or been called."""
    names = {wager for stakes in state.machine.wagers(state.play).values() for wager in stakes}
    carried = state.machine.carry(state.play)  # type: ignore[attr-defined]  # a game that goes on
    return carried["point"], bool(names), "come_4" in names, bool(carried["working"]), state.earlier is None


def in_the_middle(state: TableState) -> bool:
    """A card that is neither the first nor the last of its hand: what happens here happens there too."""
    if not isinstance(awaited := state.awaits, AwaitCard) or not awaited.index:
        return False
    if state.game == "poker_room":  # where hands take turns, and the board and burned cards come in parts
        return True
    coming = state.machine.expects(state.machine.step(state.play, Deal(DECK[0]))[0])
    return isinstance(coming, AwaitCard) and coming.hand == awaited.hand


def take(state: TableState, observation: Observation) -> Step:
    try:
        return Step(state, observation, *apply(state, observation))
    except FaultError as refusal:
        return Step(state, observation, state, (), refusal)
    except Exception as crash:  # noqa: BLE001 - that is what must never come
        return Step(state, observation, state, (), None, f"{type(crash).__name__}: {crash}")


def everything_said(state: TableState) -> Iterator[Observation]:
    untouched = state.round == 0 and state.hold is None  # a device that the table has not got is heard here alone
    if untouched or not (SHAKER.of(state).there or CAMERA.of(state).there):
        yield from device_says(state)
    if untouched or SHAKER.of(state).there:
        yield from shaker_says(state)
    if untouched or CAMERA.of(state).there:
        yield from camera_says(state)
    yield from daemon_says(state)
    yield from people_order(state)


SHAPE: TypeAdapter[Any] = TypeAdapter(State)


class Looked:
    """The view of the state that was looked at last: several rules look at it, one after the other."""

    state: TableState | None = None
    view: dict[str, Any]
    text: str

    def at(self, state: TableState) -> Looked:
        if state is not self.state:
            self.state, self.view = state, view(state)
            self.text = json.dumps(self.view)
        return self


LOOKED = Looked()


# -- what always holds ------------------------------------------------------------------------------------------------


def apply_raises_nothing_but_a_refusal(step: Step) -> bool:
    return not step.crash


def the_view_has_the_shape_that_is_described(state: TableState) -> bool:
    text = LOOKED.at(state).text
    return bool(SHAPE.dump_python(SHAPE.validate_json(text), mode="json") == json.loads(text))


def a_device_is_never_refused(step: Step) -> bool:
    return step.refusal is None or isinstance(step.observation, Order)


def an_order_is_refused_with_a_code_or_says_what_it_did(step: Step) -> bool:
    if not isinstance(step.observation, Order) or step.crash:
        return True
    if step.refusal is not None:
        return step.refusal.fault in REFUSALS and not step.events
    owed = of_kind(step.events, JackpotOwed)  # the ledger's answer changes something
    return bool(step.events) and (step.after != step.before or isinstance(step.observation, SAID_ENOUGH) or bool(owed))


def a_hold_ends_only_because_a_person_says_so(step: Step) -> bool:
    if step.before.hold is None or step.after.hold is not None:
        return True
    over = any(isinstance(event, RoundVoided | PastRoundEntered) for event in step.events)
    ended = Resumed(step.before.hold.fault) in step.events or over
    return ended and isinstance(step.observation, RESOLVING)


def a_hold_never_becomes_milder_by_itself(step: Step) -> bool:
    before, after = step.before.hold, step.after.hold
    if before is None or after is None or of_kind(step.events, Resumed):
        return True
    return GRAVITY.index(before.fault) <= GRAVITY.index(after.fault)


def a_held_table_takes_only_what_may_resolve_it(step: Step) -> bool:
    if step.before.hold is None or not isinstance(step.observation, Order):
        return True
    if isinstance(step.observation, DeclareNoRoll) and step.before.hold.fault not in (
        Fault.SHAKE_FAILED,
        Fault.DICE_NOT_OUT,
    ):
        return step.refusal is not None
    if isinstance(step.observation, LetRollStand) and step.before.hold.fault is not Fault.DICE_NOT_OUT:
        return step.refusal is not None
    if isinstance(step.observation, WHILE_HELD):
        return True
    if isinstance(step.observation, EnterDice):  # a second person who says something else ends the proposal
        return not of_kind(step.events, DiceRolled)
    if isinstance(step.observation, ChangePosting):
        return not of_kind(step.events, Agreed)
    return step.refusal is not None and step.refusal.fault in (Fault.ORDER_WHILE_HELD, Fault.ROLE_NOT_ALLOWED)


def on_felt(state: TableState) -> int:
    return sum(state.felt.values()) if state.play is not None and "shoe" in state.machine.needs else 0


def is_repeated(step: Step) -> bool:
    said, shoe, shaker = step.observation, SHOE.of(step.before), SHAKER.of(step.before)
    if isinstance(said, FromShaker):
        return said.boot == shaker.boot and said.seq <= shaker.seq
    return isinstance(said, FromShoe) and said.boot == shoe.boot and said.seq <= shoe.seq


def what_is_repeated_changes_nothing(step: Step) -> bool:
    return not is_repeated(step) or (step.after == step.before and not step.events)


def a_card_that_left_the_shoe_is_dealt_or_set_aside_once(step: Step) -> bool:
    fates = of_kind(step.events, CardDealt | CardSetAside)  # type: ignore[arg-type]  # a union of types
    dealt = of_kind(fates, CardDealt)
    match step.observation:
        case CardSeen() | CardUnreadable() if not is_repeated(step):
            kept = len(step.after.aside) - len(step.before.aside)
            counted = SHOE.of(step.before).counting and not isinstance(step.observation, CardUnreadable)
            return (
                len(fates) == 1
                and on_felt(step.after) - on_felt(step.before) == len(dealt)
                and kept == (0 if dealt or counted else 1)
            )
        case NameCard() if step.after.proposal is None and of_kind(step.events, Agreed):
            was, unknown = step.before.hold, step.before.aside
            drawn = unknown if was is not None and was.fault in UNKNOWN_CARD else (None,)
            return len(dealt) + len(step.after.aside) == len(drawn) and len(dealt) >= 1
        case _:
            return not fates


def the_inventory_counts_every_card_once(step: Step) -> bool:
    before, after = sum(SHOE.of(step.before).seen), sum(SHOE.of(step.after).seen)
    match step.observation:
        case ChangeShoe() if of_kind(step.events, ShoeChanged):
            return after == 0
        case OpenRound() if step.events:
            return after == (0 if 1 in step.after.machine.decks else before)
        case CardSeen() if not is_repeated(step):
            impossible = step.after.aside[len(step.before.aside) :] == (None,)
            return after == before + (not impossible)
        case NameCard() if of_kind(step.events, Agreed):
            return after == before + 1
        case _:
            return after == before


def no_step_shows_a_card_that_lies_face_down(step: Step) -> bool:
    said = f"{step.observation} {step.events} {step.refusal}".replace("like Kh", "")  # what every card looks like
    named = A_CARD.findall(said)
    told = set(A_CARD.findall(str(of_kind(step.events, PastRoundEntered))))  # what two persons say of their own
    return not named or set(named) <= cards(step.before, up=True) | cards(step.after, up=True) | told


def the_view_shows_no_card_that_lies_face_down(state: TableState) -> bool:
    said = LOOKED.at(state).text + repr(state) + repr(state.proposal)
    named = set(A_CARD.findall(said))
    return named <= cards(state, up=True)


def the_view_says_what_is_awaited_and_who_acts(state: TableState) -> bool:
    seen = LOOKED.at(state).view
    if state.play is not None:
        awaited = asdict(state.machine.expects(state.play))
        if state.dice_out:  # A117: whatever the machine would still take, the table does not
            awaited["open"] = False
        if seen["awaits"] != awaited or seen["phase"] in ("idle", "closed"):
            return False
    elif seen["phase"] not in ("idle", "closed"):
        return False
    acts: str | None = seen["acts"]["role"]
    if state.proposal is not None:
        return acts == "second_person"
    if state.hold is not None:
        return acts in (Role.DEALER, Role.SUPERVISOR) and bool(seen["hold"]["fault"] == state.hold.fault)
    if isinstance(state.awaits, AwaitDecision):
        return (acts, seen["acts"]["seat"]) == ("player", state.awaits.seat)
    if isinstance(state.awaits, AwaitDice) and SHAKER.of(state).escalated and SHAKER.of(state).phase == "idle":
        return acts == Role.SUPERVISOR
    return acts == Role.DEALER


def counted(lines: Iterable[Line]) -> Counter[tuple[str, str]]:
    return Counter((line.seat, line.wager) for line in lines if line.wager not in BONUS)


def net(lines: Iterable[Line], events: Iterable[Event]) -> list[Line]:
    """These lines, and what then was settled and cancelled."""
    stand = list(lines)
    for event in events:
        if isinstance(event, LineSettled):
            stand.append(event.line)
        elif isinstance(event, LineCancelled):
            stand.remove(event.line)
    return stand


def same(some: Iterable[Line], others: Iterable[Line]) -> bool:
    some, others = list(some), list(others)
    return some == others or Counter(map(repr, some)) == Counter(map(repr, others))


def every_line_has_its_event(step: Step) -> bool:
    before, after = step.before, step.after
    if after is before or (after.lines is before.lines and after.result is before.result and not step.events):
        return True
    if of_kind(step.events, RoundVoided):
        return True
    if past := of_kind(step.events, PastRoundEntered):
        stood = before.lines if past[0].interrupted else ()
        return after.result is not None and same(net(stood, step.events), after.result.lines)
    if isinstance(step.observation, OpenRound | CloseTable):
        return not of_kind(step.events, LineSettled | LineCancelled)  # type: ignore[arg-type]  # a union of types
    if not goes_on(before):
        return same(net(before.lines, step.events), after.lines)
    if of_kind(step.events, DiceRolled):
        return after.result is not None and same(net(before.lines, step.events), after.result.lines)
    old, new = (state.result.lines if state.result else () for state in (before, after))
    return same(net(old + before.lines, step.events), new + after.lines)


def nothing_is_laid_or_leaves_untold(step: Step) -> bool:
    """In a round that is not over; what a roll, a void or a correction does, other rules look at."""
    said = step.observation
    if not isinstance(said, SeatIn | TakeBack | Decision) or not step.events:
        return True
    if isinstance(step.before.machine, MovesChips):
        return True  # where chips move, other events tell
    before, after = (state.machine.wagers(state.play).get(said.seat, {}) for state in (step.before, step.after))
    match step.events[0]:
        case SeatTaken(wagers=wagers):
            return wagers == after and before.keys() <= after.keys()
        case WagerTakenBack(taken=taken, lying=lying):
            left = Counter({wager: before[wager] or 0 for wager in before})
            left.subtract({wager: stake or 0 for wager, stake in (taken or {}).items()})
            return lying == after and all(left[wager] == (stake or 0) for wager, stake in after.items())
        case Decided(stake=stake):
            return [stake for wager, stake in after.items() if wager not in before] in ([], [stake])
    return False


def every_wager_has_one_line_that_stands(step: Step) -> bool:
    before, after = step.before, step.after
    if before.play is None or not step.events:
        return True
    laid = Counter((seat, wager) for seat, stakes in before.machine.wagers(before.play).items() for wager in stakes)
    if of_kind(step.events, RoundVoided):
        return counted(net(before.lines, step.events)) == laid and after.play is None
    if of_kind(step.events, PastRoundEntered) and before.in_round and not isinstance(before.machine, CarriesOver):
        return after.result is not None and not laid - counted(after.result.lines)
    if goes_on(before) and of_kind(step.events, DiceRolled):
        left = Counter(seat for seat, stakes in after.machine.wagers(after.play).items() for _ in stakes)
        gone = Counter(line.seat for event in of_kind(step.events, LineSettled) for line in [event.line])
        return left + gone == Counter(seat for seat, _ in laid.elements())
    if type(after.awaits) is Finished:
        now = {(seat, wager) for seat, stakes in after.machine.wagers(after.play).items() for wager in stakes}
        stands = after.result is not None and same(after.result.lines, after.lines)
        return stands and counted(after.lines) == Counter(now)
    return True


def no_round_goes_on_without_its_shoe(state: TableState) -> bool:
    if not state.in_round or state.hold is not None or "shoe" not in state.machine.needs or SHOE.of(state).up:
        return True
    return isinstance(state.awaits, AwaitWagers)


def no_dice_are_awaited_without_their_shaker(state: TableState) -> bool:
    return not isinstance(state.awaits, AwaitDice) or state.hold is not None or answers(SHAKER.of(state))


def nothing_is_laid_or_taken_back_while_dice_are_out(step: Step) -> bool:
    laying = isinstance(step.observation, SeatIn | TakeBack | CallWager)
    return not (laying and step.before.dice_out) or step.refusal is not None


def dice_that_a_player_throws_decide_nothing_before_they_went_out(step: Step) -> bool:
    if not of_kind(step.events, DiceRolled) or step.before.players_throw is None:
        return True
    return step.before.dice_out in (Dice.OUT, Dice.THROWN) or isinstance(step.observation, LetRollStand)


DECIDES_DICE = DiceRolled | NoRollDeclared | RoundVoided | PastRoundEntered  # a form is a supervisor's word, too


def dice_that_were_thrown_too_soon_are_kept_until_somebody_decides(step: Step) -> bool:
    before, after = step.before.thrown, step.after.thrown
    ended = [event for event in step.events if isinstance(event, DECIDES_DICE)]
    if before:
        return after == before or (not after and bool(ended))
    return not after or (step.after.hold is not None and step.after.hold.fault is Fault.DICE_NOT_OUT)


def no_dice_go_out_before_the_shooters_line_wager_lies(step: Step) -> bool:
    return not of_kind(step.events, DiceWentOut) or lies(step.after) is not False


def while_a_correction_waits_its_round_stands_still(step: Step) -> bool:
    before, after = step.before, step.after
    if not corrects(before) or after.proposal is not before.proposal:
        return True
    if isinstance(step.observation, Order) and before.hold is not None and after.hold is None:
        return False  # nobody lets it go on
    facts = [[fact for fact in state.facts if not isinstance(fact, Elapsed)] for state in (before, after)]
    return facts[0] == facts[1] and (before.aside, before.lines) == (after.aside, after.lines)


def what_was_proposed_ends_with_its_time_its_person_and_its_process(step: Step) -> bool:
    said, before, after = step.observation, halves(step.before), halves(step.after)
    gone = [half for half in before if not any(half is left for left in after)]
    match said:
        case Started():
            return not after and len(of_kind(step.events, ProposalEnded)) == len(before)
        case SignedOut():
            return gone == [half for half in before if half.by == said.by]
        case TimePassed():
            expired = (said.what, said.by, PATIENCE)
            return gone == [half for half in before if (half.kind, half.by, said.seconds) == expired]
        case CardSeen() | CardUnreadable() if corrects(step.before) and not is_repeated(step):
            return after == tuple(half for half in before if half is not step.before.proposal) or counted_out(step)
        case _ if not isinstance(said, Order):
            return not gone
    return True


def corrects(state: TableState) -> bool:
    return isinstance(state.proposal, (*CORRECTING, EnterDice, EnterPastRound))


def counted_out(step: Step) -> bool:
    return SHOE.of(step.before).counting and step.before.aside == step.after.aside  # it is of no round


def answers(shaker: Shaker) -> bool:
    return shaker.up or not shaker.there


def dice_of_a_shaker_are_read_after_a_good_shake_alone(step: Step) -> bool:
    if not of_kind(step.events, DiceRolled) or not SHAKER.of(step.before).there:
        return True
    shaker = SHAKER.of(step.before)
    return shaker.phase == "rested" and shaker.up and shaker.closed and shaker.tumbles >= 3


def no_number_is_given_to_two_shakes(step: Step) -> bool:
    ordered = of_kind(step.events, ShakeOrdered)
    return SHAKER.of(step.after).order >= SHAKER.of(step.before).order + len(ordered) and (
        not ordered or (SHAKER.of(step.after).phase == "ordered" and ordered[0].order == SHAKER.of(step.after).order)
    )


def a_camera_rolls_the_dice_only_when_it_was_asked(step: Step) -> bool:
    said, before = step.observation, step.before
    if not isinstance(said, DiceSeen | DiceUnread):
        return True
    asked = CAMERA.of(before).looking and said.look == CAMERA.of(before).look
    if not of_kind(step.events, DiceRolled):
        early = any(event.fault is Fault.DICE_NOT_OUT for event in of_kind(step.events, Held))
        return (early or bool(of_kind(step.events, DiceNotRead))) is asked
    return asked and isinstance(said, DiceSeen) and before.hold is None and before.proposal is None


def no_number_is_given_to_two_looks(step: Step) -> bool:
    ordered = of_kind(step.events, LookOrdered)
    after, before = CAMERA.of(step.after), CAMERA.of(step.before)
    return after.look == before.look + len(ordered) and (
        not ordered or (after.looking and ordered[0].look == after.look)
    )


def no_wager_is_laid_on_a_progressive_that_nobody_displays(step: Step) -> bool:
    """21.2, A157: but in the round in which it went dark."""
    laid = step.observation.wagers if isinstance(step.observation, SeatIn) else {}
    return "progressive" not in laid or all(gap.round == step.before.round for gap in step.before.gaps.values())


def only_a_person_declares_a_no_roll(step: Step) -> bool:
    return not of_kind(step.events, NoRollDeclared) or isinstance(step.observation, DeclareNoRoll)


def a_shake_that_is_not_as_it_must_be_holds_the_round(step: Step) -> bool:
    failed = SHAKER.of(step.after).phase == "failed" and SHAKER.of(step.before).phase != "failed"
    return not failed or step.after.hold is not None


def a_state_at_rest_survives_its_snapshot(state: TableState) -> bool:
    return not state.at_rest or thaw(freeze(state)) == state


RULES_OF_REFUSALS: tuple[Callable[[Step], bool], ...] = (
    apply_raises_nothing_but_a_refusal,
    a_device_is_never_refused,
    an_order_is_refused_with_a_code_or_says_what_it_did,
    a_held_table_takes_only_what_may_resolve_it,
    no_step_shows_a_card_that_lies_face_down,
)
RULES_OF_STEPS: tuple[Callable[[Step], bool], ...] = (
    *RULES_OF_REFUSALS,
    a_hold_ends_only_because_a_person_says_so,
    a_hold_never_becomes_milder_by_itself,
    what_is_repeated_changes_nothing,
    a_card_that_left_the_shoe_is_dealt_or_set_aside_once,
    the_inventory_counts_every_card_once,
    every_line_has_its_event,
    nothing_is_laid_or_leaves_untold,
    every_wager_has_one_line_that_stands,
    nothing_is_laid_or_taken_back_while_dice_are_out,
    dice_that_a_player_throws_decide_nothing_before_they_went_out,
    dice_that_were_thrown_too_soon_are_kept_until_somebody_decides,
    no_dice_go_out_before_the_shooters_line_wager_lies,
    while_a_correction_waits_its_round_stands_still,
    what_was_proposed_ends_with_its_time_its_person_and_its_process,
    dice_of_a_shaker_are_read_after_a_good_shake_alone,
    no_number_is_given_to_two_shakes,
    a_camera_rolls_the_dice_only_when_it_was_asked,
    no_number_is_given_to_two_looks,
    no_wager_is_laid_on_a_progressive_that_nobody_displays,
    only_a_person_declares_a_no_roll,
    a_shake_that_is_not_as_it_must_be_holds_the_round,
)
RULES_OF_STATES: tuple[Callable[[TableState], bool], ...] = (
    the_view_shows_no_card_that_lies_face_down,
    the_view_says_what_is_awaited_and_who_acts,
    the_view_has_the_shape_that_is_described,
    no_round_goes_on_without_its_shoe,
    no_dice_are_awaited_without_their_shaker,
    a_state_at_rest_survives_its_snapshot,
)


# -- the walk itself --------------------------------------------------------------------------------------------------


@dataclass
class Walk:
    """What was met on the way through one game, and what broke a rule."""

    broken: dict[str, str] = field(default_factory=dict)  # by rule: where it first happened
    met: set[tuple[str, Fault | None]] = field(default_factory=set)  # phases and what held them
    kinds: set[type] = field(default_factory=set)
    accepted: set[type] = field(default_factory=set)
    refused: set[type] = field(default_factory=set)
    codes: set[Fault] = field(default_factory=set)  # of refusals
    waited: set[type] = field(default_factory=set)  # proposals
    agreed: set[type] = field(default_factory=set)
    states: list[TableState] = field(default_factory=list)
    hidden: int = 0  # states with cards that nobody may see
    shown: int = 0  # steps that show a card
    frozen: int = 0

    def check(self, rules: Iterable[Callable[[Any], bool]], of: Any, where: Step) -> None:
        for rule in rules:
            if not rule(of):
                self.broken.setdefault(rule.__name__, repr(where))


def with_a_jackpot(state: TableState) -> Iterator[TableState]:
    """What no walk is long enough to come to: a pool that was closed, or went dark, a jackpot that is won, and paid."""
    laid = (OpenRound(), SeatIn(seat="1", wagers={"progressive": 100}), SeatIn(seat="3"), CloseBetting())
    dealt = ("Ah 9d 2h 9c", *chain(*((DirectCard(hand="1"), card) for card in ("3h", "4h", "5h"))))
    offered, _ = tell(state, UP, *IN_SERVICE)
    won, _ = tell(offered, *laid, *dealt)
    yield tell(offered, CloseJackpot(pool=POOL.name, reason="dark"), OpenRound())[0]
    yield tell(offered, DisplayLost(pool=POOL.name, seconds=DISPLAY, since=1_800_000_000), OpenRound())[0]
    yield won
    yield tell(won, AwardJackpot(pool=POOL.name, seat="1", cents=10_000_20))[0]


def with_a_room() -> Iterator[TableState]:
    """A table without limit: somebody has left and may come back, time is due; then three play, and 2 may straddle."""
    more = {"room.straddle": "utg", "room.timeCharge": 100, "room.timePeriod": 1}
    players = (SeatIn(seat=seat, wagers={"stakes": 5000}) for seat in ("1", "4", "5", "2"))
    sat, _ = tell(TableState(), started("poker_room", more=more), UP, OpenRound(), *players, LeaveTable(seat="2"))
    yield (due := tell(sat, MinutePassed(minute=1), MinutePassed(minute=2))[0])
    yield tell(due, ReturnToTable(seat="2", stake=5000, slip=1), LeaveTable(seat="1"), StartGame())[0]


@cache
def walk(table: str, whole: frozenset[str] = WHOLE) -> Walk:
    """Breadth first from a table that has just started; `sic_bo+shaker+camera` is one with a shaker and a camera."""
    walked, met, arrived = Walk(), set[Hashable](), set[Hashable]()
    game, *devices = table.split("+")
    start = replace(
        started(game, **POSTED.get(table, POSTED.get(game, {}))),
        reshakes=0 if "shaker" in devices else None,
        camera="camera" in devices,
    )
    starts = [apply(TableState(), start)[0]]
    if game == "blackjack":
        starts += with_a_jackpot(starts[0])
    if game == "poker_room":
        starts += with_a_room()
    unvisited = deque(starts)
    while unvisited:
        state = unvisited.popleft()
        if place(state, whole) in met and state not in starts:
            continue
        met.add(place(state, whole))
        walked.states.append(state)
        walked.met.add((view(state)["phase"], state.hold and state.hold.fault))
        walked.waited |= {type(state.proposal), OpenSealed if state.people.asked else type(None)} - {type(None)}
        bug = CardSeen("shoe", "b1", SHOE.of(state).seq + 1, "2c")
        taken = [Step(state, bug, *hold_for_bug(state, bug))]
        said = islice(device_says(state), 1) if in_the_middle(state) else everything_said(state)
        for step in (take(state, observation) for observation in said):
            walked.check(RULES_OF_STEPS if step.refusal is None else RULES_OF_REFUSALS, step, step)
            taken.append(step)
        for step in taken:
            kind = type(step.observation)
            walked.kinds.add(kind)
            (walked.accepted if step.refusal is None else walked.refused).add(kind)
            if step.refusal is not None:
                walked.codes.add(step.refusal.fault)
            if of_kind(step.events, Agreed):
                walked.agreed.add(kind)
            if step.after is state:
                continue
            there = place(step.after, whole)
            if there not in met:
                unvisited.append(step.after)
            if (there, kind) not in arrived:
                arrived.add((there, kind))
                walked.check(RULES_OF_STATES, step.after, step)
                walked.frozen += step.after.at_rest
                walked.hidden += bool(cards(step.after, up=False))
            walked.shown += any(isinstance(event, CardDealt) and event.card is not None for event in step.events)
    return walked


TABLES = [
    *GAMES,
    "sic_bo+shaker",
    "sic_bo+shaker+camera",
    "sic_bo+players",
    "craps+camera",
    "craps+unkeyed",
]


@pytest.mark.parametrize("game", TABLES)
@pytest.mark.parametrize("rule", [*RULES_OF_STEPS, *RULES_OF_STATES], ids=lambda rule: rule.__name__)
def test_whatever_is_said_in_whatever_state(game: str, rule: Callable[[Any], bool]) -> None:
    assert walk(game).broken.get(rule.__name__) is None


def with_a_shared_pool() -> Iterator[TableState]:
    """One that lives in a ledger: out of reach, new, in service, laid, won and not yet locked, locked, paid, closed."""
    terms = replace(POOL, shared=True)
    lost, _ = tell(TableState(), started("blackjack", **{**PROGRESSIVE, "jackpots": (terms,)}), UP)
    yield lost
    yield tell(lost, LedgerReported(pool=POOL.name, version=0, terms=None, fault=Fault.JACKPOT_NEW))[0]
    offered, _ = tell(lost, LedgerReported(pool=POOL.name, version=2, terms=terms, open=True))
    yield offered
    laid, _ = tell(offered, OpenRound(), SeatIn(seat="1", wagers={"progressive": 100}), SeatIn(seat="3"))
    yield laid
    won, _ = tell(laid, CloseBetting(), "Ah 9d 2h 9c", *chain(*((DirectCard(hand="1"), c) for c in ("3h", "4h", "5h"))))
    yield won
    at = partial(Entry, POOL.name, moved=NOTHING, meters=NOTHING, round=1, seats=("1",), share="100%", cents=10_000_00)
    locked, _ = tell(won, LedgerBooked(seq=9, idx=0, entry=at(version=8, what="hit")))
    yield locked
    yield tell(locked, LedgerBooked(seq=12, idx=0, entry=at(version=9, what="award")))[0]
    yield tell(offered, LedgerReported(pool=POOL.name, version=3, terms=terms, fault=Fault.JACKPOT_BOUND))[0]


@pytest.mark.parametrize("state", [*with_a_shared_pool()], ids=lambda state: f"version {state.pools[0].version}")
def test_whatever_is_said_where_a_pool_is_shared(state: TableState) -> None:
    walked = Walk()
    for step in (take(state, observation) for observation in everything_said(state)):
        walked.check(RULES_OF_STEPS if step.refusal is None else RULES_OF_REFUSALS, step, step)
        walked.check(RULES_OF_STATES if step.after is not state else (), step.after, step)
    assert walked.broken == {}


# -- the walk is a long one -------------------------------------------------------------------------------------------

CARD_GAMES = [name for name, game in GAMES.items() if "shoe" in game.needs]
OUTSIDE = {None, Fault.CARD_UNEXPECTED, Fault.CARD_UNREADABLE, Fault.TABLE_BUG}
TAKING_CARDS = {Fault.LINK_LOST, Fault.TABLE_RESTARTED, Fault.CARDS_IN_DOUBT, Fault.SHOE_ERROR}
ALWAYS = {None, Fault.CARD_UNREADABLE, Fault.SOFTWARE_CHANGED, Fault.TABLE_BUG} | TAKING_CARDS
NO_CARD_AWAITED = ALWAYS | {Fault.CARD_UNEXPECTED}


def phases(game: str) -> dict[str, set[Fault | None]]:
    """Every phase of a game, and everything that can hold it."""
    if game == "craps+camera":
        ours = {None, Fault.TABLE_BUG}
        held = ours | {Fault.TABLE_RESTARTED, Fault.SOFTWARE_CHANGED, Fault.DICE_NOT_OUT}
        return {"closed": OUTSIDE, "idle": ours, "rolling": held}
    if game.startswith("craps"):
        return {"closed": OUTSIDE, "idle": OUTSIDE, "rolling": NO_CARD_AWAITED | {Fault.DICE_NOT_OUT}}
    if game.startswith("sic_bo+shaker"):
        ours = {None, Fault.TABLE_BUG}
        lost = ours | {Fault.SHAKER_LOST, Fault.TABLE_RESTARTED, Fault.SOFTWARE_CHANGED}
        rolling = lost | {Fault.SHAKE_FAILED, Fault.SHAKE_REFUSED}
        return {"closed": OUTSIDE, "idle": ours, "finished": ours, "betting": lost, "rolling": rolling}
    if game == "sic_bo+players":
        return {**phases("sic_bo"), "rolling": NO_CARD_AWAITED | {Fault.DICE_NOT_OUT}}
    if game not in CARD_GAMES:
        return dict.fromkeys(("closed", "idle", "finished"), OUTSIDE) | dict.fromkeys(
            ("betting", "rolling"), NO_CARD_AWAITED
        )
    met = {phase: OUTSIDE | {Fault.SHOE_COUNT_OFF} for phase in ("closed", "idle", "finished")}
    met |= {"betting": NO_CARD_AWAITED, "dealing": ALWAYS}
    if game == "war":  # a card may end it, whatever then holds it; a correction may open it again
        met["finished"] |= TAKING_CARDS | {Fault.SOFTWARE_CHANGED}
        return met | {"deciding": NO_CARD_AWAITED | {Fault.SHOE_COUNT_OFF}}
    met["dealing"] = ALWAYS | {Fault.CARD_IMPOSSIBLE}
    if dealt(game).ended_by_card:
        met["finished"] |= TAKING_CARDS
    turning = NO_CARD_AWAITED | {Fault.CARD_IMPOSSIBLE}
    others = {
        AwaitDirection: {"directing": NO_CARD_AWAITED},
        AwaitDecision: {"deciding": NO_CARD_AWAITED},
        AwaitTurn: {"turning": turning | {Fault.DECISION_ILLEGAL} if game == "crazy_four" else turning},
    }
    for awaited in dealt(game).awaited & others.keys():
        met |= others[awaited]
    return met


@pytest.mark.parametrize("game", TABLES)
def test_the_walk_meets_every_phase_and_every_hold(game: str) -> None:
    met: dict[str, set[Fault | None]] = {}
    for phase, fault in walk(game).met:
        met.setdefault(phase, set()).add(fault)
    assert met == phases(game)


@pytest.mark.parametrize("game", TABLES)
def test_the_walk_tries_everything_that_can_be_said(game: str) -> None:
    assert walk(game).kinds == set(OBSERVED.values())
    assert walk(game).refused == set(get_args(TableOrder))
    assert walk(game).frozen


@pytest.mark.parametrize("game", CARD_GAMES)
def test_the_walk_meets_cards_that_lie_face_down_and_cards_that_are_told(game: str) -> None:
    hidden, shown = walk(game).hidden > 0, walk(game).shown > 0
    assert (hidden, shown) == (False in dealt(game).faces, True in dealt(game).faces)


@pytest.mark.parametrize("game", TABLES)
def test_two_persons_can_agree_on_whatever_the_game_lets_them_correct(game: str) -> None:
    agreed = {ChangePosting, OpenSealed, EnterDice, CorrectDice}
    if game in CARD_GAMES:
        agreed = {ChangePosting, OpenSealed, NameCard, CorrectCard, ReassignCards}
        if AwaitDecision in dealt(game).awaited:
            agreed |= {CorrectDecision}
        if isinstance(GAMES[game], Metered):
            agreed |= {CorrectJackpot, SetJackpot}
    if game == "blackjack":  # the one deck of this walk cannot be posted, and is none of the settle contract's
        agreed -= {ChangePosting}
    else:
        agreed |= {EnterPastRound}
    assert walk(game).agreed == walk(game).waited == agreed


TAKEN: dict[str, set[type]] = {  # by a table that takes them; blackjack takes everything else
    "craps": {
        *(CallWager, ChangeDice, CorrectDice, EnterDice, OfferDice, DeclineDice, WithholdDice, DiceOut),
        *(DeclareNoRoll, LetRollStand),
    },
    "poker_room": {
        *(StartGame, Announcement, Ruling, SitOut, ComeBack, LeaveTable, ReturnToTable, Straddle, TakeStakes),
        *(ChargeTime, Decision, CorrectDecision, TurnHand, ChangePosting, EnterPastRound),
    },
    "sic_bo+shaker+camera": {Shake, ReadDice},
}
TAKEN["blackjack"] = set(OBSERVED.values()).difference(*TAKEN.values())
REFUSED_AT_CRAPS = {Fault.SHOOTER_NO_LINE, Fault.WAGER_LATE, Fault.FORM_ENTERED}
REFUSED_OF_A_SHARED_POOL = {Fault.JACKPOT_LINK}


@pytest.mark.parametrize("game", TAKEN)
def test_every_order_is_taken_somewhere(game: str) -> None:
    assert TAKEN[game] - walk(game).accepted == set()


@pytest.mark.parametrize(
    ("game", "codes"),
    [("craps", REFUSED_AT_CRAPS), ("blackjack", REFUSALS - REFUSED_AT_CRAPS - REFUSED_OF_A_SHARED_POOL)],
)
def test_every_refusal_happens(game: str, codes: set[Fault]) -> None:
    assert codes - walk(game).codes == set()


def test_every_refusal_of_a_shared_pool_happens() -> None:
    said = (take(state, said) for state in with_a_shared_pool() for said in everything_said(state))
    codes = {step.refusal.fault for step in said if step.refusal is not None}
    assert codes <= REFUSALS
    assert codes >= REFUSED_OF_A_SHARED_POOL


# -- roles ------------------------------------------------------------------------------------------------------------

NOT_THE_FLOORS: dict[type, set[Role]] = {  # everything else is the dealer's and the supervisor's
    Acknowledge: {Role.DEALER, Role.SUPERVISOR, Role.TECHNICIAN},
    VoidRound: {Role.SUPERVISOR},
    Misdeal: {Role.SUPERVISOR},
    OpenSealed: {Role.SUPERVISOR, Role.AUDITOR},
    OpenJackpot: {Role.SUPERVISOR},
    CloseJackpot: {Role.SUPERVISOR},
    AwardJackpot: {Role.SUPERVISOR},
    SetJackpot: {Role.SUPERVISOR, Role.TECHNICIAN},
    ChangeShift: {Role.DEALER},
    WithholdDice: {Role.SUPERVISOR},
    LetRollStand: {Role.SUPERVISOR},
}


@pytest.mark.parametrize("game", ["three_card_poker", "blackjack", "craps"])
def test_who_may_give_which_order(game: str) -> None:
    seen: set[tuple[type, Role]] = set()
    for state in walk(game).states[::50]:
        for order, role in product(people_order(state), Role):
            allowed = NOT_THE_FLOORS.get(type(order), {Role.DEALER, Role.SUPERVISOR})
            refusal = take(state, replace(order, by="X", role=role)).refusal
            assert (refusal is not None and refusal.fault is Fault.ROLE_NOT_ALLOWED) is (role not in allowed), order
            seen.add((type(order), role))
    assert seen == set(product(get_args(TableOrder), Role))


def test_without_a_role_only_a_journal_of_version_1_orders_anything() -> None:
    state, _ = apply(TableState(), started("war"))
    assert take(state, OpenRound(by="uid:1000")).refusal is None
    for order in (OpenRound(), OpenRound(by="D1"), OpenRound(by="D1", role="owner"), OpenRound(by="uid:1", role="x")):
        refusal = take(state, order).refusal
        assert refusal is not None and refusal.fault is Fault.ROLE_NOT_ALLOWED
