"""`croupierctl settle`: one request line in, one response line out, each before the next is needed."""

from __future__ import annotations

import os
import sys
from typing import BinaryIO

from rules.contract import answer
from rules.registry import GAMES


def stream(requests: BinaryIO, responses: BinaryIO) -> None:
    """Until standard input ends. A reader who goes away ends it too, quietly."""
    try:
        while line := requests.readline():
            responses.write(answer(line, GAMES).encode() + b"\n")
            responses.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nothing is left to flush to
