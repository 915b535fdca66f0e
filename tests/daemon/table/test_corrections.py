"""What changes a value takes two persons; then the round is run again, and whoever was paid otherwise is told."""

from __future__ import annotations

import json
from dataclasses import asdict

import pytest

from daemon.parts.board_messages import result as board_message
from daemon.table.devices.shoe import SHOE
from daemon.table.events import (
    Agreed,
    CardCorrected,
    CardDealt,
    CardSetAside,
    DecisionCorrected,
    DiceCorrected,
    Event,
    HandTurned,
    Held,
    LineCancelled,
    LineSettled,
    ProposalEnded,
    Proposed,
    Resumed,
    RoundFinished,
    RoundReopened,
    SealOpened,
)
from daemon.table.orders import (
    Acknowledge,
    Align,
    ChangeShoe,
    CloseBetting,
    Continue,
    CorrectCard,
    CorrectDecision,
    CorrectDice,
    Decision,
    DiceOut,
    EnterDice,
    NameCard,
    OpenRound,
    OpenSealed,
    ReassignCards,
    Reject,
    SeatIn,
    TableOrder,
    TakeBack,
    TurnHand,
    VoidRound,
)
from daemon.table.snapshot import freeze, thaw
from daemon.table.state import TableState
from daemon.table.view import view
from drivers.faults import Fault, FaultError
from drivers.observation import CardUnreadable, LinkUp
from rules.cards import Card
from rules.lines import Outcome
from tests.daemon.floor import (
    A1,
    A_CARD,
    D1,
    D2,
    DOWN,
    S1,
    S2,
    SENT,
    T1,
    StoryStep,
    both,
    copies,
    everything,
    held,
    of_kind,
    refused,
    seated,
    started,
    table,
    tell,
)

TCP = "three_card_poker"
HAND, DEALER = "Kh Kd 4c", "Qc 7d 3h"


def dealt(*story: StoryStep, cards: str = f"{HAND} {DEALER}") -> TableState:
    """3-Cards Poker, one seat, its cards and the dealer's face down."""
    return seated(TCP, CloseBetting(), cards, *story)


def finished(cards: str = f"{HAND} {DEALER}") -> TableState:
    """The same, played and turned: the pair of kings wins."""
    return dealt(Decision(seat="1", choice="play"), TurnHand(hand="dealer"), TurnHand(hand="1"), cards=cards)


def unreadable(state: TableState) -> CardUnreadable:
    return CardUnreadable("shoe", "b1", SHOE.of(state).seq + 1, "exit")


def outcomes(state: TableState) -> dict[str, Outcome]:
    assert state.result is not None
    return {line.wager: line.outcome for line in state.result.lines}


def lying(state: TableState, hand: str) -> str:
    """A hand's cards, whoever may see them."""
    return " ".join(map(str, state.machine.hands(state.play)[hand].cards))


# -- two persons ------------------------------------------------------------------------------------------------------

FIRST_CARD = CorrectCard(hand="1", index=0, card="2c")


def test_one_person_proposes_and_another_agrees() -> None:
    state, events = tell(dealt(), D1(FIRST_CARD))
    assert events == (Proposed("correct_card", "D1"),)
    assert lying(state, "1") == HAND  # nothing has happened yet
    assert view(state)["proposal"] == {"kind": "correct_card", "by": "D1", "expires_in": None}  # look for yourself
    assert view(state)["acts"] == {"role": "second_person", "seat": None}
    state, events = tell(state, S1(FIRST_CARD))
    assert events == (Agreed("correct_card", ("D1", "S1")), CardCorrected("1", 0, None, None))
    assert lying(state, "1") == "2c Kd 4c"
    assert view(state)["proposal"] is None


def test_the_same_person_cannot_agree_with_himself() -> None:
    proposed = tell(dealt(), S1(FIRST_CARD))[0]
    assert refused(proposed, S1(FIRST_CARD)) == (Fault.SECOND_PERSON_NEEDED, "S1")


def test_one_of_the_two_is_a_supervisor() -> None:
    proposed = tell(dealt(), D1(FIRST_CARD))[0]
    assert refused(proposed, D2(FIRST_CARD)) == (Fault.SUPERVISOR_NEEDED, "correct_card")
    assert lying(tell(dealt(), S1(FIRST_CARD), D1(FIRST_CARD))[0], "1") == "2c Kd 4c"
    assert lying(tell(dealt(), S1(FIRST_CARD), S2(FIRST_CARD))[0], "1") == "2c Kd 4c"


def test_if_the_second_one_says_something_else_both_look_again() -> None:
    state, events = tell(dealt(), D1(FIRST_CARD), S1(CorrectCard(hand="1", index=0, card="2d")))
    assert events == (ProposalEnded("correct_card", "S1", "differs"),)
    assert (lying(state, "1"), state.proposal) == (HAND, None)


