import type { SmallMap } from '../../resample/interpolate-map.ts';
import { softened } from '../soften.ts';
import type { Ground } from './estimate-ground.ts';
import type { LightPicture } from './light-picture.ts';

/** Weight from which a cell is ground, and number of such cells that make a side ground. */
const minWeight = 0.2;
const minCells = 2;
/** Distance above the foot from which a shadow may end at a corner of the picture, in sides of the subject. */
const cornerReach = 0.1;

/** Standard deviation over which the edge of such places fades, in cells. */
const fadeCells = 1.5;

/**
 * Finds the places that have clear ground on opposite sides. A wall behind the ground has it only below. Below the foot, two
 * neighbouring sides are enough, because a shadow may leave the picture there.
 * @returns a map of the cells: 1 at such places, and less near their edge.
 */
export function surroundedByGround(
  { widthPx, heightPx, weights, cellPx }: Ground,
  { bounds, subjectPx }: LightPicture,
): SmallMap {
  const counted = (step: number, start: (line: number) => number, lines: number, length: number) => {
    const counts = new Uint16Array(weights.length);
    for (let line = 0; line < lines; line += 1) {
      for (let index = 0, count = 0; index < length; index += 1) {
        const at = start(line) + index * step;
        if ((weights[at] ?? 0) > minWeight) count += 1;
        counts[at] = count;
      }
    }
    return (at: number) => (counts[at] ?? 0) >= minCells;
  };
  const left = counted(1, (row) => row * widthPx, heightPx, widthPx);
  const right = counted(-1, (row) => (row + 1) * widthPx - 1, heightPx, widthPx);
  const up = counted(widthPx, (column) => column, widthPx, heightPx);
  const down = counted(-widthPx, (column) => (heightPx - 1) * widthPx + column, widthPx, heightPx);
  const lowest = (bounds.bottom - cornerReach * subjectPx) / cellPx;
  const isSurrounded = (at: number) => {
    if ((left(at) && right(at)) || (up(at) && down(at))) return true;
    return at >= lowest * widthPx && (left(at) || right(at)) && (up(at) || down(at));
  };
  const data = Float32Array.from(weights, (_, at) => Number(isSurrounded(at)));
  const soft = softened({ widthPx, heightPx, data }, 1, fadeCells).data;
  return { widthPx, heightPx, data: soft.map((share) => Math.max(0, share * 2 - 1)) };
}
