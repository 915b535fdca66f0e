"""Why an order or a request is refused, in French and English: the details of the faults.

What the rules of a game refuse is told by the rules (`rules/refusals.py`, and the games' own files). What a driver
reports is mostly a port, a number or a path, the same in both; the few sentences are `Reported`.
"""

from __future__ import annotations

import re
import string

from daemon.text.language import Language
from rules.terms import Detail, Details, Term


class Because(Details):
    """The English is recorded in journals: it stays as it is."""

    # what the rules say, behind the code of the settle contract
    RULES = Term("{code} : {why}", "{code}: {why}")
    # a round
    NO_ROUND = Term("rien n'est en cours", "no round is open")
    NOT_ANNOUNCED = Term("« Rien ne va plus » n'est pas annoncé", "« Rien ne va plus » is not announced")
    TOO_LATE_TO_REOPEN = Term(
        "une carte ou un dé est sorti, ou un progressif a compté ses mises",
        "a card or a die is out, or a progressive has counted its wagers",
    )
    NOT_SETTLED = Term("ce qui est en cours n'est pas réglé", "the round is not settled")
    NOTHING_HELD = Term("rien n'est suspendu", "nothing is held")
    DEVICE_SILENT = Term("un appareil ne répond pas", "a device does not answer")
    NO_FAULT = Term("fault : aucun code de ce nom", "fault: no such code")
    SAY_WHY = Term("reason : dites pourquoi", "reason: say why")
    NO_DEVICE = Term("{name} : cette table n'a pas de {kind} de ce nom", "{name}: no such {kind} at this table")
    # two persons
    PROPOSAL_WAITS = Term("une proposition attend", "a proposal waits")
    PROPOSED = Term("{kind} est proposé", "{kind} is proposed")
    NOTHING_PROPOSED = Term("rien n'est proposé", "nothing is proposed")
    NO_PAST_ROUND = Term(
        "rien de ce numéro, ou ce n'est pas terminé; et dites pourquoi",
        "no such round, or it is not over; and say why",
    )
    LOOKED_THROUGH = Term("ses cartes scellées ont été consultées", "its sealed cards have been looked through")
    # a round that was dealt by hand
    PLAYED_HERE = Term(
        "le jeu se poursuit ici et n'est pas suspendu; terminez-le, ou annulez-le par void_round",
        "the round is played here, and is not held; finish it, or void it by void_round",
    )
    COUNTED = Term(
        "{wager} : le formulaire en compte {counted}, les places en ont {laid}; comptez de nouveau",
        "{wager}: the form counts {counted}, the seats have {laid}; count again",
    )
    NOT_ON_FORM = Term("{name} : n'est pas du jeu {game}", "{name}: is no part of a round of {game}")
    PAID_FOR_NOTHING = Term(
        "paid : place {seat}, {wager} : aucune mise de ce nom", "paid: seat {seat}, {wager}: no such wager"
    )
    FORM_DIFFERS = Term(
        "nº {round}, formulaire {form} : {places} écarts, {cents} cents",
        "round {round}, form {form}: {places} differences, {cents} cents",
    )
    SET_UNKNOWN = Term(
        "{rules} : cette table ne connaît pas, ou plus, cet ensemble; en vigueur : {now}",
        "{rules}: this table does not know that set, or not any more; in force: {now}",
    )
    SET_OF_OTHER_GAME = Term("{rules} : n'est pas du jeu {game}", "{rules}: is not of {game}")
    OWN_SET = Term(
        "{rules} : ce qui est interrompu fut commencé selon {own}",
        "{rules}: what was interrupted began under {own}",
    )
    FORM_NOT_ENTERED = Term("{form} : n'a pas été entré; enter_past_round", "{form}: was not entered; enter_past_round")
    FORM_OVER = Term(
        "{form} : le jeu a repris depuis, un autre formulaire a suivi, ou la table est fermée",
        "{form}: play has gone on since, another form has followed, or the table is closed",
    )
    # cards
    NO_SHOE = Term("ce jeu n'a pas de sabot", "this game has no shoe")
    SHOE_COUNT = Term("{missing} manquent, {extra} en trop", "{missing} missing, {extra} extra")
    NO_CARDS = Term("aucune carte n'est distribuée ici", "no cards are dealt here")
    SHOE_SILENT = Term("le sabot ne répond pas", "the shoe does not answer")
    CARD_NAME = Term(
        "card : un rang parmi 23456789TJQKA et une couleur parmi cdhs, comme Kh",
        "card: a rank of 23456789TJQKA and a suit of cdhs, like Kh",
    )
    NO_CARD_AT = Term("aucune carte ne se trouve à {place}", "no card lies at {place}")
    NO_CARD_CHANGED = Term(
        "aucune carte ne s'y trouve, ou rien n'est changé", "no card lies there, or nothing is changed"
    )
    ONE_FACE_DOWN = Term(
        "une carte face cachée et une qui ne l'est pas", "a card that lies face down and one that does not"
    )
    CARDS_ELSEWHERE = Term(
        "des cartes distribuées depuis se trouveraient ailleurs", "cards that were dealt since then would lie elsewhere"
    )
    CARD_TOO_OFTEN = Term(
        "cette carte s'y trouve aussi souvent que les paquets la contiennent",
        "that card lies there as often as the decks hold it",
    )
    TOLD_OTHERWISE = Term(
        "le sabot a dit depuis une autre valeur; regardez encore", "the shoe has told another value since; look again"
    )
    DECIDED_NOTHING = Term("la place {seat} n'a rien décidé", "seat {seat} has decided nothing")
    DECISION_GONE = Term("{choice} ne prend pas de montant (67.97)", "{choice} takes no amount (67.97)")
    # the poker room
    NOT_ROOM = Term("ce n'est pas une table du salon de poker", "this is no table of the poker room")
    LEAVE_TABLE = Term("un joueur part par leave_table", "a player leaves with leave_table")
    START_GAME = Term("start_game commence une partie du salon de poker", "start_game begins a game of the poker room")
    # dice
    NO_DICE = Term("ce jeu n'a pas de dés", "this game has no dice")
    NO_CAMERA = Term("pas de caméra", "no camera")
    CAMERA_READS = Term("la caméra lit les dés", "the camera reads the dice")
    DICE_BEING_READ = Term("les dés sont en cours de lecture", "the dice are being read")
    DICE_OUT = Term("les dés sont sortis", "the dice are out")
    DICE_OUT_TO = Term(
        "coup {round} : les dés sont sortis, place {seat}", "round {round}: the dice went out to seat {seat}"
    )
    NOT_THROWN = Term("aucun joueur ne lance les dés à cette table", "no player throws the dice at this table")
    OFFER_FIRST = Term("personne n'a les dés (95.8) : offer_dice", "nobody has the dice (95.8): offer_dice")
    HAS_DICE = Term(
        "la place {seat} a les dés (95.8) : decline_dice si elle les refuse",
        "seat {seat} has the dice (95.8): decline_dice if they are declined",
    )
    NO_LINE = Term("place {seat} : pass ou dont_pass", "seat {seat}: pass or dont_pass")
    LINE_LIES = Term(
        "place {seat} : sa mise est déjà notée (95.11)", "seat {seat}: that wager is entered already (95.11)"
    )
    UNKEYED = Term(
        "aucune mise n'est notée à cette table (seats : unkeyed)", "no wagers are keyed at this table (seats: unkeyed)"
    )
    DICE_NOT_AWAITED = Term("aucun dé n'est attendu", "no dice are awaited")
    NOT_ROLLED = Term("aucun dé n'a été lancé", "no dice were rolled")
    DONE_SINCE = Term(
        "après ce lancer, ce qui suivit était impossible : {why}; défaites-le (take_back, seat_in), puis corrigez",
        "after that roll, what was done since could not have been: {why}; undo it (take_back, seat_in), then correct",
    )
    NOTHING_TO_SHAKE = Term("pas d'agitateur, ou aucun dé n'est attendu", "no shaker, or no dice are awaited")
    LINE_OF_ITS_OWN = Term(
        "[{shaker}] : sa ligne demande son propre certificat; mettez TABLE dans les chemins de [broker] (site.toml)",
        "[{shaker}]: its line needs a certificate of its own; put TABLE into the paths of [broker] (site.toml)",
    )
    PROTOCOL_NEEDS = Term("protocol {protocol} demande {key}", "protocol {protocol} needs {key}")
    PROTOCOL_WITHOUT = Term("protocol {protocol} n'a pas de {key}", "protocol {protocol} has no {key}")
    SHAKER_SILENT = Term("l'agitateur ne répond pas", "the shaker does not answer")
    DOME_OPEN = Term("le dôme est ouvert", "the dome is open")
    DICE_MOVE = Term("les dés bougent encore", "the dice still move")
    DICE_SHAKEN = Term("les dés ont été agités", "the dice were shaken")
    DICE_NOT_STILL = Term(
        "les dés ne sont pas immobiles après une agitation valable", "the dice do not lie still after a good shake"
    )
    NOTHING_SHAKEN = Term("rien n'a été agité, ou les dés bougent encore", "nothing was shaken, or the dice still move")
    NO_GROUND = Term(
        "ce n'est pas un motif avec un agitateur (A113) : {grounds}", "no ground with a shaker (A113): {grounds}"
    )
    # the progressive
    NO_POOL = Term("{pool} : aucun progressif de ce nom", "{pool}: no such pool")
    NO_SUCH_POOL = Term("aucun progressif de ce nom", "no such pool")
    UNDISPLAYED = Term(
        "{pool} : aucun afficheur n'a prouvé le montant pendant {seconds} s (21.2)",
        "{pool}: no board had proven the amount for {seconds} s (21.2)",
    )
    TERMS_DIFFER = Term("{pool} : {terms}", "{pool}: {terms}")
    OPEN_ALREADY = Term("il est ouvert", "it is open")
    CLOSED_ALREADY = Term("il est fermé", "it is closed")
    POOL_OPEN = Term("le progressif est ouvert", "the pool is open")
    TABLE_OPEN = Term("la table est ouverte", "the table is open")
    NOT_NAMED = Term("la configuration ne le nomme pas", "the configuration does not name it")
    POOL_NOT_NAMED = Term("{pool} : la configuration ne le nomme pas", "{pool}: the configuration does not name it")
    POOL_STAYS = Term(
        "shared : un progressif reste où il est; un autre a un autre nom",
        "shared: a pool stays where it lives; another one has another name",
    )
    NOTHING_CHANGED = Term("rien n'est changé", "nothing is changed")
    WITHDRAWN_ALONE = Term(
        "withdraw : sans posting; donnez d'abord l'un, puis l'autre",
        "withdraw: without posting; give the one first, then the other",
    )
    NOTHING_IN_FORCE = Term(
        "{rules} : rien d'autre n'est en vigueur; affichez plutôt autre chose",
        "{rules}: nothing else is in force; post something else instead",
    )
    RULES_FROM = Term("{rules}, le {day}", "{rules}, on {day}")
    OVER_ANY_METER = Term("plus qu'aucun compteur ne contient", "more than any meter holds")
    NOTHING_PENDING = Term("rien n'est en attente", "nothing is pending")
    HIT_PENDING = Term("un gain est en attente", "a hit is pending")
    HIT_OF = Term("place {seat}", "seat {seat}")
    HIT_LOCKED = Term("place {seat} : {cents}", "seat {seat}: {cents}")
    LEDGER_UNANSWERED = Term(
        "place {seat} : le registre n'a pas encore répondu", "seat {seat}: the ledger has yet to answer"
    )
    WON_OTHERWISE = Term("coup {round} : {cents} gagnés au lieu de {finds}", "round {round}: {cents} is won of {finds}")
    # the terms of a pool
    NOT_WHOLE = Term(
        "{rate} : {points} points de base de {stake} cents ne font pas un nombre entier de centièmes de cent",
        "{rate}: {points} basis points of {stake} cents are no whole number of hundredths of a cent",
    )
    RATES_OVER = Term("rate et reserve_rate : plus que la mise", "rate and reserve_rate: more than the wager")
    CAP_BELOW = Term("cap : sous seed", "cap: below seed")
    LARGEST_BELOW = Term("largest : {wagers} mises apportent davantage", "largest: {wagers} wagers bring more")
    BREAKS_EVEN = Term(
        "{shows} sont affichés, {least} est le point d'équilibre", "{shows} is displayed, {least} breaks even"
    )
    GOES_BACK = Term(
        "{back} de chaque {stake} reviennent à la longue", "{back} of each {stake} go back in the long run"
    )
    # the books of a pool
    BALANCE = Term(
        "version {version} : {amount} centièmes de cent ne sont pas justifiés",
        "version {version}: {amount} hundredths of a cent are not accounted for",
    )
    BELOW_ZERO = Term("version {version} : {meters} sous zéro", "version {version}: {meters} below zero")
    VERSION_AFTER = Term("version {version} après la version {before}", "version {version} after version {before}")
    METER_SUM = Term(
        "version {version} : un compteur n'est pas la somme de son registre",
        "version {version}: a meter is not the sum of its ledger",
    )
    DIGEST = Term(
        "version {version} : l'empreinte ne suit pas de la précédente",
        "version {version}: the digest does not follow from the one before",
    )
    AMOUNT_FALLS = Term(
        "version {version} : le montant affiché baisse par l'inscription {what}",
        "version {version}: the displayed amount falls by a {what}",
    )
    WAGERS_BRING = Term(
        "coup {round} : {wagers} mises apportent {amount} centièmes de cent",
        "round {round}: {wagers} wagers bring {amount} hundredths of a cent",
    )
    # a request to the control API
    HEADERS_LARGE = Term("plus de {most} octets d'en-têtes", "more than {most} bytes of headers")
    BODY_LARGE = Term("plus de {most} octets", "more than {most} bytes")
    BODY_LATE = Term("le corps n'arrive pas", "the body does not arrive")
    JSON_WANTED = Term("Content-Type : application/json, s'il vous plaît", "Content-Type: application/json, please")
    MINUTES = Term("{minutes} min", "{minutes} min")
    NO_GROUP = Term("{where} : le groupe {group} n'existe pas", "{where}: no group {group}")
    # the people
    OTHERS_WRITE = Term(
        "{path} : d'autres que son propriétaire peuvent y écrire", "{path}: others than its owner may write it"
    )
    THERE_TWICE = Term("{path}:{line} : {badge} y est deux fois", "{path}:{line}: {badge} is there twice")
    ENROLLED = Term("{badge} est déjà inscrit", "{badge} is enrolled already")
    NOBODY_NAMED = Term("--also : personne n'est inscrit sous le nom {name}", "--also: nobody is enrolled as {name}")
    # the configuration
    NOT_UTF8 = Term("{path} : n'est pas en UTF-8", "{path}: not UTF-8")
    TABLE_NAME = Term(
        "{table} : le nom d'une table est fait de a-z, 0-9 et -", "{table}: a table's name is made of a-z, 0-9 and -"
    )
    UNKNOWN_KEY = Term("{where} : clé inconnue", "{where}: unknown key")
    UNKNOWN_KEY_NEAR = Term(
        "{where} : clé inconnue; vouliez-vous dire {near}?", "{where}: unknown key; did you mean {near}?"
    )
    GO_TOGETHER = Term("{one} et {other} vont ensemble", "{one} and {other} go together")
    BROKER_NEEDS_TLS = Term(
        "un courtier sur une autre machine demande TLS : ca", "a broker on another machine needs TLS: ca"
    )
    SECRET_NEEDS_TLS = Term(
        "un certificat ou un mot de passe demande TLS : ca", "a certificate or a password needs TLS: ca"
    )
    DATABASE_NEEDS_TLS = Term(
        "une base de données sur une autre machine demande TLS : ca", "a database on another machine needs TLS: ca"
    )
    NO_GAME_HERE = Term(
        "aucun jeu de ce nom à une table; les jeux sont {games}", "no such game at a table; the games are {games}"
    )
    NO_METER = Term("{pool} : {game} n'a pas de compteur pour {wager}", "{pool}: {game} has no meter for {wager}")
    NO_MANNER = Term(
        "{pool} : la table n'affiche pas de manner; voir table.options",
        "{pool}: the table posts no manner; see table.options",
    )
    OF_POOL = Term(
        "{name} : le progressif en dépend; changez le fichier de la table, puis set_jackpot",
        "{name}: the pool depends on it; change the table's file, then set_jackpot",
    )
    POOL_FLAW = Term("{pool} : {why}", "{pool}: {why}")
    POOLS_ALIKE = Term(
        "jackpots : deux du même nom, ou deux pour une mise; une mise a un seul compteur",
        "jackpots: two of one name, or two for one wager; a wager has one meter",
    )
    MANNER_ALONE = Term(
        "une table qui affiche manner tient son compteur : voir [[jackpots]]",
        "a table that posts a manner keeps its meter: see [[jackpots]]",
    )
    POOLS_OPTIONS = Term(
        "table.options : jackpot et seed sont au progressif", "table.options: jackpot and seed are the pool's"
    )
    NO_DISPLAY = Term(
        "{pool} : 21.2 veut un afficheur du montant, visible de la table : nommez-le dans progressive_boards",
        "{pool}: 21.2 wants a display of the amount, visible from the table: name it in progressive_boards",
    )
    DEVICE_NEEDED = Term("{game} a besoin d'un appareil {kind} : voir [{kind}]", "{game} needs a {kind}: see [{kind}]")
    DEVICE_UNUSED = Term("{game} n'a pas d'appareil {kind} : voir [{kind}]", "{game} has no {kind}: see [{kind}]")
    SEATS_KEYED = Term(
        "seats : {game} a des places numérotées; unkeyed est pour les jeux de dés (95.7, 95.19)",
        "seats: {game} has numbered places; unkeyed is for games of dice (95.7, 95.19)",
    )
    SHAKER_OR_PLAYERS = Term(
        "les joueurs lancent les dés (95.21), ou un agitateur (95.20) : pas les deux",
        "players roll the dice (95.21), or a shaker does (95.20): not both",
    )
    NAMES_OF_SEVERAL = Term(
        "de plusieurs, chaque [[{kind}]] a son propre nom, et aucun ne s'appelle {name}",
        "of several, each [[{kind}]] has a name of its own, and none is called {name}",
    )
    NAMED_ALIKE = Term(
        "deux appareils s'appellent {name} : nommez chaque [[{kind}]]",
        "two devices are called {name}: name each [[{kind}]]",
    )
    NAMED_AS_KIND = Term("un appareil {kind} ne s'appelle pas {name}", "a {kind} is not called {name}")
    LEDGER_NEEDED = Term(
        "un progressif partagé demande le registre du site : voir [ledger] dans site.toml",
        "a shared pool needs the site's ledger: see [ledger] in site.toml",
    )
    PATH_CHANGES = Term(
        "ce chemin change à chaque démarrage : nommez-en un que fait udev, comme /dev/croupier/camera",
        "this path changes with every start: name one that udev makes, like /dev/croupier/camera",
    )
    HIDES_NOTHING = Term(
        "hides : un sabot {protocol} dit toujours la valeur des cartes",
        "hides: a {protocol} shoe always tells what a card is",
    )
    NO_PROTOCOL = Term(
        "aucun protocole de ce nom; les protocoles sont {protocols}",
        "no such protocol; the protocols are {protocols}",
    )
    AT_KEY = Term("{where} : {why}", "{where}: Value error, {why}")
    NO_TABLES = Term("aucun fichier dans {folder}", "no file in {folder}")
    TABLE_WITHOUT_SHOE = Term("{table} : {game} n'a pas de sabot", "{table}: {game} has no shoe")
    NO_SHARED_POOLS = Term("{path} : [ledger] : aucun progressif partagé", "{path}: [ledger]: no shared pools")
    DATABASE_NEEDED = Term("--database, ou [ledger] dans site.toml", "--database, or [ledger] in site.toml")
    KEY_NEEDED = Term("--key, ou --table", "--key, or --table")
    NO_IMAGE = Term("{file} : n'est pas une image", "{file}: no image")
    NO_SHEET = Term(
        "{file} : sa dernière ligne ne dit pas de qui est la feuille",
        "{file}: its last line does not say whose sheet it is",
    )
    BOARD_SHOWS = Term("{board} : montré {found}; envoyé {sent}", "{board}: shown {found}; sent {sent}")
    # the ledger
    POOL_VERSION = Term("{pool} : version {version}", "{pool}: version {version}")
    POOL_ENTRY = Term("{pool} : version {version} : {why}", "{pool}: version {version}: {why}")
    ENTRY_GONE = Term("{pool} : l'inscription {entry} a disparu", "{pool}: entry {entry} is gone")
    SCHEMA_NEEDED = Term("{found}; il faut {needed}", "{found}; {needed} is needed")
    SCHEMA_KNOWN = Term("{found}; cette version connaît {known}", "{found}; this croupier knows {known}")
    TABLES_OPEN = Term("ouvertes : {tables}", "open: {tables}")
    OWN_USER = Term(
        "utilisateur {user} : la table {table} a besoin d'un utilisateur de son nom",
        "user {user}: table {table} needs a user of its own name",
    )
    # what the ledger's database holds
    NO_VERSION = Term("aucune version", "no version")
    NO_BOARD_READS = Term(
        "époque {epoch}, version {version} : aucun afficheur ne peut la lire",
        "epoch {epoch}, version {version}: no board can read it",
    )
    ROW_EMPTY = Term(
        "la version {version} n'a ni inscription ni compte", "version {version} has no entry, and no account"
    )
    ROW_WITHOUT_ENTRY = Term(
        "la version {version} n'a pas d'inscription, mais un compte", "version {version} has no entry, and an account"
    )
    ROW_WITHOUT_ACCOUNT = Term(
        "la version {version} a une inscription, mais pas de compte", "version {version} has an entry, and no account"
    )
    ENTRY_STANDS_NOT = Term(
        "version {version} : son inscription ne représente pas son compte",
        "version {version}: its entry does not stand for its account",
    )
    ACCOUNT_UNREAD = Term("son compte est illisible", "its account cannot be read")
    ENTRY_UNREAD = Term("une inscription est illisible", "an entry cannot be read")
    ITS_TERMS = Term("conditions : {why}", "terms: {why}")
    ENTRY_OF = Term("inscription {entry} de {pool}", "entry {entry} of {pool}")
    NO_ENTRY = Term("l'inscription {entry} n'en est pas une", "entry {entry} is no entry")
    ENTRY_HIT_OF_NOBODY = Term("inscription {entry} : un gain de personne", "entry {entry}: a hit of nobody")
    ENTRY_NO_AMOUNT = Term("inscription {entry} : aucun montant", "entry {entry}: no amount")
    METER_OVER = Term("un compteur contient plus qu'aucun progressif", "a meter holds more than any pool")
    FAULT_UNKNOWN = Term("panne {fault}", "fault {fault}")
    NO_ACCOUNT = Term("un compte qu'aucun registre ne tient", "an account that no ledger has")
    NO_SUCH_HIT = Term("un gain impossible", "a hit that cannot be")
    HIT_OF_NOBODY = Term("un gain de personne", "a hit of nobody")
    PROPOSAL_OF_NOBODY = Term("une proposition de personne", "a proposal of nobody")
    TERMS_OF = Term("les conditions de {pool}", "the terms of {pool}")
    AMOUNT_UNPOSTED = Term("un montant que personne ne peut afficher", "an amount that nobody can post")
    CURRENCY = Term("monnaie {currency}", "currency {currency}")
    WAGER_UNSHARED = Term("une mise qu'aucune table ne partage", "a wager that no table shares")
    MANNER_UNKNOWN = Term("manner {manner}", "manner {manner}")
    # the journal
    IN_FILE = Term("{path} : {why}", "{path}: {why}")
    NO_JOURNAL = Term("{path} : aucun journal ne s'y trouve", "{path}: no journal is here")
    MISSING = Term("{file} manque", "{file} is missing")
    LOG_MISSING = Term(
        "{file} manque; la suite reprend à l'entrée {entry}", "{file} is missing; it goes on from entry {entry}"
    )
    JOURNAL_MISSING = Term(
        "journal {journal}, entrée {entry}; {file} manque", "journal {journal}, entry {entry}; {file} is missing"
    )
    OTHER_JOURNAL = Term("journal {journal}, entrée {entry}", "journal {journal}, entry {entry}")
    MANIFEST_OF = Term(
        "{path} : le manifeste est celui du journal {journal}", "{path}: the manifest is of journal {journal}"
    )
    NOT_EXPORTED = Term(
        "{path} : ce n'est pas le fichier qui a été exporté", "{path}: it is not the file that was exported"
    )
    NO_MARK = Term("{path} : il ne nomme aucune entrée", "{path}: it tells no entry")
    GOES_ON = Term(
        "{path} : il continue un fichier qui n'est pas ici", "{path}: it goes on from a file that is not here"
    )
    ENTRY = Term("entrée {entry}", "entry {entry}")
    ENTRY_KIND = Term("{path} : entrée {entry}, {kind}", "{path}: entry {entry}, {kind}")
    ENTRY_MISSING_IN = Term("{path} : l'entrée {entry} manque", "{path}: entry {entry} is missing")
    ENTRY_DIFFERS = Term("l'entrée {entry} est une autre", "entry {entry} is another one")
    ENTRIES_HERE = Term("entrée {entry}; ici se trouvent {first} à {last}", "entry {entry}; here are {first} to {last}")
    ENDS_WITH = Term("entrée {entry}; ce journal finit à {last}", "entry {entry}; this journal ends with {last}")
    SEALED_BY = Term("entrée {entry} : scellée par la clé {key}", "entry {entry}: sealed by key {key}")
    OTHERS_READ = Term("{path} : d'autres peuvent la lire; chmod 600", "{path}: others may read it; chmod 600")
    KEY_BYTES = Term("{path} : pas {bytes} octets par ligne", "{path}: not {bytes} bytes a line")
    NEWEST_SNAPSHOT = Term("{folder} : le dernier instantané : {site}", "{folder}: the newest snapshot: {site}")
    # of one file
    NOT_AS_NAMED = Term("ce n'est pas le fichier que dit son nom", "it is not the file that its name says")
    FOLLOWS_ELSEWHERE = Term(
        "il suit l'entrée {entry}, où le fichier précédent ne finit pas",
        "it follows entry {entry}, which is not where the file before ends",
    )
    OF_JOURNAL = Term("il est du journal {journal}", "it is of journal {journal}")
    SEALED_AFTER_OTHERS = Term(
        "l'entrée {entry} a été scellée après d'autres entrées que celles-ci",
        "entry {entry} was sealed after other entries than these",
    )
    NO_DAY = Term("il ne dit pas de quelle journée il est", "it does not say which day it is")
    DOES_NOT_FOLLOW = Term(
        "il ne suit pas l'entrée {entry}, par laquelle finit {file}",
        "it does not follow entry {entry}, with which {file} ends",
    )
    DOES_NOT_END = Term(
        "il ne finit pas par l'entrée {entry}, que suit le fichier suivant",
        "it does not end with entry {entry}, which the next file follows",
    )
    FILE_SCHEMA = Term("schéma {found}; cette version connaît {known}", "schema {found}; this croupier knows {known}")
    NOT_SCHEMA = Term("pas les tables du schéma {found}", "not the tables of schema {found}")
    SEALED_UNKNOWN = Term(
        "l'entrée {entry} est scellée d'une manière que cette version ne connaît pas",
        "entry {entry} is sealed in a way that this croupier does not know",
    )
    PAGE_CUT = Term("sa dernière page est coupée", "its last page is cut")
    NO_ENTRIES = Term("il n'a aucune entrée", "it has no entries")
    OPENS_NO_DAY = Term("l'entrée {entry} n'ouvre pas de journée", "entry {entry} does not open a day")
    CHAIN_BREAKS = Term("la chaîne se rompt à l'entrée {entry}", "the chain breaks at entry {entry}")
    ENTRY_MISSING = Term("l'entrée {entry} manque", "entry {entry} is missing")
    NO_SNAPSHOT = Term("l'entrée {entry} n'est pas un instantané", "entry {entry} is no snapshot")
    SNAPSHOT_VERSION = Term(
        "instantané {found}; cette version connaît {known}", "snapshot {found}; this croupier knows {known}"
    )


