"""The sheet of Craps, 95.6 to 95.17."""

from __future__ import annotations

from itertools import groupby

from rules.craps import GAME, MAX_ODDS
from rules.craps_commission import goes_back
from rules.craps_wagers import (
    AGAINST,
    COMMISSION,
    EVEN,
    FIELD,
    GROUPS,
    HARD,
    ONE_ROLL,
    PARTS,
    RIGHT,
    TERMS,
    TRUE,
    multiple_chances,
    net,
)
from rules.dice import Throw
from rules.game import Options, unoffered
from rules.lines import Odds
from rules.sheets.dice import NO_ROLL_RULE, OFFERED, READ_BY_TWO
from rules.sheets.model import EXACT_PAYMENT, Bet, PayTable, Sheet, both, paid
from rules.terms import Term

LAID = Term("limites de la table", "table limits")
CLOSES = Term("en tout temps, tant que les dés ne sont pas en jeu", "at any time until the dice are out")
COME_OUT = Term("avant un coup de départ", "before a come-out roll")
WITH_POINT = Term("tant qu'il y a un point", "while there is a point")
UNKEYED = Term(
    "À cette table, les mises ne sont pas notées : avant de sortir les dés, le croupier voit lui-même que celle du "
    "lanceur est sur le tapis.",
    "At this table wagers are not entered: before the dice go out, the dealer sees that the shooter's lies there.",
)
MOST_ODDS = Term("{odds} : au plus {n} fois la mise", "{odds}: at most {n} times the wager")
REFUNDED = Term(
    "La commission d'une mise achetée ou contre, retirée ou réduite avant d'être décidée, est rendue en proportion.",
    "The commission of a Buy or Lay Bet that is withdrawn or reduced before it is decided goes back in proportion.",
)
NOT_REFUNDED = Term(
    "La commission d'une mise achetée ou contre n'est pas rendue, même si la mise est retirée ou réduite.",
    "The commission of a Buy or Lay Bet does not go back, even if the wager is withdrawn or reduced.",
)
ONE_ROLL_LOSES = Term("sur tout autre total", "on any other total")


def sheet(options: Options) -> Sheet:
    """Writes the sheet as the table posts it."""
    most = options.more.get(MAX_ODDS)
    behind = (
        both(
            Term(
                "derrière sa mise, le nombre connu; au plus {n} fois celle-ci",
                "behind its wager, the number known; at most {n} times it",
            ),
            n=most,
        )
        if isinstance(most, int)
        else Term(
            "derrière sa mise, le nombre connu; limites affichées", "behind its wager, the number known; posted limits"
        )
    )
    return Sheet(
        name=TERMS["craps"],
        sections=("95.6", "95.17"),
        choices=(
            *((both(MOST_ODDS, odds=TERMS["odds"], n=most),) if isinstance(most, int) else ()),
            *(() if goes_back(options) else (NOT_REFUNDED,)),
        ),
        object=Term(
            "Prédire ce que montreront les deux dés du lanceur, au prochain coup ou avant un sept.",
            "Predict what the shooter's two dice will show, on the next roll or before a seven.",
        ),
        course=(
            OFFERED,
            Term(
                "Le premier coup est le coup de départ. Un 4, 5, 6, 8, 9 ou 10 devient le point, jusqu'à ce qu'il "
                "revienne ou qu'un 7 sorte.",
                "The first roll is the come-out roll. A 4, 5, 6, 8, 9 or 10 becomes the point, until it is rolled "
                "again or a 7 is.",
            ),
            Term(
                "Sur un sept perdant, les dés passent au joueur suivant, dans le sens des aiguilles d'une montre.",
                "On a seven-out the dice pass to the next player, clockwise.",
            ),
            Term(
                "Avant un coup de départ, le lanceur doit avoir une mise sur Passe ou Ne passe pas; sinon, les dés "
                "passent au suivant. Une fois les dés sortis, rien n'est misé, retiré ni appelé.",
                "Before a come-out roll the shooter must have a wager on Pass or Don't Pass; if not, the dice pass to "
                "the next. Once the dice are out, nothing is laid, withdrawn or called.",
            ),
            *(() if options.keyed else (UNKEYED,)),
        ),
        valid=(READ_BY_TWO, NO_ROLL_RULE),
        bets=_bets(behind),
        tables=_tables(unoffered(GAME, options)),
        special=(
            Term(
                "Ne jouent pas au coup de départ, sauf demande : les doubles, les mises placées et achetées, les "
                "chances associées à Vient.",
                "Off on a come-out roll unless called on: Hard Ways, Right and Buy Bets, odds behind Come.",
            ),
            Term(
                "Passe et Vient ne se retirent plus une fois leur nombre connu; toute autre mise peut être retirée "
                "avant le coup suivant. Ne passe pas et Ne vient pas ne s'augmentent jamais.",
                "Pass and Come are not withdrawn once their number is known; any other wager may be, before the next "
                "roll. Don't Pass and Don't Come are never increased.",
            ),
            REFUNDED if goes_back(options) else NOT_REFUNDED,
            Term(
                "Une mise décidée quitte le tapis; une mise qu'un coup ne décide pas y reste.",
                "A wager that is decided leaves the layout; one that a roll does not decide stays.",
            ),
            EXACT_PAYMENT,
        ),
        readings=(
            "A11",
            "A12",
            "A114",
            "A115",
            "A117",
            "A118",
            "A119",
            "A120",
            "A121",
            "A122",
            "A123",
            "A124",
            "A125",
            "A126",
            "A127",
            "A128",
            "A129",
            "A130",
            *(() if isinstance(most, int) else ("A132",)),
            "A133",
            "A134",
            "A137",
            "A138",
            "A143",
            "A156",
        ),
    )


