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
  /** RGBA of the small picture; its alpha is not looked at. */
  readonly rgba: number;
  /** The same, the matte as alpha; overwritten. */
  readonly cutout: number;
  /** Takes as much; overwritten. */
  readonly scratch: number;
  /** `colourScratchBytes` of each thread. */
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

/**
 * Estimates which colours the subject, and what is behind it, have in each pixel of the small picture, and how much they
 * vary there: all that is to be known to take a pixel of a soft edge apart.
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

/** Addresses of the subject's colours and the background's. */
type Maps = readonly [subject: number, background: number];

/** @returns bytes of the scratch that each thread wants for the colours. */
export function colourScratchBytes({ kernels }: MattingInstance, widthPx: number): number {
  return Math.ceil(kernels.colourScratchBytes(widthPx) / 64) * 64;
}
