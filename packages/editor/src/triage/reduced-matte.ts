import type { Matte } from '@isola/segmenter';

/** Longer side of the reduced copy, in px. It is large enough for judgements about the whole image. */
const longSidePx = 512;

/** @returns a reduced copy of a matte. Each pixel has the highest alpha of its area, so that thin lines stay closed. */
export function reducedMatte({ data, widthPx, heightPx }: Matte): Matte {
  const scale = Math.min(1, longSidePx / Math.max(widthPx, heightPx));
  const [width, height] = [Math.max(1, Math.round(widthPx * scale)), Math.max(1, Math.round(heightPx * scale))];
  const small = new Uint8ClampedArray(width * height);
  for (let y = 0, at = 0; y < heightPx; y += 1) {
    const row = Math.min(height - 1, Math.floor((y * height) / heightPx)) * width;
    for (let x = 0; x < widthPx; x += 1, at += 1) {
      const to = row + Math.min(width - 1, Math.floor((x * width) / widthPx));
      const alpha = data[at] ?? 0;
      if (alpha > (small[to] ?? 0)) small[to] = alpha;
    }
  }
  return { data: small, widthPx: width, heightPx: height };
}
