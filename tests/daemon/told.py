"""What lies on the layout, as the events alone tell it: whatever was laid is settled, taken back, or lies there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from daemon.table.events import (
    ChipsBet,
    Decided,
    DecisionCorrected,
    DiceRolled,
    Event,
    LineCancelled,
    LineSettled,
    PotsAwarded,
    RoundFinished,
    RoundOpened,
    RoundVoided,
    SeatTaken,
    StakesTaken,
    WagerTakenBack,
)
from daemon.table.state import TableState
from rules.capabilities import MovesChips
from rules.craps_commission import REFUND
from rules.craps_wagers import COMMISSION, NUMBERS
from rules.lines import Line, Outcome, Stake
from tests.daemon.floor import of_kind

Wager = tuple[str, str]  # of a seat


@dataclass
class Told:
    """One table's wagers. Every event must fit what those before it told."""

    bonuses: Iterable[str] = ()  # lines of no wager of their own
    lying: dict[Wager, Stake] = field(default_factory=dict)
    settled: dict[Wager, Stake] = field(default_factory=dict)  # in this round
    cents: Counter[str] = field(default_factory=Counter)  # laid, settled, taken back, and out of sight: not known now
    commissions: dict[str, int] = field(default_factory=dict)  # by seat: paid in advance, less what went back
    kept: set[str] = field(default_factory=set)  # seats of whose commissions one is the house's, or is not known

    def follow(self, state: TableState, events: Iterable[Event]) -> None:
        """What one observation brought, and where it led."""
        events = sorted(events, key=_first_what_is_cancelled) if of_kind(events, DecisionCorrected) else events
        for event in events:
            match event:
                case RoundOpened():
                    self.settled = {}
                case SeatTaken(seat=seat, wagers=wagers):
                    self._laid(seat, wagers)
                case Decided(seat=seat, stake=stake):
                    self._decided(state, seat, stake)
                case DecisionCorrected(seat=seat, after=(_, stake)):
                    self._corrected(state, seat, stake)
                case WagerTakenBack(seat=seat, taken=taken, lying=lying):
                    assert taken is not None
                    self._taken_back(seat, taken)
                    assert self._of(seat) == lying
                case LineSettled(line=line):
                    self._settle(line)
                case LineCancelled(line=line) if line.wager not in self.bonuses:
                    self.cents["settled"] -= line.stake or 0
                    self.lying[line.seat, line.wager] = self.settled.pop((line.seat, line.wager))
                case RoundVoided():
                    assert self.lying == {}
                case RoundFinished():
                    assert self.lying == {} or state.goes_on
        for rolled in of_kind(events, DiceRolled):
            self._moved(sum(rolled.dice))
        self._agree(state)

    def _laid(self, seat: str, wagers: Mapping[str, Stake]) -> None:
        assert self._of(seat).keys() <= wagers.keys(), "a wager vanished"
        for wager, stake in wagers.items():
            before = self.lying.get((seat, wager), 0)
            assert stake is None or (before is not None and stake >= before), "a wager shrank"
            if stake is not None:
                self.cents["laid"] += stake - (before or 0)
            else:
                self.cents["out of sight"] += before or 0
            self.lying[seat, wager] = stake

    def _decided(self, state: TableState, seat: str, stake: Stake) -> None:
        """What a decision adds, the game knows by name; how much it is, the event has told."""
        there = state.machine.wagers(state.play)[seat]
        for wager in there.keys() - self._known(seat):
            assert there[wager] == stake, "another stake lies there than was told"
            self._laid(seat, {**self._of(seat), wager: stake})

    def _corrected(self, state: TableState, seat: str, stake: Stake) -> None:
        """What two persons decided otherwise lies there as they said, or as the section asks; or it never lay there."""
        there = state.machine.wagers(state.play)[seat]
        for wager in there.keys() | self._known(seat):
            before, now = self._known(seat).get(wager, 0), there.get(wager, 0)
            if wager in there and wager in self._known(seat) and before == now:
                continue
            assert wager not in there or stake in (now, None)
            self.lying.pop((seat, wager), None)
            self.cents["laid"] += (now or 0) - (before or 0)
            if wager in there:
                self.lying[seat, wager] = now

    def _taken_back(self, seat: str, taken: Mapping[str, Stake]) -> None:
        for wager, stake in taken.items():
            lies = self.lying.pop((seat, wager))
            assert (stake is None) is (lies is None)
            if stake is None or lies is None:
                continue
            assert 0 < stake <= lies
            self.cents["taken back"] += stake
            if stake < lies:
                self.lying[seat, wager] = lies - stake

    def _settle(self, line: Line) -> None:
        if line.wager in ("commission", REFUND):
            signed = line.stake or 0 if line.wager == "commission" else -(line.returned or 0)
            self.commissions[line.seat] = self.commissions.get(line.seat, 0) + signed
        if line.stake is None or (line.wager in COMMISSION and line.outcome is not Outcome.PUSH):
            self.kept.add(line.seat)
        if line.wager in self.bonuses:
            return
        stake = self.lying.pop((line.seat, line.wager))
        assert stake == line.stake, "another stake is settled than lay there"
        self.settled[line.seat, line.wager] = stake
        self.cents["settled"] += stake or 0

    def _moved(self, total: int) -> None:
        """95.14: a come wager that the roll did not decide lies on its number now."""
        for (seat, wager), stake in [*self.lying.items()]:
            if wager in ("come", "dont_come") and total in NUMBERS:
                del self.lying[seat, wager]
                self.lying[seat, f"{wager}_{total}"] = stake

    def _of_commissions(self) -> None:
        """Nobody gets back more than was paid, and all of it with what nothing has decided (A137, A138)."""
        for seat, held in [*self.commissions.items()]:
            assert held >= 0 or seat in self.kept
            if not self._of(seat).keys() & COMMISSION.keys():
                assert held == 0 or seat in self.kept, "a commission stays with the house"
                del self.commissions[seat]
                self.kept.discard(seat)

    def _agree(self, state: TableState) -> None:
        """The game knows of the same wagers, and the sums are those of what was told."""
        self._of_commissions()
        of_round = {} if state.goes_on else self.settled
        if state.play is not None:
            there = state.machine.wagers(state.play)
            lies = {(seat, wager): stake for seat, stakes in there.items() for wager, stake in stakes.items()}
            assert {**self.lying, **of_round} == lies
        sums = self.cents
        lying = sum(stake or 0 for stake in self.lying.values())
        assert sums["laid"] == sums["settled"] + sums["taken back"] + sums["out of sight"] + lying

    def _of(self, seat: str) -> dict[str, Stake]:
        return {wager: stake for (place, wager), stake in self.lying.items() if place == seat}

    def _known(self, seat: str) -> dict[str, Stake]:
        wagers = {**self.lying, **self.settled}
        return {wager: stake for (place, wager), stake in wagers.items() if place == seat}


