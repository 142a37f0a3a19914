-- Shared tables: accounts of their own, stakes in play, and the table itself.
ALTER TABLE person DROP CONSTRAINT person_role_check;
ALTER TABLE person ADD CONSTRAINT person_role_check
    CHECK (role IN ('guest', 'player', 'croupier', 'manager', 'operator'));

ALTER TABLE account ADD COLUMN "table" TEXT;  -- whose own it is
ALTER TABLE account DROP CONSTRAINT account_kind_check;
ALTER TABLE account ADD CONSTRAINT account_kind_check CHECK (
    kind IN ('player', 'credit', 'stakes', 'house', 'tips', 'cagnotte', 'table', 'cashier')
);
ALTER TABLE account DROP CONSTRAINT account_check;
ALTER TABLE account ADD CONSTRAINT account_owned
    CHECK ((owner IS NULL) = (kind IN ('house', 'tips', 'cagnotte', 'table', 'cashier')));
ALTER TABLE account DROP CONSTRAINT account_check1;
ALTER TABLE account ADD CONSTRAINT account_of_node
    CHECK ((owner IS NULL AND "table" IS NULL) = (node IS NOT NULL));
ALTER TABLE account ADD CONSTRAINT account_of_table
    CHECK (("table" IS NOT NULL) = (kind IN ('tips', 'cagnotte', 'table')));

DROP INDEX account_own;
CREATE UNIQUE INDEX account_own ON account (node, kind, currency) WHERE node IS NOT NULL;
CREATE UNIQUE INDEX account_table ON account ("table", kind, currency) WHERE "table" IS NOT NULL;

ALTER TABLE seat ADD COLUMN stakes_account BIGINT REFERENCES account;
ALTER TABLE seat ADD COLUMN stakes TEXT NOT NULL DEFAULT '{}';
ALTER TABLE seat ADD COLUMN staked_in BIGINT NOT NULL DEFAULT 0;
ALTER TABLE seat ADD COLUMN automatic INTEGER NOT NULL DEFAULT 0;

DROP INDEX seat_open;
CREATE INDEX seat_open ON seat (id) WHERE phase = 'open' OR stakes <> '{}';

CREATE TABLE shared_table (
    name TEXT PRIMARY KEY,
    account BIGINT NOT NULL UNIQUE REFERENCES account,  -- its records are the table's stream
    spec TEXT NOT NULL,             -- as its operator wants it, in JSON
    version BIGINT NOT NULL,
    state TEXT NOT NULL,            -- in JSON, all but the seed
    sealed BYTEA NOT NULL           -- the sabot's seed, encrypted; empty while there is none
) WITH (fillfactor = 50);

CREATE INDEX record_sabot ON record (account, session) WHERE event = 'revealed';
CREATE INDEX record_stream ON record (account, id) WHERE event IN ('table', 'revealed');

DROP FUNCTION put(public.record[], seat_step[], posting[], movement[]);

ALTER TYPE seat_step DROP ATTRIBUTE id;
ALTER TYPE seat_step DROP ATTRIBUTE version_before;
ALTER TYPE seat_step ADD ATTRIBUTE stakes TEXT;
ALTER TYPE seat_step ADD ATTRIBUTE staked_in BIGINT;
ALTER TYPE seat_step ADD ATTRIBUTE automatic INTEGER;
ALTER TYPE seat_step ADD ATTRIBUTE id BIGINT;
ALTER TYPE seat_step ADD ATTRIBUTE version_before BIGINT;

CREATE TYPE table_step AS (
    version BIGINT,
    state TEXT,
    sealed BYTEA,
    name TEXT,
    version_before BIGINT
);

-- As before, and with shared tables.
CREATE FUNCTION put(
    records public.record[], seats seat_step[], postings posting[], movements movement[],
    tables table_step[]
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
            staked_in = step.staked_in, automatic = step.automatic
        FROM unnest(seats) step
        WHERE seat.id = step.id AND seat.version = step.version_before;
    GET DIAGNOSTICS changed = ROW_COUNT;
    IF changed <> cardinality(seats) THEN
        RAISE EXCEPTION USING ERRCODE = 'PB001', MESSAGE = 'a seat has changed';
    END IF;
    IF cardinality(tables) > 0 THEN
        UPDATE shared_table SET version = step.version, state = step.state, sealed = step.sealed
            FROM unnest(tables) step
            WHERE shared_table.name = step.name AND shared_table.version = step.version_before;
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
