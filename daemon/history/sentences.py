"""A round in words: one sentence, in French and English, for every kind of observation and of event.

Whoever fills them in knows no card that lies face down: it is told as such.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from daemon.history.jackpot_sentences import told_booking, told_entry
from daemon.table.events import Pot
from daemon.text.amounts import NBSP, dollars
from daemon.text.cards import card_text
from daemon.text.faults import ROWS
from daemon.text.labels import LABELS
from daemon.text.language import Language
from daemon.text.shaker import shaken
from drivers.faults import Fault
from rules.dice import NO_ROLL
from rules.explain import explain
from rules.lines import Line
from rules.machine import ASIDE, DEALER
from rules.registry import term
from rules.room.state import BOARD, BURNED
from rules.terms import Term

# What was seen, ordered or said: the first words of a step.
SAID: dict[str, Term] = {
    # the shoe
    "card_seen": Term("{device} : une carte sort.", "{device}: a card comes out."),
    "card_unreadable": Term(
        "{device} : une carte sort, illisible ({sensor}).", "{device}: a card comes out and cannot be read ({sensor})."
    ),
    "cut_card_seen": Term("{device} : la carte de coupe sort.", "{device}: the cut card comes out."),
    "shoe_empty": Term("{device} : il est vide.", "{device}: it is empty."),
    "shoe_loaded": Term("{device} : le sabot est rempli.", "{device}: the shoe is filled."),
    "shoe_trouble": Term("{device} : erreur « {what} ».", "{device}: error “{what}”."),
    "line_recorded": Term(
        "{device} : derniers octets de la ligne gardés.", "{device}: the line's last bytes were kept."
    ),
    "link_up": Term("{device} : la liaison est là; {complete}.", "{device}: the link is up; {complete}."),
    "link_down": Term("{device} : la liaison est coupée. {fault}", "{device}: the link is lost. {fault}"),
    # the shaker
    "dome_moved": Term("{device} : le dôme est {dome}.", "{device}: the dome is {dome}."),
    "shaker_armed": Term("{device} : prêt pour l'agitation {order}.", "{device}: ready for shake {order}."),
    "shake_began": Term("{device} : les dés bougent (agitation {order}).", "{device}: the dice move (shake {order})."),
    "motor_felt": Term("{device} : moteur à {milliamps} mA.", "{device}: motor at {milliamps} mA."),
    "dice_rested": Term(
        "{device} : dés immobiles (agitation {order}, culbutes : {tumbles}).",
        "{device}: the dice lie still (shake {order}, tumbles: {tumbles}).",
    ),
    "shaker_trouble": Term("{device} : {shaken}.", "{device}: {shaken}."),
    "shake_undone": Term(
        "{device} : l'agitation {order} n'a pas abouti ({shaken}).",
        "{device}: shake {order} came to nothing ({shaken}).",
    ),
    "shaker_up": Term("{device} : la liaison est là; dôme {dome}.", "{device}: the link is up; dome {dome}."),
    # the camera
    "dice_seen": Term("{device} : les dés montrent {dice}.", "{device}: the dice show {dice}."),
    "dice_unread": Term("{device} : les dés ne sont pas lus.", "{device}: the dice are not read."),
    # a round
    "open_round": Term("{who} ouvre le coup.", "{who} opens the round."),
    "seat_in": Term("{who} note les mises.", "{who} enters wagers."),
    "take_back": Term("{who} note un retrait. {seat} : {wager}.", "{who} enters a withdrawal. {seat}: {wager}."),
    "call_wager": Term("{who} note un appel. {seat} : {wager}, {on}.", "{who} enters a call. {seat}: {wager}, {on}."),
    "close_betting": Term("{who} annonce « Rien ne va plus ».", "{who} announces « Rien ne va plus »."),
    "decision": Term(
        "{who} note une décision. {seat} : {choice}{stake}.", "{who} enters a decision. {seat}: {choice}{stake}."
    ),
    "direct_card": Term("{who} : la prochaine carte va à {hand}.", "{who}: the next card goes to {hand}."),
    "no_more_cards": Term(
        "{who} annonce que personne ne prend plus de carte.", "{who} says that nobody takes another card."
    ),
    "turn_hand": Term("{who} retourne la main : {hand}.", "{who} turns the hand: {hand}."),
    "shake": Term("{who} fait agiter les dés.", "{who} has the dice shaken."),
    "declare_no_roll": Term("{who} déclare un coup nul : {ground}.", "{who} declares a no roll: {ground}."),
    "read_dice": Term("{who} fait lire les dés.", "{who} has the dice read."),
    "enter_dice": Term("{who} lit les dés : {dice}.", "{who} reads the dice: {dice}."),
    # the poker room
    "start_game": Term("{who} commence la partie.", "{who} starts the game."),
    "announcement": Term("{who} note une annonce.", "{who} enters an announcement."),
    "ruling": Term("{who} tranche : « {reason} ».", "{who} rules: “{reason}”."),
    "leave_table": Term("{who} note un départ.", "{who} enters that a player leaves."),
    "take_stakes": Term("{who} note un retrait de l'avoir.", "{who} enters that stakes are taken off."),
    "charge_time": Term("{who} perçoit le temps de jeu. {seat}.", "{who} charges time. {seat}."),
    # what went wrong
    "continue": Term("{who} fait continuer le coup.", "{who} lets the round go on."),
    "align": Term(
        "{who} a compté le tapis : {felt}. Il est comme enregistré.",
        "{who} has counted the felt: {felt}. It is as recorded.",
    ),
    "acknowledge": Term("{who} a vu la défaillance {code}.", "{who} has seen the fault {code}."),
    "name_card": Term("{who} nomme la carte que le sabot n'a pas dite.", "{who} names the card that the shoe did not."),
    "correct_card": Term("{who} corrige une carte.", "{who} corrects a card."),
    "reassign_cards": Term("{who} échange des cartes : {swaps}.", "{who} exchanges cards: {swaps}."),
    "correct_decision": Term(
        "{who} corrige la décision. {seat} : {choice}{stake}.", "{who} corrects the decision. {seat}: {choice}{stake}."
    ),
    "correct_dice": Term("{who} corrige les dés : {dice}.", "{who} corrects the dice: {dice}."),
    "reject": Term("{who} rejette ce qui est proposé.", "{who} rejects what is proposed."),
    "void_round": Term("{who} annule le coup : « {reason} ».", "{who} voids the round: “{reason}”."),
    "misdeal": Term("{who} déclare une maldonne : « {reason} ».", "{who} declares a misdeal: “{reason}”."),
    "open_sealed": Term(
        "{who} demande les cartes scellées du coup {round}.", "{who} asks for the sealed cards of round {round}."
    ),
    # the progressive
    "open_jackpot": Term("{who} ouvre la cagnotte {pool}.", "{who} opens the pool {pool}."),
    "close_jackpot": Term(
        "{who} ferme la cagnotte {pool} : « {reason} ».", "{who} closes the pool {pool}: “{reason}”."
    ),
    "award_jackpot": Term(
        "{who} confirme un gain de la cagnotte {pool}. {seat} : {cents}.",
        "{who} confirms a hit of the pool {pool}. {seat}: {cents}.",
    ),
    "correct_jackpot": Term(
        "{who} corrige la cagnotte {pool} : « {reason} ».", "{who} corrects the pool {pool}: “{reason}”."
    ),
    "set_jackpot": Term(
        "{who} prend la configuration de la cagnotte {pool} : « {reason} ».",
        "{who} takes the pool {pool} as it is configured: “{reason}”.",
    ),
    # around the rounds
    "count_shoe": Term("{who} fait compter ce qui reste dans le sabot.", "{who} has the rest of the shoe counted."),
    "change_shoe": Term("{who} change le sabot.", "{who} changes the shoe."),
    "change_dice": Term("{who} change les dés.", "{who} changes the dice."),
    "change_shift": Term("{who} prend la table.", "{who} takes over the table."),
    "close_table": Term("{who} ferme la table.", "{who} closes the table."),
    "started": Term("croupierd {version} démarre.", "croupierd {version} starts."),
    "time_passed": Term(
        "{seconds} s ont passé depuis la proposition de {who}.", "{seconds} s have passed since {who} proposed it."
    ),
    "ledger_told": Term("Le registre répond : cagnotte {pool}.", "The ledger answers: pool {pool}."),
    "ledger_lost": Term("Le registre ne répond pas. {fault}", "The ledger does not answer. {fault}"),
    "ledger_booked": Term(
        "Le registre a traité ce que l'entrée {seq} lui devait.", "The ledger has dealt with what entry {seq} owed it."
    ),
    "signed_in": Term("{who} ouvre une session.", "{who} signs in."),
    "signed_out": Term("La session de {who} prend fin.", "The session of {who} ends."),
    "unlocked": Term("{who} débloque l'insigne {badge}.", "{who} unlocks badge {badge}."),
    "sealed_read": Term(
        "{who} demande les cartes scellées du coup {round}.", "{who} asks for round {round}'s sealed cards."
    ),
    "sign_in_refused": Term("{who} : session refusée ({refusal}).", "{who}: refused to sign in ({refusal})."),
}

# What came of it.
HAPPENED: dict[str, Term] = {
    "round_opened": Term("Coup {round}, {game} : les mises sont ouvertes.", "Round {round}, {game}: betting is open."),
    "seat_taken": Term("{seat} : {wagers}.", "{seat}: {wagers}."),
    "wager_taken_back": Term("{seat} retire : {wager}.", "{seat} takes back: {wager}."),
    "wager_called": Term("{seat} : {wager}, {on}.", "{seat}: {wager}, {on}."),
    "betting_closed": Term("« Rien ne va plus ».", "« Rien ne va plus »."),
    "card_dealt": Term("{hand}, carte {place} : {card}.", "{hand}, card {place}: {card}."),
    "card_set_aside": Term("Elle est mise de côté et n'est à aucune main.", "It is set aside and belongs to no hand."),
    "card_directed": Term("La prochaine carte va à {hand}.", "The next card goes to {hand}."),
    "cards_ended": Term("Personne ne prend plus de carte.", "Nobody takes another card."),
    "shake_ordered": Term("Agitation {order} ordonnée.", "Shake {order} is ordered."),
    "dice_move": Term("Les dés bougent (agitation {order}).", "The dice move (shake {order})."),
    "dice_lie": Term(
        "Les dés sont immobiles; culbutes : {tumbles}. Ils peuvent être lus.",
        "The dice lie still; tumbles: {tumbles}. They may be read.",
    ),
    "shaker_reported": Term("L'agitateur signale : {shaken}.", "The shaker reports: {shaken}."),
    "dice_rolled": Term("Dés : {dice}.", "Dice: {dice}."),
    "look_ordered": Term("La caméra regarde les dés (regard {look}).", "The camera looks at the dice (look {look})."),
    "dice_not_read": Term(
        "La caméra s'abstient : {unread}. Deux personnes lisent les dés.",
        "The camera abstains: {unread}. Two persons read the dice.",
    ),
    "no_roll_declared": Term("Coup nul : {ground}.", "No roll: {ground}."),
    "decided": Term("{seat} : {choice}{stake}.", "{seat}: {choice}{stake}."),
    "hand_turned": Term("Cartes : {cards}{combination}.", "Cards: {cards}{combination}."),
    "game_started": Term(
        "La rondelle est à {puck_seat}; jouent : {places}.", "The puck is at {puck_seat}; playing: {places}."
    ),
    "chips_bet": Term(
        "{seat} {moves} {chips_money}; il reste {left_money}.", "{seat} {moves} {chips_money}; {left_money} left."
    ),
    "announced": Term("{seat} annonce : {choice}{stake}.", "{seat} announces: {choice}{stake}."),
    "ruled": Term(
        "Décision (art. {section}){about} : {ruling}{stake}.", "Ruling (s. {section}){about}: {ruling}{stake}."
    ),
    "pots_awarded": Term("Cagnottes : {pots}.", "Pots: {pots}."),
    "stakes_taken": Term("{seat} retire {stake_money}{leaves}.", "{seat} takes {stake_money}{leaves}."),
    "line_settled": Term("{line}", "{line}"),
    "round_finished": Term("Coup {round} terminé.", "Round {round} is finished."),
    "round_reopened": Term("Coup {round} rouvert : il se poursuit.", "Round {round} is open again: it goes on."),
    "round_voided": Term("Coup {round} annulé : « {reason} ».", "Round {round} is void: “{reason}”."),
    "held": Term("Coup suspendu. {fault}{because}", "The round is held. {fault}{because}"),
    "link_proven": Term("L'appareil a prouvé que rien ne manque.", "The device has proved that nothing is missing."),
    "resumed": Term("Le coup reprend (après {after_fault}).", "The round goes on (after {after_fault})."),
    "fault_acknowledged": Term("{who} a vu la défaillance {code}.", "{who} has seen the fault {code}."),
    "proposed": Term(
        "C'est proposé; une seconde personne doit donner le même ordre.",
        "This is proposed; a second person must give the same order.",
    ),
    "agreed": Term("Confirmé par deux personnes : {both}.", "Confirmed by two persons: {both}."),
    "proposal_ended": Term("La proposition n'a pas eu de suite : {why}.", "The proposal came to nothing: {why}."),
    "card_corrected": Term("{hand}, carte {place} : {after_card}.", "{hand}, card {place}: {after_card}."),
    "decision_corrected": Term(
        "{seat} : {after_choice} au lieu de {before_choice}.",
        "{seat}: {after_choice} instead of {before_choice}.",
    ),
    "dice_corrected": Term(
        "Coup {round}, dés : {after_dice} au lieu de {before_dice}.",
        "Round {round}, dice: {after_dice} instead of {before_dice}.",
    ),
    "line_cancelled": Term("Ne vaut plus : {line}", "No longer stands: {line}"),
    "jackpot_moved": Term("Cagnotte {moved}", "Pool {moved}"),
    "jackpot_owed": Term("À inscrire au registre : {owed}.", "To be booked in the ledger: {owed}."),
    "jackpot_answered": Term("Registre de la cagnotte {moved}", "Ledger of the pool {moved}"),
    "jackpot_linked": Term("Cagnotte {pool} : {link}.", "Pool {pool}: {link}."),
    "seal_looked_through": Term(
        "{who} a regardé les cartes scellées du coup {round}.", "{who} has looked through round {round}'s sealed cards."
    ),
    "seal_opened": Term(
        "Les cartes scellées du coup {round} sont ouvertes : « {reason} ».",
        "Round {round}'s sealed cards are open: “{reason}”.",
    ),
    "cut_card_reached": Term("Ce coup est le dernier de ce sabot.", "This round is the last of this shoe."),
    "shoe_emptied": Term("Le sabot est vide; cartes vues : {count}.", "The shoe is empty; cards seen: {count}."),
    "shoe_filled": Term("Le sabot a été rempli.", "The shoe was filled."),
    "shoe_reported": Term("Le sabot signale : {what}.", "The shoe reports: {what}."),
    "shoe_counting": Term("Le sabot est compté.", "The shoe is being counted."),
    "shoe_changed": Term(
        "Nouveau sabot; cartes vues de l'ancien : {count}.", "A fresh shoe; cards seen of the old one: {count}."
    ),
    "dice_changed": Term("Nouveaux dés.", "Fresh dice."),
    "shift_changed": Term("{dealer} est au jeu.", "{dealer} deals."),
    "table_closed": Term("La table est fermée.", "The table is closed."),
    "badge_used": Term("{who} : {how}.", "{who}: {how}."),
}

# The small words between them, and those of `croupierctl explain` and `croupierctl replay`.
WORDS: dict[str, Term] = {
    "ledger_up": Term("le registre répond", "its ledger answers"),
    "ledger_down": Term("le registre ne répond pas; plus de mises", "its ledger does not answer; no more wagers"),
    "face_down": Term("face cachée", "face down"),
    "another_face_down": Term("une autre carte, face cachée", "another card, face down"),
    "instead": Term("{after} au lieu de {before}", "{after} instead of {before}"),
    "card_at": Term("{hand}, carte {place}", "{hand}, card {place}"),
    "fault": Term("{code} : {sentence}", "{code}: {sentence}"),
    "dealer_against": Term("Croupier contre la place {seat}", "Dealer against seat {seat}"),
    "all_wagers": Term("toutes ses mises", "all wagers"),
    "no_wagers": Term("mise du jeu seule", "the game's own wager alone"),
    "nothing": Term("rien", "nothing"),
    "somebody": Term("quelqu'un", "somebody"),
    "and": Term("{one} et {other}", "{one} and {other}"),
    "on": Term("en jeu", "on"),
    "off": Term("hors jeu", "off"),
    "dome_closed": Term("fermé", "closed"),
    "dome_open": Term("ouvert", "open"),
    "complete": Term("rien ne manque", "nothing is missing"),
    "incomplete": Term("une carte peut manquer", "a card may be missing"),
    "rejected": Term("elle est rejetée", "it was rejected"),
    "differs": Term("la seconde personne a dit autre chose", "the second person said something else"),
    "round_over": Term("le coup a pris fin", "the round came to its end"),
    "expired": Term("le délai affiché est écoulé", "the posted time is over"),
    "proposer_left": Term(
        "la session de la personne qui l'avait faite a pris fin", "the session of whoever made it has ended"
    ),
    "restarted": Term("croupierd a redémarré", "croupierd was restarted"),
    "card_came": Term("une carte est sortie entre-temps", "a card came out meanwhile"),
    "signed_in": Term("session ouverte", "signed in"),
    "signed_out": Term("session terminée", "signed out"),
    "refused": Term("session refusée", "refused"),
    "unlocked": Term("insigne débloqué", "unlocked"),
    "pin": Term("NIP faux", "wrong PIN"),
    "unknown": Term("insigne inconnu", "unknown badge"),
    "disabled": Term("insigne désactivé", "disabled badge"),
    "locked": Term("insigne bloqué", "locked badge"),
    # why a picture of dice is not read
    "dice_moving": Term("les dés bougent", "the dice move"),
    "dice_blurred": Term("l'image est floue, ou les dés trop petits", "the picture is blurred, or the dice too small"),
    "dice_dark": Term("l'image est sombre", "the picture is dark"),
    "dice_glare": Term("un reflet cache un dé", "glare hides a die"),
    "dice_cocked": Term("un dé est incliné ou ne se lit pas à plat", "a die is cocked or does not read flat"),
    "dice_stacked": Term(
        "un dé est sur un autre, ou n'a pas la bonne taille", "a die lies on another, or has the wrong size"
    ),
    "dice_occluded": Term("quelque chose cache un dé", "something hides a die"),
    "dice_wrong_count": Term("il n'y a pas le bon nombre de dés", "the number of dice is not right"),
    "dice_uncounted": Term("combien de dés? (--count N)", "how many dice? (--count N)"),
    "dice_pips_unexplained": Term("un point ne s'explique pas", "a pip cannot be explained"),
    "dice_methods_disagree": Term("les méthodes se contredisent", "the methods contradict each other"),
    "dice_frames_disagree": Term("les images se contredisent", "the frames contradict each other"),
    "dice_unmoved": Term(
        "les dés n'ont pas bougé depuis la dernière lecture", "the dice have not moved since they were last read"
    ),
    # the pictures that decided
    "picture_intact": Term("Image intacte : {path}", "Picture, intact: {path}"),
    "picture_altered": Term("IMAGE MODIFIÉE DEPUIS : {path}", "PICTURE CHANGED SINCE: {path}"),
    "picture_missing": Term("Image absente, SHA-256 {sha256}", "Picture missing, SHA-256 {sha256}"),
    # the poker room
    "pot_told": Term("{amount} à {winners}", "{amount} to {winners}"),
    "pot_commission": Term(" (commission {commission})", " (commission {commission})"),
    "puts_in": Term("met", "puts in"),
    "takes_back": Term("reprend", "takes back"),
    "and_leaves": Term(" et quitte la table", " and leaves the table"),
    "ruled_bet": Term("c'est une mise", "that is a bet"),
    "ruled_fold": Term("la main est abandonnée", "the hand is folded"),
    "ruled_kill": Term("la main est exclue du jeu", "the hand is out of the game"),
    "ruled_show": Term("la main abandonnée est montrée", "the folded hand is shown"),
    "ruled_expel": Term("doit quitter le salon", "must leave the room"),
    "ruled_restore": Term("la main reste en jeu", "the hand plays on"),
    "ruled_rules": Term("sens ou application des règles", "meaning or application of the rules"),
    "ruled_play": Term("déroulement de la partie", "the running of the game"),
    # a settlement line
    "line": Term(
        "{seat}, {wager}{stake} : {outcome}{paid}. {source}.", "{seat}, {wager}{stake}: {outcome}{paid}. {source}."
    ),
    "odds": Term(" à {odds}", " at {odds}"),
    "paid": Term("; payé {won}, rendu {returned}", "; paid {won}, returned {returned}"),
    "award": Term("; prix : {award} de la cagnotte", "; award: {award} of the jackpot"),
    "source": Term("Art.\u00a0{section}{readings}, {instrument}", "S.\u00a0{section}{readings}, {instrument}"),
    "reading": Term(", lecture {readings}", ", reading {readings}"),
    "readings": Term(", lectures {readings}", ", readings {readings}"),
    # the whole
    "title": Term("Coup {round} : {game}", "Round {round}: {game}"),
    "unsynchronised": Term(
        "≈ : horloge non synchronisée; cette heure peut être inexacte.",
        "≈: the clock was not synchronised; this time may be off.",
    ),
    "finished": Term("Coup terminé", "Finished"),
    "voided": Term("Coup annulé", "Voided"),
    "corrected": Term("Coup terminé, avec correction", "Finished, with a correction"),
    "in_progress": Term("Coup en cours", "In progress"),
    "verdict": Term(
        "{verdict}. Entrées {first} à {last} du journal.", "{verdict}. Entries {first} to {last} of the journal."
    ),
    "not_read": Term("{kind} : cette version ne sait pas le lire.", "{kind}: this version cannot read it."),
    # a replay
    "entry": Term("Entrée {seq}, {kind}, {at} UTC", "Entry {seq}, {kind}, {at} UTC"),
    "events": Term("Il n'en résulte pas la même chose :", "Something else comes of it:"),
    "refused_now": Term("L'ordre est maintenant refusé :", "The order is refused now:"),
    "bug": Term("Cette version échoue :", "This version fails:"),
    "unreadable": Term("Cette version ne sait pas le lire.", "This version cannot read it."),
    "snapshot": Term("L'état n'est pas le même :", "The state is not the same:"),
    "recorded": Term("noté", "recorded"),
    "now": Term("maintenant", "now"),
    "sealed": Term("(scellé)", "(sealed)"),
    "replayed": Term(
        "{entries} entrées, {observations} observations, {rounds} coups rejoués.",
        "{entries} entries, {observations} observations, {rounds} rounds replayed.",
    ),
    "same": Term("Aucune différence avec le journal.", "No difference to the journal."),
    "different": Term(
        "Différences avec le journal : {count}. Ce qui est noté fait foi.",
        "Differences to the journal: {count}. What is recorded stands.",
    ),
}


@dataclass(frozen=True, slots=True)
class Voice:
    """One language, at a table of one game."""

    language: Language
    game: str

    def word(self, key: str, **values: Any) -> str:
        """One of the small words."""
        return self.filled(WORDS[key], values)

    def said(self, kind: str, told: Mapping[str, Any]) -> str:
        """An observation."""
        return self._sentence(SAID, kind, told)

    def happened(self, kind: str, told: Mapping[str, Any]) -> str:
        """An event."""
        return self._sentence(HAPPENED, kind, told)

    def _sentence(self, table: Mapping[str, Term], kind: str, told: Mapping[str, Any]) -> str:
        try:
            return self.filled(table[kind], _Values(self, told))
        except (KeyError, TypeError, ValueError, AttributeError):  # of another version
            return self.word("not_read", kind=kind)

    def filled(self, sentence: Term, values: Mapping[str, Any]) -> str:
        """A sentence with its blanks filled in, as it may stand on a screen."""
        text: str = getattr(sentence, self.language).format_map(values)
        text = "".join(
            letter if letter.isprintable() or letter == NBSP else "?" for letter in text
        )  # people type reasons
        return text.replace(" :", f"{NBSP}:").replace("« ", f"«{NBSP}").replace(" »", f"{NBSP}»")

    # -- the values ---------------------------------------------------------------------------------------------------

    def name(self, key: str) -> str:
        """What the game, or every game, calls something."""
        try:
            return str(getattr(term(self.game, key), self.language))
        except KeyError:
            return key

    def hand(self, hand: str) -> str:
        """A seat, the dealer, the dealer against one seat, or the cards set aside."""
        if hand in (DEALER, ASIDE, BOARD, BURNED):
            return self.name(hand)
        who, _, seat = hand.partition(" ")
        return self.word("dealer_against", seat=seat) if who == DEALER else f"{self.name('seat')} {hand}"

    def person(self, by: str, role: str) -> str:
        """A badge, with its role where it is known."""
        label = LABELS.get(f"{role}_role")
        who = by or self.word("somebody")
        return f"{who} ({getattr(label, self.language)})" if label else who

    def device(self, device: str) -> str:
        """What people call it."""
        return str(getattr(LABELS[device], self.language)) if device in LABELS else device

    def cards(self, cards: Iterable[str | None]) -> str:
        """As they lie there."""
        return " ".join(card_text(card) if card else self.word("face_down") for card in cards)

    def money(self, cents: int | None) -> str:
        """An amount as the language writes it; nothing where it is not known."""
        return "" if cents is None else dollars(Fraction(cents, 100), self.language)

    def pot(self, pot: Pot) -> str:
        """A pot, its commission and who won it."""
        winners = ", ".join(f"{self.hand(seat)} {self.money(part)}" for seat, part in pot.shares.items())
        taken = self.word("pot_commission", commission=self.money(pot.commission)) if pot.commission else ""
        return self.word("pot_told", amount=f"{self.money(pot.amount)}{taken}", winners=winners)

    def stakes(self, stakes: Mapping[str, int | None]) -> str:
        """Wagers with their amounts."""
        told = (f"{self.name(wager)} {self.money(stake)}".rstrip() for wager, stake in stakes.items())
        return ", ".join(told) or self.word("no_wagers")

    def fault(self, code: str) -> str:
        """A fault's code and its sentence."""
        known = ROWS.get(Fault(code)) if code in Fault.__members__ else None
        return self.word("fault", code=code, sentence=getattr(known, self.language).sentence) if known else code

    def unread(self, reason: str) -> str:
        """Why dice are not read: a word of the recogniser's, or a fault."""
        return self.word(f"dice_{reason}") if f"dice_{reason}" in WORDS else self.fault(reason).rstrip(".")

    def line(self, line: Line) -> str:
        """What became of a wager, how much it moved, and which section and instrument say so."""
        said = explain(self.game, line)
        hand = f" ({getattr(said.hand, self.language)})" if said.hand else ""
        odds = self.word("odds", odds=line.odds) if line.odds else ""
        paid = ""
        if line.won is not None and line.returned is not None:
            paid = self.word("paid", won=self.money(line.won), returned=self.money(line.returned))
        if award := (line.more or {}).get("award"):
            paid += self.word("award", award=award)
        plural = "readings" if len(said.readings) > 1 else "reading"
        readings = self.word(plural, readings=", ".join(said.readings)) if said.readings else ""
        instrument = getattr(said.edition.instrument, self.language)
        return self.word(
            "line",
            seat=self.hand(line.seat),
            wager=getattr(said.wager, self.language),
            stake=f" {self.money(line.stake)}".rstrip(" "),
            outcome=f"{getattr(said.outcome, self.language)}{odds}{hand}",
            paid=paid,
            source=self.word("source", section=said.section, readings=readings, instrument=instrument),
        )