def test_a_card_may_be_spelled_in_two_ways() -> None:
    said = [CorrectCard(hand="1", index=0, card=card) for card in ("10d", "TD")]
    assert lying(tell(dealt(), D1(said[0]), S1(said[1]))[0], "1") == "Td Kd 4c"
    assert refused(tell(dealt(), D1(said[0]))[0], S1(CorrectCard(hand="1", index=0, card="joker")))[0] is (
        Fault.ORDER_MALFORMED
    )


def test_a_proposal_can_be_rejected_by_anyone_on_the_floor() -> None:
    proposed = tell(dealt(), D1(FIRST_CARD))[0]
    for person in (D1, D2, S1):
        state, events = tell(proposed, person(Reject()))
        assert events == (ProposalEnded("correct_card", person.badge, "rejected"),)
        assert state.proposal is None
    assert refused(proposed, T1(Reject()))[0] is Fault.ROLE_NOT_ALLOWED
    assert refused(dealt(), Reject()) == (Fault.ORDER_NOT_NOW, "nothing is proposed")


def test_one_thing_is_proposed_at_a_time() -> None:
    proposed = tell(dealt(), D1(FIRST_CARD))[0]
    swap = ReassignCards(swaps=(("1", 0, "dealer", 0),))
    assert refused(proposed, S1(swap)) == (Fault.ORDER_NOT_NOW, "correct_card is proposed")


def test_what_could_not_happen_is_not_even_proposed() -> None:
    state = dealt()
    assert refused(state, CorrectCard(hand="1", index=3, card="2c"))[0] is Fault.ORDER_ILLEGAL
    assert refused(state, CorrectCard(hand="1", index=-1, card="2c"))[0] is Fault.ORDER_ILLEGAL
    assert refused(state, CorrectCard(hand="7", index=0, card="2c"))[0] is Fault.ORDER_ILLEGAL
    assert refused(state, CorrectCard(hand="1", index=0, card="joker"))[0] is Fault.ORDER_MALFORMED
    assert refused(state, NameCard(card="2c")) == (Fault.ORDER_NOT_NOW, "nothing is held")
    assert refused(state, CorrectDecision(seat="1", choice="drop"))[0] is Fault.ORDER_ILLEGAL
    assert refused(state, CorrectDice(dice=(1, 1))) == (Fault.ORDER_NOT_NOW, "no dice were rolled")
    assert refused(table(TCP), FIRST_CARD) == (Fault.ORDER_NOT_NOW, "no round is open")


def test_no_round_opens_while_a_proposal_waits_and_a_void_round_ends_it() -> None:
    waits = tell(finished(), D1(FIRST_CARD))[0]
    assert refused(waits, OpenRound()) == (Fault.ORDER_NOT_NOW, "a proposal waits")
    state, events = tell(dealt(), D1(FIRST_CARD), VoidRound(reason="enough"))
    assert events[0] == ProposalEnded("correct_card", "S1", "round_over")
    assert refused(state, S2(FIRST_CARD)) == (Fault.ORDER_NOT_NOW, "no round is open")


def test_what_became_impossible_meanwhile_does_not_happen() -> None:
    held_for_a_card = seated(TCP, CloseBetting(), "Kh")
    waits = tell(held_for_a_card, unreadable(held_for_a_card), D1(NameCard(card="Kd")))[0]
    changed = tell(waits, started(TCP, version="2"))[0]
    assert refused(changed, S1(NameCard(card="Kd"))) == (Fault.ORDER_NOT_NOW, Fault.SOFTWARE_CHANGED)


# -- a card that the shoe could not tell ------------------------------------------------------------------------------


def stuck(*after: str) -> TableState:
    """The second card could not be read, and more were drawn behind it; a dot is another one that could not."""
    state = seated(TCP, CloseBetting(), "Kh")
    for name in (".", *after):
        state = tell(state, unreadable(state) if name == "." else name)[0]
    return state


def test_an_unreadable_card_is_named_and_what_was_drawn_behind_it_follows_in_order() -> None:
    state = stuck("4c", "Qc")
    assert tell(seated(TCP, CloseBetting(), "Kh"), unreadable(seated(TCP, CloseBetting(), "Kh")))[1] == (
        CardSetAside(),
        Held(Fault.CARD_UNREADABLE, "exit"),
    )
    assert (dict(state.felt), held(state)) == ({"1": 1, "dealer": 0}, Fault.CARD_UNREADABLE)
    state, events = tell(state, *both(NameCard(card="Kd")))
    assert events == (
        Agreed("name_card", ("D1", "S1")),
        CardDealt("1", 1, None),
        CardDealt("1", 2, None),
        CardDealt("dealer", 0, None),
        Resumed(Fault.CARD_UNREADABLE),
    )
    assert (lying(state, "1"), lying(state, "dealer")) == (HAND, "Qc")
    assert copies(state, "Kd") == 1
    state = tell(state, "7d 3h", Decision(seat="1", choice="play"), TurnHand(hand="dealer"), TurnHand(hand="1"))[0]
    assert state.result == finished().result


