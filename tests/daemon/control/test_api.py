"""The control API as anyone on the machine sees it."""

from __future__ import annotations

import asyncio
import dataclasses
import grp
import json
import os
import re
import shutil
import signal
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, get_args

import httpx
import jsonschema
import pytest

from daemon.control.doors import bind
from daemon.control.orders import OURS
from daemon.control.server import serving
from daemon.control.sessions import TRIES
from daemon.people import editing
from daemon.settings import load
from daemon.table.orders import Order, TableOrder
from daemon.text.labels import LABELS
from daemon.text.role import Role
from drivers.faults import Fault, FaultError
from hil.asking import RefusedError
from hil.described import Described
from hil.rig import TABLE, Rig
from hil.site_files import PIN
from tests.daemon.test_people import croupierctl

JSON = {"content-type": "application/json"}
BAD_ORDERS: list[tuple[Any, str]] = [
    ({}, "kind"),
    ({"kind": "rob_the_bank"}, "rob_the_bank"),
    ({"kind": "seat_in"}, "seat"),
    ({"kind": "seat_in", "seat": 1}, "seat"),
    ({"kind": "seat_in", "seat": "1", "wagers": {"initial": "lots"}}, "initial"),
    ({"kind": "open_round", "now": True}, "now"),
    ({"kind": "open_round", "by": "S1"}, "by"),  # nobody says of himself who he is,
    ({"kind": "open_round", "role": "supervisor"}, "role"),
    ({"kind": "open_round", "key": "S1:1:"}, "key"),
    ([1, 2], ""),
    ("open_round", ""),
]


@asynccontextmanager
async def table() -> AsyncIterator[tuple[Rig, httpx.AsyncClient]]:
    async with Rig(strict=True) as rig:
        await rig.start_daemon()
        await rig.until("/health", lambda health: health["shoe"]["up"])
        transport = httpx.AsyncHTTPTransport(uds=str(rig.folder / f"run/{TABLE}.sock"))
        async with httpx.AsyncClient(transport=transport, base_url="http://croupier", timeout=rig.patience) as client:
            client.headers["Authorization"] = f"Bearer {(await rig.sign_in('D1'))['token']}"
            yield rig, client


def used(rig: Rig) -> list[tuple[str, str, str | None]]:
    """What the journal says of badges."""
    return [(event["by"], event["how"], event["reason"]) for event in rig.journal() if event["kind"] == "badge_used"]


async def test_a_malformed_order_is_refused_in_two_languages_and_nothing_happens() -> None:
    async with table() as (rig, client):
        before = (await rig.get("/health"))["journal"]
        for body, named in BAD_ORDERS:
            answer = await client.post("/orders", json=body)
            error = answer.json()["error"]
            assert (answer.status_code, error["code"]) == (422, Fault.ORDER_MALFORMED), body
            assert named in error["detail"]
            assert error["fr"]["action"]
            assert error["en"]["action"]
        answer = await client.post("/orders", content=b"{not json", headers=JSON)
        assert answer.json()["error"]["code"] == Fault.ORDER_MALFORMED
        assert (await rig.get("/health"))["journal"] == before


async def test_an_order_that_is_refused_says_why_in_both_languages() -> None:
    async with table() as (rig, client):
        error = (await client.post("/orders", json={"kind": "close_betting"})).json()["error"]
        assert (error["code"], error["why"], error["detail"]) == (Fault.ORDER_NOT_NOW, "no_round", "no round is open")
        assert (error["fr"]["detail"], error["en"]["detail"]) == ("rien n'est en cours", "no round is open")
        await rig.order("open_round")
        wagers = {"kind": "seat_in", "seat": "99", "wagers": {}}
        error = (await client.post("/orders", json=wagers)).json()["error"]
        assert (error["code"], error["why"]) == (Fault.ORDER_ILLEGAL, "seat_range")
        assert error["fr"]["detail"].startswith("bad_request : place 99 : le tapis a les places 1 à ")


# -- who orders -------------------------------------------------------------------------------------------------------


