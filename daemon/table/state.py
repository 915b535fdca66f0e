"""The table's state: the game's own state, and what no game knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from daemon.jackpot.pool import Account, Pool
from daemon.table.forms import ByHand
from daemon.table.orders import (
    CorrectCard,
    CorrectDecision,
    CorrectDice,
    CorrectPastRound,
    EnterDice,
    EnterPastRound,
    NameCard,
    Order,
    ReassignCards,
)
from daemon.text.fault_row import End
from daemon.text.faults import by_gravity, ended_by, taking_cards
from drivers.faults import Fault
from rules.capabilities import Continues, HasShooter
from rules.cards import Card
from rules.facts import Expectation, Fact, Finished
from rules.game import Game, Options
from rules.lines import Line
from rules.registry import GAMES
from rules.ruleset import Document
from rules.shooter import Shooter

GRAVITY = by_gravity()  # a graver hold replaces a milder one, never the other way
TAKES_CARDS = taking_cards()
ALIGNABLE = ended_by(End.ALIGNED)
LOST = ended_by(End.PROVEN)  # a device that proves itself ends it with one touch
UNKNOWN_CARD = ended_by(End.NAMED)  # two persons can name it
GO_ON = frozenset(name for name, game in GAMES.items() if isinstance(game, Continues))
SHOOTERS = {name: game for name, game in GAMES.items() if isinstance(game, HasShooter)}
KEYS = 64  # a person's orders that are remembered, should they be told again
ALL_KEYS = 256  # and everyone's
SETS = 16  # rule sets that were in force and are remembered
Correction = NameCard | CorrectCard | ReassignCards | CorrectDecision | CorrectDice | CorrectPastRound
OF_THE_ROUND = Correction | EnterDice | EnterPastRound


class Dice(StrEnum):
    """Where the dice are, while they are awaited; only while they are in is anything laid or taken back (A117)."""

    IN = ""
    OUT = "out"  # an order sent them to the shooter
    THROWN = "thrown"  # and somebody began to read them
    UNSENT = "unsent"  # somebody began to read dice that no order had sent: a shaker's, or those of a table without one


class Hold(NamedTuple):
    """Why the round stands still."""

    fault: Fault
    detail: str = ""
    proven: bool = False  # the device is back and nothing is missing
    doubt: Fault | None = None  # something milder that a person must dispel too, once this is mended


class Asked(NamedTuple):
    """Who wants to look through the cards of which round, and why."""

    by: str
    role: str
    round: int
    reason: str
    person: str = ""

    @property
    def kind(self) -> str:
        """Returns the kind of the order that asked."""
        return "open_sealed"


class People(NamedTuple):
    """What the table knows of those who work at it."""

    dealer: str | None = None  # who deals
    failures: Mapping[str, int] = {}  # wrong PINs in a row, by badge and place (badges.py)
    homes: tuple[str, ...] = ()  # BADGE@PEER where that badge's PIN was right
    keys: tuple[str, ...] = ()  # of the last orders, each behind its badge and a colon
    opened: tuple[int, ...] = ()  # rounds whose sealed cards two persons have opened
    asked: Asked | None = None  # a seal that one person wants opened; the table goes on meanwhile

    def remembering(self, key: str) -> People:
        """This key too: in place of the person's own oldest, or else of the oldest of whoever has the most."""
        keys = (*self.keys, key)
        held = Counter(map(_whose, keys))
        whose = _whose(key)
        if held[whose] <= KEYS:
            if len(keys) <= ALL_KEYS:
                return self._replace(keys=keys)
            [(whose, _)] = held.most_common(1)
        oldest = next(place for place, each in enumerate(keys) if _whose(each) == whose)
        return self._replace(keys=keys[:oldest] + keys[oldest + 1 :])


def _whose(key: str) -> str:
    return key.partition(":")[0]


class Result(NamedTuple):
    """The last finished round: what everyone may know of it."""

    game: str
    round: int
    hands: Mapping[str, tuple[str, ...]]
    lines: tuple[Line, ...]
    dice: tuple[int, ...] = ()
    areas: Mapping[str, str | None] = {}  # of dice: the squares of the layout that win, with the net odds of the whole
    by_hand: str = ""  # dealt without croupier: the number of the form from which it was entered


class Voided(NamedTuple):
    """The round that came to nothing, until the next one begins: what goes back, and why."""

    round: int
    reason: str
    misdealt: bool
    lines: tuple[Line, ...]


class Played(NamedTuple):
    """A round by its facts: run again from where it began, they give the game's state and every line."""

    base: Any
    facts: tuple[Fact, ...]
    lines: tuple[Line, ...]
    rules: str = ""  # the set by which
    options: Options | None = None  # what was posted, where it is not what is posted in the round after it


class Entered(NamedTuple):
    """The form that was entered last, and the round as it was before it: a correction begins there again."""

    order: EnterPastRound  # as it was corrected last
    before: Played
    interrupted: bool


class Known(NamedTuple):
    """A rule set that is in force, or was: a form may name it."""

    rules: str
    game: str
    options: Options


@dataclass(frozen=True, slots=True)
class Coming:
    """A rule set whose day has not come: it holds from the first round of that gaming day on."""

    rules: str
    options: Options
    document: Document
    approved: tuple[str, ...] = ()  # nobody: the table's file says so

    @property
    def day(self) -> str:
        """The day on which it comes into force."""
        return self.document.effective


