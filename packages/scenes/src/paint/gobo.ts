import { layeredNoise, smoothStep } from './noise.ts';
import type { Random } from '../scene/random.ts';

/** Returns the share of a lamp's light that passes the objects in front of it, 0…1, at a position in image heights. */
export type Gobo = (x: number, y: number) => number;

/**
 * Creates the light of a window with bars, which falls on a wall at an angle.
 * @param side side that the light comes from: −1 left … 1 right.
 * @param softness width of the shadows' edges, in image heights.
 */
export function windowGobo(random: Random, side: number, softness: number): Gobo {
  const lean = -side * random.between(0.25, 0.5);
  const rise = side * random.between(0.1, 0.24);
  const [left, top] = [random.between(-0.62, -0.42) + side * -0.08, random.between(0.02, 0.12)];
  const [width, height] = [random.between(0.85, 1.1), random.between(0.62, 0.8)];
  const [columns, rows] = [random.pick([2, 3]), random.pick([3, 4])];
  const bar = 0.03;
  return (x, y) => {
    const u = (x - left - lean * (y - top)) / width;
    const v = (y - top - rise * x) / height;
    // Light from higher up has travelled farther, so its shadow is softer.
    const soft = softness * (0.6 + 0.9 * Math.max(0, y));
    const inside = (place: number) => smoothStep(-soft, soft, place) * smoothStep(-soft, soft, 1 - place);
    const between = (place: number, count: number) => {
      const cell = place * count;
      const from = Math.abs(cell - Math.round(cell)) / count;
      return place <= 0 || place >= 1 || Math.round(cell) === 0 || Math.round(cell) === count
        ? 1
        : smoothStep(bar / 2 - soft * 0.8, bar / 2 + soft * 0.8, from);
    };
    return inside(u) * inside(v) * between(u, columns) * between(v, rows);
  };
}

interface Leaf {
  readonly x: number;
  readonly y: number;
  readonly along: readonly [number, number];
  readonly length: number;
  readonly width: number;
  readonly softness: number;
}

/** Creates the shadows of palm fronds that reach in from the side opposite the lamp. */
export function leafGobo(random: Random, side: number, softness: number): Gobo {
  const leaves: Leaf[] = [];
  const fronds = 4 + Math.floor(random.next() * 2);
  for (let frond = 0; frond < fronds; frond += 1) {
    const from = side < 0 ? 1 : -1;
    let [x, y] = [from * random.between(0.75, 1.05), random.between(-0.25, 0.5)];
    let angle = (from < 0 ? 0 : Math.PI) + from * -random.between(-0.55, 0.35);
    const bend = random.between(-0.06, 0.1) * from;
    const count = 15 + Math.floor(random.next() * 6);
    const own = softness * random.between(0.7, 1.9);
    for (let step = 0; step < count; step += 1) {
      const share = step / count;
      x += Math.cos(angle) * 0.062;
      y += Math.sin(angle) * 0.062;
      angle += bend * (0.4 + share);
      const length = 0.3 * Math.sin(Math.PI * (0.12 + 0.82 * share)) + 0.05;
      for (const way of [-1, 1]) {
        const turned = angle + way * (1.05 - 0.5 * share) + random.between(-0.07, 0.07);
        const along = [Math.cos(turned), Math.sin(turned)] as const;
        leaves.push({
          x: x + (along[0] * length) / 2,
          y: y + (along[1] * length) / 2,
          along,
          length: length / 2,
          width: 0.0125 + 0.006 * random.next(),
          softness: own,
        });
      }
    }
  }
  // Positions are requested row by row, so only the leaves of the current row are examined.
  let row = NaN;
  let near: readonly Leaf[] = [];
  return (x, y) => {
    if (y !== row) {
      row = y;
      near = leaves.filter((leaf) => Math.abs(y - leaf.y) <= leaf.length + leaf.softness);
    }
    let light = 1;
    for (const leaf of near) {
      const dx = x - leaf.x;
      const reach = leaf.length + leaf.softness;
      if (dx > reach || dx < -reach) continue;
      const dy = y - leaf.y;
      const along = (dx * leaf.along[0] + dy * leaf.along[1]) / leaf.length;
      const across = (dx * -leaf.along[1] + dy * leaf.along[0]) / leaf.width;
      const taper = 1 - along * along;
      if (taper <= -0.4) continue;
      const distance = Math.abs(across) * leaf.width - leaf.width * Math.max(0, taper);
      const covered = smoothStep(leaf.softness, -leaf.softness * 0.7, distance) * smoothStep(-0.4, 0.3, taper);
      light *= 1 - 0.82 * covered;
    }
    return light;
  };
}

/** Creates light through a crown of leaves: patches that blend into one another. */
export function dappledGobo(random: Random, softness: number): Gobo {
  const at = random.between(0, 90);
  return (x, y) => {
    const crown = layeredNoise(x * 3.1 + at, y * 3.4 + 0.8 * x, 4);
    return smoothStep(0.5 - 0.14 * (0.5 + softness), 0.5 + 0.16 * (0.5 + softness), crown);
  };
}
