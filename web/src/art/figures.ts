// The shapes on the cards, drawn around 0, 0. A card is 100 wide and 140 high.

export type Suit = "c" | "d" | "h" | "s";

export const SUITS: Readonly<Record<Suit, string>> = {
  h: "M0 9C-3 5.2-10 .6-10-4.6-10-8-7.4-10-4.9-10-2.6-10-.8-8.6 0-6.6.8-8.6 2.6-10 4.9-10 7.4-10 10-8 10-4.6 10 .6 3 5.2 0 9Z",
  d: "M0-11C2.2-6.8 5.2-3 8.6 0 5.2 3 2.2 6.8 0 11-2.2 6.8-5.2 3-8.6 0-5.2-3-2.2-6.8 0-11Z",
  s: "M0-10.5C3-6.4 10-2.4 10 2.9 10 6.1 7.6 7.9 5.1 7.9 3.4 7.9 2 7 1.1 5.7 1.3 8 2.2 9.6 4 10.5H-4C-2.2 9.6-1.3 8-1.1 5.7-2 7-3.4 7.9-5.1 7.9-7.6 7.9-10 6.1-10 2.9-10-2.4-3-6.4 0-10.5Z",
  c: "M0-10.4A4.7 4.7 0 0 1 4.1-3.4 4.8 4.8 0 1 1 1.2 4.4C1.4 7.4 2.3 9.4 4 10.5H-4C-2.3 9.4-1.4 7.4-1.2 4.4A4.8 4.8 0 1 1-4.1-3.4 4.7 4.7 0 0 1 0-10.4Z",
};

/** Headwear: the king has a crown of five points, the queen a tiara, the knave a cap. */
export const HATS: Readonly<Record<string, string>> = {
  K: "M-14 0-16-13-8-6 0-17 8-6 16-13 14 0ZM0-21a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z",
  Q: "M-13 0C-15-6-15-9-15-12L-7-6-4-14 0-7 4-14 7-6 15-12C15-9 15-6 13 0ZM-4-18a1.7 1.7 0 1 1 0 3.4 1.7 1.7 0 0 1 0-3.4ZM4-18a1.7 1.7 0 1 1 0 3.4A1.7 1.7 0 0 1 4-18Z",
  J: "M-13 0C-13-9-4-14 6-13 12-12 15-7 13 0ZM6-13C10-20 15-21 18-19 15-17 12-15 10-12Z",
};

/** Hair: long for the queen, to the collar for the knave. The king's is under his crown. */
export const HAIR: Readonly<Record<string, string>> = {
  Q: "M40.5 49c-1 7 .5 10.5 1 13h17c.5-2.5 2-6 1-13a9.5 9.5 0 0 0-19 0Z",
  J: "M41.5 48c-.5 5 .5 8 2 9.5h13c1.5-1.5 2.5-4.5 2-9.5a8.5 8.5 0 0 0-17 0Z",
};

export const BEARD: Readonly<Record<string, string>> = {
  K: "M42.4 49.5c.3 6.5 3.6 11 7.6 12.5 4-1.5 7.3-6 7.6-12.5-1.6 2-3 1.900-4 1.5h-7.200c-1 .4-2.4.5-4-1.5Z",
};

type Point = readonly [x: number, y: number];

const LEFT = 37;
const MIDDLE = 50;
const RIGHT = 63;
const both = (...heights: number[]): Point[] =>
  heights.flatMap((y): Point[] => [
    [LEFT, y],
    [RIGHT, y],
  ]);
const between = (...heights: number[]): Point[] => heights.map((y): Point => [MIDDLE, y]);

/** Where the pips are. Those below the middle are upside down. */
export const PIPS: Readonly<Record<string, readonly Point[]>> = {
  A: between(70),
  "2": between(38, 102),
  "3": between(38, 70, 102),
  "4": both(38, 102),
  "5": [...both(38, 102), ...between(70)],
  "6": both(38, 70, 102),
  "7": [...both(38, 70, 102), ...between(54)],
  "8": [...both(38, 70, 102), ...between(54, 86)],
  "9": [...both(36, 58.7, 81.3, 104), ...between(70)],
  T: [...both(38, 59.4, 80.6, 102), ...between(48.5, 91.5)],
};
