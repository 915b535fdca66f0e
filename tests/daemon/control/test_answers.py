"""What /openapi.json says of the answers, and the answers: the rig holds every one that it gets against it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from jsonschema import ValidationError

from daemon.parts import DEVICES
from daemon.table.devices import KINDS
from daemon.table.kinds import HAPPENED, OBSERVED
from drivers.faults import Fault
from hil.described import STREAM, Described
from hil.progressive import POOL, ProgressiveRig
from hil.rig import Rig
from hil.site_files import ShakerKind
from tests.daemon.serve import door

OPEN = {  # of these only the game, the journal or the order knows the keys
    ("ComingAnswer", "posted"),
    ("DealtBy", "content"),
    ("ExplainedEvent", "told"),
    ("ExplainedStep", "told"),
    ("Offer", "fields"),
    ("RulesAnswer", "posted"),
    ("RulesInForce", "content"),
    ("RulesToCome", "content"),
    ("State", "layout"),
    ("State", "proposal"),
    ("State", "room"),
}


@pytest.fixture
async def api(tmp_path: Any) -> dict[str, Any]:
    """The document, of a table that nobody plays at."""
    async with door(tmp_path) as at:
        answer = await at.ask(b"GET /openapi.json HTTP/1.1\r\nHost: croupier\r\nConnection: close\r\n\r\n", unix=True)
    document: dict[str, Any] = json.loads(answer.partition(b"\r\n\r\n")[2])
    return document


def described(api: dict[str, Any], path: str, method: str = "get", media: str = "application/json") -> dict[str, Any]:
    schema: dict[str, Any] = api["paths"][path][method]["responses"]["200"]["content"][media]["schema"]
    return schema


def test_every_answer_has_a_shape(api: dict[str, Any]) -> None:
    schemas = api["components"]["schemas"]
    for path, name in {"/health": "Health", "/state": "State"}.items():
        assert described(api, path) == {"$ref": f"#/components/schemas/{name}"}
    assert schemas["Session"]["required"] == ["token", "person", "role", "expires_in"]
    assert [each["$ref"].split("/")[-1] for each in described(api, "/rounds/{number}")["items"]["anyOf"]] == [
        "RoundVerdict",
        "ExplainedStep",
    ]
    sealed = described(api, "/rounds/{number}/sealed")["items"]["discriminator"]["mapping"]
    assert sealed.keys() == {kind for kind, seen in OBSERVED.items() if seen.SECRET}
    assert {"code", "part", "detail", "why", "fr", "en"} == set(schemas["ActiveFault"]["required"])
    assert schemas["ActiveFault"]["properties"].items() >= schemas["FaultAnswer"]["properties"].items()
    assert schemas["Refusal"]["properties"] == {"error": {"$ref": "#/components/schemas/FaultAnswer"}}


def test_every_kind_of_device_brings_the_shape_of_its_health(api: dict[str, Any]) -> None:
    schemas = api["components"]["schemas"]
    health = schemas["Health"]
    mapping = health["properties"]["devices"]["additionalProperties"]["discriminator"]["mapping"]
    assert mapping.keys() == DEVICES.keys() == KINDS.keys()
    for kind, reference in mapping.items():
        assert health["properties"][kind]["anyOf"] == [{"$ref": reference}, {"type": "null"}]
        assert {"kind", "up", "counters"} <= set(schemas[reference.split("/")[-1]]["required"])
    assert set(health["required"]) == health["properties"].keys()


def test_every_event_is_in_the_description_of_the_stream(api: dict[str, Any]) -> None:
    stream = described(api, "/events", media=STREAM)
    assert stream["discriminator"]["mapping"].keys() == HAPPENED.keys()
    assert {each["$ref"] for each in stream["oneOf"]} == set(stream["discriminator"]["mapping"].values())
    for kind, reference in stream["discriminator"]["mapping"].items():
        event = api["components"]["schemas"][reference.split("/")[-1]]
        assert (event["properties"]["kind"]["const"], "kind" in event["required"]) == (kind, True)
        assert event["description"] == HAPPENED[kind].__doc__


def test_a_start_builds_nothing_that_only_a_reader_of_journals_needs() -> None:
    says = """
import daemon.croupierd
from daemon.control.answers import AnyEvent
from daemon.journal.group import EVENTS, OBSERVATIONS
from pydantic import TypeAdapter
TypeAdapter(AnyEvent)  # as a route does
print(EVENTS.pydantic_complete, OBSERVATIONS.pydantic_complete)
"""
    ended = subprocess.run([sys.executable, "-c", says], capture_output=True, text=True, check=True)
    assert ended.stdout == "False False\n"


def test_nothing_else_is_left_open(api: dict[str, Any]) -> None:
    found = {(name, key) for name, schema in api["components"]["schemas"].items() for key in opened(schema)}
    assert found == OPEN


def opened(schema: dict[str, Any]) -> Iterator[str]:
    """The properties of which the document does not say what they are."""
    for name, each in schema.get("properties", {}).items():
        if 'additionalProperties": true' in json.dumps(each) or not each.keys() - {"title", "default", "description"}:
            yield name


async def test_an_answer_that_is_not_as_described_is_found_out(api: dict[str, Any]) -> None:
    held = Described(api)
    async with Rig(strict=True) as rig:
        await rig.start_daemon()
        health = await rig.until(
            "/health", lambda health: health["shoe"]["up"] and health["boards"]["board-1"]["online"]
        )
        event = {"kind": "held", "fault": "LINK_LOST", "detail": "shoe"}
        held.check("get", "/events?after=1", event)
        for spoiled in ({**event, "more": 1}, {"kind": "held", "fault": "LINK_LOST"}):
            with pytest.raises(ValidationError):
                held.check("get", "/events", spoiled)
        for *way, last in (
            ("table",),
            ("shoe", "locked"),
            ("devices", "shoe", "counters", "gaps"),
            ("journal", "head"),
        ):
            for more in (True, False):
                spoiled = deepcopy(health)
                place: Any = spoiled
                for key in way:
                    place = place[key]
                if more:
                    place["unheard_of"] = 1
                else:
                    del place[last]
                with pytest.raises(ValidationError):
                    held.check("get", "/health", spoiled)
        held.check("get", "/health", health)


async def test_the_health_of_a_table_whose_devices_are_there_and_then_lost() -> None:
    async with Rig("sic_bo", strict=True, shaker=ShakerKind(), camera=True) as rig:
        await rig.start_daemon()
        health = await rig.until("/health", lambda health: not health["faults"])
        assert {name: device["kind"] for name, device in health["devices"].items()} == {
            "shaker": "shaker",
            "camera": "camera",
        }
        assert (health["shoe"], health["camera"]["state"]["fault"]) == (None, None)
        await rig.fault("shaker", "unplug", on=True)
        await rig.fault("camera", "unplug", on=True)
        await rig.end("broker", signal.SIGKILL)
        health = await rig.until("/health", lambda health: len({fault["part"] for fault in health["faults"]}) > 2)
        assert {"shaker", "camera", "broker"} <= {fault["part"] for fault in health["faults"]}
        assert health["broker"] == {"connected": False}


async def test_the_health_of_boards_and_pools() -> None:
    async with ProgressiveRig(strict=True) as rig:
        await rig.start_daemon()
        await rig.until("/health", lambda health: Fault.JACKPOT_NEW in {fault["code"] for fault in health["faults"]})
        await rig.commission()
        await rig.lit("10000.00")
        health = await rig.get("/health")
        assert (health["jackpots"][POOL]["open"], health["boards"]["meter-1"]["jackpot"]["digits"]) == (
            True,
            "10000.00",
        )
