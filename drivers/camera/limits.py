"""What is taken of a camera at most, whatever it claims; and how much memory its process gets to find that out."""

from __future__ import annotations

import os
import resource
from contextlib import suppress
from pathlib import Path

PIXELS = 4096 * 2304  # of a camera's picture: 4K, and nothing that a dice camera needs beyond it
PHOTOGRAPH_PIXELS = 64 << 20  # of a file that a person names: what the largest hand-held cameras take
SMALLEST = 16  # pixels a side; a die that can be read is larger
FILE = 64 << 20  # bytes of a file
JPEG = 16 << 20  # bytes of a camera's picture
SCANS = 64  # of a JPEG: each is another pass over all of its pixels, and costs the sender a dozen bytes
ROOM = 768 << 20  # bytes that the process may take beyond what its libraries have taken

# OpenCV's own check, where it decodes what we never see (UVC); and of FFmpeg, which opens films, nothing on a network.
ENVIRONMENT = {
    "OPENCV_IO_MAX_IMAGE_PIXELS": str(PIXELS),
    "OPENCV_FFMPEG_CAPTURE_OPTIONS": "protocol_whitelist;file",
}


def confine() -> None:
    """This process, once its libraries are there: an allocation beyond ROOM fails, and if memory runs out all the same,
    it is this process that the kernel ends, not the table's."""
    with suppress(OSError):  # a system without it has no such choice to make
        Path("/proc/self/oom_score_adj").write_text("1000")
    taken = int(Path("/proc/self/statm").read_text().split()[5]) * os.sysconf("SC_PAGE_SIZE")
    most = resource.getrlimit(resource.RLIMIT_DATA)[1]
    wanted = taken + ROOM
    resource.setrlimit(resource.RLIMIT_DATA, (wanted if most == resource.RLIM_INFINITY else min(wanted, most), most))
