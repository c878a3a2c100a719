import type { Size } from '../geometry/rect.ts';
import type { CutoutSource, Raster } from './raster.ts';

const stripRows = 64;

/** Reads all rows of a cutout into memory. */
export async function gathered(
  { widthPx, heightPx, rows }: CutoutSource,
  yieldToEventLoop: () => Promise<void>,
  onRows?: (count: number) => void,
): Promise<Raster> {
  const data = new Uint8ClampedArray(widthPx * heightPx * 4);
  for await (const strip of rows()) {
    data.set(strip.data.subarray(0, strip.rowCount * widthPx * 4), strip.firstRow * widthPx * 4);
    onRows?.(strip.firstRow + strip.rowCount);
    await yieldToEventLoop();
  }
  return { widthPx, heightPx, data };
}

/** Returns the rows of a cutout that is in memory. */
export function sourceFrom({ widthPx, heightPx, data }: Size & { readonly data: Uint8ClampedArray }): CutoutSource {
  return {
    widthPx,
    heightPx,
    async *rows() {
      // The reader may write into the strip, so it is a copy. All strips share one buffer.
      const strip = new Uint8ClampedArray(Math.min(stripRows, heightPx) * widthPx * 4);
      for (let firstRow = 0; firstRow < heightPx; firstRow += stripRows) {
        const rowCount = Math.min(stripRows, heightPx - firstRow);
        const bytes = rowCount * widthPx * 4;
        strip.set(data.subarray(firstRow * widthPx * 4, firstRow * widthPx * 4 + bytes));
        yield { firstRow, rowCount, data: strip.subarray(0, bytes) };
      }
    },
  };
}
