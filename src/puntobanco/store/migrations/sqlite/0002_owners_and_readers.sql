-- By time, then all a history is filtered by: what doesn't fit is passed over without its row.
DROP INDEX record_account;
CREATE INDEX record_account ON record (account, at, id, seat, session);
-- What isn't a coup is rare among coups, and looked for alone. Narrower than the other: SQLite,
-- which knows nothing of how many there are, takes the narrower one.
CREATE INDEX record_movement ON record (account, at, id) WHERE event <> 'coup';

CREATE TRIGGER account_remains BEFORE DELETE ON account
BEGIN SELECT raise(ABORT, 'accounts stay'); END;

-- Whether the records say whose every account is: those of an older house are put there at its next
-- start, in the chain.
INSERT INTO meta
    SELECT 'accounts_on_record', CASE WHEN EXISTS (SELECT 1 FROM account) THEN 0 ELSE 1 END;

-- Marks of the players' seeds up to a place in a seat's sessions, so that nobody reads all of its
-- coups to know them; what follows from the records, and can be deleted at any time.
CREATE TABLE used_seeds (
    seat INTEGER NOT NULL REFERENCES seat,
    session INTEGER NOT NULL,
    "offset" INTEGER NOT NULL,
    marks BLOB NOT NULL,
    PRIMARY KEY (seat, session, "offset")
) STRICT;
