"""What happened at the table, for everyone to see: no event tells a card that lies face down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import PlainSerializer

from daemon.jackpot.booking import Booking
from daemon.jackpot.pool import Entry
from rules.lines import Line, Stake

JsonLine = Annotated[Line, PlainSerializer(Line._asdict)]  # an object in JSON, though it is a tuple


@dataclass(frozen=True, slots=True)
class RoundOpened:
    """Betting is open."""

    round: int
    game: str
    kind: Literal["round_opened"] = "round_opened"


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A seat's wagers lie on the layout."""

    seat: str
    wagers: dict[str, Stake]
    kind: Literal["seat_taken"] = "seat_taken"


@dataclass(frozen=True, slots=True)
class WagerTakenBack:
    """A wager left the layout undecided; none is named: all of the seat's."""

    seat: str
    wager: str | None
    kind: Literal["wager_taken_back"] = "wager_taken_back"


@dataclass(frozen=True, slots=True)
class WagerCalled:
    """A wager is on, or off, for come-out rolls."""

    seat: str
    wager: str
    on: bool
    kind: Literal["wager_called"] = "wager_called"


@dataclass(frozen=True, slots=True)
class BettingClosed:
    """« Rien ne va plus »."""

    kind: Literal["betting_closed"] = "betting_closed"


@dataclass(frozen=True, slots=True)
class CardDealt:
    """A card went to a hand; its value only if it lies face up."""

    hand: str
    index: int
    card: str | None
    kind: Literal["card_dealt"] = "card_dealt"


@dataclass(frozen=True, slots=True)
class CardSetAside:
    """A card left the shoe and belongs to no hand; it stays sealed in the journal."""

    kind: Literal["card_set_aside"] = "card_set_aside"


@dataclass(frozen=True, slots=True)
class CardDirected:
    """The dealer named the hand of the next card."""

    hand: str
    kind: Literal["card_directed"] = "card_directed"


@dataclass(frozen=True, slots=True)
class CardsEnded:
    """Nobody takes another card."""

    kind: Literal["cards_ended"] = "cards_ended"


@dataclass(frozen=True, slots=True)
class ShakeOrdered:
    """The shaker shakes the dice; this number is given to no other shake."""

    order: int
    kind: Literal["shake_ordered"] = "shake_ordered"


@dataclass(frozen=True, slots=True)
class DiceMove:
    """The shaker does what was ordered."""

    order: int
    kind: Literal["dice_move"] = "dice_move"


@dataclass(frozen=True, slots=True)
class DiceLie:
    """The dice lie still after a good shake: now they may be read."""

    order: int
    tumbles: int
    kind: Literal["dice_lie"] = "dice_lie"


@dataclass(frozen=True, slots=True)
class ShakerReported:
    """The shaker says that something is wrong with it."""

    what: str
    kind: Literal["shaker_reported"] = "shaker_reported"


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """The dice came to rest."""

    dice: tuple[int, ...]
    kind: Literal["dice_rolled"] = "dice_rolled"


@dataclass(frozen=True, slots=True)
class LookOrdered:
    """The camera looks at so many dice; this number is given to no other look."""

    look: int
    count: int
    kind: Literal["look_ordered"] = "look_ordered"


@dataclass(frozen=True, slots=True)
class DiceNotRead:
    """The camera cannot tell what the dice show: two persons read them."""

    reason: str  # one of the recogniser's, like `glare`, or the code of a fault
    kind: Literal["dice_not_read"] = "dice_not_read"


@dataclass(frozen=True, slots=True)
class NoRollDeclared:
    """95.3: a throw is void, and decides nothing."""

    ground: str
    kind: Literal["no_roll_declared"] = "no_roll_declared"


@dataclass(frozen=True, slots=True)
class Decided:
    """A player decided."""

    seat: str
    choice: str
    stake: Stake = None  # where the amount is the player's
    kind: Literal["decided"] = "decided"


@dataclass(frozen=True, slots=True)
class HandTurned:
    """The dealer turned a hand."""

    hand: str
    cards: tuple[str, ...]  # all that everyone sees of it now
    combination: str | None
    kind: Literal["hand_turned"] = "hand_turned"


# -- the poker room ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GameStarted:
    """The puck has moved on, and these play, clockwise from its left."""

    puck: str
    seats: tuple[str, ...]
    kind: Literal["game_started"] = "game_started"


@dataclass(frozen=True, slots=True)
class ChipsBet:
    """Chips went from a player's stakes into the pot."""

    seat: str
    chips: int
    left: int  # of the stakes; nothing: all in
    kind: Literal["chips_bet"] = "chips_bet"


