"""The people file: who writes it, who reads it, and what happens when it is not as it should be."""

from __future__ import annotations

import asyncio
import json
import os
import pty
import stat
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from daemon import people
from daemon.people import People, check_pin, first_badge, missing, read, set_disabled, set_pin
from daemon.text.faults import ROWS
from daemon.text.labels import LABELS
from daemon.text.role import Role
from drivers.faults import Fault, FaultError
from hil.rig import Rig
from tests.daemon.people import ENROLLED, PIN, QUICK, WRONG, enrol

CONFIG = Path(__file__).parents[2] / "config"
CROUPIERCTL = str(Path(sys.executable).with_name("croupierctl"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return enrol(tmp_path)


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def refused(path: Path) -> str:
    with pytest.raises(FaultError) as caught:
        read(path)
    assert caught.value.fault is Fault.PEOPLE_INVALID
    return caught.value.detail.removeprefix(f"{path.parent}/")


# -- PINs -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "pin",
    ["", "12345", "111111", "123456", "987654", "890123", "210987", "12345a", "１２３４５６", "2 71828", "7" * 33],
)
def test_a_pin_that_anyone_would_try_first_is_refused(pin: str) -> None:
    with pytest.raises(FaultError) as caught:
        check_pin(pin)
    assert caught.value.fault is Fault.PIN_REFUSED
    assert not pin or pin not in caught.value.detail


@pytest.mark.parametrize("pin", ["271828", "112233", "24681012", "9" * 31 + "8"])
def test_any_other_of_six_digits_or_more_is_taken(pin: str) -> None:
    assert check_pin(pin) == pin


def test_a_pin_is_kept_as_argon2id_alone(path: Path) -> None:
    text = path.read_text()
    assert PIN not in text
    assert text.count('pin = "$argon2id$') == len(ENROLLED)
    assert PIN not in repr(read(path))
    assert "$argon2id$" not in repr(read(path))


def test_what_the_tool_makes_is_as_strong_as_we_say(tmp_path: Path) -> None:
    people.add(tmp_path / people.FILE, "S1", "Zoé", Role.SUPERVISOR, PIN)
    person = read(tmp_path / people.FILE)["S1"]
    assert "$m=65536,t=3,p=1$" in person.pin
    assert person.has(PIN)
    assert not person.has(WRONG)


# -- the file ---------------------------------------------------------------------------------------------------------


def test_what_is_written_is_read_again(path: Path) -> None:
    roster = read(path)
    assert {badge: person.role for badge, person in roster.items()} == ENROLLED
    set_disabled(path, "D1", disabled=True)
    set_pin(path, "S1", "314159", QUICK)
    changed = read(path)
    assert changed["D1"].disabled
    assert changed["S1"].has("314159")
    assert not changed["S1"].has(PIN)
    assert changed["T1"] == roster["T1"]
    set_disabled(path, "D1", disabled=False)
    assert read(path)["D1"] == roster["D1"]


def test_the_file_is_its_owner_s_to_write_and_its_group_s_to_read(path: Path) -> None:
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert sorted(entry.name for entry in path.parent.iterdir()) == [people.FILE]


@pytest.mark.parametrize("mode", [0o660, 0o642, 0o646])
def test_a_file_that_others_may_write_is_not_believed(path: Path, mode: int) -> None:
    path.chmod(mode)
    assert refused(path) == "people.toml: others than its owner may write it"


def test_nor_is_one_in_a_folder_that_others_may_write(path: Path) -> None:
    path.parent.chmod(0o775)
    assert refused(path).endswith("others than its owner may write it")
    with pytest.raises(FaultError):
        set_disabled(path, "D1", disabled=True)


@pytest.mark.skipif(os.getuid() != 0, reason="only root gives a file away")
def test_nor_is_one_that_belongs_to_somebody_else(path: Path) -> None:
    os.chown(path, 12345, -1)
    assert refused(path) == "people.toml: others than its owner may write it"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('role = "supervisor"', 'role = "boss"', "people.toml:4: person.0.role: Input should be 'dealer', 'superv"),
        ('badge = "T1"', 'badge = "T 1"', "people.toml:16: person.2.badge: String should match pattern"),
        ('badge = "T1"', 'badge = "D1"', "people.toml:16: D1 is there twice"),
        ('badge = "T1"', "", "people.toml:15: person.2.badge: Field required"),
        ('badge = "T1"', 'bagde = "T1"\nbadge = "T1"', "people.toml:16: person.2.bagde: Extra inputs"),
        ('badge = "T1"', 'badge = "T1', "people.toml: Illegal character '\\n' (at line 16,"),
        ("[[person]]\nbadge = \"S1\"", "chief = 1\n[[person]]\nbadge = \"S1\"", "people.toml:1: chief: Extra inputs"),
        ("$argon2id$", "$argon2i$", "people.toml:5: person.0.pin: Value error, not argon2id"),
        ("$argon2id$v", "argon2", "people.toml:5: person.0.pin: Value error, not an argon2 hash"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_it_is_named_by_file_and_line(path: Path, old: str, new: str, message: str) -> None:
    edit(path, old, new)
    detail = refused(path)
    assert detail.startswith(message)
    assert "$v=19$" not in detail


def test_a_broken_file_is_not_written_over(path: Path) -> None:
    path.write_text(broken := path.read_text().replace("role", "roll", 1))
    with pytest.raises(FaultError) as caught:
        people.add(path, "D2", "Léa", Role.DEALER, PIN, QUICK)
    assert caught.value.fault is Fault.PEOPLE_INVALID
    assert path.read_text() == broken


@pytest.mark.parametrize(
    ("badge", "name", "named"),
    [
        ("D1", "Léa", "D1"),
        ("D 2", "Léa", "badge"),
        ("D" * 33, "Léa", "badge"),
        ("D2", " ", "name"),
        ("D2", "a\nb", "name"),
    ],
)
def test_who_cannot_be_enrolled_changes_nothing(path: Path, badge: str, name: str, named: str) -> None:
    before = path.read_bytes()
    with pytest.raises(FaultError, match=named) as caught:
        people.add(path, badge, name, Role.DEALER, PIN, QUICK)
    assert caught.value.fault is Fault.PERSON_REFUSED
    assert path.read_bytes() == before


@pytest.mark.parametrize("name", ["Zoé Côté-Roy", "ZOE  COTE ROY", "Côté-Roy, Zoé", "zoé cote‑roy", " Zoe Côté Roy"])
def test_a_second_badge_under_a_known_name_is_asked_for(path: Path, name: str) -> None:
    people.add(path, "D2", "Zoé Côté-Roy", Role.DEALER, PIN, QUICK)
    before = path.read_bytes()
    with pytest.raises(FaultError) as caught:
        people.add(path, "S2", name, Role.SUPERVISOR, PIN, QUICK)
    assert (caught.value.fault, caught.value.detail) == (Fault.PERSON_KNOWN, f"{name}: D2")
    assert path.read_bytes() == before
    people.add(path, "S2", name, Role.SUPERVISOR, PIN, QUICK, also=True)
    roster = read(path)
    assert first_badge(roster, roster["S2"]) == first_badge(roster, roster["D2"]) == "D2"
    people.add(path, "D3", "Zoé Côté-Roy (2)", Role.DEALER, PIN, QUICK)  # somebody else
    roster = read(path)
    assert first_badge(roster, roster["D3"]) == "D3"


def test_one_more_badge_is_somebody_s(path: Path) -> None:
    with pytest.raises(FaultError, match="nobody is enrolled as Léa") as caught:
        people.add(path, "D2", "Léa", Role.DEALER, PIN, QUICK, also=True)
    assert caught.value.fault is Fault.PERSON_REFUSED


def test_two_persons_of_one_name_become_two_by_another_name(path: Path) -> None:
    edit(path, 'name = "auditor A1"', 'name = "Supervisor s1"')  # as it was once taken
    before = read(path)
    assert first_badge(before, before["A1"]) == "S1"
    people.rename(path, "A1", "Supervisor S1 (2)")
    roster = read(path)
    assert first_badge(roster, roster["A1"]) == "A1"
    assert roster["A1"] == before["A1"].model_copy(update={"name": "Supervisor S1 (2)"})
    people.rename(path, "A1", "SUPERVISOR S1 (2)")  # nobody stands in one's own way
    people.rename(path, "A1", "supervisor S1", also=True)
    roster = read(path)
    assert first_badge(roster, roster["A1"]) == "S1"


@pytest.mark.parametrize(
    ("badge", "name", "also", "fault"),
    [
        ("A1", "Supervisor S1", False, Fault.PERSON_KNOWN),
        ("A1", "Auditor A1", True, Fault.PERSON_REFUSED),
        ("A1", " ", False, Fault.PERSON_REFUSED),
        ("X9", "Léa", False, Fault.BADGE_UNKNOWN),
    ],
)
def test_a_name_that_cannot_be_given_changes_nothing(
    path: Path, badge: str, name: str, also: bool, fault: Fault
) -> None:
    before = path.read_bytes()
    with pytest.raises(FaultError) as caught:
        people.rename(path, badge, name, also=also)
    assert caught.value.fault is fault
    assert path.read_bytes() == before


def test_names_without_a_letter_are_not_all_one_person(path: Path) -> None:
    for badge, name in (("D2", "***"), ("D3", "—")):
        people.add(path, badge, name, Role.DEALER, PIN, QUICK)


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.SUPERVISOR])
def test_the_first_one_is_a_supervisor(tmp_path: Path, role: Role) -> None:
    path = tmp_path / people.FILE

    def add_another() -> None:
        people.add(path, "N1", "Léa", role, PIN, QUICK)

    with pytest.raises(FaultError) as caught:
        add_another()
    assert (caught.value.fault, caught.value.detail) == (Fault.PEOPLE_NO_SUPERVISOR, str(path))
    assert not path.exists()
    people.add(path, "S1", "Zoé", Role.SUPERVISOR, PIN, QUICK)
    set_disabled(path, "S1", disabled=True)
    with pytest.raises(FaultError):
        add_another()
    set_disabled(path, "S1", disabled=False)
    add_another()
    assert [*read(path)] == ["S1", "N1"]


