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
import random
import re
import shutil
import signal
import sqlite3
import sys
from collections import deque
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Any, ClassVar, Self

import aiomqtt
import httpx
import tomli_w
from argon2 import PasswordHasher

from drivers.board import connect
from drivers.board.access import Access
from drivers.board.authority import WITNESS
from drivers.shoe import SHOES
from hil.broker import access, free_port, set_up
from hil.described import Described
from hil.device import ask
from hil.orders import OrderKind, described
from hil.processes import Processes
from rules.capabilities import Metered
from rules.registry import GAMES

TABLE = "rig"
SHOE_SERIAL = "SIM-0001"
Event = dict[str, Any]

PIN = "271828"
PEOPLE = {"D1": "dealer", "S1": "supervisor", "S2": "supervisor", "T1": "technician"}
QUICK = PasswordHasher(
    time_cost=1, memory_cost=8, parallelism=1
)  # a hash carries its parameters: croupierd does not mind

SITE = """
language = "fr"
state_directory = "{folder}/state"
runtime_directory = "{folder}/run"
proposal_seconds = {proposal_seconds}

[broker]
host = "127.0.0.1"
port = {port}
ca = "{site}/broker/TABLE/ca.crt"
certificate = "{site}/broker/TABLE/client.crt"
key = "{site}/broker/TABLE/client.key"
"""
TABLE_FILE = """
boards = {boards}
progressive_boards = {meters}
display_seconds = {display_seconds}

[table]
game = "{game}"
seats = {seats}
{posted}
"""
SHOE = """
{header}
name = "{name}"
protocol = "{protocol}"
port = "{line}"
baud_rate = {baud_rate}
serial = "{serial}"
commands = {commands}
"""
SHAKER = """
[shaker]
serial = "{shaker_serial}"
milliseconds = 300
rest_within = 3.0
reshakes = 1
"""
SHAKER_SERIAL = "SIM-0002"
WITH_BUS = ("umockdev-wrapper", "/usr/bin/python3")  # the system's Python alone has umockdev's module
# croupierd runs as nobody in particular: what a file's mode forbids is forbidden, also where these tests run as root.
UNPRIVILEGED = ("setpriv", "--bounding-set=-dac_override,-dac_read_search") if os.geteuid() == 0 else ()
CAMERA = """
[camera]
source = "http://127.0.0.1:{camera_port}/"
calibration = "{folder}/camera.calibration"
"""
TRAY = 6  # which of the rendered trays
ROLLING = 0.5  # seconds that thrown dice roll


@dataclass(frozen=True, slots=True)
class ShoeKind:
    """Which shoe stands at the table, and what the table's file says of it."""

    protocol: str = "csr"
    tcp: bool = False  # behind a serial-to-TCP server
    commands: bool = False  # it may be locked
    serial: str = ""  # in the table's file; "": the right one
    name: str = "shoe"


@dataclass(frozen=True, slots=True)
class ShakerKind:
    """A shaker stands at the table, and what the table's file says of it."""

    serial: str = SHAKER_SERIAL


def _serial(shoe: ShoeKind) -> str:
    return SHOE_SERIAL if shoe.name == "shoe" else f"{SHOE_SERIAL}-{shoe.name}"


class RefusedError(Exception):
    """The daemon refused an order: `code` says so, and `why` is the key of its reason."""

    def __init__(self, code: str, detail: str, why: str | None = None) -> None:
        super().__init__(f"{code}:{why}: {detail}" if why else f"{code}: {detail}")
        self.code = code
        self.why = why


