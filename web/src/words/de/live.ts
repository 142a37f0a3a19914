// The words of a shared table, in German.
import type { TableWords } from "../live";
import { leaving } from "../shared/leaving";
import land from "./land";

const live: TableWords = {
  leave: "Gehen",
  watching: "Sie schauen zu.",
  endings: {
    paused: "Nach diesem Coup macht der Tisch Pause.",
    closed: "Nach diesem Coup schließt der Tisch.",
  },
  lost: "Die Verbindung ist weg.",
  lostMore: "Was bestätigt ist, gilt; gesetzt wird wieder, sobald sie zurück ist.",
  leaving,
  inPlay: (stakes) =>
    `Noch im Spiel: ${stakes}. Der Coup wird gespielt, und was er bringt, kommt auf Ihr Konto.`,
  played: (stakes) =>
    `War im Spiel: ${stakes}. Der Coup ist gespielt, und was er gebracht hat, ist auf Ihrem Konto.`,
  comesBack: (stakes) => `Vom Tuch zurück auf Ihr Konto: ${stakes}.`,
  waits: "Der Coup läuft schon: Sie setzen beim nächsten.",
  mixing: "Ein neuer Sabot wird gemischt, und wer am Tisch sitzt, mischt mit.",
  opening: (players) =>
    players === 0
      ? "Niemand mischt diesen Sabot mit."
      : players === 1
        ? "Die Liste ist geschlossen: ein Spieler mischt mit."
        : `Die Liste ist geschlossen: ${players} Spieler mischen mit.`,
  realSabot: "Ein neuer Sabot mit echten Karten.",
  fixed: "Die Reihenfolge steht fest.",
  burned: (first, count) => `Erste Karte: ${first}. Verdeckt verbrannt: ${count}.`,
  noMore: "Nichts geht mehr.",
  void: "Der Coup ist nichtig: die Einsätze kommen zurück.",
  cut: "Die Schnittkarte ist erschienen: vor dem nächsten Coup wird gemischt.",
  exhibition:
    "Eine Vorführung: niemand hat diesen Sabot mitgemischt, also wird nicht gesetzt. Sobald jemand Platz nimmt, wird ein neuer gemischt.",
  ordered: (players, hash) =>
    `Sabot von ${players === 1 ? "einem Spieler" : `${players} Spielern`} mitgemischt, Reihenfolge fest: ${hash}`,
  resting: "Der Tisch wartet, bis jemand kommt.",
  prepares: "Der Croupier bereitet den Tisch vor.",
  noCroupier: "Der Tisch wartet auf einen Croupier.",
  noCroupierMore: "Was bestätigt ist, bleibt.",
  steps: ["Das Haus legt sich fest", "Spieler mischen mit", "Seeds werden geöffnet", "Die Reihenfolge steht"],
  myPart: { none: "ohne Sie", mixed: "Ihr Teil ist dabei", opened: "Ihr Seed ist offen" },
  coup: "Coup",
  everyone: (money, players) => `Alle: ${money}, ${players} Spieler`,
  confirm: "Einsätze bestätigen",
  confirmed: "Bestätigt",
  draft: "Zu bestätigen",
  draftCounts: "Gilt, wenn die Einsätze schließen",
  automatic: "Von selbst bestätigen",
  automaticHint: "Jetons auf dem Tuch werden beim Schluss zu Einsätzen.",
  roads: "Die Roads",
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
  repeats: "wiederholt",
  changes: "wechselt",
  next: (side) => `Käme jetzt ${side}`,
  pair: (side) => `Paar von ${side}`,
  ties: (count) => (count === 1 ? "1 Unentschieden" : `${count} Unentschieden`),
  statistics: { coups: "Coups", naturals: "Naturals" },
  verify: (sabot) => `Sabot ${sabot} prüfen`,
  verified: (sabot) => `Sabot ${sabot} geprüft`,
  video: {
    name: "Bild vom Tisch",
    sound: "Ton vom Tisch",
    lost: "Kein Bild: Der Tisch läuft weiter.",
    waits: "Einen Moment: Das Bild kommt gleich.",
  },
  news: {
    burned: (card) => `Zu viel, verbrannt: ${card}.`,
    goesOn: (card) => `Zu viel, eröffnet den nächsten Coup: ${card}.`,
    corrected: (before, after, why) => `Berichtigt: ${after}, nicht ${before}. ${why}`,
    swapped: (before, after, why) => `Vertauscht: ${before} und ${after}. ${why}`,
    deleted: (card, why) => `Gestrichen: ${card}. ${why}`,
    amended: (box, why) => (box ? `Einsatz in Box ${box} berichtigt. ${why}` : `Einsatz der Stehenden berichtigt. ${why}`),
    reversed: (why) => `Das Ergebnis ist zurückgenommen. ${why}`,
    called: (who, words) => `${who} ruft den Saalchef${words && `: ${words}`}`,
    decided: (words) => `Entschieden: ${words}`,
    void: (why) => `Grund: ${why}`,
  },
  manager: {
    name: "Saalchef",
    call: "Saalchef rufen",
    called: "Der Saalchef ist gerufen.",
    hint: "Er kommt an den Tisch; seine Entscheidung ist endgültig.",
  },
  refused: {
    "client/not-confirmed": "Unbestätigte Jetons zählen nicht: Sie haben sie wieder.",
    "bet/too-late": "Zu spät: Nichts ging mehr.",
    "bet/closed": "Jetzt wird nicht gesetzt, erst beim nächsten Coup.",
    "bet/already-confirmed": "An diesem Tisch wird einmal pro Coup bestätigt.",
    "bet/exhibition": "Diesen Sabot hat niemand gemischt: Auf ihn wird nicht gesetzt.",
    "table/manager-called": "Der Saalchef ist schon gerufen.",
  },
  land,
};

export default live;
