import type { Size } from '../api/size.ts';
import { acquireInstance, releaseInstance, type MattingInstance } from './matting-kernels.ts';
import { createReserve } from './reserve-memory.ts';

/** A part of a picture, at its own size, with what of its matte is known. */
export interface MatteRegion {
  readonly widthPx: number;
  readonly heightPx: number;
  /** RGBA, 8-bit sRGB, straight alpha. */
  readonly pixels: Uint8ClampedArray;
  /** 0…255, a byte a pixel. */
  readonly matte: Uint8Array | Uint8ClampedArray;
  /** A byte a pixel: 0 where the matte is known; anything else where it is to be found anew. */
  readonly unknown: Uint8Array | Uint8ClampedArray;
}

/** The part is looked at in so many pixels, or a little fewer: what is found there is applied to its own ones. */
const maxSmallPixels = 115_000;
/** What is known so near to the unknown, in small pixels, tells which colours there are. */
const ringPx = 3;
/** Known beyond doubt, of 255. */
const surelyWithin = 10;
const rounds = 4;
const guideRadiusPx = 12;
const guideEpsilon = 1e-5;
const maskOne = 4095;
const stripBytes = 4 * 1024 * 1024;

/**
 * Finds the unknown part of a matte anew: what is known beside it says which colours subject and background have.
 *
 * Each unknown pixel looks for a pair of known ones of which it may be mixed; the alphas that these give are then explained
 * by the colours, window by window, as `refineMatte` does with the network's mask.
 * @param module `assembly/matting`.
 * @returns the whole part's matte: what was known as it was, and everything as it was where no subject or no background
 *   is known.
 * @throws {RangeError} when the sizes do not fit.
 * @throws {SegmenterError} `out-of-memory` when the browser does not give the memory.
 * @see He, Rhemann, Rother, Tang & Sun 2011, "A Global Sampling Method for Alpha Matting"
 * @see He, Sun & Tang 2013, "Guided Image Filtering"
 */
export async function refineRegion(module: WebAssembly.Module, region: MatteRegion): Promise<Uint8ClampedArray> {
  const { heightPx, widthPx } = region;
  const count = widthPx * heightPx;
  if (region.pixels.length !== count * 4 || region.matte.length !== count || region.unknown.length !== count) {
    throw new RangeError(`no picture and matte of ${widthPx} × ${heightPx} px`);
  }
  const matte = new Uint8ClampedArray(region.matte);
  const small = shrink(region);
  const samples = samplesOf(small);
  if (!samples) return matte;
  const instance = await acquireInstance(module);
  try {
    explain(instance, region, small, samples, matte);
    return matte;
  } finally {
    releaseInstance(instance);
  }
}

/** Where subject and background are known, as indices of the small picture. */
interface Samples {
  readonly subject: readonly number[];
  readonly background: readonly number[];
}

