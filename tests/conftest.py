"""Nothing may outlive its test: no task, thread, socket, descriptor or child process. And who runs which test when."""

from __future__ import annotations

import asyncio
import gc
import inspect
import os
import re
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from xdist.scheduler import LoadScopeScheduling

from hil.broker import PORTS, QUIET

# Nobody measures how soon an example is found. The same ones each time; `make campaign` looks for others.
settings.register_profile("suite", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
settings.register_profile("campaign", settings.get_profile("suite"), derandomize=False)
settings.load_profile("suite")

APART = (  # whose tests share nothing that takes long to make: each by itself
    "tests/hil/test_floor.py",
    "tests/hil/test_kills.py",
    "tests/hil/test_scenarios.py",
    "tests/hil/",
    "tests/campaign/",
    "tests/daemon/cli/test_cli.py",
    "tests/daemon/cli/test_shaker.py",
    "tests/daemon/cli/test_shoe.py",
    "tests/daemon/control/test_api.py",
    "tests/daemon/test_crash.py",
    "tests/daemon/test_croupierd.py",
    "tests/drivers/board/test_board_jackpot.py",
    "tests/drivers/camera/test_camera.py",
)
WALK = "tests/daemon/table/test_walk.py"  # the tests of a table share its walk: `…/test_walk.py[craps]`
FIRST = (  # so that no worker is left alone with what takes longest
    f"{WALK}[poker_room]",
    f"{WALK}[craps",
    "tests/drivers/camera/test_recognise.py",
    WALK,
    "tests/house/test_adding_a_device.py",
    "tests/house/test_adding_a_game.py",
    *APART,
)


def scope(nodeid: str) -> str:
    """Names what a test runs with, in one worker."""
    if nodeid.startswith(APART):
        return nodeid
    file = nodeid.partition("::")[0]
    table = re.search(r"[\w+]+\]$", nodeid) if file == WALK else None
    return f"{file}[{table[0]}" if table else file


class ByFileOrTest(LoadScopeScheduling):  # type: ignore[misc]
    """A file's tests stay together, so that what they share is made once, unless they are better APART."""

    def _split_scope(self, nodeid: str) -> str:
        return scope(nodeid)


def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> ByFileOrTest:
    config.option.loadscopereorder = False  # it would begin with the files that have the most tests
    return ByFileOrTest(config, log)


def pytest_configure(config: pytest.Config) -> None:
    """No two workers try for the same port."""
    if hasattr(config, "workerinput"):
        number, count = int(config.workerinput["workerid"].removeprefix("gw")), config.workerinput["workercount"]
        share = len(QUIET) // count
        os.environ[PORTS] = f"{QUIET[number * share]} {QUIET[(number + 1) * share - 1]}"


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """What is collected stays to the end: the collector need not walk through it, now or beside any test."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


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
        return next((at for at, start in enumerate(FIRST) if scope(item.nodeid).startswith(start)), len(FIRST))

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
        gc.unfreeze()  # a command that a test calls leaves alone what is there by then
        gc.collect()  # only then: what the collector would close anyway is no leak
        gc.freeze()
    assert leaked() == {}


@pytest.fixture
async def no_task_leaks() -> AsyncIterator[None]:
    before = asyncio.all_tasks()
    yield
    leaked = asyncio.all_tasks() - before - {asyncio.current_task()}
    if closing := {task for task in leaked if type(task.get_coro()).__name__ == "async_generator_athrow"}:
        await asyncio.wait(closing)  # by the loop: what is left in the middle is closed when the collector finds it
    assert not leaked - closing, leaked
