"""What always holds of cards and dice, and of the devices that tell them."""

from __future__ import annotations

from daemon.table.devices.camera import CAMERA
from daemon.table.devices.shaker import SHAKER, Shaker
from daemon.table.devices.shoe import SHOE
from daemon.table.events import (
    Agreed,
    CardDealt,
    CardSetAside,
    DiceNotRead,
    DiceRolled,
    DiceWentOut,
    Held,
    LookOrdered,
    NoRollDeclared,
    PastRoundEntered,
    RoundVoided,
    ShakeOrdered,
    ShoeChanged,
    ShoeReported,
)
from daemon.table.orders import (
    CallWager,
    ChangeShoe,
    DeclareNoRoll,
    LetRollStand,
    NameCard,
    OpenRound,
    SeatIn,
    TakeBack,
)
from daemon.table.shooter import lies
from daemon.table.state import UNKNOWN_CARD, Dice, TableState
from drivers.faults import Fault
from drivers.observation import CardHidden, CardOutside, CardSeen, CardUnreadable, DiceSeen, DiceUnread, OutsideDealt
from rules.facts import AwaitDice, AwaitWagers
from tests.daemon.floor import of_kind
from tests.daemon.table.walk.steps import Step, is_repeated


def on_felt(state: TableState) -> int:
    return sum(state.felt.values()) if state.play is not None and "shoe" in state.machine.needs else 0


def what_is_repeated_changes_nothing(step: Step) -> bool:
    return not is_repeated(step) or (step.after == step.before and not step.events)


def a_card_that_left_the_shoe_is_dealt_or_set_aside_once(step: Step) -> bool:
    fates = of_kind(step.events, CardDealt | CardSetAside)  # type: ignore[arg-type]  # a union of types
    dealt = of_kind(fates, CardDealt)
    match step.observation:
        case CardOutside() if not is_repeated(step):
            return len(fates) == 1 and not dealt and SHOE.of(step.after).untold.outside is not None
        case OutsideDealt() if not fates:
            return step.before is step.after or bool(of_kind(step.events, ShoeReported))
        case CardSeen() | CardUnreadable() | CardHidden() | OutsideDealt() if not is_repeated(step):
            kept = len(step.after.aside) - len(step.before.aside)
            counted = SHOE.of(step.before).counting and not isinstance(step.observation, CardUnreadable)
            return (
                len(fates) == 1
                and on_felt(step.after) - on_felt(step.before) == len(dealt)
                and kept == (0 if dealt or counted else 1)
            )
        case NameCard() if step.after.proposal is None and of_kind(step.events, Agreed):
            was, unknown = step.before.hold, step.before.aside
            drawn = unknown if was is not None and was.fault in UNKNOWN_CARD else (None,)
            return len(dealt) + len(step.after.aside) == len(drawn) and len(dealt) >= 1
        case _:  # a person lets the round go on with what lies aside
            aside = len(step.before.aside) - len(step.after.aside)
            return not fates or (bool(step.events) and len(fates) == len(dealt) == aside)


def the_inventory_counts_every_card_once(step: Step) -> bool:
    before, after = SHOE.of(step.before).out, SHOE.of(step.after).out
    match step.observation:
        case ChangeShoe() if of_kind(step.events, ShoeChanged):
            return after == 0
        case OpenRound() if step.events:
            return after == (0 if 1 in step.after.machine.decks else before)
        case CardHidden() | CardOutside() if not is_repeated(step):
            return after == before + 1
        case OutsideDealt() if of_kind(step.events, CardDealt | CardSetAside):  # type: ignore[arg-type]
            outside = SHOE.of(step.before).untold.outside
            again = outside is not None and not outside.counts  # it came before this filling
            return after == before + again - (step.after.aside[len(step.before.aside) :] == (None,))
        case CardSeen() if not is_repeated(step):
            impossible = step.after.aside[len(step.before.aside) :] == (None,)
            return after == before + (not impossible)
        case NameCard() if of_kind(step.events, Agreed):
            aside = step.before.aside if step.before.hold and step.before.hold.fault in UNKNOWN_CARD else ()
            return after == before + (aside[:1] in ((), (None,)))  # one that came hidden has been counted
        case _:
            return after == before


