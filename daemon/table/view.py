"""What everyone may see of the table: the control API's answer.

A card that lies face down is `null` here, for every role.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from daemon.jackpot.booking import Seen
from daemon.jackpot.pool import Account
from daemon.jackpot.shown import Condition, Pending, PoolShown
from daemon.table import devices, shooter
from daemon.table.answers import HeldFor
from daemon.table.display import undisplayed
from daemon.table.jackpot import offered
from daemon.table.orders import Order
from daemon.table.state import LOST, Hold, TableState, Voided
from daemon.text.fault_row import End
from daemon.text.faults import ROWS, ended_by, fault_answer
from daemon.text.reasons import REASONS
from daemon.text.role import Role
from drivers.faults import Fault
from rules.capabilities import Continues, HasPublicState
from rules.facts import AwaitCard, AwaitDecision, AwaitDice, AwaitDirection, AwaitTurn, AwaitWagers, Decide, Finished
from rules.game import Game, Hand, Options
from rules.posting import by_name, fewest
from rules.registry import GAMES
from rules.terms import Term

PHASES: dict[type, str] = {
    AwaitWagers: "betting",
    AwaitCard: "dealing",
    AwaitDecision: "deciding",
    AwaitTurn: "turning",
    AwaitDirection: "directing",
    AwaitDice: "rolling",
    Finished: "finished",
}
NOT_SHOWN = ("role", "person", "key", "reason")  # of a proposal
DEALERS = ended_by(End.ALIGNED, End.CONTINUED, End.NO_ROLL)  # holds that a dealer may end


def view(
    state: TableState,
    ledger: Mapping[str, Seen] = {},
    table: str = "",
    expires_in: Mapping[str, int] = {},
    seq: int = 0,
    names: Mapping[str, str] = {},
) -> dict[str, Any]:
    """The state after entry `seq`, as JSON, with nothing in it that lies face down.

    Of what waits, by kind, it tells the seconds that it has; of the persons that it names by a badge, their `names`.
    """
    seen: dict[str, Any] = {
        "seq": seq,
        "game": state.game or state.posted[0],
        "round": state.round,
        "phase": "closed" if state.closed else "idle",
        "awaits": None,
        "acts": _acts(state),
    }
    if state.play is not None and state.awaits is not None:
        seen["phase"] = PHASES[type(state.awaits)]
        seen["awaits"] = asdict(state.awaits)
        if state.dice_out:  # nothing is laid any more (A117)
            seen["awaits"]["open"] = False
        seen["wagers"] = {seat: dict(stakes) for seat, stakes in state.machine.wagers(state.play).items()}
        seen["hands"] = {
            name: [None if card is None else str(card) for card in hand.visible]
            for name, hand in state.machine.hands(state.play).items()
        }
        seen["combinations"] = {
            name: combination
            for name, hand in state.machine.hands(state.play).items()
            if (combination := _combination(state.machine, hand)) is not None
        }
        seen["decided"] = {fact.seat: fact.choice for fact in state.facts if isinstance(fact, Decide)}
        if isinstance(state.machine, Continues):  # craps: the point, and what is called on
            seen["layout"] = {k: v for k, v in state.machine.carry(state.play).items() if k != "laid"}
        if isinstance(state.machine, HasPublicState):  # the poker room: pots, whose turn, what it takes
            seen["room"] = dict(state.machine.public_state(state.play))
        if (whose := shooter.view(state)) is not None:  # at craps; at Sic Bo where players roll
            seen["shooter"] = whose
    seen["lines"] = [line._asdict() for line in state.lines]
    seen["result"] = state.result and {
        "game": state.result.game,
        "round": state.result.round,
        "hands": {hand: list(cards) for hand, cards in state.result.hands.items()},
        "lines": [line._asdict() for line in state.result.lines],
        "dice": list(state.result.dice),
        "areas": dict(state.result.areas),
        "by_hand": state.result.by_hand,
    }
    seen["voided"] = state.voided and _voided(state.voided)
    seen["hold"] = state.hold and _hold(state.hold)
    seen["felt"] = dict(state.felt)
    waits, asked = state.proposal, state.people.asked
    seen["proposal"] = waits and {**_proposal(waits), "expires_in": expires_in.get(waits.kind)}
    seen["asked"] = asked and {
        **{name: getattr(asked, name) for name in ("kind", "by", "round")},
        "expires_in": expires_in.get(asked.kind),
    }
    for name, kind in devices.KINDS.items():
        seen[name] = kind.view(kind.of(state))
    seen["proposes"] = devices.proposes(state)
    seen["dealer"] = state.people.dealer
    seen["people"] = {badge: names[badge] for badge in _badges(state) if badge in names}
    seen["rules"] = _rules(state)
    wagers = {terms.name: terms.wager for terms in state.jackpots}
    seen["jackpots"] = [
        {**pool._asdict(), "wager": wagers[pool.pool], "pending": [hit._asdict() for hit in pool.pending]}
        for pool in shown(state, table, ledger)
    ]
    return seen


def _combination(machine: Game, hand: Hand) -> str | None:
    """What a hand is that everyone sees whole."""
    cards = [card for card in hand.visible if card is not None]
    return machine.combination(tuple(cards)) if cards and len(cards) == len(hand.cards) else None


def _badges(state: TableState) -> set[str]:
    """Whom the answer names."""
    halves = [half.by for half in (state.proposal, state.people.asked) if half is not None]
    coming = state.rules.coming.approved if state.rules.coming is not None else ()
    return {*halves, *coming, *state.rules.approved, state.people.dealer or ""}


def _voided(round_: Voided) -> dict[str, Any]:
    why = REASONS.get(round_.reason, Term(round_.reason, round_.reason))
    return {**round_._asdict(), "lines": [line._asdict() for line in round_.lines], "fr": why.fr, "en": why.en}


def _rules(state: TableState) -> dict[str, Any]:
    """By which sets it deals now and from the next round on, who approved it, what is posted then, and what comes."""
    rules, (game, options), coming = state.rules, state.posted, state.rules.coming
    later = coming and {
        "rules": coming.rules,
        "effective": coming.day,
        "approved": list(coming.approved),
        "posted": posted_as_filed(game, coming.options),
    }
    return {
        "round": rules.round,
        "next": rules.next,
        "approved": list(rules.approved),
        "posted": posted_as_filed(game, options),
        "coming": later,
    }


def posted_as_filed(game: str, options: Options) -> dict[str, Any]:
    """What is posted, by the keys of [table] in the table's file."""
    posted = {name: value for name, value in asdict(options).items() if name not in ("revision", "limits", "more")}
    limits = by_name(GAMES[game], options.limits) if game in GAMES else {}
    if options.offered is not None and game in GAMES:
        posted["offered"] = fewest(GAMES[game].optional, set(options.offered))
    return posted | {"limits": {name: asdict(own) for name, own in limits.items()}, "options": dict(options.more)}


