"""Card shoes: a make of shoe is one file here, one simulator in `hil/`, and one line in `SHOES`."""

from __future__ import annotations

from drivers.shoe import angel_eye, csr
from drivers.shoe.conversation import ShoeConversation

SHOES: dict[str, type[ShoeConversation]] = {"csr": csr.Conversation, "angel_eye": angel_eye.Conversation}
