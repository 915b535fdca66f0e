"""The simulated shaker's bus, as a host has it that is in no hurry."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE

from hil.rig import Rig
from hil.site_files import SHAKER_SERIAL, ShakerKind

HOST = f"""
from drivers.faults import FaultError
from drivers.shaker.usb import Port
from drivers.shaker.wire import PRODUCT, VENDOR, Status

port = Port.open(VENDOR, PRODUCT, "{SHAKER_SERIAL}")
print("open", flush=True)
input()
try:
    port.ask(Status)
except FaultError as error:
    print(error.fault)
port.close()
"""


async def test_a_host_that_asks_long_after_the_cable_was_pulled_is_answered() -> None:
    async with Rig(game="sic_bo", shaker=ShakerKind()) as rig:
        variables = {**os.environ, **rig.bus}
        host = await asyncio.create_subprocess_exec(sys.executable, "-c", HOST, stdin=PIPE, stdout=PIPE, env=variables)
        assert host.stdout is not None
        assert await host.stdout.readline() == b"open\n"
        pull = asyncio.create_task(rig.fault("shaker", "unplug", on=True))
        await asyncio.wait([pull], timeout=0.5)  # it is not gone while somebody has it, however long that takes
        async with asyncio.timeout(rig.patience):
            said, _ = await host.communicate(b"\n")
            await pull
    assert said == b"SHAKER_UNPLUGGED\n"
