import type { Rgba } from './pixels.ts';

/**
 * Composites a cutout over a background in linear light, like a lens.
 * @param front,back images of the same size.
 * @returns an opaque image.
 * @see IEC 61966-2-1, sRGB
 */
export function compose(front: Rgba, back: Rgba): Rgba {
  const data = new Uint8Array(front.data.length);
  for (let at = 0; at < data.length; at += 1) {
    const alpha = (front.data[at | 3] ?? 0) / 255;
    data[at] =
      at % 4 === 3 ? 255 : encoded(alpha * linear(front.data[at] ?? 0) + (1 - alpha) * linear(back.data[at] ?? 0));
  }
  return { ...front, data };
}

const linearValues = Float64Array.from({ length: 256 }, (_, level) => {
  const value = level / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

/** Returns the linear light, 0…1. @param level sRGB value, 0…255. */
function linear(level: number): number {
  return linearValues[level] ?? 0;
}

function encoded(light: number): number {
  const value = light <= 0.003_130_8 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
  return Math.round(value * 255);
}
