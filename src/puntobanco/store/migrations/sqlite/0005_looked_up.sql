-- What is looked up by something else than its key, so that a large house waits no longer for it.
CREATE INDEX token_person ON token (person);
CREATE INDEX token_expires ON token (expires);
-- The house's own, of which there is one to a currency.
CREATE UNIQUE INDEX account_own ON account (kind, currency) WHERE owner IS NULL AND "table" IS NULL;
