"""Whose line it is: every table whose file names the port, by whatever name a technician calls it."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from urllib.parse import urlsplit

from daemon.cli.options import table_settings
from daemon.settings import Settings
from daemon.settings.devices.shoe import Shoe

SERVER = "socket://"


def owners(config: Path, port: str) -> tuple[Settings, ...]:
    """Returns all tables on this line; two that share one by mistake each have their secrets on it."""
    tables = (table_settings(config, path.stem) for path in sorted((config / "tables").glob("*.toml")))
    return tuple(one for one in tables if shoe_at(one, port))


def shoe_at(table: Settings, port: str) -> Shoe | None:
    """Returns the table's shoe on this line, if there is one."""
    shoes = (device for device in table.devices if isinstance(device, Shoe))
    return next((shoe for shoe in shoes if same(port, shoe.port)), None)


def same(one: str, other: str) -> bool:
    """Whether two names are of one line: a link of udev's and its device; a server's name and its address."""
    if one.startswith(SERVER) and other.startswith(SERVER):
        return one == other or _same_server(one, other)
    return os.path.realpath(one) == os.path.realpath(other)


def _same_server(one: str, other: str) -> bool:
    try:
        mine, theirs = urlsplit(one), urlsplit(other)
        if mine.port != theirs.port:
            return False
        reached, kept = _addresses(mine.hostname), _addresses(theirs.hostname)
    except ValueError:
        return False  # no address of anything
    return not (reached and kept) or not reached.isdisjoint(kept)  # a name that nobody knows now may be it


def _addresses(host: str | None) -> set[str]:
    try:
        return {str(found[4][0]) for found in socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)}
    except (OSError, UnicodeError):
        return set()
