"""War, sections 67.33 to 67.40 (O.C. 111-2000)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from rules.betting import bet
from rules.cards import Card
from rules.contract import (
    Answer,
    Request,
    bad,
    card_of,
    cards_of,
    check_copies,
    check_ratio,
    decks_of,
    options_of,
    seats_of,
    stakes_of,
    unit_of,
)
from rules.decisions import added, check_nothing_added
from rules.editions import ORDER_2000
from rules.facts import AwaitCard, AwaitDecision, AwaitWagers, Deal, Decide, Expectation, Fact, Finished
from rules.game import (
    ASIDE,
    DEALER,
    Amounts,
    Game,
    Hand,
    Options,
    RuleError,
    check_limits,
    check_offered,
    check_seat,
    not_awaited,
)
from rules.lines import Line, Odds, Stake, half, lose, push, win
from rules.posting import each_with_own
from rules.refusals import Because
from rules.terms import Term

if TYPE_CHECKING:
    from rules.odds.model import TableOdds
    from rules.sheets.model import Sheet

WAR, WITHDRAW = "war", "withdraw"
LAID = frozenset({"initial", "supplemental"})
WAGERS = LAID | {"additional"}
THREE_ASIDE = (ASIDE,) * 3  # 67.39
EVEN: Odds = (1, 1)  # 67.38, 67.39
TIE: Odds = (10, 1)  # 67.40

MULTI = "war.multi"  # several players at war (A29): each against a dealer's card of his own, or all against one
PER_PLAYER, COMMON_CARD = "perPlayer", "common"

TERMS: Mapping[str, Term] = {
    "initial": Term("Mise initiale", "Initial wager"),  # (c)
    "supplemental": Term("Mise supplémentaire", "Supplemental wager"),  # (c)
    "additional": Term("Mise additionnelle", "Additional wager"),  # (c)
    WAR: Term("Guerre", "War"),  # (c); the game and the choice have one name
    WITHDRAW: Term("se retire", "withdraws"),  # (c)
}


# -- settlement -------------------------------------------------------------------------------------------------------


def tied(mine: Card, dealer: Card) -> bool:
    """67.34, 67.38 (3): cards of equal rank; suits never count.

    >>> tied(Card.parse("Kh"), Card.parse("Ks")), tied(Card.parse("Kh"), Card.parse("Ah"))
    (True, False)
    """
    return mine.rank == dealer.rank


def settle_first(seat: str, stakes: Mapping[str, Stake], mine: Card, dealer: Card, unit: int) -> list[Line]:
    """67.38 and 67.40: what the first cards decide. At a tie the initial wager waits for the player's choice.

    >>> king, ace = Card.parse("Kh"), Card.parse("Ac")
    >>> [(line.wager, line.won) for line in settle_first("1", {"initial": 500, "supplemental": 100}, ace, king, 1)]
    [('initial', 500), ('supplemental', 0)]
    """
    lines: list[Line] = []
    if mine.rank > dealer.rank:
        lines.append(win(seat, "initial", stakes["initial"], EVEN, "67.38", unit))
    elif mine.rank < dealer.rank:
        lines.append(lose(seat, "initial", stakes["initial"], "67.38"))
    if "supplemental" in stakes:  # the first cards only: a withdrawal or a second tie changes nothing (A31, A32)
        if tied(mine, dealer):
            lines.append(win(seat, "supplemental", stakes["supplemental"], TIE, "67.40", unit))
        else:
            lines.append(lose(seat, "supplemental", stakes["supplemental"], "67.40"))
    return lines


def settle_withdrawn(seat: str, stakes: Mapping[str, Stake], unit: int) -> Line:
    """67.38 (3): who withdraws at a tie loses half of the initial wager."""
    return half(seat, "initial", stakes["initial"], "67.38", unit)


def settle_war(seat: str, stakes: Mapping[str, Stake], mine: Card, dealer: Card, unit: int) -> list[Line]:
    """67.39: the war cards decide, an equal one for the player; there is no second war (A28)."""
    initial, additional = stakes["initial"], stakes["additional"]
    if mine.rank < dealer.rank:
        return [lose(seat, "initial", initial, "67.39"), lose(seat, "additional", additional, "67.39")]
    won = win(seat, "initial", initial, EVEN, "67.39", unit)
    if mine.rank > dealer.rank:  # only the initial wager is paid
        return [won, push(seat, "additional", additional, "67.39", readings=("A27",))]
    return [won, win(seat, "additional", additional, EVEN, "67.39", unit)]


def settle(request: Request) -> Answer:
    """The settle contract for a whole table."""
    options = options_of(request)
    unit, decks = unit_of(options), decks_of(options, GAME.decks)
    dealt = list(cards_of(request.get("dealer"), DEALER, 1))
    (dealer,) = dealt
    lines: list[Line] = []
    for seat, player in seats_of(request):
        stakes = stakes_of(seat, player, WAGERS, unit)
        if "initial" not in stakes:
            raise RuleError("missing_wager", Because.INITIAL(seat=seat))
        check_ratio(seat, stakes, "additional", "initial", 1, 1)
        cards = cards_of(player.get("cards"), f"seat {seat}", 1, 2)
        dealt += cards
        theirs = player.get("dealer_war_card")
        tie = tied(cards[0], dealer)
        lines += settle_first(seat, stakes, cards[0], dealer, unit)
        if "additional" in stakes:
            if not tie:
                raise RuleError("illegal_action", Because.AFTER_TIE(seat=seat))
            if len(cards) == 1:
                raise RuleError("wrong_card_count", Because.WAR_CARD(seat=seat))
            dealt.append(war_card := card_of(theirs, f"seat {seat}: dealer_war_card"))
            lines += settle_war(seat, stakes, cards[1], war_card, unit)
            continue
        if len(cards) == 2:
            raise RuleError("wrong_card_count", Because.ONE_CARD(seat=seat))
        if "dealer_war_card" in player:
            raise bad(Because.NOT_AT_WAR(seat=seat))
        if tie:
            lines.append(settle_withdrawn(seat, stakes, unit))
    check_copies(dealt, decks)
    return Answer(lines)


# -- the machine ------------------------------------------------------------------------------------------------------


class Round(NamedTuple):
    """One round, from the first wager to the end of the last war."""

    options: Options
    stakes: Mapping[str, Mapping[str, Stake]] = {}  # by seat, clockwise; then by wager
    closed: bool = False
    cards: Mapping[str, tuple[Card, ...]] = {}
    withdrawn: tuple[str, ...] = ()

    @property
    def first(self) -> tuple[str, ...]:
        """67.37: a card to each player from the dealer's left, then one to the dealer."""
        return (*self.stakes, DEALER)

    @property
    def deciding(self) -> str | None:
        """67.38 (3): the tied seat that must choose; every choice is taken before the first war (A29)."""
        dealer = self.cards[DEALER][0]
        for seat, stakes in self.stakes.items():
            undecided = "additional" not in stakes and seat not in self.withdrawn
            if undecided and tied(self.cards[seat][0], dealer):
                return seat
        return None

    @property
    def at_war(self) -> tuple[str, ...]:
        """67.39: the seats that opted for war."""
        return tuple(seat for seat, stakes in self.stakes.items() if "additional" in stakes)

    @property
    def common(self) -> bool:
        """One dealer's card for all wars, where the house posts it so (A29)."""
        return bool(self.options.more.get(MULTI, PER_PLAYER) == COMMON_CARD)

    @property
    def wars(self) -> tuple[str, ...]:
        """67.39: where the cards of the wars go, seat by seat: three aside, the player's, three aside, the dealer's."""
        order: list[str] = []
        for seat in self.at_war:
            order += (*THREE_ASIDE, seat)
            if not self.common:
                order += (*THREE_ASIDE, dealer_against(seat))
        if self.common and order:
            order += (*THREE_ASIDE, DEALER)
        return tuple(order)


