"""A stranger on the shoe's line: noise, halves, lies with a good checksum, storms, and a hand at the plug."""

from __future__ import annotations

import asyncio
import random
from binascii import crc_hqx
from contextlib import suppress

from hil.site_files import SHOE_SERIAL
from rules.cards import DECK
from tests.campaign.hostile.odd import NUMBERS
from tests.campaign.hostile.table import Besieged
from tests.campaign.hostile.trail import Trail

STORM = 3.0  # seconds that an attack lasts at most
CALM = (2.0, 8.0)  # and that people have then to deal
MOST = 400  # frames of a storm
FAULTS = ("unplug", "go_silent", "drop_frame", "flip_bit", "repeat", "reorder", "babble", "wrong_baud", "power_cycle")
WORDS = (
    "CARD",
    "FAIL",
    "CUT",
    "LOAD",
    "EMPTY",
    "BEAT",
    "ID",
    "DONE",
    "STATE",
    "ACK",
    "AFTER",
    "WHO",
    "LOCK",
    "CARDS",
    "",
)


def framed(body: str) -> bytes:
    """As docs/protocols/csr.md has it, with a good checksum."""
    data = body.encode(errors="replace")
    return b"$%b*%04X\r\n" % (data, crc_hqx(data, 0xFFFF))


class Line:
    """Knows what the line carries, and says whatever it likes."""

    NAME = "line"

    def __init__(self, table: Besieged, trail: Trail) -> None:
        self._table, self._trail, self._chance = table, trail, trail.chance(self.NAME)

    async def run(self) -> None:
        """Until cancelled; then the line is as it was."""
        while True:
            try:
                with suppress(TimeoutError):
                    async with asyncio.timeout(STORM):
                        await self._attack()
            finally:
                for fault in FAULTS:
                    await self._table.fault("shoe", fault, on=False)
            await asyncio.sleep(self._chance.uniform(*CALM))

    async def _attack(self) -> None:
        boot, seq = await self._tapped()
        match self._chance.randrange(5):
            case 0:
                fault = self._chance.choice(FAULTS)
                self._trail.send(self.NAME, f"fault {fault}")
                await self._table.fault("shoe", fault, on=True)
                await asyncio.sleep(self._chance.uniform(0, STORM))
            case 1:  # two shoes in turns: a link that comes up again and again
                who = f"ID,CSR-SIM,{SHOE_SERIAL},1.0"
                boots = (boot, f"{self._chance.getrandbits(32):08X}")
                flapping = b"".join(framed(f"{who},{each},{seq}") + framed(f"DONE,{each},{seq}") for each in boots)
                for _ in range(self._chance.randrange(MOST)):
                    await self._say(flapping * self._chance.randrange(1, 30))
            case 2:
                for _ in range(self._chance.randrange(MOST)):
                    await self._say(self._frame(boot, seq))
            case _:
                for _ in range(self._chance.randrange(1, 8)):
                    await self._say(self._spoilt(self._frame(boot, seq)))

    async def _tapped(self) -> tuple[str, int]:
        """Since which power-up, and how many events: every frame that the shoe says tells."""
        said = await self._table.do("shoe", "tap")
        fields = bytes.fromhex(said["bytes"]).decode(errors="replace").strip("$\r\n").partition("*")[0].split(",")
        match fields:
            case ["ID", *_, boot, seq] | [_, boot, seq, *_] if seq.isdigit():
                return boot, int(seq)
        return "00000000", 0

    def _frame(self, boot: str, seq: int) -> bytes:
        """With a good checksum, and little else that is sure to be good."""
        near = (seq, seq + 1, seq + 2, seq - 1, self._chance.choice(NUMBERS))
        boot = self._chance.choice((boot, boot, boot, f"{self._chance.getrandbits(32):08X}", ""))
        last = self._chance.choice((str(self._chance.choice(DECK)), "exit-optic", "Zz", "locked", "x" * 90))
        word = self._chance.choice(WORDS)
        fields = [word, boot, str(self._chance.choice(near)), last][: self._chance.choice((1, 3, 3, 4, 4))]
        if word == "ID":
            fields[1:1] = ["CSR-SIM", self._chance.choice((SHOE_SERIAL, SHOE_SERIAL, "SOMEONE")), "1.0"]
        return framed(",".join(fields))

    def _spoilt(self, frame: bytes) -> bytes:
        """Half of it, one bit of it, or nothing of it."""
        match self._chance.randrange(4):
            case 0:
                return frame[: self._chance.randrange(len(frame))]
            case 1:
                place = self._chance.randrange(len(frame))
                return frame[:place] + bytes([frame[place] ^ 1 << self._chance.randrange(8)]) + frame[place + 1 :]
            case 2:
                return frame * self._chance.randrange(1, 20)
        return random.Random(self._chance.random()).randbytes(self._chance.randrange(3000))

    async def _say(self, data: bytes) -> None:
        self._trail.send(self.NAME, data.hex())
        await self._table.do("shoe", "inject", bytes=data.hex())
