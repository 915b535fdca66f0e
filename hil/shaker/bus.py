"""A USB bus on which the real libusb finds the simulated shaker: umockdev answers its system calls.

Runs under `umockdev-wrapper` with the system's Python, the only one that has `gi`. Whoever is started with the same
environment (LD_PRELOAD and UMOCKDEV_DIR) has this bus and no other.
"""

from __future__ import annotations

import asyncio
import errno
import os
import select
import socket
import stat
import struct
import threading
import time
from pathlib import Path
from typing import Any

import gi

gi.require_version("UMockdev", "1.0")
from gi.repository import GLib, UMockdev  # noqa: E402

from drivers.shaker.wire import EVENTS, PRODUCT, VENDOR  # noqa: E402
from hil.shaker.model import DESCRIPTORS, Model, StalledError  # noqa: E402

URB = struct.Struct("@BBiIPiiiiiIP")  # struct usbdevfs_urb, and where in it:
STATUS_AT, BUFFER_AT, LENGTH_AT = 4, 16, 28
INTERRUPT, CONTROL = 1, 2  # its types
SUBMIT, DISCARD, REAP, REAP_NOW = 0x8038550A, 0x550B, 0x4008550C, 0x4008550D  # usbfs' requests
CAPABILITIES, CLAIM, RELEASE = 0x8004551A, 0x8004550F, 0x80045510
GET_DESCRIPTOR, STRING = 6, 3
LOOK = 4  # milliseconds between two answers to a host that waits; without a pause libusb would ask all the time
LEAVES = 10  # looks from the last answer of a device that is pulled to its leaving the bus, and from that to its end
PLACE = "/devices/pci0/usb1/1-1"
HUB = """P: /devices/pci0/usb1
N: bus/usb/001/001
E: DEVNAME=/dev/bus/usb/001/001
E: DEVTYPE=usb_device
E: SUBSYSTEM=usb
A: busnum=1
A: devnum=1
A: bConfigurationValue=1
A: speed=480
H: descriptors=12010002090001406B1D020005060302010109021900010100E0000904000001090000000705810304000C
"""  # a bus is never without its own
STRINGS = {1: "croupier", 2: "Simulated shaker"}


