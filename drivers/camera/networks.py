"""The networks that look at dice: one finds them, one names a face, one points at its pips, one sees how a die stands.

A calibrated tray has its own. Where nothing is known of the place, a second one names, a second one points, and the
sorter sees whether dice lie there at all, and are seen from above; what these cannot tell, a third pair looks at.

`hil/camera/train` made them from rendered scenes; nets/recipe.json, sorter.json and third.json say from what exactly.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from drivers.camera.crop import CELLS, Array, Picture, batch, crop
from drivers.camera.sorting import SEEN, Sort, blob, pair

HOME = Path(__file__).with_name("nets")
NAMES = (
    "finder",
    "leaner",
    "namer",
    "namer2",
    "pointer",
    "pointer2",
    "tray_finder",
    "tray_namer",
    "tray_pointer",
)
SORTER = "sorter"  # it has a recipe of its own
THIRD = ("namer3", "pointer3")  # and so have these
ENGINE = cv2.dnn.ENGINE_CLASSIC  # of OpenCV 5's engines the quickest by a quarter with networks as small as these
STRIDE = 4  # pixels to a cell of the finder's map
BLOCK = 16  # its pictures are whole numbers of these
UNIT = 32.0  # an edge whose logarithm it calls 0
FAINT = 0.12  # less than this is no die
LONG_SIDE = 640  # pixels: how large a picture is looked through
PASSES = (1.0, 0.42, 0.19)  # of that, for small dice, for large ones, and for those that fill the picture
Ways = tuple[tuple[int, int], ...]  # quarter turns, and the columns' order
EIGHT: Ways = tuple((turns, mirror) for mirror in (1, -1) for turns in range(4))  # to turn and mirror a square
BOTH: Ways = ((0, 1), (0, -1))
PLAIN: Ways = ((0, 1),)


class Spot(NamedTuple):
    """Where a die may be."""

    x: float
    y: float
    edge: float
    heat: float


@dataclass(frozen=True, slots=True)
class Readers:
    """Two that read a face, each in its way."""

    namer: cv2.dnn.Net
    pointer: cv2.dnn.Net

    def name(self, crops: list[Picture]) -> tuple[Array, Array]:
        """The chances of (nothing, 1 … 6) for each crop, and where its die really is: x, y in edges, log size."""
        self.namer.setInput(batch(crops))
        answer = np.asarray(self.namer.forward(), np.float32)
        powers = np.exp(answer[:, :7] - answer[:, :7].max(axis=1, keepdims=True))
        return powers / powers.sum(axis=1, keepdims=True), answer[:, 7:]

    def point(self, crops: list[Picture], ways: Ways = PLAIN) -> Array:
        """For each crop two maps at half its size: a pip's middle, the upper face; their mean in these ways."""
        self.pointer.setInput(batch(_turned(crops, ways)))
        return _turned_back(_chance(np.asarray(self.pointer.forward())), ways)


@dataclass(frozen=True, slots=True)
class Eyes:
    """One that finds dice, and those that read each of them; several learnt from different pictures."""

    finder: cv2.dnn.Net
    readers: tuple[Readers, ...]
    sorter: cv2.dnn.Net | None = None  # a tray has none: how dice stand there is known
    once_more: tuple[Readers, ...] = ()  # who looks again at what `readers` cannot tell

    def find(self, picture: Picture, scale: float = 1.0) -> list[Spot]:
        """Everything that may be a die of 15 to 80 pixels once the picture is shrunk to `scale`, the hottest first."""
        scale = min(scale, 1.0)
        small = shrunk(picture, scale)
        height, width = small.shape[:2]
        padded = cv2.copyMakeBorder(small, 0, -height % BLOCK, 0, -width % BLOCK, cv2.BORDER_REPLICATE)
        self.finder.setInput(cv2.dnn.blobFromImage(padded, 1 / 255, mean=(127.5, 127.5, 127.5)))
        answer = np.asarray(self.finder.forward())[0]
        heat, sizes = _chance(answer[0]), answer[1]
        spots = []
        for x, y, at in peaks(heat, FAINT, 2):
            edge = UNIT * math.exp(float(np.clip(sizes[at], -1.2, 1.2)))
            left, top = (x + 0.5) * STRIDE, (y + 0.5) * STRIDE
            spots.append(Spot(left / scale, top / scale, edge / scale, float(heat[at])))
        return apart(spots)

    def proposed(self, frame: Picture) -> list[Spot]:
        """Where dice may be in a picture of which nothing is known, in its pixels."""
        whole = min(LONG_SIDE / max(frame.shape[:2]), 1.0)
        return apart([spot for part in PASSES for spot in self.find(frame, whole * part)])

    def placed(self, frame: Picture, spots: list[Spot]) -> tuple[list[Spot], Array]:
        """The spots, set right by the namers, and what each of these says of each spot at first sight."""
        found = [crop(frame, one.x, one.y, one.edge) for one in spots]
        named = [one.name(found) for one in self.readers]
        first, off = (np.mean(part, axis=0) for part in zip(*named, strict=True))
        right = [_set_right(*one) for one in zip(spots, first, off, strict=True)]
        return right, np.stack([quick for quick, _ in named])

    def sorts(self, frame: Picture, spots: list[Spot]) -> list[Sort]:
        """What lies at each spot, in the mean of the picture and its mirror image."""
        if self.sorter is None or not spots:
            return [SEEN] * len(spots)
        pairs = np.stack([pair(frame, one.x, one.y, one.edge) for one in spots])
        self.sorter.setInput(blob(np.concatenate([pairs, pairs[:, :, :, ::-1]])))
        answer = np.asarray(self.sorter.forward(), np.float32)
        powers = np.exp(answer - answer.max(axis=1, keepdims=True))
        both = (powers / powers.sum(axis=1, keepdims=True)).reshape(2, len(spots), -1).mean(axis=0)
        return [Sort(*(float(chance) for chance in one)) for one in both]


