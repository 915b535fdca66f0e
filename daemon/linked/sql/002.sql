-- The ledger of shared pools, version 2: it trusts nobody. A table hands in bookings, never an entry or an account; what
-- becomes of them is derived here, under the lock of the pool's row, from the entries that are there already.
-- `daemon/linked/books.py` is the same in Python: tests hold the two together, auditors run it over all entries.

DROP FUNCTION croupier.look, croupier.take, croupier.booked, croupier.last_booked, croupier.commission, croupier.book,
    croupier.restored, croupier.report;
REVOKE ALL ON ALL TABLES IN SCHEMA croupier FROM croupier_table;

ALTER TABLE croupier.pool
    DROP COLUMN account,                                           -- it stands in the last entry
    ADD login text NOT NULL DEFAULT session_user,                  -- whose bookings it began with
    ADD CONSTRAINT pool_place CHECK (epoch BETWEEN 1 AND 8191 AND version BETWEEN 0 AND (1::bigint << 40) - 1);
ALTER TABLE croupier.entry
    ADD round   bigint NOT NULL DEFAULT 0,
    ADD account jsonb;                                             -- as this entry left it; its digest is in the body
UPDATE croupier.entry SET round = coalesce((body ->> 'round')::bigint, 0) WHERE body ? 'round';
-- Look-ups of a round say that the pool IS NOT DISTINCT FROM theirs: else the index by key is taken for them, without
-- statistics, and a whole journal is read.
CREATE INDEX entry_round ON croupier.entry (round, table_name, journal);

-- Names of bookings are each table's own: nobody can use up those of another, whatever journal it says it has.
ALTER TABLE croupier.entry
    DROP CONSTRAINT entry_pool_journal_seq_idx_step_key,
    ADD UNIQUE (pool, table_name, journal, seq, idx, step);
CREATE INDEX entry_behind ON croupier.entry (pool, table_name, at) WHERE seq = 0;
CREATE INDEX entry_corrected ON croupier.entry (pool) WHERE what = 'correction';
DELETE FROM croupier.member;                                       -- each table tells of itself again within seconds
ALTER TABLE croupier.member DROP CONSTRAINT member_pkey, ADD PRIMARY KEY (pool, table_name, journal);

-- The journals that a login has used: a PC that is replaced has another one.
CREATE TABLE croupier.journal (
    login   text NOT NULL DEFAULT session_user,
    journal uuid NOT NULL,
    PRIMARY KEY (login, journal)
);
INSERT INTO croupier.journal (login, journal) SELECT DISTINCT table_name, journal FROM croupier.entry;

-- What the house allows one login; its owner changes it.
CREATE TABLE croupier.posted (
    one      boolean PRIMARY KEY DEFAULT true CHECK (one),
    burst    integer NOT NULL DEFAULT 2000,                        -- bookings at once, after an outage,
    a_minute integer NOT NULL DEFAULT 30,                          -- and as many again each minute
    confirm  integer NOT NULL DEFAULT 30,                          -- minutes until a proposal lapses
    behind   integer NOT NULL DEFAULT 5                            -- times a day that it may find a pool behind
);
INSERT INTO croupier.posted DEFAULT VALUES;

-- How much of it is left.
CREATE TABLE croupier.pace (
    login text             PRIMARY KEY,
    at    timestamptz      NOT NULL,
    rest  double precision NOT NULL
);

-- -- what is added up -------------------------------------------------------------------------------------------------

CREATE TYPE croupier.meters AS (
    money_in bigint, displayed bigint, reserve bigint, overflow bigint, hits bigint, paid bigint, corrections bigint,
    seeded bigint
);

-- A pool, while something is booked on it.
CREATE TYPE croupier.books AS (
    pool text, login text, journal uuid, seq bigint, idx integer, step integer, at timestamptz, again text,
    version bigint, digest text, meters croupier.meters,
    account jsonb,                                                 -- without its meters
    answer jsonb                                                   -- what the booking led to first
);

CREATE FUNCTION croupier.told(m croupier.meters) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    RETURN jsonb_strip_nulls(jsonb_build_object(
        'money_in', nullif(m.money_in, 0), 'displayed', nullif(m.displayed, 0), 'reserve', nullif(m.reserve, 0),
        'overflow', nullif(m.overflow, 0), 'hits', nullif(m.hits, 0), 'paid', nullif(m.paid, 0),
        'corrections', nullif(m.corrections, 0), 'seeded', nullif(m.seeded, 0)));
END $$;