async def test_without_a_session_one_may_look_but_not_touch() -> None:
    async with table() as (rig, client):
        for value in ("", "Bearer", "Bearer x", "Basic RDE6MjcxODI4", "Bearer " + "x" * 5000):
            answer = await client.post("/orders", json={"kind": "open_round"}, headers={"Authorization": value})
            assert (answer.status_code, answer.json()["error"]["code"]) == (401, Fault.NOT_SIGNED_IN)
            assert answer.headers["WWW-Authenticate"] == "Bearer"
            for path in ("/state", "/health", "/openapi.json"):
                assert (await client.get(path, headers={"Authorization": value})).status_code == 200
        assert (await rig.get("/state"))["round"] == 0


async def test_an_order_is_recorded_with_the_badge_of_the_session_and_its_role_decides() -> None:
    async with table() as (rig, client):
        await rig.order("open_round", by="S2")
        for badge in ("D1", "T1"):
            with pytest.raises(RefusedError) as refused:
                await rig.order("void_round", by=badge, reason="de l'eau")
            assert refused.value.code == Fault.ROLE_NOT_ALLOWED
        answer = await client.post("/orders", json={"kind": "void_round", "reason": "de l'eau"})
        assert answer.status_code == 403
        assert "supervisor" in answer.json()["error"]["detail"]
        await rig.order("void_round", by="S1", reason="de l'eau")
        who = [(body["kind"], body["by"], body["role"]) for body in rig.observations() if "role" in body]
    assert who == [
        ("signed_in", "D1", "dealer"),
        ("signed_in", "S2", "supervisor"),
        ("open_round", "S2", "supervisor"),
        ("signed_in", "T1", "technician"),
        ("signed_in", "S1", "supervisor"),
        ("void_round", "S1", "supervisor"),
    ]


async def test_signing_in_and_out_over_the_wire_is_recorded_and_logged_with_the_caller_s_uid() -> None:
    async with table() as (rig, client):
        answer = await client.post("/sessions", json={"badge": "S1", "pin": PIN})
        assert answer.status_code == 200
        token = answer.json().pop("token")
        assert answer.json() == {"token": token, "person": "supervisor S1", "role": "supervisor", "expires_in": 1800}
        mine = {"Authorization": f"Bearer {token}"}
        assert (await client.delete("/sessions", headers=mine)).status_code == 204
        again = await client.delete("/sessions", headers=mine)
        assert (again.status_code, again.json()["error"]["code"]) == (401, Fault.NOT_SIGNED_IN)
        assert used(rig) == [("D1", "signed_in", None), ("S1", "signed_in", None), ("S1", "signed_out", None)]
        assert f"signed_in badge=S1 role=supervisor peer=uid:{os.getuid()}" in rig.log
        assert token not in rig.log
        assert PIN not in rig.log
        disk = b"".join(path.read_bytes() for path in rig.folder.rglob("state/**/*") if path.is_file())
        assert PIN.encode() not in disk
        assert token.encode() not in disk


async def test_a_restart_ends_every_session_and_keeps_every_lock() -> None:
    async with table() as (rig, client):
        codes = []
        for _ in range(TRIES + 2):
            with pytest.raises(RefusedError) as refused:
                await rig.sign_in("S1", "141421")
            codes.append(refused.value.code)
        assert codes == [Fault.SIGN_IN_REFUSED] * TRIES + [Fault.BADGE_LOCKED] * 2
        await rig.end_daemon(signal.SIGKILL)
        await rig.start_daemon()
        answer = await client.post("/orders", json={"kind": "open_round"})
        assert answer.json()["error"]["code"] == Fault.NOT_SIGNED_IN
        answer = await client.post("/sessions", json={"badge": "S1", "pin": PIN})
        assert (answer.status_code, answer.json()["error"]["code"]) == (429, Fault.BADGE_LOCKED)
        assert answer.json()["error"]["detail"] == "5 min"
        await rig.order("open_round", by="S2")  # another person is none the worse for it
        refusals = [reason for badge, how, reason in used(rig) if (badge, how) == ("S1", "refused")]
    assert refusals == ["pin"] * TRIES + ["locked"] * 2  # one entry a lock and a life


async def test_a_pin_is_never_told_back() -> None:
    async with table() as (rig, client):
        for body in (
            {"badge": "S1", "pin": int(PIN)},
            {"badge": "S1", "pin": PIN * 20},
            {"badge": "S1", "pni": PIN},
            [PIN],
        ):
            answer = await client.post("/sessions", json=body)
            assert answer.status_code == 422
            assert PIN not in answer.text
        assert PIN not in rig.log


