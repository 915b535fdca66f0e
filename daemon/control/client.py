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
    return _ask(path, "GET", resource)


def delete(path: Path, resource: str) -> None:
    """`resource` is no more, or the fault for which the daemon refuses."""
    if (error := _ask(path, "DELETE", resource).get("error")) is not None:
        raise FaultError(Fault(error["code"]), error["detail"])


def _ask(path: Path, method: str, resource: str) -> dict[str, Any]:
    connection = _UnixConnection(path)
    try:
        connection.request(method, resource)
        answer: dict[str, Any] = json.loads(connection.getresponse().read() or b"{}")
    except (FileNotFoundError, ConnectionRefusedError) as error:
        raise FaultError(Fault.DAEMON_DOWN, str(path)) from error
    except PermissionError as error:
        raise FaultError(Fault.CONTROL_NO_ACCESS, str(path)) from error
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise FaultError(Fault.DAEMON_STUCK, str(path)) from error
    finally:
        connection.close()
    return answer
