import { expect, test } from 'vitest';

import { builtInSchema } from '../registry/document-schema.ts';
import { initialState } from '../schema/initial-state.ts';
import { recordStroke, simplifyPoints } from './stroke-points.ts';

const look = { action: 'restore', sizePx: 40, hardness: 80, opacity: 100, followsEdges: true } as const;

/**
 * Returns the largest distance of any point from a chain of lines. It samples the chain densely, independently of how
 * points were removed.
 */
function farthestPx(points: readonly number[], chain: readonly number[]): number {
  const samples: [number, number][] = [];
  for (let at = 3; at < chain.length; at += 3) {
    for (let part = 0; part <= 1; part += 1 / 200) {
      const mix = (offset: number) =>
        (chain[at - 3 + offset] ?? 0) + part * ((chain[at + offset] ?? 0) - (chain[at - 3 + offset] ?? 0));
      samples.push([mix(0), mix(1)]);
    }
  }
  let most = 0;
  for (let at = 0; at < points.length; at += 3) {
    const [x, y] = [points[at] ?? 0, points[at + 1] ?? 0];
    most = Math.max(most, Math.min(...samples.map(([sx, sy]) => Math.hypot(sx - x, sy - y))));
  }
  return most;
}

test('reduces a straight line to its two ends', () => {
  const points = Array.from({ length: 50 }, (_, at) => [at * 2, at * 3, 1]).flat();
  expect(simplifyPoints(points, 0.25, 40)).toEqual([0, 0, 1, 98, 147, 1]);
});

test('keeps a corner', () => {
  expect(simplifyPoints([0, 0, 1, 5, 0, 1, 10, 0, 1, 10, 5, 1, 10, 10, 1], 0.25, 40)).toEqual([
    0, 0, 1, 10, 0, 1, 10, 10, 1,
  ]);
});

test('a stroke that reverses on its own line keeps its farthest point', () => {
  expect(simplifyPoints([0, 0, 1, 30, 0, 1, 10, 0, 1], 0.25, 40)).toEqual([0, 0, 1, 30, 0, 1, 10, 0, 1]);
});

test('pressure counts by the radius that it produces', () => {
  const swelling = [0, 0, 0.2, 10, 0, 1, 20, 0, 0.2];
  expect(simplifyPoints(swelling, 0.25, 40)).toEqual(swelling);
  expect(simplifyPoints(swelling, 0.25, 0.5)).toEqual([0, 0, 0.2, 20, 0, 0.2]);
});

test('a simplified circle stays within the tolerance, with far fewer points', () => {
  const points = Array.from({ length: 1000 }, (_, at) => {
    const angle = (at / 1000) * 2 * Math.PI;
    return [100 + 80 * Math.cos(angle), 100 + 80 * Math.sin(angle), 1];
  }).flat();
  const chain = simplifyPoints(points, 0.25, 40);
  expect(chain.length).toBeLessThan(points.length / 10);
  expect(farthestPx(points, chain)).toBeLessThan(0.26);
});

test('records a dab as one point, with all numbers rounded to hundredths', () => {
  expect(recordStroke(look, [10.1234, 20.9876, 0.333], 0.25).points).toEqual([10.12, 20.99, 0.33]);
});

test('limits a long scribble to the points and the coordinates that a state accepts', () => {
  const points = Array.from({ length: 30_000 }, (_, at) => [at * 4, (at % 2) * 100_000, 1]).flat();
  const stroke = recordStroke(look, points, 0.25);
  const read = builtInSchema.parseState({ ...initialState, matte: { ...initialState.matte, edits: [stroke] } });
  expect(read.state?.matte.edits).toHaveLength(1);
  expect(stroke.points.slice(-3)).toEqual([65_536, 65_536, 1]);
});
