import type { Size } from '../api/size.ts';
import type { ColourPlaces } from './blur-fusion.ts';
import { command, type MattingCommand, type MattingInstance } from './matting-kernels.ts';
import { createReserve } from './reserve-memory.ts';

const stripBytes = 4 * 1024 * 1024;

/** Some rows of the full-size image, in the memory of the kernel instance. */
export interface Strip {
  readonly firstRow: number;
  readonly rowCount: number;
  /** Address of the pixels, RGBA. */
  readonly rgba: number;
  /** Address of their matte. */
  readonly matte: number;
}

/** Memory for some rows of the full-size image at a time. */
export interface Strips {
  /** The greatest number of rows that `place` accepts. */
  readonly maxRows: number;
  /**
   * Copies rows into the memory of the kernel instance. They stay there during the next call and are overwritten by the
   * one after it.
   */
  place(rows: Uint8ClampedArray, firstRow: number): Strip;
}

/**
 * Allocates the memory of the strips.
 * @param from first address that may be used.
 */
export function createStrips({ memory }: MattingInstance, full: Size, from: number): Strips {
  const maxRows = Math.max(1, Math.floor(stripBytes / (full.widthPx * 5)));
  const reserve = createReserve(memory, from);
  const places = [0, 1].map(() => ({
    rgba: reserve(maxRows * full.widthPx * 4),
    matte: reserve(maxRows * full.widthPx),
  }));
  return {
    maxRows,
    place(rows, firstRow) {
      const [place = { rgba: 0, matte: 0 }] = places.splice(0, 1);
      places.push(place);
      new Uint8ClampedArray(memory.buffer, place.rgba, rows.length).set(rows);
      return { ...place, firstRow, rowCount: rows.length / (full.widthPx * 4) };
    },
  };
}

/** Returns the command that computes the matte of a strip from the guided filter's result on the small image. */
export function matteCommand(
  { rgba, firstRow, rowCount, matte }: Strip,
  { coefficients, trust }: { readonly coefficients: number; readonly trust: number },
  small: Size,
  full: Size,
): MattingCommand {
  const sizes = [full.heightPx, full.widthPx, coefficients, trust, small.heightPx, small.widthPx];
  return command('matteRows', rgba, firstRow, rowCount, ...sizes, matte);
}

/**
 * Returns the command that cuts a strip out by its matte, in place.
 * @param strength 0…1: how far a half-covered pixel's colour is replaced by the subject's.
 */
export function fuseCommand(
  { rgba, firstRow, rowCount, matte }: Strip,
  { subject, background }: Pick<ColourPlaces, 'subject' | 'background'>,
  small: Size,
  full: Size,
  strength: number,
): MattingCommand {
  const sizes = [full.heightPx, full.widthPx, subject, background, small.heightPx, small.widthPx];
  return command('fuseRows', rgba, firstRow, rowCount, ...sizes, matte, strength);
}
