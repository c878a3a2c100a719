import { linearFromHex, type LinearColor } from '../../color/linear-light.ts';
import { chance, layeredNoise, smoothStep } from '@isola/scenes/noise';
import { vignette } from './studio-set.ts';
import type { Paint } from './paint.ts';

const dusk = linearFromHex('#2c2730');
const glow = linearFromHex('#8a5a3c');
const table = linearFromHex('#3a2a22');
/** Height of the table's far edge, in image heights from the top. The edge is out of focus as well. */
const edge = 0.8;
const tints: readonly LinearColor[] = [
  [1, 0.56, 0.2],
  [1, 0.7, 0.36],
  [1, 0.38, 0.14],
  [1, 0.86, 0.68],
];

/** Distant evening lamps. Each is out of focus, so it appears as a disc as wide as the lens aperture makes it. */
const discs = Array.from({ length: 110 }, (_, disc) => {
  // The mean of three random values concentrates the lamps around eye level.
  const spread = (chance(disc, 4) + chance(disc, 5) + chance(disc, 6)) / 3;
  return {
    x: (chance(disc, 1) - 0.5) * 3.2,
    y: 0.02 + 0.78 * spread,
    radius: 0.036 + 0.034 * chance(disc, 2),
    power: 0.04 + 0.62 * chance(disc, 3) ** 3.5,
    tint: tints[Math.floor(chance(disc, 7) ** 1.4 * tints.length)] ?? [1, 1, 1],
  };
});

/** An out-of-focus evening scene behind a dark table. */
export const bokeh: Paint = (x, y, light) => {
  const warmth = 0.75 * Math.exp(-((x / 0.9) ** 2) - ((y - 0.42) / 0.3) ** 2);
  const haze = layeredNoise(x * 1.7 + 3, y * 1.7, 3);
  for (let channel = 0; channel < 3; channel += 1) {
    const from = dusk[channel] ?? 0;
    light[channel] = (from + ((glow[channel] ?? 0) - from) * warmth) * (0.45 + 1.1 * haze);
  }
  for (const { x: middle, y: height, radius, power, tint } of discs) {
    const squared = (x - middle) ** 2 + (y - height) ** 2;
    if (squared > (radius * 1.1) ** 2) continue;
    const distance = Math.sqrt(squared) / radius;
    // A lens renders the rim of such a disc a little brighter than its middle.
    const bright = power * (1 - smoothStep(0.84, 1.1, distance)) * (0.8 + 0.2 * smoothStep(0.4, 0.95, distance));
    for (let channel = 0; channel < 3; channel += 1)
      light[channel] = (light[channel] ?? 0) + bright * (tint[channel] ?? 0);
  }
  const onTable = smoothStep(edge - 0.035, edge + 0.035, y);
  const sheen = 0.5 + 1.6 * Math.exp(-((x / 0.75) ** 2) - (y - edge) / 0.1);
  const grain = 1 + 0.12 * (layeredNoise(x * 1.4, y * 22, 3) - 0.5);
  const lens = vignette(x, y, 0.3);
  for (let channel = 0; channel < 3; channel += 1) {
    const before = (table[channel] ?? 0) * sheen * grain + 0.12 * (glow[channel] ?? 0) * sheen;
    const far = light[channel] ?? 0;
    light[channel] = (far + (before - far) * onTable) * lens;
  }
};
