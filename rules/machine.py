"""A game is a machine: what it awaits, and what one more fact does to it.

`expects(state)` says what is awaited; `step(state, fact)` takes one fact and returns the next state with the settlement
lines that the fact decided. The table above knows no game; the game below knows no device, no clock and no person.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

from rules.cards import Card
from rules.editions import Edition
from rules.lines import Line, Stake, push
from rules.refusals import Because
from rules.terms import COMMON, Detail, Term

if TYPE_CHECKING:
    from rules.contract import Answer, Request
    from rules.odds.model import TableOdds
    from rules.odds.prizes import Prizes
    from rules.sheets.model import Sheet

DEALER = "dealer"
MOST = 10**12  # cents; no table posts more, and a slip of the finger must not pass
ASIDE = "aside"  # cards that are set aside unseen (67.39, A33)


class RuleError(Exception):
    """The game does not allow this. `code` is one of the settle contract's; the sentence names seat and wager."""

    def __init__(self, code: str, message: Detail) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


@dataclass(frozen=True, slots=True)
class Options:
    """What the house posts at the table."""

    seats: int = 7  # betting places on the layout
    minimum: int | None = None  # cents; None: not posted
    maximum: int | None = None
    unit: int = 1  # the smallest amount the table pays
    decks: int | None = None  # None: the game's own default
    more: Mapping[str, Any] = field(default_factory=dict)  # the documented options of single games


# -- facts: what happened at the table --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Wagers:
    """A seat's wagers lie on the layout; an empty mapping means the mandatory ones, amounts unknown."""

    seat: str
    stakes: Mapping[str, Stake] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Bet:
    """One more wager, or more on one that lies there: where wagers live over many rolls."""

    seat: str
    wager: str
    stake: Stake


@dataclass(frozen=True, slots=True)
class Remove:
    """A wager is taken back, where the section lets it; before « Rien ne va plus » also all of a seat's (None)."""

    seat: str
    wager: str | None


@dataclass(frozen=True, slots=True)
class Working:
    """A wager is called on, or off, for come-out rolls."""

    seat: str
    wager: str
    on: bool


@dataclass(frozen=True, slots=True)
class Close:
    """« Rien ne va plus » (A16: the announcement comes before the first card or the dice)."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A card left the shoe; it goes where the machine awaits it."""

    card: Card


@dataclass(frozen=True, slots=True)
class Direct:
    """The dealer names the hand that the next card goes to."""

    hand: str


@dataclass(frozen=True, slots=True)
class Decide:
    """A player's choice, one of those that the machine offers; with a stake where the amount is the player's."""

    seat: str
    choice: str
    stake: Stake = None


@dataclass(frozen=True, slots=True)
class Turn:
    """The dealer turns what the machine awaits to be turned of this hand."""

    hand: str


@dataclass(frozen=True, slots=True)
class Roll:
    """The dice came to rest."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NoRoll:
    """A throw that a person declared void, with its ground (95.3): it decides nothing."""

    ground: str


@dataclass(frozen=True, slots=True)
class Jackpot:
    """What a wager's meter shows now that betting is closed, and what it shows after it is won whole (A105)."""

    wager: str
    shows: Stake  # cents; None: whoever keeps the meter cannot be asked
    seed: int


@dataclass(frozen=True, slots=True)
class Finish:
    """Nobody takes another card."""


@dataclass(frozen=True, slots=True)
class Announce:
    """A player said what he does: words that bind, also before it is his turn (67.97)."""

    seat: str
    choice: str
    stake: Stake = None


@dataclass(frozen=True, slots=True)
class Rule:
    """Whoever directs the play ruled: what, about whom, how much (67.98 to 67.110)."""

    what: str
    seat: str | None = None
    stake: Stake = None


@dataclass(frozen=True, slots=True)
class TakeOff:
    """A player takes a part of his table stakes off the table."""

    seat: str
    stake: Stake


@dataclass(frozen=True, slots=True)
class Charge:
    """A player pays for his time (67.108)."""

    seat: str
    stake: Stake


Fact = (
    Wagers
    | Bet
    | Remove
    | Working
    | Close
    | Jackpot
    | Deal
    | Direct
    | Decide
    | Turn
    | Roll
    | NoRoll
    | Finish
    | Announce
    | Rule
    | TakeOff
    | Charge
)


# -- expectations: what the machine awaits ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AwaitWagers:
    """Betting is open: seats may come in, the dealer may close."""

    may_close: bool


@dataclass(frozen=True, slots=True)
class AwaitCard:
    """The next card goes to this hand, at this place (from 0)."""

    hand: str
    index: int
    face_up: bool