def test_a_second_unknown_card_holds_again_with_what_follows_it() -> None:
    state, events = tell(stuck("4c", ".", "7d"), *both(NameCard(card="Kd")))
    assert events[-2:] == (Resumed(Fault.CARD_UNREADABLE), Held(Fault.CARD_UNREADABLE, ""))
    assert dict(state.felt) == {"1": 3, "dealer": 0}
    state = tell(state, *both(NameCard(card="Qc")))[0]
    assert (held(state), lying(state, "dealer")) == (None, "Qc 7d")


def test_an_impossible_card_is_named_like_an_unreadable_one() -> None:
    state = seated(TCP, CloseBetting(), "Kh Kh 4c")
    assert (held(state), dict(state.felt)) == (Fault.CARD_IMPOSSIBLE, {"1": 1, "dealer": 0})
    state = tell(state, *both(NameCard(card="Kd")))[0]
    assert (held(state), lying(state, "1")) == (None, HAND)
    assert (copies(state, "Kh"), copies(state, "Kd")) == (1, 1)


def test_if_the_card_before_the_impossible_one_was_wrong_both_are_put_right() -> None:
    state = seated(TCP, CloseBetting(), "Kh Kh", *both(CorrectCard(hand="1", index=0, card="2c")))
    assert (held(state), copies(state, "Kh")) == (Fault.CARD_IMPOSSIBLE, 0)  # it still lies aside, of no hand
    state = tell(state, *both(NameCard(card="Kh")))[0]
    assert (held(state), lying(state, "1"), copies(state, "Kh")) == (None, "2c Kh", 1)


def test_cards_drawn_beyond_what_was_awaited_stay_aside() -> None:
    state = dealt(cards=f"{HAND} Qc 7d")
    state = tell(state, unreadable(state), "9s")[0]
    state, events = tell(state, *both(NameCard(card="3h")))
    assert events[-1] == Held(Fault.CARD_UNEXPECTED, "")
    assert (lying(state, "dealer"), state.aside) == (DEALER, (Card.parse("9s"),))
    assert held(tell(state, S1(Acknowledge(fault="CARD_UNEXPECTED")))[0]) is None


def test_a_card_is_named_without_the_shoe_but_the_round_waits_for_it() -> None:
    events = tell(stuck(), DOWN, *both(NameCard(card="Kd")))[1]
    assert events[-2:] == (Resumed(Fault.CARD_UNREADABLE), Held(Fault.LINK_LOST, ""))


def test_naming_a_card_does_not_dispel_a_doubt() -> None:
    state = tell(stuck(), started(TCP), LinkUp("shoe", "b1", 2, complete=True))[0]
    assert held(state) is Fault.CARD_UNREADABLE
    state, events = tell(state, *both(NameCard(card="Kd")))
    assert events[-2:] == (Resumed(Fault.CARD_UNREADABLE), Held(Fault.TABLE_RESTARTED, ""))
    assert held(tell(state, Align(felt={"1": 2}))[0]) is None


def test_a_card_that_nobody_saw_is_named_before_the_felt_is_aligned() -> None:
    state = seated(TCP, CloseBetting(), "Kh", LinkUp("shoe", "b2", 0, complete=False))
    assert refused(state, Align(felt={"1": 2})) == (Fault.FELT_DIFFERS, "1")  # one lies there that nobody told
    state, events = tell(state, *both(NameCard(card="Kd")))
    assert events == (Agreed("name_card", ("D1", "S1")), CardDealt("1", 1, None))
    assert held(state) is Fault.CARDS_IN_DOUBT
    state = tell(state, Align(felt={"1": 2}), "4c")[0]
    assert (held(state), lying(state, "1")) == (None, HAND)


def test_a_card_is_named_only_where_one_is_awaited_and_unknown() -> None:
    betting = seated(TCP)
    assert refused(tell(betting, unreadable(betting))[0], NameCard(card="Kd"))[0] is Fault.ORDER_NOT_NOW
    assert refused(seated(TCP, CloseBetting(), DOWN), NameCard(card="Kd"))[0] is Fault.ORDER_NOT_NOW


def test_the_last_card_of_a_war_is_named_and_ends_it() -> None:
    state = seated("war", CloseBetting(), "Kh")
    state, events = tell(state, unreadable(state), *both(NameCard(card="9c")))
    assert CardDealt("dealer", 0, "9c") in events
    assert events[-2:] == (RoundFinished(1), Resumed(Fault.CARD_UNREADABLE))
    assert outcomes(state) == {"initial": "win", "supplemental": "lose"}


# -- a card too many, found at the turn -------------------------------------------------------------------------------


