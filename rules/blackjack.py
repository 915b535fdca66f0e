"""Blackjack, as far as its side wagers go, sections 21.2 to 21.4 (the draft of 2000, A1).

The rules of play are not among the texts (A96): the dealer's own cards, splits and doubles are the table's business.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from rules.betting import bet
from rules.blackjack_wagers import (
    DOLLAR,
    EVERY_MANNER,
    FIRST_CARDS,
    OVER_UNDER,
    PROGRESSIVE,
    SEVENS,
    TERMS,
    WAGERS,
    Cards,
    Meter,
    blackjack,
    decided,
    settle_own,
    settle_progressive,
    worth,
)
from rules.cards import Card
from rules.contract import (
    Answer,
    Request,
    bad,
    cards_of,
    check_copies,
    decks_of,
    options_of,
    seats_of,
    stakes_of,
    unit_of,
    whole,
)
from rules.editions import DRAFT_2000
from rules.facts import (
    AwaitCard,
    AwaitDirection,
    AwaitWagers,
    Deal,
    Direct,
    Expectation,
    Fact,
    Finish,
    Finished,
    Jackpot,
)
from rules.game import (
    DEALER,
    Game,
    Hand,
    Options,
    RuleError,
    as_posted,
    check_limits,
    check_offered,
    check_seat,
    not_awaited,
)
from rules.lines import Line, Stake
from rules.refusals import Because
from rules.terms import Term

if TYPE_CHECKING:
    from rules.odds.model import TableOdds
    from rules.odds.prizes import Prizes
    from rules.sheets.model import Sheet


ONCE = {"progressive": "21.2", "sevens": "21.3"}  # a dollar each, and not two


# -- the settle contract ----------------------------------------------------------------------------------------------


def settle(request: Request, posted: tuple[int | None, Meter] | None = None) -> Answer:
    """The settle contract for a whole table; the meter's prizes go by seat number.

    `posted` is the manner and the meter where not the request tells them but the table.
    """
    options = options_of(request)
    unit, decks = unit_of(options), decks_of(options, GAME.decks)
    seed = whole(options.get("seed", 0), "options.seed", 0)
    manner = _manner(options["manner"]) if "manner" in options else None
    jackpot = whole(options["jackpot"], "options.jackpot", 0) if "jackpot" in options else None
    boxes = []
    progressive = []
    for seat, player in seats_of(request):
        stakes = stakes_of(seat, player, WAGERS, unit)
        _check_wagers(seat, stakes, unit)
        cards = cards_of(player.get("cards"), f"seat {seat}")
        if len(cards) < FIRST_CARDS:
            raise RuleError("wrong_card_count", Because.CARDS_OR_MORE(seat=seat, fewest=FIRST_CARDS))
        boxes.append((seat, stakes, cards))
        if "progressive" in stakes:
            progressive.append((seat, stakes["progressive"], cards))
    check_copies(chain(*(cards for _, _, cards in boxes)), decks)
    lines: list[Line] = []
    if posted is None and jackpot is not None:
        posted = manner, Meter(jackpot, seed)
    if progressive:
        if posted is None or posted[0] is None:
            raise bad(Because.METER_NEEDED())
        lines, _ = settle_progressive(progressive, posted[0], posted[1], unit)
    for seat, stakes, cards in boxes:
        for wager, stake in stakes.items():
            if wager != "progressive":
                lines.append(settle_own(seat, wager, stake, cards, unit))
    return Answer(lines)


def _manner(value: object) -> int:
    if type(value) is not int or value not in PROGRESSIVE:
        raise bad(Because.MANNER())
    return value


def _check_wagers(seat: str, stakes: Mapping[str, Stake], unit: int) -> None:
    """21.2, 21.3: a dollar, no more, no less; 21.4: one side of 13 (A110)."""
    for wager in ONCE:
        if wager in stakes and (stakes[wager] not in (None, DOLLAR) or DOLLAR % unit):
            raise RuleError("invalid_stake", Because.EXACTLY(seat=seat, wager=wager, cents=DOLLAR))
    if "over_13" in stakes and "under_13" in stakes:
        raise RuleError("illegal_action", Because.OVER_OR_UNDER(seat=seat))


# -- the machine ------------------------------------------------------------------------------------------------------


class Round(NamedTuple):
    """One round, from the first wager to the last card."""

    options: Options
    meter: Meter
    stakes: Mapping[str, Mapping[str, Stake]] = {}  # by box, clockwise; then by wager
    closed: bool = False
    cards: Mapping[str, tuple[Card, ...]] = {}  # by box, in the order of receipt (A104)
    directed: str | None = None  # the box that the dealer has named for the next card
    settled: frozenset[tuple[str, str]] = frozenset()  # box and wager
    finished: bool = False

    @property
    def to_deal(self) -> str | None:
        """The box of the next of the first cards: one card each, clockwise, then again."""
        for dealt in range(FIRST_CARDS):
            for box in self.stakes:
                if len(self.cards.get(box, ())) == dealt:
                    return box
        return None


class Blackjack(Game):
    """The machine of 21.2 to 21.4: cards come to boxes, side wagers are settled as soon as nothing can change them."""

    name = "blackjack"
    needs = frozenset({"shoe"})
    deals_face_up = True
    decks = (6, 8)
    posts = ("manner", "jackpot", "seed")
    terms = TERMS
    sections: Mapping[str, str] = {"progressive": "21.2", "sevens": "21.3", "over_13": "21.4", "under_13": "21.4"}
    short: Mapping[str, Term] = {
        "progressive": Term("Progressif", "Progressive"),
        "sevens": Term("Les sept", "Sevens"),
    }
    edition = DRAFT_2000
    unposted: Mapping[str, str] = {"manner": EVERY_MANNER}
    limited: Mapping[str, Collection[str]] = {"over_under_13": OVER_UNDER}  # the others are a dollar (21.2, 21.3)
    optional: Mapping[str, Collection[str]] = {"sevens": ("sevens",), "over_under_13": OVER_UNDER}  # 21.2: `manner`
    indicated = ("sevens", *OVER_UNDER)
    usual = ({"sevens": 100, "over_13": 500}, {"over_13": 500}, {"sevens": 100, "under_13": 1000}, {})
    metered: Mapping[str, int] = {"progressive": DOLLAR}
    manners: Mapping[int, frozenset[str]] = {
        manner: frozenset(prize.award for prize in prizes if prize.award is not None)
        for manner, prizes in PROGRESSIVE.items()
    }

    def start(self, options: Options) -> Round:
        """Betting is open. `options.more` posts `manner`; a meter that nobody keeps is there too: `jackpot`, `seed`."""
        if (manner := options.more.get("manner")) is not None:
            _manner(manner)
        return Round(options, Meter(options.more.get("jackpot"), options.more.get("seed", 0)))

    def expects(self, state: Round) -> Expectation:
        """Wagers, two cards a box, then each further card where the dealer says that it goes; his own when he says."""
        if not state.closed:
            return AwaitWagers(may_close=bool(state.stakes))
        if state.finished:
            return Finished()
        if (box := state.directed or state.to_deal) is not None:
            return AwaitCard(box, len(state.cards.get(box, ())), face_up=box != DEALER)
        return AwaitDirection((*state.stakes, DEALER))

    def step(self, state: Round, fact: Fact) -> tuple[Round, tuple[Line, ...]]:
        """One fact, if it is the one that is awaited."""
        match self.expects(state), fact:
            case AwaitWagers() as betting, _:
                return bet(state, betting, fact, self._legal, ONCE), ()
            case AwaitDirection(boxes), Direct(box) if box in boxes:
                return state._replace(directed=box), ()
            case AwaitCard(), Jackpot("progressive", shows, seed) if not state.cards:
                return state._replace(meter=Meter(shows, seed)), ()
            case AwaitCard(), Direct(box) if box == DEALER and state.directed is None:  # his own, among the first cards
                return state._replace(directed=box), ()
            case AwaitCard(box), Deal(card):
                dealt = {**state.cards, box: (*state.cards.get(box, ()), card)}
                return self._settle(state._replace(cards=dealt, directed=None), (box,) if box != DEALER else ())
            case AwaitDirection(), Finish():
                return self._settle(state._replace(finished=True), tuple(state.stakes))
            case expected, _:
                raise not_awaited(expected, fact, "21.2, 21.3, 21.4")

    def wagers(self, state: Round) -> Mapping[str, Mapping[str, Stake]]:
        """What lies on the layout, the initial wager of section 17 apart."""
        return state.stakes

    def hands(self, state: Round) -> Mapping[str, Hand]:
        """Every card lies face up, but the dealer's own: they decide no side wager, so nobody turns them here."""
        dealt = {**dict.fromkeys(state.stakes, ()), **state.cards}
        return {box: Hand(cards, (box != DEALER,) * len(cards)) for box, cards in dealt.items()}

    def combination(self, cards: tuple[Card, ...]) -> str | None:
        """A blackjack; what else a hand is worth depends on the manner that the table posts."""
        return "blackjack" if len(cards) == FIRST_CARDS and blackjack(cards) else None

    def settle(self, request: Request) -> Answer:
        """Answers a request of the settle contract."""
        return settle(request)

    def by_hand(
        self, state: Round, told: Request, meters: Mapping[str, tuple[Stake, int]] = {}
    ) -> tuple[None, tuple[Line, ...]]:
        """21.2 to 21.4: told afterwards, with the meter as it is now (A159)."""
        manner, options = state.options.more.get("manner"), state.options
        meter = Meter(*meters["progressive"]) if "progressive" in meters else state.meter
        return None, tuple(settle(as_posted(self, options, told), (manner and _manner(manner), meter)).lines)

    def sheet(self, options: Options) -> Sheet:
        """The rules as the table posts them."""
        from rules.sheets.blackjack import sheet

        return sheet(options)

    def odds(self, options: Options) -> TableOdds:
        """Counts what every wager is worth."""
        from rules.odds.blackjack import odds

        return odds(options)

    def share(self, award: str, shows: int, unit: int) -> int:
        """21.2: 100 % or 10 % of what the meter shows."""
        return worth(award, shows, unit)

    def prizes(self, manner: int, decks: int) -> Prizes:
        """21.2: every prize of a manner."""
        from rules.odds.blackjack import progressive

        return progressive(manner, decks)

    def _settle(self, state: Round, boxes: Iterable[str]) -> tuple[Round, tuple[Line, ...]]:
        """What is decided in these boxes now. A prize of the meter falls with its last card: first come, first paid."""
        lines: list[Line] = []
        meter, unit = state.meter, state.options.unit
        for box in boxes:
            cards = state.cards[box]
            for wager, stake in state.stakes[box].items():
                if (box, wager) in state.settled or not self._decided(state, wager, cards):
                    continue
                if wager == "progressive":
                    prizes, meter = settle_progressive([(box, stake, cards)], self._posted(state), meter, unit)
                    lines += prizes
                else:
                    lines.append(settle_own(box, wager, stake, cards, unit))
        settled = state.settled | {(line.seat, line.wager) for line in lines}
        return state._replace(meter=meter, settled=settled), tuple(lines)

    def _decided(self, state: Round, wager: str, cards: Cards) -> bool:
        if state.finished:
            return True
        if wager == "progressive":
            return decided(PROGRESSIVE[self._posted(state)], cards)
        return decided(SEVENS, cards) if wager == "sevens" else len(cards) >= FIRST_CARDS

    def _posted(self, state: Round) -> int:
        return _manner(state.options.more.get("manner"))

    def _legal(self, state: Round, box: str, stakes: Mapping[str, Stake]) -> Mapping[str, Stake]:
        """Any side wagers, or none: then the box plays for its initial wager alone (section 17), and gets its cards."""
        check_seat(box, state.options)
        for wager, stake in stakes.items():
            if wager not in WAGERS:
                raise RuleError("unknown_wager", Because.NO_SIDE_WAGER(seat=box, wager=wager[:40]))
            if wager in OVER_UNDER:
                check_limits(box, wager, stake, state.options)
        check_offered(self, box, stakes, state.options)
        _check_wagers(box, stakes, state.options.unit)
        if "progressive" in stakes:
            if state.options.more.get("manner") is None:
                raise RuleError("illegal_action", Because.NO_PROGRESSIVE(seat=box))
            self._posted(state)
        return dict(stakes)


GAME = Blackjack()
