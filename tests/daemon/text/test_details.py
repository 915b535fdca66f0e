"""Why something is refused is told in both languages, wherever it is raised."""

from __future__ import annotations

import ast
import importlib
import json
import re
import string
from collections.abc import Iterator, Set
from pathlib import Path
from typing import Any

import pytest

from daemon.control.refusal import refusal
from daemon.text.details import Because, Reported, recognised, said
from daemon.text.faults import fault_answer
from drivers.faults import Fault
from rules import refusals
from rules.terms import Detail, Details

ROOT = Path(__file__).parents[3]
SOURCES = sorted(
    file
    for folder in ("rules", "daemon")
    for file in (ROOT / folder).rglob("*.py")
    if not file.is_relative_to(ROOT / "daemon/text")
)
RAISED = {"FaultError", "PoolError", "RuleError", "RefusedError", "refusal", "refused", "bad", "damaged", "_not_now"}
DRIVERS = sorted((ROOT / "drivers").rglob("*.py"))
SETTINGS = sorted((ROOT / "daemon/settings").rglob("*.py"))
UNITS = {"{v}: > {v} B", "{v}: {v} B", "{v}: HTTP {v}"}  # of drivers: no sentences
VALUE = "\0"  # stands for what an f-string puts in
PROSE = re.compile(rf"[A-Za-z]+[,;]? [A-Za-z{VALUE}]|{VALUE}[,;]? [A-Za-z]")


def used_in(file: Path) -> set[str]:
    return set(re.findall(r"\bBecause\.([A-Z_0-9]+)", file.read_text()))


def table_of(file: Path) -> type[Details]:
    """What a file means by Because: a game may have a table of its own."""
    module = importlib.import_module(".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"))
    table: type[Details] = module.Because
    return table


TABLE_OF = {file: table_of(file) for file in SOURCES if used_in(file)}
TABLES = list(dict.fromkeys(TABLE_OF.values()))
SENTENCES = [*(sentence for table in TABLES for sentence in table), *Reported]


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def literals(node: ast.AST) -> Iterator[str]:
    """What is written out in an expression, but for the values of a sentence of a table."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="Because"))):
            return
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=parts):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else VALUE for part in parts)
        case _:
            for inner in ast.iter_child_nodes(node):
                yield from literals(inner)


def prose(source: str, names: Set[str] = RAISED) -> list[str]:
    """The words in which something is refused, where they are of no table."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    raised = [call for call in calls if getattr(call.func, "id", getattr(call.func, "attr", "")) in names]
    given = (each for call in raised for each in (*call.args, *(keyword.value for keyword in call.keywords)))
    return [text for each in given for text in literals(each) if PROSE.search(text)]