def twice() -> TableState:
    """The dealer's last card was named like one of the player's: nobody may know it yet."""
    state = dealt(cards=f"{HAND} Qc 7d")
    state = tell(state, unreadable(state), *both(NameCard(card="Kh")))[0]
    assert held(state) is None
    return tell(state, Decision(seat="1", choice="play"), TurnHand(hand="dealer"))[0]


def test_a_card_named_twice_is_found_only_when_both_are_turned_and_then_corrected() -> None:
    state = twice()
    assert view(state)["hands"]["dealer"] == ["Qc", "7d", "Kh"]
    state, events = tell(state, TurnHand(hand="1"))
    assert events == (Held(Fault.CARD_IMPOSSIBLE, "1"),)
    assert view(state)["hands"]["1"] == [None, None, None]
    assert refused(state, S1(Acknowledge(fault="CARD_IMPOSSIBLE"))) == (Fault.ORDER_NOT_NOW, Fault.CARD_IMPOSSIBLE)
    state, events = tell(state, *both(CorrectCard(hand="dealer", index=2, card="3h")))
    assert events[1:] == (CardCorrected("dealer", 2, "Kh", "3h"), Resumed(Fault.CARD_IMPOSSIBLE))
    state = tell(state, TurnHand(hand="1"))[0]
    assert outcomes(state) == outcomes(finished())


def test_a_correction_that_leaves_a_card_too_many_is_found_again() -> None:
    state = tell(twice(), TurnHand(hand="1"), *both(CorrectCard(hand="dealer", index=2, card="Kd")))[0]
    assert held(state) is None
    assert held(tell(state, TurnHand(hand="1"))[0]) is Fault.CARD_IMPOSSIBLE


# -- another card, another place --------------------------------------------------------------------------------------


def test_a_card_corrected_before_the_turn_is_told_by_nothing() -> None:
    state, events = tell(dealt(), *both(CorrectCard(hand="1", index=2, card="Kc")))
    assert events[1:] == (CardCorrected("1", 2, None, None),)
    assert not A_CARD.search(json.dumps([view(state), *map(asdict, events)]))
    assert (copies(state, "4c"), copies(state, "Kc"), sum(SHOE.of(state).seen)) == (0, 1, 6)
    state, events = tell(state, Decision(seat="1", choice="play"), TurnHand(hand="dealer"), TurnHand(hand="1"))
    assert events[0] == HandTurned("1", ("Kh", "Kd", "Kc"), "three_of_a_kind")


def test_a_card_corrected_after_its_turn_is_told_by_both_names() -> None:
    turned = dealt(Decision(seat="1", choice="play"), TurnHand(hand="dealer"))
    state, events = tell(turned, *both(CorrectCard(hand="dealer", index=0, card="Jc")))
    assert events[1:] == (CardCorrected("dealer", 0, "Qc", "Jc"),)
    state = tell(state, TurnHand(hand="1"))[0]
    assert outcomes(state) == {"initial": "win", "additional": "push", "pair_plus": "win"}  # the dealer does not open


def test_a_card_corrected_after_the_end_cancels_lines_and_settles_them_anew() -> None:
    before = finished()
    assert outcomes(before) == {"initial": "win", "additional": "win", "pair_plus": "win"}
    state, events = tell(before, *both(CorrectCard(hand="1", index=0, card="2h")))
    assert events[1] == CardCorrected("1", 0, "Kh", "2h")
    assert before.result is not None
    assert state.result is not None
    assert [event.line for event in of_kind(events, LineCancelled)] == list(before.result.lines)
    assert [event.line for event in of_kind(events, LineSettled)] == list(state.result.lines)
    assert outcomes(state) == {"initial": "win", "additional": "win", "pair_plus": "lose"}  # king high beats queen high
    assert of_kind(events, RoundFinished) == []  # it was
    shown, shows = (board_message("t1", result) for result in (before.result, state.result))
    assert (shown.seq, shown.hands["1"], shows.hands["1"]) == (shows.seq, HAND.split(), ["2h", "Kd", "4c"])
    assert shown.text != shows.text


def test_only_lines_that_change_are_cancelled() -> None:
    state, events = tell(finished(), *both(CorrectCard(hand="1", index=2, card="5c")))  # still a pair of kings
    assert not of_kind(events, LineCancelled)
    assert not of_kind(events, LineSettled)
    assert state.result is not None
    assert state.result.hands["1"] == ("Kh", "Kd", "5c")


def test_cards_that_lie_before_each_others_hands_change_places() -> None:
    swaps = (("1", 0, "dealer", 0), ("1", 1, "dealer", 1))
    state, events = tell(dealt(), *both(ReassignCards(swaps=swaps)))
    assert of_kind(events, CardCorrected) == [
        CardCorrected(hand, index, None, None) for hand in ("1", "dealer") for index in (0, 1)
    ]
    assert (lying(state, "1"), lying(state, "dealer")) == ("Qc 7d 4c", "Kh Kd 3h")
    assert SHOE.of(state) == SHOE.of(dealt())
    state, events = tell(finished(), *both(ReassignCards(swaps=swaps)))
    assert CardCorrected("1", 0, "Kh", "Qc") in events
    assert outcomes(state) == {"initial": "lose", "additional": "lose", "pair_plus": "lose"}


