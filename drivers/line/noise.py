"""What bytes without one good frame tell about the line."""

from __future__ import annotations

from drivers.faults import FaultError
from drivers.line.conversation import Conversation
from drivers.line.faults import LineFaults

FEWEST = 16  # bytes; fewer tell nothing
KEPT = 512  # bytes; more tell nothing new


def another_speed(noise: bytes, alphabet: bytes, framing_errors: int) -> bool:
    """Whether the other end seems to speak at another baud rate.

    A port that samples at the wrong moments finds no stop bit where one should be (some ports count that), and makes up
    bytes that the protocol does not use: half of them or more at half or double the speed, where a noisy cable at the
    right speed spoils a few. A device of quite another kind looks the same; its speed is the first thing to check.

    >>> another_speed(b"$BEAT,7F3A09C1,17*1", bytes(range(32, 127)), 0)
    False
    >>> another_speed(bytes.fromhex("6018806660060666e08660188066600606"), bytes(range(32, 127)), 0)
    True
    """
    foreign = len(noise.translate(None, alphabet))
    return len(noise) >= FEWEST and (3 * foreign > len(noise) or 8 * framing_errors > len(noise))


def named(
    error: FaultError, faults: LineFaults, conversation: Conversation, noise: bytes, framing_errors: int = 0
) -> FaultError:
    """The fault that ended a conversation, or the wrong speed that explains it.

    A device that was once understood has the right speed: later noise is something else.
    """
    if error.fault not in (faults.silent, faults.garbled) or conversation.proven:
        return error
    wrong = another_speed(noise, conversation.ALPHABET, framing_errors)
    return FaultError(faults.wrong_baud) if wrong else error
