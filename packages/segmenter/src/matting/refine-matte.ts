import type { Size } from '../api/size.ts';
import { colourScratchBytes, coloursCommands } from './blur-fusion.ts';
import { bandRowsOf, command, type MattingCommand, type MattingInstance } from './matting-kernels.ts';
import { createReserve } from './reserve-memory.ts';
import { createStrips, fuseCommand, matteCommand } from './strips.ts';

/** A picture small enough to be looked at whole, and the network's mask of it. */
export interface SmallPicture extends Size {
  /** RGBA, 8-bit, opaque. */
  readonly pixels: Uint8ClampedArray;
  /** 0…1, normalised; see `normaliseMatte`. */
  readonly mask: Float32Array;
}

/** What was worked out on the small picture, ready to be applied to the full-size one. */
export interface Refinement {
  /** The most rows that `begin` takes at once. */
  readonly maxRows: number;
  /**
   * Begins to cut some rows out: the instance's other threads work from now on, and the caller may do something else. The same rows come out
   * the same in whichever portions they are given.
   * @param rows RGBA, 8-bit, straight alpha: some rows of the full-size picture.
   * @param firstRow which of its rows the first one is.
   * @returns ends it, before other rows are begun. In place, the matte becomes the rows' alpha, the subject's own colours theirs,
   *   and what is wholly transparent black; where the matte alone is wanted, they stay as they are.
   */
  begin(rows: Uint8ClampedArray, firstRow: number): (matte: Uint8ClampedArray) => void;
}

/** Of the small picture: a window about the network's soft edges holds sure subject and sure background too. */
const guideRadiusPx = 10;
/** How little a window's colours may vary, in units of the whole range squared, before its mask is taken as it is. */
const guideEpsilon = 3e-5;
/** Nearer to 0 or 1 than this the network means 0 or 1: kept, it would lie over the picture as a veil. */
const sureWithin = 0.02;
const maskOne = 4095;

/**
 * Works out how a full-size picture is to be cut out: by the colour guided filter where its edge runs, and by blur
 * fusion which colours the subject itself has there. Both are worked out on the small picture, and only interpolated on
 * the full-size one; time and memory hardly grow with its size.
 * @param instance of `assembly/matting`; what it returns uses it until it is released.
 * @param full the full-size picture's size.
 * @param wanted `matte`: no colours are estimated, which takes most of the time.
 * @throws {SegmenterError} `out-of-memory` when the browser does not give the memory: 42 bytes a small pixel.
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
  // What follows is needed only here: the strips of the full-size picture take its place.
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