async def test_whoever_is_barred_can_order_nothing_more() -> None:
    async with table() as (rig, client):
        file = rig.folder / "etc/people.toml"
        file.write_text(file.read_text().replace('badge = "D1"', 'badge = "D1"\ndisabled = true'))
        async with asyncio.timeout(rig.patience):
            while (await client.post("/orders", json={"kind": "change_shift"})).status_code != 401:
                await asyncio.sleep(0.1)
        file.write_text("person = 1")
        health = await rig.until("/health", lambda health: bool(health["faults"]))
        (fault,) = health["faults"]
        assert (fault["part"], fault["code"]) == ("people", Fault.PEOPLE_INVALID)
        assert "people.toml:1: person:" in fault["detail"]
        await rig.sign_in("S1")  # the last good file stands
        file.unlink()
        await rig.until("/health", lambda health: [f["code"] for f in health["faults"]] == [Fault.PEOPLE_NONE])


async def test_two_badges_of_one_person_do_not_make_two_persons() -> None:
    async with table() as (rig, _):
        with editing(rig.folder / "etc/people.toml") as roster:
            for badge in ("S8", "S9"):
                known = {"badge": badge, "name": "D1, DEALER", "role": Role.SUPERVISOR}
                roster[badge] = roster["D1"].model_copy(update=known)
        await rig.order("open_round")
        await rig.order("void_round", reason="de l'eau")
        await rig.order("open_sealed", by="S8", round=1, reason="réclamation")
        with pytest.raises(RefusedError) as refused:
            await rig.order("open_sealed", by="S9", round=1, reason="réclamation")
        assert refused.value.code == Fault.SECOND_PERSON_NEEDED
        await rig.order("open_sealed", by="S2", round=1, reason="réclamation")
        given = [(body["by"], body["person"]) for body in rig.observations() if body["kind"] == "open_sealed"]
        assert given == [("S8", "D1"), ("S2", "S2")]


# -- the same order, told twice ---------------------------------------------------------------------------------------


async def test_a_repeated_order_does_nothing_twice_not_even_across_a_restart() -> None:
    async with table() as (rig, client):
        order, key = {"kind": "open_round"}, {"Idempotency-Key": "1"}
        first = await client.post("/orders", json=order, headers=key)
        assert first.json()["round"] == 1
        again = await client.post("/orders", json=order, headers=key)
        assert (again.status_code, again.json()) == (200, first.json())
        other = await client.post("/orders", json={"kind": "seat_in", "seat": "1"}, headers=key)
        assert other.json()["error"]["code"] == Fault.ORDER_KEY_REUSED
        await rig.end_daemon(signal.SIGKILL)
        await rig.start_daemon()
        client.headers["Authorization"] = f"Bearer {(await rig.sign_in('D1'))['token']}"
        assert (await client.post("/orders", json=order, headers=key)).status_code == 200
        assert [event["kind"] for event in rig.journal()].count("round_opened") == 1
        with pytest.raises(RefusedError):
            await rig.order("open_round")  # without the key it is another order


async def test_the_same_key_of_another_person_is_another_key() -> None:
    async with table() as (rig, client):
        key = {"Idempotency-Key": "1"}
        await client.post("/orders", json={"kind": "open_round"}, headers=key)
        token = (await rig.sign_in("S1"))["token"]
        other = {**key, "Authorization": f"Bearer {token}"}
        answer = await client.post("/orders", json={"kind": "seat_in", "seat": "1"}, headers=other)
        assert answer.status_code == 200


async def test_a_key_is_short_and_plain() -> None:
    async with table() as (_, client):
        for key in (b"", b"a b", b"\xe9", b"x" * 65):
            answer = await client.post("/orders", json={"kind": "open_round"}, headers={b"Idempotency-Key": key})
            assert (answer.status_code, answer.json()["error"]["code"]) == (422, Fault.ORDER_MALFORMED)


