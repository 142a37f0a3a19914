// What is said around a house's own rules.
import type { Language } from "../state/state";
import type { BetRule, EgaliteStakes, Rounding, Shuffle } from "../wire";

interface Rulebook {
  readonly book: string;
  readonly paytable: string;
  readonly bet: string;
  readonly pays: string;
  readonly limits: string;
  readonly rtp: string;
  readonly printed: string;
  readonly less: (commission: number) => string;
  readonly forOne: (back: string) => string;
  readonly coupMax: (most: string) => string;
  readonly step: (step: string) => string;
  readonly rounding: Readonly<Record<Rounding, string>>;
  readonly egaliteStakes: Readonly<Record<EgaliteStakes, string>>;
  readonly exact: string;
  readonly thirdCard: string;
  readonly decks: (decks: number) => string;
  readonly shuffle: Readonly<Record<Shuffle, string>>;
  readonly draws: string;
  readonly stands: string;
  readonly naturals: string;
  readonly byThird: (punto: string) => string;
  readonly times: string;
  readonly inactivity: string;
  readonly disconnection: string;
  readonly betting: string;
  readonly squeeze: string;
  readonly after: (seconds: number) => string;
  readonly warned: (seconds: number) => string;
  readonly lasts: (seconds: number) => string;
  readonly readings: string;
  readonly readingsHint: string;
}