def _bets(behind: Term) -> tuple[Bet, ...]:
    even = paid(EVEN)
    return (
        Bet(
            TERMS["pass"],
            LAID,
            COME_OUT,
            both(
                Term(
                    "7 ou 11 au départ; puis le point avant un 7 : {odds}",
                    "7 or 11 on the come-out; then the point before a 7: {odds}",
                ),
                odds=even,
            ),
            Term("2, 3 ou 12 au départ; puis un 7", "2, 3 or 12 on the come-out; then a 7"),
            "95.14",
        ),
        Bet(
            TERMS["dont_pass"],
            LAID,
            COME_OUT,
            both(
                Term(
                    "2 ou 3 au départ; puis un 7 avant le point : {odds}",
                    "2 or 3 on the come-out; then a 7 before the point: {odds}",
                ),
                odds=even,
            ),
            Term("7 ou 11 au départ; puis le point", "7 or 11 on the come-out; then the point"),
            "95.14",
            Term("12 au départ", "12 on the come-out"),
        ),
        Bet(
            Term("Vient, Ne vient pas", "Come, Don't Come"),
            LAID,
            WITH_POINT,
            both(
                Term(
                    "comme Passe et Ne passe pas, à partir du coup suivant : {odds}",
                    "as Pass and Don't Pass, from the next roll on: {odds}",
                ),
                odds=even,
            ),
            Term("de même", "likewise"),
            "95.14",
            Term("Ne vient pas : 12 au premier coup", "Don't Come: 12 on the first roll"),
            of=("come", "dont_come"),
        ),
        Bet(
            TERMS["field"],
            LAID,
            CLOSES,
            Term(f"sur {_list(sorted(FIELD), 'fr')}", f"on {_list(sorted(FIELD), 'en')}"),
            ONE_ROLL_LOSES,
            "95.14",
            of=("field",),
        ),
        Bet(
            Term("Doubles (4, 6, 8, 10)", "Hard Ways (4, 6, 8, 10)"),
            LAID,
            CLOSES,
            Term("si le total est fait de deux dés pareils", "if the total is made of two dice alike"),
            Term("sur un 7, ou le total fait autrement", "on a 7, or the total made another way"),
            "95.15",
            of=GROUPS["hard"],
        ),
        Bet(
            Term("Tout 7, 11, Tout craps, Craps 2, 3, 12", "Any 7, 11, Any Craps, Craps 2, 3, 12"),
            LAID,
            CLOSES,
            Term("si le prochain coup donne un total de la mise", "if the next roll gives a total of the wager"),
            ONE_ROLL_LOSES,
            "95.15",
            of=tuple(wager for wager in ONE_ROLL if wager not in PARTS),
        ),
        Bet(
            Term("Horn, World, Craps à trois", "Horn, World, 3-Way Craps"),
            Term(
                f"divisées en {PARTS['horn']}, {PARTS['world']} et {PARTS['three_way']} parts égales",
                f"split in {PARTS['horn']}, {PARTS['world']} and {PARTS['three_way']} equal parts",
            ),
            CLOSES,
            Term(
                "la part du total qui sort est payée comme la mise simple; net, pour toute la mise : voir le tableau",
                "the part of the total rolled is paid as the wager alone; net, for the whole wager: see the table",
            ),
            Term("les autres parts; toutes, sur tout autre total", "the other parts; all of them on any other total"),
            "95.15",
            of=tuple(PARTS),
        ),
        Bet(
            Term("Hop", "Hop"),
            Term(
                "deux faces annoncées et confirmées; limites de la table",
                "two faces called and confirmed; table limits",
            ),
            CLOSES,
            Term("si les dés montrent ces deux faces", "if the dice show these two faces"),
            Term("sur tout autre coup", "on any other roll"),
            "95.15",
            of=GROUPS["hop"],
        ),
        Bet(
            Term("Chances associées", "Associate Chances (odds)"),
            behind,
            CLOSES,
            Term("avec la mise derrière laquelle elles sont", "with the wager behind which they lie"),
            Term("de même", "likewise"),
            "95.16",
            Term("hors jeu, avec une mise Vient décidée", "off, with a Come wager that is decided"),
            of=GROUPS["odds"],
        ),
        Bet(
            RIGHT_OR_BUY,
            BUY_IN_ADVANCE,
            CLOSES,
            Term("si le nombre sort avant un 7", "if the number is rolled before a 7"),
            Term("sur un 7", "on a 7"),
            "95.17",
            of=GROUPS["place"] + GROUPS["buy"],
        ),
        Bet(
            Term("Mise contre", "Lay Bet"),
            Term("limites de la table; commission payée d'avance", "table limits; commission paid in advance"),
            CLOSES,
            Term("si un 7 sort avant le nombre", "if a 7 is rolled before the number"),
            Term("sur le nombre", "on the number"),
            "95.17",
            of=GROUPS["lay"],
        ),
    )


