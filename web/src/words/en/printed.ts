// Translations of what is printed on a cloth, in English.
export const printed: Readonly<Record<string, string>> = {
  Carte: "Deal",
  "Conferma puntate": "Confirm bets",
  Annulla: "Clear",
  Eliminare: "Clear",
  "Incassa ed esci": "Cash out",
  Giocatore: "Player",
  Pari: "Tie",
  "Coppia del Giocatore": "Player pair",
  "Coppia del Banco": "Banker pair",
  "L'una o l'altra coppia": "Either pair",
  "Coppia Perfetta": "Perfect pair",
  Grande: "Big",
  Piccolo: "Small",
};