@dataclass(frozen=True, slots=True)
class AwaitDirection:
    """The dealer names the hand of the next card, or says that nobody takes another."""

    hands: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AwaitDecision:
    """This seat must choose."""

    seat: str
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AwaitTurn:
    """The dealer turns these cards of this hand (places from 0)."""

    hand: str
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AwaitDice:
    """So many dice are to be rolled; until then wagers may be laid and taken back if `open`."""

    count: int
    open: bool


@dataclass(frozen=True, slots=True)
class Finished:
    """Every wager is settled."""


Expectation = AwaitWagers | AwaitCard | AwaitDirection | AwaitDecision | AwaitTurn | AwaitDice | Finished


# -- what every game offers -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hand:
    """What lies before a seat or the dealer, in the order in which it was dealt."""

    cards: tuple[Card, ...]
    up: tuple[bool, ...]  # which of them everyone may see
    mucked: bool = False  # given up unseen: it lies before nobody any more

    @property
    def visible(self) -> tuple[Card | None, ...]:
        """The hand as everyone sees it: None is a card that lies face down."""
        return tuple(card if up else None for card, up in zip(self.cards, self.up, strict=True))


class Settled(Protocol):
    """What the settle contract needs of a game."""

    name: str
    terms: Mapping[str, Term]  # the names of its wagers, choices and combinations
    bonuses: Collection[str] = ()  # lines of a bonus: their stake is another line's

    def settle(self, request: Request) -> Answer:
        """The contract's answer to a request for this game."""


class Game(Settled, Protocol):
    """One game: what it declares, and its machine. Its state is a class of its own, which only the game looks into.

    What a game can beside that it says by the protocols below: whoever needs one of them asks for it, never for a name.
    """

    needs: frozenset[str]  # what must be there: {"shoe"} or {"dice"}
    takes: frozenset[str] = frozenset()  # the kinds of device that may stand at its table beside
    decks: tuple[int, ...] = ()  # how many may be mixed together; the first, unless the table posts another
    dice: int = 0  # how many are rolled together
    sections: Mapping[str, str]  # by wager: the section that decides it
    edition: Edition  # the instrument that enacted them
    posts: Collection[str] = ()  # what a table may choose for it: the names in `Options.more`
    unposted: Mapping[str, str] = {}  # what a sheet of no table is made with, where a table must choose
    usual: tuple[Mapping[str, Stake], ...]  # what a seat lays, as players do; the first fits an empty layout
    common_hand: str = DEALER  # the hand that everyone plays with or against: a results board shows it

    def start(self, options: Options) -> Any:
        """Begins a round with betting open."""

    def expects(self, state: Any) -> Expectation:
        """Says what is awaited now."""

    def step(self, state: Any, fact: Fact) -> tuple[Any, tuple[Line, ...]]:
        """One fact later; raises `RuleError`, and then nothing happened."""

    def wagers(self, state: Any) -> Mapping[str, Mapping[str, Stake]]:
        """What lies on the layout: seat, wager, stake."""

    def hands(self, state: Any) -> Mapping[str, Hand]:
        """What lies on the felt, in dealing order; nothing where no cards are dealt."""
        return {}

    def combination(self, cards: tuple[Card, ...]) -> str | None:
        """The name of a hand's combination, a key of `terms`; None where the game knows none for so many cards."""
        return None

    def hand_name(self, hand: str) -> Term:
        """What people call a hand: a seat, the dealer, the dealer against one seat, or what the game's terms name."""
        who, _, seat = hand.partition(" ")
        if who == DEALER and seat:
            fr, en = COMMON["dealer_against"]
            return Term(fr.format(seat=seat), en.format(seat=seat))
        if named := self.terms.get(hand) or COMMON.get(hand):
            return named
        fr, en = COMMON["seat"]
        return Term(f"{fr} {hand}", f"{en} {hand}")

    def sheet(self, options: Options) -> Sheet | None:
        """The rules as the table posts them, for whoever prints them; None: nobody has written them yet."""
        return None

    def odds(self, options: Options) -> TableOdds | None:
        """What every wager is worth at a table that posts this, `decks` included; None: nobody has counted it yet."""
        return None


# -- what a game may be able to do beside -----------------------------------------------------------------------------


@runtime_checkable
class CarriesOver(Protocol):
    """A game of which something crosses from one round to the next: a layout, or the players' table stakes."""

    def carry(self, state: Any) -> Mapping[str, Any]:
        """What crosses, as plain data; of a round that is not over, as if it were void."""

    def resume(self, options: Options, carried: Mapping[str, Any]) -> Any:
        """The state in which the next round begins."""


@runtime_checkable
class Continues(CarriesOver, Protocol):
    """A game that goes on: what lies on the layout after a roll lies there before the next one."""

    def layout(self, state: Any, dice: tuple[int, ...]) -> Mapping[str, Any]:
        """What this roll would do to every wager of the layout, whoever laid it."""


