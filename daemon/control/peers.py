"""Who calls, as the kernel says: the user behind a connection, on the Unix socket and on loopback alike."""

from __future__ import annotations

import os
import socket
from struct import Struct, calcsize, unpack

UNIX, LOOPBACK = "uid", "loopback"  # the doors, as a caller's name begins
OWNERS = frozenset({f"{UNIX}:0", f"{UNIX}:{os.geteuid()}"})  # root, and whoever could stop the daemon anyway

# linux/netlink.h, linux/inet_diag.h: one socket is asked for by its addresses, and told with its owner.
NETLINK_SOCK_DIAG = 4
SOCK_DIAG_BY_FAMILY, REQUEST, ANY = 20, 1, 0xFFFFFFFF
HEAD = Struct("=IHHII")  # length, kind, flags, number, port
ASKED = Struct("=BBBxI")  # family, protocol, more, states
PORTS, ADDRESSES, REST = Struct("!HH"), Struct("!4s12x4s12x"), Struct("=III")  # REST: interface, and any cookie
SOCKET = Struct("=4x48x3I2I")  # expires, two queues, uid, inode


def caller(connection: socket.socket) -> tuple[str, int]:
    """`uid:N` and the process, or `loopback:N` and its port; `loopback` if whoever called has hung up already."""
    if connection.family == socket.AF_UNIX:
        credentials = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, calcsize("3i"))
        pid, uid, _ = unpack("3i", credentials)
        return f"{UNIX}:{uid}", pid
    try:
        there, here = connection.getpeername(), connection.getsockname()
    except OSError:
        return LOOPBACK, 0
    user = _owner(there, here)
    return LOOPBACK if user is None else f"{LOOPBACK}:{user}", there[1]


def _owner(source: tuple[str, int], target: tuple[str, int]) -> int | None:
    """The user who holds the socket from `source` to `target`; None if nobody does any more, or the kernel is mute."""
    addresses = ADDRESSES.pack(socket.inet_aton(source[0]), socket.inet_aton(target[0]))
    asked = ASKED.pack(socket.AF_INET, socket.IPPROTO_TCP, 0, ANY)
    asked += PORTS.pack(source[1], target[1]) + addresses + REST.pack(0, ANY, ANY)
    try:
        with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW | socket.SOCK_NONBLOCK, NETLINK_SOCK_DIAG) as kernel:
            kernel.send(HEAD.pack(HEAD.size + len(asked), SOCK_DIAG_BY_FAMILY, REQUEST, 0, 0) + asked)
            answer = kernel.recv(4096)  # it is there already: the kernel answers while it is asked
    except OSError:
        return None
    _, kind, *_ = HEAD.unpack_from(answer)
    if kind != SOCK_DIAG_BY_FAMILY:
        return None
    *_, uid, inode = SOCKET.unpack_from(answer, HEAD.size)
    return uid if inode else None  # a socket without one was let go, and its owner's number means nothing
