"""The dice camera of a table."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import urlsplit

from pydantic import Field, StringConstraints, field_validator

from daemon.settings.section import DeviceSection
from daemon.text.details import Because


class Camera(DeviceSection):
    """The dice camera, and the pictures that it keeps."""

    KIND = "camera"
    source: Annotated[str, StringConstraints(pattern=r"^(/|https?://)\S+$")]
    calibration: str = ""  # "": beside the journal
    frames: Annotated[int, Field(ge=2, le=8)] = 3  # at rest, that must say the same
    keep_days: Annotated[int, Field(ge=1)] = 90  # then pictures that decided a roll go, if they were exported
    apart: bool = False  # each die lies in a place of its own, from left to right

    @field_validator("source")
    @classmethod
    def _stable(cls, source: str) -> str:
        if source.startswith("/dev/video"):
            raise ValueError(Because.PATH_CHANGES())
        urlsplit(source).port  # noqa: B018 - ValueError if it is no address
        return source


SECTION = Camera
