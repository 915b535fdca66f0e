"""The shoe: cards leave it in the order that the game awaits, and none leaves it more often than its decks hold it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple, get_args

from pydantic import Field, InstanceOf, TypeAdapter
from typing_extensions import TypedDict

from daemon.table.devices.kind import Handler, Kind
from daemon.table.devices.untold import Untold, Waiting
from daemon.table.events import (
    CardDealt,
    CardSetAside,
    CutCardReached,
    Event,
    ShoeChanged,
    ShoeCounting,
    ShoeEmptied,
    ShoeFilled,
    ShoeReported,
)
from daemon.table.orders import ChangeShoe, CountShoe, Order, Started
from daemon.table.play import Applied, hold, rerun, step
from daemon.table.state import TAKES_CARDS, TableState
from daemon.text.details import Because
from drivers.faults import Fault, FaultError
from drivers.observation import (
    CardHidden,
    CardOutside,
    CardSeen,
    CardTold,
    CardUnreadable,
    CutCardSeen,
    FromShoe,
    LinkDown,
    LinkUp,
    OutsideDealt,
    OutsideTold,
    ShoeEmpty,
    ShoeLoaded,
    ShoeTrouble,
)
from rules.cards import DECK, Card, Hidden
from rules.facts import AwaitCard, Deal
from rules.game import deck_count
from rules.registry import GAMES
from rules.terms import Detail, Term


class Shoe(NamedTuple):
    """What the table knows of its shoe."""

    boot: str | None = None  # None: never heard
    seq: int = 0
    up: bool = False
    cut: bool = False  # the cut card, or the last card, is out: the shoe is changed after this round
    empty: bool = False  # the last card is out: whatever was not seen is missing
    counting: bool = False  # what is left is run through the reader
    filled: int = 0  # after this round
    untold: InstanceOf[Untold] = Untold()
    seen: bytes = bytes(len(DECK))  # how often each card has left it since it was filled

    def __repr__(self) -> str:
        return f"Shoe({self.boot}, {self.seq}, {self.up})"  # what was seen may lie face down

    @property
    def out(self) -> int:
        """How many cards have left it since it was filled."""
        return sum(self.seen) + self.untold.unknown

    def counted(self, card: Card) -> Shoe:
        """One more of these has left it."""
        seen = bytearray(self.seen)
        seen[card] = min(seen[card] + 1, 255)
        return Shoe(*self[:-1], bytes(seen))

    def uncounts(self, card: Card) -> Shoe:
        """It was not one of these that left it."""
        seen = bytearray(self.seen)
        seen[card] = max(seen[card] - 1, 0)
        return self._replace(seen=bytes(seen))

    def named(self, hidden: Hidden, card: Card, *, counts: bool = True) -> Shoe:
        """Two persons say what a card is that left it hidden."""
        shoe = self._replace(untold=self.untold.named(hidden, card, counts=counts))
        return shoe.counted(card) if counts else shoe

    def knows(self, waiting: Waiting, card: Card) -> Shoe:
        """Somebody knows now what a card is that had left it hidden."""
        shoe = self._replace(untold=self.untold.known(waiting))
        return shoe.counted(card) if waiting.counts and isinstance(waiting.card, Hidden) else shoe

    def counts_again(self, waiting: Waiting) -> Shoe:
        """A card of the filling before is one of the cards of this one."""
        if waiting.counts:
            return self
        if isinstance(waiting.card, Hidden):
            return self._replace(untold=self.untold.counted())
        return self.counted(waiting.card)

    def forgets_places(self) -> Shoe:
        """Something may not have been heard: which card it means by a place, nobody can say any more."""
        return self._replace(untold=self.untold._replace(cards=())) if self.untold.cards else self

    def uncounted(self) -> Shoe:
        """A fresh inventory: nothing has left it."""
        return self._replace(seen=bytes(len(self.seen)), cut=False, empty=False, untold=self.untold.uncounted())


Seen = Annotated[bytes, Field(min_length=len(DECK), max_length=len(DECK))]
SEEN: TypeAdapter[bytes] = TypeAdapter(Seen)


def needed(state: TableState) -> bool:
    """The round is dealt from a shoe."""
    return bool(state.game) and "shoe" in state.machine.needs


class ShoeView(TypedDict):
    """What everyone may know of the shoe."""

    up: bool
    seen: int  # cards that have left it since it was filled
    change_due: bool  # after this round


class ShoeKind(Kind[Shoe]):
    """Card shoes."""

    name = "shoe"
    label = Term("Sabot", "Shoe")
    unheard = Shoe()
    View = ShoeView
    observations = (*get_args(FromShoe), LinkUp)
    lost_fault = Fault.LINK_LOST

    # -- what it says -------------------------------------------------------------------------------------------------

    def observed(self, state: TableState, name: str, seen: FromShoe | LinkUp) -> Applied:
        """Once, and in order; a gap in the shoe's numbers puts the cards in doubt."""
        if isinstance(seen, LinkUp):
            return self._link_up(state, name, seen)
        before = self.named(state, name)
        if seen.boot == before.boot and seen.seq <= before.seq:
            return state, ()  # told twice
        in_order = before.boot is None or (seen.boot == before.boot and seen.seq == before.seq + 1)
        shoe = Shoe(seen.boot, seen.seq, *before[2:])
        after, events = self._heard(state, name, shoe if in_order else shoe.forgets_places(), seen)
        if in_order or not self._dealt_out(state, name):
            return after, events
        return hold(after, Fault.CARDS_IN_DOUBT, seen.device, *events)

    def _heard(self, state: TableState, name: str, shoe: Shoe, seen: FromShoe) -> Applied:
        used = name == self.in_use(state)
        match seen:
            case CardSeen() | CardHidden() if shoe.untold.outside is not None:  # which was to come first
                given_up = shoe._replace(untold=shoe.untold._replace(outside=None))
                after, events = self._heard(state, name, given_up, seen)
                return hold(after, Fault.CARDS_IN_DOUBT, seen.device, *events) if state.in_round else (after, events)
            case CardSeen():
                return self._card(state, name, shoe, Card.parse(seen.card), seen.device)
            case CardHidden(place=place):
                untold, hidden = shoe.untold.hidden()
                state = self.put(state, shoe._replace(untold=untold.awaits(place, hidden)), name)
                return self._goes(state, name, hidden, seen.device)
            case CardTold():
                return self._told(state, name, shoe, seen)
            case CardOutside():
                return self._drawn_outside(state, name, shoe, seen)
            case OutsideTold() | OutsideDealt():
                return self._of_outside(state, name, shoe, seen)
            case ShoeTrouble(complete=False):  # a card may have come, or a value: no place is known any more
                shoe = shoe.forgets_places()
            case CutCardSeen() if used:
                return self.put(state, shoe._replace(cut=True)), (CutCardReached(),)
            case ShoeEmpty() if used:
                return self.put(state, shoe._replace(cut=True, empty=True)), (ShoeEmptied(shoe.out),)
        state = self.put(state, shoe, name)
        match seen:
            case CardUnreadable():
                fault, detail = (Fault.CARD_UNREADABLE, seen.sensor) if used else (Fault.CARD_UNEXPECTED, seen.device)
                return _set_aside(state, None, fault, detail)
            case ShoeLoaded() if used:
                return state, (ShoeFilled(),)
            case ShoeTrouble(what=what):
                return self._trouble(state, name, Fault.SHOE_ERROR, what)
        return state, ()  # from a shoe that is not in use: it is kept, and decides nothing

    def _card(self, state: TableState, name: str, shoe: Shoe, card: Card, device: str) -> Applied:
        """A card left the shoe, which says what it is."""
        if self._card_due(state, name) and shoe.seen[card] >= _decks(state):
            return _set_aside(self.put(state, shoe, name), None, Fault.CARD_IMPOSSIBLE, device)
        return self._goes(self.put(state, shoe.counted(card), name), name, card, device)

    def _goes(self, state: TableState, name: str, card: Card, device: str) -> Applied:
        """It goes where the game awaits a card, or the round is held and it goes nowhere."""
        awaited = state.awaits
        if name != self.in_use(state):  # a hidden card's number would be that of one from the shoe in use
            return _set_aside(state, None if isinstance(card, Hidden) else card, Fault.CARD_UNEXPECTED, device)
        if self.of(state).counting:
            return state, (CardSetAside(),)
        if state.hold is not None and state.hold.fault not in TAKES_CARDS:
            return state._replace(aside=(*state.aside, card)), (CardSetAside(),)
        if type(awaited) is not AwaitCard:
            return _set_aside(state, card, Fault.CARD_UNEXPECTED, device)
        if awaited.face_up and isinstance(card, Hidden):
            return _set_aside(state, card, Fault.CARD_UNREADABLE, "hidden")
        return step(state, Deal(card), CardDealt(awaited.hand, awaited.index, str(card) if awaited.face_up else None))

    # -- what it tells later ------------------------------------------------------------------------------------------

    def _told(self, state: TableState, name: str, shoe: Shoe, seen: CardTold) -> Applied:
        """What a card is that came out hidden; nobody hears of it before its hand is turned."""
        card, (untold, waiting) = Card.parse(seen.card), shoe.untold.told(seen.place)
        shoe = shoe._replace(untold=untold)
        if waiting is None:
            return self._trouble(self.put(state, shoe, name), name, Fault.CARDS_IN_DOUBT, "value_of_no_card")
        if not isinstance(waiting.card, Hidden):  # it was named, or told, before
            state = self.put(state, shoe, name)
            return (state, ()) if waiting.card == card else hold(state, Fault.CARD_CONTRADICTED, seen.device)
        if name != self.in_use(state):  # no card of this round is its
            return self.put(state, shoe.knows(waiting, card), name), ()
        if _lies(state, waiting.card) and shoe.seen[card] >= _decks(state):
            return hold(self.put(state, shoe, name), Fault.CARD_IMPOSSIBLE, seen.device)  # nobody knows it still
        return _uncovered(self.put(state, shoe.knows(waiting, card), name), waiting.card, card)

    def _drawn_outside(self, state: TableState, name: str, shoe: Shoe, seen: CardOutside) -> Applied:
        """A card that was drawn once too often lies aside, sealed, until the shoe takes it for one of its game."""
        card: Card
        if seen.card is None:
            untold, card = shoe.untold.hidden()
        else:
            card = Card.parse(seen.card)
            untold = (shoe := shoe.counted(card)).untold
        shoe = shoe._replace(untold=untold._replace(outside=Waiting(0, card)))
        return self._trouble(self.put(state, shoe, name), name, Fault.SHOE_ERROR, "outside", CardSetAside())

    def _of_outside(self, state: TableState, name: str, shoe: Shoe, seen: OutsideTold | OutsideDealt) -> Applied:
        """What that card is, or that it is the next one of the game."""
        outside, card = shoe.untold.outside, None if seen.card is None else Card.parse(seen.card)
        if outside is None:
            return self._trouble(self.put(state, shoe, name), name, Fault.SHOE_ERROR, "retransmission")
        if card is not None and isinstance(outside.card, Hidden):
            shoe, outside = shoe.knows(outside, card), outside._replace(card=card)
        elif card not in (None, outside.card):
            return self._trouble(self.put(state, shoe, name), name, Fault.SHOE_ERROR, "contradiction")
        if isinstance(seen, OutsideTold):
            return self.put(state, shoe._replace(untold=shoe.untold._replace(outside=outside)), name), ()
        shoe = shoe.counts_again(outside)
        shoe = shoe._replace(untold=shoe.untold._replace(outside=None))
        known = not isinstance(outside.card, Hidden)
        if known and self._card_due(state, name) and shoe.seen[outside.card] > _decks(state):
            wrong = shoe.uncounts(outside.card)  # two persons name it; it is counted then
            return _set_aside(self.put(state, wrong, name), None, Fault.CARD_IMPOSSIBLE, seen.device)
        shoe = shoe._replace(untold=shoe.untold.awaits(seen.place, outside.card))
        return self._goes(self.put(state, shoe, name), name, outside.card, seen.device)

    def _card_due(self, state: TableState, name: str) -> bool:
        """The game awaits a card from this shoe."""
        return type(state.awaits) is AwaitCard and name == self.in_use(state)

    def _dealt_out(self, state: TableState, name: str) -> bool:
        """A round is being dealt from this shoe."""
        return state.in_round and name == self.in_use(state)

    def _trouble(self, state: TableState, name: str, fault: Fault, what: str, *first: Event) -> Applied:
        """A round that is dealt from this shoe stands still; else everyone hears of it, if it is the one in use."""
        if self._dealt_out(state, name):
            return hold(state, fault, what, *first, ShoeReported(what))
        return state, (*first, ShoeReported(what)) if name == self.in_use(state) else first

    def _link_up(self, state: TableState, name: str, link: LinkUp) -> Applied:
        shoe = self.named(state, name)._replace(boot=link.boot, seq=link.seq, up=True)
        state = self.put(state, shoe if link.complete else shoe.forgets_places(), name)
        if not self._dealt_out(state, name):
            return state, ()
        if not link.complete:
            return hold(state, Fault.CARDS_IN_DOUBT, link.device)
        return self.proven(state)

    def lost(self, state: TableState, name: str, link: LinkDown) -> Applied:
        """A round that is dealt from it stands still."""
        state = self.put(state, self.named(state, name)._replace(up=False), name)
        return hold(state, Fault.LINK_LOST, link.device) if self._dealt_out(state, name) else (state, ())

    # -- what people order --------------------------------------------------------------------------------------------

    def between_rounds(self) -> Mapping[type[Order], Handler]:
        """What is left is counted; another one is taken."""
        return {CountShoe: self._count, ChangeShoe: self._change}

    def _count(self, state: TableState, _: CountShoe) -> Applied:
        check_has_shoe(state)
        return self.put(state, self.of(state)._replace(counting=True)), (ShoeCounting(),)

    def _change(self, state: TableState, order: ChangeShoe) -> Applied:
        """A fresh shoe, or another one; of the old one it is known whether its cards were all there."""
        check_has_shoe(state)
        shoe, decks = self.of(state), _decks(state)
        missing = sum(decks - count for count in shoe.seen if count < decks) - shoe.untold.unknown
        extra = sum(count - decks for count in shoe.seen if count > decks) + max(-missing, 0)
        missing = max(missing, 0)
        fresh = self.use(self.put(state, shoe.uncounted()._replace(counting=False, filled=state.round)), order.device)
        fresh = self.put(fresh, self.of(fresh).uncounted()._replace(counting=False, filled=state.round))
        changed = ShoeChanged(shoe.out)
        of_one_deck = 1 in GAMES[state.posted[0]].decks  # of one only this round's cards are known (A3)
        whole = shoe.counting or (shoe.empty and not of_one_deck)
        if whole and (missing or extra):  # the number of them, never which
            return hold(fresh, Fault.SHOE_COUNT_OFF, Because.SHOE_COUNT(missing=missing, extra=extra), changed)
        return fresh, (changed,)

    def round_opened(self, state: TableState, shoe: Shoe) -> Shoe:
        """Not from a shoe that is to be changed; a single deck is shuffled anew for every round (A3)."""
        of_one_deck = 1 in GAMES[state.posted[0]].decks
        if shoe.counting or (shoe.cut and not of_one_deck):
            raise FaultError(Fault.SHOE_CHANGE_DUE)
        return shoe.uncounted() if of_one_deck else shoe

    # -- what is known of it ------------------------------------------------------------------------------------------

    def posted_before(self, said: Started) -> Mapping[str, Any]:
        """Every table had one, or needed none."""
        return {}

    def started(self, shoe: Shoe, posted: Mapping[str, Any] | None) -> Shoe:
        """Its link has to be proved anew."""
        return shoe._replace(up=False)

    def why_not(self, state: TableState) -> Detail | None:
        """It must answer, if the game is dealt from it."""
        return Because.SHOE_SILENT() if needed(state) and not self.of(state).up else None

    def view(self, shoe: Shoe) -> Mapping[str, Any]:
        """How many cards have left it, and whether it is to be changed."""
        return {"up": shoe.up, "seen": shoe.out, "change_due": shoe.cut}

    def freeze(self, shoe: Shoe) -> dict[str, Any]:
        """As plain data of the same length whatever the cards are."""
        return {**shoe._asdict(), "untold": shoe.untold.freeze(), "seen": shoe.seen.hex()}

    def thaw(self, frozen: Mapping[str, Any]) -> Shoe:
        """The same again, of before shoes hid cards too; raises if it never was one."""
        untold = Untold.thaw(frozen["untold"]) if "untold" in frozen else Untold()
        return super().thaw({**frozen, "untold": untold, "seen": SEEN.validate_python(bytes.fromhex(frozen["seen"]))})


