"""The rig: a broker, simulated devices and croupierd, each a process of its own, in a folder that ends with them.

async with Rig() as rig:
    await rig.start_daemon()
    await rig.order("open_round")
    await rig.agree("correct_card", hand="1", index=0, card="Kh")
    await rig.fault("shoe", "unplug", on=True)
    await rig.see("held")
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import socket
import sqlite3
import sys
import tempfile
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx
import tomli_w
from argon2 import PasswordHasher

from hil.device import ask
from hil.guardian import MARK
from rules.registry import GAMES

TABLE = "rig"
SHOE_SERIAL = "SIM-0001"
PATIENCE = 15.0  # seconds for something that must happen
Event = dict[str, Any]

PIN = "271828"
PEOPLE = {"D1": "dealer", "S1": "supervisor", "S2": "supervisor", "T1": "technician"}
SUPERVISED = {"void_round", "misdeal"}  # what only a supervisor may order
QUICK = PasswordHasher(
    time_cost=1, memory_cost=8, parallelism=1
)  # a hash carries its parameters: croupierd does not mind

SITE = """
language = "fr"
state_directory = "{folder}/state"
runtime_directory = "{folder}/run"

[broker]
host = "127.0.0.1"
port = {port}
"""
TABLE_FILE = """
boards = ["board-1"]

[table]
game = "{game}"
seats = {seats}
"""
SHOE = """
[shoe]
protocol = "{protocol}"
port = "{line}"
baud_rate = {baud_rate}
serial = "{serial}"
commands = {commands}
"""
BAUD_RATES = {"csr": 9600, "angel_eye": 4800}


@dataclass(frozen=True, slots=True)
class ShoeKind:
    """Which shoe stands at the table, and what the table's file says of it."""

    protocol: str = "csr"
    tcp: bool = False  # behind a serial-to-TCP server
    commands: bool = False  # it may be locked
    serial: str = ""  # in the table's file; "": the right one


