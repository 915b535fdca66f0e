"""`make demo`: a table at work in this terminal. Everything is a process of its own, and nothing stays behind."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
from pathlib import Path

from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from hil import demo_floor
from hil.dealer import Dealer
from hil.progressive import POOL, ProgressiveRig
from hil.rig import TABLE, Rig
from hil.site_files import ShakerKind
from hil.watching import Event
from rules.capabilities import Metered
from rules.dice import NO_ROLL
from rules.registry import GAMES, term

CROUPIERCTL = os.path.relpath(Path(sys.executable).with_name("croupierctl"))
PAUSE = 0.12  # seconds; a hand's movement, slow enough to follow
CLUMSY_ROUND = 2  # where the dealer stumbles over the shoe's cable
SEVEN_ROUND = 2  # where a shooter's dice show a seven at craps: they pass
LUCKY_ROUND = 3  # where somebody wins the whole meter of the progressive
SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
COLOURS = {"win": "green", "push": "yellow", "lose": "red", "half": "yellow"}
DOES = {"straddled": "straddles", "sat_out": "sits out", "came_back": "comes back"}  # in the poker room
MOVED = {  # what an entry of the pool's ledger says
    "commissioned": "in service; the house puts in {shown}",
    "opened": "open: wagers may be laid on it",
    "contribution": "{count} × $1.00: {displayed} to the meter, {reserve} to the reserve; {shown}",
    "refund": "{count} wager(s) went back; the meter stays, the correction is recorded",
    "hit": "seat {seat} wins {share} of it, {amount}: locked, PENDING / EN ATTENTE",
    "award": "{by} confirms {amount}; it starts anew at {shown}",
}


class View:
    """Tells what happens, one line an event."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._dealt: dict[str, list[Text]] = {}
        self._game = ""

    def tell(self, event: Event) -> None:
        """One event, as the daemon told it after its commit."""
        match event:
            case {"kind": "round_opened", "round": number, "game": game}:
                self._dealt.clear()
                self._game = game
                fr, en = term(game, game)
                self._console.rule(f"[bold]Round {number}[/]  {en} / {fr}", style="blue")
            case {"kind": "seat_taken", "seat": seat, "wagers": wagers}:
                laid = ", ".join(f"{self._say(wager)} {_money(stake)}" for wager, stake in wagers.items())
                self._line(_who(seat), laid)
            case {"kind": "betting_closed"}:
                self._line("dealer", Text("« Rien ne va plus »", style="bold italic"))
            case {"kind": "card_dealt", "hand": hand, "card": card}:
                self._dealt.setdefault(hand, []).append(_card(card) if card else Text("▒▒"))
                self._line("shoe", Text(f"card to {_who(hand):<8} ").append(Text(" ").join(self._dealt[hand])))
            case {"kind": "decided", "seat": seat, "choice": choice}:
                self._line(_who(seat), self._say(choice))
            case {"kind": "game_started", "puck": puck}:
                self._line("dealer", f"the puck moves to seat {puck}")
            case {"kind": "chips_bet", "seat": seat, "chips": chips, "left": left}:
                self._line(
                    _who(seat),
                    f"{_money(chips)} into the pot, {_money(left)} left" if left else f"{_money(chips)}: all in",
                )
            case {"kind": "announced", "seat": seat, "choice": choice}:
                self._line(_who(seat), Text(f"says: {self._say(choice)}", style="italic"))
            case {"kind": "announcement_lapsed", "seat": seat}:
                self._line(_who(seat), "is released from those words: a bet came in between")
            case {"kind": "straddled" | "sat_out" | "came_back" as what, "seat": seat}:
                self._line(_who(seat), DOES[what])
            case {"kind": "pots_awarded", "pots": pots}:
                for pot in pots:
                    won = ", ".join(f"{_who(seat)} {_money(part)}" for seat, part in pot["shares"].items())
                    self._line("pot", Text(f"{_money(pot['amount'])} to {won}", style="bold green"))
            case {"kind": "hand_turned", "hand": hand, "cards": cards, "combination": combination}:
                shown = Text("turned   ").append(Text(" ").join(map(_card, cards)))
                self._line(
                    _who(hand), shown.append(f"   {self._say(combination) if combination else ''}", style="bold")
                )
            case {"kind": "line_settled"}:
                self._settled(event)
            case {"kind": "jackpot_moved", "what": what} if what in MOVED:
                style = "bold magenta" if what in ("hit", "award") else "magenta"
                self._line("pool", Text(_moved(event), style=style))
            case {"kind": "held", "fault": fault}:
                self._line("TABLE", Text(f"held: {fault}", style="bold white on red"))
            case {"kind": "badge_used", "by": badge, "how": how, "role": role}:
                self._line("people", Text(f"{role or ''} {badge} {how.replace('_', ' ')}".strip(), style="dim"))
            case {"kind": "proposed", "what": what, "by": badge}:
                self._line("people", f"{badge} asks: {what.replace('_', ' ')}; a second person must say the same")
            case {"kind": "agreed", "what": what, "by": badges}:
                self._line("people", f"{' and '.join(badges)} agree: {what.replace('_', ' ')}")
            case {"kind": "shake_ordered", "order": order}:
                self._line("dealer", f"orders shake {order}")
            case {"kind": "dice_move"}:
                self._line("shaker", "the dice move")
            case {"kind": "dice_lie", "tumbles": tumbles}:
                self._line("shaker", f"the dice lie still after {tumbles} tumbles")
            case {"kind": "dice_offered", "seat": seat}:
                self._line("dealer", f"offers the dice to seat {seat}")
            case {"kind": "dice_declined", "seat": seat}:
                self._line(_who(seat), "declines the dice")
            case {"kind": "dice_went_out", "seat": seat}:
                self._line("dealer", Text(f"the dice are out to seat {seat}: nothing is laid any more", style="italic"))
            case {"kind": "dice_passed", "seat": seat, "why": why}:
                self._line(_who(seat), Text(f"passes the dice: {why.replace('_', ' ')}", style="bold"))
            case {"kind": "look_ordered", "count": count}:
                self._line("camera", f"looks at {count} dice")
            case {"kind": "dice_not_read", "reason": reason}:
                self._line("camera", Text(f"abstains: {reason.replace('_', ' ')}; two persons read", style="yellow"))
            case {"kind": "no_roll_declared", "ground": ground}:
                self._line("dealer", Text(f"declares a no roll: {NO_ROLL[ground].en}", style="bold"))
            case {"kind": "dice_rolled", "dice": dice}:
                self._line("dice", Text(" ".join(f"[{face}]" for face in dice), style="bold"))
            case {"kind": "link_proven"}:
                self._line("device", Text("back; it proves that nothing is missing", style="green"))
            case {"kind": "resumed", "after": "SHAKE_FAILED"}:
                self._line("table", Text("goes on; every wager stands (A115)", style="green"))
            case {"kind": "resumed"}:
                self._line("dealer", Text("touches « Continuer »", style="green"))
            case {"kind": kind}:
                self._line("table", str(kind).replace("_", " "))

    def board(self, seq: int, text: dict[str, list[str]], dice: list[str]) -> None:
        """What the board says that it shows; first, at a table of dice, of the throw that is awaited."""
        shown = Text("\n".join([*dice, *text["fr"]]), style="bold yellow")
        self._console.print(Panel(shown, title=f"board-1 shows round {seq}", width=64, border_style="yellow"))

    def meter(self, glass: list[str]) -> None:
        """What stands on the glass of the progressive's board."""
        shown = Text("\n".join(glass), style="bold red")
        self._console.print(Panel(shown, title=f"meter-1 shows {POOL}", width=64, border_style="red"))

    def _settled(self, event: Event) -> None:
        won = event["won"]
        if won is not None and event["wager"] in GAMES[self._game].parts:  # one part is paid, and the others are lost
            won -= event["stake"] - event["returned"]
        sign, moved = {"win": ("+", won), "lose": ("-", event["stake"])}.get(event["outcome"], ("", None))
        total = "" if moved is None else f"{sign}{_money(moved)}"
        why = f"s. {event['section']}" + "".join(f", {reading}" for reading in event["readings"])
        line = Text(f"{self._say(event['wager']):<28}")
        line.append(f"{event['outcome']:<5} {event['odds'] or '':<5}", style=COLOURS[event["outcome"]])
        self._line(_who(event["seat"]), line.append(f"{total:>9}  ").append(why, style="dim"))

    def _say(self, key: str) -> str:
        return term(self._game, key).en

    def _line(self, who: str, what: str | Text) -> None:
        self._console.print(Text.assemble((f"  {who:<8} ", "cyan"), what))


