"""The camera's driver and its child: real processes, real files, a real MJPEG stream through VideoCapture."""

from __future__ import annotations

import asyncio
import errno
import hashlib
import json
import os
import signal
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BufferedIOBase
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from drivers.camera import driver, source
from drivers.camera.calibrate import calibrate
from drivers.camera.calibration import dump, load
from drivers.camera.driver import CameraDriver
from drivers.camera.measure import Picture
from drivers.camera.reading import Stand
from drivers.camera.source import FAULT_OF_ERRNO, open_source
from drivers.faults import Fault, FaultError
from drivers.observation import DiceSeen, DiceUnread
from tests.drivers import PATIENCE, until
from tests.drivers.camera_child import COMMAND, REGION, SIDE, picture

Answer = tuple[DiceSeen | DiceUnread, tuple[bytes, ...]]


class Stream:
    """An MJPEG server: what it sends is a function of the frame's number; None: nothing, and the line stays open."""

    def __init__(self) -> None:
        self.show: Callable[[int], Picture | None] = lambda number: picture(seed=number)
        self.url = ""
        self._ended = threading.Event()

    def start(self, port: int = 0) -> None:
        self._ended.clear()
        self._server = Server(("127.0.0.1", port), partial(Handler, self._send))
        self.url = f"http://127.0.0.1:{self._server.server_port}/"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))
        self._thread.start()

    def stop(self) -> None:
        if self._ended.is_set():
            return
        self._ended.set()
        self._server.shutdown()
        self._server.server_close()  # waits for its threads
        self._thread.join()

    def _send(self, out: BufferedIOBase) -> None:
        number = 0
        while not self._ended.wait(0.04):
            number += 1
            if (shown := self.show(number)) is not None:
                data = cv2.imencode(".jpg", shown)[1].tobytes()
                head = f"--x\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
                out.write(head.encode() + data + b"\r\n")


class Server(ThreadingHTTPServer):
    daemon_threads = False


class Handler(BaseHTTPRequestHandler):
    def __init__(self, send: Callable[[BufferedIOBase], None], *given: Any) -> None:
        self._send = send
        super().__init__(*given)

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=x")
        self.end_headers()
        with suppress(ConnectionError):
            self._send(self.wfile)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def stream() -> Iterator[Stream]:
    server = Stream()
    server.start()
    yield server
    server.stop()


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "LOOK_WITHIN", 6.0)
    monkeypatch.setattr(driver, "NO_USE_AFTER", 0.5)


@pytest.fixture
def calibration(tmp_path: Path) -> Path:
    file = tmp_path / "calibration.json"
    file.write_bytes(dump(calibrate([picture(seed=seed) for seed in range(3)], REGION, SIDE)))
    return file


class Watched:
    """A running driver, and what it said."""

    def __init__(self, source: str, calibration: Path | None, command: tuple[str, ...] = COMMAND) -> None:
        self.answers: asyncio.Queue[Answer] = asyncio.Queue()
        self.beats = 0
        self.camera = CameraDriver(
            device="camera",
            source=source,
            calibration=calibration,
            frames=3,
            sink=lambda *answer: self.answers.put_nowait(answer),
            beat=self._beat,
            command=command,
        )

    def _beat(self) -> None:
        self.beats += 1

    async def fault(self, *faults: Fault | None) -> None:
        until = asyncio.get_running_loop().time() + PATIENCE
        while self.camera.fault not in faults:
            await asyncio.sleep(0.02)
            assert asyncio.get_running_loop().time() < until, self.camera

    async def answer(self) -> Answer:
        return await asyncio.wait_for(self.answers.get(), PATIENCE)


@asynccontextmanager
async def watching(source: str, calibration: Path | None, command: tuple[str, ...] = COMMAND) -> AsyncIterator[Watched]:
    watched = Watched(source, calibration, command)
    task = asyncio.create_task(watched.camera.run())
    try:
        yield watched
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def test_dice_at_rest_are_read_with_the_frames_that_say_so(stream: Stream, calibration: Path) -> None:
    stream.show = lambda number: picture((4, 2, 6), seed=number)
    async with watching(stream.url, calibration) as watched:
        await watched.fault(None)
        watched.camera.look(7, 3)
        seen, frames = await watched.answer()
        assert isinstance(seen, DiceSeen)
        assert (seen.look, seen.dice, seen.confidence) == (7, (4, 2, 6), 0.9)
        assert seen.evidence == tuple(hashlib.sha256(frame).hexdigest() for frame in frames)
        assert len(set(seen.evidence)) == 3  # different frames: one told three times proves nothing
        assert all(frame.startswith(b"\xff\xd8") for frame in frames)
        assert watched.camera.counters.seen == 1
        assert watched.beats > 0


