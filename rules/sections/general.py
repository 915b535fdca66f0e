"""The general sections, and blackjack's side wagers: 1 to 86, 21.2 to 21.4."""

from __future__ import annotations

from rules.editions import DRAFT_2000, ORDER_2000, ORDER_2007
from rules.sections.model import Section
from rules.terms import Term

SECTIONS = (
    Section(
        "1",
        Term(
            "Les jeux de casino sont un système de loterie des casinos d'État : cartes, roulette, Keno, machines à "
            "sous, dés et roue de fortune.",
            "Casino games are a lottery scheme of the state's casinos: cards, roulette, Keno, slot machines, dice and "
            "the wheel of fortune.",
        ),
        ORDER_2007,
        french=True,
    ),
    Section(
        "6",
        Term(
            "Chaque paquet a 52 cartes, à moins que le jeu lui-même n'en veuille un autre nombre.",
            "Every deck has 52 cards unless the game itself asks for another number.",
        ),
        ORDER_2007,
        french=True,
    ),
    Section(
        "9",
        Term(
            "À sa liste de renvois s'ajoutent 21.3 et 21.4; le reste de l'article n'est pas parmi les textes.",
            "Its list of references also names 21.3 and 21.4; the rest of the section is not among the texts.",
        ),
        DRAFT_2000,
        french=False,
    ),
    Section(
        "44",
        Term("La main du croupier y est nommée celle de la banque.", "It calls the dealer's hand the bank's."),
        ORDER_2000,
        french=False,
    ),
    Section(
        "45",
        Term("Là aussi, on parle de la banque au lieu du croupier.", "It, too, speaks of the bank, not the dealer."),
        ORDER_2000,
        french=False,
    ),
    Section(
        "46",
        Term("De même : la banque remplace le croupier.", "Likewise: the bank stands for the dealer."),
        ORDER_2000,
        french=False,
    ),
    Section(
        "86",
        Term(
            "Un billet de Keno gagnant est payé à son porteur, au lieu et avant le terme qui y sont imprimés.",
            "A winning Keno ticket is paid to its bearer, where and before when the ticket itself says.",
        ),
        ORDER_2000,
        french=False,
    ),
    Section(
        "21.2",
        Term(
            "Si la table l'affiche, une mise progressive d'un dollar accompagne la mise initiale; les premières cartes "
            "du joueur gagnent des sommes fixes ou une part du gros lot, selon l'une des trois manières affichées. Un "
            "afficheur montre sans cesse le gros lot.",
            "Where the table posts it, a one-dollar progressive wager may join the initial one; the player's first "
            "cards win fixed sums or a share of the jackpot, by one of three posted manners. A display shows the "
            "jackpot without a break.",
        ),
        DRAFT_2000,
        french=False,
        readings=("A97", "A98", "A99", "A100", "A101", "A102", "A103", "A104", "A105", "A106", "A111", "A157", "A159"),
    ),
    Section(
        "21.3",
        Term(
            "Si la table l'affiche, une mise d'un dollar sur les sept : un, deux ou trois sept parmi les premières "
            "cartes paient de 3 à 1 à 5\u00a0000 à 1.",
            "Where the table posts it, a one-dollar wager on sevens: one, two or three of them among the first cards "
            "pay from 3 to 1 to 5000 to 1.",
        ),
        DRAFT_2000,
        french=False,
        readings=("A97", "A104", "A108", "A109", "A158"),
    ),
    Section(
        "21.4",
        Term(
            "Si la table l'affiche, le joueur mise que ses deux premières cartes font plus, ou moins, que 13; l'as "
            "vaut 1, et le gain est de 1 à 1.",
            "Where the table posts it, the player wagers that the first two cards make more, or less, than 13; the "
            "ace is worth 1, and a win pays 1 to 1.",
        ),
        DRAFT_2000,
        french=False,
        readings=("A9", "A104", "A110", "A158"),
    ),
)
