"""What is posted, and the rule set that it is part of: what the table's file says, until two persons decide.

From then on the journal prevails over the file; where they differ, people are told (as for the pools' parameters).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from daemon.jackpot.pool import flaw
from daemon.table.events import RulesInForce
from daemon.table.orders import ChangePosting, Posting, Started
from daemon.table.play import Applied
from daemon.table.state import SETS, Known, Rules, TableState
from daemon.text.details import Because
from drivers.faults import Fault, FaultError
from rules.game import Limits, Options, RuleError
from rules.posting import offered, own_limits
from rules.registry import GAMES, check_posted
from rules.ruleset import Document, content, digest, short

OF_POOLS = ("manner", "jackpot", "seed")  # a pool is configured by these: set_jackpot takes them


def started(state: TableState, said: Started) -> Applied:
    """The file's posting, unless two persons have put another in force for this game."""
    rules, options, document = state.rules, said.options, said.document
    if not options.revision:  # as it was when the file alone posted
        return state._replace(posted=(said.game, options)), ()
    taken = rules.taken and said.game == state.posted[0]
    rules = replace(rules, filed=options, filed_document=document, taken=taken)
    if taken:
        options = replace(state.posted[1], revision=options.revision)
        document = document and _named(document, _words(rules.document))
    if options == state.options:
        options = state.options  # the very same: a roll asks whether something else is posted
    return _in_force(state._replace(posted=(said.game, options)), rules, document, ())


def effect(state: TableState, order: ChangePosting, by: tuple[str, ...]) -> Applied:
    """Two persons change what is posted, or approve it as it is."""
    if state.hold is not None:
        raise FaultError(Fault.ORDER_WHILE_HELD, state.hold.fault)
    game, before = state.posted
    rules = state.rules
    if order.posting is None:
        options, document = rules.filed or before, rules.filed_document
    else:
        options, document = _changed(game, before, order.posting), rules.document
        document = document and _named(document, order.posting.get("rules", {}))
    if rules.taken and (options, document) == (before, rules.document) and rules.approved:
        raise FaultError(Fault.ORDER_ILLEGAL, Because.NOTHING_CHANGED())
    _check(state, options)
    return _in_force(state._replace(posted=(game, options)), replace(rules, taken=True), document, by)


def opened(state: TableState) -> tuple[RulesInForce, ...]:
    """A table that opens tells its rules again."""
    document = state.rules.document
    return () if document is None else (replace(named(state.posted, document), by=state.rules.approved),)


def differences(state: TableState) -> tuple[str, ...]:
    """What the table's file says otherwise than what is in force: the names of its keys."""
    rules, options = state.rules, state.posted[1]
    if rules.filed is None:
        return ()
    names = [field.name for field in fields(options) if field.name != "revision"]
    found = [name for name in names if getattr(rules.filed, name) != getattr(options, name)]
    words = ["rules"] if _words(rules.document) != _words(rules.filed_document) else []
    return tuple(["options" if name == "more" else name for name in found] + words)


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


def _changed(game: str, options: Options, posting: Posting) -> Options:
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
    """As the table's file is checked, with the pools that it names."""
    game, before = state.posted
    try:
        check_posted(game, options)
    except RuleError as wrong:
        raise _illegal(wrong) from wrong
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
