import type { SetAdjustments } from '../catalogue/adjustments.ts';

/** Light of each value of 8-bit sRGB. */
export const linearOf = Float32Array.from({ length: 256 }, (_, value) => {
  const encoded = value / 255;
  return encoded <= 0.040_45 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4;
});

/** Stops of exposure at an adjustment of 100. */
const stopsAtFull = 2;
/** Change of red and blue at a warmth of 100, as a power of two. */
const warmthAtFull = 0.55;

/**
 * Changes the colours of a picture, in place.
 * @param light three values in linear light for each pixel.
 */
export function grade(light: Float32Array, { warmth, exposure, saturation, tint }: SetAdjustments): void {
  const brightness = 2 ** ((exposure / 100) * stopsAtFull);
  const red = brightness * 2 ** ((warmth / 100) * warmthAtFull);
  const green = brightness * 2 ** ((warmth / 100) * 0.05);
  const blue = brightness * 2 ** ((-warmth / 100) * warmthAtFull);
  const paper = tint === null ? undefined : paintOf(light, tint);
  if (!paper && red === 1 && blue === 1 && saturation === 0) return;
  const colourfulness = 1 + saturation / 100;
  for (let at = 0; at < light.length; at += 3) {
    if (paper) {
      const grey = luminance(light, at);
      for (const [channel, share] of paper.entries()) light[at + channel] = grey * share;
    }
    const grey = luminance(light, at);
    const toned = (channel: number) => grey + ((light[at + channel] ?? 0) - grey) * colourfulness;
    const [r, g, b] = [toned(0), toned(1), toned(2)];
    light[at] = onFilm(r * red);
    light[at + 1] = onFilm(g * green);
    light[at + 2] = onFilm(b * blue);
  }
}

function luminance(light: Float32Array, at: number): number {
  return 0.2126 * (light[at] ?? 0) + 0.7152 * (light[at + 1] ?? 0) + 0.0722 * (light[at + 2] ?? 0);
}

/** Returns the factors that turn the luminance of a sweep into that of paper of another colour. */
function paintOf(light: Float32Array, tint: string): readonly number[] {
  let sum = 0;
  for (let at = 0; at < light.length; at += 3) sum += luminance(light, at);
  const mean = Math.max(1e-3, sum / (light.length / 3));
  return [1, 3, 5].map((from) => (linearOf[Number.parseInt(tint.slice(from, from + 2), 16)] ?? 0) / mean);
}

/** Compresses light above 0.7, as film does in its shoulder. */
function onFilm(light: number): number {
  const shoulder = 0.7;
  if (light <= shoulder) return Math.max(0, light);
  return shoulder + (1 - shoulder) * (1 - Math.exp((shoulder - light) / (1 - shoulder)));
}
