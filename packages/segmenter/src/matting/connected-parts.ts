import type { Size } from '../api/size.ts';

/**
 * Finds the parts of a plane: groups of members that touch each other, also at a corner.
 * @param members one byte per pixel, row by row: 1 for a member, 0 for any other pixel.
 * @returns the indices of each part's pixels.
 */
export function connectedParts(members: Uint8Array, { widthPx }: Size): readonly Uint32Array[] {
  const isLeft = members.slice();
  const queue = new Uint32Array(members.length);
  const parts: Uint32Array[] = [];
  let end = 0;
  for (let start = isLeft.indexOf(1); start !== -1; start = isLeft.indexOf(1, start)) {
    const begin = end;
    isLeft[start] = 0;
    queue[end++] = start;
    for (let next = begin; next < end; next += 1) {
      const pixel = queue[next] ?? 0;
      const x = pixel % widthPx;
      const [left, right] = [x === 0 ? 0 : 1, x === widthPx - 1 ? 0 : 1];
      for (let middle = pixel - widthPx; middle <= pixel + widthPx; middle += widthPx) {
        if (middle < 0 || middle >= isLeft.length) continue;
        for (let near = middle - left; near <= middle + right; near += 1) {
          if (!isLeft[near]) continue;
          isLeft[near] = 0;
          queue[end++] = near;
        }
      }
    }
    parts.push(queue.subarray(begin, end));
  }
  return parts;
}
