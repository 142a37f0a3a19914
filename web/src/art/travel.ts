// How a card comes to its place.
const TRAVEL_MS = 340;
const PATH = [1, 0.67, 0.42, 0.24, 0.12, 0.05, 0.016, 0]; // what is left of the way, ever slower

/** In an arc from where the sabot stands, once. */
export function travel(node: Element): void {
  const to = node.getBoundingClientRect();
  const from = document.querySelector("[data-sabot]")?.getBoundingClientRect() ?? to;
  const [dx, dy] = [from.left - to.left, from.top + from.height / 2 - to.top];
  const steps = PATH.map((left) => ({
    transform: `translate(${left * dx}px, ${left * dy - Math.sin(left * Math.PI) * 28}px) rotate(${left * 50}deg)`,
  }));
  node.animate(steps, TRAVEL_MS);
}
