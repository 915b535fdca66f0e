"""Cards that come out hidden: the table knows that they lie there and where, and only later what they are."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from daemon.engine import replay
from daemon.table.apply import apply
from daemon.table.devices.shoe import SHOE
from daemon.table.devices.untold import Untold, Waiting
from daemon.table.events import (
    CardCorrected,
    CardDealt,
    CardNamed,
    CardSetAside,
    Event,
    HandTurned,
    Held,
    Resumed,
    ShoeChanged,
    ShoeReported,
)
from daemon.table.offers import offers
from daemon.table.orders import (
    Acknowledge,
    Align,
    ChangeShoe,
    CloseBetting,
    Continue,
    CorrectCard,
    CountShoe,
    Decision,
    NameCard,
    Observation,
    OpenRound,
    Posted,
    ReassignCards,
    Ruling,
    SeatIn,
    TurnHand,
    VoidRound,
)
from daemon.table.snapshot import freeze, thaw
from daemon.table.state import TableState
from daemon.table.view import view
from drivers.faults import Fault
from drivers.observation import (
    CardHidden,
    CardOutside,
    CardSeen,
    CardTold,
    FromShoe,
    LinkUp,
    OutsideDealt,
    OutsideTold,
    ShoeTrouble,
)
from rules.cards import DECK, Card, Hidden
from rules.facts import AwaitCard, AwaitTurn
from rules.registry import GAMES
from tests.daemon.floor import (
    S1,
    WAGERS,
    Says,
    both,
    copies,
    everything,
    held,
    of_kind,
    refused,
    saying,
    seated,
    started,
    table,
    tell,
)
from tests.daemon.table.test_games import ROUNDS, Dealer

TCP = "three_card_poker"
HAND, DEALER = ("Kh", "Kd", "4c"), ("Qc", "7d", "3h")
PLACES = (0x81, 0x91, 0x82, 0x92, 0x83, 0x93)  # of six cards that the shoe deals, as it counts them
OF_CARDS = [game for game, machine in GAMES.items() if "shoe" in machine.needs]


def says(state: TableState, say: Says) -> FromShoe | LinkUp:
    """What the shoe says next."""
    shoe = SHOE.of(state)
    return say("shoe", shoe.boot or "b1", shoe.seq + 1)


def hidden(place: int) -> Says:
    return saying(CardHidden, place=place)


def told(place: int, card: str) -> Says:
    return saying(CardTold, place=place, card=card)


def outside(card: str | None) -> Says:
    return saying(CardOutside, card=card)


def outside_told(card: str) -> Says:
    return saying(OutsideTold, card=card)


def outside_dealt(place: int, card: str | None = None) -> Says:
    return saying(OutsideDealt, place=place, card=card)


def shown(card: str) -> Says:
    return saying(CardSeen, card=card)


def trouble(what: str, *, complete: bool = True) -> Says:
    return saying(ShoeTrouble, what=what, complete=complete)


def hear(state: TableState, *said: Says) -> tuple[TableState, tuple[Event, ...]]:
    """The state after what the shoe says, and everything that happened."""
    happened: tuple[Event, ...] = ()
    for say in said:
        state, events = apply(state, says(state, say))
        happened += events
    return state, happened


def dealt_so_far(count: int) -> TableState:
    """3-Cards Poker: so many of one seat's cards and the dealer's lie hidden."""
    return hear(seated(TCP, CloseBetting()), *map(hidden, PLACES[:count]))[0]


def dealt(*values: tuple[int, str]) -> TableState:
    """All of them, and some values are told."""
    return hear(dealt_so_far(6), *(told(*value) for value in values))[0]


ALL = tuple(zip(PLACES, HAND + DEALER, strict=True))


def played(state: TableState) -> tuple[TableState, tuple[Event, ...]]:
    """To the end, from the decision on."""
    return everything(state, Decision(seat="1", choice="play"), TurnHand(hand="dealer"), TurnHand(hand="1"))


def unknown(state: TableState) -> list[str]:
    """Which of the cards on the felt nobody knows, by their numbers."""
    hands = state.machine.hands(state.play).values()
    return [str(card) for hand in hands for card in hand.cards if isinstance(card, Hidden)]


# -- every game -------------------------------------------------------------------------------------------------------


class Hiding(Dealer):
    """The same rounds from a shoe that hides what is dealt face down, and tells it before the hand is turned."""

    def __init__(self, game: str, seed: int) -> None:
        super().__init__(game, seed)
        self.when = random.Random(seed + 100)
        self.lying: dict[int, str] = {}  # what is untold, by its place
        self.told = 0

    def next(self) -> tuple[Observation, ...]:
        match self.state.awaits:
            case AwaitCard(face_up=False):
                card, place = self.deck.pop(), min(set(range(1, 0x100)) - self.lying.keys())
                self.lying[place] = card
                return (says(self.state, hidden(place)),)
            case AwaitCard() if self.lying and self.when.random() < 0.2:
                self.tell_one()
            case AwaitTurn():
                while self.lying:
                    self.tell_one()
        return super().next()

    def tell_one(self) -> None:
        place = self.when.choice(sorted(self.lying))
        self.told += 1
        before = view(self.state), offers(self.state)
        assert self.tell(says(self.state, told(place, self.lying.pop(place)))) == []
        assert (view(self.state), offers(self.state)) == before
        assert thaw(freeze(self.state)) == self.state


@pytest.mark.parametrize("game", OF_CARDS)
@pytest.mark.parametrize("seed", range(4))
def test_a_shoe_that_hides_deals_the_same_rounds(game: str, seed: int) -> None:
    plain, hiding = Dealer(game, seed), Hiding(game, seed)
    for _ in range(ROUNDS):
        plain.round()
        hiding.round()
        assert hiding.state.result == plain.state.result
        assert view(hiding.state) == view(plain.state)
    while hiding.lying:
        hiding.tell_one()
    assert SHOE.of(hiding.state).seen == SHOE.of(plain.state).seen
    assert hiding.told or game in ("war", "blackjack")  # without a war; without a dealer's card
    assert replay(TableState(), hiding.observations) == hiding.state


@pytest.mark.parametrize("game", OF_CARDS)
def test_a_game_says_whether_it_deals_cards_face_up(game: str) -> None:
    dealer, faces = Dealer(game, 1), set[bool]()
    following = dealer.next

    def watched() -> tuple[Observation, ...]:
        if isinstance(dealer.state.awaits, AwaitCard):
            faces.add(dealer.state.awaits.face_up)
        return following()

    dealer.next = watched  # type: ignore[method-assign]
    for _ in range(4 * ROUNDS):
        dealer.round()
    assert (True in faces) is GAMES[game].deals_face_up


# -- a round ----------------------------------------------------------------------------------------------------------


def test_nothing_tells_a_hidden_card_and_all_of_them_are_on_the_felt() -> None:
    state = dealt()
    assert view(state)["hands"] == {"1": [None] * 3, "dealer": [None] * 3}
    assert (dict(state.felt), view(state)["shoe"]["seen"]) == ({"1": 3, "dealer": 3}, 6)
    assert sum(SHOE.of(state).seen) == 0
    assert len(set(unknown(state))) == 6


def test_a_value_goes_to_its_card_and_nobody_hears_of_it() -> None:
    before = dealt()
    state, events = hear(before, told(PLACES[1], "Kd"))
    assert (events, view(state)) == ((), view(before))
    assert (state.machine.hands(state.play)["1"].cards[1], copies(state, "Kd")) == (Card.parse("Kd"), 1)
    assert len(unknown(state)) == 5
    state, events = played(dealt(*ALL))
    assert of_kind(events, HandTurned)[1].cards == HAND
    assert state.result is not None
    assert not state.in_round


def test_a_snapshot_is_as_long_whatever_was_told_and_the_same_again() -> None:
    states = [dealt(*values) for values in (ALL[:4], ALL[2:6], ALL[:5], ALL)]
    frozen = [freeze(state) for state in states]
    assert len(set(map(len, frozen))) == 1
    assert [b"Kh" in each for each in frozen] == [True, False, True, True]
    assert [thaw(each) for each in frozen] == states


def test_a_hand_is_not_turned_before_all_of_it_is_known_and_two_persons_may_name_it() -> None:
    state = tell(dealt(*ALL[:3], *ALL[4:]), Decision(seat="1", choice="play"))[0]
    state, events = tell(state, TurnHand(hand="dealer"))
    assert events == (Held(Fault.CARD_UNTOLD, "dealer"),)
    assert refused(state, TurnHand(hand="dealer"))[0] is Fault.ORDER_WHILE_HELD
    state, events = everything(state, *both(CorrectCard(hand="dealer", index=0, card="Qc")))
    assert of_kind(events, CardNamed | CardCorrected) == [CardNamed("dealer", 0)]  # type: ignore[arg-type]
    assert of_kind(events, Resumed) == [Resumed(Fault.CARD_UNTOLD)]
    assert copies(state, "Qc") == 1
    state, events = everything(state, TurnHand(hand="dealer"), TurnHand(hand="1"))
    assert of_kind(events, HandTurned)[0].cards == DEALER
    after, events = hear(state, told(PLACES[3], "Qc"))  # what the shoe says at last is the same
    assert (events, SHOE.of(after).seen) == ((), SHOE.of(state).seen)
    contradicted, events = hear(state, told(PLACES[3], "Js"))
    assert events == (Held(Fault.CARD_CONTRADICTED, "shoe"),)
    assert refused(contradicted, OpenRound())[0] is Fault.ORDER_WHILE_HELD
    corrected, events = everything(contradicted, *both(CorrectCard(hand="dealer", index=0, card="Js")))
    assert of_kind(events, CardCorrected) == [CardCorrected("dealer", 0, "Qc", "Js")]
    assert (held(corrected), copies(corrected, "Qc"), copies(corrected, "Js")) == (None, 0, 1)
    assert held(tell(contradicted, S1(Acknowledge(fault="CARD_CONTRADICTED")))[0]) is None


def test_what_the_shoe_tells_is_compared_with_what_two_persons_said_last() -> None:
    state = tell(dealt(*ALL[:3], *ALL[4:]), Decision(seat="1", choice="play"), TurnHand(hand="dealer"))[0]
    for card in ("Js", "Qc"):
        state, _ = tell(state, *both(CorrectCard(hand="dealer", index=0, card=card)))
    assert hear(state, told(PLACES[3], "Qc"))[1] == ()
    assert held(hear(state, told(PLACES[3], "Js"))[0]) is Fault.CARD_CONTRADICTED


def test_of_two_named_alike_nobody_can_say_which_was_corrected() -> None:
    state = hear(seated("war", CloseBetting(), wagers={"initial": 500}), hidden(PLACES[0]))[0]
    state, _ = tell(state, *both(NameCard(card="9s")))
    state, _ = tell(hear(state, hidden(PLACES[1]))[0], *both(NameCard(card="9s")))
    state, _ = tell(state, *both(CorrectCard(hand="dealer", index=0, card="8s")))
    for place in PLACES[:2]:
        assert of_kind(hear(state, told(place, "9s"))[1], ShoeReported) == [ShoeReported("value_of_no_card")]


def test_a_value_that_comes_while_the_round_is_held_for_it_needs_no_persons() -> None:
    state = tell(dealt(*ALL[:5]), Decision(seat="1", choice="play"), TurnHand(hand="dealer"))[0]
    state, events = hear(state, told(*ALL[5]))
    assert (events, held(state)) == ((), Fault.CARD_UNTOLD)
    state, events = everything(state, Continue(), TurnHand(hand="dealer"), TurnHand(hand="1"))
    assert [event.cards for event in of_kind(events, HandTurned)] == [DEALER, HAND]


def test_going_on_without_the_value_holds_again() -> None:
    state = tell(dealt(*ALL[:5]), Decision(seat="1", choice="play"), TurnHand(hand="dealer"), Continue())[0]
    assert held(state) is None
    assert held(tell(state, TurnHand(hand="dealer"))[0]) is Fault.CARD_UNTOLD


def test_two_unknown_cards_of_a_hand_are_named_one_after_the_other() -> None:
    state = tell(dealt(*ALL[:4]), Decision(seat="1", choice="play"), TurnHand(hand="dealer"))[0]
    state = tell(state, *both(CorrectCard(hand="dealer", index=1, card="7d")), TurnHand(hand="dealer"))[0]
    assert held(state) is Fault.CARD_UNTOLD
    state = tell(state, *both(CorrectCard(hand="dealer", index=2, card="3h")), TurnHand(hand="dealer"))[0]
    assert (held(state), copies(state, "7d"), copies(state, "3h")) == (None, 1, 1)


def test_a_value_that_the_deck_has_no_more_of_is_not_believed() -> None:
    state, events = hear(dealt(*ALL[:1]), told(PLACES[1], "Kh"))
    assert events == (Held(Fault.CARD_IMPOSSIBLE, "shoe"),)
    assert (copies(state, "Kh"), len(unknown(state))) == (1, 5)
    state, _ = tell(state, *both(CorrectCard(hand="1", index=1, card="Kd")))
    assert (held(state), copies(state, "Kd"), len(unknown(state))) == (None, 1, 4)


def test_a_value_for_no_card_puts_the_cards_in_doubt() -> None:
    state, events = hear(dealt(*ALL[:1]), told(PLACES[0], "Kh"))  # it was told before
    assert events == (ShoeReported("value_of_no_card"), Held(Fault.CARDS_IN_DOUBT, "value_of_no_card"))
    assert held(tell(state, Align(felt=dict(state.felt)))[0]) is None
    idle, events = hear(table(TCP), told(PLACES[0], "Kh"))
    assert (events, held(idle)) == ((ShoeReported("value_of_no_card"),), None)


@pytest.mark.parametrize(
    "missed",
    [
        trouble("gap", complete=False),
        trouble("contradiction", complete=False),
        lambda device, boot, seq: ShoeTrouble(device, boot, seq + 1, "hides"),
        lambda *_: LinkUp("shoe", "b2", 0, complete=False),
    ],
)
def test_after_something_was_not_heard_no_place_is_believed(missed: Says) -> None:
    """A card may have come to that place meanwhile: the value could be another's."""
    state, _ = hear(dealt(), missed)
    state, _ = tell(state, Align(felt=dict(state.felt)))
    assert held(state) is None
    state, events = hear(state, told(PLACES[0], "Kh"))
    assert (len(unknown(state)), of_kind(events, Held)) == (6, [Held(Fault.CARDS_IN_DOUBT, "value_of_no_card")])
    kept, _ = hear(dealt(), lambda *_: LinkUp("shoe", "b1", 6, complete=True), told(PLACES[0], "Kh"))
    assert len(unknown(kept)) == 5


