"""A face-down card is nobody's business: not on disk, not in a log, not in an answer, not on the broker."""

from __future__ import annotations

import hashlib
import json
import re

import httpx

from daemon.journal.keys import load_keys
from daemon.journal.read import entries
from drivers.shoe.angel_eye_wire import CardDrawn, Retransmitted
from hil.rig import TABLE, Rig
from hil.site_files import ShoeKind

HIDDEN = ["Kh", "9s", "Js", "Qh", "Ts", "7h"]


def disk_of(rig: Rig) -> bytes:
    """Everything that the daemon keeps."""
    return b"".join(path.read_bytes() for path in sorted((rig.folder / "state").rglob("*")) if path.is_file())


async def test_no_card_is_told_before_the_dealer_turns_it() -> None:
    async with Rig() as rig:
        await rig.start_daemon()
        await rig.until("/health", lambda health: not health["faults"])
        texts: list[str] = []
        async with rig.witness() as everything:
            await everything.subscribe("croupier/#", qos=1)
            await rig.do("shoe", "load", cards=HIDDEN)
            await rig.order("open_round")
            await rig.order("seat_in", seat="1")
            await rig.order("close_betting")
            await rig.do("shoe", "draw", count=6)
            await rig.see("card_dealt", hand="dealer", index=2)
            texts += [json.dumps(await rig.get("/state")), json.dumps(await rig.get("/health")), rig.log]
            texts += [json.dumps(rig.events), json.dumps(await rig.order("decision", seat="1", choice="play"))]
            disk = disk_of(rig)
            # now the dealer turns them, one hand after the other
            await rig.order("turn_hand", hand="dealer")
            state = await rig.get("/state")
            assert state["hands"] == {"1": [None, None, None], "dealer": HIDDEN[3:]}
            await rig.order("turn_hand", hand="1")
            async for message in everything.messages:
                if str(message.topic).endswith("/result"):
                    assert json.loads(message.payload)["hands"] == {"1": HIDDEN[:3], "dealer": HIDDEN[3:]}
                    break
                texts.append(repr(message.payload))
        for card in HIDDEN:
            assert not [text for text in texts if re.search(rf"\b{card}\b", text)]
            assert f'"{card}"'.encode() not in disk
            assert f",{card}*".encode() not in disk
        # and the same bytes are found once they are public, so the search above can find them
        disk = disk_of(rig)
        assert b'"Kh"' in disk


async def test_a_card_that_two_persons_name_is_told_by_nothing_either() -> None:
    named = b'{"kind": "name_card", "card": "9s"}'
    digest = hashlib.sha256(named).hexdigest()  # a guess or two away from the card itself
    async with Rig() as rig:
        await rig.start_daemon()
        await rig.until("/health", lambda health: not health["faults"])
        await rig.do("shoe", "load", cards=HIDDEN)
        await rig.order("open_round")
        await rig.order("seat_in", seat="1")
        await rig.order("close_betting")
        await rig.fault("shoe", "misread", on=True)
        await rig.do("shoe", "draw")
        await rig.see("held", fault="CARD_UNREADABLE")
        texts: list[str] = []
        transport = httpx.AsyncHTTPTransport(uds=str(rig.folder / f"run/{TABLE}.sock"))
        async with httpx.AsyncClient(transport=transport, base_url="http://croupier", timeout=rig.patience) as client:
            for badge in ("D1", "S1"):
                headers = {"Authorization": f"Bearer {(await rig.sign_in(badge))['token']}", "Idempotency-Key": "1"}
                headers["Content-Type"] = "application/json"
                for _ in range(2):
                    answer = await client.post("/orders", content=named, headers=headers)
                    assert answer.status_code == 200
                    texts += [answer.text, json.dumps(await rig.get("/health"))]
        await rig.see("resumed")
        assert await rig.end_daemon() == 0
        texts += [rig.log, json.dumps(rig.events)]
        disk = disk_of(rig)
    for text in texts:
        assert not re.search(r"\b9s\b", text)
        assert digest not in text
    assert b'"9s"' not in disk
    assert digest.encode() not in disk


async def test_no_byte_of_a_bad_line_tells_a_card() -> None:
    """A gap, a cable that was out and a retransmission of a shoe whose every frame may be behind something public."""
    async with Rig(shoe=ShoeKind("angel_eye")) as rig:
        await rig.start_daemon()
        await rig.until("/health", lambda health: {fault["code"] for fault in health["faults"]} == {"SHOE_UNPROVEN"})
        await rig.do("shoe", "stand_by")
        await rig.until("/health", lambda health: not health["faults"])
        await rig.do("shoe", "load", cards=HIDDEN)
        await rig.order("open_round")
        await rig.order("seat_in", seat="1")
        await rig.order("close_betting")
        await rig.do("shoe", "draw")
        await rig.see("card_dealt", hand="1", index=0)
        await rig.fault("shoe", "drop_frame", on=True)
        await rig.do("shoe", "draw")
        await rig.fault("shoe", "drop_frame", on=False)
        await rig.do("shoe", "draw")
        await rig.see("held", fault="SHOE_ERROR", detail="gap")
        await rig.do("shoe", "retransmit")
        await rig.see("held", fault="SHOE_ERROR", detail="retransmission")
        await rig.fault("shoe", "unplug", on=True)
        await rig.until("/health", lambda health: "PORT_ABSENT" in {fault["code"] for fault in health["faults"]})
        await rig.fault("shoe", "unplug", on=False)
        await rig.until("/health", lambda health: "SHOE_UNPROVEN" in {fault["code"] for fault in health["faults"]})
        await rig.do("shoe", "draw")
        await rig.see("card_dealt", hand="1", index=2)
        assert await rig.end_daemon() == 0
        disk, log = disk_of(rig), rig.log
        folder = rig.folder / "state" / TABLE
        opened = b"".join(entry.raw or b"" for entry in entries(folder, load_keys(folder.with_name(f"{TABLE}.key"))))
        read = b"".join(entry.raw or b"" for entry in entries(folder))
    places = [(0, 1), (1, 1), (0, 2), (1, 2), (0, 3), (1, 3)]  # the shoe's own
    frames = [  # without its number, and so its check
        CardDrawn.of("1", card, *place).encode()[2:-2] for card, place in zip(HIDDEN, places, strict=True)
    ]
    assert [place for place, frame in enumerate(frames) if frame in opened] == [0, 2, 3]
    again = [Retransmitted.of("1", card).encode()[2:-2] for card in HIDDEN]
    assert again[2] in opened
    assert not [frame for frame in (*frames, *again) if frame in disk or frame in read or frame.hex() in log]
