"""What we lean on inside uvicorn is there: a hook that it renames would never be called, and nobody would notice."""

from __future__ import annotations

import ast
import inspect

import pytest
import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.server import ServerState

from daemon.control.server import PeerProtocol, Server

OURS = {"__init__", "_make_room", "_await_head", "_overdue", "crowd"}  # of PeerProtocol; every other method is a hook
USED = {"app_state", "client", "conn", "connections", "cycle", "loop", "server", "transport"}  # of a protocol


def methods(cls: type) -> set[str]:
    return {name for name, value in vars(cls).items() if inspect.isfunction(value) or isinstance(value, property)}


@pytest.mark.parametrize("name", sorted(methods(PeerProtocol) - OURS))
def test_a_hook_of_the_protocol_is_uvicorns(name: str) -> None:
    hook, ours = getattr(H11Protocol, name), getattr(PeerProtocol, name)
    assert list(inspect.signature(hook).parameters) == list(inspect.signature(ours).parameters)


def test_signals_are_left_alone_by_a_hook_of_uvicorns() -> None:
    assert methods(Server) == {"capture_signals"} <= methods(uvicorn.Server)
    assert "capture_signals()" in inspect.getsource(uvicorn.Server.serve)


async def test_a_protocol_has_what_is_read_and_set_of_it() -> None:
    (ours,) = ast.parse(inspect.getsource(PeerProtocol)).body
    attributes = {
        node.attr
        for node in ast.walk(ours)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"
    }
    own = methods(PeerProtocol) | {"_crowd", "_due", "_read", "since", "leaves"}
    assert attributes - own == USED
    protocol = H11Protocol(uvicorn.Config(FastAPI(), log_config=None), ServerState(), {})
    assert set(vars(protocol)) >= USED


def test_a_request_that_goes_wrong_can_be_ended() -> None:
    written = inspect.getsource(RequestResponseCycle)
    assert all(f"self.{name}" in written for name in ("disconnected", "message_event", "response_complete"))
