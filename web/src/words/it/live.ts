// The words of a shared table, in Italian.
import type { TableWords } from "../live";
import { leaving } from "../shared/leaving";
import land from "./land";

const live: TableWords = {
  leave: "Esci",
  watching: "Stai guardando.",
  endings: {
    paused: "Dopo questo colpo il tavolo va in pausa.",
    closed: "Dopo questo colpo il tavolo chiude.",
  },
  lost: "La linea è caduta.",
  lostMore: "Ciò che è confermato vale; si punta di nuovo appena torna.",
  leaving,
  inPlay: (stakes) =>
    `In gioco resta: ${stakes}. Il colpo si gioca, e quel che rende va sul conto.`,
  played: (stakes) =>
    `Era in gioco: ${stakes}. Il colpo è giocato, e quel che ha reso è sul conto.`,
  comesBack: (stakes) => `Dal tappeto torna sul conto: ${stakes}.`,
  waits: "Il colpo è in corso: punti al prossimo.",
  mixing: "Si mescola un sabot nuovo, e chi è al tavolo mescola con noi.",
  opening: (players) =>
    players === 0
      ? "Nessuno mescola questo sabot."
      : players === 1
        ? "La lista è chiusa: mescola un giocatore."
        : `La lista è chiusa: mescolano ${players} giocatori.`,
  realSabot: "Un nuovo sabot di carte vere.",
  fixed: "L'ordine è fissato.",
  burned: (first, count) => `Prima carta: ${first}. Bruciate coperte: ${count}.`,
  noMore: "Rien ne va plus.",
  void: "Il colpo è nullo: le puntate tornano a te.",
  cut: "È uscito il divisore: le carte saranno mescolate prima della mano successiva.",
  exhibition:
    "Esibizione: nessuno ha mescolato questo sabot, quindi non si punta. Appena qualcuno si siede se ne mescola uno nuovo.",
  ordered: (players, hash) =>
    `Sabot mescolato da ${players === 1 ? "un giocatore" : `${players} giocatori`}, ordine fissato: ${hash}`,
  resting: "Il tavolo aspetta che arrivi qualcuno.",
  prepares: "Il croupier prepara il tavolo.",
  noCroupier: "Il tavolo aspetta un croupier.",
  noCroupierMore: "Quello che è confermato resta.",
  steps: ["La casa si impegna", "I giocatori mescolano", "Si aprono i semi", "L'ordine è fissato"],
  myPart: { none: "senza di te", mixed: "la tua parte c'è", opened: "il tuo seme è aperto" },
  coup: "Colpo",
  everyone: (money, players) =>
    `Di tutti: ${money}, ${players === 1 ? "1 giocatore" : `${players} giocatori`}`,
  confirm: "Conferma puntate",
  confirmed: "Confermato",
  draft: "Da confermare",
  draftCounts: "Vale alla chiusura delle puntate",
  automatic: "Conferma automatica",
  automaticHint: "Le fiches sul tappeto diventano puntate alla chiusura.",
  roads: "Le strade",
  roadNames: {
    bead_plate: "Bead plate",
    big_road: "Big road",
    big_eye_boy: "Big eye boy",
    small_road: "Small road",
    cockroach_road: "Cockroach",
  },
  asTable: "Come tabella",
  row: "Riga",
  column: "Colonna",
  repeats: "si ripete",
  changes: "cambia",
  next: (side) => `Se uscisse ${side}`,
  pair: (side) => `coppia di ${side}`,
  ties: (count) => (count === 1 ? "1 patta" : `${count} patte`),
  statistics: { coups: "Colpi", naturals: "Naturali" },
  verify: (sabot) => `Verifica il sabot ${sabot}`,
  verified: (sabot) => `Sabot ${sabot} verificato`,
  video: {
    name: "Immagine del tavolo",
    sound: "Audio del tavolo",
    lost: "Senza immagine: il tavolo continua.",
    waits: "Un momento: si aspetta l'immagine.",
  },
  news: {
    burned: (card) => `Di troppo, bruciata: ${card}.`,
    goesOn: (card) => `Di troppo, apre il prossimo colpo: ${card}.`,
    corrected: (before, after, why) => `Corretta: ${after}, non ${before}. ${why}`,
    swapped: (before, after, why) => `Scambiate: ${before} e ${after}. ${why}`,
    deleted: (card, why) => `Cancellata: ${card}. ${why}`,
    amended: (box, why) => (box ? `Posta corretta alla casella ${box}. ${why}` : `Posta corretta in piedi. ${why}`),
    reversed: (why) => `Il risultato è ritirato. ${why}`,
    called: (who, words) => `${who} chiama il responsabile${words && `: ${words}`}`,
    decided: (words) => `Deciso: ${words}`,
    void: (why) => `Motivo: ${why}`,
  },
  manager: {
    name: "Responsabile",
    call: "Chiama il responsabile",
    called: "Il responsabile di sala è stato chiamato.",
    hint: "Viene al tavolo; la sua decisione è definitiva.",
  },
  refused: {
    "client/not-confirmed": "Le fiches non confermate non sono puntate: sono tornate a te.",
    "bet/too-late": "Troppo tardi: le puntate erano chiuse.",
    "bet/closed": "Ora non si punta: aspetta il prossimo colpo.",
    "bet/already-confirmed": "A questo tavolo si conferma una volta per colpo.",
    "bet/exhibition": "Nessuno ha mescolato questo sabot: non si punta.",
    "table/manager-called": "Il responsabile di sala è già stato chiamato.",
  },
  land,
};

export default live;
