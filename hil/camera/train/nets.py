"""The networks: one finds dice, one names a face, one points at its pips, one sees how a die leans.

None shares a weight with another.
"""

from __future__ import annotations

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn
from torch.nn import functional as f

from drivers.camera.crop import CELLS


def _conv(into: int, out: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(into, out, 3, stride, 1, bias=False), nn.BatchNorm2d(out), nn.ReLU(inplace=True))


class Step(nn.Module):
    """Two convolutions beside a short cut."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = _conv(width, width)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: Tensor) -> Tensor:
        """The sum of both."""
        return f.relu(x + self.second(self.first(x)))


class Finder(nn.Module):
    """A picture to maps at a quarter of its size: is the middle of a die here, and how large is it."""

    def __init__(self) -> None:
        super().__init__()
        self.fine = nn.Sequential(_conv(3, 12, 2), _conv(12, 24, 2), _conv(24, 24))
        self.middle = nn.Sequential(_conv(24, 48, 2), Step(48))
        self.coarse = nn.Sequential(_conv(48, 64, 2), Step(64), nn.Conv2d(64, 48, 1))
        self.middle_out = nn.Sequential(_conv(48, 48), nn.Conv2d(48, 24, 1))
        self.out = nn.Sequential(_conv(24, 24), nn.Conv2d(24, 2, 1))

    def forward(self, x: Tensor) -> Tensor:
        """Two channels: the logit of a die, and the logarithm of its edge over 32 pixels."""
        fine = self.fine(x)
        middle = self.middle(fine)
        middle = self.middle_out(middle + f.interpolate(self.coarse(middle), scale_factor=2.0))
        return self.out(fine + f.interpolate(middle, scale_factor=2.0))


class Namer(nn.Module):
    """A crop to seven logits (nothing, one to six) and how far the die is from the crop's middle and size."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _conv(3, 16, 2), _conv(16, 24), _conv(24, 48, 2), Step(48), _conv(48, 80, 2), Step(80), _conv(80, 112, 2)
        )  # fmt: skip
        self.head = nn.Sequential(nn.Flatten(), nn.Dropout(0.2), nn.Linear(112 * 16, 96), nn.ReLU(), nn.Linear(96, 10))

    def forward(self, x: Tensor) -> Tensor:
        """Ten numbers."""
        return self.head(self.body(x))


class Pointer(nn.Module):
    """A crop to maps at half its size: is the middle of a pip of the upper face here, does this belong to that face."""

    def __init__(self) -> None:
        super().__init__()
        self.fine = nn.Sequential(_conv(3, 16, 2), _conv(16, 24))
        self.middle = nn.Sequential(_conv(24, 40, 2), _conv(40, 40))
        self.coarse = nn.Sequential(_conv(40, 72, 2), Step(72), nn.Conv2d(72, 40, 1))
        self.middle_out = nn.Sequential(_conv(40, 40), nn.Conv2d(40, 24, 1))
        self.out = nn.Sequential(_conv(24, 24), nn.Conv2d(24, 2, 1))

    def forward(self, x: Tensor) -> Tensor:
        """Two channels of logits."""
        fine = self.fine(x)
        middle = self.middle(fine)
        middle = self.middle_out(middle + f.interpolate(self.coarse(middle), scale_factor=2.0))
        return self.out(fine + f.interpolate(middle, scale_factor=2.0))


class Leaner(nn.Module):
    """A wide crop to a map of logits: how far the top of its die is from the bottom, across and down."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _conv(3, 16, 2), _conv(16, 32), _conv(32, 48, 2), Step(48), _conv(48, 80, 2), Step(80), _conv(80, 112, 2)
        )  # fmt: skip
        self.head = nn.Sequential(nn.Flatten(), nn.Linear(112 * 16, 112), nn.ReLU(), nn.Linear(112, CELLS * CELLS))

    def forward(self, x: Tensor) -> Tensor:
        """A logit a cell, row by row."""
        return self.head(self.body(x))


def leaner_loss(answer: Tensor, stands: Tensor) -> Tensor:
    """Only dice that show whole are asked."""
    return f.cross_entropy(answer, stands, reduction="sum") / stands.sum().clamp(min=1)


def namer_loss(answer: Tensor, value: Tensor, off: Tensor) -> Tensor:
    """Right names, and the right place for what has one."""
    there = (value > 0).float()[:, None]
    place = f.smooth_l1_loss(answer[:, 7:] * there, off * there, beta=0.1, reduction="sum") / there.sum().clamp(min=1)
    return f.cross_entropy(answer[:, :7], value) + 1.5 * place


def pointer_loss(answer: Tensor, pips: Tensor, face: Tensor) -> Tensor:
    """Few cells are pips: they weigh more."""
    points = f.binary_cross_entropy_with_logits(answer[:, 0], pips, weight=1 + 14 * pips)
    return 4 * points + 0.4 * f.binary_cross_entropy_with_logits(answer[:, 1], face)


def finder_loss(answer: Tensor, bumps: Tensor, sizes: Tensor, asked: Tensor) -> Tensor:
    """Few cells are dice: they weigh more; a size is asked only where one is."""
    there = asked.float()
    places = f.binary_cross_entropy_with_logits(answer[:, 0], bumps, weight=1 + 19 * bumps)
    size = (f.smooth_l1_loss(answer[:, 1], sizes, beta=0.1, reduction="none") * there).sum() / there.sum().clamp(min=1)
    return 6 * places + 0.5 * size


def export(net: nn.Module, sample: Tensor, path: str) -> None:
    """An ONNX file that takes any number of crops, or a picture of any size."""
    net.eval()
    axes = {0: "n"} if sample.shape[-1] == sample.shape[-2] == 64 else {2: "h", 3: "w"}
    with torch.no_grad():
        torch.onnx.export(
            net, (sample,), path, input_names=["x"], output_names=["y"], dynamic_axes={"x": axes, "y": axes},
            opset_version=13, dynamo=False,
        )  # fmt: skip
    _halve(path)


def _halve(path: str) -> None:
    """Its weights with 16 bits: half the file, and cv2.dnn makes 32 of them again."""
    made = onnx.load(path)
    for tensor in made.graph.initializer:
        if tensor.data_type == onnx.TensorProto.FLOAT:
            weights = numpy_helper.to_array(tensor).astype(np.float16)
            tensor.CopyFrom(numpy_helper.from_array(weights, tensor.name))
    onnx.save(made, path)