class _Values(dict[str, Any]):
    """The words for a sentence's blanks, made of what was told only when the sentence asks for them."""

    def __init__(self, voice: Voice, told: Mapping[str, Any]) -> None:
        super().__init__()
        self._voice, self._told = voice, told

    def __missing__(self, blank: str) -> str:
        voice, told = self._voice, self._told
        match blank:
            case "who":
                return voice.person(told.get("by", ""), told.get("role") or "")
            case "both":
                one, other = told["by"]
                return voice.word("and", one=one, other=other)
            case "device":
                return voice.device(told.get("device", "shoe"))
            case "dome":
                return voice.word("dome_closed" if told["closed"] else "dome_open")
            case "complete":
                return voice.word("complete" if told["complete"] else "incomplete")
            case "seat" | "hand":
                return voice.hand(told[blank])
            case "place":
                return str(told["index"] + 1)
            case "card" | "cards":
                shown = told[blank]
                return voice.cards([shown] if blank == "card" else shown)
            case "after_card":
                if told["after"] is None:
                    return voice.word("another_face_down")
                return voice.word("instead", after=voice.cards([told["after"]]), before=voice.cards([told["before"]]))
            case "combination":
                return f" ({voice.name(told[blank])})" if told[blank] else ""
            case "wager":
                return voice.name(told[blank]) if told[blank] else voice.word("all_wagers")
            case "wagers":
                return voice.stakes(told[blank])
            case "game":
                return voice.name(told[blank])
            case "choice":
                return voice.name(told[blank])
            case "before_choice" | "after_choice":
                choice, stake = told[blank.removesuffix("_choice")]
                return f"{voice.name(choice)} {voice.money(stake)}".rstrip(" ")
            case "stake":
                return f" {voice.money(told.get(blank))}".rstrip(" ")
            case "puck_seat":
                return voice.hand(told["puck"])
            case "places":
                return ", ".join(told["seats"])
            case "moves":  # what a correction gives back is told as less than nothing
                return voice.word("takes_back" if told["chips"] < 0 else "puts_in")
            case "chips_money" | "left_money" | "stake_money":
                return voice.money(abs(told[blank.removesuffix("_money")]))
            case "leaves":
                return voice.word("and_leaves") if told["left"] else ""
            case "about":
                return f", {voice.hand(told['seat'])}" if told["seat"] else ""
            case "ruling":
                return voice.word(f"ruled_{told['what']}")
            case "pots":
                return "; ".join(map(voice.pot, told[blank]))
            case "dice" | "before_dice" | "after_dice":
                return " ".join(map(str, told[blank.removesuffix("_dice")]))
            case "on":
                return voice.word("on" if told[blank] else "off")
            case "ground":
                ground = NO_ROLL.get(told[blank])
                return str(getattr(ground, voice.language)) if ground else str(told[blank])
            case "fault":
                return voice.fault(told[blank])
            case "code":
                return str(told["fault"])
            case "after_fault":
                return str(told["after"])
            case "felt":
                return ", ".join(f"{voice.hand(hand)} ({n})" for hand, n in told[blank].items()) or voice.word(
                    "nothing"
                )
            case "swaps":
                at = partial(voice.word, "card_at")
                swapped = ((voice.hand(one), n + 1, voice.hand(two), m + 1) for one, n, two, m in told[blank])
                return ", ".join(f"{at(hand=a, place=n)} ↔ {at(hand=b, place=m)}" for a, n, b, m in swapped)
            case "count":
                return str(told["cards"])
            case "why" | "how":
                return voice.word(told[blank])
            case "unread":
                return voice.unread(told["reason"])
            case "shaken":
                return shaken(voice.language, told["what"])
            case "because":
                failed = told["fault"] in (Fault.SHAKE_FAILED, Fault.SHAKE_REFUSED)
                return f" ({shaken(voice.language, told['detail'])})" if failed else ""
            case "refusal":
                return voice.word(told["reason"])
            case "line":
                return voice.line(told[blank])
            case "moved":
                return told_entry(voice, told["entry"])
            case "owed":
                return told_booking(voice, told["booking"])
            case "link":
                return voice.word("ledger_up" if told["up"] else "ledger_down")
            case "cents":
                return voice.money(told[blank])
            case _:
                return str(told[blank])
