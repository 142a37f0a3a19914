-- Those who work here don't bet, and bring no credit: also not at a seat that was theirs before.
CREATE TRIGGER record_of_player BEFORE INSERT ON record
WHEN NEW.event IN ('opened', 'topped_up', 'coup', 'bet') AND (
    SELECT person.role NOT IN ('guest', 'player')
    FROM account JOIN person ON person.id = account.owner WHERE account.id = NEW.account
)
BEGIN
    SELECT RAISE(ABORT, 'those who work here do not bet');
END;
