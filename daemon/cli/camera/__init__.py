"""`croupierctl camera`: the dice camera in a technician's hands (docs/camera.md)."""

from __future__ import annotations

import typer

from daemon.cli.camera.calibrate import calibrate
from daemon.cli.camera.look import snapshot, watch

app = typer.Typer(no_args_is_help=True, help=__doc__)
for command in (calibrate, snapshot, watch):
    app.command()(command)