def test_a_place_that_is_used_again_means_the_later_card() -> None:
    state, _ = hear(seated(TCP, CloseBetting()), *map(hidden, PLACES[:4]), hidden(PLACES[0]), told(PLACES[0], "9c"))
    cards = [*state.machine.hands(state.play)["1"].cards, *state.machine.hands(state.play)["dealer"].cards]
    assert cards[4] == Card.parse("9c")
    assert len(unknown(state)) == 4


def test_values_of_the_round_before_change_nothing_of_this_one() -> None:
    state, _ = played(dealt(*ALL[:3], *ALL[3:]))
    state = tell(state, OpenRound())[0]
    assert SHOE.of(state).untold == Untold(6)
    state = dealt(*ALL[:3])
    state = tell(state, S1(VoidRound(reason="essai")), OpenRound())[0]  # one deck: it is shuffled anew (A3)
    before = SHOE.of(state)
    state, events = hear(state, *(told(*value) for value in ALL[3:]))
    assert (events, SHOE.of(state).seen, SHOE.of(state).out) == ((), before.seen, 0)


def test_hidden_cards_change_places_as_others_do() -> None:
    state = tell(dealt(), *both(ReassignCards(swaps=(("1", 0, "dealer", 2),))))[0]
    state, _ = hear(state, *(told(*value) for value in ALL))
    assert [str(card) for card in state.machine.hands(state.play)["1"].cards] == ["3h", "Kd", "4c"]
    assert SHOE.of(state).untold.unknown == 0


