"""Where pictures come from: a UVC device by its path, an MJPEG stream over HTTP, or files.

Everything here may block for ever; it runs in a thread of a process that can be killed.
"""

from __future__ import annotations

import errno
import os
import stat
import time
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from drivers.camera.limits import FILE, PIXELS
from drivers.camera.measure import Picture
from drivers.camera.mjpeg import Parts
from drivers.camera.picture import SizeRefused, decode
from drivers.faults import Fault, FaultError

GARBLED = 3  # parts in a row that are no picture: it is no camera
VIDEO_MAJOR = 81  # video4linux
FILES_A_SECOND = 10.0
SUFFIXES = {".jpg", ".jpeg", ".png", ".bmp"}
FAULT_OF_ERRNO = {
    errno.EACCES: Fault.CAMERA_NO_ACCESS,
    errno.EPERM: Fault.CAMERA_NO_ACCESS,
    errno.EBUSY: Fault.CAMERA_BUSY,
}


class Source(Protocol):
    """Pictures, one after the other."""

    def read(self) -> Picture | None:
        """The next one; None: there are no more."""

    def gone(self) -> bool:
        """What it was opened as is no longer there, whatever `read` says."""

    def close(self) -> None:
        """Releases the device or the connection."""


def open_source(source: str) -> Source:
    """CAMERA_ABSENT and its neighbours if it cannot be opened."""
    if source.startswith(("http://", "https://")):
        return _Stream(source)
    if source.startswith("/dev/"):
        return _Uvc(source)
    path = Path(source)
    if not path.exists():
        raise FaultError(Fault.CAMERA_ABSENT, source)
    if path.is_dir() or path.suffix.lower() in SUFFIXES:
        found = sorted(each for each in path.iterdir() if each.suffix.lower() in SUFFIXES) if path.is_dir() else [path]
        return _Files(found)
    return _Film(source)


class _Captured:
    """What OpenCV's VideoCapture gives."""

    def __init__(self, source: str, api: int) -> None:
        self._capture = cv2.VideoCapture(source, api)
        if not self._capture.isOpened():
            raise FaultError(Fault.CAMERA_ABSENT, source)

    def read(self) -> Picture | None:
        good, picture = self._capture.read()
        return np.asarray(picture, np.uint8) if good and picture is not None and picture.size else None

    def gone(self) -> bool:
        return False

    def close(self) -> None:
        self._capture.release()


class _Stream:
    """MJPEG over HTTP, as the sensor sees it: a picture that claims to stand on its head is not turned."""

    def __init__(self, url: str) -> None:
        self._url, self._parts = url, Parts(url)

    def read(self) -> Picture | None:
        for _ in range(GARBLED):
            data = self._parts.next()
            if data is None:
                return None
            try:
                return decode(data, PIXELS, cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION)
            except SizeRefused as size:
                raise FaultError(Fault.CAMERA_SIZE, f"{self._url}: {size}") from size
            except ValueError:
                continue
        raise FaultError(Fault.CAMERA_GARBLED, self._url)

    def gone(self) -> bool:
        return False

    def close(self) -> None:
        self._parts.close()


class _Uvc(_Captured):
    """A camera on USB: what stands behind the path is remembered, because `read` may succeed after an unplug."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._device = _device(path)
        try:
            super().__init__(path, cv2.CAP_V4L2)
        except FaultError as error:  # it is there, and many may open it; but only one gets pictures
            raise FaultError(Fault.CAMERA_BUSY, path) from error
        self._capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, 1280)
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, 720)
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)

    def gone(self) -> bool:
        try:
            return _identity(self._path) != self._device
        except OSError:
            return True


class _Film(_Captured):
    """A file with a film in it, at its own speed."""

    def __init__(self, path: str) -> None:
        super().__init__(path, cv2.CAP_ANY)
        self._pause = 1 / (self._capture.get(cv2.CAP_PROP_FPS) or FILES_A_SECOND)

    def read(self) -> Picture | None:
        time.sleep(self._pause)
        return super().read()


class _Files:
    """Single pictures, in the order of their names."""

    def __init__(self, paths: list[Path]) -> None:
        self._paths = iter(paths)

    def read(self) -> Picture | None:
        time.sleep(1 / FILES_A_SECOND)
        path = next(self._paths, None)
        if path is None:
            return None
        try:
            with path.open("rb") as file:
                return decode(file.read(FILE), PIXELS)
        except SizeRefused as size:
            raise FaultError(Fault.CAMERA_SIZE, f"{path}: {size}") from size
        except ValueError as error:
            raise FaultError(Fault.CAMERA_GARBLED, f"{path}: not a picture") from error

    def gone(self) -> bool:
        return False

    def close(self) -> None:
        self._paths = iter(())


def _identity(path: str) -> tuple[int, int]:
    found = Path(path).stat()
    return found.st_rdev, found.st_ino


def _device(path: str) -> tuple[int, int]:
    """Opened once by ourselves, since OpenCV does not say why it cannot."""
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise FaultError(FAULT_OF_ERRNO.get(error.errno or 0, Fault.CAMERA_ABSENT), path) from error
    try:
        found = os.fstat(descriptor)
    finally:
        os.close(descriptor)
    if not stat.S_ISCHR(found.st_mode) or os.major(found.st_rdev) != VIDEO_MAJOR:
        raise FaultError(Fault.CAMERA_ABSENT, f"{path}: not a camera")
    return _identity(path)
