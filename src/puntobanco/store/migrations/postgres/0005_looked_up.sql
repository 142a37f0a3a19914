-- Tokens that have expired are looked for every hour, a few at a time.
CREATE INDEX token_expires ON token (expires);
