"""The files that a site edits: what is wrong in them is named by file, line and key."""

from __future__ import annotations

from pathlib import Path

import pytest

from daemon.settings import Settings, Table, load
from daemon.settings.devices.camera import Camera
from daemon.settings.devices.shaker import Shaker
from daemon.settings.devices.shoe import Shoe
from daemon.table.orders import Posting
from daemon.text.details import said
from drivers.faults import Fault, FaultError
from drivers.mqtt.access import Access
from rules.game import Limits, Options
from rules.registry import GAMES

CONFIG = Path(__file__).parents[2] / "config"

SITE = """\
language = "en"
state_directory = "/srv/croupier"

[broker]
host = "broker.floor"
port = 1884
ca = "/etc/croupier/broker/TABLE/ca.crt"
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
    shoe = settings.device(Shoe)
    assert shoe is not None
    assert (shoe.protocol, shoe.speed, shoe.serial) == ("csr", 9600, "SH-0421")
    assert settings.boards == ["board-1", "board-2"]
    assert str(settings.journal) == "/srv/croupier/poker-1"
    assert str(settings.socket) == "/run/croupier/poker-1.sock"


def test_each_table_comes_to_the_broker_as_itself(folder: Path) -> None:
    secrets = 'certificate = "/etc/b/TABLE.crt"\nkey = "/etc/b/TABLE.key"\n'
    edit(folder / "site.toml", "port = 1884\n", secrets)
    access = load(folder, "poker-1").broker
    assert access == Access(
        "broker.floor",
        8883,
        Path("/etc/croupier/broker/poker-1/ca.crt"),
        Path("/etc/b/poker-1.crt"),
        Path("/etc/b/poker-1.key"),
    )
    edit(folder / "site.toml", secrets, 'username = "TABLE"\npassword_file = "/etc/b/TABLE.password"\n')
    access = load(folder, "poker-1").broker
    assert (access.certificate, access.username, access.password_file) == (
        None,
        "poker-1",
        Path("/etc/b/poker-1.password"),
    )


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('ca = "/etc/croupier/broker/TABLE/ca.crt"', "", "a broker on another machine needs TLS: ca"),
        ("port = 1884", 'certificate = "x"', "certificate and key go together"),
        ("port = 1884", 'username = "x"', "username and password_file go together"),
    ],
)
def test_a_broker_elsewhere_is_spoken_to_in_secret_or_not_at_all(
    folder: Path, old: str, new: str, message: str
) -> None:
    edit(folder / "site.toml", old, new)
    assert refusal(folder) == f"site.toml:4: broker: Value error, {message}"


@pytest.mark.parametrize(
    ("file", "old", "new", "fr"),
    [
        ("site.toml", "port = 1884", 'certificate = "x"', "4 : broker : certificate et key vont ensemble"),
        ("tables/poker-1.toml", "serial", 'protocol = "x"\nserial', "11 : shoe.protocol : aucun protocole de ce nom"),
    ],
)
def test_what_is_wrong_is_said_in_french_too(folder: Path, file: str, old: str, new: str, fr: str) -> None:
    edit(folder / file, old, new)
    with pytest.raises(FaultError) as caught:
        load(folder, "poker-1")
    line, _, rest = fr.partition(" : ")
    assert said(caught.value.detail, "fr").startswith(f"{folder}/{file}:{line}: {rest}")


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost"])
def test_a_broker_on_this_machine_may_be_plain(folder: Path, host: str) -> None:
    (folder / "site.toml").write_text(f'[broker]\nhost = "{host}"\n')
    assert load(folder, "poker-1").broker == Access(host, 1883)


def test_the_key_is_a_credential_where_there_is_one(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings: Settings = load(folder, "poker-1")
    monkeypatch.delenv("CREDENTIALS_DIRECTORY", raising=False)
    assert str(settings.key_file) == "/srv/croupier/poker-1.key"
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(folder))
    assert str(settings.key_file) == "/srv/croupier/poker-1.key"
    (folder / "journal.key").touch()
    assert settings.key_file == folder / "journal.key"
    assert settings.display_key is None
    edit(folder / "site.toml", "[broker]", '[broker]\ndisplay_key = "/srv/TABLE.display.key"')
    settings = load(folder, "poker-1")
    assert str(settings.display_key) == "/srv/poker-1.display.key"
    (folder / "display.key").touch()
    assert settings.display_key == folder / "display.key"


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
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
        ("tables/poker-1.toml", "[shoe]", "[table.limits]\npair_plus = { minimun = 100 }\n[shoe]",
         "10: table.limits.pair_plus.minimun: unknown key; did you mean minimum?"),
        ("tables/poker-1.toml", "[shoe]", '[table.rules]\nnom = "x"\n[shoe]',
         "10: table.rules.nom: unknown key; did you mean name?"),
    ],
)  # fmt: skip
def test_an_unknown_key_is_named_with_the_one_that_was_meant(
    folder: Path, file: str, old: str, new: str, message: str
) -> None:
    edit(folder / file, old, new)
    assert refusal(folder) == f"{file}:{message}"


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
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
        ("tables/poker-1.toml", "serial =", "hides = true\nserial =",
         "9: shoe: Value error, hides: a csr shoe always tells what a card is"),
        ("tables/poker-1.toml", "three_card_poker", "poker",
         "5: table.game: Value error, no such game at a table; the games are three_card_poker"),
        ("tables/poker-1.toml", "seats = 5", "seats = 5\ndecks = 3",
         "4: table: Value error, decks: three_card_poker is dealt from 1 or 2"),
        ("tables/poker-1.toml", "three_card_poker\"", 'crazy_four"\noptions = { "crazy4.sbflush" = "3:2" }',
         "4: table: Value error, crazy4.sbflush: no such option of crazy_four; it has crazy4.sbFlush"),
    ],
)  # fmt: skip
def test_a_wrong_value_is_named_with_what_it_should_be(
    folder: Path, file: str, old: str, new: str, message: str
) -> None:
    edit(folder / file, old, new)
    assert refusal(folder).startswith(f"{file}:{message}")


@pytest.mark.holds("67.22", "67.33", "67.41", "67.51", "67.64", "67.75")
@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if game.decks])
def test_a_table_is_not_dealt_from_another_number_of_decks_than_its_section_says(folder: Path, game: str) -> None:
    allowed = " or ".join(map(str, GAMES[game].decks))
    wrong = next(decks for decks in range(1, 10) if decks not in GAMES[game].decks)
    edit(folder / "tables/poker-1.toml", "three_card_poker", game)
    edit(folder / "tables/poker-1.toml", "seats = 5", f"seats = 5\ndecks = {wrong}")
    assert f"decks: {game} is dealt from {allowed}" in refusal(folder)


def test_what_the_rules_say_of_the_configuration_is_said_in_french_too(folder: Path) -> None:
    edit(folder / "tables/poker-1.toml", "seats = 5", "seats = 5\ndecks = 3")
    with pytest.raises(FaultError) as caught:
        load(folder, "poker-1")
    text = said(caught.value.detail, "fr")
    assert text.endswith(":4: table : decks : three_card_poker se joue avec 1 ou 2 paquets de cartes")


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


PROGRESSIVE = """
[table]
game = "blackjack"
[table.options]
manner = 1
[shoe]
port = "/dev/croupier/shoe"
serial = "SH-0421"
[[jackpots]]
name = "main"
seed = 1000000
rate = 2000
largest = 200
"""


@pytest.mark.holds("21.2")
def test_21_2_a_progressive_without_a_display_is_no_table(folder: Path) -> None:
    file = folder / "tables/poker-1.toml"
    for boards in ("", "progressive_boards = []\n"):
        file.write_text(boards + PROGRESSIVE)
        assert refusal(folder).endswith(
            "main: 21.2 wants a display of the amount, visible from the table: name it in progressive_boards"
        )
    with pytest.raises(FaultError) as caught:
        load(folder, "poker-1")
    assert said(caught.value.detail, "fr").endswith("visible de la table : nommez-le dans progressive_boards")
    file.write_text(PROGRESSIVE.replace("[[jackpots]]", "[[jackpot]]"))
    assert "unknown key" in refusal(folder)
    file.write_text(PROGRESSIVE.partition("[[jackpots]]")[0])  # a manner alone
    assert refusal(folder).endswith("a table that posts a manner keeps its meter: see [[jackpots]]")
    file.write_text('progressive_boards = ["meter-1"]\n' + PROGRESSIVE)
    assert load(folder, "poker-1").display_seconds == 30


@pytest.mark.parametrize(("seconds", "taken"), [(2, False), (3, True), (600, True), (601, False)])
def test_21_2_how_long_a_display_may_be_missing_is_posted(folder: Path, seconds: int, taken: bool) -> None:
    posted = f'progressive_boards = ["meter-1"]\ndisplay_seconds = {seconds}\n'
    (folder / "tables/poker-1.toml").write_text(posted + PROGRESSIVE)
    if taken:
        assert load(folder, "poker-1").display_seconds == seconds
    else:
        assert "display_seconds: Input should be" in refusal(folder)


def test_a_camera_stands_over_dice_and_has_a_path_that_stays(folder: Path) -> None:
    craps = '[table]\ngame = "craps"\n[camera]\nsource = "/dev/croupier/camera"\n'
    (folder / "tables/craps-1.toml").write_text(craps)
    settings = load(folder, "craps-1")
    camera = settings.device(Camera)
    assert camera is not None
    assert (camera.frames, camera.keep_days, camera.apart) == (3, 90, False)
    assert str(settings.calibration(camera)) == "/srv/croupier/craps-1.calibration"
    edit(folder / "tables/craps-1.toml", "/dev/croupier/camera", "/dev/video0")
    assert "4: camera.source" in refusal(folder, "craps-1")
    edit(folder / "tables/craps-1.toml", '"/dev/video0"', '"http://camera.floor/video"\ncalibration = "/srv/c.json"')
    settings = load(folder, "craps-1")
    assert str(settings.calibration(settings.device(Camera))) == "/srv/c.json"
    with (folder / "tables/poker-1.toml").open("a") as file:
        file.write('[camera]\nsource = "/dev/croupier/camera"\n')
    assert "three_card_poker has no camera: see [camera]" in refusal(folder)


def test_a_table_of_dice_may_key_nobody_and_no_other(folder: Path) -> None:
    """95.7, 95.19: only where players are not limited."""
    (folder / "tables/craps-1.toml").write_text('[table]\ngame = "craps"\nseats = "unkeyed"\n')
    assert load(folder, "craps-1").table.posted == Options(keyed=False)
    edit(folder / "tables/craps-1.toml", '"unkeyed"', '"unkeyd"')
    assert "3: table.seats: Input should be a valid integer" in refusal(folder, "craps-1")
    edit(folder / "tables/poker-1.toml", "seats = 5", 'seats = "unkeyed"')
    assert "seats: three_card_poker has numbered places" in refusal(folder)


def test_players_roll_sic_bo_or_a_shaker_does(folder: Path) -> None:
    """95.20, 95.21."""
    table = '[table]\ngame = "sic_bo"\noptions = { "sicbo.rolledBy" = "players" }\n'
    (folder / "tables/sic-bo-1.toml").write_text(table)
    assert load(folder, "sic-bo-1").table.posted.more == {"sicbo.rolledBy": "players"}
    (folder / "tables/sic-bo-1.toml").write_text(f'{table}[shaker]\nserial = "SB-0001"\n')
    assert "players roll the dice (95.21), or a shaker does (95.20): not both" in refusal(folder, "sic-bo-1")
    edit(folder / "tables/sic-bo-1.toml", '"players"', '"anybody"')
    assert "sicbo.rolledBy" in refusal(folder, "sic-bo-1")


STUDIO = """
[table]
game = "sic_bo"
[shaker]
protocol = "studio"
topic = "studio/sicbo/shaker-1"
parameters = [10, 0]
"""


def test_a_studio_s_shaker_has_a_topic_and_a_line_of_its_own(folder: Path) -> None:
    file = folder / "tables/sic-bo-1.toml"
    file.write_text(STUDIO)
    settings = load(folder, "sic-bo-1")
    shaker = settings.device(Shaker)
    assert shaker is not None
    assert shaker.manner.parameters == (10, 0)
    assert shaker.posted == {"reshakes": 2, "unproven": ["tumbles", "dome", "sequence", "identity", "stop"]}
    place = shaker.place(settings.name, settings.site.broker.access)
    assert (place.topic, place.client, place.access) == (
        "studio/sicbo/shaker-1",
        "sic-bo-1.shaker",
        settings.site.broker.access("sic-bo-1.shaker"),
    )
    files = 'ca = "/etc/ca"\ncertificate = "/etc/{0}.crt"\nkey = "/etc/{0}.key"\n'
    site = (folder / "site.toml").read_text().partition("[broker]")[0] + '[broker]\nhost = "127.0.0.1"\n'
    (folder / "site.toml").write_text(site + files.format("TABLE"))
    assert load(folder, "sic-bo-1").broker.certificate == Path("/etc/sic-bo-1.crt")
    (folder / "site.toml").write_text(site + files.format("floor"))
    assert "[shaker]: its line needs a certificate of its own; put TABLE" in refusal(folder, "sic-bo-1")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('"studio"', '"studios"', "usb, studio"),
        ('topic = "studio/sicbo/shaker-1"', "", "protocol studio needs topic"),
        ('"studio"', '"usb"', "protocol usb needs serial"),
        ("[10, 0]", '[10, 0]\nserial = "SB-0001"', "protocol studio has no serial"),
        ("[10, 0]", "[10]", "at least 2 items"),
        ("[10, 0]", "[10, 10000]", "less than or equal to 9999"),
        ('"studio/sicbo/shaker-1"', '"studio/#"', "should match pattern"),
        ('"studio/sicbo/shaker-1"', '"/shaker"', "should match pattern"),
    ],
)
def test_a_shaker_that_cannot_be_is_refused(folder: Path, old: str, new: str, why: str) -> None:
    (folder / "tables/sic-bo-1.toml").write_text(STUDIO.replace(old, new, 1))
    assert why in refusal(folder, "sic-bo-1")


def test_of_several_devices_each_has_a_name_of_its_own(folder: Path) -> None:
    shoe = '[[shoe]]\n{name}port = "/dev/croupier/shoe"\nserial = "SH-0421"\n'
    war = '[table]\ngame = "war"\n'
    path = folder / "tables/war-1.toml"
    path.write_text(war + shoe.format(name='name = "left"\n') + shoe.format(name='name = "right"\n'))
    assert [device.name for device in load(folder, "war-1").devices] == ["left", "right"]
    path.write_text(war + shoe.format(name="") + shoe.format(name='name = "right"\n'))
    assert "none is called shoe" in refusal(folder, "war-1")
    path.write_text(war + 2 * shoe.format(name='name = "left"\n'))
    assert "two devices are called left" in refusal(folder, "war-1")
    path.write_text(war + shoe.format(name='name = "camera"\n'))
    assert "a shoe is not called camera" in refusal(folder, "war-1")
    path.write_text(war + shoe.format(name='name = "left"\nprot = 1\n'))
    assert "war-1.toml:5: shoe.0.prot: unknown key; did you mean port?" in refusal(folder, "war-1")


def test_the_only_device_of_its_kind_has_no_number_whatever_a_comment_says(folder: Path) -> None:
    """The file that is shipped tells of `[[shoe]]` in a comment."""
    text = (CONFIG / "tables/poker-1.toml").read_text()
    path = folder / "tables/poker-1.toml"
    path.write_text(text.replace('protocol = "csr"', 'protocol = "cssr"'))
    line = text.splitlines().index('protocol = "csr"') + 1
    assert refusal(folder).startswith(f"tables/poker-1.toml:{line}: shoe.protocol: ")


# -- what is posted ---------------------------------------------------------------------------------------------------

POSTED = """\
minimum = 500
maximum = 50000
{}
[shoe]
"""


def post(folder: Path, game: str, lines: str) -> None:
    edit(folder / "tables/poker-1.toml", "three_card_poker", game)
    edit(folder / "tables/poker-1.toml", "minimum = 1000\n\n[shoe]\n", POSTED.format(lines))


def test_67_68_95_5_limits_are_posted_by_wager_and_offers_by_name(folder: Path) -> None:
    lines = 'offered = ["aces_up"]\n[table.limits]\naces_up = { minimum = 100 }\n'
    post(folder, "four_card", f'{lines}[table.rules]\nname = "Salle B"\neffective = 2026-12-01\n')
    table = load(folder, "poker-1").table
    assert table.posted.limits == {"aces_up": Limits(minimum=100)}
    assert table.posted.offered == ("aces_up",)
    assert (table.document.name, table.document.effective) == ("Salle B", "2026-12-01")


def test_the_order_takes_what_the_file_takes() -> None:
    """A posting is given by the keys of the file, the game apart."""
    assert Posting.__annotations__.keys() == Table.model_fields.keys() - {"game"}


@pytest.mark.parametrize(
    ("game", "lines", "en", "fr"),
    [
        ("four_card", "[table.limits]\naces_op = { minimum = 100 }",
         "9: table.limits: Value error, aces_op: no such wager of four_card; the nearest is aces_up",
         "9: table.limits : aces_op : four_card n'a pas cette mise; la plus proche est aces_up"),
        ("four_card", 'offered = ["ante"]',
         "9: table.offered: Value error, ante: no such wager of four_card; it has aces_up",
         "9: table.offered : ante : four_card n'a pas cette mise; il a aces_up"),
        ("four_card", "[table.limits]\naces_up = { minimum = 100, maximum = 50 }",
         "4: table: Value error, aces_up: minimum is above maximum",
         "4: table : aces_up : minimum est au-dessus de maximum"),
    ],
)  # fmt: skip
def test_what_cannot_be_posted(folder: Path, game: str, lines: str, en: str, fr: str) -> None:
    post(folder, game, lines)
    assert refusal(folder) == f"tables/poker-1.toml:{en}"
    with pytest.raises(FaultError) as caught:
        load(folder, "poker-1")
    assert said(caught.value.detail, "fr") == f"{folder}/tables/poker-1.toml:{fr}"


@pytest.mark.holds("67.42", "67.52", "67.67", "67.78", "67.91")
@pytest.mark.parametrize(
    ("game", "seats", "most", "section"),
    [("four_card", 8, 7, "67.67"), ("crazy_four", 8, 7, "67.78"), ("boston", 8, 7, "67.52"),
     ("three_five_seven", 8, 7, "67.42"), ("poker_room", 11, 10, "67.91")],
)  # fmt: skip
def test_67_67_seats_beyond_what_the_game_allows(folder: Path, game: str, seats: int, most: int, section: str) -> None:
    edit(folder / "tables/poker-1.toml", "three_card_poker", game)
    edit(folder / "tables/poker-1.toml", "seats = 5", f"seats = {seats}")
    assert refusal(folder).endswith(f"table: Value error, seats: {game} has {most} players at most ({section})")
    with pytest.raises(FaultError) as caught:
        load(folder, "poker-1")
    assert said(caught.value.detail, "fr").endswith(f"seats : {game} a {most} joueurs au plus ({section})")


@pytest.mark.parametrize("seats", [8, 20])
def test_67_25_at_three_cards_the_layout_says_how_many(folder: Path, seats: int) -> None:
    edit(folder / "tables/poker-1.toml", "seats = 5", f"seats = {seats}")
    assert load(folder, "poker-1").table.seats == seats
