import { type Affine, chain, mapped, type Matte, scaling, type Stroke } from '@isola/imaging';

import type { PhotoPlacement } from '../placement/place-head.ts';

/** Longer side of a grid, in cells. The head takes about a hundred of them. */
const maxSide = 160;

/** The area of a photo, reduced to a grid that is quick to examine. */
export interface PhotoGrid {
  readonly width: number;
  readonly height: number;
  /** Number of cells per px of the photo. */
  readonly scale: number;
  /** Transform from cells to px of the image. */
  readonly toImage: Affine;
  /** Coverage by the person, 0…255, row by row. Cells beyond the image have 0. */
  readonly alpha: Uint8Array;
  /** 1 for cells that lie on the image, otherwise 0. */
  readonly inside: Uint8Array;
}

/**
 * Samples the matte in the area of a photo.
 * @param strokes strokes of the brush, applied to the matte in their order.
 */
export function photoGrid({ transform }: PhotoPlacement, matte: Matte, strokes: readonly Stroke[] = []): PhotoGrid {
  const { widthPx, heightPx, toPhoto } = transform;
  const scale = Math.min(1, maxSide / Math.max(widthPx, heightPx));
  const [width, height] = [Math.max(1, Math.round(widthPx * scale)), Math.max(1, Math.round(heightPx * scale))];
  const toImage = chain(scaling(1 / scale), toPhoto);
  const [alpha, inside] = [new Uint8Array(width * height), new Uint8Array(width * height)];
  for (let at = 0; at < alpha.length; at += 1) {
    const [x, y] = mapped(toImage, (at % width) + 0.5, Math.floor(at / width) + 0.5);
    const [column, row] = [Math.floor(x), Math.floor(y)];
    if (column < 0 || row < 0 || column >= matte.widthPx || row >= matte.heightPx) continue;
    inside[at] = 1;
    alpha[at] = painted(matte.data[row * matte.widthPx + column] ?? 0, x, y, strokes);
  }
  return { width, height, scale, toImage, alpha, inside };
}

/** Returns the coverage at a point after all strokes. */
function painted(alpha: number, x: number, y: number, strokes: readonly Stroke[]): number {
  const last = strokes.findLast((stroke) => isUnder(stroke, x, y));
  if (!last) return alpha;
  return last.action === 'restore' ? 255 : 0;
}

function isUnder({ points, sizePx }: Stroke, x: number, y: number): boolean {
  const nearest = (sizePx / 2) ** 2;
  for (let at = 0; at < points.length; at += 3) {
    const [toX = 0, toY = 0] = [points[at], points[at + 1]];
    const [fromX, fromY] = at < 3 ? [toX, toY] : [points[at - 3] ?? toX, points[at - 2] ?? toY];
    const [alongX, alongY] = [toX - fromX, toY - fromY];
    const length = alongX ** 2 + alongY ** 2;
    const share = length === 0 ? 0 : ((x - fromX) * alongX + (y - fromY) * alongY) / length;
    const part = Math.min(1, Math.max(0, share));
    if ((x - fromX - part * alongX) ** 2 + (y - fromY - part * alongY) ** 2 <= nearest) return true;
  }
  return false;
}
