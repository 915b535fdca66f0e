"""A client of the control API, of the standard library alone: `croupierctl` must start fast."""

from __future__ import annotations

import http.client
import json
import socket
from pathlib import Path
from typing import Any

from drivers.faults import Fault, FaultError

PATIENCE = 3.0  # seconds; a verdict is due within five


class _UnixConnection(http.client.HTTPConnection):
    def __init__(self, path: Path) -> None:
        super().__init__("croupier", timeout=PATIENCE)
        self._path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(PATIENCE)
        self.sock.connect(str(self._path))


def get(path: Path, resource: str) -> dict[str, Any]:
    """What the daemon answers at `resource`, or the fault that keeps it from answering."""
    connection = _UnixConnection(path)
    try:
        connection.request("GET", resource)
        answer: dict[str, Any] = json.load(connection.getresponse())
    except (FileNotFoundError, ConnectionRefusedError) as error:
        raise FaultError(Fault.DAEMON_DOWN, str(path)) from error
    except PermissionError as error:
        raise FaultError(Fault.CONTROL_NO_ACCESS, str(path)) from error
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise FaultError(Fault.DAEMON_STUCK, str(path)) from error
    finally:
        connection.close()
    return answer
