// The words about shared tables in the lobby, in German.
import type { LobbyTableWords } from "../lobby_tables";

export const tables: LobbyTableWords = {
  tables: "Live-Tische",
  watch: "Zuschauen",
  players: (count) => `${count} Spieler`,
  watchers: (count) => (count === 1 ? "1 schaut zu" : `${count} schauen zu`),
  stages: {
    resting: "Ruht",
    mixing: "Es wird gemischt",
    opening: "Alle mischen mit",
    burning: "Neuer Sabot",
    betting: "Einsätze offen",
    closing: "Nichts geht mehr",
    dealing: "Karten liegen",
    paying: "Es wird bezahlt",
    paid: "Coup vorbei",
  },
  standings: { paused: "Der Tisch macht Pause.", closed: "Der Tisch ist geschlossen." },
  badges: { open: "Live", paused: "Pause", closed: "Geschlossen" },
  rests: {
    paused: "Es geht weiter, sobald der Croupier wieder öffnet.",
    closed: "Ihr Guthaben geht nicht verloren: lassen Sie es sich auszahlen, wann Sie möchten.",
  },
  note: "Das Haus sagt",
  seconds: (count) => (count === 1 ? "noch 1 Sekunde" : `noch ${count} Sekunden`),
  sabot: "Sabot",
  cards: (left) => `noch ${left} Karten`,
  real: "ohne Nachweis",
  nothing: "Noch kein Coup aus diesem Sabot.",
  kinds: { down: "Karten in der Hand", up: "Karten offen", croupier: "echte Karten", person: "mit Croupier" },
  keyed: "Gespielt wird am echten Tisch: Von hier schaut man zu.",
};
