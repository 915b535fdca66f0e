"""Every order that people can give at a table, sensible or not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import get_args, get_type_hints

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
    CorrectPastRound,
    CountShoe,
    Decision,
    DeclareNoRoll,
    DeclineDice,
    DiceOut,
    DirectCard,
    EnterDice,
    EnterPastRound,
    LeaveTable,
    LetRollStand,
    Misdeal,
    NameCard,
    NoMoreCards,
    OfferDice,
    OpenJackpot,
    OpenRound,
    OpenSealed,
    ReadDice,
    ReassignCards,
    Reject,
    ReopenBetting,
    ReturnToTable,
    Ruling,
    SeatIn,
    SetJackpot,
    Shake,
    SitOut,
    StartGame,
    Straddle,
    TableOrder,
    TakeBack,
    TakeStakes,
    TurnHand,
    VoidRound,
    WithholdDice,
)
from daemon.table.state import TableState
from daemon.text.role import Role
from drivers.faults import Fault
from rules.facts import AwaitDecision
from rules.game import MOST
from rules.registry import GAMES
from tests.daemon.floor import A1, BY_HAND, D1, D2, POOL, S1, S2, T1, WAGERS, cards, signed
from tests.daemon.table.walk.said import fresh

RULINGS = get_type_hints(Ruling)["what"]
DECIDED = {"war": ("withdraw", "war"), "three_five_seven": ("withdraw", "keep"), "poker_room": ("call", "fold")}
DICE: dict[str, list[tuple[int, ...]]] = {"craps": [(2, 2), (3, 4)], "sic_bo": [(1, 2, 4), (2, 2, 2)]}


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
    yield from (CloseBetting(), ReopenBetting())
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
    yield TakeBack(seat="2", wager="straddle")
    yield from (Ruling(what="play", reason=reason) for reason in ("two hands at once", " "))
    if state.posted[0] != "poker_room":
        yield Ruling(what="kill", seat="1", reason="fouled")
        return
    yield from (SeatIn(seat="2", wagers={"stakes": 5000}), SeatIn(seat="3", wagers={"stakes": None}))
    for seat in ("1", "2"):
        yield from (Decision(seat=seat, choice=choice, stake=200) for choice in choices)
        yield from (Ruling(what=what, seat=seat, reason="as seen") for what in get_args(RULINGS))
        yield from (Ruling(what=what, seat=seat, stake=400, reason="as seen") for what in ("bet", "kill"))
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
    yield from corrected_forms(state)
    forms = [*state.by_hand.forms[-1:], f"f-{state.round}"]
    for form in forms:
        past = EnterPastRound(form=form, played=BY_HAND[game], reason="the power went")
        yield past, replace(past, played={})
    yield replace(past, form="f-none", played={"dice": [7]}), replace(past, form="f-none", rules="war/0000-0000")
    yield OpenSealed(round=1, reason="a dispute"), OpenSealed(round=1, reason="another")
    yield OpenSealed(round=99, reason="a dispute"), OpenSealed(round=1, reason=" ")
    yield ChangePosting(posting={"maximum": 90_000}), ChangePosting(posting={"maximum": 80_000})
    yield ChangePosting(posting={"seats": 0}), None
    yield ChangePosting(withdraw=True), None
    if game != "blackjack" and not state.closed:
        return
    for amount in (100, -MOST * 2):
        yield CorrectJackpot(pool=POOL.name, displayed=amount, reason="counted"), None
    yield CorrectJackpot(pool=POOL.name, reason="looked at"), CorrectJackpot(pool=POOL.name, reserve=1, reason="x")
    yield SetJackpot(pool=POOL.name, reason="new"), SetJackpot(pool="none", reason="new")


def corrected_forms(state: TableState) -> Iterator[tuple[TableOrder, TableOrder | None]]:
    game = state.posted[0]
    form = state.entered.order.form if state.entered else "f-none"
    wager = "pot" if game == "poker_room" else next(iter(GAMES[game].sections))
    corrected = CorrectPastRound(form=form, played=BY_HAND[game], paid={"1": {wager: 1}}, reason="a slip")
    yield corrected, replace(corrected, paid={"1": {wager: 2}})
    yield replace(corrected, played={"dice": [7]}), None
    yield replace(corrected, form="f-none"), None
