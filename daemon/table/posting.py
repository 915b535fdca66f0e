"""What is posted, and the rule set that it is part of: what the table's file says, until two persons decide.

From then on the journal prevails over the file; where they differ, people are told (as for the pools' parameters).
A set whose day has not come waits, whoever says it, and what is in force stays until then: no round is opened by a set
before its day. The table has no clock: it is told the gaming day.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from daemon.jackpot.pool import flaw
from daemon.table import devices
from daemon.table.events import RulesInForce, RulesToCome, RulesWithdrawn
from daemon.table.orders import ChangePosting, DayBegan, Started
from daemon.table.play import Applied
from daemon.table.state import SETS, Coming, Known, Rules, TableState
from daemon.text.details import Because
from drivers.faults import Fault, FaultError
from rules.capabilities import HasShooter
from rules.game import Limits, Options, RuleError
from rules.posting import offered, own_limits
from rules.registry import GAMES, check_posted
from rules.ruleset import Document, content, digest, short

OF_POOLS = ("manner", "jackpot", "seed")  # a pool is configured by these: set_jackpot takes them


def started(state: TableState, said: Started) -> Applied:
    """The file's posting, unless two persons have put another in force for this game, or its day has not come."""
    rules, options, document = state.rules, said.options, said.document
    if not options.revision:  # as it was when the file alone posted
        return state._replace(posted=(said.game, options)), ()
    state = state._replace(day=said.day)
    same = said.game == state.posted[0]
    taken, present = rules.taken and same, rules.document if same else None
    coming = _renewed(said.game, rules.coming, said) if taken else None
    if taken or (_waits(state, document) and present is not None and not _waits(state, present)):
        if document is not None and not taken:
            coming = _coming(said.game, options, document)
        options = replace(state.posted[1], revision=options.revision)
        unknown = present is None and coming is not None  # nothing is in force
        document = None if unknown else document and _named(document, _words(present))
    elif document is not None and _waits(state, document):  # and nothing else is known that was in force
        coming, document, rules = _coming(said.game, options, document), None, replace(rules, approved=())
    if options == state.options:
        options = state.options  # the very same: a roll asks whether something else is posted
    rules = replace(rules, filed=said.options, filed_document=said.document, taken=taken)
    state, ruled = _in_force(state._replace(posted=(said.game, options)), rules, document, ())
    state, told = _to_come(state, coming, ())
    state, came = _come(state)
    return state, (*ruled, *told, *came)


def day_began(state: TableState, said: DayBegan) -> Applied:
    """Another gaming day: what waited for it is in force from the next round on."""
    if not state.day or said.day <= state.day:
        return state, ()
    return _come(state._replace(day=said.day))


def effect(state: TableState, order: ChangePosting, by: tuple[str, ...]) -> Applied:
    """Two persons change what is posted, or approve it as it is."""
    if state.hold is not None:
        raise FaultError(Fault.ORDER_WHILE_HELD, state.hold.fault)
    if order.withdraw:
        return _withdrawn(state, order, by)
    (game, before), rules = state.posted, state.rules
    if order.posting is None:
        options, document = rules.filed or before, rules.filed_document
    else:
        options = changed(game, before, order.posting)
        document = rules.coming.document if rules.none_yet and rules.coming else rules.document
        document = document and _named(document, order.posting.get("rules", {}))
    if rules.taken and (options, document) in _approved(state):
        raise FaultError(Fault.ORDER_ILLEGAL, Because.NOTHING_CHANGED())
    _check(state, options)
    if document is not None and _waits(state, document):
        coming = _coming(game, options, document, by)
        return _to_come(state._replace(rules=replace(rules, taken=True)), coming, by)
    # what the file alone said of a later day goes with the file; what two persons said stays
    state, dropped = (state, ()) if rules.taken else _to_come(state, None, by)
    state, told = _in_force(state._replace(posted=(game, options)), replace(state.rules, taken=True), document, by)
    return state, (*dropped, *told)