def test_a_hidden_card_that_nobody_awaits_lies_aside_and_is_counted_once_it_is_told() -> None:
    state, events = hear(dealt(*ALL), hidden(PLACES[0]))
    assert events == (CardSetAside(), Held(Fault.CARD_UNEXPECTED, "shoe"))
    state, events = hear(state, told(PLACES[0], "As"))
    assert (events, state.aside, copies(state, "As")) == ((), (Card.parse("As"),), 1)


def test_nobody_names_a_card_where_the_wrong_one_lies_in_a_hand() -> None:
    """It would be dealt though none left the shoe; and of a card that lies aside face down, a refusal would tell it."""
    state, _ = hear(dealt_so_far(4), told(PLACES[0], "Kh"), told(PLACES[1], "Kh"))
    assert held(state) is Fault.CARD_IMPOSSIBLE
    assert refused(state, S1(NameCard(card="7d"))) == (Fault.ORDER_NOT_NOW, "CARD_IMPOSSIBLE")
    state, _ = hear(state, hidden(PLACES[4]), told(PLACES[4], "7d"))
    assert {refused(state, S1(NameCard(card=card))) for card in ("7d", "8d")} == {
        (Fault.ORDER_NOT_NOW, "CARD_IMPOSSIBLE")
    }
    state, events = everything(state, *both(CorrectCard(hand="1", index=1, card="Kd")))
    assert of_kind(events, CardDealt) == [CardDealt("dealer", 1, None)]
    assert (held(state), dict(state.felt), copies(state, "7d")) == (None, {"1": 3, "dealer": 2}, 1)


