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
  lostMore: "Le puntate confermate valgono; si punta di nuovo appena torna la connessione.",
  leaving,
  inPlay: (stakes) =>
    `In gioco resta: ${stakes}. Il colpo si gioca, e quel che rende va sul conto.`,
  played: (stakes) =>
    `Era in gioco: ${stakes}. Il colpo è giocato, e quel che ha reso è sul conto.`,
  settled: (stakes, returned, net) =>
    `Era in gioco: ${stakes}. Tornati sul conto: ${returned} (${net}).`,
  comesBack: (stakes) => `Dal tappeto torna sul conto: ${stakes}.`,
  waits: "Il colpo è in corso: potrai puntare al prossimo.",
  mixing: "Si prepara un sabot nuovo: chi è al tavolo partecipa alla mescolata.",
  opening: (players) =>
    players === 0
      ? "Nessun giocatore partecipa alla mescolata."
      : players === 1
        ? "La lista è chiusa: partecipa un giocatore."
        : `La lista è chiusa: partecipano ${players} giocatori.`,
  realSabot: "Un nuovo sabot di carte vere.",
  fixed: "L'ordine delle carte è fissato.",
  burned: (first, count) => `Prima carta: ${first}. Carte bruciate, coperte: ${count}.`,
  noMore: "Rien ne va plus.",
  void: "Il colpo è nullo: le puntate tornano a te.",
  cut: "È uscito il divisore: le carte saranno mescolate prima del prossimo colpo.",
  exhibition: "Dimostrazione: nessun giocatore ha mescolato questo sabot, quindi non si punta. Appena qualcuno si siede se ne mescola uno nuovo.",
  ordered: (players, hash) =>
    `Sabot mescolato da ${players === 1 ? "un giocatore" : `${players} giocatori`}, ordine fissato: ${hash}`,
  resting: "Il tavolo aspetta giocatori.",
  prepares: "Il croupier prepara il tavolo.",
  noCroupier: "Il tavolo aspetta un croupier.",
  noCroupierMore: "Le puntate confermate restano valide.",
  steps: ["La casa si impegna", "I giocatori mescolano", "Si svelano i numeri segreti", "L'ordine è fissato"],
  myPart: { none: "senza di te", mixed: "la tua parte c'è", opened: "il tuo numero è svelato" },
  coup: "Colpo",
  everyone: (money, players) =>
    `In tutto: ${money}, ${players === 1 ? "1 giocatore" : `${players} giocatori`}`,
  confirm: "Conferma puntate",
  confirmed: "Confermato",
  draft: "Da confermare",
  draftCounts: "Vale alla chiusura",
  automatic: "Conferma automatica",
  automaticHint:
    "Alla chiusura le fiches sul tappeto diventano puntate. Non c'è più niente da confermare, né qui né agli altri tavoli.",
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
  next: (side) => `Se vince ${side}`,
  pair: (side) => `coppia di ${side}`,
  ties: (count) => (count === 1 ? "1 patta" : `${count} patte`),
  statistics: { coups: "Colpi", naturals: "Naturali" },
  verify: (sabot) => `Verifica il sabot ${sabot}`,
  verified: (sabot) => `Sabot ${sabot} verificato`,
  video: {
    name: "Video del tavolo",
    sound: "Audio del tavolo",
    lost: "Niente video: il tavolo continua.",
    waits: "Un momento: il video sta arrivando.",
  },
  news: {
    burned: (card) => `Carta di troppo, bruciata: ${card}.`,
    goesOn: (card) => `Carta di troppo, apre il prossimo colpo: ${card}.`,
    corrected: (before, after, why) => `Corretta: ${after}, non ${before}. ${why}`,
    swapped: (before, after, why) => `Scambiate: ${before} e ${after}. ${why}`,
    deleted: (card, why) => `Cancellata: ${card}. ${why}`,
    amended: (box, guest, stakes, why) => `Posta corretta. ${box ? `Casella ${box}` : "In piedi"}${guest ? `, cliente ${guest}` : ""}: ${stakes}. ${why}`,
    reversed: (why) => `Il risultato è annullato. ${why}`,
    called: (who, words) => `${who} chiama il responsabile${words && `: ${words}`}`,
    timeCalled: "Tempo scaduto: ha deciso la regola.",
    timeTurned: "Tempo scaduto: il croupier ha scoperto le carte.",
    decided: (words) => `Deciso: ${words}`,
    void: (why) => `Motivo: ${why}`,
  },
  manager: {
    name: "Responsabile",
    call: "Chiama il responsabile",
    called: "Il responsabile di sala è stato chiamato.",
    hint: "Viene al tavolo; la sua decisione è definitiva.",
    lost: "La connessione è caduta prima della risposta: chiama di nuovo.",
  },
  refused: {
    "client/not-confirmed": "Le fiches non confermate non sono state puntate: sono di nuovo tue.",
    "bet/too-late": "Troppo tardi: le puntate erano già chiuse.",
    "bet/closed": "Le puntate sono chiuse: aspetta il prossimo colpo.",
    "bet/already-confirmed": "A questo tavolo si conferma una volta per colpo.",
    "bet/exhibition": "Nessun giocatore ha mescolato questo sabot: non si punta.",
    "table/manager-called": "Il responsabile di sala è già stato chiamato.",
  },
  land,
};

export default live;
