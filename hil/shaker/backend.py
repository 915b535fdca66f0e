"""The model behind pyusb's own seam: a backend in Python, for tests of everything above libusb."""

from __future__ import annotations

import errno
import time
from array import array
from types import SimpleNamespace
from typing import Any

import usb.backend
import usb.core

from drivers.shaker.wire import EVENTS, PRODUCT, VENDOR
from hil.shaker.model import Model, StalledError

MAKER = {1: "croupier", 2: "Simulated shaker"}


def failed(number: int) -> usb.core.USBError:
    """Makes the error that pyusb raises for this number."""
    kind = usb.core.USBTimeoutError if number == errno.ETIMEDOUT else usb.core.USBError
    return kind(errno.errorcode[number], error_code=-number, errno=number)


class Backend(usb.backend.IBackend):  # type: ignore[misc]
    """A bus with one shaker; every context that is opened sees the same one."""

    def __init__(self, model: Model) -> None:
        super().__init__()
        self._model = model

    def enumerate_devices(self) -> Any:
        """What is on the bus now, and where."""
        if self._model.present(time.monotonic()):
            yield self._model.address

    def get_device_descriptor(self, dev: int) -> Any:
        """Describes the device as the hardware does."""
        return SimpleNamespace(
            bLength=18, bDescriptorType=1, bcdUSB=0x0200, bDeviceClass=0, bDeviceSubClass=0, bDeviceProtocol=0,
            bMaxPacketSize0=64, idVendor=VENDOR, idProduct=PRODUCT, bcdDevice=0x0102, iManufacturer=1, iProduct=2,
            iSerialNumber=3, bNumConfigurations=1, address=dev, bus=1, port_number=1, port_numbers=(1,), speed=2,
        )  # fmt: skip

    def get_configuration_descriptor(self, dev: int, config: int) -> Any:
        """Describes the only configuration."""
        return SimpleNamespace(
            bLength=9, bDescriptorType=2, wTotalLength=25, bNumInterfaces=1, bConfigurationValue=1, iConfiguration=0,
            bmAttributes=0x80, bMaxPower=50, extra_descriptors=[],
        )  # fmt: skip

    def get_interface_descriptor(self, dev: int, intf: int, alt: int, config: int) -> Any:
        """Describes the only interface."""
        if intf or alt:
            raise IndexError
        return SimpleNamespace(
            bLength=9, bDescriptorType=4, bInterfaceNumber=0, bAlternateSetting=0, bNumEndpoints=1,
            bInterfaceClass=0xFF, bInterfaceSubClass=0, bInterfaceProtocol=0, iInterface=0, extra_descriptors=[],
        )  # fmt: skip

    def get_endpoint_descriptor(self, dev: int, ep: int, intf: int, alt: int, config: int) -> Any:
        """Describes the only endpoint."""
        if ep:
            raise IndexError
        return SimpleNamespace(
            bLength=7, bDescriptorType=5, bEndpointAddress=EVENTS, bmAttributes=3, wMaxPacketSize=16, bInterval=10,
            bRefresh=0, bSynchAddress=0, extra_descriptors=[],
        )  # fmt: skip

    def get_configuration(self, dev_handle: int) -> int:
        """Answers that it is configured."""
        return 1

    def open_device(self, dev: int) -> int:
        """A handle, which is as good as the address is."""
        self._there(dev)
        if "no_access" in self._model.on:
            raise failed(errno.EACCES)
        return dev

    def close_device(self, dev_handle: int) -> None:
        """Does nothing: nothing was opened."""

    def claim_interface(self, dev_handle: int, intf: int) -> None:
        """Ours, unless somebody else has it."""
        self._there(dev_handle)
        if "busy" in self._model.on:
            raise failed(errno.EBUSY)

    def release_interface(self, dev_handle: int, intf: int) -> None:
        """Does nothing: nobody else can claim it."""

    def ctrl_transfer(
        self, dev_handle: int, kind: int, request: int, value: int, index: int, data: Any, timeout: int
    ) -> int:
        """A request; a stall is a broken pipe."""
        self._there(dev_handle)
        try:
            if kind & 0x60 == 0:
                answer = self._string(value & 255)
            else:
                sent = b"" if kind & 0x80 else bytes(data)
                answer = self._model.control(kind, request, sent, time.monotonic())
        except StalledError:
            raise failed(errno.EPIPE) from None
        if not kind & 0x80:
            return len(data)
        answer = answer[: len(data)]
        data[: len(answer)] = array("B", answer)
        return len(answer)

    def intr_read(self, dev_handle: int, ep: int, intf: int, buff: Any, timeout: int) -> int:
        """The next event, or a time-out."""
        until = time.monotonic() + timeout / 1000
        while time.monotonic() < until:
            self._there(dev_handle)
            if event := self._model.poll(time.monotonic()):
                if len(event) > len(buff):
                    raise failed(errno.EOVERFLOW)
                buff[: len(event)] = array("B", event)
                return len(event)
            time.sleep(0.002)
        raise failed(errno.ETIMEDOUT)

    def _there(self, address: int) -> None:
        if not self._model.present(time.monotonic()) or address != self._model.address:
            raise failed(errno.ENODEV)

    def _string(self, index: int) -> bytes:
        names = {**MAKER, 3: self._model.serial}
        said = names[index].encode("utf-16-le") if index else b"\x09\x04"
        return bytes([len(said) + 2, 3]) + said
