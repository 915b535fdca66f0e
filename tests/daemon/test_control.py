"""The control API as anyone on the machine sees it."""

from __future__ import annotations

import os
import signal
import sqlite3
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from typing import Any

import httpx
import pytest

from drivers.faults import Fault
from hil.rig import TABLE, Rig

JSON = {"content-type": "application/json"}
BAD_ORDERS: list[tuple[Any, str]] = [
    ({}, "kind"),
    ({"kind": "rob_the_bank"}, "rob_the_bank"),
    ({"kind": "seat_in"}, "seat"),
    ({"kind": "seat_in", "seat": 1}, "seat"),
    ({"kind": "seat_in", "seat": "1", "wagers": {"initial": "lots"}}, "initial"),
    ({"kind": "open_round", "now": True}, "now"),
    ([1, 2], ""),
    ("open_round", ""),
]


@asynccontextmanager
async def table() -> AsyncIterator[tuple[Rig, httpx.AsyncClient]]:
    async with Rig(strict=True) as rig:
        await rig.start_daemon()
        await rig.until("/health", lambda health: health["shoe"]["up"])
        transport = httpx.AsyncHTTPTransport(uds=str(rig.folder / f"run/{TABLE}.sock"))
        async with httpx.AsyncClient(transport=transport, base_url="http://croupier") as client:
            yield rig, client


async def test_a_malformed_order_is_refused_in_two_languages_and_nothing_happens() -> None:
    async with table() as (rig, client):
        before = (await rig.get("/health"))["journal"]
        for body, named in BAD_ORDERS:
            answer = await client.post("/orders", json=body)
            error = answer.json()["error"]
            assert (answer.status_code, error["code"]) == (422, Fault.ORDER_MALFORMED), body
            assert named in error["detail"]
            assert error["fr"]["action"]
            assert error["en"]["action"]
        answer = await client.post("/orders", content=b"{not json", headers=JSON)
        assert answer.json()["error"]["code"] == Fault.ORDER_MALFORMED
        assert (await rig.get("/health"))["journal"] == before


async def test_an_order_names_who_gave_it_as_the_kernel_says_and_not_as_the_caller_says() -> None:
    async with table() as (rig, client):
        await client.post("/orders", json={"kind": "open_round", "by": "uid:999"})
        with closing(sqlite3.connect(rig.folder / f"state/{TABLE}.journal")) as database:
            (body,) = database.execute("SELECT CAST(body AS TEXT) FROM entry WHERE kind = 'open_round'").fetchone()
    assert f'"by":"uid:{os.getuid()}"' in body


async def test_the_socket_is_for_its_owner_and_group_alone() -> None:
    async with table() as (rig, _):
        mode = (rig.folder / f"run/{TABLE}.sock").stat().st_mode
        assert stat.S_IMODE(mode) == 0o660


async def test_openapi_describes_every_order() -> None:
    async with table() as (_, client):
        described = (await client.get("/openapi.json")).text
    for kind in ("open_round", "seat_in", "close_betting", "decision", "turn_hand", "continue", "align", "void_round"):
        assert f'"{kind}"' in described


async def test_events_are_followed_from_where_one_left_off() -> None:
    async with table() as (rig, client):
        await rig.order("open_round")
        await rig.order("seat_in", seat="1")
        async with client.stream("GET", "/events", headers={"Last-Event-ID": "0"}) as stream:
            seen: list[str] = []
            async for line in stream.aiter_lines():
                if not line.startswith("event: "):
                    continue
                seen.append(line.removeprefix("event: "))
                if len(seen) == 2:
                    await rig.order("close_betting")
                if len(seen) == 3:
                    break
    assert seen == ["round_opened", "seat_taken", "betting_closed"]


@pytest.mark.parametrize("path", ["/", "/state/secret", "/orders"])
async def test_what_is_not_there_is_not_there(path: str) -> None:
    async with table() as (_, client):
        assert (await client.get(path)).status_code in (404, 405)


@pytest.mark.parametrize(
    ("order", "code"),
    [
        (b'{"kind": "seat_in", "seat": "\\ud800"}', Fault.ORDER_ILLEGAL),
        (b'{"kind": "seat_in", "seat": "1", "wagers": {"initial": "1000"}}', Fault.ORDER_MALFORMED),
        (b'{"kind": "seat_in", "seat": "1", "wagers": {"initial": true}}', Fault.ORDER_MALFORMED),
        (b'{"kind": "seat_in", "seat": "1", "wagers": {"initial": 1000000000001}}', Fault.ORDER_ILLEGAL),
        (b'{"kind": "seat_in", "seat": "1", "wagers": {"initial": %s}}' % (b"9" * 400), Fault.ORDER_ILLEGAL),
    ],
)
async def test_half_a_character_a_truth_and_a_slip_of_the_finger_are_refused(order: bytes, code: Fault) -> None:
    async with table() as (rig, client):
        await rig.order("open_round")
        answer = await client.post("/orders", content=order, headers=JSON)
        assert answer.json()["error"]["code"] == code
        await rig.order("seat_in", seat="1")  # and the table goes on


async def test_a_reason_that_cannot_be_written_down_is_refused_and_the_table_goes_on() -> None:
    async with table() as (rig, client):
        await rig.order("open_round")
        await rig.end_daemon(signal.SIGKILL)
        await rig.start_daemon()
        answer = await client.post("/orders", content=b'{"kind": "void_round", "reason": "\\ud800"}', headers=JSON)
        assert answer.json()["error"]["code"] == Fault.ORDER_MALFORMED
        await rig.order("void_round", reason="de l'eau sur le tapis")


async def test_followers_come_and_go_without_a_complaint() -> None:
    async with table() as (rig, client):
        for _ in range(10):
            async with client.stream("GET", "/events") as stream:
                async for _ in stream.aiter_lines():
                    break
        await rig.order("open_round")
        assert await rig.end_daemon() == 0
        assert not [line for line in rig.log.splitlines() if line.startswith(("ERROR", "CRITICAL"))]