def shown(
    state: TableState, table: str, ledger: Mapping[str, Seen] = {}, places: Mapping[str, int] = {}
) -> tuple[PoolShown, ...]:
    """What the boards of this table's pools show; of a pool that nobody has commissioned they show nothing.

    A shared pool is shown as the ledger has it; while the ledger does not answer, nobody knows the amount, and a
    hit of this table waits without one. Boards are told so under the highest of its `places` that is known: they ignore
    what is older than what they show.
    """
    accounts = (offered(state, terms.wager) for terms in state.jackpots)
    return tuple(
        _displayed(
            state,
            _shared(account, table, ledger.get(account.terms.name), places.get(account.terms.name, 0))
            if account.terms.shared
            else _pool(account, table),
        )
        for account in accounts
        if account is not None and (account.version or not account.terms.shared)
    )


def _displayed(state: TableState, pool: PoolShown) -> PoolShown:
    """21.2: boards go on to show what they cannot prove; its wager is not taken."""
    if undisplayed(state, pool.pool) is None:
        return pool
    return pool._replace(offered=False, reason=pool.reason or Fault.JACKPOT_UNDISPLAYED)


def _shared(account: Account, table: str, seen: Seen | None, place: int) -> PoolShown:
    terms, own = account.terms, {hit: Pending(table, hit.seat, hit.cents) for hit in account.pending}
    condition: Condition
    if seen is None:
        waits = tuple(own.values())
        why, condition = account.fault or Fault.JACKPOT_LINK, "pending" if waits else "stale"
        return PoolShown(
            terms.name, max(place, account.version), condition, None, terms.currency, waits, why, offered=False
        )
    there = seen.account
    waits = tuple(Pending(hit.table, hit.seat, hit.cents) for hit in there.pending)
    known = {(hit.round, hit.seat) for hit in there.pending if hit.table == table}
    waits += tuple(mine for hit, mine in own.items() if (hit.round, hit.seat) not in known)  # not yet in the ledger
    live = there.live and account.live
    condition = "pending" if waits else "live" if live else "closed"
    return PoolShown(terms.name, seen.place, condition, there.standing, terms.currency, waits, there.fault, live)


def _pool(account: Account, table: str) -> PoolShown:
    waits = tuple(Pending(table, hit.seat, hit.cents) for hit in account.pending)
    condition: Condition = "pending" if waits else "live" if account.live else "closed"
    terms, shows = account.terms, account.standing
    return PoolShown(terms.name, account.version, condition, shows, terms.currency, waits, account.fault, account.live)


def _hold(hold: Hold) -> HeldFor:
    words = fault_answer(hold.fault, hold.detail)
    return {
        "fault": hold.fault,
        "detail": hold.detail,
        "proven": hold.proven,
        "doubt": hold.doubt,
        "why": words["why"],
        "fr": words["fr"],
        "en": words["en"],
        "ends": [
            {
                "order": end.order,
                "roles": sorted(end.roles),
                "two_persons": end.two_persons,
                "fr": end.when.fr,
                "en": end.when.en,
            }
            for end in ROWS[hold.fault].ends
        ],
    }


def _acts(state: TableState) -> dict[str, str | None]:
    """Who must do something now: a role, and the seat if it is a player's turn."""
    if state.proposal is not None:
        return {"role": "second_person", "seat": None}
    if state.doubtful:
        return {"role": Role.SUPERVISOR, "seat": None}
    if state.hold is not None:
        dealer = state.hold.fault in DEALERS or (state.hold.fault in LOST and state.hold.proven)
        return {"role": Role.DEALER if dealer else Role.SUPERVISOR, "seat": None}
    if isinstance(state.awaits, AwaitDecision):
        return {"role": "player", "seat": state.awaits.seat}
    return {"role": Role.SUPERVISOR if devices.supervisor_acts(state) else Role.DEALER, "seat": None}


def _proposal(order: Order) -> dict[str, Any]:
    """What waits for a second person, who must know it by himself if it tells a card, and has reasons of his own."""
    said = {"kind": order.kind, "by": order.by}
    values = {} if order.SECRET else asdict(order)
    return {**{name: value for name, value in values.items() if name not in NOT_SHOWN}, **said}
