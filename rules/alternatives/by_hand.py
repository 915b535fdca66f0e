"""Rounds that were dealt by hand, as the readings look at them: the states that a machine would have come to.

What a form does not tell is not made up. The order in which hands were completed is that of the seats; and of a game of
the poker room nobody knows what was bet in which betting round, so A79 leaves it as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, cast

from rules import blackjack, craps, sic_bo, three_five_seven, war
from rules.alternatives.model import Ended
from rules.blackjack_wagers import Meter
from rules.capabilities import Continues, MovesChips
from rules.cards import Card, parse_cards
from rules.contract import Request, seats_of
from rules.facts import Fact, Jackpot, Roll
from rules.game import DEALER, Game
from rules.house_poker import HousePoker, Round, Stakes
from rules.lines import Line, Stake
from rules.registry import GAMES

Meters = Mapping[str, tuple[Stake, int]]  # by wager: what a meter showed, and began anew with


def ended(
    game: str, base: Any, facts: tuple[Fact, ...], told: Request, lines: tuple[Line, ...], meters: Meters
) -> list[Ended]:
    """A round from its form; at craps each of its rolls.

    `base` and `facts` are what the table had seen of it, `lines` all that was settled. Seats that the form does not
    tell of are left out: their wagers went back.
    """
    machine = GAMES[game]
    if isinstance(machine, Continues):
        return _rolls(base, facts, told, lines)
    if isinstance(machine, MovesChips):
        play = base
        for fact in facts:
            play, _ = machine.step(play, fact)
        played, _ = machine.by_hand(play, told)
        return [Ended(game, base.options, base, (), played._replace(shown=tuple(played.alive)), lines)]
    known = dict(seats_of(told))
    mine = tuple(line for line in lines if line.seat in known)
    play = PLAYED[game](base.options, known, told) if game in PLAYED else _house_poker(machine, base, known, told)
    if game != blackjack.GAME.name:
        return [Ended(game, base.options, base, (), play, mine)]
    shown = tuple(Jackpot(wager, *meter) for wager, meter in meters.items())
    return [Ended(game, base.options, play._replace(cards={}), shown, play, mine)]


def _stakes(known: Mapping[str, Any]) -> dict[str, Stakes]:
    return {seat: player["wagers"] for seat, player in known.items()}


def _cards(known: Mapping[str, Any], told: Request) -> dict[str, tuple[Card, ...]]:
    """Every hand that somebody has seen."""
    seen = {seat: player["cards"] for seat, player in known.items() if "cards" in player}
    return {hand: parse_cards(" ".join(cards)) for hand, cards in {**seen, DEALER: told.get("dealer", [])}.items()}


def _house_poker(machine: Game, base: Round, known: Mapping[str, Any], told: Request) -> Round:
    game, cards = cast("HousePoker", machine), _cards(known, told)
    given_up = [seat for seat, laid in _stakes(known).items() if game.MAIN in laid and game.ADDED not in laid]
    turned = {hand: len(held) for hand, held in cards.items()}
    return Round(base.options, _stakes(known), True, cards, tuple(given_up), turned)


def _war(options: Any, known: Mapping[str, Any], told: Request) -> war.Round:
    cards, stakes = _cards(known, told), _stakes(known)
    (dealers,) = cards[DEALER]
    tied = [seat for seat in stakes if war.tied(cards[seat][0], dealers)]
    for seat, player in known.items():
        if "dealer_war_card" in player:
            card = Card.parse(player["dealer_war_card"])
            cards |= {war.dealer_against(seat): (card,), DEALER: (dealers, card)}
    return war.Round(options, stakes, True, cards, tuple(seat for seat in tied if "additional" not in stakes[seat]))


def _three_five_seven(options: Any, known: Mapping[str, Any], told: Request) -> three_five_seven.Round:
    cards = _cards(known, told)
    gone = tuple(seat for seat, player in known.items() if player.get("withdraw"))
    return three_five_seven.Round(
        options, _stakes(known), True, cards, (), gone, tuple(known), dealer_shown=len(cards[DEALER])
    )


def _blackjack(options: Any, known: Mapping[str, Any], told: Request) -> blackjack.Round:
    cards = {seat: held for seat, held in _cards(known, told).items() if seat != DEALER}
    meter = Meter(options.more.get("jackpot"), options.more.get("seed", 0))
    return blackjack.Round(options, meter, _stakes(known), True, cards)


def _sic_bo(options: Any, known: Mapping[str, Any], told: Request) -> sic_bo.Round:
    return sic_bo.Round(options, _stakes(known), True, tuple(told["dice"]))


PLAYED: Mapping[str, Callable[[Any, Mapping[str, Any], Request], Any]] = {
    war.GAME.name: _war,
    three_five_seven.GAME.name: _three_five_seven,
    blackjack.GAME.name: _blackjack,
    sic_bo.GAME.name: _sic_bo,
}


def _rolls(base: craps.Round, facts: tuple[Fact, ...], told: Request, lines: Iterable[Line]) -> list[Ended]:
    """Each roll of a form with what was laid before it; behind the last one, what was laid for the next round."""
    left, rounds = list(lines), list[Ended]()
    play = begun = craps.unlimited(base)
    since: tuple[Fact, ...] = ()
    mine: tuple[Line, ...] = ()
    for fact in (*facts, *craps.facts_of(told)):
        play, decided = craps.GAME.step(play, fact)
        since, mine = (*since, fact), (*mine, *_taken(left, decided))
        if isinstance(fact, Roll):
            rounds.append(Ended(craps.GAME.name, base.options, begun, since, play, mine))
            begun, since, mine = play, (), ()
    *others, last = rounds
    return [*others, last._replace(facts=(*last.facts, *since), play=play, lines=(*last.lines, *mine))]


def _taken(left: list[Line], decided: Iterable[Line]) -> Iterator[Line]:
    """What was settled by one fact, as it was settled: of it the form's mark alone is more."""
    for line in decided:
        found = next((each for each in left if _unmarked(each) == line), None)
        if found is not None:
            left.remove(found)
            yield found


def _unmarked(line: Line) -> Line:
    more = {name: value for name, value in (line.more or {}).items() if name != "by_hand"}
    return line._replace(more=more or None)