@runtime_checkable
class HasPublicState(Protocol):
    """A game that tells more than wagers and hands."""

    def public_state(self, state: Any) -> Mapping[str, Any]:
        """What everyone may know of it, as plain data."""


@runtime_checkable
class HasLayout(Protocol):
    """A game of dice: a roll lights its layout, whether or not anybody keyed who laid what."""

    def layout(self, state: Any, dice: tuple[int, ...]) -> Mapping[str, tuple[str, str | None]]:
        """Every wager of the layout with its outcome and odds, were this rolled in `state`."""


WHOLE = "100%"  # the share of a meter after whose award it begins anew


@runtime_checkable
class Metered(Protocol):
    """A game some of whose prizes are a share of a meter. No two games have a meter for a wager of the same name."""

    name: str
    metered: Mapping[str, int]  # by wager: its stake in cents, always the same
    manners: Mapping[int, Collection[str]]  # by manner that a table may post: the shares that it awards

    def share(self, award: str, shows: int, unit: int) -> int:
        """What a line's award is worth while the meter shows so much."""

    def prizes(self, manner: int, decks: int) -> Prizes:
        """How often each prize of a manner falls, and what it pays."""


class PotAwarded(NamedTuple):
    """A pot that was won: how much lay in it, the house's part, who might have won it, and who got how much."""

    amount: int
    commission: int
    eligible: tuple[str, ...]
    shares: Mapping[str, int]


@runtime_checkable
class MovesChips(CarriesOver, Protocol):
    """A game in which players put their own counted chips into a pot, and somebody rules (the poker room)."""

    state: type  # of its states: by it a table knows whose they are
    rulings: Mapping[str, str]  # every ruling, with the section that allows it
    corrected: Collection[str]  # the rulings that two persons may put otherwise
    no_decision: str  # the ruling in place of a decision that should not have been

    def between_games(self, state: Any) -> bool:
        """Whether players sit there and no game has begun."""

    def players(self, state: Any) -> tuple[str, ...]:
        """Who plays in this game, clockwise from the puck's left; between games nobody."""

    def puck(self, state: Any) -> str:
        """The seat of the puck; "": no game has ever begun."""

    def stakes(self, state: Any) -> Mapping[str, int]:
        """What lies before everyone who sits there."""

    def carried_stakes(self, carried: Mapping[str, Any]) -> Mapping[str, int]:
        """The stakes in what crosses from one game to the next."""

    def bets(self, state: Any) -> Mapping[str, int]:
        """What each player has put into the pot in this game."""

    def pots(self, state: Any) -> tuple[PotAwarded, ...] | None:
        """Every pot of a game that is over; None while it is not."""

    def returned(self, state: Any) -> Mapping[str, int]:
        """What nobody called, and goes back."""

    def expelled(self, state: Any) -> Mapping[str, int]:
        """Who was told to leave when the game is over, and with how much."""


def void(game: Game, state: Any, decided: Iterable[Line]) -> tuple[Line, ...]:
    """A round that cannot go on: each wager that nothing has decided goes back.

    No section speaks of it: whoever the house authorizes rules, and the ruling is recorded (A95). The line cites the
    section that would have decided the wager, and did not.
    """
    done = {(line.seat, line.wager) for line in decided}
    return tuple(
        push(seat, wager, stake, game.sections[wager], readings=("A95",))
        for seat, stakes in game.wagers(state).items()
        for wager, stake in stakes.items()
        if (seat, wager) not in done
    )


def deck_count(game: Game, options: Options) -> int:
    """How many decks are mixed together at a table that posts this; 0: no cards are dealt."""
    return options.decks or next(iter(game.decks), 0)


def check_seat(seat: str, options: Options) -> None:
    """67.25 and its like: a place on the layout."""
    if seat not in map(str, range(1, options.seats + 1)):
        raise RuleError("bad_request", Because.SEAT_RANGE(seat=seat[:9], seats=options.seats))


def check_limits(seat: str, wager: str, stake: Stake, options: Options) -> None:
    """Within the posted limits (A9), in multiples of the table's unit; an unknown amount passes."""
    if stake is None:
        return
    low, high = options.minimum or 1, options.maximum or MOST
    if not low <= stake <= high or stake % options.unit:
        raise RuleError("invalid_stake", Because.LIMITS(seat=seat, wager=wager))


def not_awaited(expected: Expectation, fact: Fact) -> RuleError:
    """What a machine raises for a fact that it does not await."""
    return RuleError("illegal_action", Because.NOT_AWAITED(fact=type(fact).__name__, expected=expected))
