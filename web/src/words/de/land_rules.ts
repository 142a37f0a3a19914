// The rules of a land table, in German.
import type { LandRuleWords } from "../rules/land_rules";
import { long } from "../past/long_formats";

export const land: LandRuleWords = {
  title: "Am Tisch",
  only: (mark) => `Das gilt an Tischen mit der Angabe „${mark}“.`,
  croupier: "Ein Croupier leitet den Tisch.",
  realCards:
    "Die Karten kommen aus einem echten Sabot: Jede ist aufgezeichnet, wie sie gelesen wurde, aber keine Seeds von Haus oder Spielern beweisen ihre Reihenfolge.",
  boxes: (boxes) => `Der Tisch hat ${boxes} Boxen.`,
  perBox: (most) => `An jeder ist Platz für ${most === 1 ? "einen Gast" : `höchstens ${most} Gäste`}.`,
  standing: "Sie können auch im Stehen spielen, ohne Box.",
  seated: "Zum Setzen nehmen Sie eine Box.",
  tips: "Nach einem Gewinn können Sie den Croupiers ein Trinkgeld geben; vorher bittet niemand darum.",
  holder: (sides) =>
    `Wer am meisten auf ${sides} setzt, hält die Karten dieser Seite; bei gleichen Einsätzen, wer zuerst gesetzt hat.`,
  shownFirst: (punto) => `Werden beide Hände gehalten, werden die ${punto}-Karten zuerst aufgedeckt.`,
  hidden: "Bis sie aufgedeckt sind, sieht sie nur, wer sie hält.",
  calls: (punto, banco, draw, stand) =>
    `Wer die ${punto}-Karten hält, sagt zuerst an: „${draw}“ oder „${stand}“, wie es die Regel verlangt. Dann deckt der Croupier die ${banco}-Karten auf. Wer schweigt, überlässt die Ansage dem Croupier.`,
  time: (seconds) => `Jedes Mal haben Sie höchstens ${long("de", seconds)}; dann deckt der Croupier sie auf.`,
  handedBack: "Wenn Sie gehen oder die Verbindung verlieren, auch nur durch Neuladen, gehen sie an den Croupier zurück.",
  absent: "Sind Sie nicht da, kommen sie zu Ihnen zurück.",
};
