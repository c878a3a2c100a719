import { CompositorError } from '../compositor/compositor-error.ts';
import { context2d } from '../raster/context-2d.ts';
import { linearOf } from '../color/linear-light.ts';
import type { Size } from '../geometry/rect.ts';
import type { RowSource } from '../resample/resample-rows.ts';

export interface OpenImageFile extends RowSource {
  readonly close: () => void;
}

/** How many rows are drawn and read back at once. */
const rowsAtOnce = 64;

/** Made for a draft, so that the next draft needs no decoding. One at a time is in memory. */
let latest: SmallCopy | undefined;

interface SmallCopy {
  readonly file: Blob;
  readonly full: Size;
  readonly image: OpenImageFile;
}

/**
 * Decodes a file with its orientation applied; transparent pixels are blended over white.
 * @param scaleFor the scale at which an image of the given size is shown. Far below 1, a smaller copy is used.
 * @throws {CompositorError} `unsupported-format` where the browser cannot read it.
 */
export async function openImageFile(
  file: Blob,
  scaleFor: (full: Size) => number,
  yieldToEventLoop: () => Promise<void>,
) {
  const copy = latest?.file === file ? latest : undefined;
  // At least 1.5 times the visible resolution, so that no visible detail is lost.
  if (copy && copy.image.widthPx >= copy.full.widthPx * enoughFor(scaleFor(copy.full))) return copy.image;
  const full = opened(await decoded(file));
  const share = enoughFor(scaleFor(full));
  if (share > 0.5) return full;
  try {
    const image = await reduced(full, share, yieldToEventLoop);
    latest = { file, full: { widthPx: full.widthPx, heightPx: full.heightPx }, image };
    return image;
  } finally {
    full.close();
  }
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

/** Each pixel of the copy is the mean light of its area, with 16 bits a channel. */
async function reduced(full: RowSource, share: number, yieldToEventLoop: () => Promise<void>): Promise<OpenImageFile> {
  const widthPx = Math.max(1, Math.ceil(full.widthPx * share));
  const heightPx = Math.max(1, Math.ceil(full.heightPx * share));
  const data = new Uint16Array(widthPx * heightPx * 3);
  const line = new Float32Array(full.widthPx * 3);
  const sums = new Float64Array(widthPx * 3);
  const columns = Uint32Array.from({ length: full.widthPx }, (_, x) => Math.floor((x * widthPx) / full.widthPx));
  const counts = new Uint32Array(widthPx);
  for (const column of columns) counts[column] = (counts[column] ?? 0) + 1;
  for (let y = 0, row = 0; y < heightPx; y += 1) {
    const end = Math.ceil(((y + 1) * full.heightPx) / heightPx);
    const first = row;
    sums.fill(0);
    for (; row < end; row += 1) {
      full.readRow(row, line);
      for (let x = 0, at = 0; x < full.widthPx; x += 1, at += 3) {
        const into = (columns[x] ?? 0) * 3;
        sums[into] = (sums[into] ?? 0) + (line[at] ?? 0);
        sums[into + 1] = (sums[into + 1] ?? 0) + (line[at + 1] ?? 0);
        sums[into + 2] = (sums[into + 2] ?? 0) + (line[at + 2] ?? 0);
      }
    }
    for (let at = 0; at < sums.length; at += 1) {
      const count = (row - first) * (counts[Math.floor(at / 3)] ?? 1);
      data[y * widthPx * 3 + at] = Math.round(((sums[at] ?? 0) / count) * 0xffff);
    }
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

async function decoded(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch (cause) {
    throw new CompositorError('unsupported-format', 'the background image cannot be decoded', { cause });
  }
}