@dataclass(frozen=True, slots=True)
class Rules:
    """By which rules the table deals: in this round, from the next one on, and as the table's file says."""

    round: str = ""  # the rule set of this round; "": of before sets had names
    next: str = ""  # and from the next round on
    document: Document | None = None  # of the next
    approved: tuple[str, ...] = ()  # the two persons who approved it
    taken: bool = False  # two persons have put it in force: the file is not asked any more
    filed: Options | None = None  # what the file posts
    filed_document: Document | None = None
    known: tuple[Known, ...] = ()  # the sets that were in force last, the newest at the end
    coming: Coming | None = None  # what holds from a later day on

    @property
    def none_yet(self) -> bool:
        """Nothing is in force: what the table's file posts holds from a later day on, and it has dealt nothing else."""
        return self.coming is not None and self.document is None


class Gap(NamedTuple):
    """A progressive whose amount no board of this table proves (21.2)."""

    round: int  # the last one in which its wager is taken
    seconds: int  # without a proof when the table was told
    since: int  # seconds since 1970: when the last proof was


class TableState(NamedTuple):
    """Everything that decides what the next observation does."""

    version: str = ""  # of the software
    day: str = ""  # the gaming day, as the table was last told it; "": by a croupier that told none
    posted: tuple[str, Options] = ("", Options())  # the game and its options, from the next round on
    game: str = ""  # of this round
    options: Options = Options()
    round: int = 0
    base: Any = None  # the game's state when the round began
    play: Any = None  # the game's state now; None: no round. It knows cards that lie face down
    awaits: Expectation | None = None
    facts: tuple[Fact, ...] = ()  # of this round
    lines: tuple[Line, ...] = ()
    kept: Mapping[str, Any] | None = None  # what crosses to the next round though the last one is void: table stakes
    earlier: Played | None = None  # the roll before this one, in a game that goes on
    hold: Hold | None = None
    aside: tuple[Card | None, ...] = ()  # cards of no hand, since the hold; None: nobody knows which
    devices: Mapping[str, NamedTuple] = {}  # by name: what is known of each (daemon.table.devices)
    equipment: Mapping[str, str] = {}  # by name: the kind of each device that does not bear its kind's name
    in_use: Mapping[str, str] = {}  # by kind: the device that is used, where it does not bear its kind's name
    dice_out: Dice = Dice.IN  # until a roll, a no roll or a void brings them back
    shooter: Shooter = Shooter()  # whose dice they are, where players throw them
    thrown: tuple[int, ...] = ()  # what dice show that were thrown before they went out: a supervisor has the word
    result: Result | None = None
    voided: Voided | None = None  # the last round, where it has no result
    proposal: Order | None = None  # waits for a second person
    patience: int | None = None  # seconds that it may; None: the entries are of a croupier for which none ended
    closed: bool = True  # nobody plays
    rules: Rules = Rules()
    people: People = People()
    jackpots: tuple[Pool, ...] = ()  # as they are configured, taken or not
    pools: tuple[Account, ...] = ()  # as they are
    display: int | None = None  # seconds that a pool may go undisplayed; None: nobody watched that yet
    gaps: Mapping[str, Gap] = {}  # by pool: those that no board of this table displays
    doubtful: str = ""  # entries that a supervisor must compare with what was done; until then nothing is ordered
    by_hand: ByHand = ByHand()
    entered: Entered | None = None  # until the next round begins

    def __repr__(self) -> str:
        return f"TableState({self.game}, round {self.round}, {self.hold})"  # the rest knows cards

    @property
    def machine(self) -> Game:
        """The rules of this table's game."""
        return GAMES[self.game]

    @property
    def in_round(self) -> bool:
        """A round is open and not yet settled."""
        return self.awaits is not None and type(self.awaits) is not Finished

    @property
    def goes_on(self) -> bool:
        """The game is one whose wagers live over many rounds."""
        return self.game in GO_ON and self.play is not None

    def reading(self) -> TableState:
        """The same while somebody reads the dice."""
        return self._replace(dice_out=Dice.THROWN if self.dice_out in (Dice.OUT, Dice.THROWN) else Dice.UNSENT)

    @property
    def players_throw(self) -> HasShooter | None:
        """The game, where players throw its dice; None elsewhere, and in rounds of before anybody asked who did."""
        game = SHOOTERS.get(self.game)
        return game if game is not None and self.options.revision and game.players_throw(self.options) else None

    @property
    def at_rest(self) -> bool:
        """Between two rounds, and nothing waits for a person: the time to write the whole state down."""
        if self.hold is not None or self.proposal is not None or self.doubtful:
            return False
        return not self.in_round or (self.goes_on and not self.facts)

    @property
    def still(self) -> bool:
        """Something of the round waits for a second person: until then what it speaks of stays as it is."""
        return self.patience is not None and isinstance(self.proposal, OF_THE_ROUND)

    @property
    def felt(self) -> Mapping[str, int]:
        """What a person can count: the cards before each hand; at dice, the wagers of each seat."""
        if self.play is None:
            return {}
        if "shoe" not in self.machine.needs:
            return {seat: len(stakes) for seat, stakes in self.machine.wagers(self.play).items()}
        hands = self.machine.hands(self.play)
        return {name: len(hand.cards) for name, hand in hands.items() if not hand.mucked}
