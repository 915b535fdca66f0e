"""The faults of dice that a player throws."""

from __future__ import annotations

from daemon.text.fault_row import CONFLICT, End, Holds, Row, held, refused
from drivers.faults import Fault

ROWS: dict[Fault, Row] = {
    Fault.DICE_NOT_OUT: held(
        Holds(85, takes_cards=False),
        (End.LET_STAND, End.SUPERVISED_NO_ROLL),
        "Les dés ont été lancés sans être sortis : personne n'a vérifié la mise du lanceur (95.11).",
        "Un superviseur laisse valoir le lancer, ou déclare un coup nul avec son motif.",
        "The dice were thrown before they went out: nobody checked the shooter's wager (95.11).",
        "A supervisor lets the roll stand, or declares a no roll with its ground.",
    ),
    Fault.SHOOTER_NO_LINE: refused(
        CONFLICT,
        "Le lanceur n'a de mise ni sur Passe ni sur Ne passe pas (95.11).",
        "Notez sa mise, ou dites avec dice_out laquelle est sur le tapis (line); sinon, offrez les dés au suivant.",
        "The shooter has a wager neither on Pass nor on Don't Pass (95.11).",
        "Enter the wager, or say with dice_out which one lies there (line); if none does, offer the dice to the next.",
    ),
    Fault.WAGER_LATE: refused(
        CONFLICT,
        "Les dés sont sortis : rien n'est plus misé, retiré ni appelé avant le lancer (A117).",
        "Rendez la mise au joueur; elle peut être faite après le lancer ou le coup nul.",
        "The dice are out: nothing is laid, taken back or called before the roll (A117).",
        "Give the wager back to the player; it may be laid after the roll, or after a no roll.",
    ),
}
