import type { Rgb } from './color.ts';
import { smoothStep } from './noise.ts';
import type { Random } from '../scene/random.ts';

/**
 * A light out of focus, which appears as a disc as wide as the lens aperture makes it. Lengths are in image heights.
 */
export interface Disc {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly power: number;
  readonly color: Rgb;
  /** Softness of the rim: 0.05 is a disc … 1 a glow. */
  readonly softness: number;
}

export interface DiscOptions {
  readonly count: number;
  readonly colors: readonly [Rgb, ...Rgb[]];
  readonly radius: readonly [from: number, to: number];
  readonly power: readonly [from: number, to: number];
  readonly top: number;
  readonly bottom: number;
  readonly softness?: number;
  /** Exponent of the power's distribution: the larger, the more lights are faint. */
  readonly faint?: number;
}

/** Scatters lights over a band of the image, more densely around its middle. */
export function strewn(random: Random, options: DiscOptions): Disc[] {
  const { count, colors, radius, power, top, bottom, softness = 0.1, faint = 3 } = options;
  return Array.from({ length: count }, () => {
    const height = (random.next() + random.next() + random.next()) / 3;
    return {
      x: random.between(-1.5, 1.5),
      y: top + (bottom - top) * height,
      radius: random.between(...radius),
      power: power[0] + (power[1] - power[0]) * random.next() ** faint,
      color: random.pick(colors),
      softness,
    };
  });
}

/**
 * Creates a function that adds the lights at a position. Positions are requested row by row, so only the lights of the
 * current row are examined.
 */
export function addDiscs(discs: readonly Disc[]): (x: number, y: number, into: Float64Array) => void {
  let row = NaN;
  let near: readonly Disc[] = [];
  return (x, y, into) => {
    if (y !== row) {
      row = y;
      near = discs.filter((disc) => Math.abs(disc.y - y) < disc.radius * (1 + disc.softness));
    }
    for (const { x: middle, y: height, radius, power, color, softness } of near) {
      const dx = x - middle;
      const reach = radius * (1 + softness);
      if (dx > reach || dx < -reach) continue;
      const squared = dx * dx + (y - height) * (y - height);
      if (squared > reach * reach) continue;
      const distance = Math.sqrt(squared) / radius;
      // A lens renders the rim of such a disc a little brighter than its middle.
      const rim = softness < 0.4 ? 0.82 + 0.18 * smoothStep(0.4, 0.95, distance) : 1;
      const bright = power * smoothStep(1 + softness, 1 - softness, distance) * rim;
      into[0] = (into[0] ?? 0) + bright * color[0];
      into[1] = (into[1] ?? 0) + bright * color[1];
      into[2] = (into[2] ?? 0) + bright * color[2];
    }
  };
}