def no_round_goes_on_without_its_shoe(state: TableState) -> bool:
    if not state.in_round or state.hold is not None or "shoe" not in state.machine.needs or SHOE.of(state).up:
        return True
    return isinstance(state.awaits, AwaitWagers)


def no_dice_are_awaited_without_their_shaker(state: TableState) -> bool:
    return not isinstance(state.awaits, AwaitDice) or state.hold is not None or answers(SHAKER.of(state))


def nothing_is_laid_or_taken_back_while_dice_are_out(step: Step) -> bool:
    laying = isinstance(step.observation, SeatIn | TakeBack | CallWager)
    return not (laying and step.before.dice_out) or step.refusal is not None


def dice_that_a_player_throws_decide_nothing_before_they_went_out(step: Step) -> bool:
    if not of_kind(step.events, DiceRolled) or step.before.players_throw is None:
        return True
    return step.before.dice_out in (Dice.OUT, Dice.THROWN) or isinstance(step.observation, LetRollStand)


DECIDES_DICE = DiceRolled | NoRollDeclared | RoundVoided | PastRoundEntered  # a form is a supervisor's word, too


def dice_that_were_thrown_too_soon_are_kept_until_somebody_decides(step: Step) -> bool:
    before, after = step.before.thrown, step.after.thrown
    ended = [event for event in step.events if isinstance(event, DECIDES_DICE)]
    if before:
        return after == before or (not after and bool(ended))
    return not after or (step.after.hold is not None and step.after.hold.fault is Fault.DICE_NOT_OUT)


def no_dice_go_out_before_the_shooters_line_wager_lies(step: Step) -> bool:
    return not of_kind(step.events, DiceWentOut) or lies(step.after) is not False


def answers(shaker: Shaker) -> bool:
    return shaker.up or not shaker.there


def dice_of_a_shaker_are_read_after_a_good_shake_alone(step: Step) -> bool:
    if not of_kind(step.events, DiceRolled) or not SHAKER.of(step.before).there:
        return True
    shaker = SHAKER.of(step.before)
    if not shaker.proves and isinstance(step.observation, DiceSeen) and CAMERA.of(step.before).compared != "seen":
        return False  # the camera alone proves nothing without a picture of before
    return shaker.phase == "rested" and shaker.up and shaker.closed and (shaker.tumbles >= 3 or not shaker.proves)


def no_number_is_given_to_two_shakes(step: Step) -> bool:
    ordered = of_kind(step.events, ShakeOrdered)
    return SHAKER.of(step.after).order >= SHAKER.of(step.before).order + len(ordered) and (
        not ordered or (SHAKER.of(step.after).phase == "ordered" and ordered[0].order == SHAKER.of(step.after).order)
    )


def a_camera_rolls_the_dice_only_when_it_was_asked(step: Step) -> bool:
    said, before = step.observation, step.before
    if not isinstance(said, DiceSeen | DiceUnread):
        return True
    asked = CAMERA.of(before).looking and said.look == CAMERA.of(before).look
    if CAMERA.of(before).compared == "looking":  # before the shake
        return not of_kind(step.events, DiceRolled)
    if not of_kind(step.events, DiceRolled):
        early = any(event.fault is Fault.DICE_NOT_OUT for event in of_kind(step.events, Held))
        return (early or bool(of_kind(step.events, DiceNotRead))) is asked
    return asked and isinstance(said, DiceSeen) and before.hold is None and before.proposal is None


def no_number_is_given_to_two_looks(step: Step) -> bool:
    ordered = of_kind(step.events, LookOrdered)
    after, before = CAMERA.of(step.after), CAMERA.of(step.before)
    return after.look == before.look + len(ordered) and (
        not ordered or (after.looking and ordered[0].look == after.look)
    )


def only_a_person_declares_a_no_roll(step: Step) -> bool:
    return not of_kind(step.events, NoRollDeclared) or isinstance(step.observation, DeclareNoRoll)


def a_shake_that_is_not_as_it_must_be_holds_the_round(step: Step) -> bool:
    failed = SHAKER.of(step.after).phase == "failed" and SHAKER.of(step.before).phase != "failed"
    return not failed or step.after.hold is not None
