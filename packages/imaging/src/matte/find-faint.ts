import { flood, Queue, spread } from './flood.ts';
import type { Size } from '../geometry/rect.ts';

export interface Faint {
  /** 1 for each pixel that is faint and far from the subject, else 0. */
  readonly labels: Uint8Array<ArrayBuffer>;
  readonly count: number;
}

/** Lowest alpha of the subject. A pixel with less alpha is faint. */
const minSolid = 128;
/**
 * Smallest share of the largest piece's pixels that makes a piece a part of the subject. Smaller ones protect no pixels
 * around them.
 */
const minPieceShare = 0.01;
/** Share of the image's longer side beyond which a pixel is far from the subject. Hair and fur reach less far. */
const farShare = 0.03;

const near = 2;

/**
 * Finds the faint remains of a matte: pixels that are at most half transparent and far from every solid piece. Solid
 * pieces stay, however far they are from each other.
 */
export function findFaint({ matte, widthPx, heightPx }: Size & { readonly matte: Uint8ClampedArray }): Faint {
  const size = { widthPx, heightPx };
  const labels = new Uint8Array(matte.length);
  const pieces: { readonly at: number; readonly count: number }[] = [];
  const field = { values: matte, low: minSolid, high: 255, labels, label: near, byCorners: true };
  for (let at = 0; at < matte.length; at += 1) {
    if (labels[at] !== 0 || (matte[at] ?? 0) < minSolid) continue;
    pieces.push({ at, count: flood(field, size, at % widthPx, Math.floor(at / widthPx)).count });
  }
  const largest = pieces.reduce((most, { count }) => Math.max(most, count), 0);
  if (largest === 0) return { labels, count: 0 };

  labels.fill(0);
  for (const { at, count } of pieces) {
    if (count >= minPieceShare * largest) flood(field, size, at % widthPx, Math.floor(at / widthPx));
  }
  const queue = new Queue();
  for (let at = 0; at < matte.length; at += 1) {
    if (labels[at] === near && isRim(labels, at, widthPx)) queue.push(at);
  }
  spread(labels, size, queue, Math.ceil(farShare * Math.max(widthPx, heightPx)), () => true);
  let count = 0;
  for (let at = 0; at < matte.length; at += 1) {
    const isFaint = labels[at] === 0 && (matte[at] ?? 0) > 0 && (matte[at] ?? 0) < minSolid;
    labels[at] = isFaint ? 1 : 0;
    if (isFaint) count += 1;
  }
  return { labels, count };
}

function isRim(labels: Uint8Array, at: number, widthPx: number): boolean {
  return [-1, 1, -widthPx, widthPx].some((step) => labels[at + step] !== near);
}
