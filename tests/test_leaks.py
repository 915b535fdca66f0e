"""The guard against leaks guards: each kind of leak, in a test of its own, fails that test."""

from __future__ import annotations

import textwrap

import pytest

pytest_plugins = ["pytester"]

LEAKS = {
    "descriptors": "import os\ndef test_it():\n    os.open('/dev/null', os.O_RDONLY)\n",
    "sockets": "import socket\nKEEP = []\ndef test_it():\n    KEEP.append(socket.socket())\n",
    "threads": """
        import threading
        def test_it():
            threading.Thread(target=threading.Event().wait, daemon=True).start()
        """,
    "children": "import subprocess\nKEEP = []\ndef test_it():\n    KEEP.append(subprocess.Popen(['sleep', '5']))\n",
    "tasks": "import asyncio\nasync def test_it():\n    asyncio.ensure_future(asyncio.sleep(60))\n",
}


@pytest.mark.parametrize("kind", LEAKS)
def test_a_leak_fails_the_test_that_leaks(kind: str, pytester: pytest.Pytester, request: pytest.FixtureRequest) -> None:
    pytester.makeconftest((request.config.rootpath / "tests/conftest.py").read_text())
    pytester.makepyfile(textwrap.dedent(LEAKS[kind]))
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider", "-o", "asyncio_mode=auto")
    result.assert_outcomes(passed=1, errors=1)
