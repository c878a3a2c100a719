import { CompositorError } from '../job/compositor-error.ts';

/**
 * Creates a 2D context.
 * @throws {CompositorError} `out-of-memory` when the browser cannot allocate a canvas of this size.
 */
export function context2d(widthPx: number, heightPx: number, alpha: boolean): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(widthPx, heightPx).getContext('2d', { alpha, willReadFrequently: true });
  if (!context)
    throw new CompositorError('out-of-memory', `a canvas of ${widthPx} × ${heightPx} px could not be created`);
  return context;
}