@pytest.mark.parametrize("swaps", [(), (("1", 0, "1", 0),), (("1", 0, "dealer", 3),), (("5", 0, "1", 0),)])
def test_a_change_of_places_names_two_cards_that_lie_there(swaps: tuple[tuple[str, int, str, int], ...]) -> None:
    assert refused(dealt(), ReassignCards(swaps=swaps))[0] is Fault.ORDER_ILLEGAL


def test_a_correction_opens_a_round_of_war_again() -> None:
    ended = seated("war", CloseBetting(), "Kh 9c")
    state, events = tell(ended, *both(CorrectCard(hand="dealer", index=0, card="Kc")))
    assert events[1] == CardCorrected("dealer", 0, "9c", "Kc")
    assert [event.line.wager for event in of_kind(events, LineCancelled)] == ["initial", "supplemental"]
    assert [event.line.won for event in of_kind(events, LineSettled)] == [1000]  # the tie
    assert events[-1] == RoundReopened(1)
    assert (view(state)["phase"], view(state)["acts"]["seat"]) == ("deciding", "1")
    assert state.result is not None
    assert [line.wager for line in state.result.lines] == ["supplemental"]  # boards show no more than what stands
    assert refused(state, OpenRound()) == (Fault.ORDER_NOT_NOW, "the round is not settled")
    state, events = tell(state, Decision(seat="1", choice="withdraw"))
    assert events[-1] == RoundFinished(1)
    assert outcomes(state) == {"initial": "half", "supplemental": "win"}


def test_a_round_that_is_opened_again_waits_for_its_shoe() -> None:
    ended = seated("war", CloseBetting(), "Kh 9c", DOWN)
    state, events = tell(ended, *both(CorrectCard(hand="dealer", index=0, card="Kc")))
    assert events[-1] == Held(Fault.LINK_LOST, "")
    assert held(state) is Fault.LINK_LOST


def test_a_link_that_is_lost_after_the_end_is_not_the_one_that_was_proved() -> None:
    state = seated("war", CloseBetting(), "Kh", DOWN, LinkUp("shoe", "b1", 1, complete=True), "9c", DOWN)
    assert (held(state), view(state)["phase"]) == (Fault.LINK_LOST, "finished")
    state = tell(state, *both(CorrectCard(hand="dealer", index=0, card="Kc")))[0]
    assert refused(state, Continue()) == (Fault.ORDER_NOT_NOW, Fault.LINK_LOST)
    assert held(tell(state, LinkUp("shoe", "b1", 2, complete=True), Continue())[0]) is None


def test_a_correction_that_what_was_decided_since_does_not_fit_is_refused() -> None:
    at_war = seated("war", CloseBetting(), "Kh Kc", Decision(seat="1", choice="war"))
    assert refused(at_war, CorrectCard(hand="dealer", index=0, card="9c"))[0] is Fault.ORDER_ILLEGAL


def test_a_card_of_the_old_shoe_is_not_counted_in_the_new_one() -> None:
    ended = seated("war", CloseBetting(), "Kh 9c")
    corrected = tell(ended, *both(CorrectCard(hand="dealer", index=0, card="8c")))[0]
    assert (copies(corrected, "9c"), copies(corrected, "8c")) == (0, 1)
    changed = tell(ended, ChangeShoe(), *both(CorrectCard(hand="dealer", index=0, card="8c")))[0]
    assert sum(SHOE.of(changed).seen) == 0


def test_a_decision_is_corrected_and_the_lines_with_it() -> None:
    dropped = dealt(Decision(seat="1", choice="drop"))
    state, events = tell(dropped, *both(CorrectDecision(seat="1", choice="play")))
    assert events[1] == DecisionCorrected("1", ("drop", None), ("play", None))
    assert [event.line.section for event in of_kind(events, LineCancelled)] == ["67.28"]
    assert view(state)["wagers"]["1"]["additional"] == 500


def test_67_28_a_corrected_decision_says_what_the_section_asks_for() -> None:
    dropped = dealt(Decision(seat="1", choice="drop"))
    for wrong in (
        CorrectDecision(seat="1", choice="play", stake=700),
        CorrectDecision(seat="1", choice="drop", stake=1),
    ):
        fault, why = refused(dropped, wrong)
        assert (fault, "(67.28)" in why) == (Fault.ORDER_ILLEGAL, True)
    state, events = tell(dropped, *both(CorrectDecision(seat="1", choice="play", stake=500)))
    assert events[1] == DecisionCorrected("1", ("drop", None), ("play", 500))
    assert view(state)["wagers"]["1"]["additional"] == 500


