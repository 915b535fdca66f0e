"""SQLite's write-ahead log, read by ourselves: a log that lost acknowledged commits is told from one that a cut tore.

SQLite reads its log up to the first frame that is not as it was written, and takes that for the end: what follows is
gone without a word. The last commit may really end there: power failed while it was written, in any order, and nobody
was told of it. But a commit is begun only after the one before is on the disk. So a frame that goes on from a commit
proves that nothing was torn up to there; and no power cut turns a single bit.

https://www.sqlite.org/fileformat2.html#the_write_ahead_log
"""

from __future__ import annotations

from struct import Struct, unpack

HEADER = Struct(">8I")  # magic, version, page size, how many checkpoints, salt (2), checksum (2)
FRAME = Struct(">6I")  # page, pages of the file after a commit (otherwise 0), salt (2), checksum (2)
MAGIC = 0x377F0682  # or one more: checksums are over words with the highest byte first
SIZES = [512 << power for power in range(8)]  # of a page
SECTOR = 512  # a disk writes so much at once
WORD = 1 << 32

Sum = tuple[int, int]


def flaw(log: bytes) -> str | None:
    """What proves that the log was whole and is not any more; None: it is, or a cut tore its last commit."""
    if not log.strip(b"\0"):
        return None  # room that was made
    if len(log) < HEADER.size:
        return "its log is cut"
    magic, _, size, _, *salt = HEADER.unpack_from(log)[:6]
    order = ">" if magic & 1 else "<"
    before = _stored(log, HEADER.size)
    if magic & ~1 != MAGIC or size not in SIZES or _sum(log[: HEADER.size - 8], order) != before:
        return "the header of its log"
    broken = 0  # the first frame that is not as it was written, counted from 1
    ended = False  # the frame before is the last one of a commit
    for number, place in enumerate(range(HEADER.size, len(log) - FRAME.size - size + 1, FRAME.size + size), 1):
        _, commit, *salted = FRAME.unpack_from(log, place)[:4]
        begins, stored = place + FRAME.size, _stored(log, place + FRAME.size)
        apart = _bits(salt, salted)
        if apart > 1:  # left from before the log began anew, or never written
            broken, ended, before = broken or number, False, stored
            continue
        found = _sum(log[place : place + 8] + log[begins : begins + size], order, before)
        whole = apart == 0 and found == stored
        if not broken and not whole:
            if _one_bit(found, stored, (8 + size) // 8) if apart == 0 else found == stored:
                return f"one bit in frame {number} of its log"
            broken = number
        elif broken and ended and whole:
            return f"frame {broken} of its log, behind which other commits stand"
        # what a frame says of itself holds if its sum does, or if it came to the disk in one piece with that sum
        ended = commit != 0 and (whole or place % SECTOR <= SECTOR - FRAME.size)
        before = stored
    return None


def _stored(log: bytes, end: int) -> Sum:
    first, second = unpack(">2I", log[end - 8 : end])
    return first, second


def _sum(data: bytes, order: str, before: Sum = (0, 0)) -> Sum:
    first, second = before
    words = unpack(f"{order}{len(data) // 4}I", data)
    for one, other in zip(words[::2], words[1::2], strict=True):
        first = (first + one + second) % WORD
        second = (second + other + first) % WORD
    return first, second


def _bits(expected: list[int], found: list[int]) -> int:
    return sum((one ^ other).bit_count() for one, other in zip(expected, found, strict=True))


def _one_bit(found: Sum, stored: Sum, pairs: int) -> bool:
    """Whether turning one bit of the sum itself, or of the words that it is over, makes it right.

    Sums are linear: what a bit adds to its word grows with every pair of words behind it, whatever they are.
    """
    off = (stored[0] - found[0]) % WORD, (stored[1] - found[1]) % WORD
    powers = [sign * (1 << bit) % WORD for bit in range(32) for sign in (1, -1)]
    one, other = (1, 1), (0, 1)  # what one more in either word of the last pair adds to both sums
    weights = [(1, 0), (0, 1)]
    for _ in range(pairs):
        weights += one, other
        one, other = _grown(one), _grown(other)
    return any(
        (off[0] * second - off[1] * first) % WORD == 0
        and any((power * first % WORD, power * second % WORD) == off for power in powers)
        for first, second in weights
    )


def _grown(weight: Sum) -> Sum:
    first = (weight[0] + weight[1]) % WORD
    return first, (weight[1] + first) % WORD
