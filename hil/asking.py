"""What is asked of croupierd over its control API: orders, sessions, answers, as anyone else asks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import httpx

from hil.described import Described
from hil.orders import OrderKind, described
from hil.processes import Processes
from hil.site_files import PEOPLE, PIN


class RefusedError(Exception):
    """The daemon refused an order: `code` says so, and `why` is the key of its reason."""

    def __init__(self, code: str, detail: str, why: str | None = None) -> None:
        super().__init__(f"{code}:{why}: {detail}" if why else f"{code}: {detail}")
        self.code = code
        self.why = why


class Asking(Processes):
    """A table that answers on its socket. Whoever is needed for an order is signed in first."""

    checks: ClassVar[bool] = True  # every answer and every event is held against /openapi.json
    _kinds: ClassVar[dict[str, OrderKind]] = {}  # read once: every table of this tree takes the same orders
    _described: ClassVar[list[Described]] = []  # and answers alike

    def __init__(self, name: str, within: Path | None) -> None:
        super().__init__(within)
        self.name = name
        self._tokens: dict[str, str] = {}  # of who is signed in, by badge

    async def order(self, kind: str, by: str = "", **fields: Any) -> dict[str, Any]:
        """Gives an order on the control API, signed in like anyone else; answers the state that it led to."""
        badge = by or await self._usual(kind)
        if badge not in self._tokens:
            await self.sign_in(badge)
        return await self._post("/orders", {"kind": kind, **fields}, self._tokens[badge])

    async def kinds(self) -> dict[str, OrderKind]:
        """Every kind of order, as the daemon describes it."""
        if not self._kinds:
            self._kinds.update(described(await self.get("/openapi.json")))
        return self._kinds

    async def _usual(self, kind: str) -> str:
        """The badge of who usually gives such an order: the dealer, if a dealer may."""
        known = (await self.kinds()).get(kind)
        return next(badge for badge, role in PEOPLE.items() if known is None or role in known.roles)

    async def agree(self, kind: str, **fields: Any) -> dict[str, Any]:
        """An order that takes two persons: the dealer gives it, then a supervisor."""
        await self.order(kind, by="D1", **fields)
        return await self.order(kind, by="S1", **fields)

    async def approve(self) -> None:
        """Two persons approve the rules by which the table deals."""
        await self.agree("change_posting")

    async def sign_in(self, badge: str, pin: str = PIN) -> dict[str, Any]:
        """Signs a person in; orders by this badge are given in the session that this opens."""
        answer = await self._post("/sessions", {"badge": badge, "pin": pin})
        self._tokens[badge] = answer["token"]
        return answer

    def forget(self, badge: str) -> None:
        """The next order by this badge begins a new session."""
        self._tokens.pop(badge, None)

    async def sign_out(self, badge: str) -> None:
        """Ends a person's session; the next order by this badge begins another."""
        async with self._client() as client:
            headers = {"Authorization": f"Bearer {self._tokens[badge]}"}
            (await client.delete("/sessions", headers=headers)).raise_for_status()
        self.forget(badge)

    async def _post(self, path: str, body: dict[str, Any], token: str = "") -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        async with self._client() as client:
            answer: dict[str, Any] = (await client.post(path, json=body, headers=headers)).json()
        if "error" in answer:
            raise RefusedError(answer["error"]["code"], answer["error"]["detail"], answer["error"].get("why"))
        self._check("post", path, answer)
        return answer

    async def get(self, path: str) -> dict[str, Any]:
        """Asks the control API, like `/state` or `/health`."""
        async with self._client() as client:
            answer: dict[str, Any] = (await client.get(path)).json()
        self._check("get", path, answer)
        return answer

    def _check(self, method: str, path: str, answer: Any) -> None:
        if self.checks and "error" not in answer:
            for described in self._described:
                described.check(method, path, answer)

    async def until(self, path: str, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Waits until the API's answer at `path` holds."""
        answer: dict[str, Any]
        async with asyncio.timeout(self.patience), self._client() as client:
            while True:
                answer = (await client.get(path)).json()
                self._check("get", path, answer)
                if holds(answer):
                    break
                await asyncio.sleep(0.05)
        return answer

    def _client(self) -> httpx.AsyncClient:
        path = str(self.folder / f"run/{self.name}.sock")
        transport = httpx.AsyncHTTPTransport(uds=path, verify=False)  # no TLS here; reading all authorities takes 36 ms
        return httpx.AsyncClient(transport=transport, base_url="http://croupier", timeout=self.patience)
