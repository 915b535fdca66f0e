"""udev itself reads our rules, in a namespace of its own, and says what it would do with a shaker on the bus."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from daemon.settings import load
from daemon.settings.devices.shaker import Shaker
from hil.shaker.model import DEVICE

HOUSE = Path(__file__).parents[2]
PLACE = "/devices/pci0/usb1/1-1"
NODE = "bus/usb/001/005"
GROUP = 987
SHAKER = f"""P: {PLACE}
N: {NODE}
E: DEVNAME=/dev/{NODE}
E: DEVTYPE=usb_device
E: SUBSYSTEM=usb
E: BUSNUM=001
E: DEVNUM=005
E: MAJOR=189
E: MINOR=4
A: busnum=1
A: devnum=5
"""
# Only in here /dev is empty, /run is new and our rules are the site's.
INSIDE = """set -e
mount -t tmpfs none /run
mount --bind /dev/null dev/null
mount --rbind dev /dev
mount --bind rules /etc/udev/rules.d
mount --bind group /etc/group
exec umockdev-run -d shaker.umockdev -- udevadm test --action=add /sys$0
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("dev", "rules"):
        (tmp_path / name).mkdir()
    (tmp_path / "dev/null").touch()
    (tmp_path / "group").write_text(f"{Path('/etc/group').read_text()}croupier:x:{GROUP}:\n")
    (tmp_path / "rules/70-croupier.rules").write_text((HOUSE / "systemd/70-croupier.rules").read_text())
    return tmp_path


def says(folder: Path, serial: str, vendor: str, product: str) -> list[str]:
    """What udev says of our rules, a line each."""
    device = f"{SHAKER}A: idVendor={vendor}\nA: idProduct={product}\nA: serial={serial}\n"
    (folder / "shaker.umockdev").write_text(device)
    done = subprocess.run(
        ["unshare", "--map-root-user", "--mount", "sh", "-c", INSIDE, PLACE],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    output = done.stdout + done.stderr
    return [line for line in output.splitlines() if "70-croupier.rules:" in line]


def numbers(descriptor: bytes) -> tuple[str, str]:
    """The vendor's and the product's, as sysfs writes them."""
    return f"{descriptor[9]:02x}{descriptor[8]:02x}", f"{descriptor[11]:02x}{descriptor[10]:02x}"


def test_this_table_s_shaker_gets_its_name_and_its_group(folder: Path) -> None:
    shaker = load(HOUSE / "config", "sic-bo-1").device(Shaker)
    assert shaker is not None
    vendor, product = numbers(DEVICE)
    assert (int(vendor, 16), int(product, 16)) == (shaker.vendor, shaker.product)
    effects = [re.sub(r"^.*rules:\d+ ", "", line) for line in says(folder, shaker.serial, vendor, product)]
    assert effects == [f"GROUP {GROUP}", "MODE 0660", "LINK 'croupier/shaker'"]
    assert (folder / "dev/croupier/shaker").readlink() == Path(f"../{NODE}")


@pytest.mark.parametrize(
    ("serial", "vendor", "product"),
    [("SB-0002", "1209", "0001"), ("SB-0001", "1209", "0002"), ("SB-0001", "16c0", "0001"), ("", "1209", "0001")],
)
def test_any_other_device_gets_nothing(folder: Path, serial: str, vendor: str, product: str) -> None:
    assert says(folder, serial, vendor, product) == []
    assert not (folder / "dev/croupier").exists()


def test_udev_would_say_something_about_an_unknown_key(folder: Path) -> None:
    rules = folder / "rules/70-croupier.rules"
    rules.write_text(rules.read_text().replace("GROUP=", "GROUPS="))
    assert any("Invalid key 'GROUPS'" in line for line in says(folder, "SB-0001", "1209", "0001"))
