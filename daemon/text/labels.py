"""The words of `croupierctl`, in French and English."""

from __future__ import annotations

from rules.terms import Term

LABELS: dict[str, Term] = {
    # croupierctl: what is looked at
    "configuration": Term("Configuration", "Configuration"),
    "odds": Term("Avantage de la maison", "Odds"),
    "house_hold": Term("Retenue de la maison", "House hold"),
    "daemon": Term("croupierd", "croupierd"),
    "journal": Term("Journal", "Journal"),
    "clock": Term("Horloge", "Clock"),
    "evidence": Term("Images des dés", "Pictures of the dice"),
    "dice": Term("Dés", "Dice"),
    "round": Term("{Coup}", "Round"),
    "rules": Term("Règles", "Rules"),
    "broker": Term("Courtier MQTT", "MQTT broker"),
    "board": Term("Afficheur", "Board"),
    "people": Term("Personnes", "People"),
    "jackpot": Term("Progressif", "Jackpot"),
    # the verdict
    "well": Term("La table peut distribuer les cartes.", "The table can deal."),
    "warning": Term(
        "La table peut distribuer, mais demande votre attention.", "The table can deal, but wants attention."
    ),
    "critical": Term("La table ne peut pas distribuer les cartes.", "The table cannot deal."),
    # details
    "entries": Term("{n} entrées, tête {head}", "{n} entries, head {head}"),
    "rules_coming": Term("{rules} dès le {day}, approuvées par {by}", "{rules} from {day} on, approved by {by}"),
    "rules_coming_filed": Term(
        "{rules} dès le {day}, selon le fichier de la table", "{rules} from {day} on, as the table's file says"
    ),
    "rules_approved": Term("{rules}, approuvées par {by}", "{rules}, approved by {by}"),
    "shows_round": Term("montre {le_coup} {n}", "shows round {n}"),
    "camera_condition": Term(
        "lumière {light}, netteté {focus}, décalage {shift}", "light {light}, focus {focus}, shift {shift}"
    ),
    "unproven": Term("ne prouve pas {what}; {by}", "does not prove {what}; {by}"),
    "proved_by_camera": Term("la caméra montre que les dés ont bougé", "the camera shows that the dice have moved"),
    "proved_by_people": Term(
        "les deux personnes qui lisent les dés en répondent", "the two persons who read the dice vouch for it"
    ),
    "dice_counted": Term("{n} comptés ({faces}), p = {p:.3f}", "{n} counted ({faces}), p = {p:.3f}"),
    "shows_nothing": Term("rien à montrer", "nothing to show"),
    "jackpot_live": Term("progressif", "progressive"),
    "jackpot_pending": Term("progressif en attente", "progressive pending"),
    "jackpot_stale": Term("progressif : montant inconnu", "progressive: amount unknown"),
    "jackpot_closed": Term("progressif fermé", "progressive closed"),
    "jackpot_out_of_service": Term("hors service", "out of service"),
    "enrolled": Term(
        "{enrolled} inscrits, dont superviseurs : {supervisors}", "{enrolled} enrolled, supervisors: {supervisors}"
    ),
    "odds_house": Term("aucune mise ne favorise le joueur", "no wager favours the player"),
    "odds_player": Term("favorise le joueur : {wagers}", "favours the player: {wagers}"),
    "odds_unknown": Term("non calculé : {why}", "not computed: {why}"),
    # croupierctl journal
    "journal_sound": Term(
        "Les entrées {first} à {last} sont intactes, et le témoin connaît la dernière.",
        "Entries {first} to {last} are sound, and the witness knows the last one.",
    ),
    "journal_sound_until": Term(
        "Les entrées {first} à {last} sont intactes. Le témoin les connaît jusqu'à {witnessed} : que d'autres aient "
        "suivi la dernière, ou que tout depuis {witnessed} ait été récrit, n'est pas exclu.",
        "Entries {first} to {last} are sound. The witness knows them up to {witnessed}: that others followed the last "
        "one, or that all since {witnessed} was rewritten, is not excluded.",
    ),
    "journal_sound_alone": Term(
        "Les entrées {first} à {last} s'accordent. Sans témoin (--witness, --manifest), que d'autres aient suivi la "
        "dernière, ou que tout ait été récrit, n'est pas exclu.",
        "Entries {first} to {last} agree. Without a witness (--witness, --manifest), that others followed the last "
        "one, or that all was rewritten, is not excluded.",
    ),
    "journal_sound_bound": Term(
        "Les entrées {first} à {last} s'accordent. Sans témoin (--witness, --manifest), que d'autres aient suivi la "
        "dernière, que tout depuis {bound} ait été récrit, ou avec la clé le journal entier, n'est pas exclu.",
        "Entries {first} to {last} agree. Without a witness (--witness, --manifest), that others followed the last "
        "one, that all since {bound} was rewritten, or with the key the whole journal, is not excluded.",
    ),
    "journal_broken": Term("Le journal n'est pas intact.", "The journal is not sound."),
    "journal_done": Term("C'est fait.", "Done."),
    "days": Term("Journées", "Days"),
    "day_written": Term("{day} s'écrit encore", "{day} is still being written"),
    "day_closed": Term("close", "closed"),
    "day_exported": Term("close, exportée le {at}", "closed, exported {at}"),
    "checked": Term("Entrées", "Entries"),
    "checked_all": Term(
        "{first} à {last}, chaîne et scellés vérifiés", "{first} to {last}, chain and sealed parts checked"
    ),
    "checked_bound": Term(
        "{first} à {last}, chaîne et scellés vérifiés; jusqu'à {bound}, nul n'a rien récrit sans la clé",
        "{first} to {last}, chain and sealed parts checked; up to {bound}, nobody rewrote anything without the key",
    ),
    "checked_chain": Term(
        "{first} à {last}, chaîne vérifiée; {n} scellées, non ouvertes",
        "{first} to {last}, chain checked; {n} sealed, not opened",
    ),
    "begins": Term("Début", "Beginning"),
    "begins_first": Term("la première entrée du journal", "the journal's first entry"),
    "begins_exported": Term(
        "entrée {first}; les précédentes sont consignées comme exportées",
        "entry {first}; those before are on record as exported",
    ),
    "begins_late": Term(
        "entrée {first}; rien ici ne dit où sont les entrées 1 à {unknown}",
        "entry {first}; nothing here tells where entries 1 to {unknown} are",
    ),
    "head": Term("Tête", "Head"),
    "exported_to": Term("Exporté", "Exported"),
    "archived": Term("Archivé", "Archived"),
    "archived_nothing": Term("rien à déplacer", "nothing to move"),
    "archive_stops": Term(
        "{day} n'est pas exportée, ou a changé depuis : elle reste, et ce qui la suit",
        "{day} is not exported, or has changed since: it stays, and what follows it",
    ),
    "set_aside": Term("Mis de côté", "Set aside"),
    "replaces": Term("Remplace", "Replaces"),
    "last_good": Term("Dernière bonne entrée", "Last good entry"),
    "carried_over": Term("État repris", "State carried over"),
    "snapshot_of": Term("instantané {seq} du fichier {file}", "snapshot {seq} of file {file}"),
    "snapshot_none": Term(
        "aucun : la table recommencera sans rien en cours ni mises",
        "none: the table will start without a round or wagers",
    ),
    "key": Term("Clé", "Key"),
    "key_added": Term(
        "{file} : la nouvelle clé scelle dès le prochain démarrage; gardez une copie du fichier",
        "{file}: the new key seals from the next start on; keep a copy of the file",
    ),
    # people
    "badge": Term("Insigne", "Badge"),
    "name": Term("Nom", "Name"),
    "role": Term("Rôle", "Role"),
    "dealer_role": Term("croupier", "dealer"),
    "supervisor_role": Term("superviseur", "supervisor"),
    "technician_role": Term("technicien", "technician"),
    "auditor_role": Term("vérificateur", "auditor"),
    "may_sign_in": Term("Session", "May sign in"),
    "same_as": Term("Même personne que", "Same person as"),
    "people_alike": Term(
        "Des insignes d'un même nom ne comptent jamais pour deux personnes.\n"
        "→ Ce sont deux personnes? Distinguez-les : sudo croupierctl people rename INSIGNE --name NOM",
        "Badges of one name never count as two persons.\n"
        "→ They are two persons? Tell them apart: sudo croupierctl people rename BADGE --name NAME",
    ),
    "yes": Term("oui", "yes"),
    "no": Term("non", "no"),
    "broker_made": Term(
        "{folder}/ca.key reste chez vous; copiez {folder}/broker sur le courtier, les autres chez leurs clients.",
        "{folder}/ca.key stays with you; copy {folder}/broker to the broker, every other folder to its client.",
    ),
    "broker_complete": Term("Rien ne manque et rien n'expire bientôt.", "Nothing is missing, and nothing ends soon."),
    "pin": Term("NIP : ", "PIN: "),
    "pin_again": Term("Encore : ", "Again: "),
    "pin_length": Term("de 6 à 32 chiffres", "6 to 32 digits"),
    "pin_easy": Term("trop facile à deviner", "too easy to guess"),
    "pins_differ": Term("les deux diffèrent", "the two differ"),
    "person_added": Term("{badge} est inscrit.", "{badge} is enrolled."),
    "person_renamed": Term("{badge} a un nouveau nom.", "{badge} has a new name."),
    "person_disabled": Term("{badge} ne peut plus ouvrir de session.", "{badge} can no longer sign in."),
    "person_enabled": Term("{badge} peut ouvrir une session.", "{badge} can sign in."),
    "badge_unlocked": Term("{badge} peut essayer de nouveau.", "{badge} may try again."),
    "pin_changed": Term("{badge} a un nouveau NIP.", "{badge} has a new PIN."),
    # phases, and what is awaited
    "closed": Term("table fermée", "table closed"),
    "idle": Term("en attente {du_coup} suivant{e}", "waiting for a round"),
    "betting": Term("{ouvert}", "betting is open"),
    "dealing": Term("prochaine carte : {who}, carte {n}", "next card: {who}, card {n}"),
    "deciding": Term("{who} décide", "{who} decides"),
    "directing": Term("le croupier nomme la main de la prochaine carte", "the dealer names the next card's hand"),
    "rolling": Term("dés attendus", "dice awaited"),
    "turning": Term("à dévoiler : {who}", "to be turned: {who}"),
    "finished": Term("{coup} terminé{e}", "round finished"),
}
