// Moves a card from the sabot to its place.
import { paceOf } from "./pace";

const TRAVEL_MS = 340;
const PATH = [1, 0.67, 0.42, 0.24, 0.12, 0.05, 0.016, 0]; // the part of the way that is left, ever slower

/** Runs once, in an arc from the sabot. */
export function travel(node: Element): void {
  const to = node.getBoundingClientRect();
  const from = document.querySelector("[data-sabot]")?.getBoundingClientRect() ?? to;
  const [dx, dy] = [from.left - to.left, from.top + from.height / 2 - to.top];
  const steps = PATH.map((left) => ({
    transform: `translate(${left * dx}px, ${left * dy - Math.sin(left * Math.PI) * 28}px) rotate(${left * 50}deg)`,
  }));
  node.animate(steps, TRAVEL_MS * paceOf(node));
}
