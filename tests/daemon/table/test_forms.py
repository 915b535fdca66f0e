"""Forms of rounds that were dealt by hand: whose number serves once for ever, and by which rules they are settled."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from daemon.control.orders import AnyGiven
from daemon.sheets.form import number
from daemon.table.events import LineSettled, PastRoundEntered, RoundOpened
from daemon.table.forms import MOST, ByHand, place
from daemon.table.orders import (
    ChangePosting,
    CloseBetting,
    EnterPastRound,
    OpenRound,
    SeatIn,
)
from daemon.table.snapshot import freeze, thaw
from daemon.table.state import SETS, TableState
from daemon.table.view import view
from drivers.faults import Fault
from rules.registry import GAMES
from rules.ruleset import document_of
from tests.daemon.floor import BY_HAND, UP, both, of_kind, refused, started, tell
from tests.daemon.table.test_past import PAIR, PLAYED, QUEEN, entered, past, restarted

NOON = datetime(2026, 11, 18, 12)  # noqa: DTZ001 - as it is printed


def printed(copy: int, table: str = "tcp-1") -> str:
    """The number of a form that was printed so many minutes after noon."""
    return number(table, NOON + timedelta(minutes=copy), 1)


def ruled(game: str = "three_card_poker", **posted: Any) -> TableState:
    """A table whose rule set has a name."""
    said = started(game, document=document_of(GAMES[game]), **posted)
    return tell(TableState(), said, *((UP,) if "shoe" in GAMES[game].needs else ()))[0]


def posting(**changed: Any) -> tuple[ChangePosting, ChangePosting]:
    """Two persons post something else."""
    said: Any = changed
    return both(ChangePosting(posting=said))


# -- numbers ----------------------------------------------------------------------------------------------------------


def remembering(forms: int) -> TableState:
    """A table that keeps only so many numbers."""
    return tell(TableState(), replace(started("three_card_poker"), forms=forms), UP)[0]


def test_a_number_serves_once_however_many_were_entered_since() -> None:
    state = remembering(3)
    for copy in (4, 2, 5, 1, 6):
        state, _ = entered(state, PLAYED, printed(copy))
        state = thaw(freeze(state))
    assert len(state.by_hand.forms) == 3
    for copy in (1, 2):
        assert refused(state, past(PLAYED, printed(copy).upper())) == (Fault.FORM_TOO_OLD, printed(copy))
    for copy in (4, 5, 6):
        assert refused(state, past(PLAYED, printed(copy)))[0] is Fault.FORM_ENTERED
    assert refused(state, past(PLAYED, printed(0)))[0] is Fault.FORM_TOO_OLD  # who knows?
    state, _ = entered(state, PLAYED, printed(3))  # printed after all that are forgotten: it was never entered
    assert refused(state, past(PLAYED, printed(3)))[0] is Fault.FORM_TOO_OLD
    assert state.by_hand.forms == (printed(4), printed(5), printed(6))


def test_numbers_of_all_tables_and_those_of_no_printing_have_one_order() -> None:
    numbers = ["rig-9", "zz", printed(1, "zz"), printed(2, "aa"), printed(3, "form")]
    assert all(place(one) < place(next_) for one, next_ in pairwise(numbers))
    state = remembering(2)
    for form in ("zz", printed(1, "zz"), printed(2, "aa")):
        state, _ = entered(state, PLAYED, form)
    for form in ("zz", "rig-9"):
        assert refused(state, past(PLAYED, form))[0] is Fault.FORM_TOO_OLD
    assert refused(state, past(PLAYED, printed(2, "aa")))[0] is Fault.FORM_ENTERED
    assert tell(state, *both(past(PLAYED, printed(0, "zz"))))[0].round == 4  # all that is known to be forgotten is "zz"


def test_copies_of_one_printing_are_in_their_order() -> None:
    numbers = [number("bj-3", NOON, copy) for copy in (1, 9, 10, 99)]
    assert all(place(one) < place(next_) for one, next_ in pairwise(numbers))


def test_what_a_croupier_of_before_remembers_is_kept_and_what_it_may_have_forgotten_refused() -> None:
    old = ByHand(tuple(printed(copy) for copy in range(MOST, 0, -1)))
    assert old.entering(printed(500)).forms[0] == printed(MOST - 1)  # as it was: the first that was entered is gone
    now = old.started(MOST)
    assert (len(now.forms), now.is_old(printed(0)), now.is_old(printed(MOST + 1))) == (MOST, True, False)
    few = ByHand(("f-2", "f-1")).started(MOST)
    assert (few.forms, few.is_old("a")) == (("f-1", "f-2"), False)


def test_a_snapshot_of_before_is_read() -> None:
    state, _ = entered(remembering(3), PLAYED)
    frozen = freeze(state)
    pattern = rb'"by_hand": \[(\[[^\]]*\]), (\[[^\]]*\]), "", 3\], "entered": .*\}$'
    before = re.sub(pattern, rb'"by_hand": [\1, \2]}', frozen)
    assert before != frozen
    assert thaw(before) == state._replace(by_hand=state.by_hand._replace(most=None), entered=None)


# -- the rule set -----------------------------------------------------------------------------------------------------

LOW: Any = {"seats": {"1": {**PAIR, "wagers": {"pair_plus": 300}}}, "dealer": QUEEN}


def test_a_round_is_settled_marked_and_told_under_the_set_that_its_form_names() -> None:
    state = ruled(unit=100)
    dealt = state.rules.next
    state, _ = tell(state, *posting(unit=500))
    assert state.rules.next != dealt
    assert refused(state, past(LOW))[0] is Fault.FORM_ILLEGAL  # by what is in force now, three dollars cannot lie there
    after, events = entered(state, LOW, rules=dealt.upper())
    assert of_kind(events, RoundOpened) == [RoundOpened(1, "three_card_poker", dealt)]
    assert of_kind(events, PastRoundEntered)[0].rules == dealt
    assert {event.rules for event in of_kind(events, LineSettled)} == {dealt}
    assert (after.options.unit, view(after)["rules"]["round"]) == (100, dealt)
    assert thaw(freeze(after)) == after
    opened, events = tell(after, OpenRound())
    assert of_kind(events, RoundOpened)[0].rules == opened.rules.round == state.rules.next
    assert opened.options.unit == 500


def test_left_out_it_is_what_is_in_force() -> None:
    state, _ = tell(ruled(), *posting(maximum=90_000))
    _, events = entered(state, PLAYED)
    assert {event.rules for event in of_kind(events, LineSettled)} == {state.rules.next}
    assert of_kind(events, PastRoundEntered)[0].rules == ""


def test_a_set_that_the_table_does_not_know_is_refused_with_the_one_in_force() -> None:
    state = ruled()
    fault, detail = refused(state, past(PLAYED, rules="three_card_poker/0000-0000"))
    assert (fault, state.rules.next in detail) == (Fault.FORM_RULES, True)


def test_a_bounded_number_of_sets_is_kept_the_newest() -> None:
    state = ruled(maximum=10_000)
    names = [state.rules.next]
    for more in range(SETS):
        state, _ = tell(state, *posting(maximum=20_000 + 100 * more))
        names.append(state.rules.next)
    assert [each.rules for each in state.rules.known] == names[-SETS:]
    state = thaw(freeze(state))
    assert refused(state, past(PLAYED, rules=names[0]))[0] is Fault.FORM_RULES
    assert tell(state, *both(past(PLAYED, rules=names[1])))[0].rules.round == names[1]
    state, _ = tell(state, *posting(maximum=20_000))  # in force again: it is the newest
    assert [each.rules for each in state.rules.known][-1] == names[1]
    assert len(state.rules.known) == SETS


def test_an_interrupted_round_belongs_to_its_own_set() -> None:
    state, _ = tell(ruled(), OpenRound(), SeatIn(seat="1", wagers={"initial": 1000}), *posting(unit=500))
    state = restarted(tell(state, CloseBetting(), "8c 8d")[0])
    own, other = state.rules.round, state.rules.next
    assert own != other
    fault, detail = refused(state, past(PLAYED, rules=other))
    assert (fault, own in detail) == (Fault.FORM_RULES, True)
    for rules in ("", own):
        _, events = entered(state, PLAYED, rules=rules)
        assert {event.rules for event in of_kind(events, LineSettled)} == {own}


def test_a_game_that_was_posted_before_is_settled_by_its_own_form() -> None:
    state = ruled("war")
    dealt = state.rules.next
    said = started("three_card_poker", document=document_of(GAMES["three_card_poker"]))
    state, _ = tell(state, said, UP)
    after, events = entered(state, BY_HAND["war"], rules=dealt)
    assert RoundOpened(1, "war", dealt) in events and after.result is not None and after.result.game == "war"
    assert thaw(freeze(after)) == after
    opened, _ = tell(after, OpenRound())
    assert opened.game == "three_card_poker"


def test_at_craps_a_form_may_name_the_set_of_before_while_nothing_was_begun_here() -> None:
    state = ruled("craps", minimum=100)
    dealt = state.rules.next
    first: Any = {"events": [{"bet": {"seat": "1", "wager": "pass", "stake": 500}}, {"roll": [4, 4]}]}
    state, _ = entered(state, first, "F-1", rules=dealt)
    state, _ = tell(state, *posting(minimum=200))
    state, _ = entered(state, {"events": [{"roll": [6, 6]}]}, "F-2")
    assert state.rules.round == state.rules.next != dealt
    after, events = entered(state, {"events": [{"roll": [5, 3]}]}, "F-3", rules=dealt)
    assert [event.rules for event in of_kind(events, LineSettled)] == [dealt]
    assert of_kind(events, RoundOpened) == [RoundOpened(4, "craps", state.rules.next)]
    assert after.options.minimum == 200
    laid, _ = tell(state, SeatIn(seat="2", wagers={"field": 500}))
    assert refused(restarted(laid), past({"events": [{"roll": [5, 3]}]}, "F-3", rules=dealt))[0] is Fault.FORM_RULES


def test_two_persons_must_name_the_same_set() -> None:
    state = ruled()
    first, second = both(past(PLAYED, rules=state.rules.next))
    after, _ = tell(state, first, replace(second, rules=""))
    assert (after.round, after.proposal) == (0, None)
    assert tell(state, first, replace(second, rules=state.rules.next.upper()))[0].round == 1


@pytest.mark.parametrize("rules", ["war", "war/9f2c41ab", "war/9f2c-41zz", "x" * 41 + "/9f2c-41ab"])
def test_what_is_no_name_of_a_set_is_malformed(rules: str) -> None:
    for kind in ("enter_past_round", "correct_past_round"):
        given: dict[str, Any] = {"kind": kind, "form": "F-1", "played": {}, "reason": "panne", "rules": rules}
        with pytest.raises(ValidationError):
            TypeAdapter(AnyGiven).validate_python(given)


# -- croupiers of before ----------------------------------------------------------------------------------------------


def test_entries_of_a_croupier_of_before_mean_what_they_meant() -> None:
    said = replace(started("three_card_poker", document=document_of(GAMES["three_card_poker"])), forms=None)
    state, _ = tell(TableState(), said, UP)
    for form in (printed(copy) for copy in range(MOST + 1)):
        state, _ = tell(state, *both(EnterPastRound(form=form, played=PLAYED, reason="x")))
    assert (state.by_hand.forms[0], state.by_hand.forgotten) == (printed(1), "")
    assert (state.entered, state.rules.known) == (None, ())
    assert tell(state, *both(past(PLAYED, printed(0))))[0].round == MOST + 2
