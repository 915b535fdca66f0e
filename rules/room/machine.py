"""The machine of the poker room: seats between two games; then cards, bets and rulings until every pot is awarded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rules import poker_room
from rules.capabilities import PotAwarded
from rules.cards import Card
from rules.contract import Answer, Request
from rules.editions import ORDER_2007
from rules.facts import (
    Announce,
    AwaitDecision,
    AwaitTurn,
    AwaitWagers,
    Away,
    Back,
    Charge,
    Close,
    Deal,
    Decide,
    Elapsed,
    Expectation,
    Fact,
    Finished,
    Remove,
    Returns,
    Rule,
    Straddles,
    TakeOff,
    Turn,
    Wagers,
)
from rules.game import Amounts, Game, Hand, Options, RuleError
from rules.lines import Line, Stake
from rules.poker_room import HAND_NAMES, TERMS
from rules.ranking import SHIFT, Five, five
from rules.room import betting, minutes, seats, showdown
from rules.room.betting import BET, FOLD, FORCED_BET, RAISE, SAID
from rules.room.blinds import NEW
from rules.room.by_hand import by_hand
from rules.room.dealing import next_card, next_street, open_betting
from rules.room.house import NAMES, PREFIX, house_of
from rules.room.refusals import Because
from rules.room.rulings import CORRECTED, NO_DECISION, SECTIONS, rule
from rules.room.state import BOARD, BURNED, Blinds, Slip, State, Time, pots_of, refused, returned
from rules.terms import Detail

if TYPE_CHECKING:
    from rules.sheets.model import Sheet

Stepped = tuple[State, tuple[Line, ...]]

FORBIDS: Mapping[type, str] = {  # what does not fit, and the section that says when it does
    Wagers: "67.95",
    Remove: "67.95",
    TakeOff: "67.95",
    Charge: "67.108",
    Away: "67.93",
    Back: "67.93",
    Returns: "67.95",
    Straddles: "67.91",
    Close: "67.88",
    Deal: "67.88",
    Decide: "67.88",
    Announce: "67.97",
    Turn: "67.102",
}


def advance(state: State) -> Stepped:
    """On to the next thing that somebody must do: a card, a decision, a hand to be shown; or the end."""
    while True:
        if len(state.alive) == 1:
            return showdown.award(state)
        if next_card(state) is not None:
            return state, ()
        if not state.betting:
            state = open_betting(state)
        if state.turn is not None:
            return state, ()
        if state.street + 1 < len(state.house.game.streets):
            state = next_street(state)
            continue
        state = state._replace(showdown=True)
        return (state, ()) if showdown.order(state) else showdown.award(state)


class PokerRoom(Game):
    """67.88 to 67.110. Chips are counted: without them nobody knows who may win what."""

    name = "poker_room"
    needs = frozenset({"shoe"})
    deals_face_up = True
    decks = (1,)
    posts = tuple(PREFIX + name for name in NAMES)
    terms = TERMS
    sections: Mapping[str, str] = {"pot": "67.103", "commission": "67.108"}
    edition = ORDER_2007
    usual = ({"stakes": 5000}, {"stakes": 2000}, {"stakes": 20_000})
    common_hand = BOARD
    laid = ("stakes",)
    choices = (*SAID, FORCED_BET)
    late = (FOLD,)  # 67.102: at the showdown a hand may be given up unseen

    state = State
    rulings = SECTIONS
    corrected = CORRECTED
    no_decision = NO_DECISION
    undone = (seats.STRADDLE,)

    def most_players(self, options: Options) -> tuple[int, str]:
        """67.91: as many as the variant is dealt to."""
        return house_of(options).game.seats, "67.91"

    def start(self, options: Options) -> State:
        """Begins with a table at which nobody sits."""
        return State(options, house_of(options), {})

    def expects(self, state: State) -> Expectation:
        """Players and their stakes; then what the game needs next."""
        if state.pots is not None:
            return Finished()
        if not state.seats:
            return AwaitWagers(may_close=len(seats.ready(state)) >= seats.ENOUGH)
        if (card := next_card(state)) is not None:
            return card
        if state.turn is not None:
            return AwaitDecision(state.turn, betting.choices(state))
        hand = showdown.order(state)[0]
        return AwaitTurn(
            hand, tuple(at for at, up in enumerate(state.house.game.faces) if not up and at < len(state.cards[hand]))
        )

    def step(self, state: State, fact: Fact) -> Stepped:
        """One fact, if it may be; else a refusal with its section."""
        match fact:
            case Rule(what, seat, stake):
                return self._moved(state, rule(state, what, seat, stake))
            case Elapsed(minute):
                return minutes.elapsed(state, minute), ()
            case _ if state.pots is not None:
                raise self._not_now(fact, Because.GAME_OVER())
            case Away(seat):
                return seats.sit_out(state, seat), ()
            case Back(seat, wait):
                return seats.come_back(state, seat, wait=wait), ()
            case _ if not state.seats:
                return self._between(state, fact)
            case Straddles(seat):
                return self._moved(state, seats.straddle(state, seat))
            case Remove(seat, seats.STRADDLE, stake):
                return self._moved(state, seats.no_straddle(state, seat, stake))
            case Deal(card):
                if (awaited := next_card(state)) is None:
                    raise self._not_now(fact, Because.NO_CARD_DUE())
                dealt = {**state.cards, awaited.hand: (*state.cards.get(awaited.hand, ()), card)}
                return self._moved(state, state._replace(cards=dealt))
            case _ if next_card(state) is not None:
                raise self._not_now(fact, Because.DEALING())
            case Decide(seat, choice, stake) | Announce(seat, choice, stake) if state.turn is None and choice == FOLD:
                betting.check_said(state, seat, choice, stake, 0)
                return self._moved(state, showdown.give_up(state, seat))
            case Decide(seat, choice, stake) if state.turn is not None:
                return self._moved(state, betting.act(state, seat, choice, stake))
            case Announce(seat, choice, stake) if state.turn is not None:
                return self._moved(state, betting.announce(state, seat, choice, stake))
            case Turn(hand) if state.turn is None:
                if showdown.order(state)[0] != hand:
                    raise refused(hand, "67.102", Because.SHOWS_NEXT(turn=showdown.order(state)[0]))
                return self._moved(state, state._replace(shown=(*state.shown, hand)))
        raise self._not_now(fact, Because.GAME_PLAYED())

    def _between(self, state: State, fact: Fact) -> Stepped:
        match fact:
            case Wagers(seat, stakes):
                return seats.sit(state, seat, dict(stakes)), ()
            case Returns(seat, stake, slip):
                return seats.come_in_again(state, seat, stake, slip), ()
            case Remove(seat, None):
                return seats.leave(state, seat), ()
            case TakeOff(seat, stake):
                return seats.take_off(state, seat, stake), ()
            case Charge(seat, stake):
                after, line = seats.charge(state, seat, stake)
                return after, (line,)
            case Close():
                if len(seats.ready(state)) < seats.ENOUGH:
                    raise refused(None, "67.94", Because.TWO_PLAYERS())
                return advance(seats.begin(state))
        raise self._not_now(fact, Because.NOT_BEGUN())

    def _moved(self, before: State, state: State) -> Stepped:
        return advance(state) if state.seats and before.pots is None else (state, ())

    def _not_now(self, fact: Fact, why: Detail) -> RuleError:
        detail = Because.FACT(fact=type(fact).__name__, why=why)
        return refused(getattr(fact, "seat", None), FORBIDS.get(type(fact), "67.90"), detail)

    def wagers(self, state: State) -> Mapping[str, Mapping[str, Stake]]:
        """What each player has put in the pot."""
        return {seat: {"pot": state.bets[seat]} for seat in state.seats if state.bets.get(seat)}

    def amounts(self, state: State, seat: str, choice: str) -> Amounts | None:
        """67.91, 67.95: of a bet, or to raise by; before it is a player's turn, up to his stakes (67.97)."""
        if choice not in (BET, RAISE) or seat not in state.stacks:
            return None
        if seat != state.turn:
            return Amounts(state.options.unit, state.stacks[seat])
        if (said := betting.binding(state, seat)) is not None and said.stake is not None:
            return Amounts(said.stake, said.stake, (said.stake,))
        level, (low, high) = state.level, betting.bounds(state, seat)
        pot = min(max(betting.pot_raise(state, seat), low), high)
        return Amounts(low - level, high - level, tuple(sorted({to - level for to in (low, pot, high)})))

    def hands(self, state: State) -> Mapping[str, Hand]:
        """Burned cards are never shown, and a hand that is given up only if it is ordered (67.102)."""
        faces, seen = state.house.game.faces, {}
        for hand, cards in state.cards.items():
            if hand in (BOARD, BURNED):
                seen[hand] = Hand(cards, (hand == BOARD,) * len(cards))
            else:
                open_ = hand in state.shown
                gone = hand in state.folded and not open_
                up = tuple(open_ or (faces[at] and not gone) for at in range(len(cards)))
                seen[hand] = Hand(cards, up, gone)
        return seen

    def combination(self, cards: tuple[Card, ...]) -> str | None:
        """Names the combination of five cards and more."""
        return HAND_NAMES[Five(five(cards) >> SHIFT)] if 5 <= len(cards) <= 7 else None

    def settle(self, request: Request) -> Answer:
        """The settle contract's answer: one showdown."""
        return poker_room.settle(request)

    def by_hand(
        self, state: State, told: Request, meters: Mapping[str, tuple[Stake, int]] = {}
    ) -> tuple[State, tuple[Line, ...]]:
        """67.103: every pot of a game that was played without this machine."""
        return by_hand(state, told)

    def sheet(self, options: Options) -> Sheet:
        """The rules as the table posts them."""
        from rules.sheets.poker_room import sheet

        return sheet(options)

    # -- chips --------------------------------------------------------------------------------------------------------

    def between_games(self, state: State) -> bool:
        """Whether players sit there and no game has begun."""
        return not state.seats

    def players(self, state: State) -> tuple[str, ...]:
        """Who plays in this game, clockwise from the puck's left."""
        return state.seats

    def puck(self, state: State) -> str:
        """67.88 (20): the seat of the puck."""
        return state.puck or ""

    def stakes(self, state: State) -> Mapping[str, int]:
        """67.88 (2): the table stakes of everyone who sits there."""
        return state.stacks

    def carried_stakes(self, carried: Mapping[str, Any]) -> Mapping[str, int]:
        """The table stakes in what crosses from one game to the next."""
        stacks: Mapping[str, int] = carried["stacks"]
        return stacks

    def bets(self, state: State) -> Mapping[str, int]:
        """What each player has put into the pot, antes and blinds too."""
        return state.bets

    def pots(self, state: State) -> tuple[PotAwarded, ...] | None:
        """67.103: every pot of a game that is over."""
        return None if state.pots is None else tuple(PotAwarded(*pot) for pot in state.pots)

    def returned(self, state: State) -> Mapping[str, int]:
        """A83: what nobody called goes back."""
        return returned(state)

    def owed(self, state: State) -> Mapping[str, int]:
        """67.108: what is due for everyone's own time (A84)."""
        return minutes.owed(state)

    def minute(self, state: State) -> int | None:
        """67.108, A76: how many have passed; None: nobody's time matters now."""
        return state.minute if minutes.counts(state) else None

    def slip(self, state: State) -> int:
        """A76: the number that was given last to a player who left."""
        return state.slip

    def pushed(self, state: State, seat: str) -> int:
        """67.98: what stands as a call; where there is nothing to call, as a bet."""
        least = max(state.least, state.house.forced if state.owes == seat else 0)
        return state.to_call(seat) or min(least, state.stacks.get(seat, 0)) if seat in state.stacks else 0

    def slips(self, state: State) -> Mapping[int, int]:
        """A76: what players took away who may come back."""
        return {int(number): slip.stake for number, slip in state.slips.items()}

    def missed(self, state: State) -> Mapping[str, tuple[str, ...]]:
        """67.91: which blinds passed by whom."""
        return {seat: marks for seat, marks in state.blinds.owed.items() if marks != (NEW,)}

    def released(self, before: State, after: State) -> Mapping[str, tuple[str, Stake]]:
        """A154: whose words out of turn do not bind any more, and which they were."""
        return {seat: said[:2] for seat, said in after.lapsed if (seat, said) not in before.lapsed}

    def expelled(self, state: State) -> Mapping[str, int]:
        """67.109: who was told to leave, leaves when the game is over, with the stakes."""
        bets = state.bets if state.pots is None else {}
        return {seat: state.stacks[seat] + bets.get(seat, 0) for seat in state.expelled}

    def carry(self, state: State) -> Mapping[str, Any]:
        """67.95: everyone's stakes; of a game that is not over, with the bets back, and the puck where it was."""
        over = state.pots is not None
        bets = {} if over else state.bets
        stacks = {seat: stack + bets.get(seat, 0) for seat, stack in state.stacks.items() if seat not in state.expelled}
        done = over or not state.seats
        puck, last = (state.puck, state.blinds) if done else (state.puck_before, state.blinds_before)
        stays = seats.of_those(state._replace(blinds=last), stacks)
        more: dict[str, Any] = {
            "blinds": [last.small, last.big] if last.big is not None else [],
            "owed": {seat: list(marks) for seat, marks in stays.blinds.owed.items()},
            "out": list(stays.out),
            "waits": list(stays.waits),
            "minute": state.minute,
            "times": {seat: list(time) for seat, time in stays.times.items()},
            "slips": {number: slip.carried() for number, slip in state.slips.items()},
            "slip": state.slip,
        }
        return {"stacks": stacks, "puck": puck, **{name: value for name, value in more.items() if value}}

    def resume(self, options: Options, carried: Mapping[str, Any]) -> State:
        """The next game may begin; whoever has nothing left is out."""
        small, big = carried.get("blinds", (None, None))
        owed = {seat: tuple(marks) for seat, marks in carried.get("owed", {}).items()}
        return State(
            options,
            house_of(options),
            dict(carried["stacks"]),
            carried["puck"],
            blinds=Blinds(small, big, owed),
            out=tuple(carried.get("out", ())),
            waits=tuple(carried.get("waits", ())),
            minute=carried.get("minute", 0),
            times={seat: Time(*time) for seat, time in carried.get("times", {}).items()},
            slips={number: Slip(*slip[:3], *map(tuple, slip[3:])) for number, slip in carried.get("slips", {}).items()},
            slip=carried.get("slip", 0),
        )

    def public_state(self, state: State) -> Mapping[str, Any]:
        """Pots, whose turn, what it takes: all that a player may ask the dealer."""
        turn, house, due = state.turn, state.house, minutes.owed(state)
        may_raise = turn is not None and betting.closed_to(state, turn) is None
        low, high = betting.bounds(state, turn) if turn is not None and may_raise else (0, 0)
        pots = (
            [{"amount": pot.amount, "eligible": pot.eligible} for pot in pots_of(state)]
            if state.pots is None
            else [
                {"amount": amount, "commission": taken, "eligible": list(eligible), "shares": dict(shares)}
                for amount, taken, eligible, shares in state.pots
            ]
        )
        playing = state.seats or seats.next_players(state)
        waiting = showdown.order(state) if state.showdown and state.pots is None else ()
        return {
            "variant": house.variant,
            "limit": house.limit,
            "puck": state.puck,
            "stakes": dict(state.stacks),
            "blinds": [state.blinds.small, state.blinds.big],
            "straddles": state.straddle or seats.may_straddle(state),
            "sits_out": [seat for seat in state.stacks if seat not in playing],
            "away": list(state.out),  # also from the next game on
            "owes": seats.owing(state),
            "time": {seat: {"minutes": time.minutes, "owed": due.get(seat, 0)} for seat, time in state.times.items()},
            "minute": state.minute,
            "slips": {number: {"stake": slip.stake, "minutes": slip.minutes} for number, slip in state.slips.items()},
            "street": state.street if state.seats else None,
            "pot": sum(state.bets.values()),
            "pots": pots,
            "bets": dict(state.put),
            "folded": list(state.folded),
            "all_in": [seat for seat in state.alive if state.seats and state.pots is None and not state.stacks[seat]],
            "turn": turn,
            "to_call": state.to_call(turn) if turn is not None else None,
            "least": low - state.level if may_raise else None,  # of a bet, or to raise by
            "most": high - state.level if may_raise else None,
            "announced": {seat: [said.choice, said.stake] for seat, said in state.announced.items()},
            "lapsed": [seat for seat, _ in state.lapsed],
            "shows_next": waiting[0] if waiting else None,
            "expelled": list(state.expelled),
        }


GAME = PokerRoom()
