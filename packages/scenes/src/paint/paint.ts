/**
 * Writes the light at a position.
 * @param x horizontal distance from the image's middle, in image heights; positive is to the right.
 * @param y distance from the image's top, in image heights, 0…1.
 * @param into red, green and blue in linear light; overwritten. 1 is white; brighter light is compressed later.
 */
export type Paint = (x: number, y: number, into: Float64Array) => void;

/** Returns the share of light that a lens leaves at a position: 1 in the middle, less towards the corners. */
export function vignette(x: number, y: number, strength: number): number {
  return 1 / (1 + strength * (x * x + (y - 0.5) ** 2)) ** 2;
}

/** Blends a colour over the one in `into`. */
export function blendInto(into: Float64Array, over: Float64Array, share: number): void {
  for (let channel = 0; channel < 3; channel += 1) {
    const before = into[channel] ?? 0;
    into[channel] = before + ((over[channel] ?? 0) - before) * share;
  }
}
