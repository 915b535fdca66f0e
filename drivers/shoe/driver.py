"""The shoe's driver: a serial line's, and what a shoe can be ordered."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import ClassVar

from drivers.faults import Fault, FaultError
from drivers.line.conversation import Setup
from drivers.line.driver import LineDriver
from drivers.shoe import FAULTS, SHOES
from drivers.shoe.conversation import ShoeConversation


@dataclass(kw_only=True)
class ShoeDriver(LineDriver[ShoeConversation]):
    """One shoe on one serial line."""

    KIND: ClassVar = "shoe"
    FAULTS: ClassVar = FAULTS

    protocol: str
    hides: bool = False  # what a card is, it tells later
    wish: bool | None = field(default=None, init=False)  # locked, or free, as somebody ordered; None: nobody did
    _clear: bool = field(default=False, init=False)  # an error to be cleared as soon as there is a line

    @property
    def locked(self) -> bool | None:
        """What the shoe last said; None: nothing."""
        return self._connection.conversation.locked if self._connection is not None else None

    @property
    def contradicts(self) -> bool:
        """Whether it hid a card, or showed one, against what the table's file says."""
        return self._connection is not None and self._connection.conversation.contradicts

    def lock(self, *, on: bool) -> None:
        """The wish is told to the shoe now, and on every new link; raises SHOE_REFUSES if nobody may wish it."""
        self._order(lambda conversation: conversation.lock(on=on))
        self.wish = on

    def clear_error(self) -> None:
        """Told to the shoe once, now or on the next link; raises SHOE_REFUSES if nobody may."""
        self._order(lambda conversation: conversation.clear_error())
        self._clear = self._connection is None

    def _conversation(self, setup: Setup, now: float) -> ShoeConversation:
        return SHOES[self.protocol](replace(setup, hides=self.hides), now)

    def _order(self, order: Callable[[ShoeConversation], None]) -> None:
        if not self.commands:
            raise FaultError(Fault.SHOE_REFUSES, self.device)
        if self._connection is not None:
            order(self._connection.conversation)
            self._connection.send()

    def _greet(self, conversation: ShoeConversation) -> None:
        with suppress(FaultError):  # a protocol that cannot says so to whoever orders it while it is there
            if self.wish is not None:
                conversation.lock(on=self.wish)
            if self._clear:
                self._clear = False
                conversation.clear_error()
