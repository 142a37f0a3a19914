// Translations of what is printed on a cloth, in German.
export const printed: Readonly<Record<string, string>> = {
  Carte: "Karten geben",
  "Conferma puntate": "Einsätze bestätigen",
  Annulla: "Abräumen",
  Eliminare: "Abräumen",
  "Incassa ed esci": "Auszahlen",
  Giocatore: "Spieler",
  Pari: "Unentschieden",
  "Coppia del Giocatore": "Paar beim Spieler",
  "Coppia del Banco": "Paar bei der Bank",
  "L'una o l'altra coppia": "Irgendein Paar",
  "Coppia Perfetta": "Perfektes Paar",
  Grande: "Groß",
  Piccolo: "Klein",
};
