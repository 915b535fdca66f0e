"""What the table's boards show. It follows from the state: sending it twice changes nothing."""

from __future__ import annotations

from typing import Literal, NamedTuple

from typing_extensions import TypedDict

from daemon.jackpot.shown import Pending, PoolShown
from daemon.table.shooter import void_ground
from daemon.table.state import Result, TableState
from daemon.text.amounts import odds_text
from daemon.text.cards import card_text
from daemon.text.language import Language
from daemon.text.rounds import round_words
from drivers.board import wire
from drivers.board.watch import Board
from rules.dice import ANNOUNCED, NO_ROLL
from rules.explain import outcome
from rules.lines import Line
from rules.registry import GAMES, term
from rules.terms import Term

WORDS = {
    "live": Term("PROGRESSIF", "PROGRESSIVE"),
    "pending": Term("EN ATTENTE", "PENDING"),
    "stale": Term("MONTANT INCONNU", "AMOUNT UNKNOWN"),
    "closed": Term("FERMÉ", "CLOSED"),
    "stake_back": Term("(mise rendue)", "(stake back)"),
    "point": Term("Point : {point}", "Point: {point}"),
    "shooter": Term("Lanceur : place {seat}", "Shooter: seat {seat}"),
    "out": Term("Les dés sont sortis", "The dice are out"),
    "no_roll": Term(f"{ANNOUNCED.fr} : {{ground}}", f"{ANNOUNCED.en}: {{ground}}"),
}
NOTHING = "0:1"  # the odds of a World on a seven: what one part wins, the others lose


class LitJackpot(TypedDict):
    """What is lit of the progressive, in the board's own words."""

    state: wire.Condition | Literal["out_of_service"]
    digits: str  # "": no amount is lit
    version: int


class BoardHealth(TypedDict):
    """What a technician may know of one board."""

    online: bool  # its echoes prove it
    shows: int | None  # the round
    jackpot: LitJackpot | None
    refused: int  # messages that were none of ours
    dropped: int  # messages that nobody read


def result(table: str, result: Result) -> wire.Result:
    """The last result: only cards that the dealer turned are in it."""
    sections = GAMES[result.game].sections
    areas = [
        wire.Area.model_validate(
            {"area": area, "odds": odds, "section": sections[area], "name": term(result.game, area)._asdict()}
        )
        for area, odds in result.areas.items()
    ]
    decided = [line.section for line in result.lines] + [area.section for area in areas]
    return wire.Result(
        table=table,
        seq=result.round,
        game=result.game,
        hands={hand: list(cards) for hand, cards in result.hands.items()},
        dice=list(result.dice),
        areas=areas,
        lines=[
            wire.ResultLine.model_validate({name: getattr(line, name) for name in wire.ResultLine.model_fields})
            for line in result.lines
        ],
        sections=list(dict.fromkeys(decided)),
        text={"fr": _result_text("fr", result), "en": _result_text("en", result)},
    )


def _result_text(language: Language, result: Result) -> list[str]:
    def say(key: str) -> str:
        return str(getattr(term(result.game, key), language))

    def gains(odds: str | None) -> str:
        """What the whole wager gains: a line's odds may be those of a part of it."""
        said = getattr(WORDS["stake_back"], language) if odds == NOTHING else odds and odds_text(odds, language)
        return f" {said}" if said else ""

    def settled(line: Line) -> str:
        odds = gains(result.areas.get(line.wager, line.odds)) if line.odds else ""
        became = getattr(outcome(result.game, line), language)
        return f"{line.seat}  {say(line.wager)}{' :' if language == 'fr' else ':'} {became}{odds}"

    called = round_words(result.game)["Coup"] if language == "fr" else "Round"
    title = f"{called} {result.round}  {say(result.game)}"
    if result.dice:
        won = [f"{say(area)}{gains(odds)}" for area, odds in result.areas.items()]
        lit = [("Gagnent : " if language == "fr" else "Winning: ") + " · ".join(won)] if won else []
        return [title, " ".join(map(str, result.dice)), *lit, *map(settled, result.lines)]
    game = GAMES[result.game]
    cards = " ".join(map(card_text, result.hands.get(game.common_hand, ())))
    whose = getattr(game.hand_name(game.common_hand), language)
    return [title, *([f"{whose}  {cards}"] if cards else []), *map(settled, result.lines)]


class Throw(NamedTuple):
    """The throw that is awaited, as boards show it."""

    game: str
    point: int | None = None
    shooter: str | None = None
    out: bool = False
    no_roll: str | None = None


def throw(state: TableState) -> Throw | None:
    """What everyone sees of it; None: this is no table of dice."""
    if state.game not in GAMES or "dice" not in state.machine.needs:
        return None
    if state.play is None:
        return Throw(state.game)
    game, out = state.players_throw, bool(state.dice_out)
    if game is None:
        return Throw(state.game, out=out, no_roll=void_ground(state))
    return Throw(state.game, game.point(state.play), state.shooter.seat or None, out, void_ground(state))


def dice(table: str, throw: Throw) -> wire.Dice:
    """The same as a message; the line numbers it."""
    return wire.Dice(
        table=table, seq=0, **throw._asdict(), text={"fr": _throw_text("fr", throw), "en": _throw_text("en", throw)}
    )


def _throw_text(language: Language, throw: Throw) -> list[str]:
    def say(key: str, **values: object) -> str:
        return str(getattr(WORDS[key], language)).format(**values)

    come_out = GAMES[throw.game].terms.get("come_out") if throw.point is None and throw.shooter is not None else None
    return [
        *([say("point", point=throw.point)] if throw.point is not None else []),
        *([str(getattr(come_out, language))] if come_out is not None else []),
        *([say("shooter", seat=throw.shooter)] if throw.shooter is not None else []),
        *([say("out")] if throw.out else []),
        *([say("no_roll", ground=getattr(NO_ROLL[throw.no_roll], language))] if throw.no_roll is not None else []),
    ]


def jackpot(table: str, pool: PoolShown) -> wire.Jackpot:
    """What a pool is worth; the line numbers it."""
    return wire.Jackpot(
        table=table,
        pool=pool.pool,
        seq=0,
        version=pool.version,
        state=pool.condition,
        cents=pool.cents,
        currency=pool.currency,
        pending=[wire.Hit(table=hit.table, seat=hit.seat, cents=hit.cents) for hit in pool.pending],
        text={"fr": _pool_text("fr", pool), "en": _pool_text("en", pool)},
    )


def _pool_text(language: Language, pool: PoolShown) -> list[str]:
    said = str(getattr(WORDS[pool.condition], language))
    return [said, *(_hit(language, hit) for hit in pool.pending if pool.condition == "pending")]


def _hit(language: Language, hit: Pending) -> str:
    if hit.cents is None:
        return f"Table {hit.table}"
    dollars, cents = divmod(hit.cents, 100)
    if language == "en":
        return f"Table {hit.table}  ${dollars:,}.{cents:02d}"
    grouped = f"{dollars:,}".replace(",", "\u00a0")
    return f"Table {hit.table}  {grouped},{cents:02d}\u00a0$"


def health(board: Board, dropped: int) -> BoardHealth:
    """Tells how one board is, and what it shows."""
    shown = board.echo.result if board.echo is not None else None
    lit = board.echo.jackpot if board.echo is not None else None
    return {
        "online": board.present,
        "shows": shown.seq if shown is not None else None,
        "jackpot": None if lit is None else {"state": lit.state, "digits": lit.digits, "version": lit.version},
        "refused": board.refused,
        "dropped": dropped,
    }
