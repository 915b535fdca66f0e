"""Reasons that nobody types: an order's `reason` may be one of these codes, and is then told in both languages."""

from __future__ import annotations

from collections.abc import Mapping

from rules.terms import Term

_WRONG_DEAL: Mapping[str, Term] = {
    "exposed_card": Term("carte brûlée ou exposée", "a card was burned or exposed"),
    "dealing_order": Term("ordre de distribution", "order of the deal"),
    "wrong_count": Term("nombre de cartes", "number of cards"),
}
_POOL: Mapping[str, Term] = {
    "commissioning": Term("mise en service", "commissioning"),
    "new_terms": Term("nouveaux paramètres", "other parameters"),
    "maintenance": Term("entretien", "maintenance"),
    "audit": Term("vérification", "audit"),
}
OF_ORDERS: Mapping[str, Mapping[str, Term]] = {  # by the kind of order
    "misdeal": _WRONG_DEAL,
    "void_round": {
        **_WRONG_DEAL,
        "disputed_wager": Term("mise contestée", "a disputed wager"),
        "device_failed": Term("panne d'un appareil", "a device failed"),
        "irregular_dice": Term("dés irréguliers", "irregular dice"),
    },
    "open_sealed": {
        "complaint": Term("plainte d'un joueur", "a player's complaint"),
        "surveillance": Term("demande de la surveillance", "asked for by surveillance"),
        "audit": _POOL["audit"],
    },
    "ruling": {
        "seen_by_dealer": Term("vu par le croupier", "seen by the dealer"),
        "seen_by_surveillance": Term("vu par la surveillance", "seen by surveillance"),
        "agreed_by_players": Term("admis par les joueurs", "agreed by the players"),
    },
    **dict.fromkeys(("set_jackpot", "correct_jackpot", "close_jackpot"), _POOL),
}
REASONS: Mapping[str, Term] = {code: said for codes in OF_ORDERS.values() for code, said in codes.items()}
