"""A past round in words: complete in both languages, at 80 columns, and silent about every card that lies face down."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from string import Formatter
from typing import ClassVar, Literal

import pytest

from daemon.cli.explain import page
from daemon.history import rounds
from daemon.history.explain import Step, explain_round
from daemon.history.sentences import Voice
from daemon.history.words import WORDS
from daemon.journal.days import day_files
from daemon.journal.files import File
from daemon.journal.group import EVENTS
from daemon.journal.keys import load_keys
from daemon.journal.read import Entry, entries
from daemon.table.events import CardDealt, Happened
from daemon.table.kinds import HAPPENED, OBSERVED
from daemon.table.orders import (
    CloseBetting,
    CorrectCard,
    Decision,
    OpenRound,
    OpenSealed,
    SeatIn,
    SignedOut,
    TimePassed,
    TurnHand,
)
from daemon.text.faults import ROWS
from daemon.text.language import Language
from daemon.text.rounds import BLANKS as ROUND_WORDS
from drivers.faults import Fault, FaultError
from drivers.observation import by_kind
from rules.lines import Line, Outcome
from rules.terms import Term
from tests.daemon.floor import A_CARD, D1, S1, S2
from tests.daemon.journals import HERE as OLD
from tests.daemon.journals import House, opening, tampering
from tests.replay import GOLDEN, HERE, copied, croupierctl, rewrite
from tests.replay.make import write
from tests.replay.stories import Happens, game_of, newer

VERDICTS = {
    "three_card_poker": "corrected corrected finished",
    "war": "finished finished voided finished",
    "three_five_seven": "finished voided finished in_progress",
    "boston": "corrected finished",
    "four_card": "finished finished",
    "crazy_four": "corrected voided finished",
    "blackjack": "finished finished finished corrected voided finished finished",
    "craps": "finished finished corrected finished finished finished voided finished finished finished voided",
    "sic_bo": "finished finished corrected voided finished voided",
    "poker_room": "finished corrected voided finished in_progress",
} | {game: of.VERDICTS for game, of in newer().items()}
ROUNDS = [(game, n) for game, verdicts in VERDICTS.items() for n in range(1, len(verdicts.split()) + 1)]
LANGUAGES: tuple[Language, ...] = ("fr", "en")
SHOWN = re.compile(r"(?:10|[2-9JQKA])[♣♦♥♠]")
LETTERS = str.maketrans("♣♦♥♠", "cdhs")


# -- the sentences ----------------------------------------------------------------------------------------------------


SAID = {kind: observed.SAYS for kind, observed in OBSERVED.items()}
CAME = {kind: event.SAYS for kind, event in HAPPENED.items()}


def test_a_kind_without_its_own_sentence_or_with_the_name_of_another_does_not_get_in() -> None:
    @dataclass(frozen=True, slots=True)
    class Whispered(CardDealt):
        kind: Literal["whispered"] = "whispered"  # type: ignore[assignment]

    with pytest.raises(TypeError, match="Whispered has no sentence"):
        by_kind([CardDealt, Whispered])

    @dataclass(frozen=True, slots=True)
    class Dealt(Happened):
        SAYS: ClassVar[Term] = Term("Une carte.", "A card.")
        kind: Literal["card_dealt"] = "card_dealt"

    with pytest.raises(TypeError, match="Dealt has the kind of CardDealt"):
        by_kind([CardDealt, Dealt])


@pytest.mark.parametrize("table", [SAID, CAME, WORDS], ids=["said", "happened", "words"])
def test_both_languages_tell_the_same(table: dict[str, Term]) -> None:
    for kind, (fr, en) in table.items():
        assert fr, kind
        assert en, kind
        blanks = [{blank for _, blank, _, _ in Formatter().parse(text) if blank} for text in (fr, en)]
        assert blanks[0] - ROUND_WORDS == blanks[1], kind


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GOLDEN)
def test_every_entry_of_the_golden_journals_can_be_told(game: str, language: Language) -> None:
    voice = Voice(language, game_of(game))
    for entry in entries(HERE / game):
        if entry.is_observation:
            said = voice.said(entry.kind, json.loads(entry.body or b"{}"))
        elif entry.is_event:
            event = EVENTS.validate_json(entry.body or b"")
            said = voice.happened(entry.kind, {"round": 1, **{f.name: getattr(event, f.name) for f in fields(event)}})
        else:
            continue
        assert said not in ("", voice.word("not_read", kind=entry.kind))


def test_what_another_version_wrote_is_named_and_what_a_person_typed_moves_no_cursor() -> None:
    voice = Voice("en", "war")
    assert voice.said("whispered", {}) == "whispered: this version cannot read it."
    not_read = "{}: this version cannot read it."
    assert voice.happened("card_dealt", {"hand": "1"}) == not_read.format("card_dealt")
    assert voice.happened("dice_corrected", {"round": 1}) == not_read.format("dice_corrected")
    assert voice.said("correct_dice", {"by": "S1", "dice": "4 4"}) == not_read.format("correct_dice")
    ruled = {"what": "dance", "section": "67.98", "seat": None}
    assert voice.happened("ruled", ruled) == not_read.format("ruled")
    line = Line("1", "whisper", Outcome.WIN, None, 500, 500, 500, "67.38")
    assert voice.happened("line_settled", {"line": line}) == not_read.format("line_settled")
    assert "\x1b" not in voice.said("void_round", {"by": "S1", "role": "supervisor", "reason": "\x1b[2J{who}"})


@pytest.mark.parametrize("blank", ["nobody", "count", "after_choice"])
def test_a_blank_that_our_own_sentence_should_not_have_is_raised(blank: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OpenRound, "SAYS", Term(f"{{{blank}}}", f"{{{blank}}}"))
    with pytest.raises(KeyError):
        Voice("en", "war").said("open_round", {"by": "D1", "role": "dealer"})


def test_chips_that_a_correction_gives_back_are_taken_not_bet() -> None:
    values = {"seat": "1", "chips": -7200, "left": 9000}
    assert Voice("en", "poker_room").happened("chips_bet", values) == "Seat 1 takes back $72.00; $90.00 left."
    assert "met 72,00" in Voice("fr", "poker_room").happened("chips_bet", {**values, "chips": 7200})


# -- golden journals --------------------------------------------------------------------------------------------------


def test_every_round_of_every_golden_journal_is_looked_at() -> None:
    assert VERDICTS.keys() == set(GOLDEN)
    for game, verdicts in VERDICTS.items():
        opened = [entry for entry in entries(HERE / game) if entry.kind == "round_opened"]
        assert len(opened) == len(verdicts.split())


@pytest.mark.parametrize(("game", "number"), ROUNDS)
def test_a_round_is_told_from_its_first_entry_to_its_verdict(game: str, number: int) -> None:
    *steps, verdict = explain_round(HERE / game, number)
    assert (verdict["kind"], verdict["round"], verdict["game"]) == ("verdict", number, game_of(game))
    assert verdict["verdict"] == VERDICTS[game].split()[number - 1]
    with File(day_files(HERE / game)[-1]) as newest:
        head = newest.at(verdict["last"])
    assert head is None or head.hash.hex() == verdict["hash"]
    seqs = [step["seq"] for step in steps]
    assert seqs == sorted(seqs)
    assert verdict["first"] == seqs[0]
    assert verdict["last"] == max(event["seq"] for event in (steps[-1], *steps[-1]["events"]))
    lines = [event for step in steps for event in step["events"] if event["kind"] == "line_settled"]
    for event in lines:
        line = event["told"]["line"]
        assert all(f".\u00a0{line['section']}" in event[language] for language in LANGUAGES)
        assert all(reading in event[language] for language in LANGUAGES for reading in line["readings"])
    settled = [e for e in entries(HERE / game, None, seqs[0], verdict["last"]) if e.kind == "line_settled"]
    assert [event["seq"] for event in lines] == [entry.seq for entry in settled]
    for step in steps:
        if step["kind"] in ("void_round", "misdeal", "open_round"):
            assert step["told"]["by"] in step["fr"]
            assert step["told"]["by"] in step["en"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "number"), ROUNDS)
def test_a_page_fits_80_columns_and_ends_with_the_verdict(game: str, number: int, language: Language) -> None:
    steps = explain_round(HERE / game, number)
    lines = list(page(steps, language))
    assert max(map(len, lines)) <= 80
    assert lines[-1] == steps[-1][language]
    for step in steps[:-1]:
        for event in step["events"]:
            if event["kind"] in ("line_settled", "held", "card_corrected", "resumed"):
                assert _flat(event[language]) in _flat(" ".join(lines))


def _flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize(("game", "number"), ROUNDS)
def test_no_card_is_told_that_nobody_turned(game: str, number: int, tmp_path: Path) -> None:
    folder, key = copied(game, tmp_path)
    steps = explain_round(folder, number, load_keys(key))  # with the key, and silent all the same
    first, last = steps[-1]["first"], steps[-1]["last"]
    span = [entry for entry in entries(folder, load_keys(key), first, last) if entry.is_event or entry.is_observation]
    public = set(_cards(entry for entry in span if entry.is_event))
    sealed = set(_cards(entry for entry in span if entry.sealed))
    bodies = [[each["told"] for each in (step, *step["events"])] for step in steps[:-1]]
    assert set(A_CARD.findall(json.dumps(bodies))) <= public
    for language in LANGUAGES:
        said = SHOWN.findall("\n".join(page(steps, language)))
        assert {card.replace("10", "T").translate(LETTERS) for card in said} <= public
    if (game, number) in (("war", 1), ("three_card_poker", 2)):
        assert sealed - public  # so there was something to be silent about


def _cards(some: Iterator[Entry]) -> Iterator[str]:
    for entry in some:
        yield from A_CARD.findall((entry.body or b"").decode())


def test_who_named_a_sealed_card_is_known_without_the_key_and_the_role_with_it(tmp_path: Path) -> None:
    folder, key = copied("three_card_poker", tmp_path)
    for keys, who in ((None, "S1 nomme"), (load_keys(key), "S1 (superviseur) nomme")):
        named = [step for step in explain_round(folder, 2, keys) if step["kind"] == "name_card"]
        assert named[-1]["fr"].startswith(who)


def steps_of(folder: Path, *scenes: tuple[Happens, ...]) -> list[Step]:
    """The steps of a first round of 3-Cards Poker, without a key."""
    write("three_card_poker", iter(((OpenRound(), SeatIn(seat="1"), CloseBetting()), *scenes)), folder)
    *steps, _ = explain_round(folder, 1)
    return steps[3:]


def test_why_a_seal_shall_be_opened_is_told_when_two_persons_have_said_so(tmp_path: Path) -> None:
    over = ("8c 8d 3s Qs 7d 4c", Decision(seat="1", choice="drop"), TurnHand(hand="dealer"))
    asks = (OpenRound(), S2(OpenSealed(round=1, reason="le 8c")))
    steps_of(tmp_path / "a", over, asks)
    assert "le 8c" not in json.dumps(explain_round(tmp_path / "a", 2), ensure_ascii=False)
    steps_of(tmp_path / "b", over, asks, (S1(OpenSealed(round=1, reason="moi aussi")),))
    *_, agreed, _ = explain_round(tmp_path / "b", 2)
    assert [event["en"] for event in agreed["events"]][-1] == "Round 1's sealed cards are open: “le 8c”."


def test_what_ends_a_proposal_is_told_and_nobody_has_drawn_a_card(tmp_path: Path) -> None:
    wrong = CorrectCard(hand="1", index=0, card="2c")
    passed = TimePassed(what=wrong.kind, by="D1", seconds=300)
    steps = steps_of(tmp_path / "a", ("8c", D1(wrong), "8d", D1(wrong), passed, S1(wrong), SignedOut(by="S1")))
    ends = [(step["kind"], event["en"]) for step in steps for event in step["events"] if "nothing:" in event["en"]]
    assert ends == [
        ("card_seen", "The proposal came to nothing: a card came out meanwhile."),
        ("time_passed", "The proposal came to nothing: the posted time is over."),
        ("signed_out", "The proposal came to nothing: the session of whoever made it has ended."),
    ]
    assert [step["told"] for step in steps if step["kind"] == "card_seen"] == [{}, {}]
    assert "300 s have passed since D1 proposed it." in [step["en"] for step in steps]


def test_a_corrected_roll_is_told_in_its_own_round_and_in_the_one_in_which_it_was_found() -> None:
    for number in (3, 4):
        events = [event for step in explain_round(HERE / "craps", number)[:-1] for event in step["events"]]
        (corrected,) = [event for event in events if event["kind"] == "dice_corrected"]
        assert corrected["en"] == "Round 3, dice: 3 4 instead of 3 3."


def test_a_stake_that_was_corrected_is_told_with_both_values() -> None:
    sentences = [event["en"] for step in explain_round(HERE / "crazy_four", 1)[:-1] for event in step["events"]]
    assert "Seat 1: additional bet $5.00 instead of additional bet $15.00." in sentences


# -- the command ------------------------------------------------------------------------------------------------------

FRENCH = """\
Coup 2 : Sic Bo
≈ : horloge non synchronisée; cette heure peut être inexacte.

