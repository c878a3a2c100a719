/**
 * Gives the light of a place.
 * @param x from the middle, in heights of the image; positive is to the right.
 * @param y from the top, in heights: 0…1.
 * @param into red, green and blue in linear light, overwritten. 1 is white; more is taken back as film does.
 */
export type Paint = (x: number, y: number, into: Float64Array) => void;

/** How much darker a lens draws its corners. */
export function vignette(x: number, y: number, strength: number): number {
  return 1 / (1 + strength * (x * x + (y - 0.5) ** 2)) ** 2;
}

/** Blends what was painted over what `into` has. */
export function blendInto(into: Float64Array, over: Float64Array, share: number): void {
  for (let channel = 0; channel < 3; channel += 1) {
    const before = into[channel] ?? 0;
    into[channel] = before + ((over[channel] ?? 0) - before) * share;
  }
}
