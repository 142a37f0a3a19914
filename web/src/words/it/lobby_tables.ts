// The words about shared tables in the lobby, in Italian.
import type { LobbyTableWords } from "../lobby_tables";

export const tables: LobbyTableWords = {
  tables: "Tavoli dal vivo",
  watch: "Guarda",
  players: (count) => (count === 1 ? "1 giocatore" : `${count} giocatori`),
  watchers: (count) => (count === 1 ? "1 guarda" : `${count} guardano`),
  stages: {
    resting: "In riposo",
    mixing: "Si mescola",
    opening: "Si mescola insieme",
    burning: "Sabot nuovo",
    betting: "Si punta",
    closing: "Rien ne va plus",
    dealing: "Carte in tavola",
    paying: "Si paga",
    paid: "Colpo finito",
  },
  standings: { paused: "Il tavolo è in pausa.", closed: "Il tavolo è chiuso." },
  badges: { open: "Dal vivo", paused: "In pausa", closed: "Chiuso" },
  rests: {
    paused: "Si riprende appena il croupier riapre.",
    closed: "Il credito non si perde: incassa quando vuoi.",
  },
  note: "Nota della casa",
  seconds: (count) => (count === 1 ? "ancora 1 secondo" : `ancora ${count} secondi`),
  sabot: "Sabot",
  cards: (left) => `${left} carte rimaste`,
  real: "senza verifica",
  nothing: "Ancora nessun colpo da questo sabot.",
  kinds: { down: "Carte in mano", up: "Carte scoperte", croupier: "carte vere", person: "un croupier dirige" },
  keyed: "Si gioca al tavolo vero: da qui si guarda.",
};
