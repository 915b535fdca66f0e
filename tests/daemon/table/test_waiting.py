"""What waits for a second person: how it ends by itself, and what stands still until then."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from daemon.table.events import Agreed, BadgeUsed, CardDealt, ProposalEnded, Proposed, SealOpened
from daemon.table.orders import (
    Acknowledge,
    Align,
    AwardJackpot,
    ChangeDice,
    ChangeShift,
    CloseBetting,
    CloseJackpot,
    Continue,
    CorrectCard,
    CorrectDecision,
    CorrectDice,
    CorrectJackpot,
    Decision,
    EnterDice,
    Misdeal,
    NameCard,
    OpenJackpot,
    OpenRound,
    OpenSealed,
    ReassignCards,
    Reject,
    SeatIn,
    SetJackpot,
    SignedOut,
    TableOrder,
    TakeBack,
    TimePassed,
    TurnHand,
    VoidRound,
)
from daemon.table.snapshot import freeze, thaw
from daemon.table.state import ALL_KEYS, KEYS, OF_THE_ROUND, People, TableState
from daemon.table.view import view
from daemon.table.waiting import halves
from drivers.faults import Fault
from drivers.observation import CardUnreadable, LinkUp
from tests.daemon.floor import (
    A1,
    D1,
    D2,
    DOWN,
    IN_SERVICE,
    PATIENCE,
    POOL,
    PROGRESSIVE,
    S1,
    S2,
    SENT,
    T1,
    Person,
    StoryStep,
    both,
    held,
    refused,
    seated,
    started,
    table,
    tell,
)

TCP = "three_card_poker"
CARDS = "Kh Kd 4c Qc 7d 3h"
FIRST_CARD = CorrectCard(hand="1", index=0, card="2c")
SEAL = OpenSealed(round=1, reason="the Kh of seat 1")


def dealt(*story: StoryStep) -> TableState:
    """3-Cards Poker, one seat; every card is dealt."""
    return seated(TCP, CloseBetting(), CARDS, *story)


def rolled(*story: StoryStep) -> TableState:
    """Craps, after a roll."""
    return seated("craps", *SENT, *both(EnterDice(dice=(2, 2))), *story)


def settled() -> TableState:
    """Sic Bo, after a round."""
    return seated("sic_bo", CloseBetting(), *both(EnterDice(dice=(1, 2, 3))))


def unread() -> TableState:
    """A card that nobody knows yet."""
    state = seated(TCP, CloseBetting(), "Kh")
    return tell(state, CardUnreadable("shoe", "b1", 2, "exit"))[0]


def in_doubt() -> TableState:
    """A card may have come out that the shoe did not tell."""
    return seated(TCP, CloseBetting(), "Kh", LinkUp("shoe", "b2", 0, complete=False))


def offered() -> TableState:
    """Blackjack with a pool in service, between two rounds."""
    return table("blackjack", *IN_SERVICE, **PROGRESSIVE)


# Every order that takes two persons, with a table at which it can be proposed.
PROPOSALS: tuple[tuple[TableState, TableOrder], ...] = (
    (unread(), NameCard(card="Kd")),
    (dealt(), FIRST_CARD),
    (dealt(), ReassignCards(swaps=(("1", 0, "1", 1),))),
    (dealt(Decision(seat="1", choice="play")), CorrectDecision(seat="1", choice="drop")),
    (seated("sic_bo", CloseBetting()), EnterDice(dice=(1, 2, 3))),
    (rolled(), CorrectDice(dice=(3, 4))),
    (settled(), SEAL),
    (offered(), CorrectJackpot(pool=POOL.name, displayed=100, reason="counted")),
    (table("blackjack", **PROGRESSIVE), SetJackpot(pool=POOL.name, reason="new")),
)
EACH = pytest.mark.parametrize(("state", "order"), PROPOSALS, ids=lambda each: getattr(each, "kind", ""))


def first(order: TableOrder) -> Person:
    """Someone who may propose it, and is no supervisor if that can be."""
    return D1 if D1.role in order.ROLES else T1 if T1.role in order.ROLES else A1


def proposed(state: TableState, order: TableOrder) -> TableState:
    after, events = tell(state, first(order)(order))
    assert events == (Proposed(order.kind, first(order).badge),)
    assert len(halves(after)) == 1
    return after


def ended(order: TableOrder, why: str) -> ProposalEnded:
    return ProposalEnded(order.kind, first(order).badge, why)  # type: ignore[arg-type]


def counts_no_more(state: TableState, order: TableOrder) -> bool:
    """Whoever says the same now is the first one to say so."""
    return tell(state, S1(order))[1] == (Proposed(order.kind, "S1"),)


# -- how it ends ------------------------------------------------------------------------------------------------------


@EACH
def test_a_proposal_expires_when_so_much_time_has_passed_as_is_posted(state: TableState, order: TableOrder) -> None:
    waits = proposed(state, order)
    passed = TimePassed(what=order.kind, by=first(order).badge, seconds=PATIENCE)
    for said in (replace(passed, seconds=PATIENCE - 1), replace(passed, by="X"), replace(passed, what="x")):
        assert tell(waits, said) == (waits, ())
    after, events = tell(waits, passed)
    assert events == (ended(order, "expired"),)
    assert tell(after, passed) == (after, ())
    assert counts_no_more(after, order)


@EACH
def test_a_proposal_ends_with_the_session_of_whoever_made_it(state: TableState, order: TableOrder) -> None:
    waits = proposed(state, order)
    assert tell(waits, SignedOut(by="S1"))[0] == waits
    after, events = tell(waits, SignedOut(by=first(order).badge))
    assert events == (ended(order, "proposer_left"), BadgeUsed(first(order).badge, "signed_out"))
    assert counts_no_more(after, order)


@EACH
def test_a_restart_ends_what_waits(state: TableState, order: TableOrder) -> None:
    again = replace(started(state.posted[0]), options=state.posted[1], jackpots=state.jackpots)
    after, events = tell(proposed(state, order), again)
    assert ended(order, "restarted") in events
    assert halves(after) == ()


def test_what_waits_in_a_snapshot_ends_with_the_restart_too() -> None:
    kept = thaw(freeze(proposed(settled(), SEAL)))
    assert (kept.people.asked is not None, kept.patience) == (True, PATIENCE)
    assert tell(kept, started("sic_bo"))[1] == (ProposalEnded("open_sealed", "A1", "restarted"),)


def test_two_halves_of_one_person_both_end() -> None:
    waits = tell(settled(), S2(SEAL), S2(CorrectDice(dice=(1, 1, 1))))[0]
    events = tell(waits, SignedOut(by="S2"))[1]
    assert [event.what for event in events if isinstance(event, ProposalEnded)] == ["correct_dice", "open_sealed"]


def test_entries_of_a_croupier_that_posted_no_patience_mean_what_they_meant() -> None:
    old = dealt()._replace(patience=None)
    waits = tell(old, D1(FIRST_CARD))[0]
    for said in (SignedOut(by="D1"), TimePassed(what="correct_card", by="D1", seconds=10**6)):
        assert tell(waits, said)[0] == waits
    assert tell(waits, Decision(seat="1", choice="play"), S1(FIRST_CARD))[1][0] == Agreed("correct_card", ("D1", "S1"))
    restarted = tell(waits, replace(started(TCP), patience=None))[0]
    assert restarted.proposal == waits.proposal
    asked = tell(settled()._replace(patience=None), A1(SEAL))[0]
    assert tell(asked, S1(replace(SEAL, reason="another")))[1] == (ProposalEnded("open_sealed", "S1", "differs"),)


def test_a_snapshot_from_before_patience_was_posted_loads() -> None:
    kept = json.loads(freeze(tell(settled(), A1(SEAL))[0]))
    del kept["patience"]
    kept["people"]["asked"] = kept["people"]["asked"][:4]  # no person was told
    state = thaw(json.dumps(kept).encode())
    assert (state.patience, state.people.asked) == (None, ("A1", "auditor", 1, SEAL.reason, ""))


# -- what stands still ------------------------------------------------------------------------------------------------

MEANWHILE: tuple[TableOrder, ...] = (
    Decision(seat="1", choice="play"),
    TurnHand(hand="dealer"),
    SeatIn(seat="2"),
    TakeBack(seat="1"),
    OpenRound(),
    ChangeDice(),
)


@pytest.mark.parametrize(
    ("state", "order"),
    [each for each in PROPOSALS if isinstance(each[1], OF_THE_ROUND)],
    ids=lambda each: getattr(each, "kind", ""),
)
def test_while_a_correction_of_the_round_waits_nobody_plays_on(state: TableState, order: TableOrder) -> None:
    waits = proposed(state, order)
    for meanwhile in MEANWHILE:
        assert refused(waits, meanwhile)[0] in (Fault.ORDER_NOT_NOW, Fault.ORDER_WHILE_HELD)


@pytest.mark.parametrize(
    ("state", "order", "meanwhile"),
    [
        (dealt(Decision(seat="1", choice="play")), FIRST_CARD, TurnHand(hand="dealer")),
        (dealt(), FIRST_CARD, Decision(seat="1", choice="play")),
        (dealt(), ReassignCards(swaps=(("1", 0, "1", 1),)), Decision(seat="1", choice="drop")),
        (rolled(), CorrectDice(dice=(3, 4)), SeatIn(seat="2", wagers={"field": 100})),
        (rolled(), CorrectDice(dice=(3, 4)), TakeBack(seat="1", wager="hard_4")),
        (rolled(), CorrectDice(dice=(3, 4)), ChangeDice()),
        (in_doubt(), NameCard(card="Kd"), Align(felt={"1": 1})),
        (dealt(DOWN, LinkUp("shoe", "b1", 6, complete=True)), FIRST_CARD, Continue()),
    ],
)
def test_what_could_be_done_before_it_was_proposed_can_be_done_again_once_it_is_not(
    state: TableState, order: TableOrder, meanwhile: TableOrder
) -> None:
    waits = proposed(state, order)
    assert refused(waits, meanwhile) == (Fault.ORDER_NOT_NOW, f"{order.kind} is proposed")
    for after in (tell(waits, Reject())[0], tell(waits, SignedOut(by="D1"))[0]):
        assert tell(after, meanwhile)[1]


def test_a_card_left_aside_stays_there_while_a_correction_waits() -> None:
    waits = tell(dealt("9s"), D1(FIRST_CARD))[0]
    seen = Acknowledge(fault=Fault.CARD_UNEXPECTED)
    assert refused(waits, S1(seen)) == (Fault.ORDER_NOT_NOW, "correct_card is proposed")
    assert tell(waits, S1(Acknowledge(fault=Fault.BOARD_ABSENT)))[1]  # to have seen another fault moves nothing


@pytest.mark.parametrize("ends", [VoidRound(reason="enough"), Misdeal(reason="enough")])
def test_a_supervisor_may_still_end_the_round_and_the_proposal_with_it(ends: TableOrder) -> None:
    events = tell(proposed(dealt(), FIRST_CARD), ends)[1]
    assert events[0] == ProposalEnded("correct_card", "S1", "round_over")


def test_what_depends_on_nothing_goes_on() -> None:
    waits = proposed(dealt(), FIRST_CARD)
    assert tell(waits, D2(ChangeShift()))[0].proposal == waits.proposal
    asked = tell(tell(settled(), S2(CorrectDice(dice=(1, 1, 1))))[0], A1(SEAL))[0]
    assert len(halves(asked)) == 2
    pool = tell(offered(), D1(CorrectJackpot(pool=POOL.name, displayed=100, reason="counted")))[0]
    assert tell(pool, CloseJackpot(pool=POOL.name, reason="dark"))[0].proposal == pool.proposal
    assert refused(pool, AwardJackpot(pool=POOL.name, seat="1", cents=1))[0] is Fault.ORDER_NOT_NOW


def test_a_pool_that_two_persons_are_about_to_correct_takes_no_wagers() -> None:
    state = tell(offered(), OpenRound())[0]
    waits = tell(state, D1(CorrectJackpot(pool=POOL.name, displayed=100, reason="counted")))[0]
    wager = SeatIn(seat="1", wagers={"progressive": 100})
    assert refused(waits, wager) == (Fault.ORDER_NOT_NOW, "correct_jackpot is proposed")
    assert tell(waits, SeatIn(seat="1", wagers={"sevens": 100}), CloseBetting())[1]  # the game goes on
    assert tell(waits, Reject(), wager)[1]


def test_a_pool_that_two_persons_are_about_to_change_is_not_opened() -> None:
    closed = tell(offered(), CloseJackpot(pool=POOL.name, reason="new seed"))[0]
    posted = {**PROGRESSIVE, "jackpots": (replace(POOL, seed=POOL.seed + 100),)}
    waits = tell(closed, started("blackjack", **posted), T1(SetJackpot(pool=POOL.name, reason="new seed")))[0]
    assert refused(waits, OpenJackpot(pool=POOL.name)) == (Fault.ORDER_NOT_NOW, "set_jackpot is proposed")
    assert tell(waits, Reject(), OpenJackpot(pool=POOL.name))[1]


def test_no_hit_is_confirmed_while_the_cards_are_corrected() -> None:
    blackjack = {**PROGRESSIVE, "decks": 6}
    won = (OpenRound(), SeatIn(seat="1", wagers={"progressive": 100}), CloseBetting(), "Ah 9d")
    state = table("blackjack", *IN_SERVICE, *won, **blackjack)
    waits = tell(state, D1(CorrectCard(hand="1", index=0, card="2h")))[0]
    assert refused(waits, AwardJackpot(pool=POOL.name, seat="1", cents=1)) == (Fault.ORDER_NOT_NOW, "a proposal waits")


# -- no device is refused ---------------------------------------------------------------------------------------------


def test_a_card_that_comes_while_a_correction_waits_is_dealt_and_both_look_again() -> None:
    waits = tell(seated(TCP, CloseBetting(), "Kh Kd"), D1(FIRST_CARD))[0]
    after, events = tell(waits, "4c")
    assert events == (CardDealt("1", 2, None), ProposalEnded("correct_card", "D1", "card_came"))
    assert counts_no_more(after, FIRST_CARD)


def test_a_card_is_not_named_for_another_place_than_the_one_that_was_meant() -> None:
    """In doubt the table still takes cards: the one that comes lies where the missing one was awaited."""
    waits = proposed(in_doubt(), NameCard(card="Kd"))
    after, events = tell(waits, "4c")
    assert [event.kind for event in events] == ["card_dealt", "proposal_ended"]
    assert counts_no_more(after, NameCard(card="Kd"))


def test_what_the_shoe_says_of_itself_ends_nothing() -> None:
    waits = proposed(dealt(), FIRST_CARD)
    lost = tell(waits, DOWN)[0]
    assert (held(lost), lost.proposal) == (Fault.LINK_LOST, waits.proposal)
    assert tell(lost, S1(FIRST_CARD))[1][0] == Agreed("correct_card", ("D1", "S1"))


# -- two badges, one person -------------------------------------------------------------------------------------------


@EACH
def test_two_badges_of_one_person_are_not_two_persons(state: TableState, order: TableOrder) -> None:
    mine = replace(first(order)(order), person=first(order).badge)
    waits = tell(state, mine)[0]
    with_other_badge = replace(S1(order), person=mine.person)
    assert refused(waits, with_other_badge) == (Fault.SECOND_PERSON_NEEDED, "S1")
    assert Agreed(order.kind, (mine.by, "S1")) in tell(waits, replace(with_other_badge, person="S1"))[1]


# -- what the second one is told --------------------------------------------------------------------------------------


@EACH
def test_the_second_one_sees_what_waits_and_from_whom_but_not_why(state: TableState, order: TableOrder) -> None:
    waits = proposed(state, order)
    seen = view(waits, expires_in={order.kind: 42})
    pending = seen["asked" if isinstance(order, OpenSealed) else "proposal"]
    assert (pending["kind"], pending["by"], pending["expires_in"]) == (order.kind, first(order).badge, 42)
    assert not {"reason", "role", "person", "key"} & pending.keys()
    if isinstance(order, OpenSealed):
        assert pending == {"kind": "open_sealed", "by": "A1", "round": 1, "expires_in": 42}
        assert SEAL.reason not in json.dumps(seen)


def test_each_has_reasons_of_his_own() -> None:
    state, events = tell(settled(), A1(SEAL), S1(replace(SEAL, reason="he asked me to")))
    assert events == (Agreed("open_sealed", ("A1", "S1")), SealOpened(1, SEAL.reason))
    assert state.people.opened == (1,)
    wants = CorrectJackpot(pool=POOL.name, displayed=100, reason="counted")
    events = tell(offered(), D1(wants), S1(replace(wants, reason="counted again")))[1]
    assert [event.kind for event in events] == ["agreed", "jackpot_moved"]
    events = tell(offered(), D1(wants), S1(replace(wants, displayed=101)))[1]
    assert events == (ProposalEnded("correct_jackpot", "S1", "differs"),)


# -- keys -------------------------------------------------------------------------------------------------------------


def remembered(*badges: str) -> People:
    """After orders with a key, one by each of these in turn."""
    people = People()
    for number, badge in enumerate(badges):
        people = people.remembering(f"{badge}:{number}:d")
    return people


def test_nobody_s_key_is_forgotten_for_the_keys_of_others() -> None:
    people = remembered("D1", *["S1"] * 10 * KEYS)
    assert people.keys[0] == "D1:0:d"
    assert [key.partition(":")[0] for key in people.keys].count("S1") == KEYS
    assert people.keys[-1] == f"S1:{10 * KEYS}:d"


def test_however_many_there_are_whoever_has_the_most_gives_way() -> None:
    crowd = [f"P{number}" for number in range(40) for _ in range(KEYS)]
    people = remembered(*["D1"] * 5, *crowd)
    assert len(people.keys) == ALL_KEYS
    assert people.keys[:5] == tuple(f"D1:{number}:d" for number in range(5))


def test_the_table_keeps_keys_by_person() -> None:
    state = tell(table(TCP), D1(ChangeShift(key="D1:a:d")))[0]
    for number in range(2 * KEYS):
        state = tell(state, D2(ChangeShift(key=f"D2:{number}:d")))[0]
    assert "D1:a:d" in state.people.keys
    assert len(state.people.keys) == KEYS + 1
    assert thaw(freeze(state)).people.keys == state.people.keys
