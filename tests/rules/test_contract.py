"""The settle contract: its examples, its errors, and whatever a stream may hold."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.contract import answer
from rules.explain import explain
from rules.registry import GAMES

HERE = Path(__file__).parent
FILES = [HERE / "settle-examples.jsonl", *sorted((HERE / "settle-examples").glob("*.jsonl"))]  # the latter: one a game
EXAMPLES = [json.loads(line) for file in FILES for line in file.read_text().splitlines()]
CODES = {
    "bad_request",
    "unknown_game",
    "unknown_wager",
    "invalid_stake",
    "missing_wager",
    "impossible_cards",
    "wrong_card_count",
    "illegal_action",
}
CROUPIERCTL = str(Path(sys.executable).with_name("croupierctl"))


def settle(request: object) -> dict[str, Any]:
    response: dict[str, Any] = json.loads(answer(json.dumps(request), GAMES))
    return response


def comparable(response: dict[str, Any]) -> dict[str, Any]:
    """A response without what the contract leaves free: the order of lines, and the wording of `hand`."""
    free = {**response}
    for name in ("lines", "open"):
        if name in free:
            rows = [{key: value for key, value in row.items() if key != "hand"} for row in free[name]]
            free[name] = sorted(rows, key=lambda row: json.dumps(row, sort_keys=True))
    return free


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["request"]["id"])
def test_the_example_is_answered_as_the_contract_says(example: dict[str, Any]) -> None:
    assert comparable(settle(example["request"])) == comparable(example["response"])


def test_every_game_of_the_contract_has_examples_and_is_known() -> None:
    assert {example["request"]["game"] for example in EXAMPLES} == set(GAMES)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["request"]["id"])
def test_every_line_can_be_explained_in_both_languages(example: dict[str, Any]) -> None:
    game = example["request"]["game"]
    for line in GAMES[game].settle(example["request"]).lines:
        explained = explain(game, line)
        for name in (explained.game, explained.wager, explained.outcome, *([explained.hand] if explained.hand else [])):
            assert name.fr
            assert name.en


@pytest.mark.parametrize(
    "line",
    [
        '{"id": "x", "z": NaN}',
        '{"id": "x", "z": -Infinity}',
        "",
        "\n",
        "null",
        "[]",
        "7",
        '"x"',
        "{",
        "nope",
        "{}",
        '{"id": 7}',
        '{"id": null}',
    ],
)
def test_what_is_no_request_is_a_bad_request_without_an_id(line: str) -> None:
    response = json.loads(answer(line, GAMES))
    assert response["id"] is None
    assert response["error"]["code"] == "bad_request"


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ({"id": "x"}, "bad_request"),
        ({"id": "x", "game": 3}, "bad_request"),
        ({"id": "x", "game": "snap"}, "unknown_game"),
        ({"id": "x", "game": "three_card_poker"}, "bad_request"),
        ({"id": "x", "game": "three_card_poker", "seats": {}}, "bad_request"),
        ({"id": "x", "game": "three_card_poker", "seats": {"01": {}}}, "bad_request"),
        ({"id": "x", "game": "three_card_poker", "options": [], "seats": {"1": {}}}, "bad_request"),
        ({"id": "x", "game": "three_card_poker", "options": {"unit": 0}, "seats": {"1": {}}}, "bad_request"),
        ({"id": "x", "game": "three_card_poker", "options": {"decks": 6}, "seats": {"1": {}}}, "bad_request"),
        ({"id": "x", "game": "three_card_poker", "seats": {"1": {"wagers": {}}}}, "missing_wager"),
    ],
)
def test_an_error_names_its_code_and_the_request(request_: dict[str, Any], code: str) -> None:
    response = settle(request_)
    assert (response["id"], response["error"]["code"]) == ("x", code)
    assert response["error"]["message"]


@pytest.mark.parametrize("digits", [4300, 5000])
def test_an_amount_of_thousands_of_digits_is_refused_and_the_request_is_named(digits: int) -> None:
    seat = {"wagers": {"pair_plus": 1}, "cards": ["2c", "3c", "4c"]}  # paid 40 to 1: longer still
    request = {"id": "x", "game": "three_card_poker", "seats": {"1": seat}, "dealer": ["5d", "6h", "Kd"]}
    response = json.loads(answer(json.dumps(request).replace('"pair_plus": 1', '"pair_plus": ' + "9" * digits), GAMES))
    assert response["id"] == "x"
    assert response["error"]["code"] in CODES


def test_a_number_of_thousands_of_digits_that_nobody_asked_for_is_ignored() -> None:
    request = {"id": "x", "game": "sic_bo", "dice": [1, 2, 3], "seats": {"1": {"wagers": {"small": 100}}}}
    noted = json.dumps({**request, "note": 0}).replace('"note": 0', '"note": ' + "1" * 4400)
    assert json.loads(answer(noted, GAMES)) == settle(request)


# -- whatever a stream may hold ---------------------------------------------------------------------------------------

JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=8)
    | st.sampled_from(["As", "1", "pass"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a request."""
    yield path
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(inner, (*path, key))


def changed(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """A copy with something else at one place."""
    if not path:
        return new
    copy = value.copy()
    copy[path[0]] = changed(value[path[0]], path[1:], new)
    return copy


@settings(deadline=None, max_examples=1500)
@given(st.data())
def test_junk_anywhere_in_a_request_gets_lines_or_an_error_code(data: st.DataObject) -> None:
    request = data.draw(st.sampled_from(EXAMPLES))["request"]
    broken = changed(request, data.draw(st.sampled_from(list(places(request)))), data.draw(JUNK))
    response = settle(broken)
    if "error" in response:
        assert response["error"]["code"] in CODES
        assert response["error"]["message"]
    else:
        assert response["lines"] is not None


@settings(deadline=None, max_examples=300)
@given(st.binary(max_size=200))
def test_any_bytes_get_one_answer(line: bytes) -> None:
    assert json.loads(answer(line, GAMES))["error"]["code"] in CODES


async def test_croupierctl_settle_answers_before_the_next_request_is_needed() -> None:
    process = await asyncio.create_subprocess_exec(CROUPIERCTL, "settle", stdin=PIPE, stdout=PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    for example in EXAMPLES:
        process.stdin.write(json.dumps(example["request"]).encode() + b"\n")
        response = json.loads(await process.stdout.readline())
        assert comparable(response) == comparable(example["response"])
    process.stdin.write(b"\xff\n{")  # the last line may lack its end
    process.stdin.close()
    for _ in range(2):
        assert json.loads(await process.stdout.readline())["error"]["code"] == "bad_request"
    assert await process.stdout.read() == b""
    assert await process.wait() == 0


async def test_croupierctl_settle_ends_quietly_when_nobody_reads() -> None:
    process = await asyncio.create_subprocess_shell(
        f"yes '{{}}' | {CROUPIERCTL} settle | head -n 1", stdout=PIPE, stderr=PIPE
    )
    out, err = await process.communicate()
    assert len(out.splitlines()) == 1
    assert err == b""
