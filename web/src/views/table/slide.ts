// Moves chips between a spot and the croupier: first the lost ones go, then the winnings come.
import { paceOf } from "../../art/pace";

const SWEPT_MS = 760;
const PUSHED_MS = 620;

function away(node: Element): string {
  const [from, to] = [node, document.querySelector("[data-sabot]") ?? node].map((each) => {
    const { left, top, width, height } = each.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  });
  return from && to ? `translate(${to.x - from.x}px, ${to.y - from.y}px) scale(0.7)` : "none";
}

/** Moves lost chips to the croupier. */
export function sweep(node: Element): () => void {
  const there = away(node);
  const moving = node.animate(
    [
      { transform: "none" },
      { transform: there, opacity: 1, offset: 0.94 },
      { transform: there, opacity: 0 },
    ],
    { duration: SWEPT_MS * paceOf(node), easing: "cubic-bezier(0.5, 0, 0.6, 1)", fill: "forwards" },
  );
  return () => moving.cancel();
}

/** Moves winnings beside the stake, after the lost chips have gone. */
export function push(node: Element): () => void {
  const moving = node.animate([{ transform: away(node) }, { transform: "none" }], {
    duration: PUSHED_MS * paceOf(node),
    delay: SWEPT_MS * paceOf(node),
    easing: "cubic-bezier(0.2, 0.7, 0.3, 1)",
    fill: "backwards",
  });
  return () => moving.cancel();
}
