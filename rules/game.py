"""A game is a machine: what it awaits, and what one more fact does to it.

`expects(state)` says what is awaited; `step(state, fact)` takes one fact and returns the next state with the settlement
lines that the fact decided. The table above knows no game; the game below knows no device, no clock and no person.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from rules.cards import Card
from rules.editions import Edition
from rules.facts import AwaitWagers, Expectation, Fact, Remove, Wagers
from rules.lines import Line, Stake, push
from rules.refusals import Because
from rules.terms import COMMON, Detail, Term

if TYPE_CHECKING:
    from rules.contract import Answer, Request
    from rules.odds.model import TableOdds
    from rules.sheets.model import Sheet

DEALER = "dealer"
MOST = 10**12  # cents; no table posts more, and a slip of the finger must not pass
ASIDE = "aside"  # cards that are set aside unseen (67.39, A33)
REVISION = 2  # of how a round is conducted: raised where facts that were once taken would now be refused


class RuleError(Exception):
    """The game does not allow this. `code` is one of the settle contract's; the sentence names seat and wager."""

    def __init__(self, code: str, message: Detail) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class Amounts(NamedTuple):
    """What may be laid with a choice, in cents and in multiples of the table's unit."""

    least: int
    most: int
    usual: tuple[int, ...] = ()  # what players name most


@dataclass(frozen=True, slots=True)
class Limits:
    """What is posted for one wager; None: as for the table."""

    minimum: int | None = None  # cents
    maximum: int | None = None


