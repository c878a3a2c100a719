import { softened } from '../soften.ts';
import type { LightPicture } from './light-picture.ts';

/** Width of the lines that are no shadow, such as joints between boards: in sides of the subject, and at least in px. */
const lineShare = 0.02;
const minLinePx = 4;
/** Depth of the subject, which is more than that of any shadow. */
const deepest = 6;

/**
 * Takes thin dark lines out of the depths of a shadow by a morphological opening. A thin shadow along the subject stays,
 * because the subject counts as dark.
 */
export function withoutLines(picture: LightPicture, depth: Float32Array): Float32Array {
  const { isFree, widthPx, heightPx, subjectPx } = picture;
  const radiusPx = Math.max(minLinePx, Math.round(subjectPx * lineShare)) >> 1;
  const solid = depth.map((value, at) => (isFree[at] ? value : Infinity));
  const each = (data: Float32Array, pick: (one: number, other: number) => number, byPx: number) =>
    alongColumns(alongRows(data, widthPx, byPx, pick), widthPx, heightPx, byPx, pick);
  const open = each(each(solid, Math.min, radiusPx), Math.max, radiusPx + 1).map((value) => Math.min(deepest, value));
  // The opening has square corners, which would be seen in the shadow.
  const round = softened({ widthPx, heightPx, data: open }, 1, radiusPx / 2).data;
  return depth.map((value, at) => Math.min(value, round[at] ?? 0));
}

type Pick = (one: number, other: number) => number;

function alongRows(data: Float32Array, widthPx: number, byPx: number, pick: Pick): Float32Array {
  return data.map((value, at) => {
    const x = at % widthPx;
    let picked = value;
    const last = Math.min(widthPx - 1 - x, byPx);
    for (let by = -Math.min(x, byPx); by <= last; by += 1) picked = pick(picked, data[at + by] ?? 0);
    return picked;
  });
}

function alongColumns(data: Float32Array, widthPx: number, heightPx: number, byPx: number, pick: Pick): Float32Array {
  return data.map((value, at) => {
    const y = Math.floor(at / widthPx);
    let picked = value;
    const last = Math.min(heightPx - 1 - y, byPx);
    for (let by = -Math.min(y, byPx); by <= last; by += 1) picked = pick(picked, data[at + by * widthPx] ?? 0);
    return picked;
  });
}
