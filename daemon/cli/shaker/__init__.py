"""`croupierctl shaker`: the shaker in a technician's hands, with croupierd stopped (docs/technician.md)."""

from __future__ import annotations

import typer

from daemon.cli.shaker.ask import identify, light, status
from daemon.cli.shaker.shake import shake
from daemon.cli.shaker.watch import watch

app = typer.Typer(no_args_is_help=True, help=__doc__)
for command in (identify, status, shake, light, watch):
    app.command()(command)
