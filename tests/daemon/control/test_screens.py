"""What a screen of the table asks for beside the state: one stream, what is posted, the last rounds, pictures."""

from __future__ import annotations

import asyncio
import hashlib
import json
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from daemon.control import watch
from drivers.faults import Fault
from hil.asking import RefusedError
from hil.described import Described
from hil.rig import TABLE, Rig
from hil.site_files import PIN
from tests.daemon.control.test_api import table
from tests.daemon.people import STARTED
from tests.daemon.serve import Door, door
from tests.drivers import PATIENCE

Heard = tuple[str, int | None, Any]


async def heard(answer: httpx.Response) -> AsyncIterator[Heard]:
    """Each event of a stream: its name, its number and what it tells."""
    event: dict[str, str] = {}
    async for line in answer.aiter_lines():
        name, _, value = line.partition(": ")
        if line:
            event[name] = value
            continue
        if "data" in event:
            number = int(event["id"]) if "id" in event else None
            yield event["event"], number, json.loads(event["data"])
        event = {}


@asynccontextmanager
async def watching(client: httpx.AsyncClient) -> AsyncIterator[AsyncIterator[Heard]]:
    """Follows the newest of everything."""
    async with asyncio.timeout(PATIENCE), client.stream("GET", "/states") as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        yield heard(answer)


async def next_table(
    events: AsyncIterator[Heard], holds: Callable[[Any], bool] = lambda _: True
) -> tuple[int | None, Any]:
    """The next that is no beat, and of which that holds."""
    async for name, number, told in events:
        if name == "table" and holds(told):
            return number, told
    raise EOFError


# -- one stream -------------------------------------------------------------------------------------------------------


async def test_a_screen_is_told_the_newest_state_with_what_may_be_ordered() -> None:
    async with table() as (rig, client):
        held = Described((await client.get("/openapi.json")).json())
        async with watching(client) as events:
            number, now = await next_table(events, lambda now: not now["faults"])
            held.check("get", "/states", now)
            assert (now["state"]["phase"], now["state"]["seq"]) == ("closed", number)
            assert "open_round" in {offer["kind"] for offer in now["offers"]}
            answer = await rig.order("open_round")
            later, now = await next_table(events, lambda now: now["state"]["seq"] >= answer["seq"])
            assert number is not None
            assert later is not None
            assert (now["state"]["phase"], now["state"]["seq"], later > number) == ("betting", later, True)
            assert now["posted"] == (await client.get("/posted")).headers["etag"]
            await rig.fault("shoe", "unplug", on=True)
            _, now = await next_table(events, lambda now: now["faults"])
            assert {fault["part"] for fault in now["faults"]} >= {"shoe"}


async def test_a_screen_hears_a_beat_while_nothing_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "BEAT", 0.05)
    async with door(tmp_path) as at, client_of(at) as client, watching(client) as events:
        names = [name async for (name, _, _), _ in zip_async(events, 4)]
        assert names == ["table", "beat", "beat", "beat"]
        await at.table.submit(STARTED)
        _, now = await next_table(events)
        assert now["state"]["seq"] == at.table.seq


async def test_a_bug_in_what_is_only_tried_leaves_the_screen_its_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_: object) -> list[Any]:
        raise ValueError("the king of hearts")

    monkeypatch.setattr(watch, "offers", broken)
    async with door(tmp_path) as at, client_of(at) as client, watching(client) as events:
        _, now = await next_table(events)
        assert (now["offers"], now["state"]["phase"]) == ([], "closed")
    assert [record.message for record in caplog.records if record.levelname == "CRITICAL"] == ["offers_bug"]
    assert "king" not in caplog.text


async def test_who_reads_slowly_is_told_what_is_so_and_not_what_was(tmp_path: Path) -> None:
    async with door(tmp_path) as at, client_of(at) as client, watching(client) as events:
        await next_table(events)
        for _ in range(50):
            at.table.submit(STARTED)
        number, now = await next_table(events)
        assert (number, now["state"]["seq"]) == (at.table.seq, at.table.seq)


async def test_a_table_that_stops_ends_its_streams_and_one_that_stands_still_is_silent() -> None:
    async with table() as (rig, client), watching(client) as events:
        await next_table(events)
        rig.signal("croupierd", signal.SIGSTOP)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(2.5 * watch.BEAT):
                await next_table(events)
        rig.signal("croupierd", signal.SIGCONT)
        assert await rig.end_daemon() == 0


@asynccontextmanager
async def client_of(at: Door) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{at.port}", timeout=PATIENCE) as client:
        yield client


async def zip_async(events: AsyncIterator[Heard], count: int) -> AsyncIterator[tuple[Heard, int]]:
    """So many of them."""
    for number in range(count):
        yield await anext(events), number


# -- what is posted, who is there, what was -------------------------------------------------------------------------


