"""What is derived from the rows of the faults, pinned by value: a row that changes one of these is seen here."""

from __future__ import annotations

import pytest

from daemon.cli.show import WARNINGS
from daemon.control.refusal import refusal
from daemon.table.resolve import ASIDE, SUPERVISED
from daemon.table.state import ALIGNABLE, GRAVITY, LOST, TAKES_CARDS, UNKNOWN_CARD
from daemon.table.view import DEALERS
from drivers.faults import Fault

STATUS = {
    "ORDER_MALFORMED": 422, "NOT_SIGNED_IN": 401, "SIGN_IN_REFUSED": 401, "ROLE_NOT_ALLOWED": 403,
    "SECOND_PERSON_NEEDED": 403, "SUPERVISOR_NEEDED": 403, "CONTROL_FOREIGN": 403, "ROUND_UNKNOWN": 404,
    "EVIDENCE_LOST": 404, "BADGE_UNKNOWN": 404, "BADGE_LOCKED": 429, "SIGN_IN_BUSY": 503, "CONTROL_BUSY": 503,
    "READERS_BUSY": 503, "JOURNAL_WRITE": 503, "ORDER_UNCERTAIN": 503, "TABLE_BUG": 500,
}  # fmt: skip


def test_what_may_hold_a_round_from_the_mildest_to_the_gravest() -> None:
    assert GRAVITY == (
        "LINK_LOST", "SHAKER_LOST", "TABLE_RESTARTED", "CARDS_IN_DOUBT", "SHOE_ERROR", "DECISION_ILLEGAL",
        "SHAKE_REFUSED", "SHAKE_FAILED", "SHAKE_UNSEEN", "DICE_NOT_OUT", "CARD_UNEXPECTED", "CARD_UNREADABLE",
        "CARD_UNTOLD", "CARD_IMPOSSIBLE", "CARD_CONTRADICTED", "SHOE_COUNT_OFF", "SOFTWARE_CHANGED", "TABLE_BUG",
    )  # fmt: skip


def test_what_a_hold_still_allows() -> None:
    assert {"LINK_LOST", "TABLE_RESTARTED", "CARDS_IN_DOUBT", "SHOE_ERROR"} == TAKES_CARDS
    assert {"TABLE_RESTARTED", "CARDS_IN_DOUBT", "SHOE_ERROR"} == ALIGNABLE
    assert {"LINK_LOST", "SHAKER_LOST"} == LOST
    assert {"CARD_UNREADABLE", "CARD_IMPOSSIBLE"} == UNKNOWN_CARD
    assert {"CARD_UNEXPECTED", "CARD_UNREADABLE"} == ASIDE


def test_who_may_end_what() -> None:
    assert {"JOURNAL_DOUBTFUL", "CLOCK_IMPLAUSIBLE", "PAST_ROUND_DIFFERS"} == SUPERVISED
    assert {
        "TABLE_RESTARTED",
        "CARDS_IN_DOUBT",
        "SHOE_ERROR",
        "SHAKE_REFUSED",
        "SHAKE_FAILED",
        "SHAKE_UNSEEN",
        "CARD_UNTOLD",
        "CARD_CONTRADICTED",
    } == DEALERS


def test_the_table_deals_in_spite_of_these() -> None:
    assert {
        "CAMERA_OPENING", "CAMERA_ABSENT", "CAMERA_BUSY", "CAMERA_NO_ACCESS", "CAMERA_LOST", "CAMERA_STUCK",
        "CAMERA_REDIRECTED", "CAMERA_GARBLED", "CAMERA_SIZE", "CAMERA_FAILED", "CAMERA_FROZEN", "CAMERA_REPEATS",
        "CAMERA_UNCALIBRATED", "CAMERA_DARK", "CAMERA_GLARING", "CAMERA_COVERED", "CAMERA_BLURRED", "CAMERA_MOVED",
        "EVIDENCE_WRITE", "DICE_BIASED", "ODDS_FAVOUR_PLAYER", "BROKER_DOWN", "BROKER_REFUSES", "BROKER_CERTIFICATE",
        "BOARD_ABSENT", "BOARD_LATE", "BOARD_WRONG", "BOARD_OVERFLOW", "BOARD_CURRENCY", "BOARD_VERSION",
        "BOARD_PRESENCE", "BOARD_KEY", "DISPLAY_KEY",
        "PEOPLE_NO_SUPERVISOR", "JACKPOT_NEW", "JACKPOT_CHANGED", "JACKPOT_UNPOSTED", "JACKPOT_CLOSED",
        "JACKPOT_BOUND", "JACKPOT_LEDGER", "JACKPOT_PENDING", "JACKPOT_BREAK_EVEN", "JACKPOT_LINK", "JACKPOT_SCHEMA",
        "JACKPOT_BEHIND", "JACKPOT_UNCONFIRMED", "JACKPOT_PACE", "JACKPOT_UNDISPLAYED", "DISK_SLOW",
        "SHAKER_REENUMERATED", "SHAKER_RIVAL", "SHAKER_KEPT",
        "PIT_SILENT", "PIT_OWES", "PIT_REPLACED", "POSTING_DIFFERS", "RULES_UNAPPROVED",
        "RULES_NOT_YET", "RULES_LATE",
        "PAST_ROUND_DIFFERS", "HOLD_IMPROBABLE", "SHOE_MODE", "SHOE_HIDES",
    } == WARNINGS  # fmt: skip


@pytest.mark.parametrize("fault", Fault)
def test_a_refusal_conflicts_with_the_table_as_it_is_unless_http_has_a_word_for_it(fault: Fault) -> None:
    assert refusal(fault, "").status_code == STATUS.get(fault, 409)
