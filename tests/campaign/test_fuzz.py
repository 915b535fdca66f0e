"""A coverage-guided fuzzer against both shoes' conversations and the settle contract; `FUZZ_SECONDS` for each.

atheris is nobody else's dependency: it has an environment of its own, made from locks/campaign.txt when it is first
needed. If it cannot be made, the test fails and says why.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from hil.environment import environment
from tests.campaign.fuzz.targets import TARGETS, WIRES, conversation, seeds

ROOT = Path(__file__).parents[2]
SECONDS = int(os.environ.get("FUZZ_SECONDS", "60"))
LIMITS = ("-max_len=4096", "-timeout=10", "-rss_limit_mb=1024", "-print_final_stats=1")


@pytest.mark.parametrize("name", TARGETS)
def test_the_seeds_hold(name: str) -> None:
    for seed in seeds(name):
        TARGETS[name](seed)


@pytest.mark.parametrize("protocol", [name for name in TARGETS if name in WIRES])
def test_a_fuzzer_would_notice_a_card_without_a_good_check(protocol: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(WIRES, protocol, replace(WIRES[protocol], tells=lambda *_: False))
    with pytest.raises(AssertionError, match="good check"):
        conversation(protocol)(WIRES[protocol].seeds[0])


@pytest.mark.campaign
@pytest.mark.timeout(SECONDS + 600)
@pytest.mark.parametrize("name", TARGETS)
def test_no_bytes_break_it(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    command = (environment("campaign"), "-m", "tests.campaign.fuzz", name, corpus)
    options = (f"-max_total_time={SECONDS}", f"-artifact_prefix={tmp_path}/", *LIMITS)
    ran = subprocess.run((*command, *options), cwd=ROOT, capture_output=True, check=False, timeout=SECONDS + 300)
    said = (ran.stdout + ran.stderr).decode(errors="replace")
    found = [path.read_bytes().hex() for path in tmp_path.iterdir() if path.is_file()]
    assert ran.returncode == 0, f"{said[:2000]}…{said[-2000:]}\nthe bytes: {found}"
    runs = re.search(r"Done (\d+) runs", said)
    reached = re.findall(r"cov: (\d+) ft: (\d+) corp: (\d+)", said)
    assert runs
    assert reached
    edges, features, kept = reached[-1]
    with capsys.disabled():
        sys.stdout.write(f"\n{name}: {runs[1]} runs, {edges} edges, {features} features, {kept} inputs kept\n")
