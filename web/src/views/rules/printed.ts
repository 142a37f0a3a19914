// What a sheet has printed: its tables as rows of cells, and the name of its book.
import type { Sheet } from "../../wire";

export const rows = (printed: string): readonly (readonly string[])[] =>
  printed
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/));

/** The book's number or name; where in it one reads stands behind a comma, for who keeps the sheet. */
export const book = (sheet: Sheet): string => sheet.book.split(",", 1)[0] ?? "";
