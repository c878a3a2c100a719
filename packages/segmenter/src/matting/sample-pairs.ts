import type { Size } from '../api/size.ts';
import type { createReserve } from './reserve-memory.ts';
import { command, type MattingCommand, type MattingInstance } from './matting-kernels.ts';

/** An image whose colours are sampled. */
export interface SampledPicture extends Size {
  /** RGBA, 8-bit sRGB, opaque. */
  readonly pixels: Uint8ClampedArray;
}

/** Known pixels of subject and background, as indices of the image's pixels. */
export interface Samples {
  readonly subject: Uint32Array;
  readonly background: Uint32Array;
}

/** The commands that find pairs, and the addresses of their data in the kernels' memory; see `assembly/matting`. */
export interface Pairs {
  readonly commands: readonly MattingCommand[];
  readonly unknown: number;
  /** `pointBytes` for each pixel, written for the unknown ones. */
  readonly points: number;
  /** `pointBytes` for each sample. */
  readonly subject: number;
  readonly background: number;
  /** The pair of each unknown pixel: `foundBytes`. */
  readonly found: number;
}

export const pointBytes = 32;
export const foundBytes = 16;

/**
 * Prepares the search for a pair of one known subject pixel and one known background pixel of which each unknown pixel
 * may be a mixture.
 * @param unknown one byte per pixel; a pair is searched for where it is not 0.
 * @param samples at least one of each.
 * @param rounds number of rounds in which pixels try their neighbours' pairs.
 * @param narrowing factor of the reach from one random pair to the next, below 1: a higher one tries more pairs and
 *   finds better ones.
 * @param bandRows rows of the parts that threads share. Within a round, pixels of different parts do not exchange
 *   pairs.
 * @param mask address of uint16, see `assembly/matting`; receives the unknown pixels' alpha.
 * @throws {SegmenterError} `out-of-memory`, at 53 bytes per pixel and 40 per sample.
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
  // The same memory first holds the distances, which are needed only before the first pair is found.
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

/** Returns 1 for each pixel that has a non-zero byte within the radius, along both axes. */
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
  // For each column, the number of set pixels of `along` within the radius above and below the row.
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

/**
 * Returns the samples from the darkest to the brightest, by a counting sort: brightness is one of 766 whole numbers.
 */
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

/** Returns a byte's square, scaled to 0…255: nearly linear light, in which pixels mix. */
function linear(byte = 0): number {
  return (byte * byte) / 255;
}
