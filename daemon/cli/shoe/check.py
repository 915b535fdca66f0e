"""`croupierctl shoe test`: whole decks through the reader."""

from __future__ import annotations

import asyncio
import sys
from contextlib import aclosing
from typing import Annotated

import typer

from daemon.cli.options import DEFAULT_CONFIG, ConfigOption, JsonOption, LanguageOption, TableOption
from daemon.cli.shoe.common import BaudOption, PortOption, ProtocolOption, concluding
from daemon.cli.shoe.deck import DeckCheck
from daemon.cli.shoe.line import Conversations, Line, tap
from daemon.cli.shoe.report import ShoeReport
from drivers.faults import FaultError
from drivers.observation import LinkUp

SETTLE = 1.0  # seconds after the last card of a deck in which one too many would come


def test(
    decks: Annotated[int, typer.Option("--decks", min=1, max=8, help="so many decks are dealt")] = 1,
    seconds: Annotated[float, typer.Option("--seconds", min=1, help="without a card for so long, it ends")] = 60,
    port: PortOption = "",
    protocol: ProtocolOption = "",
    baud: BaudOption = None,
    config: ConfigOption = DEFAULT_CONFIG,
    table: TableOption = "",
    lang: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """A deck check: deal whole decks through the reader. Only with the table closed."""
    line = Line.of(config, table, port, protocol, baud)
    report = ShoeReport(line.table, lang, "deck_whole", "deck_not_whole", as_json=as_json)
    check, conversations = DeckCheck(decks), Conversations(line.protocol, line.serial)

    async def deal() -> FaultError | None:
        last, invited = 0.0, False
        async with aclosing(tap(line, conversations, 0)) as passing:
            async for passed in passing:
                if passed.error is not None:
                    return passed.error
                met = passed.sighting is not None and isinstance(passed.sighting.observation, LinkUp)
                met |= not conversations.current.IDENTIFIES  # some say nothing before their first card
                if met and not invited:
                    invited = True
                    sys.stderr.write(f"{report.say('deal_now', due=check.due)}\n")
                    sys.stderr.flush()
                if passed.sighting is not None:
                    before = check.dealt
                    check.take(passed.sighting.observation)
                    conversations.store(passed.sighting)  # these cards are nobody's: croupierd is not to hear of them
                    last = passed.at if check.dealt > before else last
                    if sys.stderr.isatty() and not as_json:
                        sys.stderr.write(f"\r{report.say('cards_seen', seen=check.dealt, due=check.due)} ")
                elif passed.at - last > (SETTLE if check.dealt >= check.due else seconds):
                    return None
        return None

    with concluding(report, line):
        line.check_free()
        if not line.may_name_cards:
            report.conclude("not_closed")
        try:
            error = asyncio.run(deal())
        finally:
            _tell_deck(report, check, as_json=as_json)
        if error is not None:
            raise error
        if not check.dealt:
            report.conclude("nothing_dealt")
        if not check.whole:
            if check.doubled or len(check.missing) != check.misread + check.untold:
                report.conclude("deck_short")
            report.conclude("reader_dirty" if check.misread else "deck_untold")
        report.close()


def _tell_deck(report: ShoeReport, check: DeckCheck, *, as_json: bool) -> None:
    if not as_json:
        sys.stderr.write("\n")
        sys.stdout.write("\n".join(check.grid()) + "\n\n")
    report.row(report.say("cards"), report.say("cards_seen", seen=check.seen.total(), due=check.due))
    if check.missing:
        report.row(report.say("missing"), " ".join(check.missing), bad=True)
    if check.doubled:
        report.row(report.say("doubled"), " ".join(check.doubled), bad=True)
    rate = report.say("misread_rate", n=check.misread, rate=check.rate)
    report.row(report.say("misread"), rate, bad=bool(check.misread))
    if check.untold:
        report.row(report.say("untold"), str(check.untold), bad=True)
    if check.cut:
        report.row(report.say("cut_card"), report.say("cut_card_seen", n=check.cut))
    report.extra |= {
        "decks": check.decks,
        "seen": {str(card): count for card, count in sorted(check.seen.items())},
        "missing": check.missing,
        "doubled": check.doubled,
        "misread": check.misread,
        "misread_rate": check.rate,
        "untold": check.untold,
        "cut_cards": check.cut,
    }
