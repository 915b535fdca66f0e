"""Simulated card shoes: one device, and the protocols that it can speak."""

from __future__ import annotations

from typing import Any

from hil.shoe.angel_eye import AngelEyeShoe
from hil.shoe.csr import CsrShoe
from hil.shoe.model import Shoe

SHOES: dict[str, type[Shoe]] = {"csr": CsrShoe, "angel_eye": AngelEyeShoe}


def simulated(protocol: str = "csr", **options: Any) -> Shoe:
    """A shoe that speaks this protocol."""
    return SHOES[protocol](**options)