class Bus(UMockdev.IoctlBase):  # type: ignore[misc]
    """One shaker on one bus, and the host's requests that it still owes an answer.

    The host's requests come in umockdev's thread, the looks in one of ours: a lock keeps them apart. It must not be
    held while umockdev is told of a device that comes or goes: umockdev may wait for its own thread then.
    """

    __gtype_name__ = "ShakerBus"

    def __init__(self, model: Model) -> None:
        super().__init__()
        self._model = model
        self._lock = threading.RLock()
        self._testbed = UMockdev.Testbed.new()
        self._testbed.add_from_string(HUB)
        self._plugged = ""  # address and serial number
        self._leaving = 0  # looks until a device that is pulled leaves the bus
        self._looks = 0
        self._lines: dict[Any, socket.socket] = {}  # the socket of every client
        self._holder: Any = None  # who has claimed the interface; every open of the device is a client of its own
        self._pending: list[tuple[Any, Any, Any]] = []  # who waits for an event: the client, its URB, its buffer
        self._done: list[tuple[Any, Any]] = []  # URBs to be reaped, each by the client that it belongs to
        self._waiting: list[Any] = []  # who wants to reap

    def start(self) -> None:
        """A thread that ends with the process."""
        GLib.timeout_add(LOOK, self._look)
        self._look()
        threading.Thread(target=GLib.MainLoop().run, daemon=True).start()

    @property
    def environment(self) -> dict[str, str]:
        """What a process needs to have this bus."""
        return {"LD_PRELOAD": os.environ["LD_PRELOAD"], "UMOCKDEV_DIR": self._testbed.get_root_dir()}

    # -- plugging -----------------------------------------------------------------------------------------------------

    async def settled(self) -> None:
        """Until the bus shows what the model is: whoever looks from now on finds it so."""
        enough = self._looks + 2  # one of them may be under way
        while self._looks < enough or self._leaving or self._plugged != self._wanted():
            await asyncio.sleep(LOOK / 1000)

    def _wanted(self) -> str:
        return f"{self._model.address} {self._model.serial}" if self._model.present(time.monotonic()) else ""

    def _look(self) -> bool:
        wanted = self._wanted()
        if self._leaving:
            self._leave()
        elif self._plugged and wanted != self._plugged:
            self._pull()
        elif wanted and not self._plugged:
            self._plug(wanted)
        if self._plugged and not self._leaving:
            mode = 0 if "no_access" in self._model.on else 0o600
            Path(self._testbed.get_root_dir() + self._node).chmod(mode)  # what udev would have done
        with self._lock:
            self._forget_gone()
            self._tell(time.monotonic())
            self._serve()
            waiting, self._waiting = self._waiting, []
            for client in waiting:
                client.complete(-1, errno.EAGAIN)
        self._looks += 1
        return True

    def _plug(self, wanted: str) -> None:
        address, serial = wanted.split(" ")
        self._node = f"/dev/bus/usb/001/{int(address):03}"
        attributes = {
            "busnum": "1", "devnum": address, "devpath": "1", "bConfigurationValue": "1", "speed": "12",
            "idVendor": f"{VENDOR:04x}", "idProduct": f"{PRODUCT:04x}", "serial": serial,
        }  # fmt: skip
        lines = [f"P: {PLACE}", f"N: {self._node.removeprefix('/dev/')}", f"E: DEVNAME={self._node}"]
        lines += ["E: DEVTYPE=usb_device", "E: SUBSYSTEM=usb", "E: BUSNUM=001", f"E: DEVNUM={int(address):03}"]
        lines += [f"A: {name}={value}" for name, value in attributes.items()]
        self._testbed.add_from_string("\n".join([*lines, f"H: descriptors={DESCRIPTORS.hex().upper()}", ""]))
        self._testbed.attach_ioctl(self._node, self)
        self._plugged = wanted

    def _pull(self) -> None:
        """Whoever waits is told first, as the kernel does; then it leaves the bus."""
        with self._lock:
            for client, urb, _ in self._pending:
                self._finish(client, urb, -errno.ESHUTDOWN, 0)
            self._pending.clear()
            self._leaving = 2 * LEAVES

    def _leave(self) -> None:
        """Nobody finds it any more. It is gone when all who had it have closed it: nobody would answer them later."""
        if self._leaving == LEAVES:
            self._testbed.remove_device(f"/sys{PLACE}")
        if self._leaving > 1 or not self._lines:
            self._leaving -= 1
        if self._leaving:
            return
        self._testbed.detach_ioctl(self._node)
        with self._lock:
            self._plugged = ""
            self._holder = None
            self._done.clear()

    # -- who is there -------------------------------------------------------------------------------------------------

    def do_client_connected(self, client: Any) -> None:
        """umockdev takes a program that died while it waited for its answer for one that lives: its socket knows."""
        with self._lock:
            known = {os.fstat(line.fileno()).st_ino for line in self._lines.values()}
            for entry in Path("/proc/self/fd").iterdir():
                line = _connection(int(entry.name))
                if line is not None and os.fstat(line.fileno()).st_ino not in known:
                    self._lines[client] = line
                elif line is not None:
                    line.close()

    def _lives(self, client: Any) -> bool:
        if client not in self._lines:
            return False
        poll = select.poll()
        poll.register(self._lines[client], 0)  # a peer that is gone is always told
        return not poll.poll(0)

    def _forget_gone(self) -> None:
        """Whoever closes the device, or dies, has nothing to wait for and holds nothing."""
        gone = [client for client in self._lines if not self._lives(client)]
        for client in gone:
            self._lines.pop(client).close()
        self._holder = None if self._holder in gone else self._holder
        self._pending = [each for each in self._pending if each[0] not in gone]
        self._done = [each for each in self._done if each[0] not in gone]
        self._waiting = [client for client in self._waiting if client not in gone]

    # -- usbfs --------------------------------------------------------------------------------------------------------

    def do_handle_ioctl(self, client: Any) -> bool:
        """Answers one system call of libusb."""
        with self._lock:
            self._answer(client, client.get_request())
        return True

    def _answer(self, client: Any, request: int) -> None:
        if request in (REAP, REAP_NOW):
            self._waiting.append(client)
            self._serve()
        elif self._leaving:
            client.complete(-1, errno.ENODEV)
        elif request == SUBMIT:
            self._submit(client)
        elif request == DISCARD:
            self._discard(client)
        elif request == CAPABILITIES:
            client.get_arg().resolve(0, 4).update(0, [0, 0, 0, 0])
            client.complete(0, 0)
        elif request == CLAIM:
            self._claim(client)
        elif request == RELEASE:
            self._holder = None if self._holder == client else self._holder
            client.complete(0, 0)
        else:
            client.complete(0, 0)

    def _claim(self, client: Any) -> None:
        self._forget_gone()
        if self._holder not in (None, client) or "busy" in self._model.on:
            client.complete(-1, errno.EBUSY)
            return
        self._holder = client
        client.complete(0, 0)

    def _submit(self, client: Any) -> None:
        urb = client.get_arg().resolve(0, URB.size)
        kind, endpoint, _, _, _, length, *_ = URB.unpack(bytes(urb.retrieve()))
        buffer = urb.resolve(BUFFER_AT, length)
        if kind == INTERRUPT and endpoint == EVENTS:
            self._pending.append((client, urb, buffer))
            self._tell(time.monotonic())
        elif kind == CONTROL:
            self._control(client, urb, buffer)
        else:
            self._finish(client, urb, -errno.EPIPE, 0)
        client.complete(0, 0)

    def _control(self, client: Any, urb: Any, buffer: Any) -> None:
        asked = bytes(buffer.retrieve())
        kind, request, value, _, length = struct.unpack("<BBHHH", asked[:8])
        try:
            if kind & 0x60 == 0:
                answer = self._standard(request, value)
            else:
                answer = self._model.control(kind, request, b"" if kind & 0x80 else asked[8:], time.monotonic())
        except StalledError:
            self._finish(client, urb, -errno.EPIPE, 0)
            return
        if kind & 0x80:
            length = min(length, len(answer))
            buffer.update(8, list(answer[:length]))
        self._finish(client, urb, 0, length)

    def _standard(self, request: int, value: int) -> bytes:
        """What every USB device answers: its strings."""
        kind, index = divmod(value, 256)
        if request != GET_DESCRIPTOR or kind != STRING:
            raise StalledError
        names = {**STRINGS, 3: self._model.serial}
        said = names[index].encode("utf-16-le") if index else b"\x09\x04"
        return bytes([len(said) + 2, STRING]) + said

    def _discard(self, client: Any) -> None:
        """libusb's time is up: the URB comes back, cancelled."""
        address = int.from_bytes(bytes(client.get_arg().retrieve()), "little")
        for at, (owner, urb, _) in enumerate(self._pending):
            if owner == client and urb.client_addr == address:
                del self._pending[at]
                self._finish(client, urb, -errno.ENOENT, 0)
                client.complete(0, 0)
                return
        client.complete(-1, errno.EINVAL)  # it is done already

    def _tell(self, now: float) -> None:
        """Events go to whoever waits for one."""
        while self._pending and (event := self._model.poll(now)) is not None:
            client, urb, buffer = self._pending.pop(0)
            room = URB.unpack(bytes(urb.retrieve()))[5]
            buffer.update(0, list(event[:room]))
            self._finish(client, urb, -errno.EOVERFLOW if len(event) > room else 0, min(len(event), room))

    def _finish(self, client: Any, urb: Any, status: int, length: int) -> None:
        urb.update(STATUS_AT, list(status.to_bytes(4, "little", signed=True)))
        urb.update(LENGTH_AT, list(length.to_bytes(4, "little")))
        self._done.append((client, urb))

    def _serve(self) -> None:
        """Nobody reaps what another program has submitted: to it, it would be an address of nothing."""
        for client in tuple(self._waiting):
            mine = next((each for each in self._done if each[0] == client), None)
            if mine is not None and client in self._waiting:
                self._waiting.remove(client)
                self._done.remove(mine)
                client.get_arg().resolve(0, 8).set_ptr(0, mine[1])
                client.complete(0, 0)


def _connection(number: int) -> socket.socket | None:
    """A descriptor of its own to a connection with a client, if this is one."""
    try:
        if not stat.S_ISSOCK(os.fstat(number).st_mode):
            return None
        line = socket.socket(fileno=os.dup(number))
    except OSError:  # it was the one that listed them
        return None
    if "/ioctl/" in str(line.getsockname()) and not line.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
        return line
    line.close()
    return None