def _first_what_is_cancelled(event: Event) -> bool:
    return not isinstance(event, LineCancelled)


@dataclass
class Chips:
    """The same of a poker room, where chips go from stakes into pots and back."""

    brought: int = 0
    left: int = 0  # with a player, as commission, for time
    bets: int = 0  # in this game, as the events tell them

    def follow(self, state: TableState, events: Iterable[Event]) -> None:
        """What one observation brought, and where it led."""
        for event in events:
            match event:
                case SeatTaken(wagers=wagers):
                    self.brought += sum(stake or 0 for stake in wagers.values())
                case StakesTaken(stake=stake):
                    self.left += stake
                case LineSettled(line=line) if line.wager == "commission":
                    self.left += line.stake or 0
                case ChipsBet(chips=chips):
                    self.bets += chips
                case PotsAwarded(pots=pots, returned=returned):
                    awarded = sum(sum(pot.shares.values()) for pot in pots) + sum(returned.values())
                    commission = sum(pot.commission for pot in pots)
                    assert self.bets == awarded + commission
                    self.left += commission
                    self.bets = 0
                case RoundVoided():
                    self.bets = 0  # every bet goes back to the stakes
        if state.play is not None:
            assert isinstance(state.machine, MovesChips)
            on_table = sum(state.machine.stakes(state.play).values())
            assert self.brought == self.left + self.bets + on_table
