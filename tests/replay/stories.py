"""What happens at the ten tables of the golden journals: cards by their names, orders, and what befalls the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from importlib import import_module
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

from daemon.jackpot.booking import Booking, book
from daemon.table.orders import (
    Acknowledge,
    Align,
    Announcement,
    AwardJackpot,
    CallWager,
    ChangeDice,
    ChangeShift,
    ChangeShoe,
    ChargeTime,
    CloseBetting,
    CloseJackpot,
    CloseTable,
    Continue,
    CorrectCard,
    CorrectDecision,
    CorrectDice,
    CorrectJackpot,
    CountShoe,
    Decision,
    DeclareNoRoll,
    DirectCard,
    EnterDice,
    LeaveTable,
    LedgerBooked,
    LedgerLost,
    LedgerReported,
    Misdeal,
    NameCard,
    NoMoreCards,
    Observation,
    OpenJackpot,
    OpenRound,
    OpenSealed,
    ReadDice,
    ReassignCards,
    Reject,
    Ruling,
    SealedRead,
    SeatIn,
    SetJackpot,
    Shake,
    SignedIn,
    SignedOut,
    SignInRefused,
    StartGame,
    TakeBack,
    TakeStakes,
    TimePassed,
    TurnHand,
    Unlocked,
    VoidRound,
)
from daemon.text.role import Role
from drivers.faults import Fault
from drivers.observation import (
    DiceRested,
    DiceSeen,
    DiceUnread,
    DomeMoved,
    LineRecorded,
    LinkDown,
    MotorFelt,
    ShakeBegan,
    ShakerArmed,
    ShakerTrouble,
    ShakerUp,
    ShakeUndone,
)
from tests.daemon.floor import D1, D2, IN_SERVICE, POOL, PROGRESSIVE, S1, T1, Says, both


@dataclass(frozen=True)
class Restart:
    """The daemon is killed and starts again; the shoe answers if the game has one."""

    version: str = "1.0"
    reshakes: int | None = None  # the table has a shaker
    changes: Mapping[str, Any] = field(default_factory=dict)  # of what is configured of the table's pools
    camera: bool = False  # it has a camera


@dataclass(frozen=True)
class NextDay:
    """The gaming day changes."""


@dataclass(frozen=True)
class Clock:
    """Somebody keeps the clock right, or nobody does."""

    synchronised: bool


@dataclass(frozen=True)
class FromShoe:
    """What the shoe says beside cards: `unreadable`, `cut`, `empty`, `back`, and `skip`: a number is missing."""

    what: str


Happens = Observation | Restart | NextDay | Clock | FromShoe | Says | str
Story = Iterator[tuple[Happens, ...]]

CONSOLE = "loopback:1000"  # who calls at the console's port
KAPPA = "4B0D71E5"  # the shaker's power-up
DOWN = LinkDown("shoe", Fault.SHOE_SILENT)
UNREADABLE, CUT, EMPTY, LOADED, TROUBLE, BACK, SKIP = map(
    FromShoe, ("unreadable", "cut", "empty", "loaded", "trouble", "back", "skip")
)
RECORDED = LineRecorded("shoe", Fault.SHOE_SILENT)


def seat(number: int, **wagers: int | None) -> SeatIn:
    return SeatIn(seat=str(number), wagers=wagers)


def says(number: int, choice: str, stake: int | None = None) -> Decision:
    return Decision(seat=str(number), choice=choice, stake=stake)


def turn(*hands: str) -> Iterator[TurnHand]:
    return (TurnHand(hand=hand) for hand in hands)


def to(hand: str, cards: str) -> Iterator[Happens]:
    """Further cards to one hand."""
    for card in cards.split():
        yield from (DirectCard(hand=hand), card)


def three_card_poker() -> Story:
    """A correction after the end; a card that two persons name; a lost link and a restart in the middle."""
    yield (SignedIn(by="D1", role=Role.DEALER, peer=CONSOLE), SignInRefused(by="S1", reason="pin", peer=CONSOLE))
    yield (SignedIn(by="S1", role=Role.SUPERVISOR, peer=CONSOLE), ChangeShift())
    yield (SignInRefused(by="D1", reason="pin", peer="loopback:33"), Unlocked(by="S1", badge="D1"))
    yield (OpenRound(), seat(1, initial=1000, pair_plus=500), seat(2), CloseBetting())
    yield ("8c 8d 3s", "Ah Kh Qh", "Qs 7d 4c", says(1, "play"), says(2, "play"), *turn("dealer", "1", "2"))
    yield both(CorrectCard(hand="1", index=2, card="8h"))  # a brelan
    yield (OpenRound(), seat(4, initial=500), CloseBetting(), "2c 3c", UNREADABLE, "9s")
    yield D1(NameCard(card="Jd")), S1(NameCard(card="Jh"))  # they differ, and look again
    yield (*both(NameCard(card="Jh")), "Kd Tc", says(4, "drop"), *turn("dealer"))
    yield (*both(CorrectDecision(seat="4", choice="play")), *turn("4"))  # the player had said so: it goes on
    yield (OpenRound(), seat(1, initial=500), seat(3, pair_plus=500), CloseBetting())
    yield ("2s 5d", RECORDED, DOWN, BACK, Continue(), "9h", "Jc Jd 4s", "As", Restart())
    yield (Align(felt={"1": 3, "3": 3, "dealer": 1}), "7h 6c", says(1, "play"), *turn("dealer", "1", "3"))
    yield (*both(OpenSealed(round=2, reason="réclamation à la place 4")), SealedRead(by="S1", round=2))
    yield (SignedOut(by="S1"), CloseTable())


def war() -> Story:
    """A war and a withdrawal; the cut card, a shoe that is short of cards; a void."""
    yield (OpenRound(), seat(1, initial=500), seat(2, initial=1000, supplemental=500), seat(3), CloseBetting())
    yield ("Ah Kd Kc Ks", says(2, "war"), says(3, "withdraw"), "2c 3c 4c Qh", "5c 6c 7c Qd")
    yield (OpenRound(), seat(5, initial=500), CloseBetting(), CUT, "9h 9d", says(5, "war"))
    yield ("2d 2h 2s 8c", "3d 3h 3s Tc", CountShoe(), "4d 4h 4s", EMPTY, ChangeShoe(), LOADED)
    yield (S1(Acknowledge(fault="SHOE_COUNT_OFF")),)
    yield (D2(ChangeShift()), OpenRound(), seat(1, initial=500), seat(2, initial=500, supplemental=500))
    yield (TROUBLE, Align(felt={}))
    yield (CloseBetting(), "Th", VoidRound(reason="un joueur a touché les cartes"))
    yield (OpenRound(), seat(7, initial=2500), CloseBetting(), "3c 3d", says(7, "war"))
    yield ("5d 5h 5s Ac", "6d 6h 6s Kh")


def three_five_seven() -> Story:
    """A misdeal that takes a line back; a withdrawal; a round that goes on into the next day's file."""
    yield (OpenRound(), seat(1, three=500, five=500, seven=500), seat(2), CloseBetting())
    yield ("Kh Kd 4c", "9s 8s 7s", "2h 2d Ac 3c", says(1, "keep"), *turn("1", "2", "dealer", "dealer"))
    yield (OpenRound(), seat(3, three=1000, five=500, seven=500), CloseBetting(), "Jh Jd Jc", "5h 6d Tc Qc")
    yield (says(3, "keep"), *turn("3"), Misdeal(reason="la donne a commencé à la mauvaise place"), NextDay())
    yield (OpenRound(), seat(1, three=500, five=500, seven=1500), CloseBetting(), "2s 9c Ks", "4h 4d Qh Qd")
    yield (says(1, "keep"), *turn("1"), says(1, "withdraw"), *turn("dealer", "dealer"))
    yield (OpenRound(), seat(2), TakeBack(seat="2"), seat(2, three=500, five=500), CloseBetting(), "Ah Ad As")


