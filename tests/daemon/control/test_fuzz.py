"""Whatever is said to the control API, the answer is an answer: never a 500, and every refusal has a code."""

from __future__ import annotations

import asyncio
import http.client
import io
import json
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from daemon.table.orders import TableOrder
from drivers.faults import Fault
from tests.daemon.people import PIN
from tests.daemon.serve import Door, door

KINDS = [order.__dataclass_fields__["kind"].default for order in get_args(TableOrder)]
NAMES = ["seat", "wagers", "wager", "choice", "stake", "hand", "index", "card", "dice", "felt", "fault", "reason", "by"]
PATHS = ["/orders"] * 6 + ["/sessions"] * 3 + ["/state", "/health", "/events", "/openapi.json", "/locks/D1", "/"]
PATHS += ["/states", "/posted", "/rounds?last=0", "/rounds/1/pictures", f"/pictures/{'0' * 64}"]
MOSTLY = st.sampled_from([True] * 5 + [False])

visible = st.text(st.characters(min_codepoint=0x21, max_codepoint=0x7E), min_size=1, max_size=30)
latin = st.text(st.characters(min_codepoint=0x20, max_codepoint=0xFF, exclude_characters="\x7f"), max_size=60)
token = st.text("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_!#$", min_size=1, max_size=12)
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(NAMES) | st.text(max_size=8), inner),
    max_leaves=12,
)
order = st.builds(
    lambda kind, fields: {"kind": kind, **fields},
    st.sampled_from(KINDS),
    st.dictionaries(st.sampled_from(NAMES), anything),
)
sign_in = st.fixed_dictionaries(
    {"badge": st.sampled_from(["D1", "S1", ""]) | st.text(), "pin": st.just(PIN) | anything}
)
body = (
    (order | order | order | sign_in | anything).map(lambda value: json.dumps(value).encode())
    | st.binary(max_size=300)
    | st.sampled_from([b"[" * 60_000, b'{"kind":' * 5_000, b"9" * 6_000, b'"\\ud800"', b"\xff\xfe", b"NaN"])
)
header = st.tuples(
    st.sampled_from(
        [
            *("Authorization", "Idempotency-Key", "Last-Event-ID", "Origin", "Sec-Fetch-Site", "Cookie", "Accept"),
            *("Upgrade", "Expect", "Range", "If-None-Match", "X-Forwarded-For", "X-HTTP-Method-Override"),
        ]
    )
    | token,
    latin,
)
request = st.fixed_dictionaries(
    {
        "method": st.sampled_from(["POST"] * 8 + ["GET", "DELETE", "HEAD", "PUT", "OPTIONS", "TRACE"]),
        "target": st.sampled_from([*PATHS, None]).flatmap(lambda path: st.just(path) if path else visible),
        "headers": st.lists(header, max_size=5),
        "json": MOSTLY,
        "signed_in": MOSTLY,
        "own": MOSTLY,
        "body": body,
    }
)
TAKEN = {"host", "content-length", "transfer-encoding", "connection", "content-type"}


def written(asked: dict[str, Any], console: Door) -> bytes:
    """The request as bytes, framed so that the connection ends with it."""
    lines = [
        f"{asked['method']} {asked['target']} HTTP/1.1",
        f"Host: 127.0.0.1:{console.port}",
        f"Content-Length: {len(asked['body'])}",
        "Connection: close",
        *(f"{name}: {value.strip()}" for name, value in asked["headers"] if name.lower() not in TAKEN),
    ]
    if asked["json"]:
        lines.append("Content-Type: application/json")
    if asked["own"]:
        lines.append(f"Origin: http://127.0.0.1:{console.port}")
    if asked["signed_in"]:
        lines.append(f"Authorization: Bearer {console.token}")
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + bytes(asked["body"])


def check(answer: bytes, method: str) -> None:
    file = io.BytesIO(answer)
    response = http.client.HTTPResponse(type("Socket", (), {"makefile": lambda *_: file})(), method=method)
    response.begin()
    assert response.status < 500, answer
    if response.status >= 400 and method != "HEAD":
        error = json.loads(response.read())["error"]
        assert error["code"] in set(Fault)
        assert error["fr"]["action"]
        assert error["en"]["action"]
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Set-Cookie"] is None


@pytest.mark.parametrize("unix", [True, False])
def test_no_request_is_a_bug(tmp_path: Path, unix: bool, caplog: pytest.LogCaptureFixture) -> None:
    with asyncio.Runner() as runner:
        opening = door(tmp_path)
        console = runner.run(opening.__aenter__())

        @settings(max_examples=250, deadline=None, suppress_health_check=list(HealthCheck), database=None)
        @given(request)
        def whatever(asked: dict[str, Any]) -> None:
            check(runner.run(console.ask(written(asked, console), unix=unix)), asked["method"])

        @settings(max_examples=60, deadline=None, database=None)
        @given(st.binary(min_size=1, max_size=200))
        def noise(sent: bytes) -> None:
            answer = runner.run(console.ask(sent + b"\r\n\r\n", unix=unix))
            assert answer == b"" or answer.startswith((b"HTTP/1.1 4", b"HTTP/1.0 4"))

        try:
            whatever()
            noise()
        finally:
            runner.run(opening.__aexit__(None, None, None))
    assert not [record for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")]
