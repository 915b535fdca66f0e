"""Many rolls before a calibrated camera: none read wrongly, most read, and none read that nobody may read.

`DICE_ROLLS` (10,000) is how many can be read; a fifth as many more must be refused. And pictures of which
nothing is known: a tenth as many of each of tests.drivers.loose.KINDS, which should all be refused.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.campaign.dice import share
from tests.drivers import loose

ROOT = Path(__file__).parents[2]
ROLLS = int(os.environ.get("DICE_ROLLS", "10000"))
COVERED = 0.995  # docs/dice.md has the figures
LEFT = {"aslant": 0.04, "clutter": 0.06, "one off": 0.02}  # the share of pictures that is read all the same, at most


def campaign(kind: str, rolls: int) -> tuple[Counter[str], list[object]]:
    """All rolls, shared out to as many processes as there are cores."""
    cores = os.cpu_count() or 1
    command = (sys.executable, "-m", "tests.campaign.dice", kind)
    shares = [
        subprocess.Popen((*command, str(core), str(rolls), str(cores)), cwd=ROOT, stdout=subprocess.PIPE)
        for core in range(cores)
    ]
    verdicts: Counter[str] = Counter()
    odd: list[object] = []
    for one in shares:
        said, _ = one.communicate()
        assert one.returncode == 0
        found = json.loads(said)
        verdicts.update(found["told"])
        odd += found["odd"]
    assert verdicts.total() == rolls
    return verdicts, odd


def test_a_share_counts_what_it_saw() -> None:
    clear, refused = share("clear", range(2)), share("refused", range(2))
    assert share("clutter", range(2)) == {"told": Counter(wrong=0, refused=2), "odd": []}
    assert (clear, refused) == (
        {"told": Counter(exact=2), "odd": []},
        {"told": Counter(refused=2), "odd": []},
    )


@pytest.mark.campaign
def test_no_roll_is_read_wrongly_and_most_are_read(capsys: pytest.CaptureFixture[str]) -> None:
    verdicts, odd = campaign("clear", ROLLS)
    with capsys.disabled():
        sys.stdout.write(f"\ndice, clear: {dict(verdicts)} of {ROLLS}\n")
    assert verdicts["wrong"] == 0, odd
    assert verdicts["exact"] >= COVERED * ROLLS, odd


@pytest.mark.campaign
def test_no_roll_is_read_that_nobody_may_read(capsys: pytest.CaptureFixture[str]) -> None:
    verdicts, odd = campaign("refused", ROLLS // 5)
    with capsys.disabled():
        sys.stdout.write(f"\ndice, to be refused: {dict(verdicts)} of {ROLLS // 5}\n")
    assert odd == []


@pytest.mark.campaign
@pytest.mark.parametrize("kind", loose.KINDS)
def test_little_is_read_where_nobody_may_read_anything(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    verdicts, odd = campaign(kind, ROLLS // 10)
    with capsys.disabled():
        sys.stdout.write(f"\ndice, {kind}: {dict(verdicts)} of {ROLLS // 10}\n")
    assert len(odd) <= LEFT[kind] * verdicts.total(), odd
