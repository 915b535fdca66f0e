"""Nothing may outlive its test: no task, thread, socket, descriptor or child process."""

from __future__ import annotations

import asyncio
import gc
import inspect
import os
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest


def descriptors() -> dict[str, str]:
    """What this process has open: descriptor and what it leads to; sockets and pipes by their own number."""
    open_now = {}
    for link in Path("/proc/self/fd").iterdir():
        try:
            open_now[link.name] = str(link.readlink())
        except OSError:  # the one that lists the folder
            continue
    return open_now


def children() -> set[str]:
    """The processes that we started and that still live, or were never waited for."""
    return set(Path(f"/proc/self/task/{os.getpid()}/children").read_text().split())


def threads() -> set[threading.Thread]:
    return {thread for thread in threading.enumerate() if not thread.name.startswith("pytest_timeout")}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if isinstance(item, pytest.Function) and inspect.iscoroutinefunction(item.obj):
            item.fixturenames.append("no_task_leaks")


@pytest.fixture(autouse=True)
def nothing_leaks() -> Iterator[None]:
    before = descriptors(), children(), threads()

    def leaked() -> dict[str, object]:
        found = {
            "descriptors": descriptors().items() - before[0].items(),
            "children": children() - before[1],
            "threads": threads() - before[2],
        }
        return {kind: some for kind, some in found.items() if some}

    yield
    if leaked():
        gc.collect()  # only then: what the collector would close anyway is no leak
    assert leaked() == {}


@pytest.fixture
async def no_task_leaks() -> AsyncIterator[None]:
    before = asyncio.all_tasks()
    yield
    leaked = asyncio.all_tasks() - before - {asyncio.current_task()}
    assert not leaked, leaked
