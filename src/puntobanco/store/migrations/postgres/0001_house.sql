-- A house needs a database of its own and uses the schema public.

-- Numbers that describe the whole house: its epoch, and whether this database is a backup.
CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value BIGINT NOT NULL
);

INSERT INTO meta VALUES ('epoch', 1);

CREATE TABLE person (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name TEXT COLLATE "C",          -- as it was typed; a guest has none
    password TEXT,                  -- the argon2id hash, never the password itself
    role TEXT NOT NULL CHECK (role IN ('guest', 'player', 'croupier', 'manager', 'operator')),
    created BIGINT NOT NULL,
    CHECK ((name IS NULL) = (role = 'guest')),
    CHECK ((name IS NULL) = (password IS NULL))
);

CREATE UNIQUE INDEX person_name ON person (lower(name)); -- Anna and anna are one person

CREATE TABLE token (
    hash BYTEA PRIMARY KEY,         -- SHA-256: only its owner has the token itself
    person BIGINT NOT NULL REFERENCES person,
    created BIGINT NOT NULL,
    expires BIGINT NOT NULL,
    browser TEXT NOT NULL,          -- of the device that logged in; empty if unknown
    system TEXT NOT NULL,
    used BIGINT NOT NULL            -- when it was used last, to within some minutes
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
    house TEXT NOT NULL,            -- whose rules are played
    "table" TEXT,                   -- the shared table; none at a private one
    stakes_account BIGINT REFERENCES account,
    epoch BIGINT NOT NULL,
    version BIGINT NOT NULL,
    session BIGINT NOT NULL,
    phase TEXT NOT NULL CHECK (phase IN ('free', 'open')),
    generation BIGINT NOT NULL,
    "offset" BIGINT NOT NULL,
    draft TEXT NOT NULL,            -- bets and cents, in JSON
    acted BIGINT NOT NULL,
    lost BIGINT,
    number BIGINT,                 -- of the next coup
    sheet BYTEA REFERENCES sheet,   -- the rules the next coup was committed to
    sealed BYTEA,                   -- the next coup's seed, encrypted
    commitment BYTEA CHECK (length(commitment) = 32),
    coup BIGINT,                   -- the one that chips and stakes are for
    stakes TEXT,                    -- bets and cents, in JSON
    staked_in BIGINT,
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
) WITH (fillfactor = 50);

CREATE UNIQUE INDEX seat_private ON seat (account, house) WHERE "table" IS NULL;
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
-- An operator's key stands for one movement of money, whichever account it is used with.
CREATE UNIQUE INDEX record_operators_key ON record (key) WHERE key LIKE 'operator %';
-- By time, then everything a history is filtered by, so that rows that don't match are not read.
-- Not by id: an account's records may have been written by several nodes.
CREATE INDEX record_account ON record (account, at, id, seat, session);
-- Records other than coups are rare and asked for by themselves.
CREATE INDEX record_movement ON record (account, at, id) WHERE event <> 'coup';
CREATE INDEX record_sabot ON record (account, session) WHERE event = 'revealed';
CREATE INDEX record_cash ON record (account, session, "offset") WHERE event = 'cash';
CREATE INDEX record_line ON record (account, session, "offset") WHERE event = 'line';
CREATE INDEX record_refill ON record (account, at) WHERE event = 'refilled';
CREATE INDEX record_stream ON record (account, id) WHERE event IN ('table', 'revealed');

-- All records, to be read by account. SQLite has another way to find them.
CREATE VIEW account_history AS SELECT * FROM record;

CREATE TABLE posting (
    record BIGINT NOT NULL,
    n INTEGER NOT NULL,
    payer BIGINT NOT NULL,
    payee BIGINT NOT NULL,
    amount BIGINT NOT NULL CHECK (amount > 0),
    CHECK (payer <> payee),
    PRIMARY KEY (record, n)
);

-- Marks of the seeds that a player has used at a seat, up to an offset in its sessions, so that not
-- all coups have to be read. They can be deleted at any time: the records contain the seeds.
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

CREATE TYPE movement AS (amount BIGINT, account BIGINT);
CREATE TYPE stake_move AS (
    "table" TEXT, coup BIGINT, received BIGINT, withdraws BOOLEAN, needs_croupier BOOLEAN
);

-- Whether a shared table allows a change of stakes: table/shared/betting_window.py in SQL.
CREATE FUNCTION takes(view JSONB, move stake_move) RETURNS BOOLEAN LANGUAGE SQL IMMUTABLE AS $$
    SELECT CASE WHEN move.withdraws
        THEN move.coup > coup OR (move.coup = coup AND is_open AND in_time)
        ELSE move.coup = coup AND is_open AND in_time
            AND (move.received IS NULL OR move.received >= opened)
            AND (croupier <> 0 OR NOT move.needs_croupier)
        END
    FROM (
        SELECT (view ->> 'coup')::BIGINT AS coup,
            (view ->> 'opened')::BIGINT AS opened,
            (view ->> 'croupier')::BIGINT AS croupier,
            view ->> 'stage' IN ('betting', 'closing') AS is_open,
            (move.received < CASE view ->> 'stage'
                WHEN 'closing' THEN (view ->> 'closed')::BIGINT
                ELSE (view ->> 'until')::BIGINT
            END) IS NOT FALSE AS in_time  -- also without a time or without an end
    ) betting
$$;

-- Writes a batch, all of it or nothing, and returns a WriteResult. Seats and tables are complete
-- rows with their new values, one version later than the stored ones; columns that never change are
-- left alone. The settings make the planner update row by row, in the order given, whatever the
-- tables contain, so that two nodes don't deadlock.
CREATE FUNCTION put(
    records public.record[], seats seat[], postings posting[], movements movement[],
    tables shared_table[], moves stake_move[]
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
        SET epoch = step.epoch, version = step.version, session = step.session,
            phase = step.phase, generation = step.generation, "offset" = step."offset",
            draft = step.draft, acted = step.acted, lost = step.lost, number = step.number,
            sheet = step.sheet, sealed = step.sealed, commitment = step.commitment,
            coup = step.coup, stakes = step.stakes, staked_in = step.staked_in,
            automatic = step.automatic, cloth = step.cloth
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
    -- Checked against the tables as the statements above have left them. They stay so until the
    -- commit, because of the lock.
    IF cardinality(moves) > 0 AND EXISTS (
        WITH betting AS MATERIALIZED (
            SELECT name, state::JSONB -> 'view' AS view FROM shared_table
            WHERE name IN (SELECT "table" FROM unnest(moves)) ORDER BY name FOR SHARE
        )
        SELECT FROM unnest(moves) move LEFT JOIN betting ON betting.name = move."table"
        WHERE takes(view, move) IS NOT TRUE
    ) THEN
        RAISE EXCEPTION USING ERRCODE = 'PB002', MESSAGE = 'a table takes no such bet';
    END IF;
    INSERT INTO posting SELECT * FROM unnest(postings);
    UPDATE account SET balance = balance + movement.amount
        FROM unnest(movements) movement
        WHERE account.id = movement.account;
    RETURN 'done';
EXCEPTION
    WHEN SQLSTATE 'PB001' THEN
        RETURN 'stale';
    WHEN SQLSTATE 'PB002' THEN
        RETURN 'not accepted';
    WHEN unique_violation THEN
        GET STACKED DIAGNOSTICS violated = CONSTRAINT_NAME;
        IF violated IN ('record_key', 'record_operators_key') THEN
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
