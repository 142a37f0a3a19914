// What is said of coups that are over: the Cronologia, a replay, a verification.
import type { Step, Verdict } from "../fair/verify";
import type { Language } from "../state/state";

export interface PastWords {
  readonly house: string;
  readonly session: string;
  readonly account: string;
  readonly all: string;
  readonly from: string;
  readonly to: string;
  readonly narrow: string; // by what
  readonly take: string; // home, as a file
  readonly nothing: string;
  readonly nothingFits: string;
  readonly more: string;
  readonly coup: string;
  readonly bet: string;
  readonly total: string;
  readonly commission: string;
  readonly before: string;
  readonly after: string;
  readonly wins: (side: string) => string;
  readonly tie: string;
  readonly replay: string;
  readonly verify: string;
  readonly again: string;
  readonly isReplay: string;
  readonly oddsOfToday: string; // where the rules have changed since
  readonly toTable: string;
  readonly toLobby: string;
  readonly events: Readonly<Record<Event, string>>;
  readonly note: string;
  readonly verification: string;
  readonly working: string;
  readonly notAsked: string;
  readonly impossible: string;
  readonly proof: string;
  readonly proofHint: string;
  readonly seen: string; // by this browser, as a file
  readonly otherRules: string;
  readonly expected: string;
  readonly found: string;
  readonly both: string; // the same
  readonly copy: string;
  readonly copied: string;
  readonly verdicts: Readonly<Record<Verdict, string>>;
  readonly whole: Readonly<Record<Verdict, string>>;
  readonly steps: Readonly<Record<Step, readonly [title: string, what: string]>>;
}

export type Event =
  | "opened"
  | "topped_up"
  | "sheet"
  | "restore"
  | "cash_out"
  | "inactivity"
  | "disconnected"
  | "granted"
  | "deposited"
  | "withdrawn";

