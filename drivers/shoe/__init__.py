"""Card shoes: a make of shoe is one file here, one simulator in `hil/`, and one line in `SHOES`."""

from __future__ import annotations

from drivers.shoe import angel_eye, csr
from drivers.shoe.session import Session

SHOES: dict[str, type[Session]] = {"csr": csr.Session, "angel_eye": angel_eye.Session}