def dealer_against(seat: str) -> str:
    """The hand that holds the dealer's card of one seat's war (A29).

    >>> dealer_against("3")
    'dealer 3'
    """
    return f"{DEALER} {seat}"


class War(Game):
    """The machine of 67.36 to 67.40."""

    name = "war"
    needs = frozenset({"shoe"})
    deals_face_up = True
    choices = (WAR, WITHDRAW)
    decks = (6, 8)  # 67.33
    posts = (MULTI,)
    terms = TERMS
    sections: Mapping[str, str] = {"initial": "67.38", "supplemental": "67.40", "additional": "67.39"}
    short: Mapping[str, Term] = {
        "initial": Term("Initiale", "Initial"),
        "supplemental": Term("Supplémentaire", "Supplemental"),
        "additional": Term("Additionnelle", "Additional"),
    }
    edition = ORDER_2000
    limited = each_with_own(("initial", "supplemental"))
    optional = each_with_own(("supplemental",))
    usual = ({"initial": 500, "supplemental": 100}, {"initial": 1000}, {})
    added = ("additional",)
    against_each = True

    def start(self, options: Options) -> Round:
        """Begins a round with betting open."""
        if (multi := options.more.get(MULTI, PER_PLAYER)) not in (PER_PLAYER, COMMON_CARD):
            raise RuleError(
                "bad_request",
                Because.EITHER_NOT(name=MULTI, allowed=(PER_PLAYER, COMMON_CARD), found=repr(str(multi)[:20])),
            )
        return Round(options)

    def expects(self, state: Round) -> Expectation:
        """67.36 wagers, 67.37 cards, 67.38 decisions, 67.39 wars."""
        if not state.closed:
            return AwaitWagers(may_close=bool(state.stakes))
        dealt = sum(map(len, state.cards.values()))
        if dealt < len(state.first):
            return AwaitCard(state.first[dealt], 0, face_up=True)
        if (seat := state.deciding) is not None:
            return AwaitDecision(seat, self.choices)
        if to_come := state.wars[dealt - len(state.first) :]:
            hand = to_come[0]
            return AwaitCard(hand, len(state.cards.get(hand, ())), face_up=hand != ASIDE)
        return Finished()

    def step(self, state: Round, fact: Fact) -> tuple[Round, tuple[Line, ...]]:
        """One fact, if it is the one that is awaited."""
        match self.expects(state), fact:
            case AwaitWagers() as betting, _:
                return bet(state, betting, fact, self._legal), ()
            case AwaitCard(hand), Deal(card):
                after = state._replace(cards={**state.cards, hand: (*state.cards.get(hand, ()), card)})
                return after, self._lines(after, hand)
            case AwaitDecision(seat), Decide(who, choice, stake) if who == seat and choice == WAR:
                stakes = state.stakes[seat]  # 67.39: equal to the initial wager
                additional = added(seat, "additional", stake, stakes["initial"], "67.39", state.options)
                at_war = {**stakes, "additional": additional}
                return state._replace(stakes={**state.stakes, seat: at_war}), ()
            case AwaitDecision(seat), Decide(who, choice, stake) if who == seat and choice == WITHDRAW:
                check_nothing_added(seat, choice, stake, "67.38", state.options)
                after = state._replace(withdrawn=(*state.withdrawn, seat))
                return after, (settle_withdrawn(seat, state.stakes[seat], state.options.unit),)
            case expected, _:
                raise not_awaited(expected, fact, "67.36, A30")

    def amounts(self, state: Round, seat: str, choice: str) -> Amounts | None:
        """67.39: with war, as much as the initial wager."""
        initial = state.stakes[seat].get("initial")
        return Amounts(initial, initial, (initial,)) if choice == WAR and initial is not None else None

    def wagers(self, state: Round) -> Mapping[str, Mapping[str, Stake]]:
        """Returns what lies on the layout."""
        return state.stakes

    def hands(self, state: Round) -> Mapping[str, Hand]:
        """Every card lies face up, but those set aside, which nobody ever sees (A33)."""
        dealt: dict[str, tuple[Card, ...]] = {**dict.fromkeys(state.first, ()), **state.cards}
        return {hand: Hand(cards, (hand != ASIDE,) * len(cards)) for hand, cards in dealt.items()}

    def settle(self, request: Request) -> Answer:
        """Answers a request of the settle contract."""
        return settle(request)

    def sheet(self, options: Options) -> Sheet:
        """The rules as the table posts them."""
        from rules.sheets.war import sheet

        return sheet(options)

    def odds(self, options: Options) -> TableOdds:
        """Counts what every wager is worth."""
        from rules.odds.war import odds

        return odds(options)

    def _lines(self, state: Round, hand: str) -> tuple[Line, ...]:
        """What the card that just came to this hand decided."""
        cards, unit = state.cards, state.options.unit
        if hand == DEALER and len(cards[DEALER]) == 1:
            firsts = (
                settle_first(seat, laid, cards[seat][0], cards[DEALER][0], unit) for seat, laid in state.stakes.items()
            )
            return tuple(line for lines in firsts for line in lines)
        decided = [seat for seat in state.at_war if hand == (DEALER if state.common else dealer_against(seat))]
        wars = (settle_war(seat, state.stakes[seat], cards[seat][1], cards[hand][-1], unit) for seat in decided)
        return tuple(line for lines in wars for line in lines)

    def _legal(self, state: Round, seat: str, stakes: Mapping[str, Stake]) -> Mapping[str, Stake]:
        """67.35, 67.36 and 67.40: a place on the layout; the initial wager, and a supplemental one beside it."""
        check_seat(seat, state.options)
        for wager, stake in stakes.items():
            if wager not in LAID:
                raise RuleError("unknown_wager", Because.LAY_INITIAL(seat=seat, wager=wager[:40]))
            check_limits(seat, wager, stake, state.options)
        check_offered(self, seat, stakes, state.options)
        if stakes and "initial" not in stakes:
            raise RuleError("missing_wager", Because.INITIAL_FIRST(seat=seat))
        return dict(stakes) or {"initial": None}


GAME = War()
