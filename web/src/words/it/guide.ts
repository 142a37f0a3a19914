// The words of the guided coup, in Italian.
import type { GuideWords } from "../guide/guide";

export default {
  title: "Il tuo primo colpo",
  step: (now, all) => `Passo ${now} di ${all}`,
  chip: (punto, banco) =>
    `Si danno due mani: ${punto} e ${banco}. Vince quella più vicina a nove. Tocca quella in cui credi.`,
  deal: (stake, button) => `Sul tappeto ci sono ${stake}. Tocca ancora per aggiungere fiches, oppure premi «${button}».`,
  box: "A questo tavolo si punta da una casella. Tocca un posto libero.",
  soon: "Qui tutti giocano lo stesso colpo. Tra poco si può puntare.",
  clock: "L'anello conta i secondi: a zero non si punta più.",
  byCroupier: "Si punta finché il croupier non dice «Rien ne va plus».",
  confirm: (stake, button) => `Sul tappeto ci sono ${stake}. Confermali in tempo con «${button}», altrimenti le fiches ti tornano.`,
  counts: (stake) => `Sul tappeto ci sono ${stake}: alla chiusura valgono da soli.`,
  placed: (stake) => `Hai puntato ${stake}. Il colpo è lo stesso per tutti: ora si aspettano le carte.`,
  held: "Chi ha puntato di più su una parte ne tiene le carte: le guarda e le scopre.",
  cards: "Due carte per parte. L'asso vale 1; dieci e figure non contano.",
  has: (side, cards, points) => `${side} ha iniziato con ${cards}: ${points}.`,
  counting: (one, other, isExample) =>
    `Della somma conta solo l'ultima cifra: ${isExample ? "per esempio, " : ""}${one} e ${other} fanno ${one + other}, cioè ${(one + other) % 10}.`,
  natural: "Otto o nove con due carte è un naturale: nessuno tira la terza.",
  rule: "Non decide nessuno: lo dice soltanto la regola.",
  won: (staked, returned) => `Hai puntato ${staked} e ti tornano ${returned}.`,
  even: (staked) => `I tuoi ${staked} ti tornano: niente vinto, niente perso.`,
  less: (staked, returned) => `Hai puntato ${staked}; te ne tornano ${returned}.`,
  lost: (staked) => `Questa volta i tuoi ${staked} vanno alla casa.`,
  onward: "Il gioco è tutto qui. Il resto lo dicono le regole.",
  next: "Avanti",
  done: "Ho capito",
  leave: "Chiudi la guida",
} satisfies GuideWords;
