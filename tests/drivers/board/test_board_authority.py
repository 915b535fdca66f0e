"""The site's own authority: what it makes, who may read it, and that mosquitto believes it (and nobody else)."""

from __future__ import annotations

import asyncio
import json
import shutil
import stat
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import aiomqtt
import pytest
from cryptography import x509
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from daemon.cli.broker import shakers
from daemon.settings import load
from drivers.board.authority import AuthorityError, acl, make
from drivers.board.signing import Signer
from drivers.board.wire import (
    claim_topic,
    dice_topic,
    echo_topic,
    heartbeat_topic,
    jackpot_topic,
    posting_topic,
    presence_topic,
    result_topic,
)
from drivers.mqtt import connect
from drivers.mqtt.access import Access
from drivers.shaker.studio_wire import rights
from tests.drivers import PATIENCE
from tests.drivers.broker import BOARD, HOST, METER, OTHER, TABLE, TABLES, Broker

ROOT = Path(__file__).parents[3]
SITE = {"poker-1": ["board-1"]}


def read(path: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate(path.read_bytes())


def test_a_private_key_is_readable_by_nobody_else(tmp_path: Path) -> None:
    make(tmp_path / "site", ["broker.floor"], SITE, ["poker-1.board-1"])
    secret = [*tmp_path.rglob("*.key"), *tmp_path.rglob("password*")]
    assert len(secret) == 6
    for path in (tmp_path / "site", *secret):
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path


def test_each_certificate_is_good_for_one_thing(tmp_path: Path) -> None:
    make(tmp_path, ["broker.floor", "10.0.0.7"], SITE)
    ca, server, client = (
        read(tmp_path / file) for file in ("ca.crt", "broker/server.crt", "poker-1.board-1/client.crt")
    )
    basic = ca.extensions.get_extension_for_class(x509.BasicConstraints)
    assert (basic.critical, basic.value.ca, basic.value.path_length) == (True, True, 0)
    assert ca.extensions.get_extension_for_class(x509.KeyUsage).value.key_cert_sign
    names = server.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert names.get_values_for_type(x509.DNSName) == ["broker.floor"]
    assert [str(address) for address in names.get_values_for_type(x509.IPAddress)] == ["10.0.0.7"]
    for leaf, purpose in ((server, ExtendedKeyUsageOID.SERVER_AUTH), (client, ExtendedKeyUsageOID.CLIENT_AUTH)):
        leaf.verify_directly_issued_by(ca)
        assert list(leaf.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value) == [purpose]
        usage = leaf.extensions.get_extension_for_class(x509.KeyUsage).value
        assert (usage.digital_signature, usage.key_cert_sign) == (True, False)
        assert not leaf.extensions.get_extension_for_class(x509.BasicConstraints).value.ca
        assert timedelta(days=700) < leaf.not_valid_after_utc - datetime.now(UTC) < timedelta(days=740)
    (name,) = client.subject.get_attributes_for_oid(NameOID.COMMON_NAME)
    assert name.value == "poker-1.board-1"


def test_a_second_run_makes_what_is_missing_and_what_is_about_to_end(tmp_path: Path) -> None:
    def made(**more: object) -> set[str]:
        tables = {"poker-1": ["board-1", *(["board-2"] if "second" in more else [])]}
        now = datetime.now(UTC) + timedelta(days=int(str(more.get("days", 0))))
        files = make(tmp_path, ["broker.floor"], tables, now=now).files
        return {str(path.relative_to(tmp_path)) for path in files}

    assert "ca.key" in made()
    assert made() == set()
    assert made(second=True) == {
        "poker-1.board-2/client.key", "poker-1.board-2/client.crt", "poker-1.board-2/ca.crt", "broker/acl",
    }  # fmt: skip
    assert made(second=True, days=600) == set()
    renewed = made(second=True, days=680)
    assert {"broker/server.crt", "poker-1/client.crt", "poker-1.board-1/client.crt"} <= renewed
    assert "ca.crt" not in renewed


def test_another_name_of_the_broker_needs_another_certificate_of_it_alone(tmp_path: Path) -> None:
    make(tmp_path, ["broker.floor"], SITE)
    made = make(tmp_path, ["broker.floor", "10.0.0.7"], SITE).files
    assert {path.name for path in made} == {"server.key", "server.crt"}


def test_a_password_stays_a_password(tmp_path: Path) -> None:
    make(tmp_path, ["broker.floor"], SITE, ["poker-1.board-1"])
    assert not (tmp_path / "poker-1.board-1/client.key").exists()
    assert make(tmp_path, ["broker.floor"], SITE).files == ()


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda folder: (folder / "ca.key").chmod(0o644), "others may read it"),
        (lambda folder: (folder / "ca.key").write_text("no key"), "ca.key"),
        (lambda folder: (folder / "ca.crt").unlink(), "ca.crt"),
    ],
)
def test_an_authority_that_is_not_whole_signs_nothing(tmp_path: Path, spoil: object, message: str) -> None:
    make(tmp_path, ["broker.floor"], SITE)
    assert callable(spoil)
    spoil(tmp_path)
    with pytest.raises(AuthorityError, match=message):
        make(tmp_path, ["broker.floor"], SITE)


