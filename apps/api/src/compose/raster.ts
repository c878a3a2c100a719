import sharp, { type Sharp } from 'sharp';

/** Pixels: RGBA, 8-bit sRGB, straight alpha, row by row. */
export interface Raster {
  readonly data: Uint8ClampedArray;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A rectangle in pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Largest alpha, 0…255, that counts as empty, so that noise far from the subject does not enlarge its box. */
const emptyAlpha = 10;

/** Opens a raster for sharp. */
export function sharpOf({ data, widthPx, heightPx }: Raster): Sharp {
  return sharp(data, { raw: { width: widthPx, height: heightPx, channels: 4 }, limitInputPixels: false });
}

/** Decodes what a pipeline of sharp returns. The pipeline must have alpha. */
export async function rasterOf(pipeline: Sharp): Promise<Raster> {
  const { data, info } = await pipeline.raw().toBuffer({ resolveWithObject: true });
  return {
    data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength),
    widthPx: info.width,
    heightPx: info.height,
  };
}

/** Scales a raster. Its colours are weighted by their alpha. */
export async function resized(raster: Raster, widthPx: number, heightPx: number): Promise<Raster> {
  if (raster.widthPx === widthPx && raster.heightPx === heightPx) return raster;
  return await rasterOf(sharpOf(raster).resize(widthPx, heightPx, { fit: 'fill' }));
}

/** Copies the part of a raster that lies in `from` into another one. Parts outside of either are left out. */
export function copyInto(raster: Raster, from: Box, into: Raster, left: number, top: number): void {
  const [firstX, lastX] = [Math.max(0, -left), Math.min(from.width, into.widthPx - left)];
  if (lastX <= firstX) return;
  for (let y = Math.max(0, -top); y < Math.min(from.height, into.heightPx - top); y += 1) {
    const start = ((from.top + y) * raster.widthPx + from.left + firstX) * 4;
    const target = ((top + y) * into.widthPx + left + firstX) * 4;
    into.data.set(raster.data.subarray(start, start + (lastX - firstX) * 4), target);
  }
}

export function emptyRaster(widthPx: number, heightPx: number): Raster {
  return { data: new Uint8ClampedArray(widthPx * heightPx * 4), widthPx, heightPx };
}

/** Returns the bounding box of the subject, or undefined when the raster is empty. */
export function subjectBoxOf({ data, widthPx, heightPx }: Raster): Box | undefined {
  let [left, right, top, bottom] = [widthPx, -1, -1, -1];
  for (let y = 0; y < heightPx; y += 1) {
    const row = data.subarray(y * widthPx * 4, (y + 1) * widthPx * 4);
    let first = 0;
    while (first < widthPx && (row[first * 4 + 3] ?? 0) <= emptyAlpha) first += 1;
    if (first === widthPx) continue;
    let last = widthPx - 1;
    while ((row[last * 4 + 3] ?? 0) <= emptyAlpha) last -= 1;
    left = Math.min(left, first);
    right = Math.max(right, last);
    if (top < 0) top = y;
    bottom = y;
  }
  return top < 0 ? undefined : { left, top, width: right - left + 1, height: bottom - top + 1 };
}
