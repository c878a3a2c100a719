import { CompositorError } from './compositor-error.ts';
import type { AlphaMatte, Encoding } from './compositor-protocol.ts';
import { context2d } from './context-2d.ts';

/**
 * @returns the picture as a file, without any metadata.
 * @throws {CompositorError} `processing-failed` where the browser does not write this format.
 */
export async function encode(canvas: OffscreenCanvas, { format, quality }: Encoding): Promise<Blob> {
  const type = `image/${format}`;
  const file = await canvas.convertToBlob(format === 'png' ? { type } : { type, quality: quality / 100 });
  if (file.type !== type) throw new CompositorError('processing-failed', `this browser writes no ${format}`);
  return file;
}

/** @returns a PNG in greys: white is subject. */
export async function encodeMatte({ data, widthPx, heightPx }: AlphaMatte): Promise<Blob> {
  const context = context2d(widthPx, heightPx, false);
  const rowsAtOnce = Math.max(1, Math.floor((1 << 20) / widthPx));
  for (let row = 0; row < heightPx; row += rowsAtOnce) {
    const rows = Math.min(rowsAtOnce, heightPx - row);
    const strip = new ImageData(widthPx, rows);
    const first = row * widthPx;
    for (let at = 0; at < widthPx * rows; at += 1) {
      strip.data.fill(data[first + at] ?? 0, at * 4, at * 4 + 3);
      strip.data[at * 4 + 3] = 255;
    }
    context.putImageData(strip, 0, row);
  }
  return encode(context.canvas, { format: 'png', quality: 100 });
}
