"""What a game may be able to do beside what every game does: whoever needs one of these asks with `isinstance`."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

from rules.game import Options
from rules.lines import Stake

if TYPE_CHECKING:
    from rules.odds.prizes import Prizes
    from rules.shooter import PassedFor

WHOLE = "100%"  # the share of a meter after whose award it begins anew


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
        """Every wager of the layout with its outcome and net odds of the whole, were this rolled in `state`."""


@runtime_checkable
class HasShooter(Protocol):
    """A game whose dice a player may throw, in his turn (95.8, 95.21)."""

    def players_throw(self, options: Options) -> bool:
        """Whether players do at a table that posts this."""

    def point(self, state: Any) -> int | None:
        """The point; None: there is none."""

    def line_wagers(self, state: Any) -> tuple[str, ...]:
        """95.11: of these the shooter must have one before the dice go out; none: nothing is asked."""

    def dice_pass(self, before: Any, after: Any) -> PassedFor | None:
        """Why the roll between these ended the shooter's turn; None: he throws on."""


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
    undone: Collection[str]  # bets of a game that has begun which may still be taken back

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

    def owed(self, state: Any) -> Mapping[str, int]:
        """What is due for everyone's time at the table."""

    def minute(self, state: Any) -> int | None:
        """How many minutes have passed; None: nobody's time matters now."""

    def slip(self, state: Any) -> int:
        """The number that was given last to a player who left, and may come back."""

    def pushed(self, state: Any, seat: str) -> int:
        """So many chips as would be a call, or else the least bet, were they pushed without a word."""

    def slips(self, state: Any) -> Mapping[int, int]:
        """What players took away who may come back, by their numbers: as much they bring again, at least."""

    def missed(self, state: Any) -> Mapping[str, tuple[str, ...]]:
        """Which blinds passed by whom."""

    def released(self, before: Any, after: Any) -> Mapping[str, tuple[str, Stake]]:
        """Whose words out of turn do not bind any more, and which they were."""

    def expelled(self, state: Any) -> Mapping[str, int]:
        """Who was told to leave when the game is over, and with how much."""
