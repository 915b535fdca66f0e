"""The faults of people."""

from __future__ import annotations

from daemon.text.fault_row import CONFLICT, Row, broken, impaired, refused
from drivers.faults import Fault

ROWS: dict[Fault, Row] = {
    Fault.PEOPLE_NONE: broken(
        "Personne ne peut ouvrir de session à cette table.",
        "Inscrivez quelqu'un : sudo croupierctl people add",
        "Nobody can sign in at this table.",
        "Enrol somebody: sudo croupierctl people add",
    ),
    Fault.PEOPLE_INVALID: broken(
        "Le fichier des personnes n'est pas valide; il ne compte pas.",
        "Corrigez ce qui est nommé, ou remettez la dernière bonne copie du fichier.",
        "The people file is not valid; it does not count.",
        "Correct what is named, or put the file's last good copy back.",
    ),
    Fault.PEOPLE_NO_SUPERVISOR: impaired(
        "Aucun superviseur ne peut ouvrir de session.",
        "Inscrivez d'abord un superviseur : sudo croupierctl people add --role supervisor",
        "No supervisor can sign in.",
        "Enrol a supervisor first: sudo croupierctl people add --role supervisor",
    ),
    Fault.PEOPLE_NO_ACCESS: broken(
        "Le fichier des personnes n'est pas accessible.",
        "Refaites la commande avec sudo; croupierd, lui, le lit par le groupe croupier (mode 640).",
        "There is no access to the people file.",
        "Run the command again with sudo; croupierd itself reads the file through the group croupier (mode 640).",
    ),
    Fault.PERSON_REFUSED: refused(
        CONFLICT,
        "Cette personne ne peut pas être inscrite ainsi.",
        "Corrigez ce qui est nommé; un insigne (A-Z, a-z, 0-9, -) n'est qu'à une personne.",
        "This person cannot be enrolled so.",
        "Correct what is named; a badge (A-Z, a-z, 0-9, -) is one person's alone.",
    ),
    Fault.PERSON_KNOWN: refused(
        CONFLICT,
        "Quelqu'un de ce nom a déjà un insigne.",
        "La même personne? Ajoutez --also. Une autre? Donnez-lui un nom qui les distingue.",
        "Somebody of this name has a badge already.",
        "The same person? Add --also. Another one? Give a name that tells them apart.",
    ),
    Fault.PIN_REFUSED: refused(
        CONFLICT,
        "Ce NIP n'est pas accepté.",
        "Tapez deux fois le même : au moins 6 chiffres, ni suite ni répétition.",
        "This PIN is not accepted.",
        "Type the same one twice: at least 6 digits, no run and no repetition.",
    ),
    Fault.BADGE_UNKNOWN: refused(
        404,
        "Personne n'est inscrit avec cet insigne.",
        "Cherchez-le dans la liste : croupierctl people list",
        "Nobody is enrolled with this badge.",
        "Look it up in the list: croupierctl people list",
    ),
    Fault.BADGE_LOCKED: refused(
        429,
        "Trop de NIP faux ont été tapés ici.",
        "Attendez les minutes indiquées, ou demandez à un superviseur de débloquer l'insigne.",
        "Too many wrong PINs were typed here.",
        "Wait for the minutes that are named, or ask a supervisor to unlock the badge.",
    ),
    Fault.SIGN_IN_REFUSED: refused(
        401,
        "L'insigne ou le NIP est faux.",
        "Recommencez; un superviseur peut demander un nouveau NIP.",
        "The badge or the PIN is wrong.",
        "Try again; a supervisor can ask for a new PIN.",
    ),
    Fault.SIGN_IN_BUSY: refused(
        503,
        "Trop de sessions s'ouvrent à la fois.",
        "Recommencez dans quelques secondes.",
        "Too many people are signing in at once.",
        "Try again in a few seconds.",
    ),
    Fault.NOT_SIGNED_IN: refused(
        401,
        "Aucune session n'est ouverte, ou elle a pris fin.",
        "Ouvrez une session avec votre insigne et votre NIP.",
        "Nobody is signed in, or the session has lapsed.",
        "Sign in with your badge and PIN.",
    ),
    Fault.ROLE_NOT_ALLOWED: refused(
        403,
        "Votre rôle ne permet pas cette demande.",
        "Appelez une personne qui a le rôle nommé.",
        "Your role does not allow this request.",
        "Call a person who has the role that is named.",
    ),
    Fault.ORDER_KEY_REUSED: refused(
        CONFLICT,
        "Cette clé a déjà servi à une autre demande.",
        "Envoyez une nouvelle Idempotency-Key avec chaque nouvelle demande.",
        "This key was already used for another request.",
        "Send a new Idempotency-Key with each new request.",
    ),
    Fault.CONTROL_FOREIGN: refused(
        403,
        "Cette demande vient d'une autre page que la console.",
        "Fermez l'autre page et ouvrez la console de la table.",
        "This request comes from another page than the console.",
        "Close that other page and open the table's console.",
    ),
    Fault.CONTROL_BUSY: refused(
        503,
        "Trop de demandes arrivent à la fois.",
        "Recommencez dans quelques secondes.",
        "Too many requests come at once.",
        "Try again in a few seconds.",
    ),
}
