"""What the commands of croupierctl have in common."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

DEFAULT_CONFIG = Path("/etc/croupier")

ConfigOption = Annotated[Path, typer.Option("--config", metavar="DIR", help="where site.toml and tables/ are")]
TableOption = Annotated[str, typer.Option("--table", metavar="NAME", help="which table; needed if there are several")]
LanguageOption = Annotated[Literal["fr", "en"] | None, typer.Option("--lang", help="default: the site's language")]
JsonOption = Annotated[bool, typer.Option("--json", help="for programs")]
