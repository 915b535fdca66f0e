"""3-5-7 Poker, sections 67.41 to 67.50 (O.C. 1033-2007)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from rules.betting import bet
from rules.cards import Card
from rules.contract import (
    Answer,
    Request,
    cards_of,
    check_copies,
    decks_of,
    options_of,
    seats_of,
    stakes_of,
    unit_of,
)
from rules.decisions import check_nothing_added
from rules.editions import ORDER_2007
from rules.facts import (
    AwaitCard,
    AwaitDecision,
    AwaitTurn,
    AwaitWagers,
    Deal,
    Decide,
    Expectation,
    Fact,
    Finished,
    Turn,
)
from rules.game import DEALER, Game, Hand, Options, RuleError, check_limits, check_offered, check_seat, not_awaited
from rules.lines import Line, Odds, Readings, Stake, half, lose, win
from rules.posting import each_with_own
from rules.ranking import SHIFT, Five, Three, five, ranks_of, three
from rules.refusals import Because
from rules.terms import Term

if TYPE_CHECKING:
    from rules.odds.model import TableOdds
    from rules.sheets.model import Sheet

HAND_SIZE, DEALER_SIZE = 3, 4  # 67.46
SHOWN_FIRST = 2  # 67.49: of the dealer's cards; the first two that he dealt himself (A41)
MOST_PLAYERS = 7  # 67.42
KEEP, WITHDRAW = "keep", "withdraw"
MANDATORY = ("three", "five")  # 67.45
WAGERS = frozenset({*MANDATORY, "seven"})
SIX, TEN, WHEEL = 6, 10, 5  # ranks: the lowest pairs that are paid, and the top of A-2-3-4-5

THREE_CARDS: dict[Three, Odds] = {  # 67.48
    Three.STRAIGHT_FLUSH: (40, 1),
    Three.THREE_OF_A_KIND: (25, 1),
    Three.STRAIGHT: (6, 1),
    Three.FLUSH: (4, 1),
    Three.PAIR: (1, 1),
}
FIVE_CARDS: dict[Five, Odds] = {  # 67.49
    Five.ROYAL_FLUSH: (500, 1),
    Five.STRAIGHT_FLUSH: (100, 1),
    Five.FOUR_OF_A_KIND: (40, 1),
    Five.FULL_HOUSE: (12, 1),
    Five.FLUSH: (9, 1),
    Five.STRAIGHT: (6, 1),
    Five.THREE_OF_A_KIND: (4, 1),
    Five.TWO_PAIRS: (3, 1),
    Five.PAIR: (1, 1),  # of sixes or better
}
SEVEN_CARDS: dict[Five, Odds] = {  # 67.50
    Five.ROYAL_FLUSH: (100, 1),
    Five.STRAIGHT_FLUSH: (20, 1),
    Five.FOUR_OF_A_KIND: (7, 1),
    Five.FULL_HOUSE: (5, 1),
    Five.FLUSH: (4, 1),
    Five.STRAIGHT: (3, 1),
    Five.THREE_OF_A_KIND: (2, 1),
    Five.TWO_PAIRS: (1, 1),  # of tens or better
}
QUINTE = "five_card_straight_flush"  # 67.44 has a French name of its own for it, 67.43 has « suite couleur »
THREE_NAMES = {combination: combination.name.lower() for combination in Three}
FIVE_NAMES = {combination: combination.name.lower() for combination in Five} | {Five.STRAIGHT_FLUSH: QUINTE}

TERMS: Mapping[str, Term] = {
    "three_five_seven": Term("Poker 3-5-7", "3-5-7 Poker"),
    "three": Term("Mise pour la main de trois cartes", "Bet for the 3-card hand"),
    "five": Term("Mise pour la main de cinq cartes", "Bet for the 5-card hand"),
    "seven": Term("Mise pour la main de sept cartes", "Bet for the 7-card hand"),
    KEEP: Term("garde sa mise", "keeps the bet"),  # (c)
    WITHDRAW: Term("se retire", "withdraws"),
    QUINTE: Term("Quinte", "Straight Flush"),
}


# -- settlement -------------------------------------------------------------------------------------------------------


def settle_three(seat: str, stake: Stake, cards: tuple[Card, ...], unit: int) -> Line:
    """67.48: the player's three cards; any pair will do.

    >>> from rules.cards import parse_cards as p
    >>> settle_three("1", 500, p("Ts Th 4d"), 1).won
    500
    """
    combination = Three(three(cards) >> SHIFT)
    return _paid(seat, "three", stake, THREE_CARDS.get(combination), "67.48", unit, THREE_NAMES[combination])


def settle_five(seat: str, stake: Stake, cards: tuple[Card, ...], shown: tuple[Card, ...], unit: int) -> Line:
    """67.49: the player's three cards with the two that the dealer showed first.

    >>> from rules.cards import parse_cards as p
    >>> settle_five("1", 500, p("Ts Th 4d"), p("Tc 4s"), 1).won
    6000
    """
    strength = five(cards + shown)
    combination = Five(strength >> SHIFT)
    odds, readings = FIVE_CARDS.get(combination), _ace_low(combination, strength)
    if combination is Five.PAIR:
        odds = odds if ranks_of(strength)[0] >= SIX else None
        readings = ("A38",) if shown[0].rank == shown[1].rank else ()  # the dealer's own pair counts
    return _paid(seat, "five", stake, odds, "67.49", unit, FIVE_NAMES[combination], readings)


def settle_seven(seat: str, stake: Stake, cards: tuple[Card, ...], dealer: tuple[Card, ...], unit: int) -> Line:
    """67.50: the best five of the player's three cards and the dealer's four.

    >>> from rules.cards import parse_cards as p
    >>> settle_seven("1", 1000, p("Ts Th 4d"), p("Tc 4s Kd 2c"), 1).won
    5000
    """
    strength = five(cards + dealer)
    combination = Five(strength >> SHIFT)
    odds, readings = SEVEN_CARDS.get(combination), _ace_low(combination, strength)
    if combination is Five.TWO_PAIRS:  # the higher of the two must be tens or better
        odds, readings = odds if ranks_of(strength)[0] >= TEN else None, ("A37",)
    return _paid(seat, "seven", stake, odds, "67.50", unit, FIVE_NAMES[combination], readings)


def settle_withdrawn(seat: str, stake: Stake, unit: int) -> Line:
    """67.47: half of the bet for the 7-card hand is forfeited, whatever the cards turn out to be."""
    return half(seat, "seven", stake, "67.47", unit)


def _ace_low(combination: Five, strength: int) -> Readings:
    """67.41: the French lets the ace complete A-2-3-4-5 as a straight; the English names the straight flush only."""
    return ("A36",) if combination is Five.STRAIGHT and ranks_of(strength)[0] == WHEEL else ()


def _paid(
    seat: str,
    wager: str,
    stake: Stake,
    odds: Odds | None,
    section: str,
    unit: int,
    hand: str,
    readings: Readings = (),
) -> Line:
    if odds is None:
        return lose(seat, wager, stake, section, hand, readings)
    return win(seat, wager, stake, odds, section, unit, hand, readings)


def check_mandatory(seat: str, stakes: Mapping[str, Stake]) -> None:
    """67.45: a bet for the 3-card hand and one for the 5-card hand."""
    for wager in MANDATORY:
        if wager not in stakes:
            raise RuleError("missing_wager", Because.THREE_AND_FIVE(seat=seat, wager=wager))


def settle(request: Request) -> Answer:
    """The settle contract for a whole table."""
    options = options_of(request)
    unit, decks = unit_of(options), decks_of(options, GAME.decks)
    seats = []
    for seat, player in seats_of(request):
        stakes = stakes_of(seat, player, WAGERS, unit)
        check_mandatory(seat, stakes)
        cards = cards_of(player.get("cards"), f"seat {seat}", HAND_SIZE)
        seats.append((seat, stakes, cards, bool(player.get("withdraw"))))  # of a laid seven: `stakes_of` has seen to it
    dealer = cards_of(request.get("dealer"), DEALER, DEALER_SIZE)
    check_copies(chain(dealer, *(cards for _, _, cards, _ in seats)), decks)
    shown = dealer[:SHOWN_FIRST]
    lines: list[Line] = []
    for seat, stakes, cards, withdrawn in seats:
        lines.append(settle_three(seat, stakes["three"], cards, unit))
        lines.append(settle_five(seat, stakes["five"], cards, shown, unit))
        if withdrawn:
            lines.append(settle_withdrawn(seat, stakes["seven"], unit))
        elif "seven" in stakes:
            lines.append(settle_seven(seat, stakes["seven"], cards, dealer, unit))
    return Answer(lines)


# -- the machine ------------------------------------------------------------------------------------------------------


class Round(NamedTuple):
    """One round, from the first wager to the dealer's last two cards."""

    options: Options
    stakes: Mapping[str, Mapping[str, Stake]] = {}  # by seat, clockwise; then by wager
    closed: bool = False
    cards: Mapping[str, tuple[Card, ...]] = {}
    kept: tuple[str, ...] = ()
    withdrawn: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()  # the players whose cards are turned
    dealer_shown: int = 0  # so many of the dealer's cards are turned

    @property
    def sevens(self) -> tuple[str, ...]:
        """The seats whose 7-card bet is alive."""
        return tuple(seat for seat, stakes in self.stakes.items() if "seven" in stakes and seat not in self.withdrawn)

    @property
    def deciding(self) -> str | None:
        """67.47: the seat that is asked about its 7-card bet, before any hand is turned (A39)."""
        return next((seat for seat in self.sevens if seat not in self.kept), None)

    @property
    def to_turn(self) -> AwaitTurn | None:
        """67.48: each player's cards in turn; 67.49: two of the dealer's; 67.50: his other two."""
        for seat in self.stakes:
            if seat not in self.shown:
                return AwaitTurn(seat, tuple(range(HAND_SIZE)))
        for places in (tuple(range(SHOWN_FIRST)), tuple(range(SHOWN_FIRST, DEALER_SIZE))):
            if self.dealer_shown <= places[0]:
                return AwaitTurn(DEALER, places)
        return None

    def may_withdraw(self, seat: str) -> bool:
        """67.47: until the dealer shows two of his cards, also after the seat was asked (A39)."""
        return seat in self.sevens and not self.dealer_shown


