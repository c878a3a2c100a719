/** Returns 32 pseudo-random bits, which are always the same for the same position. */
export function scatter(x: number, y: number): number {
  let bits = (Math.imul(x, 374_761_393) + Math.imul(y, 668_265_263)) | 0;
  bits = Math.imul(bits ^ (bits >>> 13), 1_274_126_177);
  bits = Math.imul(bits ^ (bits >>> 16), 2_246_822_519);
  return (bits ^ (bits >>> 15)) >>> 0;
}

/** Returns a pseudo-random number, 0…1, which is always the same for the same whole numbers. */
export function chance(x: number, y: number): number {
  return scatter(x, y) / 0xffff_ffff;
}

/** Returns smooth noise, 0…1, that varies over a length of 1. */
export function valueNoise(x: number, y: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const across = ease(x - left);
  const down = ease(y - top);
  const upper = chance(left, top) + (chance(left + 1, top) - chance(left, top)) * across;
  const lower = chance(left, top + 1) + (chance(left + 1, top + 1) - chance(left, top + 1)) * across;
  return upper + (lower - upper) * down;
}

/** Sums layers of noise, each twice as fine and half as strong as the previous one. @returns 0…1, around ½. */
export function layeredNoise(x: number, y: number, layers: number): number {
  let sum = 0;
  let weight = 0.5;
  let whole = 0;
  let scale = 1;
  for (let layer = 0; layer < layers; layer += 1) {
    // Every other layer is rotated; otherwise the grid of the noise would be visible.
    sum +=
      weight *
      (layer % 2 === 1
        ? valueNoise((0.8 * x - 0.6 * y) * scale + 17.3 * layer, (0.6 * x + 0.8 * y) * scale - 9.1 * layer)
        : valueNoise(x * scale, y * scale));
    whole += weight;
    weight /= 2;
    scale *= 2;
  }
  return sum / whole;
}

/** Returns 0 below `from`, 1 above `to`, and a smooth transition between them. */
export function smoothStep(from: number, to: number, value: number): number {
  return ease(Math.min(1, Math.max(0, (value - from) / (to - from))));
}

/** Returns a Gaussian of height 1 and the width `spread` to both sides. */
export function hill(distance: number, spread: number): number {
  return Math.exp(-((distance / spread) ** 2));
}

function ease(share: number): number {
  return share * share * share * (share * (share * 6 - 15) + 10);
}