@dataclass(frozen=True, slots=True)
class Options:
    """What the house posts at the table."""

    seats: int = 7  # betting places on the layout
    minimum: int | None = None  # cents; None: not posted
    maximum: int | None = None
    unit: int = 1  # the smallest amount the table pays
    decks: int | None = None  # None: the game's own default
    more: Mapping[str, Any] = field(default_factory=dict)  # the documented options of single games
    keyed: bool = (
        True  # who lays what is entered; False: nobody keys the players (95.7, 95.19), the layout is lit alone
    )
    revision: int = REVISION  # under which the round was dealt; 0: recorded before revisions were told
    limits: Mapping[str, Limits] = field(default_factory=dict)  # by wager, where they are its own (95.5)
    offered: tuple[str, ...] | None = None  # of the optional wagers; None: nothing is said of them


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

    What a game can beside that, it says by the protocols of rules/capabilities.py.
    """

    needs: frozenset[str]  # what must be there: {"shoe"} or {"dice"}
    takes: frozenset[str] = frozenset()  # the kinds of device that may stand at its table beside
    decks: tuple[int, ...] = ()  # how many may be mixed together; the first, unless the table posts another
    deals_face_up: bool = False  # some card is seen by everyone, and so must be known, as soon as it is dealt
    dice: int = 0  # how many are rolled together
    sections: Mapping[str, str]  # by wager: the section that decides it
    parts: Mapping[str, int] = {}  # by wager: the equal ones that it is split in; its odds are those of one of them
    edition: Edition  # the instrument that enacted them
    posts: Collection[str] = ()  # what a table may choose for it: the names in `Options.more`
    unposted: Mapping[str, str] = {}  # what a sheet of no table is made with, where a table must choose
    limited: Mapping[str, Collection[str]] = {}  # by the name under which a table posts own limits: the wagers it means
    optional: Mapping[str, Collection[str]] = {}  # by the name under which a table offers them: wagers it may leave out
    indicated: Collection[str] = ()  # of these, what is offered only where the table says so (21.3, 21.4)
    usual: tuple[Mapping[str, Stake], ...]  # what a seat lays, as players do; the first fits an empty layout
    common_hand: str = DEALER  # the hand that everyone plays with or against: a results board shows it
    added: Collection[str] = ()  # wagers that a decision adds after « Rien ne va plus »
    against_each: bool = False  # the dealer may get cards against one seat alone
    tied: Mapping[str, tuple[str, int]] = {}  # by wager: the one that it is laid with, and how many times as much
    choices: Collection[str] = ()  # what a player may be asked to choose from; the usual one first
    late: Collection[str] = ()  # of them, what a player may also choose who is not asked now
    short: Mapping[str, Term] = {}  # names of wagers that fit on a spot of the layout, where `terms` has longer ones

    @property
    def laid(self) -> Collection[str]:
        """What players may lay before « Rien ne va plus », or before the dice go out, in the order of the layout."""
        return [wager for wager in self.sections if wager not in self.added]

    def start(self, options: Options) -> Any:
        """Begins a round with betting open."""

    def expects(self, state: Any) -> Expectation:
        """Says what is awaited now."""

    def step(self, state: Any, fact: Fact) -> tuple[Any, tuple[Line, ...]]:
        """One fact later; raises `RuleError`, and then nothing happened."""

    def by_hand(
        self, state: Any, told: Request, meters: Mapping[str, tuple[Stake, int]] = {}
    ) -> tuple[Any, tuple[Line, ...]]:
        """Settles a round that was dealt without this machine, under what `state`, in which it began, posts.

        It is told as in a request of the settle contract. `meters` says, by wager, what a meter shows and begins anew
        with. Also the state after it, where anything of it crosses to the next round; else None.
        """
        return None, tuple(self.settle(as_posted(self, state.options, told)).lines)

    def wagers(self, state: Any) -> Mapping[str, Mapping[str, Stake]]:
        """What lies on the layout: seat, wager, stake."""

    def refunds(self, state: Any) -> tuple[Line, ...]:
        """What was paid for the wagers that lie there, and goes back with them when nothing can decide them."""
        return ()

    def amounts(self, state: Any, seat: str, choice: str) -> Amounts | None:
        """How much a seat may lay with a choice; None: it lays nothing, or nobody knows of how much that is a part."""
        return None

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

    def most_players(self, options: Options) -> tuple[int, str] | None:
        """So many, and the section that says so; None: as many as the layout has places, or any number."""
        return None

    def sheet(self, options: Options) -> Sheet | None:
        """The rules as the table posts them, for whoever prints them; None: nobody has written them yet."""
        return None

    def odds(self, options: Options) -> TableOdds | None:
        """What every wager is worth at a table that posts this, `decks` included; None: nobody has counted it yet."""
        return None


# -- what games share -------------------------------------------------------------------------------------------------


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
    ) + game.refunds(state)


def as_posted(game: Game, options: Options, told: Request) -> Request:
    """A request of the settle contract, of a table that posts this."""
    return {**told, "options": {"unit": options.unit, "decks": deck_count(game, options)}}


def deck_count(game: Game, options: Options) -> int:
    """How many decks are mixed together at a table that posts this; 0: no cards are dealt."""
    return options.decks or next(iter(game.decks), 0)


def check_seat(seat: str, options: Options) -> None:
    """67.25 and its like: a place on the layout."""
    if seat not in map(str, range(1, options.seats + 1)):
        raise RuleError("bad_request", Because.SEAT_RANGE(seat=seat[:9], seats=options.seats))


def limits_of(wager: str, options: Options) -> tuple[int, int]:
    """The limits that are posted for a wager (67.68, 67.87, 95.5): its own, or else the table's.

    >>> posted = Options(minimum=500, maximum=50_000, limits={"hard_4": Limits(minimum=100)})
    >>> limits_of("hard_4", posted), limits_of("pass", posted)
    ((100, 50000), (500, 50000))
    """
    low, high = options.minimum, options.maximum
    if own := options.limits.get(wager):
        low, high = own.minimum or low, own.maximum or high
    return low or 1, high or MOST


def check_limits(seat: str, wager: str, stake: Stake, options: Options) -> None:
    """Within the posted limits (A9), in multiples of the table's unit; an unknown amount passes."""
    if stake is None:
        return
    low, high = limits_of(wager, options)
    if not low <= stake <= high or stake % options.unit:
        raise RuleError("invalid_stake", Because.LIMITS(seat=seat, wager=wager))


def unoffered(game: Game, options: Options) -> frozenset[str]:
    """The wagers that this table does not take; rounds of before this was posted took all (A158)."""
    if options.offered is not None:
        return frozenset(wager for wagers in game.optional.values() for wager in wagers) - set(options.offered)
    return frozenset(game.indicated) if options.revision else frozenset()


def check_offered(game: Game, seat: str, wagers: Iterable[str], options: Options) -> None:
    """21.3, 21.4: « provided that it is so indicated at the table »; and what else a table leaves out (A158)."""
    if missing := unoffered(game, options).intersection(wagers):
        wager = min(missing)
        raise RuleError("illegal_action", Because.NOT_OFFERED(seat=seat[:9], wager=wager, section=game.sections[wager]))


def not_awaited(expected: Expectation, fact: Fact, closed_by: str = "") -> RuleError:
    """What a machine raises for a fact that it does not await; of wagers that come late, by which section they do."""
    if closed_by and isinstance(fact, Wagers | Remove) and not isinstance(expected, AwaitWagers):
        return RuleError("illegal_action", Because.CLOSED(seat=fact.seat[:9], section=closed_by))
    return RuleError("illegal_action", Because.NOT_AWAITED(fact=type(fact).__name__, expected=expected))
