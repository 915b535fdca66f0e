"""What every make of shoe offers beyond a conversation: a lock, an error to clear, and a look at its line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Protocol

from drivers.line.conversation import Conversation


class Listener(Protocol):
    """The line as a technician sees it: every byte comes out once, with its meaning if it has one."""

    def feed(self, data: bytes) -> Iterator[tuple[str, bytes]]:
        """What ends in `data`: a frame's text and its bytes, or "" and the bytes that are no frame."""

    def rest(self) -> bytes:
        """What has come and is not ended."""


class ShoeConversation(Conversation, Protocol):
    """One conversation with a shoe."""

    BAUD_RATE: ClassVar[int]  # unless the table's file says otherwise

    HIDES: ClassVar[bool]  # some of this make tell a card's value later: the table's file says which

    contradicts: bool  # on this link it hid a card, or showed one, against what the table's file says
    locked: bool | None  # what the shoe last said; None: nothing

    @staticmethod
    def listener() -> Listener:
        """A new one, for `croupierctl shoe listen`."""

    def lock(self, *, on: bool) -> None:
        """No card may be drawn, or again; raises SHOE_REFUSES if we may not, or the protocol cannot."""

    def clear_error(self) -> None:
        """The shoe goes on after an error; raises SHOE_REFUSES if we may not, or the protocol cannot."""
