import type { Size } from '../api/size.ts';
import {
  bandRowsOf,
  command,
  type MattingCommand,
  type MattingInstance,
  type MattingKernel,
} from './matting-kernels.ts';

/** Addresses in the memory of a kernel instance. */
export interface ColourPlaces {
  /** RGBA of the small image; its alpha is ignored. */
  readonly rgba: number;
  /** The same pixels with the matte as alpha; overwritten. */
  readonly cutout: number;
  /** Memory of the same size; overwritten. */
  readonly scratch: number;
  /** `colourScratchBytes` for each thread. */
  readonly sums: number;
  /** Receives RGBA: the subject's colours, with their spread as the fourth byte. */
  readonly subject: number;
  /** Receives the same for the background. */
  readonly background: number;
}

/**
 * Radius of the first pass that collects pure colours around a half-covered pixel: the largest that the kernels' sums
 * allow.
 */
const farRadiusPx = 45;
/**
 * Radii of the further passes, each half of the previous one. Their number is even, because every pass swaps the source
 * and target maps.
 */
const nearRadiiPx = [24, 12, 6, 3];
/** Radius over which the spread of the colours is measured. */
const spreadRadiusPx = 10;

/**
 * Estimates the colours of the subject and of the background in each pixel of the small image, and how much they vary
 * there: all that is needed to separate the two in a pixel of a soft edge.
 * @returns the commands that do so.
 * @see Forte 2021, "Approximate Fast Foreground Colour Estimation"
 */
export function coloursCommands(
  instance: MattingInstance,
  places: ColourPlaces,
  { heightPx, widthPx }: Size,
): MattingCommand[] {
  const { rgba, cutout, scratch, sums, subject, background } = places;
  const scratchBytes = colourScratchBytes(instance, widthPx);
  const bandRows = bandRowsOf(heightPx, instance);
  const inBands = (kernel: MattingKernel, ...numbers: readonly number[]): MattingCommand => ({
    kernel,
    numbers,
    scratch: sums,
    scratchBytes,
  });
  const blur = (from: Maps, radiusPx: number, mixedOnly: boolean, to: Maps) =>
    inBands('blurColours', ...from, heightPx, widthPx, radiusPx, Number(mixedOnly), bandRows, ...to);
  const last = nearRadiiPx.length - 1;
  const commands = [blur([cutout, rgba], farRadiusPx, true, [subject, background])];
  let [from, to]: [Maps, Maps] = [
    [subject, background],
    [cutout, scratch],
  ];
  for (const [nth, radiusPx] of nearRadiiPx.entries()) {
    commands.push(command('fuseColours', rgba, ...from, heightPx * widthPx), blur(from, radiusPx, nth < last, to));
    [from, to] = [to, from];
  }
  commands.push(
    inBands('measureSpreads', rgba, cutout, heightPx, widthPx, spreadRadiusPx, bandRows, subject, background),
  );
  return commands;
}

/** Addresses of the subject's and the background's colours. */
type Maps = readonly [subject: number, background: number];

/** Returns the bytes of scratch that each thread needs for the colours. */
export function colourScratchBytes({ kernels }: MattingInstance, widthPx: number): number {
  return Math.ceil(kernels.colourScratchBytes(widthPx) / 64) * 64;
}