async def test_dice_that_have_not_moved_are_not_told_again(stream: Stream, calibration: Path) -> None:
    dice = [(4, 2, 6), (1, 1, 5)]
    stream.show = lambda number: picture(dice[0], seed=number)
    async with watching(stream.url, calibration) as watched:
        await watched.fault(None)
        watched.camera.look(1, 3)
        assert isinstance((await watched.answer())[0], DiceSeen)
        watched.camera.look(2, 3)
        unread, _ = await watched.answer()
        assert isinstance(unread, DiceUnread)
        assert unread.reason == "unmoved"
        dice.pop(0)
        watched.camera.look(3, 3)
        seen, _ = await watched.answer()
        assert isinstance(seen, DiceSeen)
        assert seen.dice == (1, 1, 5)


async def test_a_look_before_a_shake_tells_dice_as_they_lie_and_the_one_after_it_only_if_they_moved(
    stream: Stream, calibration: Path
) -> None:
    dice = [(4, 2, 6), (1, 1, 5)]
    stream.show = lambda number: picture(dice[0], seed=number)
    async with watching(stream.url, calibration) as watched:
        await watched.fault(None)
        for look in (1, 2):  # also those that were told already
            watched.camera.look(look, 3, anew=True)
            before, _ = await watched.answer()
            assert isinstance(before, DiceSeen)
            assert (before.look, before.dice) == (look, (4, 2, 6))
        watched.camera.look(3, 3)
        unread, _ = await watched.answer()
        assert isinstance(unread, DiceUnread)
        assert unread.reason == "unmoved"
        dice.pop(0)
        watched.camera.look(4, 3)
        after, _ = await watched.answer()
        assert isinstance(after, DiceSeen)
        assert after.dice == (1, 1, 5)


async def test_a_hand_before_the_lens_and_a_new_child_make_no_second_roll(stream: Stream, calibration: Path) -> None:
    stream.show = lambda number: picture((4, 2, 6), seed=number)
    async with watching(stream.url, calibration) as watched:
        await watched.fault(None)
        watched.camera.look(1, 3)
        assert isinstance((await watched.answer())[0], DiceSeen)
        dice = watched.camera.last_seen
        assert [die.value for die in dice] == [4, 2, 6]
        sent: list[int] = []

        def beside(number: int) -> Picture:  # something lies beside them for a moment
            sent.append(number)
            return picture((4, 2, 6, 1), seed=number)

        stream.show = beside
        await until(lambda: len(sent) >= 10)
        stream.show = lambda number: picture((4, 2, 6), seed=number)
        watched.camera.look(2, 3)
        unread, _ = await watched.answer()
        assert isinstance(unread, DiceUnread)
        assert unread.reason == "unmoved"
        child = watched.camera._process
        assert child is not None
        child.send_signal(signal.SIGKILL)
        await watched.fault(Fault.CAMERA_FAILED)
        await watched.fault(None)
        watched.camera.look(3, 3)
        unread, _ = await watched.answer()
        assert isinstance(unread, DiceUnread)
        assert unread.reason == "unmoved"
    async with watching(stream.url, calibration) as watched:  # as after a start of croupierd
        watched.camera.last_seen = dice
        await watched.fault(None)
        watched.camera.look(4, 3)
        unread, _ = await watched.answer()
        assert isinstance(unread, DiceUnread)
        assert unread.reason == "unmoved"
        stream.show = lambda number: picture((4, 2, 6), seed=number, at=82)
        watched.camera.look(5, 3)
        assert isinstance((await watched.answer())[0], DiceSeen)


async def test_dice_before_a_camera_that_was_calibrated_anew_are_no_second_roll(
    stream: Stream, calibration: Path
) -> None:
    stream.show = lambda number: picture((4, 2, 6), seed=number)
    async with watching(stream.url, calibration) as watched:
        await watched.fault(None)
        watched.camera.look(1, 3)
        assert isinstance((await watched.answer())[0], DiceSeen)
        known = load(calibration)
        moved = replace(known.calibration, region=(50, 60, 210, 120))
        await asyncio.to_thread(calibration.write_bytes, dump(replace(known, calibration=moved)))
        os.utime(calibration, (1, 1))
        heard = watched.camera.state
        await until(lambda: watched.camera.state is not heard)
        watched.camera.look(2, 3)
        unread, _ = await watched.answer()
        assert isinstance(unread, DiceUnread)
        assert unread.reason == "unmoved"


