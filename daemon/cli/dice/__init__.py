"""`croupierctl dice`: what photographs of dice show, and how often that is right (docs/dice.md)."""

from __future__ import annotations

import typer

from daemon.cli.dice.read import read
from daemon.cli.dice.score import score

app = typer.Typer(no_args_is_help=True, help=__doc__)
for command in (read, score):
    app.command()(command)
