"""French as the gazette and Québec have it: words that stand in no text of ours, and a poker room's « partie »."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from daemon.cli.show import Screen
from daemon.history.explain import explain_round
from daemon.history.sentences import Voice
from daemon.history.words import WORDS
from daemon.parts.board_messages import result as board_result
from daemon.sheets.page import Posted, page
from daemon.sheets.text import text as sheet_text
from daemon.table.kinds import HAPPENED, OBSERVED
from daemon.table.state import Result
from daemon.text import faults
from daemon.text.details import Because
from daemon.text.faults import ROWS
from daemon.text.labels import LABELS
from daemon.text.rounds import BLANKS, round_words
from rules.game import Options
from rules.lines import Line, Outcome
from rules.registry import GAMES
from tests.replay import GOLDEN
from tests.replay import HERE as JOURNALS

ROOT = Path(__file__).parents[2]
PRODUCT = ("daemon", "drivers", "hil", "rules")

# What must not be said, what is said instead, and the files whose subject it is nonetheless.
ROOM = (
    "rules/poker_room.py",
    "rules/room/",
    "rules/alternatives/room.py",
    "rules/sections/room.py",
    "rules/sheets/poker_room.py",
    "rules/sheets/room_custom.py",
    "daemon/table/events/room.py",
)
FORBIDDEN: dict[str, tuple[str, tuple[str, ...]]] = {
    r"cagnotte": ("progressif, gros lot (67.88 (3))", (*ROOM, "rules/readings.py", "rules/refusals.py")),
    r"\b(?:la|une|cette|aucune|de) progressive\b": ("le progressif", ()),
    r"\b(?:secoueur|brasseur|mélangeur|cornet)": ("agitateur", ()),
    r"\bretourn(?:e|er|es|ez|ent|é|ée|és|ées)\b": ("dévoiler", ()),
    r"\babattage\b": ("confrontation (67.88 (6))", ()),
    r"\b(?:se|en se) retir(?:e|er|ent|ant)\b": (
        "abandonner (67.88 (1)); se retirer d'une mise : 67.38, 67.47",
        (
            "rules/war.py",
            "rules/sheets/war.py",
            "rules/alternatives/war.py",
            "rules/sections/poker_2000.py",  # 67.38
            "rules/three_five_seven.py",
            "rules/sheets/three_five_seven.py",
            "rules/readings.py",
            "daemon/cli/odds.py",
            "rules/refusals.py",  # a wager that is withdrawn
            "rules/sheets/craps.py",
            "rules/room/refusals.py",
        ),
    ),
    r"\d contre \d|\bcontre un\b": ("1 à 1", ()),
    r"\bla maison garde\b|avantage[- ]maison": ("avantage de la maison", ()),
    r"\bjeux? de \{?(?:52|cartes|decks)": ("paquet de cartes (article 6)", ()),
    r"\b(?:paris?|pari(?:er|eurs?))\b": ("mise, miser", ()),
    r"\bdonneur": ("croupier", ()),
    r"\bmanches?\b": ("coup, partie", ()),
    r"\bcode PIN\b": ("NIP", ()),
    r"\b(?:touch\w+|atteint) le fond\b": ("le côté opposé (95.3)", ()),  # « toucher le fond » is to despair
    r"\bà neuf\b": ("de nouveau, librement", ()),
    r"\ben faute\b|\bfautifs?\b": ("défectueux, en cause", ()),
    r"\bvrai rapport\b": ("sans avantage pour la maison", ()),
    r"\bprise de commande\b": ("point d'accès", ()),
    r"\brépertoires?\b": ("dossier", ()),
    r"\b(?:exclue|exclus?|exclure|exclues) du jeu\b": ("exclue de la partie (67.104)", ()),
    r"\b(?:le|ce|un) croupier (?:connaît|démarre|redémarre)": ("croupier, sans article; cette version", ()),
    r"\b(?:remplace|repasse|mette)[zr] (?:le|les|ce|ces)(?: même)? jeux?\b": ("paquet (article 6)", ()),
    r"\bn° ?\{?\w": ("nº", ()),  # the sign of degrees
    "\\w\u00a0[:»]|«\u00a0\\w": ("a plain space: what puts lines together makes it one that does not break", ()),
    "\u2019": ("'", ()),  # one apostrophe everywhere
}
ODDS = re.compile(r"(?<![\d:])\d+:\d+(?![\d:])")  # « 7 à 6 » in a sentence; a time has seconds
COUP = re.compile(r"\bcoups?\b", re.IGNORECASE)
OF_DICE = re.compile(r"\bcoups? (?:nul|de départ)", re.IGNORECASE)


def said_wrongly(text: str, file: str = "") -> list[str]:
    """What of a text is not to be said, at least not in that file."""
    return [
        f"{found[0]} → {instead}"
        for pattern, (instead, but) in FORBIDDEN.items()
        if not any(file.startswith(own) for own in but) and (found := re.search(pattern, text, re.IGNORECASE))
    ]


def literals(source: str) -> Iterator[tuple[int, str]]:
    """Every text of a module but its docstrings: both languages, in whatever table it stands."""
    tree = ast.parse(source)
    bare = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in bare:
            yield node.lineno, node.value


SOURCES = sorted(
    str(path.relative_to(ROOT))
    for folder in PRODUCT
    for path in (ROOT / folder).rglob("*")
    if path.suffix in (".py", ".sql", ".scenario")
)
PAGES = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "docs").rglob("*.md") if path.name != "glossary.md")


def test_no_text_of_the_product_says_what_must_not_be_said() -> None:
    wrong = []
    for name in SOURCES:
        text = (ROOT / name).read_text()
        for at, said in literals(text) if name.endswith(".py") else enumerate(text.splitlines(), start=1):
            wrong += [f"{name}:{at}: {what}" for what in said_wrongly(said, name)]
    assert wrong == []


@pytest.mark.parametrize("name", PAGES)
def test_no_page_says_it(name: str) -> None:
    assert said_wrongly((ROOT / name).read_text()) == []


@pytest.mark.parametrize("game", GAMES)
def test_no_sheet_says_it_and_odds_are_in_words(game: str) -> None:
    sheet = sheet_text(page(Posted(game, Options()), "fr"))
    own = {"poker_room": ROOM[0], "war": "rules/war.py", "craps": "rules/sheets/craps.py"}
    own["three_five_seven"] = "rules/three_five_seven.py"
    assert said_wrongly(sheet, own.get(game, "")) == []
    assert ODDS.findall(sheet) == []


@pytest.mark.parametrize("game", GOLDEN)
def test_no_round_is_told_so_and_odds_are_in_words(game: str) -> None:
    for step in explain_round(JOURNALS / game, 1, None):
        for said in (step, *step.get("events", ())):
            assert ODDS.findall(said["fr"]) == [], said["fr"]
            if game.startswith("poker_room"):
                assert not COUP.search(said["fr"]), said["fr"]


# -- a poker room's « partie » (67.88 (18)) ---------------------------------------------------------------------------


def in_room(text: str) -> str:
    """A French text as a poker room says it, whatever else stands in its blanks."""
    words = round_words("poker_room")
    return re.sub(r"\{(\w+)\}", lambda blank: words.get(blank[1], blank[0]), text)


def of_any_game() -> Iterator[tuple[str, str]]:
    """Every French text that a table of the poker room may show, by its name."""
    for kind, recorded in {**OBSERVED, **HAPPENED}.items():
        if "dice" not in recorded.__module__ and "dice" not in kind:
            yield kind, recorded.SAYS.fr
    for words in (WORDS, LABELS):
        yield from ((key, term.fr) for key, term in words.items())
    for subject, rows in faults._subjects():
        if subject not in ("camera", "jackpot", "shaker"):
            for fault in rows:
                yield from ((str(fault), said) for said in ROWS[fault].fr)
    for detail in Because:
        if not detail.value.fr.startswith("coup {round} : "):  # of a progressive's ledger
            yield detail.name, detail.value.fr


def test_a_text_that_a_poker_room_may_show_says_no_coup() -> None:
    found = [(name, said) for name, said in of_any_game() if COUP.search(OF_DICE.sub("", in_room(said)))]
    assert found == []


def test_the_board_of_a_poker_room_says_partie() -> None:
    line = Line("3", "commission", Outcome.LOSE, None, 100, 0, 0, "67.108", None, ("A84",))
    shown = board_result("table-1", Result("poker_room", 7, {}, (line,), (), {})).text["fr"]
    assert shown == ["Partie 7  Salon de poker", "3  Commission : perçue"]


def test_a_commission_is_taken_it_does_not_lose() -> None:
    line = Line("3", "commission", Outcome.LOSE, None, 100, 0, 0, "95.17", None, ("A137",))
    assert Voice("fr", "craps").line(line).startswith("Place 3, Commission 1,00\u00a0$\u00a0: perçue. Art.\u00a095.17")


def test_what_a_player_of_a_poker_room_comes_with_is_no_wager() -> None:
    told = {"by": "D1", "role": "dealer", "seat": "1", "wagers": {"stakes": 20000}}
    assert Voice("fr", "poker_room").said("seat_in", told) == "D1 (croupier) note l'avoir."
    assert Voice("fr", "war").said("seat_in", told) == "D1 (croupier) note les mises."


def test_a_screen_of_either_says_its_own_word() -> None:
    said = [Screen("fr", "t", game, as_json=False).say("finished") for game in ("war", "poker_room")]
    assert said == ["coup terminé", "partie terminée"]
    assert Screen("en", "t", "poker_room", as_json=False).say("finished") == "round finished"


# -- that it can fail -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wrong",
    [
        "La cagnotte progressive est fermée.",
        "La progressive est offerte.",
        "Le secoueur ne répond pas.",
        "Place 3 retourne la main.",
        "Le joueur se retire.",
        "payée 1 contre 1",
        "La maison garde 2 %",
        "avec 6 jeux de cartes",
        "il n'y a pas d'abattage",
        "code PIN faux",
        "aucun dé n'a touché le fond",
        "le joueur agit à neuf",
        "si le disque est en faute",
        "payée au vrai rapport",
        "ouvrir sa prise de commande",
        "un fichier dans un répertoire",
        "une main qui est exclue du jeu",
        "ce croupier connaît 3",
        "remplacez le jeu",
        "n° 12",
        "l\u2019avoir",
        "Démarrez-le\u00a0: tout de suite",
    ],
)
def test_what_must_not_be_said_is_found(wrong: str) -> None:
    assert said_wrongly(wrong)
    assert said_wrongly(next(said for _, said in literals(f"X = Term({wrong!r}, 'x')")))


def test_a_room_may_say_cagnotte_and_a_file_of_another_subject_may_not() -> None:
    assert said_wrongly("La cagnotte est de 12 $.", "rules/room/refusals.py") == []
    assert said_wrongly("La cagnotte est de 12 $.", "daemon/text/faults/jackpot.py")


def test_every_exception_is_used_and_every_file_is_read() -> None:
    for pattern, (_, files) in FORBIDDEN.items():
        for file in files:
            read = [name for name in SOURCES if name.startswith(file)]
            assert any(re.search(pattern, (ROOT / name).read_text(), re.IGNORECASE) for name in read), (pattern, file)
    texts = {said for name in SOURCES if name.endswith(".py") for _, said in literals((ROOT / name).read_text())}
    shown = {row.fr.sentence for row in ROWS.values()} | {term.fr for term in LABELS.values()}
    assert {said for said in shown if said not in texts} == set()  # a fault's and a label's text are among what is read


def test_a_sentence_with_coup_or_odds_with_a_colon_would_be_found() -> None:
    assert COUP.search(in_room("Coup {round} terminé."))
    assert not COUP.search(in_room("{Coup} {round} terminé{e} : {le_coup}, {du_coup}, {ce_coup}, {coups}, {coup}."))
    assert ODDS.findall("gagnante 7:6; 12:30:05") == ["7:6"]
    assert {blank for blank in BLANKS if f"{{{blank}}}" in " ".join(text for _, text in of_any_game())} == BLANKS
