"""The words between the sentences of a round, and those of `croupierctl explain` and `croupierctl replay`."""

from __future__ import annotations

from rules.terms import Term

WORDS: dict[str, Term] = {
    "ledger_up": Term("le registre répond", "its ledger answers"),
    "ledger_down": Term("le registre ne répond pas; plus de mises", "its ledger does not answer; no more wagers"),
    "face_down": Term("face cachée", "face down"),
    "another_face_down": Term("une autre carte, face cachée", "another card, face down"),
    "instead": Term("{after} au lieu de {before}", "{after} instead of {before}"),
    "card_at": Term("{hand}, carte {place}", "{hand}, card {place}"),
    "fault": Term("{code} : {sentence}", "{code}: {sentence}"),
    "all_wagers": Term("toutes ses mises", "all wagers"),
    "still_lies": Term("; reste sur le tapis : {wagers}", "; still on the layout: {wagers}"),
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
    "round_over": Term("{le_coup} a pris fin", "the round came to its end"),
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
    # whose dice they are
    "seven_out": Term("sept perdant", "seven out"),
    "no_line": Term("ni Passe ni Ne passe pas au coup de départ", "neither Pass nor Don't Pass at the come-out"),
    "turn_over": Term("son tour est fini", "the turn is over"),
    # why a picture of dice is not read
    "dice_moving": Term("les dés bougent", "the dice move"),
    "dice_blurred": Term("l'image est floue, ou les dés trop petits", "the picture is blurred, or the dice too small"),
    "dice_dark": Term("l'image est sombre", "the picture is dark"),
    "dice_glare": Term("un reflet cache un dé", "glare hides a die"),
    "dice_cocked": Term("un dé est incliné ou ne se lit pas à plat", "a die is cocked or does not read flat"),
    "dice_oblique": Term(
        "les dés sont vus de côté : leur dessus se voit mal", "the dice are seen from the side, not from above"
    ),
    "dice_stacked": Term(
        "un dé est sur un autre, ou n'a pas la bonne taille", "a die lies on another, or has the wrong size"
    ),
    "dice_occluded": Term("quelque chose cache un dé", "something hides a die"),
    "dice_wrong_count": Term("il n'y a pas le bon nombre de dés", "the number of dice is not right"),
    "dice_uncounted": Term("combien de dés? (--count N)", "how many dice? (--count N)"),
    "dice_pips_unexplained": Term("un point ne s'explique pas", "a pip cannot be explained"),
    "dice_methods_disagree": Term("les méthodes se contredisent", "the methods contradict each other"),
    "dice_frames_disagree": Term("les images se contredisent", "the frames contradict each other"),
    "uncounted": Term("non comptées", "not counted"),
    "dice_unmoved": Term(
        "les dés n'ont pas bougé depuis la dernière lecture", "the dice have not moved since they were last read"
    ),
    "dice_not_compared": Term(
        "rien ne montre où étaient les dés avant l'agitation", "nothing shows where the dice lay before the shake"
    ),
    # the pictures that decided
    "picture_intact": Term("Image intacte : {path}", "Picture, intact: {path}"),
    "picture_altered": Term("IMAGE MODIFIÉE DEPUIS : {path}", "PICTURE CHANGED SINCE: {path}"),
    "picture_missing": Term("Image absente, SHA-256 {sha256}", "Picture missing, SHA-256 {sha256}"),
    # the poker room
    "pot_won": Term("{amount}, à {winners}", "{amount} to {winners}"),
    "pot_commission": Term(" moins {commission} de commission", " (commission {commission})"),
    "puts_in": Term("met", "puts in"),
    "takes_back": Term("reprend", "takes back"),
    "and_leaves": Term(" et quitte la table", " and leaves the table"),
    "and_owes": Term("; dû pour le temps de jeu : {owed}", "; due for playing time: {owed}"),
    "with_slip": Term("; billet {slip}", "; slip {slip}"),
    "from_next_game": Term(" à partir de la prochaine partie", " from the next game on"),
    "waits_for_blind": Term(" et attend la grosse mise à l'aveuglette", " and waits for the big blind"),
    "missed_big": Term("la grosse mise à l'aveuglette", "the big blind"),
    "missed_small": Term("la petite mise à l'aveuglette", "the small blind"),
    "ruled_bet": Term("c'est une mise", "that is a bet"),
    "ruled_fold": Term("la main est abandonnée", "the hand is folded"),
    "ruled_kill": Term("la main est exclue de la partie", "the hand is out of the game"),
    "ruled_show": Term("la main abandonnée est dévoilée", "the folded hand is shown"),
    "ruled_expel": Term("doit quitter le salon", "must leave the room"),
    "ruled_restore": Term("la main reste en jeu", "the hand plays on"),
    "ruled_rules": Term("sens ou application des règles", "meaning or application of the rules"),
    "ruled_play": Term("déroulement de la partie", "the running of the game"),
    # a round dealt by hand
    "set_said": Term(", règles {rules}", ", rules {rules}"),
    "when_said": Term(", « {when} »", ", “{when}”"),
    "form_dice": Term("Dés : {dice}.", "Dice: {dice}."),
    "form_card": Term("carte {place}", "card {place}"),
    "form_line": Term("{wager}, résultat", "{wager}, outcome"),
    "payments_same": Term("Aucun écart.", "No difference."),
    "payment": Term("{seat}, {wager} : remis {paid}, dû {owed}", "{seat}, {wager}: handed {paid}, due {owed}"),
    "payments": Term("Écart de {difference} : {each}.", "Difference of {difference}: {each}."),
    "payments_unknown": Term(" Sans montant connu : {count}.", " Of unknown amount: {count}."),
    # a settlement line
    "line": Term(
        "{seat}, {wager}{stake} : {outcome}{paid}. {source}.", "{seat}, {wager}{stake}: {outcome}{paid}. {source}."
    ),
    "odds": Term(", {odds}", " at {odds}"),
    "odds_of_part": Term(", {odds} sur 1/{parts} de la mise", " at {odds} on 1/{parts} of the stake"),
    "paid": Term("; payé {won}, rendu {returned}", "; paid {won}, returned {returned}"),
    "by_hand_line": Term("; à la main, formulaire {form}", "; by hand, form {form}"),
    "award": Term("; prix : {award} du gros lot", "; award: {award} of the jackpot"),
    "source": Term("Art.\u00a0{section}{readings}, {instrument}", "S.\u00a0{section}{readings}, {instrument}"),
    "reading": Term(", lecture {readings}", ", reading {readings}"),
    "readings": Term(", lectures {readings}", ", readings {readings}"),
    # what is posted
    "as_filed": Term("comme dans le fichier de la table", "as in the table's file"),
    "withdrawn": Term("ce qui devait venir est retiré", "what was to come is withdrawn"),
    "approved_by": Term("approuvées par {one} et {other}", "approved by {one} and {other}"),
    "approved_by_nobody": Term("que personne n'a approuvées", "which nobody has approved"),
    "dealt_by": Term("Règles {rules}{name}{effective}, {approval}.", "Rules {rules}{name}{effective}, {approval}."),
    "dealt_by_unknown": Term(
        "Règles {rules}; ce qu'elles disent n'est pas dans ce journal.",
        "Rules {rules}; what they say is not in this journal.",
    ),
    "rules_name": Term(" « {name} »", " “{name}”"),
    "rules_effective": Term(" en vigueur le {day}", " in force from {day}"),
    # the whole
    "title": Term("{Coup} {round} : {game}", "Round {round}: {game}"),
    "unsynchronised": Term(
        "≈ : horloge non synchronisée; cette heure peut être inexacte.",
        "≈: the clock was not synchronised; this time may be off.",
    ),
    "finished": Term("{Coup} terminé{e}", "Finished"),
    "voided": Term("{Coup} annulé{e}", "Voided"),
    "corrected": Term("{Coup} terminé{e}, avec correction", "Finished, with a correction"),
    "by_hand": Term("{Coup} joué{e} à la main, entré{e} par deux personnes", "Dealt by hand, entered by two persons"),
    "by_hand_corrected": Term(
        "{Coup} joué{e} à la main, entré{e} par deux personnes et corrigé{e} depuis",
        "Dealt by hand, entered by two persons and corrected since",
    ),
    "in_progress": Term("{Coup} en cours", "In progress"),
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
        "{entries} entrées, {observations} observations, {rounds} {coups} rejoué{e}s.",
        "{entries} entries, {observations} observations, {rounds} rounds replayed.",
    ),
    "same": Term("Aucune différence avec le journal.", "No difference to the journal."),
    "different": Term(
        "Différences avec le journal : {count}. Ce qui est noté fait foi.",
        "Differences to the journal: {count}. What is recorded stands.",
    ),
}
