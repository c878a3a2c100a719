import type { Size } from '../api/size.ts';
import { connectedParts } from '../matting/connected-parts.ts';

/** Distance from a removed object within which a thin rest belongs to it, in px of the grid. */
const rimPx = 8;
/** Half the width up to which a rest is thin, in px of the grid. */
const thinPx = 3;
/** Largest size of a separate rest next to a removed object, as a share of the object. */
const maxRestShare = 0.15;

/**
 * Clears what stays of an object that was removed. Two views of the network put its edge in slightly different places,
 * so that a line along one of them would stay; and the nearer view may end within the object, or omit a piece of it.
 * @param selected one byte per pixel of the grid; it is changed in place.
 * @param removed indices of the object's pixels.
 */
export function clearRest(selected: Uint8Array, removed: Uint32Array, size: Size): void {
  const object = new Uint8Array(selected.length);
  for (const at of removed) object[at] = 1;
  const near = spread(object, rimPx, size, 1);
  // A wider area survives the shrinking, and grows back to its old outline.
  const thick = spread(spread(selected, thinPx, size, 0), thinPx, size, 1);
  for (let at = 0; at < selected.length; at += 1) if (near[at] === 1 && thick[at] === 0) selected[at] = 0;
  for (const part of connectedParts(selected, size)) {
    if (part.length <= maxRestShare * removed.length && part.some((at) => near[at] === 1))
      for (const at of part) selected[at] = 0;
  }
}

/** Returns a plane in which all pixels within a square of the given reach around a pixel of this value have the value. */
function spread(plane: Uint8Array, reachPx: number, { widthPx, heightPx }: Size, value: 0 | 1): Uint8Array {
  const rows = plane.slice();
  for (let y = 0, at = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1, at += 1) {
      if (plane[at] === value) rows.fill(value, at - Math.min(x, reachPx), at + Math.min(widthPx - 1 - x, reachPx) + 1);
    }
  }
  const both = rows.slice();
  for (let y = 0, at = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1, at += 1) {
      if (rows[at] !== value) continue;
      for (let row = Math.max(0, y - reachPx); row <= Math.min(heightPx - 1, y + reachPx); row += 1)
        both[row * widthPx + x] = value;
    }
  }
  return both;
}
