-- Guests are known by the SHA-256 of their token; the token itself is never kept.
CREATE TABLE guests (
    id    INTEGER PRIMARY KEY,
    token BLOB    NOT NULL UNIQUE,
    name  TEXT    NOT NULL,
    since INTEGER NOT NULL
) STRICT;

-- Times are milliseconds since 1970. Stages: 0 waiting, 1 playing, 2 over.
CREATE TABLE tables (
    id      TEXT    NOT NULL PRIMARY KEY,
    game    TEXT    NOT NULL,
    stage   INTEGER NOT NULL CHECK (stage IN (0, 1, 2)),
    listed  INTEGER NOT NULL CHECK (listed IN (0, 1)),
    doc     TEXT    NOT NULL,
    touched INTEGER NOT NULL,
    due     INTEGER
) STRICT;

CREATE INDEX tables_listed ON tables (listed, stage, touched DESC, id);
CREATE INDEX tables_stage ON tables (stage, touched DESC, id);
CREATE INDEX tables_due ON tables (due, id) WHERE due IS NOT NULL;

-- Who sits where. A guest's number is taken as it is given: a reference to guests would let one wrong number spoil
-- everything that is written in the same transaction.
CREATE TABLE seats (
    table_id TEXT    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    guest    INTEGER NOT NULL,
    place    INTEGER NOT NULL,
    PRIMARY KEY (table_id, guest)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_guest ON seats (guest, table_id);

-- Plies of a table run from 0 without a gap, so the number of choices is the last ply and one.
CREATE TABLE choices (
    table_id TEXT    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    ply      INTEGER NOT NULL CHECK (ply >= 0),
    line     TEXT    NOT NULL,
    PRIMARY KEY (table_id, ply)
) STRICT, WITHOUT ROWID;

-- What was said at a table, in the order of its ids.
CREATE TABLE said (
    id       INTEGER PRIMARY KEY,
    table_id TEXT    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    at       INTEGER NOT NULL,
    guest    INTEGER NOT NULL,
    name     TEXT    NOT NULL,
    text     TEXT    NOT NULL
) STRICT;

CREATE INDEX said_table ON said (table_id, id);
