"""The shoe's driver and a simulated Angel Eye, over a real pty and a real TCP port."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from drivers.faults import Fault
from drivers.line import driver
from drivers.observation import CardSeen, LinkUp, Observation
from drivers.shoe import angel_eye
from drivers.shoe.driver import ShoeDriver
from hil.broker import free_port
from hil.shoe.angel_eye import AngelEyeShoe
from tests.drivers import running, until

ADAPTER = "FT4XYZ01"


class Bench:
    """A shoe, its driver, and what the table was told."""

    def __init__(self, port: str, serial: str, *, commands: bool = False) -> None:
        self.observations: list[Observation] = []
        self.driver = ShoeDriver(
            device="shoe",
            protocol="angel_eye",
            port=port,
            baud_rate=4800,
            serial=serial,
            sink=self._take,
            known=lambda: None,
            beat=lambda: None,
            commands=commands,
        )

    def _take(self, observation: Observation, raw: bytes) -> asyncio.Future[None]:
        self.observations.append(observation)
        stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        stored.set_result(None)
        return stored

    async def fault(self, fault: Fault | None) -> None:
        await until(lambda: self.driver.fault is fault)


@asynccontextmanager
async def started(shoe: AngelEyeShoe, bench: Bench) -> AsyncIterator[None]:
    """The shoe is switched on before anybody listens: its start of communication is lost, as it would be."""
    async with running(shoe.run()):
        await until(lambda: shoe._seq)
        async with running(bench.driver.run()):
            yield


async def prove(shoe: AngelEyeShoe, bench: Bench) -> None:
    await bench.fault(Fault.SHOE_UNPROVEN)
    assert (bench.observations, bench.driver.identity) == ([], None)
    await shoe.do("load", cards=["8s"])
    await shoe.do("draw")
    await bench.fault(None)
    first, second = bench.observations
    assert isinstance(first, LinkUp)
    assert second == CardSeen("shoe", first.boot, 1, "8s")
    assert not first.complete


async def test_a_port_without_a_number_is_taken_and_doubted(tmp_path: Path) -> None:
    shoe, bench = AngelEyeShoe(str(tmp_path / "shoe")), Bench(str(tmp_path / "shoe"), ADAPTER)
    async with started(shoe, bench):
        await prove(shoe, bench)
    assert bench.driver.identity is not None
    assert (bench.driver.identity.model, bench.driver.identity.serial) == ("angel_eye", f"{ADAPTER}?")
    assert bench.driver.counters.sent == 0


@pytest.mark.parametrize("found", [ADAPTER, "FT0000"])
async def test_an_adapter_stands_in_for_the_shoe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, found: str) -> None:
    async def adapter_serial(path: str) -> str:
        return found

    monkeypatch.setattr(driver, "adapter_serial", adapter_serial)
    shoe, bench = AngelEyeShoe(str(tmp_path / "shoe")), Bench(str(tmp_path / "shoe"), ADAPTER)
    async with started(shoe, bench):
        if found == ADAPTER:
            await prove(shoe, bench)
            assert bench.driver.identity is not None
            assert bench.driver.identity.serial == ADAPTER
        else:
            await bench.fault(Fault.SHOE_WRONG_DEVICE)
            assert (bench.driver.detail, bench.observations) == (found, [])


async def test_what_was_wrong_with_the_line_is_read_until_a_good_frame_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(angel_eye, "REPAIR_WITHIN", 0.1)
    shoe, bench = AngelEyeShoe(str(tmp_path / "shoe")), Bench(str(tmp_path / "shoe"), ADAPTER)
    async with started(shoe, bench):
        await bench.fault(Fault.SHOE_UNPROVEN)
        shoe.on.add("wrong_baud")
        for _ in range(5):
            await shoe.do("stand_by")
        await bench.fault(Fault.SHOE_WRONG_BAUD)
        shoe.on.discard("wrong_baud")
        await until(lambda: bench.driver._connection is not None)  # the port is open again
        assert bench.driver.fault is Fault.SHOE_WRONG_BAUD
        await shoe.do("stand_by")
        await bench.fault(None)


async def test_a_server_is_known_by_its_address() -> None:
    port = free_port()
    shoe, bench = AngelEyeShoe(tcp=port), Bench(f"socket://127.0.0.1:{port}", f"127.0.0.1:{port}")
    other = Bench(f"socket://127.0.0.1:{port}", "127.0.0.1:4001")
    async with started(shoe, other):
        await other.fault(Fault.SHOE_WRONG_DEVICE)
        assert other.observations == []
    async with started(AngelEyeShoe(tcp=port), bench):
        await bench.fault(Fault.SHOE_UNPROVEN)
