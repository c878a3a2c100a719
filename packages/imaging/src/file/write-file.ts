import { CompositorError } from '../compositor-error.ts';
import type { AlphaMatte } from '../compositor-protocol.ts';
import type { Raster } from '../raster.ts';
import { fitBytes } from './fit-bytes.ts';
import type { KeptMetadata } from './kept-metadata.ts';
import { reduceRaster } from './reduce-raster.ts';
import { writeExif } from './write-exif.ts';
import { createLossyWriter } from './write-lossy.ts';
import { writeMattePng, writePng } from './write-png.ts';

export type FileFormat = 'png' | 'webp' | 'jpeg';

export interface Encoding {
  readonly format: FileFormat;
  /** 1…100; PNG, which loses nothing, has none. */
  readonly quality: number;
  /** 1…2400. Written into the file for a print; it changes no pixel. */
  readonly dotsPerInch?: number | undefined;
  /** The file may have no more, notes and all: the quality gives way, and then the size. */
  readonly mostBytes?: number | undefined;
  /** Whether what the camera noted goes along, as far as `keptTags` allows. */
  readonly keepsMetadata: boolean;
}

export interface WrittenFile {
  readonly file: Blob;
  /** Less than was asked for where the file was to be small. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** The one that was used; a PNG has none. */
  readonly quality?: number;
}

export interface WriteOptions {
  readonly signal: AbortSignal;
  /** Called now and then: waits for whatever else is to be heard, and throws to stop. */
  readonly turn?: (() => Promise<void>) | undefined;
  /** From `readKeptMetadata`; left out of the file unless the encoding keeps it. */
  readonly metadata?: KeptMetadata | undefined;
}

/** No picture is made smaller than this for the sake of its bytes: its longer side. */
const leastSidePx = 16;

/**
 * Writes a picture as a file that holds its pixels, that they are sRGB, and what the encoding asks for; nothing else.
 * @param raster for a JPEG, an opaque one.
 * @throws {CompositorError} `processing-failed` when the browser does not write the format, or when `mostBytes` is less
 * than even the smallest picture needs; or the signal's reason.
 */
export async function writeFile(
  raster: Raster,
  { format, quality, dotsPerInch, mostBytes = Infinity, keepsMetadata }: Encoding,
  { signal, turn = () => Promise.resolve(), metadata }: WriteOptions,
): Promise<WrittenFile> {
  const notes = { dotsPerInch, metadata: keepsMetadata ? metadata : undefined };
  const pngNotes = { dotsPerInch, exif: writeExif(notes.metadata, undefined) };
  const longSidePx = Math.max(raster.widthPx, raster.heightPx);
  let held:
    | { readonly scale: number; readonly raster: Raster; writer?: (quality: number) => Promise<Blob> }
    | undefined;

  const fitted = await fitBytes(
    { mostBytes, quality: format === 'png' ? undefined : quality, leastScale: Math.min(1, leastSidePx / longSidePx) },
    async ({ scale, quality: attempted }) => {
      signal.throwIfAborted();
      // Given up before the next one is made: two would be in memory.
      if (held?.scale !== scale) held = undefined;
      held ??= { scale, raster: scale === 1 ? raster : await reduceRaster(raster, sizeAt(raster, scale), turn) };
      if (format === 'png' || attempted === undefined) return writePng(held.raster, pngNotes, turn);
      held.writer ??= createLossyWriter(held.raster, format, notes);
      const file = await held.writer(attempted);
      await turn();
      return file;
    },
  );
  signal.throwIfAborted();
  if (!fitted) throw new CompositorError('processing-failed', `no picture has less than ${mostBytes} bytes`);
  const size = sizeAt(raster, fitted.scale);
  return { file: fitted.file, ...size, ...(fitted.quality !== undefined && { quality: fitted.quality }) };
}

/** @returns a PNG in greys: white is subject. */
export async function writeMatte(
  matte: AlphaMatte,
  turn: () => Promise<void> = () => Promise.resolve(),
): Promise<WrittenFile> {
  return { file: await writeMattePng(matte, turn), widthPx: matte.widthPx, heightPx: matte.heightPx };
}

function sizeAt({ widthPx, heightPx }: Raster, scale: number) {
  return { widthPx: Math.max(1, Math.round(widthPx * scale)), heightPx: Math.max(1, Math.round(heightPx * scale)) };
}