def boston() -> Story:
    """Cards before the wrong hands and a wrong card, face down: nobody is told which; proposals that came to nothing.

    They are rejected, overtaken by a card, and end with their time, their person and the process.
    """
    yield (OpenRound(), seat(1, ante=500, first=1000, bonus=500), seat(2), CloseBetting(), "Ks Qs Js", "4h 7d 9c")
    yield ("2h 3d 5c", D1(ReassignCards(swaps=(("1", 0, "2", 0),))), S1(Reject()))
    yield both(ReassignCards(swaps=(("2", 2, "dealer", 2),)))
    yield both(CorrectCard(hand="dealer", index=0, card="2s"))
    yield (says(1, "play"), says(2, "drop"), *turn("1"), "Ts 9s", "8c 8h", *turn("dealer", "1"))
    yield (OpenRound(), seat(6, ante=1000, first=2000), CloseBetting(), "Ac Ad 3s")
    wrong = CorrectCard(hand="6", index=2, card="3h")
    yield (D1(wrong), "6h", D1(wrong), TimePassed(what=wrong.kind, by="D1", seconds=300), "6d")
    yield (
        S1(wrong),
        SignedOut(by="S1"),
        "6c",
        D1(wrong),
        Restart(),
        Align(felt={"6": 3, "dealer": 3}),
        says(6, "play"),
    )
    yield ("Ah 3c", "Kd 2c", *turn("dealer", "6"))


