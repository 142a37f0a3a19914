// Lines to the croupier and the manager, in German.
import type { LinesWords } from "../lines/lines";

const lines: LinesWords = {
  write: "An den Tisch schreiben",
  title: "An den Tisch schreiben",
  kept: "Nur das Personal liest mit; das Haus bewahrt die Nachrichten auf.",
  to: { croupier: "An den Croupier", manager: "An den Saalchef" },
  whom: "An wen?",
  line: "Ihre Nachricht, bis 200 Zeichen",
  send: "Senden",
  waits: "Wartet auf Antwort",
  news: "Neue Antwort",
  answers: (name) => `${name} antwortet:`,
  offline: "Das Haus antwortet nicht. Versuchen Sie es noch einmal.",
  problems: {
    "line/not-here": "An diesem Tisch werden keine Nachrichten angenommen.",
    "line/too-soon": "Eine Nachricht in fünf Sekunden, zehn in zehn Minuten: Warten Sie ein wenig.",
    "line/address": "Keine Adressen und Links: Die Nachricht wurde nicht gesendet.",
    "line/digits": "Keine langen Nummern wie von Telefonen oder Karten: Die Nachricht wurde nicht gesendet.",
    "line/word": "Eines dieser Wörter übermittelt das Haus nicht: Die Nachricht wurde nicht gesendet.",
    "line/not-open": "Diese Nachricht ist schon beantwortet.",
    "session/none": "Zum Schreiben brauchen Sie einen Platz am Tisch.",
    "message/bad": "Eine einzige Zeile, bis 200 Zeichen.",
  },
  open: "Nachrichten der Spieler",
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
