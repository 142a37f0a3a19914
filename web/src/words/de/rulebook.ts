// What is said around a house's own rules, in German.
import { long } from "../numbers";
import type { Rulebook } from "../rulebook";

export const rulebook: Rulebook = {
  book: "Aus dem Buch",
  paytable: "Einsätze und was sie zahlen",
  bet: "Einsatz",
  pays: "Zahlt",
  limits: "Grenzen",
  rtp: "Genaue Quote",
  printed: "im Buch",
  less: (commission) => `weniger ${commission} %`,
  forOne: (back) => `${back} zurück für 1`,
  coupMax: (most) => `Höchstens ${most} je Coup, alles zusammen.`,
  step: (step) => `Jeder Einsatz ist ein Vielfaches von ${step}.`,
  rounding: {
    exact: "Gewinne sind immer ganze Cent.",
    down: "Gewinne werden auf den Cent abgerundet.",
  },
  egaliteStakes: {
    returned: "Bei Gleichstand kommen die Einsätze auf beide Seiten zurück.",
    left: "Bei Gleichstand bleiben die Einsätze auf beide Seiten liegen: Ziehen Sie sie zurück, oder sie spielen im nächsten Coup.",
  },
  exact:
    "Die Quote ist nicht geschätzt: alle möglichen Reihenfolgen der Karten wurden gezählt. Der Bruch ist genau, die Prozentzahl schreibt ihn dezimal. Wo das Buch eine druckt, steht sie daneben.",
  thirdCard: "Die dritte Karte",
  decks: (decks) => (decks === 1 ? "Ein Kartenspiel." : `${decks} Kartenspiele.`),
  shuffle: {
    "every-coup": "Vor jedem Coup wird gemischt.",
    "cut-card": "Gemischt wird, wenn die Schnittkarte kommt.",
  },
  draws: "zieht",
  stands: "bleibt stehen",
  naturals: "Mit 8 oder 9 auf zwei Karten einer Seite zieht niemand.",
  byThird: (punto) => `nach der dritten Karte von ${punto}`,
  times: "Zeiten",
  inactivity: "Untätigkeit",
  disconnection: "Verbindung verloren",
  betting: "Setzen",
  squeeze: "Karten in der Hand",
  after: (seconds) => `nach ${long("de", seconds)} wird die Sitzung geschlossen, das Guthaben geht aufs Konto zurück`,
  warned: (seconds) => `; Hinweis ${long("de", seconds)} vorher`,
  lasts: (seconds) => long("de", seconds),
  readings: "Wie wir das Buch lesen",
  readingsHint: "Wo das Buch mehrdeutig ist oder schweigt: seine Worte, wie wir sie lesen, und warum.",
};
