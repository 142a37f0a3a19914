// The geometry of a lifted card: no part gets lost, and the face is never mirrored.
import { describe, expect, it } from "vitest";
import { area, fold, HEIGHT, lifted, taken, WIDTH, type Fold, type Point } from "../src/views/land/peel";

const folded = (from: Point, to: Point): Fold => {
  const found = fold(from, to);
  if (!found) throw new Error("it isn't lifted");
  return found;
};
const placed = ({ matrix: [a, b, c, d, e, f] }: Fold, { x, y }: Point): Point => ({
  x: a * x + c * y + e,
  y: b * x + d * y + f,
});
const WAYS: readonly (readonly [string, Point, Point])[] = [
  ["a corner", { x: WIDTH, y: HEIGHT }, { x: 60, y: 90 }],
  ["the long side", { x: 0, y: 60 }, { x: 50, y: 66 }],
  ["the short side", { x: 44, y: 0 }, { x: 44, y: 80 }],
  ["far beyond", { x: WIDTH, y: 0 }, { x: -60, y: 120 }],
];

describe("a fold", () => {
  it.each(WAYS)("divides the card without loss: %s", (_, from, to) => {
    const { lies, face, share } = folded(from, to);
    expect(area(lies) + area(face)).toBeCloseTo(WIDTH * HEIGHT);
    expect(share).toBeCloseTo(area(face) / (WIDTH * HEIGHT));
  });

  it.each(WAYS)("moves the point that was taken to the finger: %s", (_, from, to) => {
    const there = placed(folded(from, to), { x: WIDTH - from.x, y: from.y });
    expect(there.x).toBeCloseTo(to.x);
    expect(there.y).toBeCloseTo(to.y);
  });

  it.each(WAYS)("turns the face and never mirrors it: %s", (_, from, to) => {
    const [a, b, c, d] = folded(from, to).matrix;
    expect(a * d - b * c).toBeCloseTo(1);
  });

  it.each(WAYS)("has its light along the fold: %s", (_, from, to) => {
    const { face, normal, at } = folded(from, to);
    for (const { x, y } of face) expect(normal.x * x + normal.y * y - at).toBeGreaterThan(-0.001);
  });

  it("doesn't exist before the finger has moved", () => {
    expect(fold({ x: 0, y: 0 }, { x: 0.2, y: 0.2 })).toBeNull();
  });
});

it.each<[Point, Point]>([
  [{ x: 90, y: 130 }, { x: 100, y: 140 }],
  [{ x: 8, y: 70 }, { x: 0, y: 70 }],
  [{ x: 52, y: 20 }, { x: 52, y: 0 }],
  [{ x: 120, y: 60 }, { x: 100, y: 60 }],
])("a finger at %o takes the edge at %o", (at, edge) => {
  expect(taken(at)).toEqual(edge);
});

it("lifts more with every key, and finally enough to see the card", () => {
  const shares = [0.1, 0.3, 0.5, 0.7, 0.9].map((each) => folded(...lifted(each)).share);
  expect(shares).toEqual([...shares].sort((one, other) => one - other));
  expect(folded(...lifted(1)).share).toBeGreaterThan(0.5);
});
