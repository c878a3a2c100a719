import { CompositorError } from '../job/compositor-error.ts';
import { context2d } from '../raster/context-2d.ts';
import type { Raster } from '../raster/raster.ts';

/**
 * Draws a raster on a canvas, so that the browser can encode it.
 * @param hasAlpha whether the file has alpha. Without it, the raster must be opaque.
 * @returns a function that encodes the raster at a quality of 1…100.
 * @throws {CompositorError} `out-of-memory`. The returned function rejects with `processing-failed` when the browser
 *   has no such encoder.
 */
export function openCanvasEncoder(
  { widthPx, heightPx, data }: Raster,
  type: string,
  hasAlpha: boolean,
): (quality: number | undefined) => Promise<Uint8Array<ArrayBuffer>> {
  const context = context2d(widthPx, heightPx, hasAlpha);
  context.putImageData(new ImageData(data, widthPx, heightPx), 0, 0);
  return async (quality) => {
    const file = await context.canvas.convertToBlob({ type, ...(quality !== undefined && { quality: quality / 100 }) });
    if (file.type !== type) throw new CompositorError('processing-failed', `this browser cannot encode ${type}`);
    return new Uint8Array(await file.arrayBuffer());
  };
}
