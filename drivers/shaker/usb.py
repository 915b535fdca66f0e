"""The shaker on the USB bus, as libusb gives it to us. Every call here may block: none is made on the event loop."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from traceback import clear_frames
from typing import Any, TypeVar

import libusb_package
import usb.core
import usb.util

from drivers.faults import Fault, FaultError
from drivers.shaker.wire import EVENTS, IN, INTERFACE, OUT, Command, Event, Request, WireError

ANSWER_WITHIN = 1000  # milliseconds for a request
Answer = TypeVar("Answer", bound=Request)
FAULT_OF_ERRNO = {
    errno.ENODEV: Fault.SHAKER_UNPLUGGED,
    errno.ENOENT: Fault.SHAKER_UNPLUGGED,
    errno.EACCES: Fault.SHAKER_NO_ACCESS,
    errno.EPERM: Fault.SHAKER_NO_ACCESS,
    errno.EBUSY: Fault.SHAKER_BUSY,
    errno.EPIPE: Fault.SHAKER_STALLED,
    errno.ETIMEDOUT: Fault.SHAKER_SILENT,
    errno.EOVERFLOW: Fault.SHAKER_BABBLES,
}


def libusb() -> Any:
    """A context of its own each time: the list of devices that libusb keeps in an old one may be as old."""
    first = libusb_package.get_libusb1_backend()
    if first is None:
        raise FaultError(Fault.SHAKER_USB, "libusb")
    return type(first)(first.lib)


@contextmanager
def _named(detail: str = "") -> Iterator[None]:
    """Turns libusb's errors into our faults."""
    try:
        yield
    except usb.core.NoBackendError as error:
        raise FaultError(Fault.SHAKER_USB, "libusb") from error
    except usb.core.USBError as error:
        clear_frames(error.__traceback__)  # they hold the device, which must not outlive its libusb context
        raise FaultError(FAULT_OF_ERRNO.get(error.errno, Fault.SHAKER_USB), detail) from error


class Port:
    """One shaker that we hold, and nobody else."""

    def __init__(self, device: Any, serial: str, backend: Any) -> None:
        self._device = device
        self._backend = backend
        self.serial = serial
        self.address: int = device.address  # on its bus; another one after every enumeration

    @classmethod
    def open(cls, vendor: int, product: int, serial: str, backend: Callable[[], Any] = libusb) -> Port:
        """The shaker with these numbers and this serial number, wherever it is plugged in; "": any serial number."""
        with _named(f"{vendor:04x}:{product:04x}"):
            context = backend()
            try:
                return cls(*_found(context, vendor, product, serial), context)
            except BaseException:
                context.finalize()
                raise

    def close(self) -> None:
        """Gives it back; may be called more than once."""
        if self._device is not None:
            try:
                with _named():
                    usb.util.dispose_resources(self._device)
            except FaultError:
                pass  # it is gone already
            self._device = None
            self._backend.finalize()

    def ask(self, kind: type[Answer]) -> Answer:
        """What a request to the shaker brings."""
        with _named(kind.__name__):
            data = bytes(self._device.ctrl_transfer(IN, kind.REQUEST, 0, INTERFACE, kind.LAYOUT.size, ANSWER_WITHIN))
        try:
            return kind.decode(data)
        except WireError as error:
            raise FaultError(Fault.SHAKER_BABBLES, str(error)) from error

    def order(self, command: Command) -> None:
        """Raises SHAKER_STALLED if the shaker refuses; its status says why."""
        with _named(type(command).__name__):
            self._device.ctrl_transfer(OUT, command.REQUEST, 0, INTERFACE, command.encode(), ANSWER_WITHIN)

    def listen(self, milliseconds: int) -> bytes:
        """The next event's bytes; none if it stays quiet for so long."""
        with _named("events"):
            try:
                return bytes(self._device.read(EVENTS, Event.LAYOUT.size, milliseconds))
            except usb.core.USBTimeoutError:
                return b""
            except usb.core.USBError as error:
                if error.errno == errno.EPIPE:  # halted: it stays so for whoever comes next, until somebody clears it
                    self._device.clear_halt(EVENTS)
                raise


def _found(context: Any, vendor: int, product: int, serial: str) -> tuple[Any, str]:
    """A path or an address proves nothing: the serial number is what counts."""
    ours = f"{vendor:04x}:{product:04x} {serial}"
    fault, detail = Fault.SHAKER_ABSENT, ours
    for device in usb.core.find(find_all=True, idVendor=vendor, idProduct=product, backend=context):
        number = ""
        try:
            with _named(ours):
                number = usb.util.get_string(device, device.iSerialNumber) or ""
                if not serial or number == serial:
                    usb.util.claim_interface(device, INTERFACE)
                    return device, number
                found = FaultError(Fault.SHAKER_WRONG_DEVICE, number)
        except FaultError as error:
            found = error
        except ValueError:  # pyusb's for a device that tells no strings because it may not be opened
            found = FaultError(Fault.SHAKER_NO_ACCESS, ours)
        if number == serial or fault in (Fault.SHAKER_ABSENT, Fault.SHAKER_WRONG_DEVICE):  # ours has the last word
            fault, detail = found.fault, found.detail
        usb.util.dispose_resources(device)  # also one that is not ours: libusb crashes if a handle outlives its context
        device = None  # noqa: PLW2901 - and so may a device
    raise FaultError(fault, detail)
