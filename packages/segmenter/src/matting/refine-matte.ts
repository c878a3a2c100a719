import type { Size } from '../engine/picture-size.ts';
import { SegmenterError } from '../errors.ts';
import { enterRoom, leaveRoom } from './matting-kernels.ts';

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
  readonly mostRows: number;
  /**
   * Cuts some rows out, in place: the matte becomes their alpha, the subject's own colours theirs, and what is wholly
   * transparent black. The same rows come out the same in whichever portions they are given.
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
/** How far around a half-covered pixel its pure colours are looked for: first far, then near. */
const farRadiusPx = 45;
const nearRadiusPx = 3;
/** Nearer to 0 or 1 than this the network means 0 or 1: kept, it would lie over the picture as a veil. */
const sureWithin = 0.02;
const maskOne = 4095;

const pageBytes = 65_536;
const stripBytes = 4 * 1024 * 1024;

/**
 * Works out how a full-size picture is to be cut out: by the colour guided filter where its edge runs, and by blur
 * fusion which colours the subject itself has there. Both are worked out on the small picture, and only interpolated on
 * the full-size one; time and memory hardly grow with its size.
 * @param module `assembly/matting`.
 * @param full the full-size picture's size.
 * @throws {SegmenterError} `out-of-memory` when the browser does not give the memory: 42 bytes a small pixel.
 * @see He, Sun & Tang 2013, "Guided Image Filtering"; He & Sun 2015, "Fast Guided Filter", for the small coefficients
 * @see Forte 2021, "Approximate Fast Foreground Colour Estimation"
 */
export async function refineMatte(module: WebAssembly.Module, small: SmallPicture, full: Size): Promise<Refinement> {
  const room = await enterRoom(module);
  const { kernels, memory } = room;
  const { heightPx, widthPx } = small;
  const pixels = heightPx * widthPx;

  const reserve = createReserve(memory, kernels.firstFreeAddress());
  const coefficients = reserve(pixels * 16);
  const trust = reserve(pixels * 4);
  const subject = reserve(pixels * 4);
  const background = reserve(pixels * 4);
  const strip = reserve(0);
  // What follows is needed only here: the strips of the full-size picture take its place.
  const rgba = reserve(pixels * 4);
  const mask = reserve(pixels * 2);
  const otherSubject = reserve(pixels * 4);
  const otherBackground = reserve(pixels * 4);
  const sums = reserve(Math.max(kernels.guidedScratchBytes(widthPx, guideRadiusPx), kernels.blurScratchBytes(widthPx)));

  new Uint8ClampedArray(memory.buffer, rgba, pixels * 4).set(small.pixels);
  writeMask(small.mask, new Uint16Array(memory.buffer, mask, pixels));
  kernels.guidedMatte(rgba, mask, heightPx, widthPx, guideRadiusPx, guideEpsilon, coefficients, trust, sums);
  kernels.writeSmallMatte(rgba, coefficients, trust, pixels, otherSubject);
  kernels.blurColours(otherSubject, rgba, heightPx, widthPx, farRadiusPx, subject, background, sums);
  kernels.fuseColours(rgba, subject, background, pixels);
  kernels.blurColours(subject, background, heightPx, widthPx, nearRadiusPx, otherSubject, otherBackground, sums);
  copy(memory, otherSubject, subject, pixels * 4);
  copy(memory, otherBackground, background, pixels * 4);

  const rowBytes = full.widthPx * 5;
  const mostRows = Math.max(1, Math.floor(stripBytes / rowBytes));
  createReserve(memory, strip)(mostRows * rowBytes);
  const matteAt = strip + mostRows * full.widthPx * 4;
  return {
    mostRows,
    cutOut(rows, firstRow, matte) {
      const place = new Uint8ClampedArray(memory.buffer, strip, rows.length);
      place.set(rows);
      kernels.cutOutRows(
        strip,
        firstRow,
        matte.length / full.widthPx,
        full.heightPx,
        full.widthPx,
        coefficients,
        trust,
        subject,
        background,
        heightPx,
        widthPx,
        matteAt,
      );
      rows.set(place);
      matte.set(new Uint8ClampedArray(memory.buffer, matteAt, matte.length));
    },
    release: () => leaveRoom(room),
  };
}

function writeMask(mask: Float32Array, to: Uint16Array): void {
  for (let index = 0; index < to.length; index += 1) {
    const value = mask[index] ?? 0;
    const stretched = (value - sureWithin) / (1 - 2 * sureWithin);
    to[index] = Math.round(Math.min(Math.max(stretched, 0), 1) * maskOne);
  }
}

function copy(memory: WebAssembly.Memory, from: number, to: number, bytes: number): void {
  new Uint8Array(memory.buffer).copyWithin(to, from, from + bytes);
}

/** Hands out memory from an address on, and grows it as needed. */
function createReserve(memory: WebAssembly.Memory, from: number) {
  let end = Math.ceil(from / 16) * 16;
  return (bytes: number) => {
    const at = end;
    end = Math.ceil((at + bytes) / 16) * 16;
    const pages = Math.ceil((end - memory.buffer.byteLength) / pageBytes);
    if (pages > 0) grow(memory, pages);
    return at;
  };
}

function grow(memory: WebAssembly.Memory, pages: number): void {
  try {
    memory.grow(pages);
  } catch (error) {
    throw new SegmenterError('out-of-memory', `${pages} pages of memory could not be had`, { cause: error });
  }
}
