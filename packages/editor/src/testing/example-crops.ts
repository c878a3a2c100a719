import type { CropRect } from '../schema/document-state.ts';

/** @returns a generator of pseudo-random numbers of 0…1, which depend only on the seed. @see Park and Miller 1988 */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** Generates crops of every orientation for an image of 400 × 300 px. Many of them extend beyond the image. */
export function* crops(count: number): Generator<CropRect> {
  const next = numbers(7);
  for (let at = 0; at < count; at += 1) {
    yield {
      centerX: next() * 400,
      centerY: next() * 300,
      widthPx: 20 + next() * 300,
      heightPx: 20 + next() * 200,
      angleDeg: at % 4 === 0 ? (at % 16) * 22.5 - 180 : next() * 360 - 180,
      mirrored: next() > 0.5,
    };
  }
}
