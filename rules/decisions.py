"""What a decision adds: where the section says how much, a stake may be said, and may not contradict it."""

from __future__ import annotations

from rules.contract import check_stake
from rules.game import Options, RuleError
from rules.lines import Stake
from rules.refusals import Because


def added(seat: str, wager: str, stake: Stake, required: Stake, section: str, options: Options) -> Stake:
    """The stake of a wager of which the section says how much it must be; where nobody knows that, what is said.

    >>> [added("1", "additional", said, must, "67.28", Options()) for said, must in ((None, 500), (700, None))]
    [500, 700]
    """
    if stake is None or not options.revision:  # before, whatever was said came to what is required
        return required
    if required is None:
        check_stake(stake, seat, wager, options.unit)
    elif stake != required:
        raise RuleError("invalid_stake", Because.REQUIRED(seat=seat, wager=wager, cents=required, section=section))
    return stake


def check_nothing_added(seat: str, choice: str, stake: Stake, section: str, options: Options) -> None:
    """Refuses a stake with a choice that lays nothing."""
    if stake is not None and options.revision:
        raise RuleError("invalid_stake", Because.NO_STAKE(seat=seat, choice=choice, section=section))
