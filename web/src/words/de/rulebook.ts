// What is said around a house's own rules, in German.
import { long } from "../numbers";
import type { Rulebook } from "../rulebook";

export const rulebook: Rulebook = {
  book: "Aus dem Buch",
  paytable: "Wetten und Quoten",
  bet: "Wette",
  pays: "Zahlt",
  limits: "Limits",
  rtp: "Ausschüttungs\u00adquote",
  printed: "im Buch",
  less: (commission) => `abzüglich ${commission}\u00a0%`,
  forOne: (back) => `${back} zurück für 1`,
  coupMax: (most) => `Insgesamt höchstens ${most} pro Coup.`,
  step: (step) => `Jeder Einsatz ist ein Vielfaches von ${step}.`,
  rounding: {
    exact: "Gewinne sind immer ganze Cent.",
    down: "Gewinne werden auf den Cent abgerundet.",
  },
  egaliteStakes: {
    returned: "Bei Unentschieden kommen die Einsätze auf beiden Seiten zurück.",
    left: "Bei Unentschieden bleiben die Einsätze auf beiden Seiten liegen: Ziehen Sie sie zurück, oder sie spielen im nächsten Coup.",
  },
  exact:
    "Die Ausschüttungsquote ist nicht geschätzt: Alle möglichen Reihenfolgen der Karten wurden gezählt. Der Bruch ist genau, die Prozentzahl schreibt ihn dezimal. Wo das Buch eine druckt, steht sie daneben.",
  thirdCard: "Die dritte Karte",
  decks: (decks) => (decks === 1 ? "Ein Kartenspiel." : `${decks} Kartenspiele.`),
  shuffle: {
    "every-coup": "Vor jedem Coup wird gemischt.",
    "cut-card": "Gemischt wird, wenn die Schnittkarte kommt.",
  },
  draws: "zieht",
  stands: "bleibt stehen",
  naturals: "Hat eine Seite mit zwei Karten 8 oder 9, zieht niemand.",
  byThird: (punto) => `nach der dritten Karte von ${punto}`,
  times: "Zeiten",
  inactivity: "Untätigkeit",
  disconnection: "Verbindung verloren",
  betting: "Setzen",
  squeeze: "Karten in der Hand",
  after: (seconds) => `nach ${long("de", seconds)} wird die Sitzung geschlossen, das Guthaben geht aufs Konto zurück`,
  warned: (seconds) => `; Warnung ${long("de", seconds)} vorher`,
  lasts: (seconds) => long("de", seconds),
  readings: "Wie wir das Buch lesen",
  readingsHint: "Wo das Buch mehrdeutig ist oder schweigt: seine Worte, wie wir sie lesen und warum.",
};