async def test_a_hundred_requests_at_once_never_interleave() -> None:
    async with table() as (rig, client):
        await rig.order("open_round")

        async def give(number: int) -> dict[str, Any]:
            order = {"kind": "seat_in", "seat": str(number % 7 + 1), "wagers": {"initial": 100 * (number + 1)}}
            headers = {"Idempotency-Key": str(number % 50)} if number % 50 < 25 else {}
            answer: dict[str, Any] = (await client.post("/orders", json=order, headers=headers)).json()
            return answer

        numbers = [*range(50), *range(50)]
        answers = await asyncio.gather(*map(give, numbers))
        taken = [event for event in rig.journal() if event["kind"] == "seat_taken"]
        ordered = [body for body in rig.observations() if body["kind"] == "seat_in"]
        lying: dict[str, int] = {}
        for event, body in zip(taken, ordered, strict=True):
            lying[body["seat"]] = lying.get(body["seat"], 0) + body["wagers"]["initial"]
            assert (event["seat"], event["wagers"]) == (body["seat"], {"initial": lying[body["seat"]]})
        assert len(taken) == 25 + 2 * 25  # those with a key once, the others as often as they came
        laid = (await rig.get("/state"))["wagers"]
        assert {seat: wagers["initial"] for seat, wagers in laid.items()} == lying
        assert all("error" not in answer for answer in answers)


# -- the door ---------------------------------------------------------------------------------------------------------


async def test_the_socket_is_for_its_owner_and_group_alone() -> None:
    async with table() as (rig, _):
        mode = (rig.folder / f"run/{TABLE}.sock").stat().st_mode
        assert stat.S_IMODE(mode) == 0o660


@pytest.mark.skipif(os.getuid() != 0, reason="only root gives a file to any group")
def test_the_socket_s_group_is_the_one_that_the_site_names(tmp_path: Path) -> None:
    group = grp.getgrall()[-1]
    with bind(tmp_path / "x.sock", group.gr_name):
        status = (tmp_path / "x.sock").stat()
    assert (status.st_gid, stat.S_IMODE(status.st_mode)) == (group.gr_gid, 0o660)


@pytest.mark.parametrize("mode", [0o777, 0o775, 0o1777])
async def test_a_folder_that_others_may_write_is_no_place_for_a_socket(tmp_path: Path, mode: int) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    folder.chmod(mode)
    with pytest.raises(FaultError) as refused:
        async with serving(None, folder / "x.sock"):  # type: ignore[arg-type]
            pass
    assert (refused.value.fault, refused.value.detail) == (
        Fault.CONTROL_NO_SOCKET,
        f"{folder / 'x.sock'}: others may write {folder}",
    )


async def test_a_group_that_does_not_exist_is_named(tmp_path: Path) -> None:
    with pytest.raises(FaultError, match="no group of-nobody") as refused:
        async with serving(None, tmp_path / "run/x.sock", "of-nobody"):  # type: ignore[arg-type]
            pass
    assert refused.value.fault is Fault.CONTROL_NO_SOCKET


