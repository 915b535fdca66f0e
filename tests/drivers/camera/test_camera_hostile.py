"""A camera that means harm, and a child that was taken over: a named fault each, and the memory that is posted."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from drivers.camera.calibrate import calibrate
from drivers.camera.calibration import dump, load
from drivers.camera.limits import ENVIRONMENT, JPEG, PIXELS, ROOM, SCANS
from drivers.camera.picture import SizeRefused, decode
from drivers.camera.reading import Die, Reason
from drivers.camera.wire import (
    BELONG,
    FROM_CHILD,
    HEADER,
    MOST_EVIDENCE,
    MOST_FRAMES,
    Begin,
    CameraState,
    Condition,
    FromChild,
    Lost,
    Seen,
    Snapped,
    Unread,
    lengths,
    pack,
    unpack_pictures,
)
from drivers.faults import Fault, FaultError
from drivers.observation import DiceUnread
from tests.drivers import PATIENCE, until
from tests.drivers.camera.test_camera import watching
from tests.drivers.camera_child import COMMAND, HEIGHT, REGION, SIDE, WIDTH, picture

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=x\r\n\r\n"
CHALLENGE = b'HTTP/1.1 401 No\r\nWWW-Authenticate: %s realm="d", nonce="n", qop="auth"\r\nContent-Length: 0\r\n\r\n'
MUCH = 1 << 30  # bytes: what a child never takes


def jpeg(shown: Any, *more: int) -> bytes:
    return bytes(cv2.imencode(".jpg", shown, more)[1])


def part(data: bytes, length: object = None) -> bytes:
    said = len(data) if length is None else length
    return b"--x\r\nContent-Type: image/jpeg\r\nContent-Length: %s\r\n\r\n%s\r\n" % (str(said).encode(), data)


def open_part(data: bytes) -> bytes:
    return b"--x\r\nContent-Type: image/jpeg\r\n\r\n%s\r\n" % data


@pytest.fixture(scope="module")
def huge() -> bytes:
    """A real one: three megabytes that become a gigabyte and more."""
    return jpeg(np.full((16_000, 16_000), 120, np.uint8))


@asynccontextmanager
async def server(
    *said: bytes, host: str = "127.0.0.1", pace: float = 0, scheme: str = ""
) -> AsyncIterator[tuple[str, list[bytes]]]:
    """Says that bit by bit to everybody, or to who has a password, then holds the line; where, and what was asked."""
    asked: list[bytes] = []
    serving: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        serving.add(asyncio.current_task())  # type: ignore[arg-type]
        try:
            asked.append(await reader.readuntil(b"\r\n\r\n"))
            known = b"Authorization: %s " % scheme.encode() in asked[-1]
            for each in said if known or not scheme else (CHALLENGE % scheme.encode(),):
                writer.write(each)
                await writer.drain()
                await asyncio.sleep(pace)
            await reader.read()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    listening = await asyncio.start_server(serve, host, 0)
    try:
        yield f"http://{host}:{listening.sockets[0].getsockname()[1]}/", asked
    finally:
        listening.close()
        for each in serving:
            each.cancel()
        await asyncio.gather(*serving, return_exceptions=True)


def frame(seed: int) -> bytes:
    return jpeg(picture(seed=seed))


def cut_off(seed: int) -> bytes:
    return frame(seed)[:-600]


def scans(many: int) -> bytes:
    """A progressive JPEG with more passes than anybody needs: the same one again and again."""
    whole = jpeg(picture(seed=1), cv2.IMWRITE_JPEG_PROGRESSIVE, 1)
    last = whole[whole.rindex(b"\xff\xda") : -2]
    return whole[:-2] + many * last + whole[-2:]


HOSTILE: dict[str, tuple[Fault, tuple[bytes, ...]]] = {
    "no_mjpeg": (Fault.CAMERA_GARBLED, (b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html>",)),
    "no_http": (Fault.CAMERA_GARBLED, (b"RTSP/1.0 200 OK\r\n\r\n",)),
    "not_for_us": (Fault.CAMERA_NO_ACCESS, (b"HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n",)),
    "not_here": (Fault.CAMERA_ABSENT, (b"HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n",)),
    "answer_line_without_end": (Fault.CAMERA_GARBLED, (b"HTTP/1.1 200 OK\r\nX: ", b"x" * 100_000)),
    "part_line_without_end": (Fault.CAMERA_GARBLED, (HEAD + b"--x\r\nX: ", b"x" * 100_000)),
    "part_head_without_end": (Fault.CAMERA_GARBLED, (HEAD + b"--x\r\n", b"X: x\r\n" * 1000)),
    "part_without_end": (Fault.CAMERA_SIZE, (HEAD + open_part(b""), bytes(2 * JPEG))),
    "no_part_begins": (Fault.CAMERA_SIZE, (HEAD, bytes(2 * JPEG))),
    "length_beyond_all": (Fault.CAMERA_SIZE, (HEAD + part(b"", 10**15),)),
    "length_below_none": (Fault.CAMERA_SIZE, (HEAD + part(b"", -1),)),
    "length_no_number": (Fault.CAMERA_GARBLED, (HEAD + part(b"", "many"),)),
    "length_too_short": (Fault.CAMERA_GARBLED, (HEAD, *(part(frame(seed), 900) for seed in range(3)))),
    "chunk_without_end": (
        Fault.CAMERA_GARBLED,
        (HEAD.replace(b"\r\n\r\n", b"\r\nTransfer-Encoding: chunked\r\n\r\n"), b"f" * 100_000),
    ),
    "cut_off": (Fault.CAMERA_GARBLED, (HEAD, *(part(cut_off(seed)) for seed in range(3)))),
    "endless_scans": (Fault.CAMERA_GARBLED, (HEAD, *(3 * [part(scans(SCANS))]))),
    "one_pixel": (Fault.CAMERA_SIZE, (HEAD + part(jpeg(np.zeros((1, 1), np.uint8))),)),
}


@pytest.mark.parametrize("attack", HOSTILE)
async def test_what_a_camera_says_in_bad_faith_has_a_name(attack: str) -> None:
    fault, said = HOSTILE[attack]
    async with server(*said) as (url, _), watching(url, None) as watched:
        await watched.fault(fault)
        assert watched.camera.detail.startswith(url)


@pytest.mark.parametrize("with_length", [True, False], ids=["length", "no_length"])
async def test_a_picture_that_would_take_all_memory_is_never_decoded(huge: bytes, with_length: bool) -> None:
    async with server(HEAD, part(huge) if with_length else open_part(huge), b"--x\r\n") as (url, _):
        words, peak = await asyncio.to_thread(ended, url)
        assert words == Lost(Fault.CAMERA_SIZE, f"{url}: 16000 x 16000")
        assert peak < MUCH
        async with watching(url, None) as watched:
            await watched.fault(Fault.CAMERA_SIZE)


async def test_memory_that_a_library_takes_unasked_is_refused_to_it(huge: bytes, tmp_path: Path) -> None:
    """A film is opened by FFmpeg, which tells nobody how large it is."""
    film = tmp_path / "film.mjpeg"
    await asyncio.to_thread(film.write_bytes, 8 * huge)
    words, peak = await asyncio.to_thread(ended, str(film))
    assert words.fault in (Fault.CAMERA_ABSENT, Fault.CAMERA_LOST, Fault.CAMERA_SIZE)
    assert peak < MUCH


async def test_memory_that_is_gone_has_a_name(tmp_path: Path) -> None:
    """Whatever took it: a child with hardly any left can decode nothing, and says so."""
    for seed in range(3):
        large = cv2.resize(picture(seed=seed), (3840, 2160))
        await asyncio.to_thread(cv2.imwrite, str(tmp_path / f"{seed}.jpg"), large)
    script = (
        "import runpy, threading; from drivers.camera import limits\n"
        "limits.ROOM = 20 << 20; threading.stack_size(1 << 20)\n"
        "runpy.run_module('tests.drivers.camera_child', run_name='__main__')"
    )
    async with watching(str(tmp_path), None, (sys.executable, "-c", script)) as watched:
        await watched.fault(Fault.CAMERA_SIZE)


def ended(source: str) -> tuple[Lost, int]:
    """The last words of a real child, and how many bytes it took at most."""
    environment = {**os.environ, **ENVIRONMENT, "OPENCV_LOG_LEVEL": "ERROR", "OPENCV_FFMPEG_LOGLEVEL": "-8"}
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(pack(Begin(source, None, 3)))
        child.stdin.flush()
        message: FromChild | None = None
        while not isinstance(message, Lost):
            size = lengths(child.stdout.read(HEADER.size))
            message = FROM_CHILD.validate_json(child.stdout.read(size.text))
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = status
        return message, used.ru_maxrss * 1024


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_a_camera_leads_nobody_to_another_host(status: int) -> None:
    async with server(HEAD, part(frame(1)), host="127.0.0.2") as (there, asked):
        said = f"HTTP/1.1 {status} Elsewhere\r\nLocation: {there}\r\nContent-Length: 0\r\n\r\n".encode()
        async with server(said) as (url, _), watching(url, None) as watched:
            await watched.fault(Fault.CAMERA_REDIRECTED)
            assert watched.camera.detail == f"{url} → {there}"
        assert asked == []


async def test_nor_does_a_playlist(tmp_path: Path) -> None:
    async with server(HEAD, part(frame(1)), host="127.0.0.2") as (there, asked):
        playlist = f"#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n{there}a.ts\n#EXT-X-ENDLIST\n".encode()
        kind = b"HTTP/1.1 200 OK\r\nContent-Type: application/vnd.apple.mpegurl\r\nContent-Length: %d\r\n\r\n"
        async with server(kind % len(playlist) + playlist) as (url, _), watching(url, None) as watched:
            await watched.fault(Fault.CAMERA_GARBLED)
        film = tmp_path / "film.m3u8"
        film.write_bytes(playlist)
        async with watching(str(film), None) as watched:
            await watched.fault(Fault.CAMERA_ABSENT, Fault.CAMERA_LOST)
        assert asked == []


async def test_a_camera_that_trickles_is_stuck() -> None:
    said = HEAD + b"--x\r\nContent-Length: 100000\r\n\r\n", *(1000 * [b"\xff"])
    async with server(*said, pace=0.05) as (url, _), watching(url, None) as watched:
        await watched.fault(Fault.CAMERA_STUCK)


def oriented(data: bytes) -> bytes:
    """It says that it lies on its side."""
    tag = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"
    exif = b"Exif\0\0" + tag
    return data[:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif + data[2:]


STRANGE: dict[str, Callable[[int], bytes]] = {
    "grey": lambda seed: jpeg(cv2.cvtColor(picture(seed=seed), cv2.COLOR_BGR2GRAY)),
    "progressive": lambda seed: jpeg(picture(seed=seed), cv2.IMWRITE_JPEG_PROGRESSIVE, 1),
    "oriented": lambda seed: oriented(frame(seed)),
    "filled": lambda seed: frame(seed)[:2] + b"\xff\xff\xff" + frame(seed)[2:],
}


@pytest.mark.parametrize("kind", STRANGE)
@pytest.mark.parametrize("with_length", [True, False], ids=["length", "no_length"])
async def test_pictures_that_are_only_strange_are_taken_as_they_are(kind: str, with_length: bool) -> None:
    said = [(part if with_length else open_part)(STRANGE[kind](seed)) for seed in range(100)]
    async with server(HEAD, *said, pace=0.05) as (url, _), watching(url, None) as watched:
        await until(lambda: watched.camera.state is not None and watched.camera.state.frames >= 3)
        assert watched.camera.state is not None
        assert (watched.camera.state.width, watched.camera.state.height) == (WIDTH, HEIGHT)


@pytest.mark.parametrize("scheme", ["Basic", "Digest"])
async def test_a_camera_that_asks_for_a_password_gets_it(scheme: str) -> None:
    said = (part(frame(seed)) for seed in range(100))
    async with (
        server(HEAD, *said, pace=0.05, scheme=scheme) as (url, asked),
        watching(url.replace("//", "//dice:se%20cret@"), None) as watched,
    ):
        await watched.fault(None)
    assert not any(b"cret" in request.split(b"Authorization")[0] for request in asked)


# -- a picture's size -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [".jpg", ".png", ".webp", ".bmp"])
def test_a_size_is_known_before_anything_is_decoded(kind: str) -> None:
    shown = picture(seed=3)
    data = bytes(cv2.imencode(kind, shown)[1])
    whole = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert np.array_equal(decode(data, WIDTH * HEIGHT), np.asarray(whole))
    with pytest.raises(SizeRefused, match=f"{WIDTH} x {HEIGHT}"):
        decode(data, WIDTH * HEIGHT - 1)
    for cut in range(400):
        with pytest.raises(ValueError, match=r"not a picture| x "):
            decode(data[:cut], WIDTH * HEIGHT - 1)


def test_a_size_that_is_hidden_from_us_is_hidden_from_no_decoder(huge: bytes) -> None:
    small = jpeg(np.zeros((64, 64), np.uint8))
    head = small[small.index(b"\xff\xc0") : small.index(b"\xff\xc0") + 19]
    for between in (b"\xff\xd0", b"\xff\x01", b"\xff\x00", b"\0", b"\xff\xd8"):  # after them, lengths mean nothing
        hidden = (len(huge) + 2).to_bytes(4, "big")[:2]
        with pytest.raises(ValueError, match="not a picture"):
            decode(huge[:2] + between + hidden + huge[2:200] + head + huge[200:], PIXELS)
    with pytest.raises(ValueError, match="not a picture"):  # a second head, larger than the first
        at = small.index(b"\xff\xc0")
        decode(small[:at] + head + huge[huge.index(b"\xff\xc0") :], PIXELS)


@pytest.mark.parametrize(
    "data", [b"", b"\xff\xd8", b"BM", b"RIFF\0\0\0\0WEBPVP8L", b"\x89PNG\r\n\x1a\n", b"GIF89a", b"II*\0"]
)
def test_what_is_no_picture_is_none(data: bytes) -> None:
    with pytest.raises(ValueError, match="not a picture"):
        decode(data, PIXELS)
    with pytest.raises(ValueError, match=r"not a picture|^\d x \d$"):
        decode(data + bytes(1000), PIXELS)


def test_sixteen_bits_are_eight() -> None:
    deep = np.random.default_rng(1).integers(0, 65536, (40, 50, 3), np.uint16)
    assert decode(bytes(cv2.imencode(".png", deep)[1]), PIXELS).dtype == np.uint8


# -- a calibration ----------------------------------------------------------------------------------------------------

EXTREMES: tuple[Any, ...] = (
    None,
    -1,
    0,
    2**63,
    -(2**63),
    10**400,
    1e308,
    -1e308,
    float("inf"),
    float("nan"),
    "",
    "\0",
    "x" * 5000,
    [],
    {},
)
EXTREMES += ([[]], [1e308] * 4, [10**30] * 4, True)


def test_a_calibration_is_taken_or_refused_whatever_is_in_it(tmp_path: Path) -> None:
    file = tmp_path / "calibration.json"
    good = json.loads(dump(calibrate([picture(seed=seed) for seed in range(3)], REGION, SIDE)))
    for field in good:
        for extreme in EXTREMES:
            file.write_text(json.dumps({**good, field: extreme}))
            with suppress(FaultError):
                made = load(file)
                assert made.calibration.width * made.calibration.height <= PIXELS
                assert json.dumps(asdict(made.calibration), allow_nan=False)
                assert 0 < made.sharpness < float("inf")
    for text in ("[" * 100_000, '{"version": 1', "[]", "\0", json.dumps({**good, "sharpness": 10**400})):
        file.write_text(text)
        with pytest.raises(FaultError, match=Fault.CAMERA_UNCALIBRATED):
            load(file)


# -- a child that was taken over --------------------------------------------------------------------------------------

STATE = CameraState(5, 25.0, 320, 240, True, None, "", Condition(1.0, 1.0, 0.0))
SEEN = Seen(1, (Die(3, (1, 2, 30, 30), 0.9), Die(4, (50, 2, 30, 30), 0.9)))
SHOT = b"\xff\xd8\xff one"
MESSAGES: tuple[FromChild, ...] = (STATE, SEEN, Lost(Fault.CAMERA_LOST, "x"), Unread(1, Reason.DARK), Snapped())


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: message.kind)
def test_what_a_child_says_is_refused_or_can_be_told_to_everybody(message: FromChild) -> None:
    """Whatever passes is finite, short and of the camera: it goes to people, logs and journals as JSON."""
    good = FROM_CHILD.dump_python(message, mode="json")
    taken = 0
    for field in good:
        for extreme in (*EXTREMES, "JOURNAL_DAMAGED", "OTHER", [{"value": 7, "box": [0] * 4, "confidence": 1}]):
            try:
                found = FROM_CHILD.validate_json(json.dumps({**good, field: extreme}))
            except ValueError:
                continue
            taken += 1
            words = json.dumps(asdict(found), allow_nan=False)
            assert len(words) < 10_000
            assert getattr(found, "fault", None) is not Fault.JOURNAL_DAMAGED
            assert not isinstance(found, Seen) or all(1 <= die.value <= 6 for die in found.dice)
    assert taken < 12 * len(good)
    with pytest.raises(ValueError, match=r".*"):
        FROM_CHILD.validate_json("[" * 60_000)


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: message.kind)
def test_pictures_belong_to_the_message_that_they_come_with(message: FromChild) -> None:
    taken = {
        shots
        for shots in ((), (SHOT,), (b"\x89PNG",), (b"",), (b"GIF",), (SHOT, b""), (SHOT,) * (MOST_FRAMES + 1))
        if not _refused(message, shots)
    }
    match message:
        case CameraState() | Lost():
            assert taken == {()}
        case Seen():
            assert taken == {(SHOT,)}  # one that cannot be proved is none
        case Unread():
            assert taken == {(), (SHOT,)}
        case Snapped():
            assert taken == {(b"\x89PNG",)}


def _refused(message: FromChild, shots: tuple[bytes, ...]) -> bool:
    data = b"".join(len(shot).to_bytes(4, "big") + shot for shot in shots)
    try:
        return len(data) > BELONG[type(message)].most or unpack_pictures(message, data) != shots
    except ValueError:
        return True


TAKEN_OVER = """
import base64, sys
orders, told = sys.stdin.buffer, sys.stdout.buffer
def order():
    head = orders.read(8)
    return orders.read(int.from_bytes(head[:4], "big"))