RIGHT_OR_BUY = Term("Mise placée, mise achetée", "Right Bet, Buy Bet")
BUY_IN_ADVANCE = Term(
    "limites de la table; achetée : commission payée d'avance", "table limits; Buy: commission paid in advance"
)


def _tables(missing: frozenset[str]) -> tuple[PayTable, ...]:
    hops = {row[0]: row[2] for row in multiple_chances(None, Throw((1, 1))) if row[0] in ("hop_1_1", "hop_1_2")}
    one_roll = [
        (TERMS[wager], paid(odds))
        for wager, wins in ONE_ROLL.items()
        if wager not in PARTS and wager not in missing
        for odds in sorted(set(wins.values()))
    ]
    field = [
        (Term(f"Champ, {_list(totals, 'fr')}", f"Field, {_list(totals, 'en')}"), paid(odds))
        for totals, odds in _alike(FIELD)
        if "field" not in missing
    ]
    hard = [
        (Term(f"{_list(numbers, 'fr')} en double", f"Hard Way {_list(numbers, 'en')}"), paid(odds))
        for numbers, odds in _alike(HARD)
        if not missing.issuperset(GROUPS["hard"])
    ]
    hop = [
        (Term("Hop, deux dés pareils", "Hop, two alike"), paid(hops["hop_1_1"])),
        (Term("Hop, autres", "Hop, others"), paid(hops["hop_1_2"])),
    ]
    return (
        PayTable(
            Term("Au prochain coup, et doubles", "One roll, and Hard Ways"),
            "95.14, 95.15",
            (*field, *hard, *one_roll, *(() if missing.issuperset(GROUPS["hop"]) else hop)),
            ("field", *GROUPS["hard"], *ONE_ROLL, *GROUPS["hop"]),
        ),
        PayTable(
            Term("En parts : net, pour toute la mise", "In parts: net, for the whole wager"), "95.15", _in_parts()
        ),
        _by_number(
            Term("Chances associées (Passe, Vient); mise achetée", "Odds (Pass, Come); Buy Bet"),
            *("95.16, 95.17", TRUE, GROUPS["odds"] + GROUPS["buy"]),
        ),
        _by_number(
            Term(
                "Chances associées (Ne passe pas, Ne vient pas); mise contre", "Odds (Don't Pass, Don't Come); Lay Bet"
            ),
            "95.16, 95.17",
            AGAINST,
            GROUPS["odds"] + GROUPS["lay"],
        ),
        _by_number(Term("Mise placée", "Right Bet"), "95.17", RIGHT, GROUPS["place"]),
        PayTable(Term("Commission", "Commission"), "95.17", _commissions(), tuple(COMMISSION)),
    )


def _in_parts() -> tuple[tuple[Term, Term], ...]:
    """What a Horn, a World and a 3-Way Craps gain: the part that is paid, less those that are lost."""
    return tuple(
        (
            Term(f"{TERMS[wager].fr}, {_list(totals, 'fr')}", f"{TERMS[wager].en}, {_list(totals, 'en')}"),
            paid(gains) if (gains := net(odds, parts))[0] else Term("mise rendue", "stake back"),
        )
        for wager, parts in PARTS.items()
        for totals, odds in _alike(ONE_ROLL[wager])
    )


def _commissions() -> tuple[tuple[Term, Term], ...]:
    """The part of the stake, or of the potential winnings, from the table that takes it."""
    times, parts, _ = COMMISSION["buy_4"]
    share = 100 * times // parts
    to, per = AGAINST[4]
    lay_times, lay_parts, _ = COMMISSION["lay_4"]
    of_win = 100 * lay_times * per // (lay_parts * to)
    return (
        (Term("Mise achetée", "Buy Bet"), Term(f"{share} % de la mise", f"{share} % of the stake")),
        (Term("Mise contre", "Lay Bet"), Term(f"{of_win} % du gain possible", f"{of_win} % of the potential win")),
    )


def _by_number(title: Term, section: str, table: dict[int, Odds], of: tuple[str, ...]) -> PayTable:
    rows = [(Term(_list(numbers, "fr"), _list(numbers, "en")), paid(odds)) for numbers, odds in _alike(table)]
    return PayTable(title, section, tuple(rows), of)


def _alike(table: dict[int, Odds]) -> list[tuple[list[int], Odds]]:
    """The numbers that pay alike, from the best paid."""
    ordered = sorted(table.items(), key=lambda item: (-item[1][0] / item[1][1], item[0]))
    return [([number for number, _ in alike], odds) for odds, alike in groupby(ordered, key=lambda item: item[1])]


def _list(numbers: list[int], language: str) -> str:
    *most, last = map(str, numbers)
    return f"{', '.join(most)} {'ou' if language == 'fr' else 'or'} {last}" if most else last
