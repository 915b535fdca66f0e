"""A line at another speed, told from a noisy one: real frames, sampled at the wrong moments."""

from __future__ import annotations

import random

import pytest

from drivers.line.noise import FEWEST, another_speed
from drivers.shoe import SHOES
from drivers.shoe.csr_wire import CardDrawn, Heartbeat, Identified

CSR = [
    Identified("CSR-8", "SH-0421", "2.1.0", "7F3A09C1", 16).encode(),
    *(Heartbeat("7F3A09C1", seq).encode() for seq in range(16, 22)),
    *(CardDrawn("7F3A09C1", 17 + place, card).encode() for place, card in enumerate(("Kh", "2c", "Td", "As", "9s"))),
]
ANGEL_EYE = [  # five cards, each sent three times
    bytes.fromhex(frame)
    for frame in ("05314481B8033446", "0532449191033735", "053344828D033742", "0534449285033634", "053544A19A033438")
    for _ in range(3)
]
FRAMES = {"csr": CSR, "angel_eye": ANGEL_EYE}
SPEEDS = [1 / 8, 1 / 4, 1 / 2, 2 / 3, 3 / 2, 2, 4, 8, 12]  # ours, against the device's


def sampled(frame: bytes, speed: float) -> tuple[bytes, int]:
    """What a port hears of a device that speaks at another speed, and how many stop bits it did not find."""
    wave = [1]
    for byte in frame:
        wave += [0, *(byte >> bit & 1 for bit in range(8)), 1]
    wave += [1] * 120  # the line rests

    def level(at: float) -> int:
        return wave[min(int(at), len(wave) - 1)]

    heard, errors, at = bytearray(), 0, 0.0
    while at < len(wave):
        if level(at):  # wait for a start bit
            at = int(at) + 1.0
            continue
        heard.append(sum(level(at + (1.5 + bit) / speed) << bit for bit in range(8)))
        at += 9.5 / speed
        errors += not level(at)
        while at < len(wave) and not level(at):
            at += 0.25
    return bytes(heard), errors


def heard_at(speed: float, frames: list[bytes]) -> tuple[bytes, int]:
    pieces = [sampled(frame, speed) for frame in frames]
    return b"".join(piece for piece, _ in pieces), sum(errors for _, errors in pieces)


@pytest.mark.parametrize("protocol", FRAMES)
def test_the_port_hears_a_device_at_its_own_speed(protocol: str) -> None:
    assert heard_at(1, FRAMES[protocol]) == (b"".join(FRAMES[protocol]), 0)


@pytest.mark.parametrize("speed", SPEEDS)
@pytest.mark.parametrize("protocol", FRAMES)
def test_another_speed_is_known_where_the_port_counts_framing_errors_and_where_not(protocol: str, speed: float) -> None:
    noise, errors = heard_at(speed, FRAMES[protocol])
    alphabet = SHOES[protocol].ALPHABET
    counted = another_speed(noise, alphabet, errors)
    assert len(noise) < FEWEST or counted or another_speed(noise, alphabet, 0)
    if protocol == "csr":  # text: the bytes alone tell
        assert another_speed(noise, alphabet, 0)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("protocol", FRAMES)
def test_a_noisy_cable_at_the_right_speed_is_not_another_speed(protocol: str, seed: int) -> None:
    chance = random.Random(seed)
    noise = bytearray(b"".join(FRAMES[protocol]))
    for _ in range(len(noise) // 8):
        noise[chance.randrange(len(noise))] ^= 1 << chance.randrange(8)
    assert not another_speed(bytes(noise), SHOES[protocol].ALPHABET, 0)


def test_a_few_bytes_tell_nothing() -> None:
    assert not another_speed((FEWEST - 1) * b"\x00", b"A", 99)