# -- dice -------------------------------------------------------------------------------------------------------------


def test_a_roll_of_sic_bo_is_corrected() -> None:
    rolled = seated("sic_bo", CloseBetting(), *both(EnterDice(dice=(1, 2, 3))))
    state, events = tell(rolled, *both(CorrectDice(dice=(4, 5, 6))))
    assert events[1] == DiceCorrected((1, 2, 3), (4, 5, 6))
    assert outcomes(rolled) == {"small": "win", "single_2": "win"}
    assert outcomes(state) == {"small": "lose", "single_2": "lose"}
    assert len(of_kind(events, LineCancelled)) == len(of_kind(events, LineSettled)) == 2
    assert state.result is not None
    assert board_message("t", state.result).text["en"][1] == "4 5 6"
    assert refused(rolled, CorrectDice(dice=(7, 1, 1)))[0] is Fault.ORDER_ILLEGAL
    assert refused(seated("sic_bo", CloseBetting()), CorrectDice(dice=(1, 1, 1)))[0] is Fault.ORDER_NOT_NOW


def craps(*story: StoryStep, wagers: dict[str, int | None] | None = None) -> TableState:
    return seated("craps", *story, wagers=wagers or {"pass": 500, "field": 100})


def test_the_last_roll_of_craps_is_corrected_and_what_was_laid_since_stays() -> None:
    rolled = craps(*SENT, *both(EnterDice(dice=(2, 2))), SeatIn(seat="2", wagers={"hard_4": 100}))
    state, events = tell(rolled, *both(CorrectDice(dice=(3, 4))))
    assert events[1] == DiceCorrected((2, 2), (3, 4))
    assert [(event.line.wager, event.line.outcome) for event in of_kind(events, LineCancelled)] == [("field", "win")]
    assert [(event.line.wager, event.line.outcome) for event in of_kind(events, LineSettled)] == [
        ("pass", "win"),
        ("field", "lose"),
    ]
    assert view(state)["wagers"] == {"2": {"hard_4": 100}}
    result = view(state)["result"]
    assert (view(state)["round"], result["round"], result["dice"]) == (2, 1, [3, 4])
    assert result["areas"]["hop_3_4"] == "15:1" and "field" not in result["areas"]  # what the corrected roll lights
    state, events = tell(state, *both(CorrectDice(dice=(2, 2))))  # and back: as if nothing had been corrected
    assert (state.play, state.result) == (rolled.play, rolled.result)


def test_a_roll_is_not_corrected_if_what_was_laid_since_would_not_be_legal() -> None:
    with_come = craps(*SENT, *both(EnterDice(dice=(2, 2))), SeatIn(seat="2", wagers={"come": 100}))
    # no point, no come wager (95.14)
    fault, why = refused(with_come, CorrectDice(dice=(3, 4)))
    assert (fault, "seat 2, come" in why, why.endswith("undo it (take_back, seat_in), then correct")) == (
        *(Fault.ORDER_ILLEGAL, True),
        True,
    )


def test_what_was_undone_since_the_roll_does_not_keep_it_from_being_corrected() -> None:
    with_come = craps(*SENT, *both(EnterDice(dice=(3, 3))), SeatIn(seat="2", wagers={"come": 100, "field": 300}))
    taken_back, _ = tell(with_come, TakeBack(seat="2", wager="come"), TakeBack(seat="2", wager="field", stake=100))
    state, events = tell(taken_back, *both(CorrectDice(dice=(3, 4))))
    assert events[1] == DiceCorrected((3, 3), (3, 4))
    assert view(state)["wagers"] == {"2": {"field": 200}}
    assert tell(state, *both(CorrectDice(dice=(3, 3))))[0].play == taken_back.play
    assert thaw(freeze(tell(state, VoidRound(reason="enough"), OpenRound())[0])).round == 3


def test_what_the_corrected_roll_decides_is_laid_again_first() -> None:
    """Chips that a player took back are not paid out once more."""
    story = *SENT, *both(EnterDice(dice=(5, 4))), SeatIn(seat="1", wagers={"place_6": 600}), DiceOut()
    rolled = craps(*story, *both(EnterDice(dice=(1, 1))), wagers={"pass": 500})
    took, _ = tell(rolled, TakeBack(seat="1", wager="place_6"))
    assert refused(took, CorrectDice(dice=(4, 2)))[0] is Fault.ORDER_ILLEGAL
    less, _ = tell(took, SeatIn(seat="1", wagers={"place_6": 500}))
    assert refused(less, CorrectDice(dice=(4, 2)))[0] is Fault.ORDER_ILLEGAL
    again, _ = tell(less, SeatIn(seat="1", wagers={"place_6": 100}))
    state, events = tell(again, *both(CorrectDice(dice=(4, 2))))
    (line,) = [event.line for event in of_kind(events, LineSettled)]
    assert (line.wager, line.stake, line.won, line.returned) == ("place_6", 600, 700, 600)
    assert view(state)["wagers"] == {"1": {"pass": 500}}


