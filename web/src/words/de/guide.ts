// The words of the guided coup, in German.
import type { GuideWords } from "../guide/guide";

export default {
  title: "Ihr erster Coup",
  step: (now, all) => `Schritt ${now} von ${all}`,
  chip: (punto, banco) =>
    `Es werden zwei Hände gegeben: ${punto} und ${banco}. Es gewinnt, wer näher an neun ist. Tippen Sie auf die Hand, an die Sie glauben.`,
  deal: (stake, button) => `Auf dem Tuch liegen ${stake}. Tippen Sie noch einmal für mehr, oder drücken Sie „${button}“.`,
  box: "An diesem Tisch setzt man von einer Box aus. Tippen Sie auf eine freie.",
  soon: "Hier spielen alle denselben Coup. Gleich können Sie setzen.",
  clock: "Der Ring zählt die Sekunden: Bei null geht nichts mehr.",
  byCroupier: "Sie können setzen, bis der Croupier „Nichts geht mehr“ sagt.",
  confirm: (stake, button) => `Auf dem Tuch liegen ${stake}. Bestätigen Sie rechtzeitig mit „${button}“, sonst kommen die Jetons zurück.`,
  counts: (stake) => `Auf dem Tuch liegen ${stake}. Sie gelten von selbst, sobald die Einsätze schließen.`,
  placed: (stake) => `Sie haben ${stake} gesetzt. Alle spielen denselben Coup: Warten Sie nun auf die Karten.`,
  held: "Wer auf eine Seite am meisten gesetzt hat, hält deren Karten, sieht sie an und deckt sie auf.",
  cards: "Zwei Karten für jede Seite. Ein Ass zählt 1, Zehnen und Bilder zählen nichts.",
  has: (side, cards, points) => `${side} begann mit ${cards}: ${points}.`,
  counting: (one, other, isExample) =>
    `Von der Summe zählt nur die letzte Ziffer: ${one} und ${other}${isExample ? " zum Beispiel" : ""} sind ${one + other}, das macht ${(one + other) % 10}.`,
  natural: "Acht oder neun mit zwei Karten ist ein Natural: Niemand zieht eine dritte.",
  rule: "Das entscheidet niemand, nur die Regel.",
  won: (staked, returned) => `Ihr Einsatz war ${staked}, zurück kommen ${returned}.`,
  even: (staked) => `Ihre ${staked} kommen zurück: nichts gewonnen, nichts verloren.`,
  less: (staked, returned) => `Ihr Einsatz war ${staked}, davon kommen ${returned} zurück.`,
  lost: (staked) => `Diesmal gehen Ihre ${staked} an das Haus.`,
  onward: "Das ist das ganze Spiel. Alles Weitere steht in den Regeln.",
  next: "Weiter",
  done: "Verstanden",
  leave: "Anleitung beenden",
} satisfies GuideWords;