def four_card() -> Story:
    """A card that nobody awaited stays aside; a gap in the shoe's numbers; a person counts the felt."""
    yield (OpenRound(), seat(1, ante=500, aces_up=500), CloseBetting(), "Ah Ad Kc 7s 3d", "9h 9d 9c 4s 2c Jh")
    yield ("Qc", S1(Acknowledge(fault="CARD_UNEXPECTED")), says(1, "play", 1500), *turn("dealer", "1"))
    yield (OpenRound(), seat(2), seat(4, ante=500), CloseBetting(), "2h 3h 4h 5h 6h", "Kd Qd", SKIP, "Jc Td")
    yield (Align(felt={"2": 5, "4": 5}), "8c 8d 7h 7c 2s As", says(2, "play"), says(4, "drop"))
    yield (*turn("dealer", "2"),)


def crazy_four() -> Story:
    """A bet that the cards do not allow, found at the turn; other software in the middle of a round."""
    yield (OpenRound(), seat(1, ante=500, super_bonus=500, queens_up=500), CloseBetting(), "Kh Kd 9c 5s 2h")
    yield ("Ac 8d 7h 4s 3c", says(1, "play", 1500), *turn("dealer", "1"))
    yield (*both(CorrectDecision(seat="1", choice="play", stake=500)), *turn("1"))
    yield (OpenRound(), seat(3), CloseBetting(), "As Ad Ah 6c 6d", "Qs Jd", Restart("1.1"))
    yield (VoidRound(reason="nouvelle version au milieu du coup"),)
    yield (OpenRound(), seat(2, ante=1000, super_bonus=1000), CloseBetting(), "5c 5d 5h 5s Kc", "Kd Ks 2c 2d 9h")
    yield (says(2, "play", 3000), *turn("dealer", "2"))


def blackjack() -> Story:
    """Cards to split hands, where the dealer says; the progressive's meter, won twice in a round, and more."""
    yield IN_SERVICE
    yield (OpenRound(), seat(1, progressive=100, sevens=100, over_13=500), seat(2, progressive=None), seat(3))
    yield (TakeBack(seat="1", wager="over_13"), seat(1, progressive=100, sevens=100, under_13=500), CloseBetting())
    yield ("Ad Jh 7c", "2d Ah 7d", DirectCard(hand="1"), "3d", DirectCard(hand="3"), "7h", DirectCard(hand="1"))
    yield ("4d", DirectCard(hand="1"), "5d", DirectCard(hand="2"), "9c", NoMoreCards())
    yield (AwardJackpot(pool=POOL.name, seat="1", cents=10_001_00),)
    yield (OpenRound(), seat(4, sevens=100), seat(5, progressive=100), CloseBetting(), "7s Kc", "7s As", CUT)
    yield (DirectCard(hand="4"), "7s", NoMoreCards(), ChangeShoe())
    yield (OpenRound(), seat(1, over_13=2500), CloseBetting(), "8h", DOWN, BACK, Continue(), "5s", NoMoreCards())
    yield (OpenRound(), seat(1, progressive=100), seat(2, progressive=100), CloseBetting())
    yield ("Ah As", "2h 2s", *to("1", "3h 4h"), *to("2", "3s 4s 5s"), *to("1", "5h"))  # seat 2 first (A105)
    yield (*both(CorrectCard(hand="2", index=4, card="9s")), Restart(), Align(felt={"1": 5, "2": 5}))
    yield (NoMoreCards(), AwardJackpot(pool=POOL.name, seat="1", cents=10_001_00))
    yield (OpenRound(), seat(1, progressive=100), seat(3, progressive=100), CloseBetting())
    yield ("Ac 9h", "2c 9d", *to("1", "3c 4c 5c"), Misdeal(reason="une carte est tombée"))
    yield both(CorrectJackpot(pool=POOL.name, displayed=-60, reason="deux mises comptées à une place vide"))
    yield (CloseJackpot(pool=POOL.name, reason="l'afficheur est éteint"), ChangeShoe(), CloseTable())
    yield (Restart(changes={"rate": 1500, "cap": None}), T1(SetJackpot(pool=POOL.name, reason="nouvel affichage")))
    yield (S1(SetJackpot(pool=POOL.name, reason="nouvel affichage")), OpenJackpot(pool=POOL.name))
    yield (OpenRound(), seat(2, progressive=100), CloseBetting(), "Th Ts", NoMoreCards(), CloseTable())
    yield from shared_pool()


