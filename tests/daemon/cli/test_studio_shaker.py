"""croupierctl with a shaker over MQTT: what its make can do it does, what it cannot is said with what to do next."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from daemon.text.faults import ROWS
from daemon.text.shaker import LACKS
from drivers.faults import Fault
from hil.rig import Rig
from hil.site_files import SHAKER_TOPIC, ShakerKind
from tests.daemon.cli.test_cli import croupierctl
from tests.daemon.cli.test_shaker import shaker, verdict


@asynccontextmanager
async def table(*, camera: bool = False) -> AsyncIterator[Rig]:
    async with Rig("sic_bo", shaker=ShakerKind(protocol="studio"), camera=camera) as rig:
        yield rig


async def test_what_this_make_can_do_it_does() -> None:
    async with table() as rig:
        status, said = await shaker(rig, "status", "--lang", "en")
        assert status == 0, said
        assert "idle" in said
        assert "that the dice tumbled" in said
        status, answer = await verdict(rig, "shake")
        assert (status, answer["order"], answer["why"]) == (0, 1, None)
        assert (await rig.do("shaker", "read"))["shakes"] == 1
        status, said = await shaker(rig, "watch", "--seconds", "1", "--lang", "fr")
        assert status == 0, said
        assert "au repos" in said


async def test_a_shake_that_is_none_is_told_with_its_reason() -> None:
    async with table() as rig:
        for fault, why in (("never_shakes", "not_started"), ("program_error", "program_error")):
            await rig.fault("shaker", fault, on=True)
            status, answer = await verdict(rig, "shake")
            assert (status, answer["why"]) == (2, why)
            await rig.fault("shaker", fault, on=False)


@pytest.mark.parametrize("words", [("identify",), ("light", "on"), ("status", "--self-test")])
async def test_what_this_make_cannot_do_has_a_code_and_a_next_step(words: tuple[str, ...]) -> None:
    async with table() as rig:
        status, answer = await verdict(rig, *words)
        assert (status, answer["rows"][-1]["fault"]) == (2, Fault.SHAKER_CANNOT)
        for language in ("fr", "en"):
            status, said = await shaker(rig, *words, "--lang", language)
            assert SHAKER_TOPIC in said
            assert getattr(ROWS[Fault.SHAKER_CANNOT], language).action.split()[0] in said


async def test_one_without_power_is_silent() -> None:
    async with table() as rig:
        await rig.fault("shaker", "unplug", on=True)
        status, answer = await verdict(rig, "status")
        assert (status, answer["rows"][-1]["fault"]) == (2, Fault.SHAKER_SILENT)


@pytest.mark.parametrize("camera", [False, True])
async def test_doctor_says_what_is_not_proved_and_who_proves_it(*, camera: bool) -> None:
    by = {
        "fr": ("deux personnes qui lisent les dés en répondent", "caméra montre que les dés ont bougé"),
        "en": ("two persons who read the dice vouch for it", "camera shows that the dice have moved"),
    }
    async with table(camera=camera) as rig:
        await rig.start_daemon()
        await rig.until("/health", lambda health: health["shaker"]["up"])
        assert (await rig.get("/health"))["shaker"]["unproven"] == list(LACKS)
        for language, who in by.items():
            _, said = await croupierctl(rig, "doctor", "--lang", language)
            words = " ".join(said.split())
            assert getattr(LACKS["tumbles"], language) in words, said
            assert who[camera] in words, said


async def test_a_usb_shaker_proves_all_and_doctor_has_nothing_to_add() -> None:
    async with Rig("sic_bo", shaker=ShakerKind()) as rig:
        await rig.start_daemon()
        await rig.until("/health", lambda health: health["shaker"]["up"])
        assert (await rig.get("/health"))["shaker"]["unproven"] == []
        _, said = await croupierctl(rig, "doctor", "--lang", "en")
        assert "does not prove" not in said
