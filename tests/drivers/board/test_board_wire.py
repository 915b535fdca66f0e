"""docs/protocols/board.md tells the truth: its examples are messages that both sides accept."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import jsonschema
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from pydantic import ValidationError

from drivers.board.signing import Signer, opened
from drivers.board.wire import (
    OUT_OF_SERVICE,
    TOPICS,
    TTL,
    Claim,
    Dice,
    Echo,
    Head,
    Heartbeat,
    Jackpot,
    Message,
    Posting,
    Presence,
    Result,
    Signed,
    schema,
    shown,
)

PROTOCOLS = Path(__file__).parents[3] / "docs/protocols"
PAGE = (PROTOCOLS / "board.md").read_text()
RESULT, DICE, POSTING, JACKPOT, HEARTBEAT, SIGNED, ECHO, RESULT_ECHO = re.findall(r"```json\n(.+?)```", PAGE, re.DOTALL)
PRESENCE, HEAD, CLAIM = re.findall(r'`(\{"v": 1.+?\})`', PAGE)
EXAMPLES: list[tuple[str, type[Message]]] = [
    (RESULT, Result),
    (DICE, Dice),
    (POSTING, Posting),
    (JACKPOT, Jackpot),
    (HEARTBEAT, Heartbeat),
    (SIGNED, Signed),
    (ECHO, Echo),
    (RESULT_ECHO, Echo),
    (PRESENCE, Presence),
    (HEAD, Head),
    (CLAIM, Claim),
]


@pytest.mark.parametrize(("example", "model"), EXAMPLES)
def test_the_examples_are_messages_for_us_and_for_the_schema(example: str, model: type[Message]) -> None:
    model.model_validate_json(example)
    whole = json.loads(schema())
    place = next(ref for topic, ref in whole["properties"].items() if TOPICS[topic] is model)
    jsonschema.validate(json.loads(example), {"$ref": place["$ref"], "$defs": whole["$defs"]})
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(json.loads(example) | {"surprise": 1}, {"$ref": place["$ref"], "$defs": whole["$defs"]})


def test_the_schema_that_is_shipped_is_the_one_of_the_code() -> None:
    assert (PROTOCOLS / "board.schema.json").read_text() == schema()


def test_the_page_has_every_topic_and_the_words_of_the_code() -> None:
    for topic in TOPICS:
        assert f"| `{topic}` |" in PAGE
    for words in OUT_OF_SERVICE.values():
        assert f"`{words[0]}`" in PAGE
    assert Jackpot.model_validate_json(JACKPOT).ttl == TTL


def test_the_lease_of_the_page_is_of_its_jackpot_and_signed_with_its_key() -> None:
    signed, sent = Signed.model_validate_json(SIGNED), Jackpot.model_validate_json(JACKPOT)
    (public,) = re.findall(r"`([0-9a-f]{64})`", PAGE)
    heard = Heartbeat.model_validate_json(HEARTBEAT).heard
    assert signed == Signer(Ed25519PrivateKey.from_private_bytes(bytes(range(32)))).lease("bj-1", sent, heard)
    lease = opened(signed, [public])
    assert lease is not None
    payload = json.dumps(json.loads(JACKPOT), separators=(",", ":"))
    assert lease.digest == hashlib.sha256(payload.encode()).hexdigest()


def test_the_echo_of_the_page_is_of_the_jackpot_of_the_page() -> None:
    assert Echo.model_validate_json(ECHO).jackpot == shown(Jackpot.model_validate_json(JACKPOT))


@pytest.mark.parametrize("change", [{"v": 2}, {"surprise": 1}, {"seq": "many"}, {"seq": -1}, {"seq": 2**53}])
def test_a_message_of_another_version_or_with_another_field_is_refused(change: dict[str, object]) -> None:
    for example, model in ((RESULT, Result), (JACKPOT, Jackpot)):
        with pytest.raises(ValidationError):
            model.model_validate(json.loads(example) | change)


def test_golden_bytes() -> None:
    """What a sign maker wrote against yesterday's table must read today's."""
    encoded = Jackpot.model_validate_json(JACKPOT).model_dump_json()
    assert encoded == (
        '{"v":1,"table":"bj-1","pool":"main","seq":48213,"version":907,"state":"live","cents":1234567,"currency":"CAD",'
        '"pending":[],"ttl":2000,"text":{"fr":["PROGRESSIF"],"en":["PROGRESSIVE"]}}'
    )