def shared_pool() -> Story:
    """The same table, with a pool that others share: it is won while the ledger does not answer."""
    terms = replace(POOL, name="floor", rate=1500, cap=None, shared=True)
    of = partial(Booking, terms.name, table="rig", by=("T1", "S1"))
    account, (commissioned,) = book(None, of("commission", terms=terms, reason="mise en service"))
    account, (opened,) = book(account, of("open"))
    won: dict[str, Any] = {"round": 7, "seats": ("2",)}
    account, _ = book(account, of("contribute", **won))
    account, (hit,) = book(account, of("hit", **won, share="100%", unit=1))
    account, (award,) = book(account, of("award", **won, cents=hit.cents))
    from_ledger = partial(LedgerReported, pool=terms.name, terms=terms)
    yield (Restart(changes={"name": "floor", "rate": 1500, "cap": None, "shared": True}),)
    yield (LedgerReported(pool=terms.name, version=0, terms=None, fault=Fault.JACKPOT_NEW),)
    yield tuple(person(SetJackpot(pool=terms.name, reason="mise en service")) for person in (T1, S1))
    yield (LedgerBooked(seq=1, idx=0, entry=commissioned), from_ledger(version=1), OpenJackpot(pool=terms.name))
    yield (LedgerBooked(seq=2, idx=0, entry=opened), from_ledger(version=2, open=True))
    yield (OpenRound(), seat(2, progressive=100), CloseBetting(), LedgerLost(fault=Fault.JACKPOT_LINK))
    yield ("As 2s", *to("2", "3s 4s 5s"), NoMoreCards(), from_ledger(version=4, open=True))
    yield (LedgerBooked(seq=3, idx=0, entry=hit), AwardJackpot(pool=terms.name, seat="2", cents=hit.cents or 0))
    yield (LedgerBooked(seq=4, idx=0, entry=award),)


def craps() -> Story:
    """Wagers over many rolls, on, off and withdrawn; dice that two persons correct, or change; a no roll; a restart."""

    def roll(*dice: int) -> tuple[EnterDice, EnterDice]:
        return both(EnterDice(dice=dice))

    yield (OpenRound(), SeatIn(seat="1", wagers={"pass": 1000, "field": 500}), seat(2, dont_pass=500), *roll(4, 2))
    yield (seat(1, pass_odds=1000, come=500), seat(3, place_8=600, buy_4=2000, hard_10=100, horn=400), *roll(5, 3))
    yield (seat(1, come_odds_8=500), CallWager(seat="3", wager="hard_10", on=True), *roll(3, 3))  # pass wins
    yield (ChangeDice(),)
    yield both(CorrectDice(dice=(3, 4)))  # seven out: everything is settled anew
    yield (SeatIn(seat="1", wagers={"pass": 500}), DeclareNoRoll(ground="off_table"), *roll(6, 5), Restart())
    yield (Align(felt={}), SeatIn(seat="4", wagers={"pass": None, "place_6": 600, "place_8": 600}), *roll(2, 2))
    yield (TakeBack(seat="4", wager="place_6"), seat(5, lay_10=4000, any_7=100), NextDay(), Restart())
    yield (Align(felt={"4": 2, "5": 2}), *roll(6, 1))
    yield (SeatIn(seat="1", wagers={"pass": 500}), VoidRound(reason="un dé est brisé"), CloseTable())
    yield from watched()


