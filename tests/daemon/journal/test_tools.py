"""`croupierctl journal`: what a technician and an auditor do with a journal, without the daemon."""

from __future__ import annotations

import asyncio
import json
import shutil
import sys
import uuid
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import daemon.journal.export
from daemon.cli import main
from daemon.journal import evidence
from daemon.journal.chain import GENESIS, Head, chain
from daemon.journal.days import day_files
from daemon.journal.files import DAY_OPENED, File, is_closed
from daemon.journal.keys import load_keys
from daemon.journal.manifest import RECORDS, record_of
from daemon.journal.read import entries
from daemon.journal.seal import Sealed
from daemon.journal.verify import verify
from daemon.text.faults import ROWS
from daemon.text.labels import LABELS
from drivers.faults import Fault
from drivers.observation import DiceSeen, DiceUnread, LinkDown
from tests.daemon.journals import HERE, ROUND, House, Written, card, reading, tampering

DAYS = ("2026-11-14", "2026-11-15", "2026-11-16")
REST = Written(LinkDown("shoe", "LINK_LOST"))
SITE = 'language = "en"\nstate_directory = "{}"\nruntime_directory = "{}"\n[broker]\nhost = "localhost"\n'
TABLE = '[table]\ngame = "three_card_poker"\n[shoe]\nport = "/dev/null"\nserial = "SIM-0001"\n'