const RULEBOOK: Readonly<Record<Language, Rulebook>> = {
  it: {
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
      left: "In caso di patta le puntate sui due lati restano sul tavolo.",
    },
    exact:
      "Il ritorno non è stimato: si sono contati tutti gli ordini possibili delle carte. La frazione è esatta, la percentuale la scrive in decimali. Dove il libro stampa un valore, sta accanto.",
    thirdCard: "La terza carta",
    decks: (decks) => (decks === 1 ? "Un mazzo." : `${decks} mazzi.`),
    shuffle: {
      "every-coup": "Si mescola prima di ogni colpo.",
      "cut-card": "Si mescola quando esce il divisore.",
    },
    draws: "tira",
    stands: "sta",
    naturals: "Con 8 o 9 di un lato su due carte nessuno tira.",
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
  },
  en: {
    book: "From the book",
    paytable: "Bets and what they pay",
    bet: "Bet",
    pays: "Pays",
    limits: "Limits",
    rtp: "Exact return",
    printed: "in the book",
    less: (commission) => `less ${commission} %`,
    forOne: (back) => `${back} back for 1`,
    coupMax: (most) => `At most ${most} on one coup in all.`,
    step: (step) => `Every stake is a multiple of ${step}.`,
    rounding: {
      exact: "Winnings are always whole cents.",
      down: "Winnings are rounded down to the cent.",
    },
    egaliteStakes: {
      returned: "On a tie the stakes on both sides come back.",
      left: "On a tie the stakes on both sides stay on the cloth.",
    },
    exact:
      "The return is not estimated: every possible order of the cards was counted. The fraction is exact, the percentage writes it in decimals. Where the book prints one, it stands beside it.",
    thirdCard: "The third card",
    decks: (decks) => (decks === 1 ? "One deck." : `${decks} decks.`),
    shuffle: {
      "every-coup": "Shuffled before every coup.",
      "cut-card": "Shuffled when the cut card comes.",
    },
    draws: "draws",
    stands: "stands",
    naturals: "With 8 or 9 on two cards on either side nobody draws.",
    byThird: (punto) => `by the third card of ${punto}`,
    times: "Times",
    inactivity: "Inactivity",
    disconnection: "Connection lost",
    betting: "Betting",
    squeeze: "Cards in hand",
    after: (seconds) => `the session closes after ${long("en", seconds)}, and the credit returns to the account`,
    warned: (seconds) => `; warned ${long("en", seconds)} before`,
    lasts: (seconds) => long("en", seconds),
    readings: "How we read the book",
    readingsHint: "Where the book is ambiguous or silent: its words, how we read them, and why.",
  },
  de: {
    book: "Aus dem Buch",
    paytable: "Einsätze und was sie zahlen",
    bet: "Einsatz",
    pays: "Zahlt",
    limits: "Grenzen",
    rtp: "Genaue Quote",
    printed: "im Buch",
    less: (commission) => `weniger ${commission} %`,
    forOne: (back) => `${back} zurück für 1`,
    coupMax: (most) => `Höchstens ${most} je Coup, alles zusammen.`,
    step: (step) => `Jeder Einsatz ist ein Vielfaches von ${step}.`,
    rounding: {
      exact: "Gewinne sind immer ganze Cent.",
      down: "Gewinne werden auf den Cent abgerundet.",
    },
    egaliteStakes: {
      returned: "Bei Gleichstand kommen die Einsätze auf beide Seiten zurück.",
      left: "Bei Gleichstand bleiben die Einsätze auf beide Seiten liegen.",
    },
    exact:
      "Die Quote ist nicht geschätzt: alle möglichen Reihenfolgen der Karten wurden gezählt. Der Bruch ist genau, die Prozentzahl schreibt ihn dezimal. Wo das Buch eine druckt, steht sie daneben.",
    thirdCard: "Die dritte Karte",
    decks: (decks) => (decks === 1 ? "Ein Kartenspiel." : `${decks} Kartenspiele.`),
    shuffle: {
      "every-coup": "Vor jedem Coup wird gemischt.",
      "cut-card": "Gemischt wird, wenn die Schnittkarte kommt.",
    },
    draws: "zieht",
    stands: "bleibt stehen",
    naturals: "Mit 8 oder 9 auf zwei Karten einer Seite zieht niemand.",
    byThird: (punto) => `nach der dritten Karte von ${punto}`,
    times: "Zeiten",
    inactivity: "Untätigkeit",
    disconnection: "Verbindung verloren",
    betting: "Setzen",
    squeeze: "Karten in der Hand",
    after: (seconds) => `nach ${long("de", seconds)} wird die Sitzung geschlossen, das Guthaben geht aufs Konto zurück`,
    warned: (seconds) => `; Hinweis ${long("de", seconds)} vorher`,
    lasts: (seconds) => long("de", seconds),
    readings: "Wie wir das Buch lesen",
    readingsHint: "Wo das Buch mehrdeutig ist oder schweigt: seine Worte, wie wir sie lesen, und warum.",
  },
  fr: {
    book: "Du livre",
    paytable: "Paris et paiements",
    bet: "Pari",
    pays: "Paie",
    limits: "Limites",
    rtp: "Retour exact",
    printed: "dans le livre",
    less: (commission) => `moins ${commission} %`,
    forOne: (back) => `${back} rendus pour 1`,
    coupMax: (most) => `Au plus ${most} par coup en tout.`,
    step: (step) => `Chaque mise est un multiple de ${step}.`,
    rounding: {
      exact: "Les gains sont toujours des centimes entiers.",
      down: "Les gains sont arrondis au centime inférieur.",
    },
    egaliteStakes: {
      returned: "En cas d'égalité les mises des deux côtés sont rendues.",
      left: "En cas d'égalité les mises des deux côtés restent sur le tapis.",
    },
    exact:
      "Le retour n'est pas estimé : tous les ordres possibles des cartes ont été comptés. La fraction est exacte, le pourcentage l'écrit en décimales. Là où le livre en imprime un, il est à côté.",
    thirdCard: "La troisième carte",
    decks: (decks) => (decks === 1 ? "Un jeu de cartes." : `${decks} jeux de cartes.`),
    shuffle: {
      "every-coup": "On mélange avant chaque coup.",
      "cut-card": "On mélange quand sort la carte de coupe.",
    },
    draws: "tire",
    stands: "reste",
    naturals: "Avec 8 ou 9 en deux cartes d'un côté, personne ne tire.",
    byThird: (punto) => `selon la troisième carte de ${punto}`,
    times: "Temps",
    inactivity: "Inactivité",
    disconnection: "Connexion perdue",
    betting: "Mises",
    squeeze: "Cartes en main",
    after: (seconds) => `la session se ferme après ${long("fr", seconds)} et le crédit revient au compte`,
    warned: (seconds) => ` ; averti ${long("fr", seconds)} avant`,
    lasts: (seconds) => long("fr", seconds),
    readings: "Comment nous lisons le livre",
    readingsHint: "Là où le livre est ambigu ou muet : ses mots, comment nous les lisons, et pourquoi.",
  },
};

export const rulebook = (language: Language): Rulebook => RULEBOOK[language];

/** A time as people say it: whole minutes where they are. */
function long(language: Language, seconds: number): string {
  const isMinutes = seconds % 60 === 0;
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit: isMinutes ? "minute" : "second",
    unitDisplay: "long",
  }).format(isMinutes ? seconds / 60 : seconds);
}

/** A return as near as the server has written it. */
export const closely = (language: Language, rtp: string): string =>
  new Intl.NumberFormat(language, {
    style: "percent",
    minimumFractionDigits: 2,
    maximumFractionDigits: 4,
  }).format(Number(rtp) / 100);

/** The whole return of one unit that wins: the printed odds, less the printed commission, and the unit. */
export function comesBack(language: Language, { odds, commission = 0 }: BetRule): string {
  const [win = 0, stake = 1] = odds.split(":").map(Number);
  const hundredths = 100 * stake + win * (100 - commission);
  return new Intl.NumberFormat(language, { minimumFractionDigits: 0, maximumFractionDigits: 4 }).format(
    hundredths / (100 * stake),
  );
}
