"""systemd's watchdog: fed while every loop turns, and not a moment longer."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from daemon.host import watchdog
from daemon.host.watchdog import Watchdog, notify


class Manager:
    """The service manager's end of the notification socket."""

    def __init__(self, channel: socket.socket) -> None:
        self._channel = channel
        self.messages: list[str] = []

    def heard(self) -> list[str]:
        """Everything that it has been told so far."""
        with suppress(BlockingIOError):
            while True:
                self.messages.append(self._channel.recv(4096).decode())
        return self.messages


@pytest.fixture(params=["path", "abstract"])
def manager(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Manager]:
    address = str(tmp_path / "notify") if request.param == "path" else f"@croupier-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
        channel.setblocking(False)
        channel.bind(address.replace("@", "\0"))
        monkeypatch.setenv("NOTIFY_SOCKET", address)
        monkeypatch.setenv("WATCHDOG_USEC", "4000")
        yield Manager(channel)


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(30):
        while not condition():
            await asyncio.sleep(0.001)


def test_the_manager_is_told_by_datagram(manager: Manager) -> None:
    notify("READY=1")
    notify("STATUS=Sabot prêt\nSTOPPING=1")
    assert manager.heard() == ["READY=1", "STATUS=Sabot prêt\nSTOPPING=1"]


def test_without_a_manager_nothing_is_said(manager: Manager, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET")
    notify("READY=1")
    assert manager.heard() == []


def test_a_manager_that_is_gone_is_a_line_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nobody"))
    notify("READY=1")
    assert [record.getMessage() for record in caplog.records] == ["notify_failed"]


def test_a_loop_is_stuck_when_it_has_not_beaten_for_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("daemon.host.watchdog.time.monotonic", lambda: now)
    dog = Watchdog()
    shoe = dog.expect("shoe")
    dog.expect("journal")
    now += watchdog.STALE
    assert dog.stuck() == []
    now += 0.1
    assert dog.stuck() == ["shoe", "journal"]
    shoe()
    assert dog.stuck() == ["journal"]


async def test_a_stuck_loop_starves_the_watchdog_until_it_turns_again(
    manager: Manager, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    dog, looks = Watchdog(), 0
    dog.expect("shoe", within=-1.0)
    look = dog.stuck

    def counted() -> list[str]:
        nonlocal looks
        looks += 1
        return look()

    monkeypatch.setattr(dog, "stuck", counted)
    running = asyncio.create_task(dog.run())
    await until(lambda: looks >= 10)
    assert manager.heard() == []
    complaints = [record for record in caplog.records if record.levelno == logging.CRITICAL]
    assert [(record.getMessage(), vars(record)["loops"]) for record in complaints] == [("loop_stuck", "shoe")]
    dog.expect("shoe", within=1000.0)
    await until(lambda: len(manager.heard()) >= 3)
    assert set(manager.messages) == {"WATCHDOG=1"}
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
