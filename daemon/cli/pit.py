"""`croupierctl pit`: every table of the shared pools, as each last told of itself to the ledger."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, ClassVar

from daemon.cli.options import DEFAULT_CONFIG, ConfigOption, JsonOption, LanguageOption
from daemon.cli.report import Report
from daemon.settings import load_site
from daemon.text.details import Because
from daemon.text.labels import LABELS
from daemon.text.language import Language
from drivers.faults import Fault, FaultError
from rules.registry import GAMES, METERED, term
from rules.terms import Term

if TYPE_CHECKING:
    from daemon.jackpot.pool import Account, PoolError
    from daemon.linked.pit import Member

WORDS = {
    "well": Term("Les tables des progressifs partagés vont bien.", "The tables of the shared pools are well."),
    "warning": Term("Les tables des progressifs demandent votre attention.", "The tables of the pools want attention."),
    "critical": Term("Une table des progressifs ne peut pas distribuer.", "A table of the pools cannot deal."),
    "open": Term("ouvert", "open"),
    "closed": Term("fermé", "closed"),
    "pending": Term("EN ATTENTE : {where}", "PENDING: {where}"),
    "new": Term("pas encore en service", "not in service yet"),
    "nobody": Term("aucune table ne s'est encore présentée", "no table has told of itself yet"),
    "table_open": Term("table ouverte", "table open"),
    "table_closed": Term("table fermée", "table closed"),
    "round": Term("coup {round}", "round {round}"),
    "held": Term("suspendu", "held"),
    "devices_up": Term("appareils en ligne", "devices up"),
    "devices_down": Term("hors ligne : {down}", "down: {down}"),
    "lit": Term("afficheurs allumés", "boards lit"),
    "dark": Term("éteints : {boards}", "dark: {boards}"),
    "owes": Term("doit {owed}", "owes {owed}"),
    "silent": Term("muette depuis {silent} s", "silent for {silent} s"),
    "unreadable": Term("ce qu'elle dit ne se laisse pas lire", "what it says cannot be read"),
    "replaced": Term("journal remplacé", "journal replaced"),
}


class PitReport(Report):
    """A screen whose verdict is about the floor, and whose next action is at one of its tables."""

    WORDS: ClassVar = WORDS

    def __init__(self, language: Language, *, as_json: bool) -> None:
        super().__init__(language, "pit", next(iter(METERED.values())).name, as_json=as_json)
        self._wrong: list[tuple[bool, str]] = []  # whether it can wait, and where it is

    def row(self, label: str, text: str, fault: Fault | None = None, *, bad: bool = False, table: str = "pit") -> None:
        """Adds a row, of a pool or of a table; the next action names the table of the first fault."""
        super().row(label, text, fault, bad=bad)
        if fault is not None:
            self._wrong.append((fault in self.warnings, table))

    def close(self) -> None:
        """Closes the report; the next action is for the table that wants it first."""
        if self._wrong:
            _, self._table = min(self._wrong, key=itemgetter(0))
        super().close()


def pit(config: ConfigOption = DEFAULT_CONFIG, lang: LanguageOption = None, as_json: JsonOption = False) -> None:
    """All tables of the shared pools: what each does, its last round, its boards, its faults, what it owes."""
    from daemon.linked.address import address
    from daemon.linked.pit import look

    site = load_site(config)
    if site.ledger is None:
        raise FaultError(Fault.CONFIG_INVALID, Because.NO_SHARED_POOLS(path=config / "site.toml"))
    floor = look(address(site.ledger, "pit"))
    screen = PitReport(lang or site.language, as_json=as_json)
    for name in sorted({*floor.pools, *(member.pool for member in floor.members)}):
        _pool(screen, name, floor.pools.get(name))
        for member in floor.members:
            if member.pool == name:
                screen.row(f"  {member.table}", _text(screen, member), _fault(member), table=member.table)
    if not floor.pools and not floor.members:
        screen.row(screen.say("jackpot"), screen.say("nobody"))
    screen.extra["tables"] = [
        member._asdict() | {"report": member.report and member.report.model_dump()} for member in floor.members
    ]
    screen.close()


def _pool(screen: PitReport, name: str, account: Account | PoolError | None) -> None:
    from daemon.jackpot.pool import PoolError

    label = f"{screen.say('jackpot')} {name}"
    if account is None:
        screen.row(label, screen.say("new"), Fault.JACKPOT_NEW)
        return
    if isinstance(account, PoolError):
        screen.row(label, str(account), account.fault)
        return
    waits = ", ".join(f"{hit.table} {hit.seat} {screen.money(hit.cents)}" for hit in account.pending)
    condition = "pending" if waits else "open" if account.live else "closed"
    fault = Fault(account.fault) if account.fault else Fault.JACKPOT_PENDING if waits else None
    screen.row(label, f"{screen.money(account.standing)}, {screen.say(condition, where=waits)}", fault)


def _text(screen: PitReport, member: Member) -> str:
    report = member.report
    if report is None:
        return screen.say("unreadable")
    game = report.game
    parts = [getattr(term(game, game), screen.language) if game in GAMES else game]
    parts.append(screen.say("round", round=report.round))
    if report.closed:
        parts.append(screen.say("table_closed"))
    elif report.held:
        parts.append(screen.say("held"))
    else:
        parts.append(screen.say("table_open"))
    if report.devices:
        down = ", ".join(screen.say(name) if name in LABELS else name for name, up in report.devices.items() if not up)
        parts.append(screen.say("devices_down", down=down) if down else screen.say("devices_up"))
    if report.boards:
        dark = ", ".join(name for name, online in report.boards.items() if not online)
        parts.append(screen.say("dark", boards=dark) if dark else screen.say("lit"))
    if member.owed:
        parts.append(screen.say("owes", owed=member.owed))
    if member.replaced:
        parts.append(screen.say("replaced"))
    elif member.fault is Fault.PIT_SILENT:
        parts.append(screen.say("silent", silent=round(member.silent)))
    return ", ".join(parts)


def _fault(member: Member) -> Fault | None:
    """Returns what the pit sees itself; else what the table says of itself."""
    reported = member.report.faults if member.report is not None else ()
    known = [Fault(code) for code in reported if code in Fault.__members__]
    return member.fault or (next(iter(known), None) if not member.replaced else None)