class Reported(Details):
    """What drivers say in words; they know no French, and a camera's process hands on no more than text."""

    NO_CALIBRATION = Term("{path} : ce n'est pas un étalonnage", "{path}: not a calibration")
    FEW_MARKS = Term("{path} : {found}/{least} repères", "{path}: {found}/{least} marks")
    NOT_A_CAMERA = Term("{path} : ce n'est pas une caméra", "{path}: not a camera")
    NOT_A_PICTURE = Term("{path} : ce n'est pas une image", "{path}: not a picture")
    NOT_ENCODED = Term("une image ne peut pas être encodée", "a picture cannot be encoded")


def _pattern(sentence: Details) -> re.Pattern[str]:
    parts = string.Formatter().parse(sentence.value.en)
    return re.compile("".join(re.escape(text) + (f"(?P<{name}>.+)" if name else "") for text, name, *_ in parts))


# what comes as text alone: from a driver, and of a pool's books from a snapshot
_BY_TEXT: list[tuple[re.Pattern[str], Details]] = [
    (_pattern(sentence), sentence)
    for sentence in (
        *Reported,
        *(Because.BALANCE, Because.BELOW_ZERO, Because.VERSION_AFTER, Because.METER_SUM, Because.DIGEST),
        *(Because.AMOUNT_FALLS, Because.WAGERS_BRING, Because.WON_OTHERWISE),
    )
]


def recognised(detail: str) -> str:
    """Finds the sentence that a text is; any other text stays what it is.

    >>> recognised("/etc/x: not a calibration").fr, recognised("/dev/shoe")
    ("/etc/x : ce n'est pas un étalonnage", '/dev/shoe')
    """
    if not isinstance(detail, Detail):
        for pattern, sentence in _BY_TEXT:
            if found := pattern.fullmatch(detail):
                return sentence(**found.groupdict())
    return detail


def said(detail: str, language: Language) -> str:
    """Says a detail in one language; a path, a code or a name is the same in both."""
    return detail.fr if language == "fr" and isinstance(detail, Detail) else detail
