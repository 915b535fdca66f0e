"""A face-down card is nobody's business: not on disk, not in a log, not in an answer, not on the broker."""

from __future__ import annotations

import json
import re

import aiomqtt

from hil.rig import Rig

HIDDEN = ["Kh", "9s", "Js", "Qh", "Ts", "7h"]


async def test_no_card_is_told_before_the_dealer_turns_it() -> None:
    async with Rig() as rig:
        await rig.start_daemon()
        await rig.until("/health", lambda health: not health["faults"])
        told: list[str] = []
        async with aiomqtt.Client("127.0.0.1", rig.broker_port) as everything:
            await everything.subscribe("#", qos=1)
            await rig.do("shoe", "load", cards=HIDDEN)
            await rig.order("open_round")
            await rig.order("seat_in", seat="1")
            await rig.order("close_betting")
            await rig.do("shoe", "draw", count=6)
            await rig.see("card_dealt", hand="dealer", index=2)
            told += [json.dumps(await rig.get("/state")), json.dumps(await rig.get("/health")), rig.log]
            told += [json.dumps(rig.events), json.dumps(await rig.order("decision", seat="1", choice="play"))]
            disk = b"".join(path.read_bytes() for path in sorted((rig.folder / "state").iterdir()))
            # now the dealer turns them, one hand after the other
            await rig.order("turn_hand", hand="dealer")
            state = await rig.get("/state")
            assert state["hands"] == {"1": [None, None, None], "dealer": HIDDEN[3:]}
            await rig.order("turn_hand", hand="1")
            async for message in everything.messages:
                if str(message.topic).endswith("/result"):
                    assert json.loads(message.payload)["hands"] == {"1": HIDDEN[:3], "dealer": HIDDEN[3:]}
                    break
                told.append(repr(message.payload))
        for card in HIDDEN:
            assert not [text for text in told if re.search(rf"\b{card}\b", text)]
            assert f'"{card}"'.encode() not in disk
            assert f",{card}*".encode() not in disk
        # and the same bytes are found once they are public, so the search above can find them
        disk = b"".join(path.read_bytes() for path in sorted((rig.folder / "state").iterdir()))
        assert b'"Kh"' in disk
