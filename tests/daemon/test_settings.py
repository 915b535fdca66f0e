"""The files that a site edits: what is wrong in them is named by file, line and key."""

from __future__ import annotations

from pathlib import Path

import pytest

from daemon.settings import Settings, load
from drivers.faults import Fault, FaultError
from rules.machine import Options

CONFIG = Path(__file__).parents[2] / "config"

SITE = """\
language = "en"
state_directory = "/srv/croupier"

[broker]
host = "broker.floor"
port = 1884
"""
TABLE = """\
# what stands at this table
boards = ["board-1", "board-2"]

[table]
game = "three_card_poker"
seats = 5
minimum = 1000

[shoe]
port = "/dev/croupier/shoe"
serial = "SH-0421"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "tables").mkdir()
    (tmp_path / "site.toml").write_text(SITE)
    (tmp_path / "tables/poker-1.toml").write_text(TABLE)
    return tmp_path


def refusal(folder: Path, name: str = "poker-1") -> str:
    """The detail that a technician reads, with the folder cut off."""
    with pytest.raises(FaultError) as caught:
        load(folder, name)
    assert caught.value.fault is Fault.CONFIG_INVALID
    return caught.value.detail.removeprefix(f"{folder}/")


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert text.count(old) == 1
    file.write_text(text.replace(old, new))


def test_a_table_is_its_own_file_and_the_site_s(folder: Path) -> None:
    settings = load(folder, "poker-1")
    assert (settings.name, settings.site.language, settings.site.broker.port) == ("poker-1", "en", 1884)
    assert settings.table.posted == Options(seats=5, minimum=1000, maximum=None, unit=1)
    assert settings.shoe is not None
    assert (settings.shoe.protocol, settings.shoe.speed, settings.shoe.serial) == ("csr", 9600, "SH-0421")
    assert settings.boards == ["board-1", "board-2"]
    assert str(settings.journal) == "/srv/croupier/poker-1"
    assert str(settings.socket) == "/run/croupier/poker-1.sock"


def test_the_key_is_a_credential_where_there_is_one(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings: Settings = load(folder, "poker-1")
    monkeypatch.delenv("CREDENTIALS_DIRECTORY", raising=False)
    assert str(settings.key_file) == "/srv/croupier/poker-1.key"
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(folder))
    assert str(settings.key_file) == "/srv/croupier/poker-1.key"
    (folder / "journal.key").touch()
    assert settings.key_file == folder / "journal.key"


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("site.toml", "language", "langage", "1: langage: unknown key; did you mean language?"),
        ("site.toml", "state_directory", "state_dir", "2: state_dir: unknown key; did you mean state_directory?"),
        ("site.toml", "port = 1884", "prot = 1884", "6: broker.prot: unknown key; did you mean port?"),
        ("site.toml", "port = 1884", "xyzzy = 1", "6: broker.xyzzy: unknown key"),
        ("tables/poker-1.toml", "boards", "bords", "2: bords: unknown key; did you mean boards?"),
        ("tables/poker-1.toml", "seats", "seat", "6: table.seat: unknown key; did you mean seats?"),
        ("tables/poker-1.toml", "serial =", "baudrate = 9600\nserial =",
         "11: shoe.baudrate: unknown key; did you mean baud_rate?"),
        ("tables/poker-1.toml", "[shoe]", "[shoo]\n[shoe]", "9: shoo: unknown key; did you mean shoe?"),
        ("tables/poker-1.toml", "minimum", "  minimun", "7: table.minimun: unknown key; did you mean minimum?"),
    ],
)  # fmt: skip
def test_an_unknown_key_is_named_with_the_one_that_was_meant(
    folder: Path, file: str, old: str, new: str, told: str
) -> None:
    edit(folder / file, old, new)
    assert refusal(folder) == f"{file}:{told}"


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("site.toml", "1884", '"1884"', "6: broker.port: Input should be a valid integer"),
        ("site.toml", "1884", "65536", "6: broker.port: Input should be less than or equal to 65535"),
        ("site.toml", '"en"', '"de"', "1: language: Input should be 'fr' or 'en'"),
        ("tables/poker-1.toml", "seats = 5", "seats = 5.0", "6: table.seats: Input should be a valid integer"),
        ("tables/poker-1.toml", "seats = 5", "seats = true", "6: table.seats: Input should be a valid integer"),
        ("tables/poker-1.toml", "minimum = 1000", "minimum = 0", "7: table.minimum: Input should be greater than"),
        ("tables/poker-1.toml", 'serial = "SH-0421"', "", "9: shoe.serial: Field required"),
        ("tables/poker-1.toml", "serial =", 'protocol = "rsc"\nserial =',
         "11: shoe.protocol: Value error, no such protocol; the protocols are csr"),
        ("tables/poker-1.toml", "three_card_poker", "poker",
         "5: table.game: Value error, no such game at a table; the games are three_card_poker"),
    ],
)  # fmt: skip
def test_a_wrong_value_is_named_with_what_it_should_be(folder: Path, file: str, old: str, new: str, told: str) -> None:
    edit(folder / file, old, new)
    assert refusal(folder).startswith(f"{file}:{told}")


def test_a_board_s_name_must_do_for_a_topic(folder: Path) -> None:
    edit(folder / "tables/poker-1.toml", "board-2", "board/2")
    assert refusal(folder).startswith("tables/poker-1.toml:")


@pytest.mark.parametrize("file", ["site.toml", "tables/poker-1.toml"])
def test_a_file_that_cannot_be_read_says_why(folder: Path, file: str) -> None:
    text = (folder / file).read_text()
    (folder / file).write_text(f"{text}\nseats =\n")
    assert refusal(folder).startswith(f"{file}: Invalid value (at line {len(text.splitlines()) + 2}")
    (folder / file).write_bytes(b"caf\xe9 = 1")
    assert refusal(folder) == f"{file}: not UTF-8"
    (folder / file).unlink()
    assert refusal(folder) == f"{file}: No such file or directory"


def test_a_table_s_name_is_plain(folder: Path) -> None:
    (folder / "tables/Poker 1.toml").write_text(TABLE)
    assert refusal(folder, "Poker 1") == "Poker 1: a table's name is made of a-z, 0-9 and -"


def test_every_file_that_we_ship_loads() -> None:
    tables = sorted((CONFIG / "tables").glob("*.toml"))
    assert tables
    for table in tables:
        assert load(CONFIG, table.stem).name == table.stem
    people = CONFIG / "people.toml"  # tests/daemon/test_people.py loads it
    assert sorted(CONFIG.rglob("*.toml")) == sorted([CONFIG / "site.toml", people, *tables])
