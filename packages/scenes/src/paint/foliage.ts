import { mixed, type Rgb } from './color.ts';
import { addDiscs, type Disc } from './lights.ts';
import { layeredNoise, smoothStep } from './noise.ts';
import type { Random } from '../scene/random.ts';

export interface FoliageColors {
  readonly deep: Rgb;
  readonly leaf: Rgb;
  readonly sun: Rgb;
  readonly sky: Rgb;
}

/** Creates a painter of leaves far out of focus: dark between the leaves, and light where the sun comes through. */
export function foliage(
  random: Random,
  { deep, leaf, sun, sky }: FoliageColors,
  { top = 0, bottom = 0.75, gap = 0.3 }: { top?: number; bottom?: number; gap?: number } = {},
): (x: number, y: number, into: Float64Array) => void {
  const at = random.between(0, 90);
  const glowX = random.between(-0.45, 0.45);
  const discs: Disc[] = Array.from({ length: 150 }, () => {
    const y = top + (bottom - top) * random.next();
    const x = random.between(-1.5, 1.5);
    const isSun = random.next() < 0.3 - 0.2 * Math.abs(x - glowX);
    return {
      x,
      y,
      radius: random.between(0.025, 0.075) * (isSun ? 0.8 : 1.25),
      power: isSun ? 0.1 + 0.5 * random.next() ** 2.5 : 0.05 + 0.12 * random.next(),
      color: isSun ? mixed(sun, sky, 0.5 * random.next()) : mixed(leaf, sun, 0.4 * random.next()),
      softness: isSun ? 0.12 : 0.5,
    };
  });
  const addLights = addDiscs(discs);
  const hazed = mixed(leaf, sky, 0.45);
  return (x, y, into) => {
    const mass = layeredNoise(x * 1.5 + at, y * 1.7, 3);
    const fine = layeredNoise(x * 4.2 + at, y * 4.2 + 30, 2);
    const glow = Math.exp(-(((x - glowX) / 0.7) ** 2) - (y / 0.5) ** 2);
    const light = smoothStep(0.25, 0.78, 0.62 * mass + 0.3 * fine + 0.22 * glow);
    const open = smoothStep(0.62 - gap * 0.4, 0.95 - gap * 0.4, mass * 0.7 + glow * 0.5);
    for (let channel = 0; channel < 3; channel += 1) {
      const green = (deep[channel] ?? 0) + ((hazed[channel] ?? 0) - (deep[channel] ?? 0)) * light;
      into[channel] = green + ((sky[channel] ?? 0) - green) * open * 0.75;
    }
    addLights(x, y, into);
  };
}
