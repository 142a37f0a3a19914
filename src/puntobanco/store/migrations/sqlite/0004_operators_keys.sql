-- A key of an operator's stands for one movement of money, whichever account it is given with. The
-- index of keys leads there by the key alone; what an older house has, stays.
CREATE TRIGGER record_operators_key BEFORE INSERT ON record WHEN substr(NEW.key, 1, 9) = 'operator '
BEGIN
    SELECT raise(ABORT, 'record.key: an operator has used it')
        WHERE EXISTS (SELECT 1 FROM record WHERE key = NEW.key AND key <> '');
END;
