"""A real mosquitto for the tests of the boards, as a site runs it; it is stopped, paused and started empty again."""

from __future__ import annotations

import signal
import socket
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import aiomqtt

from drivers.board.wire import Jackpot, Posting, Result, Text
from drivers.mqtt import connect
from drivers.mqtt.access import Access
from hil.broker import access, free_port, set_up
from tests.drivers import PATIENCE

HOST, TABLE, BOARD, METER, OTHER = "127.0.0.1", "tcp-1", "board-1", "meter-1", "board-9"
TABLES = {TABLE: [BOARD, METER], "war-2": [OTHER]}


class Broker:
    """It remembers nothing of its former life."""

    def __init__(self, folder: Path, others: Mapping[str, Sequence[str]] = MappingProxyType({})) -> None:
        self.folder, self.port, self.second = folder, free_port(), free_port()
        self._command = set_up(folder, self.port, TABLES, [f"war-2.{OTHER}"], self.second, others)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with (self.folder / "broker.log").open("ab") as log:
            self._process = subprocess.Popen(self._command, stderr=log, stdout=log)
        closed = [self.port, self.second]  # it opens one door after the other
        for _ in range(int(PATIENCE / 0.02)):
            with socket.socket() as probe:
                if probe.connect_ex((HOST, closed[0])) == 0:
                    del closed[0]
            if not closed:
                return
            time.sleep(0.02)
        raise AssertionError((self.folder / "broker.log").read_text())

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def pause(self, *, on: bool) -> None:
        """It accepts, for the kernel does, and never answers."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP if on else signal.SIGCONT)

    def opens(self, client: str = TABLE) -> dict[str, Any]:
        """What opens it to a client, as plain data."""
        return access(self.folder, self.port, client)

    def access(self, client: str = TABLE) -> Access:
        return Access.of(self.opens(client))

    def client(self, name: str = TABLE, identifier: str = "") -> aiomqtt.Client:
        """A client with that certificate; it pushes out the one that has it already, whatever identifier it gives."""
        known = self.access(name)
        return connect.client(known, identifier or name, connect.secrets(known), PATIENCE)


def result(seq: int = 1, text: str = "Paire de rois") -> Result:
    both: Text = {"fr": [text], "en": ["A pair of kings"]}
    return Result(table=TABLE, seq=seq, game="three_card_poker", hands={}, lines=[], text=both)


def posting(minimum: int = 500) -> Posting:
    now = {"rules": "war/1-2", "game": "war", "minimum": minimum, "maximum": None, "unit": 1, "offered": []}
    later = {**now, "rules": "war/3-4", "effective": "2026-12-01", "options": {"war.multi": "commonCard"}}
    later["limits"] = [{"wager": "supplemental", "minimum": 1, "maximum": None}]
    text = {"fr": [f"Minimum {minimum}"], "en": [f"Minimum {minimum}"]}
    return Posting.model_validate({"table": TABLE, "seq": 0, "now": now, "later": later, "text": text})


def jackpot(cents: int | None = 1234567, version: int = 1, **more: object) -> Jackpot:
    text = {"fr": ["PROGRESSIF"], "en": ["PROGRESSIVE"]}
    fields = {"table": TABLE, "pool": "main", "seq": 0, "version": version, "state": "live", "cents": cents}
    return Jackpot.model_validate({**fields, "currency": "CAD", "text": text, **more})
