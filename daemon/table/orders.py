"""What people order, and what the daemon tells the table of itself: observations like those of a device.

An order says who gave it. One that changes a value needs two persons: the first proposes, the second gives the same
order again, without being told what the first one said if a card lies face down; only then does it happen. What the
first one proposed waits no longer than is posted, and no longer than that person is signed in.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, StrictInt

from daemon.jackpot.pool import Entry, Hit, Pool
from daemon.text.role import Role
from drivers import observation
from rules.machine import Options

ANYONE = frozenset(Role)
FLOOR = frozenset({Role.DEALER, Role.SUPERVISOR})
SUPERVISOR = frozenset({Role.SUPERVISOR})
Text = Annotated[str, Field(max_length=200)]
CardName = Annotated[str, Field(min_length=2, max_length=2)]  # one spelling: a length must not tell a ten


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What all orders share. The control API fills in who gave it: nobody says so of himself."""

    SECRET: ClassVar[bool] = False  # sealed on disk: it tells a card that may lie face down
    ROLES: ClassVar[frozenset[Role]] = FLOOR
    TWO_PERSONS: ClassVar[bool] = False  # a second person gives it again; one of the two is a supervisor
    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid"}
    by: str = ""  # a badge
    role: str = ""
    person: str = ""  # the first badge of whoever has this one: two badges do not make two persons
    key: str = ""  # the same key again is the same order, told twice


# -- a round ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRound(Order):
    """A new round, betting open."""

    kind: Literal["open_round"] = "open_round"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatIn(Order):
    """A seat's wagers. Without any: its mandatory ones lie, amounts unknown. A stake is in cents, or null."""

    seat: str
    wagers: dict[str, StrictInt | None] = field(default_factory=dict)
    kind: Literal["seat_in"] = "seat_in"


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBack(Order):
    """A wager is taken back; without naming one, all of the seat's."""

    seat: str
    wager: str | None = None
    kind: Literal["take_back"] = "take_back"


@dataclass(frozen=True, slots=True, kw_only=True)
class CallWager(Order):
    """A wager is called on, or off, for come-out rolls."""

    seat: str
    wager: str
    on: bool
    kind: Literal["call_wager"] = "call_wager"


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseBetting(Order):
    """« Rien ne va plus »."""

    kind: Literal["close_betting"] = "close_betting"


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision(Order):
    """A player decided."""

    seat: str
    choice: str
    stake: StrictInt | None = None  # where the amount is the player's; null: not known
    kind: Literal["decision"] = "decision"


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectCard(Order):
    """The dealer names the hand that the next card goes to."""

    hand: str
    kind: Literal["direct_card"] = "direct_card"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoMoreCards(Order):
    """Nobody takes another card."""

    kind: Literal["no_more_cards"] = "no_more_cards"


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnHand(Order):
    """The dealer turned a hand: `dealer`, or a seat."""

    hand: str
    kind: Literal["turn_hand"] = "turn_hand"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shake(Order):
    """The shaker shakes the dice; after several shakes that came to nothing, a supervisor orders it."""

    kind: Literal["shake"] = "shake"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadDice(Order):
    """The dice were thrown and lie there: the camera reads them. Those of a shaker it reads by itself."""

    kind: Literal["read_dice"] = "read_dice"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclareNoRoll(Order):
    """A throw is void (95.3); its ground is one of the section's. No device ever says so."""

    ground: str
    kind: Literal["declare_no_roll"] = "declare_no_roll"


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterDice(Order):
    """What the dice show, read by two persons."""

    TWO_PERSONS: ClassVar[bool] = True
    dice: tuple[StrictInt, ...]
    kind: Literal["enter_dice"] = "enter_dice"


# -- the poker room ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class StartGame(Order):
    """The game begins with those who sit there: the puck moves on, antes and blinds are put in."""

    kind: Literal["start_game"] = "start_game"


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement(Order):
    """A player said what he does, in turn or before it (67.97). A raise is by so much over the bet to be met."""

    seat: str
    choice: str
    stake: StrictInt | None = None
    kind: Literal["announcement"] = "announcement"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling(Order):
    """Whoever directs the play decides, and says why (67.98 to 67.110)."""

    what: Literal["bet", "fold", "kill", "show", "expel", "restore", "rules", "play"]
    reason: Text
    seat: str | None = None
    stake: StrictInt | None = None  # how many chips were pushed, for `bet`
    kind: Literal["ruling"] = "ruling"


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveTable(Order):
    """A player leaves with his table stakes."""

    seat: str
    kind: Literal["leave_table"] = "leave_table"


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeStakes(Order):
    """A player takes a part of his table stakes off, where the limit lets him (67.95)."""

    seat: str
    stake: StrictInt
    kind: Literal["take_stakes"] = "take_stakes"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeTime(Order):
    """A player pays for his time (67.108)."""

    seat: str
    stake: StrictInt
    kind: Literal["charge_time"] = "charge_time"


InRoom = StartGame | Announcement | Ruling | LeaveTable | TakeStakes | ChargeTime