/** Writes the unknown pixels' alpha into `matte`. */
function explain(
  instance: MattingInstance,
  region: MatteRegion,
  small: MatteRegion,
  samples: Samples,
  matte: Uint8ClampedArray,
) {
  const { kernels, memory } = instance;
  const { heightPx, widthPx } = small;
  const count = widthPx * heightPx;
  const reserve = createReserve(memory, kernels.firstFreeAddress());
  const coefficients = reserve(count * 16);
  const trust = reserve(count * 4);
  const rgba = reserve(count * 4);
  const mask = reserve(count * 2);
  const unknown = reserve(count);
  const scratch = reserve(kernels.guidedScratchBytes(widthPx, guideRadiusPx));
  const points = reserve(count * 32);
  const found = reserve(count * 16);
  const subject = reserve(samples.subject.length * 32);
  const background = reserve(samples.background.length * 32);

  new Uint8ClampedArray(memory.buffer, rgba, count * 4).set(small.pixels);
  new Uint8Array(memory.buffer, unknown, count).set(small.unknown);
  const shares = new Uint16Array(memory.buffer, mask, count);
  for (let index = 0; index < count; index += 1)
    shares[index] = Math.round(((small.matte[index] ?? 0) * maskOne) / 255);
  writePoints(small, samples, new Float32Array(memory.buffer, points, count * 8));
  writeSamples(small, samples.subject, new Float32Array(memory.buffer, subject, samples.subject.length * 8));
  writeSamples(small, samples.background, new Float32Array(memory.buffer, background, samples.background.length * 8));
  kernels.samplePairs(
    points,
    unknown,
    heightPx,
    widthPx,
    subject,
    samples.subject.length,
    background,
    samples.background.length,
    rounds,
    found,
    mask,
  );
  kernels.guidedMatte(rgba, mask, heightPx, widthPx, guideRadiusPx, guideEpsilon, coefficients, trust, scratch);

  const maxRows = Math.max(1, Math.floor(stripBytes / (region.widthPx * 5)));
  const reserveStrip = createReserve(memory, rgba);
  const strip = reserveStrip(maxRows * region.widthPx * 4);
  const stripMatte = reserveStrip(maxRows * region.widthPx);
  for (let firstRow = 0; firstRow < region.heightPx; firstRow += maxRows) {
    const rows = Math.min(maxRows, region.heightPx - firstRow);
    const [from, end] = [firstRow * region.widthPx, (firstRow + rows) * region.widthPx];
    new Uint8ClampedArray(memory.buffer, strip, (end - from) * 4).set(region.pixels.subarray(from * 4, end * 4));
    kernels.matteRows(
      strip,
      firstRow,
      rows,
      region.heightPx,
      region.widthPx,
      coefficients,
      trust,
      heightPx,
      widthPx,
      stripMatte,
    );
    const alphas = new Uint8Array(memory.buffer, stripMatte, end - from);
    for (let index = from; index < end; index += 1) {
      if (region.unknown[index]) matte[index] = alphas[index - from] ?? 0;
    }
  }
}

/** Each small pixel is the mean of some; it is unknown if any of them is. */
function shrink(region: MatteRegion): MatteRegion {
  const scale = Math.sqrt(maxSmallPixels / (region.widthPx * region.heightPx));
  if (scale >= 1) return region;
  const widthPx = Math.max(1, Math.floor(region.widthPx * scale));
  const heightPx = Math.max(1, Math.floor(region.heightPx * scale));
  const pixels = new Uint8ClampedArray(widthPx * heightPx * 4);
  const matte = new Uint8ClampedArray(widthPx * heightPx);
  const unknown = new Uint8Array(widthPx * heightPx);
  for (let y = 0; y < heightPx; y += 1) {
    const [firstRow, endRow] = [startOf(y, heightPx, region.heightPx), startOf(y + 1, heightPx, region.heightPx)];
    for (let x = 0; x < widthPx; x += 1) {
      const [first, end] = [startOf(x, widthPx, region.widthPx), startOf(x + 1, widthPx, region.widthPx)];
      let red = 0;
      let green = 0;
      let blue = 0;
      let alpha = 0;
      let isUnknown = 0;
      for (let row = firstRow; row < endRow; row += 1) {
        for (let at = row * region.widthPx + first; at < row * region.widthPx + end; at += 1) {
          red += region.pixels[at * 4] ?? 0;
          green += region.pixels[at * 4 + 1] ?? 0;
          blue += region.pixels[at * 4 + 2] ?? 0;
          alpha += region.matte[at] ?? 0;
          isUnknown |= region.unknown[at] ?? 0;
        }
      }
      const share = 1 / ((endRow - firstRow) * (end - first));
      const to = y * widthPx + x;
      pixels[to * 4] = red * share;
      pixels[to * 4 + 1] = green * share;
      pixels[to * 4 + 2] = blue * share;
      pixels[to * 4 + 3] = 255;
      matte[to] = alpha * share;
      unknown[to] = isUnknown;
    }
  }
  return { widthPx, heightPx, pixels, matte, unknown };
}

