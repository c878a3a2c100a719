import type { Size } from '../api/size.ts';
import { colourScratchBytes, coloursCommands } from './blur-fusion.ts';
import { bandRowsOf, command, type MattingCommand, type MattingInstance } from './matting-kernels.ts';
import { createReserve } from './reserve-memory.ts';
import { createStrips, fuseCommand, matteCommand } from './strips.ts';

/** An image that is small enough to be processed as a whole, and the network's mask of it. */
export interface SmallPicture extends Size {
  /** RGBA, 8-bit, opaque. */
  readonly pixels: Uint8ClampedArray;
  /** 0…1, normalised; see `normaliseMatte`. */
  readonly mask: Float32Array;
}

/** The result for the small image, ready to be applied to the full-size one. */
export interface Refinement {
  /** The greatest number of rows that `begin` accepts at once. */
  readonly maxRows: number;
  /**
   * Begins to cut some rows out. The instance's other threads work from now on, and the caller may do something else.
   * The result does not depend on the portions in which the rows are passed.
   * @param rows RGBA, 8-bit, straight alpha: some rows of the full-size image.
   * @param firstRow index of the first of these rows in the image.
   * @returns a function that finishes these rows and must be called before others are begun. In place, the rows get
   *   the matte as alpha and the subject's own colours, and fully transparent pixels become black. If only the matte is
   *   wanted, the rows are not changed.
   */
  begin(rows: Uint8ClampedArray, firstRow: number): (matte: Uint8ClampedArray) => void;
}

/**
 * Radius of the filter's window, in px of the small image. A window around the network's soft edges contains sure
 * subject and sure background too.
 */
const guideRadiusPx = 10;
/** Variance of a window's colours, in units of the whole range squared, below which its mask is used unchanged. */
const guideEpsilon = 3e-5;
/** Distance from 0 or 1 within which a mask value counts as 0 or 1. Otherwise it would lie over the image as a veil. */
const sureWithin = 0.02;
const maskOne = 4095;

/**
 * Computes how a full-size image is cut out: the position of its edge by the colour guided filter, and the subject's
 * own colours there by blur fusion. Both are computed on the small image and only interpolated on the full-size one.
 * Time and memory therefore hardly grow with its size.
 * @param instance an instance of `assembly/matting`. The result uses it until it is released.
 * @param full the full-size image's size.
 * @param wanted with `matte` no colours are estimated, which takes most of the time.
 * @throws {SegmenterError} `out-of-memory` when the browser refuses the memory: 42 bytes per small pixel.
 * @throws {LostThreadError} when one of the instance's threads stops.
 * @see He, Sun & Tang 2013, "Guided Image Filtering"; He & Sun 2015, "Fast Guided Filter", for the small coefficients
 * @see Forte 2021, "Approximate Fast Foreground Colour Estimation"
 */
export function refineMatte(
  instance: MattingInstance,
  small: SmallPicture,
  full: Size,
  wanted: 'matte' | 'cutout',
): Refinement {
  const { kernels, memory, threads } = instance;
  const { heightPx, widthPx } = small;
  const pixels = heightPx * widthPx;
  const isCutout = wanted === 'cutout';
  const guidedBytes = Math.ceil(kernels.guidedScratchBytes(widthPx, guideRadiusPx) / 64) * 64;
  const scratchBytes = Math.max(guidedBytes, isCutout ? colourScratchBytes(instance, widthPx) : 0);

  const reserve = createReserve(memory, instance.start);
  const coefficients = reserve(pixels * 16);
  const trust = reserve(pixels * 4);
  const [subject, background] = isCutout ? [reserve(pixels * 4), reserve(pixels * 4)] : [0, 0];
  // The following memory is needed only here. The strips of the full-size image replace it.
  const rgba = reserve(pixels * 4);
  const mask = reserve(pixels * 2);
  const sums = reserve(scratchBytes * threads);

  new Uint8ClampedArray(memory.buffer, rgba, pixels * 4).set(small.pixels);
  writeMask(small.mask, new Uint16Array(memory.buffer, mask, pixels));
  const window = [guideRadiusPx, guideEpsilon, bandRowsOf(heightPx, instance)];
  const numbers = [rgba, mask, heightPx, widthPx, ...window, coefficients, trust];
  const commands: MattingCommand[] = [{ kernel: 'guidedMatte', numbers, scratch: sums, scratchBytes: guidedBytes }];
  if (isCutout) {
    const places = { rgba, cutout: reserve(pixels * 4), scratch: reserve(pixels * 4), sums, subject, background };
    commands.push(
      command('writeSmallMatte', rgba, coefficients, trust, pixels, places.cutout),
      ...coloursCommands(instance, places, small),
    );
  }
  instance.run(commands);

  const strips = createStrips(instance, full, rgba);
  return {
    maxRows: strips.maxRows,
    begin(rows, firstRow) {
      const strip = strips.place(rows, firstRow);
      const matteOf = matteCommand(strip, { coefficients, trust }, small, full);
      instance.begin(isCutout ? [matteOf, fuseCommand(strip, { subject, background }, small, full, 1)] : [matteOf]);
      return (matte) => {
        instance.finish();
        matte.set(new Uint8ClampedArray(memory.buffer, strip.matte, matte.length));
        if (isCutout) rows.set(new Uint8ClampedArray(memory.buffer, strip.rgba, rows.length));
      };
    },
  };
}

function writeMask(mask: Float32Array, to: Uint16Array): void {
  for (let index = 0; index < to.length; index += 1) {
    const value = mask[index] ?? 0;
    const stretched = (value - sureWithin) / (1 - 2 * sureWithin);
    to[index] = Math.round(Math.min(Math.max(stretched, 0), 1) * maskOne);
  }
}