def test_a_card_that_came_while_a_value_was_awaited_is_not_forgotten() -> None:
    state = tell(dealt(*ALL[:5]), Decision(seat="1", choice="play"), TurnHand(hand="dealer"))[0]
    state, events = hear(state, hidden(PLACES[0]))
    assert (events, held(state)) == ((CardSetAside(),), Fault.CARD_UNTOLD)
    for orders in ((Continue(),), both(CorrectCard(hand="dealer", index=2, card="3h"))):
        after, events = everything(state, *orders)
        assert of_kind(events, Held) == [Held(Fault.CARD_UNEXPECTED, "")]
        assert (len(after.aside), dict(after.felt)) == (1, {"1": 3, "dealer": 3})


def of_two(state: TableState, *said: tuple[str, Says]) -> TableState:
    """The state after what either of two shoes says."""
    for name, say in said:
        shoe = SHOE.named(state, name)
        state, _ = apply(state, say(name, shoe.boot or "b1", shoe.seq + 1))
    return state


def with_two_shoes() -> TableState:
    """3-Cards Poker, one seat's wagers laid; the table uses `left`."""
    both_ = tuple(Posted(name, "shoe") for name in ("left", "right"))
    state, _ = apply(TableState(), replace(started(TCP), devices=both_))
    for name in ("left", "right"):
        state, _ = apply(state, LinkUp(name, "b1", 0, complete=True))
    return betting(state)


