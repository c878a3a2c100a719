import { linearFromHex } from '../../color/linear-light.ts';
import { layeredNoise, smoothStep, valueNoise } from '@isola/scenes/noise';
import { vignette } from './studio-set.ts';
import type { Paint } from './paint.ts';

/** Height of the table's far edge, in image heights from the top. */
const edge = 0.66;
const wall = linearFromHex('#c9b8a8');
const marble = linearFromHex('#e9e6e1');
const vein = linearFromHex('#8d8a88');

const far = new Float64Array(3);
const near = new Float64Array(3);

/** A marble slab in front of a plastered wall that is out of focus. */
export const stone: Paint = (x, y, light) => {
  const onTable = smoothStep(edge - 0.0035, edge + 0.0035, y);
  if (onTable < 1) wallAt(x, y);
  if (onTable > 0) slabAt(x, y);
  const lens = vignette(x, y, 0.18);
  for (let channel = 0; channel < 3; channel += 1) {
    light[channel] = ((far[channel] ?? 0) * (1 - onTable) + (near[channel] ?? 0) * onTable) * lens;
  }
};

/**
 * Paints the wall into `far`. The lamp is left of the camera, so the wall is lit at an angle and darker on the right.
 */
function wallAt(x: number, y: number): void {
  const pool = Math.exp(-(((x + 0.28) / 0.85) ** 2) - ((y - 0.3) / 0.62) ** 2);
  const plaster = layeredNoise(x * 2.4 + 40, y * 2.4, 3) - 0.5;
  const shade = 1 - 0.34 * Math.exp(-(edge - y) / 0.05);
  const lit = (0.34 + 0.66 * pool) * (1 + 0.12 * plaster) * shade;
  for (let channel = 0; channel < 3; channel += 1) far[channel] = (wall[channel] ?? 0) * lit;
}

function slabAt(x: number, y: number): void {
  const depth = 0.36 / (y - edge + 0.2);
  const [slabX, slabZ] = [x * depth * 1.5, depth * 1.6];
  const lit = 0.56 + 0.42 * Math.exp(-(((x + 0.2) / 0.8) ** 2)) * smoothStep(edge - 0.15, 0.95, y);
  // The slab is polished: towards its far edge it mirrors the wall, slightly blurred.
  const grazing = Math.exp(-(y - edge) / 0.11);
  const mirror = 0.34 * grazing * (0.36 + 0.62 * Math.exp(-(((x + 0.28) / 0.85) ** 2)));
  const veins = veinsAt(slabX, slabZ);
  const cloud = 1 + 0.1 * (layeredNoise(slabX * 1.3 + 9, slabZ * 1.3, 3) - 0.5);
  for (let channel = 0; channel < 3; channel += 1) {
    const own = (marble[channel] ?? 0) * (1 - veins) + (vein[channel] ?? 0) * veins;
    near[channel] = own * cloud * lit * (1 - 0.25 * grazing) + (wall[channel] ?? 0) * mirror;
  }
}

/** Returns the density of marble veins: ridges of noise whose coordinates are distorted by more noise. */
function veinsAt(x: number, z: number): number {
  const bendX = layeredNoise(x * 1.1, z * 1.1, 3) * 1.5;
  const bendZ = layeredNoise(x * 1.1 + 50, z * 1.1 + 20, 3) * 1.5;
  const broad = Math.abs(layeredNoise(x * 0.8 + bendX, z * 0.8 + bendZ, 4) - 0.5);
  const fine = Math.abs(layeredNoise(x * 2.1 - bendZ + 80, z * 2.1 + bendX, 4) - 0.5);
  const fading = valueNoise(x * 0.9 + 12, z * 0.9 + 3);
  return (
    0.55 * fading * Math.exp(-broad / 0.022) +
    0.2 * (1 - fading) * Math.exp(-fine / 0.018) +
    0.1 * Math.exp(-broad / 0.09)
  );
}
