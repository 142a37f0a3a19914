// Splits the cards of a coup, in drawing order, into two hands.
import type { CoupPlayed, Side } from "../wire";

export interface Hands {
  readonly punto: readonly string[];
  readonly banco: readonly string[];
}

/** The first four cards alternate. The decisions say who drew a third card. */
export function hands({ cards, decisions }: Pick<CoupPlayed, "cards" | "decisions">, shown = Infinity): Hands {
  const drawn = (cards.match(/../g) ?? []).slice(0, shown);
  const drew = (side: Side) => decisions.some((each) => each.side === side && each.draws);
  const third = drawn.slice(4);
  const punto = drew("punto") ? third.slice(0, 1) : [];
  return {
    punto: [...drawn.slice(0, 4).filter((_, index) => index % 2 === 0), ...punto],
    banco: [
      ...drawn.slice(0, 4).filter((_, index) => index % 2 === 1),
      ...third.slice(punto.length),
    ],
  };
}
