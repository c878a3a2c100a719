import type { Size } from '../api/size.ts';
import type { createReserve } from './reserve-memory.ts';
import type { MattingInstance } from './matting-kernels.ts';

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

/**
 * The pair that each unknown pixel has found. The arrays lie in the kernels' memory and are valid until it grows or
 * another picture uses it. For the lengths of rows see `pointLength` and `foundLength`.
 */
export interface Pairs {
  /** Of each pixel: its colour (3), 0, 1 ÷ the distance to the nearest subject and to the nearest background, in px. */
  readonly points: Float32Array;
  /** Of each sample of the subject: its colour (3), 0, x, y. `background` likewise. */
  readonly subject: Float32Array;
  readonly background: Float32Array;
  /** Of each unknown pixel: two numbers of `foundRows`, the pair's cost, and how much of the pixel is subject, 0…1. */
  readonly found: Float32Array;
  /** The same memory: the rows of the pair in `subject` and in `background`, then the other two. */
  readonly foundRows: Int32Array;
}

/** Numbers in a row of `points`, `subject` and `background`. */
export const pointLength = 8;
/** Numbers in a row of `found`. */
export const foundLength = 4;

/**
 * Looks for a pair of one known subject pixel and one known background pixel of which each unknown pixel may be mixed.
 * @param unknown a byte a pixel; for those that are not 0 a pair is looked for.
 * @param samples at least one of each.
 * @param rounds how often pixels tell their neighbours what they have found.
 * @param mask address of uint16, see `assembly/matting`; takes the unknown pixels' alpha.
 * @throws {SegmenterError} `out-of-memory`, at 49 bytes a pixel and 32 a sample.
 * @see He, Rhemann, Rother, Tang & Sun 2011, "A Global Sampling Method for Alpha Matting"
 */
export function findPairs(
  { kernels, memory }: MattingInstance,
  reserve: ReturnType<typeof createReserve>,
  picture: SampledPicture,
  unknown: ArrayLike<number>,
  samples: Samples,
  rounds: number,
  mask: number,
): Pairs {
  const { heightPx, widthPx } = picture;
  const count = widthPx * heightPx;
  const unknownAt = reserve(count);
  const pointsAt = reserve(count * pointLength * 4);
  const foundAt = reserve(count * foundLength * 4);
  const subjectAt = reserve(samples.subject.length * pointLength * 4);
  const backgroundAt = reserve(samples.background.length * pointLength * 4);
  const floats = (at: number, length: number) => new Float32Array(memory.buffer, at, length);
  const points = floats(pointsAt, count * pointLength);
  const subject = floats(subjectAt, samples.subject.length * pointLength);
  const background = floats(backgroundAt, samples.background.length * pointLength);
  new Uint8Array(memory.buffer, unknownAt, count).set(unknown);
  writePoints(picture, samples, points);
  writeSamples(picture, samples.subject, subject);
  writeSamples(picture, samples.background, background);
  kernels.samplePairs(
    pointsAt,
    unknownAt,
    heightPx,
    widthPx,
    subjectAt,
    samples.subject.length,
    backgroundAt,
    samples.background.length,
    rounds,
    foundAt,
    mask,
  );
  const found = floats(foundAt, count * foundLength);
  const foundRows = new Int32Array(memory.buffer, foundAt, count * foundLength);
  return { points, subject, background, found, foundRows };
}

/** @returns 1 where anything within the radius, along both axes, is not 0. */
export function widen(bytes: ArrayLike<number>, { widthPx, heightPx }: Size, radiusPx: number): Uint8Array {
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
  for (let y = 0; y < heightPx; y += 1) {
    const end = Math.min(heightPx, y + radiusPx + 1);
    for (let from = Math.max(0, y - radiusPx); from < end; from += 1) {
      for (let x = 0; x < widthPx; x += 1) {
        if (along[from * widthPx + x]) both[y * widthPx + x] = 1;
      }
    }
  }
  return both;
}

/** A byte's square, of 0…255: nearly linear light, in which pixels mix. */
function linear(byte = 0): number {
  return (byte * byte) / 255;
}

function writePoints(picture: SampledPicture, { subject, background }: Samples, to: Float32Array): void {
  const toSubject = distancesTo(subject, picture);
  const toBackground = distancesTo(background, picture);
  for (let index = 0; index < toSubject.length; index += 1) {
    writeColour(picture, index, to, index * pointLength);
    to[index * pointLength + 4] = 1 / Math.max(1, toSubject[index] ?? 1);
    to[index * pointLength + 5] = 1 / Math.max(1, toBackground[index] ?? 1);
  }
}

/** Writes the samples from the darkest to the brightest. */
function writeSamples(picture: SampledPicture, samples: Uint32Array, to: Float32Array): void {
  const { pixels, widthPx } = picture;
  // A counting sort: brightness is one of 766 whole numbers.
  const places = new Uint32Array(3 * 255 + 2);
  const brightness = (at: number) =>
    Math.round(linear(pixels[at * 4]) + linear(pixels[at * 4 + 1]) + linear(pixels[at * 4 + 2]));
  const add = (level: number, by: number) => (places[level] = (places[level] ?? 0) + by);
  for (const at of samples) add(brightness(at) + 1, 1);
  for (let level = 1; level < places.length; level += 1) add(level, places[level - 1] ?? 0);
  for (const at of samples) {
    const place = (add(brightness(at), 1) - 1) * pointLength;
    writeColour(picture, at, to, place);
    to[place + 4] = at % widthPx;
    to[place + 5] = Math.floor(at / widthPx);
  }
}

function writeColour({ pixels }: SampledPicture, index: number, to: Float32Array, place: number): void {
  to[place] = linear(pixels[index * 4]);
  to[place + 1] = linear(pixels[index * 4 + 1]);
  to[place + 2] = linear(pixels[index * 4 + 2]);
  to[place + 3] = 0;
}

/** @returns of each pixel about how far the nearest of these is, in steps of 1 along the axes and √2 across. */
function distancesTo(samples: Uint32Array, { widthPx, heightPx }: Size): Float32Array {
  // A frame of pixels keeps the loops free of borders.
  const stride = widthPx + 2;
  const framed = new Float32Array(stride * (heightPx + 2)).fill(1e6);
  for (const index of samples) framed[(Math.floor(index / widthPx) + 1) * stride + (index % widthPx) + 1] = 0;
  const visit = (at: number, back: number) => {
    const straight = Math.min(framed[at + back] ?? 0, framed[at + back * stride] ?? 0) + 1;
    const corner = Math.min(framed[at + back * (stride + 1)] ?? 0, framed[at + back * (stride - 1)] ?? 0) + Math.SQRT2;
    framed[at] = Math.min(framed[at] ?? 0, straight, corner);
  };
  for (let y = 1; y <= heightPx; y += 1) for (let x = 1; x <= widthPx; x += 1) visit(y * stride + x, -1);
  for (let y = heightPx; y >= 1; y -= 1) for (let x = widthPx; x >= 1; x -= 1) visit(y * stride + x, 1);
  const distances = new Float32Array(widthPx * heightPx);
  for (let y = 0; y < heightPx; y += 1) {
    distances.set(framed.subarray((y + 1) * stride + 1, (y + 1) * stride + 1 + widthPx), y * widthPx);
  }
  return distances;
}
