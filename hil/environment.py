"""Environments beside .venv for what no table installs: the bench's peers, the fuzzer, the training of networks.

`python -m hil.environment train hil/camera/train/packages.txt` makes .venv-train if it must, and prints its Python.
"""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
PATIENCE = 600  # seconds for a step of the installation


@cache
def environment(name: str, packages: str = "") -> Path:
    """The Python of .venv-NAME, made of `packages` (locks/NAME.txt) unless done already. RuntimeError if it cannot."""
    home, lock = ROOT / f".venv-{name}", ROOT / (packages or f"locks/{name}.txt")
    python, made_of = home / "bin" / "python", home / "made-of.txt"
    recipe = f"# {sys.version}\n{lock.read_text()}"
    if made_of.exists() and made_of.read_text() == recipe:
        return python
    sys.stderr.write(f"Setting up {home.name} (once)...\n")
    quiet = ("--quiet", "--disable-pip-version-check", "--no-input")
    for command in (
        (sys.executable, "-m", "venv", "--clear", home),
        (python, "-m", "pip", "install", *quiet, "-r", lock),  # a lock with hashes has every one checked
    ):
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            raise RuntimeError(f"{home.name} could not be installed within {PATIENCE} s") from None
        if done.returncode:
            raise RuntimeError(f"{home.name} cannot be installed: {last_line(done.stderr + done.stdout)}")
    made_of.write_text(recipe)
    return python


def last_line(text: str) -> str:
    """Returns the last line that a program wrote."""
    return next((line for line in reversed(text.splitlines()) if line.strip()), "without a word")


if __name__ == "__main__":
    sys.stdout.write(f"{environment(*sys.argv[1:])}\n")