def watched() -> Story:
    """The same table gets a camera: it reads, it abstains, and an answer that comes too late decides nothing."""
    pictures = tuple(f"{number:064x}" for number in (1, 2, 3))
    yield (Restart(camera=True), OpenRound(), SeatIn(seat="1", wagers={"pass": 500}), ReadDice())
    yield (DiceSeen("camera", 1, (4, 3), 0.98, pictures), SeatIn(seat="2", wagers={"field": 500}), ReadDice())
    yield (DiceUnread("camera", 2, "glare", pictures[:1]), *both(EnterDice(dice=(1, 1))), ReadDice())
    yield (
        *both(EnterDice(dice=(6, 5))),
        DiceSeen("camera", 3, (6, 5), 0.97, pictures),
        ReadDice(),
        Restart(camera=True),
    )
    yield (DiceUnread("camera", 4, Fault.CAMERA_LOST), VoidRound(reason="la table ferme"), CloseTable())


def sic_bo() -> Story:
    """A no roll; two persons who read the dice differently; a round without seats; a correction; a bad clock."""
    yield (OpenRound(), seat(1, small=500, single_2=100, duo_2_5=100), seat(12, total_9=None), CloseBetting())
    yield (DeclareNoRoll(ground="broken_or_stacked"), D1(EnterDice(dice=(2, 2, 6))), S1(EnterDice(dice=(2, 2, 5))))
    yield both(EnterDice(dice=(2, 2, 5)))
    yield (Clock(synchronised=False), OpenRound(), CloseBetting(), *both(EnterDice(dice=(4, 4, 4))))
    yield (OpenRound(), seat(3, any_three_of_a_kind=500, big=500), CloseBetting(), Restart(), Align(felt={"3": 2}))
    yield (Clock(synchronised=True), *both(EnterDice(dice=(6, 6, 5))), *both(CorrectDice(dice=(6, 6, 6))))
    yield (OpenRound(), seat(2, small=500), CloseBetting(), VoidRound(reason="panne de courant"))
    yield from shaken()


def shaken() -> Story:
    """The same table gets a shaker: a good shake, a refused one, a weak one, a breakdown; it is unplugged."""
    seq = count(1)

    def at(order: int) -> tuple[str, str, int, bool, int]:
        return "shaker", KAPPA, next(seq), True, order

    def shake(order: int) -> Iterator[Happens]:
        yield from (Shake(), ShakerArmed(*at(order)), ShakeBegan(*at(order)), MotorFelt(*at(order), 640))

    yield (Restart(reshakes=0), ShakerUp("shaker", KAPPA, 0, closed=True, turning=False, order=0))
    yield (OpenRound(), seat(1, big=500, total_11=None), CloseBetting(), *shake(1), DiceRested(*at(1), 7))
    yield both(EnterDice(dice=(5, 5, 1)))
    yield (DomeMoved("shaker", KAPPA, next(seq), closed=False), DomeMoved("shaker", KAPPA, next(seq), closed=True))
    yield (OpenRound(), seat(1, small=500), CloseBetting(), Shake(), ShakeUndone("shaker", 2, "busy", begun=False))
    yield (Continue(), S1(Shake()), ShakerArmed(*at(3)), ShakeBegan(*at(3)), DiceRested(*at(3), 2))
    yield (DeclareNoRoll(ground="obstructed"), S1(Shake()), ShakeBegan(*at(4)), ShakerTrouble(*at(4), "motor_blocked"))
    yield (LinkDown("shaker", Fault.SHAKER_UNPLUGGED), DeclareNoRoll(ground="broken_or_stacked"))
    yield (ShakerUp("shaker", "7F3A09C2", 0, closed=True, turning=False, order=0), Continue(), S1(Shake()))
    yield (Restart(reshakes=0), ShakerUp("shaker", "7F3A09C2", 0, closed=True, turning=False, order=5))
    yield (DeclareNoRoll(ground="off_table"), Align(felt={"1": 1}), VoidRound(reason="l'agitateur est brisé"))


