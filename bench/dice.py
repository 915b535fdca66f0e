"""`dice.frame`: a frame of a calibrated camera, read by ours and by what most people write first."""

from __future__ import annotations

import time
from dataclasses import replace

import cv2
import numpy as np

from bench.measure import Bench, Figure, compare
from drivers.camera.crop import Picture
from drivers.camera.reading import Calibration
from drivers.camera.recognise import read
from drivers.camera.tray import find_stand
from hil.camera.table import FLAT, Table

ROLLS = 12
TURNS = 60
NEAR = 1.1  # pips of one die are nearer than this many times a third of its edge


def blobs(frame: Picture) -> list[int]:
    """The usual recipe: blur, find round blobs, put near ones together, count each heap."""
    setting = cv2.SimpleBlobDetector.Params()
    setting.filterByInertia, setting.minInertiaRatio = True, 0.6
    found = cv2.SimpleBlobDetector.create(setting).detect(cv2.medianBlur(frame, 7))
    points = np.array([one.pt for one in found], np.float32).reshape(-1, 2)
    near = np.hypot(*(points[:, None] - points[None]).transpose(2, 0, 1)) < 40 * NEAR
    heaps, left = [], set(range(len(points)))
    while left:
        heap, edge = set(), {left.pop()}
        while edge:
            one = edge.pop()
            heap.add(one)
            edge |= set(np.flatnonzero(near[one]).tolist()) & left
            left -= edge
        heaps.append(len(heap))
    return sorted(heaps)


def calibrated(table: Table) -> Calibration:
    """What a technician would have measured at this table."""
    known = Calibration(table.width, table.height, table.region, table.edge, 0.0)
    return replace(known, stand=find_stand(table.flat(), len(FLAT), known))


async def frame() -> Figure:
    """One core for both, the same frames, turn by turn."""
    table = Table()
    known = calibrated(table)
    rng = np.random.default_rng(12)
    rolls = [tuple(int(value) for value in rng.integers(1, 7, 3)) for _ in range(ROLLS)]
    frames = [table.view(dice, place)[0] for place, dice in enumerate(rolls)]
    turn = {"ours": 0, "theirs": 0}
    right = {"ours": 0, "theirs": 0}

    async def ours() -> float:
        place = turn["ours"] = (turn["ours"] + 1) % ROLLS
        started = time.process_time()
        reading = read(frames[place], 3, known)
        took = time.process_time() - started
        right["ours"] += reading.faces == tuple(sorted(rolls[place]))
        return took

    async def theirs() -> float:
        place = turn["theirs"] = (turn["theirs"] + 1) % ROLLS
        started = time.process_time()
        found = blobs(frames[place])
        took = time.process_time() - started
        right["theirs"] += found == sorted(rolls[place])
        return took

    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        figure = await compare(ours, theirs, TURNS, warm_up=ROLLS)
    finally:
        cv2.setNumThreads(threads)
    share = {who: 100 * count / (TURNS + ROLLS) for who, count in right.items()}
    note = f"{figure.note}; exact: ours {share['ours']:.0f} %, the recipe {share['theirs']:.0f} %"
    return Figure(figure.ratio, figure.ours, figure.against, note)


BENCHES = (Bench("dice.frame", "<=", 0.5, "blob detector and clustering", frame),)
