import type { Size } from '../api/size.ts';
import { colourScratchBytes, coloursCommands } from './blur-fusion.ts';
import { acquireInstance } from './matting-kernels.ts';
import { createReserve } from './reserve-memory.ts';
import { createStrips, fuseCommand } from './strips.ts';

/** An image that is small enough to be processed as a whole (a megapixel or less), and its matte. */
export interface SmallCutout {
  readonly widthPx: number;
  readonly heightPx: number;
  /** RGBA, 8-bit sRGB, opaque. */
  readonly pixels: Uint8ClampedArray;
  /** The matte of the result, scaled: 0…255, one byte per pixel. */
  readonly matte: Uint8Array | Uint8ClampedArray;
}

/** The subject's and the background's colours, ready to be applied to the full-size image. */
export interface Foreground {
  /** The greatest number of rows that `cutOut` accepts at once. */
  readonly maxRows: number;
  /**
   * Cuts some rows out, in place: they get the matte as alpha and the subject's own colours, and fully transparent
   * pixels become black. Pixels that are entirely subject keep their colour. No pixel becomes more opaque than it was.
   * The result does not depend on the portions in which the rows are passed.
   * @param rows RGBA, 8-bit, straight alpha: some rows of the full-size image.
   * @param firstRow index of the first of these rows in the image.
   * @param matte the matte of these rows, 0…255; not changed.
   * @param strength 0…1: how far a half-covered pixel's colour is replaced by the subject's; 0 leaves the image's
   *   colour.
   * @throws {RangeError} when these are not rows of the image, or more than `maxRows`.
   * @throws {Error} after `release`.
   */
  cutOut(rows: Uint8ClampedArray, firstRow: number, matte: Uint8Array | Uint8ClampedArray, strength: number): void;
  /**
   * Releases the kernel instance, whose memory the next image uses. Call it after the last row, or when no rows will
   * follow. A second call does nothing.
   */
  release(): void;
}

/**
 * Estimates the subject's own colours along the edge of a given matte on a small image. First blur fusion computes the
 * mean colours. Then each pixel gets the most likely colour, given how much subject and background vary there.
 * @param module the compiled `assembly/matting`.
 * @param small the small image with the matte of the rows to come, which determines where the colours are collected.
 * @param full the full-size image's size.
 * @throws {RangeError} when the sizes do not match.
 * @throws {SegmenterError} `out-of-memory` when the browser refuses the memory: 20 bytes per small pixel.
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
    throw new RangeError(`the image and the matte are not of ${widthPx} × ${heightPx} px`);
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

  // The small image's data from `rgba` on is no longer needed.
  const strips = createStrips(instance, full, rgba);
  let isReleased = false;
  return {
    maxRows: strips.maxRows,
    cutOut(rows, firstRow, matte, strength) {
      if (isReleased) throw new Error('cutOut was called after the release');
      if (matte.length * 4 !== rows.length || matte.length % full.widthPx > 0) {
        throw new RangeError(`${rows.length} bytes and a matte of ${matte.length} are not rows of ${full.widthPx} px`);
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