def betting(state: TableState) -> TableState:
    return tell(state, OpenRound(), SeatIn(seat="1", wagers=dict(WAGERS[TCP])), CloseBetting())[0]


def test_a_value_from_another_shoe_is_of_no_card_of_this_round() -> None:
    state = of_two(with_two_shoes(), ("left", hidden(PLACES[0])), ("right", hidden(PLACES[0])))
    assert (held(state), state.aside) == (Fault.CARD_UNEXPECTED, (None,))
    after = of_two(state, ("right", told(PLACES[0], "2c")))
    assert unknown(after) == unknown(state)
    assert (copies(after, "2c"), SHOE.named(after, "right").seen[Card.parse("2c")]) == (0, 1)


def test_a_value_of_a_shoe_that_was_changed_is_of_no_card_of_the_next_one() -> None:
    state = of_two(with_two_shoes(), *(("left", hidden(place)) for place in PLACES))
    state, _ = tell(state, S1(VoidRound(reason="essai")), ChangeShoe(device="right"))
    state = of_two(betting(state), ("right", hidden(PLACES[0])), ("left", told(PLACES[0], "Kh")))
    assert (unknown(state), copies(state, "Kh"), held(state)) == (["00"], 0, None)
    assert SHOE.of(of_two(state, ("right", told(PLACES[0], "Kh")))).out == 1


# -- where a card is dealt face up ------------------------------------------------------------------------------------


def at_war() -> TableState:
    return hear(seated("war", CloseBetting()), hidden(PLACES[0]))[0]


def test_a_card_that_everyone_sees_is_named_by_two_persons() -> None:
    state = at_war()
    assert (held(state), state.hold and state.hold.detail) == (Fault.CARD_UNREADABLE, "hidden")
    state, events = everything(state, *both(NameCard(card="9s")))
    assert of_kind(events, CardDealt) == [CardDealt("1", 0, "9s")]
    assert (held(state), SHOE.of(state).untold.unknown, copies(state, "9s")) == (None, 0, 1)
    assert hear(state, told(PLACES[0], "9s"))[1] == ()
    assert held(hear(state, told(PLACES[0], "9h"))[0]) is Fault.CARD_CONTRADICTED


