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
import sys
from collections import deque
from collections.abc import Collection, Mapping
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Any, ClassVar, Self

import aiomqtt
import httpx

from drivers.board.authority import WITNESS
from drivers.board.signing import Signer, new_key
from drivers.mqtt import connect
from drivers.mqtt.access import Access
from drivers.shaker.studio_wire import client_names, rights
from hil.broker import access, free_port, set_up
from hil.described import Described
from hil.device import ask
from hil.site_files import SHAKER_SERIAL, SHAKER_TOPIC, ShakerKind, ShoeKind, SiteFiles, serial_of
from hil.watching import Watching
from rules.capabilities import Metered
from rules.registry import GAMES

TABLE = "rig"
WITH_BUS = ("umockdev-wrapper", "/usr/bin/python3")  # the system's Python alone has umockdev's module
# croupierd runs as nobody in particular: what a file's mode forbids is forbidden, also where these tests run as root.
UNPRIVILEGED = ("setpriv", "--bounding-set=-dac_override,-dac_read_search") if os.geteuid() == 0 else ()
TRAY = 6  # which of the rendered trays
ROLLING = 0.5  # seconds that thrown dice roll


class Rig(Watching):
    """A whole table, simulated."""

    pool: str = ""  # what players feed with their wagers
    boards: tuple[str, ...] = ("board-1",)  # that show results
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
        signs: bool = False,
        name: str = TABLE,
        within: Path | None = None,
    ) -> None:
        super().__init__(name, within)
        self.site = self.folder  # where what the tables of a site share is: the broker's certificates
        self.game, self.seats, self.strict, self.shoe, self.shaker = game, seats, strict, shoe, shaker
        self.shoes = (shoe, *other_shoes)
        self.proposal_seconds, self.display_seconds = proposal_seconds, display_seconds
        self.signs = signs  # what its boards may light, and they know its key
        indicated = GAMES[game].indicated  # 21.3, 21.4: offered where the table says so
        self.posted = {**({"offered": list(GAMES[game].optional)} if indicated else {}), **posted}
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
                    options: dict[str, Any] = {"protocol": shoe.protocol, "serial": serial_of(shoe), **line}
                    options |= {"hides": True} if shoe.hides else {}
                    await self.start_device(shoe.name, kind="shoe", **options)
            if self.shaker is not None:
                await self._start_shaker(self.shaker)
            if self.camera_port:
                await self.start_device("camera", port=self.camera_port, seed=TRAY)
                await self.do("camera", "calibrate", file=str(self.folder / "camera.calibration"))
            for board in self.boards:
                await self.start_device("board", table=self.name, board=board, access=self.access(board))
            if self.progressive:
                options = {"table": self.name, "board": "meter-1", "jackpot": True, "access": self.access("meter-1")}
                if self.signs:
                    options["keys"] = [self._sign()]
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
        studio = self.shaker is not None and self.shaker.protocol == "studio"
        others = rights(self.name, "shaker", SHAKER_TOPIC) if studio else {}
        configuration = set_up(self.folder, self.broker_port, self.CLIENTS, others=others)
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

    async def _start_shaker(self, shaker: ShakerKind) -> None:
        """On the broker; or on a USB bus of its own, which lives in the rig's folder: croupierd gets no other bus."""
        if shaker.protocol == "studio":
            _, client = client_names(self.name, "shaker")
            options = {"topic": SHAKER_TOPIC, "access": self.access_of(client), "client": client}
            await self.start_device("shaker", kind="studio_shaker", **options)
            return
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
        await self._start_following()
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

    def _configure(self) -> None:
        SiteFiles(
            folder=self.folder,
            name=self.name,
            site=self.site,
            broker_port=self.broker_port,
            proposal_seconds=self.proposal_seconds,
            display_seconds=self.display_seconds,
            boards=self.boards,
            meters=("meter-1",) if self.progressive else (),
            game=self.game,
            seats=self.seats,
            posted=self.posted,
            shoes=self.shoes if self.deals_cards else (),
            ports=self._ports,
            shaker=self.shaker,
            camera_port=self.camera_port,
            signs=self.signs,
        ).write()

    def _sign(self) -> str:
        """The key with which the table signs; its public half."""
        file = self.folder / f"state/{self.name}.display.key"
        file.touch(mode=0o600)
        file.write_bytes(new_key())
        return Signer.load(file).public

    # -- what the world does ------------------------------------------------------------------------------------------

    def signal(self, name: str, how: signal.Signals) -> None:
        """To one of the rig's processes: SIGSTOP is what a machine does that hangs."""
        self._processes[name].send_signal(how)

    async def fault(self, device: str, name: str, *, on: bool) -> None:
        """Switches a named fault of a device."""
        await ask(self.folder / f"{device}.channel", fault=name, on=on)

    async def do(self, device: str, what: str, **details: Any) -> dict[str, Any]:
        """Does something to a device: `load` and `draw` for a shoe, `read` for a board."""
        return await ask(self.folder / f"{device}.channel", do=what, **details)

    async def throw(self, dice: list[int], spoilt: str | None = None) -> None:
        """A hand throws dice before the camera; they roll, and lie there. `spoilt`: cocked, or stacked."""
        await self.do("camera", "shake")
        await asyncio.sleep(ROLLING)
        await self._lay(dice, spoilt)

    async def _follow_dice(self) -> None:
        """The camera sees the shaker's dice: they move when it moves, and lie as they came to rest."""
        async for event in self.each():
            if event["kind"] not in ("dice_move", "dice_lie"):
                continue
            if not (await self.do("shaker", "read")).get("moved", True):
                continue  # it only says so
            if event["kind"] == "dice_move":
                await self.do("camera", "shake")
            else:
                await self._lay(self.rolls.popleft() if self.rolls else [self._chance.randint(1, 6) for _ in range(3)])

    async def _lay(self, dice: list[int], spoilt: str | None = None) -> None:
        self.lying = dice
        await self.do("camera", "lay", dice=dice, spoilt=spoilt)
