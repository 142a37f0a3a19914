// Splits the marks of a road: the winner, the pairs, the number of ties.
import type { Cell } from "../../wire";

/** The first letter of each label, the same on every road and cloth. */
export const lettersOf = (label: (side: "punto" | "banco") => string) =>
  ({ P: label("punto").charAt(0), B: label("banco").charAt(0), E: "=" }) as const;

export type Letter = "P" | "B" | "E" | "R" | "C";

export interface Mark {
  readonly column: number;
  readonly row: number;
  readonly letter: Letter;
  readonly puntoPair: boolean;
  readonly bancoPair: boolean;
  readonly ties: number;
}

export const mark = ([column, row, letters]: Cell): Mark => ({
  column,
  row,
  letter: letters.charAt(0) as Letter,
  puntoPair: letters.includes(","),
  bancoPair: letters.includes("'"),
  ties: Number(/\d+$/.exec(letters)?.[0] ?? 0),
});

/** The last columns, as many as fit, numbered from 0 again. */
export function lastColumns(cells: readonly Cell[], most: number): readonly Mark[] {
  const all = cells.map(mark);
  const first = Math.max(0, Math.max(-1, ...all.map(({ column }) => column)) + 1 - most);
  return all
    .filter(({ column }) => column >= first)
    .map((each) => ({ ...each, column: each.column - first }));
}