@dataclass(frozen=True, slots=True)
class Announced:
    """A player said what he does, and is bound by it."""

    seat: str
    choice: str
    stake: Stake = None
    kind: Literal["announced"] = "announced"


@dataclass(frozen=True, slots=True)
class Ruled:
    """Whoever directs the play decided; it binds at once."""

    what: str
    section: str
    reason: str
    by: str
    seat: str | None = None
    stake: Stake = None
    kind: Literal["ruled"] = "ruled"


@dataclass(frozen=True, slots=True)
class Pot:
    """The main pot or a secondary one, as it was awarded."""

    amount: int  # before the commission
    commission: int
    eligible: tuple[str, ...]
    shares: dict[str, int]


@dataclass(frozen=True, slots=True)
class PotsAwarded:
    """Every pot went to whoever won it; what nobody called came back."""

    pots: tuple[Pot, ...]
    returned: dict[str, int]
    kind: Literal["pots_awarded"] = "pots_awarded"


@dataclass(frozen=True, slots=True)
class StakesTaken:
    """A player took stakes off the table; with all of them, the player has left."""

    seat: str
    stake: int
    left: bool
    kind: Literal["stakes_taken"] = "stakes_taken"


@dataclass(frozen=True, slots=True)
class LineSettled:
    """A wager is decided."""

    line: JsonLine
    kind: Literal["line_settled"] = "line_settled"


@dataclass(frozen=True, slots=True)
class RoundFinished:
    """Every wager is settled."""

    round: int
    kind: Literal["round_finished"] = "round_finished"


@dataclass(frozen=True, slots=True)
class RoundReopened:
    """A correction took the end of a round away: it goes on."""

    round: int
    kind: Literal["round_reopened"] = "round_reopened"


@dataclass(frozen=True, slots=True)
class RoundVoided:
    """The round ended without a result; before this stand the lines of what went back."""

    round: int
    reason: str
    misdeal: bool = False
    kind: Literal["round_voided"] = "round_voided"


@dataclass(frozen=True, slots=True)
class Held:
    """The round stands still until a person decides."""

    fault: str
    detail: str
    kind: Literal["held"] = "held"


@dataclass(frozen=True, slots=True)
class LinkProven:
    """The shoe, or the shaker, is back and has proved that nothing is missing."""

    kind: Literal["link_proven"] = "link_proven"


@dataclass(frozen=True, slots=True)
class Resumed:
    """The round goes on, because a person said so."""

    after: str
    kind: Literal["resumed"] = "resumed"


@dataclass(frozen=True, slots=True)
class FaultAcknowledged:
    """A person has seen a fault."""

    fault: str
    by: str
    kind: Literal["fault_acknowledged"] = "fault_acknowledged"


# -- two persons ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Proposed:
    """One person asks for something that a second one must confirm."""

    what: str  # the order's kind
    by: str
    kind: Literal["proposed"] = "proposed"


@dataclass(frozen=True, slots=True)
class Agreed:
    """Two persons said the same."""

    what: str
    by: tuple[str, str]
    kind: Literal["agreed"] = "agreed"


Why = Literal["rejected", "differs", "round_over", "expired", "proposer_left", "restarted", "card_came"]


@dataclass(frozen=True, slots=True)
class ProposalEnded:
    """A proposal came to nothing. `by` is who ended it; where nobody did, who had proposed it."""

    what: str
    by: str
    why: Why
    kind: Literal["proposal_ended"] = "proposal_ended"


@dataclass(frozen=True, slots=True)
class CardCorrected:
    """A place holds another card than was said; a card that lies face down is told by neither name."""

    hand: str
    index: int
    before: str | None
    after: str | None
    kind: Literal["card_corrected"] = "card_corrected"


@dataclass(frozen=True, slots=True)
class DecisionCorrected:
    """A seat decided otherwise than was said."""

    seat: str
    before: tuple[str, Stake]  # the choice, and the amount where it is the player's
    after: tuple[str, Stake]
    kind: Literal["decision_corrected"] = "decision_corrected"


@dataclass(frozen=True, slots=True)
class DiceCorrected:
    """A roll showed something else than was said."""

    before: tuple[int, ...]
    after: tuple[int, ...]
    kind: Literal["dice_corrected"] = "dice_corrected"


@dataclass(frozen=True, slots=True)
class LineCancelled:
    """What was settled so is not: a correction or a misdeal took its ground away."""

    line: JsonLine
    kind: Literal["line_cancelled"] = "line_cancelled"