async def test_what_is_posted_is_sent_once_and_again_when_it_changes() -> None:
    async with table() as (rig, client):
        answer = await client.get("/posted")
        told, tag = answer.json(), answer.headers["etag"]
        assert (told["table"], told["language"], told["game"], told["needs"]) == (TABLE, "fr", rig.game, ["shoe"])
        assert told["console"] == {"amounts": False, "chips": [500, 1000, 2500, 10_000, 50_000], "hand": "right"}
        again = await client.get("/posted", headers={"If-None-Match": tag})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
        assert again.headers["cache-control"] == "no-cache"
        await rig.agree("change_posting", posting={"maximum": 77_700})
        changed = await client.get("/posted", headers={"If-None-Match": tag})
        assert (changed.status_code, changed.json()["maximum"]) == (200, 77_700)
        assert changed.headers["etag"] != tag


async def test_a_token_tells_whose_it_is_until_its_session_ends() -> None:
    async with table() as (rig, client):
        known = (await client.get("/sessions")).json()
        assert (known["badge"], known["person"], known["role"]) == ("D1", "dealer D1", "dealer")
        assert 0 < known["expires_in"] <= 12 * 3600
        token = (await client.post("/sessions", json={"badge": "S1", "pin": PIN})).json()["token"]
        supervisor = {"Authorization": f"Bearer {token}"}
        assert (await client.get("/sessions", headers=supervisor)).json()["expires_in"] <= 1800
        await rig.sign_in("D1")  # elsewhere: the one here ends
        answer = await client.get("/sessions")
        assert (answer.status_code, answer.json()["error"]["code"]) == (401, Fault.NOT_SIGNED_IN)


async def test_the_last_rounds_in_short_the_newest_first() -> None:
    async with table() as (rig, client):
        assert (await client.get("/rounds")).json() == []
        await rig.order("open_round")
        await rig.order("void_round", by="S1", reason="disputed_wager")
        await rig.order("open_round")
        told = (await client.get("/rounds")).json()
        assert [(one["round"], one["game"], one["verdict"], one["dice"]) for one in told] == [
            (2, rig.game, "in_progress", []),
            (1, rig.game, "voided", []),
        ]
        assert [one["round"] for one in (await client.get("/rounds?last=1")).json()] == [2]
        assert (await client.get("/rounds?last=0")).status_code == 422
        steps = (await client.get("/rounds/1")).json()
        assert any("« mise contestée »" in step["fr"].replace("\u00a0", " ") for step in steps)
        assert any("“a disputed wager”" in step["en"] for step in steps)


async def test_the_pictures_of_a_roll_are_shown_to_who_may_see_them() -> None:
    async with Rig("craps", strict=True, camera=True) as rig:
        await rig.start_daemon()
        await rig.until("/health", lambda health: not health["faults"])
        await rig.order("open_round")
        await rig.order("seat_in", seat="1", wagers={"pass": 500})
        await rig.order("offer_dice")
        for dice in ([4, 2], [1, 5]):
            await rig.order("dice_out")
            await rig.throw(dice)
            await rig.order("read_dice")
            await rig.until("/state", lambda state: not state["camera"]["looking"])
        shown = (await rig.get("/health"))["camera"]["pictures"]
        transport = httpx.AsyncHTTPTransport(uds=str(rig.folder / f"run/{TABLE}.sock"))
        async with httpx.AsyncClient(transport=transport, base_url="http://croupier", timeout=rig.patience) as client:
            tokens = {}
            for badge in ("D1", "S1", "T1"):
                tokens[badge] = {"Authorization": f"Bearer {(await rig.sign_in(badge))['token']}"}
            rounds = (await client.get("/rounds")).json()
            assert [(one["round"], one["verdict"], one["dice"]) for one in rounds[1:]] == [
                (2, "finished", [1, 5]),
                (1, "finished", [4, 2]),
            ]
            first = (await client.get("/rounds/1/pictures", headers=tokens["S1"])).json()
            assert first
            assert {picture["state"] for picture in first} == {"intact"}
            (before, *_), (now, *_) = [picture["sha256"] for picture in first], shown
            for badge, sha256, status in (
                ("D1", now, 200),
                ("D1", before, 403),
                ("T1", before, 403),
                ("S1", before, 200),
                ("S1", "0" * 64, 404),
            ):
                answer = await client.get(f"/pictures/{sha256}", headers=tokens[badge])
                assert answer.status_code == status, (badge, sha256)
                if status == 200:
                    assert hashlib.sha256(answer.content).hexdigest() == sha256
                    assert answer.headers["content-type"] == "image/jpeg"
            assert answer.json()["error"]["code"] == Fault.EVIDENCE_LOST
            assert (await client.get(f"/pictures/{now}")).status_code == 401
            assert (await client.get("/rounds/1/pictures", headers=tokens["D1"])).status_code == 403
            assert (await client.get("/pictures/..%2Fsite.toml", headers=tokens["S1"])).status_code in (404, 422)


async def test_a_reason_that_is_not_said_is_refused_all_the_same() -> None:
    async with table() as (rig, _):
        await rig.order("open_round")
        with pytest.raises(RefusedError):
            await rig.order("void_round", by="S1", reason=" ")
