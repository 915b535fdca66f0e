"""Where in a TOML file something stands, for whoever has to correct it."""

from __future__ import annotations

import re
from collections import Counter


def line_of(text: str, keys: tuple[int | str, ...]) -> int:
    """The line of a key, or of the nearest thing that is there: its section, else the top of the file.

    >>> line_of('a = 1\\n[[person]]\\n[[person]]\\nbadge = 2\\n', ("person", 1, "badge"))
    4
    """
    section: tuple[int | str, ...] = ()
    seen: Counter[str] = Counter()
    best = 1
    for number, line in enumerate(text.splitlines(), 1):
        if header := re.match(r"\s*(\[\[?)\s*([\w.-]+)\s*\]", line):
            section = tuple(header[2].split("."))
            if header[1] == "[[":
                section = (*section, seen[header[2]])
                seen[header[2]] += 1
            if section in (keys, keys[:-1]):
                best = number
        elif pair := re.match(r"\s*([\w-]+)\s*=", line):
            if (key := (*section, pair[1])) == keys:
                return number
            if key == keys[: len(key)]:  # within the line
                best = number
    return best
