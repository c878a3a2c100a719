import type { Size } from '../api/size.ts';
import { colourScratchBytes, coloursCommands } from './blur-fusion.ts';
import { acquireInstance } from './matting-kernels.ts';
import { createReserve } from './reserve-memory.ts';
import { createStrips, fuseCommand } from './strips.ts';

/** A picture small enough to be looked at whole (a megapixel or less), and its matte. */
export interface SmallCutout {
  readonly widthPx: number;
  readonly heightPx: number;
  /** RGBA, 8-bit sRGB, opaque. */
  readonly pixels: Uint8ClampedArray;
  /** The matte of the result, scaled: 0…255, a byte a pixel. */
  readonly matte: Uint8Array | Uint8ClampedArray;
}

/** The subject's and the background's colours, ready to be applied to the full-size picture. */
export interface Foreground {
  /** The most rows that `cutOut` takes at once. */
  readonly maxRows: number;
  /**
   * Cuts some rows out, in place: the matte becomes their alpha, the subject's own colours theirs, and what is wholly
   * transparent black. What is wholly subject keeps its colour. No pixel becomes more opaque than it was. The same rows
   * come out the same in whichever portions they are given.
   * @param rows RGBA, 8-bit, straight alpha: some rows of the full-size picture.
   * @param firstRow which of its rows the first one is.
   * @param matte of these rows, 0…255; left as it is.
   * @param strength 0…1: how far a half-covered pixel's colour becomes the subject's own; 0 leaves the photo's.
   * @throws {RangeError} when these are no rows of the picture, or more than `maxRows`.
   * @throws {Error} after `release`.
   */
  cutOut(rows: Uint8ClampedArray, firstRow: number, matte: Uint8Array | Uint8ClampedArray, strength: number): void;
  /**
   * Releases the kernel instance, whose memory the next picture uses. Call it after the last row, or when no rows will
   * follow. A second call does nothing.
   */
  release(): void;
}

/**
 * Finds the subject's own colours along the edge of a matte that is there already on a small picture: their means by blur fusion, and
 * then, pixel by pixel, what is most likely given how much subject and background vary there.
 * @param module `assembly/matting`.
 * @param small whose matte is that of the rows to come: it says where the colours are to be looked for.
 * @param full the full-size picture's size.
 * @throws {RangeError} when the sizes do not fit.
 * @throws {SegmenterError} `out-of-memory` when the browser does not give the memory: 20 bytes a small pixel.
 * @see Forte 2021, "Approximate Fast Foreground Colour Estimation"
 * @see Chuang, Curless, Salesin & Szeliski 2001, "A Bayesian Approach to Digital Matting"
 */
export async function estimateForeground(
  module: WebAssembly.Module,
  small: SmallCutout,
  full: Size,
): Promise<Foreground> {
  const { heightPx, widthPx } = small;
  const pixels = heightPx * widthPx;
  if (pixels < 1 || small.pixels.length !== pixels * 4 || small.matte.length !== pixels) {
    throw new RangeError(`no picture and matte of ${widthPx} × ${heightPx} px`);
  }
  const instance = await acquireInstance(module);
  const { memory } = instance;
  const reserve = createReserve(memory, instance.start);
  const subject = reserve(pixels * 4);
  const background = reserve(pixels * 4);
  const rgba = reserve(pixels * 4);
  const cutout = reserve(pixels * 4);
  const scratch = reserve(pixels * 4);
  const sums = reserve(colourScratchBytes(instance, widthPx) * instance.threads);

  new Uint8ClampedArray(memory.buffer, rgba, pixels * 4).set(small.pixels);
  const place = new Uint8ClampedArray(memory.buffer, cutout, pixels * 4);
  place.set(small.pixels);
  for (let index = 0; index < pixels; index += 1) place[index * 4 + 3] = small.matte[index] ?? 0;
  instance.run(coloursCommands(instance, { rgba, cutout, scratch, sums, subject, background }, small));

  // What the small picture has there is used up.
  const strips = createStrips(instance, full, rgba);
  let isReleased = false;
  return {
    maxRows: strips.maxRows,
    cutOut(rows, firstRow, matte, strength) {
      if (isReleased) throw new Error('no rows are cut out after the release');
      if (matte.length * 4 !== rows.length || matte.length % full.widthPx > 0) {
        throw new RangeError(`${rows.length} bytes and a matte of ${matte.length} are no rows of ${full.widthPx} px`);
      }
      if (matte.length > strips.maxRows * full.widthPx) throw new RangeError(`more than ${strips.maxRows} rows`);
      const strip = strips.place(rows, firstRow);
      new Uint8ClampedArray(memory.buffer, strip.matte, matte.length).set(matte);
      instance.run([fuseCommand(strip, { subject, background }, small, full, strength)]);
      rows.set(new Uint8ClampedArray(memory.buffer, strip.rgba, rows.length));
    },
    release() {
      if (!isReleased) instance.release();
      isReleased = true;
    },
  };
}
