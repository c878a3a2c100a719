import type { Size } from './pixels.ts';

/** Returns 1 for each pixel within a disc around a set pixel, including the disc's edge. */
export function widen(set: Uint8Array, { widthPx, heightPx }: Size, radiusPx: number): Uint8Array<ArrayBuffer> {
  const wide = new Uint8Array(set.length);
  const halfWidths = Array.from({ length: 2 * radiusPx + 1 }, (_, row) =>
    Math.floor(Math.sqrt(radiusPx ** 2 - (row - radiusPx) ** 2)),
  );
  for (let pixel = set.indexOf(1); pixel !== -1; pixel = set.indexOf(1, pixel + 1)) {
    const x = pixel % widthPx;
    const y = (pixel - x) / widthPx;
    halfWidths.forEach((half, row) => {
      const at = y + row - radiusPx;
      if (at < 0 || at >= heightPx) return;
      const [from, to] = [Math.max(0, x - half), Math.min(widthPx - 1, x + half)];
      wide.fill(1, at * widthPx + from, at * widthPx + to + 1);
    });
  }
  return wide;
}
