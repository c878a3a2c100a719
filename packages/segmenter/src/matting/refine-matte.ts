import type { Size } from '../api/size.ts';
import { createRowFusion, createStrips, estimateColours, type Strip } from './blur-fusion.ts';
import { acquireInstance } from './matting-kernels.ts';
import { createReserve } from './reserve-memory.ts';

/** A picture small enough to be looked at whole, and the network's mask of it. */
export interface SmallPicture extends Size {
  /** RGBA, 8-bit, opaque. */
  readonly pixels: Uint8ClampedArray;
  /** 0…1, normalised; see `normaliseMatte`. */
  readonly mask: Float32Array;
}

/** What was worked out on the small picture, ready to be applied to the full-size one. */
export interface Refinement {
  /** The most rows that `cutOut` takes at once. */
  readonly maxRows: number;
  /**
   * Cuts some rows out, in place: the matte becomes their alpha, the subject's own colours theirs, and what is wholly
   * transparent black. Where the matte alone is wanted, the rows stay as they are. The same rows come out the same in
   * whichever portions they are given.
   * @param rows RGBA, 8-bit, straight alpha: some rows of the full-size picture.
   * @param firstRow which of its rows the first one is.
   * @param matte takes their alpha.
   */
  cutOut(rows: Uint8ClampedArray, firstRow: number, matte: Uint8ClampedArray): void;
  /** Leaves its memory to the next picture; to be called when the last row is done, or none will be. */
  release(): void;
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
 * @param module `assembly/matting`.
 * @param full the full-size picture's size.
 * @param wanted `matte`: no colours are estimated, which takes most of the time.
 * @throws {SegmenterError} `out-of-memory` when the browser does not give the memory: 42 bytes a small pixel.
 * @see He, Sun & Tang 2013, "Guided Image Filtering"; He & Sun 2015, "Fast Guided Filter", for the small coefficients
 * @see Forte 2021, "Approximate Fast Foreground Colour Estimation"
 */
export async function refineMatte(
  module: WebAssembly.Module,
  small: SmallPicture,
  full: Size,
  wanted: 'matte' | 'cutout',
): Promise<Refinement> {
  const instance = await acquireInstance(module);
  const { kernels, memory } = instance;
  const { heightPx, widthPx } = small;
  const pixels = heightPx * widthPx;

  const reserve = createReserve(memory, kernels.firstFreeAddress());
  const coefficients = reserve(pixels * 16);
  const trust = reserve(pixels * 4);
  const writeMatte = (strip: Strip, firstRow: number, matte: Uint8ClampedArray) => {
    kernels.matteRows(
      strip.rgba,
      firstRow,
      strip.rowCount,
      full.heightPx,
      full.widthPx,
      coefficients,
      trust,
      heightPx,
      widthPx,
      strip.matte,
    );
    matte.set(new Uint8ClampedArray(memory.buffer, strip.matte, matte.length));
  };
  const guide = (rgba: number, mask: number, sums: number) => {
    new Uint8ClampedArray(memory.buffer, rgba, pixels * 4).set(small.pixels);
    writeMask(small.mask, new Uint16Array(memory.buffer, mask, pixels));
    kernels.guidedMatte(rgba, mask, heightPx, widthPx, guideRadiusPx, guideEpsilon, coefficients, trust, sums);
  };
  const guidedBytes = kernels.guidedScratchBytes(widthPx, guideRadiusPx);

  if (wanted === 'matte') {
    const rgba = reserve(pixels * 4);
    guide(rgba, reserve(pixels * 2), reserve(guidedBytes));
    const strips = createStrips(instance, full, rgba);
    return {
      maxRows: strips.maxRows,
      cutOut: (rows, firstRow, matte) => writeMatte(strips.place(rows), firstRow, matte),
      release: () => strips.release(),
    };
  }

  const subject = reserve(pixels * 4);
  const background = reserve(pixels * 4);
  // What follows is needed only here: the strips of the full-size picture take its place.
  const rgba = reserve(pixels * 4);
  const mask = reserve(pixels * 2);
  const cutout = reserve(pixels * 4);
  const scratch = reserve(pixels * 4);
  const sums = reserve(Math.max(guidedBytes, kernels.colourScratchBytes(widthPx)));

  guide(rgba, mask, sums);
  kernels.writeSmallMatte(rgba, coefficients, trust, pixels, cutout);
  estimateColours(instance, { rgba, cutout, scratch, sums, subject, background }, small);

  const fusion = createRowFusion(instance, { subject, background }, small, full, rgba);
  return {
    maxRows: fusion.maxRows,
    cutOut: (rows, firstRow, matte) => fusion.cutOut(rows, firstRow, 1, (strip) => writeMatte(strip, firstRow, matte)),
    release: () => fusion.release(),
  };
}

function writeMask(mask: Float32Array, to: Uint16Array): void {
  for (let index = 0; index < to.length; index += 1) {
    const value = mask[index] ?? 0;
    const stretched = (value - sureWithin) / (1 - 2 * sureWithin);
    to[index] = Math.round(Math.min(Math.max(stretched, 0), 1) * maskOne);
  }
}
