"""`croupierctl jackpot`: the pools of the progressive, in the journal or shared between tables (docs/jackpot.md)."""

from __future__ import annotations

import typer

from daemon.cli.jackpot.confirm import confirm
from daemon.cli.jackpot.ledger import ledger
from daemon.cli.jackpot.migrate import migrate
from daemon.cli.jackpot.reconcile import reconcile
from daemon.cli.jackpot.report import report
from daemon.cli.jackpot.show import show

app = typer.Typer(no_args_is_help=True, help=__doc__)
for command in (show, ledger, reconcile, report, confirm, migrate):
    app.command()(command)