SHOE = ShoeKind()


def _lies(state: TableState, card: Card) -> bool:
    """In a hand of the round that is being dealt, or where a card of it is still to be named."""
    if type(state.awaits) is AwaitCard and card in state.aside:
        return True
    return state.in_round and any(type(fact) is Deal and fact.card == card for fact in state.facts)


def _uncovered(state: TableState, hidden: Hidden, card: Card) -> Applied:
    """A hidden card of this round is this one: no line follows from that before its hand is turned."""
    state = state._replace(aside=tuple(card if other == hidden else other for other in state.aside))
    facts = tuple(Deal(card) if type(fact) is Deal and fact.card == hidden else fact for fact in state.facts)
    if facts == state.facts:  # it lies nowhere, or is of a round before
        return state, ()
    play, lines = rerun(state.machine, state.base, facts)
    if lines != state.lines:
        raise ValueError("a card that lies face down has decided something")
    return state._replace(play=play, awaits=state.machine.expects(play), facts=facts), ()


def _set_aside(state: TableState, card: Card | None, fault: Fault, detail: str) -> Applied:
    return hold(state._replace(aside=(*state.aside, card)), fault, detail, CardSetAside())


def check_has_shoe(state: TableState) -> None:
    """The posted game is dealt from one."""
    if "shoe" not in GAMES[state.posted[0]].needs:
        raise FaultError(Fault.ORDER_NOT_NOW, Because.NO_SHOE())


def _decks(state: TableState) -> int:
    """How many decks are mixed together: in this round, or in what is posted."""
    game, options = (state.game, state.options) if state.in_round else state.posted
    return deck_count(GAMES[game], options)