# -- what went wrong --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Continue(Order):
    """Go on after a lost link, once the device has proved that nothing is missing; or after a shake that it refused."""

    kind: Literal["continue"] = "continue"


@dataclass(frozen=True, slots=True, kw_only=True)
class Align(Order):
    """Go on after a restart or a doubt: a person counted the cards before each hand; at dice, each seat's wagers."""

    felt: dict[str, StrictInt]
    kind: Literal["align"] = "align"


@dataclass(frozen=True, slots=True, kw_only=True)
class Acknowledge(Order):
    """The fault was seen. Where nothing more is at stake than to have seen it, the table goes on."""

    ROLES: ClassVar[frozenset[Role]] = ANYONE - {Role.AUDITOR}
    fault: str
    kind: Literal["acknowledge"] = "acknowledge"


@dataclass(frozen=True, slots=True, kw_only=True)
class NameCard(Order):
    """The card that the shoe could not tell, for the place where the next one is awaited."""

    SECRET: ClassVar[bool] = True
    TWO_PERSONS: ClassVar[bool] = True
    card: CardName = field(repr=False)
    kind: Literal["name_card"] = "name_card"


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectCard(Order):
    """The card at this place is another one than the shoe said."""

    SECRET: ClassVar[bool] = True
    TWO_PERSONS: ClassVar[bool] = True
    hand: str
    index: StrictInt
    card: CardName = field(repr=False)
    kind: Literal["correct_card"] = "correct_card"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReassignCards(Order):
    """Cards lie before other hands than the game awaited: each pair names two places that change their cards."""

    TWO_PERSONS: ClassVar[bool] = True
    swaps: tuple[tuple[str, StrictInt, str, StrictInt], ...]  # hand, index, hand, index
    kind: Literal["reassign_cards"] = "reassign_cards"


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectDecision(Order):
    """A seat's last decision was another one, or one that its cards do not allow (67.81)."""

    TWO_PERSONS: ClassVar[bool] = True
    seat: str
    choice: str
    stake: StrictInt | None = None
    kind: Literal["correct_decision"] = "correct_decision"


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectDice(Order):
    """The last roll showed something else."""

    TWO_PERSONS: ClassVar[bool] = True
    dice: tuple[StrictInt, ...]
    kind: Literal["correct_dice"] = "correct_dice"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reject(Order):
    """What another person proposed does not happen."""

    kind: Literal["reject"] = "reject"


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidRound(Order):
    """The round cannot go on: what is decided stands, every other wager goes back."""

    ROLES: ClassVar[frozenset[Role]] = SUPERVISOR
    reason: Text
    kind: Literal["void_round"] = "void_round"


@dataclass(frozen=True, slots=True, kw_only=True)
class Misdeal(Order):
    """The deal itself was wrong: nothing that it decided stands, every wager goes back."""

    ROLES: ClassVar[frozenset[Role]] = SUPERVISOR
    reason: Text
    kind: Literal["misdeal"] = "misdeal"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenSealed(Order):
    """The cards of a past round that nobody turned may be looked at."""

    ROLES: ClassVar[frozenset[Role]] = frozenset({Role.SUPERVISOR, Role.AUDITOR})
    TWO_PERSONS: ClassVar[bool] = True
    round: StrictInt
    reason: Text
    kind: Literal["open_sealed"] = "open_sealed"


# -- the progressive --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenJackpot(Order):
    """A pool takes wagers from now on."""

    ROLES: ClassVar[frozenset[Role]] = SUPERVISOR
    pool: str
    kind: Literal["open_jackpot"] = "open_jackpot"


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseJackpot(Order):
    """A pool takes no more wagers; the game goes on."""

    ROLES: ClassVar[frozenset[Role]] = SUPERVISOR
    pool: str
    reason: Text
    kind: Literal["close_jackpot"] = "close_jackpot"


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardJackpot(Order):
    """The hit that waits is confirmed, with its amount: it is paid."""

    ROLES: ClassVar[frozenset[Role]] = SUPERVISOR
    pool: str
    seat: str
    cents: StrictInt
    kind: Literal["award_jackpot"] = "award_jackpot"


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectJackpot(Order):
    """A meter moves by so many cents."""

    TWO_PERSONS: ClassVar[bool] = True
    pool: str
    displayed: StrictInt = 0
    reserve: StrictInt = 0
    reason: Text
    kind: Literal["correct_jackpot"] = "correct_jackpot"


@dataclass(frozen=True, slots=True, kw_only=True)
class SetJackpot(Order):
    """A pool is as it is configured now: a new one, or one with other parameters. The table is closed."""

    ROLES: ClassVar[frozenset[Role]] = frozenset({Role.SUPERVISOR, Role.TECHNICIAN})
    TWO_PERSONS: ClassVar[bool] = True
    pool: str
    reason: Text
    kind: Literal["set_jackpot"] = "set_jackpot"


