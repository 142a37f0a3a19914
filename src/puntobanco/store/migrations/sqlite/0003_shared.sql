-- Shared tables: accounts of their own, stakes in play, and the table itself. Checks can't be
-- altered, so two tables are made anew; what points at them is checked before the commit.
CREATE TABLE person_made_anew (
    id INTEGER PRIMARY KEY,
    name TEXT UNIQUE,               -- none for a guest
    password TEXT,                  -- argon2id, never the word itself
    role TEXT NOT NULL CHECK (role IN ('guest', 'player', 'croupier', 'manager', 'operator')),
    created INTEGER NOT NULL,
    CHECK ((name IS NULL) = (role = 'guest')),
    CHECK ((name IS NULL) = (password IS NULL))
) STRICT;

INSERT INTO person_made_anew SELECT * FROM person;
DROP TABLE person;
ALTER TABLE person_made_anew RENAME TO person;

CREATE TABLE account_made_anew (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (
        kind IN ('player', 'credit', 'stakes', 'house', 'tips', 'cagnotte', 'table', 'cashier')
    ),
    owner INTEGER REFERENCES person,
    currency TEXT NOT NULL CHECK (length(currency) = 3),
    balance INTEGER NOT NULL DEFAULT 0,
    "table" TEXT,                   -- whose own it is
    CHECK (balance >= 0 OR kind IN ('house', 'cashier')),
    CHECK ((owner IS NULL) = (kind IN ('house', 'tips', 'cagnotte', 'table', 'cashier'))),
    CHECK (("table" IS NOT NULL) = (kind IN ('tips', 'cagnotte', 'table')))
) STRICT;

INSERT INTO account_made_anew SELECT id, kind, owner, currency, balance, NULL FROM account;
DROP TABLE account;
ALTER TABLE account_made_anew RENAME TO account;

CREATE UNIQUE INDEX account_player ON account (owner, currency) WHERE kind = 'player';
CREATE UNIQUE INDEX account_table ON account ("table", kind, currency) WHERE "table" IS NOT NULL;
CREATE TRIGGER account_remains BEFORE DELETE ON account
BEGIN SELECT raise(ABORT, 'accounts stay'); END;

ALTER TABLE seat ADD COLUMN stakes_account INTEGER REFERENCES account;
ALTER TABLE seat ADD COLUMN stakes TEXT NOT NULL DEFAULT '{}';
ALTER TABLE seat ADD COLUMN staked_in INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seat ADD COLUMN automatic INTEGER NOT NULL DEFAULT 0;

DROP INDEX seat_open;
CREATE INDEX seat_open ON seat (id) WHERE phase = 'open' OR stakes <> '{}';

CREATE TABLE shared_table (
    name TEXT PRIMARY KEY,
    account INTEGER NOT NULL UNIQUE REFERENCES account, -- its records are the table's stream
    spec TEXT NOT NULL,             -- as its operator wants it, in JSON
    version INTEGER NOT NULL,
    state TEXT NOT NULL,            -- in JSON, all but the seed
    sealed BLOB NOT NULL            -- the sabot's seed, encrypted; empty while there is none
) STRICT, WITHOUT ROWID;

CREATE INDEX record_sabot ON record (account, session) WHERE event = 'revealed';
CREATE INDEX record_stream ON record (account, id) WHERE event IN ('table', 'revealed');
