"""What always holds of offers: whatever is taken was offered, and no hidden card decides what is."""

from __future__ import annotations

from daemon.table.offers import Offer, offers
from daemon.table.orders import CorrectPastRound, EnterPastRound, Order, SeatIn, TakeBack
from daemon.table.state import TableState
from drivers.observation import kind_of
from tests.daemon.table.walk.steps import Step

OF_FORMS = (EnterPastRound, CorrectPastRound)  # no screen of a table tells them


EVERY = 5  # of so many states one is looked at: to ask all would take as long as the walk itself


class Offered:
    """What is offered in the state that was looked at last: many orders are tried in it, one after the other."""

    state: TableState | None = None
    states = 0
    offers: list[Offer] | None

    def at(self, state: TableState) -> list[Offer] | None:
        if state is not self.state:
            self.state, self.states = state, self.states + 1
            self.offers = None if self.states % EVERY else offers(state)
        return self.offers


OFFERED = Offered()


def whatever_is_taken_was_offered(step: Step) -> bool:
    order = step.observation
    if not isinstance(order, Order) or isinstance(order, OF_FORMS) or step.refusal is not None:
        return True
    if step.after._replace(facts=()) == step.before._replace(facts=()):  # it says what is so already
        return True
    found = OFFERED.at(step.before)
    return found is None or any(fits(offer, order) for offer in found)


def fits(offer: Offer, order: Order) -> bool:
    """The order is this offer, with something said for what it leaves open."""
    if (offer["kind"], offer["two_persons"]) != (kind_of(type(order)), order.TWO_PERSONS):
        return False
    if order.role not in offer["roles"]:
        return False
    if offer["second"]:  # who says something else is taken too, and both look again
        return True
    if isinstance(order, SeatIn):
        lays = offer.get("lays", {})
        laid = {wager for wagers in lays.values() for wager in wagers}
        return order.seat in offer["one_of"]["seat"] and (laid >= order.wagers.keys() if order.wagers else "" in lays)
    if isinstance(order, TakeBack) and (order.stake is not None) is not offer.get("part", False):
        return False
    said = {name: getattr(order, name) for name in (*offer["fields"], *offer["one_of"])}
    if any(said[name] != value for name, value in offer["fields"].items()):
        return False
    stake, amounts = getattr(order, "stake", None), offer["amounts"]
    if amounts is not None and stake is not None and not amounts["least"] <= stake <= amounts["most"]:
        return False
    return all(said[name] in values for name, values in offer["one_of"].items())
