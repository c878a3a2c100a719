import type { AlphaPlane, Size } from './pixels.ts';

/**
 * Brings a network's mask to its picture's size as `@imgly/background-removal` does, but without rounding: the mask's
 * pixel j was read at the picture's j · width / maskWidth, so the picture's x lies at the mask's x · maskWidth / width.
 * Bilinear; beyond the mask's last pixel it goes on as there.
 */
export function upsampleMask(mask: AlphaPlane, { widthPx, heightPx }: Size): AlphaPlane {
  const data = new Float32Array(widthPx * heightPx);
  const at = (x: number, y: number) =>
    mask.data[Math.min(mask.heightPx - 1, y) * mask.widthPx + Math.min(mask.widthPx - 1, x)] ?? 0;
  for (let pixel = 0; pixel < data.length; pixel += 1) {
    const x = ((pixel % widthPx) * mask.widthPx) / widthPx;
    const y = (Math.floor(pixel / widthPx) * mask.heightPx) / heightPx;
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const above = at(left, top) + (at(left + 1, top) - at(left, top)) * (x - left);
    const below = at(left, top + 1) + (at(left + 1, top + 1) - at(left, top + 1)) * (x - left);
    data[pixel] = above + (below - above) * (y - top);
  }
  return { data, widthPx, heightPx };
}
