"""A real mosquitto as a site runs it: the configuration that is shipped, on other ports and in other folders."""

from __future__ import annotations

import getpass
import os
import random
import shutil
import socket
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from functools import cache
from itertools import cycle
from pathlib import Path
from types import MappingProxyType
from typing import Any

from drivers.board.authority import make

QUIET = range(12_000, 32_000)  # below what Linux picks from for outgoing connections
PORTS = "CROUPIER_PORTS"  # the first and the last of those that this process may take, where others run beside it
SHIPPED = Path(__file__).parents[1] / "config/broker/mosquitto.conf"


def set_up(
    folder: Path,
    port: int,
    tables: Mapping[str, Sequence[str]],
    passwords: Sequence[str] = (),
    second: int = 0,
    others: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> tuple[str, ...]:
    """Certificates, access list and configuration below `folder`; answers the command that runs the broker."""
    make(folder / "broker", ["127.0.0.1"], tables, passwords, others=others)
    text = SHIPPED.read_text().replace("/etc/mosquitto/croupier", str(folder / "broker/broker"))
    first, *other = text.split("listener ")[1:]
    listeners = [first.replace("8883", f"{port} 127.0.0.1", 1)]
    if second:  # with passwords
        listeners += [other[0].replace("8884", f"{second} 127.0.0.1", 1)]
    # it forgets everything when it ends; and it may read the folder of whoever started it
    head = text.split("listener ")[0] + f"persistence false\nuser {getpass.getuser()}\n"
    configuration = folder / "mosquitto.conf"
    configuration.write_text(head + "".join(f"listener {listener}" for listener in listeners))
    mosquitto = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if mosquitto is None:
        raise FileNotFoundError("mosquitto is not installed; run: make setup")
    return mosquitto, "-c", str(configuration)


def access(folder: Path, port: int, client: str) -> dict[str, Any]:
    """What opens that broker to one of its clients, as plain data: a board is another process."""
    files = {"ca": "ca.crt", "certificate": "client.crt", "key": "client.key"}
    paths = {name: str(folder / "broker" / client / file) for name, file in files.items()}
    return {"host": "127.0.0.1", "port": port, **paths}


def free_port() -> int:
    """A port on loopback that nobody uses, and that the kernel gives to nobody who only calls somewhere."""
    while True:
        port = next(_own_ports())
        with closing(socket.socket()) as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


@cache
def _own_ports() -> Iterator[int]:
    """In turn, from anywhere: one that was given is not given again while somebody has yet to listen there."""
    first, last = map(int, os.environ.get(PORTS, f"{QUIET[0]} {QUIET[-1]}").split())
    return cycle(random.SystemRandom().sample(range(first, last + 1), last - first + 1))