def poker_room() -> Story:
    """Words, chips and rulings: a hand killed, one shown; all in; a misdeal that gives all back; who must leave."""

    def stakes(number: int, amount: int) -> SeatIn:
        return SeatIn(seat=str(number), wagers={"stakes": amount})

    def said(number: int, choice: str, stake: int | None = None) -> Announcement:
        return Announcement(seat=str(number), choice=choice, stake=stake)

    def ruled(what: Any, number: int | None, reason: str, stake: int | None = None) -> Ruling:
        return Ruling(what=what, seat=None if number is None else str(number), reason=reason, stake=stake)

    yield (OpenRound(), stakes(1, 20_000), stakes(2, 9000), stakes(3, 6000), ChargeTime(seat="1", stake=600))
    yield (TakeStakes(seat="1", stake=2400), StartGame(), "2c Ah 7d 3d As 8d")  # puck 1; to 2, 3, 1
    yield (said(3, "raise", 200), says(1, "call"), said(2, "call"), says(3, "raise", 200), says(1, "call"))
    yield (says(2, "call"), "2s Ac Kd 9h", says(2, "pass"), says(3, "bet", 200))
    yield (ruled("kill", 2, "ses cartes ont touché les brûlées"), ruled("bet", 1, "jetons lâchés devant lui", 200))
    yield ("4s Jc", says(3, "bet", 400), says(1, "call"), "5s 6h", says(3, "pass"), says(1, "bet", 400))
    yield (says(3, "call"), *turn("1", "3"), S1(ruled("show", 2, "la place 3 la réclame")))
    yield (OpenRound(), stakes(4, 900), stakes(5, 500), StartGame(), "Kh 2h Qh 9c 3h Ks 2d Qs 9d 3c")  # 3 4 5 1 2
    yield (ruled("rules", None, "une relance est d'au moins la mise"), says(5, "raise", 200), says(1, "raise", 200))
    yield (says(2, "fold"), says(3, "call"), DOWN, BACK, Continue(), says(4, "raise", 200), says(5, "all_in"))
    yield (says(1, "raise", 200), Restart(), Align(felt={"1": 2, "3": 2, "4": 2, "5": 2}), says(3, "call"))
    yield (says(4, "all_in"), "5c 4h 5h 6d", says(3, "bet", 200), says(1, "fold"), "7c 7s", "8c Td")
    yield (*turn("3"), says(4, "fold"), *turn("5"), *both(CorrectCard(hand="3", index=1, card="Kc")))
    yield (OpenRound(), LeaveTable(seat="1"), StartGame(), "Jh Js 4c", NextDay())
    yield (Misdeal(reason="une carte s'est retournée à la donne"), OpenRound(), stakes(4, 2000), stakes(5, 2000))
    yield (StartGame(), "Jh Js 4c 4d 5d 6s 8h 8s", ruled("play", None, "la donne tient"))  # to 4, 5, 2, 3
    yield (ruled("expel", 3, "il a montré sa main à un autre joueur"),)
    yield (ruled("fold", 2, "cartes jetées vers la cagnotte"), ruled("restore", 2, "c'était une méprise"))
    yield (says(4, "fold"), says(5, "pass"), says(2, "fold"), OpenRound(), CloseTable())


STORIES = (
    three_card_poker,
    war,
    three_five_seven,
    boston,
    four_card,
    crazy_four,
    blackjack,
    craps,
    sic_bo,
    poker_room,
)


def newer() -> dict[str, ModuleType]:
    """What came later, a game (`story_GAME.py`) or more of a game's (`story_GAME__WHAT.py`, in the folder `GAME.WHAT`).

    Each file has its `story`, its `VERDICTS` round by round, and what is `POSTED` where that is not the game's.
    """
    names = (path.stem.removeprefix("story_") for path in sorted(Path(__file__).parent.glob("story_*.py")))
    return {name.replace("__", "."): import_module(f"tests.replay.story_{name}") for name in names}


def posted(name: str) -> dict[str, Any]:
    """What the table of a golden journal posts."""
    of = newer().get(name)
    return getattr(of, "POSTED", None) or POSTED.get(game_of(name), {})


def game_of(name: str) -> str:
    """The game of a golden journal."""
    return name.partition(".")[0]


POSTED: dict[str, dict[str, Any]] = {
    "blackjack": {"decks": 6, **PROGRESSIVE, "unit": 100},
    "poker_room": {
        "minimum": 500,
        "unit": 100,
        "more": {"room.limit": "fixed_limit", "room.commissionPercent": 5, "room.timeCharge": 600},
    },
    "craps": {"minimum": 100, "maximum": 500_000, "unit": 1},
}
