"""The fault codes. Each has one sentence and one next action in French and English: `daemon.texts`."""

from __future__ import annotations

import traceback
from enum import StrEnum


class Fault(StrEnum):
    """Everything that can be wrong, or be refused, by name."""

    # a device's line
    PORT_ABSENT = "PORT_ABSENT"
    PORT_BUSY = "PORT_BUSY"
    PORT_NO_ACCESS = "PORT_NO_ACCESS"
    PORT_FAILED = "PORT_FAILED"
    LINK_LOST = "LINK_LOST"
    LINK_OPENING = "LINK_OPENING"
    # the shoe
    SHOE_SILENT = "SHOE_SILENT"
    SHOE_GARBLED = "SHOE_GARBLED"
    SHOE_WRONG_BAUD = "SHOE_WRONG_BAUD"
    SHOE_BABBLES = "SHOE_BABBLES"
    SHOE_STUCK = "SHOE_STUCK"
    SHOE_UNPROVEN = "SHOE_UNPROVEN"
    SHOE_ERROR = "SHOE_ERROR"
    SHOE_REFUSES = "SHOE_REFUSES"
    SHOE_WRONG_DEVICE = "SHOE_WRONG_DEVICE"
    CARDS_IN_DOUBT = "CARDS_IN_DOUBT"
    CARD_UNREADABLE = "CARD_UNREADABLE"
    CARD_UNEXPECTED = "CARD_UNEXPECTED"
    CARD_IMPOSSIBLE = "CARD_IMPOSSIBLE"
    SHOE_CHANGE_DUE = "SHOE_CHANGE_DUE"
    SHOE_COUNT_OFF = "SHOE_COUNT_OFF"
    # the boards
    BROKER_DOWN = "BROKER_DOWN"
    BOARD_ABSENT = "BOARD_ABSENT"
    BOARD_LATE = "BOARD_LATE"
    BOARD_WRONG = "BOARD_WRONG"
    # the daemon
    CONFIG_INVALID = "CONFIG_INVALID"
    DAEMON_DOWN = "DAEMON_DOWN"
    DAEMON_STUCK = "DAEMON_STUCK"
    CONTROL_NO_ACCESS = "CONTROL_NO_ACCESS"
    TABLE_RESTARTED = "TABLE_RESTARTED"
    SOFTWARE_CHANGED = "SOFTWARE_CHANGED"
    TABLE_TAKEN = "TABLE_TAKEN"
    TABLE_BUG = "TABLE_BUG"
    CONTROL_NO_SOCKET = "CONTROL_NO_SOCKET"
    # the journal
    JOURNAL_KEY = "JOURNAL_KEY"
    JOURNAL_DAMAGED = "JOURNAL_DAMAGED"
    JOURNAL_TRUNCATED = "JOURNAL_TRUNCATED"
    JOURNAL_WRITE = "JOURNAL_WRITE"
    JOURNAL_NO_ACCESS = "JOURNAL_NO_ACCESS"
    JOURNAL_DAY = "JOURNAL_DAY"
    JOURNAL_EXPORT = "JOURNAL_EXPORT"
    JOURNAL_IN_USE = "JOURNAL_IN_USE"
    ROUND_UNKNOWN = "ROUND_UNKNOWN"
    READERS_BUSY = "READERS_BUSY"
    DISK_FULL = "DISK_FULL"
    DISK_READ_ONLY = "DISK_READ_ONLY"
    DISK_SLOW = "DISK_SLOW"
    # people
    PEOPLE_NONE = "PEOPLE_NONE"
    PEOPLE_INVALID = "PEOPLE_INVALID"
    PEOPLE_NO_SUPERVISOR = "PEOPLE_NO_SUPERVISOR"
    PEOPLE_NO_ACCESS = "PEOPLE_NO_ACCESS"
    PERSON_REFUSED = "PERSON_REFUSED"
    PIN_REFUSED = "PIN_REFUSED"
    BADGE_UNKNOWN = "BADGE_UNKNOWN"
    BADGE_LOCKED = "BADGE_LOCKED"
    SIGN_IN_REFUSED = "SIGN_IN_REFUSED"
    SIGN_IN_BUSY = "SIGN_IN_BUSY"
    NOT_SIGNED_IN = "NOT_SIGNED_IN"
    ROLE_NOT_ALLOWED = "ROLE_NOT_ALLOWED"
    ORDER_KEY_REUSED = "ORDER_KEY_REUSED"
    CONTROL_FOREIGN = "CONTROL_FOREIGN"
    # an order that is refused
    ORDER_MALFORMED = "ORDER_MALFORMED"
    ORDER_NOT_NOW = "ORDER_NOT_NOW"
    ORDER_ILLEGAL = "ORDER_ILLEGAL"
    ORDER_WHILE_HELD = "ORDER_WHILE_HELD"
    FELT_DIFFERS = "FELT_DIFFERS"
    DECISION_ILLEGAL = "DECISION_ILLEGAL"
    SECOND_PERSON_NEEDED = "SECOND_PERSON_NEEDED"
    SUPERVISOR_NEEDED = "SUPERVISOR_NEEDED"


class FaultError(Exception):
    """A fault on its way to a person; `detail` never tells a card that lies face down."""

    def __init__(self, fault: Fault, detail: str = "") -> None:
        super().__init__(f"{fault}: {detail}" if detail else str(fault))
        self.fault = fault
        self.detail = detail


def where(error: BaseException) -> str:
    """An exception's kind and place, without its own words: they may tell a card that lies face down."""
    place = traceback.extract_tb(error.__traceback__)[-1:]
    return f"{type(error).__name__} at {place[0].name}:{place[0].lineno}" if place else type(error).__name__
