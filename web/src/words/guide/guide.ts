// The words of the guided coup.

export interface GuideWords {
  readonly title: string;
  readonly step: (now: number, all: number) => string;
  readonly chip: (punto: string, banco: string) => string;
  readonly deal: (stake: string, button: string) => string;
  // At a shared table:
  readonly box: string; // a bet needs one
  readonly soon: string; // the betting isn't open
  readonly clock: string;
  readonly byCroupier: string; // who ends the betting, where there is no clock
  readonly confirm: (stake: string, button: string) => string;
  readonly counts: (stake: string) => string; // without confirming
  readonly placed: (stake: string) => string;
  readonly held: string; // who holds the cards
  readonly cards: string;
  readonly has: (side: string, cards: string, points: number) => string;
  readonly counting: (one: number, other: number, isExample: boolean) => string; // an example, or cards on the table
  readonly natural: string;
  readonly rule: string; // nobody chooses
  readonly won: (staked: string, returned: string) => string;
  readonly even: (staked: string) => string;
  readonly less: (staked: string, returned: string) => string;
  readonly lost: (staked: string) => string;
  readonly onward: string; // what one can do after it
  readonly next: string;
  readonly done: string;
  readonly leave: string;
}