def test_two_who_enrol_people_at_once_lose_nobody(path: Path) -> None:
    def add(number: int) -> None:
        people.add(path, f"N{number}", f"Léa {number}", Role.DEALER, PIN, QUICK)

    with ThreadPoolExecutor(8) as several:
        list(several.map(add, range(24)))
    assert len(read(path)) == len(ENROLLED) + 24


def test_a_disk_that_is_full_leaves_the_file_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = path.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FaultError):
        set_disabled(path, "D1", disabled=True)
    assert path.read_bytes() == before
    assert [entry.name for entry in path.parent.iterdir()] == [people.FILE]


def test_what_a_roster_lacks(path: Path) -> None:
    assert missing({}) is Fault.PEOPLE_NONE
    assert missing(read(path)) is None
    set_disabled(path, "S1", disabled=True)
    assert missing(read(path)) is Fault.PEOPLE_NO_SUPERVISOR


def test_the_example_that_we_ship_enrols_nobody_and_shows_a_person_who_would_load(tmp_path: Path) -> None:
    shipped = (CONFIG / people.FILE).read_text()
    path = tmp_path / people.FILE
    path.write_text(shipped)
    path.chmod(0o640)
    assert read(path) == {}
    lines = shipped.splitlines()
    example = [line.removeprefix("#") for line in lines[lines.index("#[[person]]") :]]
    path.write_text("\n".join(example))
    (person,) = read(path).values()
    assert person.disabled


