import { context2d } from '../raster/context-2d.ts';
import { decodePicture } from '../raster/decode-picture.ts';
import { linearOf } from '../color/linear-light.ts';
import type { Size } from '../geometry/rect.ts';
import { createResampler, type RowSource, tapsOf } from '../resample/create-resampler.ts';

export interface OpenImageFile extends RowSource {
  readonly close: () => void;
}

/** Number of rows that are drawn and read back at once. */
const rowsAtOnce = 64;

/** The most recent reduced copy, so that the next draft needs no decoding. Only one is held in memory. */
let latest: SmallCopy | undefined;

interface SmallCopy {
  /** Pixels or file of which it is a copy. */
  readonly source: ImageBitmap | Blob;
  readonly full: Size;
  readonly image: OpenImageFile;
}

/**
 * Decodes a file with its orientation applied. Transparent pixels are blended over white.
 * @param scaleFor returns the scale at which an image of the given size is shown. Far below 1, a smaller copy is
 *   used.
 * @param lend returns the file's pixels when they are already decoded. They may differ from the file, where edits have
 *   replaced some. Lent pixels are not closed.
 * @throws {CompositorError} when the browser cannot decode the file; see `decodePicture`.
 */
export async function openImageFile(
  file: Blob,
  scaleFor: (full: Size) => number,
  yieldToEventLoop: () => Promise<void>,
  lend?: () => Promise<ImageBitmap>,
) {
  const lent = await lend?.();
  const source = lent ?? file;
  const copy = latest?.source === source ? latest : undefined;
  // The copy has at least 1.5 times the visible resolution, so that no visible detail is lost.
  if (copy && copy.image.widthPx >= copy.full.widthPx * enoughFor(scaleFor(copy.full))) return copy.image;
  const full = lent
    ? { ...opened(lent), close: () => undefined }
    : opened(await decodePicture(file, 'the background image', 'damaged-image'));
  const share = enoughFor(scaleFor(full));
  if (share > 0.5) return full;
  try {
    const image = await reduced(full, share, yieldToEventLoop);
    latest = { source, full: { widthPx: full.widthPx, heightPx: full.heightPx }, image };
    return image;
  } finally {
    full.close();
  }
}

/** Frees the memory of the reduced copy. */
export function forgetReducedCopy(): void {
  latest = undefined;
}

function enoughFor(scale: number): number {
  return Math.min(1, 1.5 * scale);
}

function opened(bitmap: ImageBitmap): OpenImageFile {
  const { width: widthPx, height: heightPx } = bitmap;
  const strip = context2d(widthPx, Math.min(rowsAtOnce, heightPx), false);
  let first = -rowsAtOnce;
  let pixels = new Uint8ClampedArray();
  return {
    widthPx,
    heightPx,
    readRow(row, into) {
      if (row < first || row >= first + rowsAtOnce) {
        first = row - (row % rowsAtOnce);
        strip.fillStyle = '#fff';
        strip.fillRect(0, 0, widthPx, rowsAtOnce);
        strip.drawImage(bitmap, 0, -first);
        pixels = strip.getImageData(0, 0, widthPx, strip.canvas.height).data;
      }
      for (let at = 0, pixel = (row - first) * widthPx * 4; at < into.length; at += 3, pixel += 4) {
        into[at] = linearOf[pixels[pixel] ?? 0] ?? 0;
        into[at + 1] = linearOf[pixels[pixel + 1] ?? 0] ?? 0;
        into[at + 2] = linearOf[pixels[pixel + 2] ?? 0] ?? 0;
      }
    },
    close: () => bitmap.close(),
  };
}

/** Reduces an image: each pixel of the copy is the mean light of its area, with 16 bits per channel. */
async function reduced(full: RowSource, share: number, yieldToEventLoop: () => Promise<void>): Promise<OpenImageFile> {
  const widthPx = Math.max(1, Math.ceil(full.widthPx * share));
  const heightPx = Math.max(1, Math.ceil(full.heightPx * share));
  const data = new Uint16Array(widthPx * heightPx * 3);
  const line = new Float32Array(widthPx * 3);
  const axis = (sourcePx: number, resultPx: number) =>
    tapsOf({ sourcePx, resultPx, perPx: sourcePx / resultPx, offset: 0 }, 'box');
  const readRow = createResampler(full, 3, axis(full.widthPx, widthPx), axis(full.heightPx, heightPx));
  for (let y = 0; y < heightPx; y += 1) {
    readRow(y, line);
    for (let at = 0; at < line.length; at += 1) data[y * line.length + at] = Math.round((line[at] ?? 0) * 0xffff);
    if (y % rowsAtOnce === 0) await yieldToEventLoop();
  }
  return {
    widthPx,
    heightPx,
    readRow(row, into) {
      const from = row * widthPx * 3;
      for (let at = 0; at < into.length; at += 1) into[at] = (data[from + at] ?? 0) / 0xffff;
    },
    close: () => undefined,
  };
}
