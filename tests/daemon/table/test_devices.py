"""Several devices of one kind at a table: one is in use, and what the others say decides nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import pytest

from daemon.table.apply import apply
from daemon.table.devices import KINDS
from daemon.table.devices.kind import Kind
from daemon.table.devices.shaker import SHAKER
from daemon.table.devices.shoe import SHOE
from daemon.table.orders import ChangeShoe, CloseBetting, OpenRound, Posted, SeatIn, Shake, Started
from daemon.table.snapshot import freeze, thaw
from daemon.table.state import TableState
from daemon.table.view import view
from drivers.faults import Fault, FaultError
from drivers.observation import CardSeen, LinkDown, LinkUp, Observation, ShakeBegan, ShakerArmed, ShakerUp
from rules.registry import GAMES
from tests.daemon.floor import D1, signed, started

SHOES = tuple(Posted(name, "shoe") for name in ("left", "right"))
SHAKERS = tuple(Posted(name, "shaker", {"reshakes": 1}) for name in ("one", "two"))


def up(name: str) -> LinkUp:
    return LinkUp(name, f"boot of {name}", 0, complete=True)


def card(name: str, seq: int, card: str) -> CardSeen:
    return CardSeen(name, f"boot of {name}", seq, card)


def at(said: Started, *story: object) -> TableState:
    state, _ = apply(TableState(), said)
    for each in story:
        state, _ = apply(state, signed(each))  # type: ignore[arg-type]
    return state


def war(*story: object, devices: tuple[Posted, ...] = SHOES) -> TableState:
    return at(replace(started("war"), devices=devices), *story)


BETS = OpenRound(), SeatIn(seat="1", wagers={"initial": 500})
DEALING = up("left"), up("right"), *BETS, CloseBetting()


def test_the_first_is_in_use_and_is_dealt_from() -> None:
    state = war(*DEALING, card("left", 1, "Kh"))
    assert (SHOE.in_use(state), [str(each) for each in state.machine.hands(state.play)["1"].cards]) == ("left", ["Kh"])
    assert view(state)["shoe"] == {"up": True, "seen": 1, "change_due": False}


def test_a_card_out_of_the_other_one_is_unexpected_and_counted_where_it_came_from() -> None:
    state = war(*DEALING, card("right", 1, "Kh"))
    assert state.hold is not None
    assert (state.hold.fault, state.hold.detail) == (Fault.CARD_UNEXPECTED, "right")
    assert (sum(SHOE.named(state, "right").seen), sum(SHOE.named(state, "left").seen)) == (1, 0)


def test_a_round_stands_still_without_its_own_shoe_and_not_without_another() -> None:
    state = war(*DEALING, LinkDown("right", Fault.SHOE_SILENT))
    assert state.hold is None
    state, _ = apply(state, LinkDown("left", Fault.SHOE_SILENT))
    assert state.hold is not None
    assert (state.hold.fault, state.hold.detail) == (Fault.LINK_LOST, "left")
    state, events = apply(state, up("right"))
    assert (state.hold.proven if state.hold else None, events) == (False, ())  # the other one proves nothing
    state, _ = apply(state, up("left"))
    assert state.hold is not None
    assert state.hold.proven


def test_betting_closes_only_with_the_shoe_that_is_in_use() -> None:
    with pytest.raises(FaultError, match="the shoe does not answer"):
        war(up("right"), *BETS, CloseBetting())


def test_another_shoe_is_taken_between_two_rounds_with_an_inventory_of_its_own() -> None:
    state = war(up("left"), up("right"), ChangeShoe(device="right"), *BETS, CloseBetting(), card("right", 1, "Kh"))
    assert (SHOE.in_use(state), state.hold, sum(SHOE.of(state).seen)) == ("right", None, 1)
    for unknown in ("shoe", "one", "x" * 99):
        with pytest.raises(FaultError, match="no such shoe at this table"):
            war(ChangeShoe(device=unknown))


def test_which_one_is_in_use_outlives_a_snapshot_and_a_restart_but_not_its_removal() -> None:
    state = war(up("left"), up("right"), ChangeShoe(device="right"))
    assert thaw(freeze(state)) == state
    again, _ = apply(state, replace(started("war"), devices=SHOES))
    assert (SHOE.in_use(again), SHOE.named(again, "right").up) == ("right", False)
    alone, _ = apply(state, replace(started("war"), devices=SHOES[:1]))
    assert SHOE.in_use(alone) == "left"
    plain, _ = apply(state, replace(started("war"), devices=(Posted("shoe", "shoe"),)))
    assert (SHOE.in_use(plain), plain.equipment, plain.in_use) == ("shoe", {}, {})


def test_the_only_one_of_its_kind_is_meant_whatever_its_driver_calls_it() -> None:
    state = war(up("shoe"), *BETS, CloseBetting(), card("shoe", 1, "Kh"), devices=())
    assert (state.hold, sum(SHOE.of(state).seen)) == (None, 1)


def test_a_table_without_names_is_written_down_as_ever() -> None:
    state = war(up("shoe"), devices=())
    assert not {"devices", "equipment", "in_use"} & set(SHOE.freeze(SHOE.of(state)))
    for name in ("devices", "equipment", "in_use"):
        assert f'"{name}"'.encode() not in freeze(state)
        assert f'"{name}"'.encode() in freeze(war(up("left")))


def shaker_up(name: str) -> ShakerUp:
    return ShakerUp(name, f"boot of {name}", 0, closed=True, turning=False, order=0)


def moving(name: str, order: int) -> tuple[Observation, ...]:
    boot = f"boot of {name}"
    return ShakerArmed(name, boot, 1, True, order), ShakeBegan(name, boot, 2, True, order)


ROLLING = shaker_up("one"), shaker_up("two"), OpenRound(), SeatIn(seat="1", wagers={"small": 500}), CloseBetting()


def sic_bo(*story: object) -> TableState:
    return at(replace(started("sic_bo"), devices=SHAKERS), *story)


def test_a_dealer_names_the_shaker_that_shakes() -> None:
    state = sic_bo(*ROLLING, Shake(device="two"), *moving("two", 1))
    assert (SHAKER.in_use(state), SHAKER.of(state).phase, state.hold) == ("two", "moving", None)
    assert SHAKER.named(state, "one").phase == "idle"
    with pytest.raises(FaultError, match="the dice still move"):
        apply(state, D1(Shake(device="one")))  # while the dice of the other one move


def test_a_shaker_that_is_not_in_use_fails_no_shake() -> None:
    state = sic_bo(*ROLLING, Shake(), *moving("one", 1), *moving("two", 7), LinkDown("two", Fault.SHAKER_UNPLUGGED))
    assert (SHAKER.of(state).phase, state.hold) == ("moving", None)
    state, _ = apply(state, LinkDown("one", Fault.SHAKER_UNPLUGGED))
    assert state.hold is not None
    assert state.hold.fault is Fault.SHAKE_FAILED


def test_every_kind_that_a_game_names_is_known() -> None:
    for game in GAMES.values():
        assert game.needs | game.takes <= {*KINDS, "dice"}


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_every_kind_has_a_name_in_both_languages(kind: Kind[NamedTuple]) -> None:
    assert all(kind.label)
