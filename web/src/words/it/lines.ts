// Lines to the croupier and the manager, in Italian.
import type { LinesWords } from "../lines/lines";

const lines: LinesWords = {
  write: "Scrivi al tavolo",
  title: "Scrivi al tavolo",
  kept: "Legge solo il personale; la casa conserva le righe.",
  to: { croupier: "Al croupier", manager: "Al responsabile" },
  whom: "A chi?",
  line: "La tua riga, fino a 200 caratteri",
  send: "Invia",
  waits: "In attesa di risposta",
  news: "Nuova risposta",
  answers: (name) => `${name} risponde:`,
  offline: "La casa non risponde. Riprova.",
  problems: {
    "line/not-here": "A questo tavolo non si scrive.",
    "line/too-soon": "Una riga ogni cinque secondi, dieci in dieci minuti: aspetta un poco.",
    "line/address": "Niente indirizzi e link: la riga non è partita.",
    "line/digits": "Niente numeri lunghi, come telefoni o carte: la riga non è partita.",
    "line/word": "La casa non trasmette una di queste parole: la riga non è partita.",
    "line/not-open": "Questa riga ha già una risposta.",
    "session/none": "Per scrivere bisogna essere seduti al tavolo.",
    "message/bad": "Una sola riga, fino a 200 caratteri.",
  },
  open: "Righe dei giocatori",
  from: (player) => `Giocatore ${player}`,
  ready: {
    thanks: "Grazie!",
    moment: "Un momento, per favore.",
    coming: "Il responsabile viene al tavolo.",
    not_here: "Qui non posso rispondere.",
  },
  other: "Un'altra risposta",
  answer: "Rispondi",
};

export default lines;
