-- A house has a database of its own, and uses its schema public.

-- Numbers that describe the whole house: its epoch, and whether this database is a backup.
CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value BIGINT NOT NULL
);

INSERT INTO meta VALUES ('epoch', 1);

CREATE TABLE person (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name TEXT UNIQUE,               -- a guest has none
    password TEXT,                  -- the argon2id hash, never the password itself
    role TEXT NOT NULL CHECK (role IN ('guest', 'player', 'croupier', 'manager', 'operator')),
    created BIGINT NOT NULL,
    CHECK ((name IS NULL) = (role = 'guest')),
    CHECK ((name IS NULL) = (password IS NULL))
);

CREATE TABLE token (
    hash BYTEA PRIMARY KEY,         -- SHA-256: only its owner has the token itself
    person BIGINT NOT NULL REFERENCES person,
    created BIGINT NOT NULL,
    expires BIGINT NOT NULL
);

CREATE INDEX token_person ON token (person);
-- Expired tokens are looked for every hour, a few at a time.
CREATE INDEX token_expires ON token (expires);

-- Half of each page is left free, so that a new balance is stored beside the old one.
CREATE TABLE account (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind TEXT NOT NULL CHECK (
        kind IN ('player', 'credit', 'stakes', 'house', 'tips', 'cagnotte', 'table', 'cashier')
    ),
    owner BIGINT REFERENCES person,
    currency TEXT NOT NULL CHECK (length(currency) = 3),
    balance BIGINT NOT NULL DEFAULT 0,
    "table" TEXT,                   -- the shared table that owns it
    node INTEGER,                   -- the node that owns it: no two nodes update the same row
    CONSTRAINT account_covered CHECK (balance >= 0 OR kind IN ('house', 'cashier')),
    CONSTRAINT account_owned
        CHECK ((owner IS NULL) = (kind IN ('house', 'tips', 'cagnotte', 'table', 'cashier'))),
    CONSTRAINT account_of_node CHECK ((owner IS NULL AND "table" IS NULL) = (node IS NOT NULL)),
    CONSTRAINT account_of_table
        CHECK (("table" IS NOT NULL) = (kind IN ('tips', 'cagnotte', 'table')))
) WITH (fillfactor = 50);

CREATE UNIQUE INDEX account_player ON account (owner, currency) WHERE kind = 'player';
CREATE UNIQUE INDEX account_own ON account (node, kind, currency) WHERE node IS NOT NULL;
CREATE UNIQUE INDEX account_table ON account ("table", kind, currency) WHERE "table" IS NOT NULL;

CREATE TABLE sheet (
    hash BYTEA PRIMARY KEY CHECK (length(hash) = 32),
    text TEXT NOT NULL              -- the JSON that is hashed
);

CREATE TABLE seat (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account BIGINT NOT NULL REFERENCES account,
    credit_account BIGINT NOT NULL UNIQUE REFERENCES account,
    stakes_account BIGINT REFERENCES account,   -- only at a shared table
    house TEXT NOT NULL,
    epoch BIGINT NOT NULL,
    number BIGINT NOT NULL,
    sheet BYTEA NOT NULL REFERENCES sheet,  -- the rules the next coup was committed to
    sealed BYTEA NOT NULL,          -- the next coup's seed, encrypted; empty at a shared table
    commitment BYTEA NOT NULL CHECK (length(commitment) = 32),
    version BIGINT NOT NULL,
    session BIGINT NOT NULL,
    phase TEXT NOT NULL CHECK (phase IN ('free', 'open')),
    generation BIGINT NOT NULL,
    "offset" BIGINT NOT NULL,
    draft TEXT NOT NULL,            -- bets and cents, in JSON
    acted BIGINT NOT NULL,
    lost BIGINT,
    stakes TEXT NOT NULL,           -- bets and cents, in JSON
    staked_in BIGINT NOT NULL,
    automatic INTEGER NOT NULL,
    cloth TEXT NOT NULL,            -- cards in hand, stakes left and since when they lie, in JSON
    UNIQUE (account, house)
) WITH (fillfactor = 50);

CREATE INDEX seat_open ON seat (id) WHERE phase = 'open' OR stakes <> '{}';

CREATE TABLE shared_table (
    name TEXT PRIMARY KEY,
    account BIGINT NOT NULL UNIQUE REFERENCES account,  -- its records are the table's stream
    spec TEXT NOT NULL,             -- as its operator made it, in JSON
    version BIGINT NOT NULL,
    state TEXT NOT NULL,            -- everything but the seed, in JSON
    sealed BYTEA NOT NULL           -- the sabot's seed, encrypted; empty while there is none
) WITH (fillfactor = 50);

CREATE TABLE record (
    id BIGINT PRIMARY KEY,          -- the node's number in the upper 16 bits, then 1, 2, 3…
    account BIGINT NOT NULL REFERENCES account,
    event TEXT NOT NULL,
    at BIGINT NOT NULL,
    body BYTEA NOT NULL,
    key TEXT NOT NULL,
    request BYTEA NOT NULL,
    seat BIGINT,
    session BIGINT NOT NULL,
    "offset" BIGINT NOT NULL,
    hash BYTEA NOT NULL CHECK (length(hash) = 32)
);

CREATE UNIQUE INDEX record_key ON record (key, account) WHERE key <> '';
-- By time, then everything a history is filtered by, so that rows that don't match are not read.
-- Not by id: an account's records may have been written by several nodes.
CREATE INDEX record_account ON record (account, at, id, seat, session);
-- Records other than coups are rare and asked for by themselves.
CREATE INDEX record_movement ON record (account, at, id) WHERE event <> 'coup';
CREATE INDEX record_sabot ON record (account, session) WHERE event = 'revealed';
CREATE INDEX record_stream ON record (account, id) WHERE event IN ('table', 'revealed');

