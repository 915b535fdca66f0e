"""`make train`: renders scenes, lets four networks learn from them, writes drivers/camera/nets.

Two processes render, one learns each network, all at once; an hour on a few quiet cores. The same seed gives the same
scenes and the same order everywhere, hence the same networks but for the last digits of a processor's arithmetic.
"""

from __future__ import annotations

import multiprocessing
import tempfile
from pathlib import Path

from drivers.camera.networks import HOME
from hil.camera.train.learn import learn
from hil.camera.train.recipe import SEED, SHARDS, STEPS, digest, write
from hil.camera.train.store import render_shard

SCENES = SEED * 10_000_000


def main() -> None:
    """Everything, from nothing, or from where the same recipe was interrupted."""
    home = Path(tempfile.gettempdir()) / f"croupier-train-{digest()[:12]}"  # another recipe begins anew
    home.mkdir(exist_ok=True)
    processes = multiprocessing.get_context("spawn")
    with processes.Pool(2) as rendering:
        made = [rendering.apply_async(render_shard, (home, SCENES, shard)) for shard in range(SHARDS)]
        learning = [
            processes.Process(target=learn, args=(name, home, HOME, steps, SHARDS, SEED, 1), daemon=True)
            for name, steps in STEPS.items()
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
    main()
