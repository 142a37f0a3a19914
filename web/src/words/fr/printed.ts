// Translations of what is printed on a cloth, in French.
export const printed: Readonly<Record<string, string>> = {
  Carte: "Donner",
  "Conferma puntate": "Confirmer les mises",
  Annulla: "Effacer",
  Eliminare: "Effacer",
  "Incassa ed esci": "Encaisser",
  Giocatore: "Joueur",
  Pari: "Égalité",
  "Coppia del Giocatore": "Paire du joueur",
  "Coppia del Banco": "Paire de la banque",
  "L'una o l'altra coppia": "Une des paires",
  "Coppia Perfetta": "Paire parfaite",
  Grande: "Grand",
  Piccolo: "Petit",
};