def test_what_the_shoe_told_meanwhile_two_persons_do_not_name_otherwise() -> None:
    state, events = hear(at_war(), told(PLACES[0], "9s"))
    assert (events, held(state), copies(state, "9s")) == ((), Fault.CARD_UNREADABLE, 1)
    assert refused(state, S1(NameCard(card="8s")))[0] is Fault.ORDER_ILLEGAL
    state, events = everything(state, *both(NameCard(card="9s")))
    assert of_kind(events, CardDealt) == [CardDealt("1", 0, "9s")]
    assert (held(state), copies(state, "9s")) == (None, 1)


def test_what_the_decks_hold_no_more_of_is_not_believed_there_either() -> None:
    state = seated("four_card", CloseBetting())
    deck = [str(card) for card in DECK]
    while not (isinstance(state.awaits, AwaitCard) and state.awaits.face_up):
        state, _ = hear(state, shown(deck.pop()))
    state, events = hear(state, hidden(PLACES[0]), told(PLACES[0], str(DECK[-1])))
    assert of_kind(events, Held) == [Held(Fault.CARD_UNREADABLE, "hidden"), Held(Fault.CARD_IMPOSSIBLE, "shoe")]
    assert copies(state, str(DECK[-1])) == 1
    state, _ = tell(state, *both(NameCard(card=deck[0])))
    assert (held(state), copies(state, deck[0]), SHOE.of(state).untold.unknown) == (None, 1, 0)


def test_cards_that_came_after_it_follow_up_to_the_next_that_nobody_knows() -> None:
    state, _ = hear(seated("war", CloseBetting()), hidden(PLACES[0]), hidden(PLACES[1]))
    state, events = everything(state, *both(NameCard(card="9s")))
    assert of_kind(events, Held) == [Held(Fault.CARD_UNREADABLE, "")]
    state, _ = everything(state, *both(NameCard(card="Kh")))
    assert (held(state), state.in_round, copies(state, "Kh")) == (None, False, 1)


def contradicted() -> TableState:
    """Two persons have named the seat's card, and the shoe tells another one."""
    return hear(tell(at_war(), *both(NameCard(card="9s")))[0], told(PLACES[0], "9h"))[0]


def test_a_card_that_came_while_the_round_was_held_for_another_is_dealt_when_it_goes_on() -> None:
    state, events = hear(contradicted(), shown("Kd"))
    assert (events, held(state)) == ((CardSetAside(),), Fault.CARD_CONTRADICTED)
    for orders in ((Continue(),), both(CorrectCard(hand="1", index=0, card="9h"))):
        after, events = everything(state, *orders)
        assert of_kind(events, CardDealt) == [CardDealt("dealer", 0, "Kd")]
        assert (held(after), after.in_round, after.aside) == (None, False, ())


def test_a_card_that_nobody_knows_is_still_to_be_named_when_the_round_goes_on() -> None:
    state, _ = hear(contradicted(), hidden(PLACES[1]))
    for orders in ((Continue(),), both(CorrectCard(hand="1", index=0, card="9h"))):
        after, events = everything(state, *orders)
        assert of_kind(events, Held) == [Held(Fault.CARD_UNREADABLE, "")]
        after, _ = tell(after, *both(NameCard(card="Kd")))
        assert (held(after), after.in_round, SHOE.of(after).out) == (None, False, 2)


def test_67_39_the_three_cards_aside_need_no_value() -> None:
    state = seated("war", CloseBetting(), "9s 9h", Decision(seat="1", choice="war"), wagers={"initial": 500})
    state, events = hear(state, *map(hidden, PLACES[:3]), shown("2c"), *map(hidden, PLACES[3:]), shown("Kd"))
    assert (of_kind(events, Held), state.in_round) == ([], False)


def test_67_102_a_hand_that_is_ordered_shown_is_named_first() -> None:
    dealer = Hiding("poker_room", 1)
    dealer.deck = [str(card) for card in dealer.chance.sample(DECK, 52)]
    dealer.tell(OpenRound())
    while not isinstance(dealer.state.awaits, AwaitTurn):
        dealer.tell(*dealer.next())
    state = dealer.state
    [seat, *_] = [hand for hand, lies in state.machine.hands(state.play).items() if lies.mucked]
    assert any(isinstance(card, Hidden) for card in state.machine.hands(state.play)[seat].cards)
    state, events = tell(state, S1(Ruling(what="show", seat=seat, reason="67.102")))
    assert events == (Held(Fault.CARD_UNTOLD, seat),)


