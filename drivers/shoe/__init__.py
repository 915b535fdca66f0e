"""Card shoes: a make of shoe is one file here, one simulator in `hil/`, and one line in `SHOES`."""

from __future__ import annotations

from drivers.faults import Fault
from drivers.line.faults import LineFaults
from drivers.shoe import angel_eye, csr
from drivers.shoe.conversation import ShoeConversation

SHOES: dict[str, type[ShoeConversation]] = {"csr": csr.Conversation, "angel_eye": angel_eye.Conversation}
FAULTS = LineFaults(
    silent=Fault.SHOE_SILENT,
    garbled=Fault.SHOE_GARBLED,
    wrong_baud=Fault.SHOE_WRONG_BAUD,
    babbles=Fault.SHOE_BABBLES,
    flapping=Fault.SHOE_FLAPPING,
    stuck=Fault.SHOE_STUCK,
    unproven=Fault.SHOE_UNPROVEN,
    wrong_device=Fault.SHOE_WRONG_DEVICE,
)
