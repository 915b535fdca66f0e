"""Nothing may outlive its test: no task, thread, socket, descriptor or child process. And who runs which test when."""

from __future__ import annotations

import asyncio
import gc
import inspect
import os
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from xdist.scheduler import LoadScopeScheduling

from hil.broker import PORTS, QUIET

SLOW = (  # each of their tests by itself and before all others, so that no worker is left alone with them at the end
    "tests/hil/test_floor.py",
    "tests/hil/test_kills.py",
    "tests/hil/",
    "tests/campaign/",
    "tests/daemon/cli/test_cli.py",
    "tests/daemon/cli/test_shaker.py",
    "tests/daemon/cli/test_shoe.py",
    "tests/daemon/control/test_api.py",
    "tests/daemon/table/test_walk.py",
    "tests/daemon/test_",
    "tests/drivers/board/",
    "tests/drivers/camera/",
)


class ByFileUnlessSlow(LoadScopeScheduling):  # type: ignore[misc]
    """A file's tests stay together, so that what they share is made once."""

    def _split_scope(self, nodeid: str) -> str:
        return nodeid if nodeid.startswith(SLOW) else nodeid.partition("::")[0]


def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> ByFileUnlessSlow:
    config.option.loadscopereorder = False  # it would begin with the files that have the most tests
    return ByFileUnlessSlow(config, log)


def pytest_configure(config: pytest.Config) -> None:
    """No two workers try for the same port."""
    if hasattr(config, "workerinput"):
        number, count = int(config.workerinput["workerid"].removeprefix("gw")), config.workerinput["workercount"]
        share = len(QUIET) // count
        os.environ[PORTS] = f"{QUIET[number * share]} {QUIET[(number + 1) * share - 1]}"


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
    def place(item: pytest.Item) -> int:
        return next((at for at, slow in enumerate(SLOW) if item.nodeid.startswith(slow)), len(SLOW))

    items.sort(key=place)
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
