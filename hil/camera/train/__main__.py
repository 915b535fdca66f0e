"""`make train`: renders pictures, lets nine networks learn from them, writes drivers/camera/nets.

Two processes render, one learns each network, all at once: two and a half hours on two quiet cores. The same seed gives
the same pictures and the same order everywhere, hence the same networks but for the last digits of a processor's
arithmetic.
`make train ONLY=leaner` leaves the others as they are.
"""

from __future__ import annotations

import multiprocessing
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from drivers.camera.networks import HOME
from hil.camera.train.data import Scene, fancy, scene
from hil.camera.train.learn import learn
from hil.camera.train.recipe import LEARN_FROM, SEED, SHARDS, STEPS, digest, write
from hil.camera.train.store import render_shard
from hil.camera.train.trays import clear, tray

FIRST = SEED * 10_000_000
DRAWN: dict[str, Callable[[int], Scene]] = {"clear": clear, "fancy": fancy, "scenes": scene, "trays": tray}


def main(names: list[str]) -> None:
    """Everything, from nothing, or from where the same recipe was interrupted."""
    home = Path(tempfile.gettempdir()) / f"croupier-train-{digest()[:12]}"  # another recipe begins anew
    learning_now = names or list(STEPS)
    sets = sorted({pictures for name in learning_now for pictures in LEARN_FROM[name]})
    for pictures in sets:
        (home / pictures).mkdir(parents=True, exist_ok=True)
    processes = multiprocessing.get_context("spawn")
    with processes.Pool(2) as rendering:
        made = [
            rendering.apply_async(render_shard, (home / pictures, FIRST, shard, DRAWN[pictures]))
            for shard in range(max(SHARDS.values()))
            for pictures in sets
            if shard < SHARDS[pictures]
        ]
        learning = [
            processes.Process(target=learn, args=(name, home, HOME, STEPS[name], SEED, 1), name=name, daemon=True)
            for name in learning_now
        ]
        for one in learning:
            one.start()
        for shard in made:
            shard.get()
        for one in learning:
            one.join()
            if one.exitcode:
                raise SystemExit(f"a network did not learn: {one.name} ended with {one.exitcode}")
    write()


if __name__ == "__main__":
    main(sys.argv[1:])
