// The geometry of a card that lies face down and is lifted at an edge: where it folds, and how much of its
// face shows.
//
// A card is 100 wide and 140 high, seen from its back. `from` is the point of the edge that was taken, `to`
// is where it is now. Paper folds on the line half-way between them.

export interface Point {
  readonly x: number;
  readonly y: number;
}

export const WIDTH = 100;
export const HEIGHT = 140;
const CORNER = 22; // within this distance, the corner itself is taken
const CARD: readonly Point[] = [
  { x: 0, y: 0 },
  { x: WIDTH, y: 0 },
  { x: WIDTH, y: HEIGHT },
  { x: 0, y: HEIGHT },
];

export interface Fold {
  readonly lies: readonly Point[]; // the part that is still flat, seen from the back
  readonly face: readonly Point[]; // the lifted part, on the face as it is printed
  readonly matrix: readonly [number, number, number, number, number, number]; // maps the face to the screen
  readonly share: number; // share of the card that is lifted, from 0 to 1
  readonly normal: Point; // of the fold, on the face, pointing away from it
  readonly at: number; // the fold's position along that normal
}

const between = (least: number, value: number, most: number): number =>
  Math.min(most, Math.max(least, value));

/** The point of the edge that a finger takes. */
export function taken({ x, y }: Point): Point {
  const inside = { x: between(0, x, WIDTH), y: between(0, y, HEIGHT) };
  const [near, far] = [inside.x < WIDTH / 2 ? 0 : WIDTH, inside.y < HEIGHT / 2 ? 0 : HEIGHT];
  const [aside, along] = [Math.abs(inside.x - near), Math.abs(inside.y - far)];
  if (aside < CORNER && along < CORNER) return { x: near, y: far };
  return aside < along ? { x: near, y: inside.y } : { x: inside.x, y: far };
}

/** The part of a shape on one side of a line: where `normal · point − at` has this sign. */
function cut(shape: readonly Point[], normal: Point, at: number, sign: 1 | -1): readonly Point[] {
  const far = ({ x, y }: Point): number => sign * (normal.x * x + normal.y * y - at);
  return shape.flatMap((point, n) => {
    const next = shape[(n + 1) % shape.length] as Point;
    const [here, there] = [far(point), far(next)];
    const kept = here >= 0 ? [point] : [];
    if (here >= 0 === there >= 0) return kept;
    const share = here / (here - there);
    return [...kept, { x: point.x + share * (next.x - point.x), y: point.y + share * (next.y - point.y) }];
  });
}

export const area = (shape: readonly Point[]): number =>
  Math.abs(
    shape.reduce((sum, { x, y }, n) => {
      const next = shape[(n + 1) % shape.length] as Point;
      return sum + x * next.y - next.x * y;
    }, 0),
  ) / 2;

/** As printed: the right of the back is the left of the face. */
const mirrored = ({ x, y }: Point): Point => ({ x: WIDTH - x, y });

export function fold(from: Point, to: Point): Fold | null {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  if (length < 1) return null;
  const [nx, ny] = [dx / length, dy / length];
  const at = (nx * (from.x + to.x) + ny * (from.y + to.y)) / 2;
  const lifted = cut(CARD, { x: nx, y: ny }, at, -1);
  const over = 2 * (nx * WIDTH - at);
  return {
    lies: cut(CARD, { x: nx, y: ny }, at, 1),
    face: lifted.map(mirrored),
    matrix: [2 * nx * nx - 1, 2 * nx * ny, -2 * nx * ny, 1 - 2 * ny * ny, WIDTH - over * nx, -over * ny],
    share: area(lifted) / (WIDTH * HEIGHT),
    normal: { x: nx, y: -ny },
    at: nx * WIDTH - at,
  };
}

/** By keyboard: from the lower right corner, up and to the left, by this share. */
export function lifted(share: number): readonly [from: Point, to: Point] {
  const from = { x: WIDTH, y: HEIGHT };
  return [from, { x: WIDTH - 96 * share, y: HEIGHT - 220 * share }];
}

/** For a clip path, in per cent of the card. */
export const polygon = (shape: readonly Point[]): string =>
  `polygon(${shape.map(({ x, y }) => `${((100 * x) / WIDTH).toFixed(2)}% ${((100 * y) / HEIGHT).toFixed(2)}%`).join(", ")})`;
