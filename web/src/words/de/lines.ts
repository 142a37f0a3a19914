// Lines to the croupier and the manager, in German.
import type { LinesWords } from "../lines/lines";

const lines: LinesWords = {
  write: "An den Tisch schreiben",
  title: "An den Tisch schreiben",
  kept: "Nur das Personal liest mit; das Haus bewahrt die Zeilen auf.",
  to: { croupier: "An den Croupier", manager: "An den Saalchef" },
  whom: "An wen?",
  line: "Ihre Zeile, bis 200 Zeichen",
  send: "Senden",
  waits: "Wartet auf Antwort",
  news: "Neue Antwort",
  answers: (name) => `${name} antwortet:`,
  offline: "Das Haus antwortet nicht. Versuchen Sie es noch einmal.",
  problems: {
    "line/not-here": "An diesem Tisch wird nicht geschrieben.",
    "line/too-soon": "Eine Zeile in fünf Sekunden, zehn in zehn Minuten: Warten Sie ein wenig.",
    "line/address": "Keine Adressen und Links: Die Zeile wurde nicht gesendet.",
    "line/digits": "Keine langen Nummern wie von Telefonen oder Karten: Die Zeile wurde nicht gesendet.",
    "line/word": "Eines dieser Wörter übermittelt das Haus nicht: Die Zeile wurde nicht gesendet.",
    "line/not-open": "Diese Zeile ist schon beantwortet.",
    "session/none": "Zum Schreiben braucht es einen Platz am Tisch.",
    "message/bad": "Eine einzige Zeile, bis 200 Zeichen.",
  },
  open: "Zeilen der Spieler",
  from: (player) => `Spieler ${player}`,
  ready: {
    thanks: "Danke!",
    moment: "Einen Moment, bitte.",
    coming: "Der Saalchef kommt an den Tisch.",
    not_here: "Das kann ich hier nicht beantworten.",
  },
  other: "Eine andere Antwort",
  answer: "Antworten",
};

export default lines;
