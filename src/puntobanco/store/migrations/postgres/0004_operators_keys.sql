-- A key of an operator's stands for one movement of money, whichever account it is given with, and
-- through whichever node: who comes second waits, and then finds it. What an older house has, stays.
CREATE FUNCTION know_operators_key() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(1346502658, hashtext(NEW.key));  -- "PB", and the third of ours
    IF EXISTS (SELECT FROM record WHERE key = NEW.key AND key <> '') THEN
        RAISE unique_violation USING
            MESSAGE = 'an operator has used the key', CONSTRAINT = 'record_key';
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER record_operators_key BEFORE INSERT ON record
    FOR EACH ROW WHEN (NEW.key LIKE 'operator %') EXECUTE FUNCTION know_operators_key();
