-- The journal, version 1. Nothing is ever updated or deleted.
CREATE TABLE entry (
    seq    INTEGER PRIMARY KEY,          -- 1, 2, 3 … without a gap
    cause  INTEGER NOT NULL,             -- an observation causes itself; an event names its observation
    at     TEXT    NOT NULL,             -- wall time, UTC
    kind   TEXT    NOT NULL,
    sealed INTEGER NOT NULL,             -- 1: body and raw tell a card that may lie face down, and are encrypted
    body   BLOB    NOT NULL,             -- JSON
    raw    BLOB    NOT NULL,             -- the bytes on the line; empty if there were none
    hash   BLOB    NOT NULL              -- SHA-256 of the previous hash and of everything above, as it lies here
) STRICT;