CREATE FUNCTION croupier.sha(told text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    RETURN encode(sha256(convert_to(told, 'UTF8')), 'hex');
END $$;

CREATE FUNCTION croupier.nothing() RETURNS croupier.meters LANGUAGE sql IMMUTABLE AS $$
    SELECT ROW(0, 0, 0, 0, 0, 0, 0, 0)::croupier.meters
$$;

CREATE FUNCTION croupier.plus(a croupier.meters, b croupier.meters) RETURNS croupier.meters
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    RETURN ROW(a.money_in + b.money_in, a.displayed + b.displayed, a.reserve + b.reserve, a.overflow + b.overflow,
               a.hits + b.hits, a.paid + b.paid, a.corrections + b.corrections, a.seeded + b.seeded)::croupier.meters;
END $$;

CREATE FUNCTION croupier.balance(m croupier.meters) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
    SELECT m.money_in + m.seeded + m.corrections - m.displayed - m.reserve - m.paid
$$;

-- Why meters cannot be those of this version; NULL if they can.
CREATE FUNCTION croupier.flaw(m croupier.meters, version bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE
        WHEN croupier.balance(m) <> 0 THEN format('version %s: %s hundredths of a cent are not accounted for', version,
            CASE WHEN croupier.balance(m) > 0 THEN '+' ELSE '' END || croupier.balance(m))
        ELSE (SELECT format('version %s: %s below zero', version, string_agg(name, ', ' ORDER BY place))
              FROM (VALUES (1, 'money_in', m.money_in), (2, 'displayed', m.displayed), (3, 'reserve', m.reserve),
                           (4, 'overflow', m.overflow), (5, 'hits', m.hits), (6, 'paid', m.paid),
                           (8, 'seeded', m.seeded)) AS each (place, name, value)
              WHERE value < 0 HAVING count(*) > 0)
    END
$$;

-- What one wager brings, by these terms: to what is displayed, to the reserve.
CREATE FUNCTION croupier.each(terms jsonb) RETURNS bigint[] LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    RETURN ARRAY[(terms ->> 'stake')::bigint * 100 * (terms ->> 'rate')::bigint / 10000,
                 (terms ->> 'stake')::bigint * 100 * coalesce((terms ->> 'reserve_rate')::bigint, 0) / 10000];
END $$;

-- The meters once a hit is paid: rounding up is the house's, a part of a cent stays in the pool (A107).
CREATE FUNCTION croupier.without(m croupier.meters, terms jsonb, hit jsonb) RETURNS croupier.meters
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
    paid  bigint := (hit ->> 'cents')::bigint * 100;
    short bigint := greatest(0, paid - m.displayed);
    seed  bigint := (terms ->> 'seed')::bigint * 100;
    saved bigint;
    over  bigint;
BEGIN
    m := croupier.plus(m, ROW(0, short - paid, 0, 0, 1, paid, 0, short)::croupier.meters);
    IF hit ->> 'share' = '100%' THEN
        saved := least(m.reserve, seed);
        m := croupier.plus(m, ROW(0, seed, -saved, 0, 0, 0, 0, seed - saved)::croupier.meters);
        over := greatest(0, m.displayed - coalesce((terms ->> 'cap')::bigint * 100, m.displayed));
        m := croupier.plus(m, ROW(0, -over, over, over, 0, 0, 0, 0)::croupier.meters);
    END IF;
    RETURN m;
END $$;

-- What is displayed of so many hundredths of a cent once these hits are paid.
CREATE FUNCTION croupier.left_of(displayed bigint, terms jsonb, hits jsonb) RETURNS bigint
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
    m   croupier.meters := ROW(0, displayed, 0, 0, 0, 0, 0, 0);
    hit jsonb;
BEGIN
    FOR hit IN SELECT value FROM jsonb_array_elements(hits) LOOP
        m := croupier.without(m, terms, hit);
    END LOOP;
    RETURN m.displayed;
END $$;

-- A share of so many cents, up to the next multiple of the unit (A11).
CREATE FUNCTION croupier.worth(share text, cents bigint, unit bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
    SELECT (cents + parts * unit - 1) / (parts * unit) * unit
    FROM (SELECT CASE share WHEN '10%' THEN 10 ELSE 1 END) AS p (parts)
$$;

-- -- what is asked for, looked at -------------------------------------------------------------------------------------

-- What is called for every wager is PL/pgSQL, whose plans a session keeps; what is rare is SQL.

-- A whole number within bounds, or NULL.
CREATE FUNCTION croupier.whole(value jsonb, lowest bigint, highest bigint) RETURNS bigint
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
    digits text := value #>> '{}';
BEGIN
    IF jsonb_typeof(value) = 'number' AND digits ~ '^-?[0-9]{1,16}$' AND digits::bigint BETWEEN lowest AND highest THEN
        RETURN digits::bigint;
    END IF;
    RETURN NULL;
END $$;

-- A string that people can read wherever it is shown.
CREATE FUNCTION croupier.legible(value jsonb, longest integer) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    RETURN value = '""' OR jsonb_typeof(value) = 'string' AND char_length(value #>> '{}') <= longest
           AND value #>> '{}' !~ '[\u0001-\u001f\u007f-\u009f]';
END $$;

-- Up to so many different short strings.
CREATE FUNCTION croupier.names(value jsonb, most integer, longest integer) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    RETURN value = '[]' OR jsonb_typeof(value) = 'array' AND jsonb_array_length(value) <= most
        AND (SELECT count(*) = count(DISTINCT name) AND bool_and(name <> '""' AND croupier.legible(name, longest))
             FROM jsonb_array_elements(value) AS each (name));
END $$;

-- Up to so many different seats.
CREATE FUNCTION croupier.seats(value jsonb, most integer) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    RETURN value = '[]' OR value::text ~ '^\["[0-9A-Za-z._-]{1,16}"(, "[0-9A-Za-z._-]{1,16}")*\]$'
        AND jsonb_array_length(value) <= most
        AND (SELECT count(*) = count(DISTINCT name) FROM jsonb_array_elements_text(value) AS each (name));
END $$;

-- Terms as an account keeps them, without what is as it is by default; NULL if no pool of this name can have them.
CREATE FUNCTION croupier.terms(given jsonb, a_pool text, changed boolean) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN
        jsonb_typeof(given) = 'object' AND a_pool ~ '^[a-z0-9][a-z0-9-]{0,31}$' AND told ->> 'name' = a_pool
        AND jsonb_typeof(told -> 'wager') = 'string' AND told ->> 'wager' ~ '^[a-z0-9_]{1,32}$'
        AND croupier.whole(told -> 'stake', 1, 1000000) IS NOT NULL
        AND croupier.whole(told -> 'seed', 0, 1000000000000) IS NOT NULL
        AND croupier.whole(told -> 'rate', 0, 10000) IS NOT NULL
        AND croupier.whole(told -> 'reserve_rate', 0, 10000 - (told ->> 'rate')::bigint) IS NOT NULL
        AND (told ->> 'stake')::bigint * 100 * (told ->> 'rate')::bigint % 10000 = 0
        AND (told ->> 'stake')::bigint * 100 * (told ->> 'reserve_rate')::bigint % 10000 = 0
        AND (told ->> 'cap' IS NULL
             OR croupier.whole(told -> 'cap', greatest(1, (told ->> 'seed')::bigint), 1000000000000) IS NOT NULL)
        AND croupier.whole(told -> 'largest', 1, 1000000000000) IS NOT NULL
        AND (told ->> 'manner' IS NULL OR croupier.whole(told -> 'manner', 1, 3) IS NOT NULL)
        AND jsonb_typeof(told -> 'currency') = 'string' AND told ->> 'currency' ~ '^[A-Z]{3}$'
        AND told -> 'shared' = 'true'
    THEN jsonb_strip_nulls(jsonb_build_object(
        'name', a_pool, 'wager', told -> 'wager', 'stake', told -> 'stake', 'seed', told -> 'seed',
        'rate', told -> 'rate', 'reserve_rate', nullif(told -> 'reserve_rate', '0'), 'cap', told -> 'cap',
        'largest', nullif(told -> 'largest', '10000'), 'manner', told -> 'manner',
        'currency', nullif(told -> 'currency', '"CAD"'), 'shared', true, 'changed', nullif(changed, false))) END
    FROM (SELECT '{"reserve_rate": 0, "largest": 10000, "currency": "CAD"}' || given) AS whole (told)
$$;

-- -- what is written --------------------------------------------------------------------------------------------------

-- Who asks. `session_user` by itself has a collation that no index of ours has: each look-up would read them all.
CREATE FUNCTION croupier.caller() RETURNS text LANGUAGE sql STABLE AS $$
    SELECT session_user::text COLLATE "default"
$$;

-- One of the login's journals from now on.
CREATE FUNCTION croupier.own(a_journal uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM croupier.journal WHERE login = croupier.caller() AND journal = a_journal) THEN
        RETURN;
    END IF;
    IF session_user !~ '^[a-z0-9][a-z0-9-]{0,31}$' THEN  -- it stands on every board
        RAISE 'login %: no name of a table', session_user USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF (SELECT count(*) FROM croupier.journal WHERE login = croupier.caller()) >= 100 THEN
        RAISE 'login %: too many journals', session_user USING ERRCODE = 'insufficient_privilege';
    END IF;
    INSERT INTO croupier.journal (journal) VALUES (a_journal) ON CONFLICT DO NOTHING;
END $$;

-- The pool's row, locked, and where its last entry left it; NULL if there is no such pool.
CREATE FUNCTION croupier.take(a_pool text, a_journal uuid) RETURNS croupier.books LANGUAGE plpgsql AS $$
DECLARE
    b    croupier.books;
    last record;
BEGIN
    SELECT name, version INTO b.pool, b.version FROM croupier.pool WHERE name = a_pool FOR UPDATE;
    IF NOT FOUND THEN
        RETURN NULL;
    END IF;
    b.login := session_user;
    b.journal := a_journal;
    b.at := clock_timestamp();
    IF b.version = 0 THEN
        RETURN b;
    END IF;
    SELECT body, account INTO last FROM croupier.entry WHERE pool = a_pool AND version = b.version;
    IF NOT FOUND OR last.account IS NULL OR (last.body ->> 'version')::bigint <> b.version
       OR last.body ->> 'stands' IS DISTINCT FROM croupier.sha(last.account::text) THEN
        RAISE '%: version % does not stand for its account', a_pool, b.version;
    END IF;
    b.digest := last.body ->> 'digest';
    b.meters := jsonb_populate_record(croupier.nothing(), coalesce(last.account -> 'meters', '{}'));
    b.account := last.account - 'meters';
    RETURN b;
END $$;

-- The next entry. Its digest covers all of it, the one before, and the account as it stands now.
CREATE FUNCTION croupier.post(b croupier.books, what text, moved croupier.meters, told jsonb) RETURNS croupier.books
LANGUAGE plpgsql AS $$
DECLARE
    stood  jsonb;
    stands jsonb;
    body   jsonb;
BEGIN
    b.version := b.version + 1;
    b.meters := croupier.plus(b.meters, moved);
    stood := croupier.told(b.meters);
    stands := CASE stood WHEN '{}' THEN b.account ELSE b.account || jsonb_build_object('meters', stood) END;
    body := jsonb_strip_nulls(told) || jsonb_strip_nulls(jsonb_build_object(
        'pool', b.pool, 'version', b.version, 'what', what, 'moved', croupier.told(moved),
        'meters', stood, 'login', b.login, 'again', nullif(b.again, ''),
        'key', jsonb_build_array(b.journal, b.seq, b.idx, b.step),
        'at', (extract(epoch FROM b.at) * 1000000)::bigint, 'stands', croupier.sha(stands::text)));
    b.digest := croupier.sha(b.digest || E'\n' || body::text);
    body := body || jsonb_build_object('digest', b.digest);
    INSERT INTO croupier.entry (pool, version, at, what, login, table_name, journal, seq, idx, step, round,
                                money_in, displayed, reserve, paid, body, account)
    VALUES (b.pool, b.version, b.at, what, b.login, b.login, b.journal, b.seq, b.idx, b.step,
            coalesce((body ->> 'round')::bigint, 0),
            moved.money_in, moved.displayed, moved.reserve, moved.paid, body, stands);
    b.answer := CASE b.step WHEN 0 THEN body ELSE b.answer END;
    b.step := b.step + 1;
    RETURN b;
END $$;

-- It closes by itself.
CREATE FUNCTION croupier.fail(b croupier.books, fault text, detail text) RETURNS croupier.books LANGUAGE plpgsql AS $$
BEGIN
    b.account := b.account - 'open' || jsonb_build_object('fault', fault, 'detail', detail);
    RETURN croupier.post(b, 'closed', croupier.nothing(), jsonb_build_object(
        'reason', fault, 'detail', detail, 'table', b.login));
END $$;

-- It cannot be; that it was asked for stays in the books. Money that is not taken closes the pool.
CREATE FUNCTION croupier.refuse(b croupier.books, asked jsonb, why text, fault text DEFAULT 'JACKPOT_LEDGER')
RETURNS croupier.books LANGUAGE plpgsql AS $$
DECLARE
    sane boolean := why <> 'incomplete';
BEGIN
    b := croupier.post(b, 'refused', croupier.nothing(), jsonb_build_object(
        'reason', why, 'asked', asked -> 'what', 'table', b.login,
        'round', CASE WHEN sane THEN nullif(asked -> 'round', '0') END,
        'seats', CASE WHEN sane THEN nullif(asked -> 'seats', '[]') END,
        'by', CASE WHEN sane THEN nullif(asked -> 'by', '[]') END));
    IF asked ->> 'what' = 'contribute' THEN
        b := croupier.fail(b, fault, regexp_replace(why, '^books ', ''));
    END IF;
    RETURN b;
END $$;

-- -- what is booked ---------------------------------------------------------------------------------------------------

-- False: every field that its kind of booking uses is of its type, and of a reasonable size.
CREATE FUNCTION croupier.incomplete(asked jsonb, a_pool text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
    what   text := asked ->> 'what';
    people jsonb := coalesce(asked -> 'by', '[]');
    seats  jsonb := coalesce(asked -> 'seats', '[]');
    one    boolean;
BEGIN
    IF coalesce(asked ->> 'again', '') NOT IN ('', 'taken', 'refused')
       OR croupier.whole(coalesce(asked -> 'round', '0'), 0, 1::bigint << 53) IS NULL OR NOT croupier.seats(seats, 999)
       OR NOT croupier.names(people, 8, 64) OR NOT croupier.legible(coalesce(asked -> 'reason', '""'), 500) THEN
        RETURN true;
    END IF;
    CASE what
        WHEN 'commission', 'change' THEN
            RETURN croupier.terms(asked -> 'terms', a_pool, false) IS NULL;
        WHEN 'open', 'close' THEN
            RETURN people = '[]';
        WHEN 'correct' THEN
            RETURN croupier.whole(coalesce(asked -> 'displayed', '0'), -1000000000000, 1000000000000) IS NULL
                OR croupier.whole(coalesce(asked -> 'reserve', '0'), -1000000000000, 1000000000000) IS NULL;
        WHEN 'contribute', 'refund', 'hit', 'award', 'withdraw' THEN
            one := jsonb_array_length(seats) = 1;
        ELSE
            RETURN true;
    END CASE;
    IF coalesce(asked -> 'round', '0') = '0' OR seats = '[]' THEN
        RETURN true;
    END IF;
    CASE what
        WHEN 'contribute' THEN
            RETURN asked ->> 'each' IS NOT NULL AND NOT (
                jsonb_typeof(asked -> 'each') = 'array' AND jsonb_array_length(asked -> 'each') = 2
                AND croupier.whole(asked #> '{each,0}', 0, 1000000000000) IS NOT NULL
                AND croupier.whole(asked #> '{each,1}', 0, 1000000000000) IS NOT NULL);
        WHEN 'refund' THEN
            RETURN false;
        WHEN 'hit' THEN
            RETURN NOT one OR coalesce(asked ->> 'share', '') NOT IN ('100%', '10%')
                OR croupier.whole(asked -> 'unit', 1, 10000) IS NULL
                OR asked ->> 'cents' IS NOT NULL AND croupier.whole(asked -> 'cents', 0, 1::bigint << 53) IS NULL;
        WHEN 'award' THEN
            RETURN NOT one OR people = '[]' OR croupier.whole(asked -> 'cents', 0, 1::bigint << 53) IS NULL
                OR jsonb_typeof(coalesce(asked -> 'journal', '""')) <> 'string';
        ELSE
            RETURN NOT one OR jsonb_typeof(coalesce(asked -> 'journal', '""')) <> 'string';
    END CASE;
END $$;

-- What every set of terms that was ever in force posted.
CREATE FUNCTION croupier.ever(a_pool text) RETURNS SETOF jsonb LANGUAGE sql STABLE AS $$
    SELECT body -> 'after' FROM croupier.entry WHERE pool = a_pool AND what IN ('commissioned', 'changed')
$$;
CREATE INDEX entry_terms ON croupier.entry (pool) WHERE what IN ('commissioned', 'changed');

CREATE FUNCTION croupier.contribute(b croupier.books, asked jsonb) RETURNS croupier.books LANGUAGE plpgsql AS $$
DECLARE
    terms   jsonb := b.account -> 'terms';
    number  bigint := (asked ->> 'round')::bigint;
    wagers  integer := jsonb_array_length(asked -> 'seats');
    each    bigint[] := CASE WHEN b.account ? 'first'
                        THEN ARRAY[(b.account #>> '{first,0}')::bigint, (b.account #>> '{first,1}')::bigint]
                        ELSE croupier.each(terms) END;
    shown   bigint;
    kept    bigint;
    room    bigint;
BEGIN
    IF EXISTS (SELECT FROM croupier.entry
               WHERE pool IS NOT DISTINCT FROM b.pool AND table_name = b.login AND journal = b.journal AND round = number
                 AND what = 'contribution') THEN
        RETURN croupier.refuse(b, asked, 'twice');
    END IF;
    IF asked ->> 'each' IS NOT NULL THEN  -- by which terms it was laid
        each := ARRAY[(asked #>> '{each,0}')::bigint, (asked #>> '{each,1}')::bigint];
        IF NOT EXISTS (SELECT FROM croupier.ever(b.pool) AS of WHERE croupier.each(of) = each) THEN
            RETURN croupier.refuse(b, asked, 'terms');
        END IF;
    END IF;
    shown := each[1] * wagers;
    kept := each[2] * wagers;
    IF shown + kept > coalesce((terms ->> 'largest')::bigint, 10000) * 100 THEN
        RETURN croupier.refuse(b, asked, format('books round %s: %s wagers bring %s hundredths of a cent',
                                                number, wagers, shown + kept), 'JACKPOT_BOUND');
    END IF;
    room := least(shown, greatest(0, coalesce((terms ->> 'cap')::bigint * 100 - (b.meters).displayed, shown)));
    RETURN croupier.post(b, 'contribution',
        ROW(shown + kept, room, kept + shown - room, shown - room, 0, 0, 0, 0)::croupier.meters,
        jsonb_build_object('round', number, 'seats', asked -> 'seats', 'table', b.login));
END $$;

CREATE FUNCTION croupier.refund(b croupier.books, asked jsonb) RETURNS croupier.books LANGUAGE plpgsql AS $$
DECLARE
    number  bigint := (asked ->> 'round')::bigint;
    laid    jsonb;
    brought bigint;
    moved   croupier.meters;
    wrong   text;
BEGIN
    SELECT body INTO laid FROM croupier.entry
    WHERE pool IS NOT DISTINCT FROM b.pool AND table_name = b.login AND journal = b.journal AND round = number
      AND what = 'contribution';
    IF NOT FOUND OR NOT laid -> 'seats' @> (asked -> 'seats') OR EXISTS (
        SELECT FROM croupier.entry, jsonb_array_elements_text(asked -> 'seats') AS each (seat)
        WHERE pool IS NOT DISTINCT FROM b.pool AND table_name = b.login AND journal = b.journal AND round = number
          AND what = 'refund' AND body -> 'seats' ? seat
    ) THEN
        RETURN croupier.refuse(b, asked, 'no_wager');
    END IF;
    brought := coalesce((laid #>> '{moved,money_in}')::bigint, 0) / jsonb_array_length(laid -> 'seats')
               * jsonb_array_length(asked -> 'seats');
    moved := ROW(-brought, 0, 0, 0, 0, 0, brought, 0)::croupier.meters;
    wrong := croupier.flaw(croupier.plus(b.meters, moved), b.version + 1);
    IF wrong IS NOT NULL THEN
        RETURN croupier.refuse(b, asked, 'books ' || wrong);
    END IF;
    RETURN croupier.post(b, 'refund', moved, jsonb_build_object(
        'round', number, 'seats', asked -> 'seats', 'table', b.login, 'reason', nullif(asked ->> 'reason', '')));
END $$;

-- What an entry says of a hit.
CREATE FUNCTION croupier.told(hit jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
    SELECT jsonb_build_object(
        'round', hit -> 'round', 'seats', jsonb_build_array(hit -> 'seat'), 'share', hit -> 'share',
        'cents', hit -> 'cents', 'table', hit -> 'table', 'journal', hit -> 'journal', 'unit', hit -> 'unit')
$$;

-- An account with these hits.
CREATE FUNCTION croupier.hits(account jsonb, hits jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE hits WHEN '[]' THEN account - 'hits' ELSE account || jsonb_build_object('hits', hits) END
$$;

-- A hit comes with a wager of its round, at the login that brought it; its amount follows from the meter (A105).
CREATE FUNCTION croupier.hit(b croupier.books, asked jsonb) RETURNS croupier.books LANGUAGE plpgsql AS $$
DECLARE
    number  bigint := (asked ->> 'round')::bigint;
    hand    jsonb := asked #> '{seats,0}';
    unit    bigint := (asked ->> 'unit')::bigint;
    hits    jsonb := coalesce(b.account -> 'hits', '[]');
    laid    jsonb;
    cents   bigint;
    bottom  bigint := 0;
    new     jsonb;
BEGIN
    SELECT body -> 'seats' INTO laid FROM croupier.entry
    WHERE pool IS NOT DISTINCT FROM b.pool AND table_name = b.login AND journal = b.journal AND round = number
      AND (what = 'contribution' OR what = 'refused' AND body ->> 'asked' = 'contribute' AND body ? 'seats')
    ORDER BY what = 'contribution' DESC, version LIMIT 1;
    IF NOT FOUND OR NOT laid @> hand OR EXISTS (
        SELECT FROM croupier.entry
        WHERE pool IS NOT DISTINCT FROM b.pool AND table_name = b.login AND journal = b.journal AND round = number AND what = 'refund'
        AND body -> 'seats' @> hand
    ) THEN
        RETURN croupier.refuse(b, asked, 'no_wager');
    END IF;
    IF EXISTS (SELECT FROM jsonb_array_elements(hits) AS each (hit)
               WHERE hit ->> 'journal' = b.journal::text AND hit -> 'round' = to_jsonb(number) AND hit -> 'seat' = hand)
       OR EXISTS (SELECT FROM croupier.entry
                  WHERE pool IS NOT DISTINCT FROM b.pool AND table_name = b.login AND round = number
                    AND what = 'award' AND body -> 'seats' @> hand
                    AND coalesce(body ->> 'journal', journal::text) = b.journal::text) THEN
        RETURN croupier.refuse(b, asked, 'twice');
    END IF;
    IF asked ->> 'share' = '10%' AND NOT EXISTS (
        SELECT FROM croupier.ever(b.pool) AS of WHERE coalesce(of ->> 'manner', '3') = '3') THEN
        RETURN croupier.refuse(b, asked, 'share');
    END IF;
    IF (SELECT count(*) FROM jsonb_array_elements(hits) AS each (hit) WHERE hit ->> 'table' = b.login) >= 50 THEN
        RETURN croupier.refuse(b, asked, 'many');
    END IF;
    cents := croupier.worth(asked ->> 'share',
                            croupier.left_of((b.meters).displayed, b.account -> 'terms', hits) / 100, unit);
    IF b.again <> '' THEN  -- no more than was locked then, and than can be proven now; nor less than begins anew
        IF asked ->> 'share' = '100%' THEN
            bottom := least(cents, (b.account #>> '{terms,seed}')::bigint);
        END IF;
        cents := least(cents, greatest(bottom, coalesce((asked ->> 'cents')::bigint, cents)));
    END IF;
    new := jsonb_strip_nulls(jsonb_build_object(
        'round', number, 'seat', hand, 'share', asked -> 'share', 'cents', cents, 'table', b.login,
        'journal', b.journal, 'unit', nullif(unit, 1), 'found', nullif((b.meters).displayed, 0)));
    b.account := croupier.hits(b.account, hits || jsonb_build_array(new));
    RETURN croupier.post(b, 'hit', croupier.nothing(), croupier.told(new));
END $$;

-- The place of a hit of this login among those that wait, from 0; NULL: none waits.
CREATE FUNCTION croupier.place_of(b croupier.books, asked jsonb) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
    SELECT (place - 1)::integer FROM jsonb_array_elements(b.account -> 'hits') WITH ORDINALITY AS each (hit, place)
    WHERE hit ->> 'table' = b.login AND hit -> 'round' = asked -> 'round' AND hit -> 'seat' = asked #> '{seats,0}'
      AND hit ->> 'journal' = coalesce(nullif(asked ->> 'journal', ''), b.journal::text)
$$;

-- It did not win after all: those behind it are locked at what they would have found without it (A105).
CREATE FUNCTION croupier.withdraw(b croupier.books, asked jsonb) RETURNS croupier.books LANGUAGE plpgsql AS $$
DECLARE
    gone  integer := croupier.place_of(b, asked);
    hits  jsonb := b.account -> 'hits';
    hit   jsonb;
    found bigint;
BEGIN
    IF gone IS NULL THEN
        RETURN croupier.refuse(b, asked, 'no_hit');
    END IF;
    hit := hits -> gone;
    hits := hits - gone;
    b.account := croupier.hits(b.account, hits);
    b := croupier.post(b, 'withdrawn', croupier.nothing(),
                       croupier.told(hit) || jsonb_build_object('reason', nullif(asked ->> 'reason', '')));
    FOR place IN gone .. jsonb_array_length(hits) - 1 LOOP
        hit := hits -> place;
        SELECT croupier.left_of(coalesce((hit ->> 'found')::bigint, 0), b.account -> 'terms',
                                coalesce(jsonb_agg(earlier ORDER BY at), '[]'))
        INTO found FROM jsonb_array_elements(hits) WITH ORDINALITY AS each (earlier, at) WHERE at <= place;
        hit := hit || jsonb_build_object('cents', croupier.worth(hit ->> 'share', found / 100,
                                                                 coalesce((hit ->> 'unit')::bigint, 1)));
        hits := jsonb_set(hits, ARRAY[place::text], hit);
        b.account := croupier.hits(b.account, hits);
        b := croupier.post(b, 'hit', croupier.nothing(), croupier.told(hit));
    END LOOP;
    RETURN b;
END $$;

CREATE FUNCTION croupier.award(b croupier.books, asked jsonb) RETURNS croupier.books LANGUAGE plpgsql AS $$
DECLARE
    place integer := croupier.place_of(b, asked);
    terms jsonb := b.account -> 'terms';
    hits  jsonb := b.account -> 'hits';
    hit   jsonb;
    moved croupier.meters;
    after croupier.meters;
    later jsonb;
BEGIN
    IF place IS NULL THEN
        RETURN croupier.refuse(b, asked, 'no_hit');
    END IF;
    hit := hits -> place;
    IF b.again = '' THEN
        IF place > 0 THEN
            RETURN croupier.refuse(b, asked, 'earlier ' || (hits #>> '{0,table}'));
        END IF;
        IF hit -> 'cents' <> asked -> 'cents' THEN
            RETURN croupier.refuse(b, asked, 'amount ' || (hit ->> 'cents'));
        END IF;
    END IF;
    FOR behind IN place + 1 .. jsonb_array_length(hits) - 1 LOOP  -- it finds what this one leaves
        later := hits -> behind;
        later := later - 'found' || jsonb_strip_nulls(jsonb_build_object('found', nullif(croupier.left_of(
            coalesce((later ->> 'found')::bigint, 0), terms, jsonb_build_array(hit)), 0)));
        hits := jsonb_set(hits, ARRAY[behind::text], later);
    END LOOP;
    after := croupier.without(b.meters, terms, hit);
    moved := ROW(0, after.displayed - (b.meters).displayed, after.reserve - (b.meters).reserve,
                 after.overflow - (b.meters).overflow, 1, after.paid - (b.meters).paid, 0,
                 after.seeded - (b.meters).seeded)::croupier.meters;
    b.account := croupier.hits(b.account, hits - place);
    RETURN croupier.post(b, 'award', moved,
                         croupier.told(hit) || jsonb_build_object('by', jsonb_build_array(asked #> '{by,0}')));
END $$;

-- Other terms, or a meter that people move: one login proposes it, another says the same, and only then it is so.
CREATE FUNCTION croupier.agree(b croupier.books, asked jsonb) RETURNS croupier.books LANGUAGE plpgsql AS $$
DECLARE
    now_us  bigint := (extract(epoch FROM b.at) * 1000000)::bigint;
    wanted  jsonb := jsonb_strip_nulls(jsonb_build_object(
        'asked', asked -> 'what',
        'terms', CASE asked ->> 'what' WHEN 'change' THEN croupier.terms(asked -> 'terms', b.pool, true) END,
        'displayed', CASE asked ->> 'what' WHEN 'correct' THEN nullif((asked ->> 'displayed')::bigint, 0) END,
        'reserve', CASE asked ->> 'what' WHEN 'correct' THEN nullif((asked ->> 'reserve')::bigint, 0) END));
    people  jsonb := coalesce(asked -> 'by', '[]');
    words   text := nullif(asked ->> 'reason', '');
    alive   jsonb;
    other   jsonb;
    m       croupier.meters;
    wrong   text;
BEGIN
    IF asked ->> 'what' = 'change' AND b.again = '' AND (b.account ? 'hits' OR b.account ? 'open') THEN
        RETURN croupier.refuse(b, asked, CASE WHEN b.account ? 'hits' THEN 'pending' ELSE 'open' END);
    END IF;
    SELECT coalesce(jsonb_agg(each ORDER BY place) FILTER (WHERE (each ->> 'until')::bigint > now_us), '[]')
    INTO alive FROM jsonb_array_elements(b.account -> 'proposals') WITH ORDINALITY AS p (each, place);
    SELECT each INTO other FROM jsonb_array_elements(alive) WITH ORDINALITY AS p (each, place)
    WHERE each ->> 'table' <> b.login AND each - 'table' - 'until' - 'version' - 'by' - 'reason' = wanted
    ORDER BY place LIMIT 1;
    IF other IS NULL AND b.again = '' AND (wanted ? 'displayed' OR wanted ? 'reserve') AND EXISTS (
        SELECT FROM croupier.entry WHERE pool = b.pool AND what = 'correction'
        AND displayed = coalesce((wanted ->> 'displayed')::bigint, 0) * 100
        AND reserve = coalesce((wanted ->> 'reserve')::bigint, 0) * 100
        AND (body ->> 'at')::bigint > now_us - 1800000000
    ) THEN  -- whoever comes third would begin it anew without knowing
        RETURN croupier.refuse(b, asked, 'twice');
    END IF;
    IF other IS NULL AND (wanted <> '{"asked": "correct"}' OR croupier.balance(b.meters) <> 0) THEN
        other := wanted || jsonb_strip_nulls(jsonb_build_object(
            'table', b.login, 'until', now_us + (SELECT confirm FROM croupier.posted) * 60000000::bigint,
            'version', b.version + 1, 'by', nullif(people, '[]'), 'reason', words));
        SELECT jsonb_agg(each ORDER BY place) INTO alive
        FROM jsonb_array_elements(alive || jsonb_build_array(other)) WITH ORDINALITY AS p (each, place)
        WHERE each ->> 'table' <> b.login OR each = other;
        b.account := b.account || jsonb_build_object('proposals', alive);
        RETURN croupier.post(b, 'proposed', croupier.nothing(), jsonb_build_object(
            'asked', asked -> 'what', 'by', nullif(people, '[]'), 'reason', words, 'after', wanted -> 'terms',
            'until', other -> 'until', 'table', b.login,
            'moves', CASE asked ->> 'what' WHEN 'correct' THEN jsonb_build_array(
                coalesce(wanted -> 'displayed', '0'), coalesce(wanted -> 'reserve', '0')) END));
    END IF;
    m := croupier.nothing();
    IF asked ->> 'what' = 'correct' THEN
        m.displayed := coalesce((wanted ->> 'displayed')::bigint, 0) * 100;
        m.reserve := coalesce((wanted ->> 'reserve')::bigint, 0) * 100;
        m.corrections := m.displayed + m.reserve - croupier.balance(b.meters);
        wrong := CASE WHEN m <> croupier.nothing() THEN croupier.flaw(croupier.plus(b.meters, m), b.version + 1) END;
        IF wrong IS NOT NULL THEN
            RETURN croupier.refuse(b, asked, 'books ' || wrong);
        END IF;
    END IF;
    IF other IS NOT NULL THEN  -- whoever proposed it comes first
        people := coalesce(other -> 'by', '[]') || people;
        SELECT jsonb_agg(each ORDER BY place) INTO alive
        FROM jsonb_array_elements(alive) WITH ORDINALITY AS p (each, place)
        WHERE each <> other AND each ->> 'table' <> b.login;
        b.account := b.account - 'proposals' || jsonb_strip_nulls(jsonb_build_object('proposals', alive));
    END IF;
    IF asked ->> 'what' = 'correct' THEN
        IF b.again = '' THEN
            b.account := b.account - 'fault' - 'detail';
        END IF;
        RETURN croupier.post(b, 'correction', m,
                             jsonb_build_object('by', nullif(people, '[]'), 'reason', words, 'table', b.login));
    END IF;
    other := b.account -> 'terms';
    b.account := b.account || jsonb_build_object(
        'terms', wanted -> 'terms', 'first', coalesce(b.account -> 'first', to_jsonb(croupier.each(other))));
    RETURN croupier.post(b, 'changed', m, jsonb_build_object(
        'by', nullif(people, '[]'), 'reason', words, 'before', other, 'after', wanted -> 'terms', 'table', b.login));
END $$;

-- One booking.
CREATE FUNCTION croupier.do(b croupier.books, asked jsonb) RETURNS croupier.books LANGUAGE plpgsql AS $$
DECLARE
    told jsonb := jsonb_build_object('by', nullif(asked -> 'by', '[]'), 'reason', nullif(asked -> 'reason', '""'),
                                     'table', b.login);
BEGIN
    b.step := 0;
    b.again := '';
    IF coalesce(croupier.incomplete(asked, b.pool), true) THEN
        IF asked ->> 'what' IS NULL OR jsonb_typeof(asked -> 'what') <> 'string' OR asked ->> 'what' !~ '^[a-z]{1,16}$'
        THEN
            asked := '{}';
        END IF;
        RETURN croupier.refuse(b, asked, 'incomplete');
    END IF;
    IF asked ->> 'again' = 'refused' THEN
        RETURN croupier.refuse(b, asked, 'before');
    END IF;
    -- what happened, happened; but only people who look at the books now open the pool again
    b.again := CASE WHEN b.account ? 'fault' THEN coalesce(asked ->> 'again', '') ELSE '' END;
    CASE asked ->> 'what'
        WHEN 'contribute' THEN
            RETURN croupier.contribute(b, asked);
        WHEN 'refund' THEN
            RETURN croupier.refund(b, asked);
        WHEN 'hit' THEN
            RETURN croupier.hit(b, asked);
        WHEN 'withdraw' THEN
            RETURN croupier.withdraw(b, asked);
        WHEN 'award' THEN
            RETURN croupier.award(b, asked);
        WHEN 'change', 'correct' THEN
            RETURN croupier.agree(b, asked);
        WHEN 'commission' THEN
            RETURN croupier.refuse(b, asked, 'exists');
        WHEN 'open' THEN
            IF b.again = '' THEN
                IF b.account ? 'fault' THEN
                    RETURN croupier.refuse(b, asked, 'fault ' || (b.account ->> 'fault'));
                ELSIF b.account ? 'open' THEN
                    RETURN croupier.refuse(b, asked, 'open');
                END IF;
                b.account := b.account || '{"open": true}';
            END IF;
            RETURN croupier.post(b, 'opened', croupier.nothing(),
                                 told - 'reason' || jsonb_build_object('by', jsonb_build_array(asked #> '{by,0}')));
        WHEN 'close' THEN
            IF b.again = '' THEN
                b.account := b.account - 'open';
            END IF;
            RETURN croupier.post(b, 'closed', croupier.nothing(), told);
    END CASE;
END $$;

-- A new pool shows its seed, which the house puts in. Who is told of it once more closes it: more is missing.
CREATE FUNCTION croupier.commission(b croupier.books, asked jsonb) RETURNS croupier.books LANGUAGE plpgsql AS $$
DECLARE
    terms jsonb := croupier.terms(asked -> 'terms', b.pool, (asked #>> '{terms,changed}')::boolean);
    seed  bigint := (terms ->> 'seed')::bigint * 100;
BEGIN
    b.step := 0;
    b.again := coalesce(asked ->> 'again', '');
    b.digest := '';
    b.meters := croupier.nothing();
    b.account := jsonb_build_object('terms', terms);
    b := croupier.post(b, 'commissioned', ROW(0, seed, 0, 0, 0, 0, 0, seed)::croupier.meters, jsonb_build_object(
        'by', nullif(asked -> 'by', '[]'), 'reason', nullif(asked -> 'reason', '""'), 'after', terms,
        'table', b.login));
    IF b.again <> '' THEN
        b := croupier.fail(b, 'JACKPOT_BEHIND', 'version 1');
    END IF;
    RETURN b;
END $$;

-- -- all that a table may do -----------------------------------------------------------------------------------------

-- What is owed, the oldest first; what was booked before is answered as it was. NULL while there is no such pool;
-- `gone` if the ledger has forgotten what it took last from this journal; `wait` if the login is too fast.
CREATE FUNCTION croupier.book(a_pool text, a_journal uuid, after_seq bigint, after_idx integer, bookings jsonb)
RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = croupier, pg_temp
AS $$
DECLARE
    b       croupier.books;
    owed    jsonb;
    asked   jsonb;
    body    jsonb;
    since   bigint;
    before  bigint;
    answers jsonb[] := '{}';
    allowed double precision;
BEGIN
    IF coalesce(jsonb_typeof(bookings), '') <> 'array' OR jsonb_array_length(bookings) NOT BETWEEN 1 AND 100
       OR pg_column_size(bookings) > 1000000 THEN
        RAISE 'bookings: an array of 1 to 100';
    END IF;
    PERFORM croupier.own(a_journal);
    b := croupier.take(a_pool, a_journal);
    allowed := croupier.paced();
    IF b IS NULL OR b.version = 0 THEN
        asked := bookings #> '{0,2}';
        IF asked ->> 'what' IS DISTINCT FROM 'commission' THEN
            RETURN NULL;
        ELSIF croupier.incomplete(asked, a_pool) THEN
            RAISE '%: no such pool can be', left(a_pool, 40);
        ELSIF (SELECT count(*) FROM croupier.pool WHERE login = croupier.caller()) >= 100 THEN
            RAISE 'login %: too many pools', session_user;
        ELSIF allowed < 1 THEN
            RETURN jsonb_build_object('answers', '[]'::jsonb, 'wait', true);
        END IF;
        INSERT INTO croupier.pool (name, version) VALUES (a_pool, 0) ON CONFLICT DO NOTHING;
        b := croupier.take(a_pool, a_journal);
    END IF;
    since := b.version;
    IF after_seq > 0 AND NOT EXISTS (
        SELECT FROM croupier.entry WHERE pool = a_pool AND table_name = b.login AND journal = a_journal
        AND seq = after_seq AND idx = after_idx AND step = 0) THEN
        RETURN jsonb_build_object('gone', jsonb_build_array(after_seq, after_idx));
    END IF;
    FOR owed IN SELECT value FROM jsonb_array_elements(bookings) LOOP
        b.seq := croupier.whole(owed -> 0, 1, 1::bigint << 53);
        b.idx := croupier.whole(owed -> 1, 0, 1000000);
        IF b.seq IS NULL OR b.idx IS NULL THEN
            RAISE 'a booking without its name';
        END IF;
        SELECT entry.body INTO body FROM croupier.entry
        WHERE pool = a_pool AND table_name = b.login AND journal = a_journal AND seq = b.seq AND idx = b.idx
          AND step = 0;
        IF NOT FOUND THEN
            EXIT WHEN allowed < 1;
            before := b.version;
            b := CASE before WHEN 0 THEN croupier.commission(b, owed -> 2) ELSE croupier.do(b, owed -> 2) END;
            allowed := allowed - (b.version - before);  -- each entry counts: one booking may lead to many
            body := b.answer;
        END IF;
        answers := answers || jsonb_build_array(b.seq, b.idx, body);
    END LOOP;
    IF b.version > since THEN
        UPDATE croupier.pool SET version = b.version WHERE name = a_pool;
        UPDATE croupier.pace SET rest = allowed WHERE login = croupier.caller();
    END IF;
    RETURN jsonb_build_object('answers', to_jsonb(answers), 'wait', allowed < 1);
END $$;

-- How many bookings this login may still make now.
CREATE FUNCTION croupier.paced() RETURNS double precision LANGUAGE plpgsql AS $$
DECLARE
    allowed double precision;
BEGIN
    INSERT INTO croupier.pace (login, at, rest) SELECT session_user, clock_timestamp(), burst FROM croupier.posted
    ON CONFLICT (login) DO UPDATE SET at = clock_timestamp(), rest = (
        SELECT least(burst, pace.rest + a_minute * greatest(0, extract(epoch FROM clock_timestamp() - pace.at)) / 60)
        FROM croupier.posted)
    RETURNING rest INTO allowed;
    RETURN allowed;
END $$;

-- The pool as its last entry left it; the digest before that entry, so that whoever looks can add it up again.
CREATE FUNCTION croupier.look(a_pool text)
RETURNS TABLE (epoch integer, version bigint, account jsonb, last jsonb, before text)
LANGUAGE sql SECURITY DEFINER SET search_path = croupier, pg_temp AS $$
    SELECT epoch, pool.version, entry.account, entry.body, earlier.body ->> 'digest'
    FROM croupier.pool
    LEFT JOIN croupier.entry ON entry.pool = name AND entry.version = pool.version
    LEFT JOIN croupier.entry AS earlier ON earlier.pool = name AND earlier.version = pool.version - 1
    WHERE name = a_pool AND pool.version > 0
$$;

-- What the ledger has of one of the login's own journals.
CREATE FUNCTION croupier.booked(a_pool text, a_journal uuid)
RETURNS TABLE (seq bigint, idx integer, body jsonb)
LANGUAGE sql SECURITY DEFINER SET search_path = croupier, pg_temp AS $$
    SELECT seq, idx, body FROM croupier.entry
    WHERE pool = a_pool AND table_name = croupier.caller() AND journal = a_journal AND seq > 0 AND step = 0
    ORDER BY version
$$;

CREATE FUNCTION croupier.last_booked(a_pool text, a_journal uuid)
RETURNS TABLE (seq bigint, idx integer)
LANGUAGE sql SECURITY DEFINER SET search_path = croupier, pg_temp AS $$
    SELECT seq, idx FROM croupier.entry WHERE pool = a_pool AND table_name = croupier.caller() AND journal = a_journal
    ORDER BY seq DESC, idx DESC LIMIT 1
$$;

-- The ledger is behind its tables: a new epoch, once, and the pool closes until people have seen to it. It is higher
-- than the one that the asking table knows, in steps: nobody can run it up to where boards cannot read it any more.
CREATE FUNCTION croupier.restored(a_pool text, a_journal uuid, found_epoch integer, known_epoch integer)
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = croupier, pg_temp AS $$
DECLARE
    b     croupier.books;
    stood integer;
BEGIN
    PERFORM croupier.own(a_journal);
    b := croupier.take(a_pool, a_journal);
    SELECT epoch INTO stood FROM croupier.pool WHERE name = a_pool AND version > 0;
    IF NOT FOUND OR stood IS DISTINCT FROM found_epoch THEN
        RETURN NULL;  -- another table was first
    END IF;
    IF (SELECT count(*) FROM croupier.entry WHERE pool = a_pool AND table_name = b.login AND seq = 0
        AND at > b.at - interval '1 day') >= (SELECT behind FROM croupier.posted) THEN
        RAISE '%: login % has found it behind too often', a_pool, session_user;
    END IF;
    stood := least(greatest(stood, known_epoch), stood + 15) + 1;
    UPDATE croupier.pool SET epoch = stood WHERE name = a_pool;
    b.seq := 0;
    b.idx := stood;
    b.step := 0;
    b.again := '';
    b := croupier.fail(b, 'JACKPOT_BEHIND', 'version ' || b.version);
    UPDATE croupier.pool SET version = b.version WHERE name = a_pool;
    RETURN stood;
END $$;

-- What a table says of itself, every few seconds: what `croupierctl pit` shows.
CREATE FUNCTION croupier.report(a_pool text, a_journal uuid, owes bigint, told jsonb) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = croupier, pg_temp AS $$
BEGIN
    IF a_pool !~ '^[a-z0-9][a-z0-9-]{0,31}$' OR jsonb_typeof(told) <> 'object' OR pg_column_size(told) > 16384
       OR owes NOT BETWEEN 0 AND 1000000000
       OR (SELECT count(*) FROM croupier.member WHERE table_name = croupier.caller() AND journal = a_journal) > 100 THEN
        RAISE 'no report of a table';
    END IF;
    PERFORM croupier.own(a_journal);
    INSERT INTO croupier.member (pool, journal, table_name, owed, report)
    VALUES (a_pool, a_journal, session_user, owes, told)
    ON CONFLICT (pool, table_name, journal) DO UPDATE SET at = clock_timestamp(), owed = owes, report = told;
END $$;

-- All that the office may do: say that what a table has proposed is so. NULL: nobody proposes it any more.
CREATE FUNCTION croupier.confirm(a_pool text, a_version bigint) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = croupier, pg_temp AS $$
DECLARE
    b     croupier.books := croupier.take(a_pool, '00000000-0000-0000-0000-000000000000');
    asked jsonb;
BEGIN
    SELECT each INTO asked FROM jsonb_array_elements(b.account -> 'proposals') AS p (each)
    WHERE each -> 'version' = to_jsonb(a_version) AND (each ->> 'until')::bigint > extract(epoch FROM b.at) * 1000000
      AND each ->> 'table' <> session_user;
    IF NOT FOUND THEN
        RETURN NULL;
    END IF;
    b.seq := -b.version;
    b.idx := 0;
    b.step := 0;
    b.again := '';
    b := croupier.agree(b, jsonb_build_object(
        'what', asked -> 'asked', 'by', jsonb_build_array(session_user), 'reason', asked -> 'reason',
        'displayed', coalesce(asked -> 'displayed', '0'), 'reserve', coalesce(asked -> 'reserve', '0'),
        'terms', asked -> 'terms'));
    UPDATE croupier.pool SET version = b.version WHERE name = a_pool;
    RETURN b.answer;
END $$;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA croupier FROM PUBLIC, croupier_table, croupier_pit;
REVOKE ALL ON ALL TABLES IN SCHEMA croupier FROM PUBLIC, croupier_table, croupier_pit;
GRANT USAGE ON SCHEMA croupier TO croupier_office;
GRANT SELECT ON croupier.schema_version TO croupier_table, croupier_office;
GRANT SELECT ON ALL TABLES IN SCHEMA croupier TO croupier_pit;
GRANT EXECUTE ON FUNCTION croupier.look, croupier.book, croupier.booked, croupier.last_booked, croupier.restored,
    croupier.report TO croupier_table;
GRANT EXECUTE ON FUNCTION croupier.look, croupier.confirm TO croupier_office;
GRANT EXECUTE ON FUNCTION croupier.look TO croupier_pit;
