"""Every game, every state that a table comes to, every observation: nothing is undefined, the rules always hold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any, get_args

import pytest

from daemon.table.apply import apply
from daemon.table.kinds import OBSERVED
from daemon.table.orders import (
    Acknowledge,
    Announcement,
    AwardJackpot,
    CallWager,
    ChangeDice,
    ChangePosting,
    ChangeShift,
    ChargeTime,
    CloseJackpot,
    ComeBack,
    CorrectCard,
    CorrectDecision,
    CorrectDice,
    CorrectJackpot,
    CorrectPastRound,
    Decision,
    DeclareNoRoll,
    DeclineDice,
    DiceOut,
    EnterDice,
    EnterPastRound,
    LeaveTable,
    LetRollStand,
    Misdeal,
    NameCard,
    OfferDice,
    OpenJackpot,
    OpenRound,
    OpenSealed,
    ReadDice,
    ReassignCards,
    ReturnToTable,
    Ruling,
    SetJackpot,
    Shake,
    SitOut,
    StartGame,
    Straddle,
    TableOrder,
    TakeStakes,
    TurnHand,
    VoidRound,
    WithholdDice,
)
from daemon.table.state import TableState
from daemon.text.role import Role
from drivers.faults import Fault
from rules.capabilities import Metered
from rules.facts import AwaitDecision, AwaitDirection, AwaitTurn
from rules.registry import GAMES
from tests.daemon.floor import started
from tests.daemon.table.walk.orders import people_order
from tests.daemon.table.walk.rules_of_orders import REFUSALS
from tests.daemon.table.walk.steps import take
from tests.daemon.table.walk.walk import (
    RULES_OF_REFUSALS,
    RULES_OF_STATES,
    RULES_OF_STEPS,
    TABLES,
    Walk,
    everything_said,
    walk,
    with_a_shared_pool,
)
from tests.rules.dealing import dealt

pytestmark = pytest.mark.timeout(3600)  # a walk takes a minute of a processor, which others may want as well


@pytest.mark.parametrize("game", TABLES)
@pytest.mark.parametrize("rule", [*RULES_OF_STEPS, *RULES_OF_STATES], ids=lambda rule: rule.__name__)
def test_whatever_is_said_in_whatever_state(game: str, rule: Callable[[Any], bool]) -> None:
    assert walk(game).broken.get(rule.__name__) is None


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
    if game.startswith(("sic_bo+shaker", "sic_bo+studio")):
        ours = {None, Fault.TABLE_BUG}
        lost = ours | {Fault.SHAKER_LOST, Fault.TABLE_RESTARTED, Fault.SOFTWARE_CHANGED}
        own = Fault.SHAKE_UNSEEN if "studio" in game else Fault.SHAKE_REFUSED
        rolling = lost | {Fault.SHAKE_FAILED, own}
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
    if game == "three_card_poker":  # where the walk tells apart whether cards lie there hidden
        met["deciding"] = met["deciding"] | {Fault.CARD_IMPOSSIBLE}
        met["turning"] = met["turning"] | {Fault.CARD_UNTOLD}
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
        agreed |= {EnterPastRound, CorrectPastRound}
    assert walk(game).agreed == walk(game).waited == agreed


TAKEN: dict[str, set[type]] = {  # by a table that takes them; blackjack takes everything else
    "craps": {
        *(CallWager, ChangeDice, CorrectDice, EnterDice, OfferDice, DeclineDice, WithholdDice, DiceOut),
        *(DeclareNoRoll, LetRollStand),
    },
    "poker_room": {
        *(StartGame, Announcement, Ruling, SitOut, ComeBack, LeaveTable, ReturnToTable, Straddle, TakeStakes),
        *(ChargeTime, Decision, CorrectDecision, TurnHand, ChangePosting, EnterPastRound, CorrectPastRound),
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
    ("codes", "game"),  # the game at the end: by it the walk is shared
    [(REFUSED_AT_CRAPS, "craps"), (REFUSALS - REFUSED_AT_CRAPS - REFUSED_OF_A_SHARED_POOL, "blackjack")],
)
def test_every_refusal_happens(codes: set[Fault], game: str) -> None:
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
