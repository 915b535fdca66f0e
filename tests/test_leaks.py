"""The guard against leaks guards: each kind of leak fails the very test that leaks."""

from __future__ import annotations

import pytest

pytest_plugins = ["pytester"]

LEAKS = """
    import asyncio, gc, os, socket, subprocess, threading

    KEPT = []

    def test_descriptor():
        os.open("/dev/null", os.O_RDONLY)

    def test_socket():
        KEPT.append(socket.socket())

    def test_thread():
        threading.Thread(target=threading.Event().wait, daemon=True).start()

    def test_child():
        KEPT.append(subprocess.Popen(["sleep", "5"]))

    async def test_task():
        KEPT.append(asyncio.ensure_future(asyncio.sleep(60)))

    async def test_nothing():
        await asyncio.sleep(0)

    async def test_a_generator_that_is_left_in_the_middle():  # and is found by the collector, whenever that looks
        async def endless():
            try:
                while True:
                    yield
            finally:
                await asyncio.sleep(0.01)

        left = endless()
        await anext(left)
        circle = [left]
        circle.append(circle)
        del left, circle
        gc.collect()
"""


def test_each_kind_of_leak_fails_its_test(pytester: pytest.Pytester, request: pytest.FixtureRequest) -> None:
    pytester.makeconftest((request.config.rootpath / "tests/conftest.py").read_text())
    pytester.makepyfile(LEAKS)
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider", "-o", "asyncio_mode=auto")
    result.assert_outcomes(passed=7, errors=5)
