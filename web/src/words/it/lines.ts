// Lines to the croupier and the manager, in Italian.
import type { LinesWords } from "../lines/lines";

const lines: LinesWords = {
  write: "Scrivi al tavolo",
  title: "Scrivi al tavolo",
  kept: "Legge solo il personale; la casa conserva i messaggi.",
  to: { croupier: "Al croupier", manager: "Al responsabile" },
  whom: "A chi?",
  line: "Il tuo messaggio, fino a 200 caratteri",
  send: "Invia",
  waits: "In attesa di risposta",
  news: "Nuova risposta",
  answers: (name) => `${name} risponde:`,
  offline: "La casa non risponde. Riprova.",
  problems: {
    "line/not-here": "A questo tavolo non si scrive.",
    "line/too-soon": "Un messaggio ogni cinque secondi, dieci in dieci minuti: aspetta un poco.",
    "line/address": "Niente indirizzi né link: il messaggio non è partito.",
    "line/digits": "Niente numeri lunghi, come quelli di telefoni o carte: il messaggio non è partito.",
    "line/word": "La casa non trasmette una di queste parole: il messaggio non è partito.",
    "line/not-open": "Questo messaggio ha già una risposta.",
    "session/none": "Per scrivere bisogna essere seduti al tavolo.",
    "message/bad": "Una sola riga, fino a 200 caratteri.",
  },
  open: "Messaggi dei giocatori",
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