async def test_whoever_may_not_give_the_socket_to_its_group_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbidden(*_: object, **__: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(shutil, "chown", forbidden)
    with pytest.raises(FaultError, match="this user is not in the group floor") as refused:
        async with serving(None, tmp_path / "run/x.sock", "floor"):  # type: ignore[arg-type]
            pass
    assert refused.value.fault is Fault.CONTROL_NO_SOCKET


@pytest.mark.parametrize(("file", "key"), [("site.toml", "control_group"), ("tables/poker-1.toml", "console_port")])
def test_the_doors_that_we_ship_shut_open_without_their_comment_sign(tmp_path: Path, file: str, key: str) -> None:
    folder = Path(shutil.copytree(Path(__file__).parents[3] / "config", tmp_path / "etc"))
    text = (folder / file).read_text()
    (folder / file).write_text(text.replace(f"\n#{key} =", f"\n{key} ="))
    settings = load(folder, "poker-1")
    assert getattr(settings, key, None) or getattr(settings.site, key)


async def test_openapi_describes_every_refusal() -> None:
    async with table() as (_, client):
        described = (await client.get("/openapi.json")).json()
        refused = [
            await client.post("/sessions", content=b"\xff", headers=JSON),
            await client.post("/sessions", json={"badge": "D1", "pin": "1"}),
            await client.get("/rounds/1"),
            await client.get("/rounds/0"),
            await client.post("/orders", json={"kind": "void_round", "reason": "x"}),
            await client.post("/orders", json={"kind": "close_betting"}),
        ]
    assert [answer.status_code for answer in refused] == [400, 401, 404, 422, 403, 409]
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            assert {"4XX", "503"} <= operation["responses"].keys(), (method, path)
            assert "422" not in operation["responses"]  # what FastAPI would answer by itself
            for status in ("4XX", "503"):
                schema = operation["responses"][status]["content"]["application/json"]["schema"]
                for answer in refused:
                    jsonschema.validate(answer.json(), {**described, **schema})
                with pytest.raises(jsonschema.ValidationError):
                    jsonschema.validate({"detail": []}, {**described, **schema})


async def test_openapi_describes_every_order_and_who_may_give_it_and_never_asks_who_does() -> None:
    async with table() as (_, client):
        described = (await client.get("/openapi.json")).json()
    schemas = described["components"]["schemas"]
    orders: tuple[type[Order], ...] = get_args(TableOrder)
    for order in orders:
        schema = schemas[order.__name__]
        assert schema["x-roles"] == sorted(order.ROLES)
        assert schema["x-two-persons"] is order.TWO_PERSONS
        assert schema["description"] == order.__doc__
        assert "kind" in schema["required"]
        assert not {"by", "role", "key"} & schema["properties"].keys()
    assert described["components"]["securitySchemes"]["HTTPBearer"]["scheme"] == "bearer"
    assert "Idempotency-Key" in json.dumps(described["paths"]["/orders"]["post"]["parameters"])


async def test_root_unlocks_a_badge_from_the_command_line() -> None:
    async with table() as (rig, client):
        for _ in range(TRIES):
            await client.post("/sessions", json={"badge": "S2", "pin": "141421"})
        answer = await client.post("/sessions", json={"badge": "S2", "pin": PIN})
        assert (answer.status_code, answer.json()["error"]["code"]) == (429, Fault.BADGE_LOCKED)
        status, said = await croupierctl(rig.folder / "etc", "unlock", "S9", "--lang", "en")
        assert (status, said.splitlines()[0]) == (2, "BADGE_UNKNOWN  S9")
        status, said = await croupierctl(rig.folder / "etc", "unlock", "S2", "--lang", "en")
        assert (status, said) == (0, LABELS["badge_unlocked"].en.format(badge="S2") + "\n")
        assert (await rig.sign_in("S2"))["role"] == "supervisor"
        assert ("S2", "unlocked", None) in used(rig)
        await rig.end_daemon()
        status, said = await croupierctl(rig.folder / "etc", "unlock", "S2")
        assert (status, Fault.DAEMON_DOWN in said) == (2, True)


# -- what happens -----------------------------------------------------------------------------------------------------


async def test_events_are_followed_from_where_one_left_off() -> None:
    async with table() as (rig, client):
        await rig.order("open_round")
        await rig.order("seat_in", seat="1")
        async with client.stream("GET", "/events", headers={"Last-Event-ID": "0"}) as stream:
            seen: list[str] = []
            async for line in stream.aiter_lines():
                if not line.startswith("event: "):
                    continue
                if (kind := line.removeprefix("event: ")) in ("badge_used", "rules_in_force"):
                    continue
                seen.append(kind)
                if len(seen) == 2:
                    await rig.order("close_betting")
                if len(seen) == 3:
                    break
    assert seen == ["round_opened", "seat_taken", "betting_closed"]


async def test_what_is_not_there_is_not_there() -> None:
    async with table() as (_, client):
        for path in ("/", "/state/secret", "/orders", "/state/", "//state"):
            answer = await client.get(path)
            assert answer.status_code in (404, 405)
            assert answer.json()["error"]["code"] == Fault.ORDER_MALFORMED


async def test_half_a_character_a_truth_and_a_slip_of_the_finger_are_refused() -> None:
    async with table() as (rig, client):
        await rig.order("open_round")
        for order, code in (
            (b'{"kind": "seat_in", "seat": "\\ud800"}', Fault.ORDER_ILLEGAL),
            (b'{"kind": "seat_in", "seat": "1", "wagers": {"initial": "1000"}}', Fault.ORDER_MALFORMED),
            (b'{"kind": "seat_in", "seat": "1", "wagers": {"initial": true}}', Fault.ORDER_MALFORMED),
            (b'{"kind": "seat_in", "seat": "1", "wagers": {"initial": 1000000000001}}', Fault.ORDER_ILLEGAL),
            (b'{"kind": "seat_in", "seat": "1", "wagers": {"initial": %s}}' % (b"9" * 400), Fault.ORDER_ILLEGAL),
        ):
            answer = await client.post("/orders", content=order, headers=JSON)
            assert answer.json()["error"]["code"] == code
        await rig.order("seat_in", seat="1")  # and the table goes on


async def test_a_reason_that_cannot_be_written_down_is_refused_and_the_table_goes_on() -> None:
    async with table() as (rig, client):
        await rig.order("open_round")
        await rig.end_daemon(signal.SIGKILL)
        await rig.start_daemon()
        mine = {"Authorization": f"Bearer {(await rig.sign_in('S1'))['token']}", **JSON}
        answer = await client.post("/orders", content=b'{"kind": "void_round", "reason": "\\ud800"}', headers=mine)
        assert answer.json()["error"]["code"] == Fault.ORDER_MALFORMED
        await rig.order("void_round", reason="de l'eau sur le tapis")


async def test_followers_come_and_go_without_a_complaint() -> None:
    async with table() as (rig, client):
        for _ in range(10):
            async with client.stream("GET", "/events") as stream:
                async for _ in stream.aiter_lines():
                    break
        await rig.order("open_round")
        assert await rig.end_daemon() == 0
        assert not [line for line in rig.log.splitlines() if line.startswith(("ERROR", "CRITICAL"))]


def test_the_page_for_integrators_names_every_order_with_its_roles() -> None:
    page = (Path(__file__).parents[3] / "docs/control.md").read_text()
    rows = re.findall(r"^\| `(\w+)` \|([^|]*)\| ([^|]*) \| ?(\w*) \|$", page, re.MULTILINE)
    orders: tuple[type[Order], ...] = get_args(TableOrder)
    assert rows == [
        (
            next(field.default for field in dataclasses.fields(order) if field.name == "kind"),
            f" {fields} " if (fields := " ".join(f"`{name}`" for name in _asked(order))) else " ",
            ", ".join(sorted(order.ROLES)),
            "yes" if order.TWO_PERSONS else "",
        )
        for order in orders
    ]


def _asked(order: type[Order]) -> list[str]:
    return [field.name for field in dataclasses.fields(order) if field.name not in {*OURS, "kind"}]


# -- past rounds ------------------------------------------------------------------------------------------------------


async def test_a_past_round_is_told_to_anyone_and_its_seal_opened_by_two_persons() -> None:
    async with table() as (rig, client):
        await rig.do("shoe", "load", cards=["8c", "8d", "3s", "Qs", "7d", "4c"])
        await rig.order("open_round")
        await rig.order("seat_in", seat="1")
        await rig.order("close_betting")
        await rig.do("shoe", "draw", count=6)
        await rig.see("card_dealt", hand="dealer", index=2)
        await rig.order("decision", seat="1", choice="drop")
        await rig.order("turn_hand", hand="dealer")
        response = await client.get("/rounds/1")
        assert response.json()[-1]["verdict"] == "finished"
        assert "67.28" in response.text
        assert not re.search(r"\b8c\b|8♣", response.text)  # given up, and never turned
        assert re.search(r"\bQs\b|Q♠", response.text)
        codes = [(await client.get(path)).json()["error"]["code"] for path in ("/rounds/2", "/rounds/1/sealed")]
        assert codes == [Fault.ROUND_UNKNOWN, Fault.ROLE_NOT_ALLOWED]
        client.headers["Authorization"] = f"Bearer {(await rig.sign_in('S2'))['token']}"
        assert (await client.get("/rounds/1/sealed")).json()["error"]["code"] == Fault.SECOND_PERSON_NEEDED
        await rig.order("open_sealed", by="S1", round=1, reason="réclamation")
        state = await rig.get("/state")
        assert state["asked"] == {"kind": "open_sealed", "by": "S1", "round": 1, "expires_in": 300}
        assert "réclamation" not in str(state)
        assert (await client.get("/rounds/1/sealed")).json()["error"]["code"] == Fault.SECOND_PERSON_NEEDED
        await rig.order("open_sealed", by="S2", round=1, reason="la même")
        cards = (await client.get("/rounds/1/sealed")).json()
        assert [card["card"] for card in cards] == ["8c", "8d", "3s", "Qs", "7d", "4c"]
        held = Described((await client.get("/openapi.json")).json())
        held.check("get", "/rounds/1", response.json())
        held.check("get", "/rounds/1/sealed", cards)
        assert [event["round"] for event in rig.journal() if event["kind"] == "seal_opened"] == [1]