const PAST: Readonly<Record<Language, PastWords>> = {
  it: {
    house: "Casa",
    session: "Sessione",
    account: "Conto",
    all: "Tutte",
    from: "Dal",
    to: "Al",
    narrow: "Filtra",
    take: "Scarica i colpi",
    nothing: "Ancora niente. Dopo il primo colpo si legge qui.",
    nothingFits: "Niente che corrisponda al filtro.",
    more: "Ancora",
    coup: "Colpo",
    bet: "Riquadro",
    total: "Totale",
    commission: "Comm.",
    before: "Credito prima",
    after: "dopo",
    wins: (side) => `Vince ${side}`,
    tie: "Patta",
    replay: "Rivedi",
    verify: "Verifica",
    again: "Da capo",
    isReplay: "Replica",
    oddsOfToday:
      "Da allora le regole sono cambiate: quote e nomi sono quelli di oggi, i pagamenti quelli di allora.",
    toTable: "Torna al tavolo",
    toLobby: "Esci dalla replica",
    events: {
      opened: "Seduto al tavolo",
      topped_up: "Versamento al tavolo",
      sheet: "Un impegno ritirato senza giocarlo: le regole sono cambiate",
      restore: "Un impegno ritirato senza giocarlo: i libri sono stati ripristinati",
      cash_out: "Incassato",
      inactivity: "Sessione chiusa per inattività, accreditato",
      disconnected: "Sessione chiusa, connessione persa, accreditato",
      granted: "Soldi finti dalla casa",
      deposited: "Deposito",
      withdrawn: "Prelievo",
    },
    note: "Anche i colpi la cui risposta non è mai arrivata stanno qui.",
    verification: "Verifica",
    working: "Si danno di nuovo le carte…",
    notAsked: "La casa non ha dato la prova: la verifica non si può fare adesso.",
    impossible: "Questo browser sa verificare solo su una connessione sicura (https).",
    proof: "Scarica la prova",
    seen: "Scarica ciò che questo browser ha visto",
    proofHint: "Per verificare senza questa pagina:",
    otherRules: "Da allora le regole di questa casa sono cambiate: si verifica con quelle di allora.",
    expected: "Atteso",
    found: "Trovato",
    both: "Atteso e trovato",
    copy: "Copia",
    copied: "Copiato",
    verdicts: { holds: "in regola", fails: "non in regola", unknown: "non si sa" },
    whole: {
      holds: "Tutto è in regola: le carte erano fissate prima della puntata.",
      fails: "Non è in regola: quel che la casa dice ora non è quel che doveva essere. Conservate la prova.",
      unknown: "Non tutto si può sapere: questo browser non ha visto ogni cosa prima della puntata.",
    },
    steps: {
      seen: [
        "L'impegno visto prima",
        "Prima della puntata la casa ha pubblicato un'impronta, e questo browser l'ha annotata. È ancora quella?",
      ],
      sheet: ["Le regole", "L'impronta delle regole, calcolata qui: sono quelle del colpo?"],
      commitment: [
        "L'impegno",
        "Dal seme aperto dalla casa, dal tavolo, dal numero e dalle regole si ricalcola l'impronta.",
      ],
      player: ["Il giocatore", "Il nome mescolato con il seme è quello del conto che ha puntato?"],
      seed: [
        "Il vostro seme",
        "Il numero che questo browser ha tirato dopo l'impegno: è entrato nel mazzo così com'era?",
      ],
      cards: ["Le carte", "Con i due semi il mazzo viene mescolato di nuovo qui. Escono le stesse carte?"],
    },
  },
  en: {
    house: "House",
    session: "Session",
    account: "Account",
    all: "All",
    from: "From",
    to: "To",
    narrow: "Filter",
    take: "Download the coups",
    nothing: "Nothing yet. After the first coup you can read it here.",
    nothingFits: "Nothing fits the filter.",
    more: "More",
    coup: "Coup",
    bet: "Bet",
    total: "Total",
    commission: "Comm.",
    before: "Credit before",
    after: "after",
    wins: (side) => `${side} wins`,
    tie: "A tie",
    replay: "Replay",
    verify: "Verify",
    again: "Once more",
    isReplay: "Replay",
    oddsOfToday:
      "The rules have changed since: odds and names are today's, payments those of then.",
    toTable: "Back to the table",
    toLobby: "Leave the replay",
    events: {
      opened: "Sat down",
      topped_up: "Added at the table",
      sheet: "A commitment given up unplayed: the rules have changed",
      restore: "A commitment given up unplayed: the books were restored",
      cash_out: "Cashed out",
      inactivity: "Session closed after inactivity, credited",
      disconnected: "Session closed, connection lost, credited",
      granted: "Play money from the house",
      deposited: "Deposit",
      withdrawn: "Withdrawal",
    },
    note: "Coups whose answer never arrived stand here like any other.",
    verification: "Verification",
    working: "Dealing the cards again…",
    notAsked: "The house didn't hand over the proof: this can't be verified now.",
    impossible: "This browser can only verify over a secure connection (https).",
    proof: "Download the proof",
    seen: "Download what this browser saw",
    proofHint: "To verify without this page:",
    otherRules: "This house's rules have changed since: it is verified with those of that time.",
    expected: "Expected",
    found: "Found",
    both: "Expected and found",
    copy: "Copy",
    copied: "Copied",
    verdicts: { holds: "in order", fails: "not in order", unknown: "unknown" },
    whole: {
      holds: "All of it is in order: the cards were fixed before the bet.",
      fails: "It is not in order: what the house says now is not what it has to be. Keep the proof.",
      unknown: "Not all of it can be known: this browser did not see everything before the bet.",
    },
    steps: {
      seen: [
        "The commitment seen before",
        "Before the bet the house published a hash, and this browser noted it. Is it still the same?",
      ],
      sheet: ["The rules", "The hash of the rules, made here: are they the coup's?"],
      commitment: [
        "The commitment",
        "From the seed the house has opened, the table, the number and the rules the hash is made again.",
      ],
      player: ["The player", "Is the name mixed in with the seed that of the account that bet?"],
      seed: [
        "Your seed",
        "The number this browser drew after the commitment: did it go into the shuffle as it was?",
      ],
      cards: ["The cards", "With both seeds the cards are shuffled again, here. Do the same ones come?"],
    },
  },
  de: {
    house: "Haus",
    session: "Sitzung",
    account: "Konto",
    all: "Alle",
    from: "Von",
    to: "Bis",
    narrow: "Filtern",
    take: "Coups herunterladen",
    nothing: "Noch nichts. Nach dem ersten Coup steht er hier.",
    nothingFits: "Nichts passt zum Filter.",
    more: "Mehr",
    coup: "Coup",
    bet: "Feld",
    total: "Summe",
    commission: "Komm.",
    before: "Guthaben vorher",
    after: "nachher",
    wins: (side) => `${side} gewinnt`,
    tie: "Unentschieden",
    replay: "Ansehen",
    verify: "Prüfen",
    again: "Noch einmal",
    isReplay: "Wiederholung",
    oddsOfToday:
      "Seither haben sich die Regeln geändert: Quoten und Namen sind die heutigen, gezahlt ist wie damals.",
    toTable: "Zurück an den Tisch",
    toLobby: "Wiederholung verlassen",
    events: {
      opened: "Platz genommen",
      topped_up: "Am Tisch eingezahlt",
      sheet: "Eine Festlegung ungespielt aufgegeben: die Regeln wurden geändert",
      restore: "Eine Festlegung ungespielt aufgegeben: die Bücher wurden wiederhergestellt",
      cash_out: "Ausgezahlt",
      inactivity: "Sitzung wegen Untätigkeit geschlossen, gutgeschrieben",
      disconnected: "Sitzung geschlossen, Verbindung verloren, gutgeschrieben",
      granted: "Spielgeld vom Haus",
      deposited: "Einzahlung",
      withdrawn: "Auszahlung",
    },
    note: "Auch Coups, deren Antwort nie ankam, stehen hier.",
    verification: "Prüfung",
    working: "Die Karten werden noch einmal gegeben …",
    notAsked: "Das Haus hat den Beweis nicht herausgegeben: jetzt lässt sich nichts prüfen.",
    impossible: "Dieser Browser kann nur über eine sichere Verbindung (https) prüfen.",
    proof: "Beweis herunterladen",
    seen: "Herunterladen, was dieser Browser sah",
    proofHint: "Um ohne diese Seite zu prüfen:",
    otherRules: "Seither haben sich die Regeln dieses Hauses geändert: geprüft wird mit den damaligen.",
    expected: "Erwartet",
    found: "Gefunden",
    both: "Erwartet und gefunden",
    copy: "Kopieren",
    copied: "Kopiert",
    verdicts: { holds: "in Ordnung", fails: "nicht in Ordnung", unknown: "unbekannt" },
    whole: {
      holds: "Alles stimmt: die Karten standen vor dem Einsatz fest.",
      fails: "Es stimmt nicht: was das Haus jetzt sagt, ist nicht, was es sein muss. Bewahren Sie den Beweis auf.",
      unknown: "Nicht alles lässt sich wissen: dieser Browser hat vor dem Einsatz nicht alles gesehen.",
    },
    steps: {
      seen: [
        "Die Festlegung von vorher",
        "Vor dem Einsatz hat das Haus eine Prüfsumme veröffentlicht, und dieser Browser hat sie notiert. Ist es noch dieselbe?",
      ],
      sheet: ["Die Regeln", "Die Prüfsumme der Regeln, hier berechnet: sind es die des Coups?"],
      commitment: [
        "Die Festlegung",
        "Aus dem geöffneten Seed des Hauses, Tisch, Nummer und Regeln wird die Prüfsumme neu berechnet.",
      ],
      player: ["Wer gespielt hat", "Ist der Name, der mit dem Seed eingemischt wurde, der des Kontos?"],
      seed: [
        "Ihr Seed",
        "Die Zahl, die dieser Browser nach der Festlegung gezogen hat: ging sie unverändert in die Mischung?",
      ],
      cards: ["Die Karten", "Mit beiden Seeds wird hier neu gemischt. Kommen dieselben Karten?"],
    },
  },
  fr: {
    house: "Maison",
    session: "Session",
    account: "Compte",
    all: "Toutes",
    from: "Du",
    to: "Au",
    narrow: "Filtrer",
    take: "Télécharger les coups",
    nothing: "Rien encore. Après le premier coup, il se lit ici.",
    nothingFits: "Rien ne correspond au filtre.",
    more: "Encore",
    coup: "Coup",
    bet: "Case",
    total: "Total",
    commission: "Comm.",
    before: "Crédit avant",
    after: "après",
    wins: (side) => `${side} gagne`,
    tie: "Égalité",
    replay: "Revoir",
    verify: "Vérifier",
    again: "Encore une fois",
    isReplay: "Rediffusion",
    oddsOfToday:
      "Depuis, les règles ont changé : cotes et noms sont ceux d'aujourd'hui, les paiements ceux d'alors.",
    toTable: "Retour à la table",
    toLobby: "Quitter la rediffusion",
    events: {
      opened: "À table",
      topped_up: "Versé à la table",
      sheet: "Un engagement abandonné sans être joué : les règles ont changé",
      restore: "Un engagement abandonné sans être joué : les livres ont été restaurés",
      cash_out: "Encaissé",
      inactivity: "Session fermée pour inactivité, crédité",
      disconnected: "Session fermée, connexion perdue, crédité",
      granted: "Argent fictif de la maison",
      deposited: "Dépôt",
      withdrawn: "Retrait",
    },
    note: "Les coups dont la réponse n'est jamais arrivée sont ici comme les autres.",
    verification: "Vérification",
    working: "Les cartes sont données à nouveau…",
    notAsked: "La maison n'a pas remis la preuve : impossible de vérifier maintenant.",
    impossible: "Ce navigateur ne peut vérifier que sur une connexion sûre (https).",
    proof: "Télécharger la preuve",
    seen: "Télécharger ce que ce navigateur a vu",
    proofHint: "Pour vérifier sans cette page :",
    otherRules: "Depuis, les règles de cette maison ont changé : on vérifie avec celles d'alors.",
    expected: "Attendu",
    found: "Trouvé",
    both: "Attendu et trouvé",
    copy: "Copier",
    copied: "Copié",
    verdicts: { holds: "en règle", fails: "pas en règle", unknown: "non connu" },
    whole: {
      holds: "Tout est en règle : les cartes étaient fixées avant la mise.",
      fails: "Ce n'est pas en règle : ce que la maison dit maintenant n'est pas ce qui devait être. Gardez la preuve.",
      unknown: "Tout ne peut être su : ce navigateur n'a pas tout vu avant la mise.",
    },
    steps: {
      seen: [
        "L'engagement vu avant",
        "Avant la mise, la maison a publié une empreinte, et ce navigateur l'a notée. Est-ce toujours la même ?",
      ],
      sheet: ["Les règles", "L'empreinte des règles, calculée ici : sont-ce celles du coup ?"],
      commitment: [
        "L'engagement",
        "De la graine ouverte par la maison, de la table, du numéro et des règles, l'empreinte est recalculée.",
      ],
      player: ["Le joueur", "Le nom mêlé à la graine est-il celui du compte qui a misé ?"],
      seed: [
        "Votre graine",
        "Le nombre tiré par ce navigateur après l'engagement : est-il entré tel quel dans le mélange ?",
      ],
      cards: ["Les cartes", "Avec les deux graines, on mélange à nouveau, ici. Les mêmes cartes sortent-elles ?"],
    },
  },
};

export const past = (language: Language): PastWords => PAST[language];

/** Cents without their currency, where a table names it once. */
export const plain = (language: Language, cents: number): string =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 2, useGrouping: "always" }).format(cents / 100);

/** Dates as they are written where these houses are. */
const dated = (language: Language): string => (language === "en" ? "en-GB" : language);

export const day = (language: Language, at: number): string =>
  new Intl.DateTimeFormat(dated(language), { dateStyle: "full" }).format(at);

export const clock = (language: Language, at: number): string =>
  new Intl.DateTimeFormat(dated(language), { timeStyle: "medium" }).format(at);

export const moment = (language: Language, at: number): string =>
  new Intl.DateTimeFormat(dated(language), { dateStyle: "medium", timeStyle: "medium" }).format(at);
