"""`make train ONLY=sorter`: the sorter learns from the pictures of sorting.py; it is written to drivers/camera/nets."""

from __future__ import annotations

import multiprocessing
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional as f

from drivers.camera.crop import SIDE
from drivers.camera.networks import HOME, SORTER
from drivers.camera.sorting import Sort, blob
from hil.camera.train import sorting
from hil.camera.train.nets import Step, export
from hil.camera.train.sorting import SEED, SHARDS, STEPS

BATCH, RATE, COOLING = 96, 2e-3, 0.4
OFTEN = (0.4, 0.34, 0.26)  # how often each sort is asked
TOLD, KEPT = 100, 1000
KNOWN = Path("/proc/cpuinfo").read_text()
HALVED = "avx512_bf16" in KNOWN or "amx_bf16" in KNOWN


def _conv(into: int, out: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(into, out, 3, stride, 1, bias=False), nn.BatchNorm2d(out), nn.ReLU(inplace=True))


def made() -> nn.Module:
    """Two crops of a place, one behind the other, to three logits."""
    return nn.Sequential(
        _conv(6, 24, 2), _conv(24, 32), _conv(32, 48, 2), Step(48), _conv(48, 80, 2), Step(80), _conv(80, 96, 2),
        nn.Flatten(), nn.Dropout(0.3), nn.Linear(96 * 16, 64), nn.ReLU(), nn.Linear(64, len(Sort._fields)),
    )  # fmt: skip


def learn(home: Path, out: Path) -> None:
    """Learns, and writes `out`/sorter.onnx."""
    torch.manual_seed(SEED)
    torch.set_num_threads(1)
    net = made().to(memory_format=torch.channels_last)
    tuner = torch.optim.AdamW(net.parameters(), RATE, weight_decay=2e-3)
    kept = [np.load(home / f"{shard}.crops.npy", mmap_mode="r") for shard in range(SHARDS)]
    sorts = [np.load(home / f"{shard}.sorts.npy") for shard in range(SHARDS)]
    whose = [[np.flatnonzero(some == sort) for some in sorts] for sort in range(len(OFTEN))]
    lost: list[float] = []
    right: list[float] = []
    started = time.monotonic()
    for step in range(STEPS):
        rng = np.random.default_rng((SEED, step))
        pictures, meant = [], []
        for _ in range(BATCH):
            sort, shard = int(rng.choice(len(OFTEN), p=OFTEN)), int(rng.integers(SHARDS))
            if len(whose[sort][shard]):
                place = int(rng.choice(whose[sort][shard]))
                pictures.append(sorting.changed(rng, np.asarray(kept[shard][place])))
                meant.append(sort)
        for group in tuner.param_groups:
            group["lr"] = RATE * min(1.0, (step + 1) / 200, 0.01 + (STEPS - step) / (STEPS * COOLING))
        shown = torch.from_numpy(blob(np.stack(pictures))).to(memory_format=torch.channels_last)
        torch.manual_seed(SEED + step)
        with torch.autocast("cpu", torch.bfloat16, enabled=HALVED):
            answer = net(shown).float()
        loss = f.cross_entropy(answer, torch.tensor(meant))
        tuner.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        tuner.step()
        lost.append(float(loss.detach()))
        right.append(float((answer.argmax(1) == torch.tensor(meant)).float().mean()))
        if step % TOLD == TOLD - 1:
            speed = (step + 1) / (time.monotonic() - started)
            numbers = f"{speed:.2f}/s {np.mean(lost[-TOLD:]):.4f} {np.mean(right[-TOLD:]):.3f}"
            sys.stdout.write(f"{SORTER} {step + 1}/{STEPS} {numbers}\n")
            sys.stdout.flush()
        if step % KEPT == KEPT - 1 or step == STEPS - 1:
            export(net, torch.zeros(1, 6, SIDE, SIDE), str(out / f"{SORTER}.onnx"))
            net.train()


def main() -> None:
    """Everything, from nothing, or with the pictures of the same recipe."""
    home = Path(tempfile.gettempdir()) / f"croupier-sorter-{sorting.digest()[:12]}"
    home.mkdir(exist_ok=True)
    with multiprocessing.get_context("spawn").Pool(2) as rendering:
        rendering.starmap(sorting.render_shard, [(home, shard) for shard in range(SHARDS)], 1)
    learn(home, HOME)
    sorting.write()


if __name__ == "__main__":
    main()
