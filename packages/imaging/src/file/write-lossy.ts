import { CompositorError } from '../compositor-error.ts';
import { context2d } from '../context-2d.ts';
import type { Raster } from '../raster.ts';
import { addToJpeg } from './add-to-jpeg.ts';
import type { KeptMetadata } from './kept-metadata.ts';
import { rewrapWebp } from './rewrap-webp.ts';
import { writeExif } from './write-exif.ts';

export interface LossyNotes {
  readonly dotsPerInch?: number | undefined;
  readonly metadata?: KeptMetadata | undefined;
}

/**
 * Puts a picture into the browser's encoder.
 * @param format a JPEG needs an opaque picture.
 * @returns writes it, as often as it is wanted, with a quality of 1…100.
 * @throws {CompositorError} `out-of-memory`; when writing, `processing-failed` where the browser has no such encoder.
 */
export function createLossyWriter(
  { widthPx, heightPx, data }: Raster,
  format: 'webp' | 'jpeg',
  { dotsPerInch, metadata }: LossyNotes,
): (quality: number) => Promise<Blob> {
  const context = context2d(widthPx, heightPx, format === 'webp');
  context.putImageData(new ImageData(data, widthPx, heightPx), 0, 0);
  const type = `image/${format}`;
  // A JPEG has a place of its own for the resolution; with notes it stands there too, for some readers look only there.
  const exif = format === 'webp' || metadata ? writeExif(metadata, dotsPerInch) : undefined;
  return async (quality) => {
    const file = await context.canvas.convertToBlob({ type, quality: quality / 100 });
    if (file.type !== type) throw new CompositorError('processing-failed', `this browser writes no ${format}`);
    const bytes = new Uint8Array(await file.arrayBuffer());
    const parts =
      format === 'jpeg' ? addToJpeg(bytes, { dotsPerInch, exif }) : rewrapWebp(bytes, exif, { widthPx, heightPx });
    return new Blob(parts, { type });
  };
}
