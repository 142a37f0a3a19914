-- A house lives in a database of its own, in the schema public.
CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value BIGINT NOT NULL
);

INSERT INTO meta VALUES ('epoch', 1);

CREATE TABLE person (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name TEXT UNIQUE,               -- none for a guest
    password TEXT,                  -- argon2id, never the word itself
    role TEXT NOT NULL CHECK (role IN ('guest', 'player', 'operator')),
    created BIGINT NOT NULL,
    CHECK ((name IS NULL) = (role = 'guest')),
    CHECK ((name IS NULL) = (password IS NULL))
);

CREATE TABLE token (
    hash BYTEA PRIMARY KEY,         -- SHA-256: the token itself is with its owner only
    person BIGINT NOT NULL REFERENCES person,
    created BIGINT NOT NULL,
    expires BIGINT NOT NULL
);

CREATE INDEX token_person ON token (person);

-- Half of each page is left free, so that a new balance lies beside the old one.
CREATE TABLE account (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('player', 'credit', 'stakes', 'house', 'tips', 'cashier')),
    owner BIGINT REFERENCES person,
    node INTEGER,                   -- whose own it is, so that no row is hot; none for a person's
    currency TEXT NOT NULL CHECK (length(currency) = 3),
    balance BIGINT NOT NULL DEFAULT 0,
    CONSTRAINT account_covered CHECK (balance >= 0 OR kind IN ('house', 'cashier')),
    CHECK ((owner IS NULL) = (kind IN ('house', 'tips', 'cashier'))),
    CHECK ((owner IS NULL) = (node IS NOT NULL))
) WITH (fillfactor = 50);

CREATE UNIQUE INDEX account_player ON account (owner, currency) WHERE kind = 'player';
CREATE UNIQUE INDEX account_own ON account (node, kind, currency) WHERE owner IS NULL;

CREATE TABLE sheet (
    hash BYTEA PRIMARY KEY CHECK (length(hash) = 32),
    text TEXT NOT NULL              -- the JSON that is hashed
);

CREATE TABLE seat (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account BIGINT NOT NULL REFERENCES account,
    credit_account BIGINT NOT NULL UNIQUE REFERENCES account,
    house TEXT NOT NULL,
    epoch BIGINT NOT NULL,
    number BIGINT NOT NULL,
    sheet BYTEA NOT NULL REFERENCES sheet,  -- the rules that coup was committed to
    sealed BYTEA NOT NULL,          -- the next coup's seed, encrypted
    commitment BYTEA NOT NULL CHECK (length(commitment) = 32),
    version BIGINT NOT NULL,
    session BIGINT NOT NULL,
    phase TEXT NOT NULL CHECK (phase IN ('free', 'open')),
    generation BIGINT NOT NULL,
    "offset" BIGINT NOT NULL,
    draft TEXT NOT NULL,
    acted BIGINT NOT NULL,
    lost BIGINT,
    UNIQUE (account, house)
) WITH (fillfactor = 50);

CREATE INDEX seat_open ON seat (id) WHERE phase = 'open';

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
-- By time, not by id: somebody may have played through several nodes.
CREATE INDEX record_account ON record (account, at, id);

CREATE TABLE posting (
    record BIGINT NOT NULL,
    n INTEGER NOT NULL,
    payer BIGINT NOT NULL,
    payee BIGINT NOT NULL,
    amount BIGINT NOT NULL CHECK (amount > 0),
    CHECK (payer <> payee),
    PRIMARY KEY (record, n)
);

-- Three foreign keys would look each row up by itself, and cost a third of all coups a second. Here
-- a statement's postings are looked up together; what they point at can't be deleted, see below.
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

-- What has happened stays as it was told.
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

CREATE TYPE seat_step AS (
    epoch BIGINT,
    number BIGINT,
    sheet BYTEA,
    sealed BYTEA,
    commitment BYTEA,
    version BIGINT,
    session BIGINT,
    phase TEXT,
    generation BIGINT,
    "offset" BIGINT,
    draft TEXT,
    acted BIGINT,
    lost BIGINT,
    id BIGINT,
    version_before BIGINT
);

CREATE TYPE movement AS (amount BIGINT, account BIGINT);

-- A batch, all of it or nothing; the answer is one of our outcomes. The settings hold the plans to
-- one shape, whatever the tables looked like when they were made: row by row, in the order given,
-- so that two nodes don't wait for each other in a circle.
CREATE FUNCTION put(
    records public.record[], seats seat_step[], postings posting[], movements movement[]
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
            commitment = step.commitment, version = step.version, session = step.session, phase = step.phase,
            generation = step.generation, "offset" = step."offset", draft = step.draft,
            acted = step.acted, lost = step.lost
        FROM unnest(seats) step
        WHERE seat.id = step.id AND seat.version = step.version_before;
    GET DIAGNOSTICS changed = ROW_COUNT;
    IF changed <> cardinality(seats) THEN
        RAISE EXCEPTION USING ERRCODE = 'PB001', MESSAGE = 'a seat has changed';
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
