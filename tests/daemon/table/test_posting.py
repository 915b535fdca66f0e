"""What is posted changes by two persons, from the next round on; and every round is dealt by a set that has a name."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from daemon.journal.group import EVENTS, OBSERVATIONS
from daemon.table.events import Agreed, LineSettled, ProposalEnded, RoundOpened, RulesInForce
from daemon.table.orders import (
    ChangePosting,
    CloseBetting,
    CloseTable,
    CorrectDice,
    DiceOut,
    EnterDice,
    OpenRound,
    SeatIn,
    Started,
    VoidRound,
)
from daemon.table.orders.posting import Posting
from daemon.table.posting import changed, differences
from daemon.table.snapshot import freeze, thaw
from daemon.table.state import TableState
from daemon.table.view import posted_as_filed, view
from drivers.faults import Fault
from rules.game import Limits, Options
from rules.posting import all_offered, own_limits
from rules.registry import GAMES
from rules.ruleset import digest, document_of, short
from tests.daemon.floor import (
    D1,
    D2,
    POOL,
    PROGRESSIVE,
    S1,
    SENT,
    UP,
    both,
    everything,
    of_kind,
    refused,
    started,
    tell,
)

LOW: Posting = {"limits": {"pair_plus": {"minimum": 100, "maximum": 1000}}}


def starts(game: str = "three_card_poker", version: str = "1", **posted: Any) -> Started:
    """As the daemon says it, with the document of its file."""
    return started(game, version, document=document_of(GAMES[game]), **{"minimum": 500, **posted})


def begun(game: str = "three_card_poker", **posted: Any) -> TableState:
    return tell(TableState(), starts(game, **posted), UP)[0]


def pair_plus(stake: int) -> SeatIn:
    return SeatIn(seat="1", wagers={"initial": 500, "pair_plus": stake})


def roll(*dice: int) -> tuple[EnterDice, EnterDice]:
    return both(EnterDice(dice=dice))


# -- the order --------------------------------------------------------------------------------------------------------


@pytest.mark.holds("67.26")
def test_it_takes_two_persons_one_a_supervisor_and_holds_from_the_next_round() -> None:
    state, _ = tell(begun(), OpenRound())
    before = state.rules.round
    assert refused(state, pair_plus(100))[1] == "invalid_stake: seat 1, pair_plus: outside the posted limits"
    state, _ = tell(state, D1(ChangePosting(posting=LOW)))
    assert refused(state, D1(ChangePosting(posting=LOW)))[0] is Fault.SECOND_PERSON_NEEDED
    assert refused(state, D2(ChangePosting(posting=LOW)))[0] is Fault.SUPERVISOR_NEEDED
    state, events = tell(state, S1(ChangePosting(posting=LOW)))
    agreed, in_force = events
    assert isinstance(agreed, Agreed) and agreed.by == ("D1", "S1")
    assert isinstance(in_force, RulesInForce) and in_force.by == ("D1", "S1")
    assert in_force.rules != before == state.rules.round  # the round goes on as it was opened
    assert refused(state, pair_plus(100))[0] is Fault.ORDER_ILLEGAL
    state, (opened,) = tell(state, S1(VoidRound(reason="essai")), OpenRound())
    assert opened == RoundOpened(2, "three_card_poker", in_force.rules)
    state, _ = tell(state, pair_plus(100))
    assert refused(state, pair_plus(1001))[0] is Fault.ORDER_ILLEGAL


@pytest.mark.holds("67.68")
def test_67_68_aces_up_has_its_own_limits() -> None:
    own = own_limits(GAMES["four_card"], {"aces_up": Limits(100, 1000)})
    state, _ = tell(begun("four_card", limits=own), OpenRound())
    tell(state, SeatIn(seat="1", wagers={"ante": 500, "aces_up": 100}))
    for wagers in ({"ante": 500, "aces_up": 1001}, {"ante": 499}, {"aces_up": 99}):
        assert "outside the posted limits" in refused(state, SeatIn(seat="1", wagers=dict(wagers)))[1]


@pytest.mark.holds("67.87")
def test_67_87_queens_up_has_its_own_limits() -> None:
    own = own_limits(GAMES["crazy_four"], {"queens_up": Limits(100, 1000)})
    state, _ = tell(begun("crazy_four", limits=own), OpenRound())
    laid: dict[str, int | None] = {"ante": 500, "super_bonus": 500}
    tell(state, SeatIn(seat="1", wagers={**laid, "queens_up": 100}))
    assert "queens_up: outside" in refused(state, SeatIn(seat="1", wagers={**laid, "queens_up": 1001}))[1]


def test_the_second_person_must_say_the_same() -> None:
    state, _ = tell(begun(), D1(ChangePosting(posting=LOW)))
    state, (ended,) = tell(state, S1(ChangePosting(posting={"minimum": 1000})))
    assert isinstance(ended, ProposalEnded) and ended.why == "differs"
    assert state.posted[1].minimum == 500


@pytest.mark.parametrize(
    ("posting", "why"),
    [
        ({"limits": {"pair_pls": {"minimum": 1}}}, "pair_pls: no such wager of three_card_poker; the nearest is"),
        ({"offered": ["initial"]}, "initial: no such wager of three_card_poker; it has pair_plus"),
        ({"minimum": 600, "maximum": 500}, "limits: minimum is above maximum"),
        ({"minimum": 0}, "minimum: a whole number from 1"),
        ({"seats": 0}, "seats: a whole number from 1 to 99"),
        ({"decks": 3}, "decks: three_card_poker is dealt from"),
        ({"options": {"war.multi": "x"}}, "war.multi: no such option of three_card_poker"),
    ],
)
def test_what_cannot_be_posted_is_refused_with_its_reason(posting: Posting, why: str) -> None:
    state = begun()
    fault, detail = refused(state, ChangePosting(posting=posting))
    assert fault is Fault.ORDER_ILLEGAL
    assert why in detail


def test_67_67_no_more_seats_than_the_game_allows() -> None:
    fault, detail = refused(begun("four_card"), ChangePosting(posting={"seats": 8}))
    assert (fault, detail) == (Fault.ORDER_ILLEGAL, "bad_request: seats: four_card has 7 players at most (67.67)")


@pytest.mark.parametrize(
    "wrong",
    [{"game": "war"}, {"minimum": True}, {"limits": {"hard": {"most": 1}}}, {"seats": "7"}, {"rules": {"day": 1}}],
)
def test_what_is_no_posting_is_no_order(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="validation error"):
        OBSERVATIONS.validate_python({"kind": "change_posting", "posting": wrong})


def test_what_a_pool_is_configured_by_is_not_posted_otherwise() -> None:
    state, _ = tell(begun("blackjack", **PROGRESSIVE), UP)
    assert refused(state, ChangePosting(posting={"options": {"manner": 2}}))[1].startswith("manner: the pool depends")
    assert refused(state, ChangePosting(posting={"options": {}}))[1].startswith("manner: the pool depends")
    fault, detail = refused(state, ChangePosting(posting={"seats": 60}))
    assert fault is Fault.ORDER_ILLEGAL and detail.startswith(POOL.name)


@pytest.mark.holds("95.20", "95.21")
def test_players_are_not_posted_to_roll_what_a_shaker_does() -> None:
    by_players = ChangePosting(posting={"options": {"sicbo.rolledBy": "players"}})
    shaken, _ = tell(TableState(), replace(starts("sic_bo"), reshakes=1))
    assert refused(shaken, D1(by_players)) == (
        Fault.ORDER_ILLEGAL,
        "players roll the dice (95.21), or a shaker does (95.20): not both",
    )
    assert tell(begun("sic_bo"), *both(by_players))[0].posted[1].more == {"sicbo.rolledBy": "players"}


def test_a_held_table_changes_nothing() -> None:
    state, _ = tell(begun(), OpenRound(), pair_plus(500), CloseBetting(), starts())
    assert refused(state, ChangePosting())[0] is Fault.ORDER_WHILE_HELD


# -- the journal and the file -----------------------------------------------------------------------------------------


def test_given_without_a_change_it_approves_what_is_in_force() -> None:
    state = begun()
    name = state.rules.next
    assert state.rules.approved == ()
    state, (_, in_force) = tell(state, *both(ChangePosting()))
    assert isinstance(in_force, RulesInForce)
    assert (in_force.rules, in_force.by, state.rules.approved) == (name, ("D1", "S1"), ("D1", "S1"))
    for again in (ChangePosting(), ChangePosting(posting={}), ChangePosting(posting={"minimum": 500})):
        assert refused(state, again) == (Fault.ORDER_ILLEGAL, "nothing is changed")


def test_from_then_on_the_journal_prevails_over_the_file() -> None:
    state, _ = tell(begun(), *both(ChangePosting(posting=LOW)))
    assert differences(state) == ("limits",)
    name = state.rules.next
    state, events = tell(thaw(freeze(state)), starts(), UP)
    assert (state.rules.next, state.rules.approved, of_kind(events, RulesInForce)) == (name, ("D1", "S1"), [])
    assert state.posted[1].limits == {"pair_plus": Limits(100, 1000)}
    state, _ = tell(state, starts(minimum=1000, seats=5), UP)
    assert differences(state) == ("seats", "minimum", "limits")
    assert state.posted[1].minimum == 500
    state, _ = tell(state, *both(ChangePosting()))  # as the file says
    assert differences(state) == ()
    assert (state.posted[1].minimum, state.posted[1].seats, state.posted[1].limits) == (1000, 5, {})


def test_until_two_persons_decide_the_file_does() -> None:
    state = begun()
    name = state.rules.next
    state, (in_force,) = tell(state, starts(minimum=1000))
    assert isinstance(in_force, RulesInForce) and in_force.by == ()
    assert (state.posted[1].minimum, state.rules.next != name, differences(state)) == (1000, True, ())


def test_a_table_of_another_game_begins_with_its_file() -> None:
    state, _ = tell(begun(), *both(ChangePosting(posting=LOW)))
    state, _ = tell(state, starts("war"))
    assert (state.posted, state.rules.taken, state.rules.approved) == (("war", Options(minimum=500)), False, ())


def test_a_croupier_that_reads_the_by_law_otherwise_needs_a_new_approval() -> None:
    state, _ = tell(begun(), *both(ChangePosting(posting=LOW)))
    said = starts()
    assert said.document is not None
    read = replace(said.document, readings=(*said.document.readings, "A999"))
    state, (in_force,) = tell(state, replace(said, document=read))
    assert isinstance(in_force, RulesInForce)
    assert in_force.content["readings"][-1] == "A999"
    assert in_force.content["posting"]["limits"] == {"pair_plus": {"minimum": 100, "maximum": 1000}}  # it stays
    assert state.rules.approved == ()


def test_its_name_and_its_day_are_part_of_it() -> None:
    state, _ = tell(begun(), *both(ChangePosting(posting={"rules": {"name": "Salle B", "effective": "2026-12-01"}})))
    assert differences(state) == ("rules",)
    assert state.rules.document is not None
    assert (state.rules.document.name, state.rules.document.effective) == ("Salle B", "2026-12-01")
    state, _ = tell(state, starts(version="2"))
    assert state.rules.document is not None and state.rules.document.name == "Salle B"


def test_what_is_journaled_can_be_checked_by_whoever_has_nothing_else() -> None:
    _, (_, in_force) = tell(begun(), *both(ChangePosting(posting=LOW)))
    assert isinstance(in_force, RulesInForce)
    written = json.loads(EVENTS.dump_json(in_force))
    assert digest(written["content"]) == written["sha256"]
    assert short(written["content"]["game"], written["sha256"]) == written["rules"]


def test_a_table_that_opens_tells_its_rules_again() -> None:
    state, _ = tell(begun(), *both(ChangePosting()))
    state, events = tell(state, OpenRound())
    (told,) = of_kind(events, RulesInForce)
    assert (told.rules, told.by) == (state.rules.round, ("D1", "S1"))
    state, events = tell(state, S1(VoidRound(reason="essai")), OpenRound())
    assert of_kind(events, RulesInForce) == []
    state, events = tell(state, S1(VoidRound(reason="essai")), CloseTable(), OpenRound())
    assert len(of_kind(events, RulesInForce)) == 1


def test_everyone_may_see_what_is_posted() -> None:
    state, _ = tell(begun(), *both(ChangePosting(posting=LOW)))
    shown = view(state)["rules"]
    assert (shown["round"], shown["next"], shown["approved"]) == ("", state.rules.next, ["D1", "S1"])
    assert shown["posted"]["limits"] == {"pair_plus": {"minimum": 100, "maximum": 1000}}
    assert shown["posted"]["minimum"] == 500


# -- craps: a layout that lives over many rolls -----------------------------------------------------------------------


def hard(**stakes: int) -> SeatIn:
    return SeatIn(seat="1", wagers=dict(stakes))


def with_a_point(**posted: Any) -> TableState:
    """The point is six: hard ways are on."""
    return tell(begun("craps", **posted), OpenRound(), SeatIn(seat="1", wagers={"pass": 500}), *SENT, *roll(4, 2))[0]


HARD: Posting = {"limits": {"hard": {"minimum": 500, "maximum": 1000}}, "offered": ["hard"]}


@pytest.mark.holds("95.5")
def test_95_5_a_layout_is_carried_over_and_settled_though_it_would_not_be_taken() -> None:
    own = own_limits(GAMES["craps"], {"hard": Limits(100)})
    state, _ = tell(with_a_point(limits=own), hard(hard_4=100, field=500), *both(ChangePosting(posting=HARD)))
    before, after = state.rules.round, state.rules.next
    state, events = everything(state, DiceOut(), *roll(2, 1))
    assert [event.rules for event in of_kind(events, LineSettled)] == [before]  # dealt by what was posted
    assert of_kind(events, RoundOpened) == [RoundOpened(3, "craps", after)]
    assert refused(state, hard(hard_6=100))[1].startswith("invalid_stake")
    assert "not offered at this table (95.14)" in refused(state, hard(field=500))[1]
    tell(state, hard(hard_6=500))
    state = thaw(freeze(state))
    state, events = everything(state, DiceOut(), *roll(2, 2))
    (won,) = of_kind(events, LineSettled)
    assert (won.line.wager, won.line.stake, won.line.won, won.rules) == ("hard_4", 100, 700, after)


def test_a_corrected_roll_is_settled_by_what_was_posted_then() -> None:
    state, _ = tell(with_a_point(), hard(hard_4=500, field=500), *both(ChangePosting(posting=HARD)))
    before, after = state.rules.round, state.rules.next
    state, _ = tell(state, DiceOut(), *roll(2, 1), hard(hard_6=500))  # the field wins
    for again in (state, thaw(freeze(replace_facts(state)))):
        corrected, events = tell(again, *both(CorrectDice(dice=(2, 2))))
        settled = of_kind(events, LineSettled)
        assert [(event.line.wager, event.rules) for event in settled] == [("hard_4", before)]
        assert corrected.options == again.options != corrected.earlier.options  # type: ignore[union-attr]
        assert corrected.rules.round == after
        assert refused(corrected, hard(hard_8=100))[1].startswith("invalid_stake")


def replace_facts(state: TableState) -> TableState:
    """As it lies on disk: a state at rest, nothing laid since the roll."""
    return tell(state)[0]._replace(play=state.base, facts=(), lines=())


@pytest.mark.parametrize("game", GAMES)
def test_what_the_state_says_is_posted_can_be_posted(game: str) -> None:
    for offered in (None, (), all_offered(GAMES[game])):
        limits = own_limits(GAMES[game], {name: Limits(100, 900) for name in list(GAMES[game].limited)[:2]})
        posted = Options(minimum=100, offered=offered, limits=limits)
        assert changed(game, Options(), posted_as_filed(game, posted)) == posted


# -- before there were any --------------------------------------------------------------------------------------------


def test_a_round_of_before_has_no_set_and_takes_what_it_took() -> None:
    said = replace(starts("blackjack"), options=Options(revision=0), document=None)
    state, events = everything(TableState(), said, UP, OpenRound(), SeatIn(seat="1", wagers={"sevens": 100}))
    assert state.rules == TableState().rules
    assert of_kind(events, RulesInForce) == []
    assert of_kind(events, RoundOpened) == [RoundOpened(1, "blackjack")]
    old = EVENTS.validate_json('{"kind": "round_opened", "round": 1, "game": "war"}')
    assert isinstance(old, RoundOpened) and old.rules == ""
