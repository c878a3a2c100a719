import type { Matte, Rect } from '@isola/imaging';

/**
 * Smallest alpha (0…255) of a subject pixel. Soft shadows and the tips of hairs have less, so they are not measured.
 */
const minAlpha = 64;

/** A side of an image. */
export type Side = 'left' | 'top' | 'right' | 'bottom';

export interface FoundSubject {
  /** Bounding box of the subject, in px of the image. */
  readonly box: Rect;
  /** Sides of the image that the subject touches. The product is cut off at these sides. */
  readonly cutAt: readonly Side[];
}

/**
 * Finds the subject in a matte.
 * @returns undefined when the matte has no subject.
 */
export function findSubject({ widthPx, heightPx, data }: Matte): FoundSubject | undefined {
  let [left, top, right, bottom] = [widthPx, heightPx, 0, 0];
  for (let y = 0; y < heightPx; y += 1) {
    const row = y * widthPx;
    let first = 0;
    while (first < widthPx && (data[row + first] ?? 0) < minAlpha) first += 1;
    if (first === widthPx) continue;
    let last = widthPx - 1;
    while ((data[row + last] ?? 0) < minAlpha) last -= 1;
    left = Math.min(left, first);
    right = Math.max(right, last + 1);
    top = Math.min(top, y);
    bottom = y + 1;
  }
  if (bottom === 0) return undefined;
  const cutAt = [
    ...(left === 0 ? ['left' as const] : []),
    ...(top === 0 ? ['top' as const] : []),
    ...(right === widthPx ? ['right' as const] : []),
    ...(bottom === heightPx ? ['bottom' as const] : []),
  ];
  return { box: { x: left, y: top, widthPx: right - left, heightPx: bottom - top }, cutAt };
}