def _who(hand: str) -> str:
    return f"seat {hand}" if hand.isdigit() else hand


def _money(cents: int | None) -> str:
    return "(?)" if cents is None else f"${cents / 100:.2f}"


def _exactly(hundredths: int) -> str:
    return f"${hundredths / 10_000:.4f}"


def _moved(event: Event) -> str:
    meters, moved = event["meters"], event["moved"]
    return MOVED[event["what"]].format(
        shown=_money(meters["displayed"] // 100),
        count=len(event["seats"]),
        displayed=_exactly(moved["displayed"]),
        reserve=_exactly(moved["reserve"]),
        seat=" ".join(event["seats"]),
        share=event["share"],
        amount=_money(event["cents"]),
        by=" ".join(event["by"]),
    )


def _card(name: str) -> Text:
    return Text(name[0].replace("T", "10") + SIGNS[name[1]], style="bold red" if name[1] in "dh" else "bold")


async def demo(game: str, rounds: int, console: Console) -> None:
    """Rounds until there were enough of them, or for ever."""
    console.print("Starting broker, devices, board and croupierd, each a process of its own...", style="dim")
    async with _table(game) as rig:
        await rig.start_daemon()
        if isinstance(rig, ProgressiveRig):
            await rig.commission()
        await rig.until("/health", lambda health: not health["faults"])
        if not console.record:
            hint = f"In another terminal:\n{CROUPIERCTL} doctor --config {rig.folder}/etc"
            console.print(hint, style="dim", soft_wrap=True)
        view, dealer = View(console), Dealer(rig, seed=120, pause=PAUSE)
        viewing = asyncio.create_task(_tell(rig, view), name="view")
        try:
            number = 0
            while not rounds or number < rounds:
                number += 1
                dealer.clumsy, dealer.lucky = number == CLUMSY_ROUND, bool(rig.pool) and number == LUCKY_ROUND
                dealer.unlucky = game == "craps" and number == SEVEN_ROUND
                await dealer.play_round()
                await rig.until("/health", lambda health, n=number: health["boards"]["board-1"]["shows"] == n)  # type: ignore[misc]
                shown = await rig.do("board", "read")
                view.board(**shown["result"], dice=shown["dice"]["text"]["fr"] if shown["dice"] else [])
                if isinstance(rig, ProgressiveRig):
                    await _progressive(rig, view)
                await asyncio.sleep(8 * PAUSE)
        finally:
            viewing.cancel()
            await asyncio.gather(viewing, return_exceptions=True)
        status = await rig.end_daemon()
        console.print(f"table {TABLE}: {number} rounds, croupierd stopped with status {status}.", style="dim")


def _table(game: str) -> Rig:
    """A table of this game, with every device that may stand there."""
    if isinstance(GAMES[game], Metered):
        return ProgressiveRig()
    takes = GAMES[game].takes
    return Rig(game, shaker=ShakerKind() if "shaker" in takes else None, camera="camera" in takes)


async def _progressive(rig: ProgressiveRig, view: View) -> None:
    """The meter's board; where a hit waits, a supervisor comes, looks and confirms."""
    (pool,) = (await rig.get("/state"))["jackpots"]
    if pool["pending"]:
        amount = pool["pending"][0]["cents"]
        view.meter((await rig.lit(f"{amount // 100}.{amount % 100:02d}", "pending"))["panel"])
        await asyncio.sleep(8 * PAUSE)
        await rig.award()
        (pool,) = (await rig.get("/state"))["jackpots"]
        await asyncio.sleep(PAUSE)
    amount = pool["cents"]
    view.meter((await rig.lit(f"{amount // 100}.{amount % 100:02d}"))["panel"])


async def _tell(rig: Rig, view: View) -> None:
    async for event in rig.each():
        view.tell(event)


async def _orphaned() -> None:
    """Returns when the process that started us is gone."""
    parent = os.getppid()
    while os.getppid() == parent:
        await asyncio.sleep(0.3)


async def run(given: argparse.Namespace, console: Console) -> int:
    """The demo, until it ends, is interrupted, or nobody is left to watch."""
    interrupted = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, interrupted.set)
    floor = given.tables > 1
    what = demo_floor.demo(given.tables, given.rounds, console) if floor else demo(given.game, given.rounds, console)
    show = asyncio.create_task(what, name="demo")
    ends = [show, asyncio.create_task(interrupted.wait()), asyncio.create_task(_orphaned())]
    await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    finished = show.done()
    for task in ends:
        task.cancel()
    await asyncio.gather(*ends, return_exceptions=True)
    if finished:
        show.result()
    else:
        console.print("Stopped; nothing stays behind.", style="dim")
    return 0


def main() -> int:
    """Runs the `make demo` command."""
    parser = argparse.ArgumentParser(prog="hil.demo", description=__doc__)
    parser.add_argument("--rounds", type=int, default=0, help="end after so many; 0: until Ctrl-C")
    parser.add_argument("--game", default="three_card_poker", help="what the table deals")
    parser.add_argument("--tables", type=int, default=1, help="so many blackjack tables that share one pool")
    parser.add_argument("--picture", type=Path, help="save what was shown as an SVG")
    given = parser.parse_args()
    console = Console(highlight=False, record=given.picture is not None, width=80 if given.picture else None)
    try:
        status = asyncio.run(run(given, console))
    except (OSError, RuntimeError, TimeoutError) as error:
        console.print(f"The demo could not go on: {str(error) or type(error).__name__}", style="red")
        return 1
    if given.picture:
        console.save_svg(str(given.picture), title="make demo")
    return status


if __name__ == "__main__":
    sys.exit(main())
