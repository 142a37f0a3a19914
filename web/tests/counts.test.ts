// A text that depends on a number says the number that there is.
import { describe, expect, test } from "vitest";
import { LANGUAGES } from "../src/state/state";
import { dictionary, documentShelf, liveShelf } from "../src/words/dictionary";

describe.each(LANGUAGES)("%s", (language) => {
  const { tables } = dictionary(language);
  const { land, ties, everyone } = liveShelf.in(language);
  const { coups } = documentShelf.in(language).past;
  const counting = { ...tables, ties, coups, others: land.others, free: land.free, everyone: (n: number) => everyone("0,00", n) };

  test.each(["players", "watchers", "seconds", "count", "ties", "coups", "others", "free", "everyone"] as const)(
    "never says one where there is none: %s",
    (name) => {
      const say = counting[name];
      const [none, one, two] = [0, 1, 2].map(say);
      expect(new Set([none, one, two]).size).toBe(3);
      expect(none).toMatch(/\b0\b|^aucune? /);
      expect(none).not.toMatch(/1/);
      expect(two).toMatch(/\b2\b/);
    },
  );
});

test("French has the singular after 0 and 1", () => {
  const { tables } = dictionary("fr");
  const { land, ties } = liveShelf.in("fr");
  expect([0, 1, 2].map(tables.count)).toEqual(["0 table", "1 table", "2 tables"]);
  expect([0, 1, 2].map(tables.watchers)).toEqual(["0 regarde", "1 regarde", "2 regardent"]);
  expect([0, 1, 2].map(tables.seconds)).toEqual(["encore 0 seconde", "encore 1 seconde", "encore 2 secondes"]);
  expect([0, 1, 2].map(documentShelf.in("fr").past.coups)).toEqual(["0 coup", "1 coup", "2 coups"]);
  expect([0, 1, 2].map(ties)).toEqual(["0 égalité", "1 égalité", "2 égalités"]);
  expect([0, 1, 2].map(land.others)).toEqual(["aucun joueur", "un joueur", "2 joueurs"]);
  expect([0, 1, 2].map(land.free)).toEqual(["aucune place libre", "une place libre", "2 places libres"]);
});