def test_a_commission_is_not_undone_with_its_wager_and_an_unknown_amount_never_is() -> None:
    unknown = SeatIn(seat="1", wagers={"place_8": None})
    point = craps(*SENT, *both(EnterDice(dice=(5, 4))), unknown, DiceOut(), wagers={"pass": 500})
    rolled, _ = tell(point, *both(EnterDice(dice=(3, 3))))
    come, gone = SeatIn(seat="2", wagers={"come": 100}), TakeBack(seat="2", wager="come")
    bought, _ = tell(rolled, come, SeatIn(seat="2", wagers={"buy_4": 2000}), TakeBack(seat="2", wager="buy_4"), gone)
    assert refused(bought, CorrectDice(dice=(3, 4)))[0] is Fault.ORDER_ILLEGAL
    more, _ = tell(rolled, come, gone, SeatIn(seat="1", wagers={"place_8": 500}))
    state, _ = tell(more, *both(CorrectDice(dice=(3, 4))))
    assert view(state)["wagers"] == {"1": {"place_8": 500}}  # what lay there unknown, the seven has taken


def test_craps_commissions_are_paid_once_whatever_is_corrected() -> None:
    rolled = craps(*SENT, *both(EnterDice(dice=(2, 2))), SeatIn(seat="2", wagers={"buy_6": 2000}))
    state, events = everything(rolled, *both(CorrectDice(dice=(1, 3))))
    assert of_kind(events, DiceCorrected) == [DiceCorrected((2, 2), (1, 3))]
    assert not of_kind(events, LineCancelled)  # a four is a four
    assert not of_kind(events, LineSettled)
    assert [line.wager for line in state.lines] == ["commission"]


def test_before_the_first_roll_there_is_nothing_to_correct() -> None:
    assert refused(craps(), CorrectDice(dice=(1, 1))) == (Fault.ORDER_NOT_NOW, "no dice were rolled")
    voided = craps(*SENT, *both(EnterDice(dice=(2, 2))), VoidRound(reason="enough"), OpenRound())
    assert refused(voided, CorrectDice(dice=(1, 1))) == (Fault.ORDER_NOT_NOW, "no dice were rolled")


def test_dice_are_read_by_two_persons() -> None:
    state, events = tell(craps(), D1(EnterDice(dice=(2, 2))))
    assert events == (Proposed("enter_dice", "D1"),)
    assert state.result is None
    assert tell(state, S1(EnterDice(dice=(2, 3))))[1] == (ProposalEnded("enter_dice", "S1", "differs"),)
    assert refused(tell(state, DOWN)[0], S1(EnterDice(dice=(2, 2)))) == (Fault.ORDER_WHILE_HELD, Fault.LINK_LOST)


# -- sealed cards -----------------------------------------------------------------------------------------------------


def test_the_sealed_cards_of_a_past_round_are_opened_by_two_persons_for_a_reason() -> None:
    opening = OpenSealed(round=1, reason="a dispute")
    assert refused(dealt(), opening)[0] is Fault.ORDER_NOT_NOW  # it is not over
    state = finished()
    for number, reason in ((2, "a dispute"), (0, "a dispute"), (1, " ")):
        wrong = OpenSealed(round=number, reason=reason)
        assert refused(state, wrong)[0] is Fault.ORDER_NOT_NOW
    assert refused(state, D1(opening))[0] is Fault.ROLE_NOT_ALLOWED
    assert refused(tell(state, A1(opening))[0], A1(opening))[0] is Fault.SECOND_PERSON_NEEDED
    state, events = tell(state, A1(opening), S1(opening))
    assert events == (Agreed("open_sealed", ("A1", "S1")), SealOpened(1, "a dispute"))
    assert state.people.opened == (1,)


# -- secrets ----------------------------------------------------------------------------------------------------------


def public_record(state: TableState, *orders: TableOrder) -> list[object]:
    """What anyone outside learns: events, views and refusals."""
    record: list[object] = []
    for order in orders:
        try:
            state, events = tell(state, order)
            record.append((events, view(state)))
        except FaultError as refusal:
            record.append(str(refusal))
    return record


CORRECTIONS = (
    *both(CorrectCard(hand="1", index=0, card="8s")),
    *both(CorrectCard(hand="1", index=1, card="Kd")),  # which may be what lies there
    *both(ReassignCards(swaps=(("1", 0, "1", 1), ("1", 1, "1", 2)))),
    *both(ReassignCards(swaps=(("1", 2, "dealer", 1),))),
    S1(CorrectDecision(seat="1", choice="drop")),
    S1(NameCard(card="Kh")),
)


