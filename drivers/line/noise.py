"""What bytes without one good frame tell about the line."""

from __future__ import annotations

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
