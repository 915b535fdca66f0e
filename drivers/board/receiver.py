"""The messages of boards: each is checked when it arrives; a bad one is refused and counted, and the line stays up."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass

from pydantic import ValidationError

from drivers.board.watch import Board, Wanted
from drivers.board.wire import Echo, Presence, board_of, echo_topic, presence_topic
from drivers.seldom import Seldom

MISTAKES = 8  # in a message of another version; more is noise


@dataclass(slots=True)
class Receiver:
    """Checks and takes what a table's boards say."""

    table: str
    boards: dict[str, Board]
    wanted: Wanted
    clock: Callable[[], float]
    seldom: Seldom

    def receive(self, topic: str, data: bytes, *, retained: bool) -> bool:
        """A board's word; answers whether the board waits for a heartbeat, or is to be asked by one."""
        board = self.boards.get(name := board_of(topic))
        if board is None or board.muted is not None:
            return False
        if topic == presence_topic(self.table, name):
            return self._present(name, board, topic, Presence.model_validate_json(data))
        if retained:  # what the broker kept tells what a board showed once
            return False
        return self._echoed(name, board, topic, Echo.model_validate_json(data))

    def refuse(self, topic: str, reason: str, error: ValidationError | None = None) -> None:
        """Nothing is changed by it, but that it came."""
        name = board_of(topic)
        self.seldom(logging.WARNING, "board_message_refused", name, topic=topic, reason=reason)
        if (board := self.boards.get(name)) is None:
            return
        board.refused += 1
        if error is not None and error.error_count() <= MISTAKES:
            foreign = any(found["loc"] == ("v",) for found in error.errors())
            if foreign and topic == echo_topic(self.table, name):
                board.speaks_otherwise(self.clock())

    def _present(self, name: str, board: Board, topic: str, presence: Presence) -> bool:
        if presence.board != name:
            self.refuse(topic, "of another board")
            return False
        if presence.online != board.said:
            details = {"board": name, "model": presence.model, "firmware": presence.firmware}
            self.seldom(logging.INFO, "board_online" if presence.online else "board_offline", name, **details)
        board.word(self.clock(), online=presence.online)
        return board.doubted

    def _echoed(self, name: str, board: Board, topic: str, echo: Echo) -> bool:
        if echo.board != name:
            self.refuse(topic, "of another board")
            return False
        first = board.echo is None  # since it came, or since we did: its lease counts from none of ours yet
        board.says(echo, self.wanted, self.clock())
        return board.jackpot and (first or board.dark(self.wanted))