2026-11-16 (UTC-0500)

≈12:00:24  D1 (croupier) ouvre le coup.
≈12:00:26  D1 (croupier) annonce « Rien ne va plus ».
≈12:00:28  D1 (croupier) lit les dés : 4 4 4. C'est proposé; une seconde
           personne doit donner le même ordre.
≈12:00:30  S1 (superviseur) lit les dés : 4 4 4.
           Confirmé par deux personnes : D1 et S1.
           Coup 2 terminé.

Coup terminé. Entrées 28 à 37 du journal.
→ croupierctl replay {folder} --key FILE
"""
ENGLISH = """\
Round 3: War

2026-11-16 (UTC-0500)

 12:01:34  D1 (dealer) opens the round.
 12:01:36  D1 (dealer) enters wagers. Seat 1: Initial wager $5.00.
 12:01:38  D1 (dealer) enters wagers. Seat 2: Initial wager $5.00, Supplemental
           wager $5.00.
 12:01:40  Shoe: error “overdraw”.
           The shoe reports: overdraw.
           The round is held. SHOE_ERROR: The shoe reports an error.
 12:01:42  D1 (dealer) has counted the felt: nothing. It is as recorded.
           The round goes on (after SHOE_ERROR).
 12:01:44  D1 (dealer) announces « Rien ne va plus ».
 12:01:46  Shoe: a card comes out. Seat 1, card 1: 10♥.
 12:01:48  S1 (supervisor) voids the round: “un joueur a touché les cartes”.
           Seat 1, Initial wager $5.00: push; paid $0.00, returned $5.00.
           S. 67.38, reading A95, O.C. 111-2000, 9 February 2000.
           Seat 2, Initial wager $5.00: push; paid $0.00, returned $5.00.
           S. 67.38, reading A95, O.C. 111-2000, 9 February 2000.
           Seat 2, Supplemental wager $5.00: push; paid $0.00, returned $5.00.
           S. 67.40, reading A95, O.C. 111-2000, 9 February 2000.

