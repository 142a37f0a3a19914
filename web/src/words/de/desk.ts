// The words of the desk, in German.
import type { DeskWords } from "../it/desk";

const desk: DeskWords = {
  name: "Name",
  password: "Passwort",
  nameHint: "3 bis 32 Buchstaben, Ziffern, Punkte, Binde- oder Unterstriche.",
  passwordHint: "Mindestens 8 Zeichen.",
  guestKeeps: "Sie beginnen von vorn: Was Sie als Gast haben, geht nicht mit.",
  haveAccount: "Schon ein Konto?",
  noAccount: "Noch kein Konto?",
  logOut: "Abmelden",
  logOutEverywhere: "Überall abmelden",
  guestLeaves: "Wer sich als Gast abmeldet, kommt nicht mehr in dieses Konto.",
  sure: "Ja, abmelden",
  balance: "Kontostand",
  movements: "Buchungen",
  noMovements: "Noch keine Buchungen.",
  more: "Mehr",
  "book/granted": "Vom Haus geschenkt",
  "book/refilled": "Aufgefüllt",
  "book/deposited": "Einzahlung",
  "book/withdrawn": "Abhebung",
  "book/opened": "An den Tisch gebracht",
  "book/topped_up": "Am Tisch aufgestockt",
  "book/closed": "Vom Tisch zurück",
  speed: "Tempo beim Geben",
  calm: "Ruhig",
  normal: "Normal",
  fast: "Schnell",
  instant: "Sofort",
  speedHint: "Wie schnell sich Karten und Jetons bewegen. An Live-Tischen bestimmt das Haus die Zeit zwischen den Karten.",
  soundHint: "Jetons und Karten, leise.",
  letters: "Tastenkürzel",
  lettersHint: "Ein Buchstabe genügt: R wiederholt, D verdoppelt, C gibt Karten, A spielt noch einmal.",
  luck: "Ihr eigener Text",
  luckHint:
    "Geht in jedes Mischen ein, mit einer Zahl, die dieser Browser jedes Mal zieht und das Haus vorher nicht kennt.",
  "account/bad-name":
    "Ein Name hat 3 bis 32 Buchstaben, Ziffern, Punkte, Binde- oder Unterstriche.",
  "account/bad-password": "Ein Passwort hat 8 bis 256 Zeichen.",
  "account/name-taken": "Dieser Name ist vergeben.",
  "account/wrong-password": "Name oder Passwort ist falsch.",
  "account/wrong-money": "Dieses Haus nimmt diese Währung nicht.",
};

export default desk;
