"""What the house posts at a table of the poker room: the game, its limit, its forced money and its commission."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Any, NamedTuple

from rules.game import MOST, Options, RuleError
from rules.poker_room import percent_of
from rules.room.refusals import Because
from rules.room.variants import VARIANTS, Variant

NO_LIMIT, POT_LIMIT, FIXED_LIMIT = "no_limit", "pot_limit", "fixed_limit"  # 67.95 (2): sans limite, cagnotte limite
PER_GAME, ON_SEAT = "perHand", "onSeat"  # A80
DEAD, MOVES = "dead", "moves"  # the puck: also before nobody, or always on to a player
POST, WAIT, NONE = "post", "wait", "none"  # what is owed: he posts it or waits, he waits, nothing is
UTG = "utg"  # left of the big blind
PREFIX = "room."
MOST_MINUTES = 24 * 60


class House(NamedTuple):
    """What a table of the poker room posts; amounts are in cents."""

    variant: str = "texas_holdem"
    limit: str = NO_LIMIT
    ante: int = 0  # 67.88 (11)
    small_blind: int = 100  # 67.88 (9)
    big_blind: int = 200
    forced: int = 100  # 67.88 (10)
    small_bet: int = 200  # at a fixed limit; elsewhere the least bet is the big blind, or this where there are none
    big_bet: int = 400
    raises: int = 4  # bets and raises in a round at a fixed limit
    min_stakes: str = PER_GAME
    commission: tuple[int, int] = (0, 1)  # percent of each pot, exact (67.108)
    cap: int | None = None  # of a game's commission
    time_charge: int | None = None  # for a period (67.108), once the most at once; None: there is none
    time_period: int = 60  # minutes of the player's own time (A84)
    return_minutes: int = 60  # within which who left brings again what he took away (A76); 0: it does not matter
    puck: str = DEAD
    missed: str = POST  # blinds that came by while a player sat out
    newcomers: str = POST  # the big blind of whoever sits down while games are played
    straddle: str = NONE

    @property
    def game(self) -> Variant:
        """Returns the variant that is dealt."""
        return VARIANTS[self.variant]


def house_of(options: Options) -> House:
    """What is posted, if it can be: an option that nobody knows is an error.

    >>> house_of(Options(more={"room.limit": "pot_limit", "room.bigBlind": 500})).big_blind
    500
    """
    more = {key.removeprefix(PREFIX): value for key, value in options.more.items() if key.startswith(PREFIX)}
    if unknown := more.keys() - NAMES.keys():
        raise RuleError("bad_request", Because.NO_ROOM_OPTION(name=f"{PREFIX}{min(unknown)[:40]}"))
    house = House(**{NAMES[key]: _read(key, value, options.unit) for key, value in more.items()})
    if "bigBlind" in more and "smallBlind" not in more:
        house = house._replace(small_blind=house.big_blind // 2 // options.unit * options.unit)
    if "bigBlind" in more and "smallBet" not in more:
        house = house._replace(small_bet=house.big_blind)
    if "bigBet" not in more:
        house = house._replace(big_bet=2 * house.small_bet)
    if "forced" not in more:
        house = house._replace(forced=max(house.small_bet // 2 // options.unit * options.unit, options.unit))
    if any(amount % options.unit for amount in (house.small_blind, house.big_blind, house.forced, house.small_bet)):
        raise RuleError("bad_request", Because.UNITS(unit=options.unit))
    if not house.raises:
        raise RuleError("bad_request", Because.RAISES(name=f"{PREFIX}raises"))
    if not 0 <= house.small_blind <= house.big_blind or not 0 < house.forced <= house.small_bet <= house.big_bet:
        raise RuleError("bad_request", Because.BETS_DO_NOT_FIT())
    return house


NAMES = {
    "variant": "variant",
    "limit": "limit",
    "ante": "ante",
    "smallBlind": "small_blind",
    "bigBlind": "big_blind",
    "forced": "forced",
    "smallBet": "small_bet",
    "bigBet": "big_bet",
    "raises": "raises",
    "minStakes": "min_stakes",
    "commissionPercent": "commission",
    "commissionCap": "cap",
    "timeCharge": "time_charge",
    "timePeriod": "time_period",
    "returnMinutes": "return_minutes",
    "puck": "puck",
    "missedBlinds": "missed",
    "newPlayers": "newcomers",
    "straddle": "straddle",
}
CHOICES: Mapping[str, tuple[str, ...]] = {
    "variant": tuple(VARIANTS),
    "limit": (NO_LIMIT, POT_LIMIT, FIXED_LIMIT),
    "minStakes": (PER_GAME, ON_SEAT),
    "puck": (DEAD, MOVES),
    "missedBlinds": (POST, WAIT, NONE),
    "newPlayers": (POST, WAIT, NONE),
    "straddle": (NONE, UTG),
}
MINUTES: Mapping[str, int] = {"timePeriod": 1, "returnMinutes": 0}  # the least


def _read(key: str, value: Any, unit: int) -> Any:
    if key in CHOICES:
        if value not in CHOICES[key]:
            raise RuleError("bad_request", Because.CHOICE(name=f"{PREFIX}{key}", allowed=", ".join(CHOICES[key])))
        return value
    if key == "commissionPercent":
        try:
            return percent_of(Decimal(value) if isinstance(value, str) else value)  # "2.5": TOML's 2.5 is no decimal
        except InvalidOperation as error:
            raise RuleError("bad_request", Because.NUMBER(name=f"{PREFIX}{key}")) from error
    if key in MINUTES:
        if type(value) is not int or not MINUTES[key] <= value <= MOST_MINUTES:
            raise RuleError(
                "bad_request", Because.OPTION_MINUTES(name=f"{PREFIX}{key}", least=MINUTES[key], most=MOST_MINUTES)
            )
        return value
    if type(value) is not int or not 0 <= value <= MOST or (key != "raises" and value % unit):
        raise RuleError("bad_request", Because.UNIT_CENTS(name=f"{PREFIX}{key}", unit=unit))
    return value
