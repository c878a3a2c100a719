import type { DisputedPart } from '../api/segmentation.ts';
import type { Part, Size } from '../api/size.ts';
import { connectedParts } from './connected-parts.ts';
import { type Mask, resampleMask } from './resample-mask.ts';

/** Side of the cells in which two masks are compared, in px of the finer mask. */
const piecePx = 16;
/** Mean difference from which on a cell is disputed. An edge that both masks contain, slightly apart, stays below. */
const minDifference = 0.3;
/** Smallest area of a reported part, as a share of the subject's area. Smaller parts are fringes and gaps. */
const minShare = 0.03;
/** Greatest number of reported parts, as many as a person would check. */
const maxParts = 3;

/**
 * Finds the parts of an image that are subject in one mask and background in the other. A part of the subject may be
 * missing there, or something next to it may be included.
 * @param finer the mask with the finer edges.
 * @param other the other mask, which is resampled.
 * @param picture the image's size.
 * @param decided how surely a referee decided each pixel, 0…1, at the finer mask's size. A part that it decided is
 *   not disputed any more.
 * @returns parts in whole pixels of the image, the largest first; at most three.
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
  /** One byte per cell, row by row: 1 if the cell is disputed. */
  readonly disputed: Uint8Array;
  /** The subject's area according to both masks together, in cells. */
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

/** Consecutive cells of one row. */
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
