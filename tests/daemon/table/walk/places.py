"""When two states are the same: one of each is visited."""

from __future__ import annotations

from collections.abc import Container, Hashable

from daemon.jackpot.pool import Account
from daemon.table.devices.camera import CAMERA
from daemon.table.devices.shaker import SHAKER
from daemon.table.devices.shoe import SHOE
from daemon.table.orders import ChangePosting, CorrectJackpot, CorrectPastRound, EnterPastRound, SetJackpot
from daemon.table.shooter import lies
from daemon.table.state import TableState
from drivers.faults import Fault
from rules.cards import DECK, Hidden
from rules.facts import AwaitCard, AwaitDice, AwaitTurn, AwaitWagers, Deal
from tests.daemon.table.walk.steps import goes_on

# Of these the whole product is walked here, of the others in the campaign.
WHOLE = frozenset({"three_card_poker", "war", "blackjack", "craps", "sic_bo"})
ONLY_VOID = (Fault.SOFTWARE_CHANGED, Fault.TABLE_BUG)  # in a round nothing mends them
OF_NO_ROUND = (
    CorrectJackpot | SetJackpot | ChangePosting | EnterPastRound | CorrectPastRound
)  # of no round that goes on, or of little


def place(state: TableState, whole: Container[str] = WHOLE) -> Hashable:
    """What makes two states the same; in games that are not `whole`, fewer things while a proposal waits."""
    shoe, hold, waits, awaits = SHOE.of(state), state.hold, state.proposal, state.awaits
    around = (
        awaits,
        shaken(state),
        CAMERA.of(state).there and (CAMERA.of(state).looking, bool(CAMERA.of(state).unread), CAMERA.of(state).compared),
        shooting(state),
        layout(state) if goes_on(state) else type(awaits) is AwaitWagers and bool(state.machine.wagers(state.play)),
        in_room(state),
        hold and hold.fault,
        not state.in_round and (shoe.counting, shoe.cut, shoe.empty, state.closed),  # in a round they wait for its end
        waits and waits.kind,
        state.people.asked is not None and not (state.in_round or hold or waits),  # it concerns no round that goes on
        state.entered is not None and not (state.facts or hold or waits),  # a form that may be corrected
        state.closed and shoe.up and not (hold or waits or shoe.cut) and tuple(map(progressive, state.pools)),
    )
    if waits is not None and (state.posted[0] not in whole or isinstance(waits, OF_NO_ROUND)):
        return around
    mendable = waits is None and hold is not None and hold.fault not in ONLY_VOID
    held = hold is not None and (
        hold.proven and hold.fault is Fault.LINK_LOST,
        mendable and (hold.doubt, bool(state.aside)),
    )
    return *around, bool(state.lines), shoe.up, shoe.boot is None, held, twins(state), untold(state)


def shooting(state: TableState) -> Hashable:
    """Where the dice are; while people play, also whether somebody has them and may throw."""
    if state.play is None or state.hold is not None or state.proposal is not None:
        return state.dice_out
    return state.dice_out, bool(state.shooter.seat), lies(state)


def in_room(state: TableState) -> Hashable:
    """Who sits there before a game; in one, how many have folded, and how far it has come."""
    play = state.play if state.game == "poker_room" else None
    if play is None:
        return state.kept is None
    if state.hold is not None or state.proposal is not None:
        return len(play.stacks) > 1
    return len(play.stacks), len(play.folded), play.street, len(play.out), bool(play.slips), bool(play.times)


def shaken(state: TableState) -> Hashable:
    """How far the shake has come, while it matters."""
    shaker = SHAKER.of(state)
    if not shaker.there:
        return None
    rolling = isinstance(state.awaits, AwaitDice)
    known = shaker.phase, shaker.closed, shaker.turning, shaker.escalated, shaker.boot is None
    return shaker.up, rolling and (*known, min(shaker.unseen, 2))


def progressive(account: Account) -> Hashable:
    """What a pool takes, and what it waits for."""
    return account.live, bool(account.fault), bool(account.pending)


def twins(state: TableState) -> bool:
    """A card too many lies face down, and nobody has noticed: the turn will tell."""
    if type(state.awaits) is not AwaitTurn or (
        state.hold is not None and state.hold.fault is not Fault.CARD_IMPOSSIBLE
    ):
        return False
    lying = [card for hand in state.machine.hands(state.play).values() for card in hand.cards]
    return len(set(lying)) < len(lying)


def untold(state: TableState) -> Hashable:
    """At one game, since none knows of it: a card that lies there hidden, one that was named, one outside the game."""
    if state.posted[0] != "three_card_poker":
        return None
    shoe = SHOE.of(state).untold
    lying = state.play is not None and any(
        isinstance(card, Hidden) for hand in state.machine.hands(state.play).values() for card in hand.cards
    )
    return lying, shoe.outside is not None


def layout(state: TableState) -> Hashable:
    """At craps: a point, whether anything lies there, and whether a wager has moved or been called."""
    names = {wager for stakes in state.machine.wagers(state.play).values() for wager in stakes}
    carried = state.machine.carry(state.play)  # type: ignore[attr-defined]  # a game that goes on
    return carried["point"], bool(names), "come_4" in names, bool(carried["working"]), state.earlier is None


def in_the_middle(state: TableState) -> bool:
    """A card that is neither the first nor the last of its hand: what happens here happens there too."""
    if not isinstance(awaited := state.awaits, AwaitCard) or not awaited.index:
        return False
    if state.game == "poker_room":  # where hands take turns, and the board and burned cards come in parts
        return True
    coming = state.machine.expects(state.machine.step(state.play, Deal(DECK[0]))[0])
    return isinstance(coming, AwaitCard) and coming.hand == awaited.hand
