"""Poker rooms: 67.88 to 67.110. Both versions are among the texts."""

from __future__ import annotations

from rules.editions import ORDER_2007
from rules.sections.model import Section
from rules.terms import Term


def _s(number: str, fr: str, en: str, *readings: str, apart: Term | None = None) -> Section:
    return Section(number, Term(fr, en), ORDER_2007, french=True, readings=readings, diverges=apart)


SECTIONS = (
    _s(
        "67.88",
        "Vingt-deux mots du salon : abandonner, avoir, cagnotte, carte brûlée, commission, rondelle, tout en jeu et "
        "les autres.",
        "Twenty-two words of the room: fold, table stakes, pot, burned card, commission, puck, all in and the rest.",
        "A75",
        "A77",
        "A79",
        "A84",
        "A85",
        "A86",
        "A87",
        apart=Term(
            "La carte brûlée vient du dessus du paquet en français, de dessous en anglais. Le français s'applique.",
            "The burned card comes from the top of the deck in French, from below in English. The French is applied.",
        ),
    ),
    _s(
        "67.89",
        "La Société peut tenir des jeux de poker dans un lieu nommé Salon de poker.",
        "The Société may hold poker games in a place called a poker room.",
    ),
    _s("67.90", "Ces jeux suivent la présente sous-section.", "Those games follow these sections."),
    _s(
        "67.91",
        "Les règles de chaque jeu sont dans un document à la disposition du public.",
        "The rules of each game are in a document that the public can read.",
        "A87",
    ),
    _s(
        "67.92",
        "La personne autorisée donne les cartes et dirige le jeu, mais ne joue pas.",
        "The authorized person deals and directs the play, but does not play.",
    ),
    _s("67.93", "Seul un joueur assis à la table joue.", "Only a player who is seated plays."),
    _s(
        "67.94",
        "Pour jouer une partie, il faut l'avoir minimal affiché.",
        "To play in a game one needs the posted minimum stakes.",
        "A80",
    ),
    _s(
        "67.95",
        "On joue avec l'avoir du début de la partie; on n'ajoute qu'entre les parties; sans limite ou à cagnotte "
        "limite, on n'en retire rien tant qu'on reste; qui a tout misé est tout en jeu.",
        "One plays with the stakes held at the start; chips are added between games only; at no-limit and pot-limit "
        "tables none are taken off during the game; who has bet all is all in.",
        "A76",
        "A94",
        apart=Term(
            "L'anglais interdit de retirer pendant la partie en cours, le français tant que le joueur reste à la "
            "table. Le français s'applique.",
            "The English bars taking chips off during the game, the French as long as the player stays. The French is "
            "applied.",
        ),
    ),
    _s(
        "67.96",
        "Qui est tout en jeu garde sa part de la cagnotte et reçoit ses cartes; les mises suivantes des autres font "
        "une cagnotte secondaire.",
        "Who is all in keeps the claim to a part of the pot and gets all cards; later bets of the others make a "
        "secondary pot.",
        "A79",
    ),
    _s(
        "67.97",
        "Une annonce verbale lie celui qui la fait.",
        "A verbal announcement binds whoever makes it.",
        "A85",
        "A89",
        "A154",
    ),
    _s(
        "67.98",
        "On peut juger qu'une mise est faite quand des jetons sont poussés ou lâchés vers la cagnotte.",
        "A bet may be ruled made when chips are pushed or released towards the pot.",
        "A90",
    ),
    _s(
        "67.99",
        "Une mise faite ne change plus, sauf annonce claire au même moment.",
        "A bet that is made stands, unless a change was clearly announced with it.",
        "A90",
    ),
    _s(
        "67.100",
        "Qui a passé peut, au prochain tour de table, abandonner, suivre ou relancer quand un autre a misé.",
        "Who passed may, at the next round, fold, call or raise once another has bet.",
        "A77",
        apart=Term(
            "Le français parle du prochain tour de table, l'anglais de la prochaine ronde. Le français s'applique.",
            "The French speaks of the next turn round the table, the English of the next round. The French is applied.",
        ),
    ),
    _s(
        "67.101",
        "Un conflit sur le sens des règles est tranché sur-le-champ par la personne autorisée.",
        "A dispute on what the rules mean is decided at once by the authorized person, and binds.",
        apart=Term(
            "Seul l'anglais dit que la décision lie les joueurs; 67.110 le dit dans les deux. Elle lie.",
            "Only the English says that the decision binds the players; 67.110 says so in both. It binds.",
        ),
    ),
    _s(
        "67.102",
        "À la confrontation, qui a misé en dernier montre en premier, puis les autres; une main perdante peut être "
        "abandonnée, et exigée.",
        "At the showdown whoever bet last shows first, then the others; a losing hand may be given up, and ordered "
        "shown.",
        "A81",
        "A92",
    ),
    _s(
        "67.103",
        "La cagnotte va à la meilleure main à la confrontation, ou à qui a misé sans être suivi.",
        "The pot goes to the best hand at the showdown, or to a bet that nobody calls.",
        "A79",
        "A82",
        "A83",
        "A87",
    ),
    _s(
        "67.104",
        "Qui ne protège pas sa main est sans recours si elle est exclue ou ramassée.",
        "Who does not protect a hand has no recourse if it is fouled or picked up.",
    ),
    _s(
        "67.105",
        "Des cartes jetées face cachée au moment de miser peuvent être jugées abandonnées.",
        "Cards thrown face down when it is time to bet may be ruled a fold.",
    ),
    _s(
        "67.106",
        "Abandonner ne libère pas d'une mise annoncée ou imposée.",
        "A fold does not release from a bet that was announced or forced.",
        "A93",
    ),
    _s(
        "67.107",
        "On joue pour gagner soi-même, sans aider ni renseigner un autre.",
        "One plays to win, and neither helps nor informs another.",
    ),
    _s(
        "67.108",
        "La maison peut prendre jusqu'à 10 % de la cagnotte, et un montant selon le temps de jeu du joueur.",
        "The house may take up to 10 % of the pot, and a charge by game time.",
        "A84",
        apart=Term(
            "Le français parle du temps de jeu du joueur, l'anglais du temps de jeu. C'est celui du joueur.",
            "The French speaks of the player's own time, the English of game time. It is the player's.",
        ),
    ),
    _s(
        "67.109",
        "Qui semble enfreindre les règles peut être prié de quitter le salon.",
        "Who seems to break the rules may be told to leave the room.",
    ),
    _s(
        "67.110",
        "Un conflit sur le déroulement est tranché sur-le-champ par la personne autorisée et lie les joueurs.",
        "A dispute on the running of a game is decided at once by the authorized person, and binds.",
        "A95",
    ),
)
