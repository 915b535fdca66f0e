-- The journal, version 2: one file a gaming day, or a part of one. Nothing in `entry` is ever updated or deleted.
CREATE TABLE entry (
    seq          INTEGER PRIMARY KEY,    -- runs on from file to file without a gap
    cause        INTEGER NOT NULL,       -- an observation causes itself; what came of it names it; the journal's own: 0
    at           TEXT    NOT NULL,       -- wall time, UTC
    clock        TEXT    NOT NULL,       -- synchronised, or unsynchronised
    clock_offset INTEGER NOT NULL,       -- microseconds, as the kernel estimates
    kind         TEXT    NOT NULL,
    sealed       INTEGER NOT NULL,       -- 1: body and raw tell a card that may lie face down, and are encrypted
    body         BLOB    NOT NULL,       -- JSON
    raw          BLOB    NOT NULL,       -- the bytes on the line; empty if there were none
    hash         BLOB    NOT NULL        -- SHA-256 of the previous hash and of everything above, as it lies here
) STRICT;
-- What another system must book exactly once. Not chained: a row is marked later, and what it says stands in an event.
CREATE TABLE outbox (
    seq          INTEGER NOT NULL,       -- the observation that owes it
    idx          INTEGER NOT NULL,       -- 0, 1, 2 … of that observation
    destination  TEXT    NOT NULL,
    body         BLOB    NOT NULL,
    paid         TEXT,                   -- when it was marked as booked, UTC
    PRIMARY KEY (seq, idx)
) STRICT, WITHOUT ROWID;
CREATE INDEX owed ON outbox (destination, seq, idx) WHERE paid IS NULL;
