import type { AlphaPlane, Rgba } from './pixels.ts';

/** Returns the plane of a function of the position. */
export function planeWhere(widthPx: number, heightPx: number, alphaAt: (x: number, y: number) => number): AlphaPlane {
  const data = Float32Array.from({ length: widthPx * heightPx }, (_, pixel) =>
    alphaAt(pixel % widthPx, Math.floor(pixel / widthPx)),
  );
  return { data, widthPx, heightPx };
}

/** Returns an image with a single row of these pixels. */
export function rowOf(
  ...pixels: readonly (readonly [red: number, green: number, blue: number, alpha: number])[]
): Rgba {
  return { data: new Uint8Array(pixels.flat()), widthPx: pixels.length, heightPx: 1 };
}
