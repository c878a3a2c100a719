import type { AlphaPlane, Size } from './pixels.ts';

/**
 * Scales a network's mask to its image's size like `@imgly/background-removal`, but without rounding: the mask's pixel
 * j was sampled at the image's j · width / maskWidth, so the image's x corresponds to the mask's x · maskWidth / width.
 * The interpolation is bilinear; beyond the mask's last pixel its value is repeated.
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
