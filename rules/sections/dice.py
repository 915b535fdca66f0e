"""Dice, craps and Sic Bo: 95.1 to 95.24. Only the English of the draft is among the texts."""

from __future__ import annotations

from rules.editions import DRAFT_2000
from rules.sections.model import Section
from rules.terms import Term


def _s(number: str, fr: str, en: str, *readings: str) -> Section:
    return Section(number, Term(fr, en), DRAFT_2000, french=False, readings=readings)


SECTIONS = (
    _s("95.1", "Un dé a six faces, de 1 à 6.", "A die has six faces, 1 to 6."),
    _s("95.2", "Le résultat doit toujours être le fruit du hasard.", "The result must always be random."),
    _s(
        "95.3",
        "Un coup est nul si les dés ne partent pas ensemble ou ne roulent pas, si aucun n'atteint le côté opposé, si "
        "un dé s'arrête sur un obstacle ou sort de la table, est brisé ou superposé, ou s'il y a tricherie.",
        "A roll is void if the dice do not leave together or do not roll, if none reaches the far side, if a die "
        "rests on an obstacle or leaves the table, is broken or stacked, or if there is cheating.",
        "A113",
        "A114",
        "A115",
    ),
    _s(
        "95.4",
        "Le personnel autorisé peut changer les dés et priver de son tour qui enfreint les règles du lancer.",
        "Authorized personnel may change the dice and withhold the turn of who keeps breaking the throwing rules.",
    ),
    _s(
        "95.5",
        "Les mises minimale et maximale sont affichées à chaque table, et respectées.",
        "The least and the greatest wager are posted at each table, and respected.",
        "A9",
    ),
    _s(
        "95.6",
        "Le craps se joue avec deux dés choisis par le lanceur.",
        "Craps is played with two dice of the shooter's choice.",
    ),
    _s("95.7", "Le nombre de joueurs n'est pas limité.", "The number of players is not limited."),
    _s(
        "95.8",
        "Les dés sont offerts à tour de rôle, dans le sens des aiguilles d'une montre; qui refuse passe son tour.",
        "The dice are offered in turn, clockwise; who declines is passed over.",
        "A143",
        "A156",
    ),
    _s("95.9", "Les dés sont remis avec un bâton.", "The dice are handed over with a stick."),
    _s("95.10", "Qui lance les dés est le lanceur.", "Whoever throws the dice is the shooter."),
    _s(
        "95.11",
        "Avant de lancer, le lanceur mise Passe ou Ne passe pas; la première ne peut être réduite, la seconde "
        "augmentée.",
        "Before throwing, the shooter lays Pass or Don't Pass; the first is never reduced, the second never increased.",
        "A118",
        "A119",
        "A120",
        "A121",
        "A143",
    ),
    _s(
        "95.12",
        "Chacun peut faire d'autres mises, ou les faire placer par le croupier.",
        "Anyone may lay other wagers, or have the dealer place them.",
        "A117",
    ),
    _s(
        "95.13",
        "Elles sont de quatre sortes : chances simples, multiples, associées, et mises placées.",
        "They are of four kinds: Single, Multiple and Associate Chances, and Place Bets.",
    ),
    _s(
        "95.14",
        "Passe, Ne passe pas, Vient, Ne vient pas et Champ, à 1 à 1; le Champ paie 2 à 1 sur 2 et 12.",
        "Pass, Don't Pass, Come, Don't Come and Field, at even money; the Field pays 2 to 1 on 2 and 12.",
        "A118",
        "A120",
        "A122",
        "A123",
    ),
    _s(
        "95.15",
        "Doubles, Tout 7, 11, craps, Horn, Hop, World et Craps à trois : surtout d'un seul coup, de 4 à 1 à 30 à 1.",
        "Hard Ways, Any 7, 11, the Craps wagers, Horn, Hop, World and 3-Way: mostly for one roll, from 4 to 1 to 30 to "
        "1.",
        "A125",
        "A126",
        "A127",
        "A128",
        "A129",
        "A130",
    ),
    _s(
        "95.16",
        "Une chance associée suit la chance simple dont le point est connu, sans avantage pour la maison; celle "
        "de Vient est hors jeu au coup de départ.",
        "An Associate Chance follows a Single Chance whose number is known, at true odds; Come's is off on the "
        "come-out.",
        "A11",
        "A124",
        "A132",
        "A133",
        "A134",
    ),
    _s(
        "95.17",
        "Un numéro avant le 7 (placée, achetée) ou le 7 avant lui (contre); les deux dernières paient 5 % d'avance.",
        "A number before 7 (Right, Buy) or 7 before it (Lay); the last two pay 5 % first.",
        "A11",
        "A124",
        "A137",
        "A138",
    ),
    _s("95.18", "Le Sic Bo se joue avec trois dés.", "Sic Bo is played with three dice."),
    _s("95.19", "Le nombre de joueurs n'est pas limité.", "The number of players is not limited."),
    _s(
        "95.20",
        "Le croupier agite les dés, ou déclenche l'agitateur.",
        "The dealer shakes the dice, or starts the shaker.",
        "A113",
    ),
    _s(
        "95.21",
        "Si la table l'affiche, les joueurs lancent à tour de rôle, dans le sens des aiguilles d'une montre.",
        "Where the table posts it, the players roll in turn, clockwise.",
        "A153",
        "A155",
    ),
    _s(
        "95.22",
        "Huit mises : triple, double, triple quelconque, total, duo, petit, gros et simple, et quand chacune gagne.",
        "Eight wagers: three of a kind, two of a kind, any three, total, duo, small, big and single, and when each "
        "wins.",
        "A12",
        "A145",
        "A146",
        "A147",
        "A148",
        "A149",
        "A152",
    ),
    _s(
        "95.23",
        "Les mises sont en place avant que les dés soient agités; le joueur répond de leur position.",
        "Wagers lie there before the dice are shaken; the player answers for where they lie.",
        "A150",
    ),
    _s(
        "95.24",
        "Ce que paie chacune : de 1 à 1 à 150 à 1.",
        "What each pays: from 1 to 1 to 150 to 1.",
        "A145",
        "A146",
        "A147",
        "A148",
    ),
)
