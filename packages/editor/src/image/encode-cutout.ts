import type { Size } from '@isola/imaging';
import { createPngEncoder } from '@isola/segmenter/imaging';

/**
 * Size of a slice in bytes. Encoding one takes a millisecond or two, and the page can draw frames between two slices.
 */
const sliceBytes = 512 * 1024;

/**
 * Encodes a cutout losslessly in the page, slice by slice. The segmenter would write the same file.
 * @param pixels RGBA, 8-bit sRGB, straight alpha.
 * @throws {SegmenterError} `out-of-memory`, `resource-load-failed` or `network`.
 */
export async function encodeCutout(pixels: Uint8ClampedArray, { widthPx, heightPx }: Size): Promise<Blob> {
  const encoder = await createPngEncoder({ widthPx, heightPx });
  const { port1, port2 } = new MessageChannel();
  try {
    const rowsAtOnce = Math.max(1, Math.floor(sliceBytes / (widthPx * 4)));
    for (let row = 0; row < heightPx; row += rowsAtOnce) {
      encoder.add(pixels.subarray(row * widthPx * 4, (row + rowsAtOnce) * widthPx * 4));
      // Browsers delay timers but not messages.
      await new Promise((resolve) => {
        port1.addEventListener('message', resolve, { once: true });
        port1.start();
        port2.postMessage(undefined);
      });
    }
    return encoder.finish();
  } finally {
    port1.close();
  }
}
