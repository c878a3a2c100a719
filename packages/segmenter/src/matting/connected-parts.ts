import type { Size } from '../api/size.ts';

/**
 * Finds the parts of a plane: its members that touch each other, at a corner too.
 * @param members a byte for each pixel, row by row: 1 for a member, 0 for any other pixel.
 * @returns the indices of each part's pixels.
 */
export function connectedParts(members: Uint8Array, { widthPx, heightPx }: Size): readonly Uint32Array[] {
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
      const y = (pixel - x) / widthPx;
      const [left, right] = [Math.max(0, x - 1), Math.min(widthPx - 1, x + 1)];
      for (let row = Math.max(0, y - 1); row <= Math.min(heightPx - 1, y + 1); row += 1) {
        for (let near = row * widthPx + left; near <= row * widthPx + right; near += 1) {
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
