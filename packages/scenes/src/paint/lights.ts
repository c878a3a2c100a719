import type { Rgb } from './color.ts';
import { smoothStep } from './noise.ts';
import type { Random } from './random.ts';

/** A light out of focus: a disc, as wide as the lens is open. Lengths in heights of the image. */
export interface Disc {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly power: number;
  readonly color: Rgb;
  /** How soft its rim is: 0.05 a disc … 1 a glow. */
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
  /** How many more are faint than bright. */
  readonly faint?: number;
}

/** Lights strewn over a band of the image, more of them about its middle. */
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

/** @returns adds the lights that reach a place. Places are asked for row by row: only those of a row are looked at. */
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
      // A lens leaves the disc's rim a little brighter.
      const rim = softness < 0.4 ? 0.82 + 0.18 * smoothStep(0.4, 0.95, distance) : 1;
      const bright = power * smoothStep(1 + softness, 1 - softness, distance) * rim;
      into[0] = (into[0] ?? 0) + bright * color[0];
      into[1] = (into[1] ?? 0) + bright * color[1];
      into[2] = (into[2] ?? 0) + bright * color[2];
    }
  };
}
