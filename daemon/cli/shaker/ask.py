"""`croupierctl shaker identify`, `status` and `light`: one question, one answer."""

from __future__ import annotations

import asyncio
from dataclasses import asdict, fields
from enum import Enum
from typing import Annotated

import typer

from daemon.cli.options import DEFAULT_CONFIG, ConfigOption, JsonOption, LanguageOption, TableOption
from daemon.cli.shaker.common import SerialOption, ShakerReport, ShakerTarget, UsbOption
from daemon.text.shaker import shaken
from drivers.faults import Fault, FaultError
from drivers.observation import ShakerSaid
from drivers.shaker.conversation import describe_identity, refusal, trouble
from drivers.shaker.wire import PROTOCOL, Flag, Identity, Light, Phase, Refusal, SelfTest, Status, named_boot, text


class Switch(Enum):
    """Whether the lamp shall be on or off."""

    on = "on"
    off = "off"


def identify(
    serial: SerialOption = "",
    usb: UsbOption = "",
    config: ConfigOption = DEFAULT_CONFIG,
    table: TableOption = "",
    lang: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """Who answers on the USB bus, and is it this table's shaker?"""
    target = ShakerTarget.of(config, table, serial, usb)
    report = ShakerReport(target, lang, "known" if target.table else "answers", "not_known", as_json=as_json)
    with report.concluding():
        with target.held() as port:
            identity, now, address = port.ask(Identity), port.ask(Status), port.address
        if text(identity.serial) != port.serial:  # its descriptor may say what it likes
            raise FaultError(Fault.SHAKER_WRONG_DEVICE, text(identity.serial))
        model, number, firmware = describe_identity(identity)
        report.row(report.say("usb"), report.say("usb_at", usb=target.name.split()[0], address=address))
        report.row(report.say("model"), model)
        report.row(report.say("firmware"), report.say("firmware_speaks", firmware=firmware, protocol=PROTOCOL))
        report.row(report.say("serial"), number)
        report.row(report.say("boot"), report.say("boot_at", boot=named_boot(now.boot), seq=now.seq))
        report.extra |= {
            "identity": {"model": model, "serial": number, "firmware": firmware, "protocol": PROTOCOL},
            "boot": named_boot(now.boot),
            "events": now.seq,
            "address": address,
        }
        report.close()


def status(
    self_test: Annotated[
        bool, typer.Option("--self-test", help="it tests itself, too: lock and lamp may move")
    ] = False,
    serial: SerialOption = "",
    usb: UsbOption = "",
    config: ConfigOption = DEFAULT_CONFIG,
    table: TableOption = "",
    lang: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """What the shaker is doing, how its dome is, and what it says is wrong."""
    target = ShakerTarget.of(config, table, serial, usb)
    report = ShakerReport(target, lang, "works", "works_not", as_json=as_json)
    with report.concluding():
        if target.place.topic and self_test:
            raise FaultError(Fault.SHAKER_CANNOT, target.name)
        if target.place.topic:
            _tell_words(report, asyncio.run(_first_word(target)))
            report.close()
        with target.held() as port:
            now = port.ask(Status)
            tested = port.ask(SelfTest) if self_test else None
        _tell_status(report, now)
        if tested is not None:
            _tell_test(report, tested)
        report.close()


async def _first_word(target: ShakerTarget) -> str:
    """What a shaker says that has one word for what it is doing, and no other answer."""
    from daemon.cli.shaker.talk import talking

    async with talking(target) as talk:
        said, _ = await talk.heard.get()
        return said.what if isinstance(said, ShakerSaid) else ""


def _tell_words(report: ShakerReport, what: str) -> None:
    fault = Fault.SHAKER_ERROR if what == "program_error" else None
    report.row(report.say("doing"), shaken(report.language, what), fault)
    report.row(report.say("cannot"), report.lacking())
    report.extra["status"] = {"what": what}


def _tell_status(report: ShakerReport, now: Status) -> None:
    dome = report.say("dome_closed" if now.closed else "dome_open")
    locked = report.say("locked" if now.flags & Flag.DOME_LOCKED else "unlocked")
    report.row(report.say("doing"), report.say(f"phase_{Phase(now.phase).name.lower()}"))
    report.row(report.say("dome"), f"{dome}, {locked}")
    report.row(report.say("lamp"), report.say("on" if now.flags & Flag.LIGHT_ON else "off"))
    report.row(report.say("motor"), report.say("milliamps", n=now.milliamps))
    last = report.say("last_shake_none" if not now.order else "last_shake_at", order=now.order, tumbles=now.tumbles)
    report.row(report.say("last_shake"), last)
    if now.refusal != Refusal.NONE:
        report.row(report.say("last_refusal"), shaken(report.language, refusal(now.refusal)))
    if now.trouble:
        report.row(report.say("trouble"), shaken(report.language, trouble(now.trouble)), Fault.SHAKER_ERROR)
    report.extra["status"] = asdict(now) | {"boot": named_boot(now.boot), "phase": Phase(now.phase).name.lower()}


def _tell_test(report: ShakerReport, tested: SelfTest) -> None:
    for part in fields(tested):
        number = getattr(tested, part.name)
        said = report.say("part_bad", n=number) if number else report.say("part_well")
        label = report.say("self_test_of", part=report.say(f"part_{part.name}"))
        report.row(label, said, Fault.SHAKER_ERROR if number else None)
    report.extra["self_test"] = asdict(tested)


def light(
    switch: Annotated[Switch, typer.Argument(metavar="on|off", show_default=False)],
    serial: SerialOption = "",
    usb: UsbOption = "",
    config: ConfigOption = DEFAULT_CONFIG,
    table: TableOption = "",
    lang: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """The lamp over the dice, on or off; it stays so until croupierd says otherwise."""
    target = ShakerTarget.of(config, table, serial, usb)
    wanted = switch is Switch.on
    report = ShakerReport(target, lang, "lamp_obeys", "lamp_does_not", as_json=as_json)
    with report.concluding():
        with target.held() as port:
            port.order(Light(int(wanted)))
            lit = bool(port.ask(Status).flags & Flag.LIGHT_ON)
        report.row(
            report.say("lamp"), report.say("on" if lit else "off"), None if lit is wanted else Fault.SHAKER_ERROR
        )
        report.extra["lit"] = lit
        report.close()
