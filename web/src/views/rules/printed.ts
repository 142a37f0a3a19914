// What a sheet prints: its tables as rows of cells, and the name of its book.
import type { Sheet } from "../../wire";

export const rows = (printed: string): readonly (readonly string[])[] =>
  printed
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/));

/** The number or name of the book. What follows the comma is for those who maintain the sheet. */
export const book = (sheet: Sheet): string => sheet.book.split(",", 1)[0] ?? "";
