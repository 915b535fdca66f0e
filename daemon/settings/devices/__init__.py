"""The sections of the table's devices: a kind is one file here, found by its name, with its section as `SECTION`."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from daemon.settings.section import DeviceSection

SECTIONS: dict[str, type[DeviceSection]] = {
    module.name: import_module(f"{__name__}.{module.name}").SECTION for module in iter_modules(__path__)
}