# -- around the rounds ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class CountShoe(Order):
    """What is left in the shoe is run through the reader, until the shoe is changed."""

    kind: Literal["count_shoe"] = "count_shoe"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeShoe(Order):
    """A fresh shoe: the inventory starts again."""

    kind: Literal["change_shoe"] = "change_shoe"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeDice(Order):
    """Other dice: what the last ones showed is not counted against them."""

    kind: Literal["change_dice"] = "change_dice"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeShift(Order):
    """Who gives this order deals from now on."""

    ROLES: ClassVar[frozenset[Role]] = frozenset({Role.DEALER})
    kind: Literal["change_shift"] = "change_shift"


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseTable(Order):
    """Nobody plays here until the next round is opened."""

    kind: Literal["close_table"] = "close_table"


# -- what the daemon says ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Started:
    """The daemon started, cold; this is what the house posts from the next round on."""

    SECRET: ClassVar[bool] = False
    version: str
    game: str
    options: Options
    reshakes: int | None = None  # so often a dealer may order a shake again; None: this table has no shaker
    jackpots: tuple[Pool, ...] = ()
    doubts: dict[str, str] = field(default_factory=dict)  # by pool: why its ledger in the journal is not what it was
    camera: bool = False  # this table has one
    patience: int | None = None  # seconds that a proposal may wait; None: said by a croupier of before they ended
    doubtful: str = ""  # entries of which nobody knows whether those who ordered them were told
    kind: Literal["started"] = "started"


@dataclass(frozen=True, slots=True, kw_only=True)
class TimePassed:
    """So many seconds have passed since this person proposed this. The table has no clock of its own."""

    SECRET: ClassVar[bool] = False
    what: str  # the order's kind
    by: str
    seconds: int
    kind: Literal["time_passed"] = "time_passed"


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerTold:
    """A shared pool as the ledger has it: when it answers first, whenever more than its meters changed, and at last."""

    SECRET: ClassVar[bool] = False
    pool: str
    version: int  # with the epoch of the database: what boards compare
    terms: Pool | None  # None: nobody has commissioned it
    open: bool = False
    fault: str = ""
    detail: str = ""
    left: tuple[Hit, ...] = ()  # hits of this table that wait, and that another journal of it has seen
    kind: Literal["ledger_told"] = "ledger_told"


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerLost:
    """The ledger of the shared pools does not answer, or is not what it was."""

    SECRET: ClassVar[bool] = False
    fault: str
    detail: str = ""
    pool: str = ""  # the only one that is not; "": all
    kind: Literal["ledger_lost"] = "ledger_lost"


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerBooked:
    """What the ledger made of what this journal's entry `seq` owed it."""

    SECRET: ClassVar[bool] = False
    seq: int
    idx: int
    entry: Entry
    kind: Literal["ledger_booked"] = "ledger_booked"


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedIn:
    """A badge and its PIN were right."""

    SECRET: ClassVar[bool] = False
    by: str
    role: str
    peer: str = ""  # where; "": before that was told
    kind: Literal["signed_in"] = "signed_in"


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedOut:
    """A person's session ended: the person left, or it lapsed."""

    SECRET: ClassVar[bool] = False
    by: str
    kind: Literal["signed_out"] = "signed_out"


@dataclass(frozen=True, slots=True, kw_only=True)
class SignInRefused:
    """A badge or its PIN was wrong, or the person may not sign in (any more)."""

    SECRET: ClassVar[bool] = False
    by: str
    reason: Literal["pin", "unknown", "disabled", "locked"]
    peer: str = ""  # where; "": before that was told
    kind: Literal["sign_in_refused"] = "sign_in_refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unlocked:
    """A supervisor, or root, lets a badge be tried again."""

    SECRET: ClassVar[bool] = False
    by: str  # a badge, or `uid:N`
    badge: str
    kind: Literal["unlocked"] = "unlocked"


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedRead:
    """A person looked through the cards of a round whose seal was opened."""

    SECRET: ClassVar[bool] = False
    by: str
    round: int
    kind: Literal["sealed_read"] = "sealed_read"


AnyOrder = (
    OpenRound
    | SeatIn
    | TakeBack
    | CallWager
    | CloseBetting
    | Decision
    | DirectCard
    | NoMoreCards
    | TurnHand
    | Shake
    | ReadDice
    | DeclareNoRoll
    | EnterDice
    | StartGame
    | Announcement
    | Ruling
    | LeaveTable
    | TakeStakes
    | ChargeTime
    | Continue
    | Align
    | Acknowledge
    | NameCard
    | CorrectCard
    | ReassignCards
    | CorrectDecision
    | CorrectDice
    | Reject
    | VoidRound
    | Misdeal
    | OpenSealed
    | OpenJackpot
    | CloseJackpot
    | AwardJackpot
    | CorrectJackpot
    | SetJackpot
    | CountShoe
    | ChangeShoe
    | ChangeDice
    | ChangeShift
    | CloseTable
)
Badge = SignedIn | SignedOut | SignInRefused | Unlocked
Said = Started | TimePassed | LedgerTold | LedgerLost | LedgerBooked | Badge | SealedRead
Observation = observation.Observation | AnyOrder | Said
