import type { Size } from '../api/size.ts';
import { releaseInstance, type MattingInstance } from './matting-kernels.ts';
import { createReserve } from './reserve-memory.ts';

/** Addresses in the memory of a kernel instance. */
export interface ColourPlaces {
  /** RGBA of the small picture; its alpha is not looked at. */
  readonly rgba: number;
  /** The same, the matte as alpha; overwritten. */
  readonly cutout: number;
  /** Takes as much; overwritten. */
  readonly scratch: number;
  /** `colourScratchBytes`. */
  readonly sums: number;
  /** Takes RGBA: the subject's colours, and as fourth byte how much they vary. */
  readonly subject: number;
  /** Takes the same of the background. */
  readonly background: number;
}

/** How far around a half-covered pixel its pure colours are looked for first: as far as the kernels' sums reach. */
const farRadiusPx = 45;
/** Then nearer and nearer, half as far each time; an even number, since the maps go to and fro. */
const nearRadiiPx = [24, 12, 6, 3];
/** How far around it they are seen to vary. */
const spreadRadiusPx = 10;

const stripBytes = 4 * 1024 * 1024;

/**
 * Estimates which colours the subject, and what is behind it, have in each pixel of the small picture, and how much they
 * vary there: all that is to be known to take a pixel of a soft edge apart.
 * @see Forte 2021, "Approximate Fast Foreground Colour Estimation"
 */
export function estimateColours({ kernels }: MattingInstance, places: ColourPlaces, small: Size): void {
  const { rgba, cutout, scratch, sums, subject, background } = places;
  const { heightPx, widthPx } = small;
  const last = nearRadiiPx.length - 1;
  kernels.blurColours(cutout, rgba, heightPx, widthPx, farRadiusPx, true, subject, background, sums);
  let [from, to] = [[subject, background] as const, [cutout, scratch] as const];
  for (const [nth, radiusPx] of nearRadiiPx.entries()) {
    kernels.fuseColours(rgba, ...from, heightPx * widthPx);
    kernels.blurColours(...from, heightPx, widthPx, radiusPx, nth < last, ...to, sums);
    [from, to] = [to, from];
  }
  kernels.measureSpreads(rgba, cutout, heightPx, widthPx, spreadRadiusPx, subject, background, sums);
}

/** Some rows of the full-size picture, in the memory of the kernel instance. */
export interface Strip {
  /** Address of the pixels, RGBA. */
  readonly rgba: number;
  readonly rowCount: number;
  /** Address of their matte. */
  readonly matte: number;
}

/** Applies the small picture's colours to the full-size one. */
export interface RowFusion {
  /** The most rows that `cutOut` takes at once. */
  readonly maxRows: number;
  /**
   * @param rows RGBA, in place.
   * @param strength 0…1, of the estimated colours.
   * @param writeMatte is to write the matte of the rows, which are there already.
   * @throws {Error} after `release`: the instance may be another picture's.
   */
  cutOut(rows: Uint8ClampedArray, firstRow: number, strength: number, writeMatte: (strip: Strip) => void): void;
  /** Releases the kernel instance; a second call does nothing. */
  release(): void;
}

/**
 * @param instance released by `release`.
 * @param from the address behind which the strips may lie; what the small picture has there is used up.
 */
export function createRowFusion(
  instance: MattingInstance,
  { subject, background }: Pick<ColourPlaces, 'subject' | 'background'>,
  small: Size,
  full: Size,
  from: number,
): RowFusion {
  const { kernels, memory } = instance;
  const strips = createStrips(instance, full, from);
  return {
    maxRows: strips.maxRows,
    cutOut(rows, firstRow, strength, writeMatte) {
      const strip = strips.place(rows);
      writeMatte(strip);
      kernels.fuseRows(
        strip.rgba,
        firstRow,
        strip.rowCount,
        full.heightPx,
        full.widthPx,
        subject,
        background,
        small.heightPx,
        small.widthPx,
        strip.matte,
        strength,
      );
      rows.set(new Uint8ClampedArray(memory.buffer, strip.rgba, rows.length));
    },
    release: () => strips.release(),
  };
}

/** Room for some rows of the full-size picture at a time. */
export interface Strips {
  readonly maxRows: number;
  /**
   * Puts rows into the memory of the kernel instance.
   * @throws {Error} after `release`: the instance may be another picture's.
   */
  place(rows: Uint8ClampedArray): Strip;
  /** Releases the kernel instance; a second call does nothing. */
  release(): void;
}

/**
 * @param instance released by `release`.
 * @param from the address behind which the rows may lie.
 */
export function createStrips(instance: MattingInstance, full: Size, from: number): Strips {
  const { memory } = instance;
  let isReleased = false;
  const rowBytes = full.widthPx * 5;
  const maxRows = Math.max(1, Math.floor(stripBytes / rowBytes));
  const reserve = createReserve(memory, from);
  const rgba = reserve(maxRows * full.widthPx * 4);
  const matte = reserve(maxRows * full.widthPx);
  return {
    maxRows,
    place(rows) {
      if (isReleased) throw new Error('no rows are cut out after the release');
      new Uint8ClampedArray(memory.buffer, rgba, rows.length).set(rows);
      return { rgba, rowCount: rows.length / (full.widthPx * 4), matte };
    },
    release() {
      if (!isReleased) releaseInstance(instance);
      isReleased = true;
    },
  };
}
