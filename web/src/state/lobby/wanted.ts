// Which tables the lobby shows.

/** A table for one player; a live one; one with boxes, cards in hand, a croupier or real cards. */
export type Kind = "alone" | "live" | "land";

/** Null: all of them. */
export interface Wanted {
  readonly kind: Kind | null;
  readonly currency: string | null;
  readonly min: number | null; // the highest minimum
}

export const ANY: Wanted = { kind: null, currency: null, min: null };