async def test_without_a_calibration_nothing_is_read_and_that_is_said_at_once(stream: Stream) -> None:
    async with watching(stream.url, None) as watched:
        await watched.fault(None)
        watched.camera.look(1, 3)
        unread, _ = await watched.answer()
        assert isinstance(unread, DiceUnread)
        assert unread.reason == Fault.CAMERA_UNCALIBRATED


async def test_a_loop_is_remembered_by_the_child_that_saw_it(stream: Stream, calibration: Path) -> None:
    stream.show = lambda number: picture((1, 2), seed=number % 8)
    async with watching(stream.url, calibration) as watched:
        await watched.fault(Fault.CAMERA_REPEATS)
        heard = watched.beats
        await until(lambda: watched.beats > heard + 6)
        assert watched.camera.fault is Fault.CAMERA_REPEATS
        assert watched.camera.counters.starts == 1


async def test_a_child_that_cannot_be_killed_is_left_behind(
    stream: Stream, calibration: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the kernel, behind a camera that hangs: SIGKILL comes to nothing."""
    monkeypatch.setattr(driver, "DEAD_WITHIN", 1.0)
    async with watching(stream.url, calibration) as watched:
        await watched.fault(None)
        child = watched.camera._process
        assert child is not None
        never = asyncio.get_running_loop().create_future()
        monkeypatch.setattr(child, "wait", lambda: never)
        beats = watched.beats
        stream.show = lambda number: picture((1, 2), seed=1)
        await until(lambda: watched.camera.counters.starts > 1)
        stream.show = lambda number: picture((1, 2), seed=1000 + number)
        await watched.fault(None)
        assert watched.beats > beats + 2


async def test_a_cameras_password_is_told_to_nobody(calibration: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with watching("http://dice:secret@127.0.0.1:9/video", calibration) as watched:
        await watched.fault(Fault.CAMERA_ABSENT)
        assert watched.camera.detail == watched.camera.place == "http://127.0.0.1:9/video"
    assert "secret" not in str([record.__dict__ for record in caplog.records])


async def test_dice_in_motion_and_dice_that_are_too_few_are_not_read(stream: Stream, calibration: Path) -> None:
    stream.show = lambda number: picture((4, 2, 6), seed=number, at=62 + 15 * (number % 4))
    async with watching(stream.url, calibration) as watched:
        await watched.fault(None)
        watched.camera.look(1, 3)
        unread, frames = await watched.answer()
        assert isinstance(unread, DiceUnread)
        assert (unread.look, unread.reason, len(frames)) == (1, "moving", 1)
        stream.show = lambda number: picture((4, 2), seed=number)
        watched.camera.look(2, 3)
        unread, _ = await watched.answer()
        assert isinstance(unread, DiceUnread)
        assert unread.reason == "wrong_count"


SPOILT: dict[Fault, Callable[[int], Picture | None]] = {
    Fault.CAMERA_DARK: lambda number: picture((1, 2), seed=number) // 4,
    Fault.CAMERA_GLARING: lambda number: np.asarray(cv2.convertScaleAbs(picture(seed=number), alpha=1.9), np.uint8),
    Fault.CAMERA_BLURRED: lambda number: np.asarray(cv2.GaussianBlur(picture(seed=number), (0, 0), 5), np.uint8),
    Fault.CAMERA_MOVED: lambda number: picture((1, 2), seed=number, shift=12),
    Fault.CAMERA_COVERED: lambda number: np.asarray(cv2.GaussianBlur(picture(seed=number), (0, 0), 60), np.uint8),
}
LYING: dict[Fault, Callable[[int], Picture | None]] = {
    Fault.CAMERA_FROZEN: lambda number: picture((1, 2), seed=1),
    Fault.CAMERA_REPEATS: lambda number: picture((1, 2), seed=number % 8),
    Fault.CAMERA_STUCK: lambda number: None,
}


@pytest.mark.parametrize("faults", [SPOILT, LYING], ids=["spoilt", "lying"])
async def test_what_is_wrong_with_the_pictures_has_a_name_and_nothing_is_read(
    stream: Stream, calibration: Path, faults: dict[Fault, Callable[[int], Picture | None]]
) -> None:
    async with watching(stream.url, calibration) as watched:
        for look, (fault, shown) in enumerate(faults.items()):
            stream.show = lambda number, past=1000 * look: picture((1, 2), seed=past + number)  # type: ignore[misc]
            await watched.fault(None)
            stream.show = shown
            await watched.fault(fault)
            watched.camera.look(look, 2)
            unread, _ = await watched.answer()
            assert isinstance(unread, DiceUnread)
            assert (unread.look, unread.reason) == (look, fault)


def test_a_calibration_is_kept_with_how_dice_stand_and_an_older_one_had_none(calibration: Path) -> None:
    made = load(calibration)
    stand = Stand(0.1, -0.2, 0.05)
    calibration.write_bytes(dump(replace(made, calibration=replace(made.calibration, stand=stand))))
    assert load(calibration).calibration.stand == stand
    older = json.loads(calibration.read_bytes())
    calibration.write_text(json.dumps({**older, "stand": older["stand"][:3]}))  # before widths and pips were told
    assert load(calibration).calibration.stand == stand
    del older["stand"]
    calibration.write_text(json.dumps(older))
    assert load(calibration).calibration == made.calibration


def test_a_calibration_with_too_few_marks_is_none(calibration: Path) -> None:
    kept = json.loads(calibration.read_bytes())
    for few in range(3):
        fewer = {**kept, "marks": kept["marks"][:few], "patches": kept["patches"][:few]}
        calibration.write_text(json.dumps(fewer))
        with pytest.raises(FaultError, match=Fault.CAMERA_UNCALIBRATED):
            load(calibration)


async def test_pictures_of_another_size_than_calibrated(stream: Stream, calibration: Path) -> None:
    stream.show = lambda number: np.asarray(cv2.resize(picture(seed=number), (640, 480)), np.uint8)
    async with watching(stream.url, calibration) as watched:
        await watched.fault(Fault.CAMERA_UNCALIBRATED)
        assert "640x480" in watched.camera.detail


async def test_a_read_that_blocks_for_ever_costs_the_child_its_life(stream: Stream, calibration: Path) -> None:
    async with watching(stream.url, calibration) as watched:
        await watched.fault(None)
        first = watched.camera._process
        assert first is not None
        stream.show = lambda number: None
        await watched.fault(Fault.CAMERA_STUCK)
        assert await asyncio.wait_for(first.wait(), PATIENCE) == -signal.SIGKILL
        stream.show = lambda number: picture(seed=number)
        await watched.fault(None)
        assert watched.camera.counters.starts > 1


async def test_a_stream_that_ends_is_opened_again_and_whoever_waits_is_told(stream: Stream, calibration: Path) -> None:
    stream.show = lambda number: picture((1,), seed=number)  # too few to be read
    async with watching(stream.url, calibration) as watched:
        await watched.fault(None)
        port = int(stream.url.rsplit(":")[-1].strip("/"))
        watched.camera.look(9, 2)
        await asyncio.to_thread(stream.stop)
        unread, _ = await watched.answer()
        assert isinstance(unread, DiceUnread)
        assert unread.reason in (Fault.CAMERA_LOST, "wrong_count", "moving")
        await watched.fault(Fault.CAMERA_ABSENT)
        watched.camera.look(10, 2)  # with nobody there the answer comes at once, or from the child that is starting
        assert isinstance((await watched.answer())[0], DiceUnread)
        stream.start(port)
        await watched.fault(None)


async def test_a_child_that_is_killed_is_started_again(stream: Stream, calibration: Path) -> None:
    async with watching(stream.url, calibration) as watched:
        await watched.fault(None)
        child = watched.camera._process
        assert child is not None
        watched.camera.look(3, 2)
        child.send_signal(signal.SIGKILL)
        unread, _ = await watched.answer()
        assert isinstance(unread, DiceUnread)
        assert unread.reason == Fault.CAMERA_FAILED
        await watched.fault(None)


async def test_a_child_that_says_nothing_is_killed(calibration: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "SILENT_AFTER", 0.5)
    silent = sys.executable, "-c", "import time; time.sleep(600)"
    async with watching("/nowhere", calibration, silent) as watched:
        await watched.fault(Fault.CAMERA_STUCK)


async def test_a_child_that_talks_nonsense_is_killed(calibration: Path) -> None:
    babble = sys.executable, "-c", "import os, time; os.write(1, b'x' * 64); time.sleep(600)"
    async with watching("/nowhere", calibration, babble) as watched:
        await watched.fault(Fault.CAMERA_FAILED)


async def test_a_child_does_not_outlive_its_parent_even_with_a_read_that_blocks(
    stream: Stream, calibration: Path, tmp_path: Path
) -> None:
    stream.show = lambda number: None
    script = tmp_path / "parent.py"
    script.write_text(
        "import asyncio, sys\n"
        "from pathlib import Path\n"
        "from drivers.camera.driver import CameraDriver\n"
        "async def main():\n"
        "    given = {'source': sys.argv[1], 'calibration': Path(sys.argv[2]), 'command': tuple(sys.argv[3:])}\n"
        "    camera = CameraDriver(device='c', frames=3, sink=print, beat=lambda: None, **given)\n"
        "    task = asyncio.create_task(camera.run())\n"
        "    while camera.state is None: await asyncio.sleep(0.05)\n"
        "    print(camera._process.pid, flush=True)\n"
        "    await task\n"
        "asyncio.run(main())\n"
    )
    parent = await asyncio.create_subprocess_exec(
        *(sys.executable, str(script), stream.url, str(calibration), *COMMAND),
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])},
    )
    assert parent.stdout is not None
    child = int(await asyncio.wait_for(parent.stdout.readline(), PATIENCE))
    parent.kill()
    await parent.wait()
    await parent.stdout.read()  # the child held the other end, too: it ends with it

    def lives() -> bool:
        status = Path(f"/proc/{child}/stat")
        return status.exists() and status.read_text().rsplit(")")[-1].split()[0] != "Z"

    async with asyncio.timeout(PATIENCE):
        while lives():
            await asyncio.sleep(0.02)


async def test_pictures_on_demand(stream: Stream) -> None:
    async with watching(stream.url, None) as watched:
        await watched.fault(None)
        taken = await asyncio.wait_for(watched.camera.snap(2), PATIENCE)
        assert [each[:4] for each in taken] == [b"\x89PNG", b"\x89PNG"]
        assert taken[0] != taken[1]


async def test_pictures_on_demand_of_a_camera_that_is_lost(stream: Stream) -> None:
    async with watching(stream.url, None) as watched:
        await watched.fault(None)
        stream.show = lambda number: None
        wanted = asyncio.ensure_future(watched.camera.snap(50))
        await asyncio.to_thread(stream.stop)
        with pytest.raises(FaultError, match="CAMERA_LOST"):
            await asyncio.wait_for(wanted, PATIENCE)


async def test_files_are_a_camera_too_and_end(tmp_path: Path, calibration: Path) -> None:
    folder = tmp_path / "frames"
    folder.mkdir()
    for number in range(100):
        cv2.imwrite(str(folder / f"{number:03}.png"), picture((5, 1), seed=number))
    async with watching(str(folder), calibration) as watched:
        await watched.fault(None)
        watched.camera.look(1, 2)
        seen, _ = await watched.answer()
        assert isinstance(seen, DiceSeen)
        assert seen.dice == (5, 1)
        await watched.fault(Fault.CAMERA_LOST)


async def test_what_cannot_be_opened_says_why(tmp_path: Path, calibration: Path) -> None:
    async with watching("/dev/croupier/no-such-camera", calibration) as watched:
        await watched.fault(Fault.CAMERA_ABSENT)
    async with watching("/dev/null", calibration) as watched:
        await watched.fault(Fault.CAMERA_ABSENT)
        assert "not a camera" in watched.camera.detail
    async with watching("http://127.0.0.1:9/", tmp_path / "none.json") as watched:
        await watched.fault(Fault.CAMERA_UNCALIBRATED)
    (tmp_path / "broken.json").write_text('{"version": 1}')
    async with watching("http://127.0.0.1:9/", tmp_path / "broken.json") as watched:
        await watched.fault(Fault.CAMERA_UNCALIBRATED)


def test_why_a_device_does_not_open_is_told_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert {FAULT_OF_ERRNO[code] for code in (errno.EACCES, errno.EPERM)} == {Fault.CAMERA_NO_ACCESS}
    assert FAULT_OF_ERRNO[errno.EBUSY] is Fault.CAMERA_BUSY
    with monkeypatch.context() as there:
        there.setattr(source, "_device", lambda _: (1, 2))  # a camera that can be opened, and gives no pictures
        with pytest.raises(FaultError) as busy:
            open_source("/dev/croupier/camera")
    assert busy.value.fault is Fault.CAMERA_BUSY
    (tmp_path / "text.png").write_text("no picture")
    with pytest.raises(FaultError, match="not a picture"):
        open_source(str(tmp_path / "text.png")).read()