class RefusedError(Exception):
    """The daemon refused an order; `code` says why."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code


class Rig:
    """A whole table, simulated."""

    def __init__(
        self,
        game: str = "three_card_poker",
        seats: int = 7,
        *,
        strict: bool = False,
        shoe: ShoeKind = ShoeKind(),  # noqa: B008 - frozen
    ) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="croupier-rig-"))
        self.game, self.seats, self.strict, self.shoe = game, seats, strict, shoe
        self.events: list[Event] = []  # what the daemon told, in order, over all its lives
        self._last = 0  # the journal's number of the last of them
        self._seen = 0  # how many of them `see` has gone past
        self._news = asyncio.Event()
        self._tokens: dict[str, str] = {}  # of who is signed in, by badge
        self._processes: dict[str, Process] = {}
        self._guardian: Process | None = None
        self._follower: asyncio.Task[None] | None = None
        self._log = (self.folder / "rig.log").open("ab")
        self.broker_port = 0
        self._shoe_port = free_port() if shoe.tcp else 0

    @property
    def deals_cards(self) -> bool:
        """The game has a shoe; otherwise dice, which people read."""
        return GAMES[self.game].decks > 0

    # -- life ---------------------------------------------------------------------------------------------------------

    async def __aenter__(self) -> Self:
        self._guardian = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "hil.guardian", str(self.folder), stdin=PIPE, start_new_session=True
        )
        try:
            for name in ("etc/tables", "run", "state", "dev"):
                (self.folder / name).mkdir(parents=True, mode=0o755)
            await self.start_broker()
            if self.deals_cards:
                where = {"tcp": self._shoe_port} if self.shoe.tcp else {"link": str(self.folder / "dev/shoe")}
                await self.start_device("shoe", protocol=self.shoe.protocol, serial=SHOE_SERIAL, **where)
            await self.start_device("board", table=TABLE, board="board-1", host="127.0.0.1", port=self.broker_port)
            self._configure()
        except BaseException:
            await self.__aexit__(None, None, None)
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """The daemon first and politely, then everything else; the guardian last."""
        if "croupierd" in self._processes:
            await self.end("croupierd", signal.SIGTERM)
        for name in list(self._processes):
            await self.end(name, signal.SIGTERM)
        await self._stop_following()
        self._log.close()
        if self._guardian is not None and self._guardian.stdin is not None:
            self._guardian.stdin.close()
            await self._guardian.wait()

    async def spawn(self, name: str, *command: str) -> Process:
        """A process of this rig, by name; it dies with the rig, whatever happens."""
        environment = {**os.environ, MARK: str(self.folder)}
        process = await asyncio.create_subprocess_exec(
            *command, env=environment, stdin=DEVNULL, stdout=self._log, stderr=self._log, start_new_session=True
        )
        self._processes[name] = process
        return process

    async def end(self, name: str, how: signal.Signals) -> int:
        """Ends one process and answers its exit status."""
        process = self._processes.pop(name)
        if process.returncode is None:
            process.send_signal(how)
        try:
            return await asyncio.wait_for(process.wait(), PATIENCE)
        except TimeoutError:
            process.kill()
            return await process.wait()

    @property
    def log(self) -> str:
        """What all processes wrote to stderr."""
        return (self.folder / "rig.log").read_text()

    # -- the parts ----------------------------------------------------------------------------------------------------

    async def start_broker(self) -> None:
        """A real mosquitto on a free loopback port; the same port again after it was ended."""
        self.broker_port = self.broker_port or free_port()
        configuration = self.folder / "mosquitto.conf"
        configuration.write_text(
            f"listener {self.broker_port} 127.0.0.1\nallow_anonymous true\npersistence false\nset_tcp_nodelay true\n"
        )
        configuration.chmod(0o644)
        self.folder.chmod(0o711)  # mosquitto, started by root, reads it as a user of its own
        mosquitto = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
        if mosquitto is None:
            raise FileNotFoundError("mosquitto is not installed; run: make setup")
        process = await self.spawn("broker", mosquitto, "-c", str(configuration))

        async def listens() -> bool:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", self.broker_port)
            except OSError:
                return False
            writer.close()
            await writer.wait_closed()
            return True

        await self._until(listens, process, "mosquitto")

    async def start_device(self, kind: str, **options: Any) -> None:
        """A simulated device of `hil.launch`."""
        channel = self.folder / f"{kind}.channel"
        channel.unlink(missing_ok=True)
        process = await self.spawn(kind, sys.executable, "-m", "hil.launch", kind, str(channel), json.dumps(options))

        async def answers() -> bool:
            return channel.exists()

        await self._until(answers, process, kind)

    async def start_daemon(self) -> None:
        """croupierd, until it answers on its control API; its events are followed from then on."""
        start = ("-X", "dev", "-W", "error", "-m", "hil.strict") if self.strict else ("-m", "daemon.croupierd")
        arguments = ("--config", str(self.folder / "etc"), "--table", TABLE)
        process = await self.spawn("croupierd", sys.executable, *start, *arguments)

        async def answers() -> bool:
            try:
                return (await self.get("/state")) is not None
            except httpx.TransportError:
                return False

        await self._until(answers, process, "croupierd")
        self._tokens.clear()  # they died with the last one
        await self._stop_following()
        following = asyncio.Event()
        self._follower = asyncio.create_task(self._follow(following), name="rig follower")
        await following.wait()

    async def end_daemon(self, how: signal.Signals = signal.SIGTERM) -> int:
        """SIGTERM to stop it, SIGKILL to see what it is made of."""
        return await self.end("croupierd", how)

    @property
    def _true_serial(self) -> str:
        """The shoe's own; where it has none, that of the server that it stands behind."""
        anonymous = self.shoe.protocol == "angel_eye" and self.shoe.tcp
        return f"127.0.0.1:{self._shoe_port}" if anonymous else SHOE_SERIAL

    def _configure(self) -> None:
        values = {
            "folder": self.folder,
            "port": self.broker_port,
            "game": self.game,
            "seats": self.seats,
            "protocol": self.shoe.protocol,
            "line": f"socket://127.0.0.1:{self._shoe_port}" if self.shoe.tcp else f"{self.folder}/dev/shoe",
            "baud_rate": BAUD_RATES[self.shoe.protocol],
            "serial": self.shoe.serial or self._true_serial,
            "commands": str(self.shoe.commands).lower(),
        }
        (self.folder / "etc/site.toml").write_text(SITE.format(**values))
        table = TABLE_FILE + SHOE if self.deals_cards else TABLE_FILE
        (self.folder / f"etc/tables/{TABLE}.toml").write_text(table.format(**values))
        people = [
            {"badge": badge, "name": f"{role} {badge}", "role": role, "pin": QUICK.hash(PIN)}
            for badge, role in PEOPLE.items()
        ]
        (self.folder / "etc/people.toml").write_text(tomli_w.dumps({"person": people}))
        for path in (self.folder / "etc", self.folder / "etc/people.toml", self.folder / "run"):
            path.chmod(path.stat().st_mode & ~0o022)  # croupierd trusts no file that others may write

    # -- what people and the world do ---------------------------------------------------------------------------------

    async def fault(self, device: str, name: str, *, on: bool) -> None:
        """Switches a named fault of a device."""
        await ask(self.folder / f"{device}.channel", fault=name, on=on)

    async def do(self, device: str, what: str, **details: Any) -> dict[str, Any]:
        """Does something to a device: `load` and `draw` for a shoe, `read` for a board."""
        return await ask(self.folder / f"{device}.channel", do=what, **details)

    async def order(self, kind: str, by: str = "", **fields: Any) -> dict[str, Any]:
        """Gives an order on the control API, signed in like anyone else; answers the state that it led to."""
        badge = by or ("S1" if kind in SUPERVISED else "D1")
        if badge not in self._tokens:
            await self.sign_in(badge)
        return await self._post("/orders", {"kind": kind, **fields}, self._tokens[badge])

    async def agree(self, kind: str, **fields: Any) -> dict[str, Any]:
        """An order that takes two persons: the dealer gives it, then a supervisor."""
        await self.order(kind, by="D1", **fields)
        return await self.order(kind, by="S1", **fields)

    async def sign_in(self, badge: str, pin: str = PIN) -> dict[str, Any]:
        """Signs a person in; orders by this badge are given in this session from now on."""
        answer = await self._post("/sessions", {"badge": badge, "pin": pin})
        self._tokens[badge] = answer["token"]
        return answer

    async def _post(self, path: str, body: dict[str, Any], token: str = "") -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        async with self._client() as client:
            answer: dict[str, Any] = (await client.post(path, json=body, headers=headers)).json()
        if "error" in answer:
            raise RefusedError(answer["error"]["code"], answer["error"]["detail"])
        return answer

    async def get(self, path: str) -> dict[str, Any]:
        """`/state` or `/health`."""
        async with self._client() as client:
            answer: dict[str, Any] = (await client.get(path)).json()
        return answer

    # -- what is seen -------------------------------------------------------------------------------------------------

    async def see(self, kind: str, **fields: Any) -> Event:
        """Waits for an event of this kind with these fields, after the last one that was seen."""

        def find() -> Event | None:
            while self._seen < len(self.events):
                event = self.events[self._seen]
                self._seen += 1
                if event["kind"] == kind and all(str(event.get(name)) == str(value) for name, value in fields.items()):
                    return event
            return None

        async with asyncio.timeout(PATIENCE):
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

    async def until(self, path: str, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Waits until what the API tells at `path` holds."""
        async with asyncio.timeout(PATIENCE):
            while not holds(answer := await self.get(path)):
                await asyncio.sleep(0.05)
        return answer

    def journal(self) -> list[Event]:
        """Every event on disk, flat: a settlement line's fields stand beside its kind."""
        return [flat(event) for event in self._entries("cause NOT IN (0, seq)")]

    def observations(self) -> list[Event]:
        """Every observation on disk that is not sealed."""
        return self._entries("cause = seq")

    def _entries(self, which: str) -> list[Event]:
        rows: list[tuple[int, bytes]] = []
        for day in (self.folder / "state" / TABLE).glob("*.journal"):
            with closing(sqlite3.connect(f"file:{day}?mode=ro", uri=True)) as database:
                rows += database.execute(f"SELECT seq, body FROM entry WHERE {which} AND NOT sealed")  # noqa: S608
        return [json.loads(body) for _, body in sorted(rows)]

    async def _follow(self, following: asyncio.Event) -> None:
        path = f"/events?after={self._last}"
        try:
            async with self._client() as client, client.stream("GET", path, timeout=None) as stream:
                async for line in stream.aiter_lines():
                    following.set()
                    if line.startswith("id: "):
                        self._last = int(line.removeprefix("id: "))
                    elif line.startswith("data: "):
                        self.events.append(flat(json.loads(line.removeprefix("data: "))))
                        self._news.set()
        except httpx.TransportError:
            pass  # the daemon is gone; the next start follows it again
        finally:
            following.set()

    async def _stop_following(self) -> None:
        if self._follower is not None:
            self._follower.cancel()
            await asyncio.gather(self._follower, return_exceptions=True)
            self._follower = None

    def _client(self) -> httpx.AsyncClient:
        transport = httpx.AsyncHTTPTransport(uds=str(self.folder / f"run/{TABLE}.sock"))
        return httpx.AsyncClient(transport=transport, base_url="http://croupier", timeout=PATIENCE)

    async def _until(self, ready: Callable[[], Any], process: Process, name: str) -> None:
        async with asyncio.timeout(PATIENCE):
            while not await ready():
                if process.returncode is not None:
                    raise RuntimeError(f"{name} ended with status {process.returncode}:\n{self.log}")
                await asyncio.sleep(0.02)


def free_port() -> int:
    """A port on loopback that nobody uses."""
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def flat(event: Event) -> Event:
    """An event with the fields of its line, if it has one, beside its own."""
    return {**event.pop("line", {}), **event}
