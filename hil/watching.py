"""What croupierd tells: its events as they come, and what of them is on disk."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx

from hil.asking import Asking

Event = dict[str, Any]


class Watching(Asking):
    """Every event of all the daemon's lives, in order; one daemon after the other is followed."""

    def __init__(self, name: str, within: Path | None) -> None:
        super().__init__(name, within)
        self.events: list[Event] = []  # of all the daemon's lives, in order
        self._last = 0  # the journal's number of the last of them
        self._seen = 0  # how many of them `see` has gone past
        self._news = asyncio.Event()
        self._follower: asyncio.Task[None] | None = None

    async def see(self, kind: str, **fields: Any) -> Event:
        """Waits for an event of this kind with these fields, after the last one that was seen."""

        def find() -> Event | None:
            while self._seen < len(self.events):
                event = self.events[self._seen]
                self._seen += 1
                if event["kind"] == kind and all(str(event.get(name)) == str(value) for name, value in fields.items()):
                    return event
            return None

        async with asyncio.timeout(self.patience):
            while (event := find()) is None:
                self._news.clear()
                await self._news.wait()
        return event

    async def each(self) -> AsyncIterator[Event]:
        """Every event, from the first one on, as it comes."""
        place = 0
        while True:
            while place < len(self.events):
                yield self.events[place]
                place += 1
            self._news.clear()
            await self._news.wait()

    def journal(self) -> list[Event]:
        """Every event on disk, flat: a settlement line's fields stand beside its kind."""
        return [flat(event) for event in self._entries("cause NOT IN (0, seq)")]

    def observations(self) -> list[Event]:
        """Every observation on disk that is not sealed."""
        return self._entries("cause = seq")

    def _entries(self, which: str) -> list[Event]:
        rows: list[tuple[int, bytes]] = []
        for day in (self.folder / "state" / self.name).glob("*.journal"):
            with closing(sqlite3.connect(f"file:{day}?mode=ro", uri=True)) as database:
                rows += database.execute(f"SELECT seq, body FROM entry WHERE {which} AND sealed <> 1")  # noqa: S608
        return [json.loads(body) for _, body in sorted(rows)]

    async def _start_following(self) -> None:
        following = asyncio.Event()
        self._follower = asyncio.create_task(self._follow(following), name="rig follower")
        await following.wait()

    async def _follow(self, following: asyncio.Event) -> None:
        path = f"/events?after={self._last}"
        try:
            async with self._client() as client, client.stream("GET", path, timeout=None) as stream:
                async for line in stream.aiter_lines():
                    following.set()
                    if line.startswith("id: "):
                        self._last = int(line.removeprefix("id: "))
                    elif line.startswith("data: "):
                        event = json.loads(line.removeprefix("data: "))
                        self._check("get", path, event)
                        self.events.append(flat(event))
                        self._news.set()
        except httpx.TransportError:
            pass  # the daemon is gone; the next start follows it again
        finally:
            following.set()

    async def _stop_following(self) -> None:
        if self._follower is not None:
            self._follower.cancel()
            (ended,) = await asyncio.gather(self._follower, return_exceptions=True)
            self._follower = None
            if isinstance(ended, Exception):  # an event that is not as it is described
                raise ended


def flat(event: Event) -> Event:
    """An event with the fields of its line, or of its entry in a ledger, beside its own."""
    return {**event.pop("line", {}), **event.get("entry", {}), **event}
