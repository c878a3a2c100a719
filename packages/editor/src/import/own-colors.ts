import { readPngRows } from '@isola/imaging';
import { readImageHeader } from '@isola/segmenter';

/**
 * Gives a cutout whose transparency was kept the exact colours of its file. A browser's canvas loses more of a colour
 * the more transparent it is, while a PNG with 8 bits per channel in sRGB contains it whole. For other files the pixels
 * stay as the canvas returned them.
 * @param pixels RGBA, straight alpha, at the file's size. They are overwritten in place.
 */
export async function restoreOwnColors(pixels: Uint8ClampedArray, file: Blob): Promise<void> {
  if (!(await holdsItsColors(file))) return;
  let at = 0;
  for await (const { data } of readPngRows(file)) {
    pixels.set(data, at);
    at += data.length;
    // Yields between two strips, so that the page stays responsive.
    await new Promise((done) => setTimeout(done));
  }
}

/**
 * Checks whether the values in a file are the colours of its image: in a still, upright sRGB PNG of a kind that
 * `readPngRows` reads.
 */
async function holdsItsColors(file: Blob): Promise<boolean> {
  if ((await readImageHeader(file))?.type !== 'image/png') return false;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [depth, colorType, , , interlace] = bytes.subarray(24, 29);
  if (depth !== 8 || colorType !== 6 || interlace !== 0) return false;
  const view = new DataView(bytes.buffer);
  const chunks = new Set<string>();
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
    chunks.add(String.fromCharCode(...bytes.subarray(at + 4, at + 8)));
  }
  // Chunks of another colour space, of an orientation, or of an animation whose first frame may be separate.
  const others = ['iCCP', 'cICP', 'eXIf', 'acTL', ...(chunks.has('sRGB') ? [] : ['gAMA', 'cHRM'])];
  return !others.some((chunk) => chunks.has(chunk));
}
