"""One network learns. What it learns at a step depends on its seed alone, not on how fast the scenes are rendered."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from drivers.camera.crop import SIDE, batch
from hil.camera.train import nets
from hil.camera.train.data import (
    AS_DRAWN,
    AS_FOUND,
    ON_TRAYS,
    SCENE,
    SET_RIGHT,
    Crop,
    Scene,
    Way,
    crops,
    heat,
    maps,
    stands,
)
from hil.camera.train.recipe import LEARN_FROM, SHARDS
from hil.camera.train.store import SHARD, stored

CUTS = 5  # crops of a picture
RATE = 2e-3
COOLING = 0.35  # the last part of the steps, in which the rate falls
FIRST, EVERY = 3, 25  # shards to start with, and steps until one more is drawn from
KEPT, TOLD = 250, 50
KNOWN = Path("/proc/cpuinfo").read_text()
HALVED = "avx512_bf16" in KNOWN or "amx_bf16" in KNOWN  # elsewhere bfloat16 is made up of more steps: ten times slower

NETS: dict[str, Callable[[], nn.Module]] = {
    "finder": nets.Finder,
    "leaner": nets.Leaner,
    "namer": nets.Namer,
    "pointer": nets.Pointer,
}


def learn(name: str, home: Path, out: Path, steps: int, seed: int, threads: int) -> None:
    """Learns, and writes `out`/NAME.onnx; goes on where an earlier run stopped."""
    torch.manual_seed(seed)
    torch.set_num_threads(threads)
    kind = name.removeprefix("tray_").rstrip("2")  # another one is made like the first
    net = NETS[kind]().to(memory_format=torch.channels_last)
    tuner = torch.optim.AdamW(net.parameters(), RATE, weight_decay=1e-3)
    kept, first = home / f"{name}.pt", 0
    if kept.exists():
        state = torch.load(kept)
        first = state["step"]
        net.load_state_dict(state["net"])
        tuner.load_state_dict(state["tuner"])
    lost: list[float] = []
    started = time.monotonic()
    for step in range(first, steps):
        rng = np.random.default_rng((seed, step, len(kind)))
        ready = FIRST + step // EVERY
        drawn = [
            stored(home / pictures, int(place))
            for pictures, count in LEARN_FROM[name].items()
            for place in rng.integers(SHARD * min(SHARDS[pictures], ready), size=count)
        ]
        for group in tuner.param_groups:
            group["lr"] = rate(step, steps)
        torch.manual_seed(seed + step)
        with torch.autocast(
            "cpu", torch.bfloat16, enabled=HALVED
        ):  # twice as fast where a processor can, and nothing is lost
            loss = LOSSES[kind](rng, net, drawn, WAYS.get(name, AS_FOUND))
        tuner.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        tuner.step()
        lost.append(float(loss.detach()))
        if step % TOLD == TOLD - 1:
            speed = (step + 1 - first) / (time.monotonic() - started)
            sys.stdout.write(f"{name} {step + 1}/{steps} {speed:.2f}/s {np.mean(lost[-TOLD:]):.4f}\n")
            sys.stdout.flush()
        if step % KEPT == KEPT - 1:
            torch.save({"step": step + 1, "net": net.state_dict(), "tuner": tuner.state_dict()}, kept)
            write(name, net, out)
            net.train()
    write(name, net, out)


def rate(step: int, steps: int) -> float:
    """Warm up, stay, cool down."""
    return RATE * min(1.0, (step + 1) / 200, 0.01 + (steps - step) / (steps * COOLING))


def write(name: str, net: nn.Module, out: Path) -> None:
    """The file for cv2.dnn."""
    out.mkdir(parents=True, exist_ok=True)
    side = SCENE if name.endswith("finder") else SIDE
    nets.export(net, torch.zeros(1, 3, side, side), str(out / f"{name}.onnx"))


def _finder(rng: np.random.Generator, net: nn.Module, drawn: list[Scene], _: Way) -> Tensor:
    pictures = np.stack([one.picture for one in drawn]).transpose(0, 3, 1, 2).astype(np.float32) / 255 - 0.5
    asked = [np.stack(part) for part in zip(*map(heat, drawn), strict=True)]
    for axis in (-1, -2):  # the other way round is another scene
        if rng.random() < 0.5:
            pictures, asked = np.flip(pictures, axis), [np.flip(part, axis) for part in asked]
    blob = torch.from_numpy(pictures.copy()).to(memory_format=torch.channels_last)
    return nets.finder_loss(net(blob).float(), *(torch.from_numpy(part.copy()) for part in asked))


def _cut(rng: np.random.Generator, drawn: list[Scene], way: Way) -> tuple[list[Crop], Tensor]:
    cut = [one for each in drawn for one in crops(rng, each, CUTS, way)]
    return cut, torch.from_numpy(batch([one.picture for one in cut])).to(memory_format=torch.channels_last)


def _namer(rng: np.random.Generator, net: nn.Module, drawn: list[Scene], way: Way) -> Tensor:
    cut, blob = _cut(rng, drawn, way)
    return nets.namer_loss(
        net(blob).float(), torch.tensor([one.value for one in cut]), torch.tensor([one.off for one in cut])
    )


def _pointer(rng: np.random.Generator, net: nn.Module, drawn: list[Scene], way: Way) -> Tensor:
    cut, blob = _cut(rng, drawn, way)
    pips, face = (np.stack(part) for part in zip(*map(maps, cut), strict=True))
    return nets.pointer_loss(net(blob).float(), torch.from_numpy(pips), torch.from_numpy(face))


def _leaner(rng: np.random.Generator, net: nn.Module, drawn: list[Scene], way: Way) -> Tensor:
    cut, blob = _cut(rng, drawn, way)
    return nets.leaner_loss(net(blob).float(), torch.from_numpy(np.stack([stands(one).ravel() for one in cut])))


WAYS = {
    "leaner": SET_RIGHT,
    "namer2": AS_DRAWN,
    "pointer2": AS_DRAWN,
    "tray_namer": ON_TRAYS,
    "tray_pointer": ON_TRAYS,
}
LOSSES: dict[str, Callable[[np.random.Generator, nn.Module, list[Scene], Way], Tensor]] = {
    "finder": _finder,
    "leaner": _leaner,
    "namer": _namer,
    "pointer": _pointer,
}
