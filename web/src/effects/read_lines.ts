// Which answers of the staff this browser has shown. Anybody may have written there, so it is checked.
const name = (table: string): string => `puntobanco.lines.${table}`;

/** When the last one was given, by the house's clock; 0: none was shown. */
export function readUntil(table: string): number {
  try {
    const at = Number(localStorage.getItem(name(table)));
    return Number.isSafeInteger(at) ? at : 0;
  } catch {
    return 0; // the storage is switched off
  }
}

export function keepReadUntil(table: string, at: number): void {
  try {
    localStorage.setItem(name(table), String(at));
  } catch {
    // The storage is full or switched off.
  }
}