def check_in_force(state: TableState) -> None:
    """No round is dealt by rules whose day has not come."""
    if (coming := state.rules.coming) is not None and state.rules.none_yet:
        raise FaultError(Fault.RULES_NOT_YET, Because.RULES_FROM(rules=coming.rules, day=coming.day))


def late(state: TableState) -> Coming | None:
    """What should be in force by now, and cannot: the pools, or croupier itself, are not what they were."""
    coming = state.rules.coming
    return None if coming is None or _waits(state, coming.document) else coming


def opened(state: TableState) -> tuple[RulesInForce | RulesToCome, ...]:
    """A table that opens tells its rules again, and those that are to come."""
    rules = state.rules
    now = () if rules.document is None else (replace(named(state.posted, rules.document), by=rules.approved),)
    return (*now, *(() if rules.coming is None else (_told(state.posted[0], rules.coming),)))


def differences(state: TableState) -> tuple[str, ...]:
    """What the table's file says otherwise than what is in force: the names of its keys. It may say what is to come."""
    rules, options = state.rules, state.posted[1]
    if rules.filed is None or _says(rules.filed, rules.filed_document, rules.coming):
        return ()
    names = [field.name for field in fields(options) if field.name != "revision"]
    found = [name for name in names if getattr(rules.filed, name) != getattr(options, name)]
    words = ["rules"] if _words(rules.document) != _words(rules.filed_document) else []
    return tuple(["options" if name == "more" else name for name in found] + words)


# -- what is to come --------------------------------------------------------------------------------------------------


def _waits(state: TableState, document: Document | None) -> bool:
    """Its day has not come; whoever told no day gave the word no meaning."""
    return document is not None and bool(state.day) and document.effective > state.day


def _coming(game: str, options: Options, document: Document, by: tuple[str, ...] = ()) -> Coming:
    return Coming(named((game, options), document).rules, options, document, by)


def _renewed(game: str, coming: Coming | None, said: Started) -> Coming | None:
    """As this croupier reads the by-law; where that is another set, nobody has approved it."""
    if coming is None or said.document is None:
        return coming
    options = replace(coming.options, revision=said.options.revision)
    again = _coming(game, options, _named(said.document, _words(coming.document)))
    return replace(again, approved=coming.approved if again.rules == coming.rules else ())


def _to_come(state: TableState, coming: Coming | None, by: tuple[str, ...]) -> Applied:
    """This is to come, in place of what was."""
    before = state.rules.coming
    state = state._replace(rules=replace(state.rules, coming=coming))
    if coming is None:
        return state, () if before is None else (RulesWithdrawn(before.rules, by),)
    same = before is not None and before.rules == coming.rules
    return state, () if same and not by else (_told(state.posted[0], coming),)


def _told(game: str, coming: Coming) -> RulesToCome:
    said = named((game, coming.options), coming.document)
    return RulesToCome(said.rules, said.sha256, said.content, coming.day, coming.approved)


def _come(state: TableState) -> Applied:
    """What was to come is in force from the next round on, if it still can be posted."""
    if (coming := late(state)) is None:
        return state, ()
    try:
        _check(state, coming.options)
    except FaultError:
        return state, ()
    rules = replace(state.rules, coming=None)
    return _in_force(state._replace(posted=(state.posted[0], coming.options)), rules, coming.document, coming.approved)


def _withdrawn(state: TableState, order: ChangePosting, by: tuple[str, ...]) -> Applied:
    """What was to come does not; all else stays as it is."""
    coming = state.rules.coming
    if order.posting is not None:
        raise FaultError(Fault.ORDER_ILLEGAL, Because.WITHDRAWN_ALONE())
    if coming is None:
        raise FaultError(Fault.ORDER_ILLEGAL, Because.NOTHING_CHANGED())
    if state.rules.none_yet:
        raise FaultError(Fault.ORDER_ILLEGAL, Because.NOTHING_IN_FORCE(rules=coming.rules))
    return _to_come(state._replace(rules=replace(state.rules, taken=True)), None, by)


