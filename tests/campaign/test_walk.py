"""The walk of tests/daemon/table/test_walk.py in the games whose states `make test` merges; here none is merged."""

from __future__ import annotations

import sys

import pytest

from rules.registry import GAMES
from tests.daemon.table.walk import rules_of_offers
from tests.daemon.table.walk.places import WHOLE
from tests.daemon.table.walk.walk import walk

pytestmark = [pytest.mark.campaign, pytest.mark.timeout(3600)]


@pytest.mark.parametrize("game", sorted(GAMES.keys() - WHOLE))
def test_whatever_is_said_in_whatever_state(
    game: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules_of_offers, "EVERY", 1)  # every state is asked what it offers
    walked = walk(game, frozenset(GAMES))
    with capsys.disabled():
        sys.stdout.write(f"\n{game}: {len(walked.states)} states\n")
    assert walked.broken == {}