Voided. Entries 103 to 122 of the journal.
→ croupierctl replay {folder} --key FILE
"""


@pytest.fixture
def in_montreal(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "EST5EDT,M3.2.0,M11.1.0")
        time.tzset()
        yield
    time.tzset()


@pytest.mark.usefixtures("in_montreal")
@pytest.mark.parametrize(
    ("game", "number", "language", "text"), [("sic_bo", 2, "fr", FRENCH), ("war", 3, "en", ENGLISH)]
)
def test_the_whole_page(game: str, number: int, language: str, text: str) -> None:
    status, said = croupierctl("explain", str(number), "--journal", HERE / game, "--lang", language)
    assert (status, said.replace("\u00a0", " ")) == (0, text.format(folder=HERE / game))


def test_a_table_s_round_by_its_settings(tmp_path: Path) -> None:
    copied("sic_bo", tmp_path)
    (tmp_path / "tables").mkdir()
    site = f'language = "en"\nstate_directory = "{tmp_path}"\n[broker]\nhost = "localhost"\n'
    (tmp_path / "site.toml").write_text(site)
    (tmp_path / "tables/dice-1.toml").write_text('[table]\ngame = "sic_bo"\n')
    (tmp_path / "sic_bo").rename(tmp_path / "dice-1")
    (tmp_path / "sic_bo.key").rename(tmp_path / "dice-1.key")
    status, said = croupierctl("explain", "last", "--config", tmp_path, "--day", "2026-11-16")
    assert status == 0
    assert said.startswith("Round 6: Sic Bo")
    assert said.endswith(f"→ croupierctl replay --table dice-1 --config {tmp_path}\n")
    status, said = croupierctl("replay", "--table", "dice-1", "--config", tmp_path)
    assert (status, said.splitlines()[-1]) == (0, "No difference to the journal.")


def test_as_json() -> None:
    status, said = croupierctl("explain", "1", "--journal", HERE / "war", "--json")
    answer = json.loads(said)
    assert (status, answer["steps"][-1]["verdict"]) == (0, "finished")
    assert answer["steps"] == json.loads(json.dumps(explain_round(HERE / "war", 1)))


@pytest.mark.parametrize("words", [("99",), ("0",), ("1", "--day", "2026-11-17"), ("last", "--day", "1999-01-01")])
def test_a_round_that_is_not_there(words: tuple[str, ...]) -> None:
    status, said = croupierctl("explain", *words, "--journal", HERE / "war", "--lang", "en")
    assert (status, said.split()[0]) == (2, Fault.ROUND_UNKNOWN)
    assert ROWS[Fault.ROUND_UNKNOWN].en.action in said


def test_a_round_is_a_number_or_the_last() -> None:
    status, said = croupierctl("explain", "-1e3", "--journal", HERE / "war")
    assert status == 2
    assert "Traceback" not in said


@pytest.mark.parametrize("what", ["x'7b7d'", "x'ff'", "body || x'20'"])
def test_a_round_whose_chain_is_broken_is_not_told(what: str, tmp_path: Path) -> None:
    folder, _ = copied("war", tmp_path)
    with tampering(day_files(folder)[0]) as db:
        line = "SELECT min(seq) FROM entry WHERE kind = 'line_settled'"
        db.execute(f"UPDATE entry SET body = CAST({what} AS BLOB) WHERE seq = ({line})")  # noqa: S608
    with pytest.raises(FaultError) as caught:
        explain_round(folder, 1)
    assert caught.value.fault is Fault.JOURNAL_DAMAGED
    status, said = croupierctl("explain", "1", "--journal", folder)
    assert (status, said.split()[0]) == (2, Fault.JOURNAL_DAMAGED)
    assert explain_round(folder, 3)[-1]["verdict"] == "voided"  # what is sound is told


@pytest.mark.parametrize("error", [KeyError("x"), TypeError("x"), ValueError("x")])
def test_a_mistake_of_ours_is_no_damage_of_the_journal(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*_: object) -> str:
        raise error

    monkeypatch.setattr(Voice, "happened", wrong)
    with pytest.raises(FaultError) as caught:
        explain_round(HERE / "war", 1)
    assert caught.value.fault is Fault.TABLE_BUG
    assert caught.value.detail.startswith(f"{type(error).__name__} at wrong:")


def test_a_file_that_is_no_journal(tmp_path: Path) -> None:
    (tmp_path / "2026-11-16.journal").write_bytes(b"not a database, but long enough to be taken for one" * 40)
    with pytest.raises(FaultError) as caught:
        explain_round(tmp_path, 1)
    assert caught.value.fault is Fault.JOURNAL_DAMAGED


@pytest.mark.parametrize(("game", "number", "kind"), [("war", 1, "card_dealt"), ("craps", 3, "dice_corrected")])
def test_what_is_doctored_but_chained_is_told_as_far_as_it_can_be_read(
    game: str, number: int, kind: str, tmp_path: Path
) -> None:
    folder, _ = copied(game, tmp_path)
    rewrite(
        day_files(folder)[0],
        lambda columns: [*columns[:-2], b'{"kind":"x"}' if columns[5] == kind else columns[-2], columns[-1]],
    )
    sentences = [event["en"] for step in explain_round(folder, number)[:-1] for event in step["events"]]
    assert f"{kind}: this version cannot read it." in sentences


def test_a_round_of_version_1() -> None:
    *steps, verdict = explain_round(OLD / "001/poker-1.journal", 1)
    assert verdict["verdict"] == "finished"
    assert {step["clock"] for step in steps} == {"unknown"}
    lines = list(page([*steps, verdict], "fr"))
    assert lines[1].startswith("≈")
    assert explain_round(OLD / "001/poker-1.journal", 2)[-1]["verdict"] == "in_progress"


def test_of_many_files_only_a_few_are_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    house = House(tmp_path)
    for number in range(1, 25):
        house.day = f"2026-11-{number:02}"
        house.keep(opening(number).resting(b"{}"))
    looked_at: list[Path] = []

    class Counted(File):
        def __init__(self, path: Path) -> None:
            looked_at.append(path)
            super().__init__(path)

    monkeypatch.setattr(rounds, "File", Counted)
    assert len(house.files) == 24
    for number in (1, 13, 24):
        looked_at.clear()
        assert rounds.find(house.folder, number)[0] == number
        assert len(looked_at) <= 6
