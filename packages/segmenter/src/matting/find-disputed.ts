import type { DisputedPart } from '../api/segmentation.ts';
import type { Part, Size } from '../api/size.ts';
import { connectedParts } from './connected-parts.ts';
import { type Mask, resampleMask } from './resample-mask.ts';

/** Along a side of the pieces in which two masks are compared, in px of the finer mask. */
const piecePx = 16;
/** The mean difference from which on a piece is disputed. An edge that both masks see, a little apart, stays below. */
const minDifference = 0.3;
/** Of the subject's area: smaller parts are fringes and gaps. */
const minShare = 0.03;
/** How many parts a person would look at. */
const maxParts = 3;

/**
 * Finds the parts of a picture of which one mask says subject and the other one background: there a part of the subject may be missing, or
 * something beside it may have come along.
 * @param finer the mask with the finer edges.
 * @param other is resampled.
 * @param picture its size.
 * @param decided how surely a referee decided each pixel, 0…1, at the finer mask's size: a part that it decided is no longer disputed.
 * @returns parts in whole pixels of the picture, the largest first; three at most.
 */
export function findDisputed(finer: Mask, other: Mask, picture: Size, decided?: Float32Array): readonly DisputedPart[] {
  const pieces = comparePieces(finer, resampleMask(other, finer), decided);
  return connectedParts(pieces.disputed, { widthPx: pieces.columns, heightPx: pieces.rows })
    .filter(({ length }) => length >= minShare * pieces.subject)
    .toSorted((one, another) => another.length - one.length)
    .slice(0, maxParts)
    .map((members) => {
      const strips = stripsOf(members, pieces.columns).map((strip) => inPicture(strip, finer, picture));
      return { ...boxOf(strips), strips };
    });
}

interface Pieces {
  readonly columns: number;
  readonly rows: number;
  /** Of each piece, row by row: 1 where it is disputed. */
  readonly disputed: Uint8Array;
  /** The subject's area, as the masks say together, in pieces. */
  readonly subject: number;
}

function comparePieces({ mask, widthPx, heightPx }: Mask, other: Float32Array, decided?: Float32Array): Pieces {
  const [columns, rows] = [Math.ceil(widthPx / piecePx), Math.ceil(heightPx / piecePx)];
  const sums = new Float32Array(columns * rows);
  let subject = 0;
  for (let y = 0, at = 0; y < heightPx; y += 1) {
    const row = Math.floor(y / piecePx) * columns;
    for (let x = 0; x < widthPx; x += 1, at += 1) {
      const [one, another] = [mask[at] ?? 0, other[at] ?? 0];
      subject += Math.max(one, another);
      const piece = row + Math.floor(x / piecePx);
      sums[piece] = (sums[piece] ?? 0) + Math.abs(one - another) * (1 - (decided?.[at] ?? 0));
    }
  }
  const area = piecePx * piecePx;
  return {
    columns,
    rows,
    disputed: Uint8Array.from(sums, (sum) => Number(sum >= minDifference * area)),
    subject: subject / area,
  };
}

/** Pieces of one row that follow on one another. */
interface Strip {
  readonly row: number;
  readonly first: number;
  readonly last: number;
}

function stripsOf(members: Uint32Array, columns: number): readonly Strip[] {
  const strips: Strip[] = [];
  for (const member of members.toSorted()) {
    const [column, row] = [member % columns, Math.floor(member / columns)];
    const before = strips.at(-1);
    if (before?.row === row && before.last === column - 1) strips[strips.length - 1] = { ...before, last: column };
    else strips.push({ row, first: column, last: column });
  }
  return strips;
}

function inPicture({ row, first, last }: Strip, mask: Size, picture: Size): Part {
  const [across, down] = [(piecePx * picture.widthPx) / mask.widthPx, (piecePx * picture.heightPx) / mask.heightPx];
  const [leftPx, topPx] = [Math.floor(first * across), Math.floor(row * down)];
  return {
    leftPx,
    topPx,
    widthPx: Math.min(picture.widthPx, Math.ceil((last + 1) * across)) - leftPx,
    heightPx: Math.min(picture.heightPx, Math.ceil((row + 1) * down)) - topPx,
  };
}

function boxOf(parts: readonly Part[]): Part {
  const leftPx = Math.min(...parts.map((part) => part.leftPx));
  const topPx = Math.min(...parts.map((part) => part.topPx));
  return {
    leftPx,
    topPx,
    widthPx: Math.max(...parts.map((part) => part.leftPx + part.widthPx)) - leftPx,
    heightPx: Math.max(...parts.map((part) => part.topPx + part.heightPx)) - topPx,
  };
}
