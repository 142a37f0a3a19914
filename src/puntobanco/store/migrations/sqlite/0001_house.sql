-- Numbers that describe the whole house: its epoch, and whether this file is a backup.
CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO meta VALUES ('epoch', 1);
INSERT INTO meta VALUES ('history', 0); -- the last record that is entered in the table history

CREATE TABLE person (
    id INTEGER PRIMARY KEY,
    name TEXT,                      -- as it was typed; a guest has none
    password TEXT,                  -- the argon2id hash, never the password itself
    role TEXT NOT NULL CHECK (role IN ('guest', 'player', 'croupier', 'manager', 'operator')),
    created INTEGER NOT NULL,
    CHECK ((name IS NULL) = (role = 'guest')),
    CHECK ((name IS NULL) = (password IS NULL))
) STRICT;

CREATE UNIQUE INDEX person_name ON person (lower(name)); -- Anna and anna are one person

CREATE TABLE token (
    hash BLOB PRIMARY KEY,          -- SHA-256: only its owner has the token itself
    person INTEGER NOT NULL REFERENCES person,
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    browser TEXT NOT NULL,          -- of the device that logged in; empty if unknown
    system TEXT NOT NULL,
    used INTEGER NOT NULL           -- when it was used last, to within some minutes
) STRICT, WITHOUT ROWID;

CREATE INDEX token_person ON token (person);
-- Expired tokens are looked for every hour, a few at a time.
CREATE INDEX token_expires ON token (expires);

CREATE TABLE account (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (
        kind IN ('player', 'credit', 'stakes', 'house', 'tips', 'cagnotte', 'table', 'cashier')
    ),
    owner INTEGER REFERENCES person,
    currency TEXT NOT NULL CHECK (length(currency) = 3),
    balance INTEGER NOT NULL DEFAULT 0,
    "table" TEXT,                   -- the shared table that owns it
    CHECK (balance >= 0 OR kind IN ('house', 'cashier')),
    CHECK ((owner IS NULL) = (kind IN ('house', 'tips', 'cagnotte', 'table', 'cashier'))),
    CHECK (("table" IS NOT NULL) = (kind IN ('tips', 'cagnotte', 'table')))
) STRICT;

CREATE UNIQUE INDEX account_player ON account (owner, currency) WHERE kind = 'player';
-- The house's own accounts: one of each kind and currency.
CREATE UNIQUE INDEX account_own ON account (kind, currency) WHERE owner IS NULL AND "table" IS NULL;
CREATE UNIQUE INDEX account_table ON account ("table", kind, currency) WHERE "table" IS NOT NULL;

CREATE TABLE sheet (
    hash BLOB PRIMARY KEY CHECK (length(hash) = 32),
    text TEXT NOT NULL              -- the JSON that is hashed
) STRICT, WITHOUT ROWID;

CREATE TABLE seat (
    id INTEGER PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES account,
    credit_account INTEGER NOT NULL UNIQUE REFERENCES account,
    house TEXT NOT NULL,            -- whose rules are played
    "table" TEXT,                   -- the shared table; none at a private one
    stakes_account INTEGER REFERENCES account,
    epoch INTEGER NOT NULL,
    version INTEGER NOT NULL,
    session INTEGER NOT NULL,
    phase TEXT NOT NULL CHECK (phase IN ('free', 'open')),
    generation INTEGER NOT NULL,
    "offset" INTEGER NOT NULL,
    draft TEXT NOT NULL,            -- bets and cents, in JSON
    acted INTEGER NOT NULL,
    lost INTEGER,
    number INTEGER,                 -- of the next coup
    sheet BLOB REFERENCES sheet,   -- the rules the next coup was committed to
    sealed BLOB,                   -- the next coup's seed, encrypted
    commitment BLOB CHECK (length(commitment) = 32),
    coup INTEGER,                   -- the one that chips and stakes are for
    stakes TEXT,                    -- bets and cents, in JSON
    staked_in INTEGER,
    automatic INTEGER,
    cloth TEXT,                     -- cards in hand, stakes left, times of stakes, in JSON
    -- A seat is either a private one, with a coup to come, or at a shared table, with stakes.
    CHECK (CASE WHEN "table" IS NULL
        THEN number IS NOT NULL AND sheet IS NOT NULL AND sealed IS NOT NULL
            AND commitment IS NOT NULL
        ELSE number IS NULL AND sheet IS NULL AND sealed IS NULL AND commitment IS NULL
    END),
    CHECK (CASE WHEN "table" IS NULL
        THEN stakes_account IS NULL AND coup IS NULL AND stakes IS NULL AND staked_in IS NULL
            AND automatic IS NULL AND cloth IS NULL
        ELSE stakes_account IS NOT NULL AND coup IS NOT NULL AND stakes IS NOT NULL
            AND staked_in IS NOT NULL AND automatic IS NOT NULL AND cloth IS NOT NULL
    END),
    UNIQUE (account, "table")
) STRICT;

