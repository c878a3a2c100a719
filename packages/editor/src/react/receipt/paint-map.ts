import { type Comparison, finding, type Region } from '@isola/imaging/receipt';
import type { Size } from '@isola/imaging';

import { findingColors, shownFindings } from './finding-colors.ts';

/** Longer side of the map, in px. */
const maxSidePx = 720;
/** Smallest side of a frame in the map, in px, so that a single pixel is seen. */
const minFramePx = 14;

/** Number of parts that are framed and listed. */
export const shownRegions = 8;

/** Color of each finding by its number, as RGBA. */
const colors = new Map(shownFindings.map((each) => [finding[each], [...findingColors[each], 255]] as const));

/**
 * Paints what was found about each pixel. Where the map is smaller than the result, the finding that matters most is
 * shown. Parts that differ have a frame with their number.
 */
export function paintMap(canvas: HTMLCanvasElement, { findings, regions }: Comparison, size: Size): void {
  const scale = Math.min(1, maxSidePx / Math.max(size.widthPx, size.heightPx));
  const widthPx = Math.max(1, Math.round(size.widthPx * scale));
  const heightPx = Math.max(1, Math.round(size.heightPx * scale));
  canvas.width = widthPx;
  canvas.height = heightPx;
  const context = canvas.getContext('2d');
  if (!context) return;
  const reduced = new Uint8Array(widthPx * heightPx);
  for (let y = 0; y < size.heightPx; y += 1) {
    const line = Math.min(heightPx - 1, Math.floor(y * scale)) * widthPx;
    for (let x = 0; x < size.widthPx; x += 1) {
      const at = line + Math.min(widthPx - 1, Math.floor(x * scale));
      const found = findings[y * size.widthPx + x] ?? 0;
      if (found > (reduced[at] ?? 0)) reduced[at] = found;
    }
  }
  const image = context.createImageData(widthPx, heightPx);
  for (const [at, found] of reduced.entries()) {
    const color = colors.get(found as never);
    if (color) image.data.set(color, at * 4);
  }
  context.putImageData(image, 0, 0);
  for (const [index, region] of regions.slice(0, shownRegions).entries()) frame(context, region, scale, index + 1);
}

function frame(context: CanvasRenderingContext2D, region: Region, scale: number, number: number): void {
  const width = Math.max(minFramePx, region.widthPx * scale + 6);
  const height = Math.max(minFramePx, region.heightPx * scale + 6);
  const left = (region.x + region.widthPx / 2) * scale - width / 2;
  const top = (region.y + region.heightPx / 2) * scale - height / 2;
  for (const [color, lineWidth] of [
    ['#fff', 4],
    ['#111', 2],
  ] as const) {
    context.strokeStyle = color;
    context.lineWidth = lineWidth;
    context.strokeRect(left, top, width, height);
  }
  context.font = 'bold 13px sans-serif';
  context.textBaseline = 'bottom';
  context.lineWidth = 4;
  context.strokeStyle = '#fff';
  context.fillStyle = '#111';
  const y = top > 18 ? top - 2 : top + height + 18;
  context.strokeText(String(number), left, y);
  context.fillText(String(number), left, y);
}