def uses(source: str) -> Iterator[tuple[str, set[str]]]:
    """The sentences that are told with their values at once: which, and the names of the values."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="Because"), attr=name)):
                yield name, {str(keyword.arg) for keyword in node.keywords}


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: str(file.relative_to(ROOT)))
def test_nothing_is_refused_in_one_language_alone(file: Path) -> None:
    assert prose(file.read_text()) == []


@pytest.mark.parametrize("file", SETTINGS, ids=lambda file: str(file.relative_to(ROOT)))
def test_what_is_wrong_with_the_configuration_is_said_in_both_languages(file: Path) -> None:
    assert prose(file.read_text(), {"ValueError"}) == []


def test_every_sentence_of_a_driver_is_known_in_french() -> None:
    found = {text for file in DRIVERS for text in prose(file.read_text())}
    sentences = {text for text in found if text.replace(VALUE, "{v}") not in UNITS}
    known = [recognised(text.replace(VALUE, "7")) for text in sentences]
    assert all(isinstance(detail, Detail) for detail in known), known
    assert {detail.key for detail in known if isinstance(detail, Detail)} == {each.name.lower() for each in Reported}


@pytest.mark.parametrize("text", ["/dev/croupier/shoe", "SIM-0004", "http://10.0.0.7/: HTTP 404", "shoe, 30 s", ""])
def test_a_value_is_no_sentence(text: str) -> None:
    assert recognised(text) is text


@pytest.mark.parametrize(
    "detail",
    [
        Because.BALANCE(version=7, amount="+5"),
        Because.WAGERS_BRING(round=3, wagers=2, amount=500),
        Reported.FEW_MARKS(path="/var/lib: x", found=1, least=3),
    ],
)
def test_a_sentence_is_known_again_by_its_english(detail: Detail) -> None:
    again = recognised(str.__str__(detail))
    assert isinstance(again, Detail)
    assert (again, again.fr, again.key) == (detail, detail.fr, detail.key)


def test_a_code_of_the_shaker_has_words_in_both_languages() -> None:
    answer = fault_answer(Fault.SHAKE_FAILED, "dome_opened")
    assert (answer["detail"], answer["why"]) == ("dome_opened", "dome_opened")
    assert (answer["fr"]["detail"], answer["en"]["detail"]) == ("le dôme s'est ouvert", "the dome was opened")
    assert fault_answer(Fault.SHAKE_FAILED, "trouble_99")["fr"]["detail"] == "trouble_99"


@pytest.mark.parametrize(
    "refuses",
    [
        'raise FaultError(Fault.ORDER_NOT_NOW, "no round is open")',
        'raise FaultError(Fault.ORDER_NOT_NOW, f"{kind} is proposed")',
        'raise FaultError(Fault.ORDER_NOT_NOW, fault or "nothing is held")',
        'raise RuleError("illegal_action", f"seat {seat}")',
        'raise file.damaged("it has no entries")',
    ],
)
def test_a_sentence_of_no_table_is_found(refuses: str) -> None:
    assert prose(refuses)


@pytest.mark.parametrize("file", TABLE_OF, ids=lambda file: str(file.relative_to(ROOT)))
def test_a_sentence_is_told_with_the_values_that_it_names(file: Path) -> None:
    for name, values in uses(file.read_text()):
        assert values == placeholders(TABLE_OF[file][name].value.en), name


@pytest.mark.parametrize("sentence", SENTENCES, ids=str)
def test_both_languages_name_the_same_values(sentence: Details) -> None:
    fr, en = sentence.value
    assert placeholders(fr) == placeholders(en)
    assert fr.strip() == fr != ""
    assert en.strip() == en != ""


@pytest.mark.parametrize("table", TABLES, ids=lambda table: str(table.__module__))
def test_no_sentence_of_a_table_is_another_one_or_of_no_use(table: type[Details]) -> None:
    assert [*table.__members__] == [sentence.name for sentence in table]
    assert set().union(*(used_in(file) for file in TABLE_OF if TABLE_OF[file] is table)) == {*table.__members__}


def test_a_key_is_that_of_one_sentence() -> None:
    names = [sentence.name for sentence in SENTENCES]
    assert {name for name in names if names.count(name) > 1} == set()


def test_a_sentence_about_another_one_has_its_key_and_all_values() -> None:
    why = refusals.Because.OF_WAGER(seat="1", wager="come", why=refusals.Because.WITH_POINT(section="95.14"))
    detail = Because.RULES(code="illegal_action", why=why)
    assert detail == "illegal_action: seat 1, come: is laid while there is a point (95.14)"
    assert detail.fr == "illegal_action : place 1, come : se mise pendant qu'il y a un point (95.14)"
    assert (detail.key, detail.values["seat"], detail.values["section"]) == ("with_point", "1", "95.14")


def test_alternatives_are_joined_in_each_language() -> None:
    detail = refusals.Because.DECKS(game="war", decks=(6, 8))
    assert detail == "decks: war is dealt from 6 or 8"
    assert detail.fr == "decks : war se joue avec 6 ou 8 paquets de cartes"


def test_what_a_value_says_is_never_taken_for_a_placeholder() -> None:
    assert Because.NO_POOL(pool="{pool}{0}") == "{pool}{0}: no such pool"


def test_programs_get_the_detail_in_both_languages_and_its_key() -> None:
    answer = fault_answer(Fault.ORDER_NOT_NOW, Because.PROPOSED(kind="void_round"))
    assert (answer["detail"], answer["why"]) == ("void_round is proposed", "proposed")
    assert (answer["fr"]["detail"], answer["en"]["detail"]) == ("void_round est proposé", "void_round is proposed")


def test_a_path_is_the_same_in_both_languages_and_has_no_key() -> None:
    answer = fault_answer(Fault.DAEMON_DOWN, "/run/croupier/one")
    assert (answer["why"], answer["fr"]["detail"], answer["en"]["detail"]) == (None, *["/run/croupier/one"] * 2)


@pytest.mark.parametrize("detail", ["\ud800", Because.NO_POOL(pool="\ud800")])
def test_a_name_that_is_no_text_is_told_all_the_same(detail: str) -> None:
    error: dict[str, Any] = json.loads(bytes(refusal(Fault.ORDER_ILLEGAL, detail).body))["error"]
    assert error["detail"] == error["en"]["detail"] == detail.replace("\ud800", "?")
    assert "?" in error["fr"]["detail"]


def test_a_detail_is_the_english_sentence_to_whoever_knows_no_more() -> None:
    detail = Because.NO_ROUND()
    assert isinstance(detail, Detail)
    assert json.dumps({"detail": detail}) == '{"detail": "no round is open"}'
    assert (said(detail, "fr"), said(detail, "en")) == ("rien n'est en cours", "no round is open")