CREATE UNIQUE INDEX seat_private ON seat (account, house) WHERE "table" IS NULL;
CREATE INDEX seat_open ON seat (id) WHERE phase = 'open' OR stakes <> '{}';

CREATE TABLE shared_table (
    name TEXT PRIMARY KEY,
    account INTEGER NOT NULL UNIQUE REFERENCES account, -- its records are the table's stream
    spec TEXT NOT NULL,             -- as its operator made it, in JSON
    version INTEGER NOT NULL,
    state TEXT NOT NULL,            -- everything but the seed, in JSON
    sealed BLOB NOT NULL            -- the sabot's seed, encrypted; empty while there is none
) STRICT, WITHOUT ROWID;

CREATE TABLE record (
    id INTEGER PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES account,
    event TEXT NOT NULL,
    at INTEGER NOT NULL,
    body BLOB NOT NULL,
    key TEXT NOT NULL,
    request BLOB NOT NULL,
    seat INTEGER,
    session INTEGER NOT NULL,
    "offset" INTEGER NOT NULL,
    hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;

-- The key comes first: consecutive keys are neighbours in the index, consecutive accounts are not.
CREATE UNIQUE INDEX record_key ON record (key, account) WHERE key <> '';
-- An operator's key stands for one movement of money, whichever account it is used with.
CREATE UNIQUE INDEX record_operators_key ON record (key) WHERE substr(key, 1, 9) = 'operator ';
-- Records other than coups are rare and asked for by themselves. This index is the narrower one:
-- SQLite has no statistics here and prefers the narrower index.
CREATE INDEX record_movement ON record (account, at, id) WHERE event <> 'coup';
CREATE INDEX record_sabot ON record (account, session) WHERE event = 'revealed';
CREATE INDEX record_cash ON record (account, session, "offset") WHERE event = 'cash';
CREATE INDEX record_line ON record (account, session, "offset") WHERE event = 'line';
CREATE INDEX record_refill ON record (account, at) WHERE event = 'refilled';
CREATE INDEX record_stream ON record (account, id) WHERE event IN ('table', 'revealed');

-- Each account's records by time, with everything a history is filtered by. It is an index that is
-- filled in portions: if every coup entered itself, it would write a page of its own.
CREATE TABLE history (
    account INTEGER NOT NULL,
    at INTEGER NOT NULL,
    id INTEGER NOT NULL,
    seat INTEGER,
    session INTEGER NOT NULL,
    PRIMARY KEY (account, at, id)
) STRICT, WITHOUT ROWID;

-- All records, to be read by account: those in the table history, and the few that came after them.
CREATE VIEW account_history AS
SELECT history.id, history.account, record.event, history.at, record.body, record.key,
    record.request, history.seat, history.session, record."offset", record.hash
FROM history JOIN record ON record.id = history.id
UNION ALL
SELECT id, account, event, at, body, key, request, seat, session, "offset", hash
FROM record WHERE id > coalesce((SELECT value FROM meta WHERE name = 'history'), 0);

CREATE TABLE posting (
    record INTEGER NOT NULL REFERENCES record,
    n INTEGER NOT NULL,
    payer INTEGER NOT NULL REFERENCES account,
    payee INTEGER NOT NULL REFERENCES account,
    amount INTEGER NOT NULL CHECK (amount > 0),
    CHECK (payer <> payee),
    PRIMARY KEY (record, n)
) STRICT, WITHOUT ROWID;

-- Marks of the seeds that a player has used at a seat, up to an offset in its sessions, so that not
-- all coups have to be read. They can be deleted at any time: the records contain the seeds.
CREATE TABLE used_seeds (
    seat INTEGER NOT NULL REFERENCES seat,
    session INTEGER NOT NULL,
    "offset" INTEGER NOT NULL,
    marks BLOB NOT NULL,
    PRIMARY KEY (seat, session, "offset")
) STRICT;

-- Records and postings never change, and no account is ever deleted.
CREATE TRIGGER record_stays BEFORE UPDATE ON record
BEGIN SELECT raise(ABORT, 'records stay as they are'); END;
CREATE TRIGGER record_remains BEFORE DELETE ON record
BEGIN SELECT raise(ABORT, 'records stay as they are'); END;
CREATE TRIGGER posting_stays BEFORE UPDATE ON posting
BEGIN SELECT raise(ABORT, 'records stay as they are'); END;
CREATE TRIGGER posting_remains BEFORE DELETE ON posting
BEGIN SELECT raise(ABORT, 'records stay as they are'); END;
CREATE TRIGGER account_remains BEFORE DELETE ON account
BEGIN SELECT raise(ABORT, 'accounts stay'); END;
