"""What stands on a board's glass: a board without its network. A sign maker's firmware does the same.

Times are seconds on the board's own monotonic clock; nothing here asks what day it is.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from random import Random

from drivers.board.signing import digest, opened
from drivers.board.wire import (
    OUT_OF_SERVICE,
    Dice,
    DiceShown,
    Echo,
    Heartbeat,
    Jackpot,
    JackpotShown,
    Posting,
    PostingShown,
    Result,
    ResultShown,
    Signed,
    Trouble,
    shown,
)

REMEMBERED = 32  # echoes whose moment is kept
UNSIGNED = 3  # heartbeats without a good signature, until the board says so


@dataclass(slots=True)
class Glass:
    """The panel, the messages it holds, and the lease until which it may show an amount."""

    board: str
    places: int = 9  # digits that it has, the cents among them
    currency: str = "CAD"
    shows_result: bool = True
    shows_jackpot: bool = False
    result: Result | None = None
    dice: Dice | None = None
    posting: Posting | None = None
    jackpot: Jackpot | None = None
    foreign: bool = False  # the last message was of another version
    table: str = ""
    keys: tuple[str, ...] = ()  # whose signature it wants to see before it lights an amount; (): nobody's
    lease: float = float("-inf")  # until then
    _n: int = field(default_factory=lambda: Random().randrange(1, 2**52))
    _candidate: tuple[Jackpot, str] | None = None  # with its digest: no signature has named it yet
    _digest: str = ""  # of the one that is held
    _unsigned: int = 0  # heartbeats since the last good signature
    _sent: OrderedDict[int, float] = field(default_factory=OrderedDict)  # when each echo was

    def take_result(self, result: Result) -> bool:
        """A result came; answers whether it is shown."""
        self.foreign = False
        if self.result is not None and result.seq < self.result.seq:
            return False
        self.result = result
        return True

    def take_dice(self, dice: Dice) -> None:
        """The throw that is awaited is another one: what came last is shown."""
        self.foreign = False
        self.dice = dice

    def take_posting(self, posting: Posting) -> None:
        """What is posted is something else: what came last is shown."""
        self.foreign = False
        self.posting = posting

    def take_jackpot(self, jackpot: Jackpot, payload: bytes = b"") -> bool:
        """An amount came; answers whether it counts. It is lit only while the lease lasts, retained or not.

        With a key it waits aside for a signature that names it, and whatever is lit stays as long as its lease lasts.
        """
        self.foreign = False
        held = self.jackpot
        if held is not None:
            older = jackpot.pool == held.pool and jackpot.version < held.version
            if older or jackpot.seq < held.seq:
                return False
        if self.keys:
            self._candidate = jackpot, digest(payload)
        else:
            self.jackpot = jackpot
        return True

    def take_heartbeat(self, beat: Heartbeat) -> None:
        """The lease counts from the echo that the table had heard: so a heartbeat that is late is worth nothing."""
        if self.keys:  # anybody may have written it
            self._unsigned += 1
        elif self.jackpot is not None and beat.seq == self.jackpot.seq:
            self._extend(self.jackpot, beat.heard)

    def take_lease(self, signed: Signed) -> None:
        """The same, signed: for the message with this digest and no other."""
        lease = opened(signed, self.keys)
        if lease is None or lease.table != self.table or self._asked(lease.heard) is None:
            return  # not the table's, or not an answer to this board: one of long ago is signed, too
        self._unsigned = 0
        if self._candidate is not None and lease.digest == self._candidate[1] != self._digest:
            (self.jackpot, self._digest), self._candidate = self._candidate, None
            self.lease = float("-inf")  # it was another's
        if self.jackpot is not None and lease.digest == self._digest:
            self._extend(self.jackpot, lease.heard)

    def _asked(self, heard: dict[str, int]) -> float | None:
        return self._sent.get(heard.get(self.board, -1))

    def _extend(self, jackpot: Jackpot, heard: dict[str, int]) -> None:
        if (asked := self._asked(heard)) is not None:
            self.lease = max(self.lease, asked + jackpot.ttl / 1000)

    def lit(self, now: float) -> bool:
        """Tells whether the lease lasts."""
        return now < self.lease

    def trouble(self) -> list[Trouble]:
        """Why it cannot show what it was sent."""
        if self.foreign:
            return ["version"]
        if self._unsigned >= UNSIGNED:
            return ["signature"]
        if self.jackpot is None or not self.shows_jackpot:
            return []
        if self.jackpot.currency != self.currency:
            return ["currency"]
        if self.jackpot.amount is not None and len(f"{self.jackpot.amount:03d}") > self.places:
            return ["overflow"]
        return []

    def jackpot_shown(self, now: float) -> JackpotShown | None:
        """What is lit of the progressive; a board without a message is out of service too."""
        if not self.shows_jackpot:
            return None
        if self.jackpot is None:
            return JackpotShown(pool="", seq=0, version=0, state="out_of_service", digits="", text=OUT_OF_SERVICE)
        should = shown(self.jackpot)
        if not self.lit(now) or self.trouble():
            return should.model_copy(update={"state": "out_of_service", "digits": "", "text": OUT_OF_SERVICE})
        return should

    def result_shown(self) -> ResultShown | None:
        """What is written of the last result."""
        if self.result is None or not self.shows_result:
            return None
        return ResultShown(seq=self.result.seq, text=self.result.text)

    def dice_shown(self) -> DiceShown | None:
        """What is written of the throw that is awaited."""
        if self.dice is None or not self.shows_result:
            return None
        return DiceShown(seq=self.dice.seq, text=self.dice.text)

    def posting_shown(self) -> PostingShown | None:
        """What is written of what is posted."""
        if self.posting is None or not self.shows_result:
            return None
        return PostingShown(seq=self.posting.seq, text=self.posting.text)

    def echo(self, now: float) -> Echo:
        """The next echo; the lease that a heartbeat gives will count from here."""
        self._n += 1
        self._sent[self._n] = now
        while len(self._sent) > REMEMBERED:
            self._sent.popitem(last=False)
        return self.echo_now(now)

    def echo_now(self, now: float) -> Echo:
        """What stands on the glass now."""
        return Echo(
            board=self.board,
            n=self._n,
            result=self.result_shown(),
            dice=self.dice_shown(),
            posting=self.posting_shown(),
            jackpot=self.jackpot_shown(now),
            trouble=self.trouble(),
        )