order()
told.write(base64.b64decode(sys.argv[1])); told.flush()
while b'"look"' not in order(): pass
told.write(base64.b64decode(sys.argv[2])); told.flush()
orders.read()
"""


def unchecked(text: object, pictures: bytes = b"", said: int | None = None) -> bytes:
    data = json.dumps(text).encode()
    return HEADER.pack(len(data), len(pictures) if said is None else said) + data + pictures


LIES: dict[str, bytes] = {
    "a_seven": unchecked(
        {**FROM_CHILD.dump_python(SEEN, mode="json"), "dice": [{"value": 7, "box": [0] * 4, "confidence": 1}] * 2}
    ),
    "three_dice": pack(replace(SEEN, dice=(*SEEN.dice, SEEN.dice[0])), (SHOT,)),
    "unproved": pack(SEEN),
    "sure_beyond_sure": unchecked(
        {
            **FROM_CHILD.dump_python(SEEN, mode="json"),
            "dice": [{"value": 3, "box": [0] * 4, "confidence": float("inf")}] * 2,
        }
    ),
    "a_reason_of_its_own": unchecked({"kind": "unread", "look": 1, "reason": "<b>pay</b>"}),
    "a_fault_of_others": unchecked({"kind": "lost", "fault": "JOURNAL_DAMAGED", "detail": ""}),
    "no_number": unchecked({**FROM_CHILD.dump_python(STATE, mode="json"), "rate": float("nan")}),
    "a_word_without_end": unchecked({**FROM_CHILD.dump_python(STATE, mode="json"), "detail": "x" * 5000}),
    "pictures_that_never_come": unchecked(FROM_CHILD.dump_python(SEEN, mode="json"), said=MOST_EVIDENCE + 1),
    "many_empty_pictures": unchecked(FROM_CHILD.dump_python(SEEN, mode="json"), bytes(4000)),
    "a_flood": pack(STATE) * 500,
}


@pytest.mark.parametrize("lie", LIES)
async def test_a_child_that_lies_is_killed_and_whoever_asked_is_answered_once(lie: str) -> None:
    words = (base64.b64encode(each).decode() for each in (pack(STATE), LIES[lie]))
    async with watching("/nowhere", None, (sys.executable, "-c", TAKEN_OVER, *words)) as watched:
        await watched.fault(None)
        watched.camera.look(1, 2)
        unread, shots = await asyncio.wait_for(watched.answers.get(), PATIENCE)
        assert (unread, shots) == (DiceUnread("camera", 1, Fault.CAMERA_FAILED), ())
        await watched.fault(None)  # of another child
        assert watched.camera.counters.starts > 1
        assert watched.answers.empty()
        assert watched.camera.last_seen in ((), SEEN.dice)


async def test_a_camera_that_comes_and_goes_is_opened_more_and_more_seldom() -> None:
    words = (base64.b64encode(each).decode() for each in (pack(STATE) + pack(Lost(Fault.CAMERA_LOST, "")), b""))
    async with watching("/nowhere", None, (sys.executable, "-c", TAKEN_OVER, *words)) as watched:
        await until(lambda: watched.camera.counters.ups > 3)
        await watched.fault(Fault.CAMERA_LOST)
        assert watched.camera._retry.down() >= 0.8


def test_the_child_gives_itself_a_limit_and_goes_first() -> None:
    script = (
        "import resource\nfrom drivers.camera.limits import confine\n"
        "before = open('/proc/self/statm').read().split()[5]\n"
        "confine(); print(resource.getrlimit(resource.RLIMIT_DATA)[0], int(before) * resource.getpagesize())\n"
        "print(open('/proc/self/oom_score_adj').read())\n"
        "try: bytearray(1 << 30)\n"
        "except MemoryError: print('refused')\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    most, before, first, refused = done.stdout.split()
    assert ROOM <= int(most) - int(before) < ROOM + (64 << 20)
    assert (first, refused) == ("1000", "refused")
