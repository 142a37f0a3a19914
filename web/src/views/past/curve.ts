// Where the points of a curve lie: as shares of its width and height, from the top left.
import type { CurvePoint } from "../../wire";

export interface DrawnPoint {
  readonly x: number;
  readonly y: number;
  readonly coups: number;
  readonly at: number;
  readonly net: number;
}

export interface DrawnCurve {
  readonly points: readonly DrawnPoint[];
  readonly high: number; // cents at the top
  readonly low: number; // cents at the bottom
  readonly zero: number; // how far down zero is
  readonly line: string; // SVG paths in a square of 1000
  readonly area: string;
}

const EDGE = 0.06; // room above the highest point and below the lowest

/** Begins at zero before the first coup, so that one coup is a line, too. */
export function drawn(points: readonly CurvePoint[]): DrawnCurve {
  const all: readonly CurvePoint[] = [[0, points[0]?.[1] ?? 0, 0], ...points];
  const nets = all.map(([, , net]) => net);
  const high = Math.max(...nets);
  const low = Math.min(...nets);
  const most = all.at(-1)?.[0] || 1;
  const height = high - low || 1;
  const down = (net: number): number => EDGE + (1 - 2 * EDGE) * ((high - net) / height);
  const placed = all.map(([coups, at, net]) => ({ x: coups / most, y: down(net), coups, at, net }));
  const written = placed.map(({ x, y }) => `${Math.round(x * 1000)} ${Math.round(y * 1000)}`);
  const zero = down(0);
  const line = `M${written.join("L")}`;
  return { points: placed, high, low, zero, line, area: `${line}V${Math.round(zero * 1000)}H0Z` };
}

/** The index of the point nearest to a share of the width; the beginning is no coup. */
export function nearest({ points }: DrawnCurve, x: number): number | null {
  const [first, ...coups] = points.keys();
  if (first === undefined || !coups.length) return null;
  return coups.reduce((best, each) =>
    Math.abs((points[each]?.x ?? 0) - x) < Math.abs((points[best]?.x ?? 0) - x) ? each : best,
  );
}
