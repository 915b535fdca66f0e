"""What the tests of several drivers need."""

from __future__ import annotations

import pytest

from drivers.transport.retry import Retry


@pytest.fixture
def waited(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long a driver has waited before each new attempt, in seconds."""
    waits: list[float] = []
    down = Retry.down

    def told(retry: Retry) -> float:
        waits.append(down(retry))
        return waits[-1]

    monkeypatch.setattr(Retry, "down", told)
    return waits