def _approved(state: TableState) -> list[tuple[Options, Document | None]]:
    """What two persons have said already."""
    rules, coming = state.rules, state.rules.coming
    now = [(state.posted[1], rules.document)] if rules.approved and not rules.none_yet else []
    return [*now, *([(coming.options, coming.document)] if coming is not None and coming.approved else [])]


def _says(options: Options, document: Document | None, coming: Coming | None) -> bool:
    return coming is not None and (options, _words(document)) == (coming.options, _words(coming.document))


# -- what is in force -------------------------------------------------------------------------------------------------


def _in_force(state: TableState, rules: Rules, document: Document | None, by: tuple[str, ...]) -> Applied:
    """Names the set; whoever approved another one has not approved this one."""
    if document is None:  # said by a croupier of before sets had names
        return state._replace(rules=replace(rules, next="", document=None, approved=by or rules.approved)), ()
    said = named(state.posted, document)
    same = said.rules == rules.next
    approved = by or (rules.approved if same else ())
    if state.by_hand.most is not None:  # forms may name it
        others = (each for each in rules.known if each.rules != said.rules)
        rules = replace(rules, known=(*others, Known(said.rules, *state.posted))[-SETS:])
    state = state._replace(rules=replace(rules, next=said.rules, document=document, approved=approved))
    return state, () if same and not by else (replace(said, by=approved),)


def named(posted: tuple[str, Options], document: Document) -> RulesInForce:
    """The rule set of what is posted, with its name; nobody has approved it."""
    game, options = posted
    said = content(game, options, document)
    sha256 = digest(said)
    return RulesInForce(short(game, sha256), sha256, said)


def changed(game: str, options: Options, posting: Mapping[str, Any]) -> Options:
    """What is in force, with what is given in its place."""
    given: dict[str, Any] = {name: value for name, value in posting.items() if name != "rules"}
    try:
        if "limits" in given:
            given["limits"] = own_limits(GAMES[game], {name: Limits(**own) for name, own in given["limits"].items()})
        if given.get("offered") is not None:
            given["offered"] = offered(GAMES[game], given["offered"])
    except RuleError as wrong:
        raise _illegal(wrong) from wrong
    if "options" in given:
        given["more"] = given.pop("options")
    return replace(options, **given)


def _check(state: TableState, options: Options) -> None:
    """As the table's file is checked, with the devices and the pools that it names."""
    game, before = state.posted
    try:
        check_posted(game, options)
    except RuleError as wrong:
        raise _illegal(wrong) from wrong
    machine = GAMES[game]
    if isinstance(machine, HasShooter) and machine.players_throw(options) and devices.throw(state):
        raise FaultError(Fault.ORDER_ILLEGAL, Because.SHAKER_OR_PLAYERS())  # 95.20, 95.21
    for name in OF_POOLS:
        known = [each.more.get(name) for each in (before, state.rules.filed or before)]
        if options.more.get(name) not in known:
            raise FaultError(Fault.ORDER_ILLEGAL, Because.OF_POOL(name=name))
    for pool in state.jackpots:
        if why := flaw(pool, options.seats):
            raise FaultError(Fault.ORDER_ILLEGAL, Because.POOL_FLAW(pool=pool.name, why=why))


def _illegal(wrong: RuleError) -> FaultError:
    return FaultError(Fault.ORDER_ILLEGAL, Because.RULES(code=wrong.code, why=wrong.message))


def _words(document: Document | None) -> dict[str, str]:
    return {"name": document.name, "effective": document.effective} if document is not None else {}


def _named(document: Document, words: Mapping[str, Any]) -> Document:
    name, effective = words.get("name", document.name), words.get("effective", document.effective)
    return replace(document, name=name, effective=effective or "")
