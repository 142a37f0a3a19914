// The words about shared tables in the lobby, in English.
import type { LobbyTableWords } from "../lobby_tables";

export const tables: LobbyTableWords = {
  tables: "Live tables",
  watch: "Watch",
  players: (count) => (count === 1 ? "1 player" : `${count} players`),
  watchers: (count) => (count === 1 ? "1 looking on" : `${count} looking on`),
  stages: {
    resting: "Resting",
    mixing: "Shuffling",
    opening: "Mixing",
    burning: "New sabot",
    betting: "Bets are open",
    closing: "No more bets",
    dealing: "Cards are out",
    paying: "Paying",
    paid: "Coup over",
  },
  standings: { paused: "The table pauses.", closed: "The table is closed." },
  badges: { open: "Live", paused: "Paused", closed: "Closed" },
  rests: {
    paused: "It goes on as soon as the croupier opens it again.",
    closed: "Your credit is safe: cash out whenever you like.",
  },
  note: "The house says",
  seconds: (count) => (count === 1 ? "1 second left" : `${count} seconds left`),
  sabot: "Sabot",
  cards: (left) => `${left} cards left`,
  real: "without a proof",
  nothing: "No coup from this sabot yet.",
  kinds: { down: "Cards in hand", up: "Cards face up", croupier: "real cards", person: "run by a croupier" },
  keyed: "Played at the real table: from here one looks on.",
};
