"""Rounds that are over, for tests of what another reading would have made of them: dealt at random, or by hand."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from rules.alternatives.model import Ended
from rules.capabilities import CarriesOver, Continues
from rules.cards import DECK, parse_cards
from rules.facts import (
    AwaitCard,
    AwaitDecision,
    AwaitDice,
    AwaitDirection,
    AwaitTurn,
    AwaitWagers,
    Close,
    Deal,
    Decide,
    Direct,
    Fact,
    Finish,
    Finished,
    Jackpot,
    Roll,
    Turn,
    Wagers,
)
from rules.game import DEALER, Options, RuleError, deck_count
from rules.house_poker import DROP, PLAY
from rules.lines import Line
from rules.registry import GAMES
from tests.rules.dealing import offering

SEATS = ("1", "3", "4")
POSTED: Mapping[str, tuple[Options, ...]] = {
    "blackjack": tuple(offering(GAMES["blackjack"], more={"manner": manner}) for manner in (1, 2, 3)),
    "crazy_four": (Options(),),
    "poker_room": (
        Options(unit=25, more={"room.commissionPercent": 5}),
        Options(more={"room.variant": "omaha_high_low", "room.commissionPercent": "7.5"}),
    ),
    "war": (Options(), Options(more={"war.multi": "common"})),
    "craps": (Options(unit=25),),
}
LAID: Mapping[str, tuple[Mapping[str, int], ...]] = {  # more than what is usual
    "blackjack": ({"progressive": 100, "sevens": 100, "over_13": 500}, {"progressive": 100, "under_13": 500}),
    "craps": (
        {"pass": 500, "hard_4": 100, "hard_6": 100, "horn": 425, "world": 125, "three_way": 325},
        {"come": 500, "dont_come": 500, "lay_4": 2000, "buy_6": 2000, "hop_1_3": 100, "hop_3_4": 100, "field": 275},
        {"come_odds_6": 500, "come_odds_8": 500, "hard_8": 100},
    ),
    "three_card_poker": ({"initial": 500, "pair_plus": 100}, {"pair_plus": 500}),
    "crazy_four": ({"ante": 500, "super_bonus": 500, "queens_up": 100},),
    "boston": ({"ante": 500, "first": 1000, "bonus": 100},),
    "war": ({"initial": 525, "supplemental": 100},),
    "three_five_seven": ({"three": 500, "five": 500, "seven": 525},),
    "sic_bo": ({f"single_{n}": 100 for n in range(1, 7)} | {"total_6": 100, "two_of_a_kind_2": 100, "duo_1_2": 100},),
    "poker_room": ({"stakes": 5000}, {"stakes": 1000}, {"stakes": 20_000}),
}


def rounds(game: str, count: int) -> Iterator[Ended]:
    """So many rounds of a game, each with other cards or dice; players choose what comes."""
    machine, chance = GAMES[game], random.Random(f"alternatives {game}")
    for options in POSTED.get(game, (Options(),)):
        carried: Mapping[str, Any] | None = None
        for _ in range(count):
            resumed = carried is not None and isinstance(machine, Continues)
            base = machine.resume(options, carried) if resumed else machine.start(options)  # type: ignore[attr-defined]
            ended = _played(game, base, options, chance)
            if isinstance(machine, CarriesOver):
                carried = machine.carry(ended.play)
            yield ended


def _played(game: str, base: Any, options: Options, chance: random.Random) -> Ended:
    machine = GAMES[game]
    decks = deck_count(machine, options)
    shoe = chance.sample(DECK * decks, len(DECK) * decks)
    play = base
    facts: list[Fact] = []
    lines: list[Line] = []

    def tell(fact: Fact) -> bool:
        nonlocal play
        try:
            play, decided = machine.step(play, fact)
        except RuleError:  # a choice that asks for an amount, a wager that may not lie now; another one comes
            return False
        facts.append(fact)
        lines.extend(decided)
        return True

    for seat in SEATS:
        for wagers in chance.sample(LAID.get(game, machine.usual), 1):
            tell(Wagers(seat, wagers)) or [tell(Wagers(seat, {wager: stake})) for wager, stake in wagers.items()]
    drawn = 0
    while not isinstance(expected := machine.expects(play), Finished):
        match expected:
            case AwaitWagers():
                tell(Close())
                if "manner" in options.more:
                    tell(Jackpot("progressive", 10_000_000, 1_000_000))
            case AwaitCard():
                tell(Deal(shoe.pop()))
            case AwaitDecision(seat, choices):
                tell(Decide(seat, chance.choice(choices), chance.choice([None, 500, 1000, 1500])))
            case AwaitDirection(boxes):
                drawn += 1
                tell(Direct(chance.choice(boxes)) if drawn < 8 else Finish())
            case AwaitTurn(hand):
                if not tell(Turn(hand)):
                    return _played(game, base, options, chance)  # a raise that the hand does not allow (67.81)
            case AwaitDice(count):
                tell(Roll(tuple(chance.randint(1, 6) for _ in range(count))))
                if isinstance(machine, Continues):
                    break
    return Ended(game, options, base, tuple(facts), play, tuple(lines))


def dealt(
    game: str,
    wagers: Mapping[str, Mapping[str, int | None]],
    cards: str,
    *,
    drops: tuple[str, ...] = (),
    options: Options | None = None,
    said: Mapping[str, tuple[str, int | None]] | None = None,
    further: tuple[str, ...] = (),
) -> Ended:
    """One round by hand: cards in the order in which they are dealt, decisions by seat, further cards to boxes."""
    machine, posted = GAMES[game], options or offering(GAMES[game])
    base = play = machine.start(posted)
    facts: list[Fact] = [*(Wagers(seat, stakes) for seat, stakes in wagers.items()), Close()]
    if "jackpot" in posted.more:
        facts.append(Jackpot("progressive", posted.more["jackpot"], posted.more.get("seed", 0)))
    lines: list[Line] = []
    shoe, boxes = list(parse_cards(cards)), list(further)

    def tell(fact: Fact) -> None:
        nonlocal play
        play, decided = machine.step(play, fact)
        lines.extend(decided)

    for first in facts:
        tell(first)
    while not isinstance(expected := machine.expects(play), Finished):
        fact: Fact
        match expected:
            case AwaitCard():
                fact = Deal(shoe.pop(0))
            case AwaitDecision(seat, choices) if said and seat in said:
                fact = Decide(seat, *said[seat])
            case AwaitDecision(seat, choices):
                fact = Decide(seat, DROP if seat in drops else PLAY if PLAY in choices else choices[0])
            case AwaitTurn(hand):
                fact = Turn(hand)
            case AwaitDirection():
                fact = Direct(boxes.pop(0)) if boxes else Finish()
            case AwaitDice():
                raise AssertionError("dice are rolled by another")
            case AwaitWagers():
                raise AssertionError("betting is closed")
        facts.append(fact)
        tell(fact)
    return Ended(game, posted, base, tuple(facts), play, tuple(lines))


def rolled(game: str, wagers: Mapping[str, Mapping[str, int | None]], *dice: int, base: Any = None) -> Ended:
    """One roll of a game of dice."""
    machine = GAMES[game]
    start = play = machine.start(Options()) if base is None else base
    facts: list[Fact] = [Wagers(seat, stakes) for seat, stakes in wagers.items()]
    facts += [Roll(dice)] if isinstance(machine, Continues) else [Close(), Roll(dice)]
    lines: list[Line] = []
    for fact in facts:
        play, decided = machine.step(play, fact)
        lines.extend(decided)
    return Ended(game, Options(), start, tuple(facts), play, tuple(lines))


__all__ = ["DEALER", "dealt", "rolled", "rounds"]
