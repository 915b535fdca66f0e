"""Seven segments: an amount as a sign lights it, for a terminal, as SVG and as PNG."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

#   a
#  f b    the usual names
#   g
#  e c
#   d
LIT = {
    "0": "abcdef",
    "1": "bc",
    "2": "abdeg",
    "3": "abcdg",
    "4": "bcfg",
    "5": "acdfg",
    "6": "acdefg",
    "7": "abc",
    "8": "abcdefg",
    "9": "abcdfg",
    "-": "g",
    " ": "",
}
WIDE, HIGH, THICK = 60, 104, 11  # of one digit, in pixels
GAP, MARGIN = 18, 24
LINE = 34  # of the words below
BACK, DARK, BRIGHT, WORDS = "#140404", "#2b0a0a", "#ff3b1f", "#ffb000"


def panel(digits: str, places: int) -> list[tuple[str, bool]]:
    """Each place from left to right: its character, and if a point follows it. No amount: a row of dashes.

    >>> panel("12.05", 6)
    [(' ', False), (' ', False), ('1', False), ('2', True), ('0', False), ('5', False)]
    >>> panel("", 2)
    [('-', False), ('-', False)]
    """
    plain = digits.replace(".", "") or "-" * places
    point = len(digits) - digits.index(".") - 1 if "." in digits else 0
    padded = plain.rjust(places)[-places:]
    return [(char, bool(point) and place == len(padded) - point - 1) for place, char in enumerate(padded)]


def terminal(digits: str, places: int) -> list[str]:
    """Three lines of text.

    >>> print("\\n".join(terminal("70.81", 4)))
     _   _   _
      | | | |_|   |
      | |_|.|_|   |
    """

    def on(char: str, segment: str, mark: str) -> str:
        return mark if segment in LIT[char] else " "

    rows = ["", "", ""]
    for char, point in panel(digits, places):
        rows[0] += f" {on(char, 'a', '_')} "
        rows[1] += on(char, "f", "|") + on(char, "g", "_") + on(char, "b", "|")
        rows[2] += on(char, "e", "|") + on(char, "d", "_") + on(char, "c", "|")
        rows[0], rows[1], rows[2] = rows[0] + " ", rows[1] + " ", rows[2] + ("." if point else " ")
    return [row.rstrip() for row in rows]


Box = tuple[int, int, int, int]  # left, top, right, bottom
Drawn = tuple[list[tuple[int, int]], bool]  # a polygon, and whether it is lit


def _segments(left: int, top: int) -> dict[str, list[tuple[int, int]]]:
    """The seven hexagons of a digit whose corner is here."""
    t, half, mid = THICK, THICK // 2, HIGH // 2

    def across(y: int) -> list[tuple[int, int]]:
        a, b = left + half + 2, left + WIDE - half - 2
        return [(a, y), (a + half, y - half), (b - half, y - half), (b, y), (b - half, y + half), (a + half, y + half)]

    def down(x: int, above: int, below: int) -> list[tuple[int, int]]:
        a, b = above + half + 2, below - half - 2
        return [(x, a), (x + half, a + half), (x + half, b - half), (x, b), (x - half, b - half), (x - half, a + half)]

    upper, lower = (top, top + mid), (top + mid, top + HIGH)
    return {
        "a": across(top),
        "b": down(left + WIDE - t // 2, *upper),
        "c": down(left + WIDE - t // 2, *lower),
        "d": across(top + HIGH),
        "e": down(left + t // 2, *lower),
        "f": down(left + t // 2, *upper),
        "g": across(top + mid),
    }


def _drawn(digits: str, places: int) -> Iterator[Drawn]:
    for place, (char, point) in enumerate(panel(digits, places)):
        left = MARGIN + place * (WIDE + GAP)
        for name, corners in _segments(left, MARGIN).items():
            yield corners, name in LIT[char]
        x, y, r = left + WIDE + GAP // 2, MARGIN + HIGH, THICK // 2
        yield [(x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)], point


def _size(places: int, words: list[str]) -> tuple[int, int]:
    return 2 * MARGIN + places * (WIDE + GAP) - GAP + THICK, 2 * MARGIN + HIGH + LINE * len(words) + THICK


def svg(digits: str, places: int, words: list[str]) -> str:
    """The sign as a picture for a page."""
    wide, high = _size(places, words)
    shapes = [
        f'<polygon points="{" ".join(f"{x},{y}" for x, y in corners)}" fill="{BRIGHT if lit else DARK}"/>'
        for corners, lit in _drawn(digits, places)
    ]
    lines = [
        f'<text x="{MARGIN}" y="{MARGIN + HIGH + LINE * (n + 1)}" fill="{WORDS}"'
        f' font-family="monospace" font-size="22">{_escaped(word)}</text>'
        for n, word in enumerate(words)
    ]
    size = f'width="{wide}" height="{high}" viewBox="0 0 {wide} {high}"'
    back = f'<rect width="{wide}" height="{high}" fill="{BACK}"/>'
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" {size}>', back, *shapes, *lines, "</svg>", ""])


def png(path: Path, digits: str, places: int, words: list[str]) -> None:
    """Writes the same picture as pixels."""
    import cv2  # noqa: PLC0415 - it takes longer to load than most boards live
    import numpy as np  # noqa: PLC0415

    wide, high = _size(places, words)
    picture = np.full((high, wide, 3), _colour(BACK), np.uint8)
    for corners, lit in _drawn(digits, places):
        cv2.fillPoly(picture, [np.array(corners, np.int32)], _colour(BRIGHT if lit else DARK), cv2.LINE_AA)
    for n, word in enumerate(words):
        at = (MARGIN, MARGIN + HIGH + LINE * (n + 1))
        cv2.putText(picture, word, at, cv2.FONT_HERSHEY_SIMPLEX, 0.8, _colour(WORDS), 2, cv2.LINE_AA)
    done, data = cv2.imencode(".png", picture)
    if not done:
        raise ValueError("this picture cannot be written")
    path.write_bytes(data.tobytes())


def _colour(web: str) -> tuple[int, int, int]:
    red, green, blue = bytes.fromhex(web[1:])
    return blue, green, red


def _escaped(word: str) -> str:
    return word.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
