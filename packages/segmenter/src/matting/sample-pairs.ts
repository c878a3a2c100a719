import type { Size } from '../api/size.ts';
import type { createReserve } from './reserve-memory.ts';
import { command, type MattingCommand, type MattingInstance } from './matting-kernels.ts';

/** A picture to look for colours in. */
export interface SampledPicture extends Size {
  /** RGBA, 8-bit sRGB, opaque. */
  readonly pixels: Uint8ClampedArray;
}

/** Where subject and background are known, as indices of the picture's pixels. */
export interface Samples {
  readonly subject: Uint32Array;
  readonly background: Uint32Array;
}

/** How pairs are found, and where: addresses in the kernels' memory; see `assembly/matting`. */
export interface Pairs {
  readonly commands: readonly MattingCommand[];
  readonly unknown: number;
  /** Of each unknown pixel, `pointBytes`. */
  readonly points: number;
  /** Of each sample, `pointBytes`. */
  readonly subject: number;
  readonly background: number;
  /** Of each unknown pixel, its pair: `foundBytes`. */
  readonly found: number;
}

export const pointBytes = 32;
export const foundBytes = 16;

/**
 * Prepares to look for a pair of one known subject pixel and one known background pixel of which each unknown pixel may be mixed.
 * @param unknown a byte a pixel; for those that are not 0 a pair is looked for.
 * @param samples at least one of each.
 * @param rounds how often pixels tell their neighbours what they have found.
 * @param narrowing how much closer a pixel looks about each time, below 1: more looks find better pairs.
 * @param bandRows rows of the parts that threads share; within a round pixels of different parts tell each other nothing.
 * @param mask address of uint16, see `assembly/matting`; takes the unknown pixels' alpha.
 * @throws {SegmenterError} `out-of-memory`, at 53 bytes a pixel and 40 a sample.
 * @see He, Rhemann, Rother, Tang & Sun 2011, "A Global Sampling Method for Alpha Matting"
 */
export function preparePairs(
  { kernels, memory }: MattingInstance,
  reserve: ReturnType<typeof createReserve>,
  { pixels, heightPx, widthPx }: SampledPicture,
  unknown: Uint8Array | Uint8ClampedArray,
  samples: Samples,
  { rounds, narrowing, bandRows }: { readonly rounds: number; readonly narrowing: number; readonly bandRows: number },
  mask: number,
): Pairs {
  const count = widthPx * heightPx;
  const [subjects, backgrounds] = [samples.subject.length, samples.background.length];
  const rgba = reserve(count * 4);
  const unknownAt = reserve(count);
  const points = reserve(count * pointBytes);
  // The distances are needed only before the first pair is found.
  const found = reserve(Math.max(count * foundBytes, kernels.pointsScratchBytes(heightPx, widthPx)));
  const subject = reserve(subjects * pointBytes);
  const background = reserve(backgrounds * pointBytes);
  const subjectPixels = reserve(subjects * 4);
  const backgroundPixels = reserve(backgrounds * 4);
  new Uint8Array(memory.buffer, rgba, count * 4).set(pixels);
  new Uint8Array(memory.buffer, unknownAt, count).set(unknown);
  new Uint32Array(memory.buffer, subjectPixels, subjects).set(byBrightness(pixels, samples.subject));
  new Uint32Array(memory.buffer, backgroundPixels, backgrounds).set(byBrightness(pixels, samples.background));
  const known = [subject, subjects, background, backgrounds];
  const size = [heightPx, widthPx];
  const rounded = Array.from({ length: rounds }, (_, round) =>
    command('samplePairs', points, unknownAt, ...size, ...known, round, bandRows, narrowing, found, mask),
  );
  const commands = [
    command('writeSamples', rgba, widthPx, subjectPixels, subjects, subject),
    command('writeSamples', rgba, widthPx, backgroundPixels, backgrounds, background),
    command('measureDistances', subjectPixels, subjects, backgroundPixels, backgrounds, ...size, found),
    command('writePoints', rgba, unknownAt, ...size, found, points),
    ...rounded,
  ];
  return { commands, unknown: unknownAt, points, subject, background, found };
}

/** @returns 1 where anything within the radius, along both axes, is not 0. */
export function widen(
  bytes: Uint8Array | Uint8ClampedArray,
  { widthPx, heightPx }: Size,
  radiusPx: number,
): Uint8Array<ArrayBuffer> {
  const along = new Uint8Array(widthPx * heightPx);
  const both = new Uint8Array(widthPx * heightPx);
  for (let y = 0, at = 0; y < heightPx; y += 1) {
    for (let x = 0, filled = 0; x < widthPx; x += 1, at += 1) {
      if (!bytes[at]) continue;
      const end = Math.min(widthPx, x + radiusPx + 1);
      along.fill(1, at - x + Math.max(filled, x - radiusPx), at - x + end);
      filled = end;
    }
  }
  // Of each column, how many of the rows within the radius have something.
  const counts = new Uint16Array(widthPx);
  for (let row = -radiusPx; row < heightPx; row += 1) {
    const entering = (row + radiusPx) * widthPx;
    const leaving = (row - radiusPx - 1) * widthPx;
    const hasEntering = row + radiusPx < heightPx;
    const hasLeaving = row > radiusPx;
    for (let x = 0; x < widthPx; x += 1) {
      const count =
        (counts[x] ?? 0) +
        (hasEntering ? (along[entering + x] ?? 0) : 0) -
        (hasLeaving ? (along[leaving + x] ?? 0) : 0);
      counts[x] = count;
      if (count > 0 && row >= 0) both[row * widthPx + x] = 1;
    }
  }
  return both;
}

/** @returns the samples from the darkest to the brightest, by a counting sort: brightness is one of 766 whole numbers. */
function byBrightness(pixels: Uint8ClampedArray, samples: Uint32Array): Uint32Array {
  const sorted = new Uint32Array(samples.length);
  const places = new Uint32Array(3 * 255 + 2);
  const brightness = (at: number) =>
    Math.round(linear(pixels[at * 4]) + linear(pixels[at * 4 + 1]) + linear(pixels[at * 4 + 2]));
  const add = (level: number, by: number) => (places[level] = (places[level] ?? 0) + by);
  for (const at of samples) add(brightness(at) + 1, 1);
  for (let level = 1; level < places.length; level += 1) add(level, places[level - 1] ?? 0);
  for (const at of samples) sorted[add(brightness(at), 1) - 1] = at;
  return sorted;
}

/** A byte's square, of 0…255: nearly linear light, in which pixels mix. */
function linear(byte = 0): number {
  return (byte * byte) / 255;
}
