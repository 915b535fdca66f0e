"""systemd's own tools read our files, and have nothing to say about them."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from drivers.camera.limits import ROOM

FOLDER = Path(__file__).parents[2] / "systemd"
UNIT = FOLDER / "croupierd@.service"


def verify(unit: Path) -> str:
    """`systemd-analyze verify` ends with 0 even for an unknown key, so what counts is what it says."""
    done = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False)
    return done.stderr + ("" if done.returncode == 0 else f"status {done.returncode}")


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """The unit as an instance, with the croupierd of this environment."""
    text = UNIT.read_text().replace("/opt/croupier/.venv/bin", str(Path(sys.executable).parent))
    copy = tmp_path / "croupierd@poker-1.service"
    copy.write_text(text)
    return copy


def test_systemd_has_nothing_to_say_about_the_unit(installed: Path) -> None:
    assert verify(installed) == ""


def test_systemd_would_say_something_about_an_unknown_key(installed: Path) -> None:
    installed.write_text(installed.read_text().replace("WatchdogSec=", "WatchdogSeconds="))
    assert "WatchdogSeconds" in verify(installed)


def test_the_unit_is_hardened(installed: Path) -> None:
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--threshold=20", str(installed)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-500:] + done.stderr


def calls() -> dict[str, set[str]]:
    """systemd's own sets of system calls, each down to its last member."""
    listed = subprocess.run(["systemd-analyze", "syscall-filter"], capture_output=True, text=True, check=True).stdout
    sets: dict[str, set[str]] = {}
    for line in re.sub(r"^\s*#.*\n", "", listed, flags=re.MULTILINE).splitlines():
        if line.startswith("@"):
            members = sets.setdefault(line.strip(), set())
        elif line.strip():
            members.add(line.strip())
    while any(name.startswith("@") for members in sets.values() for name in members):
        for key, members in sets.items():
            sets[key] = set().union(*(sets[name] if name.startswith("@") else {name} for name in members))
    return sets


def allowed(unit: str) -> set[str]:
    """What is left of the allow list, after each of its lines."""
    known, left = calls(), set[str]()
    for minus, names in re.findall(r"^SystemCallFilter=(~?)(.*)$", unit, re.MULTILINE):
        meant = set().union(*(known.get(name, {name}) for name in names.split()))
        left = left - meant if minus else left | meant
    return left


def test_the_unit_may_give_its_socket_to_a_group_ask_for_the_clock_and_choose_a_processor_but_nothing_privileged() -> (
    None
):
    text = UNIT.read_text()
    assert allowed(text) >= {"chown", "fchownat", "adjtimex", "bind", "sched_setaffinity"}
    assert not allowed(text) & {"setuid", "chroot", "clock_settime", "mount", "reboot", "setpriority"}
    assert "chown" not in allowed(text.replace(" @chown", ""))


def test_a_camera_that_eats_all_memory_costs_the_table_nothing() -> None:
    text = UNIT.read_text()
    assert {"MemoryMax=1G", "MemorySwapMax=0", "OOMPolicy=continue"} <= set(text.splitlines())
    assert ROOM + (256 << 20) <= 1 << 30  # the child's own limit comes first
    assert "prlimit64" in allowed(text)  # by which it sets it


def test_whoever_names_a_control_group_is_told_to_make_croupier_a_member() -> None:
    group = re.search(r'^#control_group = "(\w+)"$', (FOLDER.parent / "config/site.toml").read_text(), re.MULTILINE)
    assert group is not None
    assert f"\n#m croupier {group[1]}\n" in (FOLDER / "croupier.sysusers").read_text()


def test_the_unit_starts_the_command_that_the_package_installs() -> None:
    command = re.search(r"^ExecStart=\S+/(\w+) --config \S+ --table %i$", UNIT.read_text(), re.MULTILINE)
    assert command is not None
    assert shutil.which(command[1], path=str(Path(sys.executable).parent))


def test_the_unit_may_open_every_kind_of_device_and_hear_of_usb_devices() -> None:
    text = UNIT.read_text()
    kinds = set(re.findall(r"^DeviceAllow=char-(\w+) rw$", text, re.MULTILINE))
    assert kinds == {"ttyS", "ttyUSB", "ttyACM", "video4linux", "usb_device"}
    (families,) = re.findall(r"^RestrictAddressFamilies=(.*)$", text, re.MULTILINE)
    assert "AF_NETLINK" in families.split()  # libusb's hot-plug


def test_the_udev_rule_makes_the_path_that_the_configuration_names() -> None:
    rule = (FOLDER / "70-croupier.rules").read_text()
    path = re.search(r'^port = "/dev/(.+)"$', (FOLDER.parent / "config/tables/poker-1.toml").read_text(), re.MULTILINE)
    assert path is not None
    assert f'SYMLINK+="{path[1]}"' in rule
    (file,) = FOLDER.glob("*.rules")
    assert file.name > "60-serial.rules"  # systemd's own, where a tty gets the properties that ours matches
    for line in rule.replace("\\\n", " ").splitlines():
        if not line.startswith("#"):
            pairs = re.split(r",\s*", line)
            assert all(re.fullmatch(r'\w+(\{\w+\})?(==|!=|\+=|=)"[^"]*"', pair.strip()) for pair in pairs), line


def test_the_user_of_the_unit_is_the_one_that_sysusers_makes() -> None:
    user = re.search(r"^User=(\w+)$", UNIT.read_text(), re.MULTILINE)
    assert user is not None
    assert re.search(rf"^u {user[1]} ", (FOLDER / "croupier.sysusers").read_text(), re.MULTILINE)
