// The rules of a land table, in Italian.
import type { LandRuleWords } from "../rules/land_rules";
import { long } from "../past/long_formats";

export const land: LandRuleWords = {
  title: "Al tavolo",
  only: (mark) => `Vale per i tavoli con la scritta «${mark}».`,
  croupier: "Un croupier dirige il tavolo.",
  realCards:
    "Le carte vengono da un sabot vero: ognuna resta registrata come è stata letta, ma nessun numero segreto della casa o dei giocatori ne prova l'ordine.",
  boxes: (boxes) => `Il tavolo ha ${boxes} caselle.`,
  perBox: (most) => (most === 1 ? "A ognuna siede un giocatore." : `A ognuna siedono al massimo ${most} giocatori.`),
  standing: "Si può giocare anche in piedi, senza casella.",
  seated: "Per puntare si prende una casella.",
  tips: "Dopo una vincita puoi lasciare una mancia ai croupier; prima nessuno la chiede.",
  holder: (sides) =>
    `Le carte di ${sides} le tiene chi ha la puntata più alta su quella mano; a parità, chi ha puntato prima.`,
  shownFirst: (punto) => `Se tutte e due le mani sono tenute, si scopre prima ${punto}.`,
  hidden: "Finché non sono scoperte, le vede solo chi le tiene.",
  calls: (punto, banco, draw, stand) =>
    `Chi tiene le carte di ${punto} parla per primo: «${draw}» o «${stand}», come vuole la regola. Poi il croupier scopre ${banco}. Se tace, parla il croupier.`,
  time: (seconds) => `Ogni volta hai al massimo ${long("it", seconds)}; poi le scopre il croupier.`,
  handedBack: "Se esci o perdi la connessione, anche solo ricaricando la pagina, tornano al croupier.",
  absent: "Se non ci sei, tornano a te.",
};
