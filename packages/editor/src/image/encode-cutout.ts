import type { Size } from '@isola/imaging';
import { createPngEncoder } from '@isola/segmenter/imaging';

/** As many bytes are encoded at once as take a millisecond or two: the page draws its frames in between. */
const sliceBytes = 512 * 1024;

/**
 * Encodes a cutout in the page, a slice at a time, without loss: the segmenter would write the same file.
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
      // A message is not delayed as a timer is.
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