class ThreeFiveSeven(Game):
    """The machine of 67.45 to 67.50."""

    name = "three_five_seven"
    needs = frozenset({"shoe"})
    decks = (1, 2)  # one deck a round, a second may alternate (A3); or two mixed (A4)
    terms = TERMS
    sections: Mapping[str, str] = {"three": "67.48", "five": "67.49", "seven": "67.50"}
    short: Mapping[str, Term] = {
        "three": Term("3 cartes", "3 cards"),
        "five": Term("5 cartes", "5 cards"),
        "seven": Term("7 cartes", "7 cards"),
    }
    edition = ORDER_2007
    limited = each_with_own(("three", "five", "seven"))
    optional = each_with_own(("seven",))
    choices = (KEEP, WITHDRAW)
    late = (WITHDRAW,)  # 67.47: until the dealer shows two of his cards (A39)
    usual = ({"three": 500, "five": 500, "seven": 500}, {"three": 500, "five": 1000}, {})

    def most_players(self, options: Options) -> tuple[int, str]:
        """67.42: seven."""
        return MOST_PLAYERS, "67.42"

    def start(self, options: Options) -> Round:
        """Begins a round with betting open."""
        return Round(options)

    def expects(self, state: Round) -> Expectation:
        """67.45 wagers, 67.46 cards, 67.47 decisions, 67.48 to 67.50 turns."""
        if not state.closed:
            return AwaitWagers(may_close=bool(state.stakes))
        for hand, size in (*((seat, HAND_SIZE) for seat in state.stakes), (DEALER, DEALER_SIZE)):
            if (dealt := len(state.cards.get(hand, ()))) < size:
                return AwaitCard(hand, dealt, face_up=False)
        if (seat := state.deciding) is not None:
            return AwaitDecision(seat, self.choices)
        return state.to_turn or Finished()

    def step(self, state: Round, fact: Fact) -> tuple[Round, tuple[Line, ...]]:
        """One fact, if it is the one that is awaited; a withdrawal also later than it was asked for (A39)."""
        match self.expects(state), fact:
            case AwaitWagers() as betting, _:
                return bet(state, betting, fact, self._legal), ()
            case AwaitCard(hand), Deal(card):
                return state._replace(cards={**state.cards, hand: (*state.cards.get(hand, ()), card)}), ()
            case AwaitDecision(seat), Decide(who, choice, stake) if who == seat and choice == KEEP:
                check_nothing_added(seat, choice, stake, "67.47", state.options)
                return state._replace(kept=(*state.kept, seat)), ()
            case AwaitDecision() | AwaitTurn(), Decide(seat, choice, stake) if (
                choice == WITHDRAW and state.may_withdraw(seat)
            ):
                check_nothing_added(seat, choice, stake, "67.47", state.options)
                after = state._replace(withdrawn=(*state.withdrawn, seat))
                return after, (settle_withdrawn(seat, state.stakes[seat]["seven"], state.options.unit),)
            case AwaitTurn(hand, places), Turn(turned) if turned == hand == DEALER:
                after = state._replace(dealer_shown=places[-1] + 1)
                return after, self._lines(after)
            case AwaitTurn(hand), Turn(turned) if turned == hand:
                line = settle_three(hand, state.stakes[hand]["three"], state.cards[hand], state.options.unit)
                return state._replace(shown=(*state.shown, hand)), (line,)
            case expected, _:
                raise not_awaited(expected, fact, "67.45")

    def wagers(self, state: Round) -> Mapping[str, Mapping[str, Stake]]:
        """Returns what lies on the layout."""
        return state.stakes

    def hands(self, state: Round) -> Mapping[str, Hand]:
        """Every card lies face down until the dealer turns it; his own he turns two by two."""
        hands = {}
        for hand in (*state.stakes, DEALER):
            cards = state.cards.get(hand, ())
            up = state.dealer_shown if hand == DEALER else HAND_SIZE * (hand in state.shown)
            hands[hand] = Hand(cards, tuple(place < up for place in range(len(cards))))
        return hands

    def combination(self, cards: tuple[Card, ...]) -> str | None:
        """The hand's combination by 67.43, or by 67.44; the dealer's cards alone are no hand."""
        if len(cards) == HAND_SIZE:
            return THREE_NAMES[Three(three(cards) >> SHIFT)]
        if len(cards) in (HAND_SIZE + SHOWN_FIRST, HAND_SIZE + DEALER_SIZE):
            return FIVE_NAMES[Five(five(cards) >> SHIFT)]
        return None

    def settle(self, request: Request) -> Answer:
        """Answers a request of the settle contract."""
        return settle(request)

    def sheet(self, options: Options) -> Sheet:
        """The rules as the table posts them."""
        from rules.sheets.three_five_seven import sheet

        return sheet(options)

    def odds(self, options: Options) -> TableOdds:
        """Counts what every wager is worth."""
        from rules.odds.house_poker import three_five_seven_odds

        return three_five_seven_odds(options)

    def _lines(self, state: Round) -> tuple[Line, ...]:
        """What the dealer's cards decide: the 5-card hands with two of them, the 7-card hands with all four."""
        dealer, unit = state.cards[DEALER][: state.dealer_shown], state.options.unit
        if state.dealer_shown == SHOWN_FIRST:
            fives = ((seat, stakes["five"]) for seat, stakes in state.stakes.items())
            return tuple(settle_five(seat, stake, state.cards[seat], dealer, unit) for seat, stake in fives)
        sevens = ((seat, state.stakes[seat]["seven"]) for seat in state.sevens)
        return tuple(settle_seven(seat, stake, state.cards[seat], dealer, unit) for seat, stake in sevens)

    def _legal(self, state: Round, seat: str, stakes: Mapping[str, Stake]) -> Mapping[str, Stake]:
        """67.42 and 67.45: seven players at most; three and five, seven if wished, each within the limits."""
        check_seat(seat, state.options)
        if seat not in state.stakes and len(state.stakes) >= MOST_PLAYERS:
            raise RuleError("illegal_action", Because.TABLE_FULL(seat=seat, most=MOST_PLAYERS))
        for wager, stake in stakes.items():
            if wager not in WAGERS:
                raise RuleError("unknown_wager", Because.LAY_THREE_AND_FIVE(seat=seat, wager=wager[:40]))
            check_limits(seat, wager, stake, state.options)
        check_offered(self, seat, stakes, state.options)
        laid = dict(stakes) or dict.fromkeys(MANDATORY)
        check_mandatory(seat, laid)
        return laid


GAME = ThreeFiveSeven()
