import type { Size } from '../geometry/rect.ts';

const cellPx = 48;

/**
 * Finds the place where a fringe would be most visible, such as hair or fur.
 * @returns the centre of the cell with the most half-transparent pixels, in px.
 */
export function findSoftestPlace(matte: Size & { readonly data: Uint8ClampedArray }): { x: number; y: number } {
  const { widthPx, heightPx, data } = matte;
  const columns = Math.ceil(widthPx / cellPx);
  const doubts = new Uint32Array(columns * Math.ceil(heightPx / cellPx));
  for (let y = 0, at = 0; y < heightPx; y += 1) {
    const row = Math.floor(y / cellPx) * columns;
    for (let x = 0; x < widthPx; x += 1, at += 1) {
      const alpha = data[at] ?? 0;
      const cell = row + Math.floor(x / cellPx);
      if (alpha > 8 && alpha < 247) doubts[cell] = (doubts[cell] ?? 0) + 1;
    }
  }
  let most = 0;
  for (const [cell, doubt] of doubts.entries()) if (doubt > (doubts[most] ?? 0)) most = cell;
  return {
    x: Math.min(widthPx, ((most % columns) + 0.5) * cellPx),
    y: Math.min(heightPx, (Math.floor(most / columns) + 0.5) * cellPx),
  };
}
