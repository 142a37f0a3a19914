// What is said around a house's own rules, in Italian.
import { long } from "../numbers";
import type { Rulebook } from "../rulebook";

export const rulebook: Rulebook = {
  book: "Dal libro",
  paytable: "Puntate e pagamenti",
  bet: "Puntata",
  pays: "Paga",
  limits: "Limiti",
  rtp: "Ritorno esatto",
  printed: "nel libro",
  less: (commission) => `meno ${commission} %`,
  forOne: (back) => `rientrano ${back} per 1`,
  coupMax: (most) => `Al massimo ${most} per colpo in tutto.`,
  step: (step) => `Ogni puntata è un multiplo di ${step}.`,
  rounding: {
    exact: "Le vincite sono sempre centesimi interi.",
    down: "Le vincite si arrotondano per difetto al centesimo.",
  },
  egaliteStakes: {
    returned: "In caso di patta le puntate sui due lati tornano al giocatore.",
    left: "In caso di patta le puntate sui due lati restano sul tavolo: ritiratele, o giocano nel colpo seguente.",
  },
  exact:
    "Il ritorno non è stimato: sono stati contati tutti gli ordini possibili delle carte. La frazione è esatta, la percentuale la scrive in decimali. Dove il libro stampa un valore, sta accanto.",
  thirdCard: "La terza carta",
  decks: (decks) => (decks === 1 ? "Un mazzo." : `${decks} mazzi.`),
  shuffle: {
    "every-coup": "Si mescola prima di ogni colpo.",
    "cut-card": "Si mescola quando esce il divisore.",
  },
  draws: "tira",
  stands: "sta",
  naturals: "Se un lato ha 8 o 9 con due carte, nessuno tira.",
  byThird: (punto) => `secondo la terza carta di ${punto}`,
  times: "Tempi",
  inactivity: "Inattività",
  disconnection: "Connessione persa",
  betting: "Puntate",
  squeeze: "Carte in mano",
  after: (seconds) => `la sessione si chiude dopo ${long("it", seconds)} e il credito torna al conto`,
  warned: (seconds) => `; avviso ${long("it", seconds)} prima`,
  lasts: (seconds) => long("it", seconds),
  readings: "Come leggiamo il libro",
  readingsHint: "Dove il libro è ambiguo o tace: le sue parole, come le leggiamo, e perché.",
};
