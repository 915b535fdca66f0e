-- The ledger of pools that tables share, version 1. Nothing in `entry` is ever updated or deleted.
-- Who writes takes the pool's row first, then writes entries, then the row: always in this order, pools by name.
CREATE SCHEMA croupier;

CREATE TABLE croupier.schema_version (
    version integer     PRIMARY KEY,
    at      timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE croupier.pool (
    name    text    PRIMARY KEY,
    epoch   integer NOT NULL DEFAULT 1,  -- one more each time that the database turns out to be behind its tables
    version bigint  NOT NULL,            -- of the last entry
    account jsonb   NOT NULL             -- as the entries have left it
);

CREATE TABLE croupier.entry (
    pool       text        NOT NULL REFERENCES croupier.pool (name),
    version    bigint      NOT NULL CHECK (version > 0),
    at         timestamptz NOT NULL DEFAULT clock_timestamp(),  -- by the clock of the database, for all tables
    what       text        NOT NULL,
    login      text        NOT NULL DEFAULT session_user,       -- who wrote it; the rest is what it says of itself
    table_name text        NOT NULL,
    journal    uuid        NOT NULL,
    seq        bigint      NOT NULL,     -- the observation in that journal that owes it,
    idx        integer     NOT NULL,     -- its place there,
    step       integer     NOT NULL,     -- and 0, 1 … of what it led to
    money_in   bigint      NOT NULL,     -- by how much the meters moved, in hundredths of a cent
    displayed  bigint      NOT NULL,
    reserve    bigint      NOT NULL,
    paid       bigint      NOT NULL,
    body       jsonb       NOT NULL,     -- the whole entry; its digest is chained to the one before
    PRIMARY KEY (pool, version),
    UNIQUE (pool, journal, seq, idx, step)  -- whatever is told twice is booked once
);

-- What each table says of itself, every few seconds: what `croupierctl pit` shows.
CREATE TABLE croupier.member (
    pool       text        NOT NULL,
    journal    uuid        NOT NULL,     -- a table whose PC was replaced is another member under the same name
    table_name text        NOT NULL,
    at         timestamptz NOT NULL DEFAULT clock_timestamp(),
    owed       bigint      NOT NULL,     -- bookings that wait in its outbox
    report     jsonb       NOT NULL,
    PRIMARY KEY (pool, journal)
);

-- All that a table may do. The functions belong to whoever made the schema; a table's role writes nothing by itself.
CREATE FUNCTION croupier.look(a_pool text)
RETURNS TABLE (epoch integer, version bigint, account jsonb, last jsonb)
LANGUAGE sql SECURITY DEFINER SET search_path = croupier, pg_temp AS $$
    SELECT epoch, pool.version, account, body
    FROM pool LEFT JOIN entry ON entry.pool = name AND entry.version = pool.version WHERE name = a_pool
$$;

-- Two statements: the second sees what was written while the first one waited for the lock.
CREATE FUNCTION croupier.take(a_pool text)
RETURNS TABLE (epoch integer, version bigint, account jsonb, last jsonb)
LANGUAGE sql SECURITY DEFINER SET search_path = croupier, pg_temp AS $$
    SELECT name FROM pool WHERE name = a_pool FOR UPDATE;
    SELECT * FROM look(a_pool)
$$;

CREATE FUNCTION croupier.booked(a_pool text, a_journal uuid, since bigint)
RETURNS TABLE (seq bigint, idx integer, body jsonb)
LANGUAGE sql SECURITY DEFINER SET search_path = croupier, pg_temp AS $$
    SELECT seq, idx, body FROM entry
    WHERE pool = a_pool AND journal = a_journal AND entry.seq >= since ORDER BY version
$$;

CREATE FUNCTION croupier.last_booked(a_pool text, a_journal uuid)
RETURNS TABLE (seq bigint, idx integer)
LANGUAGE sql SECURITY DEFINER SET search_path = croupier, pg_temp AS $$
    SELECT seq, idx FROM entry WHERE pool = a_pool AND journal = a_journal ORDER BY seq DESC, idx DESC LIMIT 1
$$;

CREATE FUNCTION croupier.commission(a_pool text, an_account jsonb) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = croupier, pg_temp AS $$
    INSERT INTO pool (name, version, account) VALUES (a_pool, 0, an_account)
    ON CONFLICT (name) DO NOTHING RETURNING version
$$;

CREATE FUNCTION croupier.book(a_pool text, since bigint, an_account jsonb, a_table text, a_journal uuid, entries jsonb)
RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = croupier, pg_temp AS $$
    INSERT INTO entry (pool, version, what, table_name, journal, seq, idx, step,
                       money_in, displayed, reserve, paid, body)
    SELECT a_pool, since + place, each -> 'body' ->> 'what', a_table, a_journal,
           (each ->> 'seq')::bigint, (each ->> 'idx')::integer, (each ->> 'step')::integer,
           (each #>> '{body,moved,money_in}')::bigint, (each #>> '{body,moved,displayed}')::bigint,
           (each #>> '{body,moved,reserve}')::bigint, (each #>> '{body,moved,paid}')::bigint, each -> 'body'
    FROM jsonb_array_elements(entries) WITH ORDINALITY AS told (each, place);
    UPDATE pool SET version = since + jsonb_array_length(entries), account = an_account
    WHERE name = a_pool AND version = since RETURNING version
$$;

-- The new epoch is higher than every one that the asking table knows: a backup may be older than the last restore.
CREATE FUNCTION croupier.restored(a_pool text, found_epoch integer, known_epoch integer) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = croupier, pg_temp AS $$
    UPDATE pool SET epoch = greatest(epoch, known_epoch) + 1
    WHERE name = a_pool AND epoch = found_epoch RETURNING epoch
$$;

CREATE FUNCTION croupier.report(a_pool text, a_journal uuid, a_table text, owes bigint, told jsonb) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = croupier, pg_temp AS $$
    INSERT INTO member (pool, journal, table_name, owed, report) VALUES (a_pool, a_journal, a_table, owes, told)
    ON CONFLICT (pool, journal)
    DO UPDATE SET at = clock_timestamp(), table_name = a_table, owed = owes, report = told
$$;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA croupier FROM PUBLIC;
GRANT USAGE ON SCHEMA croupier TO croupier_table, croupier_pit;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA croupier TO croupier_table;
GRANT SELECT ON croupier.schema_version, croupier.pool TO croupier_table;
GRANT SELECT ON ALL TABLES IN SCHEMA croupier TO croupier_pit;
