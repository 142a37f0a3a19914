// The words of the desk, in German.
import type { DeskWords } from "../it/desk";

const desk: DeskWords = {
  fromAccount: "Vom Konto",
  amount: "Betrag",
  available: "Verfügbar",
  everything: "Alles",
  name: "Name",
  password: "Passwort",
  nameHint: "3 bis 32 Buchstaben, Ziffern, Punkte, Binde- oder Unterstriche.",
  passwordHint: "Mindestens 8 Zeichen.",
  guestKeeps: "Sie beginnen von vorn: Was Sie als Gast haben, geht nicht mit.",
  haveAccount: "Schon ein Konto?",
  noAccount: "Noch kein Konto?",
  logOut: "Abmelden",
  logOutEverywhere: "Überall abmelden",
  guestLeaves: "Wer als Gast geht, findet dieses Konto nicht wieder.",
  sure: "Ja, alles aufgeben",
  balance: "Kontostand",
  movements: "Buchungen",
  noMovements: "Noch keine Buchungen.",
  more: "Mehr",
  "book/granted": "Vom Haus geschenkt",
  "book/refilled": "Aufgefüllt",
  "book/deposited": "Einzahlung",
  "book/withdrawn": "Abhebung",
  "book/opened": "An den Tisch gebracht",
  "book/topped_up": "Am Tisch nachgelegt",
  "book/closed": "Vom Tisch zurück",
  soundHint: "Jetons und Karten, leise.",
  letters: "Einzelne Tasten",
  lettersHint: "R wiederholt, D verdoppelt, C gibt die Karten.",
  luck: "Ihr eigenes Wort",
  luckHint:
    "Geht in jedes Mischen ein, mit einer Zahl, die dieser Browser jedes Mal zieht und das Haus vorher nicht kennt.",
  "client/too-little": "Das ist weniger als der kleinste Einsatz an diesem Tisch.",
  "client/not-an-amount": "Das ist kein Betrag: zum Beispiel 50 oder 50,00.",
  "account/bad-name":
    "Ein Name hat 3 bis 32 Buchstaben, Ziffern, Punkte, Binde- oder Unterstriche.",
  "account/bad-password": "Ein Passwort hat 8 bis 256 Zeichen.",
  "account/name-taken": "Diesen Namen hat schon jemand.",
  "account/wrong-password": "Name und Passwort passen nicht zusammen.",
  "account/not-covered": "Das ist mehr, als auf dem Konto ist.",
  "account/wrong-money": "Dieses Haus nimmt diese Währung nicht.",
};

export default desk;
