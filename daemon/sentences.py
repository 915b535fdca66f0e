"""A round in words: one sentence, in French and English, for every kind of observation and of event.

Whoever fills them in knows no card that lies face down: it is told as such.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from daemon.texts import LABELS, TEXTS, Language
from daemon.view import SUIT_SIGNS
from drivers.faults import Fault
from rules.dice import NO_ROLL
from rules.explain import explain
from rules.lines import Line
from rules.machine import ASIDE, DEALER
from rules.registry import term
from rules.terms import Term

NBSP = "\u00a0"

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
    "declare_no_roll": Term("{who} déclare un coup nul : {ground}.", "{who} declares a no roll: {ground}."),
    "enter_dice": Term("{who} lit les dés : {dice}.", "{who} reads the dice: {dice}."),
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
        "{who} demande les cartes scellées du coup {round} : « {reason} ».",
        "{who} asks for the sealed cards of round {round}: “{reason}”.",
    ),
    # around the rounds
    "count_shoe": Term("{who} fait compter ce qui reste dans le sabot.", "{who} has the rest of the shoe counted."),
    "change_shoe": Term("{who} change le sabot.", "{who} changes the shoe."),
    "change_shift": Term("{who} prend la table.", "{who} takes over the table."),
    "close_table": Term("{who} ferme la table.", "{who} closes the table."),
    "started": Term("croupierd {version} démarre.", "croupierd {version} starts."),
    "signed_in": Term("{who} ouvre une session.", "{who} signs in."),
    "signed_out": Term("La session de {who} prend fin.", "The session of {who} ends."),
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
    "dice_rolled": Term("Dés : {dice}.", "Dice: {dice}."),
    "no_roll_declared": Term("Coup nul : {ground}.", "No roll: {ground}."),
    "decided": Term("{seat} : {choice}{stake}.", "{seat}: {choice}{stake}."),
    "hand_turned": Term("Cartes : {cards}{combination}.", "Cards: {cards}{combination}."),
    "line_settled": Term("{line}", "{line}"),
    "round_finished": Term("Coup {round} terminé.", "Round {round} is finished."),
    "round_reopened": Term("Coup {round} rouvert : il se poursuit.", "Round {round} is open again: it goes on."),
    "round_voided": Term("Coup {round} annulé : « {reason} ».", "Round {round} is void: “{reason}”."),
    "held": Term("Coup suspendu. {fault}", "The round is held. {fault}"),
    "link_proven": Term("Le sabot a prouvé que rien ne manque.", "The shoe has proved that nothing is missing."),
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
    "seal_looked_through": Term(
        "{who} a regardé les cartes scellées du coup {round}.", "{who} has looked through round {round}'s sealed cards."
    ),
    "seal_opened": Term("Les cartes scellées du coup {round} sont ouvertes.", "Round {round}'s sealed cards are open."),
    "cut_card_reached": Term("Ce coup est le dernier de ce sabot.", "This round is the last of this shoe."),
    "shoe_emptied": Term("Le sabot est vide; cartes vues : {count}.", "The shoe is empty; cards seen: {count}."),
    "shoe_filled": Term("Le sabot a été rempli.", "The shoe was filled."),
    "shoe_reported": Term("Le sabot signale : {what}.", "The shoe reports: {what}."),
    "shoe_counting": Term("Le sabot est compté.", "The shoe is being counted."),
    "shoe_changed": Term(
        "Nouveau sabot; cartes vues de l'ancien : {count}.", "A fresh shoe; cards seen of the old one: {count}."
    ),
    "shift_changed": Term("{dealer} est au jeu.", "{dealer} deals."),
    "table_closed": Term("La table est fermée.", "The table is closed."),
    "badge_used": Term("{who} : {how}.", "{who}: {how}."),
}

# The small words between them, and those of `croupierctl explain` and `croupierctl replay`.
WORDS: dict[str, Term] = {
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
    "complete": Term("rien ne manque", "nothing is missing"),
    "incomplete": Term("une carte peut manquer", "a card may be missing"),
    "rejected": Term("elle est rejetée", "it was rejected"),
    "differs": Term("la seconde personne a dit autre chose", "the second person said something else"),
    "round_over": Term("le coup a pris fin", "the round came to its end"),
    "signed_in": Term("session ouverte", "signed in"),
    "signed_out": Term("session terminée", "signed out"),
    "refused": Term("session refusée", "refused"),
    "pin": Term("NIP faux", "wrong PIN"),
    "unknown": Term("insigne inconnu", "unknown badge"),
    "disabled": Term("insigne désactivé", "disabled badge"),
    "locked": Term("insigne bloqué", "locked badge"),
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
        return self._filled(WORDS[key], values)

    def said(self, kind: str, told: Mapping[str, Any]) -> str:
        """An observation."""
        return self._sentence(SAID, kind, told)

    def happened(self, kind: str, told: Mapping[str, Any]) -> str:
        """An event."""
        return self._sentence(HAPPENED, kind, told)

    def _sentence(self, table: Mapping[str, Term], kind: str, told: Mapping[str, Any]) -> str:
        try:
            return self._filled(table[kind], _Values(self, told))
        except (KeyError, TypeError, ValueError, AttributeError):  # of another version
            return self.word("not_read", kind=kind)

    def _filled(self, sentence: Term, values: Mapping[str, Any]) -> str:
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
        if hand in (DEALER, ASIDE):
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
        shown = (card.replace("T", "10").translate(SUIT_SIGNS) if card else self.word("face_down") for card in cards)
        return " ".join(shown)

    def money(self, cents: int | None) -> str:
        """An amount as the language writes it; nothing where it is not known."""
        if cents is None:
            return ""
        amount = f"{cents / 100:.2f}"
        return f"${amount}" if self.language == "en" else f"{amount.replace('.', ',')}{NBSP}$"

    def stakes(self, stakes: Mapping[str, int | None]) -> str:
        """Wagers with their amounts."""
        told = (f"{self.name(wager)} {self.money(stake)}".rstrip() for wager, stake in stakes.items())
        return ", ".join(told) or self.word("no_wagers")

    def fault(self, code: str) -> str:
        """A fault's code and its sentence."""
        known = TEXTS.get(Fault(code)) if code in Fault.__members__ else None
        return self.word("fault", code=code, sentence=getattr(known, self.language).sentence) if known else code

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
            case "refusal":
                return voice.word(told["reason"])
            case "line":
                return voice.line(told[blank])
            case _:
                return str(told[blank])
