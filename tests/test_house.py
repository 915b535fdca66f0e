"""The house itself: what is installed, what is locked, and who may have which name."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from importlib.metadata import distributions
from pathlib import Path

from tests.conftest import FIRST, WALK
from tests.daemon.table.walk.walk import TABLES

ROOT = Path(__file__).parents[1]
OURS = {"rules", "drivers", "daemon"}


def pins(name: str) -> dict[str, str]:
    """What a lock file pins: package and version."""
    return dict(re.findall(r"^([\w.-]+)==(\S+)", (ROOT / "locks" / name).read_text(), re.MULTILINE))


def test_no_dependency_ships_a_package_with_a_name_of_ours() -> None:
    for distribution in distributions():
        if distribution.name != "croupier":
            top = {file.parts[0] for file in distribution.files or () if file.suffix == ".py" and len(file.parts) > 1}
            assert not top & (OURS | {"hil", "bench"}), distribution.name


def test_what_the_suite_begins_with_is_there() -> None:
    assert all((ROOT / scope.partition("[")[0]).exists() for scope in FIRST)
    assert all(any(f"{WALK}[{table}]".startswith(scope) for table in TABLES) for scope in FIRST if "[" in scope)


def test_a_table_and_a_developer_get_the_same_versions() -> None:
    table, developer = pins("table.txt"), pins("dev.txt")
    assert table
    assert table.items() <= developer.items()


def test_test_tools_stay_out_of_what_a_table_installs() -> None:
    assert (
        not {"pytest", "ruff", "mypy", "httpx", "hypothesis", "blockbuster", "import-linter"} & pins("table.txt").keys()
    )


def test_every_pin_has_a_hash_and_no_lock_names_a_host() -> None:
    for lock in sorted((ROOT / "locks").iterdir()):
        text = lock.read_text()
        blocks = re.split(r"\n(?=[\w.-]+==)", text)
        assert all("--hash=sha256:" in block for block in blocks), lock.name
        assert "://" not in text


def test_the_wheel_holds_the_product_and_nothing_of_the_rig(tmp_path: Path) -> None:
    build = "import hatchling.build, sys; print(hatchling.build.build_wheel(sys.argv[1]))"
    subprocess.run([sys.executable, "-c", build, str(tmp_path)], cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as files:
        names = files.namelist()
    assert {name.split("/")[0] for name in names if ".dist-info" not in name} == OURS
    assert {"daemon/journal/001.sql", "drivers/camera/nets/namer.onnx"} <= set(names)
