// The words of a shared table, in German.
import type { TableWords } from "../live";
import { leaving } from "../shared/leaving";
import land from "./land";

const live: TableWords = {
  leave: "Verlassen",
  watching: "Sie schauen zu.",
  endings: {
    paused: "Nach diesem Coup macht der Tisch Pause.",
    closed: "Nach diesem Coup schließt der Tisch.",
  },
  lostMore: "Bestätigte Einsätze gelten. Setzen können Sie wieder, sobald die Verbindung steht.",
  leaving,
  inPlay: (stakes) =>
    `Noch im Spiel: ${stakes}. Der Coup wird gespielt, und was er bringt, kommt auf Ihr Konto.`,
  played: (stakes) =>
    `War im Spiel: ${stakes}. Der Coup ist gespielt, und was er gebracht hat, ist auf Ihrem Konto.`,
  settled: (stakes, returned, net) =>
    `War im Spiel: ${stakes}. Auf Ihr Konto zurückgekommen: ${returned} (${net}).`,
  comesBack: (stakes) => `Vom Tuch zurück auf Ihr Konto: ${stakes}.`,
  waits: "Dieser Coup läuft schon: Sie können beim nächsten setzen.",
  mixing: "Ein neuer Sabot: Wer am Tisch ist, mischt mit.",
  opening: (players) =>
    players === 0
      ? "Bei diesem Sabot mischt niemand mit."
      : players === 1
        ? "Die Liste ist geschlossen: Ein Spieler mischt mit."
        : `Die Liste ist geschlossen: ${players} Spieler mischen mit.`,
  realSabot: "Ein neuer Sabot mit echten Karten.",
  fixed: "Die Reihenfolge der Karten steht fest.",
  burned: (first, count) => `Erste Karte: ${first}. Verdeckt verbrannt: ${count}.`,
  noMore: "Nichts geht mehr.",
  void: "Der Coup ist nichtig: Die Einsätze kommen zurück.",
  cut: "Die Schnittkarte ist gekommen: Vor dem nächsten Coup wird gemischt.",
  exhibition: "Eine Vorführung: Bei diesem Sabot hat niemand mitgemischt, also wird nicht gesetzt. Sobald jemand Platz nimmt, wird neu gemischt.",
  ordered: (players, hash) =>
    `Sabot mit ${players === 1 ? "einem Spieler" : `${players} Spielern`} gemischt, Reihenfolge fest: ${hash}`,
  resting: "Der Tisch wartet auf Gäste.",
  prepares: "Der Croupier bereitet den Tisch vor.",
  noCroupier: "Der Tisch wartet auf einen Croupier.",
  noCroupierMore: "Bestätigte Einsätze gelten weiter.",
  steps: ["Das Haus legt sich fest", "Spieler mischen mit", "Seeds werden offengelegt", "Die Reihenfolge steht fest"],
  myPart: { none: "ohne Sie", mixed: "Ihr Teil ist dabei", opened: "Ihr Seed ist offengelegt" },
  coup: "Coup",
  everyone: (money, players) => `Alle: ${money}, ${players} Spieler`,
  confirm: "Einsätze bestätigen",
  confirmed: "Bestätigt",
  draft: "Zu bestätigen",
  draftCounts: "Gilt beim Einsatzschluss",
  automatic: "Automatisch bestätigen",
  automaticHint:
    "Bei „Nichts geht mehr“ gelten die Jetons auf dem Tuch als gesetzt. Sie müssen nichts bestätigen, auch an anderen Tischen nicht.",
  roads: "Roads",
  roadNames: {
    bead_plate: "Bead Plate",
    big_road: "Big Road",
    big_eye_boy: "Big Eye Boy",
    small_road: "Small Road",
    cockroach_road: "Cockroach",
  },
  asTable: "Als Tabelle",
  row: "Zeile",
  column: "Spalte",
  repeats: "wiederholt sich",
  changes: "wechselt",
  next: (side) => `Wenn ${side} gewinnt`,
  pair: (side) => `${side}-Paar`,
  ties: (count) => `${count}-mal Gleichstand`,
  statistics: { coups: "Coups", naturals: "Naturals" },
  verify: (sabot) => `Sabot ${sabot} prüfen`,
  verified: (sabot) => `Sabot ${sabot} geprüft`,
  video: {
    name: "Video vom Tisch",
    sound: "Ton vom Tisch",
    lost: "Kein Bild: Am Tisch wird weitergespielt.",
    waits: "Einen Moment: Das Bild kommt gleich.",
  },
  news: {
    burned: (card) => `Karte zu viel, verbrannt: ${card}.`,
    goesOn: (card) => `Karte zu viel, eröffnet den nächsten Coup: ${card}.`,
    corrected: (before, after, why) => `Berichtigt: ${after}, nicht ${before}. ${why}`,
    swapped: (before, after, why) => `Vertauscht: ${before} und ${after}. ${why}`,
    deleted: (card, why) => `Gestrichen: ${card}. ${why}`,
    amended: (box, guest, stakes, why) => `Einsatz berichtigt. ${box ? `Box ${box}` : "Stehend"}${guest ? `, Gast ${guest}` : ""}: ${stakes}. ${why}`,
    reversed: (why) => `Das Ergebnis wurde zurückgenommen. ${why}`,
    called: (who, words) => `${who} ruft den Saalchef${words && `: ${words}`}`,
    timeCalled: "Die Zeit ist um: Die Regel hat entschieden.",
    timeTurned: "Die Zeit ist um: Der Croupier hat aufgedeckt.",
    decided: (words) => `Entschieden: ${words}`,
    void: (why) => `Grund: ${why}`,
  },
  manager: {
    name: "Saalchef",
    call: "Saalchef rufen",
    called: "Der Saalchef wurde gerufen.",
    hint: "Er kommt an den Tisch; seine Entscheidung ist endgültig.",
    lost: "Die Verbindung brach vor der Antwort ab: Rufen Sie bitte noch einmal.",
  },
  refused: {
    "client/not-confirmed": "Nicht bestätigte Jetons wurden nicht gesetzt: Sie haben sie zurück.",
    "bet/too-late": "Zu spät: Die Einsätze waren schon geschlossen.",
    "bet/closed": "Die Einsätze sind geschlossen: Warten Sie auf den nächsten Coup.",
    "bet/already-confirmed": "An diesem Tisch wird einmal pro Coup bestätigt.",
    "bet/exhibition": "Bei diesem Sabot hat niemand mitgemischt: Auf ihn wird nicht gesetzt.",
    "table/manager-called": "Der Saalchef wurde schon gerufen.",
  },
  land,
};

export default live;
