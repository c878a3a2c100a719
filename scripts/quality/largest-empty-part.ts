import type { AlphaPlane, Size } from './pixels.ts';

export interface Part extends Size {
  readonly leftPx: number;
  readonly topPx: number;
}

/**
 * Finds the largest rectangle without subject. For each row, it is the largest rectangle under the columns of empty
 * pixels that end in the row.
 * @returns undefined when every pixel is subject.
 */
export function largestEmptyPart({ data, widthPx, heightPx }: AlphaPlane): Part | undefined {
  const columns = new Uint32Array(widthPx + 1);
  let largest: Part | undefined;
  for (let y = 0; y < heightPx; y += 1) {
    // Columns with heights that increase from left to right, each with the start of a rectangle of its height.
    const rising: { from: number; height: number }[] = [];
    for (let x = 0; x <= widthPx; x += 1) {
      // The extra last column has height 0 and closes every rectangle.
      const height = x < widthPx && data[y * widthPx + x] === 0 ? (columns[x] ?? 0) + 1 : 0;
      columns[x] = height;
      let from = x;
      for (let last = rising.at(-1); last && last.height >= height; last = rising.at(-1)) {
        rising.pop();
        from = last.from;
        const part = { leftPx: from, topPx: y + 1 - last.height, widthPx: x - from, heightPx: last.height };
        if (!largest || areaOf(part) > areaOf(largest)) largest = part;
      }
      if (height > 0) rising.push({ from, height });
    }
  }
  return largest;
}

function areaOf({ widthPx, heightPx }: Size): number {
  return widthPx * heightPx;
}
