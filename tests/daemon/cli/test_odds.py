"""`croupierctl odds` and `croupierctl rules`: the table knows its own mathematics, and its own rules."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from daemon.cli import main
from daemon.sheets.page import WORDS, Posted, page
from daemon.sheets.text import text
from daemon.text.faults import ROWS
from daemon.text.language import Language
from drivers.faults import Fault
from hil.rig import TABLE as RIG
from hil.rig import Rig
from rules.game import Options
from rules.poker_room import HIGH
from rules.posting import offered
from rules.readings import READINGS
from rules.registry import GAMES
from rules.room.variants import VARIANTS

LANGUAGES: tuple[Language, ...] = ("fr", "en")
SITE = 'language = "en"\nstate_directory = "/nowhere"\nruntime_directory = "/nowhere"\n[broker]\nhost = "localhost"\n'
TABLE = '[table]\ngame = "{}"\nminimum = {}\n{}\n[shoe]\nport = "/dev/null"\nserial = "SIM-0001"\n'
Run = Callable[..., tuple[int, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    def croupierctl(*words: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", ["croupierctl", *words])
        monkeypatch.setenv("COLUMNS", "100")
        monkeypatch.setenv("LANG", "en_CA.UTF-8")
        with pytest.raises(SystemExit) as ended:
            main()
        said = capsys.readouterr()
        return int(ended.value.code or 0), said.out + said.err

    return croupierctl


@pytest.fixture
def etc(tmp_path: Path) -> Path:
    (tmp_path / "tables").mkdir()
    (tmp_path / "site.toml").write_text(SITE)
    (tmp_path / "tables/crazy.toml").write_text(TABLE.format("crazy_four", 500, ""))
    published = '[table.options]\n"crazy4.sbFlush" = "3:2"'
    (tmp_path / "tables/fair.toml").write_text(TABLE.format("crazy_four", 500, published))
    strict = '[table.options]\n"crazy4.sbNoOpen" = "push"'
    (tmp_path / "tables/strict.toml").write_text(TABLE.format("crazy_four", 500, strict))
    (tmp_path / "tables/mixed.toml").write_text(TABLE.format("three_card_poker", 500, "decks = 2"))
    (tmp_path / "tables/kept.toml").write_text(TABLE.format("three_card_poker", 500, "decks = 2\noffered = []"))
    generous = '[table.options]\nmanner = 3\n[[jackpots]]\nname = "p"\nwager = "progressive"\nlargest = 200\nrate = 1\n'
    for name, seed in (("gift", 20_000_000), ("seeded", 1_000_000)):
        text = TABLE.format("blackjack", 500, generous + f"seed = {seed}")
        (tmp_path / f"tables/{name}.toml").write_text(f'progressive_boards = ["meter-1"]\n{text}')
    return tmp_path


def asked(run: Run, *words: str) -> dict[str, Any]:
    status, said = run("odds", *words, "--json")
    assert status == 0, said
    answer: dict[str, Any] = json.loads(said)
    return answer


# -- odds -------------------------------------------------------------------------------------------------------------


def test_the_answer_for_programs(run: Run) -> None:
    answer = asked(run, "three_card_poker")
    assert (answer["game"], answer["decks"]) == ("three_card_poker", 1)
    pair_plus = answer["wagers"]["pair_plus"]
    assert (pair_plus["edge"], pair_plus["percent"], pair_plus["hit"]) == ("128/5525", 2.3167, "283/1105")
    assert not pair_plus["favours_player"]


def test_every_instance_of_a_wager_is_there(run: Run) -> None:
    """By the names of the settle contract, written out once more."""
    faces, numbers = range(1, 7), (4, 5, 6, 8, 9, 10)
    flat = "pass dont_pass come dont_come field horn world three_way any_7 eleven any_craps craps_2 craps_3 craps_12"
    assert set(asked(run, "craps")["wagers"]) == {
        *flat.split(),
        *("pass_odds", "dont_pass_odds", "hard_4", "hard_6", "hard_8", "hard_10"),
        *(f"hop_{one}_{other}" for one in faces for other in faces if one <= other),
        *(f"{name}_{n}" for name in ("come_odds", "dont_come_odds", "place", "buy", "lay") for n in numbers),
    }
    assert set(asked(run, "sic_bo")["wagers"]) == {
        *("any_three_of_a_kind", "small", "big"),
        *(f"{name}_{n}" for name in ("three_of_a_kind", "two_of_a_kind", "single") for n in faces),
        *(f"total_{total}" for total in range(4, 18)),
        *(f"duo_{one}_{other}" for one in faces for other in faces if one < other),
    }
    assert set(asked(run, "war", "--decks", "8")["wagers"]) == {"initial", "initial_withdraw", "supplemental"}


def test_the_progressive_has_its_lines_and_its_break_even(run: Run) -> None:
    manners = asked(run, "blackjack")["progressive"]
    assert set(manners) == {"1", "2", "3"}
    assert manners["2"]["break_even_cents"] == 25_292_482
    lines = manners["3"]["lines"]
    assert (lines["four_colour"]["share"], lines["three"]["pays"]) == ("1/10", 25_000)
    assert sum(Fraction(line["hit"]) for line in lines.values()) == Fraction(manners["3"]["hit"])


def test_what_the_table_posts_is_what_counts(run: Run, etc: Path) -> None:
    enacted = asked(run, "crazy_four")["wagers"]["ante"]
    fair = asked(run, "crazy_four", "--config", str(etc), "--table", "fair")["wagers"]["ante"]
    assert enacted["favours_player"]
    assert not fair["favours_player"]
    assert asked(run, "crazy_four", "--option", "crazy4.sbFlush=3:2")["wagers"]["ante"] == fair
    mixed = asked(run, "--config", str(etc), "--table", "mixed")
    assert mixed["decks"] == 2
    assert mixed["wagers"]["pair_plus"]["edge"] == "-1750/22763"  # A3


def test_what_a_table_does_not_offer_is_not_told(run: Run, etc: Path) -> None:
    assert set(asked(run, "--config", str(etc), "--table", "kept")["wagers"]) == {"initial"}
    assert set(asked(run, "--config", str(etc), "--table", "mixed")["wagers"]) == {"initial", "pair_plus"}


@pytest.mark.parametrize(("language", "words"), [("fr", "favorise le joueur"), ("en", "favours the player")])
def test_a_gift_to_the_player_is_shown_as_such(run: Run, language: str, words: str) -> None:
    status, said = run("odds", "crazy_four", "--lang", language)
    assert status == 0
    assert said.count(words) == 1


def test_a_game_or_decks_that_do_not_exist_are_refused(run: Run) -> None:
    for words in (
        ("roulette",),
        ("war", "--decks", "2"),
        ("crazy_four", "--option", "crazy4.sbFlush=9:1"),
        ("crazy_four", "--option", "crazy4.sbflush=3:2"),
        ("blackjack", "--option", "manner=4"),
        ("war", "--decks", "0"),
    ):
        assert run("odds", *words)[0] == 2


@pytest.mark.parametrize("game", ["blackjack", "craps", "poker_room"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_people_can_read_it(run: Run, game: str, language: str) -> None:
    status, said = run("odds", game, "--lang", language)
    assert status == 0
    assert max(map(len, said.splitlines())) <= 100


# -- a table that gives money away ------------------------------------------------------------------------------------


def test_doctor_warns_of_a_table_that_favours_the_player(run: Run, etc: Path) -> None:
    for table, warned in (
        ("crazy", True),
        ("fair", False),
        ("mixed", True),
        ("kept", False),  # it does not offer the wager that favours the player
        ("gift", True),  # 21.2: its meter begins above what breaks even
        ("seeded", False),
    ):
        _, said = run("doctor", "--config", str(etc), "--table", table, "--json")
        faults = [row["fault"] for row in json.loads(said)["rows"]]
        assert (Fault.ODDS_FAVOUR_PLAYER in faults) is warned
        assert ("no wager favours the player" in said) is not warned  # nor need it favour the house: craps' odds


async def test_croupierd_warns_at_its_start() -> None:
    async with Rig("crazy_four") as rig:
        await rig.start_daemon()
        while Fault.ODDS_FAVOUR_PLAYER not in rig.log:
            await asyncio.sleep(0.1)
        (line,) = (line for line in rig.log.splitlines() if Fault.ODDS_FAVOUR_PLAYER in line)
        assert "ante -123472171/3863029170" in line


async def warned(rig: Rig) -> tuple[bool, bool]:
    """Whether doctor says that a wager favours the player, and so the odds of the table."""
    said = []
    for words in (("doctor",), ("odds", "--table", RIG)):
        command = (
            str(Path(sys.executable).with_name("croupierctl")),
            *words,
            "--json",
            "--config",
            str(rig.folder / "etc"),
        )
        process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
        said.append(json.loads((await process.communicate())[0]))
    doctor, odds = said
    gifts = [chance for chance in odds["wagers"].values() if chance["favours_player"]]
    return Fault.ODDS_FAVOUR_PLAYER in [row["fault"] for row in doctor["rows"]], bool(gifts)


async def test_what_is_in_force_is_judged_and_not_the_file() -> None:
    async with Rig(posted={"decks": 2}) as rig:  # where the pair plus favours the player
        await rig.start_daemon()
        assert await warned(rig) == (True, True)
        await rig.agree("change_posting", posting={"offered": []})
        assert await warned(rig) == (False, False)
        await rig.agree("change_posting")  # as the file says
        assert await warned(rig) == (True, True)


# -- sheets -----------------------------------------------------------------------------------------------------------


def test_a_super_bonus_that_is_a_push_without_an_opening_is_one_in_every_row(run: Run, etc: Path) -> None:
    sheets = {
        table: " ".join(run("rules", "--config", str(etc), "--table", table)[1].split())
        for table in ("crazy", "strict")
    }
    for words, table in (
        ("with a straight or better, as the pay table says", "crazy"),
        ("outside the pay table, if the dealer does not open", "crazy"),
        ("if the dealer opens, with a straight or better", "strict"),
        ("if the dealer does not open; outside the pay table, if the hand is higher or equal", "strict"),
    ):
        assert words in sheets[table]
    assert "outside the pay table, if the dealer does not open" not in sheets["strict"]


def test_every_game_has_a_sheet() -> None:
    assert all(game.sheet(Options()) for game in GAMES.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a105_the_sheet_of_a_shared_pool_says_whose_order_counts(
    run: Run, etc: Path, tmp_path: Path, language: Language
) -> None:
    """A hand may be completed while the ledger is out of reach: players are told beforehand what that comes to."""
    with (etc / "site.toml").open("a") as site:
        site.write('[ledger]\nhost = "localhost"\nuser = "TABLE"\n')
    alone = (etc / "tables/seeded.toml").read_text()
    (etc / "tables/linked.toml").write_text(alone.replace("rate = 1\n", "rate = 1\nshared = true\n"))
    rule = getattr(WORDS["shared_pool"], language)
    assert "A105" in rule
    for name, shares in (("linked", True), ("seeded", False)):
        _, said = run("rules", "--table", name, "--config", str(etc), "--lang", language)
        assert (" ".join(rule.split()) in " ".join(said.split())) is shares
        assert "A105" in said  # and what the reading is
        sheet = tmp_path / f"{name}.txt"
        sheet.write_text(said)
        assert run("rules", "--check", str(sheet), "--config", str(etc))[0] == 0
    (etc / "tables/linked.toml").write_text(alone)
    assert run("rules", "--check", str(tmp_path / "linked.txt"), "--config", str(etc))[0] == 1  # it is no longer so


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_sheet_is_plain_text_and_a_page_without_anything_from_outside(run: Run, game: str, language: str) -> None:
    _, plain = run("rules", game, "--lang", language)
    assert max(map(len, plain.splitlines())) <= 80
    parts = ("object", "course", "valid", "bets", "tables", "special", "readings")
    for part in parts:
        assert getattr(WORDS[part], language).upper() in plain
    _, printable = run("rules", game, "--lang", language, "--html")
    assert f'<html lang="{language}-CA">' in printable
    assert not re.search(r"https?:|src=|url\(|@import|<script|<link", printable)


@pytest.mark.parametrize("limit", ["no_limit", "pot_limit", "fixed_limit"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_67_91_the_rooms_sheet_is_made_from_the_document_of_the_house(variant: str, limit: str) -> None:
    more = {"room.variant": variant, "room.limit": limit, "room.commissionPercent": "2.5", "room.commissionCap": 400}
    sheet = page(Posted("poker_room", Options(more=more), "room-1"), "fr")
    plain = text(sheet)
    assert VARIANTS[variant].term.fr.upper() in plain
    assert "2,5 % de la cagnotte, au plus 4 $" in " ".join(plain.split())
    assert max(map(len, plain.splitlines())) <= 80
    assert ("A87" in plain) is (VARIANTS[variant].pays != HIGH)


@pytest.mark.parametrize(
    ("posted", "said"),
    [
        ({}, "at least $2, up to all the stakes"),
        ({}, "between two players the small one is the puck's"),
        ({}, "by at least as much as the last bet or raise"),
        ({"room.limit": "pot_limit"}, "no more than the pot comes to once the bet is called"),
        ({"room.limit": "fixed_limit"}, "A bet or a raise is $2; $4 from “Turn” on"),
        ({"room.ante": 50}, "mandatory; $0.50 of everyone"),
        ({"room.ante": 50, "room.bigBlind": 0, "room.smallBet": 200}, "Every betting round begins left of the puck."),
        ({"room.variant": "omaha"}, "exactly 2 of the player's cards and 3 of the board"),
        ({"room.variant": "omaha_high_low"}, "five different ranks, ace to eight; the odd unit goes to the high"),
        ({"room.variant": "seven_card_stud"}, "The lowest open card opens the first round with the forced bet"),
        ({"room.variant": "seven_card_stud"}, "the last one is a card in common"),
        ({"room.variant": "razz"}, "The highest open card, kings being highest, opens the first round"),
        ({"room.variant": "razz"}, "Of hands of one kind the rank of the cards alike decides first"),
        ({"room.straddle": "utg"}, "left of the big blind may straddle before any card, to $4"),
        ({"room.missedBlinds": "wait"}, "Who misses a blind waits for the big one"),
        ({"room.newPlayers": "none"}, "Who sits down plays from the next game on."),
        ({"room.puck": "moves"}, "The puck always goes to a player who plays."),
        ({"room.returnMinutes": 45}, "comes back within 45 minutes brings at least what he took away"),
        ({"room.timeCharge": 600, "room.timePeriod": 30}, "Charge for playing time, every 30 minutes"),
        ({"room.minStakes": "perHand"}, "Minimum stakes, for every game"),
        ({"room.minStakes": "onSeat"}, "Minimum stakes, on sitting down"),
    ],
)
def test_67_91_the_rooms_sheet_says_what_only_this_game_knows(posted: dict[str, Any], said: str) -> None:
    plain = text(page(Posted("poker_room", Options(minimum=4000, more=posted)), "en"))
    assert said in " ".join(plain.replace("..", "").split())


@pytest.mark.parametrize("game", ["three_card_poker", "three_five_seven", "boston", "four_card", "crazy_four"])
def test_a_poker_sheet_says_what_cards_are_worth_and_where_the_ace_is_low(game: str) -> None:
    low = {"three_five_seven": "as-2-3 et as-2-3-4-5", "boston": "as-2-3 et as-2-3-4-5", "three_card_poker": "as-2-3"}
    plain = " ".join(text(page(Posted(game, Options()), "fr")).split())
    assert "de la plus haute à la plus basse : as, roi, reine, valet, 10 à 2." in plain
    assert f"L'as compte aussi avant le deux, mais seulement dans {low.get(game, 'as-2-3-4')}." in plain


def test_21_2_a_sheet_tells_the_manner_of_its_table_and_one_of_no_table_all_three(run: Run, etc: Path) -> None:
    (etc / "tables/none.toml").write_text(TABLE.format("blackjack", 500, ""))
    at = ("--config", str(etc), "--lang", "en", "--table")
    for words, manners, four_aces in (((), 3, True), ((*at, "seeded"), 1, False), ((*at, "none"), 0, False)):
        said = " ".join(run("rules", "blackjack", *words, "--lang", "en")[1].split())
        assert len(re.findall(r"100 % of the jackpot", said)) == manners
        assert ("Four red aces or four black aces" in said) is four_aces
        assert ("Progressive wager, manner 2" in said) is (manners == 3)
        assert ("A111" in said) is (manners > 0)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["craps", "sic_bo"])
def test_95_3_a_sheet_names_every_place_where_a_die_may_not_rest(game: str, language: Language) -> None:
    plain = " ".join(text(page(Posted(game, Options()), language)).split())
    places = {"fr": ("marqueur", "rebord", "jetons de la banque", "gobelet"), "en": ("button", "rail", "chips", "cup")}
    assert all(place in plain for place in places[language])


@pytest.mark.parametrize("game", ["boston", "four_card", "crazy_four"])
def test_a_sheet_says_that_limits_do_not_bind_what_is_added_to_the_ante(game: str) -> None:
    assert "A9" in dict(page(Posted(game, Options()), "en").readings)


@pytest.mark.parametrize("game", GAMES)
def test_readings_stand_in_their_order(game: str) -> None:
    numbers = [int(reading[1:]) for reading, _ in page(Posted(game, Options()), "fr").readings]
    assert numbers == sorted(set(numbers))


def test_a_sheet_takes_its_odds_from_where_wagers_are_settled(run: Run, etc: Path) -> None:
    for table, flush in (("crazy", "3 to 1"), ("fair", "3 to 2")):
        _, said = run("rules", "--config", str(etc), "--table", table, "--lang", "en")
        assert re.search(rf"Flush \.+ {flush}", said)
        assert ("A66" in said) is (table == "crazy")  # a reading that the house departs from is not applied
        assert "Table " + table in said
        assert "minimum $5" in said


def test_every_reading_has_a_sentence_in_both_languages() -> None:
    source = "".join(path.read_text() for path in (Path(__file__).parents[3] / "rules").rglob("*.py"))
    cited = set(re.findall(r'"(A\d{1,3})"', source))
    assert cited <= set(READINGS)
    assert all(said.fr != said.en and said.fr[-1] == said.en[-1] == "." for said in READINGS.values())


@pytest.mark.parametrize("kind", [(), ("--html",)])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_sheet_that_nobody_touched_still_holds(
    run: Run, tmp_path: Path, game: str, language: str, kind: tuple[str, ...]
) -> None:
    sheet = tmp_path / "sheet"
    sheet.write_text(run("rules", game, "--lang", language, *kind)[1])
    status, said = run("rules", "--check", str(sheet))
    assert (status, said.strip().splitlines()[-1]) == (0, "The sheet says what the table does.")


@pytest.mark.parametrize("kind", [(), ("--html",)])
def test_a_sheet_of_a_table_that_posts_something_else_now_is_outdated(
    run: Run, etc: Path, kind: tuple[str, ...]
) -> None:
    sheet = etc / "sheet"
    sheet.write_text(run("rules", "--config", str(etc), "--table", "crazy", "--lang", "en", *kind)[1])
    words = ("rules", "--check", str(sheet), "--config", str(etc))
    assert run(*words)[0] == 0
    (etc / "tables/crazy.toml").write_text(TABLE.format("crazy_four", 1000, ""))
    status, said = run(*words, "--json")
    checked = json.loads(said)
    assert (status, checked["fault"], checked["verdict"]) == (1, Fault.SHEET_OUTDATED, "warning")
    was, were, now, are = checked["differences"]  # the limits, and the name of the rule set that they are part of
    assert "minimum $5 " in was and "minimum $10 " in now
    assert were.startswith("-Rule set crazy_four/") and are.startswith("+Rule set crazy_four/") and were[1:] != are[1:]
    assert checked["next_action"] == ROWS[Fault.SHEET_OUTDATED].en.action


def test_21_3_21_4_a_sheet_tells_only_what_the_table_offers() -> None:
    def sheet(game: str, *names: str) -> str:
        options = Options(offered=offered(GAMES[game], names))
        return " ".join(text(page(Posted(game, options, "t-1"), "en")).split())

    sevens, thirteen = "if the first card is a 7", "if the first two cards make more"
    assert sevens in sheet("blackjack", "sevens") and thirteen not in sheet("blackjack", "sevens")
    assert "Not offered at this table: Over 13, under 13" in sheet("blackjack", "sevens")
    assert thirteen in sheet("blackjack", "over_under_13") and "A108" not in sheet("blackjack", "over_under_13")
    by_law = " ".join(text(page(Posted("blackjack", Options()), "en")).split())
    assert sevens in by_law and thirteen in by_law and "Not offered" not in by_law
    craps = sheet("craps", "hard_4", "odds")
    assert "Hard Ways (4, 6, 8, 10)" in craps and "Lay Bet" not in craps.split("PAYOUT")[0].split("WAGERS")[1]
    assert "Hop" in craps.split("Not offered at this table:")[1].split("═")[0]
    assert "if the player's hand is higher" in sheet("four_card") and "Aces Up (" not in sheet("four_card")
    assert "Total" not in sheet("sic_bo", "small", "big").split("HOW A ROUND")[1].split("WAGERS")[1].split("SPECIAL")[0]
    assert "12 to 1" not in sheet("war") and "Tie" not in sheet("war")


@pytest.mark.parametrize("kind", [(), ("--html",)])
def test_a_sheet_that_was_changed_by_hand_is_found_out(run: Run, tmp_path: Path, kind: tuple[str, ...]) -> None:
    sheet = tmp_path / "sheet"
    made = run("rules", "three_card_poker", "--lang", "en", *kind)[1]
    assert len(re.findall(r"40\sto\s1", made)) == 1
    sheet.write_text(re.sub(r"40\sto\s1", "35 to 1", made))
    status, said = run("rules", "--check", str(sheet))
    assert status == 1
    assert Fault.SHEET_ALTERED in said
    assert "35" in said


@pytest.mark.parametrize("kind", [(), ("--html",)])
def test_a_percentage_that_became_dollars_is_found_out(run: Run, tmp_path: Path, kind: tuple[str, ...]) -> None:
    sheet = tmp_path / "sheet"
    made = run("rules", "craps", "--lang", "en", *kind)[1]
    changed = re.sub(r"5(\s)% of the stake", r"5\1$ of the stake", made)
    assert changed != made
    sheet.write_text(changed)
    status, said = run("rules", "--check", str(sheet))
    assert (status, Fault.SHEET_ALTERED in said) == (1, True)


def test_other_spacing_is_no_other_sheet(run: Run, tmp_path: Path) -> None:
    sheet = tmp_path / "sheet"
    made = run("rules", "war", "--lang", "fr")[1]
    sheet.write_text(made.replace("\n", "\r\n").replace("  ", " "), newline="")
    assert run("rules", "--check", str(sheet))[0] == 0


def test_what_is_no_sheet_is_no_sheet(run: Run, tmp_path: Path) -> None:
    for content in (b"", b"\xff\xfe", b"croupier-sheet roulette fr - 0123456789abcdef"):
        (tmp_path / "x").write_bytes(content)
        status, said = run("rules", "--check", str(tmp_path / "x"))
        assert status == 2
        assert Fault.SHEET_UNREADABLE in said
    assert run("rules", "--check", str(tmp_path / "absent"))[0] == 2
