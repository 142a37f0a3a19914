// The rules of sessions and connections, in German.
import { long } from "../past/long_formats";
import type { SessionRuleWords } from "../rules/session_rules";

export const session: SessionRuleWords = {
  title: "Verbindung und Sitzung",
  inactivity: "Inaktivität",
  idle: (most, warning) =>
    `Nach ${long("de", most)} ohne Einsatz oder Aufstocken wird die Sitzung geschlossen, und das Guthaben geht aufs Konto. ${long("de", warning)} vorher erscheint eine Warnung.`,
  double: "Doppelte Verbindung",
  taken: "Wenn Sie sich ein zweites Mal mit derselben Sitzung verbinden, wird die erste Verbindung getrennt.",
  disconnection: "Verbindung unterbrochen",
  lost: (first, last, kept) =>
    `Die Seite versucht es von selbst wieder, jeweils nach ${first} bis ${last} ms, und hört nur auf, wenn der Fehler nicht zu beheben ist. Die Sitzung wartet ${long("de", kept)} auf Sie; dann wird sie geschlossen, und das Guthaben geht aufs Konto.`,
  answer: "Antwort verloren",
  lookUp:
    "Reißt die Verbindung nach einem Einsatz und vor der Antwort ab, steht das Ergebnis im Verlauf. Der Coup wird auch ohne Sie beendet und bezahlt.",
  malfunction: "Störungen",
  counts:
    "Für das Guthaben gilt der letzte Coup, der vor der Unterbrechung abgeschlossen und Ihnen mitgeteilt wurde. Ein Einsatz, den das Haus schon gespeichert hat, wird gespielt und bezahlt.",
  realCards:
    "Einen unterbrochenen Coup mit echten Karten beendet der nächste Croupier; oder der Saalchef erklärt ihn für nichtig, und die Einsätze kommen zurück.",
  leave: "Schließt die Sitzung und schreibt das Guthaben sofort dem Konto gut.",
};
