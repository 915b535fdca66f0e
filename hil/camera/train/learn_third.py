"""`make train ONLY=third`: the third pair learns as third.py says, and is written to drivers/camera/nets."""

from __future__ import annotations

import multiprocessing
import tempfile
from pathlib import Path

from drivers.camera.networks import HOME
from hil.camera.shiny import shiny
from hil.camera.train import recipe, third
from hil.camera.train.data import fancy, scene
from hil.camera.train.learn import learn
from hil.camera.train.store import render_shard

DRAWN = {"fancy": fancy, "scenes": scene, "shiny": shiny}


def study(name: str, home: Path) -> None:
    """One network learns like the first of its kind, from other pictures; in a process of its own."""
    recipe.LEARN_FROM[name] = third.LEARN_FROM
    recipe.SHARDS.update(third.SHARDS)
    learn(name, home, home, third.STEPS[name], third.SEED, 1)
    (home / f"{name}.onnx").replace(HOME / f"{name}3.onnx")


def main() -> None:
    """Everything, from nothing, or with the pictures of the same recipe."""
    home = Path(tempfile.gettempdir()) / f"croupier-third-{third.digest()[:12]}"
    shards = [(pictures, shard) for pictures, count in third.SHARDS.items() for shard in range(count)]
    for pictures in third.SHARDS:
        (home / pictures).mkdir(parents=True, exist_ok=True)
    processes = multiprocessing.get_context("spawn")
    with processes.Pool(2) as rendering:
        jobs = [(home / pictures, third.SEED * 10_000_000, shard, DRAWN[pictures]) for pictures, shard in shards]
        rendering.starmap(render_shard, jobs, 1)
    learning = [processes.Process(target=study, args=(name, home), daemon=True) for name in third.STEPS]
    for one in learning:
        one.start()
    for one in learning:
        one.join()
        if one.exitcode:
            raise SystemExit(f"a network did not learn: it ended with {one.exitcode}")
    third.write()


if __name__ == "__main__":
    main()