@dataclass(frozen=True, slots=True)
class Networks:
    """All networks, loaded; not for two threads at once."""

    anywhere: Eyes
    tray: Eyes
    leaner: cv2.dnn.Net

    def stands(self, crops: list[Picture], ways: Ways = PLAIN) -> Array:
        """For each wide crop a map (CELLS × CELLS): the logarithm of the chance that its die stands so, against the
        likeliest way. Its columns are how far the top of a die is from its bottom across, its rows down."""
        self.leaner.setInput(batch(_turned(crops, ways)))
        maps = _turned_back(np.asarray(self.leaner.forward(), np.float32).reshape(-1, CELLS, CELLS), ways)
        return np.asarray(maps - maps.max(axis=(1, 2), keepdims=True))


def _set_right(spot: Spot, chances: Array, off: Array) -> Spot:
    """The namer knows better than the finder where the die is and how large."""
    if chances[0] > 0.8:
        return spot
    across, down, size = (float(part) for part in np.clip(off, -0.4, 0.4))
    return Spot(spot.x + across * spot.edge, spot.y + down * spot.edge, spot.edge * math.exp(size), spot.heat)


def peaks(heat: Array, least: float, power: int = 1) -> Iterator[tuple[float, float, tuple[int, int]]]:
    """Where a map is hotter than all around, and hotter than that: x and y between its cells, and the cell."""
    tops = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > least)
    for row, column in zip(*np.nonzero(tops), strict=True):
        top, left = max(row - 1, 0), max(column - 1, 0)
        around = heat[top : row + 2, left : column + 2] ** power
        rows, columns = np.indices(around.shape)
        x, y = (float((around * places).sum() / around.sum()) for places in (columns, rows))
        yield x + left, y + top, (int(row), int(column))


def shrunk(picture: Picture, scale: float) -> Picture:
    """Makes a picture smaller; never larger."""
    if scale >= 1:
        return picture
    size = max(round(picture.shape[1] * scale), 1), max(round(picture.shape[0] * scale), 1)
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def apart(spots: list[Spot]) -> list[Spot]:
    """The hottest of those that lie on one another."""
    kept: list[Spot] = []
    for spot in sorted(spots, key=lambda one: -one.heat):
        if all(math.hypot(spot.x - one.x, spot.y - one.y) > 0.55 * min(spot.edge, one.edge) for one in kept):
            kept.append(spot)
    return kept


def _turned(crops: list[Picture], ways: Ways) -> list[Picture]:
    """Turns and mirrors every crop in each of these ways."""
    return [np.rot90(one, turns)[:, ::mirror] for turns, mirror in ways for one in crops]


def _turned_back(maps: Array, ways: Ways) -> Array:
    """The mean of what was said of every crop, each map turned back as its crop was."""
    each = maps.reshape(len(ways), -1, *maps.shape[1:])
    back = [np.rot90(some[..., ::mirror], -turns, (-2, -1)) for some, (turns, mirror) in zip(each, ways, strict=True)]
    return np.asarray(np.mean(back, axis=0))


def _chance(logits: Array) -> Array:
    return np.asarray(1 / (1 + np.exp(-np.clip(logits, -30, 30))))


def load(home: Path) -> Networks:
    """Loads the nine networks from a directory."""
    nets = {name: cv2.dnn.readNetFromONNX(str(home / f"{name}.onnx"), ENGINE) for name in NAMES}
    first, second, tray = (
        Readers(nets[namer], nets[pointer])
        for namer, pointer in (("namer", "pointer"), ("namer2", "pointer2"), ("tray_namer", "tray_pointer"))
    )
    return Networks(Eyes(nets["finder"], (first, second)), Eyes(nets["tray_finder"], (tray,)), leaner=nets["leaner"])


def with_sorter(eyes: Eyes, home: Path) -> Eyes:
    """The same with the sorter of a directory."""
    return replace(eyes, sorter=cv2.dnn.readNetFromONNX(str(home / f"{SORTER}.onnx"), ENGINE))


def reader(home: Path, names: tuple[str, str]) -> Readers:
    """A namer and a pointer of a directory."""
    namer, pointer = (cv2.dnn.readNetFromONNX(str(home / f"{name}.onnx"), ENGINE) for name in names)
    return Readers(namer, pointer)


@cache
def networks() -> Networks:
    """Returns the networks, loaded once in a process."""
    nine = load(HOME)
    eyes = with_sorter(nine.anywhere, HOME)
    return replace(nine, anywhere=replace(eyes, once_more=(eyes.readers[0], reader(HOME, THIRD))))
