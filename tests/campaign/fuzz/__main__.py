"""`.venv-campaign/bin/python -m tests.campaign.fuzz TARGET CORPUS [libFuzzer's options]`."""

from __future__ import annotations

import sys
from pathlib import Path

import atheris  # type: ignore[import-untyped]  # it lives in an environment of its own

with atheris.instrument_imports(include=["drivers", "rules"]):
    from tests.campaign.fuzz.targets import TARGETS, seeds

if __name__ == "__main__":
    program, name, corpus, *options = sys.argv
    for number, seed in enumerate(seeds(name)):
        Path(corpus, f"seed-{number}").write_bytes(seed)
    atheris.Setup([program, corpus, *options], TARGETS[name])
    atheris.Fuzz()
