"""What `croupierctl jackpot` says, in French and English."""

from __future__ import annotations

from rules.terms import Term

WORDS: dict[str, Term] = {
    # the verdicts
    "show_well": Term("Le progressif est offert.", "The progressive is offered."),
    "show_warning": Term("Le progressif demande votre attention.", "The progressive wants attention."),
    "show_critical": Term("Le progressif ne se laisse pas lire.", "The progressive cannot be read."),
    "ledger_well": Term(
        "Chaque inscription suit la précédente, et chaque compteur est la somme de son registre.",
        "Every entry follows the one before, and every meter is the sum of its ledger.",
    ),
    "ledger_critical": Term(
        "Le registre ne se suit pas d'une inscription à l'autre.", "The ledger does not follow from entry to entry."
    ),
    "reconcile_well": Term(
        "Le journal et le registre s'accordent sur ce qui a été misé et gagné.",
        "What was laid and won, the journal and the ledger say the same.",
    ),
    "reconcile_warning": Term(
        "Rien ne se contredit, mais le registre n'a pas encore tout.",
        "Nothing contradicts, but the ledger does not have everything yet.",
    ),
    "reconcile_critical": Term(
        "Le journal et le registre ne s'accordent pas sur ce qui a été misé et gagné.",
        "What was laid and won, the journal and the ledger do not say the same.",
    ),
    "migrate_well": Term("La base de données du registre est prête.", "The ledger's database is ready."),
    "none_well": Term("Il n'y a pas de progressif ici.", "There is no progressive here."),
    # a pool
    "none": Term("Ce journal ne connaît aucun progressif.", "This journal knows no pool."),
    "pool": Term("Progressif {pool}", "Pool {pool}"),
    "shared": Term("partagé", "shared"),
    "open": Term("ouvert : {shown} affichés", "open: {shown} displayed"),
    "closed": Term("fermé : {shown} affichés", "closed: {shown} displayed"),
    "new": Term("pas encore en service", "not in service yet"),
    "pending": Term("{where} : {amount} EN ATTENTE", "{where}: {amount} PENDING"),
    "where": Term("coup {round}, {hand}", "round {round}, {hand}"),
    "where_shared": Term("table {table}, coup {round}, {hand}", "table {table}, round {round}, {hand}"),
    "version": Term("Version", "Version"),
    "terms": Term("Paramètres", "Parameters"),
    "terms_unknown": Term(
        "décidés avant la première entrée qui soit encore ici; donnez --key",
        "decided before the first entry that is still here; give --key",
    ),
    "stake": Term(
        "mise de {stake}, dont {rate} affichés et {reserve} en réserve",
        "wager of {stake}, of which {rate} displayed and {reserve} reserved",
    ),
    "seed": Term(
        "départ {seed}, plafond {cap}, au plus {largest} par coup", "seed {seed}, cap {cap}, at most {largest} a round"
    ),
    "no_cap": Term("aucun", "none"),
    "break_even": Term("Point mort", "Break-even"),
    "break_even_at": Term("{least} (manière {manner})", "{least} (manner {manner})"),
    "owed": Term("Dû au registre", "Owed to the ledger"),
    "owed_told": Term("{n} inscription(s)", "{n} booking(s)"),
    # the meters
    "displayed": Term("Affiché", "Displayed"),
    "money_in": Term("Entré", "In"),
    "reserve": Term("Réserve", "Reserve"),
    "overflow": Term("Au-delà du plafond", "Over the cap"),
    "hits": Term("Gains", "Hits"),
    "paid": Term("Payé", "Paid"),
    "corrections": Term("Corrections", "Corrections"),
    "seeded": Term("Mis par la maison", "Put in by the house"),
    "gaps": Term("Sans affichage", "Undisplayed"),
    "gaps_told": Term("{n} fois (21.2); la dernière le {at}, {seconds} s", "{n} (21.2); the last at {at}, {seconds} s"),
    # the ledger
    "in_round": Term("coup {round}", "round {round}"),
    "entries": Term("{n} inscription(s), version {version}, {digest}", "{n} entries, version {version}, {digest}"),
    "entry": Term("Inscription {seq}", "Entry {seq}"),
    "not_here": Term(
        "Le début du registre n'est plus ici : la chaîne est vérifiée depuis la version {version}.",
        "The ledger's beginning is not here any more: the chain is checked from version {version} on.",
    ),
    "mended": Term("{what} (corrigé depuis par deux personnes)", "{what} (corrected since by two persons)"),
    # the report
    "day": Term("Jour {day}", "Day {day}"),
    "opening": Term("à l'ouverture", "at opening"),
    "of_the_day": Term("du jour", "of the day"),
    "closing": Term("à la clôture", "at closing"),
    "wagers": Term("Mises", "Wagers"),
    "no_hits": Term("Aucun gain.", "No hits."),
    "hit": Term(
        "{where} gagne {share} : {amount}, quand {shown} étaient affichés.",
        "{where} wins {share}: {amount}, when {shown} was displayed.",
    ),
    "hit_waits": Term("EN ATTENTE d'un superviseur.", "PENDING until a supervisor confirms."),
    "hit_award": Term(
        "Confirmé par {by} le {at}; la réserve y met {reserve}, la maison {house}; {shown} affichés ensuite.",
        "Confirmed by {by} at {at}; the reserve puts in {reserve}, the house {house}; {shown} displayed then.",
    ),
    "hit_withdrawn": Term("Retiré le {at} : la main n'a pas gagné.", "Withdrawn at {at}: the hand had not won."),
    "gap": Term("Montant non affiché pendant {seconds} s (21.2).", "Amount not displayed for {seconds} s (21.2)."),
    "gap_lasts": Term(
        "Montant non affiché : {seconds} s quand la mise fut suspendue, et il ne l'est toujours pas (21.2).",
        "Amount not displayed for {seconds} s when its wager was stopped, nor since (21.2).",
    ),
    # the journal against the ledger
    "own": Term(
        "mises, gains et registre du journal additionnés de nouveau",
        "the journal's wagers, hits and ledger added up again",
    ),
    "against": Term("{n} inscription(s) comparées au registre", "{n} booking(s) compared with the ledger"),
    "elsewhere": Term(
        "non comparées : {n} inscription(s) hors des entrées {first} à {last} de ce journal",
        "not compared: {n} booking(s) outside of entries {first} to {last} of this journal",
    ),
    "chain": Term("Registre partagé", "Shared ledger"),
    "chain_unread": Term(
        "non vérifié : cet utilisateur ne lit que ses propres inscriptions",
        "not checked: this user may read its own bookings alone",
    ),
    "chain_told": Term("{n} inscription(s) de toutes les tables", "{n} entries of all tables"),
    "owed_booking": Term("attend d'être inscrit : {what}", "waits to be booked: {what}"),
    "lost_booking": Term(
        "fut inscrit, et le registre l'a oublié : {what}", "was booked, and the ledger has forgotten it: {what}"
    ),
    "unknown_booking": Term(
        "dans le registre, pas dans le journal : {what}", "in the ledger, not in the journal: {what}"
    ),
    "differs_booking": Term("journal / registre : {what}", "journal / ledger: {what}"),
    "refused_booking": Term("le registre l'a refusé : {what}", "the ledger refused it: {what}"),
    # what one login proposes and another confirms
    "proposal": Term(
        "proposé : {what} (table {table}, {by}, version {version}); un autre utilisateur doit dire de même avant"
        " {until}. « {reason} »",
        "proposed: {what} (table {table}, {by}, version {version}); another login must say the same before"
        " {until}. “{reason}”",
    ),
    "confirm_well": Term("C'est inscrit.", "It is booked."),
    "confirm_warning": Term("Rien n'est inscrit.", "Nothing is booked."),
    "confirm_critical": Term("Le registre ne se laisse pas lire.", "The ledger cannot be read."),
    "confirmed": Term("confirmé", "confirmed"),
    "nothing_proposed": Term("rien n'est proposé", "nothing is proposed"),
    "ask_version": Term("pour confirmer : --version N", "to confirm: --version N"),
    "lapsed": Term(
        "version {version} : personne ne le propose (plus)", "version {version}: nobody proposes it (any more)"
    ),
    # the schema
    "schema": Term("Schéma", "Schema"),
    "schema_made": Term("version {before} → {after}", "version {before} → {after}"),
    "schema_kept": Term("déjà à la version {after}", "already at version {after}"),
}