@pytest.mark.parametrize(
    ("tables", "passwords", "message"),
    [
        ({"broker": ()}, (), "cannot have this name"),
        (SITE, ("poker-1.board-9",), "no client of this site"),
        ({"p" * 32: ["b" * 32]}, (), "too long"),
    ],
)
def test_a_name_that_cannot_be_is_refused(
    tmp_path: Path, tables: dict[str, list[str]], passwords: tuple[str, ...], message: str
) -> None:
    with pytest.raises(AuthorityError, match=message):
        make(tmp_path, ["broker.floor"], tables, passwords)


def test_the_access_list_that_is_shipped_is_that_of_the_site_that_is_shipped() -> None:
    tables = [load(ROOT / "config", path.stem) for path in sorted((ROOT / "config/tables").glob("*.toml"))]
    named = {table.name: [*table.boards, *table.progressive_boards] for table in tables}
    assert (ROOT / "config/broker/acl").read_text() == acl(named, shakers(tables))
    assert "sic-bo-2.shaker.device" in shakers(tables)


def test_a_shaker_on_the_broker_has_both_ends_of_its_line_and_no_board_has_its_name(tmp_path: Path) -> None:
    ends = rights("poker-1", "shaker", "studio/shaker-1")
    make(tmp_path, ["broker.floor"], SITE, ["poker-1.shaker.device"], others=ends)
    assert (tmp_path / "poker-1.shaker/client.crt").exists()
    assert (tmp_path / "poker-1.shaker.device/password").exists()
    listed = (tmp_path / "broker/acl").read_text()
    for name, lines in ends.items():
        assert "\n".join([f"user {name}", *lines, ""]) in listed
    with pytest.raises(AuthorityError, match=r"poker-1\.board-1: a board and another device have the same name"):
        make(tmp_path, ["broker.floor"], SITE, others=rights("poker-1", "board-1", "studio/shaker-1"))


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [str(Path(sys.executable).with_name("croupierctl")), "broker", "certificates", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_command_makes_them_from_the_site_s_own_files(tmp_path: Path) -> None:
    done = run(str(tmp_path / "site"), "--config", str(ROOT / "config"), "--host", "broker.floor", "--lang", "fr")
    assert (done.returncode, done.stderr) == (0, "")
    assert "reste chez vous" in done.stdout
    assert (tmp_path / "site/poker-1.board-1/client.crt").exists()
    again = run(str(tmp_path / "site"), "--config", str(ROOT / "config"), "--host", "broker.floor", "--json")
    assert json.loads(again.stdout) == {"made": []}
    (tmp_path / "site/ca.key").chmod(0o640)
    refused = run(str(tmp_path / "site"), "--config", str(ROOT / "config"), "--lang", "en")
    assert refused.returncode == 2
    assert refused.stderr.startswith("BROKER_AUTHORITY")


def test_the_command_makes_a_table_s_display_key_once_and_prints_what_its_boards_are_told(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "config", tmp_path / "etc")
    site, file = tmp_path / "etc/site.toml", tmp_path / "blackjack-1.display.key"

    def public(*more: str) -> subprocess.CompletedProcess[str]:
        command = [str(Path(sys.executable).with_name("croupierctl")), "broker", "display-key", *more]
        command += ["--config", str(tmp_path / "etc"), "--table", "blackjack-1"]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    assert public().stderr.startswith("DISPLAY_KEY")  # the site names none
    site.write_text(site.read_text().replace("[broker]", f'[broker]\ndisplay_key = "{tmp_path}/TABLE.display.key"'))
    made = public()
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout.strip() == Signer.load(file).public
    assert file.stat().st_mode & 0o777 == 0o600
    assert json.loads(public("--json").stdout) == {"table": "blackjack-1", "public": made.stdout.strip()}
    file.chmod(0o640)
    assert public().stderr.startswith("DISPLAY_KEY")
    file.chmod(0o600)
    file.write_bytes((tmp_path / "etc/site.toml").read_bytes())
    assert public().stderr.startswith("DISPLAY_KEY")


# -- what the broker makes of it --------------------------------------------------------------------------------------


async def refused(access: Access) -> None:
    with pytest.raises((aiomqtt.MqttError, OSError)):
        async with connect.client(access, "stranger", connect.secrets(access), 2.0):
            pass


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # paho drops a socket that is refused
async def test_nobody_comes_in_without_a_certificate_of_this_site(broker: Broker, tmp_path: Path) -> None:
    ours = broker.access()
    await refused(Access(HOST, broker.port))  # no TLS at all
    await refused(Access(HOST, broker.port, ours.ca))  # TLS, but nobody
    make(tmp_path / "elsewhere", [HOST], TABLES)
    there = tmp_path / "elsewhere" / TABLE
    await refused(Access(HOST, broker.port, ours.ca, there / "client.crt", there / "client.key"))
    await refused(Access(HOST, broker.port, there / "ca.crt", ours.certificate, ours.key))  # a false broker
    await refused(Access("localhost", broker.port, ours.ca, ours.certificate, ours.key))  # not the name it has


async def test_a_password_opens_the_second_door_alone(broker: Broker) -> None:
    ca, name = broker.access(f"war-2.{OTHER}").ca, f"war-2.{OTHER}"
    password = broker.folder / "broker" / name / "password"
    right = Access(HOST, broker.second, ca, username=name, password_file=password)
    async with connect.client(right, "board", connect.secrets(right), PATIENCE) as client:
        await client.publish(presence_topic("war-2", OTHER), b"{}", qos=1)
    wrong = broker.folder / "wrong"
    wrong.write_text("guess")
    await refused(Access(HOST, broker.second, ca, username=name, password_file=wrong))
    await refused(Access(HOST, broker.second, ca, username=f"{TABLE}.{BOARD}", password_file=password))
    await refused(Access(HOST, broker.second, ca))
    await refused(Access(HOST, broker.port, ca, username=name, password_file=password))


async def test_a_board_reads_its_own_table_and_writes_only_its_echo_and_presence(broker: Broker) -> None:
    topics = (result_topic, dice_topic, posting_topic, jackpot_topic, heartbeat_topic)
    async with broker.client(f"{TABLE}.{BOARD}") as board, broker.client("witness") as witness:
        await board.subscribe([("#", 1)])
        await witness.subscribe([("croupier/#", 1)])
        async with broker.client(TABLE) as table, broker.client("war-2") as other:
            for topic in (*topics, claim_topic):
                await table.publish(topic(TABLE), b"own", qos=1)
                await other.publish(topic("war-2"), b"another table's", qos=1)
                await other.publish(topic(TABLE), b"forged by another table", qos=1)
        allowed = echo_topic(TABLE, BOARD), presence_topic(TABLE, BOARD)
        forged = (echo_topic(TABLE, METER), presence_topic(TABLE, METER), *(topic(TABLE) for topic in topics))
        for place in (*forged, echo_topic("war-2", OTHER), "elsewhere", *allowed):
            await board.publish(place, b"the board's", qos=1)
        seen = await asyncio.wait_for(_collect(witness, allowed[-1]), PATIENCE)
        heard = await asyncio.wait_for(_collect(board, heartbeat_topic(TABLE)), PATIENCE)
    assert heard == [(topic(TABLE), b"own") for topic in topics]
    by_board = [topic for topic, payload in seen if payload == b"the board's"]
    assert by_board == list(allowed)
    assert not [topic for topic, payload in seen if b"forged" in payload]
    assert (claim_topic("war-2"), b"another table's") in seen


async def _collect(client: aiomqtt.Client, last: str) -> list[tuple[str, bytes]]:
    seen = []
    async for message in client.messages:
        assert isinstance(message.payload, bytes)
        seen.append((str(message.topic), message.payload))
        if str(message.topic) == last:
            break
    return seen
