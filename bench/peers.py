"""Other people's packages, in an environment of their own (.venv-bench), timed in a process of their own.

They never enter the environment that croupier is developed in, and no lock that a table installs from knows them.
Time is the processor's: on a busy machine the wall clock counts interruptions too, and a long round has more of them
than a short one, which would flatter the faster side.
"""

from __future__ import annotations

import asyncio
import gc
import json
import statistics
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from bench.measure import Figure
from hil.environment import environment, last_line

WARM_UP, ROUNDS = 5, 41
TIMES = 4  # the work is done so often in a round, so that waking up and cold caches count little
LONGEST_LINE = 1 << 24

# A peer gets its work once, as JSON, says what it makes of it, and then does a round for each line.
LOOP = """
import json, sys, time
work = json.loads(sys.stdin.readline())
{script}
print(json.dumps(answers()), flush=True)
for _ in sys.stdin:
    started = time.process_time()
    for _ in range({times}):
        once()
    print(time.process_time() - started, flush=True)
"""


@dataclass(frozen=True, slots=True)
class Peer:
    """A peer at work."""

    process: asyncio.subprocess.Process
    answers: list[int]  # what it made of the work

    async def round(self) -> float:
        """One more round; the seconds of processor time that it took."""
        return float(await _ask(self.process, b"\n"))


@asynccontextmanager
async def peer(script: str, work: object) -> AsyncIterator[Peer]:
    """Starts a peer: a script that defines `once()` and `answers()` over `work`. RuntimeError if it cannot run."""
    python = await asyncio.to_thread(environment, "bench")
    pipe = asyncio.subprocess.PIPE
    source = LOOP.format(script=script, times=TIMES)
    process = await asyncio.create_subprocess_exec(
        python, "-I", "-c", source, stdin=pipe, stdout=pipe, stderr=pipe, limit=LONGEST_LINE
    )
    try:
        yield Peer(process, json.loads(await _ask(process, json.dumps(work).encode() + b"\n")))
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def race(ours: Callable[[], object], other: Peer, items: int, item: str) -> Figure:
    """How many times faster ours is, turn by turn with the peer's, so that the machine's moods meet both."""
    mine: list[float] = []
    theirs: list[float] = []
    gc.collect()
    gc.freeze()  # all that this program has loaded for its other benches is not ours to look through here
    for turn in range(WARM_UP + ROUNDS):
        their_time = await other.round()
        started = time.process_time()
        for _ in range(TIMES):
            ours()
        our_time = time.process_time() - started
        if turn >= WARM_UP:
            mine.append(our_time / (items * TIMES))
            theirs.append(their_time / (items * TIMES))
    median, their_median = statistics.median(mine), statistics.median(theirs)
    note = f"each {item}, {ROUNDS} rounds of {items * TIMES}; both gave the same answers"
    return Figure(their_median / median, time_text(median), time_text(their_median), note)


def time_text(seconds: float) -> str:
    """Writes a short time for people."""
    return f"{seconds * 1e9:.0f} ns" if seconds < 1e-5 else f"{seconds * 1e6:.0f} µs"


async def _ask(process: asyncio.subprocess.Process, line: bytes) -> bytes:
    if process.stdin is None or process.stdout is None or process.stderr is None:
        raise RuntimeError("the peer has no pipes")
    process.stdin.write(line)
    if answer := await process.stdout.readline():
        return answer
    raise RuntimeError(f"the peer stopped: {last_line((await process.stderr.read()).decode())}")
