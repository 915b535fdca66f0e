"""The broker remembers how far the journal had come: a journal that lost its end does not go on as if nothing was."""

from __future__ import annotations

import asyncio
import json
import shutil
from contextlib import suppress

from hil.rig import TABLE, Rig
from tests.hil import verdict


async def head_on_the_broker(rig: Rig, at_least: int) -> dict[str, object]:
    """What anybody may keep as a proof."""
    async with rig.witness() as client, asyncio.timeout(rig.patience):
        await client.subscribe(f"croupier/{TABLE}/journal", qos=1)
        async for message in client.messages:
            head: dict[str, object] = json.loads(message.payload)
            if int(str(head["seq"])) >= at_least:
                return head
    raise AssertionError("the broker is gone")


async def test_the_head_is_published_and_a_journal_that_ends_before_it_stops_the_table() -> None:
    async with Rig() as rig:
        await rig.start_daemon()
        await rig.end_daemon()
        shutil.copytree(rig.folder / "state", rig.folder / "yesterday")
        await rig.start_daemon()
        await rig.until("/state", lambda state: bool(state["shoe"]["up"]))  # nothing else is about to be written
        await rig.order("open_round")
        known = (await rig.get("/health"))["journal"]
        published = await head_on_the_broker(rig, known["seq"])
        assert published == {"v": 1, "table": TABLE, "uuid": known["uuid"], "seq": known["seq"], "hash": known["head"]}
        await rig.end_daemon()
        await rig.start_daemon()  # whole: it goes on
        await rig.until("/health", lambda health: health["broker"]["connected"])
        await rig.order("void_round", reason="redémarrage")
        await rig.end_daemon()
        shutil.rmtree(rig.folder / "state")
        (rig.folder / "yesterday").rename(rig.folder / "state")  # somebody restored a copy
        with suppress(RuntimeError):  # it may find out before it answers anybody
            await rig.start_daemon()
        process = rig._processes["croupierd"]
        async with asyncio.timeout(rig.patience):
            assert await process.wait() == 1
        assert "JOURNAL_TRUNCATED" in verdict(rig.log)
