"""A file is replaced whole or not at all."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from daemon.host import atomic


def test_a_file_is_replaced_with_its_mode_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "file"
    (tmp_path / "file.new").write_text("left by a crash")
    previous = os.umask(0o077)
    try:
        atomic.write(path, [b"one ", b"two"], 0o640)
        assert stat.S_IMODE(path.stat().st_mode) == 0o640  # whatever the umask
        atomic.write(path, [b"three"])
        assert stat.S_IMODE(path.stat().st_mode) == 0o600  # as the umask says
    finally:
        os.umask(previous)
    assert path.read_bytes() == b"three"
    assert [*tmp_path.iterdir()] == [path]


def test_what_fails_half_way_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")

    def half() -> Iterator[bytes]:
        yield b"ne"
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space left"):
        atomic.write(path, half())
    assert path.read_text() == "old"
    assert [*tmp_path.iterdir()] == [path]


def test_file_and_folder_are_on_disk_and_a_secret_is_never_readable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[tuple[str, bool, int]] = []
    fsync = os.fsync

    def watched(descriptor: int) -> None:
        name = Path(f"/proc/self/fd/{descriptor}").readlink().name
        synced.append((name, (tmp_path / "file").exists(), stat.S_IMODE(os.fstat(descriptor).st_mode) & 0o077))
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", watched)
    atomic.write(tmp_path / "file", [b"secret"], 0o600)
    assert [(name, there) for name, there, _ in synced] == [("file.new", False), (tmp_path.name, True)]
    assert synced[0][2] == 0
