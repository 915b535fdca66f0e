"""What the driver and its child say to each other: eight bytes of lengths, JSON, then pictures (JPEG).

Both directions are bounded, in length and in every field: whoever gets more than that is not talking to the other end.
The child has seen what strangers send, so what it says is checked like anybody's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from struct import Struct
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import AfterValidator, Field, TypeAdapter

from drivers.camera.reading import Die, Reason
from drivers.faults import Fault

HEADER = Struct(">II")  # how long the JSON is, how long the pictures are
MOST_JSON = 64 * 1024
MOST_PICTURES = 32 * 1024 * 1024
MOST_EVIDENCE = 12 * 1024 * 1024  # of them, with what a look came to: these go to the disk
MOST_FRAMES = 8  # that may be asked to agree
MOST_DICE = 12
DETAIL = 1000  # letters


def _of_the_camera(fault: Fault) -> Fault:
    if not fault.startswith("CAMERA_"):
        raise ValueError("it is not the camera's to tell")
    return fault


CameraFault = Annotated[Fault, AfterValidator(_of_the_camera)]
Natural = Annotated[int, Field(ge=0, lt=1 << 53)]
Measured = Annotated[float, Field(ge=0, lt=1e9)]  # neither infinite nor no number


# -- to the child -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Begin:
    """The first message: what to look through."""

    source: str
    calibration: str | None  # a file; None: only pictures are wanted
    frames: int  # that must say the same
    told: tuple[Die, ...] = ()  # the dice that were last told: as they lay, they are no new roll
    kind: Literal["begin"] = "begin"


@dataclass(frozen=True, slots=True)
class Look:
    """Read so many dice as soon as they lie still; what comes of it carries the number."""

    number: int
    count: int
    within: float  # seconds
    anew: bool = False  # also as they lay when they were last told: it is no roll that is read
    kind: Literal["look"] = "look"


@dataclass(frozen=True, slots=True)
class Forget:
    """Nobody wants to know any more."""

    kind: Literal["forget"] = "forget"


@dataclass(frozen=True, slots=True)
class Snap:
    """The newest pictures, so many different ones, without loss."""

    count: int
    kind: Literal["snap"] = "snap"


# -- from the child ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Condition:
    """How the picture is, against the calibration."""

    light: Measured  # 1: as bright as then
    focus: Measured | None  # 1: as sharp as then; None: it has no marks
    shift: Measured | None  # pixels; None: no mark is seen


@dataclass(frozen=True, slots=True)
class CameraState:
    """Told twice a second, and when the fault changes."""

    frames: Natural  # different ones, since the beginning
    rate: Measured  # a second
    width: Natural
    height: Natural
    still: bool
    fault: CameraFault | None  # None: pictures come, and they are as they were when the camera was calibrated
    detail: Annotated[str, Field(max_length=DETAIL)]
    condition: Condition | None
    kind: Literal["state"] = "state"


@dataclass(frozen=True, slots=True)
class Lost:
    """Why the child ends: its last message."""

    fault: CameraFault
    detail: Annotated[str, Field(max_length=DETAIL)]
    kind: Literal["lost"] = "lost"


@dataclass(frozen=True, slots=True)
class Seen:
    """Every frame at rest said the same; they follow as pictures."""

    look: Natural
    dice: Annotated[tuple[Die, ...], Field(max_length=MOST_DICE)]  # from left to right
    kind: Literal["seen"] = "seen"


@dataclass(frozen=True, slots=True)
class Unread:
    """Nobody can tell; the last frame follows as a picture, if there is one."""

    look: Natural
    reason: Reason | CameraFault
    kind: Literal["unread"] = "unread"


@dataclass(frozen=True, slots=True)
class Snapped:
    """The pictures that were wanted (PNG)."""

    kind: Literal["snapped"] = "snapped"


ToChild = Begin | Look | Forget | Snap
FromChild = CameraState | Lost | Seen | Unread | Snapped
TO_CHILD: TypeAdapter[ToChild] = TypeAdapter(Annotated[ToChild, Field(discriminator="kind")])
FROM_CHILD: TypeAdapter[FromChild] = TypeAdapter(Annotated[FromChild, Field(discriminator="kind")])


class Belong(NamedTuple):
    """The pictures that follow a message."""

    fewest: int
    most: int  # bytes
    begin: bytes = b""


BELONG: dict[type[FromChild], Belong] = {
    CameraState: Belong(0, 0),
    Lost: Belong(0, 0),
    Seen: Belong(1, MOST_EVIDENCE, b"\xff\xd8\xff"),
    Unread: Belong(0, MOST_EVIDENCE, b"\xff\xd8\xff"),
    Snapped: Belong(1, MOST_PICTURES, b"\x89PNG"),
}


class Lengths(NamedTuple):
    """What follows a header."""

    text: int
    pictures: int


def lengths(header: bytes) -> Lengths:
    """ValueError if nobody could mean them."""
    found = Lengths(*HEADER.unpack(header))
    if not 0 < found.text <= MOST_JSON or found.pictures > MOST_PICTURES:
        raise ValueError(f"a message of {found.text} and {found.pictures} bytes")
    return found


def pack(message: ToChild | FromChild, pictures: Sequence[bytes] = ()) -> bytes:
    """One message; each picture with its own length before it."""
    adapter: TypeAdapter[Any] = TO_CHILD if isinstance(message, ToChild) else FROM_CHILD
    text = adapter.dump_json(message)
    follow = b"".join(len(picture).to_bytes(4, "big") + picture for picture in pictures)
    header = HEADER.pack(len(text), len(follow))
    lengths(header)
    return header + text + follow


def unpack_pictures(message: FromChild, data: bytes) -> tuple[bytes, ...]:
    """ValueError if they do not end where they should, or do not belong to the message."""
    belong = BELONG[type(message)]
    pictures: list[bytes] = []
    at = 0
    while at < len(data):
        if len(pictures) == MOST_FRAMES:
            raise ValueError("more pictures than anybody asked for")
        size = int.from_bytes(data[at : at + 4], "big")
        if at + 4 + size > len(data):
            raise ValueError("a picture is longer than its message")
        pictures.append(data[at + 4 : at + 4 + size])
        at += 4 + size
    if len(pictures) < belong.fewest or not all(picture.startswith(belong.begin) for picture in pictures):
        raise ValueError(f"{len(pictures)} pictures do not belong to {message.kind}")
    return tuple(pictures)


def read_order(read: Callable[[int], bytes]) -> ToChild | None:
    """The next order from a blocking stream; None at its end. ValueError if it is not one."""
    header = read(HEADER.size)
    if len(header) < HEADER.size:
        return None
    size = lengths(header)
    text = read(size.text)
    return TO_CHILD.validate_json(text) if len(text) == size.text else None
