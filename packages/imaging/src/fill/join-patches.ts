import type { Raster } from '../raster/raster.ts';
import { type FillLevel, reachPx, role } from './fill-level.ts';

/** Number of rounds in which the joints between copied patches are balanced. */
const maxRounds = 400;
/** Difference, of 0…255, from which on a joint between two copies is an edge of the picture. */
const edgeDifference = 32;
/** Overrelaxation of the rounds. */
const relaxation = 1.9;
/** Change of the values in one round, of 0…255, below which they no longer change visibly. */
const stillChange = 0.02;

/**
 * Finishes a filling. Each pixel is copied from one source patch, so that the grain of the photograph stays. The
 * differences between neighbouring pixels are preserved while the brightness is balanced, so that neither the rim of
 * the hole nor the joints between the copies are visible.
 * @param pixels RGBA with straight alpha; the pixels of the hole are overwritten.
 * @see Pérez et al. 2003, "Poisson Image Editing"
 */
export function joinPatches(level: FillLevel, { data }: Raster): void {
  const { roles, widthPx, heightPx } = level;
  const origin = originsOf(level);
  const hole = holeOf(roles);
  const isOpaque = hole.every((pixel) => data[(origin[pixel] ?? 0) * 4 + 3] === 255);
  const premultiplied = (pixel: number, channel: number) => {
    const alpha = data[pixel * 4 + 3] ?? 0;
    return channel === 3 ? alpha : ((data[pixel * 4 + channel] ?? 0) * alpha) / 255;
  };
  const sides = [
    [-1, (pixel: number) => pixel % widthPx > 0],
    [1, (pixel: number) => pixel % widthPx < widthPx - 1],
    [-widthPx, (pixel: number) => pixel >= widthPx],
    [widthPx, (pixel: number) => pixel < widthPx * (heightPx - 1)],
  ] as const;
  const joined = new Float32Array(hole.length * 4);
  for (let channel = 0; channel < (isOpaque ? 3 : 4); channel += 1) {
    const values = new Float32Array(roles.length);
    const wanted = new Float32Array(hole.length);
    for (let at = 0; at < values.length; at += 1)
      values[at] = premultiplied(roles[at] === role.hole ? (origin[at] ?? 0) : at, channel);
    for (const [index, pixel] of hole.entries()) {
      for (const [step, isInside] of sides) {
        if (!isInside(pixel) || roles[pixel + step] === role.foreign) continue;
        wanted[index] = (wanted[index] ?? 0) + differenceTo(pixel, step, channel, values);
      }
    }
    balance(hole, values, wanted, level);
    for (const [index, pixel] of hole.entries()) joined[index * 4 + channel] = values[pixel] ?? 0;
  }
  for (const [index, pixel] of hole.entries()) {
    const alpha = isOpaque ? 255 : Math.min(255, Math.max(0, joined[index * 4 + 3] ?? 0));
    for (let channel = 0; channel < 3; channel += 1)
      data[pixel * 4 + channel] = alpha < 0.5 ? 0 : ((joined[index * 4 + channel] ?? 0) * 255) / alpha;
    data[pixel * 4 + 3] = alpha;
  }

  /** Returns by how much a pixel shall exceed its neighbour. */
  function differenceTo(pixel: number, step: number, channel: number, values: Float32Array): number {
    const copied = (values[pixel] ?? 0) - (values[pixel + step] ?? 0);
    const from = origin[pixel] ?? 0;
    let inSource = premultiplied(from, channel) - premultiplied(from + step, channel);
    if (roles[pixel + step] === role.hole) {
      const other = origin[pixel + step] ?? 0;
      inSource = (inSource + premultiplied(other - step, channel) - premultiplied(other, channel)) / 2;
    }
    return copied + softened(inSource - copied);
  }
}

/**
 * Reduces a joint to the part that is balanced: a small one wholly, and an edge not at all, since it would be smeared.
 */
function softened(joint: number): number {
  const share = Math.max(0, 1 - (joint / edgeDifference) ** 2);
  return joint * share * share;
}

/** Returns the source pixel of each pixel of the hole: that of the best match among the patches that cover it. */
function originsOf({ roles, widthPx, targets, nearest, distance, depth }: FillLevel): Int32Array {
  const origin = new Int32Array(roles.length).fill(-1);
  const least = new Float32Array(roles.length).fill(Infinity);
  for (const target of targets) {
    const source = nearest[target] ?? 0;
    for (let dy = -reachPx; dy <= reachPx; dy += 1) {
      for (let dx = -reachPx; dx <= reachPx; dx += 1) {
        const offset = dy * widthPx + dx;
        const pixel = target + offset;
        if (roles[pixel] !== role.hole) continue;
        // Among equal matches, the patch whose centre is nearest joins best.
        const found = (distance[target] ?? 0) * (1 + (dx * dx + dy * dy) / 9) + 1e-7 * (depth[target] ?? 0);
        if (found >= (least[pixel] ?? 0)) continue;
        least[pixel] = found;
        origin[pixel] = source + offset;
      }
    }
  }
  return origin;
}

function holeOf(roles: Uint8Array): Int32Array {
  const hole: number[] = [];
  for (let at = 0; at < roles.length; at += 1) if (roles[at] === role.hole) hole.push(at);
  return Int32Array.from(hole);
}

/** Solves the Poisson equation in the hole by successive overrelaxation. Known pixels around it stay. */
function balance(hole: Int32Array, values: Float32Array, wanted: Float32Array, level: FillLevel): void {
  const { widthPx, heightPx, roles } = level;
  for (let round = 0; round < maxRounds; round += 1) {
    let largest = 0;
    for (let index = 0; index < hole.length; index += 1) {
      const pixel = hole[index] ?? 0;
      const x = pixel % widthPx;
      let sum = wanted[index] ?? 0;
      let count = 0;
      if (x > 0 && roles[pixel - 1] !== role.foreign) {
        sum += values[pixel - 1] ?? 0;
        count += 1;
      }
      if (x < widthPx - 1 && roles[pixel + 1] !== role.foreign) {
        sum += values[pixel + 1] ?? 0;
        count += 1;
      }
      if (pixel >= widthPx && roles[pixel - widthPx] !== role.foreign) {
        sum += values[pixel - widthPx] ?? 0;
        count += 1;
      }
      if (pixel < widthPx * (heightPx - 1) && roles[pixel + widthPx] !== role.foreign) {
        sum += values[pixel + widthPx] ?? 0;
        count += 1;
      }
      if (count === 0) continue;
      const change = relaxation * (sum / count - (values[pixel] ?? 0));
      values[pixel] = (values[pixel] ?? 0) + change;
      largest = Math.max(largest, Math.abs(change));
    }
    if (largest < stillChange) return;
  }
}
