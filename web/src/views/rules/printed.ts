// The tables that a sheet prints, as rows of cells.
export const rows = (printed: string): readonly (readonly string[])[] =>
  printed
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/));