# -- a card drawn once too often --------------------------------------------------------------------------------------


def overdrawn(card: str | None) -> tuple[TableState, tuple[Event, ...]]:
    """The shoe's own hand is over after four cards, and the fifth comes too soon."""
    state, _ = hear(seated(TCP, CloseBetting()), *map(hidden, PLACES[:4]), trouble("overdraw"))
    return hear(state, outside(card))


@pytest.mark.parametrize("card", ["7d", None])
def test_a_card_outside_the_game_lies_aside_until_the_shoe_deals_it(card: str | None) -> None:
    state, events = overdrawn(card)
    assert events == (CardSetAside(), ShoeReported("outside"), Held(Fault.SHOE_ERROR, "outside"))
    assert (state.aside, dict(state.felt), SHOE.of(state).out) == ((), {"1": 3, "dealer": 1}, 5)
    state, _ = tell(state, Align(felt=dict(state.felt)))
    if card is None:
        state, events = hear(state, outside_told("7d"))
        assert events == ()
    state, events = hear(state, *(told(*value) for value in ALL[:4]), outside_dealt(PLACES[0]))
    assert events == (CardDealt("dealer", 1, None),)
    assert (held(state), copies(state, "7d"), SHOE.of(state).out) == (None, 1, 5)
    state, _ = hear(state, hidden(PLACES[1]), told(PLACES[0], "7d"), told(PLACES[1], "3h"))
    assert [event.cards for event in of_kind(played(state)[1], HandTurned)] == [DEALER, HAND]


def test_a_card_outside_may_come_to_the_game_hidden() -> None:
    state = tell(overdrawn(None)[0], Align(felt={"1": 3, "dealer": 1}))[0]
    state, events = hear(state, outside_dealt(PLACES[0]))
    assert (events, SHOE.of(state).untold.unknown) == ((CardDealt("dealer", 1, None),), 5)
    state, _ = hear(state, hidden(PLACES[1]), told(PLACES[0], "7d"))
    assert state.machine.hands(state.play)["dealer"].cards[1] == Card.parse("7d")


def test_dealt_without_a_card_outside_is_a_trouble_and_never_a_card() -> None:
    state, events = hear(seated(TCP, CloseBetting()), outside_dealt(PLACES[0], "7d"))
    assert events == (ShoeReported("retransmission"), Held(Fault.SHOE_ERROR, "retransmission"))
    assert (dict(state.felt), copies(state, "7d")) == ({"1": 0, "dealer": 0}, 0)


def test_another_card_while_one_lies_outside_puts_the_cards_in_doubt() -> None:
    state = tell(overdrawn("7d")[0], Align(felt={"1": 3, "dealer": 1}))[0]
    state, events = hear(state, hidden(PLACES[0]))
    assert events == (CardDealt("dealer", 1, None), Held(Fault.CARDS_IN_DOUBT, "shoe"))
    state = tell(state, Align(felt=dict(state.felt)))[0]
    assert held(hear(state, outside_dealt(PLACES[0], "7d"))[0]) is Fault.SHOE_ERROR  # nobody knows where it is


def test_two_words_about_the_card_outside_that_differ_hold_the_round() -> None:
    state = tell(overdrawn("7d")[0], Align(felt={"1": 3, "dealer": 1}))[0]
    for say in (outside_told("8d"), outside_dealt(PLACES[0], "8d")):
        after, events = hear(state, say)
        assert of_kind(events, Held) == [Held(Fault.SHOE_ERROR, "contradiction")]
        assert dict(after.felt) == {"1": 3, "dealer": 1}


def test_it_waits_outside_over_the_end_of_a_round() -> None:
    state = tell(overdrawn("7d")[0], S1(VoidRound(reason="carte de trop")))[0]
    state = tell(state, OpenRound())[0]
    assert thaw(freeze(state)) == state
    assert SHOE.of(state).untold.outside == Waiting(0, Card.parse("7d"), counts=False)