class Site(House):
    """A table with three days in its journal, and the site's configuration."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        state = folder / "state"
        state.mkdir()
        super().__init__(state)
        self._capsys, self._patch, self.etc = capsys, monkeypatch, folder / "etc"
        (self.etc / "tables").mkdir(parents=True)
        (self.etc / "site.toml").write_text(SITE.format(state, folder / "run"))
        (self.etc / "tables/t.toml").write_text(TABLE)
        self.day = DAYS[0]
        self.keep(*ROUND)
        for self.day in DAYS[1:]:
            self.keep(REST.resting(self.day.encode()), card(1, "Kh"))
        self.away = folder / "away"

    def croupierctl(self, *words: str) -> tuple[int, str]:
        """Its exit status and what it says."""
        self._patch.setattr(sys, "argv", ["croupierctl", "journal", *words])
        with pytest.raises(SystemExit) as ended:
            main()
        said = self._capsys.readouterr()
        return int(ended.value.code or 0), said.out + said.err

    def at_table(self, *words: str) -> tuple[int, dict[str, Any]]:
        return self.at_folder(*words, "--config", str(self.etc))

    def at_folder(self, *words: str) -> tuple[int, dict[str, Any]]:
        status, said = self.croupierctl(*words, "--json")
        answer: dict[str, Any] = json.loads(said)
        return status, answer

    def refused(self, *words: str) -> Fault:
        status, said = self.at_table(*words)
        assert status == 2
        return Fault(said["error"]["code"])


@pytest.fixture
def site(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Site:
    return Site(tmp_path, capsys, monkeypatch)


def flat(said: str) -> str:
    """As if the terminal were wide."""
    return " ".join(said.split())


def sentence(site: Site, label: str, language: str, witnessed: int = 0) -> str:
    found = verify(site.folder)
    return str(getattr(LABELS[label], language)).format(first=found.first, last=found.head.seq, witnessed=witnessed)


# -- verify -----------------------------------------------------------------------------------------------------------


def test_verify_tells_what_it_found_in_both_languages(site: Site) -> None:
    verdict = verify(site.folder)
    assert verdict.sound
    for language in ("fr", "en"):
        status, said = site.croupierctl("verify", str(site.folder), "--lang", language)
        assert status == 0
        assert verdict.uuid is not None
        assert verdict.uuid in said
        assert all(day in said for day in DAYS)
        assert f"{verdict.head.seq}:{verdict.head.hash.hex()[:40]}" in said
        assert sentence(site, "journal_sound_alone", language) in flat(said)
        assert getattr(LABELS["begins_first"], language) in said
        _, said = site.croupierctl("verify", str(site.folder), "--key", str(site.key), "--lang", language)
        bound = verify(site.folder, load_keys(site.key)).bound
        assert getattr(LABELS["journal_sound_bound"], language).format(
            first=1, last=verdict.head.seq, bound=bound
        ) in flat(said)
    status, said = site.croupierctl("verify", str(site.folder), "--key", str(site.key), "--json")
    output = json.loads(said)
    assert (status, output["sound"], output["days"], output["next_action"]) == (0, True, list(DAYS), None)
    assert (output["entries"], output["head"]["seq"]) == (verdict.entries, verdict.head.seq)


def test_verify_names_the_broken_entry_and_one_next_action(site: Site) -> None:
    with tampering(site.folder / f"{DAYS[1]}.journal") as db:
        db.execute("UPDATE entry SET kind = 'link_up' WHERE seq = 17")
    for language, entry in (("fr", "entrée 17"), ("en", "entry 17")):
        status, said = site.croupierctl("verify", str(site.folder), "--lang", language)
        assert status == 2
        assert Fault.JOURNAL_DAMAGED in said
        assert entry in " ".join(said.split())
        assert getattr(LABELS["journal_broken"], language) in said
        assert said.count("→") == 1
    status, said = site.croupierctl("verify", str(site.folder), "--json")
    assert json.loads(said)["rows"][-1]["fault"] == Fault.JOURNAL_DAMAGED


def test_verify_takes_one_file_of_any_version_under_any_name(site: Site, tmp_path: Path) -> None:
    copy = tmp_path / "evidence.db"
    for original in (*day_files(site.folder), HERE / "001/poker-1.journal"):
        shutil.copy(original, copy)
        status, said = site.croupierctl("verify", str(copy), "--json")
        assert (status, json.loads(said)["files"]) == (0, ["evidence.db"])


def test_verify_reads_a_medium_that_cannot_be_written(site: Site) -> None:
    before = sorted(path.name for path in site.folder.iterdir())
    for path in day_files(site.folder):
        path.chmod(0o400)
    assert verify(site.folder).sound
    assert sorted(path.name for path in site.folder.iterdir()) == before


def test_verify_refuses_the_wrong_key(site: Site) -> None:
    site.key.write_text("00" * 32)
    status, said = site.croupierctl("verify", str(site.folder), "--key", str(site.key), "--json")
    assert (status, json.loads(said)["rows"][-1]["fault"]) == (2, Fault.JOURNAL_KEY)


def test_verify_compares_with_a_head_that_was_published(site: Site) -> None:
    head = verify(site.folder).head
    for witness, status in (
        (f"{head.seq}:{head.hash.hex()}", 0),
        (f"{head.seq}:{'00' * 32}", 2),
        (f"{head.seq + 1}:{head.hash.hex()}", 2),
    ):
        assert site.croupierctl("verify", str(site.folder), "--witness", witness)[0] == status


@pytest.mark.parametrize("language", ["fr", "en"])
def test_verify_says_how_far_a_witness_knows(site: Site, language: str) -> None:
    last, older = (verify(day_files(site.folder)[number]).head.seq_and_hex for number in (2, 0))
    for (seq, digest), label in ((last, "journal_sound"), (older, "journal_sound_until")):
        words = "verify", str(site.folder), "--witness", f"{seq}:{digest}", "--lang", language
        status, said = site.croupierctl(*words)
        assert status == 0
        assert sentence(site, label, language, seq) in flat(said)


def test_a_beginning_that_is_not_here_is_told(site: Site) -> None:
    head = verify(day_files(site.folder)[0]).head
    before = verify(site.folder)
    (site.folder / f"{DAYS[0]}.journal").rename(site.state / "taken")
    for language in ("fr", "en"):
        status, said = site.croupierctl("verify", str(site.folder), "--lang", language)
        assert status == 0
        expected = getattr(LABELS["begins_late"], language).format(first=head.seq + 1, unknown=head.seq)
        assert expected in flat(said)
        assert sentence(site, "journal_sound_alone", language) in flat(said)
    assert verify(site.folder, witness=before.head).unknown == head.seq  # the end alone says nothing of it
    assert verify(site.folder, witness=head).sound  # this is what the first one here follows
    assert verify(site.folder, witness=head._replace(hash=bytes(32))).fault is Fault.JOURNAL_TRUNCATED
    assert verify(site.folder, witness=GENESIS._replace(seq=1)).fault is Fault.JOURNAL_TRUNCATED


def test_a_beginning_that_was_exported_is_accounted_for(site: Site) -> None:
    for day in DAYS[:2]:
        site.at_table("export", day, "--to", str(site.away))
    archived(site)
    status, output = site.at_folder("verify", str(site.folder))
    first = verify(site.folder).first
    assert (status, output["unknown"], output["first"]) == (0, 0, first)
    assert LABELS["begins_exported"].en.format(first=first) in flat(
        site.croupierctl("verify", str(site.folder), "--lang", "en")[1]
    )
    (site.folder / RECORDS / f"{DAYS[0]}.json").unlink()
    assert verify(site.folder).unknown == verify(site.away / f"t-{DAYS[0]}").head.seq


def test_an_end_that_is_not_here_is_known_to_a_witness_and_to_the_record_of_exports(site: Site) -> None:
    head = verify(site.folder).head
    site.newest.unlink()
    site.mark.unlink()  # which would know it, too
    assert verify(site.folder).sound
    assert verify(site.folder, witness=head).fault is Fault.JOURNAL_TRUNCATED
    site.day = DAYS[2]
    site.keep(REST.resting(b"again"))
    assert site.at_table("export", DAYS[1], "--to", str(site.away))[0] == 0
    for day in DAYS[1:]:
        (site.folder / f"{day}.journal").unlink()
    site.mark.unlink()
    assert verify(site.folder).fault is Fault.JOURNAL_TRUNCATED


def test_a_journal_that_was_chained_anew_is_known_to_a_witness_and_to_the_record_of_exports(site: Site) -> None:
    head = verify(site.folder).head
    shutil.copytree(site.folder, forged := site.state / "forged")
    forge(forged)
    assert verify(forged).sound  # the chain alone cannot tell
    assert verify(forged, witness=head).fault is Fault.JOURNAL_TRUNCATED
    site.at_table("export", DAYS[0], "--to", str(site.away))
    forge(site.folder)
    assert verify(site.folder).fault is Fault.JOURNAL_TRUNCATED


def forge(folder: Path) -> None:
    """The first entry gets another time, and all others, file by file, what follows from that."""
    head = GENESIS
    (folder / "head.json").unlink()
    for path in day_files(folder):
        with tampering(path) as db:
            for *columns, _ in db.execute("SELECT * FROM entry ORDER BY seq").fetchall():
                if columns[5] == DAY_OPENED and head.seq:
                    opened = json.loads(columns[7])
                    opened["previous"] |= {"hash": head.hash.hex()}
                    columns[7] = json.dumps(opened).encode()
                if columns[0] == 1:
                    columns[2] = f"2020{columns[2][4:]}"
                head = Head(columns[0], chain(head.hash, *columns))
                db.execute(
                    "UPDATE entry SET at = ?, body = ?, hash = ? WHERE seq = ?",
                    (columns[2], columns[7], head.hash, head.seq),
                )


def test_verify_compares_with_the_manifest_of_an_export(site: Site) -> None:
    for day in DAYS[:2]:
        site.at_table("export", day, "--to", str(site.away))
    copy = site.away / f"t-{DAYS[0]}"
    known = "--manifest", str(copy / "manifest.json")
    status, output = site.at_folder("verify", str(copy), *known)
    assert (status, output["witnessed"]) == (0, output["head"]["seq"])
    for place in (site.folder, copy / f"{DAYS[0]}.journal"):
        assert site.at_folder("verify", str(place), *known)[0] == 0
    later = site.away / f"t-{DAYS[1]}"
    assert fault_of(site.at_folder("verify", str(later), *known)) is Fault.JOURNAL_TRUNCATED
    with tampering(copy / f"{DAYS[0]}.journal") as db:
        db.execute("INSERT INTO outbox VALUES (1, 9, 'pool', x'00', NULL)")  # which is not chained
    assert site.at_folder("verify", str(copy))[0] == 0
    assert fault_of(site.at_folder("verify", str(copy), *known)) is Fault.JOURNAL_DAMAGED
    other = json.loads((later / "manifest.json").read_text()) | {"uuid": "another"}
    (later / "manifest.json").write_text(json.dumps(other))
    answer = site.at_folder("verify", str(later), "--manifest", str(later / "manifest.json"))
    assert fault_of(answer) is Fault.JOURNAL_TRUNCATED
    (later / "manifest.json").write_text("{}")
    assert site.croupierctl("verify", str(later), "--manifest", str(later / "manifest.json"))[0] == 2


def fault_of(answer: tuple[int, dict[str, Any]]) -> Fault:
    status, output = answer
    assert status == 2
    return Fault(output["rows"][-1]["fault"])


def test_what_is_no_journal_is_not_sound(site: Site, tmp_path: Path) -> None:
    (tmp_path / "nothing").mkdir()
    (tmp_path / "text.journal").write_text("not a database, but long enough to be asked whether it is one" * 20)
    assert not verify(tmp_path / "nothing").sound
    assert not verify(tmp_path / "text.journal").sound
    assert not verify(tmp_path / "absent").sound


# -- head, export, archive --------------------------------------------------------------------------------------------


def test_head_tells_the_head_and_the_days(site: Site) -> None:
    head = verify(site.folder).head
    site.at_table("export", DAYS[0], "--to", str(site.away))
    status, output = site.at_table("head")
    assert status == 0
    assert output["head"] == {"seq": head.seq, "hash": head.hash.hex()}
    assert output["written"] == DAYS[2]
    assert [(day["day"], bool(day["exported"])) for day in output["days"]] == [(DAYS[0], True), (DAYS[1], False)]


def test_an_export_is_a_verified_copy_with_a_manifest_and_what_everyone_may_read(site: Site) -> None:
    status, output = site.at_table("export", DAYS[0], "--to", str(site.away))
    target = site.away / f"t-{DAYS[0]}"
    assert (status, output["exported"]) == (0, str(target))
    assert sorted(path.name for path in target.iterdir()) == [
        *(f"{DAYS[0]}.journal", "events.jsonl", "manifest.json", "rules.json")
    ]
    verdict = verify(target, load_keys(site.key))
    assert verdict.sound
    manifest = json.loads((target / "manifest.json").read_text())
    assert (manifest["uuid"], manifest["day"], manifest["table"]) == (verdict.uuid, DAYS[0], "t")
    assert (manifest["seq"], manifest["hash"]) == verdict.head.seq_and_hex
    (file,) = manifest["files"]
    assert (file["name"], file["first"], file["last"]) == (f"{DAYS[0]}.journal", 1, verdict.head.seq)
    assert manifest["software"].startswith("croupier ")
    lines = [json.loads(line) for line in (target / "events.jsonl").read_text().splitlines()]
    found = list(entries(target))
    assert [line["seq"] for line in lines] == [entry.seq for entry in found]
    for line, entry in zip(lines, found, strict=True):
        if entry.sealed is Sealed.ALL:
            assert line == {"seq": entry.seq, "kind": entry.kind, "sealed": True}
        else:
            assert entry.body is not None
            assert (line["body"], line["cause"], line["sealed"]) == (json.loads(entry.body), entry.cause, False)
            assert line["raw"] == (None if entry.raw is None else entry.raw.hex())
    assert {entry.sealed for entry in found} == set(Sealed)
    assert record_of(site.folder, DAYS[0]) is not None


def test_the_day_that_is_still_written_cannot_be_exported_nor_one_that_never_was(site: Site) -> None:
    for day in (DAYS[2], "2026-11-13", "yesterday", "../x"):
        assert site.refused("export", day, "--to", str(site.away)) is Fault.JOURNAL_DAY
    assert not site.away.exists()


def test_an_export_overwrites_nothing(site: Site) -> None:
    site.at_table("export", DAYS[0], "--to", str(site.away))
    assert site.refused("export", DAYS[0], "--to", str(site.away)) is Fault.JOURNAL_EXPORT
    site.away.with_name("file").write_text("")
    assert site.refused("export", DAYS[1], "--to", str(site.away.with_name("file"))) is Fault.JOURNAL_EXPORT


def test_a_damaged_day_is_not_exported(site: Site) -> None:
    with tampering(site.folder / f"{DAYS[0]}.journal") as db:
        db.execute("UPDATE entry SET at = at || ' ' WHERE seq = 3")
    assert site.refused("export", DAYS[0], "--to", str(site.away)) is Fault.JOURNAL_DAMAGED
    assert record_of(site.folder, DAYS[0]) is None
    assert not (site.away / f"t-{DAYS[0]}").exists()


def test_a_day_that_lost_its_end_is_not_exported(site: Site) -> None:
    with tampering(site.folder / f"{DAYS[0]}.journal") as db:
        db.execute("DELETE FROM entry WHERE seq = (SELECT max(seq) FROM entry)")
    assert verify(site.folder / f"{DAYS[0]}.journal").sound
    assert site.refused("export", DAYS[0], "--to", str(site.away)) is Fault.JOURNAL_DAMAGED
    assert record_of(site.folder, DAYS[0]) is None


@pytest.mark.parametrize("day", DAYS[:2])
def test_what_is_no_database_is_named_by_an_export(site: Site, day: str) -> None:
    (site.folder / f"{day}.journal").write_bytes(b"not a database, but long enough to be asked whether it is one" * 99)
    assert site.refused("export", DAYS[0], "--to", str(site.away)) is Fault.JOURNAL_DAMAGED


def test_a_day_that_somebody_still_reads_is_exported_whole_or_not_at_all(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daemon.journal.export, "PATIENCE", 0)
    day, path = DAYS[2], site.newest
    site.day = "2026-11-17"
    with ExitStack() as reader:
        asyncio.run(site.write(REST.resting(b"end"), before=lambda _: reader.enter_context(reading(path))))
        assert not is_closed(path)
        assert site.refused("export", day, "--to", str(site.away)) is Fault.JOURNAL_IN_USE
        assert record_of(site.folder, day) is None
        assert not (site.away / f"t-{day}").exists()
    assert site.at_table("export", day, "--to", str(site.away))[0] == 0
    record = record_of(site.folder, day)
    assert record is not None
    with File(site.newest) as file:
        opened = file.opened()
        assert opened is not None
        assert opened.before.seq_and_hex == (record.seq, record.hash)
    assert is_closed(path)


def archived(site: Site, keep: int = 0) -> tuple[list[str], str | None]:
    status, output = site.at_table("archive", "--to", str(site.away), "--keep", str(keep))
    assert status == 0
    return output["archived"], output["stopped_at"]


def test_only_what_was_exported_is_archived_and_only_what_is_old(site: Site) -> None:
    assert archived(site) == ([], DAYS[0])
    for day in DAYS[:2]:
        site.at_table("export", day, "--to", str(site.away))
    assert archived(site, keep=2) == ([], None)
    before = (site.folder / f"{DAYS[0]}.journal").read_bytes()
    assert archived(site, keep=1) == ([f"{DAYS[0]}.journal"], None)
    assert (site.away / "t" / f"{DAYS[0]}.journal").read_bytes() == before
    assert site.files == [f"{day}.journal" for day in DAYS[1:]]
    assert archived(site) == ([f"{DAYS[1]}.journal"], None)
    assert archived(site) == ([], None)
    assert site.files == [f"{DAYS[2]}.journal"]
    assert site.restored() == (DAYS[2].encode(), [card(1, "Kh").observation])
    assert verify(site.folder).sound
    assert verify(site.away / "t").sound
    with site.opened() as journal:
        journal.check_witness(1, "00" * 32)  # nothing here can contradict it any more


def test_a_later_day_waits_for_an_earlier_one_so_that_no_hole_arises(site: Site) -> None:
    site.at_table("export", DAYS[1], "--to", str(site.away))
    assert archived(site) == ([], DAYS[0])
    assert len(site.files) == 3


def test_pictures_leave_with_the_day_that_names_them_whenever_they_were_taken(site: Site) -> None:
    shown = [b"before midnight", b"after it", b"of two days"]
    one, late, twice = names = [sha256(picture).hexdigest() for picture in shown]
    site.day = "2026-11-17"
    site.keep(REST.resting(b"new"), Written(DiceSeen("camera", 1, (4, 3), 0.9, (one, late))))
    site.keep(Written(DiceUnread("camera", 2, "glare", (twice,))))
    site.day = "2026-11-18"
    site.keep(REST.resting(b"newer"), Written(DiceUnread("camera", 3, "glare", (twice,))))
    site.day = "2026-11-19"
    site.keep(REST.resting(b"newest"))
    evidence.keep(site.folder, "2026-11-17", shown[:1])
    evidence.keep(site.folder, "2026-11-18", shown[1:])  # the journal was still open on the day before

    def states(folder: Path) -> list[str]:
        return [picture.state for picture in evidence.find(folder, names)]

    for day in (*DAYS, "2026-11-17"):
        site.at_table("export", day, "--to", str(site.away))
    assert states(site.away / "t-2026-11-16") == ["missing"] * 3
    assert states(site.away / "t-2026-11-17") == ["intact"] * 3
    archive = site.away / "archive"
    site.at_table("archive", "--to", str(archive), "--keep", "1")
    assert not (site.folder / "2026-11-17.journal").exists()
    assert states(archive / "t") == ["intact"] * 3
    assert states(site.folder) == ["missing", "missing", "intact"]


def test_what_has_changed_since_its_export_stays(site: Site) -> None:
    site.at_table("export", DAYS[0], "--to", str(site.away))
    with tampering(site.folder / f"{DAYS[0]}.journal") as db:
        db.execute("UPDATE entry SET at = at || ' ' WHERE seq = 3")
    assert archived(site) == ([], DAYS[0])
    assert len(site.files) == 3


def test_an_archive_that_was_interrupted_goes_on_and_overwrites_nothing(site: Site) -> None:
    site.at_table("export", DAYS[0], "--to", str(site.away))
    (site.away / "t").mkdir()
    shutil.copy(site.folder / f"{DAYS[0]}.journal", site.away / "t")
    assert archived(site) == ([f"{DAYS[0]}.journal"], DAYS[1])
    site.at_table("export", DAYS[1], "--to", str(site.away))
    (site.away / "t" / f"{DAYS[1]}.journal").write_bytes(b"something else")
    assert site.refused("archive", "--to", str(site.away), "--keep", "0") is Fault.JOURNAL_EXPORT
    assert len(site.files) == 2


def test_a_day_that_a_crash_left_open_is_closed_by_its_export_and_leaves_nothing_beside(site: Site) -> None:
    path = site.folder / f"{DAYS[0]}.journal"
    with tampering(path) as db:
        db.execute("INSERT INTO outbox VALUES (1, 9, 'pool', x'00', NULL)")
        log = path.with_name(f"{path.name}-wal")
        left = log.read_bytes()
    log.write_bytes(left)  # as if nobody had closed it
    assert not is_closed(path)
    assert site.at_table("export", DAYS[0], "--to", str(site.away))[0] == 0
    assert is_closed(path)
    log.write_bytes(left)
    assert archived(site) == ([], DAYS[0])
    log.write_bytes(b"")
    assert archived(site) == ([f"{DAYS[0]}.journal"], DAYS[1])
    assert not log.exists()


def test_both_work_while_the_table_deals(site: Site) -> None:
    with site.opened() as journal:
        assert site.at_table("export", DAYS[0], "--to", str(site.away))[0] == 0
        assert archived(site) == ([f"{DAYS[0]}.journal"], DAYS[1])
        assert [seq for seq, _, _ in journal.events_after(0, 100)][-1] == journal.head.seq


# -- the way out, and keys --------------------------------------------------------------------------------------------


def test_set_aside_is_the_way_out_that_the_fault_names(site: Site) -> None:
    with tampering(site.newest) as db:
        db.execute("UPDATE entry SET at = at || ' ' WHERE seq = (SELECT max(seq) FROM entry)")
    assert site.fault_of_opening() is Fault.JOURNAL_DAMAGED
    assert "croupierctl journal set-aside" in ROWS[Fault.JOURNAL_DAMAGED].en.action
    status, said = site.croupierctl("set-aside", "--config", str(site.etc), "--lang", "en")
    assert status == 0
    assert LABELS["set_aside"].en in said
    (folder,) = site.state.glob("t.damaged-*")
    assert [path.name for path in day_files(folder)] == [f"{day}.journal" for day in DAYS]
    assert site.restored() == (DAYS[2].encode(), [])


def test_set_aside_says_which_lost_journal_the_new_one_replaces(site: Site) -> None:
    assert "croupierctl journal set-aside --replaces UUID" in ROWS[Fault.JOURNAL_TRUNCATED].en.action
    status, said = site.croupierctl("set-aside", "--config", str(site.etc), "--replaces", "the old one")
    assert (status, list(site.state.glob("t.damaged-*"))) == (2, [])
    lost = str(uuid.uuid4())
    status, said = site.croupierctl("set-aside", "--config", str(site.etc), "--lang", "en", "--replaces", lost)
    assert status == 0
    assert LABELS["replaces"].en in said and lost in said
    with site.opened() as journal:
        journal.check_witness(4711, "00" * 32, lost)


def test_set_aside_refuses_while_the_table_deals_and_without_the_key(site: Site) -> None:
    with site.opened():
        assert site.refused("set-aside") is Fault.TABLE_TAKEN
    site.key.unlink()
    assert site.refused("set-aside") is Fault.JOURNAL_KEY
    status, said = site.at_table("set-aside", "--without-key")
    assert (status, said["verdict"]) == (0, "well")
    assert site.restored() == (None, [])


def test_rotate_key_adds_a_key_at_the_top(site: Site) -> None:
    (old,) = load_keys(site.key)
    assert site.at_table("rotate-key")[0] == 0
    assert load_keys(site.key)[1:] == (old,)
    site.key.chmod(0o644)
    assert site.refused("rotate-key") is Fault.JOURNAL_KEY
    site.key.unlink()
    assert site.refused("rotate-key") is Fault.JOURNAL_KEY
    assert not site.key.exists()
