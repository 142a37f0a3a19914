-- Those who work here don't bet, and bring no credit: also not at a seat that was theirs before.
-- As before, and with a look at who they are.
CREATE OR REPLACE FUNCTION put(
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
    IF EXISTS (
        SELECT FROM unnest(records) new
        JOIN account ON account.id = new.account
        JOIN person ON person.id = account.owner
        WHERE new.event IN ('opened', 'topped_up', 'coup', 'bet')
            AND person.role NOT IN ('guest', 'player')
    ) THEN
        RETURN 'not allowed';
    END IF;
    INSERT INTO record SELECT * FROM unnest(records);
    UPDATE seat
        SET epoch = step.epoch, number = step.number, sheet = step.sheet, sealed = step.sealed,
            commitment = step.commitment, version = step.version, session = step.session,
            phase = step.phase, generation = step.generation, "offset" = step."offset",
            draft = step.draft, acted = step.acted, lost = step.lost, stakes = step.stakes,
            staked_in = step.staked_in, automatic = step.automatic, cloth = step.cloth
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
