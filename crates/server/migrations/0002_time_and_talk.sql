-- What the house knows about time; exactly one row. Ran: for how many milliseconds it has been open, in all. Seen: what
-- the machine's clock said last. Versions: no page has shown a version of a table from this number on.
CREATE TABLE house (
    one      INTEGER PRIMARY KEY CHECK (one = 1),
    ran      INTEGER NOT NULL,
    seen     INTEGER NOT NULL,
    versions INTEGER NOT NULL
) STRICT;

-- Until now versions began with the time in milliseconds; a day more is above all of them.
INSERT INTO house (one, ran, seen, versions)
SELECT 1, 0, coalesce(max(touched), 0), coalesce(max(touched) + 86400000, 0) FROM tables;

-- When the row was last written, by the time that the house has been open. What nobody uses is found by this.
ALTER TABLE tables ADD COLUMN used INTEGER NOT NULL DEFAULT 0;
DROP INDEX tables_stage;
CREATE INDEX tables_stage ON tables (stage, used, id);

-- The lines of a table are numbered from 0, and only the last 200 are kept.
ALTER TABLE said ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
UPDATE said SET number = counted.number
FROM (SELECT id, row_number() OVER (PARTITION BY table_id ORDER BY id) - 1 AS number FROM said) AS counted
WHERE counted.id = said.id;
DROP INDEX said_table;
CREATE UNIQUE INDEX said_table ON said (table_id, number);
DELETE FROM said WHERE number + 200 <= (SELECT max(last.number) FROM said AS last WHERE last.table_id = said.table_id);
