"""`croupierctl shoe`: the shoe's line in a technician's hands, with croupierd stopped (docs/technician.md)."""

from __future__ import annotations

import typer

from daemon.cli.shoe.captures import capture, replay
from daemon.cli.shoe.check import test
from daemon.cli.shoe.identify import identify
from daemon.cli.shoe.listen import listen

app = typer.Typer(no_args_is_help=True, help=__doc__)
for command in (identify, listen, test, capture, replay):
    app.command()(command)