@dataclass(frozen=True, slots=True)
class SealOpened:
    """The cards of a past round that nobody turned may be looked at."""

    round: int
    reason: str
    kind: Literal["seal_opened"] = "seal_opened"


@dataclass(frozen=True, slots=True)
class SealLookedThrough:
    """A person looked through cards whose seal was opened."""

    round: int
    by: str
    kind: Literal["seal_looked_through"] = "seal_looked_through"


@dataclass(frozen=True, slots=True)
class JackpotMoved:
    """A pool of the progressive has one more entry in its ledger."""

    entry: Entry
    kind: Literal["jackpot_moved"] = "jackpot_moved"


@dataclass(frozen=True, slots=True)
class JackpotOwed:
    """The table owes this to the ledger of a shared pool."""

    booking: Booking
    kind: Literal["jackpot_owed"] = "jackpot_owed"


@dataclass(frozen=True, slots=True)
class JackpotAnswered:
    """What the ledger made of what entry `seq` owed."""

    seq: int
    idx: int
    entry: Entry
    kind: Literal["jackpot_answered"] = "jackpot_answered"


@dataclass(frozen=True, slots=True)
class JackpotLinked:
    """The ledger of a shared pool answers, or does not any more."""

    pool: str
    up: bool
    reason: str = ""
    kind: Literal["jackpot_linked"] = "jackpot_linked"


# -- around the rounds ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CutCardReached:
    """The cut card is out: this round is the last of the shoe."""

    kind: Literal["cut_card_reached"] = "cut_card_reached"


@dataclass(frozen=True, slots=True)
class ShoeEmptied:
    """The last card left the shoe."""

    cards: int  # that were seen
    kind: Literal["shoe_emptied"] = "shoe_emptied"


@dataclass(frozen=True, slots=True)
class ShoeFilled:
    """The shoe says that it was filled; people say that it was changed."""

    kind: Literal["shoe_filled"] = "shoe_filled"


@dataclass(frozen=True, slots=True)
class ShoeReported:
    """The shoe says that something is wrong with it."""

    what: str
    kind: Literal["shoe_reported"] = "shoe_reported"


@dataclass(frozen=True, slots=True)
class ShoeCounting:
    """What is left in the shoe is being counted."""

    kind: Literal["shoe_counting"] = "shoe_counting"


@dataclass(frozen=True, slots=True)
class ShoeChanged:
    """A fresh shoe; of the old one so many cards were seen."""

    cards: int
    kind: Literal["shoe_changed"] = "shoe_changed"


@dataclass(frozen=True, slots=True)
class DiceChanged:
    """Other dice."""

    kind: Literal["dice_changed"] = "dice_changed"


@dataclass(frozen=True, slots=True)
class ShiftChanged:
    """Another person deals."""

    dealer: str
    kind: Literal["shift_changed"] = "shift_changed"


@dataclass(frozen=True, slots=True)
class TableClosed:
    """Nobody plays here."""

    kind: Literal["table_closed"] = "table_closed"


@dataclass(frozen=True, slots=True)
class BadgeUsed:
    """A person signed in or out, was refused, or may try again."""

    by: str
    how: Literal["signed_in", "signed_out", "refused", "unlocked"]
    role: str | None = None
    reason: str | None = None
    kind: Literal["badge_used"] = "badge_used"


Event = (
    RoundOpened
    | SeatTaken
    | WagerTakenBack
    | WagerCalled
    | BettingClosed
    | CardDealt
    | CardSetAside
    | CardDirected
    | CardsEnded
    | ShakeOrdered
    | DiceMove
    | DiceLie
    | ShakerReported
    | DiceRolled
    | LookOrdered
    | DiceNotRead
    | NoRollDeclared
    | Decided
    | HandTurned
    | GameStarted
    | ChipsBet
    | Announced
    | Ruled
    | PotsAwarded
    | StakesTaken
    | LineSettled
    | RoundFinished
    | RoundReopened
    | RoundVoided
    | Held
    | LinkProven
    | Resumed
    | FaultAcknowledged
    | Proposed
    | Agreed
    | ProposalEnded
    | CardCorrected
    | DecisionCorrected
    | DiceCorrected
    | LineCancelled
    | SealOpened
    | SealLookedThrough
    | JackpotMoved
    | JackpotOwed
    | JackpotAnswered
    | JackpotLinked
    | CutCardReached
    | ShoeEmptied
    | ShoeFilled
    | ShoeReported
    | ShoeCounting
    | ShoeChanged
    | DiceChanged
    | ShiftChanged
    | TableClosed
    | BadgeUsed
)