/** @returns which of the large picture's rows or columns a small one begins with. */
function startOf(small: number, ofSmall: number, ofLarge: number): number {
  return Math.floor((small * ofLarge) / ofSmall);
}

/** What is known near the unknown; where that is not both of the two, all that is known. */
function samplesOf(small: MatteRegion): Samples | undefined {
  const near = widened(small.unknown, small);
  const hasBoth = ({ subject, background }: Samples) => subject.length > 0 && background.length > 0;
  return [near, undefined].map((within) => knownIn(small, within)).find(hasBoth);
}

/** @param within where it is 0 nothing is taken; default: from everywhere. */
function knownIn({ matte, unknown }: MatteRegion, within: Uint8Array | undefined): Samples {
  const subject: number[] = [];
  const background: number[] = [];
  for (let index = 0; index < matte.length; index += 1) {
    if (unknown[index] || within?.[index] === 0) continue;
    const alpha = matte[index] ?? 0;
    if (alpha >= 255 - surelyWithin) subject.push(index);
    else if (alpha <= surelyWithin) background.push(index);
  }
  return { subject, background };
}

/** @returns 1 where anything within `ringPx`, along both axes, is not 0. */
function widened(bytes: ArrayLike<number>, { widthPx, heightPx }: Size): Uint8Array {
  const along = new Uint8Array(widthPx * heightPx);
  const both = new Uint8Array(widthPx * heightPx);
  for (let index = 0; index < along.length; index += 1) {
    if (!bytes[index]) continue;
    const x = index % widthPx;
    along.fill(1, index - Math.min(x, ringPx), index + Math.min(widthPx - x, ringPx + 1));
  }
  for (let index = 0; index < along.length; index += 1) {
    if (!along[index]) continue;
    for (let row = -ringPx; row <= ringPx; row += 1) {
      const at = index + row * widthPx;
      if (at >= 0 && at < both.length) both[at] = 1;
    }
  }
  return both;
}

/** A byte's square, of 0…255: nearly linear light, in which pixels mix. */
function linear(byte = 0): number {
  return (byte * byte) / 255;
}

function writePoints(small: MatteRegion, { subject, background }: Samples, to: Float32Array): void {
  const toSubject = distancesTo(subject, small);
  const toBackground = distancesTo(background, small);
  for (let index = 0; index < toSubject.length; index += 1) {
    writeColour(small, index, to, index * 8);
    to[index * 8 + 4] = 1 / Math.max(1, toSubject[index] ?? 1);
    to[index * 8 + 5] = 1 / Math.max(1, toBackground[index] ?? 1);
  }
}

function writeSamples(small: MatteRegion, samples: readonly number[], to: Float32Array): void {
  const brightness = (index: number) =>
    linear(small.pixels[index * 4]) + linear(small.pixels[index * 4 + 1]) + linear(small.pixels[index * 4 + 2]);
  const sorted = Array.from(samples, (index) => ({ index, brightness: brightness(index) })).toSorted(
    (a, b) => a.brightness - b.brightness,
  );
  for (const [nth, { index }] of sorted.entries()) {
    writeColour(small, index, to, nth * 8);
    to[nth * 8 + 4] = index % small.widthPx;
    to[nth * 8 + 5] = Math.floor(index / small.widthPx);
  }
}

function writeColour({ pixels }: MatteRegion, index: number, to: Float32Array, place: number): void {
  to[place] = linear(pixels[index * 4]);
  to[place + 1] = linear(pixels[index * 4 + 1]);
  to[place + 2] = linear(pixels[index * 4 + 2]);
  to[place + 3] = 0;
}

/** @returns of each pixel about how far the nearest of these is, in steps of 1 along the axes and √2 across. */
function distancesTo(samples: readonly number[], { widthPx, heightPx }: Size): Float32Array {
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
