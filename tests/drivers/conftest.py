"""What the tests of several drivers need."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from drivers.retry import Retry
from tests.drivers.broker import Broker


@pytest.fixture
def waited(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long a driver has waited before each new attempt, in seconds."""
    waits: list[float] = []
    down = Retry.down

    def noted(retry: Retry) -> float:
        waits.append(down(retry))
        return waits[-1]

    monkeypatch.setattr(Retry, "down", noted)
    return waits


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    """A real one, with an authority of its own."""
    started = Broker(tmp_path)
    started.start()
    yield started
    started.stop()
