"""The shoe: cards leave it in the order that the game awaits, and none leaves it more often than its decks hold it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

from pydantic import Field, TypeAdapter
from typing_extensions import TypedDict

from daemon.table.devices.kind import Handler, Kind
from daemon.table.events import (
    CardDealt,
    CardSetAside,
    CutCardReached,
    ShoeChanged,
    ShoeCounting,
    ShoeEmptied,
    ShoeFilled,
    ShoeReported,
)
from daemon.table.orders import ChangeShoe, CountShoe, Order, Started
from daemon.table.play import Applied, hold, step
from daemon.table.state import TAKES_CARDS, TableState
from daemon.text.details import Because
from drivers.faults import Fault, FaultError
from drivers.observation import (
    CardSeen,
    CardUnreadable,
    CutCardSeen,
    FromShoe,
    LinkDown,
    LinkUp,
    ShoeEmpty,
    ShoeLoaded,
    ShoeTrouble,
)
from rules.cards import DECK, Card
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
    seen: bytes = bytes(len(DECK))  # how often each card has left it since it was filled

    def __repr__(self) -> str:
        return f"Shoe({self.boot}, {self.seq}, {self.up})"  # what was seen may lie face down

    def counted(self, card: Card) -> Shoe:
        """One more of these has left it."""
        seen = bytearray(self.seen)
        seen[card] = min(seen[card] + 1, 255)
        return Shoe(*self[:-1], bytes(seen))

    def uncounted(self) -> Shoe:
        """A fresh inventory: nothing has left it."""
        return self._replace(seen=bytes(len(self.seen)), cut=False, empty=False)


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
    observations = (CardSeen, CardUnreadable, CutCardSeen, ShoeEmpty, ShoeLoaded, ShoeTrouble, LinkUp)
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
        if name != self.in_use(state):
            return self._elsewhere(state, name, shoe, seen)
        after, events = self._in_use(state, shoe, seen)
        if in_order or not state.in_round:
            return after, events
        return hold(after, Fault.CARDS_IN_DOUBT, seen.device, *events)

    def _in_use(self, state: TableState, shoe: Shoe, seen: FromShoe) -> Applied:
        match seen:
            case CardSeen():
                return self._card(state, shoe, Card.parse(seen.card), seen.device)
            case CutCardSeen():
                return self.put(state, shoe._replace(cut=True)), (CutCardReached(),)
            case ShoeEmpty():
                return self.put(state, shoe._replace(cut=True, empty=True)), (ShoeEmptied(sum(shoe.seen)),)
        state = self.put(state, shoe)
        match seen:
            case CardUnreadable():
                return _set_aside(state, None, Fault.CARD_UNREADABLE, seen.sensor)
            case ShoeLoaded():
                return state, (ShoeFilled(),)
            case ShoeTrouble(what=what):
                reported = ShoeReported(what)
                return hold(state, Fault.SHOE_ERROR, what, reported) if state.in_round else (state, (reported,))

    def _elsewhere(self, state: TableState, name: str, shoe: Shoe, seen: FromShoe) -> Applied:
        """From a shoe that is not in use no card is awaited; whatever else it says is kept, and decides nothing."""
        match seen:
            case CardSeen():
                card = Card.parse(seen.card)
                return _set_aside(self.put(state, shoe.counted(card), name), card, Fault.CARD_UNEXPECTED, seen.device)
            case CardUnreadable():
                return _set_aside(self.put(state, shoe, name), None, Fault.CARD_UNEXPECTED, seen.device)
            case _:
                return self.put(state, shoe, name), ()

    def _card(self, state: TableState, shoe: Shoe, card: Card, device: str) -> Applied:
        """A card left the shoe: it goes where the game awaits it, or the round is held and it goes nowhere."""
        awaited = state.awaits
        if shoe.seen[card] >= _decks(state) and type(awaited) is AwaitCard:
            return _set_aside(self.put(state, shoe), None, Fault.CARD_IMPOSSIBLE, device)
        state = self.put(state, shoe.counted(card))
        if shoe.counting:
            return state, (CardSetAside(),)
        if state.hold is not None and state.hold.fault not in TAKES_CARDS:
            return state._replace(aside=(*state.aside, card)), (CardSetAside(),)
        if type(awaited) is not AwaitCard:
            return _set_aside(state, card, Fault.CARD_UNEXPECTED, device)
        return step(state, Deal(card), CardDealt(awaited.hand, awaited.index, str(card) if awaited.face_up else None))

    def _link_up(self, state: TableState, name: str, link: LinkUp) -> Applied:
        state = self.put(state, self.named(state, name)._replace(boot=link.boot, seq=link.seq, up=True), name)
        if not state.in_round or name != self.in_use(state):
            return state, ()
        if not link.complete:
            return hold(state, Fault.CARDS_IN_DOUBT, link.device)
        return self.proven(state)

    def lost(self, state: TableState, name: str, link: LinkDown) -> Applied:
        """A round that is dealt from it stands still."""
        state = self.put(state, self.named(state, name)._replace(up=False), name)
        held = state.in_round and name == self.in_use(state)
        return hold(state, Fault.LINK_LOST, link.device) if held else (state, ())

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
        missing = sum(decks - count for count in shoe.seen if count < decks)
        extra = sum(count - decks for count in shoe.seen if count > decks)
        fresh = self.use(self.put(state, shoe.uncounted()._replace(counting=False, filled=state.round)), order.device)
        fresh = self.put(fresh, self.of(fresh).uncounted()._replace(counting=False, filled=state.round))
        changed = ShoeChanged(sum(shoe.seen))
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
        return {"up": shoe.up, "seen": sum(shoe.seen), "change_due": shoe.cut}

    def freeze(self, shoe: Shoe) -> dict[str, Any]:
        """As plain data of the same length whatever the cards are."""
        return {**shoe._asdict(), "seen": shoe.seen.hex()}

    def thaw(self, frozen: Mapping[str, Any]) -> Shoe:
        """The same again; raises if it never was one."""
        return super().thaw({**frozen, "seen": SEEN.validate_python(bytes.fromhex(frozen["seen"]))})


SHOE = ShoeKind()


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
