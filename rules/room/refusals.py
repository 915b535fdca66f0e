"""Why the poker room refuses something, in French and English; each is told with its seat and its section."""

from __future__ import annotations

from rules.terms import Details, Term


class Because(Details):
    """The English is recorded in journals: it stays as it is."""

    OF_SEAT = Term("place {seat} : {why} ({section})", "seat {seat}: {why} ({section})")
    OF_TABLE = Term("{why} ({section})", "{why} ({section})")
    # what the house posts
    NO_ROOM_OPTION = Term(
        "options : {name} : aucune option de ce nom (67.91)", "options: {name}: no such option (67.91)"
    )
    CHOICE = Term("options : {name} : l'un de {allowed} (67.91)", "options: {name}: one of {allowed} (67.91)")
    NUMBER = Term("options : {name} : un nombre (67.108)", "options: {name}: a number (67.108)")
    UNIT_CENTS = Term(
        "options : {name} : un nombre entier de cents, par unités de {unit} (67.91)",
        "options: {name}: a whole number of cents, in units of {unit} (67.91)",
    )
    UNITS = Term(
        "options : les mises à l'aveuglette et les mises s'affichent par unités de {unit} (67.91)",
        "options: blinds and bets are posted in units of {unit} (67.91)",
    )
    OPTION_MINUTES = Term(
        "options : {name} : des minutes, de {least} à {most} (67.91)",
        "options: {name}: minutes, from {least} to {most} (67.91)",
    )
    RAISES = Term(
        "options : {name} : 1 au moins, sinon personne ne pourrait jamais miser (67.91)",
        "options: {name}: 1 at least, or nobody could ever bet (67.91)",
    )
    BETS_DO_NOT_FIT = Term(
        "options : les mises à l'aveuglette, la mise imposée et les mises ne vont pas ensemble (67.91)",
        "options: blinds, the forced bet and bets do not fit each other (67.91)",
    )
    # who sits where, with what
    PLACES = Term("la table a les places 1 à {seats}", "the table has places 1 to {seats}")
    STAKES_ONLY = Term("vient avec son avoir, et rien d'autre", "comes with stakes, and nothing else")
    BELOW_MINIMUM = Term("moins que l'avoir minimal", "less than the minimum stakes")
    ABOVE_MAXIMUM = Term("plus que le maximum affiché", "more than the posted maximum")
    STAYS_ON_TABLE = Term(
        "rien ne se retire à une table sans limite ou à cagnotte limite",
        "nothing is taken off at a table without limit or with a pot limit",
    )
    TOO_LITTLE_LEFT = Term("il resterait moins que l'avoir minimal", "less than the minimum stakes would be left")
    CHARGE_LIMITS = Term(
        "hors des limites affichées, ou plus que ce qui s'y trouve",
        "not within the posted limits, or more than lies there",
    )
    MORE_THAN_KNOWN = Term(
        "a misé plus que les {stakes} cents que la table lui connaît; entrez d'abord son avoir par seat_in",
        "has bet more than the {stakes} cents that the table knows of; first enter the stakes by seat_in",
    )
    NOBODY_SITS = Term("personne n'y est assis", "nobody sits there")
    NOBODY_TO_EXPEL = Term(
        "personne n'y est assis à qui l'on puisse dire de partir", "nobody sits there who could be told to leave"
    )
    TWO_PLAYERS = Term("au moins deux joueurs dont l'avoir suffit", "two players with enough stakes at least")
    # sitting out, coming back
    SITS_OUT = Term("s'est déjà absenté du jeu", "sits out already")
    PLAYS = Term("joue déjà, et ne doit rien", "plays already, and owes nothing")
    OWES_NO_BLIND = Term(
        "ne doit aucune mise à l'aveuglette, et n'en attend donc pas : qu'il revienne sans attendre",
        "owes no blind, and so waits for none: let him come back without waiting",
    )
    SITS_THERE = Term("quelqu'un y est assis", "somebody sits there")
    NO_SLIP = Term(
        "billet {slip} : aucun de ce numéro, ou le délai affiché est écoulé",
        "slip {slip}: none of this number, or the posted time is over",
    )
    LESS_THAN_TAKEN = Term(
        "revient avec moins que ce qui a été emporté : {taken} au moins (A76)",
        "comes back with less than was taken away: {taken} at least (A76)",
    )
    # time
    NO_CHARGE = Term("aucuns frais de temps de jeu ne sont affichés", "no time charge is posted")
    NOTHING_DUE = Term(
        "rien n'est dû : {minutes} minutes de la période de {period}",
        "nothing is due: {minutes} minutes of the period of {period}",
    )
    OWED = Term("ce qui est dû est {owed}, ni plus ni moins", "what is due is {owed}, no more and no less")
    # straddles
    NO_STRADDLE = Term(
        "la maison ne permet pas de doubler la grosse mise à l'aveuglette", "the house allows no straddle"
    )
    STRADDLE_SEAT = Term(
        "seule la place {turn}, à gauche de la grosse mise à l'aveuglette, peut doubler",
        "only seat {turn}, left of the big blind, may straddle",
    )
    STRADDLE_PLAYERS = Term("doubler demande trois joueurs", "a straddle takes three players")
    STRADDLED = Term("la mise à l'aveuglette est déjà doublée", "there is a straddle already")
    HAS_NO_STRADDLE = Term("n'a pas doublé la grosse mise à l'aveuglette", "has no straddle")
    STRADDLE_WHOLE = Term("ce qui a été doublé se reprend en entier", "a straddle is taken back whole")
    STRADDLE_STAYS = Term(
        "une carte est donnée : la mise à l'aveuglette doublée reste; un superviseur peut annuler la partie",
        "a card is dealt: the straddle stays; a supervisor may void the game",
    )
    STRADDLE_LATE = Term("on double avant toute carte", "a straddle is put in before any card")
    # when
    FACT = Term("{fact} : {why}", "{fact}: {why}")
    GAME_OVER = Term("la partie est terminée", "the game is over")
    GAME_PLAYED = Term("une partie se joue", "a game is being played")
    NOT_BEGUN = Term("aucune partie n'a commencé", "no game has begun")
    NO_CARD_DUE = Term("aucune carte n'est attendue", "no card is due")
    DEALING = Term("les cartes sont en cours de distribution", "the cards are being dealt")
    TURN_OF = Term("c'est le tour de la place {turn}", "it is the turn of seat {turn}")
    TURN_OF_NOBODY = Term("ce n'est le tour de personne", "it is the turn of nobody")
    # bets
    NOT_PLAYING = Term("ne joue pas dans cette partie", "does not play in this game")
    HAS_FOLDED = Term("a abandonné", "has folded")
    NOT_CHANGED = Term("une mise faite ne se change pas", "a bet that is made is not changed")
    BOUND_BY = Term("est lié par ce qui a été annoncé : {said}", "is bound by what was announced: {said}")
    BOUND_OUT_OF_TURN = Term(
        "est lié par ce qui a été annoncé hors tour (A154) : {said}",
        "is bound by what was announced out of turn (A154): {said}",
    )
    BOUND = Term("est lié par ce qui a été annoncé", "is bound by what was announced")
    NOTHING_TO_DECIDE = Term("n'a rien à décider dans cette partie", "has nothing to decide in this game")
    NO_AMOUNT = Term("{choice} ne prend pas de montant", "{choice} takes no amount")
    AMOUNT_NEEDED = Term(
        "un montant par unités de {unit} doit être annoncé", "an amount in units of {unit} must be said"
    )
    CHOICES = Term(
        "{choice} : passer, abandonner, miser, suivre, relancer ou tout en jeu",
        "{choice}: pass, fold, bet, call, raise or all in",
    )
    FORCED_OPENS = Term("la mise imposée ouvre la première ronde", "the forced bet opens the first round")
    FORCED_NOT_OWED = Term(
        "la mise imposée est celle d'un autre joueur, ou elle est faite", "the forced bet is another player's, or made"
    )
    BET_TO_MEET = Term(
        "une mise est à suivre : suivez, relancez ou abandonnez", "a bet is to be met: call, raise or fold"
    )
    NO_BET_TO_MEET = Term("il n'y a pas de mise à suivre", "there is no bet to be met")
    RAISE_IT = Term("une mise s'y trouve : relancez", "a bet lies there: raise")
    BET_IT = Term("aucune mise ne s'y trouve : misez", "no bet lies there: bet")
    OVER_STAKES = Term("plus que l'avoir", "more than the stakes")
    OVER_LIMIT = Term("plus que la limite de la table", "more than the limit of the table")
    BET_LIMIT = Term("{choice} {stake} : la limite est {low}", "{choice} {stake}: the limit is {low}")
    BET_LIMITS = Term(
        "{choice} {stake} : la limite est de {low} à {high}", "{choice} {stake}: the limit is {low} to {high}"
    )
    NOBODY_ANSWERS = Term(
        "il ne reste personne qui puisse répondre à une mise", "nobody is left who could answer a bet"
    )
    STAKES_TOO_SHORT = Term(
        "l'avoir ne dépasse pas la mise à suivre", "the stakes do not reach beyond the bet that is to be met"
    )
    NO_MORE_RAISES = Term("plus de relance dans cette ronde", "no more raises in this round")
    NOT_OPENED_AGAIN = Term(
        "une relance tout en jeu et trop courte ne rouvre pas les mises (A85)",
        "a raise that is all in and short does not open the betting again (A85)",
    )
    # rulings
    NO_RULING = Term("{what} : aucune décision de ce nom", "{what}: no such ruling")
    WHICH_SEAT = Term("{what} : de quelle place?", "{what}: of which seat?")
    RULING_NO_AMOUNT = Term(
        "{what} ne prend pas de montant : donnez la décision sans lui",
        "{what} takes no amount: give the ruling without it",
    )
    BELOW_FORCED = Term("moins que la mise imposée", "less than the forced bet")
    BELOW_BET = Term("moins que la mise à suivre", "less than the bet that is to be met")
    NOT_HIS_TIME = Term("ce n'est pas à ce joueur de miser ou de suivre", "it is not this player's time to bet or call")
    HAND_OPEN = Term("la main est dévoilée", "the hand lies open")
    NO_SHOWDOWN = Term("il n'y a pas encore de confrontation", "there is no showdown yet")
    NOT_FACE_DOWN = Term("n'est pas une main abandonnée, face cachée", "is no folded hand that lies face down")
    CANNOT_PLAY_ON = Term("n'est pas une main qui pourrait continuer", "is no hand that could play on")
    EXPELLED = Term("a dû quitter le salon", "was told to leave the room")
    OTHERS_HAVE_BET = Term(
        "les autres ont misé dans des rondes terminées", "the others have bet in rounds that are over"
    )
    OTHERS_HAVE_CARDS = Term("les autres ont reçu des cartes depuis", "the others have got cards since")
    TOO_FEW_CARDS = Term(
        "il reste trop peu de cartes pour une main de plus", "too few cards are left for one more hand"
    )
    # the showdown
    SHOWS_NEXT = Term("la place {turn} dévoile d'abord ses cartes", "seat {turn} shows next")
    BETTOR_FIRST = Term(
        "le dernier à avoir misé dévoile d'abord toutes ses cartes", "the last bettor shows all cards first"
    )
    COVERED_ALONE = Term(
        "personne d'autre ne peut gagner une cagnotte que ce joueur a couverte : la main ne la perd pas",
        "nobody else may win a pot that this player covered: the hand does not lose it",
    )