def test_it_is_a_card_of_the_round_in_which_it_is_dealt() -> None:
    """One deck, shuffled anew: what the shoe has counted out once is counted again."""
    state = tell(overdrawn(None)[0], S1(VoidRound(reason="carte de trop")), OpenRound())[0]
    state, _ = tell(state, SeatIn(seat="1", wagers=dict(WAGERS[TCP])), CloseBetting())
    state, _ = hear(state, outside_dealt(PLACES[0]), *map(hidden, PLACES[1:]))
    assert SHOE.of(state).out == 6
    told_ = hear(state, *(told(*value) for value in ALL))[0]
    assert (SHOE.of(told_).out, SHOE.of(told_).untold.unknown) == (6, 0)
    state, _ = hear(state, *(told(*value) for value in ALL[1:]))
    state, _ = tell(state, *both(CorrectCard(hand="1", index=0, card=HAND[0])))
    assert (SHOE.of(state).out, SHOE.of(state).untold.unknown) == (6, 0)
    assert thaw(freeze(state)) == state


def test_a_card_from_outside_that_the_deck_has_no_more_of_is_named_and_counted_once() -> None:
    state = tell(seated(TCP, CloseBetting()), "7d Kh Kd 4c")[0]
    state, _ = hear(state, outside("7d"))
    state, events = hear(tell(state, Align(felt=dict(state.felt)))[0], outside_dealt(PLACES[0]))
    assert of_kind(events, Held) == [Held(Fault.CARD_IMPOSSIBLE, "shoe")]
    state, _ = tell(state, *both(NameCard(card="8d")))
    assert (held(state), copies(state, "7d"), copies(state, "8d"), SHOE.of(state).out) == (None, 1, 1, 5)
    assert of_kind(hear(state, told(PLACES[0], "7d"))[1], Held)  # nobody says that it was that one after all


# -- the inventory ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("left", "untold", "found"),
    [(0, 0, ""), (0, 3, ""), (1, 2, "1 missing, 0 extra"), (-1, 2, "0 missing, 1 extra")],
)
def test_a_shoe_is_counted_with_the_cards_that_nobody_knows(left: int, untold: int, found: str) -> None:
    deck = [str(card) for card in [*map(Card, range(52))] * 6]
    told_ = deck[untold:] if left >= 0 else [*deck[untold:], "Kh"]
    state = tell(table("war"), CountShoe())[0]
    places = [0x81 + number for number in range(untold)]
    state, _ = hear(state, *map(hidden, places), *map(shown, told_[max(0, left) :]))
    state, events = tell(state, ChangeShoe())
    assert of_kind(events, ShoeChanged) == [ShoeChanged(6 * 52 - left)]
    assert [event.detail for event in of_kind(events, Held)] == ([found] if found else [])


def test_a_card_is_known_again_as_it_was_written_down() -> None:
    state = dealt(*ALL[:2])
    again = Untold.thaw(SHOE.of(state).untold.freeze())
    assert again == SHOE.of(state).untold
    outside_ = again._replace(outside=Waiting(0, Card.parse("7d")))
    assert Untold.thaw(outside_.freeze()) == outside_
    assert len(outside_.freeze()) == len(again.freeze()) == len(Untold().freeze())
    for wrong in ("", "xx000--0", "00000--0zz", "00000--08101", again.freeze()[:-3] + "8"):
        with pytest.raises(ValueError, match=r"untold|card"):
            Untold.thaw(wrong)


def test_a_shoe_that_never_tells_is_still_known_after_a_restart() -> None:
    untold = Untold()
    for _ in range(1001):
        untold, _ = untold.hidden()
    assert Untold.thaw(untold.freeze()) == untold


@pytest.mark.parametrize("place", [-1, 0x100, 2**63])
def test_a_place_that_there_is_not_is_kept_by_nobody(place: int) -> None:
    state, _ = hear(seated(TCP, CloseBetting()), hidden(place))
    assert (unknown(state), thaw(freeze(state))) == (["00"], state)
    assert held(hear(state, told(place, "Kh"))[0]) is Fault.CARDS_IN_DOUBT


def test_no_two_hidden_cards_of_a_round_have_the_same_name() -> None:
    untold, names = Untold(), list[str]()
    for _ in range(100):
        untold, card = untold.hidden()
        names.append(str(card))
    assert len(set(names)) == 100
    assert {len(name) for name in names} == {2}
