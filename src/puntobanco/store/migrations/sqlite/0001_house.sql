CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO meta VALUES ('epoch', 1);

CREATE TABLE person (
    id INTEGER PRIMARY KEY,
    name TEXT UNIQUE,               -- none for a guest
    password TEXT,                  -- argon2id, never the word itself
    role TEXT NOT NULL CHECK (role IN ('guest', 'player', 'operator')),
    created INTEGER NOT NULL,
    CHECK ((name IS NULL) = (role = 'guest')),
    CHECK ((name IS NULL) = (password IS NULL))
) STRICT;

CREATE TABLE token (
    hash BLOB PRIMARY KEY,          -- SHA-256: the token itself is with its owner only
    person INTEGER NOT NULL REFERENCES person,
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE account (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('player', 'credit', 'stakes', 'house', 'tips', 'cashier')),
    owner INTEGER REFERENCES person,
    currency TEXT NOT NULL CHECK (length(currency) = 3),
    balance INTEGER NOT NULL DEFAULT 0,
    CHECK (balance >= 0 OR kind IN ('house', 'cashier')),
    CHECK ((owner IS NULL) = (kind IN ('house', 'tips', 'cashier')))
) STRICT;

CREATE UNIQUE INDEX account_player ON account (owner, currency) WHERE kind = 'player';

CREATE TABLE sheet (
    hash BLOB PRIMARY KEY CHECK (length(hash) = 32),
    text TEXT NOT NULL              -- the JSON that is hashed
) STRICT, WITHOUT ROWID;

CREATE TABLE seat (
    id INTEGER PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES account,
    credit_account INTEGER NOT NULL UNIQUE REFERENCES account,
    house TEXT NOT NULL,
    epoch INTEGER NOT NULL,
    number INTEGER NOT NULL,
    sheet BLOB NOT NULL REFERENCES sheet,   -- the rules that coup was committed to
    sealed BLOB NOT NULL,           -- the next coup's seed, encrypted
    commitment BLOB NOT NULL CHECK (length(commitment) = 32),
    version INTEGER NOT NULL,
    session INTEGER NOT NULL,
    phase TEXT NOT NULL CHECK (phase IN ('free', 'open')),
    generation INTEGER NOT NULL,
    "offset" INTEGER NOT NULL,
    draft TEXT NOT NULL,
    acted INTEGER NOT NULL,
    lost INTEGER,
    UNIQUE (account, house)
) STRICT;

CREATE INDEX seat_open ON seat (id) WHERE phase = 'open';

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

-- The key comes first: keys made one after another lie side by side, accounts do not.
CREATE UNIQUE INDEX record_key ON record (key, account) WHERE key <> '';
CREATE INDEX record_account ON record (account, id);

CREATE TABLE posting (
    record INTEGER NOT NULL REFERENCES record,
    n INTEGER NOT NULL,
    payer INTEGER NOT NULL REFERENCES account,
    payee INTEGER NOT NULL REFERENCES account,
    amount INTEGER NOT NULL CHECK (amount > 0),
    CHECK (payer <> payee),
    PRIMARY KEY (record, n)
) STRICT, WITHOUT ROWID;

-- What has happened stays as it was told.
CREATE TRIGGER record_stays BEFORE UPDATE ON record
BEGIN SELECT raise(ABORT, 'records stay as they are'); END;
CREATE TRIGGER record_remains BEFORE DELETE ON record
BEGIN SELECT raise(ABORT, 'records stay as they are'); END;
CREATE TRIGGER posting_stays BEFORE UPDATE ON posting
BEGIN SELECT raise(ABORT, 'records stay as they are'); END;
CREATE TRIGGER posting_remains BEFORE DELETE ON posting
BEGIN SELECT raise(ABORT, 'records stay as they are'); END;
