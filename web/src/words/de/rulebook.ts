// The words around a house's own rules, in German.
import { long } from "../past/long_formats";
import type { Rulebook } from "../rules/rulebook";
import { land } from "./land_rules";
import { session } from "./session_rules";

export const rulebook: Rulebook = {
  played: {
    title: "So wird gespielt",
    goal: (punto, banco) =>
      `Es werden zwei Hände gegeben: ${punto} und ${banco}. Keine gehört Ihnen: Setzen Sie auf die Hand, die näher an neun kommt.`,
    goalInHand: (punto, banco) =>
      `Es werden zwei Hände gegeben, ${punto} und ${banco}: Setzen Sie auf die Hand, die näher an neun kommt.`,
    values: { ace: "Ass", pips: "wie aufgedruckt", tens: "Zehn und Bilder" },
    counting: "Die Werte werden addiert, die Zehner fallen weg: 7 und 8 sind 15, also 5 Punkte.",
    natural: "Jede Hand bekommt zwei Karten. Hat eine damit schon 8 oder 9, ein „Natural“, ist der Coup zu Ende.",
    thirdCard: (punto, points, banco) =>
      `Sonst zieht ${punto} mit ${points} Punkten eine dritte Karte; für ${banco} entscheidet die Tabelle weiter unten.`,
    egaliteStakes: {
      returned: (punto, banco) =>
        `Bei Gleichstand kommen die Einsätze auf ${punto} und ${banco} zurück.`,
      left: (punto, banco) =>
        `Bei Gleichstand bleiben die Einsätze auf ${punto} und ${banco} liegen und spielen im nächsten Coup mit, wenn man sie nicht zurücknimmt.`,
    },
  },
  land,
  wins: {
    punto: (punto) => `Gewinnt, wenn ${punto} mehr Punkte hat.`,
    banco: (_, banco) => `Gewinnt, wenn ${banco} mehr Punkte hat.`,
    egalite: () => "Gewinnt, wenn beide Hände gleich viele Punkte haben.",
    punto_pair: (punto) =>
      `Gewinnt, wenn die ersten beiden ${punto}-Karten ein Paar sind, etwa zwei Könige; die Farbe zählt nicht.`,
    banco_pair: (_, banco) =>
      `Gewinnt, wenn die ersten beiden ${banco}-Karten ein Paar sind, etwa zwei Könige; die Farbe zählt nicht.`,
    either_pair: () => "Gewinnt, wenn mindestens eine der beiden Hände mit einem Paar beginnt, etwa zwei Königen.",
    perfect_pair: () => "Gewinnt, wenn mindestens eine der beiden Hände mit einem Paar derselben Farbe beginnt, etwa zweimal Herz König.",
    grande: () => "Gewinnt, wenn insgesamt fünf oder sechs Karten fallen.",
    piccolo: () => "Gewinnt, wenn vier Karten genügen: Niemand zieht eine dritte.",
  },
  commission: (percent) => `Kommission: ${percent}\u00a0% des Gewinns.`,
  paytable: "Wetten und Quoten",
  bet: "Wette",
  pays: "Zahlt",
  limits: "Limits",
  rtp: "Aus\u00adschüttungs\u00adquote",
  printed: "gedruckt",
  atLeast: (rtp, stake) => `mindestens ${rtp}, mit ${stake}`,
  forOne: (back) => `${back} zurück für 1`,
  coupMax: (most) => `Insgesamt höchstens ${most} pro Coup.`,
  step: (step) => `Jeder Einsatz ist ein Vielfaches von ${step}.`,
  rounding: {
    exact: "Gewinne sind immer ganze Cent.",
    down: "Gewinne werden auf den Cent abgerundet.",
  },
  meant: "Die Ausschüttungsquote sagt, wie viel vom Einsatz auf lange Sicht im Schnitt zurückkommt.",
  fractions: "Die genauen Ausschüttungsquoten",
  exact:
    "Die Ausschüttungsquote ist nicht geschätzt: Alle möglichen Reihenfolgen der Karten wurden gezählt. Der Bruch ist genau, die Prozentzahl schreibt ihn dezimal. Wo das Casino eine druckt, steht sie daneben.",
  thirdCard: "Die dritte Karte",
  decks: (decks) => (decks === 1 ? "Ein Kartenspiel." : `${decks} Kartenspiele.`),
  shuffle: {
    "every-coup": "Vor jedem Coup wird gemischt.",
    "cut-card": "Gemischt wird, wenn die Schnittkarte kommt.",
  },
  draws: "zieht",
  stands: "bleibt stehen",
  naturals: "Hat eine Seite mit zwei Karten 8 oder 9, zieht niemand.",
  byPoints: "nach den eigenen Punkten",
  byThird: (punto) => `nach dem Wert der dritten ${punto}-Karte`,
  had: (banco) => `${banco}-Punkte mit zwei Karten`,
  none: (punto) => `${punto} hat nicht gezogen`,
  session,
  times: "Zeiten",
  betting: "Setzen",
  squeeze: "Karten in der Hand",
  lasts: (seconds) => long("de", seconds),
  notices: "Hinweise des Hauses",
  readings: "Wie wir die Regeln lesen",
  readingsHint: "Wo das gedruckte Reglement mehrdeutig ist oder schweigt: seine Worte, wie wir sie lesen und warum.",
};
