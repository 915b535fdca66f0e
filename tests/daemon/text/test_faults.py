"""Every fault has its row, whole, and the page is made from the rows."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path
from typing import get_args

import pytest

from daemon.table.orders import Order, TableOrder
from daemon.text.fault_page import page
from daemon.text.fault_row import CONFLICT, Advice, End, Holds, Row, Severity
from daemon.text.faults import ROWS, merged
from drivers.faults import Fault

FAULTS = Path(__file__).parents[3] / "docs/faults.md"
ORDERS: dict[str, type[Order]] = {
    str(field.default): order for order in get_args(TableOrder) for field in fields(order) if field.name == "kind"
}
COLUMNS = {
    "severity": Severity.CRITICAL,
    "status": CONFLICT,
    "holds": None,
    "ends": (End.MENDED,),
    "fr": Advice("", ""),
    "en": Advice("", ""),
}


def test_there_is_a_row_for_every_fault_in_the_order_of_the_codes() -> None:
    assert list(ROWS) == list(Fault)


@pytest.mark.parametrize("fault", Fault)
def test_a_fault_has_a_sentence_and_an_action_in_both_languages(fault: Fault) -> None:
    fr, en = ROWS[fault].fr, ROWS[fault].en
    for text in (*fr, *en):
        assert text.strip() == text != ""
        assert "\n" not in text
    assert fr.sentence != en.sentence
    assert fr.action != en.action


@pytest.mark.parametrize("fault", Fault)
def test_what_is_broken_can_end_and_a_refusal_need_not(fault: Fault) -> None:
    row = ROWS[fault]
    assert (not row.ends) is (row.severity is Severity.REFUSAL)
    assert row.holds is None or row.severity is Severity.CRITICAL


@pytest.mark.parametrize("column", [column.name for column in fields(Row)])
def test_a_row_without_one_of_its_columns_is_no_row(column: str) -> None:
    assert Row(**COLUMNS)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=column):
        Row(**{name: value for name, value in COLUMNS.items() if name != column})  # type: ignore[arg-type]


def test_a_fault_without_a_row_is_named() -> None:
    rows: dict[Fault, Row] = {fault: row for fault, row in ROWS.items() if fault is not Fault.PORT_BUSY}
    with pytest.raises(ValueError, match=r"^no row in daemon/text/faults tells of PORT_BUSY$"):
        merged([("all", rows)])


def test_a_fault_with_two_rows_is_named_with_both_places() -> None:
    twice = {Fault.PORT_BUSY: ROWS[Fault.PORT_BUSY]}
    with pytest.raises(ValueError, match=r"^PORT_BUSY has two rows: in all and in wheel$"):
        merged([("all", ROWS), ("wheel", twice)])


def test_two_faults_of_one_gravity_are_named() -> None:
    row = replace(ROWS[Fault.PORT_BUSY], holds=Holds(10, takes_cards=False))
    with pytest.raises(ValueError, match=r"^LINK_LOST and PORT_BUSY have the same gravity: 10$"):
        merged([("all", {**ROWS, Fault.PORT_BUSY: row})])


@pytest.mark.parametrize("end", [end for end in End if end.order])
def test_who_may_end_a_fault_may_give_the_order_that_ends_it(end: End) -> None:
    order = ORDERS[end.order]
    narrower = end in (End.ASIDE, End.SUPERVISED)  # to have seen it decides something
    assert end.roles < order.ROLES if narrower else end.roles == order.ROLES
    assert end.two_persons is order.TWO_PERSONS


def test_the_page_of_faults_is_the_one_that_the_code_makes() -> None:
    assert FAULTS.read_text() == page(), "run: make docs"


def test_the_page_names_every_fault_once() -> None:
    assert [line for line in page().splitlines() if line.startswith("## ")] == [f"## {fault}" for fault in Fault]


def test_the_page_tells_what_holds_a_round_who_ends_it_and_the_status() -> None:
    entry = page().partition("## CARD_UNREADABLE")[2].partition("## ")[0]
    assert (
        "*critical · HTTP 409 · holds a round (gravity 100) · ends by `name_card` (two persons: dealer, supervisor)"
        " or by `acknowledge` (supervisor) if no card was awaited*"
    ) in entry
    assert "*critique · HTTP 409 · suspend le jeu (gravité 100) · prend fin par `name_card`" in entry
