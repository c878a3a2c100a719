import { inverse, mapped } from '@isola/imaging';

import type { HeadGuides } from '../geometry/head-guides.ts';
import type { PhotoPlacement } from '../placement/place-head.ts';
import type { PhotoGrid } from './photo-grid.ts';

/** Something next to the person that the cutout kept, such as a chair. The box is in px of the photo. */
export interface Leftover {
  readonly x: number;
  readonly y: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Coverage from which a cell belongs to the cutout. */
const minAlpha = 96;
/** Smallest area that counts, as a share of the square of the head's height. */
const minArea = 0.006;

/**
 * Finds what the cutout kept next to the person. A portrait's outline falls from the hair to the shoulders without a
 * gap, so three things are not the person's: parts that are not joined to the head, what stands above a gap beside the
 * head, and what rises next to the face farther out than the hair.
 * @returns the box around all of it, or undefined when there is nothing.
 */
export function findLeftover(grid: PhotoGrid, guides: HeadGuides, { transform }: PhotoPlacement): Leftover | undefined {
  const fromImage = inverse(transform.toPhoto);
  const cellOf = ({ x, y }: { readonly x: number; readonly y: number }) =>
    mapped(fromImage, x, y).map((px) => px * grid.scale);
  const [axisX = 0, crownY = 0] = cellOf(guides.crown);
  const [, chinY = 0] = cellOf(guides.chin);
  const headCells = chinY - crownY;
  if (headCells < 8) return undefined;
  const head: HeadCells = { axisX, crownY, chinY, headCells };
  const half = halfWidthsOf(grid, head);
  const minCells = minArea * headCells ** 2;
  const found = new Set([...looseCells(grid, minCells / 2), ...(half ? besideHead(grid, head, half) : [])]);
  return found.size < minCells ? undefined : boxOf(found, grid);
}

interface HeadCells {
  readonly axisX: number;
  readonly crownY: number;
  readonly chinY: number;
  readonly headCells: number;
}

const isCovered = ({ width, height, alpha }: PhotoGrid, x: number, y: number) =>
  x >= 0 && y >= 0 && x < width && y < height && (alpha[y * width + x] ?? 0) >= minAlpha;

/** Half the width of the head with its hair, from the middle of the face, on its narrower and its wider side. */
interface HalfWidths {
  readonly narrow: number;
  readonly wide: number;
}

function halfWidthsOf(grid: PhotoGrid, { axisX, crownY, headCells }: HeadCells): HalfWidths | undefined {
  const middle = Math.round(axisX);
  const reach = (y: number, direction: 1 | -1) => {
    let x = middle;
    while (isCovered(grid, x, y)) x += direction;
    return Math.abs(x - middle);
  };
  const lines = Array.from({ length: 7 }, (_, at) => Math.round(crownY + headCells * (0.3 + at * 0.05)));
  const medianOf = (direction: 1 | -1) =>
    lines.map((y) => reach(y, direction)).toSorted((one, other) => one - other)[3] ?? 0;
  const [right, left] = [medianOf(1), medianOf(-1)];
  const narrow = Math.min(right, left);
  return narrow < headCells / 5 ? undefined : { narrow, wide: Math.max(right, left) };
}

/** Returns the cells of all parts except the largest and those that are as small as a strand of hair. */
function looseCells(grid: PhotoGrid, minCells: number): readonly number[] {
  const { width, alpha } = grid;
  const seen = new Uint8Array(alpha.length);
  const parts: number[][] = [];
  for (let start = 0; start < alpha.length; start += 1) {
    if (seen[start] || (alpha[start] ?? 0) < minAlpha) continue;
    const part = [start];
    seen[start] = 1;
    // The part grows while it is walked through.
    for (const at of part) {
      const [x, y] = [at % width, Math.floor(at / width)];
      for (const [nextX, nextY] of [
        [x - 1, y],
        [x + 1, y],
        [x, y - 1],
        [x, y + 1],
      ] as const) {
        const next = nextY * width + nextX;
        if (!isCovered(grid, nextX, nextY) || seen[next]) continue;
        seen[next] = 1;
        part.push(next);
      }
    }
    parts.push(part);
  }
  return parts
    .toSorted((one, other) => other.length - one.length)
    .slice(1)
    .filter(({ length }) => length >= minCells)
    .flat();
}

function besideHead(grid: PhotoGrid, { axisX, chinY, headCells }: HeadCells, half: HalfWidths): readonly number[] {
  const found: number[] = [];
  const minGap = Math.max(2, headCells * 0.02);
  for (let x = 0; x < grid.width; x += 1) {
    const away = Math.abs(x + 0.5 - axisX);
    // Loose hair often reaches farther on one side, and an object that touches the hair widens one side.
    const isBesideHair = away > half.wide * 1.15;
    const isFarOut = away > half.narrow * 1.6;
    if (!isBesideHair && !isFarOut) continue;
    const runs = runsIn(grid, x);
    runs.forEach(({ from, to }, at) => {
      const next = runs[at + 1];
      const isAboveGap = next !== undefined && next.from - to >= minGap && to < chinY + headCells * 0.8;
      const end =
        isBesideHair && isAboveGap ? to : isFarOut ? Math.min(to, Math.round(chinY - headCells * 0.25)) : from;
      for (let y = from; y < end; y += 1) found.push(y * grid.width + x);
    });
  }
  return found;
}

/** Returns the covered rows of a column, from the top. `to` is the first free row. */
function runsIn(grid: PhotoGrid, x: number): readonly { readonly from: number; readonly to: number }[] {
  const runs: { from: number; to: number }[] = [];
  for (let y = 0; y < grid.height; y += 1) {
    if (!isCovered(grid, x, y)) continue;
    const last = runs.at(-1);
    if (last?.to === y) last.to = y + 1;
    else runs.push({ from: y, to: y + 1 });
  }
  return runs;
}

function boxOf(cells: ReadonlySet<number>, { width, scale }: PhotoGrid): Leftover {
  const xs = Array.from(cells, (at) => at % width);
  const ys = Array.from(cells, (at) => Math.floor(at / width));
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return {
    x: left / scale,
    y: top / scale,
    widthPx: (Math.max(...xs) + 1 - left) / scale,
    heightPx: (Math.max(...ys) + 1 - top) / scale,
  };
}
