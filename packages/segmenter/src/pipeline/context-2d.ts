import { SegmenterError } from '../api/errors.ts';

/**
 * Creates an off-screen canvas whose pixels will be read back.
 * @throws {SegmenterError} `out-of-memory` when the browser cannot hold a canvas of this size.
 */
export function context2d(widthPx: number, heightPx: number): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(widthPx, heightPx).getContext('2d', { willReadFrequently: true });
  if (!context)
    throw new SegmenterError('out-of-memory', `a canvas of ${widthPx} × ${heightPx} px could not be created`);
  return context;
}