def test_corrections_and_their_refusals_do_not_depend_on_cards_that_lie_face_down() -> None:
    one, other = (
        public_record(dealt(cards=cards), *CORRECTIONS) for cards in (f"{HAND} {DEALER}", "2s 5d 9c As Ks Qs")
    )
    assert one == other
    assert len([item for item in one if isinstance(item, str)]) == 2  # the last two were refused


def test_naming_a_card_tells_nothing_of_it_nor_of_those_behind_it() -> None:
    story = (*both(NameCard(card="9d")), S1(CorrectCard(hand="1", index=1, card="9d")))
    one, other = public_record(stuck("4c", "Qc"), *story), public_record(stuck("As", "Ah"), *story)
    assert one == other
    assert public_record(stuck("4c"), *both(NameCard(card="9d"))) == public_record(
        stuck("4c"), *both(NameCard(card="4c"))
    )


@pytest.mark.parametrize("aside", ["2c 2c 2c", "2c 3d 4h"])
def test_cards_set_aside_at_war_change_places_alike_whether_they_are_alike_or_not(aside: str) -> None:
    state = seated("war", CloseBetting(), "Kh Kc", Decision(seat="1", choice="war"), aside)
    swap = ReassignCards(swaps=(("aside", 0, "aside", 1),))
    events: tuple[Event, ...] = tell(state, *both(swap))[1]
    assert events[1:] == (CardCorrected("aside", 0, None, None), CardCorrected("aside", 1, None, None))


def test_a_proposal_tells_no_card_to_anyone() -> None:
    for order in (CorrectCard(hand="1", index=0, card="8s"), NameCard(card="8s")):
        state = stuck() if isinstance(order, NameCard) else dealt()
        state, events = tell(state, D1(order))
        assert not A_CARD.search(f"{json.dumps(view(state))} {events} {state!r} {state.proposal!r} {order!r}")


def test_a_card_that_lies_face_down_is_not_exchanged_for_one_that_does_not() -> None:
    """Whether it fits the decisions would tell what it is: so it is refused, whatever it is."""
    war = seated("war", CloseBetting(), "8h 8s", Decision(seat="1", choice="war"))
    for aside in ("2c", "8d"):
        state = tell(war, f"{aside} 3c 4c Kh 5c 6c 7c Qh")[0]
        assert refused(state, D1(ReassignCards(swaps=(("aside", 0, "1", 0),)))) == (
            Fault.ORDER_ILLEGAL,
            "a card that lies face down and one that does not",
        )


def test_no_correction_makes_a_card_lie_there_more_often_than_the_deck_holds_it() -> None:
    turned = tuple(TurnHand(hand=hand) for hand in ("dealer", "1"))
    ended = seated("three_card_poker", CloseBetting(), "Kh Kd 4c Qc 7d 3h", Decision(seat="1", choice="play"), *turned)
    assert refused(ended, D1(CorrectCard(hand="1", index=0, card="Qc")))[0] is Fault.ORDER_ILLEGAL
    assert tell(ended, *both(CorrectCard(hand="1", index=0, card="Ks")))[0].result is not None
    unread = tell(seated("war", CloseBetting(), decks=6), CardUnreadable("shoe", "b1", 1, "exit"))[0]
    assert held(tell(unread, *both(NameCard(card="Kh")))[0]) is None


def test_a_round_whose_seal_was_opened_is_not_corrected_any_more() -> None:
    dropped = (CloseBetting(), "Kh Kd 4c Qc 7d 3h", Decision(seat="1", choice="drop"), TurnHand(hand="dealer"))
    ended = seated("three_card_poker", *dropped, wagers={"initial": 500})
    opened = tell(ended, *both(OpenSealed(round=1, reason="claim")))[0]
    assert refused(opened, D1(CorrectDecision(seat="1", choice="play")))[0] is Fault.ORDER_NOT_NOW
    assert tell(ended, *both(CorrectDecision(seat="1", choice="play")))[0].in_round


def test_a_seal_that_somebody_wants_opened_does_not_stop_the_table() -> None:
    ended = seated("sic_bo", CloseBetting(), *both(EnterDice(dice=(1, 2, 3))))
    asked = tell(ended, A1(OpenSealed(round=1, reason="claim")))[0]
    assert asked.at_rest
    again = tell(asked, OpenRound(), CloseBetting(), *both(EnterDice(dice=(1, 1, 1))))[0]
    assert again.people.asked is not None
    assert thaw(freeze(again)) == again
    opened, events = tell(again, S1(OpenSealed(round=1, reason="claim")))
    assert (opened.people.opened, opened.people.asked) == ((1,), None)
    assert [event.kind for event in events] == ["agreed", "seal_opened"]
    assert tell(again, Reject())[0].people.asked is None
    differs, events = tell(again, S1(OpenSealed(round=2, reason="claim")))
    assert (differs.people.opened, differs.people.asked) == ((), None)
    assert [event.kind for event in events] == ["proposal_ended"]