class Rig(Processes):
    """A whole table, simulated."""

    pool: str = ""  # what players feed with their wagers
    boards: tuple[str, ...] = ("board-1",)  # that show results
    checks: ClassVar[bool] = True  # every answer and every event is held against /openapi.json
    _kinds: ClassVar[dict[str, OrderKind]] = {}  # read once: every table of this tree takes the same orders
    _described: ClassVar[list[Described]] = []  # and answers alike
    CLIENTS: ClassVar = {TABLE: ["board-1", "meter-1"]}  # who may speak on the broker: a table, and its boards

    def __init__(
        self,
        game: str = "three_card_poker",
        seats: int = 7,
        *,
        strict: bool = False,
        shoe: ShoeKind = ShoeKind(),  # noqa: B008 - frozen
        other_shoes: tuple[ShoeKind, ...] = (),
        shaker: ShakerKind | None = None,
        camera: bool = False,
        proposal_seconds: int = 300,
        posted: Mapping[str, Any] = MappingProxyType({}),
        display_seconds: int = 30,
        name: str = TABLE,
        within: Path | None = None,
    ) -> None:
        super().__init__(within)
        self.name = name
        self.site = self.folder  # where what the tables of a site share is: the broker's certificates
        self.game, self.seats, self.strict, self.shoe, self.shaker = game, seats, strict, shoe, shaker
        self.shoes = (shoe, *other_shoes)
        self.proposal_seconds, self.display_seconds = proposal_seconds, display_seconds
        indicated = GAMES[game].indicated  # 21.3, 21.4: offered where the table says so
        self.posted = {**({"offered": list(GAMES[game].optional)} if indicated else {}), **posted}
        self.events: list[Event] = []  # of all the daemon's lives, in order
        self._last = 0  # the journal's number of the last of them
        self._seen = 0  # how many of them `see` has gone past
        self._news = asyncio.Event()
        self._tokens: dict[str, str] = {}  # of who is signed in, by badge
        self._follower: asyncio.Task[None] | None = None
        self._under_dome: asyncio.Task[None] | None = None  # what the camera sees of the shaker
        self.broker_port = 0
        self.bus: dict[str, str] = {}  # what a process needs to find the shaker
        self._ports = {each.name: free_port() for each in self.shoes if each.tcp}
        self.camera_port = free_port() if camera else 0  # 0: there is none
        self.lying: list[int] = []  # what lies before the camera
        self.printed: dict[str, str] = {}  # by a story's words for them: numbers of forms, and their rule sets
        self.rolls: deque[list[int]] = deque()  # what the shaker's next dice show; any, if nothing is said
        self._chance = random.Random(6)

    @property
    def progressive(self) -> bool:
        """A progressive is offered, and a board shows it."""
        return isinstance(GAMES[self.game], Metered)

    @property
    def deals_cards(self) -> bool:
        """The game has a shoe; otherwise dice, which people read."""
        return "shoe" in GAMES[self.game].needs

    # -- life ---------------------------------------------------------------------------------------------------------

    async def __aenter__(self) -> Self:
        await self.guard()
        try:
            for name in ("etc/tables", "run", "state", "dev"):
                (self.folder / name).mkdir(parents=True, mode=0o755)
            await self.start_broker()
            if self.deals_cards:
                for shoe in self.shoes:
                    line = {"tcp": self._ports[shoe.name]} if shoe.tcp else {"link": f"{self.folder}/dev/{shoe.name}"}
                    options: dict[str, Any] = {"protocol": shoe.protocol, "serial": _serial(shoe), **line}
                    await self.start_device(shoe.name, kind="shoe", **options)
            if self.shaker is not None:
                await self._start_shaker()
            if self.camera_port:
                await self.start_device("camera", port=self.camera_port, seed=TRAY)
                await self.do("camera", "calibrate", file=str(self.folder / "camera.calibration"))
            for board in self.boards:
                await self.start_device("board", table=self.name, board=board, access=self.access(board))
            if self.progressive:
                options = {"table": self.name, "board": "meter-1", "jackpot": True, "access": self.access("meter-1")}
                await self.start_device("meter", **options)
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
        await self._stop_following()
        if self._under_dome is not None:
            self._under_dome.cancel()
            await asyncio.gather(self._under_dome, return_exceptions=True)
        await self.end_all()

    # -- the parts ----------------------------------------------------------------------------------------------------

    async def start_broker(self) -> None:
        """A real mosquitto on a free loopback port; the same port again after it was ended."""
        self.broker_port = self.broker_port or free_port()
        configuration = set_up(self.folder, self.broker_port, self.CLIENTS)
        process = await self.spawn("broker", *configuration, NOTIFY_SOCKET="")  # systemd waits for croupierd alone
        await self._until_listens(self.broker_port, process, "mosquitto")

    def access(self, board: str = "") -> dict[str, Any]:
        """What opens the broker to a board of the table, or to a witness of everything."""
        return self.access_of(f"{self.name}.{board}" if board else WITNESS)

    def access_of(self, client: str) -> dict[str, Any]:
        """What opens the broker to any of its clients."""
        return access(self.site, self.broker_port, client)

    def witness(self) -> aiomqtt.Client:
        """A client that may read everything on the broker, and write nothing."""
        opens = Access.of(self.access())
        return connect.client(opens, "witness", connect.secrets(opens))

    async def start_device(self, name: str, kind: str = "", **options: Any) -> None:
        """A simulated device of `hil.launch`; without a kind, of its name's."""
        await self._launch(name, (sys.executable,), {}, options, kind)

    async def _launch(
        self, name: str, python: tuple[str, ...], variables: Mapping[str, str], options: dict[str, Any], kind: str = ""
    ) -> None:
        channel = self.folder / f"{name}.channel"
        channel.unlink(missing_ok=True)
        arguments = ("-m", "hil.launch", kind or name, str(channel), json.dumps(options))
        process = await self.spawn(name, *python, *arguments, **variables)

        async def answers() -> bool:
            try:
                _, writer = await asyncio.open_unix_connection(channel)
            except (FileNotFoundError, ConnectionRefusedError):  # not there, or not yet listening
                return False
            writer.close()
            await writer.wait_closed()
            return True

        await self._until(answers, process, name)

    async def _start_shaker(self) -> None:
        """On a USB bus of its own, which lives in the rig's folder; croupierd gets this bus and no other."""
        bus = self.folder / "bus.json"
        home = {"PYTHONPATH": str(Path(__file__).parents[1]), "TMPDIR": str(self.folder)}
        await self._launch("shaker", WITH_BUS, home, {"serial": SHAKER_SERIAL, "environment": str(bus)})

        async def plugged() -> bool:
            return bus.exists()

        await self._until(plugged, self._processes["shaker"], "shaker")
        self.bus = json.loads(bus.read_text())

    async def start_daemon(self) -> None:
        """croupierd, until it answers on its control API; its events are followed from then on."""
        start = ("-X", "dev", "-W", "error", "-m", "hil.strict") if self.strict else ("-m", "daemon.croupierd")
        arguments = ("--config", str(self.folder / "etc"), "--table", self.name)
        process = await self.spawn("croupierd", *UNPRIVILEGED, sys.executable, *start, *arguments, **self.bus)

        async def answers() -> bool:
            try:
                return (await self.get("/state")) is not None
            except httpx.TransportError:
                return False

        await self._until(answers, process, "croupierd")
        if self.checks and not self._described:
            self._described.append(Described(await self.get("/openapi.json")))
        self._tokens.clear()  # they died with the last one
        await self._stop_following()
        following = asyncio.Event()
        self._follower = asyncio.create_task(self._follow(following), name="rig follower")
        await following.wait()
        if self.camera_port and self.shaker is not None and self._under_dome is None:
            self._under_dome = asyncio.create_task(self._follow_dice(), name="rig dice")

    async def rival(self, apart: Collection[str] = ("state", "run"), broker: int | None = None) -> tuple[int, str]:
        """A second croupierd with this table's certificate; how it ended, and its last line.

        As on another machine, unless it has fewer folders `apart`, or a port of its own where its broker may be.
        """
        there = self.folder / "there"
        shutil.rmtree(there, ignore_errors=True)
        for name in ("state", "run"):
            (there / name).mkdir(parents=True)
        shutil.copytree(self.folder / "etc", there / "etc")
        site = there / "etc/site.toml"
        text = site.read_text()
        for name in apart:
            text = text.replace(f"{self.folder}/{name}", f"{there}/{name}")
        if broker is not None:
            text = re.sub(r"^port = \d+", f"port = {broker}", text, flags=re.MULTILINE)
        site.write_text(text)
        aside = ("sh", "-c", 'exec "$@" 2>"$0"', str(there / "log"))  # what it says of itself is not the table's
        command = ("-m", "daemon.croupierd", "--config", str(there / "etc"), "--table", self.name)
        process = await self.spawn("rival", *aside, sys.executable, *command)
        async with asyncio.timeout(self.patience):
            status = await process.wait()
        return status, (there / "log").read_text().splitlines()[-1]

    async def end_daemon(self, how: signal.Signals = signal.SIGTERM) -> int:
        """SIGTERM to stop it, SIGKILL to see what it is made of."""
        return await self.end("croupierd", how)

    def _shoe(self, shoe: ShoeKind) -> str:
        """A shoe's section; its serial number is its own or, where it has none, that of the server it stands behind."""
        server = f"127.0.0.1:{self._ports[shoe.name]}" if shoe.tcp else ""
        true = server if shoe.protocol == "angel_eye" and server else _serial(shoe)
        return SHOE.format(
            header="[shoe]" if len(self.shoes) == 1 else "[[shoe]]",
            name=shoe.name,
            protocol=shoe.protocol,
            line=f"socket://{server}" if server else f"{self.folder}/dev/{shoe.name}",
            baud_rate=SHOES[shoe.protocol].BAUD_RATE,
            serial=shoe.serial or true,
            commands=str(shoe.commands).lower(),
        )

    def _configure(self) -> None:
        values = {
            "folder": self.folder,
            "site": self.site,
            "port": self.broker_port,
            "proposal_seconds": self.proposal_seconds,
            "boards": list(self.boards),
            "display_seconds": self.display_seconds,
            "meters": ["meter-1"] if self.progressive else [],
            "game": self.game,
            "seats": json.dumps(self.posted.get("seats", self.seats)),
            "posted": self._posted(),
            "shaker_serial": self.shaker.serial if self.shaker is not None else "",
            "camera_port": self.camera_port,
        }
        (self.folder / "etc/site.toml").write_text(SITE.format(**values))
        table = TABLE_FILE + (SHAKER if self.shaker is not None else "") + (CAMERA if self.camera_port else "")
        shoes = "".join(map(self._shoe, self.shoes)) if self.deals_cards else ""
        (self.folder / f"etc/tables/{self.name}.toml").write_text(table.format(**values) + shoes)
        people = [
            {"badge": badge, "name": f"{role} {badge}", "role": role, "pin": QUICK.hash(PIN)}
            for badge, role in PEOPLE.items()
        ]
        (self.folder / "etc/people.toml").write_text(tomli_w.dumps({"person": people}))
        for path in (self.folder / "etc", self.folder / "etc/people.toml", self.folder / "run"):
            path.chmod(path.stat().st_mode & ~0o022)  # croupierd trusts no file that others may write

    def _posted(self) -> str:
        """What else the table's file posts, in its section."""
        plain = {key: value for key, value in self.posted.items() if not isinstance(value, dict) and key != "seats"}
        nested = {key: value for key, value in self.posted.items() if isinstance(value, dict)}
        return tomli_w.dumps(plain) + (tomli_w.dumps({"table": nested}) if nested else "")

    # -- what people and the world do ---------------------------------------------------------------------------------

    def signal(self, name: str, how: signal.Signals) -> None:
        """To one of the rig's processes: SIGSTOP is what a machine does that hangs."""
        self._processes[name].send_signal(how)

    async def fault(self, device: str, name: str, *, on: bool) -> None:
        """Switches a named fault of a device."""
        await ask(self.folder / f"{device}.channel", fault=name, on=on)

    async def do(self, device: str, what: str, **details: Any) -> dict[str, Any]:
        """Does something to a device: `load` and `draw` for a shoe, `read` for a board."""
        return await ask(self.folder / f"{device}.channel", do=what, **details)

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

        async with asyncio.timeout(self.patience):
            while (event := find()) is None:
                self._news.clear()
                await self._news.wait()
        return event

    async def throw(self, dice: list[int], spoilt: str | None = None) -> None:
        """A hand throws dice before the camera; they roll, and lie there. `spoilt`: cocked, or stacked."""
        await self.do("camera", "shake")
        await asyncio.sleep(ROLLING)
        await self._lay(dice, spoilt)

    async def _follow_dice(self) -> None:
        """The camera sees the shaker's dice: they move when it moves, and lie as they came to rest."""
        async for event in self.each():
            if event["kind"] == "dice_move":
                await self.do("camera", "shake")
            elif event["kind"] == "dice_lie":
                await self._lay(self.rolls.popleft() if self.rolls else [self._chance.randint(1, 6) for _ in range(3)])

    async def _lay(self, dice: list[int], spoilt: str | None = None) -> None:
        self.lying = dice
        await self.do("camera", "lay", dice=dice, spoilt=spoilt)

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

    def _client(self) -> httpx.AsyncClient:
        path = str(self.folder / f"run/{self.name}.sock")
        transport = httpx.AsyncHTTPTransport(uds=path, verify=False)  # no TLS here; reading all authorities takes 36 ms
        return httpx.AsyncClient(transport=transport, base_url="http://croupier", timeout=self.patience)


def flat(event: Event) -> Event:
    """An event with the fields of its line, or of its entry in a ledger, beside its own."""
    return {**event.pop("line", {}), **event.get("entry", {}), **event}
