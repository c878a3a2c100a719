import { createPngEncoder } from '@isola/segmenter/imaging';

import type { AlphaMatte } from '../compositor-protocol.ts';
import type { Raster } from '../raster.ts';

export interface PngNotes {
  readonly dotsPerInch?: number | undefined;
  /** A TIFF block. */
  readonly exif?: Uint8Array<ArrayBuffer> | undefined;
}

/** So many bytes of pixels are packed between two turns. */
const bytesPerTurn = 4_000_000;

/** Writes every colour as it is, that under low alpha too: a canvas would lose it. Without alpha where all is opaque. */
export async function writePng(raster: Raster, notes: PngNotes, turn: () => Promise<void>): Promise<Blob> {
  const { widthPx, heightPx, data } = raster;
  const channels = isOpaque(raster) ? 'rgb' : 'rgba';
  const encoder = await createPngEncoder({ widthPx, heightPx, channels, ...notes });
  const portion = Math.max(1, Math.floor(bytesPerTurn / (widthPx * 4))) * widthPx * 4;
  for (let at = 0; at < data.length; at += portion) {
    encoder.add(data.subarray(at, at + portion));
    await turn();
  }
  return encoder.finish();
}

/** @returns a PNG in greys: white is subject. */
export async function writeMattePng({ data, widthPx, heightPx }: AlphaMatte, turn: () => Promise<void>): Promise<Blob> {
  const encoder = await createPngEncoder({ widthPx, heightPx, channels: 'grey' });
  const rowsAtOnce = Math.max(1, Math.floor(bytesPerTurn / (widthPx * 4)));
  for (let row = 0; row < heightPx; row += rowsAtOnce) {
    const values = data.subarray(row * widthPx, (row + rowsAtOnce) * widthPx);
    const pixels = new Uint32Array(values.length);
    // Opaque, and the same in red, green and blue, in whichever order a machine keeps its bytes.
    for (let at = 0; at < values.length; at += 1) pixels[at] = 0xff000000 | ((values[at] ?? 0) * 0x010101);
    encoder.add(new Uint8ClampedArray(pixels.buffer));
    await turn();
  }
  return encoder.finish();
}

export function isOpaque({ data }: Raster): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false;
  return true;
}
