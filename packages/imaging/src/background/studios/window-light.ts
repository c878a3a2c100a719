import { linearFromHex } from '../../color/linear-light.ts';
import { chance, layeredNoise, smoothStep } from '@isola/scenes/noise';
import { traceView, newSpot, type StudioSet, vignette } from './studio-set.ts';
import type { Paint } from './paint.ts';

export const windowSet: StudioSet = { cameraHeight: 0.6, wallDistance: 3.2, bend: 0.03 };
const wall = linearFromHex('#f0e7d9');
const floor = linearFromHex('#e2d8c8');
const sun = [1.75, 1.5, 1.14] as const;
const sky = [0.55, 0.56, 0.575] as const;
/** Direction towards the sun: left, above, and on the camera's side. */
const toSun = { x: -0.81, y: 0.33, z: -0.48 };
/** Position of the window's plane, left of the visible area. */
const windowX = -1.9;
const spot = newSpot();

/** Leaves of a plant in front of the window: middle, direction and half length, in the window's plane. */
const leaves = Array.from({ length: 22 }, (_, leaf) => {
  const along = leaf / 22;
  const side = leaf % 2 ? 1 : -1;
  const angle = 1.15 + side * (0.75 + 0.35 * chance(leaf, 1)) - along * 0.5;
  const reach = 0.1 + 0.09 * chance(leaf, 2);
  return {
    z: 1.62 + 0.5 * along + 0.12 * Math.sin(along * 5) + Math.cos(angle) * reach,
    y: 1.17 + 1.2 * along + Math.sin(angle) * reach,
    cosine: Math.cos(angle),
    sine: Math.sin(angle),
    half: reach * 1.05,
  };
});

/** White walls lit by the sun through a window. The window's bars and a plant in front of it cast shadows. */
export const windowLight: Paint = (x, y, light) => {
  traceView(windowSet, x, y, spot);
  const way = (windowX - spot.x) / toSun.x;
  const atZ = spot.z + toSun.z * way;
  const atY = spot.y + toSun.y * way;
  // The sun is half a degree wide, so a shadow softens with the distance that the light travels.
  const blur = 0.012 + 0.016 * way;
  const facing = Math.max(0, toSun.y * spot.up - toSun.z * spot.front);
  const direct = facing * panes(atZ, atY, blur) * foliage(atZ, atY, blur);
  const near = 1 / (1 + 0.16 * Math.max(0, spot.x + 1.6) ** 1.5);
  const surface = 1 + 0.05 * (layeredNoise(spot.x * 3, (spot.y + spot.z) * 3, 5) - 0.5);
  const corner = 1 - 0.16 * Math.exp(-(spot.front ? spot.y : 3.2 - spot.z) / 0.16);
  const lens = surface * corner * vignette(x, y, 0.1);
  for (let channel = 0; channel < 3; channel += 1) {
    const own = (spot.up > 0.5 ? floor : wall)[channel] ?? 0;
    const around = (sky[channel] ?? 0) * near + 0.06 * spot.up;
    light[channel] = own * (around + direct * (sun[channel] ?? 0)) * lens;
  }
};

/**
 * Models a window of two panes across and three up, with bars between them.
 * @returns the share of light that passes, 0…1.
 */
function panes(z: number, y: number, blur: number): number {
  const across = opening(z, 1.5, 1.98, blur) + opening(z, 2.05, 2.53, blur);
  const up = opening(y, 1.14, 1.6, blur) + opening(y, 1.67, 2.13, blur) + opening(y, 2.2, 2.66, blur);
  return Math.min(1, across) * Math.min(1, up);
}

function opening(place: number, from: number, to: number, blur: number): number {
  return smoothStep(from - blur, from + blur, place) * (1 - smoothStep(to - blur, to + blur, place));
}

function foliage(z: number, y: number, blur: number): number {
  let left = 1;
  for (const leaf of leaves) {
    const [offZ, offY] = [z - leaf.z, y - leaf.y];
    if (Math.abs(offZ) > 0.35 || Math.abs(offY) > 0.35) continue;
    const along = (offZ * leaf.cosine + offY * leaf.sine) / leaf.half;
    const across = (offY * leaf.cosine - offZ * leaf.sine) / leaf.half;
    // Leaves are pointed at both ends.
    const half = 0.34 * (1 - along * along);
    const edge = (1.6 * blur) / leaf.half;
    const inside = 1 - smoothStep(-edge, edge, Math.abs(across) - half);
    left *= 1 - 0.82 * inside * (1 - smoothStep(1 - edge, 1 + edge, Math.abs(along)));
  }
  return left;
}
