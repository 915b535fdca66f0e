"""What is read into the text where it is unclear or silent: one sentence in French and English for each reading."""

from __future__ import annotations

from collections.abc import Mapping

from rules.terms import Term

READINGS: Mapping[str, Term] = {
    # all games
    "A3": Term(
        "Un seul paquet sert à chaque coup; le second alterne.", "One deck serves each round; a second alternates."
    ),
    "A4": Term(
        "Deux paquets sont mêlés; cinq cartes de même valeur comptent comme un carré.",
        "Two decks are mixed; five of a kind count as four of a kind.",
    ),
    "A6": Term(
        "À combinaison égale, on compare son rang, puis chaque autre carte, de la plus haute à la plus basse.",
        "Of equal combinations the rank decides, then every other card from the top down.",
    ),
    "A8": Term(
        "Après « Rien ne va plus », aucune mise n'est faite, modifiée ou retirée, sauf la décision prévue.",
        "After “No more bets” nothing is placed, changed or withdrawn but by the decision that is provided for.",
    ),
    "A9": Term(
        "Les limites affichées valent pour la mise de base; ses multiples en découlent.",
        "The posted limits bind the base wager; its multiples follow from it.",
    ),
    "A10": Term(
        "Chaque main est donnée d'un bloc, à partir de la gauche du croupier; le croupier se sert en dernier.",
        "Each hand is dealt whole, from the dealer's left; the dealer's comes last.",
    ),
    "A11": Term(
        "Une fraction de l'unité affichée profite au joueur.", "A fraction of the posted unit goes to the player."
    ),
    "A12": Term(
        "Une mise qui n'est ni gagnante ni nulle est perdante.", "A wager that neither wins nor is a push loses."
    ),
    # 3-Cards Poker
    "A18": Term("As-2-3 est la plus basse séquence.", "A-2-3 is the lowest straight."),
    "A19": Term(
        "Si le croupier n'ouvre pas, la mise initiale est payée sans comparer les mains.",
        "If the dealer does not open, the initial wager is paid without comparing hands.",
    ),
    "A20": Term(
        "La prime est payée même si la main est battue; la mise initiale reste alors perdue.",
        "The bonus is paid even on a beaten hand; the initial wager is then still lost.",
    ),
    "A21": Term("À mains égales, les deux mises sont nulles.", "Equal hands push both wagers."),
    "A22": Term("« Paire ou plus » survit à l'abandon de la main.", "Pair or plus survives when the hand is dropped."),
    "A23": Term(
        "Qui n'a que « Paire ou plus » n'a rien à décider.", "Who has pair or plus alone has nothing to decide."
    ),
    "A26": Term("Une reine, un roi ou un as quelconque ouvre.", "Any queen, king or ace opens."),
    # War
    "A27": Term(
        "La guerre gagnée, la mise additionnelle est nulle.", "When a war is won, the additional wager is a push."
    ),
    "A28": Term(
        "Une égalité dans la guerre est gagnante; il n'y a qu'une guerre.", "A tie in the war wins; there is one war."
    ),
    "A29": Term(
        "Chaque joueur en guerre a sa propre suite de huit cartes, dans l'ordre des places.",
        "Each player at war has his own eight cards, in the order of the seats.",
    ),
    "A30": Term(
        "Les mises initiale et supplémentaire ferment à « Rien ne va plus ».",
        "The initial and the supplemental wager close at “No more bets”.",
    ),
    "A31": Term(
        "Se retirer ne touche pas la mise supplémentaire.", "Withdrawing does not touch the supplemental wager."
    ),
    "A32": Term(
        "La mise supplémentaire ne regarde que les premières cartes.",
        "The supplemental wager regards the first cards only.",
    ),
    "A33": Term("Les cartes mises de côté restent cachées.", "Cards set aside stay unseen."),
    # 3-5-7 Poker
    "A36": Term("As-2-3-4-5 est une séquence.", "A-2-3-4-5 is a straight."),
    "A37": Term(
        "D'une double paire, la plus haute paire doit être de dix ou plus.",
        "Of two pairs the higher must be tens or better.",
    ),
    "A38": Term(
        "La paire peut être formée des seules cartes du croupier.", "The pair may lie in the dealer's cards alone."
    ),
    "A39": Term(
        "Le joueur peut se retirer jusqu'à la première carte dévoilée du croupier.",
        "A player may withdraw until the dealer's first card is turned.",
    ),
    "A41": Term(
        "Le croupier dévoile d'abord ses deux premières cartes.",
        "The dealer first turns the first two he dealt himself.",
    ),
    # Boston Poker
    "A44": Term(
        "Une main du tableau est payée, même si 67.62 rendrait la mise initiale nulle.",
        "A hand of the pay table is paid even where 67.62 alone would push the ante.",
    ),
    "A45": Term(
        "Une main du tableau qui est battue est payée, et la mise initiale rendue.",
        "A hand of the pay table that is beaten is paid, and the ante returned.",
    ),
    "A46": Term(
        "Une double paire de neuf ou moins n'est pas au tableau.",
        "Two pairs of nines or less are not in the pay table.",
    ),
    "A47": Term("À mains égales, les mises additionnelles sont nulles.", "Equal hands push the additional bets."),
    "A48": Term("Le « Bonus » survit à l'abandon de la main.", "The Bonus survives when the hand is dropped."),
    "A50": Term("Le croupier n'a pas à ouvrir.", "The dealer need not open."),
    # 4-Card Poker
    "A54": Term(
        "La main du croupier est la meilleure de quatre cartes parmi six.",
        "The dealer's hand is the best four of six cards.",
    ),
    "A55": Term("À mains égales, le joueur gagne.", "Equal hands win for the player."),
    "A56": Term(
        "Une main de la prime qui est battue : la mise initiale est rendue et la prime payée.",
        "A bonus hand that is beaten: the ante is returned and the bonus paid.",
    ),
    "A57": Term(
        "Tout montant d'une à trois fois la mise initiale est permis.", "Any amount from one to three antes is allowed."
    ),
    "A58": Term("« Paire d'as ou plus » survit à l'abandon de la main.", "Aces Up survives when the hand is dropped."),
    "A59": Term("La carte visible du croupier est la sixième.", "The dealer's face-up card is the sixth."),
    "A60": Term("La carte inutilisée ne départage pas.", "The unused card breaks no tie."),
    # Crazy Four Poker
    "A63": Term(
        "Avec une paire d'as ou plus, d'une à trois fois la mise initiale.",
        "With a pair of aces or better, from one to three antes.",
    ),
    "A64": Term(
        "Le super bonus est payé même si le croupier n'ouvre pas.",
        "The Super Bonus is paid even if the dealer does not open.",
    ),
    "A65": Term(
        "À mains égales, le super bonus du tableau est payé.", "Equal hands: the pay table's Super Bonus is paid."
    ),
    "A66": Term(
        "La couleur paie 3 à 1 au super bonus, comme toutes les versions du texte le disent.",
        "A flush pays 3 to 1 on the Super Bonus, as every version of the text says.",
    ),
    "A67": Term(
        "Si le croupier n'ouvre pas, le super bonus hors du tableau est nul.",
        "If the dealer does not open, a Super Bonus outside the pay table is a push.",
    ),
    "A68": Term(
        "Une main du tableau qui est battue : super bonus payé, mise rendue.",
        "A hand of the pay table that is beaten: Super Bonus paid, stake returned.",
    ),
    "A69": Term(
        "Un carré d'as est payé une seule fois, à sa propre ligne.", "Four aces are paid once, at their own line."
    ),
    "A70": Term(
        "Les mains sont toujours dévoilées; « Paire de dames ou plus » survit à l'abandon.",
        "Hands are always turned; Queens Up survives when the hand is dropped.",
    ),
    # the poker room
    "A75": Term("La carte brûlée vient du dessus du paquet.", "The burned card comes from the top of the deck."),
    "A76": Term(
        "À une table sans limite ou à cagnotte limite, rien n'est retiré de l'avoir tant que le joueur reste.",
        "At no-limit and pot-limit tables nothing is taken off the stakes as long as the player stays.",
    ),
    "A77": Term(
        "Qui a passé peut suivre ou relancer dans la même ronde de mises.",
        "Who passed may call or raise in the same betting round.",
    ),
    "A79": Term("Les cagnottes sont formées par couches de contribution.", "Pots are layered by contribution."),
    "A80": Term(
        "L'avoir minimal est vérifié avant chaque partie.", "The minimum stakes are checked before every game."
    ),
    "A81": Term(
        "Le dernier à avoir misé ou relancé dévoile ses cartes en premier.", "Whoever bet or raised last shows first."
    ),
    "A82": Term(
        "Les mains égales partagent; l'unité impaire va à la première place à gauche de la rondelle.",
        "Equal hands share; an odd unit goes to the first seat left of the puck.",
    ),
    "A83": Term(
        "Une mise que personne ne suit est rendue avant la commission.",
        "A bet that nobody calls goes back before the commission.",
    ),
    "A84": Term(
        "La commission est prise cagnotte par cagnotte, arrondie vers le bas.",
        "The commission is taken pot by pot, rounded down.",
    ),
    "A85": Term(
        "On suit et on relance la plus haute mise de la ronde; tout en jeu pour moins qu'une relance ne rouvre pas les "
        "mises.",
        "One calls and raises the highest bet of the round; all in for less than a raise does not open the betting "
        "again.",
    ),
    "A86": Term(
        "Passer est permis tant qu'aucune mise n'est à suivre.", "Passing is allowed as long as no bet is to be met."
    ),
    "A87": Term(
        "Le bas se compte de l'as au cinq; entre mains à paires, le moins de cartes pareilles l'emporte, puis leur "
        "valeur, puis les autres. Sans bas admissible, le haut prend tout.",
        "Low is ace to five; of paired hands the fewest alike win, then their rank, then the others. Without a "
        "qualifying low the high takes all.",
    ),
    "A89": Term(
        "Une annonce verbale lie; les jetons suivent, de l'avoir.",
        "A verbal announcement binds; the chips follow, from the stakes.",
    ),
    "A90": Term(
        "Le montant annoncé avec les jetons l'emporte; sans paroles, la mise vaut comme elle a été poussée.",
        "The amount announced with the chips prevails; without words a bet stands as it was pushed.",
    ),
    "A92": Term(
        "Une main abandonnée à la confrontation ne gagne plus, même dévoilée.",
        "A hand that was given up at the showdown no longer wins, even if it is shown.",
    ),
    "A93": Term(
        "Abandonner ne libère d'aucune mise annoncée ou imposée, à l'aveuglette ou initiale.",
        "Folding releases nobody from a bet that was announced or is forced, from a blind or an ante.",
    ),
    "A94": Term(
        "En cours de partie, l'avoir ne change que par les mises.",
        "During a game the stakes change by bets alone.",
    ),
    "A95": Term(
        "Un coup annulé, ou une partie annulée, rend toutes les mises qui ne sont pas réglées.",
        "A round that is voided returns every wager that is not settled.",
    ),
    # blackjack
    "A97": Term("Seul le prix le plus élevé est payé.", "Only the highest prize is paid."),
    "A98": Term("L'ordre des cartes n'importe pas.", "The order of the cards does not matter."),
    "A99": Term("Une paire est faite de deux cartes de même valeur.", "A pair is two cards of one rank."),
    "A100": Term("Le blackjack est fait des deux premières cartes.", "A blackjack is made of the first two cards."),
    "A101": Term(
        "As et valet de même couleur sont payés à leur seule ligne.",
        "Ace and jack of one suit are paid at their own line alone.",
    ),
    "A102": Term(
        "Les quatre cartes sont toutes rouges ou toutes noires.", "All four cards are red, or all four are black."
    ),
    "A103": Term(
        "Trois deux et quatre six ne sont pas au tableau.", "Three twos and four sixes are not in the pay table."
    ),
    "A104": Term(
        "Les cartes se comptent dans l'ordre reçu par la case, mains séparées comprises.",
        "Cards count in the order in which the box receives them, split hands included.",
    ),
    "A105": Term(
        "Plusieurs gros lots : chacun sur le compteur tel qu'il est alors, dans l'ordre.",
        "Several jackpots: each on the meter as it then stands, in order.",
    ),
    "A106": Term("Le dollar de la mise progressive n'est pas rendu.", "The progressive dollar is not returned."),
    "A108": Term("Les sept comptent à partir de la première carte.", "Sevens count from the first card on."),
    "A109": Term("Sans troisième carte, les deux premières comptent.", "Without a third card the first two count."),
    "A110": Term("Un total de 13 perd des deux côtés.", "A total of exactly 13 loses both ways."),
    "A111": Term(
        "La maison choisit et affiche l'une des trois manières; le joueur n'en choisit aucune.",
        "The house chooses and posts one of the three manners; the player chooses none.",
    ),
    "A157": Term(
        "Sans affichage du montant, la mise progressive n'est plus offerte au coup suivant; ce qui est misé le reste.",
        "Without a display of the amount no progressive wager is taken from the next round on; what is laid stays.",
    ),
    # dice
    "A113": Term(
        "Les deux premiers motifs d'un coup nul ne valent que pour des dés lancés à la main.",
        "The first two grounds of a no roll hold for hand throws only.",
    ),
    "A114": Term("Un seul dé qui atteint le côté opposé suffit.", "One die that hits the far side will do."),
    "A115": Term(
        "Un coup nul ne décide rien; toutes les mises demeurent.", "A no roll decides nothing; all wagers stand."
    ),
    "A117": Term("Les mises ferment quand les dés sont en jeu.", "Wagers close when the dice are out."),
    "A118": Term("Les dés passent sur un sept perdant seulement.", "The dice pass on a seven-out only."),
    "A119": Term(
        "Ils passent quelle que soit la mise du lanceur : Passe ou Ne passe pas.",
        "They pass whichever line the shooter holds: Pass or Don't Pass.",
    ),
    "A120": Term(
        "Passe et Vient ne sont ni réduites ni retirées une fois le point connu.",
        "Pass and Come are neither reduced nor withdrawn once the number is known.",
    ),
    "A121": Term(
        "Qui retire Ne passe pas lance encore pour ce point; au prochain coup de départ, il lui faut une mise.",
        "Who withdraws Don't Pass throws on for that point, and needs a line wager for the next come-out.",
    ),
    "A122": Term(
        "Vient et Ne vient pas se misent quand il y a un point.", "Come and Don't Come are laid while there is a point."
    ),
    "A123": Term(
        "Vient et Ne vient pas jouent aussi au coup de départ.", "Come and Don't Come play on come-out rolls too."
    ),
    "A124": Term(
        "Un coup qui ne décide rien laisse la mise en place.", "An inconclusive roll leaves the wager standing."
    ),
    "A125": Term(
        "Un double perd sur un 7 ou sur son total fait autrement.",
        "A Hard Way loses to a 7, or to its total made another way.",
    ),
    "A126": Term(
        "Les doubles ne jouent pas au coup de départ, sauf demande.",
        "Hard Ways are off on the come-out unless called on.",
    ),
    "A127": Term("Horn est divisée en quatre mises égales.", "Horn is four equal wagers."),
    "A128": Term("World est divisée en cinq mises égales.", "World is five equal wagers."),
    "A129": Term("Craps à trois est divisée en trois mises égales.", "3-Way Craps is three equal wagers."),
    "A130": Term("Hop désigne deux faces, non un total.", "A Hop names two faces, not a total."),
    "A132": Term(
        "La limite des chances associées est celle qui est affichée.",
        "The limit of Associate Chances is the posted one.",
    ),
    "A133": Term(
        "Une chance associée hors jeu est rendue avec sa mise.",
        "An Associate Chance that is off goes back with its wager.",
    ),
    "A134": Term("Une chance associée ne reste pas seule.", "An Associate Chance does not stand alone."),
    "A137": Term(
        "La commission de la mise achetée est de 5 % de la mise, d'avance; celle d'une mise retirée ou réduite avant "
        "d'être décidée est rendue en proportion, sauf affichage contraire.",
        "A Buy Bet's commission is 5 % of the stake, in advance; that of a wager withdrawn or reduced before it is "
        "decided goes back in proportion, unless posted otherwise.",
    ),
    "A138": Term(
        "La commission de la mise contre est de 5 % du gain possible, d'avance; elle est rendue comme celle de la mise "
        "achetée.",
        "A Lay Bet's commission is 5 % of the potential win, in advance; it goes back as a Buy Bet's does.",
    ),
    "A145": Term("Trois dés pareils comptent aussi comme double.", "Three alike count as two of a kind too."),
    "A146": Term(
        "Un triple compte aussi pour le total; 3 et 18 ne se misent pas.",
        "Three alike count for the total too; 3 and 18 are no wagers.",
    ),
    "A147": Term("Simple est payée à une seule ligne, la meilleure.", "Single is paid at one line, the best."),
    "A148": Term(
        "Duo gagne aussi quand le troisième dé répète l'un des deux.",
        "Duo wins too when the third die repeats one of the two.",
    ),
    "A149": Term("Petit et gros perdent sur tout triple.", "Small and big lose to any three alike."),
    "A150": Term("Les mises ferment avant que les dés soient agités.", "Wagers close before the dice are shaken."),
    "A152": Term("Chaque mise est réglée pour elle-même.", "Every wager is settled by itself."),
    "A153": Term(
        "Les dés sont offerts comme au craps; qui les lance n'est pas tenu de miser.",
        "The dice are offered as at Craps; who rolls them need not wager.",
    ),
    "A155": Term("Chaque joueur lance une fois, puis les dés passent.", "Each player rolls once, then the dice pass."),
    # the poker room again
    "A154": Term(
        "Ce qui est annoncé ou poussé hors tour ne lie que si aucune mise ni relance n'est venue entre-temps; sinon le "
        "joueur retrouve tous ses choix. Un abandon hors tour demeure.",
        "What is announced or pushed out of turn binds only if no bet or raise came in between; else the player acts "
        "anew. A fold out of turn stands.",
    ),
    # what a table indicates
    "A158": Term(
        "La table offre les mises qu'elle indique; « plus de 13 » et « moins de 13 » sont une seule mise.",
        "The table offers the wagers that it indicates; over 13 and under 13 are one wager.",
    ),
    # by hand
    "A159": Term(
        "D'un coup joué à la main et entré ensuite, une part du compteur est de ce qu'il affiche à l'entrée.",
        "Of a round dealt by hand and entered afterwards, a share of the meter is of what it shows when entered.",
    ),
    # whose dice they are
    "A143": Term(
        "Un lanceur sans Passe ni Ne passe pas à un nouveau coup de départ perd son tour.",
        "A shooter without Pass or Don't Pass at a new come-out loses the turn.",
    ),
    "A156": Term(
        "Les places se suivent dans le sens des aiguilles d'une montre à partir de la gauche du chef de table; "
        "le tour va à la prochaine place qui joue, et aucune qui joue n'est passée.",
        "Places are numbered clockwise from the left of the boxperson; the turn goes to the next place that plays, "
        "and none that plays is passed over.",
    ),
}
