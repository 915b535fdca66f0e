"""`croupierctl shaker shake`: one shake, weighed as the table weighs it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated

import typer

from daemon.cli.options import DEFAULT_CONFIG, ConfigOption, JsonOption, LanguageOption, TableOption
from daemon.cli.shaker.common import SerialOption, ShakerReport, ShakerTarget, UsbOption
from daemon.table.devices.shaker import Shaker, handshake, heard, spoken
from daemon.text.shaker import shaken
from drivers.faults import Fault, FaultError
from drivers.observation import (
    DiceRested,
    FromShaker,
    LinkDown,
    MotorFelt,
    Observation,
    ShakerSaid,
    ShakerUp,
    ShakeUndone,
)
from drivers.shaker.make import Make
from drivers.shaker.wire import MOST_MILLISECONDS, Flag

if TYPE_CHECKING:
    from daemon.cli.shaker.talk import Talk

UNLOCKS_WITHIN = 3.0  # seconds


@dataclass(slots=True)
class Shaken:
    """One shake as it comes to its end: `why` it was not a good one, if it was not."""

    shaker: Shaker
    why: str = ""
    refused: bool = False  # nothing has moved
    stopped: bool = False  # by hand
    tumbles: int = 0
    milliamps: list[int] = field(default_factory=list)

    def take(self, seen: Observation) -> None:
        """Takes the next observation into account."""
        if isinstance(seen, ShakerSaid):
            phase, why = spoken(self.shaker, seen)
            self.shaker, self.why = self.shaker._replace(phase=phase), self.why or why
        elif isinstance(seen, ShakeUndone):
            self._fail(seen.what)
            self.refused = not seen.begun
        elif isinstance(seen, ShakerUp):
            self._fail("events_missing")  # its status told of events that never came
        elif isinstance(seen, LinkDown):
            self._fail("link_lost")
        elif isinstance(seen, FromShaker):
            phase, why = handshake(self.shaker, seen)
            self.shaker, self.why = heard(self.shaker, seen)._replace(phase=phase), self.why or why
            if isinstance(seen, MotorFelt):
                self.milliamps.append(seen.milliamps)
            elif isinstance(seen, DiceRested):
                self.tumbles = seen.tumbles

    def _fail(self, why: str) -> None:
        self.shaker, self.why = self.shaker._replace(phase="failed"), self.why or why

    @property
    def ended(self) -> bool:
        """Whether nothing more is to be waited for."""
        return self.shaker.phase in ("rested", "failed")


def shake(
    pattern: Annotated[int | None, typer.Option("--pattern", min=0, max=255, help="default: the table's")] = None,
    amplitude: Annotated[int | None, typer.Option("--amplitude", min=1, max=100, help="percent")] = None,
    milliseconds: Annotated[
        int | None, typer.Option("--milliseconds", min=100, max=MOST_MILLISECONDS, help="how long the motor runs")
    ] = None,
    serial: SerialOption = "",
    usb: UsbOption = "",
    config: ConfigOption = DEFAULT_CONFIG,
    table: TableOption = "",
    lang: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """One shake, from the order to the rest: was it a good one? Ctrl-C stops the motor."""
    target = ShakerTarget.of(config, table, serial, usb)
    wanted = {"pattern": pattern, "amplitude": amplitude, "milliseconds": milliseconds}
    proven = target.make.proves.tumbles
    report = ShakerReport(target, lang, "good_shake" if proven else "said_so", "bad_shake", as_json=as_json)

    async def order() -> tuple[Shaken, bool]:
        from daemon.cli.shaker.talk import talking

        async with talking(target, **{name: value for name, value in wanted.items() if value is not None}) as talk:
            return await _shaken(talk, target.make), await _unlocked(talk)

    with report.concluding():
        done, unlocked = asyncio.run(order())
        _tell(report, done, unlocked=unlocked)
        if not proven:
            report.row(report.say("cannot"), report.lacking())
        if done.refused:
            report.conclude("nothing_moved")
        if done.why or done.stopped:
            report.conclude("not_taken")
        report.close()


async def _shaken(talk: Talk, make: Make) -> Shaken:
    """Orders a shake, under the next number that this shaker has not had, and follows it to its end."""
    up, _ = await talk.heard.get()
    if isinstance(up, ShakerUp):
        done = Shaken(Shaker(0, up.boot, up.seq, up=True, closed=up.closed, order=up.order + 1, phase="ordered"))
    elif isinstance(up, ShakerSaid):
        done = Shaken(Shaker(0, up=True, order=1, phase="ordered"))
    else:
        raise FaultError(talk.driver.FAILED)
    talk.driver.lock(on=True)
    talk.driver.shake(done.shaker.order)
    while not done.ended:
        if talk.interrupted.is_set() and not done.stopped and make.proves.stop:
            done.stopped = True
            talk.driver.stop()
        if seen := await talk.next():
            done.take(seen[0])
    if done.why and not done.refused:
        talk.driver.stop()
    return done


async def _unlocked(talk: Talk) -> bool:
    """Unlocks the dome, so that nobody leaves it locked; False if it stays so."""
    from drivers.shaker.driver import ShakerDriver

    if not isinstance(talk.driver, ShakerDriver):
        return True
    before = talk.driver.status  # it may be older than the lock
    talk.driver.lock(on=False)
    try:
        async with asyncio.timeout(UNLOCKS_WITHIN):
            while (now := talk.driver.status) is not None and (now is before or now.flags & Flag.DOME_LOCKED):
                await talk.next()
    except TimeoutError:
        return False
    return True


def _tell(report: ShakerReport, done: Shaken, *, unlocked: bool) -> None:
    order, why = done.shaker.order, done.why
    report.row(report.say("order"), str(order))
    if done.milliamps:
        span = report.say("milliamps_between", least=min(done.milliamps), most=max(done.milliamps))
        report.row(report.say("motor"), span)
    if done.tumbles:
        report.row(report.say("tumbles"), str(done.tumbles), bad=why == "too_few_tumbles")
    if done.stopped:
        report.row(report.say("stopped"), report.say("by_hand"), bad=True)
    if why:
        report.row(report.say("result"), shaken(report.language, why), bad=True)
    if not unlocked:
        report.row(report.say("dome"), report.say("locked"), Fault.SHAKER_ERROR)
    report.extra |= {"order": order, "tumbles": done.tumbles, "milliamps": done.milliamps, "why": why or None}
