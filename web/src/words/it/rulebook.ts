// The words around a house's own rules, in Italian.
import { long } from "../past/long_formats";
import type { Rulebook } from "../rules/rulebook";
import { land } from "./land_rules";
import { session } from "./session_rules";

export const rulebook: Rulebook = {
  played: {
    title: "Come si gioca",
    goal: (punto, banco) =>
      `Si danno due mani, ${punto} e ${banco}. Nessuna è tua: punta su quella che arriverà più vicino a nove.`,
    goalInHand: (punto, banco) =>
      `Si danno due mani, ${punto} e ${banco}: punta su quella che arriverà più vicino a nove.`,
    values: { ace: "asso", pips: "quanto segnano", tens: "dieci e figure" },
    counting: "I valori si sommano, le decine non contano: 7 più 8 fa 15, cioè 5 punti.",
    natural: "Ogni mano riceve due carte. Se una ha subito 8 o 9, un «naturale», il colpo finisce lì.",
    thirdCard: (punto, points, banco) =>
      `Altrimenti ${punto} tira una terza carta con ${points} punti; per ${banco} decide la tabella più sotto.`,
    egaliteStakes: {
      returned: (punto, banco) => `A parità di punti, la patta, le puntate su ${punto} e ${banco} tornano ai giocatori.`,
      left: (punto, banco) =>
        `A parità di punti, la patta, le puntate su ${punto} e ${banco} restano sul tappeto e giocano nel colpo successivo, se non si ritirano.`,
    },
  },
  land,
  wins: {
    punto: (punto) => `Vince se ${punto} ha più punti.`,
    banco: (_, banco) => `Vince se ${banco} ha più punti.`,
    egalite: () => "Vince se le due mani hanno gli stessi punti.",
    punto_pair: (punto) => `Vince se le prime due carte di ${punto} sono uguali, come due re; il seme non conta.`,
    banco_pair: (_, banco) => `Vince se le prime due carte di ${banco} sono uguali, come due re; il seme non conta.`,
    either_pair: () => "Vince se almeno una delle due mani comincia con una coppia, come due re.",
    perfect_pair: () => "Vince se almeno una delle due mani comincia con una coppia dello stesso seme, come due re di cuori.",
    grande: () => "Vince se nel colpo si danno cinque o sei carte in tutto.",
    piccolo: () => "Vince se bastano quattro carte: nessuno tira la terza.",
  },
  commission: (percent) => `Commissione: ${percent}% della vincita.`,
  paytable: "Puntate e pagamenti",
  bet: "Puntata",
  pays: "Paga",
  limits: "Limiti",
  rtp: "Ritorno esatto",
  printed: "stampato",
  atLeast: (rtp, stake) => `almeno ${rtp}, con ${stake}`,
  forOne: (back) => `${back} per ogni 1`,
  coupMax: (most) => `Al massimo ${most} per colpo in tutto.`,
  step: (step) => `Ogni puntata è un multiplo di ${step}.`,
  rounding: {
    exact: "Le vincite sono sempre centesimi interi.",
    down: "Le vincite si arrotondano per difetto al centesimo.",
  },
  meant: "Il ritorno è quanto torna in media, alla lunga, di ciò che si punta.",
  fractions: "I ritorni esatti",
  exact:
    "Il ritorno non è stimato: sono stati contati tutti gli ordini possibili delle carte. La frazione è esatta, la percentuale la scrive in decimali. Dove il casinò stampa un valore, sta accanto.",
  thirdCard: "La terza carta",
  decks: (decks) => (decks === 1 ? "Un mazzo." : `${decks} mazzi.`),
  shuffle: {
    "every-coup": "Si mescola prima di ogni colpo.",
    "cut-card": "Si mescola quando esce il divisore.",
  },
  draws: "tira",
  stands: "sta",
  naturals: "Se un lato ha 8 o 9 con due carte, nessuno tira.",
  byPoints: "secondo i suoi punti",
  byThird: (punto) => `secondo il valore della terza carta di ${punto}`,
  had: (banco) => `i punti di ${banco} con due carte`,
  none: (punto) => `${punto} non ha tirato`,
  session,
  times: "Tempi",
  betting: "Puntate",
  squeeze: "Carte in mano",
  lasts: (seconds) => long("it", seconds),
  notices: "Avvisi della casa",
  readings: "Come leggiamo il regolamento",
  readingsHint: "Dove il regolamento è ambiguo o tace: le sue parole, come le leggiamo, e perché.",
};
