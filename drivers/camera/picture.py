"""A picture from a file's bytes: how large it says it is is read, and judged, before anything decodes it.

JPEG, PNG, WebP and BMP; what else OpenCV could read, nobody here sends.
"""

from __future__ import annotations

import struct
from struct import Struct

import cv2
import numpy as np

from drivers.camera.limits import SCANS, SMALLEST
from drivers.camera.measure import Picture

START_OF_FRAME = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
BARE = frozenset({*range(0xC0), *range(0xD0, 0xDA)})  # markers that nothing belongs to, and none at all
START_OF_SCAN = 0xDA
SEGMENTS = 1000  # before the one that tells the size: colour profiles are cut into hundreds

Size = tuple[int, int]  # width, height


class SizeRefused(ValueError):  # noqa: N818 - it says what was done
    """It would be too large, or is too small to show anything."""


def decode(data: bytes, most: int, flags: int = cv2.IMREAD_COLOR) -> Picture:
    """In blue, green and red, 8 bits each. ValueError if it is none; SizeRefused if it has more than `most` pixels."""
    try:
        size = _size(data)
    except struct.error:  # it ends before it has told
        size = None
    if size is None or (data.startswith(b"\xff\xd8") and data.count(b"\xff\xda") > SCANS):
        raise ValueError("not a picture")
    width, height = size
    if width * height > most or min(size) < SMALLEST:
        raise SizeRefused(f"{width} x {height}")
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    except cv2.error as error:
        kind = MemoryError if getattr(error, "code", None) == cv2.Error.StsNoMem else ValueError
        raise kind("not a picture") from error
    if picture is None:
        raise ValueError("not a picture")
    return np.asarray(picture, np.uint8)


def _size(data: bytes) -> Size | None:
    """Reads a picture's size from its header."""
    match data[:2], data[8:16]:
        case b"\xff\xd8", _:
            return _jpeg(data)
        case b"\x89P", _ if data[12:16] == b"IHDR":
            return _two(">II", data, 16)
        case b"BM", _:
            width, height = _two("<ii", data, 18)
            return width, abs(height)  # negative: from the top
        case b"RI", b"WEBPVP8 ":
            width, height = _two("<HH", data, 26)
            return width & 0x3FFF, height & 0x3FFF
        case b"RI", b"WEBPVP8L":
            (bits,) = Struct("<I").unpack_from(data, 21)
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"RI", b"WEBPVP8X":
            return int.from_bytes(data[24:27], "little") + 1, int.from_bytes(data[27:30], "little") + 1
    return None


def _jpeg(data: bytes) -> Size | None:
    """From segment to segment; whatever stands between two of them is refused, since a decoder might see more in it."""
    at = 2
    for _ in range(SEGMENTS):
        first, marker, length = Struct(">BBH").unpack_from(data, at)
        if first != 0xFF or marker in BARE or marker == START_OF_SCAN:
            return None
        if marker in START_OF_FRAME:
            height, width = _two(">HH", data, at + 5)
            return width, height
        at += 1 if marker == 0xFF else 2 + length  # bytes that only fill
    return None


def _two(layout: str, data: bytes, at: int) -> Size:
    one, other = Struct(layout).unpack_from(data, at)
    return int(one), int(other)
