"""Bytes and their meaning side by side, at 80 columns."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from textwrap import wrap

MASK = "▒▒"
# What a frame may tell of itself while cards may not be named; whatever else it tells might be one.
HARMLESS = frozenset({"boot", "seq", "model", "serial", "firmware", "sensor", "state", "error", "locked", "code"})
ARROWS = {"in": "←", "out": "→"}
ROW = 8  # bytes
MEANING = 33  # columns


def masked(text: str) -> str:
    """Masks what might be a card in a frame.

    >>> masked("CARD boot=7F3A09C1 seq=17 card=Kh"), masked("")
    ('CARD boot=7F3A09C1 seq=17 card=▒▒', '')
    """
    keyword, *words = text.split(" ")
    pairs = (word.partition("=") for word in words)
    return " ".join([keyword, *(f"{name}={value if name in HARMLESS else MASK}" for name, _, value in pairs)])


def rows(at: float, way: str, data: bytes | None, meaning: str) -> Iterator[str]:
    """When, which way, the bytes (None: hidden), what they mean.

    >>> print(*rows(1.25, "out", b"$WHO*2A8C\\r\\n", "WHO"), sep="\\n")
       1.250 →  24 57 48 4f 2a 32 41 38  $WHO*2A8  WHO
                43 0d 0a                 C··
    """
    parts = [data[i : i + ROW] for i in range(0, len(data), ROW)] if data is not None else []
    raw = [f"{part.hex(' '):23}  {_ascii(part):8}" for part in parts] or [f"{MASK:23}  {MASK:8}"]
    head = f"{at:8.3f} {ARROWS[way]}"
    for first, left, right in zip_longest([head], raw, wrap(meaning, MEANING), fillvalue=""):
        yield f"{first:10}  {left:33}  {right}".rstrip()


def _ascii(data: bytes) -> str:
    return "".join(chr(byte) if 0x20 <= byte < 0x7F else "·" for byte in data)
