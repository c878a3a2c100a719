import { acquireInstance, bandRowsOf, type MattingInstance } from './matting-kernels.ts';
import { createReserve } from './reserve-memory.ts';
import { preparePairs, type Samples, widen } from './sample-pairs.ts';
import { createStrips, matteCommand } from './strips.ts';

/** A part of an image, at its own size, with the known part of its matte. */
export interface MatteRegion {
  readonly widthPx: number;
  readonly heightPx: number;
  /** RGBA, 8-bit sRGB, straight alpha. */
  readonly pixels: Uint8ClampedArray;
  /** 0…255, one byte per pixel. */
  readonly matte: Uint8Array | Uint8ClampedArray;
  /** One byte per pixel: 0 where the matte is known; any other value where it is to be recomputed. */
  readonly unknown: Uint8Array | Uint8ClampedArray;
}

/** Number of pixels to which the part is scaled down. The result is applied to its own pixels. */
const maxSmallPixels = 115_000;
/** Distance from the unknown pixels, in small pixels, within which known pixels serve as samples of the colours. */
const ringPx = 3;
/** Greatest difference from 0 or 255 of an alpha that is known beyond doubt. */
const surelyWithin = 10;
const rounds = 4;
/**
 * Factor of the reach from one random pair to the next. With a quarter, as in `refine-soft-parts.ts`, a blurred edge
 * comes out worse: .80 of its error instead of .75.
 */
const narrowing = 0.5;
const guideRadiusPx = 12;
const guideEpsilon = 1e-5;
const maskOne = 4095;

/**
 * Recomputes the unknown part of a matte. The known pixels next to it provide the colours of subject and background.
 *
 * For each unknown pixel a pair of known pixels is found, of which it may be a mixture. The alphas of these pairs are
 * then explained by the colours, window by window, as `refineMatte` does with the network's mask.
 * @param module the compiled `assembly/matting`.
 * @returns the whole part's matte. Known pixels are unchanged, and all pixels are if no subject or no background is
 *   known.
 * @throws {RangeError} when the sizes do not match.
 * @throws {SegmenterError} `out-of-memory` when the browser refuses the memory.
 * @see He, Rhemann, Rother, Tang & Sun 2011, "A Global Sampling Method for Alpha Matting"
 * @see He, Sun & Tang 2013, "Guided Image Filtering"
 */
export async function refineRegion(module: WebAssembly.Module, region: MatteRegion): Promise<Uint8ClampedArray> {
  const { heightPx, widthPx } = region;
  const count = widthPx * heightPx;
  if (region.pixels.length !== count * 4 || region.matte.length !== count || region.unknown.length !== count) {
    throw new RangeError(`the image and the matte are not of ${widthPx} × ${heightPx} px`);
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
    instance.release();
  }
}

/** Writes the unknown pixels' alpha into `matte`. */
function explain(
  instance: MattingInstance,
  region: MatteRegion,
  small: MatteRegion,
  samples: Samples,
  matte: Uint8ClampedArray,
) {
  const { kernels, memory, threads } = instance;
  const { heightPx, widthPx } = small;
  const count = widthPx * heightPx;
  const reserve = createReserve(memory, instance.start);
  const coefficients = reserve(count * 16);
  const trust = reserve(count * 4);
  const rgba = reserve(count * 4);
  const mask = reserve(count * 2);
  const scratchBytes = Math.ceil(kernels.guidedScratchBytes(widthPx, guideRadiusPx) / 64) * 64;
  const scratch = reserve(scratchBytes * threads);

  new Uint8ClampedArray(memory.buffer, rgba, count * 4).set(small.pixels);
  const shares = new Uint16Array(memory.buffer, mask, count);
  for (let index = 0; index < count; index += 1)
    shares[index] = Math.round(((small.matte[index] ?? 0) * maskOne) / 255);
  const pairs = preparePairs(
    instance,
    reserve,
    small,
    small.unknown,
    samples,
    { rounds, narrowing, bandRows: heightPx },
    mask,
  );
  const window = [guideRadiusPx, guideEpsilon, bandRowsOf(heightPx, instance)];
  const numbers = [rgba, mask, heightPx, widthPx, ...window, coefficients, trust];
  instance.run([...pairs.commands, { kernel: 'guidedMatte', numbers, scratch, scratchBytes }]);

  const strips = createStrips(instance, region, rgba);
  for (let firstRow = 0; firstRow < region.heightPx; firstRow += strips.maxRows) {
    const rows = Math.min(strips.maxRows, region.heightPx - firstRow);
    const [from, end] = [firstRow * region.widthPx, (firstRow + rows) * region.widthPx];
    const strip = strips.place(region.pixels.subarray(from * 4, end * 4), firstRow);
    instance.run([matteCommand(strip, { coefficients, trust }, small, region)]);
    const alphas = new Uint8Array(memory.buffer, strip.matte, end - from);
    for (let index = from; index < end; index += 1) {
      if (region.unknown[index]) matte[index] = alphas[index - from] ?? 0;
    }
  }
}

/** Scales a region down. Each small pixel is the mean of several pixels, and unknown if any of them is. */
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

/** Returns the row or column of the large image at which a small one begins. */
function startOf(small: number, ofSmall: number, ofLarge: number): number {
  return Math.floor((small * ofLarge) / ofSmall);
}

/**
 * Returns the known pixels near the unknown ones, or all known pixels if those do not include both subject and
 * background.
 */
function samplesOf(small: MatteRegion): Samples | undefined {
  const near = widen(small.unknown, small, ringPx);
  const hasBoth = ({ subject, background }: Samples) => subject.length > 0 && background.length > 0;
  return [near, undefined].map((within) => knownIn(small, within)).find(hasBoth);
}

/**
 * Returns the known pixels.
 * @param within pixels where it is 0 are skipped; by default none are.
 */
function knownIn({ matte, unknown }: MatteRegion, within: Uint8Array | undefined): Samples {
  const subject: number[] = [];
  const background: number[] = [];
  for (let index = 0; index < matte.length; index += 1) {
    if (unknown[index] || within?.[index] === 0) continue;
    const alpha = matte[index] ?? 0;
    if (alpha >= 255 - surelyWithin) subject.push(index);
    else if (alpha <= surelyWithin) background.push(index);
  }
  return { subject: Uint32Array.from(subject), background: Uint32Array.from(background) };
}