# -- in the daemon ----------------------------------------------------------------------------------------------------


async def test_the_daemon_sees_a_change_and_keeps_the_last_good_file(path: Path) -> None:
    known = People(path)

    async def fault() -> tuple[str, str]:
        await known.refresh()
        return known.fault or ("", "")

    assert known.fault is None  # before the first look
    assert await fault() == ("", "")
    assert known.counts == {"enrolled": 4, "supervisors": 1}
    set_disabled(path, "S1", disabled=True)
    assert await fault() == (Fault.PEOPLE_NO_SUPERVISOR, str(path))
    edit(path, 'badge = "T1"', 'badge = "T 1"')
    code, detail = await fault()
    assert (code, detail.startswith(f"{path}:16: ")) == (Fault.PEOPLE_INVALID, True)
    assert known.counts == {"enrolled": 3, "supervisors": 0}
    edit(path, 'badge = "T 1"', 'badge = "T1"')
    await asyncio.to_thread(path.chmod, 0o666)
    assert await fault() == (Fault.PEOPLE_INVALID, f"{path}: others than its owner may write it")
    await asyncio.to_thread(path.unlink)
    assert await fault() == (Fault.PEOPLE_NONE, str(path))
    assert await known.recognise("D1", PIN) == (None, False)


async def test_a_file_that_the_daemon_may_not_read_is_not_called_invalid(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = People(path)
    await known.refresh()

    def forbidden(path: Path) -> people.Roster:
        raise FaultError(Fault.PEOPLE_NO_ACCESS, str(path))

    monkeypatch.setattr(people, "read", forbidden)
    await asyncio.to_thread(os.utime, path, (1, 1))
    await known.refresh()
    assert known.fault == (Fault.PEOPLE_NO_ACCESS, str(path))
    assert known.counts["enrolled"] == 4  # those of the last good reading


async def test_pins_are_compared_off_the_loop_and_an_unknown_badge_takes_as_long(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = People(path)
    await known.refresh()
    compared: list[int] = []
    verify = PasswordHasher.verify

    def watched(*arguments: str) -> bool:
        compared.append(threading.get_ident())
        return verify(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(PasswordHasher, "verify", watched)
    assert (await known.recognise("D1", PIN))[1] is True
    assert (await known.recognise("D1", WRONG))[1] is False
    assert await known.recognise("D9", PIN) == (None, False)  # though it is right for somebody
    assert len(compared) == 3
    assert threading.get_ident() not in compared


# -- croupierctl people -----------------------------------------------------------------------------------------------


async def croupierctl(folder: Path, *words: str, stdin: str = "") -> tuple[int, str]:
    """Its exit status, and what it says."""
    process = await asyncio.create_subprocess_exec(
        *(CROUPIERCTL, "people", *words, "--config", str(folder)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={"COLUMNS": "80"},
    )
    out, _ = await process.communicate(stdin.encode())
    assert process.returncode is not None
    return process.returncode, out.decode()


async def test_people_are_enrolled_barred_let_in_again_and_listed_in_both_languages(tmp_path: Path) -> None:
    status, said = await croupierctl(tmp_path, "list")
    assert (status, Fault.PEOPLE_NONE in said) == (2, True)
    add = ("add", "D1", "--name", "Zoé Tremblay", "--role", "dealer", "--pin-stdin")
    status, said = await croupierctl(tmp_path, *add, stdin=f"{PIN}\n")
    assert (status, ROWS[Fault.PEOPLE_NO_SUPERVISOR].fr.action in said) == (2, True)
    await croupierctl(tmp_path, "add", "S1", "--name", "Léo", "--role", "supervisor", "--pin-stdin", stdin=f"{PIN}\n")
    status, said = await croupierctl(tmp_path, *add, stdin=f"{PIN}\n")
    assert (status, said) == (0, LABELS["person_added"].fr.format(badge="D1") + "\n")
    await croupierctl(tmp_path, "disable", "S1")
    status, said = await croupierctl(tmp_path, "list", "--lang", "en")
    assert status == 1
    assert "Zoé Tremblay" in said
    assert ROWS[Fault.PEOPLE_NO_SUPERVISOR].en.action in said
    await croupierctl(tmp_path, "enable", "S1")
    status, said = await croupierctl(tmp_path, "disable", "D1", "--lang", "en")
    assert (status, said) == (0, LABELS["person_disabled"].en.format(badge="D1") + "\n")
    status, said = await croupierctl(tmp_path, "list", "--json")
    assert status == 0
    assert json.loads(said) == {
        "people": [
            {"badge": "S1", "name": "Léo", "role": "supervisor", "disabled": False, "same_as": None},
            {"badge": "D1", "name": "Zoé Tremblay", "role": "dealer", "disabled": True, "same_as": None},
        ],
        "error": None,
    }
    again = ("add", "S2", "--name", "zoe TREMBLAY", "--role", "supervisor", "--pin-stdin")
    status, said = await croupierctl(tmp_path, *again, stdin=f"{PIN}\n")
    assert (status, said.startswith(Fault.PERSON_KNOWN)) == (2, True)
    assert ROWS[Fault.PERSON_KNOWN].fr.action in " ".join(said.split())
    assert (await croupierctl(tmp_path, *again, "--also", stdin=f"{PIN}\n"))[0] == 0
    for lang in ("fr", "en"):
        _, said = await croupierctl(tmp_path, "list", "--lang", lang)
        assert [line.split()[-1] for line in said.splitlines() if line.lstrip().startswith("S2")] == ["D1"]
        assert " ".join(getattr(LABELS["people_alike"], lang).split()) in " ".join(said.split())
    _, said = await croupierctl(tmp_path, "list", "--json")
    assert [person["same_as"] for person in json.loads(said)["people"]] == [None, None, "D1"]
    status, said = await croupierctl(tmp_path, "rename", "S2", "--name", "Zoé Tremblay (2)", "--lang", "en")
    assert (status, said) == (0, LABELS["person_renamed"].en.format(badge="S2") + "\n")
    _, said = await croupierctl(tmp_path, "list", "--lang", "en")
    assert "people rename" not in said
    await croupierctl(tmp_path, "enable", "D1")
    await croupierctl(tmp_path, "pin", "D1", "--pin-stdin", stdin="314159\n")
    assert read(tmp_path / people.FILE)["D1"].has("314159")


@pytest.mark.parametrize(
    ("words", "stdin", "fault"),
    [
        (("add", "S1", "--name", "x", "--role", "supervisor", "--pin-stdin"), "123456\n", Fault.PIN_REFUSED),
        (("add", "S 1", "--name", "x", "--role", "supervisor", "--pin-stdin"), f"{PIN}\n", Fault.PERSON_REFUSED),
        (("add", "D1", "--name", "x", "--role", "dealer", "--pin-stdin"), f"{PIN}\n", Fault.PEOPLE_NO_SUPERVISOR),
        (("pin", "D9", "--pin-stdin"), f"{PIN}\n", Fault.BADGE_UNKNOWN),
        (("disable", "D9"), "", Fault.BADGE_UNKNOWN),
    ],
)
async def test_what_is_refused_has_a_code_and_a_next_action(
    tmp_path: Path, words: tuple[str, ...], stdin: str, fault: Fault
) -> None:
    status, said = await croupierctl(tmp_path, *words, "--lang", "en", stdin=stdin)
    assert status == 2
    assert said.startswith(fault)
    assert said.rstrip().endswith(ROWS[fault].en.action)


@pytest.mark.parametrize(
    ("lang", "easy", "length"),
    [
        ("fr", "trop facile à deviner", f"de {people.FEWEST} à {people.MOST} chiffres"),
        ("en", "too easy to guess", f"{people.FEWEST} to {people.MOST} digits"),
    ],
)
async def test_why_a_pin_is_refused_is_said_in_the_language_of_whoever_chose_it(
    tmp_path: Path, lang: str, easy: str, length: str
) -> None:
    for pin, why in (("123456", easy), ("12345", length)):
        words = ("add", "S1", "--name", "x", "--role", "supervisor", "--pin-stdin", "--lang", lang)
        _, said = await croupierctl(tmp_path, *words, stdin=f"{pin}\n")
        assert said.startswith(f"{Fault.PIN_REFUSED}  {why}\n")


async def test_the_pin_is_asked_twice_and_never_shown(tmp_path: Path) -> None:
    terminal, inner = pty.openpty()
    words = ("add", "S1", "--name", "Zoé", "--role", "supervisor", "--config", str(tmp_path))
    process = await asyncio.create_subprocess_exec(
        *("setsid", "--ctty", CROUPIERCTL, "people", *words), stdin=inner, stdout=inner, stderr=inner
    )
    os.close(inner)
    shown = b""
    try:
        for label in ("pin", "pin_again"):
            while LABELS[label].fr.encode() not in shown:
                shown += await asyncio.to_thread(os.read, terminal, 1000)
            os.write(terminal, f"{PIN}\n".encode())
        assert await process.wait() == 0
        shown += await asyncio.to_thread(os.read, terminal, 1000)
    finally:
        os.close(terminal)
    assert PIN.encode() not in shown
    assert read(tmp_path / people.FILE)["S1"].has(PIN)


async def test_whoever_may_not_write_the_file_is_told_to_use_sudo() -> None:
    words = ("add", "S1", "--name", "Zoé", "--role", "supervisor", "--pin-stdin", "--lang", "en")
    status, said = await croupierctl(Path("/proc"), *words, stdin=f"{PIN}\n")  # where not even root may
    assert status == 2
    assert said.startswith(f"{Fault.PEOPLE_NO_ACCESS}  /proc/people.toml")
    assert said.rstrip().endswith(ROWS[Fault.PEOPLE_NO_ACCESS].en.action)


async def test_doctor_says_when_nobody_or_no_supervisor_can_sign_in() -> None:
    async with Rig() as rig:
        file = rig.folder / "etc/people.toml"
        everyone = file.read_text()
        await rig.start_daemon()
        await rig.approve()
        for text, status, fault in (
            (everyone, 0, None),
            (everyone.replace("supervisor", "dealer"), 1, Fault.PEOPLE_NO_SUPERVISOR),
            ("", 2, Fault.PEOPLE_NONE),
            ("person = 1", 2, Fault.PEOPLE_INVALID),
        ):
            file.write_text(text)
            wanted = [fault] if fault else []
            await rig.until("/health", lambda health, w=wanted: [f["code"] for f in health["faults"]] == w)  # type: ignore[misc]
            process = await asyncio.create_subprocess_exec(
                *(CROUPIERCTL, "doctor", "--json", "--lang", "en", "--config", str(file.parent)),
                stdout=subprocess.PIPE,
            )
            out, _ = await process.communicate()
            assert process.returncode == status
            assert json.loads(out)["next_action"] == (ROWS[fault].en.action if fault else None)
