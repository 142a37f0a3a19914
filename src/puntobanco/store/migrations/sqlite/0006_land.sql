-- Cards in hand and stakes left on the cloth: since when, how much, and which cards, in JSON.
ALTER TABLE seat ADD COLUMN cloth TEXT NOT NULL DEFAULT '{}';