CREATE TABLE posting (
    record BIGINT NOT NULL,
    n INTEGER NOT NULL,
    payer BIGINT NOT NULL,
    payee BIGINT NOT NULL,
    amount BIGINT NOT NULL CHECK (amount > 0),
    CHECK (payer <> payee),
    PRIMARY KEY (record, n)
);

-- Marks of the players' seeds up to a place in a seat's sessions, so that nobody has to read all
-- of its coups. They follow from the records and can be deleted at any time.
CREATE TABLE used_seeds (
    seat BIGINT NOT NULL REFERENCES seat,
    session BIGINT NOT NULL,
    "offset" BIGINT NOT NULL,
    marks BYTEA NOT NULL,
    PRIMARY KEY (seat, session, "offset")
);

-- Three foreign keys would look up each row of posting by itself and cost a third of the coups per
-- second. This trigger looks up all postings of a statement together. What they point at can't be
-- deleted, see below.
CREATE FUNCTION know_postings() RETURNS TRIGGER LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
AS $$
BEGIN
    IF EXISTS (
        SELECT FROM fresh WHERE NOT EXISTS (SELECT FROM record WHERE id = fresh.record)
    ) OR EXISTS (
        SELECT FROM (SELECT payer AS id FROM fresh UNION SELECT payee FROM fresh) named
        WHERE NOT EXISTS (SELECT FROM account WHERE account.id = named.id)
    ) THEN
        RAISE foreign_key_violation USING MESSAGE = 'a posting of no record or account';
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER posting_known AFTER INSERT ON posting REFERENCING NEW TABLE AS fresh
    FOR EACH STATEMENT EXECUTE FUNCTION know_postings();

-- Records and postings never change, and no account is ever deleted.
CREATE FUNCTION stay() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'rows of % stay as they are', TG_TABLE_NAME;
END
$$;

CREATE TRIGGER record_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON record
    FOR EACH STATEMENT EXECUTE FUNCTION stay();
CREATE TRIGGER posting_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON posting
    FOR EACH STATEMENT EXECUTE FUNCTION stay();
CREATE TRIGGER account_remains BEFORE DELETE OR TRUNCATE ON account
    FOR EACH STATEMENT EXECUTE FUNCTION stay();

-- An operator's key stands for one movement of money, whichever account and whichever node it is
-- used with. The second who uses it waits for the first, and then finds the first one's record.
CREATE FUNCTION know_operators_key() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(1346502658, hashtext(NEW.key));  -- "PB" and the third lock of ours
    IF EXISTS (SELECT FROM record WHERE key = NEW.key AND key <> '') THEN
        RAISE unique_violation USING
            MESSAGE = 'an operator has used the key', CONSTRAINT = 'record_key';
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER record_operators_key BEFORE INSERT ON record
    FOR EACH ROW WHEN (NEW.key LIKE 'operator %') EXECUTE FUNCTION know_operators_key();

CREATE TYPE movement AS (amount BIGINT, account BIGINT);

-- Writes a batch: all of it or nothing. The answer is one of our outcomes. Seats and tables are
-- whole rows as they are afterwards, one version later than what is stored; columns that never
-- change are left alone. The settings fix the shape of the plans, whatever the tables looked like
-- when they were made: row by row, in the order given, so that two nodes don't deadlock.
CREATE FUNCTION put(
    records public.record[], seats seat[], postings posting[], movements movement[],
    tables shared_table[]
) RETURNS TEXT LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
AS $$
DECLARE
    changed BIGINT;
    violated TEXT;
BEGIN
    INSERT INTO record SELECT * FROM unnest(records);
    UPDATE seat
        SET epoch = step.epoch, number = step.number, sheet = step.sheet, sealed = step.sealed,
            commitment = step.commitment, version = step.version, session = step.session,
            phase = step.phase, generation = step.generation, "offset" = step."offset",
            draft = step.draft, acted = step.acted, lost = step.lost, stakes = step.stakes,
            staked_in = step.staked_in, automatic = step.automatic, cloth = step.cloth
        FROM unnest(seats) step
        WHERE seat.id = step.id AND seat.version = step.version - 1;
    GET DIAGNOSTICS changed = ROW_COUNT;
    IF changed <> cardinality(seats) THEN
        RAISE EXCEPTION USING ERRCODE = 'PB001', MESSAGE = 'a seat has changed';
    END IF;
    IF cardinality(tables) > 0 THEN
        UPDATE shared_table SET version = step.version, state = step.state, sealed = step.sealed
            FROM unnest(tables) step
            WHERE shared_table.name = step.name AND shared_table.version = step.version - 1;
        GET DIAGNOSTICS changed = ROW_COUNT;
        IF changed <> cardinality(tables) THEN
            RAISE EXCEPTION USING ERRCODE = 'PB001', MESSAGE = 'a table has changed';
        END IF;
    END IF;
    INSERT INTO posting SELECT * FROM unnest(postings);
    UPDATE account SET balance = balance + movement.amount
        FROM unnest(movements) movement
        WHERE account.id = movement.account;
    RETURN 'done';
EXCEPTION
    WHEN SQLSTATE 'PB001' THEN
        RETURN 'stale';
    WHEN unique_violation THEN
        GET STACKED DIAGNOSTICS violated = CONSTRAINT_NAME;
        IF violated = 'record_key' THEN
            RETURN 'key known';
        END IF;
        RAISE;
    WHEN check_violation THEN
        GET STACKED DIAGNOSTICS violated = CONSTRAINT_NAME;
        IF violated = 'account_covered' THEN
            RETURN 'not covered';
        END IF;
        RAISE;
    WHEN numeric_value_out_of_range THEN
        RETURN 'not covered';
END
$$;
